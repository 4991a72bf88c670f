---- enumeration
data Color = Red | Green | Blue deriving (Show, Eq, Ord, Enum, Bounded)
main = print [minBound .. maxBound :: Color] >> print (succ Red, pred Blue, fromEnum Green, toEnum 2 :: Color, Red < Blue)
---- shapes
data Shape = Circle Double | Rect Double Double | Tri Double Double Double deriving (Show, Eq)
area (Circle r) = pi * r ^ 2
area (Rect a b) = a * b
area (Tri a b c) = let s = (a + b + c) / 2 in sqrt (s * (s-a) * (s-b) * (s-c))
main = mapM_ (print . area) [Circle 1, Rect 2 3, Tri 3 4 5] >> print (Rect 1 2)
---- binary_tree
data Tree a = Leaf | Node (Tree a) a (Tree a) deriving Show
insert x Leaf = Node Leaf x Leaf
insert x t@(Node l y r) | x < y = Node (insert x l) y r | x > y = Node l y (insert x r) | otherwise = t
toL Leaf = []
toL (Node l x r) = toL l ++ [x] ++ toL r
main = print (toL (foldr insert Leaf [5,2,8,1,9,3])) >> print (insert 2 (insert 1 Leaf))
---- tree_depth
data T = L | N T T deriving (Show, Eq)
depth L = 0
depth (N a b) = 1 + max (depth a) (depth b)
full 0 = L
full n = N (full (n-1)) (full (n-1))
mirror L = L
mirror (N a b) = N (mirror b) (mirror a)
main = print (depth (full 4)) >> print (mirror (N L (N L L))) >> print (full 2 == mirror (full 2))
---- expressions
data Expr = Num Int | Add Expr Expr | Mul Expr Expr | Neg Expr deriving (Show, Eq)
eval (Num n) = n
eval (Add a b) = eval a + eval b
eval (Mul a b) = eval a * eval b
eval (Neg a) = negate (eval a)
main = print (eval e) >> print e where e = Add (Num 2) (Mul (Num 3) (Neg (Num (-4))))
---- simplifier
data E = V String | C Int | E :+: E | E :*: E deriving (Show, Eq)
infixl 6 :+:
infixl 7 :*:
simp (C 0 :+: e) = simp e
simp (e :+: C 0) = simp e
simp (C 1 :*: e) = simp e
simp (C 0 :*: _) = C 0
simp (a :+: b) = simp a :+: simp b
simp (a :*: b) = simp a :*: simp b
simp e = e
main = print (simp ((C 0 :+: V "x") :*: (C 1 :*: V "y"))) >> print (C 1 :+: C 2 :*: C 3)
---- maybe_chain
safeDiv _ 0 = Nothing
safeDiv a b = Just (a `div` b)
calc a b c = do { x <- safeDiv a b; y <- safeDiv x c; return (x + y) }
main = print (calc 100 5 2) >> print (calc 1 0 2)
---- either_errors
data Err = Zero | Neg Int deriving Show
root :: Int -> Either Err Double
root n | n < 0 = Left (Neg n) | n == 0 = Left Zero | otherwise = Right (sqrt (fromIntegral n))
main = mapM_ (print . root) [4, 0, -3] >> print (either (const 0) id (root 9))
---- records
data P = P { name :: String, age :: Int } deriving (Show, Eq, Ord)
main = do
  let p = P { name = "Ann", age = 30 }
  print p >> print (p { age = 31 }) >> print (name p, age p, p < p { name = "Bob" })
