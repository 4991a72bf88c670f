-- Thesis, Listing 17: > should be <, and xs and ys swapped.
isort :: [Int] -> [Int]
isort = foldr insert []

insert :: Int -> [Int] -> [Int]
insert n ns = xs ++ [n] ++ ys
  where
  xs = takeWhile (not . after) ns
  ys = dropWhile (not . after) ns
  after m = n > m

main = print (isort [4,3,5])
