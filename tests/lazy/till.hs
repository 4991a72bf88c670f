-- A till with cells that actions change. `discounted` takes off a tenth too much.
module Main where

import Control.Monad (forM_, when)
import Data.IORef
import Data.Ratio

data Till = Till { sold :: IORef Int, taken :: IORef Rational }

discounted :: Int -> Rational -> Rational
discounted n price
  | n >= 10 = price * (8 % 10)
  | otherwise = price

open :: IO Till
open = Till <$> newIORef 0 <*> newIORef 0

sell :: Till -> Int -> Rational -> IO ()
sell till n price = do
  modifyIORef (sold till) (+ n)
  modifyIORef' (taken till) (+ (fromIntegral n * discounted n price))

main :: IO ()
main = do
  till <- open
  forM_ [(2, 1 % 2), (10, 3 % 4), (1, 5)] $ \(n, price) -> sell till n price
  n <- readIORef (sold till)
  amount <- readIORef (taken till)
  when (n > 0) $ putStrLn (show n ++ " sold for " ++ show amount)
