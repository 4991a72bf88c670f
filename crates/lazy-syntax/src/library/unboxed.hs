-- Arrays whose elements are evaluated; here they are those of `Data.Array`.
module Data.Array.Unboxed (UArray, module Data.Array) where

import Data.Array

type UArray = Array
