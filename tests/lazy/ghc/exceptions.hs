---- thrown_and_caught
{-# LANGUAGE ScopedTypeVariables #-}
-- Exceptions: thrown, caught by type, passed on.
module Main where

import Control.Exception
import System.IO.Error

data Bad = Bad Int | Worse String deriving (Show, Eq)
instance Exception Bad

f :: Int -> Int
f 0 = throw (Bad 7)
f n = n

main :: IO ()
main = do
  r <- try (evaluate (1 `div` (0 :: Int))) :: IO (Either ArithException Int)
  print r
  r2 <- try (evaluate (f 0))
  case r2 of
    Left (Bad n) -> putStrLn ("bad " ++ show n)
    Left e -> print e
    Right v -> print v
  r3 <- try (evaluate (head ([] :: [Int]))) :: IO (Either SomeException Int)
  putStrLn (either (const "some exception") show r3)
  catch (error "boom") (\(ErrorCall m) -> putStrLn ("caught " ++ m))
  catch (ioError (userError "x")) (\(e :: IOException) -> print e)
  handle (\(e :: SomeException) -> putStrLn ("some: " ++ show e)) (throwIO (Worse "w"))
  (putStrLn "body" `finally` putStrLn "after")
  (catch (evaluate (f 0) >>= print) (\(e :: ArithException) -> print e)) `catch` \(e :: Bad) -> putStrLn ("outer " ++ show e)
  r5 <- tryJust (\e -> if e == DivideByZero then Just () else Nothing) (evaluate (mod 5 (0::Int)))
  print r5
  print (fromException (toException (Bad 3)) :: Maybe Bad)
  print (fromException (toException (Bad 3)) :: Maybe ArithException)
  bracket (putStrLn "open" >> return 3) (\_ -> putStrLn "close") print
  r6 <- tryIOError (ioError (userError "mine"))
  print (either ioeGetErrorString (const "none") r6, either isUserError (const False) r6, either isDoesNotExistError (const False) r6)
  r7 <- try (return $! length [1, undefined, error "never" :: Int]) :: IO (Either ErrorCall Int)
  print (either show show r7)
  (print =<< evaluate (f 0 + 1)) `catch` \e -> case e of
    Bad n -> putStrLn ("number " ++ show n)
    Worse s -> putStrLn s
  handleJust (\e -> if e == Overflow then Just "over" else Nothing) putStrLn (throwIO Overflow)
  (bracket_ (putStrLn "in") (putStrLn "out") (throwIO Underflow)) `catch` \e -> print (e :: ArithException)
  (putStrLn "first" >> error "second") `onException` putStrLn "third" `catch` \(ErrorCall s) -> putStrLn s
  -- What was caught once is caught again when it is demanded again.
  let x = f 0
  a <- try (evaluate x)
  b <- try (evaluate x)
  print (a :: Either Bad Int, b :: Either Bad Int)
  throwIO (Bad 9) `catch` \e -> putStrLn (displayException (e :: SomeException))
