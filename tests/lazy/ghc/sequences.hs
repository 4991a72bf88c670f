---- sequences_and_texts
import qualified Data.Sequence as Seq
import Data.Sequence (Seq, (|>), (<|), (><), ViewL(..), viewl)
import Data.Foldable (toList)
import Control.Arrow (first, second, (&&&), (***), (>>>))
import qualified Data.Bifunctor as B
import qualified Data.Text as T
import qualified Data.Text.IO as TIO
main = do
  let s = Seq.fromList [1..10 :: Int]
  print (s |> 11, 0 <| s)
  print (Seq.update 3 99 s, Seq.adjust (+1) 0 s, Seq.index s 4, Seq.lookup 20 s)
  print (Seq.splitAt 3 s)
  print (toList (Seq.reverse s), sum s, length s, maximum s)
  print (s >< s)
  case viewl s of { x :< r -> print (x, Seq.length r); EmptyL -> print 0 }
  print (Seq.sort (Seq.fromList [3,1,2]), Seq.insertAt 2 7 s, Seq.deleteAt 2 s)
  print (fmap (*2) s, Seq.mapWithIndex (,) (Seq.fromList "ab"))
  print (Seq.chunksOf 3 s, Seq.tails (Seq.fromList [1,2]))
  print ((succ &&& pred) 3, first (+1) (1,2), ((+1) *** (*2)) (3,4), ((+1) >>> (*2)) 5)
  print (B.first show (1,2), B.bimap length not ("a",True))
  let t = T.pack "Hello, World"
  print (T.toUpper t, T.length t, T.splitOn (T.pack ", ") t, T.words (T.pack " a b  c "))
  TIO.putStrLn (T.replace (T.pack "l") (T.pack "LL") t)
  print (T.breakOn (T.pack ",") t, T.breakOnEnd (T.pack "o") t, T.strip (T.pack "  x "), T.center 8 '-' (T.pack "abc"))
  print (T.justifyRight 5 '0' (T.pack "42"), T.justifyLeft 5 '.' (T.pack "ab"), T.chunksOf 5 t, T.toTitle (T.pack "hello wORLD's x"))
  print (T.stripPrefix (T.pack "He") t, T.commonPrefixes (T.pack "foobar") (T.pack "fooquux"), T.count (T.pack "l") t, T.breakOnAll (T.pack "o") t)
  print (T.takeEnd 3 t, T.dropEnd 3 t, T.split (== 'o') t, T.group (T.pack "aabc"), T.inits (T.pack "ab"), T.zip t t == [], t <> t, mconcat [t,t])
  print (Wide 1, Wide 2, Wide 3, Wide 4, Wide 5, Wide 6, Wide 7, Wide 8, Wide 9)

-- An instance of its own, in a tuple of more than seven parts.
newtype Wide = Wide Int
instance Show Wide where
  show (Wide n) = "wide " ++ show n
