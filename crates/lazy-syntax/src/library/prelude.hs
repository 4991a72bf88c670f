-- The functions that every program sees.
--
-- In mode flp all rules of a function are alternatives. So that these functions mean the same in both modes, no two rules of one
-- overlap, no rule has guards, and what has no value has no rule: it fails in mode flp and is an error in mode hs.
module Prelude where

infixr 9 .
infixr 8 ^, ^^, **
infixl 7 *, /, `div`, `mod`, `quot`, `rem`
infixl 6 +, -
infixr 5 :, ++
infix  4 ==, /=, <, <=, >, >=, `elem`, `notElem`
infixr 3 &&
infixr 2 ||
infixl 1 >>, >>=
infixr 1 =<<
infixr 0 $, $!, `seq`
infixl 9 !!

data Bool = False | True
data Ordering = LT | EQ | GT
data Maybe a = Nothing | Just a
data Either a b = Left a | Right b

type String = [Char]
type FilePath = String
type Float = Double
type ShowS = String -> String

-- Truth values

(&&), (||) :: Bool -> Bool -> Bool
True && x = x
False && _ = False
True || _ = True
False || x = x

not :: Bool -> Bool
not True = False
not False = True

otherwise :: Bool
otherwise = True

-- Functions

id :: a -> a
id x = x

const :: a -> b -> a
const x _ = x

(.) :: (b -> c) -> (a -> b) -> a -> c
(.) f g x = f (g x)

flip :: (a -> b -> c) -> b -> a -> c
flip f x y = f y x

($), ($!) :: (a -> b) -> a -> b
f $ x = f x
f $! x = x `seq` f x

asTypeOf :: a -> a -> a
asTypeOf x _ = x

until :: (a -> Bool) -> (a -> a) -> a -> a
until p f x = if p x then x else until p f (f x)

undefined :: a
undefined = error "Prelude.undefined"

errorWithoutStackTrace :: String -> a
errorWithoutStackTrace message = error message

-- Numbers

subtract :: Num a => a -> a -> a
subtract x y = y - x

even, odd :: Integral a => a -> Bool
even n = n `rem` 2 == 0
odd n = n `rem` 2 /= 0

gcd, lcm :: Integral a => a -> a -> a
gcd x y = reduce (abs x) (abs y)
  where reduce a b = if b == 0 then a else reduce b (a `rem` b)
lcm x y = if x == 0 || y == 0 then 0 else abs ((x `quot` gcd x y) * y)

(^) :: (Num a, Integral b) => a -> b -> a
x ^ n = if n < 0 then error "Negative exponent" else if n == 0 then 1 else power x n
  where
    power y m
      = if m == 1 then y else if even m then power (y * y) (m `quot` 2) else y * power (y * y) (m `quot` 2)

(^^) :: (Fractional a, Integral b) => a -> b -> a
x ^^ n = if n >= 0 then x ^ n else 1 / (x ^ negate n)

divMod, quotRem :: Integral a => a -> a -> (a, a)
divMod x y = (x `div` y, x `mod` y)
quotRem x y = (x `quot` y, x `rem` y)

recip :: Fractional a => a -> a
recip x = 1 / x

logBase :: Floating a => a -> a -> a
logBase base x = log x / log base

pi :: Floating a => a
pi = 3.141592653589793

max, min :: Ord a => a -> a -> a
max x y = if x <= y then y else x
min x y = if x <= y then x else y

-- Pairs

fst :: (a, b) -> a
fst (x, _) = x

snd :: (a, b) -> b
snd (_, y) = y

curry :: ((a, b) -> c) -> a -> b -> c
curry f x y = f (x, y)

uncurry :: (a -> b -> c) -> (a, b) -> c
uncurry f p = f (fst p) (snd p)

maybe :: b -> (a -> b) -> Maybe a -> b
maybe n _ Nothing = n
maybe _ f (Just x) = f x

either :: (a -> c) -> (b -> c) -> Either a b -> c
either f _ (Left x) = f x
either _ g (Right y) = g y

-- Lists

(++) :: [a] -> [a] -> [a]
[] ++ ys = ys
(x : xs) ++ ys = x : (xs ++ ys)

