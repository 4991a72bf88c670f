-- All solutions of n queens, as in the thesis (Listing 31), without its defect.
queens :: Int -> [[Int]]
queens n = place n
  where
    place 0 = [[]]
    place m = [q : board | board <- place (m - 1), q <- [1 .. n], safe q board]

safe :: Int -> [Int] -> Bool
safe q board = and [apart q c d | (d, c) <- zip [1 ..] board]

apart :: Int -> Int -> Int -> Bool
apart q c d = q /= c && abs (q - c) /= d

main :: IO ()
main = print (length (queens 8))
