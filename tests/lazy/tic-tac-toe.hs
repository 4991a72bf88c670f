-- Who has won? Nobody looks at the diagonals.
module Main where

import Data.List (intercalate, transpose)
import Data.Maybe (listToMaybe)

data Player = X | O deriving (Eq, Show)
newtype Board = Board { cells :: [Maybe Player] } deriving Eq

instance Show Board where
  show = intercalate "\n-+-+-\n" . map (intercalate "|" . map (maybe " " show)) . rows

rows :: Board -> [[Maybe Player]]
rows = chunks 3 . cells

chunks :: Int -> [a] -> [[a]]
chunks _ [] = []
chunks n xs = let (a, b) = splitAt n xs in a : chunks n b

columns, diagonals :: Board -> [[Maybe Player]]
columns = transpose . rows
diagonals b = [[r !! i !! i | i <- [0 .. 2]], [r !! i !! (2 - i) | i <- [0 .. 2]]]
  where r = rows b

winner :: Board -> Maybe Player
winner b = listToMaybe [p | Just p : rest <- rows b ++ columns b, all (== Just p) rest]

play :: Player -> Int -> Board -> Board
play p i b@Board { cells = cs } = b { cells = take i cs ++ [Just p] ++ drop (i + 1) cs }

start :: Board
start = Board [Just X, Nothing, Just O, Nothing, Just X, Nothing, Just O, Nothing, Nothing]

main :: IO ()
main = do
  print (play X 8 start)
  print (winner (play X 8 start))
