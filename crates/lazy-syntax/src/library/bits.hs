-- Bits of integers; most functions of this module are primitive.
module Data.Bits where

infixl 8 `shiftL`, `shiftR`, `shift`
infixl 7 .&.
infixl 6 `xor`
infixl 5 .|.

-- What has bits here are integers of either size.
class Integral a => Bits a where

instance Bits Int
instance Bits Integer

testBit :: Integral a => a -> Int -> Bool
testBit x n = odd (x `shiftR` n)

complement :: Integral a => a -> a
complement x = negate 1 - x

bit :: Integral a => Int -> a
bit n = 1 `shiftL` n

setBit, clearBit, complementBit :: Integral a => a -> Int -> a
setBit x n = x .|. bit n
clearBit x n = x .&. complement (bit n)
complementBit x n = x `xor` bit n

shift :: Integral a => a -> Int -> a
shift x n = if n >= 0 then x `shiftL` n else x `shiftR` negate n

zeroBits :: Num a => a
zeroBits = 0

-- Of a negative Int all that 64 bits have; there is no such number for an Integer, and GHC's is negative.
popCount :: Integral a => a -> Int
popCount x = if x >= 0 then ones 0 x else wide - ones 0 (complement x)
  where
    wide = if (1 `asTypeOf` x) `shiftL` 64 == 0 then 64 else 0
    ones n y = if y == 0 then n else let m = n + fromIntegral (y .&. 1) in m `seq` ones m (y `shiftR` 1)
