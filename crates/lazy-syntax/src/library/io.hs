-- Input and output by handles. All that is written goes out at once; what goes to `stderr` is kept apart from the program's output.
module System.IO
  ( IO, Handle, FilePath, BufferMode (..), stdin, stdout, stderr, hSetBuffering, hGetBuffering, hSetEcho, hGetEcho, hFlush, hPutStr, hPutStrLn, hPrint
  , hPutChar, hGetLine, hGetContents, hIsEOF, hClose, isEOF, putStr, putStrLn, print, getLine, getContents, interact, readLn, putChar
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
hPutStr Stdin _ = ioError (userError "<stdin>: hPutStr: illegal operation (handle is not open for writing)")
hPutStr Stdout text = putStr text
hPutStr Stderr text = putError text
hPutStrLn handle text = hPutStr handle (text ++ "\n")

hPutChar :: Handle -> Char -> IO ()
hPutChar handle char = hPutStr handle [char]

hPrint :: Show a => Handle -> a -> IO ()
hPrint handle x = hPutStrLn handle (show x)

hGetLine, hGetContents :: Handle -> IO String
hGetLine handle = opened handle getLine
hGetContents handle = opened handle getContents

hIsEOF :: Handle -> IO Bool
hIsEOF handle = opened handle isEOF

-- Nothing is left behind when a program ends.
hClose :: Handle -> IO ()
hClose _ = return ()

opened :: Handle -> IO a -> IO a
opened Stdin action = action
opened _ _ = ioError (userError "hGetLine: illegal operation (handle is not open for reading)")
