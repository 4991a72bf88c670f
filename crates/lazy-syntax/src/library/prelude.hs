-- The functions that every program sees.
--
-- In mode flp all rules of a function are alternatives. So that these functions mean the same in both modes, no two rules of one
-- overlap, no rule has guards, and what has no value has no rule: it fails in mode flp and is an error in mode hs.
module Prelude where

infixr 9 .
infixr 8 ^, ^^, **
infixl 7 *, /, :%, `div`, `mod`, `quot`, `rem`
infixl 6 +, -
infixr 6 <>
infixr 5 :, ++
infixl 4 <$>, <$, <*>, <*, *>
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
-- For Data.Ratio and Data.IORef. Cells are made by actions only: like those they cannot be compared or shown.
data Ratio a = !a :% !a
data IORef a = IORef (IO a)

type String = [Char]
type FilePath = String
type ShowS = String -> String
type ReadS a = String -> [(a, String)]
type Rational = Ratio Integer

-- Classes. The checker knows the first twelve by their order. Methods that are primitives do what the structure of a type says; what is
-- written here is for types with instances of their own.

class Eq a where
  (==), (/=) :: a -> a -> Bool
  x == y = not (x /= y)
  x /= y = not (x == y)

class Eq a => Ord a where
  compare :: a -> a -> Ordering
  (<), (<=), (>), (>=) :: a -> a -> Bool
  max, min :: a -> a -> a
  compare x y = if x == y then EQ else if x <= y then LT else GT
  x < y = case compare x y of { LT -> True; EQ -> False; GT -> False }
  x <= y = case compare x y of { LT -> True; EQ -> True; GT -> False }
  x > y = case compare x y of { LT -> False; EQ -> False; GT -> True }
  x >= y = case compare x y of { LT -> False; EQ -> True; GT -> True }
  max x y = if x <= y then y else x
  min x y = if x <= y then x else y

class Show a where
  showsPrec :: Int -> a -> ShowS
  show :: a -> String
  showList :: [a] -> ShowS
  showsPrec _ x rest = show x ++ rest
  show x = showsPrec 0 x ""
  showList xs rest = showListWith shows xs rest

class Read a where
  readsPrec :: Int -> ReadS a
  reads :: ReadS a
  read :: String -> a
  reads text = readsPrec 0 text
  read text = readOne [x | (x, rest) <- reads text, all isBlank rest]

class Enum a where
  succ, pred :: a -> a
  toEnum :: Int -> a
  fromEnum :: a -> Int
  enumFrom :: a -> [a]
  enumFromThen :: a -> a -> [a]
  enumFromTo :: a -> a -> [a]
  enumFromThenTo :: a -> a -> a -> [a]
  succ x = toEnum (fromEnum x + 1)
  pred x = toEnum (fromEnum x - 1)
  enumFrom x = map toEnum (enumFrom (fromEnum x))
  enumFromThen x y = map toEnum (enumFromThen (fromEnum x) (fromEnum y))
  enumFromTo x z = map toEnum (enumFromTo (fromEnum x) (fromEnum z))
  enumFromThenTo x y z = map toEnum (enumFromThenTo (fromEnum x) (fromEnum y) (fromEnum z))

class Bounded a where
  minBound, maxBound :: a

class Num a where
  (+), (-), (*) :: a -> a -> a
  negate, abs, signum :: a -> a
  fromInteger :: Integer -> a
  x - y = x + negate y
  negate x = fromInteger 0 - x

class (Num a, Ord a) => Real a where
  toRational :: a -> Rational
  toDouble :: a -> Double
  toRational x = fractionTop x :% fractionBottom x
  toDouble x = fromRational (toRational x)

class (Real a, Enum a) => Integral a where
  quot, rem, div, mod :: a -> a -> a
  quotRem, divMod :: a -> a -> (a, a)
  toInteger :: a -> Integer
  quot x y = fst (quotRem x y)
  rem x y = snd (quotRem x y)
  div x y = fst (divMod x y)
  mod x y = snd (divMod x y)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)

class Num a => Fractional a where
  (/) :: a -> a -> a
  recip :: a -> a
  fromRational :: Rational -> a
  fromDouble :: Double -> a
  fromRational (n :% d) = fromFraction n d
  fromDouble x = let { n = decimalTop x; d = decimalBottom x; g = gcd n d } in fromRational (quot n g :% quot d g)
  recip x = fromInteger 1 / x
  x / y = x * recip y

