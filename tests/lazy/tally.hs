-- Adds up what it reads, a number a line; what is none goes to standard error.
import System.IO
import Text.Read (readMaybe)

tally :: Int -> IO Int
tally total = do
  done <- isEOF
  if done
    then return total
    else do
      line <- getLine
      case readMaybe line of
        Just n -> tally (add total n)
        Nothing -> do
          hPutStrLn stderr ("no number: " ++ line)
          tally total

add :: Int -> Int -> Int
add total n = total + n

main :: IO ()
main = tally 0 >>= print
