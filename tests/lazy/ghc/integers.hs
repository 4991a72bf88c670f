---- integers
{-# LANGUAGE MultiWayIf, ViewPatterns #-}
-- Integers of fixed sizes, their bits, and patterns that look at a value through a function (beside GHC).
module Main where

import Data.Bits
import Data.Int
import Data.List (stripPrefix)
import Data.Word

-- Values at the ends of each type, and some between.
samples :: (Bounded a, Num a) => [a]
samples = [minBound, minBound + 1, 0, 1, 2, 3, 7, 85, 100, 127, maxBound - 1, maxBound]

-- All functions of two numbers, on all pairs.
pairs :: (Integral a, Bounded a, FiniteBits a) => (a -> String) -> [String]
pairs shown =
  [ unwords (map shown [x + y, x - y, x * y, x .&. y, x .|. y, xor x y, max x y] ++ map shown (divided x y) ++ [show (compare x y)])
  | x <- samples, y <- samples ]
  where
    divided x y
      | y == 0 || x == minBound && y + 1 == 0 = []
      | otherwise = [div x y, mod x y, quot x y, rem x y]

-- All functions of one number.
singles :: (Integral a, Bounded a, FiniteBits a, Show a) => a -> [String]
singles end = [line x | x <- end : samples]
  where
    line x =
      show (x, negate x, abs x, signum x, complement x, popCount x)
        ++ show (map (shiftL x) [0, 1, 7, 8, 31, 64], map (shiftR x) [0, 1, 7, 8, 31, 64], map (rotate x) [-9, -1, 0, 1, 5, 8, 33])
        ++ show (map (testBit x) [0, 1, 7, 15, 31, 63], setBit x 5, clearBit x 0, complementBit x 3)
        ++ show (countLeadingZeros x, countTrailingZeros x, finiteBitSize x, toInteger x, fromIntegral x :: Int)

conversions :: Integer -> String
conversions n =
  show (fromInteger n :: Int8, fromInteger n :: Int16, fromInteger n :: Int32, fromInteger n :: Int64)
    ++ show (fromInteger n :: Word8, fromInteger n :: Word16, fromInteger n :: Word32, fromInteger n :: Word64, fromInteger n :: Word)

-- What a command says to do.
command :: String -> String
command (stripPrefix "add " -> Just (words -> [x, y])) = show (read x + read y :: Int)
command (words -> "say" : rest) = unwords rest
command (length -> n) | n > 20 = "long"
command _ = "what?"

clamp :: Int -> Int -> (Int, Int)
clamp low (max low -> x) = (low, x)

sized :: (Maybe Int, [Int]) -> Int
sized (Just (even -> True), [(+ 1) -> x]) = x + y where y = x * 2
sized (fmap negate -> Nothing, xs) = length xs
sized _ = -1

sign :: Int -> String
sign n = if | n < 0 -> "negative" | n == 0, even n -> "zero" | otherwise -> "positive"

data Colour = Colour { red, green, blue :: !Word8 } deriving (Eq, Ord, Show)

main :: IO ()
main = do
  mapM_ putStrLn (pairs (show :: Int8 -> String))
  mapM_ putStrLn (pairs (show :: Word8 -> String))
  mapM_ putStrLn (take 60 (pairs (show :: Int16 -> String)))
  mapM_ putStrLn (take 60 (pairs (show :: Word32 -> String)))
  mapM_ putStrLn (drop 84 (pairs (show :: Word64 -> String)))
  mapM_ putStrLn (drop 84 (pairs (show :: Int -> String)))
  mapM_ putStrLn (singles (5 :: Int8) ++ singles (9 :: Word8) ++ singles (300 :: Int16) ++ singles (65000 :: Word16))
  mapM_ putStrLn (singles (70000 :: Int32) ++ singles (4000000000 :: Word32) ++ singles (-17 :: Int) ++ singles (17 :: Word64))
  mapM_ (putStrLn . conversions) [-129, -1, 0, 127, 128, 255, 256, 40000, 65536, 2 ^ 31, 2 ^ 40 + 5, 2 ^ 63, 2 ^ 64 - 1, -(2 ^ 70)]
  print ([250 ..] :: [Word8])
  print ([1, 60 ..] :: [Int8], [200, 150 .. 20] :: [Word8], succ 4 :: Word16, fromEnum (9 :: Int32), toEnum 7 :: Word8)
  print (sum (map fromIntegral [1 .. 1000 :: Int]) :: Word16, product [1 .. 30 :: Word64])
  print (popCount (-7 :: Integer), testBit (-1 :: Integer) 100, shiftL 1 100 :: Integer, complement (2 ^ 70) :: Integer, (-5) .&. 255 :: Integer)
  print (xor True False, True .&. False, popCount True, (toIntegralSized (300 :: Int) :: Maybe Word8), (toIntegralSized (30 :: Int) :: Maybe Word8))
  print (byteSwap16 0x1234, byteSwap32 0x12345678, Colour 1 255 (255 + 3), Just (-3 :: Int8))
  mapM_ (putStrLn . command) ["add 3 4", "add 3", "say it loud", "something that is very long", ""]
  print (clamp 3 1, clamp 3 9, map sized [(Just 2, [5]), (Just 3, [5]), (Nothing, [1, 2]), (Just 2, [])], map sign [-1, 0, 1])
