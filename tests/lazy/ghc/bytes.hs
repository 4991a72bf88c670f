---- bytes
{-# LANGUAGE OverloadedStrings #-}
-- Strings of bytes, and numbers read from texts (beside GHC).
module Main where

import qualified Data.ByteString.Char8 as B
import Data.ByteString.Char8 (ByteString)
import Data.Char (isAlpha, isDigit, isSpace, toUpper)
import Data.List (foldl')
import qualified Data.Text as T
import Data.Text.Read (decimal, double, hexadecimal, signed)

-- Strings over few letters, so that they have parts in common.
texts :: [ByteString]
texts = map B.pack ("" : [take n (drop k letters) | n <- [1, 2, 5, 9], k <- [0, 3, 7]]) ++ ["a,b,,c", " two  words ", "-17 rest", "+5", "12x", "one\ntwo\n\nthree"]
  where letters = cycle "ab,c a1-b2\n"

-- Functions of one string.
ones :: ByteString -> [String]
ones s =
  [ show s, show (B.length s, B.null s, B.unpack s), show (B.reverse s, B.map toUpper s), show (B.lines s, B.words s)
  , show (B.split ',' s, B.splitWith isSpace s), show (B.uncons s, B.unsnoc s), show (B.group s), show (B.inits s, B.tails s)
  , show (B.span isAlpha s, B.break isDigit s, B.spanEnd isAlpha s, B.breakEnd isSpace s), show (B.readInt s, B.readInteger s)
  , show (B.takeWhile isAlpha s, B.dropWhile isAlpha s, B.takeWhileEnd isDigit s, B.dropWhileEnd isDigit s)
  , show (B.foldl' (\n c -> n * 3 + fromEnum c) 0 s, B.foldr (:) [] s, B.filter isAlpha s, B.partition isAlpha s)
  , show (B.elemIndex 'b' s, B.elemIndexEnd 'a' s, B.elemIndices 'a' s, B.findIndex isDigit s, B.count 'a' s, B.elem 'c' s)
  , show (B.any isDigit s, B.all isAlpha s, B.find isDigit s, B.intersperse '-' s, B.concatMap (B.replicate 2) s)
  , show [(B.take n s, B.drop n s, B.splitAt n s) | n <- [-1, 0, 2, 20]], show (B.scanl max 'b' s, B.transpose [s, "xyz"])
  ]

-- Functions of two.
twos :: ByteString -> ByteString -> String
twos s t =
  show (s <> t, compare s t, s == t, B.isPrefixOf s t, B.isSuffixOf s t, B.isInfixOf s t)
    ++ show (B.stripPrefix s t, B.stripSuffix s t, B.zip s t, B.zipWith max s t, B.intercalate s [t, t])
    ++ (if B.null s then "" else show (B.breakSubstring s t))

numbers :: T.Text -> String
numbers t =
  show (decimal t :: Either String (Int, T.Text), signed decimal t :: Either String (Integer, T.Text))
    ++ show (hexadecimal t :: Either String (Int, T.Text), double t)

main :: IO ()
main = do
  mapM_ (mapM_ putStrLn . ones) texts
  mapM_ putStrLn [twos s t | s <- texts, t <- texts]
  mapM_ (putStrLn . numbers) ["12", "-12", "+7 and", "ff", "0x1Fz", "", "x", "3.25", "-0.5e2x", "1e3", "2.", "1.5e-3", "007"]
  B.putStrLn (B.unwords (map (B.pack . show) (mapInts "3 4 5")))
  print (B.pack "caf\233 \955" :: ByteString, B.concat ["x", "y"], mconcat ["p", "q" :: ByteString], B.empty, B.singleton 'z')
  print (B.cons 'a' "bc", B.snoc "ab" 'c', B.head "abc", B.last "abc", B.tail "abc", B.init "abc", B.index "abc" 1, B.maximum "hello")
  where mapInts s = foldl' (\done w -> maybe done ((: done) . fst) (B.readInt w)) [] (B.words s)
