-- Integers of fixed sizes without a sign.
module Data.Word (Word, Word8, Word16, Word32, Word64, byteSwap16, byteSwap32, byteSwap64) where

import Data.Array (Ix, range, index, inRange)
import Data.Bits
import Data.Word.Internal

newtype Word8 = MakeWord8 Integer

instance Sized Word8 where
  wrap n = MakeWord8 (unsigned 8 n)
  plain (MakeWord8 n) = n
  width _ = 8
  hasSign _ = False
instance Eq Word8 where
  MakeWord8 x == MakeWord8 y = x == y
instance Ord Word8 where
  compare (MakeWord8 x) (MakeWord8 y) = compare x y
  MakeWord8 x < MakeWord8 y = x < y
  MakeWord8 x <= MakeWord8 y = x <= y
instance Show Word8 where
  showsPrec d (MakeWord8 x) = showsPrec d x
instance Num Word8 where
  x + y = both (+) x y
  x - y = both (-) x y
  x * y = both (*) x y
  negate x = wrap (negate (plain x))
  abs x = wrap (abs (plain x))
  signum x = wrap (signum (plain x))
  fromInteger n = wrap n
instance Real Word8 where
  toRational x = toRational (plain x)
instance Enum Word8 where
  succ x = next "succ{Word8}" 1 x
  pred x = next "pred{Word8}" (negate 1) x
  toEnum n = made "Word8" n
  fromEnum x = fromInteger (plain x)
  enumFrom x = map wrap (enumFromTo (plain x) (highest x))
  enumFromThen x y = map wrap (enumFromThenTo (plain x) (plain y) (if plain y >= plain x then highest x else lowest x))
  enumFromTo x z = map wrap (enumFromTo (plain x) (plain z))
  enumFromThenTo x y z = map wrap (enumFromThenTo (plain x) (plain y) (plain z))
instance Integral Word8 where
  quot x y = divided quot x y
  rem x y = both rem x y
  div x y = divided div x y
  mod x y = both mod x y
  toInteger x = plain x
instance Bounded Word8 where
  minBound = MakeWord8 (0)
  maxBound = MakeWord8 255
instance Bits Word8 where
  x .&. y = both (.&.) x y
  x .|. y = both (.|.) x y
  xor x y = both xor x y
  complement x = wrap (complement (plain x))
  shiftL x n = wrap (shiftL (plain x) n)
  shiftR x n = wrap (shiftR (plain x) n)
  rotate x n = rotated x n
  popCount x = ones x
  testBit x n = n < 8 && testBit (plain x) n
  bit n = wrap (bit n)
  zeroBits = MakeWord8 0
  bitSizeMaybe _ = Just 8
  isSigned _ = False
instance FiniteBits Word8 where
  finiteBitSize _ = 8
instance Ix Word8 where
  range (x, y) = enumFromTo x y
  index (x, y) z = index (plain x, plain y) (plain z)
  inRange (x, y) z = x <= z && z <= y

newtype Word16 = MakeWord16 Integer

instance Sized Word16 where
  wrap n = MakeWord16 (unsigned 16 n)
  plain (MakeWord16 n) = n
  width _ = 16
  hasSign _ = False
instance Eq Word16 where
  MakeWord16 x == MakeWord16 y = x == y
instance Ord Word16 where
  compare (MakeWord16 x) (MakeWord16 y) = compare x y
  MakeWord16 x < MakeWord16 y = x < y
  MakeWord16 x <= MakeWord16 y = x <= y
instance Show Word16 where
  showsPrec d (MakeWord16 x) = showsPrec d x
instance Num Word16 where
  x + y = both (+) x y
  x - y = both (-) x y
  x * y = both (*) x y
  negate x = wrap (negate (plain x))
  abs x = wrap (abs (plain x))
  signum x = wrap (signum (plain x))
  fromInteger n = wrap n
instance Real Word16 where
  toRational x = toRational (plain x)
instance Enum Word16 where
  succ x = next "succ{Word16}" 1 x
  pred x = next "pred{Word16}" (negate 1) x
  toEnum n = made "Word16" n
  fromEnum x = fromInteger (plain x)
  enumFrom x = map wrap (enumFromTo (plain x) (highest x))
  enumFromThen x y = map wrap (enumFromThenTo (plain x) (plain y) (if plain y >= plain x then highest x else lowest x))
  enumFromTo x z = map wrap (enumFromTo (plain x) (plain z))
  enumFromThenTo x y z = map wrap (enumFromThenTo (plain x) (plain y) (plain z))
instance Integral Word16 where
  quot x y = divided quot x y
  rem x y = both rem x y
  div x y = divided div x y
  mod x y = both mod x y
  toInteger x = plain x
