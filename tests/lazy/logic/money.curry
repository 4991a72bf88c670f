-- A cryptarithm, by generating digits: TO + GO = OUT.
-- goal: puzzle
--   (2,1,8,0)
--   no more
module Main where

digit :: [Int] -> (Int, [Int])
digit (d:ds) = (d, ds) ? skip d (digit ds)
  where skip x (y, ys) = (y, x : ys)

number :: [Int] -> Int
number = foldl (\n d -> 10 * n + d) 0

puzzle :: (Int, Int, Int, Int)
puzzle
  | t > 0 && g > 0 && o > 0 && number [t, o] + number [g, o] =:= number [o, u, t] = (t, o, g, u)
  where
    (t, ds1) = digit [0 .. 9]
    (o, ds2) = digit ds1
    (g, ds3) = digit ds2
    (u, _) = digit ds3
