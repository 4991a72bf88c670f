---- word_count
import qualified Data.Map as Map
import Data.Char (toLower, isAlpha)
count :: String -> Map.Map String Int
count = Map.fromListWith (+) . map (\w -> (w, 1)) . words . map toLower . filter (\c -> isAlpha c || c == ' ')
main = do
  let m = count "the cat and the dog and the bird"
  print m
  print (Map.toList (Map.filter (> 1) m))
  print (Map.lookup "cat" m, Map.findWithDefault 0 "cow" m, m Map.! "the")
---- map_basics
import Data.Map (Map)
import qualified Data.Map as M
m :: Map Int String
m = M.fromList [(5, "five"), (1, "one"), (3, "three"), (5, "FIVE")]
main = do
  print (M.size m, M.null m, M.member 3 m, M.notMember 3 m)
  print (M.insert 2 "two" m)
  print (M.delete 3 m, M.delete 9 m)
  print (M.keys m, M.elems m)
  print (M.insertWith (++) 5 "new " m, M.insertWith (++) 6 "new " m)
  print (M.adjust ('x' :) 1 m, M.alter (const (Just "a")) 7 m, M.alter (const Nothing) 1 m)
  print (M.foldr (\s n -> length s + n) 0 m, M.foldrWithKey (\k s r -> (k, s) : r) [] m)
  print (M.map length m, M.mapWithKey (\k s -> show k ++ s) m)
  print (fmap reverse m, sum (M.fromList [(1, 10), (2, 20)]))
  print (Just (M.singleton 'a' [1, 2]), [M.empty :: Map Int Int])
  print (M.lookupMin m, M.lookupMax m, M.findMin m, M.deleteMin m)
---- map_sets_of_keys
import qualified Data.Map as M
import qualified Data.Set as S
a = M.fromList (zip "abcdef" [1 ..])
b = M.fromList (zip "defgh" [40 ..])
main = do
  print (M.union a b)
  print (M.unionWith (+) a b)
  print (M.intersectionWith (,) a b)
  print (M.difference a b, a M.\\ b)
  print (M.keysSet b)
  print (M.restrictKeys a (S.fromList "ace"), M.withoutKeys a (S.fromList "ace"))
  print (M.partition even a)
  print (M.split 'c' a, M.splitLookup 'c' a)
  print (M.unions [a, b, M.singleton 'z' 0], M.unionsWith max [a, b])
  print (M.isSubmapOf (M.fromList [('a', 1)]) a, M.isSubmapOf b a)
---- map_compare
import qualified Data.Map as M
main = do
  let a = M.fromList [(1, 'a'), (2, 'b')]
      b = foldr (\k -> M.insert k 'b') (M.fromList [(1, 'a')]) [2, 3]
  print (a == M.delete 3 b, a < b, compare b a, a == b)
  print (maximum [a, b], mconcat [a, b])
  print (M.fromList [(Just a, 1)])
