-- Lists with at least one element.
module Data.List.NonEmpty
  ( NonEmpty, head, tail, last, init, toList, fromList, nonEmpty, map, length, cons, (<|), singleton, reverse, sort, sortBy, sortOn, sortWith
  , zip, zipWith, filter, take, drop, takeWhile, dropWhile, group, groupBy, groupWith, group1, nub, some1, (!!), appendList, repeat, iterate, cycle, span
  , partition, xor, insert, scanl, scanr, transpose
  ) where

import Prelude hiding (head, tail, last, init, map, length, reverse, zip, zipWith, filter, take, drop, takeWhile, dropWhile, (!!), repeat, iterate, cycle, span, scanl, scanr, toList)
import qualified Prelude as List
import qualified Data.List as List
import qualified Data.Foldable as Foldable
import Control.Applicative

infixr 5 :|, <|
infixl 9 !!

data NonEmpty a = a :| [a] deriving (Eq, Ord, Show, Read)

instance Semigroup (NonEmpty a) where
  (x :| xs) <> (y :| ys) = x :| (xs ++ y : ys)
instance Functor NonEmpty where
  fmap f (x :| xs) = f x :| List.map f xs
instance Applicative NonEmpty where
  pure x = x :| []
  fs <*> xs = fromList (toList fs <*> toList xs)
instance Monad NonEmpty where
  xs >>= f = fromList (concatMap (\x -> toList (f x)) (toList xs))
instance Foldable NonEmpty where
  foldr f z (x :| xs) = f x (foldr f z xs)
instance Traversable NonEmpty where
  traverse f (x :| xs) = liftA2 (:|) (f x) (traverse f xs)

head :: NonEmpty a -> a
head (x :| _) = x

tail :: NonEmpty a -> [a]
tail (_ :| xs) = xs

last :: NonEmpty a -> a
last (x :| xs) = List.last (x : xs)

init :: NonEmpty a -> [a]
init (x :| xs) = List.init (x : xs)

toList :: NonEmpty a -> [a]
toList (x :| xs) = x : xs

fromList :: [a] -> NonEmpty a
fromList (x : xs) = x :| xs
fromList [] = errorWithoutStackTrace "NonEmpty.fromList: empty list"

nonEmpty :: [a] -> Maybe (NonEmpty a)
nonEmpty [] = Nothing
nonEmpty (x : xs) = Just (x :| xs)

-- What keeps the number of elements.
lift :: ([a] -> [b]) -> NonEmpty a -> NonEmpty b
lift f xs = fromList (f (toList xs))

map :: (a -> b) -> NonEmpty a -> NonEmpty b
map f xs = fmap f xs

length :: NonEmpty a -> Int
length (_ :| xs) = 1 + List.length xs

cons, (<|) :: a -> NonEmpty a -> NonEmpty a
cons x (y :| ys) = x :| (y : ys)
x <| xs = cons x xs

singleton :: a -> NonEmpty a
singleton x = x :| []

appendList :: NonEmpty a -> [a] -> NonEmpty a
appendList (x :| xs) ys = x :| (xs ++ ys)

reverse :: NonEmpty a -> NonEmpty a
reverse xs = lift List.reverse xs

sort :: Ord a => NonEmpty a -> NonEmpty a
sort xs = lift List.sort xs

sortBy :: (a -> a -> Ordering) -> NonEmpty a -> NonEmpty a
sortBy order xs = lift (List.sortBy order) xs

sortOn, sortWith :: Ord b => (a -> b) -> NonEmpty a -> NonEmpty a
sortOn f xs = lift (List.sortOn f) xs
sortWith f xs = lift (List.sortBy (\x y -> compare (f x) (f y))) xs

insert :: (Foldable t, Ord a) => a -> t a -> NonEmpty a
insert x xs = fromList (List.insert x (Foldable.toList xs))

nub :: Eq a => NonEmpty a -> NonEmpty a
nub xs = lift List.nub xs

scanl :: Foldable t => (b -> a -> b) -> b -> t a -> NonEmpty b
scanl f z xs = fromList (List.scanl f z (Foldable.toList xs))

scanr :: Foldable t => (a -> b -> b) -> b -> t a -> NonEmpty b
scanr f z xs = fromList (List.scanr f z (Foldable.toList xs))

transpose :: NonEmpty (NonEmpty a) -> NonEmpty (NonEmpty a)
transpose xss = fmap fromList (fromList (List.transpose (toList (fmap toList xss))))

zip :: NonEmpty a -> NonEmpty b -> NonEmpty (a, b)
zip xs ys = zipWith (,) xs ys

zipWith :: (a -> b -> c) -> NonEmpty a -> NonEmpty b -> NonEmpty c
zipWith f (x :| xs) (y :| ys) = f x y :| List.zipWith f xs ys

repeat :: a -> NonEmpty a
repeat x = x :| List.repeat x

iterate :: (a -> a) -> a -> NonEmpty a
iterate f x = x :| List.iterate f (f x)

cycle :: NonEmpty a -> NonEmpty a
cycle xs = lift List.cycle xs

filter, takeWhile, dropWhile :: (a -> Bool) -> NonEmpty a -> [a]
filter p xs = List.filter p (toList xs)
takeWhile p xs = List.takeWhile p (toList xs)
dropWhile p xs = List.dropWhile p (toList xs)

take, drop :: Int -> NonEmpty a -> [a]
take n xs = List.take n (toList xs)
drop n xs = List.drop n (toList xs)

span, partition :: (a -> Bool) -> NonEmpty a -> ([a], [a])
span p xs = List.span p (toList xs)
partition p xs = List.partition p (toList xs)

group :: (Foldable t, Eq a) => t a -> [NonEmpty a]
group xs = groupBy (==) xs

groupBy :: Foldable t => (a -> a -> Bool) -> t a -> [NonEmpty a]
groupBy same xs = List.map fromList (List.groupBy same (Foldable.toList xs))

groupWith :: Eq b => (a -> b) -> [a] -> [NonEmpty a]
groupWith f xs = groupBy (\x y -> f x == f y) xs

group1 :: Eq a => NonEmpty a -> NonEmpty (NonEmpty a)
group1 xs = fromList (group xs)

some1 :: Alternative f => f a -> f (NonEmpty a)
some1 action = liftA2 (:|) action (many action)

xor :: NonEmpty Bool -> Bool
xor xs = foldr (/=) False xs

(!!) :: NonEmpty a -> Int -> a
xs !! n = toList xs List.!! n
