-- Ways to combine values.
module Data.Monoid
  ( Sum, Product, All, Any, First, Last, Endo, Dual, mempty, mappend, mconcat, (<>)
  , getSum, getProduct, getAll, getAny, getFirst, getLast, getDual, appEndo
  ) where

newtype Sum a = Sum { getSum :: a } deriving (Eq, Ord, Show)
newtype Product a = Product { getProduct :: a } deriving (Eq, Ord, Show)
newtype All = All { getAll :: Bool } deriving (Eq, Ord, Show)
newtype Any = Any { getAny :: Bool } deriving (Eq, Ord, Show)
newtype First a = First { getFirst :: Maybe a } deriving (Eq, Ord, Show)
newtype Last a = Last { getLast :: Maybe a } deriving (Eq, Ord, Show)
newtype Dual a = Dual { getDual :: a } deriving (Eq, Ord, Show)

instance Num a => Semigroup (Sum a) where
  Sum x <> Sum y = Sum (x + y)
instance Num a => Monoid (Sum a) where
  mempty = Sum 0
instance Functor Sum where
  fmap f (Sum x) = Sum (f x)
instance Num a => Semigroup (Product a) where
  Product x <> Product y = Product (x * y)
instance Num a => Monoid (Product a) where
  mempty = Product 1
instance Functor Product where
  fmap f (Product x) = Product (f x)
instance Semigroup All where
  All x <> All y = All (x && y)
instance Monoid All where
  mempty = All True
instance Semigroup Any where
  Any x <> Any y = Any (x || y)
instance Monoid Any where
  mempty = Any False
instance Semigroup (First a) where
  First Nothing <> y = y
  x <> _ = x
instance Monoid (First a) where
  mempty = First Nothing
instance Semigroup (Last a) where
  x <> Last Nothing = x
  _ <> y = y
instance Monoid (Last a) where
  mempty = Last Nothing
instance Semigroup a => Semigroup (Dual a) where
  Dual x <> Dual y = Dual (y <> x)
instance Monoid a => Monoid (Dual a) where
  mempty = Dual mempty
