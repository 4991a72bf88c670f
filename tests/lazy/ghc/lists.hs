---- own_length
len :: [a] -> Int
len [] = 0
len (_:xs) = 1 + len xs
main = print (len "hello", len [[]], len ([] :: [Int]))
---- naive_reverse
rev [] = []
rev (x:xs) = rev xs ++ [x]
main = print (rev [1..10]) >> putStrLn (rev "stressed")
---- own_map_filter
myMap f xs = [f x | x <- xs]
myFilter p xs = [x | x <- xs, p x]
main = print (myMap (*2) (myFilter even [1..10]))
---- insertion_sort
insert x [] = [x]
insert x (y:ys) | x <= y = x : y : ys
                | otherwise = y : insert x ys
isort xs = foldr insert [] xs
main = print (isort [3,1,4,1,5,9,2,6]) >> print (isort "haskell")
---- quick_sort
qsort [] = []
qsort (p:xs) = qsort [x | x <- xs, x < p] ++ [p] ++ qsort [x | x <- xs, x >= p]
main = print (qsort [5,3,8,1,9,2]) >> print (qsort ["pear","apple","fig"])
---- merge_sort
merge xs [] = xs
merge [] ys = ys
merge (x:xs) (y:ys) | x <= y = x : merge xs (y:ys) | otherwise = y : merge (x:xs) ys
halve xs = splitAt (length xs `div` 2) xs
msort [] = []
msort [x] = [x]
msort xs = let (a, b) = halve xs in merge (msort a) (msort b)
main = print (msort [10,9..1])
---- bubble_sort
bubble (x:y:zs) | x > y = y : bubble (x:zs) | otherwise = x : bubble (y:zs)
bubble xs = xs
bsort xs = iterate bubble xs !! length xs
main = print (bsort [4,2,7,1])
---- selection_sort
import Data.List (delete)
ssort [] = []
ssort xs = let m = minimum xs in m : ssort (delete m xs)
main = print (ssort [9,8,7,1,2])
---- permutations_own
perms [] = [[]]
perms xs = [x : p | (x, rest) <- picks xs, p <- perms rest]
picks [] = []
picks (x:xs) = (x, xs) : [(y, x:ys) | (y, ys) <- picks xs]
main = print (perms [1,2,3]) >> print (length (perms "abcde"))
---- subsequences_own
subs [] = [[]]
subs (x:xs) = let r = subs xs in r ++ map (x:) r
main = print (subs "abc") >> print (length (subs [1..10]))
---- zip_own
zipp (x:xs) (y:ys) = (x,y) : zipp xs ys
zipp _ _ = []
main = print (zipp [1,2,3] "ab") >> print (unzip [(1,'a'),(2,'b')])
---- group_runs
import Data.List
rle s = [(head g, length g) | g <- group s]
unrle ps = concat [replicate n c | (c, n) <- ps]
main = print (rle "aaabccd") >> putStrLn (unrle (rle "aaabccd"))
---- chunks
chunk _ [] = []
chunk n xs = take n xs : chunk n (drop n xs)
main = print (chunk 3 [1..10]) >> print (map sum (chunk 2 [1..7]))
---- transpose_own
import Data.List (transpose)
tr ([]:_) = []
tr xss = map head xss : tr (map tail xss)
main = print (tr [[1,2,3],[4,5,6]]) >> print (transpose ["abc","d","ef"])
---- palindrome
import Data.Char
pal s = t == reverse t where t = map toLower (filter isAlpha s)
main = mapM_ (print . pal) ["A man, a plan, a canal: Panama", "hello", ""]
---- take_while_drop_while
main = do
  print (takeWhile (< 5) [1..])
  print (dropWhile (< 5) [1..8])
  print (span even [2,4,5,6], break (== 'c') "abcd")
---- folds
main = do
  print (foldr (-) 0 [1..5], foldl (-) 0 [1..5])
  print (foldr (\x acc -> acc ++ [x]) [] "abc")
  print (foldl1 max [3,9,2], foldr1 (-) [10,3,2])
---- scans
main = do
  print (scanl (+) 0 [1..5])
  print (scanr (+) 0 [1..5])
  print (scanl1 max [3,1,4,1,5], scanr1 (*) [1,2,3])
---- iterate_until
collatz n = takeWhile (/= 1) (iterate step n) ++ [1]
  where step k | even k = k `div` 2 | otherwise = 3 * k + 1
main = print (collatz 6) >> print (until (> 1000) (* 2) 1)
---- replicate_cycle
main = do
  print (replicate 3 'x', take 7 (cycle [1,2,3]))
  print (concat (replicate 2 "ab"), concatMap show [1..5])
---- lookup_table
table = [(1,"one"),(2,"two"),(3,"three")]
main = print (lookup 2 table) >> print (lookup 9 table) >> print (map fst table)
---- index_and_elem
main = do
  print ([10,20,30] !! 1, elem 3 [1,2,3], notElem 3 [1,2])
  print (last [1,2,3], init [1,2,3], null [], null [1])
