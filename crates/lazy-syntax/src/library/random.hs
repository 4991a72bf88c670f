-- Random numbers. They are the same in each run, and other than those of the package random.
module System.Random
  ( RandomGen, next, split, genRange, StdGen, mkStdGen, getStdGen, newStdGen, Random, random, randomR, randoms, randomRs
  ) where

import Data.Char (chr, ord)

class RandomGen g where
  next :: g -> (Int, g)
  split :: g -> (g, g)
  genRange :: g -> (Int, Int)
  genRange _ = (0, 2147483646)

data StdGen = StdGen Int deriving (Eq, Show, Read)

instance RandomGen StdGen where
  next (StdGen s) = let t = (s * 48271) `mod` 2147483647 in (t - 1, StdGen t)
  split (StdGen s) = (StdGen (seeded (s * 2 + 1)), StdGen (seeded (s * 3 + 7)))

seeded :: Int -> Int
seeded n = let m = (n * 69069 + 12345) `mod` 2147483646 in m + 1

mkStdGen :: Int -> StdGen
mkStdGen n = StdGen (seeded n)

getStdGen, newStdGen :: IO StdGen
getStdGen = return (mkStdGen 0)
newStdGen = return (mkStdGen 1)

class Random a where
  randomR :: RandomGen g => (a, a) -> g -> (a, g)
  random :: RandomGen g => g -> (a, g)
  randomRs :: RandomGen g => (a, a) -> g -> [a]
  randoms :: RandomGen g => g -> [a]
  randomRs ends g = case randomR ends g of (x, h) -> x : randomRs ends h
  randoms g = case random g of (x, h) -> x : randoms h

within :: RandomGen g => Integer -> Integer -> g -> (Integer, g)
within low high g
  | high < low = within high low g
  | otherwise = case drawn (high - low + 1) g of (n, h) -> (low + n `mod` (high - low + 1), h)

-- A number from so many, or more.
drawn :: RandomGen g => Integer -> g -> (Integer, g)
drawn size g = case next g of
  (n, h)
    | size <= 2147483646 -> (toInteger n, h)
    | otherwise -> case drawn (size `div` 2147483646 + 1) h of (m, k) -> (m * 2147483646 + toInteger n, k)

instance Random Int where
  randomR (low, high) g = case within (toInteger low) (toInteger high) g of (n, h) -> (fromInteger n, h)
  random g = randomR (minBound, maxBound) g
instance Random Integer where
  randomR (low, high) g = within low high g
  random g = randomR (toInteger (minBound :: Int), toInteger (maxBound :: Int)) g
instance Random Char where
  randomR (low, high) g = case randomR (ord low, ord high) g of (n, h) -> (chr n, h)
  random g = randomR ('\0', '\1114111') g
instance Random Bool where
  randomR (low, high) g = case randomR (fromEnum low, fromEnum high) g of (n, h) -> (toEnum n, h)
  random g = randomR (False, True) g
instance Random Double where
  randomR (low, high) g = case next g of (n, h) -> (low + (high - low) * fromIntegral n / 2147483646, h)
  random g = randomR (0, 1) g
instance Random Float where
  randomR (low, high) g = case next g of (n, h) -> (low + (high - low) * fromIntegral n / 2147483646, h)
  random g = randomR (0, 1) g
