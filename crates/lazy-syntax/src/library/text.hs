-- Texts, kept as strings. They are evaluated as a whole, as those of the text package are.
module Data.Text
  ( Text, pack, unpack, empty, singleton, cons, snoc, append, uncons, unsnoc, head, last, tail, init, null, length, compareLength, map
  , intercalate, intersperse, transpose, reverse, replace, toCaseFold, toLower, toUpper, toTitle, justifyLeft, justifyRight, center
  , foldl, foldl', foldl1, foldr, foldr1, concat, concatMap, any, all, maximum, minimum, scanl, mapAccumL, replicate, unfoldr, take, takeEnd
  , drop, dropEnd, takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, dropAround, strip, stripStart, stripEnd, splitAt, breakOn, breakOnEnd
  , breakOnAll, break, span, group, groupBy, inits, tails, splitOn, split, chunksOf, lines, words, unlines, unwords, isPrefixOf, isSuffixOf
  , isInfixOf, stripPrefix, stripSuffix, commonPrefixes, filter, find, elem, partition, index, findIndex, count, zip, zipWith, show
  ) where

import Prelude hiding (head, last, tail, init, null, length, map, reverse, foldl, foldl1, foldr, foldr1, concat, concatMap, any, all, maximum, minimum, scanl, replicate, take, drop, takeWhile, dropWhile, splitAt, break, span, lines, words, unlines, unwords, filter, elem, zip, zipWith, show)
import qualified Prelude as List
import qualified Data.List as List
import Data.Char (isSpace)
import qualified Data.Char as Char
import Data.String (IsString, fromString)

data Text = Text String

instance Eq Text where
  Text s == Text t = s == t
instance Ord Text where
  compare (Text s) (Text t) = compare s t
instance Show Text where
  showsPrec d (Text s) = showsPrec d s
instance IsString Char Text where
  fromString s = pack s
instance Semigroup Text where
  s <> t = append s t
instance Monoid Text where
  mempty = Text ""

-- All characters are evaluated.
pack :: String -> Text
pack s = whole s `seq` Text s
  where
    whole [] = ()
    whole (c : cs) = c `seq` whole cs

unpack :: Text -> String
unpack (Text s) = s

show :: Show a => a -> Text
show x = pack (List.show x)

empty :: Text
empty = Text ""

singleton :: Char -> Text
singleton c = pack [c]

cons :: Char -> Text -> Text
cons c (Text s) = pack (c : s)

snoc :: Text -> Char -> Text
snoc (Text s) c = pack (s ++ [c])

append :: Text -> Text -> Text
append (Text s) (Text t) = pack (s ++ t)

uncons :: Text -> Maybe (Char, Text)
uncons (Text []) = Nothing
uncons (Text (c : cs)) = Just (c, Text cs)

unsnoc :: Text -> Maybe (Text, Char)
unsnoc (Text []) = Nothing
unsnoc (Text s) = Just (Text (List.init s), List.last s)

emptyError :: String -> a
emptyError function = errorWithoutStackTrace ("Data.Text." ++ function ++ ": empty input")

head, last :: Text -> Char
head (Text []) = emptyError "head"
head (Text (c : _)) = c
last (Text []) = emptyError "last"
last (Text s) = List.last s

tail, init :: Text -> Text
tail (Text []) = emptyError "tail"
tail (Text (_ : cs)) = Text cs
init (Text []) = emptyError "init"
init (Text s) = Text (List.init s)

null :: Text -> Bool
null (Text s) = List.null s

length :: Text -> Int
length (Text s) = List.length s

compareLength :: Text -> Int -> Ordering
compareLength t n = compare (length t) n

-- What strings have, too.
over :: (String -> String) -> Text -> Text
over f (Text s) = pack (f s)

map :: (Char -> Char) -> Text -> Text
map f t = over (List.map f) t

intercalate :: Text -> [Text] -> Text
intercalate (Text s) ts = pack (List.intercalate s (List.map unpack ts))

intersperse :: Char -> Text -> Text
intersperse c t = over (List.intersperse c) t

transpose :: [Text] -> [Text]
transpose ts = List.map pack (List.transpose (List.map unpack ts))

