-- Actions on cells that nobody else sees: what they come to is a value.
module Control.Monad.ST.Internal (ST, unST, runST, stToIO) where

newtype ST s a = ST { unST :: IO a }

instance Functor (ST s) where
  fmap f action = ST (bindIO (unST action) (\x -> returnIO (f x)))
instance Applicative (ST s) where
  pure x = ST (returnIO x)
  f <*> action = ST (bindIO (unST f) (\g -> bindIO (unST action) (\x -> returnIO (g x))))
  first *> second = ST (bindIO (unST first) (\_ -> unST second))
instance Monad (ST s) where
  action >>= next = ST (bindIO (unST action) (\x -> unST (next x)))
  first >> second = ST (bindIO (unST first) (\_ -> unST second))

-- The type of GHC's says that no cell of one computation gets into another; here nobody is kept from it.
runST :: ST s a -> a
runST action = performed (unST action)

stToIO :: ST s a -> IO a
stToIO action = unST action
