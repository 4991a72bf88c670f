-- Splitting lists at delimiters and into chunks.
module Data.List.Split
  ( splitOn, splitOneOf, splitWhen, wordsBy, linesBy, endBy, endByOneOf, chunksOf, splitPlaces, splitPlacesBlanks, splitEvery, divvy ) where

import Data.List (isPrefixOf)

splitOn :: Eq a => [a] -> [a] -> [[a]]
splitOn [] xs = [] : map (\x -> [x]) xs
splitOn delimiter xs = from [] xs
  where
    size = length delimiter
    from done rest
      | delimiter `isPrefixOf` rest = reverse done : from [] (drop size rest)
    from done [] = [reverse done]
    from done (y : ys) = from (y : done) ys

splitOneOf :: Eq a => [a] -> [a] -> [[a]]
splitOneOf delimiters xs = splitWhen (`elem` delimiters) xs

splitWhen :: (a -> Bool) -> [a] -> [[a]]
splitWhen p xs = case break p xs of
  (before, []) -> [before]
  (before, _ : rest) -> before : splitWhen p rest

wordsBy, linesBy :: (a -> Bool) -> [a] -> [[a]]
wordsBy p xs = filter (not . null) (splitWhen p xs)
linesBy p xs = withoutLast (splitWhen p xs)

endBy, endByOneOf :: Eq a => [a] -> [a] -> [[a]]
endBy delimiter xs = withoutLast (splitOn delimiter xs)
endByOneOf delimiters xs = withoutLast (splitOneOf delimiters xs)

-- An empty piece at the end is what follows the last delimiter.
withoutLast :: [[a]] -> [[a]]
withoutLast [] = []
withoutLast [xs] = if null xs then [] else [xs]
withoutLast (xs : more) = xs : withoutLast more

chunksOf, splitEvery :: Int -> [a] -> [[a]]
chunksOf _ [] = []
chunksOf n xs = take n xs : chunksOf n (drop n xs)
splitEvery n xs = chunksOf n xs

splitPlaces :: Integral n => [n] -> [a] -> [[a]]
splitPlaces [] _ = []
splitPlaces _ [] = []
splitPlaces (n : ns) xs = let (now, later) = splitAt (fromIntegral n) xs in now : splitPlaces ns later

splitPlacesBlanks :: Integral n => [n] -> [a] -> [[a]]
splitPlacesBlanks [] _ = []
splitPlacesBlanks (n : ns) xs = let (now, later) = splitAt (fromIntegral n) xs in now : splitPlacesBlanks ns later

divvy :: Int -> Int -> [a] -> [[a]]
divvy n step xs
  | length piece < n = []
  | otherwise = piece : divvy n step (drop step xs)
  where piece = take n xs
