---- infinite_lists
nats = 0 : map (+ 1) nats
main = print (take 5 nats) >> print (takeWhile (< 20) (filter even nats))
---- cyclic
ones = 1 : ones
main = print (take 3 ones) >> print (zip "ab" ones)
---- undefined_unused
main = print (fst (1, undefined)) >> print (length [undefined, undefined]) >> print (const 1 (error "no"))
---- short_circuit
main = print (False && undefined, True || undefined, or (True : undefined), takeWhile (< 3) ([1, 2, 3] ++ undefined))
---- where_lazy
f x = if x > 0 then 1 else boom where boom = error "boom"
main = print (f 1)
---- primes_lazy
primes = 2 : filter isPrime [3, 5 ..]
isPrime n = all (\p -> n `mod` p /= 0) (takeWhile (\p -> p * p <= n) primes)
main = print (take 12 primes) >> print (primes !! 100)
---- tying_the_knot
data Node = Node String Node
a = Node "a" b
b = Node "b" a
name (Node n _) = n
next (Node _ m) = m
main = putStrLn (name (next (next (next a))))
---- rep_min
data T = L Int | N T T deriving Show
repMin t = r where { (r, m) = go t; go (L n) = (L m, n); go (N a b) = let { (x, p) = go a; (y, q) = go b } in (N x y, min p q) }
main = print (repMin (N (L 3) (N (L 1) (L 2))))
---- lazy_fold
main = print (foldr (\x r -> x > 3 || r) False [1 ..]) >> print (any (> 10) [1 ..])
---- stream_of_pairs
pairs = [(x, s - x) | s <- [0 ..], x <- [0 .. s]]
main = print (take 8 pairs) >> print (head (filter (\(a, b) -> a * b == 12) pairs))
---- fib_by_scan
fibs = 0 : scanl (+) 1 fibs
main = print (take 12 fibs)
---- lazy_io_like
main = putStr (unlines (map show (takeWhile (< 50) (iterate (* 3) 1))))
---- collatz_stream
main = print (length (takeWhile (/= 1) (iterate (\n -> if even n then n `div` 2 else 3 * n + 1) 27)))
---- thue_morse
tm = 0 : interleave (map (1 -) tm) (tail tm) where interleave (x:xs) ys = x : interleave ys xs
main = print (take 16 tm)
---- pascal_mod
rows = iterate (\r -> zipWith (\a b -> (a + b) `mod` 2) (0 : r) (r ++ [0])) [1]
main = mapM_ (putStrLn . map (\x -> if x == 1 then '*' else ' ')) (take 8 rows)
---- bottom_in_tuple
f (a, b) = a
main = print (f (3, let x = x in x))
---- seq_whnf
main = print ((undefined : undefined) `seq` 1) >> print ((\x -> undefined) `seq` 2) >> print ((1, undefined) `seq` 3)
---- lazy_patterns
f ~(x:xs) = 1
g (~(a, b)) = 2
main = print (f [], g undefined)
---- irrefutable_let
main = let (a:b:_) = [1 ..] ; (q, r) = 17 `divMod` 5 in print (a + b, q, r)
---- memo_table
table n = arr where { arr = map f [0 .. n]; f 0 = 1; f k = sum (take k arr) }
main = print (table 10)
---- church_stream
data S a = Cons a (S a)
from n = Cons n (from (n + 1))
takeS 0 _ = []
takeS n (Cons x s) = x : takeS (n - 1) s
mapS f (Cons x s) = Cons (f x) (mapS f s)
main = print (takeS 4 (mapS (^ 2) (from 1)))
---- sqrt_stream
approx x = iterate (\g -> (g + x / g) / 2) 1
main = print (head [a | (a, b) <- zip (approx 2) (tail (approx 2)), abs (a - b) < 1e-8] > 1.41)
---- lazy_take
takeL 0 _ = []
takeL n (x:xs) = x : takeL (n - 1) xs
main = print (takeL 2 (1 : 2 : undefined))
---- early_exit
firstBig = head . dropWhile (< 1000) . map (^ 3)
main = print (firstBig [1 ..])
---- knot_graph
data G = G Int [G]
g1 = G 1 [g2, g3]
g2 = G 2 [g1]
g3 = G 3 []
walk 0 _ = []
walk n (G k (m:_)) = k : walk (n - 1) m
walk _ (G k []) = [k]
main = print (walk 5 g1)
---- long_recursion
count :: Int -> Int
count 0 = 0
count n = 1 + count (n - 1)
main = print (count 50000) >> print (sum [1 .. 50000]) >> print (foldr (+) 0 [1 .. 20000])
---- long_fold
import Data.List
main = print (foldl' (+) 0 [1 .. 100000]) >> print (length (show (product [1 .. 200])))
---- sharing
main = let x = sum [1 .. 1000] in print (x + x) >> print (let ys = map (* 2) [1 .. 5] in (sum ys, maximum ys))
---- zip_tail
diffs xs = zipWith (-) (tail xs) xs
main = print (diffs [1, 4, 9, 16, 25]) >> print (take 3 (iterate diffs [1, 8, 27, 64]))
---- sieve_wheel
minus (x:xs) (y:ys) = case compare x y of { LT -> x : minus xs (y:ys); EQ -> minus xs ys; GT -> minus (x:xs) ys }
primes = 2 : sieve [3 ..] where sieve (p:xs) = p : sieve (minus xs [p * p, p * p + p ..])
main = print (take 10 primes)
---- table_and_function
f n = t !! 0 where
  t = [g i | i <- [0 .. n]]
  g i | i == n = 0
      | otherwise = 1 + t !! (i + 1)
h :: Int -> [Int]
h n = ys where
  (xs, ys) = (map k [1 .. n], [x + k 1 | x <- xs, let y = k x, y > 0])
  k i = if i == n then n else head (drop i xs)
main = print (f 5) >> print (h 4)
---- statements
main = do
  print [1, 2]
  x <- return 1
  mapM_ print [x, 2]
  (y, _) <- return (x, 3)
  print y
