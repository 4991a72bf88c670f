-- Paths in a graph, by a non-deterministic edge operation.
-- goal: path A D
--   [A,B,D]
--   [A,C,D]
--   no more
-- goal: reachable A x
--   True  {x = A}
--   True  {x = B}
--   True  {x = D}
--   True  {x = E}
--   True  {x = C}
--   True  {x = D}
--   True  {x = E}
--   no more
-- goal: shortest A D
--   [A,B,D]
--   no more
module Graph where
import Data.List (minimumBy, nub)

data Node = A | B | C | D | E
  deriving (Eq, Ord, Show)

edge :: Node -> Node
edge A = B
edge A = C
edge B = D
edge C = D
edge D = E
edge E = A

path :: Node -> Node -> [Node]
path x y = pathAvoiding [x] x y

pathAvoiding :: [Node] -> Node -> Node -> [Node]
pathAvoiding seen x y
  | x == y = [y]
  | notElem z seen = x : pathAvoiding (z : seen) z y
  where z = edge x

reachable :: Node -> Node -> Bool
reachable x y | last (path x y) =:= y = True

shortest :: Node -> Node -> [Node]
shortest x y = minimumBy (\p q -> compare (length p) (length q)) (allValues (path x y))
