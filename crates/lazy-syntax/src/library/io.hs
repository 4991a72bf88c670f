-- Input and output by handles. All that is written goes out at once; what goes to `stderr` is kept apart from the program's output.
module System.IO
  ( IO, Handle, FilePath, BufferMode (..), stdin, stdout, stderr, hSetBuffering, hGetBuffering, hSetEcho, hGetEcho, hFlush, hPutStr, hPutStrLn, hPrint
  , hPutChar, hGetLine, hGetContents, hIsEOF, hClose, isEOF, putStr, putStrLn, print, getLine, getContents, interact, readLn, putChar
  , IOMode (..), SeekMode (..), TextEncoding, utf8, openFile, withFile, hSetBinaryMode, hSetEncoding, hGetChar, hReady, hWaitForInput
  , hSetNewlineMode, NewlineMode, noNewlineTranslation, universalNewlineMode, readFile, writeFile, appendFile, hIsOpen, hShow, hFileSize
  ) where

import Data.IORef

data Handle = Stdin | Stdout | Stderr | File FilePath IOMode (IORef String)
data IOMode = ReadMode | WriteMode | AppendMode | ReadWriteMode deriving (Eq, Ord, Show, Read, Enum)
data SeekMode = AbsoluteSeek | RelativeSeek | SeekFromEnd deriving (Eq, Ord, Show, Read, Enum)
data TextEncoding = Encoding
data NewlineMode = NewlineMode
data BufferMode = NoBuffering | LineBuffering | BlockBuffering (Maybe Int) deriving (Eq, Ord, Show, Read)

instance Eq Handle where
  Stdin == Stdin = True
  Stdout == Stdout = True
  Stderr == Stderr = True
  File path _ _ == File other _ _ = path == other
  _ == _ = False

instance Show Handle where
  show (File path _ _) = "{handle: " ++ path ++ "}"
  show Stdin = "<stdin>"
  show Stdout = "<stdout>"
  show Stderr = "<stderr>"

stdin, stdout, stderr :: Handle
stdin = Stdin
stdout = Stdout
stderr = Stderr

hSetBuffering :: Handle -> BufferMode -> IO ()
hSetBuffering _ _ = return ()

hGetBuffering :: Handle -> IO BufferMode
hGetBuffering _ = return NoBuffering

hSetEcho :: Handle -> Bool -> IO ()
hSetEcho _ _ = return ()

hGetEcho :: Handle -> IO Bool
hGetEcho _ = return False

hFlush :: Handle -> IO ()
hFlush _ = return ()

hPutStr, hPutStrLn :: Handle -> String -> IO ()
hPutStr Stdin _ = ioError (userError "<stdin>: hPutStr: illegal operation (handle is not open for writing)")
hPutStr Stdout text = putStr text
hPutStr Stderr text = putError text
hPutStr (File path mode _) text
  | mode == ReadMode = ioError (userError (path ++ ": hPutStr: illegal operation (handle is not open for writing)"))
  | otherwise = appendFile path text
hPutStrLn handle text = hPutStr handle (text ++ "\n")

hPutChar :: Handle -> Char -> IO ()
hPutChar handle char = hPutStr handle [char]

hPrint :: Show a => Handle -> a -> IO ()
hPrint handle x = hPutStrLn handle (show x)

hGetLine, hGetContents :: Handle -> IO String
hGetLine (File path _ left) = do
  text <- readIORef left
  case break (== '\n') text of
    (line, rest)
      | null text -> atEnd path "hGetLine"
      | otherwise -> writeIORef left (drop 1 rest) >> return line
hGetLine handle = opened handle getLine
hGetContents (File _ _ left) = readIORef left >>= \text -> writeIORef left "" >> return text
hGetContents handle = opened handle getContents

hGetChar :: Handle -> IO Char
hGetChar (File path _ left) = do
  text <- readIORef left
  case text of
    c : rest -> writeIORef left rest >> return c
    "" -> atEnd path "hGetChar"
hGetChar _ = ioError (userError "hGetChar: not supported for standard input")

atEnd :: FilePath -> String -> IO a
atEnd path what = ioError (IOError 2 (path ++ ": " ++ what ++ ": end of file"))

hIsEOF :: Handle -> IO Bool
hIsEOF (File _ _ left) = fmap null (readIORef left)
hIsEOF handle = opened handle isEOF

hReady :: Handle -> IO Bool
hReady handle = fmap not (hIsEOF handle)

hWaitForInput :: Handle -> Int -> IO Bool
hWaitForInput handle _ = hReady handle

hIsOpen :: Handle -> IO Bool
hIsOpen _ = return True

hShow :: Handle -> IO String
hShow handle = return (show handle)

hFileSize :: Handle -> IO Integer
hFileSize (File path _ _) = fmap (toInteger . length) (readFile path)
hFileSize _ = ioError (userError "hFileSize: inappropriate type (not a regular file)")

openFile :: FilePath -> IOMode -> IO Handle
openFile path mode = case mode of
  ReadMode -> readFile path >>= file
  WriteMode -> writeFile path "" >> file ""
  _ -> file ""
  where file text = newIORef text >>= \left -> return (File path mode left)

withFile :: FilePath -> IOMode -> (Handle -> IO a) -> IO a
withFile path mode action = openFile path mode >>= \handle -> action handle >>= \x -> hClose handle >> return x

-- Texts are read and written as UTF-8; bytes would be others.
hSetBinaryMode :: Handle -> Bool -> IO ()
hSetBinaryMode _ isBinary = if isBinary then ioError (userError "not supported: hSetBinaryMode") else return ()

utf8 :: TextEncoding
utf8 = Encoding

hSetEncoding :: Handle -> TextEncoding -> IO ()
hSetEncoding _ _ = return ()

noNewlineTranslation, universalNewlineMode :: NewlineMode
noNewlineTranslation = NewlineMode
universalNewlineMode = NewlineMode

hSetNewlineMode :: Handle -> NewlineMode -> IO ()
hSetNewlineMode _ _ = return ()

-- Nothing is left behind when a program ends.
hClose :: Handle -> IO ()
hClose _ = return ()

opened :: Handle -> IO a -> IO a
opened Stdin action = action
opened _ _ = ioError (userError "hGetLine: illegal operation (handle is not open for reading)")
