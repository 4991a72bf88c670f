-- Values of one of two kinds.
module Data.Either where

isLeft, isRight :: Either a b -> Bool
isLeft (Left _) = True
isLeft (Right _) = False
isRight (Left _) = False
isRight (Right _) = True

fromLeft :: a -> Either a b -> a
fromLeft _ (Left x) = x
fromLeft x (Right _) = x

fromRight :: b -> Either a b -> b
fromRight y (Left _) = y
fromRight _ (Right y) = y

lefts :: [Either a b] -> [a]
lefts es = fst (partitionEithers es)

rights :: [Either a b] -> [b]
rights es = snd (partitionEithers es)

partitionEithers :: [Either a b] -> ([a], [b])
partitionEithers es = foldr place ([], []) es
  where
    place (Left x) parts = (x : fst parts, snd parts)
    place (Right y) parts = (fst parts, y : snd parts)