instance Bounded Word16 where
  minBound = MakeWord16 (0)
  maxBound = MakeWord16 65535
instance Bits Word16 where
  x .&. y = both (.&.) x y
  x .|. y = both (.|.) x y
  xor x y = both xor x y
  complement x = wrap (complement (plain x))
  shiftL x n = wrap (shiftL (plain x) n)
  shiftR x n = wrap (shiftR (plain x) n)
  rotate x n = rotated x n
  popCount x = ones x
  testBit x n = n < 16 && testBit (plain x) n
  bit n = wrap (bit n)
  zeroBits = MakeWord16 0
  bitSizeMaybe _ = Just 16
  isSigned _ = False
instance FiniteBits Word16 where
  finiteBitSize _ = 16
instance Ix Word16 where
  range (x, y) = enumFromTo x y
  index (x, y) z = index (plain x, plain y) (plain z)
  inRange (x, y) z = x <= z && z <= y

newtype Word32 = MakeWord32 Integer

instance Sized Word32 where
  wrap n = MakeWord32 (unsigned 32 n)
  plain (MakeWord32 n) = n
  width _ = 32
  hasSign _ = False
instance Eq Word32 where
  MakeWord32 x == MakeWord32 y = x == y
instance Ord Word32 where
  compare (MakeWord32 x) (MakeWord32 y) = compare x y
  MakeWord32 x < MakeWord32 y = x < y
  MakeWord32 x <= MakeWord32 y = x <= y
instance Show Word32 where
  showsPrec d (MakeWord32 x) = showsPrec d x
instance Num Word32 where
  x + y = both (+) x y
  x - y = both (-) x y
  x * y = both (*) x y
  negate x = wrap (negate (plain x))
  abs x = wrap (abs (plain x))
  signum x = wrap (signum (plain x))
  fromInteger n = wrap n
instance Real Word32 where
  toRational x = toRational (plain x)
instance Enum Word32 where
  succ x = next "succ{Word32}" 1 x
  pred x = next "pred{Word32}" (negate 1) x
  toEnum n = made "Word32" n
  fromEnum x = fromInteger (plain x)
  enumFrom x = map wrap (enumFromTo (plain x) (highest x))
  enumFromThen x y = map wrap (enumFromThenTo (plain x) (plain y) (if plain y >= plain x then highest x else lowest x))
  enumFromTo x z = map wrap (enumFromTo (plain x) (plain z))
  enumFromThenTo x y z = map wrap (enumFromThenTo (plain x) (plain y) (plain z))
instance Integral Word32 where
  quot x y = divided quot x y
  rem x y = both rem x y
  div x y = divided div x y
  mod x y = both mod x y
  toInteger x = plain x
instance Bounded Word32 where
  minBound = MakeWord32 (0)
  maxBound = MakeWord32 4294967295
instance Bits Word32 where
  x .&. y = both (.&.) x y
  x .|. y = both (.|.) x y
  xor x y = both xor x y
  complement x = wrap (complement (plain x))
  shiftL x n = wrap (shiftL (plain x) n)
  shiftR x n = wrap (shiftR (plain x) n)
  rotate x n = rotated x n
  popCount x = ones x
  testBit x n = n < 32 && testBit (plain x) n
  bit n = wrap (bit n)
  zeroBits = MakeWord32 0
  bitSizeMaybe _ = Just 32
  isSigned _ = False
instance FiniteBits Word32 where
  finiteBitSize _ = 32
instance Ix Word32 where
  range (x, y) = enumFromTo x y
  index (x, y) z = index (plain x, plain y) (plain z)
  inRange (x, y) z = x <= z && z <= y

newtype Word64 = MakeWord64 Integer

instance Sized Word64 where
  wrap n = MakeWord64 (unsigned 64 n)
  plain (MakeWord64 n) = n
  width _ = 64
  hasSign _ = False
instance Eq Word64 where
  MakeWord64 x == MakeWord64 y = x == y
instance Ord Word64 where
  compare (MakeWord64 x) (MakeWord64 y) = compare x y
  MakeWord64 x < MakeWord64 y = x < y
  MakeWord64 x <= MakeWord64 y = x <= y
instance Show Word64 where
  showsPrec d (MakeWord64 x) = showsPrec d x
instance Num Word64 where
  x + y = both (+) x y
  x - y = both (-) x y
  x * y = both (*) x y
  negate x = wrap (negate (plain x))
  abs x = wrap (abs (plain x))
  signum x = wrap (signum (plain x))
  fromInteger n = wrap n
instance Real Word64 where
  toRational x = toRational (plain x)
