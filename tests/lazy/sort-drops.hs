-- Thesis, Listing 1: the second rule of `insert` drops an element.
sort xs = foldr insert [] xs

insert x [] = [x]
insert x (y:ys) = if x <= y then x : ys else y : insert x ys

main = putStrLn (sort "cab")