---- map_order
import qualified Data.Map.Strict as Map
main = do
  let m = Map.fromList [(i * 7919 `mod` 1009, i) | i <- [1 .. 500 :: Int]]
  print (Map.size m, take 5 (Map.toList m), take 3 (Map.toDescList m))
  print (Map.foldl' (+) 0 m, Map.lookupLE 100 m, Map.lookupGT 100 m, Map.elemAt 10 m)
  let n = foldr Map.delete m [0, 3 .. 1009]
  print (Map.size n, Map.lookupMin n, fst <$> Map.minViewWithKey n)
  print (Map.toList (Map.filterWithKey (\k v -> k + v < 60) m))
---- map_strict
import qualified Data.Map as L
import qualified Data.Map.Strict as S
main = do
  print (L.size (L.insert 1 undefined (L.fromList [(2, undefined)])))
  print (L.keys (L.map (error "no") (L.fromList [(2, 1)])))
  print (S.insertWith (+) 'a' 1 (S.fromList [('a', 41)]))
  print (S.size (S.map (+ 1) (S.fromList (zip [1 .. 100] [1 ..]))))
---- map_traverse
import qualified Data.Map as M
main = do
  r <- traverse (\x -> print x >> return (x * 2)) (M.fromList (zip "cab" [1 ..]))
  print r
  mapM_ print (M.fromList [(2, "b"), (1, "a")])
  print (M.foldrWithKey (\k v acc -> show k ++ v ++ acc) "" (M.fromList [(2, "b"), (1, "a")]))
  print (M.traverseWithKey (\k v -> if k > v then Just (k - v) else Nothing) (M.fromList [(5, 1), (6, 2)]))
  print (M.mapAccum (\s x -> (s + x, s)) 0 (M.fromList (zip "abc" [1, 2, 3])))
  print (elem 3 (M.fromList [(1, 3)]), length (M.fromList [(1, 3)]), null M.empty, maximum (M.fromList [(1, 3), (2, 2)]))
---- graph_search
import qualified Data.Map as Map
import qualified Data.Set as Set
type Graph = Map.Map Int [Int]
reach :: Graph -> Int -> Set.Set Int
reach g = go Set.empty where
  go seen v | v `Set.member` seen = seen
            | otherwise = foldl go (Set.insert v seen) (Map.findWithDefault [] v g)
main = do
  let g = Map.fromList [(1, [2, 3]), (2, [4]), (3, [4]), (4, []), (5, [1])]
  print (reach g 1)
  print (Set.toList (reach g 5), Set.size (reach g 4))
---- dijkstra
import qualified Data.Map as M
import qualified Data.Set as S
type G = M.Map Char [(Char, Int)]
dijkstra :: G -> Char -> M.Map Char Int
dijkstra g s = go (S.singleton (0, s)) (M.singleton s 0) where
  go q d = case S.minView q of
    Nothing -> d
    Just ((n, v), rest)
      | n > M.findWithDefault maxBound v d -> go rest d
      | otherwise -> let (q', d') = foldl relax (rest, d) (M.findWithDefault [] v g) in go q' d'
      where relax (q, d) (w, c) | n + c < M.findWithDefault maxBound w d = (S.insert (n + c, w) q, M.insert w (n + c) d)
                                | otherwise = (q, d)
main = print (dijkstra (M.fromList [('a', [('b', 7), ('c', 3)]), ('c', [('b', 1), ('d', 8)]), ('b', [('d', 2)])]) 'a')
---- set_basics
import Data.Set (Set)
import qualified Data.Set as Set
s, t :: Set Int
s = Set.fromList [3, 1, 4, 1, 5, 9, 2, 6]
t = Set.fromList [2, 7, 1, 8, 2, 8]
main = do
  print s
  print (Set.union s t, Set.intersection s t, Set.difference s t, s Set.\\ t)
  print (Set.member 4 s, Set.notMember 4 s, Set.size t)
  print (Set.map (`div` 2) s, Set.filter even s, Set.partition (> 3) s)
  print (Set.isSubsetOf (Set.fromList [1, 2]) s, Set.isSubsetOf t s)
  print (Set.findMin s, Set.findMax s, Set.deleteMin s, Set.elemAt 2 s)
  print (Set.toList (Set.insert 0 s), Set.elems (Set.delete 9 s))
  print (sum s, length s, maximum s, foldr (:) [] t, elem 9 s)
  print (Set.powerSet (Set.fromList "abc"))
  print (Set.cartesianProduct (Set.fromList [1, 2]) (Set.fromList "ab"))
  print (Set.unions [s, t], mconcat [s, t], s < t, s == Set.fromList (Set.toDescList s))
  print (Set.lookupGE 7 s, Set.lookupLT 1 s, Set.split 4 s, Set.splitMember 4 s)
---- set_large
import qualified Data.Set as S
main = do
  let s = S.fromList [x * x `mod` 997 | x <- [1 .. 1000 :: Int]]
  print (S.size s, S.findMin s, S.findMax s, S.size (S.filter odd s))
  print (S.size (S.union s (S.map (+ 500) s)), S.size (S.intersection s (S.map (+ 1) s)))
  print (take 10 (S.toList (S.difference (S.fromList [1 .. 50]) s)))
---- set_of_data
import qualified Data.Set as Set
data Color = Red | Green | Blue deriving (Show, Eq, Ord, Enum, Bounded)
main = print (Set.fromList [Blue, Red, Blue]) >> print (Set.toList (Set.fromList [minBound .. maxBound :: Color]))
---- sieve_set
import qualified Data.Set as S
primes n = go (S.fromList [2 .. n]) where
  go s = case S.minView s of
    Nothing -> []
    Just (p, r) -> p : go (r S.\\ S.fromList [p * p, p * p + p .. n])
main = print (primes 60)
---- intmap
import qualified Data.IntMap as IM
import qualified Data.IntMap.Strict as IMS
import qualified Data.IntSet as IS
m :: IM.IntMap String
m = IM.fromList [(3, "c"), (-1, "z"), (2, "b")]
main = do
  print m
  print (IM.toList (IM.insertWith (++) 2 "x" m), IM.lookup 9 m, m IM.! 3)
  print (IMS.fromListWith (+) [(1, 1), (2, 5), (1, 10)])
  print (IS.toList (IS.fromList [5, 3, 5]), IS.member 3 (IS.singleton 3))
---- array_basics
import Data.Array
a :: Array Int Int
a = listArray (0, 4) [10, 20, 30, 40, 50]
main = do
  print a
  print (a ! 2, bounds a, indices a, elems a)
  print (a // [(1, 0), (3, 7)])
  print (fmap (+ 1) a, sum a, maximum a)
  print (accumArray (+) 0 ('a', 'e') [(c, 1) | c <- "abracadabra", c <= 'e'])
  print (array ((0, 0), (1, 1)) [((i, j), i + 2 * j) | i <- [0, 1], j <- [0, 1]])
  print (listArray (1, 0) [] == (listArray (1, 0) [1] :: Array Int Int))
  print (range ((0, 0), (1, 2)), inRange (1, 5) 3, index (10, 20) 15, rangeSize ('a', 'z'))
---- array_dynamic
import Data.Array
fibs :: Int -> Integer
fibs n = t ! n where
  t = listArray (0, n) (map f [0 .. n])
  f 0 = 0
  f 1 = 1
  f i = t ! (i - 1) + t ! (i - 2)
lcs :: String -> String -> Int
lcs xs ys = t ! (0, 0) where
  (n, m) = (length xs, length ys)
  (a, b) = (listArray (0, n - 1) xs, listArray (0, m - 1) ys)
  t = array ((0, 0), (n, m)) [((i, j), f i j) | i <- [0 .. n], j <- [0 .. m]]
  f i j | i == n || j == m = 0
        | a ! i == b ! j = 1 + t ! (i + 1, j + 1)
        | otherwise = max (t ! (i + 1, j)) (t ! (i, j + 1))
main = print (fibs 90) >> print (lcs "the quick brown fox" "a quick brown dog")
---- array_outside
import Data.Array
main = print (listArray (0, 2) "abc" ! 1)
---- knapsack
import Data.Array
best :: Int -> [(Int, Int)] -> Int
best cap items = t ! (length items, cap) where
  its = listArray (1, length items) items
  t = array ((0, 0), (length items, cap)) [((i, w), f i w) | i <- [0 .. length items], w <- [0 .. cap]]
  f 0 _ = 0
  f i w = let (wi, v) = its ! i; skip = t ! (i - 1, w) in if wi > w then skip else max skip (v + t ! (i - 1, w - wi))
main = print (best 10 [(5, 10), (4, 40), (6, 30), (3, 50)])
---- state_counter
import Control.Monad.State
fresh :: State Int Int
fresh = do { n <- get; put (n + 1); return n }
data Tree a = Leaf | Node (Tree a) a (Tree a) deriving Show
label :: Tree a -> State Int (Tree (Int, a))
label Leaf = return Leaf
label (Node l x r) = do
  l' <- label l
  n <- fresh
  r' <- label r
  return (Node l' (n, x) r')
main = do
  print (evalState (label (Node (Node Leaf 'a' Leaf) 'b' (Node Leaf 'c' Leaf))) 0)
  print (runState (replicateM 3 fresh) 10)
  print (execState (mapM_ (\x -> modify (+ x)) [1 .. 10]) 0)
  print (runState (gets (* 2) >>= \x -> when (x > 5) (put 100) >> return x) 3)
---- state_stack
import Control.Monad.State
type Stack = [Int]
push :: Int -> State Stack ()
push x = modify (x :)
pop :: State Stack Int
pop = state (\(x : xs) -> (x, xs))
calc :: String -> State Stack Int
calc s = do
  forM_ (words s) $ \w -> case w of
    "+" -> op (+)
    "*" -> op (*)
    n -> push (read n)
  pop
  where op f = do { a <- pop; b <- pop; push (f b a) }
main = print (evalState (calc "2 3 + 4 *") [])
---- monoids
import Data.Monoid
main = do
  print (getSum (foldMap Sum [1 .. 10]), getProduct (foldMap Product [1 .. 5]))
  print (getAll (foldMap (All . even) [2, 4]), getAny (foldMap (Any . odd) [2, 4]))
  print (getFirst (First (Just 1) <> First Nothing), getLast (Last (Just 1) <> Last (Just 2)))
  print (Sum 3 <> Sum 4, mconcat [Product 2, Product 3], mempty :: Sum Int)
  print (appEndo (Endo (+ 1) <> Endo (* 2)) 5)
---- foldables
import Data.Foldable
import Data.Traversable (for, mapAccumL)
import Data.Functor ((<&>), ($>))
import Data.Tuple (swap)
main = do
  for_ [1, 2] print
  print (foldl' (flip (:)) [] "abc", toList (Just 3), find even [1, 2, 3, 4])
  print (maximumBy (\a b -> compare (snd a) (snd b)) [(1, 'b'), (2, 'c'), (3, 'a')])
  r <- for [1, 2, 3] (\x -> return (x * x))
  print r
  print (mapAccumL (\a x -> (a + x, a * x)) 0 [1, 2, 3])
  print (Just 2 <&> (+ 1), Just 2 $> 'x', swap (1, 'a'))
  print (asum [Nothing, Just 1, Just 2], fold ["a", "b"], and [True, False])
  sequenceA_ [print 1, print 2]
---- printf
import Text.Printf
main = do
  printf "%d %s %c\n" (42 :: Int) "text" 'x'
  printf "%5d|%-5d|%05d|%+d\n" (42 :: Int) (42 :: Int) (42 :: Int) (42 :: Int)
  printf "%.2f %8.3f %f %e %g\n" (3.14159 :: Double) (2.71828 :: Double) (1.5 :: Double) (12345.678 :: Double) (0.5 :: Double)
  printf "%x %X %o %b %%\n" (255 :: Int) (255 :: Int) (8 :: Int) (5 :: Int)
  printf "%-8s|%8s|%.2s\n" "ab" "cd" "efgh"
  let s = printf "%d-%s" (7 :: Int) (show [1, 2]) :: String
  putStrLn s
  printf "%.1f %.0f %.1f %.3f\n" (0.25 :: Double) (2.5 :: Double) (0.35 :: Double) (1e-4 :: Double)
  printf "%s %v %v\n" (show 1.5) (3 :: Int) "v"
  printf "no arguments\n"
  mapM_ (\(n, v) -> printf "%-6s %6.2f\n" n v) [("pi", 3.14159 :: Double), ("e", 2.71828)]
---- printf_floats
import Text.Printf
main :: IO ()
main = mapM_ (\x -> printf "%.3f %.0f %6.1f %e %.2e %g\n" x x x x x x) [0, 1, 9.9995, 0.05, 123456789.125, 1e21, 1.0e-3, 99.95 :: Double]
---- inventory
import qualified Data.Map as Map
import Data.Maybe (fromMaybe)
data Item = Item { name :: String, price :: Int } deriving (Show, Eq)
type Stock = Map.Map String (Item, Int)
add :: Item -> Int -> Stock -> Stock
add i n = Map.insertWith (\_ (j, m) -> (j, m + n)) (name i) (i, n)
total :: Stock -> Int
total = sum . map (\(i, n) -> price i * n) . Map.elems
main = do
  let s = add (Item "nut" 2) 10 (add (Item "bolt" 3) 5 (add (Item "nut" 2) 1 Map.empty))
  print s
  print (total s, fmap snd (Map.lookup "nut" s))
---- huffman
import qualified Data.Map as M
import Data.List (sortBy, insertBy)
import Data.Ord (comparing)
data T = L Int Char | N Int T T
w (L n _) = n
w (N n _ _) = n
build [t] = t
build (a : b : r) = build (insertBy (comparing w) (N (w a + w b) a b) r)
codes t = M.fromList (go "" t) where
  go p (L _ c) = [(c, reverse p)]
  go p (N _ l r) = go ('0' : p) l ++ go ('1' : p) r
main = do
  let freq = M.toList (M.fromListWith (+) [(c, 1) | c <- "abracadabra"])
      t = build (sortBy (comparing w) [L n c | (c, n) <- freq])
  print (codes t)
  putStrLn (concatMap (codes t M.!) "abra")
---- own_names
import Prelude hiding (filter)
import qualified Data.Map as Map
filter :: Int -> Map.Map Int a -> a
filter k m = m Map.! k
data Set = Empty | Full deriving (Show, Eq)
main = print (filter 1 (Map.fromList [(1, Full)]))
---- memo
import qualified Data.Map as M
collatz :: M.Map Int Int -> Int -> (Int, M.Map Int Int)
collatz memo 1 = (1, memo)
collatz memo n = case M.lookup n memo of
  Just l -> (l, memo)
  Nothing -> let (l, memo') = collatz memo (if even n then n `div` 2 else 3 * n + 1) in (l + 1, M.insert n (l + 1) memo')
main = print (snd (foldl step (M.empty, (0, 0)) [1 .. 300])) where
  step (m, best) n = let (l, m') = collatz m n in (m', max best (l, n))
---- instances_out_of_sight
import Data.Ord (comparing)
import Data.Monoid (Sum (..), (<>))
import Data.List (sortBy)
newtype Down a = Up a deriving (Show, Eq, Ord)
data Pair = Pair (Maybe (Sum Int)) [Sum Int] deriving (Show, Eq, Ord)
main = do
  print (sortBy (comparing negate) [1, 3, 2], Up 3 < Up 4)
  print (Pair (Just (Sum 1 <> Sum 2)) [Sum 4], Pair Nothing [] == Pair Nothing [], compare (Pair (Just (Sum 2)) []) (Pair Nothing [Sum 1]))
