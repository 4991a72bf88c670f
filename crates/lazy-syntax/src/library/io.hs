-- Input and output by handles. All that is written goes where the program's output goes, at once and in order.
module System.IO
  ( IO, Handle, FilePath, BufferMode (..), stdin, stdout, stderr, hSetBuffering, hGetBuffering, hSetEcho, hGetEcho, hFlush, hPutStr, hPutStrLn, hPrint
  , hPutChar, hGetLine, hGetContents, putStr, putStrLn, print, getLine, getContents, interact, readLn, putChar
  ) where

data Handle = Stdin | Stdout | Stderr deriving Eq
data BufferMode = NoBuffering | LineBuffering | BlockBuffering (Maybe Int) deriving (Eq, Ord, Show, Read)

instance Show Handle where
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
hPutStr handle text = written handle (putStr text)
hPutStrLn handle text = written handle (putStrLn text)

hPutChar :: Handle -> Char -> IO ()
hPutChar handle char = written handle (putStr [char])

hPrint :: Show a => Handle -> a -> IO ()
hPrint handle x = written handle (print x)

written :: Handle -> IO () -> IO ()
written Stdin _ = ioError (userError "<stdin>: hPutStr: illegal operation (handle is not open for writing)")
written _ action = action

hGetLine, hGetContents :: Handle -> IO String
hGetLine handle = opened handle getLine
hGetContents handle = opened handle getContents

opened :: Handle -> IO String -> IO String
opened Stdin action = action
opened _ _ = ioError (userError "hGetLine: illegal operation (handle is not open for reading)")
