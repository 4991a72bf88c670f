-- Thesis, Listing 31: n queens; `no_threat` does not see queens in the same row.
type Board = [Int]

queens :: Int -> [Board]
queens n = valid n n

valid :: Int -> Int -> [Board]
valid 0 _ = [[]]
valid m n = filter safe (extend n (valid (m-1) n))

extend :: Int -> [Board] -> [Board]
extend n bs = consEach [1..n] bs

consEach :: [a] -> [[a]] -> [[a]]
consEach [] _ = []
consEach (a:x) y = map (a:) y ++ consEach x y

safe :: Board -> Bool
safe (a:b) = no_threat a b 1

no_threat :: Int -> Board -> Int -> Bool
no_threat a [] m = True
no_threat a (b:y) m = a+m /= b && a-m /= b && no_threat a y (m+1)

prop_valid_set m n = all (\b -> isSet b) (valid m n)
  where
  isSet xs = all (\ x -> length (filter (==x) xs) == 1) xs

main = print (queens 4)
