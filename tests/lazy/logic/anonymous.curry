-- Variables that nobody names, in equations.
-- goal: member x [1, 2, 1]
--   True  {x = 1}
--   True  {x = 2}
--   True  {x = 1}
--   no more
-- goal: sublist [1, 2]
--   []
--   [1]
--   [1,2]
--   []
--   [2]
--   []
--   no more
-- goal: pairs [1, 2, 3]
--   (1,2)
--   (2,3)
--   no more
-- goal: middle [3, 4, 5]
--   4
--   no more
-- goal: map starts [[1], [2, 1], []]
--   no more
-- goal: map starts [[1], [1, 2]]
--   [True,True]
--   no more
member :: Data a => a -> [a] -> Bool
member x xs | _ ++ [x] ++ _ =:= xs = True

sublist :: Data a => [a] -> [a]
sublist xs | _ ++ ys ++ _ =:= xs = ys where ys free

pairs :: Data a => [a] -> (a, a)
pairs xs | _ ++ (x : y : _) =:= xs = (x, y) where x, y free

middle :: Data a => [a] -> a
middle xs | triple _ x _ =:= xs = x where x free

triple :: a -> a -> a -> [a]
triple x y z = [x, y, z]

-- Each call has variables of its own.
starts :: [Int] -> Bool
starts xs = (\ys -> 1 : _ =:= ys) xs
