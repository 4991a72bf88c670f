---- own_class
class Shape a where { area :: a -> Double; name :: a -> String; name _ = "shape" }
data Sq = Sq Double
data Ci = Ci Double
instance Shape Sq where { area (Sq a) = a * a; name _ = "square" }
instance Shape Ci where area (Ci r) = 3 * r * r
describe :: Shape a => a -> String
describe s = name s ++ " " ++ show (area s)
main = putStrLn (describe (Sq 2)) >> putStrLn (describe (Ci 1))
---- show_instance
data V = V Int Int
instance Show V where show (V a b) = "<" ++ show a ++ "|" ++ show b ++ ">"
main = print (V 1 2) >> print [V 1 2, V 3 4] >> print (Just (V 0 0), "x") >> putStrLn (show (V 5 6))
---- shows_prec_instance
data E = N Int | E :+ E | E :* E
instance Show E where
  showsPrec _ (N n) = shows n
  showsPrec d (a :+ b) = showParen (d > 6) (showsPrec 6 a . showString " + " . showsPrec 7 b)
  showsPrec d (a :* b) = showParen (d > 7) (showsPrec 7 a . showString " * " . showsPrec 8 b)
main = print ((N 1 :+ N 2) :* N 3) >> print [N 1 :+ (N 2 :* N 3)] >> print (Just (N 1 :+ N 2))
---- eq_instance
data Mod7 = Mod7 Int
instance Eq Mod7 where Mod7 a == Mod7 b = a `mod` 7 == b `mod` 7
main = print (Mod7 1 == Mod7 8, Mod7 1 /= Mod7 2, elem (Mod7 15) [Mod7 0, Mod7 1], [Mod7 1] == [Mod7 8])
---- ord_instance
data P = P String Int deriving (Eq, Show)
instance Ord P where compare (P _ a) (P _ b) = compare b a
main = print (maximum [P "a" 3, P "b" 1]) >> print (P "a" 1 < P "b" 2, max (P "x" 1) (P "y" 2), compare (Just (P "" 1)) Nothing)
---- ord_by_lesseq
import Data.List (sort)
newtype Len = Len String deriving (Eq, Show)
instance Ord Len where Len a <= Len b = length a <= length b
main = print (sort [Len "ccc", Len "a", Len "bb"]) >> print (compare (Len "x") (Len "yy"))
---- num_instance
data V2 = V2 Int Int deriving (Show, Eq)
instance Num V2 where
  V2 a b + V2 c d = V2 (a + c) (b + d)
  V2 a b * V2 c d = V2 (a * c) (b * d)
  negate (V2 a b) = V2 (negate a) (negate b)
  abs = id
  signum = id
  fromInteger n = V2 (fromInteger n) (fromInteger n)
main = print (V2 1 2 + 3) >> print (sum [V2 1 1, V2 2 2]) >> print (V2 5 5 - 1, -(V2 1 2)) >> print (V2 2 3 ^ 2)
---- polynomial
newtype Poly = Poly [Int] deriving Eq
instance Show Poly where show (Poly cs) = unwords [show c ++ "x^" ++ show i | (c, i) <- zip cs [0 :: Int ..], c /= 0]
instance Num Poly where
  Poly a + Poly b = Poly (zipLong a b)
  Poly a * Poly b = sum [Poly (replicate i 0 ++ map (c *) b) | (c, i) <- zip a [0..]]
  negate (Poly a) = Poly (map negate a)
  abs = undefined
  signum = undefined
  fromInteger n = Poly [fromInteger n]
zipLong (x:xs) (y:ys) = (x + y) : zipLong xs ys
zipLong xs [] = xs
zipLong [] ys = ys
x = Poly [0, 1]
main = print ((x + 1) ^ 3) >> print ((x - 2) * (x + 2))
---- default_methods
class Greeter a where
  greet :: a -> String
  greet x = "Hello, " ++ who x
  who :: a -> String
data Bob = Bob
data Eve = Eve
instance Greeter Bob where who _ = "Bob"
instance Greeter Eve where { who _ = "Eve"; greet e = "Psst " ++ who e }
main = putStrLn (greet Bob) >> putStrLn (greet Eve)
---- superclass
class Show a => Pretty a where
  pretty :: a -> String
  pretty x = "[" ++ show x ++ "]"
