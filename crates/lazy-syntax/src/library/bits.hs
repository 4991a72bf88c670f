-- Bits of integers.
module Data.Bits where

infixl 8 `shift`, `shiftL`, `shiftR`, `rotate`, `rotateL`, `rotateR`
infixl 8 `unsafeShiftL`, `unsafeShiftR`
infixl 7 .&.
infixl 6 `xor`
infixl 5 .|.

class Eq a => Bits a where
  (.&.), (.|.), xor :: a -> a -> a
  complement :: a -> a
  shift, shiftL, shiftR, unsafeShiftL, unsafeShiftR, rotate, rotateL, rotateR :: a -> Int -> a
  zeroBits :: a
  bit :: Int -> a
  setBit, clearBit, complementBit :: a -> Int -> a
  testBit :: a -> Int -> Bool
  bitSizeMaybe :: a -> Maybe Int
  bitSize :: a -> Int
  isSigned :: a -> Bool
  popCount :: a -> Int
  shift x n = if n >= 0 then shiftL x n else shiftR x (negate n)
  shiftL x n = shift x n
  shiftR x n = shift x (negate n)
  unsafeShiftL x n = shiftL x n
  unsafeShiftR x n = shiftR x n
  rotate x n = shift x n
  rotateL x n = rotate x n
  rotateR x n = rotate x (negate n)
  zeroBits = clearBit (bit 0) 0
  setBit x n = x .|. bit n
  clearBit x n = x .&. complement (bit n)
  complementBit x n = x `xor` bit n
  testBit x n = (x .&. bit n) /= zeroBits
  bitSize x = case bitSizeMaybe x of { Just n -> n; Nothing -> error "bitSize is undefined" }

class Bits a => FiniteBits a where
  finiteBitSize :: a -> Int
  countLeadingZeros, countTrailingZeros :: a -> Int
  countLeadingZeros x = let { w = finiteBitSize x; from n = if n < 0 then w else if testBit x n then w - 1 - n else from (n - 1) } in from (w - 1)
  countTrailingZeros x = let { w = finiteBitSize x; from n = if n >= w then w else if testBit x n then n else from (n + 1) } in from 0

instance Bits Int where
  x .&. y = bitAnd x y
  x .|. y = bitOr x y
  xor x y = bitXor x y
  complement x = negate 1 - x
  shiftL x n = bitLeft x n
  shiftR x n = bitRight x n
  rotate x n
    = let k = n `mod` 64
      in if k == 0 then x else bitLeft x k .|. (bitRight x (64 - k) .&. (bitLeft 1 k - 1))
  zeroBits = 0
  bit n = bitLeft 1 n
  testBit x n = n < 64 && odd (bitRight x n)
  bitSizeMaybe _ = Just 64
  isSigned _ = True
  popCount x = if x >= 0 then onesFrom 0 x else 64 - onesFrom 0 (negate 1 - x)
instance FiniteBits Int where
  finiteBitSize _ = 64

instance Bits Integer where
  x .&. y = bitAnd x y
  x .|. y = bitOr x y
  xor x y = bitXor x y
  complement x = negate 1 - x
  shiftL x n = bitLeft x n
  shiftR x n = bitRight x n
  zeroBits = 0
  bit n = bitLeft 1 n
  testBit x n = odd (bitRight x n)
  bitSizeMaybe _ = Nothing
  isSigned _ = True
  popCount x = if x >= 0 then onesFrom 0 x else negate (onesFrom 0 (negate x))

instance Bits Bool where
  x .&. y = x && y
  x .|. y = x || y
  xor x y = x /= y
  complement x = not x
  shift x n = n == 0 && x
  rotate x _ = x
  zeroBits = False
  bit n = n == 0
  testBit x n = x && n == 0
  bitSizeMaybe _ = Just 1
  isSigned _ = False
  popCount x = if x then 1 else 0
instance FiniteBits Bool where
  finiteBitSize _ = 1

onesFrom :: Integral a => Int -> a -> Int
onesFrom n y = if y == 0 then n else let m = n + fromIntegral (bitAnd y 1) in m `seq` onesFrom m (bitRight y 1)

toIntegralSized :: (Integral a, Integral b) => a -> Maybe b
toIntegralSized x = let y = fromIntegral x in if toInteger y == toInteger x then Just y else Nothing
