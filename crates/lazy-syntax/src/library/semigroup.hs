-- Ways to combine values of which there is at least one.
module Data.Semigroup
  ( Semigroup, (<>), sconcat, stimes, mtimesDefault, Max, getMax, Min, getMin, First, getFirst, Last, getLast, Sum, getSum, Product, getProduct, All
  , getAll, Any, getAny, Endo, appEndo, Dual, getDual
  ) where

import Data.List.NonEmpty (NonEmpty (..), toList)
import Data.Monoid hiding (First, getFirst, Last, getLast)

newtype Max a = Max { getMax :: a } deriving (Eq, Ord, Show, Read)
newtype Min a = Min { getMin :: a } deriving (Eq, Ord, Show, Read)
newtype First a = First { getFirst :: a } deriving (Eq, Ord, Show, Read)
newtype Last a = Last { getLast :: a } deriving (Eq, Ord, Show, Read)

instance Ord a => Semigroup (Max a) where
  Max x <> Max y = Max (max x y)
instance (Ord a, Bounded a) => Monoid (Max a) where
  mempty = Max minBound
instance Functor Max where
  fmap f (Max x) = Max (f x)
instance Ord a => Semigroup (Min a) where
  Min x <> Min y = Min (min x y)
instance (Ord a, Bounded a) => Monoid (Min a) where
  mempty = Min maxBound
instance Functor Min where
  fmap f (Min x) = Min (f x)
instance Semigroup (First a) where
  x <> _ = x
instance Semigroup (Last a) where
  _ <> y = y

sconcat :: Semigroup a => NonEmpty a -> a
sconcat xs = foldr1 (<>) (toList xs)

stimes :: (Integral b, Semigroup a) => b -> a -> a
stimes n x
  | n <= 0 = errorWithoutStackTrace "stimes: positive multiplier expected"
  | n == 1 = x
  | otherwise = x <> stimes (n - 1) x

mtimesDefault :: (Integral b, Monoid a) => b -> a -> a
mtimesDefault n x = if n == 0 then mempty else stimes n x
