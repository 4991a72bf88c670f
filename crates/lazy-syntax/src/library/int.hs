-- Integers of fixed sizes with a sign. An Int64 is an Int.
module Data.Int (Int, Int8, Int16, Int32, Int64) where

import Data.Array (Ix, range, index, inRange)
import Data.Bits
import Data.Word.Internal

type Int64 = Int

newtype Int8 = MakeInt8 Integer

instance Sized Int8 where
  wrap n = MakeInt8 (signed 8 n)
  plain (MakeInt8 n) = n
  width _ = 8
  hasSign _ = True
instance Eq Int8 where
  MakeInt8 x == MakeInt8 y = x == y
instance Ord Int8 where
  compare (MakeInt8 x) (MakeInt8 y) = compare x y
  MakeInt8 x < MakeInt8 y = x < y
  MakeInt8 x <= MakeInt8 y = x <= y
instance Show Int8 where
  showsPrec d (MakeInt8 x) = showsPrec d x
instance Num Int8 where
  x + y = both (+) x y
  x - y = both (-) x y
  x * y = both (*) x y
  negate x = wrap (negate (plain x))
  abs x = wrap (abs (plain x))
  signum x = wrap (signum (plain x))
  fromInteger n = wrap n
instance Real Int8 where
  toRational x = toRational (plain x)
instance Enum Int8 where
  succ x = next "succ{Int8}" 1 x
  pred x = next "pred{Int8}" (negate 1) x
  toEnum n = made "Int8" n
  fromEnum x = fromInteger (plain x)
  enumFrom x = map wrap (enumFromTo (plain x) (highest x))
  enumFromThen x y = map wrap (enumFromThenTo (plain x) (plain y) (if plain y >= plain x then highest x else lowest x))
  enumFromTo x z = map wrap (enumFromTo (plain x) (plain z))
  enumFromThenTo x y z = map wrap (enumFromThenTo (plain x) (plain y) (plain z))
instance Integral Int8 where
  quot x y = divided quot x y
  rem x y = both rem x y
  div x y = divided div x y
  mod x y = both mod x y
  toInteger x = plain x
instance Bounded Int8 where
  minBound = MakeInt8 (negate 128)
  maxBound = MakeInt8 127
instance Bits Int8 where
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
  zeroBits = MakeInt8 0
  bitSizeMaybe _ = Just 8
  isSigned _ = True
instance FiniteBits Int8 where
  finiteBitSize _ = 8
instance Ix Int8 where
  range (x, y) = enumFromTo x y
  index (x, y) z = index (plain x, plain y) (plain z)
  inRange (x, y) z = x <= z && z <= y

newtype Int16 = MakeInt16 Integer

instance Sized Int16 where
  wrap n = MakeInt16 (signed 16 n)
  plain (MakeInt16 n) = n
  width _ = 16
  hasSign _ = True
instance Eq Int16 where
  MakeInt16 x == MakeInt16 y = x == y
instance Ord Int16 where
  compare (MakeInt16 x) (MakeInt16 y) = compare x y
  MakeInt16 x < MakeInt16 y = x < y
  MakeInt16 x <= MakeInt16 y = x <= y
instance Show Int16 where
  showsPrec d (MakeInt16 x) = showsPrec d x
instance Num Int16 where
  x + y = both (+) x y
  x - y = both (-) x y
  x * y = both (*) x y
  negate x = wrap (negate (plain x))
  abs x = wrap (abs (plain x))
  signum x = wrap (signum (plain x))
  fromInteger n = wrap n
instance Real Int16 where
  toRational x = toRational (plain x)
instance Enum Int16 where
  succ x = next "succ{Int16}" 1 x
  pred x = next "pred{Int16}" (negate 1) x
  toEnum n = made "Int16" n
  fromEnum x = fromInteger (plain x)
  enumFrom x = map wrap (enumFromTo (plain x) (highest x))
  enumFromThen x y = map wrap (enumFromThenTo (plain x) (plain y) (if plain y >= plain x then highest x else lowest x))
  enumFromTo x z = map wrap (enumFromTo (plain x) (plain z))
  enumFromThenTo x y z = map wrap (enumFromThenTo (plain x) (plain y) (plain z))
instance Integral Int16 where
  quot x y = divided quot x y
  rem x y = both rem x y
  div x y = divided div x y
  mod x y = both mod x y
  toInteger x = plain x
instance Bounded Int16 where
  minBound = MakeInt16 (negate 32768)
  maxBound = MakeInt16 32767
instance Bits Int16 where
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
  zeroBits = MakeInt16 0
  bitSizeMaybe _ = Just 16
  isSigned _ = True
instance FiniteBits Int16 where
  finiteBitSize _ = 16
instance Ix Int16 where
  range (x, y) = enumFromTo x y
  index (x, y) z = index (plain x, plain y) (plain z)
  inRange (x, y) z = x <= z && z <= y

newtype Int32 = MakeInt32 Integer

instance Sized Int32 where
  wrap n = MakeInt32 (signed 32 n)
  plain (MakeInt32 n) = n
  width _ = 32
  hasSign _ = True
instance Eq Int32 where
  MakeInt32 x == MakeInt32 y = x == y
instance Ord Int32 where
  compare (MakeInt32 x) (MakeInt32 y) = compare x y
  MakeInt32 x < MakeInt32 y = x < y
  MakeInt32 x <= MakeInt32 y = x <= y
instance Show Int32 where
  showsPrec d (MakeInt32 x) = showsPrec d x
instance Num Int32 where
  x + y = both (+) x y
  x - y = both (-) x y
  x * y = both (*) x y
  negate x = wrap (negate (plain x))
  abs x = wrap (abs (plain x))
  signum x = wrap (signum (plain x))
  fromInteger n = wrap n
instance Real Int32 where
  toRational x = toRational (plain x)
instance Enum Int32 where
  succ x = next "succ{Int32}" 1 x
  pred x = next "pred{Int32}" (negate 1) x
  toEnum n = made "Int32" n
  fromEnum x = fromInteger (plain x)
  enumFrom x = map wrap (enumFromTo (plain x) (highest x))
  enumFromThen x y = map wrap (enumFromThenTo (plain x) (plain y) (if plain y >= plain x then highest x else lowest x))
  enumFromTo x z = map wrap (enumFromTo (plain x) (plain z))
  enumFromThenTo x y z = map wrap (enumFromThenTo (plain x) (plain y) (plain z))
instance Integral Int32 where
  quot x y = divided quot x y
  rem x y = both rem x y
  div x y = divided div x y
  mod x y = both mod x y
  toInteger x = plain x
instance Bounded Int32 where
  minBound = MakeInt32 (negate 2147483648)
  maxBound = MakeInt32 2147483647
instance Bits Int32 where
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
  zeroBits = MakeInt32 0
  bitSizeMaybe _ = Just 32
  isSigned _ = True
instance FiniteBits Int32 where
  finiteBitSize _ = 32
instance Ix Int32 where
  range (x, y) = enumFromTo x y
  index (x, y) z = index (plain x, plain y) (plain z)
  inRange (x, y) z = x <= z && z <= y
