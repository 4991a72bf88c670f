-- What the expressions of values.txt are evaluated with.
module Main where

import Data.Char
import Data.List
import Data.Maybe

data Colour = Red | Green | Blue deriving (Show, Eq, Ord, Enum, Bounded)
data Tree a = Leaf | Node (Tree a) a (Tree a) deriving (Show, Eq, Ord)
data Point = Point { px :: Int, py :: Int } deriving (Show, Eq, Ord)
data Shape = Circle Int | Rect { width :: Int, height :: Int } deriving (Show, Eq)
data V = Int :+ Int deriving (Show, Eq)
infixl 6 :+
data S = S !Int Int deriving Show
newtype Wrap a = Wrap a deriving Show

insertT :: Ord a => a -> Tree a -> Tree a
insertT x Leaf = Node Leaf x Leaf
insertT x t@(Node l y r)
  | x < y = Node (insertT x l) y r
  | x > y = Node l y (insertT x r)
  | otherwise = t

toList :: Tree a -> [a]
toList Leaf = []
toList (Node l x r) = toList l ++ [x] ++ toList r

nrev :: [a] -> [a]
nrev [] = []
nrev (x:xs) = nrev xs ++ [x]

fib :: Int -> Int
fib 0 = 0
fib 1 = 1
fib n = fib (n - 1) + fib (n - 2)

fibs :: [Integer]
fibs = 0 : 1 : zipWith (+) fibs (tail fibs)

primes :: [Int]
primes = sieve [2 ..]
  where sieve (p:xs) = p : sieve [x | x <- xs, x `mod` p /= 0]

fact :: Integer -> Integer
fact n = if n == 0 then 1 else n * fact (n - 1)

classify :: Int -> String
classify n
  | n < 0 = "negative"
  | n == 0 = "zero"
  | even n, n > 100 = "big even"
  | Just w <- lookup n table = w
  | otherwise = "other"
  where table = [(1, "one"), (2, "two")]

-- The third rule is reached when the first two fall through.
overlap :: Int -> Int -> String
overlap 0 _ = "first"
overlap x y | x > y = "greater"
overlap _ 0 = "second"
overlap x y = "last"

lazyPair :: (Int, Int) -> Int
lazyPair ~(a, b) = 1

strictPair :: (Int, Int) -> Int
strictPair (a, b) = 1

queens :: Int -> [[Int]]
queens n = go n
  where
    go 0 = [[]]
    go k = [q : qs | qs <- go (k - 1), q <- [1 .. n], safe q qs]
    safe q qs = and [q /= c && abs (q - c) /= d | (d, c) <- zip [1 ..] qs]

collatz :: Int -> [Int]
collatz 1 = [1]
collatz n | even n = n : collatz (n `div` 2)
          | otherwise = n : collatz (3 * n + 1)

ack :: Int -> Int -> Int
ack 0 n = n + 1
ack m 0 = ack (m - 1) 1
ack m n = ack (m - 1) (ack m (n - 1))

isEven', isOdd' :: Int -> Bool
isEven' 0 = True
isEven' n = isOdd' (n - 1)
isOdd' 0 = False
isOdd' n = isEven' (n - 1)

ones :: [Int]
ones = 1 : ones

compose :: [a -> a] -> a -> a
compose = foldr (.) id

swap' :: (a, b) -> (b, a)
swap' (x, y) = (y, x)

vowels :: String -> Int
vowels s = length (filter (`elem` "aeiou") s)

caesar :: Int -> String -> String
caesar n = map shift
  where
    shift c
      | isLower c = rotate 'a' c
      | isUpper c = rotate 'A' c
      | otherwise = c
    rotate base c = chr (ord base + (ord c - ord base + n) `mod` 26)

hanoi :: Int -> a -> a -> a -> [(a, a)]
hanoi 0 _ _ _ = []
hanoi n a b c = hanoi (n - 1) a c b ++ [(a, b)] ++ hanoi (n - 1) c b a

mutual :: Int -> (Int, Int)
mutual n = (x, y)
  where
    x = y + 1
    y = n * 2
    (u, v) = (x, y)

count :: Int -> Int
count n = go n 0
  where
    go 0 acc = acc
    go k !acc = go (k - 1) (acc + k)
