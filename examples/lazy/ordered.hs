-- Insertion sort that loses equal elements. The properties notice.
module Main where

sort :: [Int] -> [Int]
sort [] = []
sort (x:xs) = insert x (sort xs)

insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y:ys)
  | x < y = x : y : ys
  | x > y = y : insert x ys
  | otherwise = y : ys

prop_sort_length :: [Int] -> Bool
prop_sort_length xs = length (sort xs) == length xs
