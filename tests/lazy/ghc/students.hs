---- bank
import Control.Monad.State
import qualified Data.Map as Map
import Data.Maybe (fromMaybe)

type Account = String
type Balance = Int

data Transaction
  = Deposit Account Int
  | Withdraw Account Int
  | Transfer { from :: Account, to :: Account, amount :: Int }
  deriving (Show, Eq)

type Bank = State (Map.Map Account Balance)

deposit :: Account -> Int -> Bank ()
deposit acc n = modify (Map.insertWith (+) acc n)

withdraw :: Account -> Int -> Bank Bool
withdraw acc n = do
  bal <- gets (Map.findWithDefault 0 acc)
  if bal > n
    then do
      modify (Map.adjust (subtract n) acc)
      return True
    else return False

perform :: Transaction -> Bank Bool
perform (Deposit a n) = deposit a n >> return True
perform (Withdraw a n) = withdraw a n
perform Transfer { from = f, to = t, amount = n } = do
  ok <- withdraw f n
  when ok $ deposit t n
  return ok

runAll :: [Transaction] -> Bank [Bool]
runAll = mapM perform

transactions :: [Transaction]
transactions =
  [ Deposit "alice" 100
  , Deposit "bob" 20
  , Transfer "alice" "bob" 100
  , Withdraw "bob" 50
  ]

main :: IO ()
main = do
  let (oks, bank) = runState (runAll transactions) Map.empty
  forM_ (zip transactions oks) $ \(t, ok) ->
    putStrLn (show t ++ ": " ++ if ok then "ok" else "refused")
  print (Map.toList bank)
  print bank
---- parser
import Control.Applicative
import Data.Char (isDigit, isSpace)

newtype Parser a = Parser { runParser :: String -> Maybe (a, String) }

instance Functor Parser where
  fmap f (Parser p) = Parser $ \s -> case p s of
    Nothing -> Nothing
    Just (a, rest) -> Just (f a, rest)

instance Applicative Parser where
  pure x = Parser $ \s -> Just (x, s)
  Parser pf <*> Parser pa = Parser $ \s -> case pf s of
    Nothing -> Nothing
    Just (f, rest) -> case pa rest of
      Nothing -> Nothing
      Just (a, rest') -> Just (f a, rest')

instance Monad Parser where
  return = pure
  Parser p >>= f = Parser $ \s -> do
    (a, rest) <- p s
    runParser (f a) rest

instance Alternative Parser where
  empty = Parser (const Nothing)
  Parser p <|> Parser q = Parser $ \s -> p s <|> q s

satisfy :: (Char -> Bool) -> Parser Char
satisfy ok = Parser $ \case
  (c:cs) | ok c -> Just (c, cs)
  _ -> Nothing

char :: Char -> Parser Char
char c = satisfy (== c)

spaces :: Parser ()
spaces = () <$ many (satisfy isSpace)

token :: Parser a -> Parser a
token p = p <* spaces

symbol :: Char -> Parser Char
symbol = token . char

number :: Parser Int
number = token (read <$> some (satisfy isDigit))

data Expr = Num Int | Add Expr Expr | Sub Expr Expr | Mul Expr Expr
  deriving (Show, Eq)

chainl1 :: Parser a -> Parser (a -> a -> a) -> Parser a
chainl1 p op = p >>= rest
  where
    rest a = (do f <- op
                 b <- p
                 rest (f a b))
             <|> pure a

expr :: Parser Expr
expr = term `chainr1` (Add <$ symbol '+' <|> Sub <$ symbol '-')

chainr1 :: Parser a -> Parser (a -> a -> a) -> Parser a
chainr1 p op = do
  a <- p
  (do f <- op; b <- chainr1 p op; return (f a b)) <|> return a

term :: Parser Expr
term = factor `chainl1` (Mul <$ symbol '*')

factor :: Parser Expr
factor = Num <$> number <|> symbol '(' *> expr <* symbol ')'

eval :: Expr -> Int
eval = \case
  Num n -> n
  Add a b -> eval a + eval b
  Sub a b -> eval a - eval b
  Mul a b -> eval a * eval b

calc :: String -> Maybe Int
calc s = case runParser (spaces *> expr) s of
  Just (e, "") -> Just (eval e)
  _ -> Nothing

main :: IO ()
main = do
  print (calc " 1 + 2 * 3 ")
  print (calc "10 - 2 - 3")
  print (runParser expr "2*(3+4)")
  print (calc "2 +")
---- evaluator
import qualified Data.Map as M
import Control.Monad (foldM, unless, when)

