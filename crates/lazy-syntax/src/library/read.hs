-- Values from texts, where the text may be none.
module Text.Read (Read, read, reads, readMaybe, readEither) where

import Data.Char (isSpace)

readMaybe :: Read a => String -> Maybe a
readMaybe text = either (const Nothing) Just (readEither text)

readEither :: Read a => String -> Either String a
readEither text = case [x | (x, rest) <- reads text, all isSpace rest] of
  [x] -> Right x
  _ -> Left "Prelude.read: no parse"
