-- Thesis, Listing 28: a local function with a free variable.
minimum' :: [Int] -> Int
minimum' [x] = x
minimum' (h:t) = let m = minimum' t in if h < m then m else h

rmMinimum :: [Int] -> [Int]
rmMinimum xs = myFilter xs
  where
    myFilter [] = []
    myFilter (h:t) = if h == minimum' xs then myFilter t else h : myFilter t

main = print (rmMinimum [3, 1, 2])
