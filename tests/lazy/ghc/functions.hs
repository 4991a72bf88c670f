---- composition
main = print ((length . filter even . map (+ 1)) [1..10]) >> print ((not . null) "x", (subtract 1 . (* 2)) 5)
---- currying
add3 a b c = a + b + c
main = print (map (add3 1 2) [1..3]) >> print (uncurry (+) (1, 2), curry fst 'a' 'b', zipWith ($) [(+ 1), (* 2)] [10, 20])
---- sections
main = print (map (subtract 2) [1..3], map (2 ^) [1..4], map (^ 2) [1..4], map (`div` 2) [10, 11], filter (/= 3) [1..4])
---- flip_const_id
main = print (flip (-) 1 10, const 1 undefined, id 3, map (flip elem "aeiou") "hello")
---- apply_n
applyN n f = foldr (.) id (replicate n f)
main = print (applyN 5 (* 2) 1) >> putStrLn (applyN 3 ('x' :) "")
---- church
zero f = id
suc n f = f . n f
toI n = n (+ 1) 0
plus a b f = a f . b f
main = print (toI (plus (suc (suc zero)) (suc zero)))
---- fix_point
fix f = let x = f x in x
main = print (fix (\rec n -> if n == 0 then 1 else n * rec (n - 1)) 5) >> print (take 3 (fix (1 :)))
---- function_lists
ops = [("add", (+)), ("sub", (-)), ("mul", (*))]
main = mapM_ (\(n, f) -> putStrLn (n ++ " " ++ show (f 6 3))) ops >> print (maybe 0 (\f -> f 2 3) (lookup "mul" ops))
---- pointfree
countWords = length . words
main = print (countWords "the quick brown fox") >> print ((sum . map (^ 2)) [1, 2, 3])
---- local_functions
f n = go n 1 where { go 0 acc = acc; go k acc = go (k - 1) (acc * k) }
main = print (f 10) >> print (let sq x = x * x in map sq [1..4])
---- let_polymorphism
main = let pair x = (x, x) in print (pair 1, pair 'a') >> print (let (a, b) = (3, "x"); c = a + 1 in (b, c))
---- mutual_local
f n = isE n where { isE 0 = True; isE k = isO (k - 1); isO 0 = False; isO k = isE (k - 1) }
main = print (map f [0..5])
---- lambda_case_like
f = \x -> case x of { 0 -> "zero"; n | n < 0 -> "neg" | otherwise -> "pos" }
main = mapM_ (putStrLn . f) [0, -1, 1]
---- where_scoping
area a b c = sqrt (s * (s - a) * (s - b) * (s - c)) where s = (a + b + c) / 2
f x = y + z where { y = x * 2; z = y + 1 }
main = print (area 3 4 5) >> print (f 3)
---- operators_own
infixl 6 |+|
(a, b) |+| (c, d) = (a + c, b + d)
x |> f = f x
main = print ((1, 2) |+| (3, 4) |+| (5, 6)) >> print ([1, 2, 3] |> map (+ 1) |> sum)
---- fixity
infixr 5 +++
xs +++ ys = foldr (:) ys xs
infix 4 ===
a === b = a == b
main = print ([1] +++ [2] +++ [3] === [1, 2, 3])
---- dollar
main = print $ sum $ map (* 2) $ filter odd [1..9]
---- seq_and_strictness
sumStrict = go 0 where { go acc [] = acc; go acc (x:xs) = let a = acc + x in a `seq` go a xs }
main = print (sumStrict [1..1000]) >> print (foldr seq 0 [1, 2, 3]) >> print (const 5 $! 3)
---- bang_patterns
mean xs = go 0 0 xs where { go !s !n [] = s / n; go !s !n (y:ys) = go (s + y) (n + 1) ys }
main = print (mean [1, 2, 3, 4])
---- guards_in_case
f xs = case xs of
  (x:_) | x > 10 -> "big"
        | x > 5 -> "mid"
  [] -> "none"
  _ -> "small"
main = mapM_ (putStrLn . f) [[11], [6], [], [1]]
---- pattern_guards
look k t | Just v <- lookup k t, v > 1 = "big " ++ show v | Just v <- lookup k t = "small " ++ show v | otherwise = "none"
main = mapM_ (\k -> putStrLn (look k [(1, 5), (2, 1)])) [1, 2, 3]
---- if_chains
grade n = if n >= 90 then 'A' else if n >= 80 then 'B' else if n >= 70 then 'C' else 'F'
main = print (map grade [95, 85, 75, 10])
---- maximum_by_function
import Data.List
import Data.Ord
main = print (maximumBy (comparing length) ["a", "bbb", "cc"], sortBy (comparing negate) [1, 3, 2], sortOn snd [(1, 'b'), (2, 'a')])
---- on_function
import Data.Function
main = print (((==) `on` fst) (1, 'a') (1, 'b'), ((+) `on` length) [1, 2] [3]) >> print ([3, 1, 2] & map (+ 1))
---- foldr_as_map
mapF f = foldr ((:) . f) []
filterF p = foldr (\x r -> if p x then x : r else r) []
main = print (mapF (* 2) (filterF odd [1..6]))
---- foldr_build
compose fs = foldr (.) id fs
main = print (compose [(+ 1), (* 2), subtract 3] 10)
---- memo_list
memo = map fib [0..] where { fib 0 = 0; fib 1 = 1; fib n = memo !! (n - 1) + memo !! (n - 2) }
main = print (memo !! 60)
---- tuple_sections_like
main = print (map (\x -> (x, x * x)) [1..3]) >> print (map (uncurry (*)) [(1, 2), (3, 4)])
---- accumulate_pairs
count p xs = length (filter p xs)
hist xs = [(x, count (== x) xs) | x <- ['a'..'e'], count (== x) xs > 0]
main = print (hist "abracadabra")
---- differentiate
deriv h f x = (f (x + h) - f x) / h
main = print (fromIntegral (round (deriv 1e-6 (^ 2) 3 * 100)) / 100)
---- integrate
integ f a b n = h * sum [f (a + h * (i + 0.5)) | i <- [0 .. n - 1]] where h = (b - a) / n
main = print (integ (\x -> x * x) 0 3 30)
---- cps
factK 0 k = k 1
factK n k = factK (n - 1) (k . (n *))
main = print (factK 6 id) >> print (factK 3 show)
---- either_map
mapE f (Right x) = Right (f x)
mapE _ (Left e) = Left e
main = print (map (mapE (+ 1)) [Right 1, Left "e"])
---- user_until
bisect f lo hi | hi - lo < 1e-6 = lo | f mid > 0 = bisect f lo mid | otherwise = bisect f mid hi where mid = (lo + hi) / 2
main = print (fromIntegral (round (bisect (\x -> x * x - 2) 0 2 * 1000)) / 1000)
---- all_any_and_or
main = print (all even [2, 4], any odd [2, 4], and [], or [], and [True, False], all isV "aei") where isV = (`elem` "aeiou")
