---- parser_combinators
import Data.Char
import Control.Applicative

newtype Parser a = Parser { runParser :: String -> Maybe (a, String) }

instance Functor Parser where
  fmap f (Parser p) = Parser $ \s -> case p s of
    Nothing -> Nothing
    Just (a, rest) -> Just (f a, rest)

instance Applicative Parser where
  pure x = Parser $ \s -> Just (x, s)
  Parser pf <*> Parser pa = Parser $ \s -> do
    (f, rest) <- pf s
    (a, rest') <- pa rest
    pure (f a, rest')

instance Monad Parser where
  Parser p >>= f = Parser $ \s -> do
    (a, rest) <- p s
    runParser (f a) rest

instance Alternative Parser where
  empty = Parser (const Nothing)
  Parser p <|> Parser q = Parser $ \s -> p s <|> q s

satisfy :: (Char -> Bool) -> Parser Char
satisfy ok = Parser f
  where f (c:cs) | ok c = Just (c, cs)
        f _ = Nothing

char :: Char -> Parser Char
char = satisfy . (==)

spaces :: Parser ()
spaces = () <$ many (satisfy isSpace)

token :: Parser a -> Parser a
token p = p <* spaces

number :: Parser Int
number = token (read <$> some (satisfy isDigit))

data Expr = Num Int | Expr :+: Expr | Expr :*: Expr | Neg Expr
  deriving (Show, Eq)
infixl 6 :+:
infixl 7 :*:

expr, term, factor :: Parser Expr
expr = do { t <- term; rest t }
  where rest acc = (do _ <- token (char '+')
                       t <- term
                       rest (acc :+: t))
                   <|> pure acc
term = do
  f <- factor
  fs <- many (token (char '*') *> factor)
  return (foldl (:*:) f fs)
factor = Num <$> number
     <|> token (char '(') *> expr <* token (char ')')
     <|> Neg <$> (token (char '-') *> factor)

eval :: Expr -> Int
eval (Num n) = n
eval (a :+: b) = eval a + eval b
eval (a :*: b) = eval a * eval b
eval (Neg e) = negate (eval e)

main = do
  let Just (e, "") = runParser (spaces *> expr) " 2 + 3*(4 + -1) * 2 "
  print e
  print (eval e)
  print (fmap snd (runParser expr "1 + "))
---- lambda_calculus
import Data.List (union, delete)
data Term = Var String | Lam String Term | App Term Term
instance Show Term where
  showsPrec _ (Var x) = showString x
  showsPrec d (Lam x b) = showParen (d > 0) $ showChar '\\' . showString x . showString ". " . showsPrec 0 b
  showsPrec d (App f a) = showParen (d > 1) $ showsPrec 1 f . showChar ' ' . showsPrec 2 a
free :: Term -> [String]
free (Var x) = [x]
free (Lam x b) = delete x (free b)
free (App f a) = free f `union` free a
subst :: String -> Term -> Term -> Term
subst x s t = case t of
  Var y | x == y -> s
        | otherwise -> t
  App f a -> App (subst x s f) (subst x s a)
  Lam y b
    | x == y -> t
    | y `elem` free s -> let z = fresh (free s ++ free b) in Lam z (subst x s (subst y (Var z) b))
    | otherwise -> Lam y (subst x s b)
  where fresh used = head [v | v <- vars, v `notElem` used]
        vars = [c : n | n <- "" : map show [1 ..], c <- ['a' .. 'z']]
step :: Term -> Maybe Term
step (App (Lam x b) a) = Just (subst x a b)
step (App f a) = case step f of
  Just f' -> Just (App f' a)
  Nothing -> App f <$> step a
step (Lam x b) = Lam x <$> step b
step (Var _) = Nothing
normal :: Term -> Term
normal t = maybe t normal (step t)
church :: Int -> Term
church n = Lam "f" (Lam "x" (iterate (App (Var "f")) (Var "x") !! n))
plus = Lam "m" (Lam "n" (Lam "f" (Lam "x" (App (App (Var "m") (Var "f")) (App (App (Var "n") (Var "f")) (Var "x"))))))
main = do
  print (normal (App (App plus (church 2)) (church 3)))
  print (subst "x" (Var "y") (Lam "y" (App (Var "x") (Var "y"))))
---- type_inference
import qualified Data.Map as Map
import Control.Monad.State
data Ty = TVar Int | TInt | TBool | Ty :-> Ty deriving (Eq)
infixr 5 :->
instance Show Ty where
  showsPrec _ (TVar n) = showString ("t" ++ show n)
  showsPrec _ TInt = showString "Int"
  showsPrec _ TBool = showString "Bool"
  showsPrec d (a :-> b) = showParen (d > 5) (showsPrec 6 a . showString " -> " . showsPrec 5 b)
data E = V String | N Int | B Bool | L String E | A E E | If E E E
type Subst = Map.Map Int Ty
apply :: Subst -> Ty -> Ty
apply s t@(TVar n) = maybe t (apply s) (Map.lookup n s)
apply s (a :-> b) = apply s a :-> apply s b
apply _ t = t
unify :: Ty -> Ty -> Subst -> Either String Subst
unify a b s = go (apply s a) (apply s b)
  where
    go (TVar m) (TVar n) | m == n = Right s
    go (TVar n) t | occurs n t = Left ("infinite type t" ++ show n)
                  | otherwise = Right (Map.insert n t s)
    go t (TVar n) = go (TVar n) t
    go (a :-> b) (c :-> d) = unify a c s >>= unify b d
    go x y | x == y = Right s
           | otherwise = Left ("cannot match " ++ show x ++ " with " ++ show y)
    occurs n (TVar m) = n == m
    occurs n (a :-> b) = occurs n a || occurs n b
    occurs _ _ = False
infer :: E -> Either String Ty
infer e = let (r, _) = runState (go [] e Map.empty) 0 in fmap (\(t, s) -> apply s t) r
  where
    fresh = do { n <- get; put (n + 1); return (TVar n) }
    go env e s = case e of
      N _ -> return (Right (TInt, s))
      B _ -> return (Right (TBool, s))
      V x -> return (maybe (Left ("unbound " ++ x)) (\t -> Right (t, s)) (lookup x env))
      L x b -> do
        a <- fresh
        r <- go ((x, a) : env) b s
        return (fmap (\(t, s') -> (a :-> t, s')) r)
      A f x -> do
        rf <- go env f s
        case rf of
          Left err -> return (Left err)
          Right (tf, s1) -> do
            rx <- go env x s1
            t <- fresh
            return (do { (tx, s2) <- rx; s3 <- unify tf (tx :-> t) s2; return (t, s3) })
      If c t f -> do
        rc <- go env c s
        case rc >>= \(tc, s1) -> unify tc TBool s1 of
          Left err -> return (Left err)
          Right s1 -> do
            rt <- go env t s1
            case rt of
              Left err -> return (Left err)
              Right (tt, s2) -> do
                rf <- go env f s2
                return (do { (tf, s3) <- rf; s4 <- unify tt tf s3; return (tt, s4) })
main = mapM_ (putStrLn . either ("error: " ++) show . infer)
  [ L "x" (V "x"), L "f" (L "g" (L "x" (A (V "f") (A (V "g") (V "x"))))), A (N 1) (N 2)
  , L "x" (A (V "x") (V "x")), If (B True) (L "x" (N 1)) (L "y" (V "y")), V "z" ]
---- red_black
data Color = R | B deriving (Show, Eq)
data RB a = E | T Color (RB a) a (RB a) deriving Show
insert :: Ord a => a -> RB a -> RB a
insert x s = blacken (ins s)
  where
    ins E = T R E x E
    ins t@(T c l y r)
      | x < y = balance c (ins l) y r
      | x > y = balance c l y (ins r)
      | otherwise = t
    blacken (T _ l y r) = T B l y r
    blacken E = E
balance :: Color -> RB a -> a -> RB a -> RB a
balance B (T R (T R a x b) y c) z d = T R (T B a x b) y (T B c z d)
balance B (T R a x (T R b y c)) z d = T R (T B a x b) y (T B c z d)
balance B a x (T R (T R b y c) z d) = T R (T B a x b) y (T B c z d)
balance B a x (T R b y (T R c z d)) = T R (T B a x b) y (T B c z d)
balance c l x r = T c l x r
toList :: RB a -> [a]
toList E = []
toList (T _ l x r) = toList l ++ [x] ++ toList r
depth :: RB a -> Int
depth E = 0
depth (T _ l _ r) = 1 + max (depth l) (depth r)
main = do
  let t = foldr insert E [10, 9 .. 1 :: Int]
  print (toList t, depth t)
  print (foldr insert E "hello")
---- leftist_heap
data Heap a = Empty | Node Int a (Heap a) (Heap a)
rank Empty = 0
rank (Node r _ _ _) = r
merge :: Ord a => Heap a -> Heap a -> Heap a
merge h Empty = h
merge Empty h = h
merge h1@(Node _ x l1 r1) h2@(Node _ y l2 r2)
  | x <= y = make x l1 (merge r1 h2)
  | otherwise = make y l2 (merge h1 r2)
  where make v a b | rank a >= rank b = Node (rank b + 1) v a b
                   | otherwise = Node (rank a + 1) v b a
pop :: Ord a => Heap a -> Maybe (a, Heap a)
pop Empty = Nothing
pop (Node _ x l r) = Just (x, merge l r)
heapSort :: Ord a => [a] -> [a]
heapSort = drain . foldr (\x h -> merge (Node 1 x Empty Empty) h) Empty
  where drain h = case pop h of { Nothing -> []; Just (x, h') -> x : drain h' }
main = print (heapSort [5, 2, 9, 1, 5, 6, -3]) >> putStrLn (heapSort "leftist")
---- trie
import qualified Data.Map as M
data Trie = Trie { end :: Bool, kids :: M.Map Char Trie }
empty :: Trie
empty = Trie { end = False, kids = M.empty }
insert :: String -> Trie -> Trie
insert [] t = t { end = True }
insert (c:cs) t = t { kids = M.insert c (insert cs sub) (kids t) }
  where sub = M.findWithDefault empty c (kids t)
withPrefix :: String -> Trie -> [String]
withPrefix p t = go p t
  where go [] n = map (p ++) (allWords n)
        go (c:cs) n = maybe [] (go cs) (M.lookup c (kids n))
        allWords n = [[] | end n] ++ [c : w | (c, k) <- M.toList (kids n), w <- allWords k]
main = do
  let t = foldr insert empty (words "car card care cat dog do")
  print (withPrefix "car" t)
  print (withPrefix "d" t, withPrefix "x" t)
---- minimax
import Data.List
import Data.Maybe
data Player = X | O deriving (Eq, Show)
type Board = [Maybe Player]
other X = O
other O = X
rows :: Board -> [[Maybe Player]]
rows b = map (map (b !!)) [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]]
winner :: Board -> Maybe Player
winner b = listToMaybe [p | p <- [X, O], any (all (== Just p)) (rows b)]
moves :: Board -> [Int]
moves b | isJust (winner b) = []
        | otherwise = [i | (i, Nothing) <- zip [0 ..] b]
play :: Player -> Int -> Board -> Board
play p i b = let (before, _ : after) = splitAt i b in before ++ Just p : after
score :: Player -> Board -> Int
score p b = case moves b of
  [] -> case winner b of { Just X -> 1; Just O -> -1; Nothing -> 0 }
  ms -> best p [score (other p) (play p m b) | m <- ms]
best X = maximum
best O = minimum
render :: Board -> String
render = intercalate "\n" . map (map cell) . chunk
  where chunk [] = []
        chunk xs = take 3 xs : chunk (drop 3 xs)
        cell = maybe '.' (head . show)
main = do
  let b = [Just X, Just O, Just X, Nothing, Just O, Nothing, Nothing, Nothing, Nothing]
  putStrLn (render b)
  print (score X b)
  print [(m, score O (play X m b)) | m <- moves b]
---- sudoku
import Data.List
solve :: [[Int]] -> [[[Int]]]
solve g = case [(r, c) | r <- [0 .. 3], c <- [0 .. 3], g !! r !! c == 0] of
  [] -> [g]
  ((r, c) : _) -> [s | v <- [1 .. 4], ok r c v, s <- solve (set r c v)]
  where
    ok r c v = v `notElem` (g !! r) && v `notElem` map (!! c) g && v `notElem` box r c
    box r c = [g !! i !! j | i <- near r, j <- near c]
    near k = let b = 2 * (k `div` 2) in [b, b + 1]
    set r c v = [[if (i, j) == (r, c) then v else x | (j, x) <- zip [0 ..] row] | (i, row) <- zip [0 ..] g]
main = mapM_ (putStrLn . unwords . map show) (head (solve [[1, 0, 0, 4], [0, 0, 1, 0], [0, 1, 0, 0], [4, 0, 0, 1]]))
---- life
import qualified Data.Set as Set
type Cell = (Int, Int)
step :: Set.Set Cell -> Set.Set Cell
step live = Set.fromList [c | c <- candidates, alive c]
  where
    candidates = Set.toList (Set.union live (Set.fromList (concatMap around (Set.toList live))))
    around (x, y) = [(x + dx, y + dy) | dx <- [-1 .. 1], dy <- [-1 .. 1], (dx, dy) /= (0, 0)]
    count c = length (filter (`Set.member` live) (around c))
    alive c | c `Set.member` live = count c `elem` [2, 3]
            | otherwise = count c == 3
main = do
  let blinker = Set.fromList [(1, 0), (1, 1), (1, 2)]
  mapM_ print (take 3 (iterate step blinker))
---- brainfuck
import Data.Char (chr, ord)
data Tape = Tape [Int] Int [Int]
run :: String -> String
run prog = go prog [] (Tape (repeat 0) 0 (repeat 0))
  where
    go [] _ _ = []
    go (c:cs) done t@(Tape (l:ls) x (r:rs)) = case c of
      '>' -> next (Tape (x : l : ls) r rs)
      '<' -> next (Tape ls l (x : r : rs))
      '+' -> next (Tape (l:ls) ((x + 1) `mod` 256) (r:rs))
      '-' -> next (Tape (l:ls) ((x - 1) `mod` 256) (r:rs))
      '.' -> chr x : next t
      '[' | x == 0 -> let (d, rest) = skip 0 cs (c : done) in go rest d t
      ']' | x /= 0 -> let (d, rest) = back 0 done (c : cs) in go rest d t
      _ -> next t
      where next = go cs (c : done)
    skip n (']':cs) d | n == 0 = (']' : d, cs)
                      | otherwise = skip (n - 1) cs (']' : d)
    skip n ('[':cs) d = skip (n + 1) cs ('[' : d)
    skip n (c:cs) d = skip n cs (c : d)
    skip _ [] d = (d, [])
    back n ('[':ds) cs | n == 0 = ('[' : ds, cs)
                       | otherwise = back (n - 1) ds ('[' : cs)
    back n (']':ds) cs = back (n + 1) ds (']' : cs)
    back n (d:ds) cs = back n ds (d : cs)
    back _ [] cs = ([], cs)
main = putStrLn (run "++++++[>++++++++++++<-]>.>++++++++++[>++++++++++<-]>+.+++++++..+++.")
---- stack_machine
data Expr = Lit Int | Add Expr Expr | Mul Expr Expr | Let String Expr Expr | Ref String
data Op = Push Int | AddOp | MulOp | Load Int | Slide deriving (Show, Eq)
compile :: [String] -> Expr -> [Op]
compile env e = case e of
  Lit n -> [Push n]
  Add a b -> compile env a ++ compile ("" : env) b ++ [AddOp]
  Mul a b -> compile env a ++ compile ("" : env) b ++ [MulOp]
  Let x a b -> compile env a ++ compile (x : env) b ++ [Slide]
  Ref x -> [Load (length (takeWhile (/= x) env))]
exec :: [Op] -> [Int] -> Either String [Int]
exec [] st = Right st
exec (op : ops) st = step op st >>= exec ops
  where
    step (Push n) st = Right (n : st)
    step AddOp (b : a : st) = Right (a + b : st)
    step MulOp (b : a : st) = Right (a * b : st)
    step (Load i) st | i < length st = Right (st !! i : st)
    step Slide (v : _ : st) = Right (v : st)
    step op _ = Left ("stack underflow at " ++ show op)
main = do
  let prog = Let "x" (Add (Lit 2) (Lit 3)) (Mul (Ref "x") (Add (Ref "x") (Lit 1)))
  print (compile [] prog)
  print (exec (compile [] prog) [])
  print (exec [Push 1, AddOp] [])
---- shapes
class Shape a where
  area :: a -> Double
  perimeter :: a -> Double
  name :: a -> String
  name _ = "shape"
  describe :: a -> String
  describe s = name s ++ " with area " ++ show (area s) ++ " and perimeter " ++ show (perimeter s)
data Circle = Circle { radius :: Double }
data Rect = Rect { width, height :: Double }
instance Shape Circle where
  area (Circle r) = pi * r ^ 2
  perimeter (Circle r) = 2 * pi * r
  name _ = "circle"
instance Shape Rect where
  area r = width r * height r
  perimeter Rect { width = w, height = h } = 2 * (w + h)
main = do
  putStrLn (describe (Circle 1.5))
  putStrLn (describe (Rect 2 3))
  let r = Rect { width = 1, height = 2 }
  print (area r { height = 10 })
---- bank
import qualified Data.Map as Map
data Account = Account { owner :: String, balance :: Double } deriving (Show, Eq)
data Error = NoSuch Int | Insufficient { needed, available :: Double } deriving (Show, Eq)
type Bank = Map.Map Int Account
withdraw :: Int -> Double -> Bank -> Either Error Bank
withdraw k amount bank = do
  a <- maybe (Left (NoSuch k)) Right (Map.lookup k bank)
  if balance a < amount
    then Left Insufficient { needed = amount, available = balance a }
    else Right (Map.insert k a { balance = balance a - amount } bank)
deposit :: Int -> Double -> Bank -> Either Error Bank
deposit k amount bank
  | Map.member k bank = Right (Map.adjust (\a -> a { balance = balance a + amount }) k bank)
  | otherwise = Left (NoSuch k)
transfer :: Int -> Int -> Double -> Bank -> Either Error Bank
transfer from to amount bank = withdraw from amount bank >>= deposit to amount
main = do
  let bank = Map.fromList [(1, Account "Ann" 100), (2, Account "Bob" 50.5)]
  print (transfer 1 2 30 bank)
  print (transfer 2 1 80 bank)
  print (transfer 1 3 10 bank)
---- writer_monad
newtype Writer w a = Writer { runWriter :: (a, w) }
instance Functor (Writer w) where
  fmap f (Writer (a, w)) = Writer (f a, w)
instance Monoid w => Applicative (Writer w) where
  pure a = Writer (a, mempty)
  Writer (f, w1) <*> Writer (a, w2) = Writer (f a, w1 <> w2)
instance Monoid w => Monad (Writer w) where
  return = pure
  Writer (a, w) >>= f = let Writer (b, w') = f a in Writer (b, w <> w')
tell :: w -> Writer w ()
tell w = Writer ((), w)
gcdLog :: Int -> Int -> Writer [String] Int
gcdLog a 0 = do
  tell ["done: " ++ show a]
  return a
gcdLog a b = do
  tell [show a ++ " mod " ++ show b ++ " = " ++ show (a `mod` b)]
  gcdLog b (a `mod` b)
main = do
  let (r, logs) = runWriter (gcdLog 48 18)
  print r
  mapM_ putStrLn logs
---- differentiation
data Expr = X | C Double | Expr :+ Expr | Expr :* Expr | Sin Expr | Cos Expr | Expr :^ Int
infixl 6 :+
infixl 7 :*
infixr 8 :^
instance Num Expr where
  (+) = (:+)
  (*) = (:*)
  negate e = C (-1) :* e
  abs = undefined
  signum = undefined
  fromInteger = C . fromInteger
simp :: Expr -> Expr
simp (a :+ b) = case (simp a, simp b) of
  (C 0, y) -> y
  (x, C 0) -> x
  (C m, C n) -> C (m + n)
  (x, y) -> x :+ y
simp (a :* b) = case (simp a, simp b) of
  (C 0, _) -> C 0
  (_, C 0) -> C 0
  (C 1, y) -> y
  (x, C 1) -> x
  (C m, C n) -> C (m * n)
  (x, y) -> x :* y
simp (e :^ 1) = simp e
simp (e :^ 0) = C 1
simp (e :^ n) = simp e :^ n
simp (Sin e) = Sin (simp e)
simp (Cos e) = Cos (simp e)
simp e = e
d :: Expr -> Expr
d X = 1
d (C _) = 0
d (a :+ b) = d a + d b
d (a :* b) = d a * b + a * d b
d (e :^ n) = fromIntegral n * e :^ (n - 1) * d e
d (Sin e) = Cos e * d e
d (Cos e) = negate (Sin e) * d e
eval :: Double -> Expr -> Double
eval x X = x
eval _ (C c) = c
eval x (a :+ b) = eval x a + eval x b
eval x (a :* b) = eval x a * eval x b
eval x (e :^ n) = eval x e ^ n
eval x (Sin e) = sin (eval x e)
eval x (Cos e) = cos (eval x e)
pretty :: Expr -> String
pretty e = go 0 e ""
  where
    go _ X = showString "x"
    go _ (C c) = shows c
    go p (a :+ b) = showParen (p > 6) (go 6 a . showString " + " . go 7 b)
    go p (a :* b) = showParen (p > 7) (go 7 a . showString "*" . go 8 b)
    go p (e :^ n) = go 9 e . showChar '^' . shows n
    go _ (Sin e) = showString "sin(" . go 0 e . showChar ')'
    go _ (Cos e) = showString "cos(" . go 0 e . showChar ')'
main = do
  let e = X :^ 3 + 2 * X * Sin X
  putStrLn (pretty (simp (d e)))
  print (eval 2 (d (X :^ 3 + 3 * X)))
---- polynomials
newtype Poly = Poly [Int] deriving Eq
instance Show Poly where
  show (Poly cs) = case [term c i | (c, i) <- reverse (zip cs [0 :: Int ..]), c /= 0] of
    [] -> "0"
    ts -> foldr1 (\a b -> a ++ " + " ++ b) ts
    where term c 0 = show c
          term c 1 = coef c ++ "x"
          term c i = coef c ++ "x^" ++ show i
          coef 1 = ""
          coef c = show c
instance Num Poly where
  Poly a + Poly b = Poly (zipLong a b)
    where zipLong (x:xs) (y:ys) = (x + y) : zipLong xs ys
          zipLong xs [] = xs
          zipLong [] ys = ys
  Poly a * Poly b = sum [Poly (replicate i 0 ++ map (* c) b) | (c, i) <- zip a [0 ..]]
  negate (Poly a) = Poly (map negate a)
  abs = id
  signum = id
  fromInteger n = Poly [fromInteger n]
x :: Poly
x = Poly [0, 1]
main = do
  print ((x + 1) ^ 3)
  print ((x - 1) * (x + 1))
  print (sum [x, 2, x * x] == x * x + x + 2)
---- matrix
import Data.List (transpose, intercalate)
newtype Matrix = Matrix [[Integer]] deriving Eq
instance Show Matrix where
  show (Matrix rows) = intercalate "\n" (map (unwords . map show) rows)
mul :: Matrix -> Matrix -> Matrix
mul (Matrix a) (Matrix b) = Matrix [[sum (zipWith (*) r c) | c <- cols] | r <- a] where cols = transpose b
identity :: Int -> Matrix
identity n = Matrix [[if i == j then 1 else 0 | j <- [1 .. n]] | i <- [1 .. n]]
power :: Matrix -> Int -> Matrix
power m 0 = let Matrix rows = m in identity (length rows)
power m n
  | even n = let half = power m (n `div` 2) in half `mul` half
  | otherwise = m `mul` power m (n - 1)
det :: [[Integer]] -> Integer
det [[a]] = a
det (row : rest) = sum [s * a * det (minor i) | (s, a, i) <- zip3 (cycle [1, -1]) row [0 ..]]
  where minor i = [take i r ++ drop (i + 1) r | r <- rest]
main = do
  print (power (Matrix [[1, 1], [1, 0]]) 90)
  print (det [[2, 0, 1], [1, 3, 2], [1, 1, 1]])
---- topological_sort
import qualified Data.Map as M
import Data.List (sort)
type Graph = M.Map String [String]
topo :: Graph -> Either [String] [String]
topo g = go (indeg g) [n | (n, 0) <- M.toList (indeg g)] []
  where
    go deg [] acc | length acc == M.size deg = Right (reverse acc)
                  | otherwise = Left (sort [n | n <- M.keys deg, n `notElem` acc])
    go deg (n : ready) acc =
      let outs = M.findWithDefault [] n g
          deg' = foldr (M.adjust (subtract 1)) deg outs
          new = [m | m <- outs, deg' M.! m == 0]
      in go deg' (ready ++ new) (n : acc)
    indeg g = M.unionWith (+) (M.fromList [(n, 0) | n <- M.keys g ++ concat (M.elems g)])
                (M.fromListWith (+) [(m, 1) | ms <- M.elems g, m <- ms])
main = do
  print (topo (M.fromList [("shirt", ["tie", "belt"]), ("tie", ["jacket"]), ("trousers", ["shoes", "belt"]), ("belt", ["jacket"])]))
  print (topo (M.fromList [("a", ["b"]), ("b", ["c"]), ("c", ["b"])]))
---- zipper
data Tree a = Leaf | Node (Tree a) a (Tree a) deriving (Show, Eq)
data Crumb a = L a (Tree a) | R (Tree a) a deriving Show
type Zipper a = (Tree a, [Crumb a])
left, right, up :: Zipper a -> Maybe (Zipper a)
left (Node l x r, bs) = Just (l, L x r : bs)
left _ = Nothing
right (Node l x r, bs) = Just (r, R l x : bs)
right _ = Nothing
up (t, L x r : bs) = Just (Node t x r, bs)
up (t, R l x : bs) = Just (Node l x t, bs)
up (_, []) = Nothing
modify :: (a -> a) -> Zipper a -> Zipper a
modify f (Node l x r, bs) = (Node l (f x) r, bs)
modify _ z = z
top :: Zipper a -> Tree a
top z = maybe (fst z) top (up z)
main = do
  let t = Node (Node Leaf 1 Leaf) 2 (Node Leaf 3 Leaf)
  print (fmap (top . modify (* 10)) (left (t, [])))
  print (left (t, []) >>= up >>= right >>= right >>= right)
---- roman
romans :: [(Int, String)]
romans = zip [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1] (words "M CM D CD C XC L XL X IX V IV I")
toRoman :: Int -> String
toRoman 0 = ""
toRoman n = let (v, s) = head (dropWhile ((> n) . fst) romans) in s ++ toRoman (n - v)
fromRoman :: String -> Maybe Int
fromRoman s = go s romans
  where
    go "" _ = Just 0
    go _ [] = Nothing
    go s ((v, r) : rest)
      | Just s' <- strip r s = (v +) <$> go s' ((v, r) : rest)
      | otherwise = go s rest
    strip [] ys = Just ys
    strip (x:xs) (y:ys) | x == y = strip xs ys
    strip _ _ = Nothing
main = do
  print (map toRoman [1, 4, 9, 14, 40, 90, 400, 1994, 2023])
  print (map fromRoman ["MCMXCIV", "XIV", "ABC"])
---- vigenere
import Data.Char
shift :: (Int -> Int -> Int) -> Char -> Char -> Char
shift op k c
  | isUpper c = rot 'A'
  | isLower c = rot 'a'
  | otherwise = c
  where rot base = chr (ord base + (ord c - ord base) `op` (ord (toUpper k) - ord 'A') `mod` 26)
vig :: (Int -> Int -> Int) -> String -> String -> String
vig op key = snd . foldl step (cycle key, "")
  where step (k:ks, out) c | isAlpha c = (ks, out ++ [shift (\a b -> (a `op` b) `mod` 26) k c])
                           | otherwise = (k:ks, out ++ [c])
main = do
  let secret = vig (+) "Lemon" "Attack at Dawn!"
  putStrLn secret
  putStrLn (vig (-) "Lemon" secret)
---- text_wrap
wrap :: Int -> String -> [String]
wrap n = reverse . map unwords . foldl add [] . words
  where
    add [] w = [[w]]
    add (l : ls) w
      | length (unwords (l ++ [w])) <= n = (l ++ [w]) : ls
      | otherwise = [w] : l : ls
center :: Int -> String -> String
center n s = replicate pad ' ' ++ s where pad = (n - length s) `div` 2
main = do
  mapM_ putStrLn (wrap 20 "the quick brown fox jumps over the lazy dog and runs away")
  putStrLn (center 11 "mid" ++ "|")
---- bowling
data Frame = Strike | Spare Int | Open Int Int deriving (Show, Eq)
frames :: [Int] -> [Frame]
frames [] = []
frames (10 : rest) = Strike : frames rest
frames (a : b : rest) | a + b == 10 = Spare a : frames rest
                      | otherwise = Open a b : frames rest
frames [_] = []
score :: [Int] -> Int
score = go 1
  where
    go 11 _ = 0
    go n (10 : rest@(a : b : _)) = 10 + a + b + go (n + 1) rest
    go n (a : b : rest@(c : _)) | a + b == 10 = 10 + c + go (n + 1) rest
    go n (a : b : rest) = a + b + go (n + 1) rest
    go _ _ = 0
main = do
  print (score (replicate 12 10), score (replicate 21 5), score (take 20 (cycle [9, 0])))
  print (frames [10, 3, 7, 4, 2])
---- luhn_isbn
digits :: Integer -> [Int]
digits = map (\c -> fromEnum c - fromEnum '0') . show
luhn :: Integer -> Bool
luhn n = total `mod` 10 == 0
  where total = sum (zipWith ($) (cycle [id, double]) (reverse (digits n)))
        double d | d > 4 = 2 * d - 9
                 | otherwise = 2 * d
isbn13 :: Integer -> Bool
isbn13 n = (sum . zipWith (*) (cycle [1, 3]) . digits) n `mod` 10 == 0
main = print (map luhn [49927398716, 49927398717, 1234567812345670]) >> print (isbn13 9780306406157)
---- calendar
data Day = Mon | Tue | Wed | Thu | Fri | Sat | Sun deriving (Show, Eq, Ord, Enum, Bounded)
leap :: Int -> Bool
leap y = y `mod` 4 == 0 && (y `mod` 100 /= 0 || y `mod` 400 == 0)
daysIn :: Int -> Int -> Int
daysIn y m
  | m == 2 = if leap y then 29 else 28
  | m `elem` [4, 6, 9, 11] = 30
  | otherwise = 31
weekday :: Int -> Int -> Int -> Day
weekday y m d = toEnum ((total - 1) `mod` 7)
  where total = sum [if leap i then 366 else 365 | i <- [1 .. y - 1]] + sum [daysIn y i | i <- [1 .. m - 1]] + d
calendar :: Int -> Int -> [String]
calendar y m = unwords [take 2 (show d) | d <- [minBound .. maxBound :: Day]] : chunks cells
  where cells = replicate (fromEnum (weekday y m 1)) "  " ++ map pad [1 .. daysIn y m]
        pad n = (if n < 10 then " " else "") ++ show n
        chunks [] = []
        chunks cs = let (a, b) = splitAt 7 cs in unwords a : chunks b
main = do
  print (weekday 2024 2 29, [d | d <- [Mon ..], d > Thu], succ Mon, pred Sun)
  mapM_ putStrLn (calendar 2023 10)
---- knot
import Data.List (unfoldr)
primes :: [Int]
primes = 2 : filter isPrime [3, 5 ..]
isPrime n = all (\p -> n `mod` p /= 0) (takeWhile (\p -> p * p <= n) primes)
hamming :: [Integer]
hamming = 1 : merge (map (* 2) hamming) (merge (map (* 3) hamming) (map (* 5) hamming))
  where merge xx@(x:xs) yy@(y:ys) | x < y = x : merge xs yy
                                  | x > y = y : merge xx ys
                                  | otherwise = x : merge xs ys
pascal :: [[Integer]]
pascal = iterate (\row -> zipWith (+) (0 : row) (row ++ [0])) [1]
data Tree = Leaf Int | Fork Tree Tree deriving Show
repMin :: Tree -> Tree
repMin t = t' where
  (t', m) = go t
  go (Leaf n) = (Leaf m, n)
  go (Fork l r) = let (l', a) = go l; (r', b) = go r in (Fork l' r', min a b)
main = do
  print (takeWhile (< 50) primes, primes !! 200)
  print (take 15 hamming)
  mapM_ print (take 5 pascal)
  print (repMin (Fork (Leaf 3) (Fork (Leaf 1) (Leaf 2))))
  print (unfoldr (\n -> if n > 100 then Nothing else Just (n, n * 2)) 1)
---- numeric_methods
newton :: (Double -> Double) -> (Double -> Double) -> Double -> Double
newton f f' x0 = until (\x -> abs (f x) < 1e-10) (\x -> x - f x / f' x) x0
integrate :: (Double -> Double) -> Double -> Double -> Int -> Double
integrate f a b n = h * (f a / 2 + sum [f (a + fromIntegral i * h) | i <- [1 .. n - 1]] + f b / 2)
  where h = (b - a) / fromIntegral n
mean, stddev :: [Double] -> Double
mean xs = sum xs / fromIntegral (length xs)
stddev xs = sqrt (sum [(x - m) ^ 2 | x <- xs] / fromIntegral (length xs)) where m = mean xs
main = do
  print (newton (\x -> x * x - 2) (* 2) 1)
  print (integrate (\x -> x * x) 0 3 100)
  print (mean [1, 2, 3, 4], stddev [2, 4, 4, 4, 5, 5, 7, 9])
  print (round 2.5, round 3.5, truncate (-2.7), floor (-2.1), ceiling 2.1)
  print (fromIntegral (length "abc") / 2, 7 `divMod` (-2), (-7) `quotRem` 2, 2 ** 0.5, 10 ^ 20)
---- turing_machine
import qualified Data.Map as M
data Dir = L | R deriving (Eq, Show)
type Rules = M.Map (String, Char) (String, Char, Dir)
run :: Rules -> String -> String -> String
run rules start input = go start (repeat '_') input
  where
    go "halt" ls rs = takeWhile (/= '_') rs
    go q (l:ls) rs0 =
      let (c, rs) = case rs0 of { [] -> ('_', []); (x:xs) -> (x, xs) }
      in case M.lookup (q, c) rules of
           Nothing -> "stuck in " ++ q ++ " at " ++ [c]
           Just (q', c', R) -> go q' (c' : l : ls) rs
           Just (q', c', L) -> go q' ls (l : c' : rs)