class Fractional a => Floating a where
  pi :: a
  exp, log, sqrt, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh :: a -> a
  (**), logBase :: a -> a -> a
  pi = fromDouble 3.141592653589793
  logBase base x = log x / log base
  sqrt x = x ** fromDouble 0.5
  x ** y = exp (log x * y)
  tan x = sin x / cos x
  sinh x = (exp x - exp (negate x)) / fromInteger 2
  cosh x = (exp x + exp (negate x)) / fromInteger 2
  tanh x = sinh x / cosh x
  asinh x = log (x + sqrt (fromInteger 1 + x * x))
  acosh x = log (x + (x + fromInteger 1) * sqrt ((x - fromInteger 1) / (x + fromInteger 1)))
  atanh x = log ((fromInteger 1 + x) / (fromInteger 1 - x)) / fromInteger 2

class (Real a, Fractional a) => RealFrac a where
  truncate, round, floor, ceiling :: Integral b => a -> b
  properFraction :: Integral b => a -> (b, a)
  properFraction x = let n = truncate x in (fromInteger n, x - fromInteger n)

class (RealFrac a, Floating a) => RealFloat a where
  isNaN, isInfinite, isNegativeZero, isDenormalized, isIEEE :: a -> Bool
  atan2 :: a -> a -> a
  floatDigits, exponent :: a -> Int
  floatRadix :: a -> Integer
  floatRange :: a -> (Int, Int)
  decodeFloat :: a -> (Integer, Int)
  encodeFloat :: Integer -> Int -> a
  significand :: a -> a
  scaleFloat :: Int -> a -> a
  isDenormalized x = case (decodeFloat x, floatRange x) of { ((m, e), (low, _)) -> m /= 0 && e + floatDigits x < low }
  isIEEE _ = True
  floatRadix _ = 2
  floatDigits _ = 53
  floatRange x = if floatDigits x == 53 then (-1021, 1024) else (-125, 128)
  exponent x = case decodeFloat x of { (m, e) -> if m == 0 then 0 else e + floatDigits x }
  significand x = case decodeFloat x of { (m, _) -> encodeFloat m (negate (floatDigits x)) }
  scaleFloat k x = if x == 0 || isNaN x || isInfinite x then x else case decodeFloat x of { (m, e) -> encodeFloat m (e + k) }
  encodeFloat m e = if e >= 0 then fromInteger (m * 2 ^ e) else fromFraction m (2 ^ negate e)
  decodeFloat x
    = if isNaN x then (negate (3 * 2 ^ (floatDigits x - 2)), snd (floatRange x) - floatDigits x + 1)
      else if isInfinite x then ((if x > 0 then 1 else -1) * 2 ^ (floatDigits x - 1), snd (floatRange x) - floatDigits x + 1)
      else if x == 0 then (0, 0)
      else case toRational x of { n :% d -> normalFloat (2 ^ (floatDigits x - 1)) n (negate (halvings d)) }
  isNaN x = x /= x
  isInfinite x = x == 1 / 0 || x == negate 1 / 0
  isNegativeZero x = x == 0 && 1 / x < 0
  atan2 y x
    = if x > 0 then atan (y / x)
      else if x == 0 && y > 0 then pi / 2
      else if x < 0 && y > 0 then pi + atan (y / x)
      else if x <= 0 && y < 0 || x < 0 && isNegativeZero y || isNegativeZero x && isNegativeZero y then negate (atan2 (negate y) x)
      else if y == 0 && (x < 0 || isNegativeZero x) then pi
      else if x == 0 && y == 0 then y
      else x + y

instance RealFloat Double
instance RealFloat Float where
  floatDigits _ = 24

-- How often a power of two can be halved.
halvings :: Integer -> Int
halvings d = if d == 1 then 0 else 1 + halvings (d `div` 2)

normalFloat :: Integer -> Integer -> Int -> (Integer, Int)
normalFloat least m e
  = if abs m >= 2 * least then normalFloat least (m `quot` 2) (e + 1)
    else if abs m < least then normalFloat least (m * 2) (e - 1)
    else (m, e)

class Semigroup a where
  (<>) :: a -> a -> a

class Semigroup a => Monoid a where
  mempty :: a
  mappend :: a -> a -> a
  mconcat :: [a] -> a
  mappend x y = x <> y
  mconcat xs = foldr (<>) mempty xs

class Functor f where
  fmap :: (a -> b) -> f a -> f b
  (<$) :: a -> f b -> f a
  x <$ action = fmap (const x) action

