-- Values of one of two kinds.
module Data.Either where

lefts :: [Either a b] -> [a]
lefts es = fst (partitionEithers es)

rights :: [Either a b] -> [b]
rights es = snd (partitionEithers es)

partitionEithers :: [Either a b] -> ([a], [b])
partitionEithers es = foldr place ([], []) es
  where
    place (Left x) parts = (x : fst parts, snd parts)
    place (Right y) parts = (fst parts, y : snd parts)