instance Enum Word64 where
  succ x = next "succ{Word64}" 1 x
  pred x = next "pred{Word64}" (negate 1) x
  toEnum n = made "Word64" n
  fromEnum x = fromInteger (plain x)
  enumFrom x = map wrap (enumFromTo (plain x) (highest x))
  enumFromThen x y = map wrap (enumFromThenTo (plain x) (plain y) (if plain y >= plain x then highest x else lowest x))
  enumFromTo x z = map wrap (enumFromTo (plain x) (plain z))
  enumFromThenTo x y z = map wrap (enumFromThenTo (plain x) (plain y) (plain z))
instance Integral Word64 where
  quot x y = divided quot x y
  rem x y = both rem x y
  div x y = divided div x y
  mod x y = both mod x y
  toInteger x = plain x
instance Bounded Word64 where
  minBound = MakeWord64 (0)
  maxBound = MakeWord64 18446744073709551615
instance Bits Word64 where
  x .&. y = both (.&.) x y
  x .|. y = both (.|.) x y
  xor x y = both xor x y
  complement x = wrap (complement (plain x))
  shiftL x n = wrap (shiftL (plain x) n)
  shiftR x n = wrap (shiftR (plain x) n)
  rotate x n = rotated x n
  popCount x = ones x
  testBit x n = n < 64 && testBit (plain x) n
  bit n = wrap (bit n)
  zeroBits = MakeWord64 0
  bitSizeMaybe _ = Just 64
  isSigned _ = False
instance FiniteBits Word64 where
  finiteBitSize _ = 64
instance Ix Word64 where
  range (x, y) = enumFromTo x y
  index (x, y) z = index (plain x, plain y) (plain z)
  inRange (x, y) z = x <= z && z <= y

newtype Word = MakeWord Integer

instance Sized Word where
  wrap n = MakeWord (unsigned 64 n)
  plain (MakeWord n) = n
  width _ = 64
  hasSign _ = False
instance Eq Word where
  MakeWord x == MakeWord y = x == y
instance Ord Word where
  compare (MakeWord x) (MakeWord y) = compare x y
  MakeWord x < MakeWord y = x < y
  MakeWord x <= MakeWord y = x <= y
instance Show Word where
  showsPrec d (MakeWord x) = showsPrec d x
instance Num Word where
  x + y = both (+) x y
  x - y = both (-) x y
  x * y = both (*) x y
  negate x = wrap (negate (plain x))
  abs x = wrap (abs (plain x))
  signum x = wrap (signum (plain x))
  fromInteger n = wrap n
instance Real Word where
  toRational x = toRational (plain x)
instance Enum Word where
  succ x = next "succ{Word}" 1 x
  pred x = next "pred{Word}" (negate 1) x
  toEnum n = made "Word" n
  fromEnum x = fromInteger (plain x)
  enumFrom x = map wrap (enumFromTo (plain x) (highest x))
  enumFromThen x y = map wrap (enumFromThenTo (plain x) (plain y) (if plain y >= plain x then highest x else lowest x))
  enumFromTo x z = map wrap (enumFromTo (plain x) (plain z))
  enumFromThenTo x y z = map wrap (enumFromThenTo (plain x) (plain y) (plain z))
instance Integral Word where
  quot x y = divided quot x y
  rem x y = both rem x y
  div x y = divided div x y
  mod x y = both mod x y
  toInteger x = plain x
instance Bounded Word where
  minBound = MakeWord (0)
  maxBound = MakeWord 18446744073709551615
instance Bits Word where
  x .&. y = both (.&.) x y
  x .|. y = both (.|.) x y
  xor x y = both xor x y
  complement x = wrap (complement (plain x))
  shiftL x n = wrap (shiftL (plain x) n)
  shiftR x n = wrap (shiftR (plain x) n)
  rotate x n = rotated x n
  popCount x = ones x
  testBit x n = n < 64 && testBit (plain x) n
  bit n = wrap (bit n)
  zeroBits = MakeWord 0
  bitSizeMaybe _ = Just 64
  isSigned _ = False
instance FiniteBits Word where
  finiteBitSize _ = 64
instance Ix Word where
  range (x, y) = enumFromTo x y
  index (x, y) z = index (plain x, plain y) (plain z)
  inRange (x, y) z = x <= z && z <= y

byteSwap16 :: Word16 -> Word16
byteSwap16 x = rotated x 8

byteSwap32 :: Word32 -> Word32
byteSwap32 x = wrap (bytes 4 (plain x))

byteSwap64 :: Word64 -> Word64
byteSwap64 x = wrap (bytes 8 (plain x))

bytes :: Int -> Integer -> Integer
bytes n x = if n == 0 then 0 else (x `mod` 256) * 256 ^ (n - 1) + bytes (n - 1) (x `div` 256)
