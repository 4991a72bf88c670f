---- hidden
{-# LANGUAGE ExistentialQuantification #-}
import qualified Data.Map as Map

class Shape a where
  area :: a -> Double
  name :: a -> String
  name _ = "shape"

newtype Circle = Circle Double
newtype Square = Square Double
instance Shape Circle where
  area (Circle r) = 3 * r * r
  name _ = "circle"
instance Shape Square where
  area (Square s) = s * s

data Drawn = forall a. Shape a => Drawn { label :: String, drawn :: a } | Blank

total :: [Drawn] -> Double
total shapes = sum [area x | Drawn _ x <- shapes]

describe :: Drawn -> String
describe Blank = "blank"
describe (Drawn l x) = go 2
  where
    go :: Int -> String
    go 0 = ""
    go n = l ++ " " ++ name x ++ " " ++ show (area x) ++ ";" ++ go (n - 1)

data Showable = forall a. (Show a, Ord a) => Showable !Int [a] | Plain Int

instance Show Showable where
  showsPrec d (Showable n xs) = showParen (d > 10) (showString "S " . shows n . showChar ' ' . shows (maximum xs, xs))
  showsPrec _ (Plain n) = shows n

-- A machine that hides its state.
data Machine a b = forall s. Machine s (s -> a -> (s, b))

runMachine :: Machine a b -> [a] -> [b]
runMachine _ [] = []
runMachine (Machine s step) (x : xs) = case step s x of
  (s', y) -> y : runMachine (Machine s' step) xs

main :: IO ()
main = do
  let shapes = [Drawn "a" (Circle 1), Blank, Drawn { drawn = Square 2, label = "b" }]
  print (total shapes)
  mapM_ (putStrLn . describe) shapes
  print (map (\s -> case s of { Drawn { label = l } -> l; Blank -> "-" }) shapes)
  print (Just (Showable 1 "abc"), [Showable 2 [3, 1, 2 :: Int], Plain 4], Map.fromList [(1 :: Int, Showable 3 [True])])
  let build = Showable 7
  print (map build [[1.5, 2.5 :: Double]])
  print (runMachine (Machine 0 (\s x -> (s + x, s * x))) [1 .. 5 :: Int])
---- signed
{-# LANGUAGE GADTs, KindSignatures, DataKinds, StandaloneDeriving #-}
import Data.Kind (Type)

data Expr :: Type -> Type where
  Number :: Int -> Expr Int
  Truth :: Bool -> Expr Bool
  Add, Mul :: Expr Int -> Expr Int -> Expr Int
  If :: Expr Bool -> Expr a -> Expr a -> Expr a
  Same :: (Eq a, Show a) => Expr a -> Expr a -> Expr Bool
  Pair :: Expr a -> Expr b -> Expr (a, b)
  First :: Expr (a, b) -> Expr a
  Lift :: Show a => a -> Expr a

eval :: Expr a -> a
eval (Number n) = n
eval (Truth b) = b
eval (Add a b) = eval a + eval b
eval (Mul a b) = eval a * eval b
eval (If c t e)
  | eval c = eval t
  | otherwise = eval e
eval (Same a b) = eval a == eval b
eval (Pair a b) = (eval a, eval b)
eval (First p) = case eval p of (a, _) -> a
eval (Lift x) = x

text :: Expr a -> String
text expr = case expr of
  Number n -> show n
  Truth b -> show b
  Add a b -> "(" ++ text a ++ " + " ++ text b ++ ")"
  Mul a b -> text a ++ " * " ++ text b
  If c t e -> unwords ["if", text c, "then", text t, "else", text e]
  Same a b -> text a ++ " == " ++ text b ++ " {" ++ show (eval a) ++ "}"
  Pair a b -> "<" ++ text a ++ ", " ++ text b ++ ">"
  First p -> "fst " ++ text p
  Lift x -> show x

data Nat = Z | S Nat

data Vec (n :: Nat) a where
  Nil :: Vec 'Z a
  Cons :: a -> Vec n a -> Vec ('S n) a

vhead :: Vec ('S n) a -> a
vhead (Cons x _) = x

vzip :: Vec n a -> Vec n b -> Vec n (a, b)
vzip Nil Nil = Nil
vzip (Cons x xs) (Cons y ys) = Cons (x, y) (vzip xs ys)

toList :: Vec n a -> [a]
toList Nil = []
toList (Cons x xs) = x : toList xs

data Tag a where
  IntTag :: Tag Int
  TextTag :: { size :: Int } -> Tag String
deriving instance Show (Tag a)
deriving instance Eq (Tag a)

def :: Tag a -> a
def IntTag = 42
def (TextTag n) = replicate n 'x'

main :: IO ()
main = do
  let e = If (Same (Number 3) (Add (Number 1) (Number 2))) (Pair (Lift 'x') (Mul (Number 6) (Number 7))) (Pair (Lift 'y') (Number 0))
  print (eval e, eval (First e))
  putStrLn (text e)
  print (toList (vzip (Cons 1 (Cons 2 Nil)) (Cons 'a' (Cons 'b' Nil))), vhead (Cons True Nil))
  print (IntTag, TextTag { size = 3 }, TextTag 1 == TextTag 2, def IntTag, def (TextTag 3))
---- ranks
{-# LANGUAGE RankNTypes, ScopedTypeVariables, NumericUnderscores #-}
import Data.List (sortBy)

both :: (forall a. [a] -> Int) -> ([Int], String) -> (Int, Int)
both f (xs, s) = (f xs, f s)

shown :: (forall a. Show a => a -> String) -> Int -> Bool -> String
shown f n b = f n ++ f b

newtype Church = Church (forall a. (a -> a) -> a -> a)

toInt :: Church -> Int
toInt (Church n) = n (+ 1) 0

next, twice :: Church -> Church
next (Church n) = Church (\f x -> f (n f x))
twice (Church n) = Church $ \f -> n (n f) 

newtype Change f g = Change { change :: forall x. f x -> g x }

data Monoidal m = Monoidal { neutral :: m, combined :: m -> m -> m, folded :: forall t. Foldable t => t m -> m }

sums :: Monoidal Int
sums = Monoidal { neutral = 0, combined = (+), folded = foldr (+) 0 }

type Lens s a = forall f. Functor f => (a -> f a) -> s -> f s

newtype Id a = Id { runId :: a }
instance Functor Id where fmap f (Id a) = Id (f a)
newtype Const a b = Const { getConst :: a }
instance Functor (Const a) where fmap _ (Const a) = Const a

view :: Lens s a -> s -> a
view l s = getConst (l Const s)

over :: Lens s a -> (a -> a) -> s -> s
over l f = runId . l (Id . f)

_1 :: Lens (a, c) a
_1 f (a, c) = fmap (\b -> (b, c)) (f a)

_2 :: Lens (c, a) a
_2 f (c, a) = fmap (\b -> (c, b)) (f a)

ordered :: forall a. (Show a, Ord a) => [a] -> String
ordered xs = concatMap one sorted
  where
    sorted :: [a]
    sorted = sortBy opposite xs
    opposite :: a -> a -> Ordering
    opposite x y = compare y x
    one :: a -> String
    one x = show (x :: a) ++ "."

main :: IO ()
main = do
  print (both length ([1, 2, 3], "ab"), both (\xs -> length xs + 1) ([], ""))
  putStrLn (shown show 1 True ++ shown (\x -> "<" ++ show [x] ++ ">") 2 False)
  print (toInt (next (twice (next (next (Church (\_ x -> x)))))))
  print (change (Change (\m -> case m of { Just x -> [x]; Nothing -> [] })) (Just 'c'))
  print (folded sums [1, 2, 3] + folded sums (Just 4) + combined sums 1 (neutral sums))
  print (view (_1 . _2) ((1, 'x'), True), over (_2 . _1) (+ 1_000) ("a", (2, "b")))
  putStrLn (ordered [2, 3, 1 :: Int] ++ ordered "ab")
---- instances
{-# LANGUAGE DeriveFunctor, FlexibleInstances, StandaloneDeriving #-}
import Data.Ratio

class Pretty a where
  pretty :: a -> String
instance Pretty Int where pretty n = '#' : show n
instance Pretty String where pretty s = s
instance Pretty (Maybe Int) where pretty m = maybe "none" pretty m
instance (Pretty a, Pretty b) => Pretty (a, b) where pretty (a, b) = pretty a ++ "," ++ pretty b

data Tree a = Leaf | Node (Tree a) a (Tree a)
deriving instance Show a => Show (Tree a)
deriving instance Eq a => Eq (Tree a)
deriving instance Functor Tree

newtype Steps = Steps Int deriving Show
instance Read Steps where
  readsPrec d = readParen (d > 10) (\text -> [(Steps (length word), rest) | (word, rest) <- lex text])

data Colour = Red | Green deriving (Show, Read, Eq)

default (Rational, Double)

main :: IO ()
main = do
  putStrLn (pretty ("x", (3 :: Int, Just (4 :: Int))))
  print (fmap (+ 1) (Node Leaf 1 Leaf) == Node Leaf 2 Leaf, Node Leaf 'x' Leaf)
  print (fst (head (reads "abc def" :: [(Steps, String)])), read " (four) " :: Steps, readsPrec 11 "(Red) x" :: [(Colour, String)])
  print (reads "12 ab" :: [(Int, String)], read "[Red,Green]" :: [Colour], lex " <= 3", lex "\"a b\" c", lex "x1' y", lex "1.5e3z")
  print (1 / 3)
---- transactions
{-# LANGUAGE OverloadedStrings #-}
import Control.Applicative (Const (..))
import Control.Concurrent.STM
import Control.Exception
import Data.Array (Array, Ix, listArray, (!))
import Data.Ratio (approxRational)
import Data.Text (Text)
import qualified Data.Text as T

data Animal = Fly | Spider | Cow deriving (Show, Eq, Ord, Enum, Bounded, Ix)

names :: Array Animal String
names = listArray (Fly, Cow) ["fly", "spider", "cow"]

command :: Text -> Int
command "add" = 1
command "drop" = 2
command w | T.null w = 0
command _ = 3

plain :: String -> Bool
plain "" = True
plain ('x' : _) = False
plain "yes" = True
plain _ = False

transfer :: TVar Int -> TVar Int -> Int -> STM ()
transfer from to n = do
  held <- readTVar from
  modifyTVar' to (+ n)
  check (held >= n)
  writeTVar from (held - n)

main :: IO ()
main = do
  print (names ! Spider, map command ["add", "drop", "", "other"], map plain ["", "xy", "yes", "no"])
  print (getConst (traverse (\x -> Const [x, x + 1]) [1, 5 :: Int]), approxRational (3.14159 :: Double) 0.001)
  a <- newTVarIO 10
  b <- newTVarIO 0
  atomically (transfer a b 7)
  atomically (transfer a b 7 `orElse` modifyTVar a (* 2))
  r <- try (atomically (writeTVar b 99 >> throwSTM (userError "no"))) :: IO (Either IOException ())
  print r
  (,) <$> readTVarIO a <*> readTVarIO b >>= print
---- floats
import Control.Monad (liftM4)
import Data.Foldable (toList)

class Listed a where
  listed :: a -> [String]
instance Listed Int where listed n = [show n]
instance Listed a => Listed [a] where listed = concatMap listed

-- Without a signature: the class is asked of a container.
counted xs = (length (listed xs), foldr (\_ n -> n + 1) (0 :: Int) xs)

main :: IO ()
main = do
  print (map decodeFloat [1, -0.1, 0, 1e300, 5.0e-324, 1 / 0 :: Double], decodeFloat (0.1 :: Float))
  print (encodeFloat 3 4 :: Double, encodeFloat 1 (-2) :: Float, significand (10 :: Double), exponent (10 :: Double), scaleFloat 3 (1.5 :: Double))
  print (floatDigits (1 :: Double), floatRange (1 :: Float), floatRadix (1 :: Double), map isDenormalized [1, 1e-310 :: Double])
  print (liftM4 (,,,) (Just 1) (Just 'a') (Just "b") (Just True), counted [1, 2 :: Int], toList (Just 1))
