-- Sets as search trees, balanced by the sizes of their parts.
module Data.Set
  ( Set, empty, singleton, fromList, fromAscList, fromDistinctAscList, fromDescList, powerSet, insert, delete, member, notMember, null, size
  , isSubsetOf, isProperSubsetOf, disjoint, union, unions, difference, (\\), intersection, cartesianProduct, filter, partition, split
  , splitMember, map, mapMonotonic, foldr, foldl, foldr', foldl', fold, lookupMin, lookupMax, findMin, findMax, deleteMin, deleteMax
  , deleteFindMin, deleteFindMax, minView, maxView, lookupLT, lookupGT, lookupLE, lookupGE, elems, toList, toAscList, toDescList
  , elemAt, findIndex, lookupIndex, deleteAt, take, drop, splitAt, takeWhileAntitone, dropWhileAntitone, spanAntitone
  ) where

infixl 9 \\

data Set a = Tip | Bin !Int !a !(Set a) !(Set a)

instance Eq a => Eq (Set a) where
  s == t = size s == size t && toList s == toList t
instance Ord a => Ord (Set a) where
  compare s t = compare (toList s) (toList t)
instance Show a => Show (Set a) where
  showsPrec d s = showParen (d > 10) (showString "fromList " . shows (toList s))
instance Ord a => Semigroup (Set a) where
  s <> t = union s t
instance Ord a => Monoid (Set a) where
  mempty = Tip
instance Foldable Set where
  foldr f z s = foldr f z s
  toList s = toList s
  null s = null s
  length s = size s
  minimum s = findMin s
  maximum s = findMax s

-- Balance: neither part has more than `delta` times the elements of the other.

delta, ratio :: Int
delta = 3
ratio = 2

node :: a -> Set a -> Set a -> Set a
node x l r = Bin (size l + size r + 1) x l r

-- One element may have come or gone on one side.
balance :: a -> Set a -> Set a -> Set a
balance x l r
  | size l + size r <= 1 = node x l r
  | size r > delta * size l = fromRight x l r
  | size l > delta * size r = fromLeft x l r
  | otherwise = node x l r

fromRight, fromLeft :: a -> Set a -> Set a -> Set a
fromRight x l (Bin _ y m r)
  | size m < ratio * size r = node y (node x l m) r
  | Bin _ z ml mr <- m = node z (node x l ml) (node y mr r)
fromLeft x (Bin _ y l m) r
  | size m < ratio * size l = node y l (node x m r)
  | Bin _ z ml mr <- m = node z (node y l ml) (node x mr r)

-- An element between two sets of any sizes.
link :: a -> Set a -> Set a -> Set a
link x Tip r = insertMin x r
link x l Tip = insertMax x l
link x l@(Bin m y ll lr) r@(Bin n z rl rr)
  | delta * m < n = balance z (link x l rl) rr
  | delta * n < m = balance y ll (link x lr r)
  | otherwise = node x l r

insertMin, insertMax :: a -> Set a -> Set a
insertMin x Tip = singleton x
insertMin x (Bin _ y l r) = balance y (insertMin x l) r
insertMax x Tip = singleton x
insertMax x (Bin _ y l r) = balance y l (insertMax x r)

-- All elements of the first are less than those of the second.
merge :: Set a -> Set a -> Set a
merge Tip r = r
merge l Tip = l
merge l r = let (x, rest) = deleteFindMin r in link x l rest

empty :: Set a
empty = Tip

singleton :: a -> Set a
singleton x = Bin 1 x Tip Tip

fromList :: Ord a => [a] -> Set a
fromList xs = from Tip xs
  where
    from s [] = s
    from s (y : ys) = let t = insert y s in t `seq` from t ys

fromAscList, fromDescList :: Eq a => [a] -> Set a
fromAscList xs = fromDistinctAscList (different xs)
fromDescList xs = fromDistinctAscList (reverse (different xs))

fromDistinctAscList :: [a] -> Set a
fromDistinctAscList xs = Prelude.foldl (\s x -> insertMax x s) Tip xs

-- Of equal neighbours, the last.
different :: Eq a => [a] -> [a]
different (x : y : rest)
  | x == y = different (y : rest)
  | otherwise = x : different (y : rest)
different xs = xs

insert :: Ord a => a -> Set a -> Set a
insert x Tip = singleton x
insert x (Bin n y l r) = case compare x y of
  LT -> balance y (insert x l) r
  GT -> balance y l (insert x r)
  EQ -> Bin n x l r

