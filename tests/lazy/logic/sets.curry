-- Set functions: the choices of a function are collected, those of its arguments are not.
-- goal: sortValues (set1 add (10 ? 20))
--   [10,11]
--   [20,21]
--   no more
-- goal: queens [1, 2, 3, 4]
--   [2,4,1,3]
--   [3,1,4,2]
--   no more
-- goal: (isEmpty (set1 none 1), notEmpty (set0 coin), valuesOf (mapValues (+ 1) (set2 plus 1 2)))
--   (True,True,[4,5])
--   no more
import Control.SetFunctions

coin :: Int
coin = 0 ? 1

add, none :: Int -> Int
add x = x + coin
none x | x > 1 = x

plus :: Int -> Int -> Int
plus x y = x + y + coin

queens :: [Int] -> [Int]
queens xs | isEmpty (set2 captured xs ys) = ys where ys = permute xs

permute :: [a] -> [a]
permute [] = []
permute (x:xs) = insert (permute xs)
  where
    insert ys = x : ys
    insert (y:ys) = y : insert ys

captured :: [Int] -> [Int] -> Bool
captured xs ys | _ ++ [(x, a)] ++ _ ++ [(y, b)] ++ _ =:= zip xs ys && (x - a == y - b || x + a == y + b) = True
  where x, y, a, b free
