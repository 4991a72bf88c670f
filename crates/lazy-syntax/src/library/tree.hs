-- Trees with any number of branches.
module Data.Tree (Tree (..), Forest, rootLabel, subForest, unfoldTree, unfoldForest, foldTree, flatten, levels, drawTree, drawForest) where

data Tree a = Node { rootLabel :: a, subForest :: [Tree a] } deriving (Eq, Ord, Read, Show)
type Forest a = [Tree a]

instance Functor Tree where
  fmap f (Node x ts) = Node (f x) (map (fmap f) ts)
instance Applicative Tree where
  pure x = Node x []
  Node f fs <*> t@(Node x xs) = Node (f x) (map (fmap f) xs ++ map (<*> t) fs)
instance Monad Tree where
  Node x ts >>= f = case f x of Node y us -> Node y (us ++ map (>>= f) ts)
instance Foldable Tree where
  foldr f z t = foldr f z (flatten t)
instance Traversable Tree where
  traverse f (Node x ts) = liftA2 Node (f x) (traverse (traverse f) ts)

unfoldTree :: (b -> (a, [b])) -> b -> Tree a
unfoldTree f b = case f b of (x, bs) -> Node x (unfoldForest f bs)

unfoldForest :: (b -> (a, [b])) -> [b] -> [Tree a]
unfoldForest f bs = map (unfoldTree f) bs

foldTree :: (a -> [b] -> b) -> Tree a -> b
foldTree f (Node x ts) = f x (map (foldTree f) ts)

flatten :: Tree a -> [a]
flatten t = squish t []
  where squish (Node x ts) rest = x : foldr squish rest ts

levels :: Tree a -> [[a]]
levels t = map (map rootLabel) (takeWhile (not . null) (iterate (concatMap subForest) [t]))

drawTree :: Tree String -> String
drawTree t = unlines (draw t)

drawForest :: [Tree String] -> String
drawForest ts = unlines (map drawTree ts)

draw :: Tree String -> [String]
draw (Node x ts) = lines x ++ drawn ts
  where
    drawn [] = []
    drawn [u] = "|" : shift "`- " "   " (draw u)
    drawn (u : us) = "|" : shift "+- " "|  " (draw u) ++ drawn us
    shift first other texts = zipWith (++) (first : repeat other) texts