delete :: Ord a => a -> Set a -> Set a
delete x s = x `seq` from s
  where
    from Tip = Tip
    from (Bin _ y l r) = case compare x y of
      LT -> balance y (from l) r
      GT -> balance y l (from r)
      EQ -> merge l r

member, notMember :: Ord a => a -> Set a -> Bool
member x s = x `seq` within s
  where
    within Tip = False
    within (Bin _ y l r) = case compare x y of
      LT -> within l
      GT -> within r
      EQ -> True
notMember x s = not (member x s)

null :: Set a -> Bool
null Tip = True
null _ = False

size :: Set a -> Int
size Tip = 0
size (Bin n _ _ _) = n

isSubsetOf, isProperSubsetOf, disjoint :: Ord a => Set a -> Set a -> Bool
isSubsetOf s t = size s <= size t && all (\x -> member x t) (toList s)
isProperSubsetOf s t = size s < size t && isSubsetOf s t
disjoint s t = null (intersection s t)

union, difference, intersection :: Ord a => Set a -> Set a -> Set a
union s Tip = s
union Tip t = t
union (Bin _ x l r) t = let (less, _, more) = splitMember x t in link x (union l less) (union r more)
difference Tip _ = Tip
difference s Tip = s
difference s (Bin _ x l r) = let (less, _, more) = splitMember x s in merge (difference less l) (difference more r)
intersection Tip _ = Tip
intersection _ Tip = Tip
intersection (Bin _ x l r) t = case splitMember x t of
  (less, True, more) -> link x (intersection l less) (intersection r more)
  (less, False, more) -> merge (intersection l less) (intersection r more)

(\\) :: Ord a => Set a -> Set a -> Set a
s \\ t = difference s t

unions :: (Foldable f, Ord a) => f (Set a) -> Set a
unions sets = Prelude.foldl union Tip sets

cartesianProduct :: Set a -> Set b -> Set (a, b)
cartesianProduct s t = fromDistinctAscList [(x, y) | x <- toList s, y <- toList t]

powerSet :: Set a -> Set (Set a)
powerSet s = foldr (\x sets -> insertMin Tip (merge (mapMonotonic (insertMin x) sets) (deleteMin sets))) (singleton Tip) s

filter :: (a -> Bool) -> Set a -> Set a
filter _ Tip = Tip
filter p (Bin _ x l r)
  | p x = link x (filter p l) (filter p r)
  | otherwise = merge (filter p l) (filter p r)

partition :: (a -> Bool) -> Set a -> (Set a, Set a)
partition p s = (filter p s, filter (not . p) s)

split :: Ord a => a -> Set a -> (Set a, Set a)
split x s = let (less, _, more) = splitMember x s in (less, more)

splitMember :: Ord a => a -> Set a -> (Set a, Bool, Set a)
splitMember _ Tip = (Tip, False, Tip)
splitMember x (Bin _ y l r) = case compare x y of
  LT -> let (less, found, more) = splitMember x l in (less, found, link y more r)
  GT -> let (less, found, more) = splitMember x r in (link y l less, found, more)
  EQ -> (l, True, r)

map :: Ord b => (a -> b) -> Set a -> Set b
map f s = fromList (Prelude.map f (toList s))

mapMonotonic :: (a -> b) -> Set a -> Set b
mapMonotonic _ Tip = Tip
mapMonotonic f (Bin n x l r) = Bin n (f x) (mapMonotonic f l) (mapMonotonic f r)

