-- Sequences as trees, balanced by the sizes of their parts: an element is found by its place.
module Data.Sequence
  ( Seq, ViewL, ViewR, empty, singleton, (<|), (|>), (><), fromList, fromFunction, replicate, replicateA, replicateM, null, length
  , viewl, viewr, lookup, (!?), index, adjust, adjust', update, insertAt, deleteAt, take, drop, splitAt, reverse, intersperse
  , filter, partition, breakl, breakr, spanl, spanr, takeWhileL, takeWhileR, dropWhileL, dropWhileR, elemIndexL, elemIndicesL
  , findIndexL, findIndicesL, elemIndexR, findIndexR, mapWithIndex, traverseWithIndex, foldlWithIndex, foldrWithIndex, foldMapWithIndex
  , sort, sortBy, sortOn, unstableSort, unstableSortBy, zip, zipWith, zip3, zipWith3, unzip, scanl, scanl1, scanr, scanr1
  , tails, inits, chunksOf, cycleTaking, unfoldr, iterateN
  ) where

import Prelude hiding (replicate, null, length, lookup, take, drop, splitAt, reverse, filter, zip, zipWith, zip3, zipWith3, unzip, scanl, scanl1, scanr, scanr1)
import qualified Prelude as List
import qualified Data.List as List
import qualified Data.Foldable as Foldable
import Control.Applicative
import Control.Monad

infixr 5 <|
infixl 5 |>
infixr 5 ><
infixr 5 :<
infixl 5 :>

data Seq a = Tip | Bin !Int a !(Seq a) !(Seq a)

data ViewL a = EmptyL | a :< (Seq a) deriving (Eq, Ord, Show)
data ViewR a = EmptyR | (Seq a) :> a deriving (Eq, Ord, Show)

instance Eq a => Eq (Seq a) where
  s == t = length s == length t && Foldable.toList s == Foldable.toList t
instance Ord a => Ord (Seq a) where
  compare s t = compare (Foldable.toList s) (Foldable.toList t)
instance Show a => Show (Seq a) where
  showsPrec d s = showParen (d > 10) (showString "fromList " . shows (Foldable.toList s))
instance Semigroup (Seq a) where
  s <> t = s >< t
instance Monoid (Seq a) where
  mempty = Tip
instance Functor Seq where
  fmap _ Tip = Tip
  fmap f (Bin n x l r) = Bin n (f x) (fmap f l) (fmap f r)
instance Foldable Seq where
  foldr _ z Tip = z
  foldr f z (Bin _ x l r) = foldr f (f x (foldr f z r)) l
  null s = null s
  length s = length s
instance Traversable Seq where
  traverse _ Tip = pure Tip
  traverse f (Bin n x l r) = liftA2 (\l' (x', r') -> Bin n x' l' r') (traverse f l) (liftA2 (,) (f x) (traverse f r))
instance Applicative Seq where
  pure x = singleton x
  fs <*> xs = fromList (Foldable.toList fs <*> Foldable.toList xs)
instance Monad Seq where
  s >>= f = Foldable.foldl (\done x -> done >< f x) Tip s

-- Balance: neither part has more than `delta` times the elements of the other.

delta, ratio :: Int
delta = 3
ratio = 2

node :: a -> Seq a -> Seq a -> Seq a
node x l r = Bin (length l + length r + 1) x l r

balance :: a -> Seq a -> Seq a -> Seq a
balance x l r
  | length l + length r <= 1 = node x l r
  | length r > delta * length l = fromRight x l r
  | length l > delta * length r = fromLeft x l r
  | otherwise = node x l r

fromRight, fromLeft :: a -> Seq a -> Seq a -> Seq a
fromRight x l (Bin _ y m r)
  | length m < ratio * length r = node y (node x l m) r
  | Bin _ z ml mr <- m = node z (node x l ml) (node y mr r)
fromLeft x (Bin _ y l m) r
  | length m < ratio * length l = node y l (node x m r)
  | Bin _ z ml mr <- m = node z (node y l ml) (node x mr r)

-- An element between two sequences of any lengths.
link :: a -> Seq a -> Seq a -> Seq a
link x Tip r = x <| r
link x l Tip = l |> x
link x l@(Bin m y ll lr) r@(Bin n z rl rr)
  | delta * m < n = balance z (link x l rl) rr
  | delta * n < m = balance y ll (link x lr r)
  | otherwise = node x l r

empty :: Seq a
empty = Tip

singleton :: a -> Seq a
singleton x = Bin 1 x Tip Tip

(<|) :: a -> Seq a -> Seq a
x <| Tip = singleton x
x <| Bin _ y l r = balance y (x <| l) r

(|>) :: Seq a -> a -> Seq a
Tip |> x = singleton x
Bin _ y l r |> x = balance y l (r |> x)

