-- Tests in the manner of Hspec. They run in their order.
module Test.Hspec.Internal
  ( Spec, SpecWith, SpecM, Expectation, Example, Selector, hspec, describe, context, it, specify, example, xdescribe, xcontext, xit, xspecify
  , pending, pendingWith, parallel, shouldBe, shouldNotBe, shouldSatisfy, shouldNotSatisfy, shouldMatchList, shouldContain, shouldNotContain
  , shouldStartWith, shouldEndWith, shouldReturn, shouldNotReturn, shouldThrow, anyException, anyErrorCall, anyArithException, anyIOException
  , errorCall, expectationFailure, evaluate, Config, configFailFast, configDryRun, configRandomize, defaultConfig, hspecWith
  ) where

import Control.Exception
import Test.QuickCheck (Arbitrary, Testable, property)
import Data.List (isInfixOf, isPrefixOf, isSuffixOf, (\\))

infix 1 `shouldBe`, `shouldNotBe`, `shouldSatisfy`, `shouldNotSatisfy`, `shouldMatchList`, `shouldContain`, `shouldNotContain`
infix 1 `shouldStartWith`, `shouldEndWith`, `shouldReturn`, `shouldNotReturn`, `shouldThrow`

data Node = Group String [Node] | Item String (IO Verdict)
data Verdict = Holds | Fails String | Waits String

newtype SpecM a b = SpecM ([Node], b)
type SpecWith a = SpecM a ()
type Spec = SpecM () ()
type Expectation = IO ()
type Selector e = e -> Bool

nodes :: SpecM a b -> [Node]
nodes (SpecM p) = fst p

instance Functor (SpecM a) where
  fmap f (SpecM p) = SpecM (fst p, f (snd p))
instance Applicative (SpecM a) where
  pure x = SpecM ([], x)
  SpecM f <*> SpecM p = SpecM (fst f ++ fst p, (snd f) (snd p))
instance Monad (SpecM a) where
  SpecM p >>= f = case f (snd p) of SpecM q -> SpecM (fst p ++ fst q, snd q)

data HUnitFailure = HUnitFailure String
instance Show HUnitFailure where
  showsPrec _ (HUnitFailure text) rest = text ++ rest
instance Exception HUnitFailure

data Pending = Pending String
instance Show Pending where
  showsPrec _ (Pending text) rest = text ++ rest
instance Exception Pending

class Example e where
  performedAs :: e -> IO ()
instance Example Bool where
  performedAs holds = if holds then return () else throwIO (HUnitFailure "")
instance Example (IO a) where
  performedAs action = action >> return ()
instance (Arbitrary a, Show a, Testable b) => Example (a -> b) where
  performedAs f = performedAs (property f)

describe, context, xdescribe, xcontext :: String -> SpecM a b -> SpecM a b
describe name (SpecM p) = SpecM ([Group name (fst p)], snd p)
context name spec = describe name spec
xdescribe name (SpecM p) = SpecM ([Group name (map skipped (fst p))], snd p)
xcontext name spec = xdescribe name spec

skipped :: Node -> Node
skipped (Group name inner) = Group name (map skipped inner)
skipped (Item name _) = Item name (return (Waits "Temporarily disabled"))

it, specify, xit, xspecify :: Example e => String -> e -> SpecWith a
it name body = SpecM ([Item name (verdict (performedAs body))], ())
specify name body = it name body
xit name _ = SpecM ([Item name (return (Waits "Temporarily disabled"))], ())
xspecify name body = xit name body

example :: Expectation -> Expectation
example action = action

parallel :: SpecM a b -> SpecM a b
parallel spec = spec

pending :: Expectation
pending = throwIO (Pending "No reason given")

pendingWith :: String -> Expectation
pendingWith reason = throwIO (Pending reason)

verdict :: IO () -> IO Verdict
verdict action = catch (action >> return Holds) failed
  where
    failed e = case fromException e of
      Just (HUnitFailure text) -> return (Fails text)
      Nothing -> case fromException e of
        Just (Pending text) -> return (Waits text)
        Nothing -> return (Fails ("uncaught exception: " ++ show (e :: SomeException)))

expectationFailure :: String -> Expectation
expectationFailure text = throwIO (HUnitFailure text)

expect :: Bool -> String -> Expectation
expect holds text = if holds then return () else expectationFailure text

shouldBe, shouldNotBe :: (Show a, Eq a) => a -> a -> Expectation
actual `shouldBe` expected = expect (actual == expected) ("expected: " ++ show expected ++ "\n but got: " ++ show actual)
actual `shouldNotBe` other = expect (actual /= other) ("not expected: " ++ show actual)

