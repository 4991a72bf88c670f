-- Arrays that computations in `ST` change. Each is a cell with an array that does not change: an element is reached in the logarithm of its size.
module Data.Array.ST
  ( STArray, STUArray, newArray, newArray_, newListArray, newGenArray, readArray, writeArray, modifyArray, modifyArray', getBounds, getElems, getAssocs
  , freeze, thaw, runSTArray, runSTUArray, module Data.Ix, module Control.Monad.ST
  ) where

import Control.Monad.ST
import Control.Monad.ST.Internal
import Data.Array
import Data.Ix

newtype STArray s i e = STArray { cellOf :: IORef (Array i e) }
type STUArray = STArray

made :: Array i e -> ST s (STArray s i e)
made a = a `seq` ST (bindIO (newCell a) (\cell -> returnIO (STArray cell)))

content :: STArray s i e -> ST s (Array i e)
content a = ST (readCell (cellOf a))

newArray :: Ix i => (i, i) -> e -> ST s (STArray s i e)
newArray ends x = made (listArray ends (repeat x))

newArray_ :: (Ix i, Num e) => (i, i) -> ST s (STArray s i e)
newArray_ ends = newArray ends 0

newListArray :: Ix i => (i, i) -> [e] -> ST s (STArray s i e)
newListArray ends xs = made (listArray ends xs)

newGenArray :: Ix i => (i, i) -> (i -> ST s e) -> ST s (STArray s i e)
newGenArray ends f = mapM f (range ends) >>= \xs -> newListArray ends xs

readArray :: Ix i => STArray s i e -> i -> ST s e
readArray a i = content a >>= \found -> let x = found ! i in inRange (bounds found) i `seq` return x

writeArray :: Ix i => STArray s i e -> i -> e -> ST s ()
writeArray a i x = content a >>= \found -> let next = found // [(i, x)] in next `seq` ST (writeCell (cellOf a) next)

modifyArray, modifyArray' :: Ix i => STArray s i e -> i -> (e -> e) -> ST s ()
modifyArray a i f = readArray a i >>= \x -> writeArray a i (f x)
modifyArray' a i f = readArray a i >>= \x -> let y = f x in y `seq` writeArray a i y

getBounds :: Ix i => STArray s i e -> ST s (i, i)
getBounds a = fmap bounds (content a)

getElems :: Ix i => STArray s i e -> ST s [e]
getElems a = fmap elems (content a)

getAssocs :: Ix i => STArray s i e -> ST s [(i, e)]
getAssocs a = fmap assocs (content a)

freeze :: Ix i => STArray s i e -> ST s (Array i e)
freeze a = content a

thaw :: Ix i => Array i e -> ST s (STArray s i e)
thaw a = made a

runSTArray, runSTUArray :: ST s (STArray s i e) -> Array i e
runSTArray action = runST (action >>= content)
runSTUArray action = runSTArray action
