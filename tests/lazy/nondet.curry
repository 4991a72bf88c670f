-- Free variables, declared as Curry does.
data Color = Red | Green | Blue

last xs | ys ++ [y] =:= xs = y where ys, y free

pick :: [a] -> a
pick (x:_) = x
pick (_:xs) = pick xs

aColor = Red ? Green ? Blue

permutation [] = []
permutation (x:xs) = ndinsert x (permutation xs)
  where
    ndinsert y ys = y : ys
    ndinsert y (z:zs) = z : ndinsert y zs
