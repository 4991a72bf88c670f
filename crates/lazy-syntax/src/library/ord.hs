-- Orders.
module Data.Ord (Ord, Ordering, Down, comparing, clamp) where

newtype Down a = Down { getDown :: a } deriving Eq

instance Ord a => Ord (Down a) where
  compare (Down x) (Down y) = compare y x
  Down x < Down y = y < x
  Down x <= Down y = y <= x
  Down x > Down y = y > x
  Down x >= Down y = y >= x
  max (Down x) (Down y) = Down (min x y)
  min (Down x) (Down y) = Down (max x y)
instance Show a => Show (Down a) where
  showsPrec d (Down x) = showParen (d > 10) (showString "Down " . showsPrec 11 x)

comparing :: Ord b => (a -> b) -> a -> a -> Ordering
comparing f x y = compare (f x) (f y)

clamp :: Ord a => (a, a) -> a -> a
clamp (low, high) x = min high (max x low)
