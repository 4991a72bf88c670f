-- Finite maps as search trees, balanced by the sizes of their parts. Values are evaluated when somebody looks.
module Data.Map
  ( Map, empty, singleton, fromList, fromListWith, fromListWithKey, fromAscList, fromAscListWith, fromDistinctAscList, fromSet, insert
  , insertWith, insertWithKey, insertLookupWithKey, delete, adjust, adjustWithKey, update, updateWithKey, updateLookupWithKey, alter
  , lookup, (!), (!?), findWithDefault, member, notMember, lookupLT, lookupGT, lookupLE, lookupGE, null, size, union, unionWith
  , unionWithKey, unions, unionsWith, difference, (\\), differenceWith, intersection, intersectionWith, intersectionWithKey, disjoint
  , map, mapWithKey, traverseWithKey, mapAccum, mapAccumWithKey, mapKeys, mapKeysWith, mapKeysMonotonic, foldr, foldl, foldrWithKey
  , foldlWithKey, foldMapWithKey, foldr', foldl', foldrWithKey', foldlWithKey', elems, keys, assocs, keysSet, toList, toAscList
  , toDescList, filter, filterWithKey, restrictKeys, withoutKeys, partition, partitionWithKey, mapMaybe, mapMaybeWithKey, mapEither
  , mapEitherWithKey, split, splitLookup, isSubmapOf, isSubmapOfBy, isProperSubmapOf, lookupIndex, findIndex, elemAt, deleteAt, take, drop
  , splitAt, lookupMin, lookupMax, findMin, findMax, deleteMin, deleteMax, deleteFindMin, deleteFindMax, minView, maxView
  , minViewWithKey, maxViewWithKey, updateMin, updateMax, takeWhileAntitone, dropWhileAntitone, spanAntitone
  ) where

import qualified Data.Set as Set

infixl 9 !, !?, \\

data Map k a = Tip | Bin !Int !k a !(Map k a) !(Map k a)

instance (Eq k, Eq a) => Eq (Map k a) where
  m == n = size m == size n && toList m == toList n
instance (Ord k, Ord a) => Ord (Map k a) where
  compare m n = compare (toList m) (toList n)
instance (Show k, Show a) => Show (Map k a) where
  showsPrec d m = showParen (d > 10) (showString "fromList " . shows (toList m))
instance Ord k => Semigroup (Map k a) where
  m <> n = union m n
instance Ord k => Monoid (Map k a) where
  mempty = Tip
instance Functor (Map k) where
  fmap f m = map f m
instance Foldable (Map k) where
  foldr f z m = foldr f z m
  toList m = elems m
  null m = null m
  length m = size m
instance Traversable (Map k) where
  traverse f m = traverseWithKey (\_ x -> f x) m

-- Balance: neither part has more than `delta` times the entries of the other.

delta, ratio :: Int
delta = 3
ratio = 2

node :: k -> a -> Map k a -> Map k a -> Map k a
node k x l r = Bin (size l + size r + 1) k x l r

-- One entry may have come or gone on one side.
balance :: k -> a -> Map k a -> Map k a -> Map k a
balance k x l r
  | size l + size r <= 1 = node k x l r
  | size r > delta * size l = fromRight k x l r
  | size l > delta * size r = fromLeft k x l r
  | otherwise = node k x l r

fromRight, fromLeft :: k -> a -> Map k a -> Map k a -> Map k a
fromRight k x l (Bin _ j y m r)
  | size m < ratio * size r = node j y (node k x l m) r
  | Bin _ i z ml mr <- m = node i z (node k x l ml) (node j y mr r)
fromLeft k x (Bin _ j y l m) r
  | size m < ratio * size l = node j y l (node k x m r)
  | Bin _ i z ml mr <- m = node i z (node j y l ml) (node k x mr r)

-- An entry between two maps of any sizes.
link :: k -> a -> Map k a -> Map k a -> Map k a
link k x Tip r = insertMin k x r
link k x l Tip = insertMax k x l
link k x l@(Bin m i y ll lr) r@(Bin n j z rl rr)
  | delta * m < n = balance j z (link k x l rl) rr
  | delta * n < m = balance i y ll (link k x lr r)
  | otherwise = node k x l r

