-- The last element, by solving an equation about append.
-- goal: last [1, 2, 3]
--   3
--   no more
-- goal: append xs ys =:= [1, 2]
--   xs = [], ys = [1,2]
--   xs = [1], ys = [2]
--   xs = [1,2], ys = []
--   no more
-- goal: sublist s [1, 2]
--   True  {s = []}
--   True  {s = [1]}
--   True  {s = [1,2]}
--   True  {s = []}
--   True  {s = [2]}
--   True  {s = []}
--   no more
-- goal: rev [1, 2, 3]
--   [3,2,1]
--   no more
-- goal: prefix p "ab"
--   True  {p = []}
--   True  {p = "a"}
--   True  {p = "ab"}
--   no more
append :: [a] -> [a] -> [a]
append []     ys = ys
append (x:xs) ys = x : append xs ys

last :: Data a => [a] -> a
last xs | append ys [x] =:= xs = x  where ys, x free

sublist :: Data a => [a] -> [a] -> Bool
sublist s l = append pre (append s post) =:= l  where pre, post free

prefix :: Data a => [a] -> [a] -> Bool
prefix p l = let r free in append p r =:= l

rev :: [a] -> [a]
rev [] = []
rev (x:xs) = append (rev xs) [x]
