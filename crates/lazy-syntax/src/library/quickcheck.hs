-- Properties in the manner of QuickCheck. The same numbers are drawn in each run. Counterexamples are shown as they were found.
module Test.QuickCheck
  ( Gen, Arbitrary, arbitrary, shrink, Random, Testable, Property, property, (==>), discard, forAll, forAllShrink, choose, chooseInt, elements, oneof
  , frequency, vectorOf, vector, listOf, listOf1, orderedList, sized, resize, scale, getSize, suchThat, suchThatMaybe, sublistOf, shuffle
  , growingElements, shrinkList, shrinkIntegral, shrinkNothing, label, classify, collect, tabulate, cover, counterexample, conjoin, disjoin
  , (.&&.), (.||.), (.&.), (===), (=/=), once, again, within, verbose, noShrinking, withMaxSuccess, mapSize, quickCheck, quickCheckWith, verboseCheck
  , quickCheckResult, isSuccess, Result, Args, maxSuccess, maxSize, maxDiscardRatio, chatty, stdArgs, sample, sample', generate
  , Positive, getPositive, NonNegative, getNonNegative, Negative, getNegative, NonZero, getNonZero, NonEmptyList, getNonEmpty, OrderedList, getOrdered, Small, getSmall
  , Large, getLarge
  ) where

import Control.Exception
import Control.Monad
import Data.Char (chr, ord)
import Data.List (sort)
import Test.Internal

infix 4 ===, =/=
infixr 1 .&&., .||., .&.

type Property = Bool

-- A value for a seed and a size.
newtype Gen a = Gen (Int -> Int -> a)

drawn :: Gen a -> Int -> Int -> a
drawn (Gen g) seed size = g seed size

-- Seeds that have nothing to do with each other.
left, right :: Int -> Int
left seed = mixed (seed * 2 + 1)
right seed = mixed (seed * 2 + 2)

mixed :: Int -> Int
mixed n = let m = (n * 1103515245 + 12345) `mod` 2147483648 in ((m `div` 65536) + m * 69069) `mod` 2147483647

instance Functor Gen where
  fmap f (Gen g) = Gen (\seed size -> f (g seed size))
instance Applicative Gen where
  pure x = Gen (\_ _ -> x)
  Gen f <*> Gen g = Gen (\seed size -> f (left seed) size (g (right seed) size))
instance Monad Gen where
  Gen g >>= f = Gen (\seed size -> drawn (f (g (left seed) size)) (right seed) size)

class Random a where
  between :: a -> a -> Int -> a
instance Random Int where
  between low high seed = fromInteger (wide (toInteger low) (toInteger high) seed)
instance Random Integer where
  between low high seed = wide low high seed
instance Random Char where
  between low high seed = chr (between (ord low) (ord high) seed)
instance Random Bool where
  between low high seed = toEnum (between (fromEnum low) (fromEnum high) seed)
instance Random Double where
  between low high seed = low + (high - low) * fromIntegral (mixed seed) / 2147483647

wide :: Integer -> Integer -> Int -> Integer
wide low high seed
  | high < low = wide high low seed
  | high - low < 1000000 = low + toInteger (mixed seed) `mod` (high - low + 1)
  | otherwise = low + many (high - low) seed `mod` (high - low + 1)
  where many range s = if range == 0 then 0 else toInteger (mixed s) + 2147483647 * many (range `div` 2147483647) (right s)

choose :: Random a => (a, a) -> Gen a
choose (low, high) = Gen (\seed _ -> between low high seed)

chooseInt :: (Int, Int) -> Gen Int
chooseInt ends = choose ends

sized :: (Int -> Gen a) -> Gen a
sized f = Gen (\seed size -> drawn (f size) seed size)

getSize :: Gen Int
getSize = Gen (\_ size -> size)

resize :: Int -> Gen a -> Gen a
resize n g = Gen (\seed _ -> drawn g seed n)

scale :: (Int -> Int) -> Gen a -> Gen a
scale f g = sized (\n -> resize (f n) g)