insertMin, insertMax :: k -> a -> Map k a -> Map k a
insertMin k x Tip = singleton k x
insertMin k x (Bin _ j y l r) = balance j y (insertMin k x l) r
insertMax k x Tip = singleton k x
insertMax k x (Bin _ j y l r) = balance j y l (insertMax k x r)

-- All keys of the first are less than those of the second.
merge :: Map k a -> Map k a -> Map k a
merge Tip r = r
merge l Tip = l
merge l r = let ((k, x), rest) = deleteFindMin r in link k x l rest

empty :: Map k a
empty = Tip

singleton :: k -> a -> Map k a
singleton k x = Bin 1 k x Tip Tip

fromList :: Ord k => [(k, a)] -> Map k a
fromList entries = fromListWith const entries

fromListWith :: Ord k => (a -> a -> a) -> [(k, a)] -> Map k a
fromListWith f entries = fromListWithKey (\_ x y -> f x y) entries

fromAscList :: Eq k => [(k, a)] -> Map k a
fromAscList entries = fromAscListWith const entries

fromAscListWith :: Eq k => (a -> a -> a) -> [(k, a)] -> Map k a
fromAscListWith f entries = fromDistinctAscList (combined entries)
  where
    combined ((j, x) : (k, y) : rest)
      | j == k = combined ((k, f y x) : rest)
      | otherwise = (j, x) : combined ((k, y) : rest)
    combined few = few

fromDistinctAscList :: [(k, a)] -> Map k a
fromDistinctAscList entries = Prelude.foldl (\m (k, x) -> insertMax k x m) Tip entries

fromListWithKey :: Ord k => (k -> a -> a -> a) -> [(k, a)] -> Map k a
fromListWithKey f entries = from Tip entries
  where
    from m [] = m
    from m ((k, x) : rest) = let n = insertWithKey f k x m in n `seq` from n rest

fromSet :: (k -> a) -> Set.Set k -> Map k a
fromSet f keys = fromDistinctAscList [(k, f k) | k <- Set.toList keys]

insert :: Ord k => k -> a -> Map k a -> Map k a
insert k x Tip = singleton k x
insert k x (Bin n j y l r) = case compare k j of
  LT -> balance j y (insert k x l) r
  GT -> balance j y l (insert k x r)
  EQ -> Bin n k x l r

