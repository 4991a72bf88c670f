-- Strings of bytes, each shown as the character of its number. They are evaluated as a whole.
module Data.ByteString.Char8
  ( ByteString, pack, unpack, empty, singleton, cons, snoc, append, uncons, unsnoc, head, last, tail, init, null, length, map, reverse
  , intercalate, intersperse, transpose, foldl, foldl', foldl1, foldr, foldr', foldr1, concat, concatMap, any, all, maximum, minimum, scanl
  , replicate, unfoldr, take, drop, takeEnd, dropEnd, takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, strip, dropSpace, splitAt, break
  , breakEnd, span, spanEnd, breakSubstring, group, groupBy, inits, tails, split, splitWith, lines, words, unlines, unwords, isPrefixOf, isSuffixOf
  , isInfixOf, stripPrefix, stripSuffix, elem, notElem, find, filter, partition, index, elemIndex, elemIndices, elemIndexEnd, findIndex
  , findIndices, count, zip, zipWith, unzip, readInt, readInteger, putStr, putStrLn, getLine, getContents, interact, readFile, writeFile
  , appendFile, copy
  ) where

import Prelude hiding (head, last, tail, init, null, length, map, reverse, foldl, foldl1, foldr, foldr1, concat, concatMap, any, all, maximum, minimum, scanl, replicate, take, drop, takeWhile, dropWhile, splitAt, break, span, lines, words, unlines, unwords, filter, elem, notElem, zip, zipWith, unzip, putStr, putStrLn, getLine, getContents, interact, readFile, writeFile, appendFile)
import qualified Prelude as List
import qualified Data.List as List
import Data.Char (chr, isDigit, isSpace, ord)
import Data.String (IsString, fromString)

data ByteString = ByteString String

instance Eq ByteString where
  ByteString s == ByteString t = s == t
instance Ord ByteString where
  compare (ByteString s) (ByteString t) = compare s t
instance Show ByteString where
  showsPrec d (ByteString s) = showsPrec d s
instance IsString Char ByteString where
  fromString s = pack s
instance Semigroup ByteString where
  s <> t = append s t
instance Monoid ByteString where
  mempty = ByteString ""

-- All characters are evaluated; of each the lowest eight bits are kept.
pack :: String -> ByteString
pack s = let bytes = List.map byte s in whole bytes `seq` ByteString bytes
  where
    byte c = if c < '\256' then c else chr (ord c `mod` 256)
    whole [] = ()
    whole (c : cs) = c `seq` whole cs

unpack :: ByteString -> String
unpack (ByteString s) = s

empty :: ByteString
empty = ByteString ""

copy :: ByteString -> ByteString
copy s = s

singleton :: Char -> ByteString
singleton c = pack [c]

cons :: Char -> ByteString -> ByteString
cons c (ByteString s) = pack (c : s)

snoc :: ByteString -> Char -> ByteString
snoc (ByteString s) c = pack (s ++ [c])

append :: ByteString -> ByteString -> ByteString
append (ByteString s) (ByteString t) = ByteString (s ++ t)

uncons :: ByteString -> Maybe (Char, ByteString)
uncons (ByteString []) = Nothing
uncons (ByteString (c : cs)) = Just (c, ByteString cs)

unsnoc :: ByteString -> Maybe (ByteString, Char)
unsnoc (ByteString []) = Nothing
unsnoc (ByteString s) = Just (ByteString (List.init s), List.last s)

emptyError :: String -> a
emptyError function = errorWithoutStackTrace ("Data.ByteString." ++ function ++ ": empty ByteString")

head, last :: ByteString -> Char
head (ByteString []) = emptyError "head"
head (ByteString (c : _)) = c
last (ByteString []) = emptyError "last"
last (ByteString s) = List.last s

tail, init :: ByteString -> ByteString
tail (ByteString []) = emptyError "tail"
tail (ByteString (_ : cs)) = ByteString cs
init (ByteString []) = emptyError "init"
init (ByteString s) = ByteString (List.init s)

null :: ByteString -> Bool
null (ByteString s) = List.null s

length :: ByteString -> Int
length (ByteString s) = List.length s

-- What strings have, too.
over :: (String -> String) -> ByteString -> ByteString
over f (ByteString s) = pack (f s)

map :: (Char -> Char) -> ByteString -> ByteString
map f t = over (List.map f) t

reverse :: ByteString -> ByteString
reverse t = over List.reverse t