---- record_negative_field
data Pt = Pt { x, y :: Int } deriving (Show, Eq)
main = print (Pt { x = -1, y = 2 }) >> print (Just (Pt 1 (-2))) >> print [Pt 0 0]
---- newtype_wrapper
newtype Age = Age Int deriving (Show, Eq, Ord)
newtype Box a = Box { unBox :: a } deriving Show
main = print (Age 3, Age 3 < Age 4) >> print (Box 'x') >> print (unBox (Box [1,2]))
---- infix_constructor
data L a = Nil | a :> L a deriving (Show, Eq, Ord)
infixr 5 :>
toL Nil = []
toL (x :> xs) = x : toL xs
main = print (1 :> 2 :> Nil) >> print (toL ('a' :> 'b' :> Nil)) >> print (Just (1 :> Nil))
---- backquoted_constructor
data Op = Int `Plus` Int | Int `Times` Int deriving (Show, Eq)
main = print (1 `Plus` 2) >> print [3 `Times` (-4)]
---- nested_show
data W = W (Maybe Int) [Either String Bool] deriving Show
main = print (W (Just (-1)) [Left "a", Right True]) >> print (Just (Just Nothing :: Maybe (Maybe Int)))
---- strings_show
main = print "tab\there \"q\" \\ nl\n" >> print 'x' >> print '\'' >> print "\1234\&5 \SOH é" >> putStrLn "é ü"
---- tuples_show
main = print (1, 'a', "s", True, ()) >> print ((1, 2), [(3, 4)]) >> print [Just (1, 'x')]
---- deriving_ord
data S = A Int | B String | C deriving (Show, Eq, Ord)
main = print (maximum [A 3, C, B "z", A 9]) >> print (compare (A 1) (A 2), A 5 < B "", [A 1, C] < [A 1])
---- type_parameters
data Pair a b = Pair a b deriving (Show, Eq)
swap (Pair a b) = Pair b a
main = print (swap (Pair 1 'x')) >> print (fmap' (+ 1) (Pair 'a' 1)) where fmap' f (Pair a b) = Pair a (f b)
---- mutual_data
data Rose a = Rose a [Rose a] deriving Show
size (Rose _ ts) = 1 + sum (map size ts)
flat (Rose a ts) = a : concatMap flat ts
main = print (size t, flat t) >> print t where t = Rose 1 [Rose 2 [], Rose 3 [Rose 4 []]]
---- peano
data Nat = Z | S Nat deriving (Show, Eq, Ord)
add Z n = n
add (S m) n = S (add m n)
mul Z _ = Z
mul (S m) n = add n (mul m n)
toInt Z = 0
toInt (S n) = 1 + toInt n
fromInt 0 = Z
fromInt n = S (fromInt (n - 1))
main = print (toInt (mul (fromInt 3) (fromInt 4))) >> print (fromInt 2)
---- stack
data Stack a = Empty | Push a (Stack a) deriving Show
pop Empty = Nothing
pop (Push a s) = Just (a, s)
main = print (pop (Push 1 (Push 2 Empty))) >> print (pop (Empty :: Stack Int))
---- queue
data Q a = Q [a] [a]
push x (Q f b) = Q f (x : b)
pull (Q [] []) = Nothing
pull (Q [] b) = pull (Q (reverse b) [])
pull (Q (x:f) b) = Just (x, Q f b)
drain q = case pull q of { Nothing -> []; Just (x, q') -> x : drain q' }
main = print (drain (push 3 (push 2 (push 1 (Q [] [])))))
---- zipper
data Z a = Z [a] a [a] deriving Show
right (Z l x (r:rs)) = Z (x:l) r rs
right z = z
left (Z (l:ls) x r) = Z ls l (x:r)
left z = z
main = print (right (right (Z [] 1 [2,3]))) >> print (left (right (Z [] 'a' "bc")))
---- bank
data Account = Account { owner :: String, balance :: Double } deriving Show
withdraw amount acc | amount > balance acc = Left "insufficient" | otherwise = Right acc { balance = balance acc - amount }
main = print (withdraw 50 (Account "x" 100)) >> print (withdraw 150 (Account "x" 100))
---- weekday
data Day = Mon | Tue | Wed | Thu | Fri | Sat | Sun deriving (Show, Read, Eq, Ord, Enum, Bounded)
next d = if d == maxBound then minBound else succ d
main = print (map next [Mon, Sun]) >> print [Mon, Wed ..] >> print (read "Fri" :: Day) >> print ([minBound ..] :: [Day])
---- read_values
data P = P Int Double deriving (Show, Read)
main = do
  print (read "42" + 1 :: Int) >> print (read "[1,2,3]" :: [Int]) >> print (read "(1,\"a\")" :: (Int, String))
  print (read " P 3 (-2.5) " :: P) >> print (read "Just 4" :: Maybe Int) >> print (read "[(True,'x')]" :: [(Bool, Char)])
---- maybe_functions
import Data.Maybe
main = print (fromMaybe 0 Nothing, catMaybes [Just 1, Nothing], mapMaybe (\x -> if x > 2 then Just (x*x) else Nothing) [1..4], isJust (Just 1), fromJust (Just 'a'), listToMaybe [1,2], maybeToList (Just 3), maybe "n" show (Just 5))
---- either_functions
import Data.Either
main = print (lefts es, rights es, partitionEithers es) where es = [Left 1, Right 'a', Left 2, Right 'b']
---- as_patterns
dup all@(x:_) = x : all
dup [] = []
f p@(a, b) = (p, a + b)
main = print (dup [1,2]) >> print (f (1, 2))
---- irrefutable
lazyPair ~(a, b) = 1
main = print (lazyPair undefined) >> print (let (a, b) = (1, undefined) in a)
---- strict_fields
data S = S !Int !Int deriving (Show, Eq)
main = print (S (1 + 1) 3) >> print (S 1 2 == S 1 2)
---- newtype_is_lazy
newtype N = N Int
f (N _) = 1
main = print (f undefined)
---- case_of
describe xs = case xs of { [] -> "empty"; [x] -> "one " ++ show x; (x:y:_) -> "many " ++ show (x + y) }
main = mapM_ (putStrLn . describe) [[], [1], [1,2,3]]
---- string_patterns
greet "hi" = "hello"
greet ('b':'y':_) = "goodbye"
greet s = s ++ "?"
main = mapM_ (putStrLn . greet) ["hi", "bye", "x"]
---- number_patterns
f 0 = "zero"
f (-1) = "minus one"
f 1.5 = "one and a half"
f _ = "other"
main = mapM_ (putStrLn . f) [0, -1, 1.5, 2]
---- complex_numbers
data C = C Double Double deriving (Eq)
instance Show C where show (C a b) = show a ++ " + " ++ show b ++ "i"
mulC (C a b) (C c d) = C (a*c - b*d) (a*d + b*c)
main = print (mulC (C 1 2) (C 3 4)) >> print [C 0 1]
