---- reader
import Control.Monad.Reader
import qualified Data.Map as M

data Expr = Lit Int | Var String | Expr :+: Expr | Let String Expr Expr
  deriving (Show, Eq)
infixl 6 :+:

type Env = M.Map String Int

eval :: Expr -> Reader Env (Maybe Int)
eval (Lit n) = return (Just n)
eval (Var x) = asks (M.lookup x)
eval (a :+: b) = do
  x <- eval a
  y <- eval b
  return ((+) <$> x <*> y)
eval (Let x e b) = do
  v <- eval e
  case v of
    Nothing -> pure Nothing
    Just n  -> local (M.insert x n) (eval b)

data Config = Config { verbose :: Bool, indent :: Int }

say :: String -> Reader Config String
say s = do
  n <- asks indent
  v <- asks verbose
  return $ replicate n ' ' ++ (if v then "[" ++ s ++ "]" else s)

deeper :: Reader Config a -> Reader Config a
deeper = local (\c -> c { indent = indent c + 2 })

doc :: Reader Config [String]
doc = sequence [say "top", deeper (say "inner"), deeper (deeper (say "leaf"))]

greet :: ReaderT String IO ()
greet = do
  name <- ask
  lift (putStrLn ("hello " ++ name))
  liftIO (print (length name))

main :: IO ()
main = do
  let e = Let "x" (Lit 3) (Let "y" (Var "x" :+: Lit 1) (Var "x" :+: Var "y" :+: Lit (-2)))
  print (runReader (eval e) M.empty)
  print (runReader (eval (Var "z" :+: Lit 1)) (M.fromList [("a", 1)]))
  print e
  mapM_ putStrLn (runReader doc (Config True 1))
  runReaderT greet "ann"
  runReaderT (local reverse greet) "bob"
---- writer
import Control.Monad.Writer

collatz :: Int -> Writer [Int] Int
collatz 1 = do
  tell [1]
  return 0
collatz n = do
  tell [n]
  steps <- collatz (if even n then n `div` 2 else 3 * n + 1)
  return (steps + 1)

gcdLog :: Int -> Int -> Writer [String] Int
gcdLog a b
  | b == 0 = do
      tell ["finished with " ++ show a]
      return a
  | otherwise = do
      tell [show a ++ " mod " ++ show b ++ " = " ++ show (a `mod` b)]
      gcdLog b (a `mod` b)

data Tree a = Leaf | Node (Tree a) a (Tree a)

sumTree :: Tree Int -> Writer (Sum Int) ()
sumTree Leaf = return ()
sumTree (Node l x r) = sumTree l >> tell (Sum x) >> sumTree r

countDown :: Int -> WriterT [String] IO ()
countDown 0 = tell ["liftoff"]
countDown n = do
  lift (print n)
  tell [show n]
  countDown (n - 1)

main :: IO ()
main = do
  let (n, path) = runWriter (collatz 6)
  print n
  print path
  mapM_ putStrLn (execWriter (gcdLog 48 18))
  print (fst (runWriter (gcdLog 48 18)))
  print (getSum (execWriter (sumTree (Node (Node Leaf 1 Leaf) 2 (Node Leaf 39 Leaf)))))
  ((), logs) <- runWriterT (countDown 2)
  print logs
  print (runWriter (censor (map negate) (collatz 2)))
  print (runWriter (listen (tell "ab" >> return 'x')))
---- statet
import Control.Monad.State

type Stack = [Int]

push :: Int -> StateT Stack Maybe ()
push x = modify (x :)

pop :: StateT Stack Maybe Int
pop = do
  st <- get
  case st of
    [] -> lift Nothing
    (x:xs) -> put xs >> return x

binop :: (Int -> Int -> Int) -> StateT Stack Maybe ()
binop f = do
  b <- pop
  a <- pop
  push (f a b)

step :: String -> StateT Stack Maybe ()
step "+" = binop (+)
step "-" = binop (-)
step "*" = binop (*)
step "dup" = do { x <- pop; push x; push x }
step s = case reads s of
  [(n, "")] -> push n
  _         -> lift Nothing

rpn :: String -> Maybe Int
rpn s = evalStateT (mapM_ step (words s) >> pop) []

counter :: StateT Int IO ()
counter = do
  n <- get
  lift (putStrLn ("n = " ++ show n))
  when (n < 3) $ do
    put (n + 1)
    counter

label :: [a] -> State Int [(Int, a)]
label xs = forM xs $ \x -> do
  n <- get
  modify (+ 1)
  return (n, x)

main :: IO ()
main = do
  print (rpn "3 4 + 2 *")
  print (rpn "3 +")
  print (rpn "5 dup *")
  print (rpn "1 x")
  execStateT counter 1 >>= print
  print (runState (label "abc") 10)
  print =<< evalStateT (do { x <- gets (* 2); liftIO (print x); return (x + 1) }) 21
---- transformers
import Control.Monad.State
import Control.Monad.Reader
import Control.Monad.Writer
import Control.Monad.Except
import qualified Data.Map as Map

type Name = String
data Exp = Lit Integer | Var Name | Plus Exp Exp | Abs Name Exp | App Exp Exp deriving Show
data Value = IntVal Integer | FunVal Env Name Exp deriving Show
type Env = Map.Map Name Value

type Eval a = ReaderT Env (ExceptT String (WriterT [String] (State Int))) a

runEval :: Env -> Int -> Eval a -> ((Either String a, [String]), Int)
runEval env n ev = runState (runWriterT (runExceptT (runReaderT ev env))) n

tick :: (Num s, MonadState s m) => m ()
tick = do
  n <- get
  put (n + 1)

eval :: Exp -> Eval Value
eval (Lit i) = do
  tick
  return (IntVal i)
eval (Var n) = do
  tick
  tell [n]
  env <- ask
  case Map.lookup n env of
    Nothing -> throwError ("unbound variable: " ++ n)
    Just v -> return v
eval (Plus a b) = do
  tick
  x <- eval a
  y <- eval b
  case (x, y) of
    (IntVal i, IntVal j) -> return (IntVal (i + j))
    _ -> throwError "type error in addition"
eval (Abs n e) = do
  tick
  env <- ask
  return (FunVal env n e)
eval (App f a) = do
  tick
  f' <- eval f
  v <- eval a
  case f' of
    FunVal env n body -> local (const (Map.insert n v env)) (eval body)
    _ -> throwError "type error in application"

counter :: StateT Int (Writer [String]) ()
counter = do
  modify (* 2)
  n <- get
  lift (tell ["n is " ++ show n])
  tell ["again " ++ show n]
  when (n < 20) counter

safeDivide :: Int -> Int -> Either String Int
safeDivide _ 0 = throwError "divide by zero"
safeDivide a b = return (a `div` b)

steps :: StateT [Int] (Either String) Int
steps = do
  xs <- get
  case xs of
    [] -> throwError "empty"
    (y : ys) -> put ys >> return y

recover :: StateT [Int] (Either String) Int
recover = (steps >> steps) `catchError` \e -> return (length e)

untyped n = do
  m <- gets (+ n)
  when (m > 3) (put 0)
  return (m, n)

