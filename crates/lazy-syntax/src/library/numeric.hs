-- Numbers as texts in other forms than theirs, and back.
module Numeric
  ( showHex, showOct, showBin, showIntAtBase, showInt, showFFloat, showEFloat, showGFloat, showFloat, showSigned, readHex, readOct, readDec, readBin, readInt
  , readFloat
  ) where

import Data.Char (digitToInt, intToDigit, isDigit, isHexDigit, isOctDigit)
import Numeric.Internal

showHex, showOct, showBin, showInt :: Integral a => a -> ShowS
showHex n = showIntAtBase 16 intToDigit n
showOct n = showIntAtBase 8 intToDigit n
showBin n = showIntAtBase 2 intToDigit n
showInt n = if n < 0 then errorWithoutStackTrace "Numeric.showInt: can't show negative numbers" else shows (toInteger n)

showIntAtBase :: Integral a => a -> (Int -> Char) -> a -> ShowS
showIntAtBase base digit n rest
  | base <= 1 = errorWithoutStackTrace "Numeric.showIntAtBase: applied to unsupported base"
  | n < 0 = errorWithoutStackTrace "Numeric.showIntAtBase: applied to negative number"
  | otherwise = onto n rest
  where
    onto m after =
      let c = digit (fromIntegral (m `rem` base))
          q = m `quot` base
      in if q == 0 then c : after else onto q (c : after)

showFFloat, showEFloat, showGFloat :: RealFloat a => Maybe Int -> a -> ShowS
showFFloat places x rest = real (\y -> general (fmap (max 0) places) y) x ++ rest
showEFloat places x rest = real (\y -> scientific places y) x ++ rest
showGFloat places x rest
  | x /= 0 && (abs x < 0.1 || abs x >= 10000000) = showEFloat places x rest
  | otherwise = showFFloat places x rest

showFloat :: RealFloat a => a -> ShowS
showFloat x rest = show (double x) ++ rest

double :: RealFloat a => a -> Double
double x = realToFrac x

real :: RealFloat a => (Double -> String) -> a -> String
real shown x
  | isNaN x = "NaN"
  | isInfinite x = if x < 0 then "-Infinity" else "Infinity"
  | x < 0 || isNegativeZero x = '-' : shown (double (negate x))
  | otherwise = shown (double x)

showSigned :: Real a => (a -> ShowS) -> Int -> a -> ShowS
showSigned shown precedence x
  | x < 0 = showParen (precedence > 6) (showChar '-' . shown (negate x))
  | otherwise = shown x

readHex, readOct, readDec, readBin :: Num a => String -> [(a, String)]
readHex text = readInt 16 isHexDigit digitToInt text
readOct text = readInt 8 isOctDigit digitToInt text
readDec text = readInt 10 isDigit digitToInt text
readBin text = readInt 2 (`elem` "01") digitToInt text

readInt :: Num a => a -> (Char -> Bool) -> (Char -> Int) -> String -> [(a, String)]
readInt base isIt value text = case span isIt text of
  ([], _) -> []
  (found, rest) -> [(foldl (\n c -> n * base + fromIntegral (value c)) 0 found, rest)]

readFloat :: (Read a, RealFloat a) => String -> [(a, String)]
readFloat text = reads text
