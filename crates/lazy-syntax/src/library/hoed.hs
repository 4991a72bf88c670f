-- Hoed's interface: annotations, and the commands that run an annotated program. `observe` is primitive, and `whodunit ask` asks about what it observes.
-- A program that is run by itself prints what it prints without Hoed.
module Debug.Hoed.Internal
  ( observe, Observable, observer, constrain, Parent, Generic, runO, runO', printO, testO, runOwith, HoedOptions, defaultHoedOptions, Verbosity
  , runOwp, printOwp, testOwp, logO, logOwp, traceOnly, UnevalHandler
  , Propositions, PropType, Proposition, PropositionType, Module, Signature, TestGen
  , mkProposition, ofType, withSignature, sizeHint, withTestGen, ParEq, (===)
  , send, thunk, (<<), observeBase, observeOpaque, constrainBase, MonadicObserver
  , Identifier, observe', observeCC, (*>>=), (>>==), (>>=*)
  ) where

infixl 9 <<
infixl 1 *>>=
infixl 1 >>==
infixl 1 >>=*

-- Where a value was observed. There is one of them: the trace is the machine's.
data Parent = Parent

class Observable a where
  observer :: a -> Parent -> a
  constrain :: a -> a -> a
  observer x _ = x
  constrain x _ = x

-- Types say that they are instances of it, which Hoed needs and this library does not.
class Generic a

instance Observable Int
instance Observable Integer
instance Observable Float
instance Observable Double
instance Observable Char
instance Observable Bool
instance Observable ()
instance Observable Ordering
instance Observable a => Observable [a]
instance Observable a => Observable (Maybe a)
instance (Observable a, Observable b) => Observable (Either a b)
instance (Observable a, Observable b) => Observable (a, b)
instance (Observable a, Observable b, Observable c) => Observable (a, b, c)
instance (Observable a, Observable b, Observable c, Observable d) => Observable (a, b, c, d)
instance (Observable a, Observable b, Observable c, Observable d, Observable e) => Observable (a, b, c, d, e)
instance (Observable a, Observable b) => Observable (a -> b)
instance Observable a => Observable (IO a)

-- Instances that are written by hand are built from these.
newtype MonadicObserver a = MonadicObserver a

instance Functor MonadicObserver where
  fmap f (MonadicObserver x) = MonadicObserver (f x)

instance Applicative MonadicObserver where
  pure x = MonadicObserver x
  MonadicObserver f <*> MonadicObserver x = MonadicObserver (f x)

instance Monad MonadicObserver where
  MonadicObserver x >>= f = f x

send :: String -> MonadicObserver a -> Parent -> a
send _ (MonadicObserver x) _ = x

thunk :: (a -> Parent -> a) -> a -> MonadicObserver a
thunk _ x = MonadicObserver x

(<<) :: MonadicObserver (a -> b) -> a -> MonadicObserver b
MonadicObserver f << x = MonadicObserver (f x)

observeBase :: Show a => a -> Parent -> a
observeBase x _ = x

observeOpaque :: String -> a -> Parent -> a
observeOpaque _ x _ = x

constrainBase :: (Show a, Eq a) => a -> a -> a
constrainBase x constraint
  | x == constraint = x
  | otherwise = error (show x ++ " constrained by " ++ show constraint)

data Verbosity = Verbose | Silent deriving (Show, Eq)

data HoedOptions = HoedOptions { verbose :: Verbosity, prettyWidth :: Int }

defaultHoedOptions :: HoedOptions
defaultHoedOptions = HoedOptions { verbose = Silent, prettyWidth = 110 }

runO :: IO a -> IO ()
runO program = program >> return ()

runO' :: Verbosity -> IO a -> IO ()
runO' _ program = runO program

runOwith :: HoedOptions -> IO a -> IO ()
runOwith _ program = runO program

printO :: Show a => a -> IO ()
printO value = runO (print value)

testO :: Show a => (a -> Bool) -> a -> IO ()
testO property value = runO (putStrLn (tested property value))

tested :: Show a => (a -> Bool) -> a -> String
tested property value
  | property value = "Passed 1 test."
  | otherwise = " *** Failed! Falsifiable: " ++ show value

runOwp :: [Propositions] -> IO a -> IO ()
runOwp _ program = runO program

printOwp :: Show a => [Propositions] -> a -> IO ()
printOwp _ value = printO value

testOwp :: Show a => [Propositions] -> (a -> Bool) -> a -> IO ()
testOwp _ property value = testO property value

-- The tree of an observed run is what `whodunit tree` shows; no file is written.
logO :: FilePath -> IO a -> IO ()
logO _ program = runO program

logOwp :: UnevalHandler -> FilePath -> [Propositions] -> IO a -> IO ()
logOwp _ _ _ program = runO program

traceOnly :: IO a -> IO ()
traceOnly program = runO program

data UnevalHandler = RestrictedBottom | Bottom | Forall | TrustForall deriving (Show, Eq)

data Propositions = Propositions
  { propositions :: [Proposition], propType :: PropType, funName :: String, extraModules :: [Module] }

data PropType = Specify | PropertiesOf deriving Eq

data Signature = Argument Int | SubjectFunction | Random deriving (Show, Eq)

data TestGen = TestGenQuickCheck | TestGenLegacyQuickCheck deriving Show

data PropositionType = IOProposition | BoolProposition | LegacyQuickCheckProposition | QuickCheckProposition
  deriving (Show, Eq)

data Module = Module { moduleName :: String, searchPath :: String } deriving (Show, Eq)

data Proposition = Proposition
  { propositionType :: PropositionType, propModule :: Module, propName :: String, signature :: [Signature]
  , maxSize :: Maybe Int, testgen :: TestGen }

mkProposition :: Module -> String -> Proposition
mkProposition inModule name =
  Proposition { propositionType = BoolProposition, propModule = inModule, propName = name, signature = [Argument 0]
              , maxSize = Nothing, testgen = TestGenQuickCheck }

ofType :: Proposition -> PropositionType -> Proposition
ofType proposition kind = proposition { propositionType = kind }

withSignature :: Proposition -> [Signature] -> Proposition
withSignature proposition arguments = proposition { signature = arguments }

sizeHint :: Proposition -> Int -> Proposition
sizeHint proposition size = proposition { maxSize = Just size }

withTestGen :: Proposition -> TestGen -> Proposition
withTestGen proposition generator = proposition { testgen = generator }

class ParEq a where
  (===) :: a -> a -> Maybe Bool

-- Older versions of Hoed number observations, so that those of a loop are in sequence.
data Identifier = UnknownId | DependsJustOn Int | InSequenceAfter Int deriving (Show, Eq)

observe' :: String -> Identifier -> a -> (a, Int)
observe' label _ value = (observe label value, 0)

observeCC :: String -> a -> a
observeCC label value = observe label value

(*>>=) :: Monad m => m a -> (Identifier -> (a -> m b, Int)) -> (m b, Identifier)
x *>>= f = let (g, i) = f UnknownId in (x >>= g, InSequenceAfter i)

(>>==) :: Monad m => (m a, Identifier) -> (Identifier -> (a -> m b, Int)) -> (m b, Identifier)
(x, d) >>== f = let (g, i) = f d in (x >>= g, InSequenceAfter i)

(>>=*) :: Monad m => (m a, Identifier) -> (Identifier -> (a -> m b, Int)) -> m b
(x, d) >>=* f = let (g, _) = f d in x >>= g
