-- Exceptions. The type of one is a number, so that a handler knows its own.
module Control.Exception
  ( Exception, toException, fromException, displayException, SomeException (..), IOException, ErrorCall (..), ArithException (..), ArrayException (..), AssertionFailed (..)
  , PatternMatchFail (..), NonTermination (..), throw, throwIO, ioError, catch, catchJust, handle, handleJust, try, tryJust, evaluate
  , bracket, bracket_, bracketOnError, finally, onException, mapException, mask_, uninterruptibleMask_, assert
  ) where

infixl 0 `catch`

data SomeException = SomeException Thrown
type IOException = IOError
data ErrorCall = ErrorCall String deriving (Eq, Ord)
data ArithException = Overflow | Underflow | LossOfPrecision | DivideByZero | Denormal | RatioZeroDenominator deriving (Eq, Ord)
data ArrayException = IndexOutOfBounds String | UndefinedElement String deriving (Eq, Ord)
data AssertionFailed = AssertionFailed String
data PatternMatchFail = PatternMatchFail String
data NonTermination = NonTermination

instance Show IOError where
  showsPrec _ (IOError _ text) rest = text ++ rest
instance Show Thrown where
  showsPrec _ (Thrown _ text _) rest = text ++ rest
instance Show SomeException where
  showsPrec p (SomeException e) rest = showsPrec p e rest
instance Show ErrorCall where
  showsPrec _ (ErrorCall text) rest = text ++ rest
instance Show AssertionFailed where
  showsPrec _ (AssertionFailed text) rest = text ++ rest
instance Show PatternMatchFail where
  showsPrec _ (PatternMatchFail text) rest = text ++ rest
instance Show NonTermination where
  showsPrec _ _ rest = "<<loop>>" ++ rest
instance Show ArithException where
  showsPrec _ e rest = text ++ rest
    where
      text = case e of
        Overflow -> "arithmetic overflow"
        Underflow -> "arithmetic underflow"
        LossOfPrecision -> "loss of precision"
        DivideByZero -> "divide by zero"
        Denormal -> "denormal"
        RatioZeroDenominator -> "Ratio has zero denominator"
instance Show ArrayException where
  showsPrec _ (IndexOutOfBounds text) rest = "array index out of range" ++ (if null text then "" else ": " ++ text) ++ rest
  showsPrec _ (UndefinedElement text) rest = "undefined array element" ++ (if null text then "" else ": " ++ text) ++ rest

class Show e => Exception e where
  toException :: e -> SomeException
  fromException :: SomeException -> Maybe e
  displayException :: e -> String
  toException e = SomeException (Thrown (typeKey e) (show e) (coerced e))
  fromException (SomeException (Thrown key _ value)) = (\x -> if key == typeKey x then Just x else Nothing) (coerced value)
  displayException e = show e

instance Exception SomeException where
  toException e = e
  fromException e = Just e
instance Exception Thrown where
  toException e = SomeException e
  fromException (SomeException e) = Just e
instance Exception IOError
instance Exception ErrorCall
instance Exception ArithException
instance Exception ArrayException
instance Exception AssertionFailed
instance Exception PatternMatchFail
instance Exception NonTermination

throw :: Exception e => e -> a
throw e = thrown (toException e)

thrown :: SomeException -> a
thrown (SomeException e@(Thrown _ text _)) = throwing text e

throwIO :: Exception e => e -> IO a
throwIO e = bindIO (returnIO ()) (\_ -> throw e)

-- What came up: errors of the machine go by their kind.
raised :: Int -> String -> Thrown -> SomeException
raised kind text value
  | kind == 6 = SomeException value
  | kind == 1 = toException (PatternMatchFail text)
  | kind == 2 = toException NonTermination
  | kind == 3 && text == "divide by zero" = toException DivideByZero
  | kind == 3 && text == "Prelude.getLine: end of file" = toException (IOError 2 text)
  | otherwise = toException (ErrorCall text)

catch :: Exception e => IO a -> (e -> IO a) -> IO a
catch action handler = catchIO action (\kind text value -> chosen (raised kind text value))
  where
    chosen e = case fromException e of
      Just x -> handler x
      Nothing -> bindIO (returnIO ()) (\_ -> thrown e)

catchJust :: Exception e => (e -> Maybe b) -> IO a -> (b -> IO a) -> IO a
catchJust choose action handler = catch action (\e -> maybe (throwIO e) handler (choose e))

handle :: Exception e => (e -> IO a) -> IO a -> IO a
handle handler action = catch action handler

handleJust :: Exception e => (e -> Maybe b) -> (b -> IO a) -> IO a -> IO a
handleJust choose handler action = catchJust choose action handler

try :: Exception e => IO a -> IO (Either e a)
try action = catch (fmap Right action) (\e -> return (Left e))

tryJust :: Exception e => (e -> Maybe b) -> IO a -> IO (Either b a)
tryJust choose action = catchJust choose (fmap Right action) (\e -> return (Left e))

evaluate :: a -> IO a
evaluate x = bindIO (returnIO ()) (\_ -> x `seq` returnIO x)

onException :: IO a -> IO b -> IO a
onException action after = catchIO action (\kind text value -> after >> thrown (raised kind text value))

finally :: IO a -> IO b -> IO a
finally action after = onException action after >>= \x -> after >> return x

bracket :: IO a -> (a -> IO b) -> (a -> IO c) -> IO c
bracket before after action = before >>= \x -> finally (action x) (after x)

bracket_ :: IO a -> IO b -> IO c -> IO c
bracket_ before after action = bracket before (const after) (const action)

bracketOnError :: IO a -> (a -> IO b) -> (a -> IO c) -> IO c
bracketOnError before after action = before >>= \x -> onException (action x) (after x)

mapException :: (Exception e, Exception f) => (e -> f) -> a -> a
mapException f x = performed (catch (evaluate x) (\e -> throwIO (f e)))

mask_, uninterruptibleMask_ :: IO a -> IO a
mask_ action = action
uninterruptibleMask_ action = action

assert :: Bool -> a -> a
assert True x = x
assert False _ = throw (AssertionFailed "Assertion failed")
