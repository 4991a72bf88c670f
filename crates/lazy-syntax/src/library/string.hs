-- Texts as strings.
module Data.String (String, lines, words, unlines, unwords) where