insertWith :: Ord k => (a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWith f k x m = insertWithKey (\_ new old -> f new old) k x m

insertWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWithKey _ k x Tip = singleton k x
insertWithKey f k x (Bin n j y l r) = case compare k j of
  LT -> balance j y (insertWithKey f k x l) r
  GT -> balance j y l (insertWithKey f k x r)
  EQ -> Bin n k (f k x y) l r

insertLookupWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> (Maybe a, Map k a)
insertLookupWithKey f k x m = (lookup k m, insertWithKey f k x m)

delete :: Ord k => k -> Map k a -> Map k a
delete k m = update (const Nothing) k m

adjust :: Ord k => (a -> a) -> k -> Map k a -> Map k a
adjust f k m = adjustWithKey (\_ x -> f x) k m

adjustWithKey :: Ord k => (k -> a -> a) -> k -> Map k a -> Map k a
adjustWithKey _ k Tip = k `seq` Tip
adjustWithKey f k (Bin n j y l r) = case compare k j of
  LT -> Bin n j y (adjustWithKey f k l) r
  GT -> Bin n j y l (adjustWithKey f k r)
  EQ -> Bin n j (f j y) l r

update :: Ord k => (a -> Maybe a) -> k -> Map k a -> Map k a
update f k m = updateWithKey (\_ x -> f x) k m

updateWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> Map k a
updateWithKey _ k Tip = k `seq` Tip
updateWithKey f k (Bin n j y l r) = case compare k j of
  LT -> balance j y (updateWithKey f k l) r
  GT -> balance j y l (updateWithKey f k r)
  EQ -> case f j y of
    Just z -> Bin n j z l r
    Nothing -> merge l r

updateLookupWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> (Maybe a, Map k a)
updateLookupWithKey f k m = case lookup k m of
  Nothing -> (Nothing, m)
  Just x -> case f k x of
    Just y -> (Just y, insert k y m)
    Nothing -> (Just x, delete k m)

alter :: Ord k => (Maybe a -> Maybe a) -> k -> Map k a -> Map k a
alter f k m = case lookup k m of
  Nothing -> case f Nothing of
    Nothing -> m
    Just x -> insert k x m
  Just old -> update (\_ -> f (Just old)) k m

lookup :: Ord k => k -> Map k a -> Maybe a
lookup k m = k `seq` within m
  where
    within Tip = Nothing
    within (Bin _ j x l r) = case compare k j of
      LT -> within l
      GT -> within r
      EQ -> Just x

(!) :: Ord k => Map k a -> k -> a
m ! k = case lookup k m of
  Just x -> x
  Nothing -> error "Map.!: given key is not an element in the map"

(!?) :: Ord k => Map k a -> k -> Maybe a
m !? k = lookup k m

findWithDefault :: Ord k => a -> k -> Map k a -> a
findWithDefault x k m = case lookup k m of
  Just y -> y
  Nothing -> x

member, notMember :: Ord k => k -> Map k a -> Bool
member k m = case lookup k m of
  Just _ -> True
  Nothing -> False
notMember k m = not (member k m)

lookupLT, lookupGT, lookupLE, lookupGE :: Ord k => k -> Map k a -> Maybe (k, a)
lookupLT k m = lookupMax (fst (split k m))
lookupGT k m = lookupMin (snd (split k m))
lookupLE k m = case entry k m of
  Nothing -> lookupLT k m
  found -> found
lookupGE k m = case entry k m of
  Nothing -> lookupGT k m
  found -> found

entry :: Ord k => k -> Map k a -> Maybe (k, a)
entry _ Tip = Nothing
entry k (Bin _ j x l r) = case compare k j of
  LT -> entry k l
  GT -> entry k r
  EQ -> Just (j, x)

null :: Map k a -> Bool
null Tip = True
null _ = False

size :: Map k a -> Int
size Tip = 0
size (Bin n _ _ _ _) = n

union :: Ord k => Map k a -> Map k a -> Map k a
union m n = unionWith const m n

unionWith :: Ord k => (a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWith f m n = unionWithKey (\_ x y -> f x y) m n

unionWithKey :: Ord k => (k -> a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWithKey _ m Tip = m
unionWithKey _ Tip n = n
unionWithKey f (Bin _ k x l r) n =
  let (less, found, more) = splitLookup k n
      value = case found of
        Nothing -> x
        Just y -> f k x y
  in link k value (unionWithKey f l less) (unionWithKey f r more)

unions :: (Foldable f, Ord k) => f (Map k a) -> Map k a
unions maps = Prelude.foldl union Tip maps

unionsWith :: (Foldable f, Ord k) => (a -> a -> a) -> f (Map k a) -> Map k a
unionsWith f maps = Prelude.foldl (unionWith f) Tip maps

difference, (\\) :: Ord k => Map k a -> Map k b -> Map k a
difference Tip _ = Tip
difference m Tip = m
difference m (Bin _ k _ l r) = let (less, more) = split k m in merge (difference less l) (difference more r)
m \\ n = difference m n

differenceWith :: Ord k => (a -> b -> Maybe a) -> Map k a -> Map k b -> Map k a
differenceWith f m n = mapMaybeWithKey (\k x -> maybe (Just x) (f x) (lookup k n)) m

intersection :: Ord k => Map k a -> Map k b -> Map k a
intersection m n = intersectionWith const m n

intersectionWith :: Ord k => (a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWith f m n = intersectionWithKey (\_ x y -> f x y) m n

intersectionWithKey :: Ord k => (k -> a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWithKey _ Tip _ = Tip
intersectionWithKey _ _ Tip = Tip
intersectionWithKey f (Bin _ k x l r) n = case splitLookup k n of
  (less, Just y, more) -> link k (f k x y) (intersectionWithKey f l less) (intersectionWithKey f r more)
  (less, Nothing, more) -> merge (intersectionWithKey f l less) (intersectionWithKey f r more)

disjoint :: Ord k => Map k a -> Map k b -> Bool
disjoint m n = null (intersection m n)

map :: (a -> b) -> Map k a -> Map k b
map f m = mapWithKey (\_ x -> f x) m

mapWithKey :: (k -> a -> b) -> Map k a -> Map k b
mapWithKey _ Tip = Tip
mapWithKey f (Bin n k x l r) = Bin n k (f k x) (mapWithKey f l) (mapWithKey f r)

traverseWithKey :: Applicative t => (k -> a -> t b) -> Map k a -> t (Map k b)
traverseWithKey _ Tip = pure Tip
traverseWithKey f (Bin n k x l r) =
  liftA2 (\less with -> with less) (traverseWithKey f l)
    (liftA2 (\y more less -> Bin n k y less more) (f k x) (traverseWithKey f r))

mapAccum :: (s -> a -> (s, b)) -> s -> Map k a -> (s, Map k b)
mapAccum f s m = mapAccumWithKey (\t _ x -> f t x) s m

mapAccumWithKey :: (s -> k -> a -> (s, b)) -> s -> Map k a -> (s, Map k b)
mapAccumWithKey _ s Tip = (s, Tip)
mapAccumWithKey f s (Bin n k x l r) =
  let (s1, less) = mapAccumWithKey f s l
      (s2, y) = f s1 k x
      (s3, more) = mapAccumWithKey f s2 r
  in (s3, Bin n k y less more)

mapKeys :: Ord j => (k -> j) -> Map k a -> Map j a
mapKeys f m = fromList [(f k, x) | (k, x) <- toList m]

mapKeysWith :: Ord j => (a -> a -> a) -> (k -> j) -> Map k a -> Map j a
mapKeysWith c f m = fromListWith c [(f k, x) | (k, x) <- toList m]

mapKeysMonotonic :: (k -> j) -> Map k a -> Map j a
mapKeysMonotonic _ Tip = Tip
mapKeysMonotonic f (Bin n k x l r) = Bin n (f k) x (mapKeysMonotonic f l) (mapKeysMonotonic f r)

foldr, foldr' :: (a -> b -> b) -> b -> Map k a -> b
foldr f z m = foldrWithKey (\_ x y -> f x y) z m
foldr' f z m = foldrWithKey' (\_ x y -> f x y) z m

foldl, foldl' :: (b -> a -> b) -> b -> Map k a -> b
foldl f z m = foldlWithKey (\y _ x -> f y x) z m
foldl' f z m = foldlWithKey' (\y _ x -> f y x) z m

foldrWithKey, foldrWithKey' :: (k -> a -> b -> b) -> b -> Map k a -> b
foldrWithKey _ z Tip = z
foldrWithKey f z (Bin _ k x l r) = foldrWithKey f (f k x (foldrWithKey f z r)) l
foldrWithKey' _ z Tip = z
foldrWithKey' f z (Bin _ k x l r) =
  let y = foldrWithKey' f z r in y `seq` (let u = f k x y in u `seq` foldrWithKey' f u l)

foldlWithKey, foldlWithKey' :: (b -> k -> a -> b) -> b -> Map k a -> b
foldlWithKey _ z Tip = z
foldlWithKey f z (Bin _ k x l r) = foldlWithKey f (f (foldlWithKey f z l) k x) r
foldlWithKey' _ z Tip = z
foldlWithKey' f z (Bin _ k x l r) =
  let y = foldlWithKey' f z l in y `seq` (let u = f y k x in u `seq` foldlWithKey' f u r)

foldMapWithKey :: Monoid m => (k -> a -> m) -> Map k a -> m
foldMapWithKey f m = foldrWithKey (\k x rest -> f k x <> rest) mempty m

elems :: Map k a -> [a]
elems m = foldr (:) [] m

keys :: Map k a -> [k]
keys m = foldrWithKey (\k _ rest -> k : rest) [] m

keysSet :: Map k a -> Set.Set k
keysSet m = Set.fromDistinctAscList (keys m)

assocs, toList, toAscList, toDescList :: Map k a -> [(k, a)]
assocs m = toList m
toList m = foldrWithKey (\k x rest -> (k, x) : rest) [] m
toAscList m = toList m
toDescList m = foldlWithKey (\rest k x -> (k, x) : rest) [] m

filter :: (a -> Bool) -> Map k a -> Map k a
filter p m = filterWithKey (\_ x -> p x) m

filterWithKey :: (k -> a -> Bool) -> Map k a -> Map k a
filterWithKey p m = mapMaybeWithKey (\k x -> if p k x then Just x else Nothing) m

restrictKeys, withoutKeys :: Ord k => Map k a -> Set.Set k -> Map k a
restrictKeys m keys = filterWithKey (\k _ -> Set.member k keys) m
withoutKeys m keys = filterWithKey (\k _ -> Set.notMember k keys) m

partition :: (a -> Bool) -> Map k a -> (Map k a, Map k a)
partition p m = partitionWithKey (\_ x -> p x) m

partitionWithKey :: (k -> a -> Bool) -> Map k a -> (Map k a, Map k a)
partitionWithKey p m = (filterWithKey p m, filterWithKey (\k x -> not (p k x)) m)

mapMaybe :: (a -> Maybe b) -> Map k a -> Map k b
mapMaybe f m = mapMaybeWithKey (\_ x -> f x) m

mapMaybeWithKey :: (k -> a -> Maybe b) -> Map k a -> Map k b
mapMaybeWithKey _ Tip = Tip
mapMaybeWithKey f (Bin _ k x l r) = case f k x of
  Just y -> link k y (mapMaybeWithKey f l) (mapMaybeWithKey f r)
  Nothing -> merge (mapMaybeWithKey f l) (mapMaybeWithKey f r)

mapEither :: (a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEither f m = mapEitherWithKey (\_ x -> f x) m

mapEitherWithKey :: (k -> a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEitherWithKey f m =
  ( mapMaybeWithKey (\k x -> either Just (const Nothing) (f k x)) m
  , mapMaybeWithKey (\k x -> either (const Nothing) Just (f k x)) m
  )

split :: Ord k => k -> Map k a -> (Map k a, Map k a)
split k m = let (less, _, more) = splitLookup k m in (less, more)

splitLookup :: Ord k => k -> Map k a -> (Map k a, Maybe a, Map k a)
splitLookup k Tip = k `seq` (Tip, Nothing, Tip)
splitLookup k (Bin _ j x l r) = case compare k j of
  LT -> let (less, found, more) = splitLookup k l in (less, found, link j x more r)
  GT -> let (less, found, more) = splitLookup k r in (link j x l less, found, more)
  EQ -> (l, Just x, r)

isSubmapOf, isProperSubmapOf :: (Ord k, Eq a) => Map k a -> Map k a -> Bool
isSubmapOf m n = isSubmapOfBy (==) m n
isProperSubmapOf m n = size m < size n && isSubmapOf m n

isSubmapOfBy :: Ord k => (a -> b -> Bool) -> Map k a -> Map k b -> Bool
isSubmapOfBy same m n = size m <= size n && all (\(k, x) -> maybe False (same x) (lookup k n)) (toList m)

elemAt :: Int -> Map k a -> (k, a)
elemAt _ Tip = error "Map.elemAt: index out of range"
elemAt i (Bin _ k x l r) = case compare i (size l) of
  LT -> elemAt i l
  GT -> elemAt (i - size l - 1) r
  EQ -> (k, x)

deleteAt :: Int -> Map k a -> Map k a
deleteAt i m
  | i < 0 || i >= size m = error "Map.deleteAt: index out of range"
  | otherwise = merge (take i m) (drop (i + 1) m)

lookupIndex :: Ord k => k -> Map k a -> Maybe Int
lookupIndex k m = case splitLookup k m of
  (less, Just _, _) -> Just (size less)
  _ -> Nothing

findIndex :: Ord k => k -> Map k a -> Int
findIndex k m = case lookupIndex k m of
  Just i -> i
  Nothing -> error "Map.findIndex: element is not in the map"

take, drop :: Int -> Map k a -> Map k a
take i m = fst (splitAt i m)
drop i m = snd (splitAt i m)

splitAt :: Int -> Map k a -> (Map k a, Map k a)
splitAt _ Tip = (Tip, Tip)
splitAt i m@(Bin n k x l r)
  | i <= 0 = (Tip, m)
  | i >= n = (m, Tip)
  | i <= size l = let (less, more) = splitAt i l in (less, link k x more r)
  | otherwise = let (less, more) = splitAt (i - size l - 1) r in (link k x l less, more)

lookupMin, lookupMax :: Map k a -> Maybe (k, a)
lookupMin Tip = Nothing
lookupMin (Bin _ k x Tip _) = Just (k, x)
lookupMin (Bin _ _ _ l _) = lookupMin l
lookupMax Tip = Nothing
lookupMax (Bin _ k x _ Tip) = Just (k, x)
lookupMax (Bin _ _ _ _ r) = lookupMax r

findMin, findMax :: Map k a -> (k, a)
findMin m = case lookupMin m of
  Just found -> found
  Nothing -> error "Map.findMin: empty map has no minimal element"
findMax m = case lookupMax m of
  Just found -> found
  Nothing -> error "Map.findMax: empty map has no maximal element"

deleteMin, deleteMax :: Map k a -> Map k a
deleteMin Tip = Tip
deleteMin (Bin _ _ _ Tip r) = r
deleteMin (Bin _ k x l r) = balance k x (deleteMin l) r
deleteMax Tip = Tip
deleteMax (Bin _ _ _ l Tip) = l
deleteMax (Bin _ k x l r) = balance k x l (deleteMax r)

deleteFindMin, deleteFindMax :: Map k a -> ((k, a), Map k a)
deleteFindMin m = case minViewWithKey m of
  Just found -> found
  Nothing -> (error "Map.deleteFindMin: can not return the minimal element of an empty map", Tip)
deleteFindMax m = case maxViewWithKey m of
  Just found -> found
  Nothing -> (error "Map.deleteFindMax: can not return the maximal element of an empty map", Tip)

minView, maxView :: Map k a -> Maybe (a, Map k a)
minView m = fmap (\((_, x), rest) -> (x, rest)) (minViewWithKey m)
maxView m = fmap (\((_, x), rest) -> (x, rest)) (maxViewWithKey m)

minViewWithKey, maxViewWithKey :: Map k a -> Maybe ((k, a), Map k a)
minViewWithKey m = fmap (\found -> (found, deleteMin m)) (lookupMin m)
maxViewWithKey m = fmap (\found -> (found, deleteMax m)) (lookupMax m)

updateMin, updateMax :: (a -> Maybe a) -> Map k a -> Map k a
updateMin f m = case minViewWithKey m of
  Nothing -> Tip
  Just ((k, x), rest) -> maybe rest (\y -> insertMin k y rest) (f x)
updateMax f m = case maxViewWithKey m of
  Nothing -> Tip
  Just ((k, x), rest) -> maybe rest (\y -> insertMax k y rest) (f x)

takeWhileAntitone, dropWhileAntitone :: (k -> Bool) -> Map k a -> Map k a
takeWhileAntitone p m = fst (spanAntitone p m)
dropWhileAntitone p m = snd (spanAntitone p m)

spanAntitone :: (k -> Bool) -> Map k a -> (Map k a, Map k a)
spanAntitone _ Tip = (Tip, Tip)
spanAntitone p (Bin _ k x l r)
  | p k = let (less, more) = spanAntitone p r in (link k x l less, more)
  | otherwise = let (less, more) = spanAntitone p l in (less, link k x more r)
