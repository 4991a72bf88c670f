-- What has elements in an order.
module Data.Foldable
  ( fold, foldMap, foldMap', foldr, foldr', foldl, foldl', foldr1, foldl1, toList, null, length, elem, maximum, minimum, sum, product
  , foldrM, foldlM, traverse_, for_, sequenceA_, asum, mapM_, forM_, sequence_, msum, concat, concatMap, and, or, any, all, maximumBy
  , minimumBy, notElem, find
  ) where

import Control.Applicative
import Control.Monad (forM_, foldM, msum)
import Data.List (foldl', find, maximumBy, minimumBy)

fold :: (Foldable t, Monoid m) => t m -> m
fold xs = foldMap id xs

foldMap' :: (Foldable t, Monoid m) => (a -> m) -> t a -> m
foldMap' f xs = foldl' (\done x -> done <> f x) mempty xs

foldr' :: Foldable t => (a -> b -> b) -> b -> t a -> b
foldr' f z xs = foldl' (\done x -> f x done) z (reverse (toList xs))

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