class Functor f => Applicative f where
  pure :: a -> f a
  (<*>) :: f (a -> b) -> f a -> f b
  liftA2 :: (a -> b -> c) -> f a -> f b -> f c
  (*>) :: f a -> f b -> f b
  (<*) :: f a -> f b -> f a
  f <*> x = liftA2 id f x
  liftA2 f x y = fmap f x <*> y
  x *> y = (id <$ x) <*> y
  x <* y = liftA2 const x y

class Applicative m => Monad m where
  (>>=) :: m a -> (a -> m b) -> m b
  (>>) :: m a -> m b -> m b
  return :: a -> m a
  x >> y = x >>= \_ -> y
  return x = pure x

class Monad m => MonadFail m where
  fail :: String -> m a

class Foldable t where
  foldMap :: Monoid m => (a -> m) -> t a -> m
  foldr :: (a -> b -> b) -> b -> t a -> b
  foldl :: (b -> a -> b) -> b -> t a -> b
  foldr1, foldl1 :: (a -> a -> a) -> t a -> a
  toList :: t a -> [a]
  null :: t a -> Bool
  length :: t a -> Int
  elem :: Eq a => a -> t a -> Bool
  maximum, minimum :: Ord a => t a -> a
  sum, product :: Num a => t a -> a
  foldMap f xs = foldr (\x rest -> f x <> rest) mempty xs
  foldr f z xs = appEndo (foldMap (\x -> Endo (f x)) xs) z
  foldl f z xs = foldl f z (toList xs)
  foldr1 f xs = foldr1 f (toList xs)
  foldl1 f xs = foldl1 f (toList xs)
  toList xs = foldr (:) [] xs
  null xs = null (toList xs)
  length xs = length (toList xs)
  elem x xs = elem x (toList xs)
  maximum xs = maximum (toList xs)
  minimum xs = minimum (toList xs)
  sum xs = sum (toList xs)
  product xs = product (toList xs)

class (Functor t, Foldable t) => Traversable t where
  traverse :: Applicative f => (a -> f b) -> t a -> f (t b)
  sequenceA :: Applicative f => t (f a) -> f (t a)
  mapM :: Monad m => (a -> m b) -> t a -> m (t b)
  sequence :: Monad m => t (m a) -> m (t a)
  traverse f xs = sequenceA (fmap f xs)
  sequenceA xs = traverse id xs
  mapM f xs = traverse f xs
  sequence xs = sequenceA xs

newtype Endo a = Endo { appEndo :: a -> a }

instance Semigroup (Endo a) where
  Endo f <> Endo g = Endo (f . g)
instance Monoid (Endo a) where
  mempty = Endo id

instance Semigroup [a] where
  xs <> ys = xs ++ ys
instance Monoid [a] where
  mempty = []
instance Semigroup () where
  _ <> _ = ()
instance Monoid () where
  mempty = ()
instance Semigroup Ordering where
  LT <> _ = LT
  EQ <> y = y
  GT <> _ = GT
instance Monoid Ordering where
  mempty = EQ
instance Semigroup b => Semigroup (a -> b) where
  (<>) f g x = f x <> g x
instance Monoid b => Monoid (a -> b) where
  mempty _ = mempty
instance (Semigroup a, Semigroup b) => Semigroup (a, b) where
  p <> q = (fst p <> fst q, snd p <> snd q)
instance (Monoid a, Monoid b) => Monoid (a, b) where
  mempty = (mempty, mempty)
instance Semigroup a => Semigroup (Maybe a) where
  Nothing <> y = y
  Just x <> y = case y of { Nothing -> Just x; Just z -> Just (x <> z) }
instance Semigroup a => Monoid (Maybe a) where
  mempty = Nothing

instance Functor [] where
  fmap f xs = map f xs
instance Applicative [] where
  pure x = [x]
  fs <*> xs = concatMap (\f -> map f xs) fs
  liftA2 f xs ys = concatMap (\x -> map (f x) ys) xs
  xs *> ys = concatMap (\_ -> ys) xs
instance Monad [] where
  xs >>= f = concatMap f xs
instance MonadFail [] where
  fail _ = []
instance Functor Maybe where
  fmap _ Nothing = Nothing
  fmap f (Just x) = Just (f x)
instance Applicative Maybe where
  pure x = Just x
  Nothing <*> _ = Nothing
  Just f <*> x = fmap f x
instance Monad Maybe where
  Nothing >>= _ = Nothing
  Just x >>= f = f x
instance MonadFail Maybe where
  fail _ = Nothing
instance Functor (Either e) where
  fmap _ (Left e) = Left e
  fmap f (Right x) = Right (f x)
instance Applicative (Either e) where
  pure x = Right x
  Left e <*> _ = Left e
  Right f <*> x = fmap f x