instance Pretty Int
instance Pretty Bool where pretty b = if b then "yes" else "no"
twice :: Pretty a => a -> String
twice x = pretty x ++ show x
main = putStrLn (twice (3 :: Int)) >> putStrLn (twice True)
---- class_with_constant
class Default a where def :: a
instance Default Int where def = 7
instance Default Bool where def = True
instance Default [a] where def = []
instance (Default a, Default b) => Default (a, b) where def = (def, def)
main = print (def :: Int) >> print (def :: (Int, (Bool, [Char])))
---- class_on_lists
class Size a where size :: a -> Int
instance Size Int where size _ = 1
instance Size a => Size [a] where size xs = sum (map size xs)
instance (Size a, Size b) => Size (a, b) where size (a, b) = size a + size b
instance Size a => Size (Maybe a) where size = maybe 0 size
main = print (size [[1, 2], [3 :: Int]]) >> print (size ([Just (1 :: Int), Nothing], 5 :: Int))
---- functor_instance
data Tree a = L | N (Tree a) a (Tree a) deriving Show
instance Functor Tree where { fmap _ L = L; fmap f (N l x r) = N (fmap f l) (f x) (fmap f r) }
main = print (fmap (+ 1) (N L 1 (N L 2 L))) >> print ((* 2) <$> Just 4, 0 <$ [1, 2], fmap length (Right "abc" :: Either Int String))
---- foldable_instance
data Tree a = L | N (Tree a) a (Tree a)
instance Foldable Tree where { foldr _ z L = z; foldr f z (N l x r) = foldr f (f x (foldr f z r)) l }
t = N (N L 1 L) 2 (N L 3 L)
main = print (sum t, product t, length t, maximum t, elem 3 t, foldr (:) [] t, null t, concatMap show t, any even t)
---- foldmap_instance
data Two a = Two a a
instance Foldable Two where foldMap f (Two a b) = f a <> f b
main = print (sum (Two 3 4), length (Two 'a' 'b'), foldr (:) [] (Two 1 2)) >> mapM_ print (Two "x" "y")
---- traversable_instance
data Pair a = Pair a a deriving Show
instance Functor Pair where fmap f (Pair a b) = Pair (f a) (f b)
instance Foldable Pair where foldr f z (Pair a b) = f a (f b z)
instance Traversable Pair where traverse f (Pair a b) = Pair <$> f a <*> f b
main = print (traverse (\x -> if x > 0 then Just x else Nothing) (Pair 1 2)) >> print (sequenceA [Just 1, Nothing])
---- monoid_instance
newtype MaxI = MaxI Int deriving (Show, Eq)
instance Semigroup MaxI where MaxI a <> MaxI b = MaxI (max a b)
instance Monoid MaxI where mempty = MaxI minBound
main = print (mconcat (map MaxI [3, 9, 2])) >> print (mempty == MaxI minBound) >> print (foldMap (\x -> [x, x]) [1, 2])
---- semigroup_uses
main = print ("ab" <> "cd", [1] <> [2], Just [1] <> Nothing <> Just [2], compare 1 2 <> EQ, mempty :: String) >> print (mconcat [[1], [2, 3]])
---- monad_instance_identity
newtype I a = I a deriving Show
instance Functor I where fmap f (I a) = I (f a)
instance Applicative I where { pure = I; I f <*> I a = I (f a) }
instance Monad I where I a >>= f = f a
main = print (do { x <- I 3; y <- I 4; return (x * y) })
---- writer_monad
newtype W a = W (a, [String])
instance Functor W where fmap f (W (a, l)) = W (f a, l)
instance Applicative W where { pure a = W (a, []); W (f, l) <*> W (a, m) = W (f a, l ++ m) }
instance Monad W where W (a, l) >>= f = let W (b, m) = f a in W (b, l ++ m)
tell s = W ((), [s])
fact 0 = tell "done" >> return 1
fact n = do { tell ("fact " ++ show n); r <- fact (n - 1); return (n * r) }
main = let W (r, l) = fact 3 in print r >> mapM_ putStrLn l
---- state_monad
newtype State s a = State { runState :: s -> (a, s) }
instance Functor (State s) where fmap f (State g) = State (\s -> let (a, t) = g s in (f a, t))
instance Applicative (State s) where { pure a = State (\s -> (a, s)); State f <*> State g = State (\s -> let { (h, t) = f s; (a, u) = g t } in (h a, u)) }
instance Monad (State s) where State g >>= f = State (\s -> let (a, t) = g s in runState (f a) t)
get = State (\s -> (s, s))
put s = State (\_ -> ((), s))
fresh = do { n <- get; put (n + 1); return n }
main = print (runState (mapM (\x -> do { n <- fresh; return (n, x) }) "abc") 10) >> print (fst (runState (sequence [fresh, fresh]) 0))
---- parser_monad
import Data.Char
import Control.Applicative
newtype Parser a = Parser { parse :: String -> Maybe (a, String) }
instance Functor Parser where fmap f (Parser p) = Parser (\s -> case p s of { Nothing -> Nothing; Just (a, r) -> Just (f a, r) })
instance Applicative Parser where
  pure a = Parser (\s -> Just (a, s))
  Parser f <*> p = Parser (\s -> case f s of { Nothing -> Nothing; Just (g, r) -> parse (fmap g p) r })
