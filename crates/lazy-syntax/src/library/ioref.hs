-- Cells that actions read and change.
module Data.IORef
  ( IORef, newIORef, readIORef, writeIORef, modifyIORef, modifyIORef', atomicModifyIORef, atomicModifyIORef', atomicWriteIORef
  ) where

newIORef :: a -> IO (IORef a)
newIORef x = newCell x

readIORef :: IORef a -> IO a
readIORef cell = readCell cell

writeIORef, atomicWriteIORef :: IORef a -> a -> IO ()
writeIORef cell x = writeCell cell x
atomicWriteIORef cell x = writeCell cell x

modifyIORef, modifyIORef' :: IORef a -> (a -> a) -> IO ()
modifyIORef cell f = readCell cell >>= \x -> writeCell cell (f x)
modifyIORef' cell f = readCell cell >>= \x -> let y = f x in y `seq` writeCell cell y

atomicModifyIORef, atomicModifyIORef' :: IORef a -> (a -> (a, b)) -> IO b
atomicModifyIORef cell f = readCell cell >>= \x -> let y = f x in writeCell cell (fst y) >> return (snd y)
atomicModifyIORef' cell f = readCell cell >>= \x -> case f x of
  (y, z) -> y `seq` z `seq` (writeCell cell y >> return z)