instance Monad (Either e) where
  Left e >>= _ = Left e
  Right x >>= f = f x
instance Functor IO where
  fmap f action = bindIO action (\x -> returnIO (f x))
instance Applicative IO where
  pure x = returnIO x
  f <*> action = bindIO f (\g -> bindIO action (\x -> returnIO (g x)))
  first *> second = bindIO first (\_ -> second)
instance Monad IO where
  action >>= next = bindIO action next
  first >> second = bindIO first (\_ -> second)
instance MonadFail IO where
  fail message = ioError (userError message)
instance Functor ((->) r) where
  fmap f g x = f (g x)
instance Applicative ((->) r) where
  pure x _ = x
  (<*>) f g x = f x (g x)
instance Monad ((->) r) where
  (>>=) f g x = g (f x) x
instance Functor ((,) a) where
  fmap f p = (fst p, f (snd p))
instance Monoid a => Applicative ((,) a) where
  pure x = (mempty, x)
  f <*> p = (fst f <> fst p, (snd f) (snd p))
instance Monoid a => Monad ((,) a) where
  p >>= f = let q = f (snd p) in (fst p <> fst q, snd q)

instance Foldable Maybe where
  foldr _ z Nothing = z
  foldr f z (Just x) = f x z
instance Foldable (Either e) where
  foldr _ z (Left _) = z
  foldr f z (Right x) = f x z
instance Foldable ((,) a) where
  foldr f z p = f (snd p) z
instance Traversable [] where
  traverse f xs = foldr (\x rest -> liftA2 (:) (f x) rest) (pure []) xs
instance Traversable Maybe where
  traverse _ Nothing = pure Nothing
  traverse f (Just x) = fmap Just (f x)
instance Traversable (Either e) where
  traverse _ (Left e) = pure (Left e)
  traverse f (Right x) = fmap Right (f x)

instance Foldable [] where
  foldr _ z [] = z
  foldr f z (x : xs) = f x (foldr f z xs)
  foldr1 f (x : xs) = case xs of
    [] -> x
    _ : _ -> f x (foldr1 f xs)
  foldl _ z [] = z
  foldl f z (x : xs) = foldl f (f z x) xs
  foldl1 f (x : xs) = foldl f x xs
  toList xs = xs
  null [] = True
  null (_ : _) = False
  length xs = count 0 xs
    where
      count n [] = n
      count n (_ : ys) = let m = n + 1 in m `seq` count m ys
  elem _ [] = False
  elem x (y : ys) = x == y || elem x ys
  sum xs = add 0 xs
    where
      add n [] = n
      add n (y : ys) = let m = n + y in m `seq` add m ys
  product xs = multiply 1 xs
    where
      multiply n [] = n
      multiply n (y : ys) = let m = n * y in m `seq` multiply m ys
  maximum (x : xs) = foldl max x xs
  minimum (x : xs) = foldl min x xs

(<$>) :: Functor f => (a -> b) -> f a -> f b
f <$> x = fmap f x

(=<<) :: Monad m => (a -> m b) -> m a -> m b
next =<< action = action >>= next

fromIntegral :: (Num b, Integral a) => a -> b
fromIntegral n = fromInteger (toInteger n)

realToFrac :: (Real a, Fractional b) => a -> b
realToFrac x = fromRational (toRational x)

sequence_ :: (Foldable t, Monad m) => t (m a) -> m ()
sequence_ actions = foldr (>>) (return ()) actions

mapM_ :: (Foldable t, Monad m) => (a -> m b) -> t a -> m ()
mapM_ f xs = foldr (\x rest -> f x >> rest) (return ()) xs

traverse_ :: (Foldable t, Applicative f) => (a -> f b) -> t a -> f ()
traverse_ f xs = foldr (\x rest -> f x *> rest) (pure ()) xs

shows :: Show a => a -> ShowS
shows x rest = showsPrec 0 x rest

showListWith :: (a -> ShowS) -> [a] -> ShowS
showListWith _ [] rest = "[]" ++ rest
showListWith f (x : xs) rest = '[' : f x (more xs)
  where
    more [] = ']' : rest
    more (y : ys) = ',' : f y (more ys)

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

concat :: Foldable t => t [a] -> [a]
concat xss = foldr (++) [] xss

concatMap :: Foldable t => (a -> [b]) -> t a -> [b]
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

(!!) :: [a] -> Int -> a
xs !! n = if n < 0 then error "Prelude.!!: negative index" else at xs n
  where at (y : ys) m = if m == 0 then y else at ys (m - 1)

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

