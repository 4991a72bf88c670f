-- Patterns that call functions, variables that stand twice, and values that contain themselves.
-- goal: last [1, 2, 3]
--   3
--   no more
-- goal: last [failed, 2]
--   2
--   no more
-- goal: last (take 3 (1 : failed : [2]))
--   2
--   no more
-- goal: twice [1, 2, 3, 2, 1]
--   1
--   2
--   no more
-- goal: palindrome [True, False, False, True]
--   True
--   no more
-- goal: palindrome [True, False, True, True]
--   no more
-- goal: same 2 2
--   True
--   no more
-- goal: same 2 3
--   no more
-- goal: ends [3, 4, 3]
--   3
--   no more
-- goal: simplify (Plus (Number 3) (Times (Number 0) (Name "x")))
--   Number 3
--   no more
-- goal: sorted [Red, White, Blue, Red]
--   [Red,Red,White,Blue]
--   no more
-- goal: lastOf [1, 2] x
--   True  {x = 2}
--   no more
-- goal: take 3 ones
--   [1,1,1]
--   no more
-- goal: fst (alternating 2)
--   [0,1]
--   no more
last :: Data a => [a] -> a
last (_ ++ [x]) = x

twice :: Data a => [a] -> a
twice (_ ++ [x] ++ _ ++ [x] ++ _) = x

palindrome :: Data a => [a] -> Bool
palindrome (xs ++ reverse xs) = True
palindrome (xs ++ _ : reverse xs) = True

same :: Data a => a -> a -> Bool
same x x = True

ends :: Data a => [a] -> a
ends ([x] ++ _ ++ [x]) = x

lastOf :: Data a => [a] -> a -> Bool
lastOf (_ ++ [x]) x = True

data Expression = Number Int | Name String | Plus Expression Expression | Times Expression Expression

-- An expression somewhere inside of another one.
inside :: Expression -> Expression
inside e = e
inside e = Plus (Number 3) (inside e)

simplify :: Expression -> Expression
simplify (inside (Times (Number 0) _)) = Number 3

data Colour = Red | White | Blue

sorted :: [Colour] -> [Colour]
sorted (xs ++ [Blue] ++ ys ++ [Red]) = Red : xs ++ ys ++ [Blue]

ones :: [Int]
ones = let xs = 1 : xs in xs

alternating :: Int -> ([Int], [Int])
alternating n = let { xs = 0 : ys; ys = 1 : xs } in (take n xs, take n ys)