map :: (a -> b) -> [a] -> [b]
map _ [] = []
map f (x : xs) = f x : map f xs

filter :: (a -> Bool) -> [a] -> [a]
filter _ [] = []
filter p (x : xs) = if p x then x : filter p xs else filter p xs

concat :: [[a]] -> [a]
concat xss = foldr (++) [] xss

concatMap :: (a -> [b]) -> [a] -> [b]
concatMap f xs = foldr (\x rest -> f x ++ rest) [] xs

head :: [a] -> a
head (x : _) = x

tail :: [a] -> [a]
tail (_ : xs) = xs

last :: [a] -> a
last (x : xs) = case xs of
  [] -> x
  _ : _ -> last xs

init :: [a] -> [a]
init (x : xs) = case xs of
  [] -> []
  _ : _ -> x : init xs

null :: [a] -> Bool
null [] = True
null (_ : _) = False

length :: [a] -> Int
length xs = count 0 xs
  where
    count n [] = n
    count n (_ : ys) = let m = n + 1 in m `seq` count m ys

(!!) :: [a] -> Int -> a
xs !! n = if n < 0 then error "Prelude.!!: negative index" else at xs n
  where at (y : ys) m = if m == 0 then y else at ys (m - 1)

foldr :: (a -> b -> b) -> b -> [a] -> b
foldr _ z [] = z
foldr f z (x : xs) = f x (foldr f z xs)

foldr1 :: (a -> a -> a) -> [a] -> a
foldr1 f (x : xs) = case xs of
  [] -> x
  _ : _ -> f x (foldr1 f xs)

foldl :: (b -> a -> b) -> b -> [a] -> b
foldl _ z [] = z
foldl f z (x : xs) = foldl f (f z x) xs

foldl1 :: (a -> a -> a) -> [a] -> a
foldl1 f (x : xs) = foldl f x xs

scanl :: (b -> a -> b) -> b -> [a] -> [b]
scanl f z xs = z : rest xs
  where
    rest [] = []
    rest (y : ys) = scanl f (f z y) ys

scanl1 :: (a -> a -> a) -> [a] -> [a]
scanl1 _ [] = []
scanl1 f (x : xs) = scanl f x xs

scanr :: (a -> b -> b) -> b -> [a] -> [b]
scanr _ z [] = [z]
scanr f z (x : xs) = let rest = scanr f z xs in f x (head rest) : rest

scanr1 :: (a -> a -> a) -> [a] -> [a]
scanr1 _ [] = []
scanr1 f (x : xs) = case xs of
  [] -> [x]
  _ : _ -> let rest = scanr1 f xs in f x (head rest) : rest

and, or :: [Bool] -> Bool
and xs = foldr (&&) True xs
or xs = foldr (||) False xs

any, all :: (a -> Bool) -> [a] -> Bool
any p xs = or (map p xs)
all p xs = and (map p xs)

sum, product :: Num a => [a] -> a
sum xs = add 0 xs
  where
    add n [] = n
    add n (y : ys) = let m = n + y in m `seq` add m ys
product xs = multiply 1 xs
  where
    multiply n [] = n
    multiply n (y : ys) = let m = n * y in m `seq` multiply m ys

maximum, minimum :: Ord a => [a] -> a
maximum xs = foldl1 max xs
minimum xs = foldl1 min xs

elem, notElem :: Eq a => a -> [a] -> Bool
elem _ [] = False
elem x (y : ys) = x == y || elem x ys
notElem x ys = not (elem x ys)

lookup :: Eq a => a -> [(a, b)] -> Maybe b
lookup _ [] = Nothing
lookup key ((k, v) : rest) = if key == k then Just v else lookup key rest

iterate :: (a -> a) -> a -> [a]
iterate f x = x : iterate f (f x)

repeat :: a -> [a]
repeat x = let xs = x : xs in xs

replicate :: Int -> a -> [a]
replicate n x = if n <= 0 then [] else x : replicate (n - 1) x

cycle :: [a] -> [a]
cycle (x : xs) = let whole = x : (xs ++ whole) in whole

take, drop :: Int -> [a] -> [a]
take n xs = if n <= 0 then [] else some xs
  where
    some [] = []
    some (y : ys) = y : take (n - 1) ys