(><) :: Seq a -> Seq a -> Seq a
Tip >< t = t
s >< Tip = s
s >< t = case viewl t of
  x :< rest -> link x s rest
  EmptyL -> s

fromList :: [a] -> Seq a
fromList xs = fst (built (List.length xs) xs)

-- The first elements of a list as a sequence, and the rest of the list.
built :: Int -> [a] -> (Seq a, [a])
built 0 xs = (Tip, xs)
built n xs =
  let before = (n - 1) `div` 2
      (l, rest) = built before xs
  in case rest of
       x : more -> let (r, end) = built (n - 1 - before) more in (Bin n x l r, end)
       [] -> (Tip, [])

fromFunction :: Int -> (Int -> a) -> Seq a
fromFunction n f
  | n < 0 = error "Data.Sequence.fromFunction called with negative len"
  | otherwise = fromList (map f [0 .. n - 1])

replicate :: Int -> a -> Seq a
replicate n x = fromList (List.replicate n x)

replicateA :: Applicative f => Int -> f a -> f (Seq a)
replicateA n action = fmap fromList (sequenceA (List.replicate n action))

replicateM :: Applicative f => Int -> f a -> f (Seq a)
replicateM n action = replicateA n action

unfoldr :: (b -> Maybe (a, b)) -> b -> Seq a
unfoldr f z = fromList (List.unfoldr f z)

iterateN :: Int -> (a -> a) -> a -> Seq a
iterateN n f x = fromList (List.take n (iterate f x))

null :: Seq a -> Bool
null Tip = True
null _ = False

length :: Seq a -> Int
length Tip = 0
length (Bin n _ _ _) = n

viewl :: Seq a -> ViewL a
viewl Tip = EmptyL
viewl (Bin _ x Tip r) = x :< r
viewl (Bin _ x l r) = case viewl l of
  y :< rest -> y :< balance x rest r
  EmptyL -> x :< r

viewr :: Seq a -> ViewR a
viewr Tip = EmptyR
viewr (Bin _ x l Tip) = l :> x
viewr (Bin _ x l r) = case viewr r of
  rest :> y -> balance x l rest :> y
  EmptyR -> l :> x

lookup :: Int -> Seq a -> Maybe a
lookup _ Tip = Nothing
lookup i (Bin _ x l r) = case compare i (length l) of
  LT -> lookup i l
  EQ -> Just x
  GT -> lookup (i - length l - 1) r

(!?) :: Seq a -> Int -> Maybe a
s !? i = lookup i s

index :: Seq a -> Int -> a
index s i = case lookup i s of
  Just x -> x
  Nothing -> error ("index out of bounds in call to: Data.Sequence.index " ++ show i)

adjust, adjust' :: (a -> a) -> Int -> Seq a -> Seq a
adjust _ _ Tip = Tip
adjust f i (Bin n x l r) = case compare i (length l) of
  LT -> Bin n x (adjust f i l) r
  EQ -> Bin n (f x) l r
  GT -> Bin n x l (adjust f (i - length l - 1) r)
adjust' f i s = case lookup i s of
  Just x -> let y = f x in y `seq` update i y s
  Nothing -> s

update :: Int -> a -> Seq a -> Seq a
update i x s = adjust (const x) i s

insertAt :: Int -> a -> Seq a -> Seq a
insertAt i x s
  | i <= 0 = x <| s
  | i >= length s = s |> x
  | otherwise = let (before, after) = splitAt i s in link x before after

deleteAt :: Int -> Seq a -> Seq a
deleteAt i s
  | i < 0 || i >= length s = s
  | otherwise = let (before, after) = splitAt i s in before >< drop 1 after

take, drop :: Int -> Seq a -> Seq a
take i s = fst (splitAt i s)
drop i s = snd (splitAt i s)

splitAt :: Int -> Seq a -> (Seq a, Seq a)
splitAt _ Tip = (Tip, Tip)
splitAt i s@(Bin n x l r)
  | i <= 0 = (Tip, s)
  | i >= n = (s, Tip)
  | i <= length l = let (before, after) = splitAt i l in (before, link x after r)
  | otherwise = let (before, after) = splitAt (i - length l - 1) r in (link x l before, after)

reverse :: Seq a -> Seq a
reverse Tip = Tip
reverse (Bin n x l r) = Bin n x (reverse r) (reverse l)

-- What lists have, too.
overList :: ([a] -> [b]) -> Seq a -> Seq b
overList f s = fromList (f (Foldable.toList s))

intersperse :: a -> Seq a -> Seq a
intersperse x s = overList (List.intersperse x) s

filter :: (a -> Bool) -> Seq a -> Seq a
filter p s = overList (List.filter p) s

partition :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
partition p s = (filter p s, filter (not . p) s)