intercalate :: ByteString -> [ByteString] -> ByteString
intercalate (ByteString s) ts = pack (List.intercalate s (List.map unpack ts))

intersperse :: Char -> ByteString -> ByteString
intersperse c t = over (List.intersperse c) t

transpose :: [ByteString] -> [ByteString]
transpose ts = List.map pack (List.transpose (List.map unpack ts))

foldl, foldl' :: (a -> Char -> a) -> a -> ByteString -> a
foldl f z (ByteString s) = List.foldl f z s
foldl' f z (ByteString s) = List.foldl' f z s

foldr, foldr' :: (Char -> a -> a) -> a -> ByteString -> a
foldr f z (ByteString s) = List.foldr f z s
foldr' f z (ByteString s) = List.foldl' (\done c -> f c done) z (List.reverse s)

foldl1, foldr1 :: (Char -> Char -> Char) -> ByteString -> Char
foldl1 f (ByteString s) = if List.null s then emptyError "foldl1" else List.foldl1 f s
foldr1 f (ByteString s) = if List.null s then emptyError "foldr1" else List.foldr1 f s

concat :: [ByteString] -> ByteString
concat ts = pack (List.concatMap unpack ts)

concatMap :: (Char -> ByteString) -> ByteString -> ByteString
concatMap f t = over (List.concatMap (unpack . f)) t

any, all :: (Char -> Bool) -> ByteString -> Bool
any p (ByteString s) = List.any p s
all p (ByteString s) = List.all p s

maximum, minimum :: ByteString -> Char
maximum (ByteString s) = if List.null s then emptyError "maximum" else List.maximum s
minimum (ByteString s) = if List.null s then emptyError "minimum" else List.minimum s

scanl :: (Char -> Char -> Char) -> Char -> ByteString -> ByteString
scanl f z t = over (List.scanl f z) t

replicate :: Int -> Char -> ByteString
replicate n c = pack (List.replicate n c)

unfoldr :: (a -> Maybe (Char, a)) -> a -> ByteString
unfoldr f z = pack (List.unfoldr f z)

take, drop, takeEnd, dropEnd :: Int -> ByteString -> ByteString
take n t = over (List.take n) t
drop n t = over (List.drop n) t
takeEnd n t = over (\s -> List.drop (List.length s - n) s) t
dropEnd n t = over (\s -> if n <= 0 then s else List.take (List.length s - n) s) t

takeWhile, takeWhileEnd, dropWhile, dropWhileEnd :: (Char -> Bool) -> ByteString -> ByteString
takeWhile p t = over (List.takeWhile p) t
takeWhileEnd p t = over (List.reverse . List.takeWhile p . List.reverse) t
dropWhile p t = over (List.dropWhile p) t
dropWhileEnd p t = over (List.dropWhileEnd p) t

strip, dropSpace :: ByteString -> ByteString
strip t = dropWhile isSpace (dropWhileEnd isSpace t)
dropSpace t = dropWhile isSpace t

both :: (String, String) -> (ByteString, ByteString)
both (s, t) = (pack s, pack t)

splitAt :: Int -> ByteString -> (ByteString, ByteString)
splitAt n (ByteString s) = both (List.splitAt n s)

break, breakEnd, span, spanEnd, partition :: (Char -> Bool) -> ByteString -> (ByteString, ByteString)
break p (ByteString s) = both (List.break p s)
span p (ByteString s) = both (List.span p s)
breakEnd p t = spanEnd (not . p) t
spanEnd p t = let end = takeWhileEnd p t in (dropEnd (length end) t, end)
partition p (ByteString s) = both (List.partition p s)

breakSubstring :: ByteString -> ByteString -> (ByteString, ByteString)
breakSubstring (ByteString needle) (ByteString t) = both (from [] t)
  where
    from done s
      | needle `List.isPrefixOf` s = (List.reverse done, s)
      | otherwise = case s of
          [] -> (t, [])
          c : cs -> from (c : done) cs

group :: ByteString -> [ByteString]
group (ByteString s) = List.map pack (List.group s)

groupBy :: (Char -> Char -> Bool) -> ByteString -> [ByteString]
groupBy f (ByteString s) = List.map pack (List.groupBy f s)

inits, tails :: ByteString -> [ByteString]
inits (ByteString s) = List.map pack (List.inits s)
tails (ByteString s) = List.map pack (List.tails s)

split :: Char -> ByteString -> [ByteString]
split c t = splitWith (== c) t