data Expr
  = Lit Integer
  | Var String
  | Expr :+: Expr
  | Expr :*: Expr
  | Expr :/: Expr
  | Let String Expr Expr
  deriving (Eq, Show, Ord)

infixl 6 :+:
infixl 7 :*:, :/:

data EvalError = DivByZero Expr | Unbound String
  deriving (Show, Eq)

type Env = M.Map String Integer

eval :: Env -> Expr -> Either EvalError Integer
eval _ (Lit n) = Right n
eval env (Var x) = maybe (Left (Unbound x)) Right (M.lookup x env)
eval env (a :+: b) = (+) <$> eval env a <*> eval env b
eval env (a :*: b) = do
  x <- eval env a
  y <- eval env b
  pure (x * y)
eval env (a :/: b) = do
  x <- eval env a
  y <- eval env b
  when (y == 0) $ Left (DivByZero b)
  return (x `div` y)
eval env (Let x e body) = do
  v <- eval env e
  eval (M.insertWith (\_ old -> old) x v env) body

simplify :: Expr -> Expr
simplify e = case e of
  Lit 0 :+: b -> simplify b
  a :+: Lit 0 -> simplify a
  a :+: b
    | a' == a, b' == b -> a' :+: b'
    | otherwise -> simplify (a' :+: b')
    where a' = simplify a
          b' = simplify b
  Lit 1 :*: b -> simplify b
  a :*: Lit 1 -> simplify a
  a :*: b -> simplify a :*: simplify b
  other -> other

balance :: Integer -> [Integer] -> Either String Integer
balance = foldM step
  where
    step acc x
      | acc + x < 0 = Left ("overdrawn at " ++ show x)
      | otherwise = Right (acc + x)

main :: IO ()
main = do
  let e1 = Let "x" (Lit 2) (Let "x" (Var "x" :+: Lit 1) (Var "x" :*: Lit 10))
  print (eval M.empty e1)
  print (eval M.empty (Lit 1 :/: (Var "x" :+: Lit 3)))
  print (eval (M.fromList [("x", -3)]) (Lit 1 :/: (Var "x" :+: Lit 3)))
  print (simplify (Lit 0 :+: (Lit 1 :*: Var "y") :+: Lit 0))
  print (balance 10 [5, -3, -20, 4])
  print e1
  either (putStrLn . ("error: " ++)) print (balance 0 [1..10])
---- tictactoe
import Data.List
import Data.Maybe
import Data.Ord (comparing)

data Player = X | O deriving (Eq, Show, Enum, Bounded, Ord)
type Cell = Maybe Player
newtype Board = Board { cells :: [Cell] } deriving Eq

instance Show Board where
  show = intercalate "\n-+-+-\n" . map (intercalate "|" . map showCell) . rows
    where showCell = maybe " " show

rows :: Board -> [[Cell]]
rows = chunks 3 . cells

chunks :: Int -> [a] -> [[a]]
chunks _ [] = []
chunks n xs = let (a, b) = splitAt n xs in a : chunks n b

columns, diagonals :: Board -> [[Cell]]
columns = transpose . rows
diagonals b = [[r !! i !! i | i <- [0..2]], [r !! i !! (2 - i) | i <- [0..2]]]
  where r = rows b

winner :: Board -> Maybe Player
winner b = listToMaybe [p | Just p : rest <- rows b ++ columns b, all (== Just p) rest]

other :: Player -> Player
other X = O
other O = X

moves :: Board -> [Int]
moves (Board cs) = [i | (i, Nothing) <- zip [0..] cs]

play :: Player -> Int -> Board -> Board
play p i b@Board { cells = cs } = b { cells = take i cs ++ [Just p] ++ drop (i + 1) cs }

minimax :: Player -> Board -> Int
minimax p b
  | Just w <- winner b = if w == X then 1 else -1
  | null (moves b) = 0
  | p == X = maximum scores
  | otherwise = minimum scores
  where scores = [minimax (other p) (play p m b) | m <- moves b]

best :: Player -> Board -> Int
best p b = fst (pick (comparing snd) [(m, minimax (other p) (play p m b)) | m <- moves b])
  where pick = if p == X then maximumBy else minimumBy

start :: Board
start = Board [Just X, Nothing, Just O, Nothing, Just X, Nothing, Just O, Nothing, Nothing]

main :: IO ()
main = do
  print start
  let m = best X start
  putStrLn ("X plays " ++ show m)
  print (play X m start)
  print (winner (play X 8 start))
  print [minBound .. maxBound :: Player]