---- nub_and_friends
import Data.List
main = do
  print (nub [1,2,1,3,2], delete 2 [1,2,3,2], [1,2,3,4] \\ [2,3])
  print (union [1,2] [2,3], intersect [1,2,3] [2,3,4], sort "banana")
---- prefixes
import Data.List
main = do
  print (isPrefixOf "ab" "abc", isSuffixOf "bc" "abc", isInfixOf "xx" "abc")
  print (stripPrefix "foo" "foobar", inits [1,2], tails "ab")
---- partition_and_find
import Data.List
main = do
  print (partition even [1..10], find (> 3) [1..10], findIndex (== 'c') "abc")
  print (elemIndex 3 [1,2,3], elemIndices 1 [1,0,1], zip3 [1,2] "ab" [True,False])
---- intersperse_words
import Data.List
main = do
  putStrLn (intercalate ", " ["a","b","c"])
  print (intersperse '-' "abc", words " a  b c ", unwords ["x","y"], lines "a\nb\n\nc", unlines ["p","q"])
---- sort_on
import Data.List
import Data.Ord (comparing)
people = [("Bob", 30), ("Al", 25), ("Cy", 35)]
main = do
  print (sortBy (comparing snd) people)
  print (sortOn negate [3,1,2], maximumBy (comparing snd) people, minimumBy (comparing fst) people)
---- group_by
import Data.List
import Data.Function (on)
main = print (groupBy ((==) `on` (`div` 10)) [1,5,11,12,25,31,39])
---- insert_delete
import Data.List
main = print (insert 3 [1,2,4,5]) >> print (foldl' (flip insert) [] [3,1,2])
---- zip_with_3
main = print (zipWith3 (\a b c -> a + b * c) [1,2] [3,4] [5,6]) >> print (zipWith (,) "ab" [1..])
---- list_monad
pairs = do { x <- [1,2,3]; y <- "ab"; return (x, y) }
main = print pairs >> print ([1,2] >>= \x -> [x, x * 10])
---- pythagoras
triples n = [(a,b,c) | c <- [1..n], b <- [1..c], a <- [1..b], a*a + b*b == c*c]
main = print (triples 20)
---- flatten_nested
data N a = E a | L [N a]
flat (E x) = [x]
flat (L xs) = concatMap flat xs
main = print (flat (L [E 1, L [E 2, L [E 3, E 4]], E 5]))
---- compress
compress (x:ys@(y:_)) | x == y = compress ys | otherwise = x : compress ys
compress xs = xs
main = print (compress "aaaabccaadeeee")
---- rotate
rotate xs n = let k = n `mod` length xs in drop k xs ++ take k xs
main = print (rotate "abcdefgh" 3) >> print (rotate [1..5] (-2))
---- every_nth
everyNth n xs = [x | (x, i) <- zip xs [1..], i `mod` n == 0]
main = print (everyNth 3 ['a'..'l'])
---- slice
slice xs i k = [x | (x, j) <- zip xs [1..k], j >= i]
main = putStrLn (slice "abcdefghik" 3 7)
---- combinations
combos 0 _ = [[]]
combos _ [] = []
combos n (x:xs) = map (x:) (combos (n-1) xs) ++ combos n xs
main = print (combos 2 [1,2,3,4]) >> print (length (combos 3 [1..8]))
---- unfold
import Data.List (unfoldr)
bits = reverse . unfoldr (\n -> if n == 0 then Nothing else Just (n `mod` 2, n `div` 2))
main = print (bits 10) >> print (bits 255)
---- accumulate
import Data.List
main = print (mapAccumL (\a x -> (a + x, a * x)) 0 [1..5]) >> print (mapAccumR (\a x -> (a + x, a)) 0 [1,2,3])
---- where_and_guards
classify n
  | n < small = "small"
  | n < big, even n = "even"
  | n < big = "odd"
  | otherwise = "big"
  where small = 3
        big = 10
main = mapM_ (putStrLn . classify) [1, 4, 5, 20]
---- dot_product
dot xs ys = sum (zipWith (*) xs ys)
main = print (dot [1,2,3] [4,5,6], dot [1.5] [2])
---- matrix
mmul a b = [[sum (zipWith (*) r c) | c <- cols] | r <- a] where cols = foldr (zipWith (:)) (repeat []) b
main = print (mmul [[1,2],[3,4]] [[5,6],[7,8]])
---- pascal
pascal = iterate (\r -> zipWith (+) (0:r) (r++[0])) [1]
main = mapM_ print (take 6 pascal)
---- hamming
hamming = 1 : merge (map (2*) hamming) (merge (map (3*) hamming) (map (5*) hamming))
merge xx@(x:xs) yy@(y:ys) | x < y = x : merge xs yy | x > y = y : merge xx ys | otherwise = x : merge xs ys
main = print (take 20 hamming)