reverse :: Text -> Text
reverse t = over List.reverse t

replace :: Text -> Text -> Text -> Text
replace needle with t
  | null needle = emptyError "replace"
  | otherwise = intercalate with (splitOn needle t)

toCaseFold, toLower, toUpper, toTitle :: Text -> Text
toCaseFold t = toLower t
toLower t = map Char.toLower t
toUpper t = map Char.toUpper t
toTitle t = over (title True) t
  where
    title _ [] = []
    title starts (c : cs)
      | Char.isLetter c = (if starts then Char.toUpper c else Char.toLower c) : title False cs
      | otherwise = c : title (not (c == '\'' && not starts)) cs

justifyLeft, justifyRight, center :: Int -> Char -> Text -> Text
justifyLeft n c t = over (\s -> s ++ List.replicate (n - List.length s) c) t
justifyRight n c t = over (\s -> List.replicate (n - List.length s) c ++ s) t
center n c t
  | missing <= 0 = t
  | otherwise = over (\s -> List.replicate before c ++ s ++ List.replicate after c) t
  where
    missing = n - length t
    after = missing `div` 2
    before = missing - after

foldl, foldl' :: (a -> Char -> a) -> a -> Text -> a
foldl f z (Text s) = List.foldl f z s
foldl' f z (Text s) = List.foldl' f z s

foldr :: (Char -> a -> a) -> a -> Text -> a
foldr f z (Text s) = List.foldr f z s

foldl1, foldr1 :: (Char -> Char -> Char) -> Text -> Char
foldl1 f (Text s) = List.foldl1 f s
foldr1 f (Text s) = List.foldr1 f s

concat :: [Text] -> Text
concat ts = pack (List.concatMap unpack ts)

concatMap :: (Char -> Text) -> Text -> Text
concatMap f t = over (List.concatMap (unpack . f)) t

any, all :: (Char -> Bool) -> Text -> Bool
any p (Text s) = List.any p s
all p (Text s) = List.all p s

maximum, minimum :: Text -> Char
maximum (Text []) = emptyError "maximum"
maximum (Text s) = List.maximum s
minimum (Text []) = emptyError "minimum"
minimum (Text s) = List.minimum s

scanl :: (Char -> Char -> Char) -> Char -> Text -> Text
scanl f z t = over (List.scanl f z) t

mapAccumL :: (a -> Char -> (a, Char)) -> a -> Text -> (a, Text)
mapAccumL f z (Text s) = let (end, done) = List.mapAccumL f z s in (end, pack done)

replicate :: Int -> Text -> Text
replicate n (Text s) = pack (List.concat (List.replicate n s))

unfoldr :: (a -> Maybe (Char, a)) -> a -> Text
unfoldr f z = pack (List.unfoldr f z)

take, takeEnd, drop, dropEnd :: Int -> Text -> Text
take n t = over (List.take n) t
takeEnd n t = over (\s -> List.drop (List.length s - n) s) t
drop n t = over (List.drop n) t
dropEnd n t = over (\s -> if n <= 0 then s else List.take (List.length s - n) s) t

takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, dropAround :: (Char -> Bool) -> Text -> Text
takeWhile p t = over (List.takeWhile p) t
takeWhileEnd p t = over (List.reverse . List.takeWhile p . List.reverse) t
dropWhile p t = over (List.dropWhile p) t
dropWhileEnd p t = over (List.dropWhileEnd p) t
dropAround p t = dropWhile p (dropWhileEnd p t)

strip, stripStart, stripEnd :: Text -> Text
strip t = dropAround isSpace t
stripStart t = dropWhile isSpace t
stripEnd t = dropWhileEnd isSpace t

both :: (String, String) -> (Text, Text)
both (s, t) = (pack s, pack t)

splitAt :: Int -> Text -> (Text, Text)
splitAt n (Text s) = both (List.splitAt n s)

break, span, partition :: (Char -> Bool) -> Text -> (Text, Text)
break p (Text s) = both (List.break p s)
span p (Text s) = both (List.span p s)
partition p (Text s) = both (List.partition p s)

