-- Types with two parameters that can be mapped over.
module Data.Bifunctor (Bifunctor, bimap, first, second) where

class Bifunctor p where
  bimap :: (a -> b) -> (c -> d) -> p a c -> p b d
  bimap f g x = first f (second g x)
  first :: (a -> b) -> p a c -> p b c
  first f x = bimap f id x
  second :: (b -> c) -> p a b -> p a c
  second g x = bimap id g x

instance Bifunctor (,) where
  bimap f g ~(x, y) = (f x, g y)
instance Bifunctor Either where
  bimap f _ (Left x) = Left (f x)
  bimap _ g (Right y) = Right (g y)