and, or :: Foldable t => t Bool -> Bool
and xs = foldr (&&) True xs
or xs = foldr (||) False xs

any, all :: Foldable t => (a -> Bool) -> t a -> Bool
any p xs = foldr (\x rest -> p x || rest) False xs
all p xs = foldr (\x rest -> p x && rest) True xs

notElem :: (Foldable t, Eq a) => a -> t a -> Bool
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

readOne :: [a] -> a
readOne xs = case xs of
  [] -> error "Prelude.read: no parse"
  x : more -> case more of
    [] -> x
    _ : _ -> error "Prelude.read: ambiguous parse"

-- One token of Haskell, and what follows it.
lex :: ReadS String
lex text = case dropWhile isBlank text of
  "" -> [("", "")]
  c : rest
    | c == '"' -> quoted '"' "\"" rest
    | c == '\'' -> quoted '\'' "'" rest
    | c `elem` ",;()[]{}`" -> [([c], rest)]
    | isSymbolic c -> case span isSymbolic rest of { (more, after) -> [(c : more, after)] }
    | c == '_' || isLetter' c -> case span isNamePart rest of { (more, after) -> [(c : more, after)] }
    | isDigit' c -> number (span isDigit' (c : rest))
    | otherwise -> []
  where
    isSymbolic c = c `elem` "!@#$%&*+./<=>?\\^|:-~"
    isLetter' c = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z')
    isDigit' c = '0' <= c && c <= '9'
    isNamePart c = isLetter' c || isDigit' c || c == '_' || c == '\''
    number p = case p of
      (digits, rest) -> case fraction rest of
        (more, after) -> [(digits ++ more, after)]
    fraction rest = case rest of
      '.' : d : more | isDigit' d -> case span isDigit' more of
        (ds, after) -> case exponent after of { (e, end) -> ('.' : d : ds ++ e, end) }
      _ -> exponent rest
    exponent rest = case rest of
      e : d : more
        | (e == 'e' || e == 'E') && isDigit' d -> case span isDigit' more of { (ds, after) -> (e : d : ds, after) }
        | (e == 'e' || e == 'E') && (d == '-' || d == '+') -> case span isDigit' more of
            (ds, after) -> if null ds then ("", rest) else (e : d : ds, after)
      _ -> ("", rest)
    quoted end done rest = case rest of
      "" -> []
      '\\' : c : more -> quoted end (c : '\\' : done) more
      c : more -> if c == end then [(reverse (c : done), more)] else quoted end (c : done) more

isBlank :: Char -> Bool
isBlank c = c == ' ' || c == '\n' || c == '\t' || c == '\r'

readList :: Read a => ReadS [a]
readList text = reads text

readParen :: Bool -> ReadS a -> ReadS a
readParen inside g = if inside then mandatory else \text -> g text ++ mandatory text
  where
    mandatory text = [(x, rest) | (open, more) <- lex text, open == "(", (x, after) <- readParen False g more, (close, rest) <- lex after, close == ")"]

-- Input and output

putStrLn :: String -> IO ()
putStrLn text = putStr text >> putStr "\n"

putChar :: Char -> IO ()
putChar c = putStr [c]

interact :: (String -> String) -> IO ()
interact f = getContents >>= \text -> putStr (f text)

readLn :: Read a => IO a
readLn = getLine >>= \line -> return (read line)

print :: Show a => a -> IO ()
print x = putStr (show x) >> putStr "\n"

ioError :: IOError -> IO a
ioError e = bindIO (returnIO ()) (\_ -> case e of { IOError _ text -> throwing text (Thrown (typeKey e) text (coerced e)) })

userError :: String -> IOError
userError message = IOError 0 ("user error (" ++ message ++ ")")

-- What kind it is, and its text: 0 by the user, 1 a file is not there, 2 the end of the input, 3 anything else.
data IOError = IOError Int String

-- An exception that was thrown: the number of its type, its text, and its value at no type in particular.
data Thrown = Thrown Int String ()

-- Files. What is written stays in memory.

readFile :: FilePath -> IO String
readFile path = requestIO 'r' path path >>= replied

writeFile, appendFile :: FilePath -> String -> IO ()
writeFile path text = requestIO 'w' path (path ++ '\0' : text) >>= replied >>= \_ -> return ()
appendFile path text = requestIO 'a' path (path ++ '\0' : text) >>= replied >>= \_ -> return ()

replied :: String -> IO String
replied (c : text) = if c == '+' then returnIO text else ioError (IOError 1 text)