breakOn, breakOnEnd :: Text -> Text -> (Text, Text)
breakOn needle t
  | null needle = emptyError "breakOn"
  | otherwise = case places needle t of
      [] -> (t, empty)
      at : _ -> splitAt at t
breakOnEnd needle t =
  let (after, before) = breakOn (reverse needle) (reverse t) in (reverse before, reverse after)

breakOnAll :: Text -> Text -> [(Text, Text)]
breakOnAll needle t
  | null needle = emptyError "breakOnAll"
  | otherwise = List.map (\at -> splitAt at t) (places needle t)

-- Where a text occurs in another one, from left to right, without overlaps.
places :: Text -> Text -> [Int]
places (Text needle) (Text t) = from 0 t
  where
    size = List.length needle
    from _ [] = []
    from at s@(_ : cs)
      | needle `List.isPrefixOf` s = at : from (at + size) (List.drop size s)
      | otherwise = from (at + 1) cs

group :: Text -> [Text]
group (Text s) = List.map pack (List.group s)

groupBy :: (Char -> Char -> Bool) -> Text -> [Text]
groupBy f (Text s) = List.map pack (List.groupBy f s)

inits, tails :: Text -> [Text]
inits (Text s) = List.map pack (List.inits s)
tails (Text s) = List.map pack (List.tails s)

splitOn :: Text -> Text -> [Text]
splitOn needle t
  | null needle = emptyError "splitOn"
  | otherwise = from 0 (places needle t) t
  where
    from _ [] rest = [rest]
    from done (at : more) rest =
      take (at - done) rest : from (at + length needle) more (drop (at - done + length needle) rest)

split :: (Char -> Bool) -> Text -> [Text]
split p (Text s) = List.map pack (pieces s)
  where
    pieces cs = case List.break p cs of
      (before, []) -> [before]
      (before, _ : rest) -> before : pieces rest

chunksOf :: Int -> Text -> [Text]
chunksOf n t
  | n <= 0 || null t = []
  | otherwise = take n t : chunksOf n (drop n t)

lines, words :: Text -> [Text]
lines (Text s) = List.map pack (List.lines s)
words (Text s) = List.map pack (List.words s)

unlines, unwords :: [Text] -> Text
unlines ts = pack (List.unlines (List.map unpack ts))
unwords ts = pack (List.unwords (List.map unpack ts))

isPrefixOf, isSuffixOf, isInfixOf :: Text -> Text -> Bool
isPrefixOf (Text s) (Text t) = List.isPrefixOf s t
isSuffixOf (Text s) (Text t) = List.isSuffixOf s t
isInfixOf (Text s) (Text t) = List.isInfixOf s t

stripPrefix, stripSuffix :: Text -> Text -> Maybe Text
stripPrefix (Text s) (Text t) = fmap pack (List.stripPrefix s t)
stripSuffix s t
  | isSuffixOf s t = Just (dropEnd (length s) t)
  | otherwise = Nothing

commonPrefixes :: Text -> Text -> Maybe (Text, Text, Text)
commonPrefixes s t
  | n == 0 = Nothing
  | otherwise = Just (take n s, drop n s, drop n t)
  where n = List.length (List.takeWhile id (List.zipWith (==) (unpack s) (unpack t)))

filter :: (Char -> Bool) -> Text -> Text
filter p t = over (List.filter p) t

find :: (Char -> Bool) -> Text -> Maybe Char
find p (Text s) = List.find p s

elem :: Char -> Text -> Bool
elem c (Text s) = List.elem c s

index :: Text -> Int -> Char
index (Text s) n
  | n < 0 || n >= List.length s = errorWithoutStackTrace "Data.Text.index: index out of bounds"
  | otherwise = s !! n

findIndex :: (Char -> Bool) -> Text -> Maybe Int
findIndex p (Text s) = List.findIndex p s

count :: Text -> Text -> Int
count needle t
  | null needle = emptyError "count"
  | otherwise = List.length (places needle t)

zip :: Text -> Text -> [(Char, Char)]
zip (Text s) (Text t) = List.zip s t

zipWith :: (Char -> Char -> Char) -> Text -> Text -> Text
zipWith f (Text s) (Text t) = pack (List.zipWith f s t)
