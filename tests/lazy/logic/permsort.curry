-- Permutation sort, with a non-deterministic operation.
-- goal: psort [3, 1, 2]
--   [1,2,3]
--   no more
-- goal: permutation [1, 2, 3]
--   [1,2,3]
--   [1,3,2]
--   [2,1,3]
--   [2,3,1]
--   [3,1,2]
--   [3,2,1]
--   no more
-- goal: psort2 [2, 3, 1]
--   [1,2,3]
--   no more
ndinsert :: a -> [a] -> [a]
ndinsert x ys     = x : ys
ndinsert x (y:ys) = y : ndinsert x ys

permutation :: [a] -> [a]
permutation []     = []
permutation (x:xs) = ndinsert x (permutation xs)

idSorted :: [Int] -> [Int]
idSorted []                     = []
idSorted [x]                    = [x]
idSorted (x:y:ys) | (x <= y) =:= True = x : idSorted (y:ys)

psort :: [Int] -> [Int]
psort xs = idSorted (permutation xs)

sorted :: [Int] -> Bool
sorted []       = True
sorted [_]      = True
sorted (x:y:ys) = x <= y && sorted (y:ys)

psort2 :: [Int] -> [Int]
psort2 xs | sorted ys = ys
  where ys = permutation xs