---- dijkstra
import qualified Data.Map as Map
import qualified Data.Set as Set
import Data.Map (Map, (!))
import Data.Set (Set)

type Node = Char
type Graph = Map Node [(Node, Int)]

graph :: Graph
graph = Map.fromList
  [ ('a', [('b', 7), ('c', 9), ('f', 14)])
  , ('b', [('a', 7), ('c', 10), ('d', 15)])
  , ('c', [('a', 9), ('b', 10), ('d', 11), ('f', 2)])
  , ('d', [('b', 15), ('c', 11), ('e', 6)])
  , ('e', [('d', 6), ('f', 9)])
  , ('f', [('a', 14), ('c', 2), ('e', 9)])
  ]

dijkstra :: Graph -> Node -> Map Node Int
dijkstra g s = go (Set.singleton (0, s)) (Map.singleton s 0)
  where
    go frontier dist = case Set.minView frontier of
      Nothing -> dist
      Just ((d, u), rest)
        | d > Map.findWithDefault maxBound u dist -> go rest dist
        | otherwise -> uncurry go (foldl relax (rest, dist) (g ! u))
        where
          relax (fr, ds) (v, w)
            | alt < old = (Set.insert (alt, v) fr, Map.insert v alt ds)
            | otherwise = (fr, ds)
            where
              alt = w
              old = Map.findWithDefault maxBound v ds

main :: IO ()
main = do
  print (dijkstra graph 'a')
  mapM_ (\(k, v) -> putStrLn (k : ": " ++ show v)) (Map.toAscList (dijkstra graph 'a'))
---- huffman
import Data.Function (on)
import Data.List (sortBy, insertBy, group, sort)
import qualified Data.Map as M

data Tree = Leaf { weight :: Int, symbol :: Char }
          | Node { weight :: Int, left, right :: Tree }
          deriving (Show, Eq)

frequencies :: String -> [(Char, Int)]
frequencies = map (\g -> (head g, length g)) . group . sort

build :: [(Char, Int)] -> Tree
build fs = go (sortBy (compare `on` weight) [Leaf { weight = w, symbol = c } | (c, w) <- fs])
  where
    go [t] = t
    go (a:b:ts) = go (insertBy (compare `on` weight) (merge a b) ts)
    merge a b = Node { weight = weight a, left = a, right = b }

codes :: Tree -> M.Map Char String
codes t = M.fromList (walk t "")
  where
    walk (Leaf _ c) path = [(c, reverse path)]
    walk Node { left = l, right = r } path = walk l ('0':path) ++ walk r ('1':path)

encode :: M.Map Char String -> String -> String
encode m = concatMap (m M.!)

decode :: Tree -> String -> String
decode t = go t
  where
    go (Leaf _ c) [] = [c]
    go _ [] = []
    go (Leaf _ c) bs = c : go t bs
    go (Node _ l r) (b:bs)
      | b == '0' = go l bs
      | otherwise = go r bs

main :: IO ()
main = do
  let text = "abracadabra alakazam"
      tree = build (frequencies text)
      table = codes tree
      bits = encode table text
  print tree
  print table
  putStrLn bits
  print (length bits)
  putStrLn (decode tree bits)
---- report
import Text.Printf (printf)
import Data.Char (toUpper, isAlpha, toLower)
import Data.List (sortOn, groupBy, isPrefixOf, partition, unfoldr)

data Employee = Employee
  { name   :: String
  , dept   :: String
  , salary :: Double
  , years  :: Int
  } deriving (Show, Read, Eq, Ord)

employees :: [Employee]
employees =
  [ Employee "ann" "sales" 4200 3
  , Employee { name = "bob", dept = "it", salary = 5100.5, years = 10 }
  , Employee "carl" "sales" 3900 1
  , Employee "dora" "it" 6100 12
  ]

capitalise :: String -> String
capitalise (c:cs) = toUpper c : cs
capitalise [] = []

raise :: Employee -> Employee
raise e
  | years e >= 10 = e { salary = salary e * 1.1 }
  | otherwise = e

byDept :: [Employee] -> [(String, [Employee])]
byDept es = [(dept (head g), g) | g <- groupBy (\a b -> dept a == dept b) es]

average :: [Double] -> Double
average xs = sum xs / fromIntegral (length xs)

wrap :: Int -> String -> [String]
wrap width = map unwords . go [] 0 . words
  where
    go acc _ [] = [reverse acc | not (null acc)]
    go acc n (w:ws)
      | n + length w > width = reverse acc : go [w] (length w) ws
      | otherwise = go (w:acc) (n + length w + 1) ws

