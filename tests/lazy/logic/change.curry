-- Ways to give change, with `findall` to count them.
-- goal: change 7
--   [5,2]
--   [5,1,1]
--   [2,2,2,1]
--   [2,2,1,1,1]
--   [2,1,1,1,1,1]
--   [1,1,1,1,1,1,1]
--   no more
-- goal: length (findall (\c -> c =:= change 12))
--   15
--   no more
-- goal: best 12
--   [10,2]
--   no more
change :: Int -> [Int]
change 0 = []
change n | n > 0 = coin n [10, 5, 2, 1]

coin :: Int -> [Int] -> [Int]
coin 0 _ = []
coin n (c:cs)
  | n >= c = (c : coin (n - c) (c:cs)) ? coin n cs
  | n > 0 = coin n cs

best :: Int -> [Int]
best n = head (sortOn (findall (\c -> c =:= change n)))
  where
    sortOn [] = []
    sortOn (c:cs) = insert c (sortOn cs)
    insert c [] = [c]
    insert c (d:ds) = if length c <= length d then c : d : ds else d : insert c ds
