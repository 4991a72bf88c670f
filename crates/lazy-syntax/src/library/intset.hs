-- Sets of integers.
module Data.IntSet (IntSet, Key, module Data.Set) where

import Data.Set

type IntSet = Set Int
type Key = Int
