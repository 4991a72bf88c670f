-- Records, Maybe, comprehension, zipWith, type synonyms; n-queens by permutation.
-- goal: queens 4
--   [3,1,4,2]
--   [2,4,1,3]
--   no more
-- goal: map age (filter adult people)
--   [30]
--   no more
-- goal: oldest people
--   Just (Person {name = "Ann", age = 30})
--   no more
-- goal: [(x, y) | x <- [1 .. 3], y <- "ab", odd x]
--   [(1,'a'),(1,'b'),(3,'a'),(3,'b')]
--   no more
module Sets where
import Data.Maybe

data Person = Person { name :: String, age :: Int } deriving (Show, Eq)

people :: [Person]
people = [Person "Ann" 30, Person { name = "Bob", age = 12 }]

adult :: Person -> Bool
adult p = age p >= 18

oldest :: [Person] -> Maybe Person
oldest [] = Nothing
oldest ps = Just (foldr1 (\p q -> if age p >= age q then p else q) ps)

permute :: [a] -> [a]
permute []     = []
permute (x:xs) = ndinsert x (permute xs)
  where
    ndinsert y []     = [y]
    ndinsert y (z:zs) = (y : z : zs) ? (z : ndinsert y zs)

queens :: Int -> [Int]
queens n | safe qs = qs
  where qs = permute [1 .. n]

safe :: [Int] -> Bool
safe qs = and [ abs (p - q) /= j - i | (i, p) <- zip [1 ..] qs, (j, q) <- zip [1 ..] qs, i < j ]
