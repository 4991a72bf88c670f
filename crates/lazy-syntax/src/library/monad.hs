-- Actions of any monad: repeated, conditional, combined.
module Control.Monad where

infixr 1 >=>, <=<

when, unless :: Applicative f => Bool -> f () -> f ()
when condition action = if condition then action else pure ()
unless condition action = if condition then pure () else action

forM_ :: (Foldable t, Monad m) => t a -> (a -> m b) -> m ()
forM_ xs f = mapM_ f xs

forM :: (Traversable t, Monad m) => t a -> (a -> m b) -> m (t b)
forM xs f = mapM f xs

void :: Functor f => f a -> f ()
void action = fmap (const ()) action

forever :: Monad m => m a -> m b
forever action = action >> forever action

join :: Monad m => m (m a) -> m a
join action = action >>= id

replicateM_ :: Applicative m => Int -> m a -> m ()
replicateM_ n action = if n <= 0 then pure () else action *> replicateM_ (n - 1) action

replicateM :: Applicative m => Int -> m a -> m [a]
replicateM n action = if n <= 0 then pure [] else liftA2 (:) action (replicateM (n - 1) action)

foldM :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m b
foldM f z xs = steps z (toList xs)
  where
    steps y [] = return y
    steps y (x : rest) = f y x >>= \next -> steps next rest

foldM_ :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m ()
foldM_ f z xs = foldM f z xs >> return ()

zipWithM :: Applicative m => (a -> b -> m c) -> [a] -> [b] -> m [c]
zipWithM f xs ys = sequenceA (zipWith f xs ys)

zipWithM_ :: Applicative m => (a -> b -> m c) -> [a] -> [b] -> m ()
zipWithM_ f xs ys = traverse_ id (zipWith f xs ys)

filterM :: Applicative m => (a -> m Bool) -> [a] -> m [a]
filterM p xs = foldr (\x rest -> liftA2 (\keep ys -> if keep then x : ys else ys) (p x) rest) (pure []) xs

mapAndUnzipM :: Applicative m => (a -> m (b, c)) -> [a] -> m ([b], [c])
mapAndUnzipM f xs = fmap unzip (traverse f xs)

(>=>) :: Monad m => (a -> m b) -> (b -> m c) -> a -> m c
(>=>) f g x = f x >>= g

(<=<) :: Monad m => (b -> m c) -> (a -> m b) -> a -> m c
(<=<) g f x = f x >>= g

liftM :: Monad m => (a -> b) -> m a -> m b
liftM f action = action >>= \x -> return (f x)

liftM2 :: Monad m => (a -> b -> c) -> m a -> m b -> m c
liftM2 f first second = first >>= \x -> second >>= \y -> return (f x y)

ap :: Monad m => m (a -> b) -> m a -> m b
ap f action = f >>= \g -> action >>= \x -> return (g x)

liftM3 :: Monad m => (a -> b -> c -> d) -> m a -> m b -> m c -> m d
liftM3 f first second third = first >>= \x -> second >>= \y -> third >>= \z -> return (f x y z)

infixl 4 <$!>

(<$!>) :: Monad m => (a -> b) -> m a -> m b
f <$!> action = action >>= \x -> let y = f x in y `seq` return y

guard :: Alternative f => Bool -> f ()
guard condition = if condition then pure () else empty

class (Alternative m, Monad m) => MonadPlus m where
  mzero :: m a
  mplus :: m a -> m a -> m a
  mzero = empty
  mplus x y = x <|> y

instance MonadPlus []
instance MonadPlus Maybe

msum :: (Foldable t, MonadPlus m) => t (m a) -> m a
msum xs = foldr mplus mzero xs

mfilter :: MonadPlus m => (a -> Bool) -> m a -> m a
mfilter p action = action >>= \x -> if p x then return x else mzero

liftM4 :: Monad m => (a -> b -> c -> d -> e) -> m a -> m b -> m c -> m d -> m e
liftM4 f w x y z = w >>= \a -> x >>= \b -> y >>= \c -> z >>= \d -> return (f a b c d)

liftM5 :: Monad m => (a -> b -> c -> d -> e -> r) -> m a -> m b -> m c -> m d -> m e -> m r
liftM5 f v w x y z = v >>= \a -> w >>= \b -> x >>= \c -> y >>= \d -> z >>= \e -> return (f a b c d e)
