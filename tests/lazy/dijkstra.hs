-- Shortest ways in a graph, with maps and sets: the way to a neighbour is not longer than the longest of its parts.
module Main where

import qualified Data.Map as Map
import qualified Data.Set as Set
import Data.Map (Map, (!))
import Data.Set (Set)

type Graph = Map Char [(Char, Int)]
type Frontier = Set (Int, Char)
type Distances = Map Char Int

graph :: Graph
graph = Map.fromList
  [ ('a', [('b', 2), ('c', 5)])
  , ('b', [('c', 1), ('d', 6)])
  , ('c', [('d', 2)])
  , ('d', [])
  ]

relax :: Int -> (Frontier, Distances) -> (Char, Int) -> (Frontier, Distances)
relax d (frontier, distances) (v, w)
  | new < old = (Set.insert (new, v) frontier, Map.insert v new distances)
  | otherwise = (frontier, distances)
  where
    new = max d w
    old = Map.findWithDefault maxBound v distances

search :: Graph -> Frontier -> Distances -> Distances
search g frontier distances = case Set.minView frontier of
  Nothing -> distances
  Just ((d, u), rest)
    | d > distances ! u -> search g rest distances
    | otherwise -> uncurry (search g) (foldl (relax d) (rest, distances) (g ! u))

dijkstra :: Graph -> Char -> Distances
dijkstra g s = search g (Set.singleton (0, s)) (Map.singleton s 0)

main :: IO ()
main = print (dijkstra graph 'a')
