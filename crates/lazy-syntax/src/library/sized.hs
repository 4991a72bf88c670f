-- What integers of fixed sizes have in common: what does not fit wraps around.
module Data.Word.Internal (Sized, wrap, plain, width, hasSign, unsigned, signed, lowest, highest, both, divided, next, made, rotated, ones) where

import Data.Bits

-- Functions of these types on the integers that they stand for: `wrap` makes one of any integer.
class Sized a where
  wrap :: Integer -> a
  plain :: a -> Integer
  width :: a -> Int
  hasSign :: a -> Bool

unsigned, signed :: Int -> Integer -> Integer
unsigned bits n = n `mod` (2 ^ bits)
signed bits n = let m = unsigned bits n in if m >= 2 ^ (bits - 1) then m - 2 ^ bits else m

lowest, highest :: Sized a => a -> Integer
lowest x = if hasSign x then negate (2 ^ (width x - 1)) else 0
highest x = if hasSign x then 2 ^ (width x - 1) - 1 else 2 ^ width x - 1

both :: Sized a => (Integer -> Integer -> Integer) -> a -> a -> a
both f x y = wrap (f (plain x) (plain y))

-- The least number divided by -1 does not fit.
divided :: Sized a => (Integer -> Integer -> Integer) -> a -> a -> a
divided f x y =
  let q = f (plain x) (plain y) in if q > highest x then throwOverflow else wrap q

throwOverflow :: a
throwOverflow = errorWithoutStackTrace "arithmetic overflow"

next :: Sized a => String -> Integer -> a -> a
next name step x =
  let n = plain x + step
      end = if step > 0 then "maxBound" else "minBound"
  in if n > highest x || n < lowest x
       then errorWithoutStackTrace ("Enum." ++ name ++ ": tried to take `" ++ short name ++ "' of " ++ end)
       else wrap n
  where short text = takeWhile (/= '{') text

made :: Sized a => String -> Int -> a
made name n = let x = wrap (toInteger n) in
  if plain x == toInteger n then x
  else errorWithoutStackTrace ("Enum.toEnum{" ++ name ++ "}: tag (" ++ show n ++ ") is outside of bounds " ++ show (lowest x, highest x))

rotated :: Sized a => a -> Int -> a
rotated x n =
  let w = width x
      k = n `mod` w
      m = unsigned w (plain x)
  in wrap ((m `shiftL` k) .|. (m `shiftR` (w - k)))

ones :: Sized a => a -> Int
ones x = popCount (unsigned (width x) (plain x))
