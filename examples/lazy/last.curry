-- The last element, by solving an equation. The pattern of `mirror` is too narrow: the empty list has a mirror image, too.
append :: [a] -> [a] -> [a]
append [] ys = ys
append (x:xs) ys = x : append xs ys

last :: [a] -> a
last xs | append ys [y] =:= xs = y  where ys, y free

mirror :: [a] -> [a]
mirror [x] = [x]
mirror (x:y:ys) = append (mirror (y:ys)) [x]

outermost :: [a] -> (a, [a])
outermost (x:xs) = (last (x:xs), mirror xs)
