import qualified Data.Map as Map

type Stock = Map.Map String Int

-- Goods that arrive are added to what is there.
arrive :: String -> Int -> Stock -> Stock
arrive item n stock = Map.insertWith (+) item n stock

-- What leaves is taken away; nothing is left of what has run out.
leave :: String -> Int -> Stock -> Stock
leave item n stock = Map.update (\m -> if m > n then Just (m - n) else Just 0) item stock

after :: [(String, Int)] -> Stock -> Stock
after [] stock = stock
after ((item, n) : rest) stock
  | n >= 0 = after rest (arrive item n stock)
  | otherwise = after rest (leave item (negate n) stock)
