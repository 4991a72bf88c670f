-- Transactions. A program here is one thread: a transaction is done at once, and one that would wait waits for ever.
module Control.Concurrent.STM
  ( STM, atomically, retry, orElse, check, throwSTM, catchSTM, TVar, newTVar, newTVarIO, readTVar, readTVarIO, writeTVar, modifyTVar, modifyTVar'
  , stateTVar, swapTVar, TMVar, newTMVar, newTMVarIO, newEmptyTMVar, newEmptyTMVarIO, takeTMVar, putTMVar, readTMVar, tryTakeTMVar, tryPutTMVar
  , tryReadTMVar, swapTMVar, isEmptyTMVar, writeTMVar
  ) where

import Control.Applicative
import Control.Exception
import Control.Monad
import Data.IORef

newtype STM a = STM (IORef [IO ()] -> IO a)
newtype TVar a = TVar (IORef a)
newtype TMVar a = TMVar (TVar (Maybe a))

data Blocked = Blocked
instance Show Blocked where
  showsPrec _ _ rest = "thread blocked indefinitely in an STM transaction" ++ rest
instance Exception Blocked

run :: IORef [IO ()] -> STM a -> IO a
run undo (STM f) = f undo

instance Functor STM where
  fmap f (STM g) = STM (\undo -> fmap f (g undo))
instance Applicative STM where
  pure x = STM (\_ -> return x)
  f <*> x = f >>= \g -> fmap g x
instance Monad STM where
  STM g >>= next = STM (\undo -> g undo >>= \x -> run undo (next x))
instance Alternative STM where
  empty = retry
  x <|> y = orElse x y

-- A transaction that ends by an exception takes back its writes.
attempted :: STM a -> IO (Either SomeException a)
attempted action = do
  undo <- newIORef []
  outcome <- try (run undo action)
  case outcome of
    Left e -> readIORef undo >>= sequence_ >> return (Left e)
    Right x -> return (Right x)

atomically :: STM a -> IO a
atomically action = attempted action >>= either throwIO return

retry :: STM a
retry = STM (\_ -> throwIO Blocked)

orElse :: STM a -> STM a -> STM a
orElse x y = STM (\undo -> do
  inner <- newIORef []
  outcome <- try (run inner x)
  done <- readIORef inner
  case outcome of
    Right value -> modifyIORef undo (done ++) >> return value
    Left e -> sequence_ done >> case fromException e of
      Just Blocked -> run undo y
      Nothing -> throwIO (e :: SomeException))

check :: Bool -> STM ()
check holds = if holds then return () else retry

throwSTM :: Exception e => e -> STM a
throwSTM e = STM (\_ -> throwIO e)

catchSTM :: Exception e => STM a -> (e -> STM a) -> STM a
catchSTM x handler = STM (\undo -> do
  inner <- newIORef []
  outcome <- try (run inner x)
  done <- readIORef inner
  case outcome of
    Right value -> modifyIORef undo (done ++) >> return value
    Left e -> sequence_ done >> run undo (handler e))

newTVar :: a -> STM (TVar a)
newTVar x = STM (\_ -> newTVarIO x)

newTVarIO :: a -> IO (TVar a)
newTVarIO x = fmap TVar (newIORef x)

readTVar :: TVar a -> STM a
readTVar (TVar cell) = STM (\_ -> readIORef cell)

readTVarIO :: TVar a -> IO a
readTVarIO (TVar cell) = readIORef cell

writeTVar :: TVar a -> a -> STM ()
writeTVar (TVar cell) x = STM (\undo -> do
  old <- readIORef cell
  modifyIORef undo (writeIORef cell old :)
  writeIORef cell x)

modifyTVar, modifyTVar' :: TVar a -> (a -> a) -> STM ()
modifyTVar var f = readTVar var >>= \x -> writeTVar var (f x)
modifyTVar' var f = readTVar var >>= \x -> let y = f x in y `seq` writeTVar var y

stateTVar :: TVar s -> (s -> (a, s)) -> STM a
stateTVar var f = readTVar var >>= \s -> case f s of (x, t) -> writeTVar var t >> return x

swapTVar :: TVar a -> a -> STM a
swapTVar var x = readTVar var >>= \old -> writeTVar var x >> return old

newTMVar :: a -> STM (TMVar a)
newTMVar x = fmap TMVar (newTVar (Just x))

newTMVarIO :: a -> IO (TMVar a)
newTMVarIO x = fmap TMVar (newTVarIO (Just x))

newEmptyTMVar :: STM (TMVar a)
newEmptyTMVar = fmap TMVar (newTVar Nothing)

newEmptyTMVarIO :: IO (TMVar a)
newEmptyTMVarIO = fmap TMVar (newTVarIO Nothing)

takeTMVar, readTMVar :: TMVar a -> STM a
takeTMVar (TMVar var) = readTVar var >>= maybe retry (\x -> writeTVar var Nothing >> return x)
readTMVar (TMVar var) = readTVar var >>= maybe retry return

putTMVar, writeTMVar :: TMVar a -> a -> STM ()
putTMVar (TMVar var) x = readTVar var >>= maybe (writeTVar var (Just x)) (const retry)
writeTMVar (TMVar var) x = writeTVar var (Just x)

tryTakeTMVar, tryReadTMVar :: TMVar a -> STM (Maybe a)
tryTakeTMVar (TMVar var) = readTVar var >>= \content -> writeTVar var Nothing >> return content
tryReadTMVar (TMVar var) = readTVar var

tryPutTMVar :: TMVar a -> a -> STM Bool
tryPutTMVar (TMVar var) x = readTVar var >>= maybe (writeTVar var (Just x) >> return True) (const (return False))

swapTMVar :: TMVar a -> a -> STM a
swapTMVar (TMVar var) x = readTVar var >>= maybe retry (\old -> writeTVar var (Just x) >> return old)

isEmptyTMVar :: TMVar a -> STM Bool
isEmptyTMVar (TMVar var) = fmap (maybe True (const False)) (readTVar var)
