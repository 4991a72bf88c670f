-- Arrays that change: those of `ST`.
module Data.Array.MArray
  ( newArray, newArray_, newListArray, newGenArray, readArray, writeArray, modifyArray, modifyArray', getBounds, getElems, getAssocs, freeze, thaw
  , module Data.Ix
  ) where

import Data.Array.ST
import Data.Ix