main :: IO ()
main = do
  mapM_ line employees
  printf "%-10s|%5d|%8.2f\n" "total" (length employees) (sum (map salary employees))
  let groups = byDept employees
  mapM_ (\(d, es) -> printf "%s: %.1f (%s)\n" d (average (map salary es)) (unwords (map (capitalise . name) es))) groups
  print (map raise employees)
  putStr (unlines (wrap 20 "the quick brown fox jumps over the lazy dog and runs away"))
  printf "%3d%% %c %s %05d %x\n" (42 :: Int) 'x' (show [1,2,3]) (7 :: Int) (255 :: Int)
  where
    line :: Employee -> IO ()
    line Employee { name = n, salary = s } = printf "%-10s %8.2f\n" (capitalise n) s
---- json
import Data.List (intercalate)
import Data.Char (ord, isControl)

data JSON
  = JNull
  | JBool Bool
  | JNum Double
  | JStr String
  | JArr [JSON]
  | JObj [(String, JSON)]
  deriving (Eq, Show)

class ToJSON a where
  toJSON :: a -> JSON
  listToJSON :: [a] -> JSON
  listToJSON = JArr . map toJSON

instance ToJSON Bool where toJSON = JBool
instance ToJSON Int where toJSON = JNum . fromIntegral
instance ToJSON Char where
  toJSON c = JStr [c]
  listToJSON = JStr
instance ToJSON a => ToJSON [a] where toJSON = listToJSON
instance ToJSON a => ToJSON (Maybe a) where
  toJSON Nothing = JNull
  toJSON (Just x) = toJSON x
instance (ToJSON a, ToJSON b) => ToJSON (a, b) where
  toJSON (a, b) = JArr [toJSON a, toJSON b]

data Person = Person { pname :: String, age :: Int, friends :: [Person] }
instance ToJSON Person where
  toJSON p = JObj
    [ ("name", toJSON (pname p))
    , ("age", toJSON (age p))
    , ("friends", toJSON (friends p))
    ]

render :: JSON -> String
render JNull = "null"
render (JBool b) = if b then "true" else "false"
render (JNum n)
  | n == fromIntegral r = show r
  | otherwise = show n
  where r = round n :: Int
render (JStr s) = quote s
render (JArr xs) = "[" ++ intercalate "," (map render xs) ++ "]"
render (JObj kvs) = "{" ++ intercalate "," [quote k ++ ":" ++ render v | (k, v) <- kvs] ++ "}"

quote :: String -> String
quote s = "\"" ++ concatMap escape s ++ "\""
  where
    escape '"' = "\\\""
    escape '\n' = "\\n"
    escape c = [c]

pretty :: Int -> JSON -> String
pretty n v = case v of
  JArr [] -> "[]"
  JArr xs -> block '[' ']' (map (pretty (n + 2)) xs)
  JObj kvs -> block '{' '}' [quote k ++ ": " ++ pretty (n + 2) x | (k, x) <- kvs]
  _ -> render v
  where
    block o c items =
      o : "\n" ++ intercalate ",\n" (map (pad (n + 2) ++) items) ++ "\n" ++ pad n ++ [c]
    pad k = replicate k ' '

main :: IO ()
main = do
  let bob = Person "Bob \"B\\ob\"" 41 []
      ann = Person { pname = "Ann", age = 30, friends = [bob, bob { pname = "Rob" }] }
  putStrLn (render (toJSON ann))
  putStrLn (pretty 0 (toJSON ann))
  putStrLn (render (toJSON [(1 :: Int, Just True), (2, Nothing)]))
  print (toJSON "hi")
---- shapes
import Data.List (sortOn, maximumBy)
import Data.Ord (comparing, Down(..))

class Describable a where
  name' :: a -> String
  describe :: a -> String
  describe x = "a " ++ name' x

