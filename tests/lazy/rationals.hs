-- Thesis, Listing 6: a number found in an infinite sorted tree; (<=) should be (==).
data TreeRat = Node Rat TreeRat TreeRat | Leaf
data Rat = Integer :% Integer deriving Show

mkTreeRat :: Integer -> Integer -> Integer -> Integer -> TreeRat
mkTreeRat a b c d = Node (x :% y) (mkTreeRat a b x y) (mkTreeRat x y c d)
  where x = a + c
        y = b + d

toRat :: TreeRat -> Double -> Rat
toRat (Node x left right) y
  | delta <= 0 = x
  | delta > 0 = toRat left y
  | otherwise = toRat right y
  where delta = fromRat x - y

fromRat :: Rat -> Double
fromRat (n :% d) = fromIntegral n / fromIntegral d

main = print (toRat (mkTreeRat 0 1 1 0) 0.75)
