-- Errors of input and output.
module System.IO.Error
  ( IOError, userError, ioError, catchIOError, tryIOError, isDoesNotExistError, isEOFError, isUserError, ioeGetErrorString
  ) where

import Control.Exception

catchIOError :: IO a -> (IOError -> IO a) -> IO a
catchIOError action handler = catch action handler

tryIOError :: IO a -> IO (Either IOError a)
tryIOError action = try action

isDoesNotExistError, isEOFError, isUserError :: IOError -> Bool
isUserError (IOError kind _) = kind == 0
isDoesNotExistError (IOError kind _) = kind == 1
isEOFError (IOError kind _) = kind == 2

ioeGetErrorString :: IOError -> String
ioeGetErrorString (IOError kind text) = if kind == 0 then init (drop 12 text) else text