loop :: StateT Int IO ()
loop = do
  n <- get
  unless (n <= 0) $ do
    liftIO (putStrLn ("count " ++ show n))
    put (n - 1)
    loop

main :: IO ()
main = do
  let example = Plus (Lit 12) (App (Abs "x" (Var "x")) (Plus (Lit 4) (Lit 2)))
  print (fmap (const ()) (fst (fst (runEval Map.empty 0 (eval example)))))
  case runEval Map.empty 0 (eval example) of
    ((Right (IntVal n), w), s) -> print (n, w, s)
    ((Left e, w), s) -> print (e, w, s)
    _ -> putStrLn "function"
  case runEval Map.empty 10 (eval (Plus (Lit 1) (Var "y"))) of
    ((Left e, w), s) -> print (e, w, s)
    _ -> putStrLn "?"
  print (runWriter (execStateT counter 3))
  print (safeDivide 7 0 `catchError` (Right . length), safeDivide 7 2)
  print (runStateT (steps >> steps) [1, 2, 3], runStateT steps [], evalStateT recover [5])
  print (runState (untyped 2) 1, runState (untyped 2) 7)
  execStateT loop 2 >>= print
  print (runReader (asks fst) ('a', 'b'), (asks (+ 1) :: Int -> Int) 5)
  r <- runExceptT (do { x <- liftEither (Right 3); when (x > 2) (throwError "big"); return x }) :: IO (Either String Int)
  print r
---- stateparser
import Control.Monad.State
import Control.Applicative
import Data.Char

type Parser = StateT String Maybe

item :: Parser Char
item = do
  (c : cs) <- get
  put cs
  return c

sat :: (Char -> Bool) -> Parser Char
sat p = do
  c <- item
  guard (p c)
  return c

char :: Char -> Parser Char
char = sat . (==)

token :: Parser a -> Parser a
token p = p <* many (sat isSpace)

number :: Parser Int
number = token (read <$> some (sat isDigit))

expr, term, factor :: Parser Int
expr = do { t <- term; rest t }
  where rest acc = (do { _ <- token (char '+'); t <- term; rest (acc + t) })
               <|> (do { _ <- token (char '-'); t <- term; rest (acc - t) })
               <|> return acc
term = (*) <$> factor <* token (char '*') <*> term <|> factor
factor = number <|> token (char '(') *> expr <* token (char ')')

main :: IO ()
main = do
  print (runStateT expr "1 + 2 * (3 + 4) - 5")
  print (evalStateT expr "2*3*4")
  print (runStateT expr "x")
  print (runStateT (many number) "1 2 3 x")
  print (evalStateT (optional number) "", runStateT (mplus mzero item) "ab")
---- sieve
import Control.Monad
import Control.Monad.ST
import Data.STRef
import Data.Array.ST
import Data.Array.Unboxed

sieve :: Int -> UArray Int Bool
sieve n = runSTUArray $ do
  arr <- newArray (2, n) True
  forM_ [2 .. n] $ \i -> do
    isP <- readArray arr i
    when (isP && i * i <= n) $
      forM_ [i * i, i * i + i .. n] $ \j -> writeArray arr j False
  return arr

