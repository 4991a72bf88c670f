-- A cell that may be empty. A program here is one thread: to take from an empty one, or to fill a full one, would wait for ever.
module Control.Concurrent.MVar
  ( MVar, newMVar, newEmptyMVar, takeMVar, putMVar, readMVar, swapMVar, tryTakeMVar, tryPutMVar, tryReadMVar, isEmptyMVar, withMVar, modifyMVar_
  , modifyMVar
  ) where

import Data.IORef

newtype MVar a = MVar (IORef (Maybe a))

newMVar :: a -> IO (MVar a)
newMVar x = fmap MVar (newIORef (Just x))

newEmptyMVar :: IO (MVar a)
newEmptyMVar = fmap MVar (newIORef Nothing)

tryTakeMVar, tryReadMVar :: MVar a -> IO (Maybe a)
tryTakeMVar (MVar cell) = readIORef cell >>= \content -> writeIORef cell Nothing >> return content
tryReadMVar (MVar cell) = readIORef cell

takeMVar, readMVar :: MVar a -> IO a
takeMVar cell = tryTakeMVar cell >>= maybe blocked return
readMVar cell = tryReadMVar cell >>= maybe blocked return

tryPutMVar :: MVar a -> a -> IO Bool
tryPutMVar (MVar cell) x = readIORef cell >>= \content -> case content of
  Nothing -> writeIORef cell (Just x) >> return True
  Just _ -> return False

putMVar :: MVar a -> a -> IO ()
putMVar cell x = tryPutMVar cell x >>= \done -> if done then return () else blocked

swapMVar :: MVar a -> a -> IO a
swapMVar cell x = takeMVar cell >>= \old -> putMVar cell x >> return old

isEmptyMVar :: MVar a -> IO Bool
isEmptyMVar cell = fmap (maybe True (const False)) (tryReadMVar cell)

withMVar :: MVar a -> (a -> IO b) -> IO b
withMVar cell f = takeMVar cell >>= \x -> f x >>= \y -> putMVar cell x >> return y

modifyMVar_ :: MVar a -> (a -> IO a) -> IO ()
modifyMVar_ cell f = takeMVar cell >>= f >>= putMVar cell

modifyMVar :: MVar a -> (a -> IO (a, b)) -> IO b
modifyMVar cell f = takeMVar cell >>= f >>= \p -> putMVar cell (fst p) >> return (snd p)

blocked :: IO a
blocked = ioError (userError "thread blocked indefinitely in an MVar operation")