elements :: [a] -> Gen a
elements [] = error "QuickCheck.elements used with empty list"
elements xs = fmap (xs !!) (choose (0, length xs - 1))

growingElements :: [a] -> Gen a
growingElements [] = error "QuickCheck.growingElements used with empty list"
growingElements xs = sized (\n -> elements (take (max 1 (length xs * n `div` 100)) xs))

oneof :: [Gen a] -> Gen a
oneof [] = error "QuickCheck.oneof used with empty list"
oneof gs = choose (0, length gs - 1) >>= (gs !!)

frequency :: [(Int, Gen a)] -> Gen a
frequency [] = error "QuickCheck.frequency used with empty list"
frequency gs = choose (1, sum (map fst gs)) >>= \n -> pick n gs
  where
    pick n ((k, g) : rest) = if n <= k then g else pick (n - k) rest
    pick _ [] = error "QuickCheck.pick used with empty list"

vectorOf :: Int -> Gen a -> Gen [a]
vectorOf n g = replicateM n g

vector :: Arbitrary a => Int -> Gen [a]
vector n = vectorOf n arbitrary

listOf, listOf1 :: Gen a -> Gen [a]
listOf g = sized (\n -> choose (0, n) >>= \k -> vectorOf k g)
listOf1 g = sized (\n -> choose (1, max 1 n) >>= \k -> vectorOf k g)

orderedList :: (Ord a, Arbitrary a) => Gen [a]
orderedList = fmap sort arbitrary

suchThat :: Gen a -> (a -> Bool) -> Gen a
suchThat g p = Gen search
  where search seed size = let x = drawn g (left seed) size in if p x then x else search (right seed) (size + 1)

suchThatMaybe :: Gen a -> (a -> Bool) -> Gen (Maybe a)
suchThatMaybe g p = sized (\n -> search (max n 1))
  where search n = if n == 0 then return Nothing else g >>= \x -> if p x then return (Just x) else search (n - 1 :: Int)

sublistOf :: [a] -> Gen [a]
sublistOf xs = filterM (\_ -> choose (False, True)) xs

shuffle :: [a] -> Gen [a]
shuffle [] = return []
shuffle xs = choose (0, length xs - 1) >>= \n -> case splitAt n xs of
  (before, x : after) -> fmap (x :) (shuffle (before ++ after))
  _ -> return xs

class Arbitrary a where
  arbitrary :: Gen a
  shrink :: a -> [a]
  shrink _ = []

instance Arbitrary () where
  arbitrary = return ()
instance Arbitrary Bool where
  arbitrary = choose (False, True)
instance Arbitrary Ordering where
  arbitrary = elements [LT, EQ, GT]
instance Arbitrary Int where
  arbitrary = sized (\n -> choose (negate n, n))
  shrink n = shrinkIntegral n
instance Arbitrary Integer where
  arbitrary = sized (\n -> choose (negate (toInteger n), toInteger n))
  shrink n = shrinkIntegral n
instance Arbitrary Double where
  arbitrary = sized (\n -> choose (negate (fromIntegral n), fromIntegral n))
instance Arbitrary Char where
  arbitrary = frequency [(9, choose (' ', '~')), (1, choose ('\0', '\255'))]
instance Arbitrary a => Arbitrary [a] where
  arbitrary = listOf arbitrary
  shrink xs = shrinkList shrink xs
instance Arbitrary a => Arbitrary (Maybe a) where
  arbitrary = frequency [(1, return Nothing), (3, fmap Just arbitrary)]
instance (Arbitrary a, Arbitrary b) => Arbitrary (Either a b) where
  arbitrary = oneof [fmap Left arbitrary, fmap Right arbitrary]
instance (Arbitrary a, Arbitrary b) => Arbitrary (a, b) where
  arbitrary = liftM2 (,) arbitrary arbitrary
instance (Arbitrary a, Arbitrary b, Arbitrary c) => Arbitrary (a, b, c) where
  arbitrary = liftM3 (,,) arbitrary arbitrary arbitrary

