-- Numbers at the beginning of a text, and what follows them.
module Data.Text.Read (Reader, decimal, signed, hexadecimal, double, rational) where

import Data.Char (digitToInt, isDigit, isHexDigit)
import Data.Ratio (Rational)
import Data.Text (Text, pack, unpack)

type Reader a = Text -> Either String (a, Text)

decimal, hexadecimal :: Integral a => Text -> Either String (a, Text)
decimal t = case span isDigit (unpack t) of
  ([], _) -> Left "input does not start with a digit"
  (digits, rest) -> Right (number 10 digits, pack rest)
hexadecimal t = case span isHexDigit (unprefixed (unpack t)) of
  ([], _) -> Left "input does not start with a hexadecimal digit"
  (digits, rest) -> Right (number 16 digits, pack rest)
  where
    unprefixed ('0' : x : rest) | x `elem` "xX" = rest
    unprefixed s = s

number :: Integral a => Integer -> String -> a
number base digits = fromInteger (foldl (\n d -> n * base + toInteger (digitToInt d)) 0 digits)

signed :: Num a => (Text -> Either String (a, Text)) -> Text -> Either String (a, Text)
signed reader t = case unpack t of
  '-' : rest -> fmap (\(n, more) -> (negate n, more)) (reader (pack rest))
  '+' : rest -> reader (pack rest)
  _ -> reader t

double :: Text -> Either String (Double, Text)
double t = fraction fromRational t

rational :: Fractional a => Text -> Either String (a, Text)
rational t = fraction fromRational t

fraction :: Num a => (Rational -> a) -> Text -> Either String (a, Text)
fraction make t = signed unsigned t
  where
    unsigned s = case span isDigit (unpack s) of
      ([], _) -> Left "input does not start with a digit"
      (whole, rest) ->
        let (part, more) = case rest of
              '.' : after | (digits@(_ : _), end) <- span isDigit after -> (digits, end)
              _ -> ([], rest)
            (power, end) = exponent more
            mantissa = toRational (number 10 (whole ++ part) :: Integer)
            shift = power - length part
            value = if shift >= 0 then mantissa * 10 ^ shift else mantissa / 10 ^ negate shift
        in Right (make value, pack end)
    exponent s = case s of
      e : '-' : rest | e `elem` "eE", (digits@(_ : _), end) <- span isDigit rest -> (negate (number 10 digits), end)
      e : '+' : rest | e `elem` "eE", (digits@(_ : _), end) <- span isDigit rest -> (number 10 digits, end)
      e : rest | e `elem` "eE", (digits@(_ : _), end) <- span isDigit rest -> (number 10 digits, end)
      _ -> (0, s)