sumST :: Num a => [a] -> a
sumST xs = runST $ do
  ref <- newSTRef 0
  mapM_ (\x -> modifySTRef' ref (+ x)) xs
  readSTRef ref

fibST :: Int -> Integer
fibST n = runST (do
  a <- newSTRef 0
  b <- newSTRef 1
  replicateM_ n (do
    x <- readSTRef a
    y <- readSTRef b
    writeSTRef a y
    writeSTRef b $! x + y)
  readSTRef a)

bubble :: [Int] -> [Int]
bubble xs = runST $ do
  let n = length xs
  arr <- newListArray (0, n - 1) xs :: ST s (STUArray s Int Int)
  forM_ [0 .. n - 2] $ \i ->
    forM_ [0 .. n - 2 - i] $ \j -> do
      a <- readArray arr j
      b <- readArray arr (j + 1)
      when (a > b) $ writeArray arr j b >> writeArray arr (j + 1) a
  getElems arr

main :: IO ()
main = do
  print [i | (i, True) <- assocs (sieve 50)]
  print (sumST [1 .. 100], sumST [0.5, 0.25])
  print (map fibST [0 .. 10], fibST 90)
  print (bubble [5, 2, 9, 1, 5, 6])
---- numeric
import Numeric
import Data.Bits
import Data.Char (intToDigit, isSeparator, isAsciiUpper)
import qualified Data.List as L
import Data.Function ((&), on)
import Data.Functor ((<&>), ($>))

main :: IO ()
main = do
  putStrLn (unwords [showHex 255 "", showOct 64 "", showIntAtBase 2 intToDigit 10 "", showFFloat (Just 3) 2.0 "", showEFloat (Just 2) 12345.678 ""])
  putStrLn (showFFloat Nothing 1.5e-3 "" ++ " " ++ showGFloat (Just 2) 0.01 "" ++ " " ++ showFFloat (Just 0) 2.5 "" ++ " " ++ showFFloat (Just 2) (-0.125) "")
  print (fst . head $ readHex "1fG" :: Int, readOct "17" :: [(Int, String)], readDec "9a" :: [(Int, String)])
  print (5 .&. 3 :: Int, 5 .|. 3 :: Int, xor 5 3 :: Int, shiftL 1 10 :: Int, shiftR 1024 3 :: Int, popCount (255 :: Int), popCount (-1 :: Int), testBit (5 :: Int) 2)
  print (complement 0 :: Int, setBit 0 3 :: Int, clearBit 15 0 :: Int, shift 8 (-2) :: Int, complement 5 :: Integer)
  print (L.permutations [1, 2, 3], L.foldl' (+) 0 (Just 3), L.isSubsequenceOf "ac" "abc")
  print (L.zipWith4 (\a b c d -> a + b + c + d) [1] [2] [3] [4], L.genericTake 2 "abc", L.genericReplicate (2 :: Integer) 'x')
  print (L.unionBy ((==) `on` (`mod` 3)) [1, 2] [4, 6], L.intersectBy ((==) `on` abs) [1, -2] [2], L.scanl' (+) 0 [1, 2, 3])
  print ([1, 2, 3] & map (* 2) & sum, Just 2 <&> (+ 1), Just 1 $> "x", L.mapAccumL (\a x -> (a + x, a * x)) 0 (Just 5))
  print (atan2 1 1 :: Double, atan2 (-1) (-1) :: Double, isNaN (sqrt (-1) :: Double), isInfinite (1 / 0 :: Double), isNegativeZero (-0.0 :: Double))
  print (L.maximumBy (compare `on` snd) [(1, 'a'), (2, 'c'), (3, 'b')], L.find even (Just 4), L.sortOn negate [1, 3, 2], L.insert 2 [1, 3])
---- numbers
import Data.Int
import Numeric (showHex, showOct, showFFloat, readHex)
import Data.Char (intToDigit)

main :: IO ()
main = do
  print [ (a `div` b, a `mod` b, a `quot` b, a `rem` b) | a <- [7, -7], b <- [2, -2 :: Int] ]
  print ((-7) `divMod` 2 :: (Int, Int), (-7) `quotRem` (2 :: Int))
  print (maxBound + 1 :: Int, minBound :: Int, 2 ^ 63 :: Integer, 2 ^ 64 :: Int)
  print (fromIntegral (2 ^ 40 + 5 :: Integer) :: Int)
  print [1.0, 1.5 .. 3.0 :: Double]
  print [10, 8 .. 1 :: Int]
  print [1.0 .. 3.5 :: Double]
  print [0.1, 0.2 .. 0.5 :: Double]
  print (map round [0.5, 1.5, 2.5, -0.5, -1.5 :: Double] :: [Int])
  print (map truncate [2.7, -2.7 :: Double] :: [Int], map ceiling [2.1, -2.1 :: Double] :: [Int], map floor [2.1, -2.1 :: Double] :: [Int])
  print (properFraction (-3.75 :: Double) :: (Int, Double))
  print (2 ** 10, 2 ^^ (-3), sqrt 16, exp 0, logBase 2 1024 :: Double)
  print (isNaN (0 / 0 :: Double), isInfinite (1 / 0 :: Double), signum (-2.5 :: Double), abs (-3 :: Int))
  print (gcd 12 18 :: Int, lcm 4 6 :: Int, gcd 0 0 :: Int)
  putStrLn (showHex (255 :: Int) "" ++ " " ++ showOct (8 :: Int) "" ++ " " ++ showFFloat (Just 2) (3.14159 :: Double) "")
  print (fst (head (readHex "ff" :: [(Int, String)])))
  print (atan2 1 (-1) :: Double, truncate (10 ** 20 :: Double) :: Integer)
  print (even (-2 :: Int), odd 3, fromEnum 'a', toEnum 98 :: Char)
  print (realToFrac (1.5 :: Float) :: Double, fromIntegral (7 :: Int) * 0.5 :: Double)
  print (product [1 .. 25 :: Integer], 100 `div` 7, -7 `mod` 3)
  print (subtract 1 5, negate <$> [1, -2], (`div` 2) 9, (2 `div`) 9)
  print (minimum [3.5, -0.0, 2], maximum "hello", 1e10, 123456.789e-3)
  print (floor (-0.5 :: Double) :: Integer, round (1e15 + 0.5 :: Double) :: Integer)
  print (show 1.0e-2, show 0.1, show 123456.7, show 1234567.0, show 1.0e22)
---- showing
import qualified Data.Map as M
import qualified Data.Set as S
import Data.Ratio

data V = V { vx :: Int, vy :: Double } deriving (Show, Read, Eq, Ord)
data Op = Int :+ Int | Int `Minus` Int | Neg Op deriving (Show, Eq, Ord)
infixl 6 :+
infix 5 `Minus`
data P a b = a :*: b deriving (Show, Eq)
infixr 7 :*:
newtype Wrap a = Wrap { unWrap :: a } deriving (Show, Eq, Ord)
data Rec = Rec { (<+>) :: Int, field' :: Maybe Int } deriving Show
data Unit = Unit deriving (Show, Eq, Ord, Enum, Bounded)
data T = T Int (Maybe T) [T] deriving (Show, Eq)

main :: IO ()
main = do
  print (V { vx = -1, vy = -2.5 })
  print (Just (V 1 0))
  print [Just (-1), Nothing]
  print (3 :+ (-4), Neg (1 :+ 2), 1 `Minus` 2)
  print (Just (3 :+ 4))
  print (1 :*: 2 :*: (3 :: Int) :: P Int (P Int Int))
  print ((1 :*: 2) :*: 3 :: P (P Int Int) Int)
  print (Wrap (Just (Wrap 'x')))
  print (Rec { (<+>) = 1, field' = Just (-2) })
  print (T (-1) (Just (T 2 Nothing [])) [T 3 Nothing []])
  print (Left (-1) :: Either Int String, Right "q\"uo\te\1234" :: Either Int String)
  print ("tab\t nl\n del\DEL uml\228 \200\&1 \SO\&H", 'a', '\'', '"', '\n')
  print (M.fromList [(1, Just 'a'), (-2, Nothing)])
  print (Just (S.fromList [3, 1, 2]))
  print (3 % (-6) :: Rational, Just (1 % 2 :: Rational))
  print [LT ..]
  print ((), (1, 'a', "b", 2.0, True))
  print (showsPrec 11 (-5 :: Int) "", show (Just (-5.0e-2)))
  print (minBound :: Unit, [minBound .. maxBound :: Bool])
  print (M.singleton "k" (V 0 (-0.0)))
  print (reads "V {vx = 3, vy = 4.0} rest" :: [(V, String)])
  print (read "[(1,True),(2,False)]" :: [(Int, Bool)])
  print (read " ( V { vx = -3 , vy = 1e3 } ) " :: V)
  print (1.0e7, 12345678.9, 0.1, 0.09, 1e-4, 5.0e-324, 1/0, 0/0 :: Double)
  print (fromIntegral (3 :: Int) / 2 :: Float, sqrt 2 :: Float, pi :: Double)
---- statemach
import Data.Maybe (mapMaybe)
import Text.Printf (printf)

data Coin = Nickel | Dime | Quarter deriving (Show, Eq, Enum, Bounded, Ord)
data State = State { cents :: Int, stock :: Int, log_ :: [String] } deriving (Show)
data Event = Insert Coin | Press | Refill { amount :: Int } deriving Show

value :: Coin -> Int
value = \case { Nickel -> 5; Dime -> 10; Quarter -> 25 }

step :: State -> Event -> State
step s@State{..} = \case
  Insert c -> s { cents = cents + value c, log_ = ("in " ++ show c) : log_ }
  Press | cents < price -> note "too little"
        | stock == 0 -> note "sold out"
        | otherwise -> State { cents = cents - price, stock = stock - 1, log_ = "vend" : log_ }
  Refill { amount } -> s { stock = stock + amount }
  where
    price = 30
    note m = s { log_ = m : log_ }

summary :: State -> String
summary State { cents = c, .. } = printf "%d cents, %d left, %d events" c stock (length log_)

main :: IO ()
main = do
  let events = [Insert Quarter, Press, Insert Dime, Press, Insert Quarter, Insert Dime, Press, Refill 2, Press]
      states = scanl step (State 0 1 []) events
  mapM_ (putStrLn . summary) states
  mapM_ putStrLn (reverse (log_ (last states)))
  print (map (, True) [minBound .. maxBound :: Coin])
  printf "%-8s|%5.2f|%03d|%s\n" "abc" (3.14159 :: Double) (7 :: Int) (show [1, 2])
  let State { stock } = last states
  print stock
---- deriving
import Data.List.NonEmpty (NonEmpty (..))
import qualified Data.List.NonEmpty as NE
import Data.Semigroup
import Control.Monad.State

newtype Meters = Meters Double deriving (Show, Eq, Ord, Num, Fractional)
newtype Score = Score Int deriving (Eq, Ord, Show, Num, Enum, Real, Integral)
newtype Path = Path [String] deriving (Show, Eq, Semigroup, Monoid)
newtype App a = App { unApp :: StateT Int (Either String) a } deriving (Functor, Applicative, Monad)

next :: App Int
next = App (do { n <- get; put (n + 1); return n })

stop :: String -> App a
stop = App . lift . Left

three :: App [Int]
three = do
  a <- next
  b <- next
  c <- (+ b) <$> next
  if c > 100 then stop "too much" else return [a, b, c]

data Config = Config { host :: String, port :: Int, debug :: Bool } deriving (Show, Eq)

render :: Config -> String
render Config {..} = host ++ ":" ++ show port ++ (if debug then " (debug)" else "")

make :: String -> Config
make host = Config {..}
  where port = length host * 1000
        debug = even port

bump :: Config -> Config
bump c@Config { port, debug = d } = c { port = port + 1, debug = not d }

main :: IO ()
main = do
  print (Meters 3 + 4.5 * 2 / 4, negate (Meters 1))
  print (sum [Score 1, Score 2], Score 7 `div` 2, [Score 1 .. Score 3], fromIntegral (Score 4) + 0.5)
  print (Path ["a"] <> Path ["b", "c"], mempty :: Path)
  print (runStateT (unApp three) 1, runStateT (unApp three) 99)
  mapM_ (putStrLn . render) [make "local", bump (make "local")]
  let Config { port = p, .. } = make "web"
  print (p, host, debug)
  print ((\Config {..} -> (debug, port)) (make "ab"))
  print (getMax (foldMap Max (3 :| [1, 2 :: Int])), getMin (sconcat (Min 3 :| [Min 1])), stimes 3 "xy")
  print (NE.head (5 :| [6, 7]), NE.toList (NE.map (+ 1) (1 :| [2])), NE.group "aab", NE.length (1 :| []))
---- fundep
class Container e c | c -> e where
  empty :: c
  insert :: e -> c -> c
  toL :: c -> [e]

newtype Bag a = Bag [a] deriving Show
newtype Chars = Chars String deriving Show

instance Container a (Bag a) where
  empty = Bag []
  insert x (Bag xs) = Bag (x : xs)
  toL (Bag xs) = xs

instance Container Char Chars where
  empty = Chars ""
  insert c (Chars s) = Chars (s ++ [c])
  toL (Chars s) = s

fill :: Container e c => [e] -> c
fill = foldr insert empty

sizes xs c = length (toL (foldr insert c xs))

total :: (Num e, Container e c) => c -> e
total c = sum (toL c)

main :: IO ()
main = do
  print (fill [1, 2, 3] :: Bag Int)
  print (fill "abc" :: Chars)
  print (total (insert 2.5 (Bag [1])), sizes [1, 2] (Bag []), sizes "xy" (Chars "z"))
---- text
import Data.Char
import Data.List

caesar :: Int -> String -> String
caesar n = map shift
  where
    shift c | isUpper c = rot 'A' c
            | isLower c = rot 'a' c
            | otherwise = c
    rot base c = chr (ord base + (ord c - ord base + n) `mod` 26)

wordFreq :: String -> [(String, Int)]
wordFreq = map (\ws -> (head ws, length ws)) . group . sort . words . map toLower . filter (\c -> isAlpha c || isSpace c)

isPalindrome :: String -> Bool
isPalindrome s = clean == reverse clean
  where clean = [ toLower c | c <- s, isAlphaNum c ]

rle :: String -> [(Char, Int)]
rle = map (\g -> (head g, length g)) . group

unrle :: [(Char, Int)] -> String
unrle = concatMap (uncurry (flip replicate))

wrap :: Int -> String -> [String]
wrap n = reverse . map unwords . map reverse . foldl add [] . words
  where
    add [] w = [[w]]
    add (l:ls) w
      | length (unwords (w : l)) <= n = (w : l) : ls
      | otherwise = [w] : l : ls

table :: [[String]] -> String
table rows = unlines [ intercalate " | " [ pad w cell | (w, cell) <- zip widths row ] | row <- rows ]
  where
    widths = map (maximum . map length) (transpose rows)
    pad w s = s ++ replicate (w - length s) ' '

toRoman :: Int -> String
toRoman 0 = ""
toRoman n = let (v, s) = head (filter ((<= n) . fst) numerals) in s ++ toRoman (n - v)
  where numerals = zip [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
                       (words "M CM D CD C XC L XL X IX V IV I")

toBinary :: Int -> String
toBinary 0 = "0"
toBinary n = reverse (unfoldr (\k -> if k == 0 then Nothing else Just (intToDigit (k `mod` 2), k `div` 2)) n)

main :: IO ()
main = do
  putStrLn (caesar 3 "Hello, World!")
  putStrLn (caesar (-3) (caesar 3 "Hello, World!"))
  print (wordFreq "The cat and the hat. The end, and that's that.")
  print (map isPalindrome ["A man, a plan, a canal: Panama", "no"])
  print (rle "aaabccd", unrle (rle "aaabccd"))
  mapM_ putStrLn (wrap 20 "the quick brown fox jumps over the lazy dog again and again")
  putStr (table [["name", "n"], ["apple", "12"], ["fig", "7"]])
  print (map toRoman [1994, 2024, 4, 9], map toBinary [0, 5, 255])
  print (words "one\ttwo\nthree", map toUpper "straße", ord 'é', isPunctuation '!')
  print (digitToInt 'f', intToDigit 11, isHexDigit 'g', isSeparator ' ', subtract (ord 'a') (ord 'd'))
  putStrLn (show "quotes \" and \\ and \1071" ++ "\1071")
---- adts
import Data.Maybe (fromMaybe, mapMaybe)
import Data.List (sortBy, groupBy, nub)
import Data.Function (on)
import Data.Ord (comparing)

data Expr
  = Const Double
  | X
  | Expr :+: Expr
  | Expr :*: Expr
  | Expr :^: Int
  | Sin Expr
  | Neg Expr
  deriving (Eq, Ord)
infixl 6 :+:
infixl 7 :*:
infixr 8 :^:

instance Show Expr where
  showsPrec p ex = case ex of
    Const c -> showsPrec p c
    X -> showChar 'x'
    a :+: b -> showParen (p > 6) $ showsPrec 6 a . showString " + " . showsPrec 7 b
    a :*: b -> showParen (p > 7) $ showsPrec 7 a . showString " * " . showsPrec 8 b
    a :^: n -> showParen (p > 8) $ showsPrec 9 a . showString "^" . shows n
    Sin a -> showString "sin(" . shows a . showChar ')'
    Neg a -> showParen (p > 6) $ showChar '-' . showsPrec 7 a

diff :: Expr -> Expr
diff (Const _) = Const 0
diff X = Const 1
diff (a :+: b) = diff a :+: diff b
diff (a :*: b) = diff a :*: b :+: a :*: diff b
diff (a :^: n) = Const (fromIntegral n) :*: a :^: (n - 1) :*: diff a
diff (Sin a) = cosine a :*: diff a
  where cosine u = Sin (u :+: Const 1.5)
diff (Neg a) = Neg (diff a)

simplify :: Expr -> Expr
simplify e = let e' = step e in if e' == e then e else simplify e'
  where
    step (Const 0 :+: a) = step a
    step (a :+: Const 0) = step a
    step (Const a :+: Const b) = Const (a + b)
    step (Const 0 :*: _) = Const 0
    step (_ :*: Const 0) = Const 0
    step (Const 1 :*: a) = step a
    step (a :*: Const 1) = step a
    step (Const a :*: Const b) = Const (a * b)
    step (a :^: 1) = step a
    step (_ :^: 0) = Const 1
    step (a :+: b) = step a :+: step b
    step (a :*: b) = step a :*: step b
    step (a :^: n) = step a :^: n
    step (Neg (Neg a)) = step a
    step (Neg a) = Neg (step a)
    step (Sin a) = Sin (step a)
    step a = a

eval :: Double -> Expr -> Double
eval _ (Const c) = c
eval v X = v
eval v (a :+: b) = eval v a + eval v b
eval v (a :*: b) = eval v a * eval v b
eval v (a :^: n) = eval v a ^ n
eval v (Sin a) = sin (eval v a)
eval v (Neg a) = negate (eval v a)

newtype Poly = Poly [(Int, Integer)] deriving Eq
instance Show Poly where
  show (Poly []) = "0"
  show (Poly ts) = concat (zipWith term [0 :: Int ..] (reverse ts))
    where
      term i (e, c) = sign i c ++ coef c e ++ var e
      sign 0 c | c < 0 = "-" | otherwise = ""
      sign _ c | c < 0 = " - " | otherwise = " + "
      coef c e | abs c == 1, e > 0 = "" | otherwise = show (abs c)
      var 0 = ""
      var 1 = "x"
      var e = "x^" ++ show e
poly :: [(Int, Integer)] -> Poly
poly ts = Poly (filter ((/= 0) . snd) (map merge (groupBy ((==) `on` fst) (sortBy (comparing fst) ts))))
  where merge g@((e, _) : _) = (e, sum (map snd g))
        merge [] = (0, 0)
instance Num Poly where
  Poly a + Poly b = poly (a ++ b)
  Poly a * Poly b = poly [(i + j, c * d) | (i, c) <- a, (j, d) <- b]
  negate (Poly a) = Poly [(i, -c) | (i, c) <- a]
  abs = undefined
  signum = undefined
  fromInteger n = poly [(0, n)]
x :: Poly
x = Poly [(1, 1)]

main :: IO ()
main = do
  let f = Const 3 :*: X :^: 2 :+: Sin (X :*: Const 2) :+: Neg (Const (-4))
  print f
  print (diff f)
  print (simplify (diff f))
  print (eval 0 f, eval 2 (simplify (diff (X :^: 3))))
  print (Neg (X :+: Const 1) :*: (X :+: X) :^: 2)
  print ((x + 1) ^ 3, (x - 1) * (x + 1), x - x, negate x * 2 + 5, (2 * x - 3) ^ 2)
---- graph
import qualified Data.Map as Map
import qualified Data.Set as Set
import Data.List (sortOn, foldl', unfoldr)
import Data.Maybe (fromMaybe)

type Graph a = Map.Map a [(a, Int)]

mkGraph :: Ord a => [(a, a, Int)] -> Graph a
mkGraph es = Map.fromListWith (flip (++)) ([(u, [(v, w)]) | (u, v, w) <- es] ++ [(v, []) | (_, v, _) <- es])

bfs :: Ord a => Graph a -> a -> [a]
bfs g s = go [s] (Set.singleton s)
  where
    go [] _ = []
    go (x : queue) seen =
      let ns = [v | (v, _) <- fromMaybe [] (Map.lookup x g), v `Set.notMember` seen]
          seen' = foldr Set.insert seen ns
      in x : go (queue ++ ns) seen'

dfs :: Ord a => Graph a -> a -> [a]
dfs g s = reverse (snd (visit (Set.empty, []) s))
  where visit (seen, out) x
          | x `Set.member` seen = (seen, out)
          | otherwise = foldl' visit (Set.insert x seen, x : out) (map fst (Map.findWithDefault [] x g))

dijkstra :: Ord a => Graph a -> a -> Map.Map a Int
dijkstra g s = go (Set.singleton (0, s)) (Map.singleton s 0)
  where
    go frontier dist = case Set.minView frontier of
      Nothing -> dist
      Just ((d, u), rest)
        | d > Map.findWithDefault maxBound u dist -> go rest dist
        | otherwise ->
            let edges = Map.findWithDefault [] u g
                (f', d') = foldl' relax (rest, dist) edges
                relax (f, ds) (v, w)
                  | nd < Map.findWithDefault maxBound v ds = (Set.insert (nd, v) f, Map.insert v nd ds)
                  | otherwise = (f, ds)
                  where nd = d + w
            in go f' d'

topo :: Ord a => Graph a -> Maybe [a]
topo g = go (Map.map (const 0) g `plus` [v | vs <- Map.elems g, (v, _) <- vs])
  where
    plus = foldl' (\m v -> Map.insertWith (+) v (1 :: Int) m)
    go deg
      | Map.null deg = Just []
      | otherwise = case [v | (v, 0) <- Map.toList deg] of
          [] -> Nothing
          (v : _) -> (v :) <$> go (foldl' (\m (w, _) -> Map.adjust (subtract 1) w m) (Map.delete v deg) (g Map.! v))

kruskal :: Ord a => [(a, a, Int)] -> [(a, a, Int)]
kruskal es = go (sortOn (\(_, _, w) -> w) es) Map.empty
  where
    go [] _ = []
    go (e@(u, v, _) : rest) parent
      | ru == rv = go rest parent
      | otherwise = e : go rest (Map.insert ru rv parent)
      where ru = root u parent
            rv = root v parent
    root x p = maybe x (`root` p) (Map.lookup x p)

main :: IO ()
main = do
  let es = [('a', 'b', 4), ('a', 'c', 1), ('c', 'b', 2), ('b', 'd', 5), ('c', 'd', 8), ('d', 'e', 3)]
      g = mkGraph es
  print g
  putStrLn (bfs g 'a')
  putStrLn (dfs g 'a')
  print (Map.toList (dijkstra g 'a'))
  print (topo g, topo (mkGraph (('e', 'a', 1) : es)))
  print (kruskal es)
---- iolike
import System.IO
import Control.Monad
import Data.IORef
import Data.Char (toUpper, isSpace)
import qualified Data.Map as M

data Cmd = Push Int | Pop | Add | Show' | Def String [Cmd] | Call String deriving (Show, Read, Eq)

parseCmd :: String -> Either String Cmd
parseCmd l = case words l of
  ["push", n] | [(k, "")] <- reads n -> Right (Push k)
              | otherwise -> Left ("bad number " ++ show n)
  ["pop"] -> Right Pop
  ["add"] -> Right Add
  ["show"] -> Right Show'
  ("def" : name : body) -> Def name <$> mapM (parseCmd . map dash) body
  [name] -> Right (Call name)
  _ -> Left ("cannot parse: " ++ l)
  where dash c = if c == ':' then ' ' else c

exec :: IORef [Int] -> IORef (M.Map String [Cmd]) -> Cmd -> IO ()
exec st defs cmd = case cmd of
  Push n -> modifyIORef st (n :)
  Pop -> modifyIORef st (drop 1)
  Add -> do
    s <- readIORef st
    case s of
      a : b : rest -> writeIORef st (a + b : rest)
      _ -> putStrLn "stack underflow"
  Show' -> readIORef st >>= print
  Def n b -> modifyIORef defs (M.insert n b)
  Call n -> do
    d <- readIORef defs
    maybe (putStrLn ("unknown " ++ n)) (mapM_ (exec st defs)) (M.lookup n d)

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  st <- newIORef []
  defs <- newIORef M.empty
  let script = ["push 3", "push 4", "add", "show", "def dbl push:2 add", "dbl", "show", "push x", "a b", "pop", "add", "zip"]
  forM_ (zip [1 :: Int ..] script) $ \(i, l) ->
    case parseCmd l of
      Left err -> putStrLn ("line " ++ show i ++ ": " ++ err)
      Right c -> exec st defs c
  print (read "[Push (-3),Def \"f\" [Pop,Add]]" :: [Cmd])
  print (parseCmd "def q push:1 pop")
  c <- newIORef 0
  let tick = modifyIORef' c succ >> readIORef c
  xs <- replicateM 3 tick
  ys <- mapM (const tick) "ab"
  print (xs, ys)
  when (sum xs > 5) $ do
    putStr "no newline"
    putStrLn ""
  r <- foldM (\a k -> (a * 10 + k) <$ when (k == 2) (putStrLn "two")) 0 [1, 2, 3]
  print r
  mapM_ (\(a, b) -> putStrLn $ a ++ ": " ++ b) $ zip ["k1", "k2"] ["v1", "v2"]
  let go 0 = return ()
      go n = putStr (show n ++ " ") >> go (n - 1)
  go 3 >> putStrLn "go"
  print =<< sequence [return 1, return 2]
  forever' 2
  where forever' 0 = putStrLn "done"
        forever' k = putStrLn "again" >> forever' (k - 1)
---- life
import qualified Data.Set as S
import Data.List (intercalate)

type Cell = (Int, Int)

step :: S.Set Cell -> S.Set Cell
step live = S.fromList [c | c <- S.toList candidates, rule c]
  where
    candidates = S.union live (S.fromList (concatMap neighbours (S.toList live)))
    rule c = case length (filter (`S.member` live) (neighbours c)) of
      3 -> True
      2 -> c `S.member` live
      _ -> False

neighbours :: Cell -> [Cell]
neighbours (x, y) = [(x + dx, y + dy) | dx <- [-1 .. 1], dy <- [-1 .. 1], (dx, dy) /= (0, 0)]

draw :: Int -> S.Set Cell -> String
draw n live = intercalate "\n" [[if S.member (x, y) live then '#' else '.' | x <- [0 .. n - 1]] | y <- [0 .. n - 1]]

glider :: S.Set Cell
glider = S.fromList [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]

rule30 :: [Bool] -> [Bool]
rule30 cells = zipWith3 f (False : cells) cells (drop 1 cells ++ [False])
  where f a b c = a /= (b || c)

main :: IO ()
main = do
  mapM_ (\g -> putStrLn (draw 6 g) >> putStrLn "") (take 3 (iterate step glider))
  print (S.size (iterate step glider !! 20))
  let start = replicate 7 False ++ [True] ++ replicate 7 False
  mapM_ (putStrLn . map (\b -> if b then '*' else ' ')) (take 6 (iterate rule30 start))
---- monads
import Control.Monad
import Data.Char (isDigit)

newtype Prob a = Prob { getProb :: [(a, Rational')] } deriving Show
type Rational' = Double
instance Functor Prob where fmap f (Prob xs) = Prob [(f x, p) | (x, p) <- xs]
instance Applicative Prob where { pure x = Prob [(x, 1)]; (<*>) = ap }
instance Monad Prob where
  Prob xs >>= f = Prob [(y, p * q) | (x, p) <- xs, (y, q) <- getProb (f x)]

coin :: Prob Bool
coin = Prob [(True, 0.5), (False, 0.5)]

flips :: Int -> Prob Int
flips n = length . filter id <$> replicateM n coin

probOf :: (a -> Bool) -> Prob a -> Double
probOf ok (Prob xs) = sum [p | (x, p) <- xs, ok x]

newtype Cont r a = Cont { runCont :: (a -> r) -> r }
instance Functor (Cont r) where fmap = liftM
instance Applicative (Cont r) where { pure a = Cont ($ a); (<*>) = ap }
instance Monad (Cont r) where m >>= k = Cont $ \c -> runCont m (\a -> runCont (k a) c)

callCC :: ((a -> Cont r b) -> Cont r a) -> Cont r a
callCC f = Cont $ \c -> runCont (f (\a -> Cont $ \_ -> c a)) c

safeDiv :: Int -> Int -> Cont r (Either String Int)
safeDiv a b = callCC $ \exit -> do
  when (b == 0) $ void (exit (Left "div by zero"))
  return (Right (a `div` b))

data Free f a = Pure a | Free (f (Free f a))
instance Functor f => Functor (Free f) where
  fmap f (Pure a) = Pure (f a)
  fmap f (Free x) = Free (fmap (fmap f) x)
instance Functor f => Applicative (Free f) where { pure = Pure; (<*>) = ap }
instance Functor f => Monad (Free f) where
  Pure a >>= k = k a
  Free x >>= k = Free (fmap (>>= k) x)

data Console k = Say String k | Ask (String -> k)
instance Functor Console where
  fmap f (Say s k) = Say s (f k)
  fmap f (Ask g) = Ask (f . g)

say :: String -> Free Console ()
say s = Free (Say s (Pure ()))
ask' :: Free Console String
ask' = Free (Ask Pure)

program :: Free Console Int
program = do
  say "name?"
  n <- ask'
  say ("hi " ++ n)
  return (length n)

runPure :: [String] -> Free Console a -> ([String], a)
runPure _ (Pure a) = ([], a)
runPure ins (Free (Say s k)) = let (o, a) = runPure ins k in (s : o, a)
runPure (i : ins) (Free (Ask g)) = runPure ins (g i)
runPure [] (Free (Ask g)) = runPure [] (g "")

pyth :: Int -> [(Int, Int, Int)]
pyth n = do
  a <- [1 .. n]
  b <- [a .. n]
  c <- [b .. n]
  guard (a * a + b * b == c * c)
  return (a, b, c)

main :: IO ()
main = do
  print (probOf (== 2) (flips 3), probOf (>= 1) (flips 2))
  print (runCont (safeDiv 7 2) show, runCont (safeDiv 7 0) show)
  print (runPure ["bob"] program)
  print (pyth 20, join [[1], [2, 3]], (>=>) (\x -> [x, x + 1]) (\y -> [y * 2]) 5)
  print (zipWithM (\a b -> if b /= 0 then Just (a `div` b) else Nothing) [10, 20] [2, 5], foldM (\a x -> [a + x, a * x]) 1 [2, 3])
  print (sequence_ [Just 1, Nothing], mapM_ Just [1, 2], msum [Nothing, Just 3, Just 4], mplus [1] [2], liftM2 (+) (Just 1) (Just 2))
  print ((do { x <- (* 2); y <- (+ 10); return (x + y) }) 3, fmap (+ 1) (3, 4), (+) <$> (* 2) <*> (+ 10) $ 3)
---- readshow
data Color = Red | Green | Blue deriving (Show, Read, Eq, Ord, Enum, Bounded)
data Shape = Circle { r :: Double } | Poly { pts :: [(Int, Int)], col :: Maybe Color } deriving (Show, Read, Eq, Ord)
data Op = Op :& Op | L Int deriving (Show, Read, Eq)
infixr 5 :&

rd :: Read a => String -> Maybe a
rd s = case reads s of { [(x, rest)] | all (== ' ') rest -> Just x; _ -> Nothing }

cycleNext :: (Eq a, Enum a, Bounded a) => a -> a
cycleNext x | x == maxBound = minBound
            | otherwise = succ x

main :: IO ()
main = do
  let shapes = [Circle 1.5, Poly [(0, 0), (-1, 2)] (Just Blue), Poly { pts = [], col = Nothing }]
  mapM_ print shapes
  print (map (rd . show) shapes == map Just shapes)
  print (rd "Circle {r = 2}" :: Maybe Shape, rd "Circle 2" :: Maybe Shape, rd "Poly{pts=[(1,2)],col=Just Red}" :: Maybe Shape)
  print (rd "L 1 :& L (-2) :& L 3" :: Maybe Op, L 1 :& (L 2 :& L 3), (L 1 :& L 2) :& L 3)
  print (rd "(1, \"x\", 'c', [True])" :: Maybe (Int, String, Char, [Bool]), rd "-5" :: Maybe Int, rd "3.0e-2" :: Maybe Double, rd "5" :: Maybe Double)
  print (map cycleNext [minBound .. maxBound :: Color], zip [Red ..] "xyz", [Blue, Green ..], fromEnum Blue, [x | x <- [minBound ..], x /= Green])
  print (read "Just (Left (3,Red))" :: Maybe (Either (Int, Color) ()))
  print (maximum shapes > head shapes, compare (Circle 2) (Circle 1), Circle 1 == Circle 1, minimum [Blue, Red])
  print (show (Just (Just Nothing :: Maybe (Maybe Int))), showString "ab" "cd", shows 12 "!", show (Left 1 :: Either Int Int), show [Just (-1.5)])
  print (words (show shapes) !! 1, lines "x\r\ny", show 'λ', "λ\955\&5", '\t', "\\\"")
---- typeclassy
import Data.List (intercalate)
import Data.Monoid

class Pretty a where
  pretty :: a -> String
  prettyList :: [a] -> String
  prettyList xs = "[" ++ intercalate "; " (map pretty xs) ++ "]"

instance Pretty Bool where
  pretty True = "yes"
  pretty False = "no"
instance Pretty Int where
  pretty n | n < 0 = "(" ++ show n ++ ")"
           | otherwise = show n
instance Pretty Char where
  pretty c = [c]
  prettyList s = "'" ++ s ++ "'"
instance Pretty a => Pretty [a] where
  pretty = prettyList
instance (Pretty a, Pretty b) => Pretty (a, b) where
  pretty (a, b) = "<" ++ pretty a ++ ", " ++ pretty b ++ ">"
instance Pretty a => Pretty (Maybe a) where
  pretty = maybe "-" pretty
instance (Pretty a, Pretty b) => Pretty (Either a b) where
  pretty = either (("L:" ++) . pretty) (("R:" ++) . pretty)

class (Eq a, Show a) => Group a where
  e :: a
  (<.>) :: a -> a -> a
  inv :: a -> a
  infixl 6 <.>

newtype Z5 = Z5 Int deriving (Eq, Ord)
instance Show Z5 where showsPrec d (Z5 n) = showParen (d > 10) (showString "Z5 " . showsPrec 11 n)
instance Group Z5 where
  e = Z5 0
  Z5 a <.> Z5 b = Z5 ((a + b) `mod` 5)
  inv (Z5 a) = Z5 ((-a) `mod` 5)
instance (Group a, Group b) => Group (a, b) where
  e = (e, e)
  (a, b) <.> (c, d) = (a <.> c, b <.> d)
  inv (a, b) = (inv a, inv b)

power :: Group a => a -> Int -> a
power g n | n < 0 = power (inv g) (negate n)
          | n == 0 = e
          | otherwise = g <.> power g (n - 1)

order :: Group a => a -> Int
order g = length (takeWhile (/= e) (iterate (<.> g) g)) + 1

data Nat = Z | S Nat
instance Eq Nat where
  Z == Z = True
  S a == S b = a == b
  _ == _ = False
instance Ord Nat where
  Z <= _ = True
  S _ <= Z = False
  S a <= S b = a <= b
instance Num Nat where
  Z + b = b
  S a + b = S (a + b)
  Z * _ = Z
  S a * b = b + a * b
  a - Z = a
  S a - S b = a - b
  Z - _ = error "negative"
  abs = id
  signum Z = Z
  signum _ = S Z
  fromInteger 0 = Z
  fromInteger n = S (fromInteger (n - 1))
instance Enum Nat where
  fromEnum Z = 0
  fromEnum (S n) = 1 + fromEnum n
  toEnum 0 = Z
  toEnum n = S (toEnum (n - 1))
instance Show Nat where
  show = show . fromEnum

main :: IO ()
main = do
  putStrLn (pretty [(1 :: Int, True), (-2, False)])
  putStrLn (pretty ("abc", [Just 'x', Nothing]))
  putStrLn (pretty [Left 'q', Right [3 :: Int]])
  print (power (Z5 3, Z5 1) (-3), order (Z5 2), order (Z5 1, e :: Z5), [Just (Z5 4)])
  print (2 * 3 + 1 :: Nat, maximum [3, 1, 2 :: Nat], 5 - 2 :: Nat, [1 .. 4 :: Nat], sum [1, 2, 3 :: Nat])
  print (compare 2 (3 :: Nat), (2 :: Nat) == 2, max 1 (4 :: Nat), fromEnum (3 ^ 3 :: Nat))
  print (getSum (foldMap Sum [1 .. 4]) , getLast (foldMap (Last . Just) [1, 2, 3]), getFirst (First (Just 1) <> First Nothing))
---- where
import Data.List (sort)
f :: Int -> Int
f n
  | n > limit = big
  | even n, let h = n `div` 2, h > 3 = h
  | otherwise = small
  where
    limit = 20
    big = limit + extra
      where extra = n - limit
    small = case n of
      1 -> one
      k | k < 0 -> negate k
        | otherwise -> other k
      where one = 100
            other k = k * k

quicksort :: Ord a => [a] -> [a]
quicksort [] = []
quicksort (p : xs) = quicksort lesser ++ [p] ++ quicksort greater
  where
    lesser = filter (< p) xs
    greater = filter (>= p) xs

mergesort :: Ord a => [a] -> [a]
mergesort xs = case xs of { [] -> []; [x] -> [x]; _ -> merge (mergesort l) (mergesort r) }
  where (l, r) = splitAt (length xs `div` 2) xs
        merge as [] = as
        merge [] bs = bs
        merge aa@(a : as) bb@(b : bs) | a <= b = a : merge as bb
                                      | True = b : merge aa bs

stats :: [Double] -> (Double, Double, Double)
stats xs = (mean, median, sqrt var)
  where
    n = fromIntegral (length xs)
    mean = sum xs / n
    var = sum [(x - mean) ^ 2 | x <- xs] / n
    median | odd len = s !! mid
           | otherwise = (s !! (mid - 1) + s !! mid) / 2
      where s = sort xs
            len = length xs
            mid = len `div` 2

newton :: (Double -> Double) -> Double -> Double
newton g x0 = go x0 (100 :: Int)
  where
    go x 0 = x
    go x k
      | abs (g x) < eps = x
      | otherwise = go (x - g x / g' x) (k - 1)
    g' x = (g (x + eps) - g (x - eps)) / (2 * eps)
    eps = 1e-6

(~=) :: Double -> Double -> Bool
a ~= b = abs (a - b) < 1e-4

main :: IO ()
main = do
  print (map f [25, 8, 4, 1, -3, 7])
  print (quicksort [3, 1, 2, 3], mergesort "mergesort", quicksort [[2], [1, 5], []])
  print (stats [2, 4, 4, 4, 5, 5, 7, 9])
  print (newton (\x -> x * x - 2) 1 ~= sqrt 2)
  print [if x `mod` 15 == 0 then "FizzBuzz" else if x `mod` 5 == 0 then "Buzz" else if x `mod` 3 == 0 then "Fizz" else show x | x <- [1 .. 15 :: Int]]
  let collatz = takeWhile (/= 1) . iterate (\n -> if even n then n `div` 2 else 3 * n + 1)
      longest = maximum [(length (collatz n), n) | n <- [1 .. 60 :: Int]]
  print longest
  print (let y = 1; g z = z + y in g 5, let in 3, [y | (y, True) <- zip "abc" (cycle [True, False])])
---- corner
import           Data.List            (sortBy, (\\))
import qualified Data.Map             as M
                 ( Map, fromList
                 , toList )
import Prelude   hiding (  lookup  )

{-| block doc
    {- nested -- with a line comment -}
-}
-- * section
--- three dashes

data T -- comment
  = A    -- ^ a
  | B { unB :: !Int -- ^ strict
      , other :: String }  -- ^ b
  deriving (Eq, Show)

(-->) :: Bool -> Bool -> Bool
False --> _ = True
True --> b = b
infixr 1 -->

x |> f = f x ; infixl 1 |>

lits :: [Integer]
lits = [0x1F, 0o17, 0XfF, 1000000]

chars :: String
chars = ['\n', '\x41', '\o101', '\65', '\DEL', '\^A', '\\', '\'']

str :: String
str = "a\
      \b\SOH\&1\x41\&1"

neg :: Int -> String
neg (-1) = "minus one"
neg 0 = "zero"
neg n | n < 0 = "negative"
neg _ = "positive"

fl :: Double -> String
fl 0.5 = "half"
fl 2 = "two"
fl _ = "other"

fallthrough :: Maybe Int -> Int -> String
fallthrough (Just n) m
  | n > m = "gt"
  | n == m, even n = "eq even"
fallthrough Nothing _ = "nothing"
fallthrough _ 0 = "m zero"
fallthrough _ _ = "rest"

caseGuard :: [Int] -> String
caseGuard xs = case xs of
  [] -> "empty"
  (y : _) | y > 10 -> "big"
          | [z] <- xs -> "single " ++ show z
  ys | length ys > 2
     , let s = sum ys
     -> "sum " ++ show s
  _ -> "short"

ifs :: Int -> IO ()
ifs n = do
  if n > 0
    then putStrLn "pos"
    else if n == 0
      then putStrLn "zero"
      else do
        putStr "neg"
        putStrLn "!"
  let r | n > 5 = "a"
        | otherwise = "b"
  putStrLn r
  let g :: Int -> Int
      g 0 = 1
      g k = k * g (k - 1)
      (p, q) = (g 3, g 4)
  print (p, q) where

multi :: Int -> Int
multi a = a
  + 1
  * 2
  - case a of
      0 -> 1
      _ -> 2

longList :: [Int]
longList =
  [ 1
  , 2 -- two
  , if True then 3 else 4
  , let k = 4 in k
  ]

lam :: (Int, Int) -> [Int] -> Int
lam = \(a, _) (b : _) -> a + b

op1, op2 :: Int -> Int
op1 = (subtract 1) . (* 2)
op2 = (`div` 2) . (10 -)

main :: IO ()
main = do { print (True --> False, False --> undefined)
  ; print lits ; print chars
  ; putStrLn str }
  >> mapM_ (putStrLn . neg) [-1, 0, -5, 3]
  >> mapM_ (putStrLn . fl) [0.5, 2, 3] >> do
    print (map (fallthrough (Just 4)) [3, 4, 5], fallthrough (Just 1) 0, fallthrough Nothing 1)
    print (map caseGuard [[], [11], [5], [1, 2, 3], [1, 2]])
    mapM_ ifs [1, 0, -2, 9]
    print (multi 3, multi 0, longList, lam (1, 2) [3], op1 4, op2 4)
    print $ M.toList $ M.fromList $ zip "ab" [1 ..]
    print (B { unB = 3, other = "o" }) ; print A { }
    print ([1, 2, 3] |> map (+ 1) |> sum)
---- randomlcg
import Data.Bits (xor, shiftL, shiftR, (.&.))
import Data.List (unfoldr)
newtype Gen = Gen Int deriving Show
next :: Gen -> (Int, Gen)
next (Gen s) = (s' `div` 65536 `mod` 32768, Gen s') where s' = (s * 1103515245 + 12345) `mod` 2147483648
randoms :: Int -> Gen -> [Int]
randoms n g = take n (unfoldr (Just . next) g)
shuffle :: Gen -> [a] -> [a]
shuffle _ [] = []
shuffle g xs = let (r, g') = next g
                   (a, b : c) = splitAt (r `mod` length xs) xs
               in b : shuffle g' (a ++ c)
hash :: String -> Int
hash = foldl (\h c -> (h * 33) `xor` fromEnum c) 5381
monteCarlo :: Int -> Double
monteCarlo n = 4 * fromIntegral inside / fromIntegral n
  where
    rs = map ((/ 32768) . fromIntegral) (randoms (2 * n) (Gen 42))
    pairs (a : b : t) = (a, b) : pairs t
    pairs _ = []
    inside = length [() | (x, y) <- pairs rs, x * x + y * y <= (1 :: Double)]
main :: IO ()
main = do
  print (randoms 5 (Gen 1))
  print (shuffle (Gen 7) [1 .. 10])
  print (hash "hello world", shiftL 1 62 * 4 :: Int, (maxBound :: Int) `shiftR` 60 .&. 5)
  print (monteCarlo 500)
---- strategies
data P = P Int Int
  deriving stock (Show, Eq)
newtype N = N Int
  deriving newtype (Num, Eq)
  deriving stock Show
main :: IO ()
main = print (P 1 2, N 3 + 4)
