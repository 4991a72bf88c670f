-- Finite maps whose values are evaluated when they are put in.
module Data.Map.Strict (module Data.Map) where

import Data.Map hiding
  ( singleton, fromList, fromListWith, fromListWithKey, fromAscList, fromAscListWith, fromDistinctAscList, fromSet, insert, insertWith
  , insertWithKey, insertLookupWithKey, adjust, adjustWithKey, update, updateWithKey, updateLookupWithKey, alter, unionWith, unionWithKey
  , unionsWith, differenceWith, intersectionWith, intersectionWithKey, map, mapWithKey, mapAccum, mapAccumWithKey, mapKeysWith, mapMaybe
  , mapMaybeWithKey, mapEither, mapEitherWithKey, updateMin, updateMax )
import qualified Data.Map as Lazy
import qualified Data.Set as Set

-- With all its values evaluated.
forced :: Map k a -> Map k a
forced m = Lazy.foldr seq m m

singleton :: k -> a -> Map k a
singleton k x = x `seq` Lazy.singleton k x

fromList :: Ord k => [(k, a)] -> Map k a
fromList entries = fromListWith const entries

fromListWith :: Ord k => (a -> a -> a) -> [(k, a)] -> Map k a
fromListWith f entries = fromListWithKey (\_ x y -> f x y) entries

fromListWithKey :: Ord k => (k -> a -> a -> a) -> [(k, a)] -> Map k a
fromListWithKey f entries = from Lazy.empty entries
  where
    from m [] = m
    from m ((k, x) : rest) = let n = insertWithKey f k x m in n `seq` from n rest

fromAscList :: Eq k => [(k, a)] -> Map k a
fromAscList entries = forced (Lazy.fromAscList entries)

fromAscListWith :: Eq k => (a -> a -> a) -> [(k, a)] -> Map k a
fromAscListWith f entries = forced (Lazy.fromAscListWith f entries)

fromDistinctAscList :: [(k, a)] -> Map k a
fromDistinctAscList entries = forced (Lazy.fromDistinctAscList entries)

fromSet :: (k -> a) -> Set.Set k -> Map k a
fromSet f keys = forced (Lazy.fromSet f keys)

insert :: Ord k => k -> a -> Map k a -> Map k a
insert k x m = x `seq` Lazy.insert k x m

insertWith :: Ord k => (a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWith f k x m = insertWithKey (\_ new old -> f new old) k x m

insertWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWithKey f k x m = case Lazy.lookup k m of
  Nothing -> insert k x m
  Just y -> insert k (f k x y) m

insertLookupWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> (Maybe a, Map k a)
insertLookupWithKey f k x m = let n = insertWithKey f k x m in n `seq` (Lazy.lookup k m, n)

adjust :: Ord k => (a -> a) -> k -> Map k a -> Map k a
adjust f k m = adjustWithKey (\_ x -> f x) k m

adjustWithKey :: Ord k => (k -> a -> a) -> k -> Map k a -> Map k a
adjustWithKey f k m = updateWithKey (\j x -> Just (f j x)) k m

update :: Ord k => (a -> Maybe a) -> k -> Map k a -> Map k a
update f k m = updateWithKey (\_ x -> f x) k m

updateWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> Map k a
updateWithKey f k m = Lazy.updateWithKey (\j x -> evaluated (f j x)) k m

-- With what is inside evaluated.
evaluated :: Maybe a -> Maybe a
evaluated Nothing = Nothing
evaluated (Just x) = x `seq` Just x

updateLookupWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> (Maybe a, Map k a)
updateLookupWithKey f k m = Lazy.updateLookupWithKey (\j x -> evaluated (f j x)) k m

alter :: Ord k => (Maybe a -> Maybe a) -> k -> Map k a -> Map k a
alter f k m = Lazy.alter (\found -> evaluated (f found)) k m

unionWith :: Ord k => (a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWith f m n = forced (Lazy.unionWith f m n)

unionWithKey :: Ord k => (k -> a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWithKey f m n = forced (Lazy.unionWithKey f m n)

unionsWith :: (Foldable f, Ord k) => (a -> a -> a) -> f (Map k a) -> Map k a
unionsWith f maps = Prelude.foldl (unionWith f) Lazy.empty maps

differenceWith :: Ord k => (a -> b -> Maybe a) -> Map k a -> Map k b -> Map k a
differenceWith f m n = Lazy.differenceWith (\x y -> evaluated (f x y)) m n

intersectionWith :: Ord k => (a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWith f m n = forced (Lazy.intersectionWith f m n)

intersectionWithKey :: Ord k => (k -> a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWithKey f m n = forced (Lazy.intersectionWithKey f m n)

map :: (a -> b) -> Map k a -> Map k b
map f m = forced (Lazy.map f m)

mapWithKey :: (k -> a -> b) -> Map k a -> Map k b
mapWithKey f m = forced (Lazy.mapWithKey f m)

mapAccum :: (s -> a -> (s, b)) -> s -> Map k a -> (s, Map k b)
mapAccum f s m = let (t, n) = Lazy.mapAccum f s m in (t, forced n)

mapAccumWithKey :: (s -> k -> a -> (s, b)) -> s -> Map k a -> (s, Map k b)
mapAccumWithKey f s m = let (t, n) = Lazy.mapAccumWithKey f s m in (t, forced n)

mapKeysWith :: Ord j => (a -> a -> a) -> (k -> j) -> Map k a -> Map j a
mapKeysWith c f m = forced (Lazy.mapKeysWith c f m)

mapMaybe :: (a -> Maybe b) -> Map k a -> Map k b
mapMaybe f m = forced (Lazy.mapMaybe f m)

mapMaybeWithKey :: (k -> a -> Maybe b) -> Map k a -> Map k b
mapMaybeWithKey f m = forced (Lazy.mapMaybeWithKey f m)

mapEither :: (a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEither f m = let (l, r) = Lazy.mapEither f m in (forced l, forced r)

mapEitherWithKey :: (k -> a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEitherWithKey f m = let (l, r) = Lazy.mapEitherWithKey f m in (forced l, forced r)

updateMin, updateMax :: (a -> Maybe a) -> Map k a -> Map k a
updateMin f m = Lazy.updateMin (\x -> evaluated (f x)) m
updateMax f m = Lazy.updateMax (\x -> evaluated (f x)) m
