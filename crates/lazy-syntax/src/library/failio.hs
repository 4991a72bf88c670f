-- Actions that fail.
module GHC.IO (failIO, evaluate, throwIO, catchException, catchAny, stToIO) where

import Control.Exception
import Control.Monad.ST

failIO :: String -> IO a
failIO text = ioError (userError text)

catchException :: Exception e => IO a -> (e -> IO a) -> IO a
catchException action handler = catch action handler

catchAny :: IO a -> (SomeException -> IO a) -> IO a
catchAny action handler = catch action handler