class Describable a => Shape a where
  area :: a -> Double
  perimeter :: a -> Double
  ratio :: a -> Double
  ratio s = area s / perimeter s
  {-# MINIMAL area, perimeter #-}

data Circle = Circle Double
data Rect = Rect { w, h :: Double }

instance Describable Circle where name' _ = "circle"
instance Describable Rect where
  name' r | w r == h r = "square"
          | otherwise = "rectangle"
  describe r = name' r ++ " of " ++ show (w r) ++ " by " ++ show (h r)

instance Shape Circle where
  area (Circle r) = pi * r * 2
  perimeter (Circle r) = 2 * pi * r

instance Shape Rect where
  area (Rect a b) = a * b
  perimeter (Rect a b) = 2 * (a + b)

summary :: Shape a => a -> String
summary s = describe s ++ ": " ++ show (roundTo 2 (area s)) ++ " / " ++ show (roundTo 2 (ratio s))

roundTo :: Int -> Double -> Double
roundTo n x = fromIntegral (round (x * 10 ^ n)) / 10 ^ n

newtype MaxI = MaxI Int deriving (Show, Eq, Ord)
instance Semigroup MaxI where
  MaxI a <> MaxI b = MaxI (max a b)
instance Monoid MaxI where
  mempty = MaxI minBound

data Stats = Stats { count :: !Int, total :: !Int } deriving (Show, Eq)
instance Semigroup Stats where
  Stats c t <> Stats c' t' = Stats (c + c') (t + t')
instance Monoid Stats where
  mempty = Stats 0 0
  mappend = (<>)

main :: IO ()
main = do
  putStrLn (summary (Circle 3))
  putStrLn (summary (Rect 3 3))
  putStrLn (summary Rect { w = 2, h = 5 })
  print (mconcat (map MaxI [3, 9, 2]))
  print (foldMap (Stats 1) [3, 9, 2])
  print (sortOn Down [3, 1, 2])
  print (sortOn negate [3, 1, 2])
  print (mempty :: Stats, mconcat ["ab", "cd"], foldMap (\x -> [x, x]) (Just 'c'))
---- stackvm
import Control.Monad
import Data.IORef
import Data.Maybe (mapMaybe)

data Instr = Push Int | AddI | MulI | Dup | Swap | Jz Int | Jmp Int | Print
  deriving (Show, Eq, Read)

data VM = VM { pc :: Int, stack :: [Int], out :: [String] } deriving Show

step :: [Instr] -> VM -> Either String VM
step prog vm@VM{ pc = p, stack = st } = case (prog !! p, st) of
  (Push n, s) -> ok (n : s)
  (AddI, a:b:s) -> ok (a + b : s)
  (MulI, a:b:s) -> ok (a * b : s)
  (Dup, a:s) -> ok (a : a : s)
  (Swap, a:b:s) -> ok (a : b : s)
  (Jz t, a:s) | a == 0 -> Right vm { pc = t, stack = s }
              | otherwise -> ok s
  (Jmp t, s) -> Right vm { pc = t }
  (Print, a:s) -> Right vm { pc = p + 1, stack = s, out = show a : out vm }
  (i, s) -> Left (show i ++ " on " ++ show s)
  where ok s = Right vm { pc = p + 1, stack = s }

run :: [Instr] -> Either String VM
run prog = go (VM 0 [] [])
  where go vm | pc vm >= length prog = Right vm
              | otherwise = step prog vm >>= go

main :: IO ()
main = do
  let prog = [Push 2, Push 3, Swap, Push 10, MulI, AddI, Print]
  case run prog of
    Left e -> putStrLn e
    Right vm -> mapM_ putStrLn (reverse (out vm))
  print (run [Push 1, AddI])
  counter <- newIORef (0 :: Int)
  forM_ [1 .. 10] $ \i ->
    when (even i) $ modifyIORef counter (+ i)
  readIORef counter >>= print
  print (read "[Push 3,Jz 4]" :: [Instr])
  print (map (,True) [1,2])
---- writer
import Data.Monoid
import Data.Foldable (for_, traverse_, toList, foldl')
import Data.Traversable (for)
import qualified Data.Map.Strict as Map

newtype Writer w a = Writer { runWriter :: (a, w) }
instance Functor (Writer w) where
  fmap f (Writer (a, w)) = Writer (f a, w)
instance Monoid w => Applicative (Writer w) where
  pure a = Writer (a, mempty)
  Writer (f, w1) <*> Writer (a, w2) = Writer (f a, w1 <> w2)
instance Monoid w => Monad (Writer w) where
  m >>= k =
    let (a, w) = runWriter m
        (b, w') = runWriter (k a)
    in Writer (b, w' <> w)

tell :: w -> Writer w ()
tell w = Writer ((), w)

fact :: Integer -> Writer [String] Integer
fact 0 = do
  tell ["fact 0 = 1"]
  return 1
fact n = do
  r <- fact (n - 1)
  let v = n * r
  tell ["fact " ++ show n ++ " = " ++ show v]
  return v

newtype StateT' s a = StateT' { runS :: s -> (a, s) }
instance Functor (StateT' s) where fmap f m = m >>= return . f
instance Applicative (StateT' s) where
  pure a = StateT' (\s -> (a, s))
  mf <*> ma = do { f <- mf; a <- ma; return (f a) }
instance Monad (StateT' s) where
  m >>= k = StateT' $ \s -> let (a, s') = runS m s in runS (k a) s'

tick :: StateT' Int Int
tick = StateT' (\n -> (n, n + 1))

data Rose a = Rose a [Rose a] deriving (Show, Functor, Foldable, Traversable)

label :: Rose a -> StateT' Int (Rose (Int, a))
label (Rose a kids) = do
  n <- tick
  ks <- mapM label kids
  return (Rose (n, a) ks)

wordCount :: String -> Map.Map String Int
wordCount = foldl' (\m w -> Map.insertWith (+) w 1 m) Map.empty . words

main :: IO ()
main = do
  let (v, logs) = runWriter (fact 3)
  print v
  traverse_ putStrLn logs
  let rose = Rose 'a' [Rose 'b' [Rose 'c' []], Rose 'd' []]
  print (fst (runS (label rose) 0))
  print (toList rose, length rose, maximum rose)
  print (getSum (foldMap Sum [1 .. 10]), getProduct (foldMap Product [1 .. 5]), getAll (foldMap (All . even) [2, 4]), getAny (foldMap (Any . odd) [2, 4]))
  for_ (Map.toList (wordCount "a b a c b a")) $ \(w, n) -> putStrLn (w ++ " " ++ show n)
  print (getFirst (First (Just 1) <> First Nothing <> First (Just 3)))
  xs <- for [1, 2, 3] (\x -> do { print x; return (x * x) })
  print (xs :: [Int])
  print =<< traverse (pure . (+ 1)) [1, 2, 3]
  print (traverse (\x -> if x > 0 then Just x else Nothing) [1, 2, 0])
  print (sequenceA [Just 1, Nothing])
---- zipper
data Tree a = Empty | Node a (Tree a) (Tree a)

instance Show a => Show (Tree a) where
  showsPrec _ Empty = showString "."
  showsPrec d (Node x l r) = showParen (d > 10) $
    showString "Node " . showsPrec 11 x . showChar ' ' . showsPrec 11 l . showChar ' ' . showsPrec 11 r

instance Functor Tree where
  fmap _ Empty = Empty
  fmap f (Node x l r) = Node (f x) (fmap f l) (fmap f r)

instance Foldable Tree where
  foldr _ z Empty = z
  foldr f z (Node x l r) = foldr f (f x (foldr f z r)) l

data Crumb a = LeftCrumb a (Tree a) | RightCrumb a (Tree a) deriving Show
type Zipper a = (Tree a, [Crumb a])

(-:) :: a -> (a -> b) -> b
x -: f = f x
infixl 1 -:

goLeft, goRight, goUp :: Zipper a -> Maybe (Zipper a)
goLeft (Node x l r, bs) = Just (l, LeftCrumb x r : bs)
goLeft (Empty, _) = Nothing
goRight (Node x l r, bs) = Just (r, RightCrumb x l : bs)
goRight (Empty, _) = Nothing
goUp (t, LeftCrumb x r : bs) = Just (Node x t r, bs)
goUp (t, RightCrumb x l : bs) = Just (Node x t l, bs)
goUp (_, []) = Nothing

modify :: (a -> a) -> Zipper a -> Zipper a
modify f (Node x l r, bs) = (Node (f x) l r, bs)
modify _ z = z

top :: Zipper a -> Zipper a
top z = maybe z top (goUp z)

insert :: Ord a => a -> Tree a -> Tree a
insert x Empty = Node x Empty Empty
insert x t@(Node y l r) = case compare x y of
  LT -> Node y (insert x l) r
  GT -> Node y l (insert x r)
  EQ -> t

fromList :: Ord a => [a] -> Tree a
fromList = foldr insert Empty

main :: IO ()
main = do
  let t = fromList [5, 2, 8, 1, 9, 3 :: Int]
  print t
  print (sum t, product t, length t, maximum t, elem 8 t)
  print (foldr (:) [] t)
  let Just z = goLeft (t, []) >>= goRight
  print (fst (modify (* 10) z -: top))
  print (fmap (* 2) t)
  print (goLeft (Empty :: Tree Int, []))
---- sugar
import Data.Char (isDigit)

data Shape = Circle Double | Square Double | Dot

area :: Shape -> Double
area = \case
  Circle r | r < 0 -> 0
           | otherwise -> 3 * r * r
  Square s -> s * s
  Dot -> 0

classify :: Int -> String
classify n = if | n < 0 -> "negative"
                | n == 0 -> zero
                | n < limit, even n -> "small even"
                | Just s <- lookup n names -> s
                | otherwise -> "large"
  where
    zero = "zero"
    limit = 10
    names = [(11, "eleven")]

data Tree k a = Leaf | Node { left :: Tree k a, key :: k, value :: a, right :: Tree k a }
  deriving (Show, Functor, Foldable, Traversable)
data Rose a = Rose a [Rose a] deriving (Show, Eq, Functor, Foldable, Traversable)
data Pair a = a :*: a | One (Maybe a) Int deriving (Show, Functor, Foldable, Traversable)
newtype Reader r a = Reader { runReader :: r -> a } deriving Functor
newtype Wrap f a = Wrap (Maybe [a]) deriving (Show, Functor, Foldable, Traversable)

tree :: Tree String Int
tree = Node (Node Leaf "a" 1 Leaf) "b" 2 (Node Leaf "c" 3 Leaf)

positive :: Int -> Maybe Int
positive n = if n > 0 then Just n else Nothing

main :: IO ()
main = do
  print (map area [Circle 2, Circle (-1), Square 3, Dot])
  mapM_ (putStrLn . classify) [-5, 0, 4, 11, 13]
  print (map (,True) [1, 2])
  print (map (1,) "ab", (,,'x') 1 2, (,"m",) 'a' 'b')
  print (zipWith (,) [1, 2] "xy")
  print (fmap (* 2) tree)
  print (sum tree, product tree, length tree, maximum tree, elem 3 tree, foldr (:) [] tree)
  print (traverse positive tree)
  print (traverse (\x -> positive (x - 1)) tree)
  let rose = Rose 1 [Rose 2 [Rose 3 []], Rose 4 []]
  print (fmap show rose)
  print (sum rose, concatMap show rose)
  mapM_ print rose
  r <- traverse (\x -> do { print x; return (x * x) }) rose
  print r
  print (fmap (+ 1) (1 :*: 2), sum (One (Just 4) 9), traverse positive (3 :*: 0))
  print (runReader (fmap length (Reader (++ "!"))) "hello")
  print (fmap (+ 1) (Wrap (Just [1, 2])), sum (Wrap (Just [3, 4])))
  print $ (\case { [] -> "none"; [_] -> "one"; _ -> "many" }) [1, 2, 3]
  let step = \case
        c | isDigit c -> '#'
          | otherwise -> c
  putStrLn (map step "a1b22")
---- rational
import Data.Ratio

harmonic :: Int -> Rational
harmonic n = sum [1 % fromIntegral k | k <- [1 .. n]]

egypt :: Rational -> [Rational]
egypt 0 = []
egypt r = u : egypt (r - u)
  where u = 1 % ceiling (denominator r % numerator r)

cf :: Rational -> [Integer]
cf r | denominator r == 1 = [numerator r]
     | otherwise = let n = floor r in n : cf (recip (r - fromInteger n))

main :: IO ()
main = do
  print (harmonic 5)
  print (egypt (7 % 15))
  print (cf (415 % 93))
  print (fromRational (harmonic 5) :: Double)
  print (toRational (0.75 :: Double))
  print (3 % 4 + 1 % 4 :: Ratio Int)
  print (map (% 3) [1, 2, 3 :: Int])
  print (compare (1 % 3) (2 % 5 :: Rational), truncate (7 % 2 :: Rational) :: Int)
  print (Just (1 % 2 :: Rational))
---- ratios
import Data.Ratio
import Data.List (sort)

newtype Dual = Dual (Double, Double) deriving (Show, Eq)
instance Num Dual where
  Dual (a, b) + Dual (c, d) = Dual (a + c, b + d)
  Dual (a, b) * Dual (c, d) = Dual (a * c, a * d + b * c)
  negate (Dual (a, b)) = Dual (negate a, negate b)
  abs = id
  signum = id
  fromInteger n = Dual (fromInteger n, 0)
instance Fractional Dual where
  fromRational r = Dual (fromRational r, 0)
  recip (Dual (a, b)) = Dual (recip a, negate b / (a * a))

newtype Metres = Metres Double deriving (Eq, Ord, Show)
instance Num Metres where
  Metres a + Metres b = Metres (a + b)
  Metres a * Metres b = Metres (a * b)
  negate (Metres a) = Metres (negate a)
  abs (Metres a) = Metres (abs a)
  signum (Metres a) = Metres (signum a)
  fromInteger = Metres . fromInteger
instance Real Metres where
  toRational (Metres a) = toRational a

data Event = Event { label :: String, chance :: Rational } deriving (Show, Eq, Ord)

derivative :: (Dual -> Dual) -> Double -> Double
derivative f x = let Dual (_, d) = f (Dual (x, 1)) in d

mean :: [Rational] -> Rational
mean xs = sum xs / fromIntegral (length xs)

main :: IO ()
main = do
  print (derivative (\x -> x * x * x + 0.5 * x) 2)
  print (derivative (\x -> 1 / x) 2)
  print (0.1 + 0.2 :: Rational, 1.5e-3 :: Rational, 12.5e2 :: Ratio Int)
  print (map round [1 % 2, 3 % 2, -1 % 2, -3 % 2, 7 % 3 :: Rational] :: [Int])
  print (map floor [-7 % 2, 7 % 2 :: Rational] :: [Integer], map ceiling [-7 % 2, 7 % 2 :: Rational] :: [Integer])
  print (properFraction (-7 % 2 :: Rational) :: (Int, Rational))
  print (toRational (0.1 :: Double))
  print (toRational (3 :: Int), fromRational (7 % 4) :: Float)
  print (realToFrac (Metres 2.5) :: Double, realToFrac (1.5 :: Float) :: Double, realToFrac (0.25 :: Double) :: Rational)
  print [Event { label = "a", chance = 1 % 3 }, Event "b" (-2 % 3)]
  print (maximum [Event "a" (1 % 3), Event "a" (2 % 5)])
  print (sort [3 % 4, 2 % 3, 5 % 7 :: Rational])
  print (mean [1, 1 % 2, 1 % 3])
  print (take 3 [1 % 2 :: Rational ..], [1 % 3 .. 2 :: Rational])
  print ((2 % 3) ^ 5 :: Rational, (2 % 3) ^^ (-2) :: Rational, abs (-1 % 2 :: Rational), signum (-1 % 2 :: Rational))
  print (numerator (6 % (-8) :: Rational), denominator (6 % (-8) :: Rational))
  print (fromRational (1 % 3) :: Double, fromIntegral (2 ^ 70 :: Integer) / 3 :: Rational)
  print (showsPrec 7 (1 % 2 :: Rational) "", showsPrec 8 (1 % 2 :: Rational) "")
---- refs
import Control.Monad
import Data.IORef
import qualified Data.Map as Map
import System.IO

data Account = Account { owner :: String, balance :: IORef Int }

open :: String -> Int -> IO Account
open name n = do
  ref <- newIORef n
  return (Account name ref)

transfer :: Account -> Account -> Int -> IO Bool
transfer a b n = do
  have <- readIORef (balance a)
  if have < n
    then return False
    else do
      modifyIORef (balance a) (subtract n)
      modifyIORef' (balance b) (+ n)
      return True

counter :: IO (IO Int)
counter = do
  ref <- newIORef 0
  return $ do
    n <- readIORef ref
    writeIORef ref $! n + 1
    return n

while :: IO Bool -> IO () -> IO ()
while condition body = do
  go <- condition
  when go (body >> while condition body)

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  a <- open "ann" 100
  b <- open "bob" 20
  oks <- forM [30, 90, 70] (transfer a b)
  print oks
  forM_ [a, b] $ \x -> do
    n <- readIORef (balance x)
    putStrLn (owner x ++ ": " ++ show n)
  next <- counter
  other <- counter
  xs <- replicateM 3 next
  ys <- other
  print (xs, ys)
  memo <- newIORef Map.empty
  let fib :: Int -> IO Integer
      fib n | n < 2 = return (fromIntegral n)
      fib n = do
        known <- readIORef memo
        case Map.lookup n known of
          Just v -> return v
          Nothing -> do
            v <- (+) <$> fib (n - 1) <*> fib (n - 2)
            modifyIORef memo (Map.insert n v)
            return v
  fib 60 >>= print
  readIORef memo >>= print . Map.size
  i <- newIORef (1 :: Int)
  while ((< 100) <$> readIORef i) (modifyIORef i (* 2))
  readIORef i >>= print
  old <- atomicModifyIORef' i (\n -> (n + 1, n))
  new <- readIORef i
  hPutStrLn stdout (show old ++ " " ++ show new)
  lazy <- newIORef (error "never looked at" :: Int)
  writeIORef lazy 5
  readIORef lazy >>= hPrint stdout
  hFlush stdout
