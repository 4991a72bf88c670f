-- Reading and writing texts.
module Data.Text.IO (putStr, putStrLn, getLine, getContents, interact) where

import Prelude hiding (putStr, putStrLn, getLine, getContents, interact)
import qualified Prelude
import Data.Text (Text, pack, unpack)

putStr, putStrLn :: Text -> IO ()
putStr t = Prelude.putStr (unpack t)
putStrLn t = Prelude.putStrLn (unpack t)

getLine, getContents :: IO Text
getLine = fmap pack Prelude.getLine
getContents = fmap pack Prelude.getContents

interact :: (Text -> Text) -> IO ()
interact f = Prelude.interact (\s -> unpack (f (pack s)))
