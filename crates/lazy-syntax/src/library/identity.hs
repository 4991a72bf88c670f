-- A computation that does nothing but to have a value.
module Data.Functor.Identity (Identity, runIdentity) where

newtype Identity a = Identity { runIdentity :: a } deriving (Eq, Ord)

instance Show a => Show (Identity a) where
  showsPrec d (Identity x) = showParen (d > 10) (showString "Identity " . showsPrec 11 x)
instance Functor Identity where
  fmap f x = Identity (f (runIdentity x))
instance Applicative Identity where
  pure x = Identity x
  f <*> x = Identity ((runIdentity f) (runIdentity x))
instance Monad Identity where
  x >>= f = f (runIdentity x)
instance Foldable Identity where
  foldr f z (Identity x) = f x z
instance Traversable Identity where
  traverse f (Identity x) = fmap Identity (f x)
