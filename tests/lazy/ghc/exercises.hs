---- validation
import Data.Char (isDigit, isUpper, isLower)
import Data.List (intercalate)

data Validation e a = Failure e | Success a
  deriving (Show, Eq)

instance Functor (Validation e) where
  fmap _ (Failure e) = Failure e
  fmap f (Success a) = Success (f a)

instance Semigroup e => Applicative (Validation e) where
  pure = Success
  Failure e1 <*> Failure e2 = Failure (e1 <> e2)
  Failure e  <*> Success _  = Failure e
  Success _  <*> Failure e  = Failure e
  Success f  <*> Success a  = Success (f a)

data Problem = TooShort Int | NoDigit | NoUpper | BadAge Int
  deriving (Show, Eq, Ord)

newtype Password = Password String deriving (Show)
newtype Age = Age { years :: Int } deriving (Show)

data User = User { name :: String, password :: Password, age :: Age } deriving Show

check :: (a -> Bool) -> e -> a -> Validation [e] ()
check p e x
  | p x = Success ()
  | otherwise = Failure [e]

mkPassword :: String -> Validation [Problem] Password
mkPassword s = Password s
  <$ check ((>= 8) . length) (TooShort (length s)) s
  <* check (any isDigit) NoDigit s
  <* check (any isUpper) NoUpper s

mkAge :: Int -> Validation [Problem] Age
mkAge n | n < 0 || n > 150 = Failure [BadAge n]
        | otherwise = pure (Age n)

mkUser :: String -> String -> Int -> Validation [Problem] User
mkUser n p a = User n <$> mkPassword p <*> mkAge a

main :: IO ()
main = do
  print (mkUser "ann" "Secret123" 30)
  print (mkUser "bob" "abc" (-5))
  case mkUser "eve" "longenough" 200 of
    Failure es -> putStrLn (intercalate "; " (map show es))
    Success u -> print (years (age u))
---- rbtree
data Color = R | B deriving (Show, Eq)
data Tree a = E | T Color (Tree a) a (Tree a) deriving Show

insert :: Ord a => a -> Tree a -> Tree a
insert x s = blacken (ins s)
  where
    blacken (T _ a y b) = T B a y b
    blacken E = error "impossible"
    ins E = T R E x E
    ins s'@(T color a y b)
      | x < y     = balance color (ins a) y b
      | x > y     = balance color a y (ins b)
      | otherwise = s'

balance :: Color -> Tree a -> a -> Tree a -> Tree a
balance B (T R (T R a x b) y c) z d = T R (T B a x b) y (T B c z d)
balance B (T R a x (T R b y c)) z d = T R (T B a x b) y (T B c z d)
balance B a x (T R (T R b y c) z d) = T R (T B a x b) y (T B c z d)
balance B a x (T R b y (T R c z d)) = T R (T B a x b) y (T B c z d)
balance color a x b = T color a x b

member :: Ord a => a -> Tree a -> Bool
member _ E = False
member x (T _ a y b) = case compare x y of
  LT -> member x a
  GT -> member x b
  EQ -> True

toList :: Tree a -> [a]
toList t = go t []
  where go E = id
        go (T _ l x r) = go l . (x :) . go r

blackHeight :: Tree a -> Maybe Int
blackHeight E = Just 1
blackHeight (T c l _ r) = do
  hl <- blackHeight l
  hr <- blackHeight r
  if hl /= hr then Nothing else Just (hl + if c == B then 1 else 0)

depth :: Tree a -> Int
depth E = 0
depth (T _ l _ r) = 1 + max (depth l) (depth r)

main :: IO ()
main = do
  let t = foldr insert E [5, 3, 8, 1, 4, 7, 9, 2, 6 :: Int]
  print (toList t)
  print (blackHeight t, depth t)
  print [member k t | k <- [0, 4, 10]]
  print (foldr insert E "aba")
  let big = foldl (flip insert) E [1 .. 500 :: Integer]
  print (blackHeight big, depth big <= 18, sum (toList big))
---- huffman
import Data.List (sortBy, insertBy, group, sort)
import Data.Ord (comparing)
import Data.Function (on)

data HTree = HLeaf Int Char | HNode Int HTree HTree deriving Show

weight :: HTree -> Int
weight (HLeaf w _) = w
weight (HNode w _ _) = w

build :: [HTree] -> HTree
build [t] = t
build (a:b:rest) = build (insertBy (compare `on` weight) (HNode (weight a + weight b) a b) rest)
build [] = error "no symbols"

freqs :: String -> [(Char, Int)]
freqs = map (\g -> (head g, length g)) . group . sort

codes :: HTree -> [(Char, String)]
codes (HLeaf _ c) = [(c, "0")]
codes t = go "" t
  where
    go acc (HLeaf _ c) = [(c, reverse acc)]
    go acc (HNode _ l r) = go ('0' : acc) l ++ go ('1' : acc) r

encode :: [(Char, String)] -> String -> Maybe String
encode table = fmap concat . traverse (`lookup` table)

decode :: HTree -> String -> String
decode t = go t
  where
    go (HLeaf _ c) [] = [c]
    go _ [] = []
    go (HLeaf _ c) bs = c : go t bs
    go (HNode _ l r) (b:bs) = go (if b == '0' then l else r) bs

main :: IO ()
main = do
  let text = "abracadabra alakazam"
      tree = build (map (\(c, n) -> HLeaf n c) (sortBy (comparing snd <> comparing fst) (freqs text)))
      table = codes tree
  mapM_ (\(c, s) -> putStrLn (show c ++ " -> " ++ s)) (sortBy (comparing (length . snd) <> comparing fst) table)
  let Just bits = encode table text
  print (length bits, length text * 8)
  putStrLn (decode tree bits)
  print (encode table "xyz")
  print tree
---- sudoku
import Data.List ((\\), minimumBy, transpose)
import Data.Char (digitToInt, intToDigit)
import Data.Ord (comparing)

type Cell = (Int, Int)
type Board = [[Int]]

parse :: String -> Board
parse = rows . map (\c -> if c == '.' then 0 else digitToInt c)
  where rows [] = []
        rows xs = let (r, rest) = splitAt 4 xs in r : rows rest

at :: Board -> Cell -> Int
at b (r, c) = b !! r !! c

candidates :: Board -> Cell -> [Int]
candidates b (r, c) = [1 .. 4] \\ (row ++ col ++ box)
  where
    row = b !! r
    col = map (!! c) b
    box = [ b !! i !! j | i <- block r, j <- block c ]
    block k = let s = 2 * (k `div` 2) in [s, s + 1]

solve :: Board -> [Board]
solve b
  | null empties = [b]
  | otherwise = concat [ solve (set cell v) | v <- candidates b cell ]
  where
    empties = [ (r, c) | r <- [0 .. 3], c <- [0 .. 3], at b (r, c) == 0 ]
    cell = minimumBy (comparing (length . candidates b)) empties
    set (r, c) v =
      let (before, row : after) = splitAt r b
          (xs, _ : ys) = splitAt c row
      in before ++ (xs ++ v : ys) : after

pretty :: Board -> String
pretty = unlines . map (map intToDigit)

main :: IO ()
main = do
  let puzzle = parse "1..." ++ parse "..3." ++ parse ".4.." ++ parse "...2"
  putStr (pretty puzzle)
  let solutions = solve puzzle
  print (length solutions)
  mapM_ (putStrLn . pretty) (take 1 solutions)
  print (transpose (head solutions))
---- zipper
data Tree a = Empty | Node a (Tree a) (Tree a) deriving (Show, Eq)
data Crumb a = LeftCrumb a (Tree a) | RightCrumb a (Tree a) deriving (Show)
type Breadcrumbs a = [Crumb a]
type Zipper a = (Tree a, Breadcrumbs a)

