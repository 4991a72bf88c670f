-- A program as users of Hoed write it: it says what is observed.
{-# LANGUAGE DeriveGeneric #-}
import Debug.Hoed

data Shelf = Shelf { label :: String, books :: [Int] } deriving (Show, Eq, Generic)
instance Observable Shelf

place :: Int -> [Int] -> [Int]
place = observe "place" place'
place' :: Int -> [Int] -> [Int]
place' b [] = [b]
place' b (x : xs)
  | b <= x = b : x : xs
  | otherwise = x : place b xs

sorted :: [Int] -> [Int]
sorted = observe "sorted" (foldr place [])

shelve :: String -> [Int] -> Shelf
shelve = observe "shelve" (\name numbers -> Shelf name (sorted numbers))

-- Not observed, and so never asked about.
title :: Shelf -> String
title shelf = label shelf ++ ": " ++ show (books shelf)

main :: IO ()
main = runO (putStrLn (title (shelve "poetry" [3, 1, 2])))
