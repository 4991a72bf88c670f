-- The queens puzzle: a permutation in which no queen is captured.
-- goal: queens 4
--   [2,4,1,3]
--   [3,1,4,2]
--   no more
-- goal: queens 6
--   [2,4,6,1,3,5]
--   [3,6,2,5,1,4]
--   [4,1,5,2,6,3]
--   [5,3,1,6,4,2]
--   no more
-- goal: queens 3
--   no more
queens :: Int -> [Int]
queens n | safe qs = qs
  where qs = permute [1 .. n]

permute :: [a] -> [a]
permute [] = []
permute (x:xs) = insert x (permute xs)
  where
    insert y ys = y : ys
    insert y (z:zs) = z : insert y zs

safe :: [Int] -> Bool
safe qs = and [noAttack q (drop i qs) 1 | (i, q) <- zip [1 ..] qs]

noAttack :: Int -> [Int] -> Int -> Bool
noAttack _ [] _ = True
noAttack q (x:xs) d = abs (q - x) /= d && noAttack q xs (d + 1)
