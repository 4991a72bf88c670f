-- What arrays are indexed by.
module Data.Ix (Ix, range, index, inRange, rangeSize) where

import Data.Array