instance Monad Parser where Parser p >>= f = Parser (\s -> case p s of { Nothing -> Nothing; Just (a, r) -> parse (f a) r })
instance Alternative Parser where
  empty = Parser (const Nothing)
  Parser p <|> Parser q = Parser (\s -> case p s of { Nothing -> q s; r -> r })
sat f = Parser g where { g (c:cs) | f c = Just (c, cs); g _ = Nothing }
char c = sat (== c)
number = read <$> some (sat isDigit) :: Parser Int
expr = do { t <- term; rest t } where rest a = (do { _ <- char '+'; b <- term; rest (a + b) }) <|> pure a
term = do { f <- factor; rest f } where rest a = (do { _ <- char '*'; b <- factor; rest (a * b) }) <|> pure a
factor = number <|> (char '(' *> expr <* char ')')
main = print (parse expr "2+3*(4+1)") >> print (fmap fst (parse (many (char 'a')) "aab"))
---- reader_functions
main = print ((do { a <- (* 2); b <- (+ 10); return (a + b) }) 3) >> print (fmap (+ 1) (* 2) 5, ((+) <$> (* 2) <*> (+ 1)) 3)
---- enum_instance
data Odd = One | Three | Five deriving (Show, Eq)
instance Enum Odd where
  fromEnum One = 1
  fromEnum Three = 3
  fromEnum Five = 5
  toEnum 1 = One
  toEnum 3 = Three
  toEnum _ = Five