spanl, spanr, breakl, breakr :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
spanl p s = splitAt (List.length (takeWhile p (Foldable.toList s))) s
spanr p s = let (after, before) = spanl p (reverse s) in (reverse after, reverse before)
breakl p s = spanl (not . p) s
breakr p s = spanr (not . p) s

takeWhileL, takeWhileR, dropWhileL, dropWhileR :: (a -> Bool) -> Seq a -> Seq a
takeWhileL p s = fst (spanl p s)
dropWhileL p s = snd (spanl p s)
takeWhileR p s = reverse (takeWhileL p (reverse s))
dropWhileR p s = reverse (dropWhileL p (reverse s))

elemIndexL, elemIndexR :: Eq a => a -> Seq a -> Maybe Int
elemIndexL x s = findIndexL (== x) s
elemIndexR x s = findIndexR (== x) s

elemIndicesL :: Eq a => a -> Seq a -> [Int]
elemIndicesL x s = findIndicesL (== x) s

findIndexL, findIndexR :: (a -> Bool) -> Seq a -> Maybe Int
findIndexL p s = List.findIndex p (Foldable.toList s)
findIndexR p s = fmap (\i -> length s - 1 - i) (findIndexL p (reverse s))

findIndicesL :: (a -> Bool) -> Seq a -> [Int]
findIndicesL p s = List.findIndices p (Foldable.toList s)

mapWithIndex :: (Int -> a -> b) -> Seq a -> Seq b
mapWithIndex f s = from 0 s
  where
    from _ Tip = Tip
    from i (Bin n x l r) = let at = i + length l in Bin n (f at x) (from i l) (from (at + 1) r)

traverseWithIndex :: Applicative f => (Int -> a -> f b) -> Seq a -> f (Seq b)
traverseWithIndex f s = sequenceA (mapWithIndex f s)

foldlWithIndex :: (b -> Int -> a -> b) -> b -> Seq a -> b
foldlWithIndex f z s = Foldable.foldl (\done (i, x) -> f done i x) z (List.zip [0 ..] (Foldable.toList s))

foldrWithIndex :: (Int -> a -> b -> b) -> b -> Seq a -> b
foldrWithIndex f z s = Foldable.foldr (\(i, x) rest -> f i x rest) z (List.zip [0 ..] (Foldable.toList s))

foldMapWithIndex :: Monoid m => (Int -> a -> m) -> Seq a -> m
foldMapWithIndex f s = mconcat (Foldable.toList (mapWithIndex f s))

sort, unstableSort :: Ord a => Seq a -> Seq a
sort s = overList List.sort s
unstableSort s = sort s

sortBy, unstableSortBy :: (a -> a -> Ordering) -> Seq a -> Seq a
sortBy f s = overList (List.sortBy f) s
unstableSortBy f s = sortBy f s

sortOn :: Ord b => (a -> b) -> Seq a -> Seq a
sortOn f s = overList (List.sortOn f) s

zip :: Seq a -> Seq b -> Seq (a, b)
zip s t = zipWith (,) s t

zipWith :: (a -> b -> c) -> Seq a -> Seq b -> Seq c
zipWith f s t = fromList (List.zipWith f (Foldable.toList s) (Foldable.toList t))

zip3 :: Seq a -> Seq b -> Seq c -> Seq (a, b, c)
zip3 s t u = zipWith3 (,,) s t u

zipWith3 :: (a -> b -> c -> d) -> Seq a -> Seq b -> Seq c -> Seq d
zipWith3 f s t u = fromList (List.zipWith3 f (Foldable.toList s) (Foldable.toList t) (Foldable.toList u))

unzip :: Seq (a, b) -> (Seq a, Seq b)
unzip s = (fmap fst s, fmap snd s)

scanl :: (b -> a -> b) -> b -> Seq a -> Seq b
scanl f z s = overList (List.scanl f z) s

scanl1 :: (a -> a -> a) -> Seq a -> Seq a
scanl1 f s = overList (List.scanl1 f) s

scanr :: (a -> b -> b) -> b -> Seq a -> Seq b
scanr f z s = overList (List.scanr f z) s

scanr1 :: (a -> a -> a) -> Seq a -> Seq a
scanr1 f s = overList (List.scanr1 f) s

tails, inits :: Seq a -> Seq (Seq a)
tails s = fromList [drop i s | i <- [0 .. length s]]
inits s = fromList [take i s | i <- [0 .. length s]]

chunksOf :: Int -> Seq a -> Seq (Seq a)
chunksOf n s
  | null s = Tip
  | n <= 0 = error "chunksOf: A non-empty sequence can only be broken up into positively-sized chunks."
  | otherwise = take n s <| chunksOf n (drop n s)

cycleTaking :: Int -> Seq a -> Seq a
cycleTaking n s = fromList (List.take n (cycle (Foldable.toList s)))
