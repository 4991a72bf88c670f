module Main (main) where
import qualified Stack as S
import Stack (Stack, push)
import Data.Queue hiding (size)
import Shapes
import Prelude hiding (lookup)
data T = T Int deriving (Show, Eq, Ord)
size :: Int
size = 99
lookup :: Int -> Int
lookup = (+ 1)
main :: IO ()
main = do
  let s = push 3 (push 2 (S.push 1 S.empty))
  print (S.toList s)
  print (S.pop s)
  print (toL (enqueue 'c' (enqueue 'b' emptyQ)))
  print (map area [Circle 1.0, Rect 2 3], size, Main.lookup 4)
  print (Circle 2 < Rect 1 1, maximum [T 3, T 5])
  print (S.T 'x', describe (S.T 'y'))
