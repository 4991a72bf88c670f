---- queens
queens 0 _ = [[]]
queens k n = [q : qs | qs <- queens (k - 1) n, q <- [1..n], safe q qs]
safe q qs = and [q /= c && abs (q - c) /= d | (d, c) <- zip [1..] qs]
main = print (head (queens 6 6)) >> print (length (queens 6 6))
---- knapsack
knap _ [] = 0
knap cap ((w, v):is) | w > cap = knap cap is | otherwise = max (knap cap is) (v + knap (cap - w) is)
main = print (knap 10 [(5, 10), (4, 40), (6, 30), (3, 50)])
---- change
ways 0 _ = 1
ways _ [] = 0
ways n (c:cs) | n < 0 = 0 | otherwise = ways (n - c) (c:cs) + ways n cs
main = print (ways 100 [50, 25, 10, 5, 1])
---- subset_sum
subset 0 _ = [[]]
subset _ [] = []
subset n (x:xs) | x > n = subset n xs | otherwise = map (x:) (subset (n - x) xs) ++ subset n xs
main = print (subset 10 [2, 3, 5, 7, 8])
---- depth_first
graph = [(1, [2, 3]), (2, [4]), (3, [4]), (4, [])]
dfs seen [] = reverse seen
dfs seen (n:ns) | n `elem` seen = dfs seen ns | otherwise = dfs (n : seen) (maybe [] id (lookup n graph) ++ ns)
main = print (dfs [] [1])
---- breadth_first
graph 1 = [2, 3]
graph 2 = [4]
graph 3 = [4, 5]
graph _ = []
bfs seen [] = reverse seen
bfs seen (n:ns) | n `elem` seen = bfs seen ns | otherwise = bfs (n : seen) (ns ++ graph n)
main = print (bfs [] [1])
---- paths
edges = [(1, 2), (2, 3), (1, 3), (3, 4)]
paths a b | a == b = [[a]] | otherwise = [a : p | (x, y) <- edges, x == a, p <- paths y b]
main = print (paths 1 4)
---- shortest_path
dist = [("a", [("b", 4), ("c", 1)]), ("b", [("d", 1)]), ("c", [("b", 2), ("d", 5)]), ("d", [])]
best n t | n == t = 0
best n t = minimum (1000 : [w + best m t | Just es <- [lookup n dist], (m, w) <- es])
main = print (best "a" "d")
---- topological
deps = [("shirt", []), ("tie", ["shirt"]), ("jacket", ["tie"]), ("socks", [])]
topo done [] = reverse done
topo done ds = let (n, _) = head [d | d@(_, rs) <- ds, all (`elem` done) rs] in topo (n : done) (filter ((/= n) . fst) ds)
main = print (topo [] deps)
---- life
type Cell = (Int, Int)
step cs = [c | c <- cand, let n = neigh c, n == 3 || n == 2 && c `elem` cs] where
  cand = [(x, y) | x <- [-2..2], y <- [-2..2]]
  neigh (x, y) = length [() | (a, b) <- cs, (a, b) /= (x, y), abs (a - x) <= 1, abs (b - y) <= 1]
main = print (step [(0, -1), (0, 0), (0, 1)])
---- tic_tac_toe
wins b p = any (all (== p)) (rows ++ cols ++ diags) where
  rows = b
  cols = [[r !! i | r <- b] | i <- [0..2]]
  diags = [[b !! i !! i | i <- [0..2]], [b !! i !! (2 - i) | i <- [0..2]]]
main = print (wins ["xox", "oxo", "oox"] 'x', wins ["oo.", "xx.", "..."] 'x')
---- sudoku_row
ok xs = and [x /= y | (x, i) <- zip ys [0..], (y, j) <- zip ys [0..], i < j] where ys = filter (/= 0) xs
main = print (ok [1, 2, 0, 3], ok [1, 2, 1])
---- send_more
sols = [(s, e) | s <- [1..9], e <- [0..9], s /= e, (10 * s + e) + (10 * e + s) == 121]
main = print sols
---- water_jugs
moves (a, b) = [(4, b), (a, 3), (0, b), (a, 0), let d = min a (3 - b) in (a - d, b + d), let d = min b (4 - a) in (a + d, b - d)]
solve frontier seen | any ((== 2) . fst . head) frontier = head (filter ((== 2) . fst . head) frontier)
                    | otherwise = let next = [m : p | p <- frontier, m <- moves (head p), m `notElem` seen] in solve next (map head next ++ seen)