goLeft, goRight, goUp :: Zipper a -> Maybe (Zipper a)
goLeft (Node x l r, bs) = Just (l, LeftCrumb x r : bs)
goLeft (Empty, _) = Nothing
goRight (Node x l r, bs) = Just (r, RightCrumb x l : bs)
goRight (Empty, _) = Nothing
goUp (t, LeftCrumb x r : bs) = Just (Node x t r, bs)
goUp (t, RightCrumb x l : bs) = Just (Node x l t, bs)
goUp (_, []) = Nothing

modify :: (a -> a) -> Zipper a -> Zipper a
modify f (Node x l r, bs) = (Node (f x) l r, bs)
modify _ z@(Empty, _) = z

top :: Zipper a -> Zipper a
top z = maybe z top (goUp z)

(-:) :: a -> (a -> b) -> b
x -: f = f x

data ListZip a = ListZip [a] a [a]
instance Show a => Show (ListZip a) where
  showsPrec d (ListZip ls x rs) = showParen (d > 9) $
    shows (reverse ls) . showString " <| " . showsPrec 10 x . showString " |> " . shows rs

forward, backward :: ListZip a -> Maybe (ListZip a)
forward (ListZip ls x (r:rs)) = Just (ListZip (x:ls) r rs)
forward _ = Nothing
backward (ListZip (l:ls) x rs) = Just (ListZip ls l (x:rs))
backward _ = Nothing

main :: IO ()
main = do
  let t = Node 1 (Node 2 Empty (Node 4 Empty Empty)) (Node 3 Empty Empty) :: Tree Int
  print (return (t, []) >>= goLeft >>= goRight)
  print (fst . top . modify (* 100) <$> (goLeft (t, []) >>= goRight))
  print (fmap fst (goLeft (t, []) >>= goLeft >>= goLeft))
  print ((t, []) -: modify negate -: fst)
  let z = ListZip [] (-1) [2, -3 :: Int]
  print z
  print (forward z >>= forward)
  print (forward z >>= forward >>= forward)
  print (Just z)
---- trie
import qualified Data.Map as Map
import Data.Maybe (fromMaybe, isJust)

data Trie v = Trie { value :: Maybe v, children :: Map.Map Char (Trie v) }
  deriving (Show, Eq)

empty :: Trie v
empty = Trie Nothing Map.empty

insert :: String -> v -> Trie v -> Trie v
insert [] v t = t { value = Just v }
insert (c:cs) v t@Trie { children = ch } =
  t { children = Map.insert c (insert cs v sub) ch }
  where sub = fromMaybe empty (Map.lookup c ch)

find :: String -> Trie v -> Maybe v
find [] = value
find (c:cs) = \t -> Map.lookup c (children t) >>= find cs

withPrefix :: String -> Trie v -> [(String, v)]
withPrefix p t = case descend p t of
    Nothing -> []
    Just t' -> [ (p ++ k, v) | (k, v) <- toList t' ]
  where
    descend [] u = Just u
    descend (c:cs) u = Map.lookup c (children u) >>= descend cs

toList :: Trie v -> [(String, v)]
toList (Trie v ch) = [ ("", x) | Just x <- [v] ] ++
  [ (c : k, x) | (c, t) <- Map.toList ch, (k, x) <- toList t ]

instance Functor Trie where
  fmap f (Trie v ch) = Trie (fmap f v) (fmap (fmap f) ch)

instance Foldable Trie where
  foldMap f (Trie v ch) = foldMap f v <> foldMap (foldMap f) ch

main :: IO ()
main = do
  let t = foldr (uncurry insert) empty (zip (words "to tea ted ten i in inn") [1 :: Int ..])
  print (toList t)
  print (find "tea" t, find "te" t)
  print (withPrefix "in" t)
  print (sum t, product t, length t, maximum t, elem 4 t)
  print (toList (fmap even t))
  print (insert "a" 'x' empty)
  print (isJust (find "inn" (fmap show t)))
---- heap
class Heap h where
  emptyHeap :: h a
  isEmpty :: h a -> Bool
  insertHeap :: Ord a => a -> h a -> h a
  merge :: Ord a => h a -> h a -> h a
  findMin :: h a -> Maybe a
  deleteMin :: Ord a => h a -> Maybe (a, h a)

  fromList :: Ord a => [a] -> h a
  fromList = foldr insertHeap emptyHeap

data Leftist a = E | T Int a (Leftist a) (Leftist a) deriving Show

rank :: Leftist a -> Int
rank E = 0
rank (T r _ _ _) = r

make :: a -> Leftist a -> Leftist a -> Leftist a
make x a b | rank a >= rank b = T (rank b + 1) x a b
           | otherwise = T (rank a + 1) x b a

instance Heap Leftist where
  emptyHeap = E
  isEmpty E = True
  isEmpty _ = False
  insertHeap x = merge (T 1 x E E)
  merge h E = h
  merge E h = h
  merge h1@(T _ x a1 b1) h2@(T _ y a2 b2)
    | x <= y = make x a1 (merge b1 h2)
    | otherwise = make y a2 (merge h1 b2)
  findMin E = Nothing
  findMin (T _ x _ _) = Just x
  deleteMin E = Nothing
  deleteMin (T _ x a b) = Just (x, merge a b)

newtype Pairing a = Pairing (Maybe (PT a))
data PT a = PT a [PT a]

instance Heap Pairing where
  emptyHeap = Pairing Nothing
  isEmpty (Pairing m) = maybe True (const False) m
  insertHeap x = merge (Pairing (Just (PT x [])))
  merge (Pairing Nothing) h = h
  merge h (Pairing Nothing) = h
  merge (Pairing (Just a)) (Pairing (Just b)) = Pairing (Just (link a b))
  findMin (Pairing m) = fmap (\(PT x _) -> x) m
  deleteMin (Pairing Nothing) = Nothing
  deleteMin (Pairing (Just (PT x ts))) = Just (x, Pairing (pairs ts))
    where pairs [] = Nothing
          pairs [t] = Just t
          pairs (a:b:rest) = Just (maybe (link a b) (link (link a b)) (pairs rest))

link :: Ord a => PT a -> PT a -> PT a
link a@(PT x as) b@(PT y bs)
  | x <= y = PT x (b : as)
  | otherwise = PT y (a : bs)

