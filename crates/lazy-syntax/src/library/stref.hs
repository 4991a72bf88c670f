-- Cells of computations in `ST`.
module Data.STRef (STRef, newSTRef, readSTRef, writeSTRef, modifySTRef, modifySTRef') where

import Control.Monad.ST.Internal

newtype STRef s a = STRef { cellOf :: IORef a }

newSTRef :: a -> ST s (STRef s a)
newSTRef x = ST (bindIO (newCell x) (\cell -> returnIO (STRef cell)))

readSTRef :: STRef s a -> ST s a
readSTRef cell = ST (readCell (cellOf cell))

writeSTRef :: STRef s a -> a -> ST s ()
writeSTRef cell x = ST (writeCell (cellOf cell) x)

modifySTRef, modifySTRef' :: STRef s a -> (a -> a) -> ST s ()
modifySTRef cell f = readSTRef cell >>= \x -> writeSTRef cell (f x)
modifySTRef' cell f = readSTRef cell >>= \x -> let y = f x in y `seq` writeSTRef cell y