main = print (reverse (solve [[(0, 0)]] [(0, 0)]))
---- magic_square
main = print [[a, b, c] | a <- [1..9], b <- [1..9], c <- [1..9], a < b, b < c, a + b + c == 15]
---- minimax
data T = Leaf Int | Node [T]
maxi (Leaf n) = n
maxi (Node ts) = maximum (map mini ts)
mini (Leaf n) = n
mini (Node ts) = minimum (map maxi ts)
main = print (maxi (Node [Node [Leaf 3, Leaf 5], Node [Leaf 2, Leaf 9]]))
---- huffman
import Data.List
data H = L Int Char | N Int H H
w (L n _) = n
w (N n _ _) = n
build [t] = t
build (a:b:ts) = build (insertBy (\x y -> compare (w x) (w y)) (N (w a + w b) a b) ts)
codes (L _ c) = [(c, "")]
codes (N _ a b) = [(c, '0':s) | (c, s) <- codes a] ++ [(c, '1':s) | (c, s) <- codes b]
main = print (sort (codes (build [L 5 'a', L 9 'b', L 12 'c', L 13 'd', L 16 'e', L 45 'f'])))
---- max_subarray
best = maximum . scanl1 (\a x -> max x (a + x))
main = print (best [-2, 1, -3, 4, -1, 2, 1, -5, 4])
---- lis
lis xs = maximum [length s | s <- subs xs, inc s] where
  subs [] = [[]]
  subs (y:ys) = let r = subs ys in r ++ map (y:) r
  inc s = and (zipWith (<) s (drop 1 s))
main = print (lis [3, 1, 4, 1, 5, 9, 2, 6])
---- coins_greedy
coins n = go n [25, 10, 5, 1] where { go 0 _ = []; go m (c:cs) | m >= c = c : go (m - c) (c:cs) | otherwise = go m cs }
main = print (coins 67)
---- binary_search
bs xs t = go 0 (length xs - 1) where
  go lo hi | lo > hi = Nothing
           | v == t = Just mid
           | v < t = go (mid + 1) hi
           | otherwise = go lo (mid - 1)
    where mid = (lo + hi) `div` 2
          v = xs !! mid
main = print (bs [1, 3, 5, 7, 9] 7, bs [1, 3] 2)
---- flood
grid = ["..#", ".##", "..."]
at (r, c) | r < 0 || c < 0 || r > 2 || c > 2 = '#' | otherwise = grid !! r !! c
fill seen [] = length seen
fill seen (p@(r, c):ps) | at p == '#' || p `elem` seen = fill seen ps | otherwise = fill (p : seen) ([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)] ++ ps)
main = print (fill [] [(0, 0)])
---- partitions
parts 0 _ = [[]]
parts n m = [k : p | k <- [min n m, min n m - 1 .. 1], p <- parts (n - k) k]
main = print (parts 5 5)
---- gray_code
gray 0 = [""]
gray n = let g = gray (n - 1) in map ('0' :) g ++ map ('1' :) (reverse g)
main = print (gray 3)
---- josephus
jos [x] _ = x
jos xs k = jos (drop k' xs ++ take (k' - 1) xs) k where k' = (k - 1) `mod` length xs + 1
main = print (jos [1..10] 3)
---- look_and_say
import Data.List
next = concatMap (\g -> show (length g) ++ take 1 g) . group
main = mapM_ putStrLn (take 6 (iterate next "1"))
---- catalan_trees
data T = E | T :^: T
trees 0 = [E]
trees n = [l :^: r | k <- [0 .. n - 1], l <- trees k, r <- trees (n - 1 - k)]
main = print (map (length . trees) [0..6])
---- stable_pairs
prefs = [(1, [4, 5]), (2, [5, 4])]
main = print [(a, head bs) | (a, bs) <- prefs]
---- knights
ks (x, y) = [(a, b) | (dx, dy) <- [(1,2),(2,1),(-1,2),(-2,1),(1,-2),(2,-1),(-1,-2),(-2,-1)], let a = x + dx, let b = y + dy, a > 0, b > 0, a < 9, b < 9]
main = print (ks (1, 1)) >> print (length (ks (4, 4)))
---- matrix_determinant
det [[a]] = a
det m = sum [(-1) ^ i * head r * det (map tail (take i m ++ drop (i + 1) m)) | (i, r) <- zip [0..] m]
main = print (det [[1, 2], [3, 4]], det [[2, 0, 1], [1, 3, 2], [1, 1, 1]])
