-- Thesis, Listing 16: breadth-first order of a tree, defective.
import Data.List (partition)

data Coin = Head | Tail deriving (Show, Eq)
data Tree a = Node a (Tree a) (Tree a) | Leaf a

depth :: Tree a -> Int -> [a]
depth tree n = take ((n+1)*2) (drop (2^n-1) (breadthFirst tree))

breadthFirst :: Tree a -> [a]
breadthFirst tree = fold [tree]
  where
  fold [] = []
  fold queue = map nodeVal queue
    ++ concatMap (fold . subTrees) queue

nodeVal :: Tree a -> a
nodeVal (Node x t1 t2) = x
nodeVal (Leaf x) = x

subTrees :: Tree a -> [Tree a]
subTrees (Node x t1 t2) = [t1,t2]
subTrees (Leaf x) = []

mkTree c = Node c (mkTree (Head : c)) (mkTree (Tail : c))

prop_depthSound n = length heads == length tails
  where
  (heads,tails) = partition (==Head) outcomes
  outcomes = concat (depth (mkTree []) n)

main = print (prop_depthSound 1)
