-- Numbers as digits, for those who format them.
module Numeric.Internal (digits, decimal, rounded, fixed, general, scientific) where

import Data.Char (intToDigit)

digits :: Integer -> Integer -> String
digits base n
  | n < base = [intToDigit (fromInteger n)]
  | otherwise = digits base (n `div` base) ++ [intToDigit (fromInteger (n `mod` base))]

-- The shortest digits that mean the number, and how many of them stand before the point.
decimal :: Double -> ([Int], Int)
decimal x =
  let (mantissa, exponent) = break (== 'e') (show x)
      (whole, fraction) = break (== '.') mantissa
      shift = case exponent of { [] -> 0; _ : text -> read text }
      all = whole ++ drop 1 fraction
      significant = dropWhile (== '0') all
      point = length whole + shift - (length all - length significant)
  in case reverse (dropWhile (== '0') (reverse significant)) of
       [] -> ([0], 0)
       kept -> (map (\c -> fromEnum c - fromEnum '0') kept, point)

-- Rounded to so many digits, halves to even ones; and whether there is one more digit in front now.
rounded :: Int -> [Int] -> (Int, [Int])
rounded n ds =
  let (carry, kept) = go n True ds in if carry == 1 then (1, 1 : kept) else (0, kept)
  where
    go k isEven (d : rest)
      | k == 0 = (if d > 5 || d == 5 && (not isEven || any (/= 0) rest) then 1 else 0, [])
      | otherwise =
          let (carry, more) = go (k - 1) (even d) rest
              sum' = d + carry
          in if sum' == 10 then (1, 0 : more) else (0, sum' : more)
    go k _ [] = (0, replicate k 0)

fixed :: Int -> Double -> String
fixed places x
  | isInfinite' x = "Infinity"
  | x /= x = "NaN"
  | otherwise =
      let (ds, point) = decimal x
          (carry, kept) = if point >= 0 then rounded (point + places) ds else rounded places (replicate (negate point) 0 ++ ds)
          before = (if point >= 0 then point else 0) + carry
          (whole, fraction) = splitAt before kept
          text = concatMap show
      in (if null whole then "0" else text whole) ++ (if null fraction then "" else '.' : text fraction)

isInfinite' :: Double -> Bool
isInfinite' x = x == 1 / 0

general :: Maybe Int -> Double -> String
general precision x = case precision of
  Just places -> fixed places x
  Nothing -> let (ds, point) = decimal x in fixed (max 1 (length ds - point)) x

scientific :: Maybe Int -> Double -> String
scientific precision x =
  let (ds, point) = decimal x
      (carry, kept) = case precision of
        Just places -> rounded (1 + max 0 places) ds
        Nothing -> (0, ds)
      shown = if carry == 1 then init kept else kept
      exponent = if x == 0 then 0 else point - 1 + carry
      text = concatMap show
  in case (shown, precision) of
       (d : [], Just 0) -> show d ++ 'e' : show exponent
       (d : [], _) -> show d ++ ".0e" ++ show exponent
       (d : more, _) -> show d ++ '.' : text more ++ 'e' : show exponent
       ([], _) -> ""
