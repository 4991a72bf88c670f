-- Lists beyond those of the prelude. The rules of the prelude's file hold here, too.
module Data.List where

infix 5 \\

foldl' :: Foldable t => (b -> a -> b) -> b -> t a -> b
foldl' f z xs = steps z (toList xs)
  where
    steps y [] = y
    steps y (x : rest) = let next = f y x in next `seq` steps next rest

foldl1' :: (a -> a -> a) -> [a] -> a
foldl1' f (x : xs) = foldl' f x xs

scanl' :: (b -> a -> b) -> b -> [a] -> [b]
scanl' f z xs = z `seq` (z : rest xs)
  where
    rest [] = []
    rest (y : ys) = scanl' f (f z y) ys

iterate' :: (a -> a) -> a -> [a]
iterate' f x = let next = f x in next `seq` (x : iterate' f next)

uncons :: [a] -> Maybe (a, [a])
uncons [] = Nothing
uncons (x : xs) = Just (x, xs)

singleton :: a -> [a]
singleton x = [x]

intersperse :: a -> [a] -> [a]
intersperse _ [] = []
intersperse separator (x : xs) = x : concatMap (\y -> [separator, y]) xs

intercalate :: [a] -> [[a]] -> [a]
intercalate separator xss = concat (intersperse separator xss)

transpose :: [[a]] -> [[a]]
transpose xss = case filter (not . null) xss of
  [] -> []
  row : rows -> map head (row : rows) : transpose (map tail (row : rows))

subsequences :: [a] -> [[a]]
subsequences xs = [] : nonEmpty xs
  where
    nonEmpty [] = []
    nonEmpty (y : ys) = [y] : foldr (\zs rest -> zs : (y : zs) : rest) [] (nonEmpty ys)

-- In the order in which they are generated from the last one that is fixed, as everybody expects them.
permutations :: [a] -> [[a]]
permutations xs = xs : from xs []
  where
    from [] _ = []
    from (t : ts) is = foldr (interleaved t ts) (from ts (t : is)) (permutations is)
    interleaved t ts ys rest = snd (woven id t ts ys rest)
    woven _ _ ts [] rest = (ts, rest)
    woven f t ts (y : ys) rest =
      let parts = woven (f . (y :)) t ts ys rest
      in (y : fst parts, f (t : y : fst parts) : snd parts)

group :: Eq a => [a] -> [[a]]
group xs = groupBy (==) xs

groupBy :: (a -> a -> Bool) -> [a] -> [[a]]
groupBy _ [] = []
groupBy same (x : xs) = let parts = span (same x) xs in (x : fst parts) : groupBy same (snd parts)

inits, tails :: [a] -> [[a]]
inits xs = [] : more xs
  where
    more [] = []
    more (y : ys) = map (y :) (inits ys)
tails xs = xs : more xs
  where
    more [] = []
    more (_ : ys) = tails ys

isPrefixOf, isSuffixOf, isInfixOf :: Eq a => [a] -> [a] -> Bool
isPrefixOf [] _ = True
isPrefixOf (x : xs) ys = case ys of
  [] -> False
  z : zs -> x == z && isPrefixOf xs zs
isSuffixOf xs ys = isPrefixOf (reverse xs) (reverse ys)
isInfixOf xs ys = any (isPrefixOf xs) (tails ys)

isSubsequenceOf :: Eq a => [a] -> [a] -> Bool
isSubsequenceOf [] _ = True
isSubsequenceOf (x : xs) ys = case ys of
  [] -> False
  z : zs -> if x == z then isSubsequenceOf xs zs else isSubsequenceOf (x : xs) zs

stripPrefix :: Eq a => [a] -> [a] -> Maybe [a]
stripPrefix [] ys = Just ys
stripPrefix (x : xs) ys = case ys of
  [] -> Nothing
  z : zs -> if x == z then stripPrefix xs zs else Nothing

find :: Foldable t => (a -> Bool) -> t a -> Maybe a
find p xs = foldr (\x rest -> if p x then Just x else rest) Nothing xs

partition :: (a -> Bool) -> [a] -> ([a], [a])
partition p xs = foldr place ([], []) xs
  where place x parts = if p x then (x : fst parts, snd parts) else (fst parts, x : snd parts)

elemIndex :: Eq a => a -> [a] -> Maybe Int
elemIndex x xs = findIndex (== x) xs

elemIndices :: Eq a => a -> [a] -> [Int]
elemIndices x xs = findIndices (== x) xs

findIndex :: (a -> Bool) -> [a] -> Maybe Int
findIndex p xs = case findIndices p xs of
  [] -> Nothing
  i : _ -> Just i

findIndices :: (a -> Bool) -> [a] -> [Int]
findIndices p xs = [i | (x, i) <- zip xs [0 ..], p x]

zip4 :: [a] -> [b] -> [c] -> [d] -> [(a, b, c, d)]
zip4 as bs cs ds = zipWith (\(a, b, c) d -> (a, b, c, d)) (zip3 as bs cs) ds

zipWith4 :: (a -> b -> c -> d -> e) -> [a] -> [b] -> [c] -> [d] -> [e]
zipWith4 f as bs cs ds = zipWith id (zipWith3 f as bs cs) ds

unzip4 :: [(a, b, c, d)] -> ([a], [b], [c], [d])
unzip4 ps = (map (\(a, _, _, _) -> a) ps, map (\(_, b, _, _) -> b) ps, map (\(_, _, c, _) -> c) ps, map (\(_, _, _, d) -> d) ps)

