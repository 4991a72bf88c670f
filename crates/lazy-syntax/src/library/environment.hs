-- What a program is given when it is started: here that is nothing.
module System.Environment (getArgs) where

getArgs :: IO [String]
getArgs = return []