increment :: Rules
increment = M.fromList
  [ (("right", '0'), ("right", '0', R)), (("right", '1'), ("right", '1', R)), (("right", '_'), ("carry", '_', L))
  , (("carry", '1'), ("carry", '0', L)), (("carry", '0'), ("back", '1', L)), (("carry", '_'), ("back", '1', L))
  , (("back", '0'), ("back", '0', L)), (("back", '1'), ("back", '1', L)), (("back", '_'), ("halt", '_', R)) ]
main = mapM_ (putStrLn . run increment "right") ["1011", "111", "0", "12"]
---- regex
data Re = Eps | Chr Char | Any | Seq Re Re | Alt Re Re | Star Re
match :: Re -> String -> Bool
match r s = go r s null
  where
    go Eps s k = k s
    go (Chr c) (x:xs) k = c == x && k xs
    go Any (_:xs) k = k xs
    go (Seq a b) s k = go a s (\s' -> go b s' k)
    go (Alt a b) s k = go a s k || go b s k
    go r@(Star a) s k = k s || go a s (\s' -> s' /= s && go r s' k)
    go _ [] _ = False
str :: String -> Re
str = foldr (Seq . Chr) Eps
main = print [match re s | re <- [Seq (Star (Chr 'a')) (Chr 'b'), Alt (str "cat") (str "dog"), Star (Alt (str "ab") (str "a"))], s <- ["aab", "dog", "aba", ""]]
---- json
import Data.List (intercalate)
data JSON = Null | Bool Bool | Num Double | Str String | Arr [JSON] | Obj [(String, JSON)] deriving (Eq, Show)
class ToJSON a where
  toJSON :: a -> JSON
  listToJSON :: [a] -> JSON
  listToJSON = Arr . map toJSON
instance ToJSON Bool where toJSON = Bool
instance ToJSON Int where toJSON = Num . fromIntegral
instance ToJSON Char where
  toJSON c = Str [c]
  listToJSON = Str
instance ToJSON a => ToJSON [a] where toJSON = listToJSON
instance ToJSON a => ToJSON (Maybe a) where
  toJSON Nothing = Null
  toJSON (Just x) = toJSON x
instance (ToJSON a, ToJSON b) => ToJSON (a, b) where
  toJSON (a, b) = Arr [toJSON a, toJSON b]
render :: JSON -> String
render Null = "null"
render (Bool b) = if b then "true" else "false"
render (Num n) | n == fromIntegral (truncate n) = show (truncate n)
               | otherwise = show n
render (Str s) = show s
render (Arr xs) = "[" ++ intercalate "," (map render xs) ++ "]"
render (Obj fs) = "{" ++ intercalate "," [show k ++ ":" ++ render v | (k, v) <- fs] ++ "}"
main = do
  putStrLn (render (toJSON [(1 :: Int, Just "one"), (2, Nothing)]))
  putStrLn (render (Obj [("ok", toJSON True), ("items", toJSON [Just 'x', Nothing]), ("pi", Num 3.25)]))
---- free_monoid_fold
import Data.Monoid
data Tree a = Empty | Node (Tree a) a (Tree a)
instance Foldable Tree where
  foldMap _ Empty = mempty
  foldMap f (Node l x r) = foldMap f l <> f x <> foldMap f r
instance Functor Tree where
  fmap _ Empty = Empty
  fmap f (Node l x r) = Node (fmap f l) (f x) (fmap f r)
instance Traversable Tree where
  traverse _ Empty = pure Empty
  traverse f (Node l x r) = Node <$> traverse f l <*> f x <*> traverse f r
fromList :: Ord a => [a] -> Tree a
fromList = foldr ins Empty
  where ins x Empty = Node Empty x Empty
        ins x t@(Node l y r) = case compare x y of
          LT -> Node (ins x l) y r
          GT -> Node l y (ins x r)
          EQ -> t
main = do
  let t = fromList [4, 2, 6, 1, 3, 5, 7 :: Int]
  print (sum t, product t, maximum t, length t, elem 3 t, foldr (:) [] t)
  print (getAll (foldMap (All . (> 0)) t), getSum (foldMap Sum t))
  print (fmap sum (traverse (\x -> if x > 0 then Just (x * 2) else Nothing) t))
  mapM_ print (fmap show (fromList "ba"))
---- mutual_and_local
isEven', isOdd' :: Int -> Bool
isEven' 0 = True
isEven' n = isOdd' (n - 1)
isOdd' 0 = False
isOdd' n = isEven' (n - 1)
ackermann :: Int -> Int -> Int
ackermann 0 n = n + 1
ackermann m 0 = ackermann (m - 1) 1
ackermann m n = ackermann (m - 1) (ackermann m (n - 1))
compose :: [a -> a] -> a -> a
compose = foldr (.) id
infixl 1 |>
(|>) :: a -> (a -> b) -> b
x |> f = f x
main = do
  print (isEven' 100, isOdd' 7)
  print (ackermann 2 3)
  print (compose [(+ 1), (* 2), subtract 3] 10)
  print ([1 .. 10] |> filter even |> map (^ 2) |> sum)
  let pairs@((a, b) : _) = zip [1 ..] "xyz"
      go 0 acc = acc
      go n acc | odd n, let m = n * n, m > 10 = go (n - 1) (m : acc)
               | otherwise = go (n - 1) acc
  print (pairs, a, b, go 9 [])
  print $ let y = 1; z = 2 in y + z
  print [if even x then "even" else "odd" | x <- [1 .. 3]]
---- reading_input
main = do
  let input = "3\n10 20\n5 x\n7 8\n"
      (n : rest) = lines input
      parse l = case map reads (words l) of
        [[(a, "")], [(b, "")]] -> Right (a + b :: Int)
        _ -> Left l
  print (read n :: Int)
  print (map parse rest)
  print (read "[(1,\"a\"),(2,\"b\")]" :: [(Int, String)])
  print (read " ( 3 , -4 ) " :: (Int, Int))
---- tree_printing
data Rose a = Rose a [Rose a]
draw :: Show a => Rose a -> [String]
draw (Rose x kids) = show x : go kids
  where
    go [] = []
    go [k] = indent "`- " "   " (draw k)
    go (k : ks) = indent "|- " "|  " (draw k) ++ go ks
    indent first other = zipWith (++) (first : repeat other)
depth :: Rose a -> Int
depth (Rose _ []) = 1
depth (Rose _ ks) = 1 + maximum (map depth ks)
main = do
  let t = Rose 1 [Rose 2 [Rose 4 [], Rose 5 []], Rose 3 [Rose 6 []]]
  mapM_ putStrLn (draw t)
  print (depth t)
---- gadget_classes
class Monoid' a where
  (<+>) :: a -> a -> a
  neutral :: a
infixr 6 <+>
newtype MaxI = MaxI Int deriving (Show, Eq, Ord)
instance Monoid' MaxI where
  MaxI a <+> MaxI b = MaxI (max a b)
  neutral = MaxI minBound
instance Monoid' b => Monoid' (a -> b) where
  f <+> g = \x -> f x <+> g x
  neutral = const neutral
instance (Monoid' a, Monoid' b) => Monoid' (a, b) where
  (a, b) <+> (c, d) = (a <+> c, b <+> d)
  neutral = (neutral, neutral)
instance Monoid' [a] where
  (<+>) = (++)
  neutral = []
mconcat' :: Monoid' a => [a] -> a
mconcat' = foldr (<+>) neutral
main = do
  print (mconcat' (map MaxI [3, 9, 2]))
  print (mconcat' [("a", MaxI 1), ("b", MaxI 5)])
  print ((show <+> const "-" <+> (reverse . show)) 123)
  print (mconcat' [] :: (String, MaxI))
---- enum_ranges
data Suit = Clubs | Diamonds | Hearts | Spades deriving (Show, Read, Eq, Ord, Enum, Bounded)
data Card = Card { rank :: Int, suit :: Suit } deriving (Eq, Ord)
instance Show Card where
  show (Card r s) = face ++ [head (show s)]
    where face = case r of { 11 -> "J"; 12 -> "Q"; 13 -> "K"; 14 -> "A"; n -> show n }
deck :: [Card]
deck = [Card r s | s <- [minBound ..], r <- [2 .. 14]]
shuffle :: Int -> [a] -> [a]
shuffle _ [] = []
shuffle seed xs = let i = seed `mod` length xs; (a, x : b) = splitAt i xs
                  in x : shuffle ((seed * 1103515245 + 12345) `mod` 2147483648) (a ++ b)
main = do
  print (take 5 (shuffle 42 deck))
  print (maximum (take 10 (shuffle 7 deck)), [Clubs, Hearts ..], read "Hearts" :: Suit)
  print [1.0, 1.5 .. 3.0]
  print (['a', 'c' .. 'i'], [10, 8 .. 1], [3 .. 1], fromEnum 'A', (toEnum 98 :: Char))
  print (minBound :: Suit, maxBound :: Int, (maxBound :: Char) > 'z')
---- either_validation
import Data.Char (isDigit, isUpper, isLower)
import Data.Either (lefts, rights, partitionEithers)
data Problem = TooShort Int | NoDigit | NoUpper | Same deriving (Show, Eq)
check :: String -> Either Problem String
check s
  | n < 8 = Left (TooShort n)
  | not (any isDigit s) = Left NoDigit
  | not (any isUpper s) = Left NoUpper
  | all (== head s) s = Left Same
  | otherwise = Right s
  where n = length s
main = do
  let rs = map check ["abc", "abcdefgh", "abcdefg1", "Abcdefg1"]
  mapM_ (either (putStrLn . ("bad: " ++) . show) (putStrLn . ("ok: " ++))) rs
  print (length (lefts rs), rights rs)
  print (sequence (rights rs `seq` [Right 1, Left "x", Right 2, Left "y"]))
  print (mapM (\x -> if x > 0 then Just x else Nothing) [1, 2, 3], traverse (\x -> [x, x + 10]) [1, 2])
---- continuation
newtype Cont r a = Cont { runCont :: (a -> r) -> r }
instance Functor (Cont r) where fmap f c = Cont $ \k -> runCont c (k . f)
instance Applicative (Cont r) where
  pure a = Cont ($ a)
  cf <*> ca = Cont $ \k -> runCont cf (\f -> runCont ca (k . f))
instance Monad (Cont r) where c >>= f = Cont $ \k -> runCont c (\a -> runCont (f a) k)
callCC :: ((a -> Cont r b) -> Cont r a) -> Cont r a
callCC f = Cont $ \k -> runCont (f (\a -> Cont $ \_ -> k a)) k
safeDiv :: Int -> Int -> Cont r (Either String Int)
safeDiv a b = callCC $ \exit -> do
  if b == 0 then exit (Left "divide by zero") else return (Right 0)
  return (Right (a `div` b))
main = do
  print (runCont (safeDiv 7 2) id)
  print (runCont (safeDiv 7 0) id)
  print (runCont (mapM (\x -> Cont (\k -> k x ++ k (x * 10))) [1, 2]) (\xs -> [sum xs]))
---- church_and_y
newtype Church = Church { unChurch :: (Int -> Int) -> Int -> Int }
newtype Mu a = Mu (Mu a -> a)
fix' :: (a -> a) -> a
fix' f = let x = f x in x
y :: (a -> a) -> a
y f = (\h -> h $ Mu h) (\x -> f . (\(Mu g) -> g) x $ x)
toInt :: Church -> Int
toInt (Church n) = n (+ 1) 0
suc (Church n) = Church (\f -> f . n f)
add (Church m) (Church n) = Church (\f -> m f . n f)
mul (Church m) (Church n) = Church (m . n)
main = do
  let two = suc (suc (Church (\_ x -> x)))
      three = suc two
  print (toInt (add two three), toInt (mul three (mul two three)))
  print (fix' (\rec n -> if n <= 1 then 1 else n * rec (n - 1)) (20 :: Integer))
  print (map fst (take 5 (fix' (\xs -> (0, 1) : map (\(a, b) -> (b, a + b)) xs))))
---- knights
import Data.List (minimumBy, (\\))
import Data.Ord (comparing)
type Pos = (Int, Int)
moves :: Int -> Pos -> [Pos]
moves n (r, c) = [(r', c') | (dr, dc) <- [(1, 2), (2, 1)], sr <- [1, -1], sc <- [1, -1]
                           , let r' = r + sr * dr; c' = c + sc * dc, inside r', inside c']
  where inside k = 0 <= k && k < n
tour :: Int -> Pos -> [Pos]
tour n start = go [start]
  where
    go path@(p : _)
      | length path == n * n = reverse path
      | null next = reverse path
      | otherwise = go (minimumBy (comparing degree) next : path)
      where next = moves n p \\ path
            degree q = length (moves n q \\ path)
main = do
  let t = tour 5 (0, 0)
  print (length t)
  print (take 6 t)
---- anagrams
import Data.List
import Data.Char (toLower)
import qualified Data.Map as M
import Data.Function (on)
import Data.Ord (comparing, Down (..))
anagrams :: [String] -> [[String]]
anagrams ws = filter ((> 1) . length) (M.elems (M.fromListWith (flip (++)) [(sort (map toLower w), [w]) | w <- ws]))
frequency :: String -> [(Char, Int)]
frequency = sortBy (comparing (Down . snd) <> comparing fst) . map (\g -> (head g, length g)) . group . sort . filter (/= ' ')
main = do
  print (anagrams (words "listen silent enlist google elbow below inlets cat act"))
  print (take 4 (frequency "the rain in spain"))
  print (groupBy ((==) `on` (`div` 10)) [1, 5, 11, 12, 25, 31, 39])
  print (sortOn negate [3, 1, 2], insertBy (comparing snd) (9, 'b') [(1, 'a'), (2, 'c')], nub [1, 2, 1], [1, 2, 3, 4] \\ [2, 4])
  print (isInfixOf "nan" "banana", zip3 [1, 2] "ab" [True, False], lookup 2 [(1, "a"), (2, "b")])
  print (partition even [1 .. 6], span even [2, 4, 5, 6], splitAt 2 "hello", foldl' (flip (:)) [] [1, 2, 3])
---- reading_safely
import Text.Read (readMaybe, readEither)
import Data.Ord (Down (..), comparing)
import Data.List (sortBy, sortOn)
data Shape = Circle Double | Square { side :: Int } deriving (Show, Read, Eq, Ord)
command :: String -> String
command line = case words line of
  ["add", a, b] | Just x <- readMaybe a, Just y <- readMaybe b -> show (x + y :: Int)
  ["shout", w] -> w ++ "!"
  _ -> "what?"
main = do
  print (map readMaybe ["1", " 2 ", "3x", "", "1.5", "-4", "1e3"] :: [Maybe Int])
  print (map readMaybe ["1", "2.5", "1e3", ".5", "Infinity"] :: [Maybe Double])
  print (readMaybe "Circle 2.5" :: Maybe Shape, readMaybe "Square {side = 3}" :: Maybe Shape, readMaybe "Square 3" :: Maybe Shape)
  print (readEither "x" :: Either String Int, readEither "[1,2]" :: Either String [Int])
  print (reads "12 apples" :: [(Int, String)], reads "apples" :: [(Int, String)], reads "1.5m" :: [(Double, String)])
  print (reads "(1,True) rest" :: [((Int, Bool), String)], reads "1.5" :: [(Int, String)], reads "7abc" :: [(Int, String)])
  mapM_ (putStrLn . command) ["add 1 2", "add 1 x", "shout hey", "go"]
  print (sortOn Down [3, 1, 2], sortBy (comparing Down) "hello", Down 3 < Down 2, maximum (map Down [1, 5]))