nub :: Eq a => [a] -> [a]
nub xs = nubBy (==) xs

nubBy :: (a -> a -> Bool) -> [a] -> [a]
nubBy _ [] = []
nubBy same (x : xs) = x : nubBy same (filter (\y -> not (same x y)) xs)

delete :: Eq a => a -> [a] -> [a]
delete x xs = deleteBy (==) x xs

deleteBy :: (a -> a -> Bool) -> a -> [a] -> [a]
deleteBy _ _ [] = []
deleteBy same x (y : ys) = if same x y then ys else y : deleteBy same x ys

(\\) :: Eq a => [a] -> [a] -> [a]
xs \\ ys = foldl (flip delete) xs ys

union, intersect :: Eq a => [a] -> [a] -> [a]
union xs ys = xs ++ foldl (flip delete) (nub ys) xs
intersect xs ys = [x | x <- xs, x `elem` ys]

unionBy, intersectBy, deleteFirstsBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
unionBy same xs ys = xs ++ foldl (flip (deleteBy same)) (nubBy same ys) xs
intersectBy same xs ys = [x | x <- xs, any (same x) ys]
deleteFirstsBy same xs ys = foldl (flip (deleteBy same)) xs ys

sort :: Ord a => [a] -> [a]
sort xs = sortBy compare xs

sortOn :: Ord b => (a -> b) -> [a] -> [a]
sortOn f xs = map snd (sortBy (\p q -> compare (fst p) (fst q)) (map (\x -> let y = f x in y `seq` (y, x)) xs))

-- A stable merge sort.
sortBy :: (a -> a -> Ordering) -> [a] -> [a]
sortBy order xs = merges (map (\x -> [x]) xs)
  where
    merges [] = []
    merges (ys : yss) = case yss of
      [] -> ys
      _ : _ -> merges (pairs (ys : yss))
    pairs [] = []
    pairs (ys : yss) = case yss of
      [] -> [ys]
      zs : zss -> merge ys zs : pairs zss
    merge [] zs = zs
    merge (y : ys) zs = case zs of
      [] -> y : ys
      w : ws -> case order y w of
        GT -> w : merge (y : ys) ws
        LT -> y : merge ys (w : ws)
        EQ -> y : merge ys (w : ws)

insert :: Ord a => a -> [a] -> [a]
insert x xs = insertBy compare x xs

insertBy :: (a -> a -> Ordering) -> a -> [a] -> [a]
insertBy _ x [] = [x]
insertBy order x (y : ys) = case order x y of
  GT -> y : insertBy order x ys
  LT -> x : y : ys
  EQ -> x : y : ys

maximumBy, minimumBy :: Foldable t => (a -> a -> Ordering) -> t a -> a
maximumBy order xs = foldl1 (\x y -> case order x y of { GT -> x; LT -> y; EQ -> y }) xs
minimumBy order xs = foldl1 (\x y -> case order x y of { GT -> y; LT -> x; EQ -> x }) xs

genericLength :: Num n => [a] -> n
genericLength [] = 0
genericLength (_ : xs) = 1 + genericLength xs

genericTake, genericDrop :: Integral n => n -> [a] -> [a]
genericTake n xs = if n <= 0 then [] else some xs
  where
    some [] = []
    some (y : ys) = y : genericTake (n - 1) ys
genericDrop n xs = if n <= 0 then xs else rest xs
  where
    rest [] = []
    rest (_ : ys) = genericDrop (n - 1) ys

genericSplitAt :: Integral n => n -> [a] -> ([a], [a])
genericSplitAt n xs = (genericTake n xs, genericDrop n xs)

genericReplicate :: Integral n => n -> a -> [a]
genericReplicate n x = genericTake n (repeat x)

genericIndex :: Integral n => [a] -> n -> a
genericIndex xs n = xs !! fromIntegral n

unfoldr :: (b -> Maybe (a, b)) -> b -> [a]
unfoldr f seed = case f seed of
  Nothing -> []
  Just (x, next) -> x : unfoldr f next

dropWhileEnd :: (a -> Bool) -> [a] -> [a]
dropWhileEnd p xs = foldr (\x rest -> if p x && null rest then [] else x : rest) [] xs

mapAccumL, mapAccumR :: Traversable t => (s -> a -> (s, b)) -> s -> t a -> (s, t b)
mapAccumL f s xs = fromLeftOf (traverse (\x -> FromLeft (\t -> f t x)) xs) s
mapAccumR f s xs = fromRightOf (traverse (\x -> FromRight (\t -> f t x)) xs) s

newtype FromLeft s a = FromLeft { fromLeftOf :: s -> (s, a) }
newtype FromRight s a = FromRight { fromRightOf :: s -> (s, a) }

instance Functor (FromLeft s) where
  fmap f steps = FromLeft (\s -> let p = fromLeftOf steps s in (fst p, f (snd p)))
instance Applicative (FromLeft s) where
  pure x = FromLeft (\s -> (s, x))
  fs <*> xs = FromLeft (\s -> let { p = fromLeftOf fs s; q = fromLeftOf xs (fst p) } in (fst q, (snd p) (snd q)))
instance Functor (FromRight s) where
  fmap f steps = FromRight (\s -> let p = fromRightOf steps s in (fst p, f (snd p)))
instance Applicative (FromRight s) where
  pure x = FromRight (\s -> (s, x))
  fs <*> xs = FromRight (\s -> let { q = fromRightOf xs s; p = fromRightOf fs (fst q) } in (fst p, (snd p) (snd q)))