splitWith :: (Char -> Bool) -> ByteString -> [ByteString]
splitWith p (ByteString s) = if List.null s then [] else List.map pack (pieces s)
  where
    pieces cs = case List.break p cs of
      (before, []) -> [before]
      (before, _ : rest) -> before : pieces rest

lines, words :: ByteString -> [ByteString]
lines (ByteString s) = List.map pack (List.lines s)
words (ByteString s) = List.map pack (List.words s)

unlines, unwords :: [ByteString] -> ByteString
unlines ts = pack (List.unlines (List.map unpack ts))
unwords ts = pack (List.unwords (List.map unpack ts))

isPrefixOf, isSuffixOf, isInfixOf :: ByteString -> ByteString -> Bool
isPrefixOf (ByteString s) (ByteString t) = List.isPrefixOf s t
isSuffixOf (ByteString s) (ByteString t) = List.isSuffixOf s t
isInfixOf (ByteString s) (ByteString t) = List.isInfixOf s t

stripPrefix, stripSuffix :: ByteString -> ByteString -> Maybe ByteString
stripPrefix (ByteString s) (ByteString t) = fmap pack (List.stripPrefix s t)
stripSuffix s t
  | isSuffixOf s t = Just (dropEnd (length s) t)
  | otherwise = Nothing

elem, notElem :: Char -> ByteString -> Bool
elem c (ByteString s) = List.elem c s
notElem c (ByteString s) = List.notElem c s

find :: (Char -> Bool) -> ByteString -> Maybe Char
find p (ByteString s) = List.find p s

filter :: (Char -> Bool) -> ByteString -> ByteString
filter p t = over (List.filter p) t

index :: ByteString -> Int -> Char
index (ByteString s) n
  | n < 0 = errorWithoutStackTrace ("Data.ByteString.index: negative index: " ++ show n)
  | n >= List.length s =
      errorWithoutStackTrace ("Data.ByteString.index: index too large: " ++ show n ++ ", length = " ++ show (List.length s))
  | otherwise = s !! n

elemIndex, elemIndexEnd :: Char -> ByteString -> Maybe Int
elemIndex c (ByteString s) = List.elemIndex c s
elemIndexEnd c (ByteString s) = fmap (\n -> List.length s - 1 - n) (List.elemIndex c (List.reverse s))

elemIndices :: Char -> ByteString -> [Int]
elemIndices c (ByteString s) = List.elemIndices c s

findIndex :: (Char -> Bool) -> ByteString -> Maybe Int
findIndex p (ByteString s) = List.findIndex p s

findIndices :: (Char -> Bool) -> ByteString -> [Int]
findIndices p (ByteString s) = List.findIndices p s

count :: Char -> ByteString -> Int
count c (ByteString s) = List.length (List.filter (== c) s)

zip :: ByteString -> ByteString -> [(Char, Char)]
zip (ByteString s) (ByteString t) = List.zip s t

zipWith :: (Char -> Char -> a) -> ByteString -> ByteString -> [a]
zipWith f (ByteString s) (ByteString t) = List.zipWith f s t

unzip :: [(Char, Char)] -> (ByteString, ByteString)
unzip pairs = both (List.unzip pairs)

-- Digits with a sign in front, and what follows them.
readInteger :: ByteString -> Maybe (Integer, ByteString)
readInteger (ByteString s) = case s of
  '-' : rest -> fmap (\(n, more) -> (negate n, more)) (digits rest)
  '+' : rest -> digits rest
  _ -> digits s
  where
    digits cs = case List.span isDigit cs of
      ([], _) -> Nothing
      (found, more) -> Just (read found, ByteString more)

-- Nothing, if the number does not fit.
readInt :: ByteString -> Maybe (Int, ByteString)
readInt t = case readInteger t of
  Just (n, more)
    | n >= toInteger (minBound :: Int) && n <= toInteger (maxBound :: Int) -> Just (fromInteger n, more)
  _ -> Nothing

putStr, putStrLn :: ByteString -> IO ()
putStr t = List.putStr (unpack t)
putStrLn t = List.putStrLn (unpack t)

getLine, getContents :: IO ByteString
getLine = fmap pack List.getLine
getContents = fmap pack List.getContents

interact :: (ByteString -> ByteString) -> IO ()
interact f = List.interact (\s -> unpack (f (pack s)))

readFile :: FilePath -> IO ByteString
readFile path = fmap pack (List.readFile path)

writeFile, appendFile :: FilePath -> ByteString -> IO ()
writeFile path t = List.writeFile path (unpack t)
appendFile path t = List.appendFile path (unpack t)
