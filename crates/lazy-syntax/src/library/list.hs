-- Lists beyond those of the prelude. The rules of the prelude's file hold here, too.
module Data.List where

infix 5 \\

foldl' :: (b -> a -> b) -> b -> [a] -> b
foldl' _ z [] = z
foldl' f z (x : xs) = let next = f z x in next `seq` foldl' f next xs

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

stripPrefix :: Eq a => [a] -> [a] -> Maybe [a]
stripPrefix [] ys = Just ys
stripPrefix (x : xs) ys = case ys of
  [] -> Nothing
  z : zs -> if x == z then stripPrefix xs zs else Nothing

find :: (a -> Bool) -> [a] -> Maybe a
find _ [] = Nothing
find p (x : xs) = if p x then Just x else find p xs

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

maximumBy, minimumBy :: (a -> a -> Ordering) -> [a] -> a
maximumBy order xs = foldl1 (\x y -> case order x y of { GT -> x; LT -> y; EQ -> y }) xs
minimumBy order xs = foldl1 (\x y -> case order x y of { GT -> y; LT -> x; EQ -> x }) xs

genericLength :: Num n => [a] -> n
genericLength [] = 0
genericLength (_ : xs) = 1 + genericLength xs

unfoldr :: (b -> Maybe (a, b)) -> b -> [a]
unfoldr f seed = case f seed of
  Nothing -> []
  Just (x, next) -> x : unfoldr f next

dropWhileEnd :: (a -> Bool) -> [a] -> [a]
dropWhileEnd p xs = foldr (\x rest -> if p x && null rest then [] else x : rest) [] xs

mapAccumL, mapAccumR :: (s -> a -> (s, b)) -> s -> [a] -> (s, [b])
mapAccumL _ s [] = (s, [])
mapAccumL f s (x : xs) =
  let first = f s x
      rest = mapAccumL f (fst first) xs
  in (fst rest, snd first : snd rest)
mapAccumR _ s [] = (s, [])
mapAccumR f s (x : xs) =
  let rest = mapAccumR f s xs
      first = f (fst rest) x
  in (fst first, snd first : snd rest)