shrinkIntegral :: Integral a => a -> [a]
shrinkIntegral n = if n == 0 then [] else takeWhile (\m -> abs m < abs n) (0 : [n - k | k <- takeWhile (/= 0) (iterate (`quot` 2) (n `quot` 2))])

shrinkNothing :: a -> [a]
shrinkNothing _ = []

shrinkList :: (a -> [a]) -> [a] -> [[a]]
shrinkList f xs = [take n xs ++ drop (n + 1) xs | n <- [0 .. length xs - 1]] ++ [take n xs ++ y : drop (n + 1) xs | n <- [0 .. length xs - 1], y <- f (xs !! n)]

newtype Positive a = Positive { getPositive :: a } deriving (Eq, Ord, Show)
newtype NonNegative a = NonNegative { getNonNegative :: a } deriving (Eq, Ord, Show)
newtype Negative a = Negative { getNegative :: a } deriving (Eq, Ord, Show)
newtype NonZero a = NonZero { getNonZero :: a } deriving (Eq, Ord, Show)
newtype NonEmptyList a = NonEmpty { getNonEmpty :: [a] } deriving (Eq, Ord, Show)
newtype OrderedList a = Ordered { getOrdered :: [a] } deriving (Eq, Ord, Show)
newtype Small a = Small { getSmall :: a } deriving (Eq, Ord, Show)
newtype Large a = Large { getLarge :: a } deriving (Eq, Ord, Show)

instance (Num a, Ord a, Arbitrary a) => Arbitrary (Positive a) where
  arbitrary = fmap (\n -> Positive (abs n)) (suchThat arbitrary (/= 0))
instance (Num a, Ord a, Arbitrary a) => Arbitrary (NonNegative a) where
  arbitrary = fmap (\n -> NonNegative (abs n)) arbitrary
instance (Num a, Ord a, Arbitrary a) => Arbitrary (Negative a) where
  arbitrary = fmap (\n -> Negative (negate (abs n))) (suchThat arbitrary (/= 0))
instance (Num a, Ord a, Arbitrary a) => Arbitrary (NonZero a) where
  arbitrary = fmap NonZero (suchThat arbitrary (/= 0))
instance Arbitrary a => Arbitrary (NonEmptyList a) where
  arbitrary = fmap NonEmpty (listOf1 arbitrary)
instance (Ord a, Arbitrary a) => Arbitrary (OrderedList a) where
  arbitrary = fmap Ordered orderedList
instance Arbitrary a => Arbitrary (Small a) where
  arbitrary = fmap Small arbitrary
instance Integral a => Arbitrary (Large a) where
  arbitrary = fmap (\n -> Large (fromInteger n)) (choose (negate 2147483648, 2147483647))

class Testable p where
  -- Whether it holds for what is drawn, and what that is.
  tried :: p -> Int -> Int -> [String] -> (Bool, [String])
instance Testable Bool where
  tried holds _ _ shown = (holds, reverse shown)
instance Testable () where
  tried _ _ _ shown = (True, reverse shown)
instance Testable p => Testable (Gen p) where
  tried g seed size shown = tried (drawn g (left seed) size) (right seed) size shown
instance (Arbitrary a, Show a, Testable p) => Testable (a -> p) where
  tried f seed size shown = let x = drawn arbitrary (left seed) size in tried (f x) (right seed) size (show x : shown)

data Outcome = Held | Refuted [String] | Skipped | Raised String [String]

attempted :: Testable p => p -> Int -> Int -> IO Outcome
attempted p seed size =
  let (holds, shown) = tried p seed size []
  in catch (evaluate holds >>= \is -> return (if is then Held else Refuted shown)) (\e -> return (raised e shown))

raised :: SomeException -> [String] -> Outcome
raised e shown = let text = show e in if text == "precondition unmet" then Skipped else Raised text shown

seeds :: [Int]
seeds = iterate right 20

-- A property without parameters: it is tried for a hundred values.
property :: Testable p => p -> Property
property p = performed (from (100 :: Int) (zip seeds (map (`mod` 100) [1 ..])))
  where
    from _ [] = return True
    from 0 _ = return True
    from n ((seed, size) : rest) = attempted p seed size >>= \outcome -> case outcome of
      Held -> from (n - 1) rest
      Skipped -> from (n - 1) rest
      Refuted _ -> return False
      Raised text _ -> errorWithoutStackTrace text