drop n xs = if n <= 0 then xs else rest xs
  where
    rest [] = []
    rest (_ : ys) = drop (n - 1) ys

splitAt :: Int -> [a] -> ([a], [a])
splitAt n xs = (take n xs, drop n xs)

takeWhile, dropWhile :: (a -> Bool) -> [a] -> [a]
takeWhile _ [] = []
takeWhile p (x : xs) = if p x then x : takeWhile p xs else []
dropWhile _ [] = []
dropWhile p (x : xs) = if p x then dropWhile p xs else x : xs

span, break :: (a -> Bool) -> [a] -> ([a], [a])
span _ [] = ([], [])
span p (x : xs) = if p x then (let rest = span p xs in (x : fst rest, snd rest)) else ([], x : xs)
break p xs = span (not . p) xs

reverse :: [a] -> [a]
reverse xs = onto xs []
  where
    onto [] done = done
    onto (y : ys) done = onto ys (y : done)

zip :: [a] -> [b] -> [(a, b)]
zip xs ys = zipWith (,) xs ys

zip3 :: [a] -> [b] -> [c] -> [(a, b, c)]
zip3 xs ys zs = zipWith3 (,,) xs ys zs

zipWith :: (a -> b -> c) -> [a] -> [b] -> [c]
zipWith _ [] _ = []
zipWith f (x : xs) ys = case ys of
  [] -> []
  z : zs -> f x z : zipWith f xs zs

zipWith3 :: (a -> b -> c -> d) -> [a] -> [b] -> [c] -> [d]
zipWith3 f xs ys zs = zipWith (\g z -> g z) (zipWith f xs ys) zs

unzip :: [(a, b)] -> ([a], [b])
unzip ps = (map fst ps, map snd ps)

unzip3 :: [(a, b, c)] -> ([a], [b], [c])
unzip3 ps = (map (\(x, _, _) -> x) ps, map (\(_, y, _) -> y) ps, map (\(_, _, z) -> z) ps)

-- Texts

lines :: String -> [String]
lines [] = []
lines (c : cs) = let parts = break (== '\n') (c : cs) in fst parts : after (snd parts)
  where
    after [] = []
    after (_ : text) = lines text

words :: String -> [String]
words text = case dropWhile isSpace text of
  [] -> []
  c : cs -> let parts = break isSpace (c : cs) in fst parts : words (snd parts)

unlines :: [String] -> String
unlines texts = concatMap (++ "\n") texts

unwords :: [String] -> String
unwords [] = ""
unwords (w : ws) = case ws of
  [] -> w
  _ : _ -> w ++ ' ' : unwords ws

showString :: String -> ShowS
showString text rest = text ++ rest

showChar :: Char -> ShowS
showChar c rest = c : rest

showParen :: Bool -> ShowS -> ShowS
showParen inside shown = if inside then showChar '(' . shown . showChar ')' else shown

-- Input and output

(>>=) :: IO a -> (a -> IO b) -> IO b
action >>= next = bindIO action next

(=<<) :: (a -> IO b) -> IO a -> IO b
next =<< action = bindIO action next

(>>) :: IO a -> IO b -> IO b
first >> second = bindIO first (\_ -> second)

return, pure :: a -> IO a
return x = returnIO x
pure x = returnIO x

putStrLn :: String -> IO ()
putStrLn text = putStr text >> putStr "\n"

putChar :: Char -> IO ()
putChar c = putStr [c]

interact :: (String -> String) -> IO ()
interact f = getContents >>= \text -> putStr (f text)

readLn :: Read a => IO a
readLn = getLine >>= \line -> return (read line)

sequence_ :: [IO a] -> IO ()
sequence_ actions = foldr (>>) (return ()) actions

sequence :: [IO a] -> IO [a]
sequence [] = return []
sequence (action : actions) = action >>= \x -> sequence actions >>= \xs -> return (x : xs)

mapM_ :: (a -> IO b) -> [a] -> IO ()
mapM_ f xs = sequence_ (map f xs)

mapM :: (a -> IO b) -> [a] -> IO [b]
mapM f xs = sequence (map f xs)