foldr, foldr', fold :: (a -> b -> b) -> b -> Set a -> b
foldr _ z Tip = z
foldr f z (Bin _ x l r) = foldr f (f x (foldr f z r)) l
foldr' _ z Tip = z
foldr' f z (Bin _ x l r) = let y = foldr' f z r in y `seq` (let u = f x y in u `seq` foldr' f u l)
fold f z s = foldr f z s

foldl, foldl' :: (b -> a -> b) -> b -> Set a -> b
foldl _ z Tip = z
foldl f z (Bin _ x l r) = foldl f (f (foldl f z l) x) r
foldl' _ z Tip = z
foldl' f z (Bin _ x l r) = let y = foldl' f z l in y `seq` (let u = f y x in u `seq` foldl' f u r)

lookupMin, lookupMax :: Set a -> Maybe a
lookupMin Tip = Nothing
lookupMin (Bin _ x Tip _) = Just x
lookupMin (Bin _ _ l _) = lookupMin l
lookupMax Tip = Nothing
lookupMax (Bin _ x _ Tip) = Just x
lookupMax (Bin _ _ _ r) = lookupMax r

findMin, findMax :: Set a -> a
findMin s = case lookupMin s of
  Just x -> x
  Nothing -> error "Set.findMin: empty set has no minimal element"
findMax s = case lookupMax s of
  Just x -> x
  Nothing -> error "Set.findMax: empty set has no maximal element"

deleteMin, deleteMax :: Set a -> Set a
deleteMin Tip = Tip
deleteMin (Bin _ _ Tip r) = r
deleteMin (Bin _ x l r) = balance x (deleteMin l) r
deleteMax Tip = Tip
deleteMax (Bin _ _ l Tip) = l
deleteMax (Bin _ x l r) = balance x l (deleteMax r)

deleteFindMin, deleteFindMax :: Set a -> (a, Set a)
deleteFindMin s = case minView s of
  Just found -> found
  Nothing -> (error "Set.deleteFindMin: can not return the minimal element of an empty set", Tip)
deleteFindMax s = case maxView s of
  Just found -> found
  Nothing -> (error "Set.deleteFindMax: can not return the maximal element of an empty set", Tip)

minView, maxView :: Set a -> Maybe (a, Set a)
minView s = fmap (\x -> (x, deleteMin s)) (lookupMin s)
maxView s = fmap (\x -> (x, deleteMax s)) (lookupMax s)

lookupLT, lookupGT, lookupLE, lookupGE :: Ord a => a -> Set a -> Maybe a
lookupLT x s = lookupMax (fst (split x s))
lookupGT x s = lookupMin (snd (split x s))
lookupLE x s = case splitMember x s of
  (_, True, _) -> find x s
  (less, False, _) -> lookupMax less
lookupGE x s = case splitMember x s of
  (_, True, _) -> find x s
  (_, False, more) -> lookupMin more

find :: Ord a => a -> Set a -> Maybe a
find _ Tip = Nothing
find x (Bin _ y l r) = case compare x y of
  LT -> find x l
  GT -> find x r
  EQ -> Just y

elems, toList, toAscList, toDescList :: Set a -> [a]
elems s = foldr (:) [] s
toList s = foldr (:) [] s
toAscList s = foldr (:) [] s
toDescList s = foldl (flip (:)) [] s

elemAt :: Int -> Set a -> a
elemAt _ Tip = error "Set.elemAt: index out of range"
elemAt i (Bin _ x l r) = case compare i (size l) of
  LT -> elemAt i l
  GT -> elemAt (i - size l - 1) r
  EQ -> x

deleteAt :: Int -> Set a -> Set a
deleteAt i s
  | i < 0 || i >= size s = error "Set.deleteAt: index out of range"
  | otherwise = merge (take i s) (drop (i + 1) s)

lookupIndex :: Ord a => a -> Set a -> Maybe Int
lookupIndex x s = case splitMember x s of
  (less, True, _) -> Just (size less)
  _ -> Nothing

findIndex :: Ord a => a -> Set a -> Int
findIndex x s = case lookupIndex x s of
  Just i -> i
  Nothing -> error "Set.findIndex: element is not in the set"

take, drop :: Int -> Set a -> Set a
take i s = fst (splitAt i s)
drop i s = snd (splitAt i s)

splitAt :: Int -> Set a -> (Set a, Set a)
splitAt _ Tip = (Tip, Tip)
splitAt i s@(Bin n x l r)
  | i <= 0 = (Tip, s)
  | i >= n = (s, Tip)
  | i <= size l = let (less, more) = splitAt i l in (less, link x more r)
  | otherwise = let (less, more) = splitAt (i - size l - 1) r in (link x l less, more)

takeWhileAntitone, dropWhileAntitone :: (a -> Bool) -> Set a -> Set a
takeWhileAntitone p s = fst (spanAntitone p s)
dropWhileAntitone p s = snd (spanAntitone p s)

spanAntitone :: (a -> Bool) -> Set a -> (Set a, Set a)
spanAntitone _ Tip = (Tip, Tip)
spanAntitone p (Bin _ x l r)
  | p x = let (less, more) = spanAntitone p r in (link x l less, more)
  | otherwise = let (less, more) = spanAntitone p l in (less, link x more r)