drain :: (Heap h, Ord a) => h a -> [a]
drain h = case deleteMin h of
  Nothing -> []
  Just (x, h') -> x : drain h'

heapSort :: Ord a => [a] -> [a]
heapSort = drain . asLeftist . fromList

asLeftist :: Leftist a -> Leftist a
asLeftist = id

asPairing :: Pairing a -> Pairing a
asPairing = id

main :: IO ()
main = do
  print (heapSort [3, 1, 4, 1, 5, 9, 2, 6 :: Int])
  print (heapSort "heapsort")
  print (drain (asPairing (fromList [2.5, -1, 7, 0])))
  print (fromList [3, 1, 2] :: Leftist Int)
  print (isEmpty (asPairing emptyHeap), findMin (asLeftist (fromList "qwe")))
---- matrix
import Data.List (intercalate, transpose)

newtype Matrix a = Matrix [[a]] deriving Eq

instance Show a => Show (Matrix a) where
  show (Matrix rows) = intercalate "\n" (map (unwords . map show) rows)

instance Functor Matrix where
  fmap f (Matrix r) = Matrix (map (map f) r)

instance Num a => Num (Matrix a) where
  Matrix a + Matrix b = Matrix (zipWith (zipWith (+)) a b)
  Matrix a - Matrix b = Matrix (zipWith (zipWith (-)) a b)
  Matrix a * Matrix b = Matrix [ [ sum (zipWith (*) r c) | c <- transpose b ] | r <- a ]
  negate = fmap negate
  abs = fmap abs
  signum = fmap signum
  fromInteger n = Matrix [[fromInteger n, 0], [0, fromInteger n]]

det :: Num a => [[a]] -> a
det [] = 1
det (r : rs) = sum [ (if even i then x else negate x) * det (map (dropAt i) rs) | (i, x) <- zip [0 :: Int ..] r ]
  where dropAt i xs = take i xs ++ drop (i + 1) xs

fib :: Integer -> Integer
fib n = let Matrix [[_, f], _] = Matrix [[1, 1], [1, 0]] ^ n in f

identity :: Num a => Int -> [[a]]
identity n = [ [ if i == j then 1 else 0 | j <- [1 .. n] ] | i <- [1 .. n] ]

gauss :: [[Rational']] -> [Rational']
gauss m = map last (foldl eliminate m [0 .. length m - 1])
  where
    eliminate rows i =
      let Just p = lookup True [ (r !! i /= 0, j) | (r, j) <- zip (drop i rows) [i ..] ]
          swapped = swap i p rows
          pivot = map (/ (swapped !! i !! i)) (swapped !! i)
      in [ if j == i then pivot else zipWith (\a b -> a - (r !! i) * b) r pivot | (r, j) <- zip swapped [0 ..] ]
    swap i j xs | i == j = xs
                | otherwise = [ pick k x | (k, x) <- zip [0 ..] xs ]
      where pick k x | k == i = xs !! j
                     | k == j = xs !! i
                     | otherwise = x

type Rational' = Double

main :: IO ()
main = do
  let a = Matrix [[1, 2], [3, 4]] :: Matrix Int
  print (a * a)
  print (a - 1)
  print (2 * a + a)
  print (fmap (subtract 5) a)
  print (map fib [1 .. 12], fib 100)
  print (det [[2, 0, 1], [1, 3, 2], [1, 1, 1 :: Int]], det (identity 4 :: [[Integer]]))
  print (gauss [[2, 1, -1, 8], [-3, -1, 2, -11], [-2, 1, 2, -3]])
  print (negate a == (0 - a))
---- complex
import Data.Complex
main :: IO ()
main = do
  let z = 3 :+ 4 :: Complex Double
  print z
  print (magnitude z, realPart z, imagPart z)
  print (z * z, z + 1, negate z, conjugate z)
  print (mkPolar 1 0 :: Complex Double)
  print (abs z, z / (1 :+ 1))
  let mandel c = length (takeWhile ((<= 2) . magnitude) (take 20 (iterate (\w -> w * w + c) 0)))
  mapM_ putStrLn [ [ if mandel (x :+ y) >= 20 then '*' else if mandel (x :+ y) > 4 then '+' else '.' | x <- [-2, -1.8 .. 0.6] ] | y <- [-1, -0.75 .. 1] ]
---- layout
{- a comment {- nested -} still a comment -}
import Data.List (sort) -- trailing
import qualified Data.List as L

-- | doc comment
data Shape
    = Circle
        { radius :: Double
        }
    | Rect
        { w, h :: Double }
    deriving
      ( Show
      , Eq
      )

area :: Shape -> Double
area s =
    case s of
        Circle r
            | r < 0 -> 0
            | otherwise ->
                pi * r * r
        Rect a b -> a
                    * b

classify :: Int -> String
classify n | n < 0 = "neg" | n == 0 = "zero"
           | n < small
           , even n = "small even"
           | Just s <- lookup n table = s
           | let m = n * 2, m > 100 = "double is " ++ show m
           | otherwise = other
  where small = 10
        table = [(11, "eleven")
                ,(12, "twelve")]
        other = "other"

run :: IO ()
run = do
    let x = 5
        y = 6
        f a b
          | a > b = a
          | otherwise = b
    if x > y
        then putStrLn "gt"
        else putStrLn "le"
    if x == 5 then do
        putStrLn "five"
        putStrLn "indeed"
    else
        putStrLn "no"
    let z = f x y
    case z of
      6 -> putStrLn "six"
      _ -> return ()
    let { a = 1; b = 2 }
    print $
      a
        + b
    mapM_ (\i -> do
              let j = i * i
              print j) [1, 2]
    mapM_ print . L.sort $ [3, 1, 2]
    where
      _unused = ()

op :: Int -> Int -> Int
a `op` b = a * 10 + b
infixl 6 `op`

(|>) :: a -> (a -> b) -> b
x |> f = f x
infixl 1 |>

main :: IO ()
main = do { run
          ; mapM_ (putStrLn . classify) [-1, 0, 4, 5, 11, 60]
          ; print (1 `op` 2 `op` 3)
          ; [1, 2, 3] |> map (+ 1) |> sum |> print
          ; print (map area [Circle 1, Rect { w = 2, h = 3 }, Circle { radius = -1 }])
          ; let g 0 = "z" ; g _ = "nz"
          ; putStrLn (g 0 ++ g 1)
          ; print [ (x, y) | x <- [1 .. 3], let y = x * x, odd y ]
          ; print (if 1 > 2 then 'a' else if 2 > 1 then 'b' else 'c')
          ; print (let (a, b) = (1, 2); c = 3 in a + b + c)
          ; print "string \
                  \gap"
          }
---- tabs
tabs :: Int -> Int
tabs n = case n of
	0 -> 1
	_ -> let
			m = n - 1
			k = 2
		in k * tabs m

main :: IO ()
main = do
	print (tabs 5)
	putStrLn "ünïcödé λ → ∀"
        print (length "λ→")
	let naïve = 3; x' = 4
	print (naïve + x')
---- classes2
class Show a => Entity a where
  entityName :: a -> String
  entityName = takeWhile (/= ' ') . show
  describe :: a -> String
  describe x = entityName x ++ " <" ++ show x ++ ">"
  {-# MINIMAL #-}

data Cat = Cat Int deriving Show
data Dog = Dog { dogName :: String } deriving Show

instance Entity Cat
instance Entity Dog where
  entityName = dogName

class Container f where
  empty :: f a
  insert :: a -> f a -> f a
  toL :: f a -> [a]

newtype Stack a = Stack [a]
newtype Queue a = Queue ([a], [a])

instance Container Stack where
  empty = Stack []
  insert x (Stack xs) = Stack (x : xs)
  toL (Stack xs) = xs

instance Container Queue where
  empty = Queue ([], [])
  insert x (Queue (f, b)) = Queue (f, x : b)
  toL (Queue (f, b)) = f ++ reverse b

fill :: Container f => [a] -> f a
fill = foldr insert empty

class Monoid' a where
  (<+>) :: a -> a -> a
  neutral :: a
infixr 6 <+>

instance Monoid' Int where
  (<+>) = (+)
  neutral = 0
instance Monoid' [b] where
  (<+>) = (++)
  neutral = []
instance (Monoid' a, Monoid' b) => Monoid' (a, b) where
  (a, b) <+> (c, d) = (a <+> c, b <+> d)
  neutral = (neutral, neutral)
instance Monoid' b => Monoid' (a -> b) where
  f <+> g = \x -> f x <+> g x
  neutral = const neutral

mconcat' :: Monoid' a => [a] -> a
mconcat' = foldr (<+>) neutral

-- polymorphic recursion
data Nested a = Flat a | Nest (Nested [a])
depth :: Nested a -> Int
depth (Flat _) = 0
depth (Nest n) = 1 + depth n

showN :: Show a => Nested a -> String
showN (Flat x) = show x
showN (Nest n) = "<" ++ showN n ++ ">"

class Shape a where { area :: a -> Double; perimeter :: a -> Double }
data Sq = Sq Double
instance Shape Sq where { area (Sq s) = s * s; perimeter (Sq s) = 4 * s }

main :: IO ()
main = do
  putStrLn (describe (Cat 3))
  putStrLn (describe (Dog "rex"))
  print (toL (fill "abc" :: Stack Char), toL (fill "abc" :: Queue Char))
  print (mconcat' [(1 :: Int, "a"), (2, "b"), (3, "c")])
  print ((show <+> const "-" <+> show) (5 :: Int))
  print (depth (Nest (Nest (Flat [[1 :: Int]]))))
  putStrLn (showN (Nest (Nest (Flat [[1 :: Int, 2], [3]]))))
  print (area (Sq 2), perimeter (Sq 2))
---- parsers
import Data.Char
import Control.Applicative hiding (many, some)
import Control.Monad

newtype Parser a = P { parse :: String -> [(a, String)] }

instance Functor Parser where
  fmap = liftM
instance Applicative Parser where
  pure x = P (\s -> [(x, s)])
  (<*>) = ap
instance Monad Parser where
  p >>= f = P (\s -> concat [ parse (f a) rest | (a, rest) <- parse p s ])
instance Alternative Parser where
  empty = P (const [])
  p <|> q = P (\s -> case parse p s of { [] -> parse q s; r -> r })
instance MonadPlus Parser
instance MonadFail Parser where
  fail _ = empty

item :: Parser Char
item = P (\s -> case s of
                  [] -> []
                  (c:cs) -> [(c, cs)])

sat :: (Char -> Bool) -> Parser Char
sat p = do { c <- item; if p c then return c else empty }

many1, many0 :: Parser a -> Parser [a]
many1 p = (:) <$> p <*> many0 p
many0 p = many1 p <|> pure []

lexeme :: Parser a -> Parser a
lexeme p = p <* many0 (sat isSpace)

sym :: String -> Parser String
sym = lexeme . mapM (sat . (==))

number :: Parser Double
number = lexeme $ do
  whole <- many1 (sat isDigit)
  frac <- (do { _ <- sat (== '.'); ds <- many1 (sat isDigit); return ('.' : ds) }) <|> return ".0"
  return (read (whole ++ frac))

data JSON = JNull | JBool Bool | JNum Double | JStr String | JArr [JSON] | JObj [(String, JSON)]
  deriving (Show, Eq)

sepBy :: Parser a -> Parser b -> Parser [a]
p `sepBy` s = ((:) <$> p <*> many0 (s *> p)) <|> pure []

str :: Parser String
str = lexeme (sat (== '"') *> many0 ch <* sat (== '"'))
  where ch = (sat (== '\\') *> esc) <|> sat (`notElem` "\"\\")
        esc = ('\n' <$ sat (== 'n')) <|> ('"' <$ sat (== '"')) <|> ('\\' <$ sat (== '\\'))

json :: Parser JSON
json = JNull <$ sym "null"
   <|> JBool True <$ sym "true"
   <|> JBool False <$ sym "false"
   <|> JNum <$> number
   <|> JNum . negate <$> (sym "-" *> number)
   <|> JStr <$> str
   <|> JArr <$> (sym "[" *> (json `sepBy` sym ",") <* sym "]")
   <|> JObj <$> (sym "{" *> (pair `sepBy` sym ",") <* sym "}")
  where pair = (,) <$> str <* sym ":" <*> json

render :: JSON -> String
render JNull = "null"
render (JBool b) = map toLower (show b)
render (JNum n) | n == fromIntegral (round n :: Int) = show (round n :: Int)
                | otherwise = show n
render (JStr s) = show s
render (JArr xs) = "[" ++ commas (map render xs) ++ "]"
render (JObj kvs) = "{" ++ commas [ show k ++ ":" ++ render v | (k, v) <- kvs ] ++ "}"

commas :: [String] -> String
commas = foldr1' (\a b -> a ++ "," ++ b)
  where foldr1' _ [] = ""
        foldr1' f xs = foldr1 f xs

main :: IO ()
main = do
  let input = "{ \"a\": [1, 2.5, -3], \"b\": {\"c\": null, \"d\": \"x\\ny\\\"\"}, \"e\": [true,false], \"f\": [] }"
  case parse (many0 (sat isSpace) *> json) input of
    [(j, "")] -> putStrLn (render j) >> print j
    other -> print other
  print (parse json "[1, 2")
  print (fmap fst (parse (do { [a, b] <- replicateM 2 item; return (b, a) }) "xyz"))
  print (parse (mplus mzero (sym "a")) "a b")
---- knights
import Data.List (sortOn, (\\))
import qualified Data.Set as Set
import Control.Monad (guard)

type Pos = (Int, Int)

moves :: Int -> Pos -> [Pos]
moves n (r, c) = do
  (dr, dc) <- [(a * x, b * y) | (x, y) <- [(1, 2), (2, 1)], a <- [1, -1], b <- [1, -1]]
  let p@(r', c') = (r + dr, c + dc)
  guard (r' `elem` [1 .. n] && c' `elem` [1 .. n])
  return p

tour :: Int -> Pos -> Maybe [Pos]
tour n start = go (Set.singleton start) [start]
  where
    go seen path@(p:_)
      | Set.size seen == n * n = Just (reverse path)
      | otherwise = firstJust [ go (Set.insert q seen) (q : path) | q <- next seen p ]
    go _ [] = Nothing
    next seen p = sortOn (length . free seen) (free seen p)
    free seen p = filter (`Set.notMember` seen) (moves n p)

firstJust :: [Maybe a] -> Maybe a
firstJust [] = Nothing
firstJust (Just x : _) = Just x
firstJust (Nothing : rest) = firstJust rest

canReachIn3 :: Pos -> Pos -> Bool
canReachIn3 from to = to `elem` (return from >>= moves 8 >>= moves 8 >>= moves 8)

main :: IO ()
main = do
  print (moves 8 (1, 1))
  case tour 5 (1, 1) of
    Just path -> print (length path, take 5 path)
    Nothing -> putStrLn "none"
  print (tour 3 (1, 1))
  print ((6, 2) `canReachIn3` (6, 1), (6, 2) `canReachIn3` (7, 3))
---- primes
import Data.List (unfoldr, foldl')
primes :: [Int]
primes = 2 : filter isPrime [3, 5 ..]

isPrime :: Int -> Bool
isPrime n | n < 2 = False
          | otherwise = all (\p -> n `mod` p /= 0) (takeWhile (\p -> p * p <= n) primes)

sieve :: [Int] -> [Int]
sieve (p:xs) = p : sieve [x | x <- xs, x `mod` p > 0]
sieve [] = []

factors :: Int -> [Int]
factors = unfoldr step . (,) 2
  where step (_, 1) = Nothing
        step (p, n) | p * p > n = Just (n, (n, 1))
                    | n `mod` p == 0 = Just (p, (p, n `div` p))
                    | otherwise = step (p + 1, n)

perfect :: Int -> Bool
perfect n = n == sum [d | d <- [1 .. n `div` 2], n `rem` d == 0]

hamming :: [Integer]
hamming = 1 : merge3 (map (* 2) hamming) (map (* 3) hamming) (map (* 5) hamming)
  where
    merge3 a b c = merge a (merge b c)
    merge xx@(x:xs) yy@(y:ys)
      | x < y = x : merge xs yy
      | x > y = y : merge xx ys
      | otherwise = x : merge xs ys

pascal :: [[Integer]]
pascal = iterate (\row -> zipWith (+) (0 : row) (row ++ [0])) [1]

fibs, lucas :: [Integer]
fibs = 0 : scanl (+) 1 fibs
lucas = 2 : 1 : zipWith (+) lucas (tail lucas)

powMod :: Integer -> Integer -> Integer -> Integer
powMod _ 0 m = 1 `mod` m
powMod b e m
  | odd e = b * powMod b (e - 1) m `mod` m
  | otherwise = let h = powMod b (e `div` 2) m in h * h `mod` m

digits :: Integral a => a -> [a]
digits 0 = [0]
digits n = reverse (go n) where
  go 0 = []
  go k = k `mod` 10 : go (k `div` 10)

main :: IO ()
main = do
  print (take 15 primes, takeWhile (< 40) (sieve [2 ..]))
  print (map factors [60, 97, 1001, 1024])
  print (filter perfect [1 .. 500])
  print (take 20 hamming)
  mapM_ print (take 6 pascal)
  print (fibs !! 90, take 8 lucas)
  print (powMod 3 200 13, powMod 2 1000 1000007)
  print (digits (2 ^ 70 :: Integer), sum (digits (12345 :: Int)))
  print (foldl' (\acc d -> acc * 16 + d) 0 [1, 15, 3])
  print [ (a, b, c) | c <- [1 .. 30], b <- [1 .. c], a <- [1 .. b], a ^ 2 + b ^ 2 == c ^ 2 ]
---- memo
import Data.Array

lcsLength :: String -> String -> Int
lcsLength a b = table ! (0, 0)
  where
    (n, m) = (length a, length b)
    aa = listArray (0, n - 1) a
    ba = listArray (0, m - 1) b
    table = array ((0, 0), (n, m)) [ ((i, j), f i j) | i <- [0 .. n], j <- [0 .. m] ]
    f i j | i == n || j == m = 0
          | aa ! i == ba ! j = 1 + table ! (i + 1, j + 1)
          | otherwise = max (table ! (i + 1, j)) (table ! (i, j + 1))

knapsack :: Int -> [(Int, Int)] -> Int
knapsack cap items = best ! (length items, cap)
  where
    best = listArray ((0, 0), (length items, cap)) [ go i w | i <- [0 .. length items], w <- [0 .. cap] ] :: Array (Int, Int) Int
    go 0 _ = 0
    go i w =
      let (wt, v) = items !! (i - 1)
          skip = best ! (i - 1, w)
      in if wt > w then skip else max skip (v + best ! (i - 1, w - wt))

change :: Int -> [Int] -> Integer
change n cs = ways ! (n, length cs)
  where
    arr = listArray (1, length cs) cs
    ways = listArray ((0, 0), (n, length cs)) (map go (range ((0, 0), (n, length cs))))
    go (0, _) = 1
    go (_, 0) = 0
    go (k, i) | c > k = ways ! (k, i - 1)
              | otherwise = ways ! (k, i - 1) + ways ! (k - c, i)
      where c = arr ! i

main :: IO ()
main = do
  print (lcsLength "the quick brown fox" "a thick crown of x")
  print (knapsack 50 [(10, 60), (20, 100), (30, 120)])
  print (change 100 [1, 5, 10, 25, 50])
  let a = listArray (0, 4) [10, 20, 30, 40, 50] :: Array Int Int
  print a
  print (a // [(1, 99)], bounds a, sum (elems a))
  print (accumArray (+) 0 ('a', 'e') [(c, 1) | c <- "abracadabra", c <= 'e'] :: Array Char Int)
  print (fmap (`div` 10) a ! 3, foldr (:) [] (fmap show a))
  print (ixmap (0, 2) (+ 1) a)
  print (accum (-) a [(0, 1), (0, 2)], [ i | (i, e) <- assocs a, e > 25 ])
---- interp
import qualified Data.Map as Map
import Data.Maybe (fromMaybe)
import Control.Monad.State

data Expr = N Int | V String | BinOp Op Expr Expr | Not Expr deriving (Show, Eq)
data Op = Plus | Minus | Times | Less | And deriving (Show, Eq, Enum, Bounded)
data Stmt = String := Expr
          | If Expr [Stmt] [Stmt]
          | While Expr [Stmt]
          | Print Expr
          deriving Show
infix 1 :=

type Store = Map.Map String Int
data Machine = Machine { store :: Store, output :: [String], steps :: !Int }

eval :: Store -> Expr -> Int
eval _ (N n) = n
eval s (V x) = fromMaybe 0 (Map.lookup x s)
eval s (Not e) = if eval s e == 0 then 1 else 0
eval s (BinOp op a b) = apply op (eval s a) (eval s b)
  where
    apply Plus = (+)
    apply Minus = (-)
    apply Times = (*)
    apply Less = \x y -> fromEnum (x < y)
    apply And = \x y -> if x /= 0 && y /= 0 then 1 else 0

exec :: Stmt -> State Machine ()
exec stmt = tick >> go stmt
  where
    tick = modify (\m -> m { steps = steps m + 1 })
    go (x := e) = modify $ \m -> m { store = Map.insert x (eval (store m) e) (store m) }
    go (If c t f) = do
      s <- gets store
      mapM_ exec (if eval s c /= 0 then t else f)
    go w@(While c body) = do
      s <- gets store
      when (eval s c /= 0) $ mapM_ exec body >> exec w
    go (Print e) = do
      s <- gets store
      modify $ \m -> m { output = show (eval s e) : output m }

runProgram :: [Stmt] -> ([String], Int)
runProgram p = (reverse (output m), steps m)
  where m = execState (mapM_ exec p) (Machine Map.empty [] 0)

factorial :: Int -> [Stmt]
factorial n =
  [ "n" := N n
  , "r" := N 1
  , While (BinOp Less (N 0) (V "n"))
      [ "r" := BinOp Times (V "r") (V "n")
      , "n" := BinOp Minus (V "n") (N 1)
      ]
  , Print (V "r")
  , If (BinOp And (V "r") (Not (V "n"))) [Print (N (-1))] []
  ]

main :: IO ()
main = do
  let (out, n) = runProgram (factorial 10)
  mapM_ putStrLn out
  print n
  mapM_ print (factorial 1)
  print [minBound .. maxBound :: Op]
---- lambda
import Data.List (union, delete, nub)
data Term = Var String | App Term Term | Lam String Term deriving Eq

instance Show Term where
  showsPrec _ (Var x) = showString x
  showsPrec d (App f a) = showParen (d > 10) $ showsPrec 10 f . showChar ' ' . showsPrec 11 a
  showsPrec d (Lam x b) = showParen (d > 9) $ showString ("\\" ++ x ++ ". ") . showsPrec 9 b

free :: Term -> [String]
free (Var x) = [x]
free (App f a) = free f `union` free a
free (Lam x b) = delete x (free b)

fresh :: [String] -> String -> String
fresh used x = head (filter (`notElem` used) (x : [ x ++ show n | n <- [1 :: Int ..] ]))

subst :: String -> Term -> Term -> Term
subst x s t = case t of
  Var y | x == y -> s
        | otherwise -> t
  App f a -> App (subst x s f) (subst x s a)
  Lam y b
    | y == x -> t
    | y `elem` free s ->
        let y' = fresh (free s ++ free b ++ [x]) y
        in Lam y' (subst x s (subst y (Var y') b))
    | otherwise -> Lam y (subst x s b)

step :: Term -> Maybe Term
step (App (Lam x b) a) = Just (subst x a b)
step (App f a) = case step f of
  Just f' -> Just (App f' a)
  Nothing -> App f <$> step a
step (Lam x b) = Lam x <$> step b
step (Var _) = Nothing

normalize :: Term -> [Term]
normalize t = t : maybe [] normalize (step t)

church :: Int -> Term
church n = Lam "f" (Lam "x" (iterate (App (Var "f")) (Var "x") !! n))

plus :: Term
plus = foldr Lam (App (App (Var "m") (Var "f")) (App (App (Var "n") (Var "f")) (Var "x"))) ["m", "n", "f", "x"]

unchurch :: Term -> Maybe Int
unchurch (Lam f (Lam x b)) = go b
  where go (Var y) | y == x = Just 0
        go (App (Var g) r) | g == f = succ <$> go r
        go _ = Nothing
unchurch _ = Nothing

main :: IO ()
main = do
  print plus
  let t = App (App plus (church 2)) (church 3)
  mapM_ print (take 3 (normalize t))
  print (unchurch (last (normalize t)))
  print (subst "x" (Var "y") (Lam "y" (App (Var "x") (Var "y"))))
  print (App (Var "a") (App (Var "b") (Lam "c" (Var "c"))))
  print (free (Lam "x" (App (Var "x") (Var "z"))))
---- bank
import Data.IORef
import qualified Data.Map.Strict as Map
import Control.Monad
import Text.Printf

type Bank = IORef (Map.Map String Double)

data Result = Ok | Insufficient { needed :: Double } | NoAccount String deriving (Show, Eq)

withdraw :: Bank -> String -> Double -> IO Result
withdraw bank who amount = do
  m <- readIORef bank
  case Map.lookup who m of
    Nothing -> return (NoAccount who)
    Just b
      | b < amount -> return Insufficient { needed = amount - b }
      | otherwise -> do
          modifyIORef' bank (Map.adjust (subtract amount) who)
          return Ok

transfer :: Bank -> String -> String -> Double -> IO Result
transfer bank a b x = do
  r <- withdraw bank a x
  if r == Ok then modifyIORef bank (Map.insertWith (+) b x) >> return Ok else return r

report :: Bank -> IO ()
report bank = do
  m <- readIORef bank
  forM_ (Map.toList m) $ \(k, v) -> printf "%-6s %8.2f\n" k v

main :: IO ()
main = do
  bank <- newIORef (Map.fromList [("ann", 100), ("bob", 50.5)])
  results <- sequence
    [ transfer bank "ann" "bob" 30
    , transfer bank "bob" "cyd" 100
    , transfer bank "zed" "ann" 1
    , transfer bank "bob" "cyd" 0.5 ]
  mapM_ print results
  report bank
  counter <- newIORef (0 :: Int)
  replicateM_ 5 (modifyIORef counter (+ 2))
  n <- readIORef counter
  when (n > 5) $ printf "counted %d %s\n" n (if even n then "even" else "odd")
  unless (n > 5) $ putStrLn "never"
  total <- foldM (\acc x -> do { putStr (show acc ++ " "); return (acc + x) }) 0 [1, 2, 3]
  print total
  forM_ [1 .. 3] $ \i ->
    forM_ [i .. 3] $ \j ->
      putStr (show (i * j) ++ (if j == 3 then "\n" else ","))
  zipWithM_ (\i s -> putStrLn (show i ++ ": " ++ s)) [1 :: Int ..] ["x", "y"]
  xs <- forM [1, 2, 3] (return . (* 2))
  print (xs, replicateM 2 "ab", filterM (const [True, False]) [1, 2])
  print =<< mapM (return . succ) "HAL"
---- maybeeither
import Data.Either (lefts, rights, partitionEithers, either, isLeft, fromRight)
import Data.Maybe
import Text.Read (readMaybe)
import Control.Monad

data Err = DivZero | Unbound String | Syntax { at :: Int, why :: String } deriving (Eq, Show, Ord)

safeDiv :: Int -> Int -> Either Err Int
safeDiv _ 0 = Left DivZero
safeDiv a b = Right (a `div` b)

calc :: [(String, Int)] -> String -> Either Err Int
calc env s = case words s of
  [a, "/", b] -> join (safeDiv <$> val a <*> val b)
  [a, "+", b] -> do
    x <- val a
    y <- val b
    pure (x + y)
  [a] -> val a
  ws -> Left Syntax { at = length ws, why = "bad form" }
  where
    val t | Just n <- readMaybe t = Right n
          | otherwise = maybe (Left (Unbound t)) Right (lookup t env)

main :: IO ()
main = do
  let rs = map (calc [("x", 10), ("y", 0)]) ["x / 3", "x / y", "x + -4", "z + 1", "1 2 3 4", "y"]
  mapM_ print rs
  print (partitionEithers rs)
  print (length (lefts rs), sum (rights rs))
  print (sequence (filter (either (const False) (> 3)) rs))
  print (sequence rs)
  print (traverse (\x -> if x > 0 then Just (x * 2) else Nothing) [1, 2, 3])
  print (mapMaybe (readMaybe :: String -> Maybe Double) ["1.5", "x", "2", "-3e2", ".5", " 7 "])
  print (catMaybes [Just 1, Nothing], fromMaybe 0 Nothing, maybe "" show (Just 3), listToMaybe [9, 8], maybeToList (Just 'c'))
  print (readMaybe "(1,\"a\")" :: Maybe (Int, String), readMaybe "[1, 2,3 ]" :: Maybe [Int], readMaybe "Just 3" :: Maybe (Maybe Int))
  print (isLeft (Left 1 :: Either Int Int), fromRight 0 (Right 3 :: Either String Int), fromJust (Just 'q'))
  print (either length negate (Left "abc" :: Either String Int))
  print (zip3 [1 :: Int ..] "ab" [True, False], lookup 2 (zip [1 ..] "abc"))
  print (foldM (\acc x -> if x < 0 then Left ("negative: " ++ show x) else Right (acc + x)) 0 [1, 2, -3, 4])
  print (void (Just 3), Just 1 <* Just 2, Just 1 *> Nothing :: Maybe Int, (+) <$> Just 1 <*> Just 2)
  print (mapM (\x -> [x, x * 10]) [1, 2], (>>= replicate 2) "abc", [x | Just x <- [Just 1, Nothing, Just 3]])
  print (sequenceA [(+ 1), (* 2)] 5, (fmap . fmap) (+ 1) [Just 1, Nothing], ((+) =<< (* 2)) 5)
  print ((,) <$> fst <*> snd $ (1, 2), concat <$> mapM (\c -> Just [c, c]) "xy")
---- typeclassshow
import Data.List

data Suit = Clubs | Diamonds | Hearts | Spades deriving (Show, Read, Eq, Ord, Enum, Bounded)
data Rank = Num Int | Jack | Queen | King | Ace deriving (Show, Eq, Ord)
data Card = Card { rank :: Rank, suit :: Suit } deriving (Eq, Ord)
instance Show Card where
  show (Card r s) = name r ++ [head (show s)]
    where name (Num n) = show n
          name x = take 1 (show x)

fullDeck :: [Card]
fullDeck = [ Card r s | s <- [minBound ..], r <- map Num [2 .. 10] ++ [Jack, Queen, King, Ace] ]

data Hand = HighCard Rank | Pair Rank | TwoPair Rank Rank | Three Rank | Straight | Flush | FullHouse | Four Rank
  deriving (Show, Eq, Ord)

classify :: [Card] -> Hand
classify cs
  | flush = Flush
  | otherwise = case sortBy (flip compare) [ (length g, head g) | g <- group (sort (map rank cs)) ] of
      ((4, r) : _) -> Four r
      ((3, _) : (2, _) : _) -> FullHouse
      ((3, r) : _) -> Three r
      ((2, a) : (2, b) : _) -> TwoPair (max a b) (min a b)
      ((2, r) : _) -> Pair r
      ((_, r) : _) -> HighCard r
      [] -> error "empty hand"
  where flush = (== 1) . length . nub . map suit $ cs

shuffle :: Int -> [a] -> [a]
shuffle _ [] = []
shuffle seed xs = x : shuffle seed' (before ++ after)
  where
    seed' = (1103515245 * seed + 12345) `mod` 2147483648
    (before, x : after) = splitAt (seed' `mod` length xs) xs

chunks :: Int -> [a] -> [[a]]
chunks _ [] = []
chunks n xs = take n xs : chunks n (drop n xs)

main :: IO ()
main = do
  let hands = take 5 (chunks 5 (shuffle 42 fullDeck))
  mapM_ (\h -> putStrLn (unwords (map show h) ++ ": " ++ show (classify h))) hands
  print (maximum (map classify hands))
  print (read "Hearts" :: Suit, [Diamonds ..], succ Clubs, pred Spades, fromEnum Hearts, toEnum 0 :: Suit)
  print (compare (Card Ace Clubs) (Card (Num 2) Spades), Card Jack Hearts < Card Jack Spades, Num 10 < Jack)
  print (map (\x -> (head x, length x)) . group . sort $ "mississippi")
  print (sortOn negate [3, 1, 2], insert 3 [1, 5], partition even [1 .. 6], isInfixOf "ell" "hello")
  print (zipWith3 (\a b c -> a + b * c) [1, 2] [3, 4] [5, 6], foldl' (flip (:)) [] "abc", span isV "aeixu")
  print (intercalate ", " ["a", "b"], transpose ["abc", "d", "ef"], subsequences [1, 2, 3])
  print (permutations [1, 2, 3])
  print ([1, 2, 3] \\ [2], union [1, 2] [2, 3], intersect [1, 2, 3] [2, 3, 4], nub [1, 1, 2])
  print (tails "ab", inits "ab", isPrefixOf "a" "ab", stripPrefix "foo" "foobar", splitAt 1 "xy")
  print (genericLength "abc" :: Integer, lookup 'x' [('y', 1)], elemIndex 3 [1, 2, 3], findIndex (> 1) [1, 2], zip [1] "a")
  print (words " a  b ", lines "a\n\nb\n", unwords ["x", "y"], unlines ["p", "q"], iterate (* 2) 1 !! 20)
  print (mapAccumL (\a x -> (a + x, a * x)) 0 [1, 2, 3], mapAccumR (\a x -> (a + x, a * x)) 0 [1, 2, 3])
  print (scanl (+) 0 [1, 2, 3], scanr (+) 0 [1, 2, 3], scanl1 max [3, 1, 4], scanr1 (+) [1, 2, 3])
  print (dropWhileEnd (== ' ') "hi  ", zipWith (curry fst) "ab" [1, 2], unzip3 [(1, 'a', True)], and [], or [])
  print (insertBy (\a b -> compare (snd a) (snd b)) (9, 2) [(1, 1), (2, 3)], deleteBy (\a b -> a == b + 1) 3 [1, 2, 3])
  print (groupBy (\a b -> even a == even b) [2, 4, 1, 3, 6], sortBy (\a b -> compare (length b) (length a)) ["a", "bbb", "cc"])
  print (lookup "b" [("a", 1), ("b", 2)], unfoldr (\n -> if n > 3 then Nothing else Just (n, n + 1)) 1, foldl1 (-) [10, 2, 3], foldr1 (-) [10, 2, 3])
  print (isSubsequenceOf "ace" "abcde", zipWith4 (\a b c d -> a + b + c + d) [1] [2] [3] [4], lookup 1 [(1, 2)], replicate 3 'x')
  where isV c = c `elem` "aeiou"
---- lazy
import Data.List (foldl')
data Stream a = Cons a (Stream a)

fromS :: Int -> Stream Int
fromS n = Cons n (fromS (n + 1))

takeS :: Int -> Stream a -> [a]
takeS 0 _ = []
takeS n ~(Cons x xs) = x : takeS (n - 1) xs

lazyPair :: (Int, Int) -> Int
lazyPair ~(a, b) = 42

strictPair :: (Int, Int) -> Int
strictPair (_, _) = 43

ones :: [Int]
ones = 1 : ones

primesUpTo :: Int -> [Int]
primesUpTo n = takeWhile (<= n) ps
  where ps = 2 : [ x | x <- [3 ..], all ((/= 0) . (x `mod`)) (takeWhile ((<= x) . (^ 2)) ps) ]

repMin :: Tree -> Tree
repMin t = t'
  where
    (t', m) = go t
    go (Leaf x) = (Leaf m, x)
    go (Fork l r) = let (l', a) = go l
                        (r', b) = go r
                    in (Fork l' r', min a b)

data Tree = Leaf Int | Fork Tree Tree deriving Show

mean :: [Double] -> Double
mean xs = s / fromIntegral n
  where (s, n) = foldl' step (0, 0 :: Int) xs
        step (!a, !b) x = (a + x, b + 1)

main :: IO ()
main = do
  print (takeS 3 (fromS 7))
  print (lazyPair undefined, strictPair (undefined, undefined))
  print (take 3 ones, fst (1, undefined), length [undefined, undefined])
  print (primesUpTo 30)
  print (repMin (Fork (Leaf 3) (Fork (Leaf 1) (Leaf 2))))
  print (mean [1, 2, 3, 4])
  print (let (a, b) = (b + 1, 10) in a, let xs@(x : _) = [1, 2] in (x, xs))
  print (zip [1 ..] "abc", takeWhile (/= 1) (iterate (\n -> if even n then n `div` 2 else 3 * n + 1) 6))
  print (or (map (> 10) [1 ..]), True || any even [1, 3 ..], null (undefined : undefined))
  print (take 3 (foldr (\x acc -> x : take 2 acc) [] [1 ..]), seq (1 :: Int) 2, const 1 (error "no"))
  let loop = 1 : map (* 2) loop
  print (take 8 loop, cycle [1, 2, 3] !! 100, last (take 5 (repeat 'x')))
  let fact = \n -> if n == 0 then 1 else n * fact (n - 1)
  print (fact 20)
---- instances
import Data.Foldable (toList, foldl', for_, traverse_)
import Data.Traversable (mapAccumL)

data Rose a = Rose a [Rose a] deriving (Eq, Show)

instance Functor Rose where
  fmap f (Rose a rs) = Rose (f a) (map (fmap f) rs)
instance Foldable Rose where
  foldr f z (Rose a rs) = f a (foldr (flip (foldr f)) z rs)
instance Traversable Rose where
  traverse f (Rose a rs) = Rose <$> f a <*> traverse (traverse f) rs
instance Applicative Rose where
  pure x = Rose x []
  Rose f fs <*> t@(Rose x xs) = Rose (f x) (map (fmap f) xs ++ map (<*> t) fs)
instance Monad Rose where
  Rose a rs >>= f = let Rose b bs = f a in Rose b (bs ++ map (>>= f) rs)

data Pair a = Pair a a deriving (Show, Eq, Ord, Functor, Foldable, Traversable)

newtype Compose f g a = Compose { getCompose :: f (g a) }
instance (Functor f, Functor g) => Functor (Compose f g) where
  fmap f (Compose x) = Compose (fmap (fmap f) x)
instance (Applicative f, Applicative g) => Applicative (Compose f g) where
  pure = Compose . pure . pure
  Compose f <*> Compose x = Compose ((<*>) <$> f <*> x)

newtype Identity a = Identity { runIdentity :: a } deriving Show
instance Functor Identity where fmap f (Identity a) = Identity (f a)
instance Applicative Identity where { pure = Identity; Identity f <*> Identity a = Identity (f a) }
instance Monad Identity where Identity a >>= f = f a

newtype Const a b = Const { getConst :: a }
instance Functor (Const m) where fmap _ (Const v) = Const v

type Lens s a = (a -> Identity a) -> s -> Identity s

newtype State s a = State { runState :: s -> (a, s) }
instance Functor (State s) where fmap f (State g) = State $ \s -> let (a, s') = g s in (f a, s')
instance Applicative (State s) where
  pure a = State (\s -> (a, s))
  State f <*> State g = State $ \s ->
    let (h, s1) = f s
        (a, s2) = g s1
    in (h a, s2)
instance Monad (State s) where
  return = pure
  State g >>= f = State $ \s -> let (a, s') = g s in runState (f a) s'

label :: Traversable t => t a -> t (Int, a)
label t = fst (runState (traverse step t) 0)
  where step a = State (\n -> ((n, a), n + 1))

main :: IO ()
main = do
  let t = Rose 1 [Rose 2 [Rose 4 []], Rose 3 []]
  print (fmap (* 2) t)
  print (sum t, product t, toList t, maximum t, length t, elem 3 t, foldr (:) [] t)
  print (traverse (\x -> if x > 0 then Just (x - 1) else Nothing) t)
  print (label (fmap show t))
  print (sequenceA [Pair 1 2, Pair 3 4] `seq` (), sum (Pair 3 4), fmap negate (Pair 1 2))
  print (t >>= \x -> Rose x [Rose (x * 10) []])
  print (getCompose (Compose [Just 1, Nothing] ) , getCompose ((+) <$> Compose [Just 1] <*> Compose [Just 10, Nothing]))
  for_ (Pair "x" "y") putStrLn
  traverse_ print (Just 3)
  mapM_ print (Pair 'a' 'b')
  print (mapAccumL (\a x -> (a + x, a)) 0 t)
  print (runIdentity (mapM (Identity . (+ 1)) [1, 2]), getConst (fmap not (Const "k")))
  print (concatMap show t, all even t , foldMap (\x -> [x, x]) t)
instance Applicative Pair where { pure x = Pair x x; Pair f g <*> Pair a b = Pair (f a) (g b) }
---- mutual
import Prelude hiding (even, odd, lookup)
import qualified Prelude as P

even, odd :: Int -> Bool
even 0 = True
even n = odd (n - 1)
odd 0 = False
odd n = even (n - 1)

data Exp = ENum Int | EOp Char Exp Exp deriving Show

-- recursive descent, mutually recursive
expr, term, factor :: String -> (Exp, String)
expr s = go (term s)
  where go (l, c : rest) | c `elem` "+-" = let (r, rest') = term rest in go (EOp c l r, rest')
        go res = res
term s = go (factor s)
  where go (l, c : rest) | c == '*' || c == '/' = let (r, rest') = factor rest in go (EOp c l r, rest')
        go res = res
factor ('(' : s) = case expr s of
  (e, ')' : rest) -> (e, rest)
  (_, rest) -> error ("expected ) at " ++ show rest)
factor s = let (ds, rest) = span (`elem` ['0' .. '9']) s in (ENum (read ds), rest)

eval :: Exp -> Either String Int
eval (ENum n) = Right n
eval (EOp o a b) = do
  x <- eval a
  y <- eval b
  case o of
    '+' -> Right (x + y)
    '-' -> Right (x - y)
    '*' -> Right (x * y)
    '/' | y == 0 -> Left "division by zero"
        | P.otherwise -> Right (x `div` y)
    _ -> Left ("bad operator " ++ [o])

polyLet :: (Int, String)
polyLet = let pair x = (x, x)
              ident y = y
          in (fst (pair 3) + ident 4, snd (pair "s") ++ ident "t")

ackermann :: Integer -> Integer -> Integer
ackermann 0 n = n + 1
ackermann m 0 = ackermann (m - 1) 1
ackermann m n = ackermann (m - 1) (ackermann m (n - 1))

hanoi :: Int -> String -> String -> String -> [(String, String)]
hanoi 0 _ _ _ = []
hanoi n a b c = hanoi (n - 1) a c b ++ [(a, b)] ++ hanoi (n - 1) c b a

queens :: Int -> [[Int]]
queens n = go n
  where go 0 = [[]]
        go k = [ q : qs | qs <- go (k - 1), q <- [1 .. n], safe q qs ]
        safe q qs = and [ q /= c && abs (q - c) /= d | (d, c) <- zip [1 ..] qs ]

main :: IO ()
main = do
  print (map even [0, 7, 10], odd 5)
  print (fst (expr "2*(3+4)-10/5"))
  print (map (eval . fst . expr) ["2*(3+4)-10/5", "1/0", "8/2/2"])
  print polyLet
  print (ackermann 2 3, length (hanoi 5 "a" "b" "c"), hanoi 2 "a" "b" "c")
  print (head (queens 6), length (queens 6))
  print (P.lookup 1 [(1, 2)])
---- gradebook
import qualified Data.Map as Map
import Data.List (sortBy, foldl')
import Data.Ord (comparing, Down (..))

data Student = Student
  { sid    :: Int
  , sname  :: String
  , grades :: Map.Map String [Double]
  } deriving (Show, Eq)

average :: [Double] -> Maybe Double
average [] = Nothing
average xs = Just (sum xs / fromIntegral (length xs))

addGrade :: String -> Double -> Student -> Student
addGrade subj g st = st { grades = Map.insertWith (++) subj [g] (grades st) }

letter :: Double -> Char
letter x
  | x >= 90 = 'A'
  | x >= 80 = 'B'
  | x >= 70 = 'C'
  | otherwise = 'F'

ranking :: [Student] -> [(String, Double)]
ranking sts = sortBy (comparing (Down . snd)) [ (sname s, a) | s <- sts, Just a <- [average (concat (Map.elems (grades s)))] ]

round2 :: Double -> Double
round2 x = fromIntegral (round (x * 100)) / 100

main :: IO ()
main = do
  let mk i n = Student { sid = i, sname = n, grades = Map.empty }
      ann = addGrade "math" 95 . addGrade "math" 85 . addGrade "art" 77.5 $ mk 1 "Ann"
      bob = foldr (uncurry addGrade) (mk 2 "Bob") [("math", 60), ("art", 99)]
      cyd = mk 3 "Cyd"
      everyone = [ann, bob, cyd]
  print ann
  print (ranking everyone)
  print (map (letter . snd) (ranking everyone))
  print (Map.map (fmap round2 . average) (grades ann))
  let bySubject = Map.unionsWith (++) (map grades everyone)
  print bySubject
  print (Map.foldrWithKey (\k v acc -> (k, length v) : acc) [] bySubject)
  print (Map.toList (Map.filter ((> 2) . length) bySubject))
  print (fst <$> Map.lookupMin bySubject, Map.keys bySubject, Map.member "art" bySubject)
  print (Map.alter (fmap (0 :)) "art" bySubject Map.! "art", Map.findWithDefault [] "pe" bySubject)
  print (foldl' (\m (k, v) -> Map.insertWith (+) k v m) Map.empty (zip "abcab" [1 ..]))
  print (Map.partition even (Map.fromList (zip [1 ..] [5, 6, 7, 8])))
  print (Map.foldr (+) 0 (Map.fromListWith (+) [(even x, x) | x <- [1 .. 10]]))
  print (fmap negate (Map.fromList [(1, 2)]), sum (Map.fromList [(1, 2), (3, 4)]), Map.elemAt 0 (Map.fromList [(5, 'x')]))