forAll :: (Show a, Testable p) => Gen a -> (a -> p) -> Property
forAll g f = property (fmap f g)

forAllShrink :: (Show a, Testable p) => Gen a -> (a -> [a]) -> (a -> p) -> Property
forAllShrink g _ f = forAll g f

label, counterexample :: Testable p => String -> p -> p
label _ p = p
counterexample _ p = p

collect :: (Show a, Testable p) => a -> p -> p
collect _ p = p

tabulate :: Testable p => String -> [String] -> p -> p
tabulate _ _ p = p

classify :: Testable p => Bool -> String -> p -> p
classify _ _ p = p

cover :: Testable p => Double -> Bool -> String -> p -> p
cover _ _ _ p = p

once, again, verbose, noShrinking :: Testable p => p -> p
once p = p
again p = p
verbose p = p
noShrinking p = p

within, withMaxSuccess :: Testable p => Int -> p -> p
within _ p = p
withMaxSuccess _ p = p

mapSize :: Testable p => (Int -> Int) -> p -> p
mapSize _ p = p

conjoin, disjoin :: Testable p => [p] -> Property
conjoin ps = all property ps
disjoin ps = any property ps

(.&&.), (.||.), (.&.) :: (Testable p, Testable q) => p -> q -> Property
p .&&. q = property p && property q
p .||. q = property p || property q
p .&. q = property p && property q

(===), (=/=) :: (Eq a, Show a) => a -> a -> Property
x === y = x == y
x =/= y = x /= y

data Args = Args { maxSuccess :: Int, maxDiscardRatio :: Int, maxSize :: Int, chatty :: Bool } deriving Show

stdArgs :: Args
stdArgs = Args { maxSuccess = 100, maxDiscardRatio = 10, maxSize = 100, chatty = True }

data Result = Success Int | GaveUp Int | Failure Int [String] deriving Show

isSuccess :: Result -> Bool
isSuccess (Success _) = True
isSuccess _ = False

quickCheck, verboseCheck :: Testable p => p -> IO ()
quickCheck p = quickCheckWith stdArgs p
verboseCheck p = quickCheck p

quickCheckWith :: Testable p => Args -> p -> IO ()
quickCheckWith args p = checked args p >> return ()

quickCheckResult :: Testable p => p -> IO Result
quickCheckResult p = checked stdArgs p

checked :: Testable p => Args -> p -> IO Result
checked args p = from 0 0 seeds
  where
    say text = when (chatty args) (putStrLn text)
    tests n = show n ++ (if n == 1 then " test" else " tests")
    from _ _ [] = return (GaveUp 0)
    from n skipped (seed : rest)
      | n >= maxSuccess args = say ("+++ OK, passed " ++ tests n ++ ".") >> return (Success n)
      | skipped > maxDiscardRatio args * maxSuccess args =
          say ("*** Gave up! Passed only " ++ tests n ++ ".") >> return (GaveUp n)
      | otherwise = attempted p seed (min (maxSize args) (n * maxSize args `div` maxSuccess args + skipped `div` 10)) >>= \outcome -> case outcome of
          Held -> from (n + 1) skipped rest
          Skipped -> from n (skipped + 1) rest
          Refuted shown -> failed' ("*** Failed! Falsified (after " ++ tests (n + 1) ++ "):") n shown
          Raised text shown -> failed' ("*** Failed! Exception: '" ++ text ++ "' (after " ++ tests (n + 1) ++ "):") n shown
    failed' text n shown = say text >> mapM_ say shown >> return (Failure (n + 1) shown)

sample' :: Gen a -> IO [a]
sample' g = return [drawn g seed size | (seed, size) <- zip seeds [0, 2 .. 20]]

sample :: Show a => Gen a -> IO ()
sample g = sample' g >>= mapM_ print

generate :: Gen a -> IO a
generate g = return (drawn g 7 30)
