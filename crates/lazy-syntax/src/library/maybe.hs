-- Values that may be missing.
module Data.Maybe where

fromMaybe :: a -> Maybe a -> a
fromMaybe x Nothing = x
fromMaybe _ (Just y) = y

fromJust :: Maybe a -> a
fromJust (Just x) = x

isJust, isNothing :: Maybe a -> Bool
isJust Nothing = False
isJust (Just _) = True
isNothing Nothing = True
isNothing (Just _) = False

catMaybes :: [Maybe a] -> [a]
catMaybes ms = mapMaybe id ms

mapMaybe :: (a -> Maybe b) -> [a] -> [b]
mapMaybe _ [] = []
mapMaybe f (x : xs) = case f x of
  Nothing -> mapMaybe f xs
  Just y -> y : mapMaybe f xs

listToMaybe :: [a] -> Maybe a
listToMaybe [] = Nothing
listToMaybe (x : _) = Just x

maybeToList :: Maybe a -> [a]
maybeToList Nothing = []
maybeToList (Just x) = [x]
