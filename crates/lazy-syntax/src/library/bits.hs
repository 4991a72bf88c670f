-- Bits of integers; the functions of this module are primitive.
module Data.Bits where

infixl 8 `shiftL`, `shiftR`
infixl 7 .&.
infixl 6 `xor`
infixl 5 .|.

testBit :: Integral a => a -> Int -> Bool
testBit x n = odd (x `shiftR` n)