main = print (map fromEnum [One, Three, Five], toEnum 3 :: Odd)
---- polymorphic_recursion_show
showAll :: Show a => [a] -> String
showAll = concatMap show
pairUp x y = (x, y)
main = putStrLn (showAll [1, 2, 3]) >> putStrLn (showAll "ab") >> print (pairUp 1 'c', pairUp "a" 2.0)
---- local_polymorphism
f xs = (go xs, go (map show xs)) where { go [] = 0; go (_:ys) = 1 + go ys }
main = print (f [1, 2, 3])
---- bounded_helper
allValues :: (Bounded a, Enum a) => [a]
allValues = [minBound .. maxBound]
data D = N | E | S | W deriving (Show, Eq, Enum, Bounded)
cyc :: (Bounded a, Enum a, Eq a) => a -> a
cyc x | x == maxBound = minBound | otherwise = succ x
main = print (allValues :: [D]) >> print (allValues :: [Bool]) >> print (map cyc [N, W])
---- convert_class
class Convert a where toInt :: a -> Int
instance Convert Char where toInt = fromEnum
instance Convert Bool where { toInt True = 1; toInt False = 0 }
instance Convert Integer where toInt = fromInteger
total :: Convert a => [a] -> Int
total = sum . map toInt
main = print (total "abc", total [True, False, True], total [1, 2, 3 :: Integer])
---- container_class
class Container f where { empty :: f a; insert :: a -> f a -> f a; toL :: f a -> [a] }
newtype Stack a = Stack [a]
newtype Queue a = Queue [a]
instance Container Stack where { empty = Stack []; insert x (Stack xs) = Stack (x:xs); toL (Stack xs) = xs }
instance Container Queue where { empty = Queue []; insert x (Queue xs) = Queue (xs ++ [x]); toL (Queue xs) = xs }
fill :: Container f => [a] -> f a
fill = foldr insert empty
main = print (toL (fill [1,2,3] :: Stack Int)) >> print (toL (fill "abc" :: Queue Char))
---- operators_class
class VecLike v where { (^+^) :: v -> v -> v; zero :: v }
infixl 6 ^+^
instance VecLike Int where { (^+^) = (+); zero = 0 }
instance VecLike b => VecLike (a -> b) where { f ^+^ g = \x -> f x ^+^ g x; zero = const zero }
sumV :: VecLike v => [v] -> v
sumV = foldr (^+^) zero
main = print (sumV [1, 2, 3 :: Int]) >> print (((+ 1) ^+^ (* 2)) (5 :: Int) :: Int)
---- logic_class
class Boolean b where { true :: b; (&&&) :: b -> b -> b; neg :: b -> b }
instance Boolean Bool where { true = True; (&&&) = (&&); neg = not }
instance Boolean Int where { true = 1; (&&&) = min; neg x = 1 - x }
nand a b = neg (a &&& b)
main = print (nand True False, nand (1 :: Int) 1, true &&& False)
---- show_nested_instances
newtype Id = Id Int
instance Show Id where showsPrec _ (Id n) = showString "#" . shows n
data R = R { ident :: Id, tags :: [Id] } | Id :- Id deriving Show
main = print (R (Id 1) [Id 2, Id 3]) >> print (Id 1 :- Id 2) >> print (Left (Id 4) :: Either Id Int) >> print (Id 1, Id 2, 'c')
---- ord_derived_over_instance
newtype Rev = Rev Int deriving (Eq, Show)
instance Ord Rev where compare (Rev a) (Rev b) = compare b a
data K = K Rev Int | J deriving (Eq, Ord, Show)
main = print (maximum [K (Rev 1) 5, K (Rev 2) 9, J]) >> print (compare (Rev 1, 'a') (Rev 1, 'b'), [Rev 3] < [Rev 2])
---- methods_are_as_lazy_as_their_instances
data N = Z | S N
instance Num N where
  Z + y = y
  S x + y = S (x + y)
  Z * _ = Z
  S x * y = y + x * y
  abs x = x
  signum x = x
  negate x = x
  fromInteger 0 = Z
  fromInteger n = S (fromInteger (n - 1))
isS (S _) = True
isS Z = False
addAll :: Num a => [a] -> a
addAll = foldr (+) 0
twice :: Num a => a -> a -> a
twice x y = x + (x + y)
times :: Num a => a -> a -> a
times x y = x * y
size :: N -> Int
size Z = 0
size (S n) = 1 + size n
main = do
  print (isS (twice (S Z) undefined))
  print (isS (addAll (S Z : undefined)))
  print (isS (times Z undefined))
  print (size (addAll [2, 3]), addAll [2, 3 :: Int], twice 1.5 2)
---- equality_that_looks_at_nothing
data Always = Always Int
instance Eq Always where _ == _ = True
instance Ord Always where
  compare _ _ = EQ
  _ <= _ = True
instance Show Always where show _ = "Always"
same :: Eq a => a -> a -> Bool
same x y = x == y
differ :: Eq a => a -> a -> Bool
differ x y = x /= y
order :: Ord a => a -> a -> (Ordering, Bool)
order x y = (compare x y, x <= y)
word :: Show a => a -> String
word = show
main = do
  print (same (undefined :: Always) undefined)
  print (differ (undefined :: Always) undefined)
  print (order (undefined :: Always) undefined)
  putStrLn (word (undefined :: Always))
  print (same 1 1, differ "a" "b", order 1 2, word [1, 2], elem undefined [undefined :: Always])
---- enumerations_of_ones_own
data Day = Mon | Tue | Other deriving (Show, Eq)
instance Enum Day where
  fromEnum Mon = 0
  fromEnum Tue = 1
  fromEnum Other = 2
  toEnum 0 = Mon
  toEnum 1 = Tue
  toEnum _ = Other
  succ _ = Other
next :: Enum a => a -> a
next = succ
main = print (next (undefined :: Day)) >> print (next 'a', next 1) >> print (map fromEnum [Mon, Other])