shouldSatisfy, shouldNotSatisfy :: Show a => a -> (a -> Bool) -> Expectation
x `shouldSatisfy` p = expect (p x) ("predicate failed on: " ++ show x)
x `shouldNotSatisfy` p = expect (not (p x)) ("predicate succeeded on: " ++ show x)

shouldMatchList, shouldContain, shouldNotContain, shouldStartWith, shouldEndWith :: (Show a, Eq a) => [a] -> [a] -> Expectation
xs `shouldMatchList` ys
  = expect (null (xs \\ ys) && null (ys \\ xs)) ("Actual list is not a permutation of expected list!\n  expected list contains:   " ++ show ys ++ "\n  actual list contains:     " ++ show xs)
xs `shouldContain` ys = expect (ys `isInfixOf` xs) (show xs ++ " does not contain " ++ show ys)
xs `shouldNotContain` ys = expect (not (ys `isInfixOf` xs)) (show xs ++ " does contain " ++ show ys)
xs `shouldStartWith` ys = expect (ys `isPrefixOf` xs) (show xs ++ " does not start with " ++ show ys)
xs `shouldEndWith` ys = expect (ys `isSuffixOf` xs) (show xs ++ " does not end with " ++ show ys)

shouldReturn, shouldNotReturn :: (Show a, Eq a) => IO a -> a -> Expectation
action `shouldReturn` expected = action >>= \actual -> actual `shouldBe` expected
action `shouldNotReturn` other = action >>= \actual -> actual `shouldNotBe` other

shouldThrow :: Exception e => IO a -> Selector e -> Expectation
action `shouldThrow` p = try action >>= \outcome -> case outcome of
  Right _ -> expectationFailure "did not get expected exception"
  Left e -> expect (p e) ("predicate failed on expected exception: " ++ show e)

anyException :: Selector SomeException
anyException _ = True

anyErrorCall :: Selector ErrorCall
anyErrorCall _ = True

anyArithException :: Selector ArithException
anyArithException _ = True

anyIOException :: Selector IOException
anyIOException _ = True

errorCall :: String -> Selector ErrorCall
errorCall wanted (ErrorCall text) = text == wanted

-- What a run of tests is like.
data Config = Config { configFailFast :: Bool, configDryRun :: Bool, configRandomize :: Bool }

defaultConfig :: Config
defaultConfig = Config { configFailFast = False, configDryRun = False, configRandomize = False }

hspec :: Spec -> IO ()
hspec spec = hspecWith defaultConfig spec

hspecWith :: Config -> Spec -> IO ()
hspecWith config spec = do
  putStrLn ""
  report <- tested config 0 [] (nodes spec) (Report 0 0 0 [])
  putStrLn ""
  showFailures 1 (reverse (failures report))
  putStrLn (counted (done report) "example" ++ ", " ++ counted (length (failures report)) "failure" ++ waiting (waits report))
  if null (failures report) then return () else throwIO (HUnitFailure "tests failed")

data Report = Report { done :: Int, waits :: Int, unused :: Int, failures :: [([String], String, String)] }

waiting :: Int -> String
waiting n = if n == 0 then "" else ", " ++ show n ++ " pending"

counted :: Int -> String -> String
counted n what = show n ++ " " ++ what ++ (if n == 1 then "" else "s")

tested :: Config -> Int -> [String] -> [Node] -> Report -> IO Report
tested _ _ _ [] report = return report
tested config depth path (node : rest) report
  | configFailFast config && not (null (failures report)) = return report
  | otherwise = do
      next <- case node of
        Group name inner -> putStrLn (margin ++ name) >> tested config (depth + 1) (path ++ [name]) inner report
        Item name action -> action >>= told name
      tested config depth path rest next
  where
    margin = replicate (2 * depth) ' '
    told name result = case result of
      Holds -> putStrLn (margin ++ name) >> return report { done = done report + 1 }
      Waits why -> putStrLn (margin ++ name ++ "\n" ++ margin ++ "  # PENDING: " ++ why) >> return report { done = done report + 1, waits = waits report + 1 }
      Fails why -> do
        putStrLn (margin ++ name ++ " FAILED [" ++ show (length (failures report) + 1) ++ "]")
        return report { done = done report + 1, failures = (path, name, why) : failures report }

showFailures :: Int -> [([String], String, String)] -> IO ()
showFailures _ [] = return ()
showFailures n ((path, name, why) : rest) = do
  putStrLn ("  " ++ show n ++ ") " ++ concatMap (++ ", ") path ++ name)
  putStr (unlines (map ("       " ++) (lines why)))
  putStrLn ""
  showFailures (n + 1) rest
