-- Arrays that do not change; here they are those of `Data.Array`.
module Data.Array.IArray (amap, module Data.Array) where

import Data.Array

amap :: Ix i => (a -> b) -> Array i a -> Array i b
amap f a = fmap f a
