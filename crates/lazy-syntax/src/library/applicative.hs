-- Effects that combine, and those that give way to each other.
module Control.Applicative where

infixl 3 <|>
infixl 4 <**>

class Applicative f => Alternative f where
  empty :: f a
  (<|>) :: f a -> f a -> f a
  some, many :: f a -> f [a]
  some action = liftA2 (:) action (many action)
  many action = some action <|> pure []

instance Alternative Maybe where
  empty = Nothing
  Nothing <|> y = y
  Just x <|> _ = Just x
instance Alternative [] where
  empty = []
  xs <|> ys = xs ++ ys

(<**>) :: Applicative f => f a -> f (a -> b) -> f b
x <**> f = liftA2 (\y g -> g y) x f

liftA :: Applicative f => (a -> b) -> f a -> f b
liftA f x = fmap f x

liftA3 :: Applicative f => (a -> b -> c -> d) -> f a -> f b -> f c -> f d
liftA3 f x y z = liftA2 f x y <*> z

optional :: Alternative f => f a -> f (Maybe a)
optional action = fmap Just action <|> pure Nothing

newtype ZipList a = ZipList { getZipList :: [a] }
instance Functor ZipList where
  fmap f zs = ZipList (map f (getZipList zs))
instance Applicative ZipList where
  pure x = ZipList (repeat x)
  fs <*> zs = ZipList (zipWith id (getZipList fs) (getZipList zs))

-- A value that pretends to be the result of effects.
newtype Const a b = Const { getConst :: a }
instance Functor (Const m) where
  fmap _ (Const x) = Const x
instance Monoid m => Applicative (Const m) where
  pure _ = Const mempty
  Const x <*> Const y = Const (x <> y)
