---- strings
{-# LANGUAGE OverloadedStrings #-}
-- Strings that stand for other types, and lists that do (beside GHC).
module Main where

import Data.String (fromString)
import Data.Text (Text)
import qualified Data.Map as Map
import qualified Data.Set as Set
import qualified Data.Text as T
import qualified Data.Text.IO as T
import GHC.Exts (fromList, groupWith, sortWith, the, toList)

greeting :: Text
greeting = "hello"

names :: [Text]
names = ["ada", "grace", "barbara"]

plain :: String
plain = "plain"

shout :: Text -> Text
shout t = T.toUpper t <> "!"

answer :: Text -> String
answer question
  | question == "" = "nothing"
  | T.last question == '?' = "sure"
  | question `elem` ["yes", "no"] = "short"
  | otherwise = "whatever"

convert :: (Integral a) => Show b => a -> b -> String
convert n x = show (toInteger n) ++ show x

ages :: Map.Map Text Int
ages = Map.fromList [("ada", 36), ("grace", 85)]

main :: IO ()
main = do
  putStrLn plain
  T.putStrLn greeting
  print (map shout names)
  print (map answer ["", "why?", "no", "well"])
  print (T.intercalate ", " names, T.splitOn "a" "banana", T.replace "l" "L" greeting)
  print (Map.lookup "ada" ages, Map.findWithDefault 0 "none" ages)
  print (fromString ("a" ++ plain) :: Text, fromString plain :: String)
  putStrLn (convert (3 :: Int) 'c')
  print (toList (fromList plain :: Text), toList (fromList [3, 1, 3 :: Int] :: Set.Set Int))
  print (toList (fromList [(2, 'b'), (1, 'a')] :: Map.Map Int Char), toList [1, 2 :: Int])
  print (sortWith negate [2, 3, 1 :: Int], groupWith even [1 .. 6 :: Int], the "aaa")
  print (concat ["x" | x <- [1 .. 3 :: Int], odd x] ++ "y")
