-- What has elements in an order.
module Data.Foldable
  ( fold, foldMap, foldMap', foldr, foldr', foldl, foldl', foldr1, foldl1, toList, null, length, elem, maximum, minimum, sum, product
  , foldrM, foldlM, traverse_, for_, sequenceA_, asum, mapM_, forM_, sequence_, msum, concat, concatMap, and, or, any, all, maximumBy
  , minimumBy, notElem, find
  ) where

import Control.Applicative
import Control.Monad (forM_, foldM, msum)
import qualified Data.List as List

fold :: (Foldable t, Monoid m) => t m -> m
fold xs = foldMap id xs

foldMap' :: (Foldable t, Monoid m) => (a -> m) -> t a -> m
foldMap' f xs = foldl' (\done x -> done <> f x) mempty xs

foldr' :: Foldable t => (a -> b -> b) -> b -> t a -> b
foldr' f z xs = List.foldl' (\done x -> f x done) z (reverse (toList xs))

foldl' :: Foldable t => (b -> a -> b) -> b -> t a -> b
foldl' f z xs = List.foldl' f z (toList xs)

foldrM :: (Foldable t, Monad m) => (a -> b -> m b) -> b -> t a -> m b
foldrM f z xs = foldM (\done x -> f x done) z (reverse (toList xs))

foldlM :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m b
foldlM f z xs = foldM f z xs

for_ :: (Foldable t, Applicative f) => t a -> (a -> f b) -> f ()
for_ xs f = traverse_ f xs

sequenceA_ :: (Foldable t, Applicative f) => t (f a) -> f ()
sequenceA_ xs = traverse_ id xs

asum :: (Foldable t, Alternative f) => t (f a) -> f a
asum xs = foldr (<|>) empty xs

maximumBy, minimumBy :: Foldable t => (a -> a -> Ordering) -> t a -> a
maximumBy order xs = List.maximumBy order (toList xs)
minimumBy order xs = List.minimumBy order (toList xs)

find :: Foldable t => (a -> Bool) -> t a -> Maybe a
find p xs = List.find p (toList xs)
