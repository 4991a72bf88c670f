-- Texts as strings, and what a string can stand for. A type says of which characters it is made, so
-- that a list is one of `Char`.
module Data.String (String, IsString, fromString, lines, words, unlines, unwords) where

class IsString c s | s -> c where
  fromString :: [c] -> s

instance IsString c [c] where
  fromString s = s
