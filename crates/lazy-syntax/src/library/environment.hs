-- What a program is given when it is started.
module System.Environment (getArgs, getProgName) where

getArgs :: IO [String]
getArgs = requestIO 'g' "" "" >>= replied >>= \text -> return (parts text)
  where
    parts "" = []
    parts text = case break (== '\0') text of
      (part, rest) -> part : parts (drop 1 rest)

-- The name of the program that GHC would make depends on how it was called.
getProgName :: IO String
getProgName = return "main"
