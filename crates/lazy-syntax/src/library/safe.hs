-- Partial functions of lists that say when they have no result.
module Safe
  ( headMay, lastMay, tailMay, initMay, headDef, lastDef, tailDef, initDef, atMay, atDef, readMay, readDef, maximumMay, minimumMay, maximumDef, minimumDef
  , foldr1May, foldl1May, fromJustDef, lookupJust, findJust, headNote, tailNote, lastNote, readNote, tailSafe, initSafe
  ) where

import Data.List (find)
import Data.Maybe (fromMaybe)
import Text.Read (readMaybe)

unlessNull :: ([a] -> b) -> [a] -> Maybe b
unlessNull f xs = if null xs then Nothing else Just (f xs)

headMay, lastMay :: [a] -> Maybe a
headMay = unlessNull head
lastMay = unlessNull last

tailMay, initMay :: [a] -> Maybe [a]
tailMay = unlessNull tail
initMay = unlessNull init

headDef, lastDef :: a -> [a] -> a
headDef x = fromMaybe x . headMay
lastDef x = fromMaybe x . lastMay

tailDef, initDef :: [a] -> [a] -> [a]
tailDef x = fromMaybe x . tailMay
initDef x = fromMaybe x . initMay

tailSafe, initSafe :: [a] -> [a]
tailSafe = tailDef []
initSafe = initDef []

atMay :: [a] -> Int -> Maybe a
atMay xs n = if n < 0 then Nothing else headMay (drop n xs)

atDef :: a -> [a] -> Int -> a
atDef x xs = fromMaybe x . atMay xs

readMay :: Read a => String -> Maybe a
readMay = readMaybe

readDef :: Read a => a -> String -> a
readDef x = fromMaybe x . readMaybe

maximumMay, minimumMay :: Ord a => [a] -> Maybe a
maximumMay = unlessNull maximum
minimumMay = unlessNull minimum

maximumDef, minimumDef :: Ord a => a -> [a] -> a
maximumDef x = fromMaybe x . maximumMay
minimumDef x = fromMaybe x . minimumMay

foldr1May, foldl1May :: (a -> a -> a) -> [a] -> Maybe a
foldr1May f = unlessNull (foldr1 f)
foldl1May f = unlessNull (foldl1 f)

fromJustDef :: a -> Maybe a -> a
fromJustDef = fromMaybe

lookupJust :: Eq a => a -> [(a, b)] -> b
lookupJust key = fromMaybe (error "Safe.lookupJust, no matching value") . lookup key

findJust :: (a -> Bool) -> [a] -> a
findJust p = fromMaybe (error "Safe.findJust, no matching value") . find p

headNote, lastNote :: String -> [a] -> a
headNote note = fromMaybe (error ("Safe.headNote [], " ++ note)) . headMay
lastNote note = fromMaybe (error ("Safe.lastNote [], " ++ note)) . lastMay

tailNote :: String -> [a] -> [a]
tailNote note = fromMaybe (error ("Safe.tailNote [], " ++ note)) . tailMay

readNote :: Read a => String -> String -> a
readNote note = fromMaybe (error ("Safe.readNote, " ++ note)) . readMaybe
