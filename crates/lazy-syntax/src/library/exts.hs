-- What can be made of a list, and is one again.
module GHC.Exts (IsList, IsString, fromList, fromString, toList, groupWith, sortWith, the) where

import Data.Function (on)
import Data.List (groupBy, sortBy)
import Data.String (IsString, fromString)
import qualified Data.Text as Text
import qualified Data.Map as Map
import qualified Data.Sequence as Seq
import qualified Data.Set as Set

class IsList e l | l -> e where
  fromList :: [e] -> l
  toList :: l -> [e]

instance IsList e [e] where
  fromList xs = xs
  toList xs = xs
instance IsList Char Text.Text where
  fromList s = Text.pack s
  toList t = Text.unpack t
instance Ord k => IsList (k, v) (Map.Map k v) where
  fromList entries = Map.fromList entries
  toList map = Map.toList map
instance Ord e => IsList e (Set.Set e) where
  fromList xs = Set.fromList xs
  toList set = Set.toList set
instance IsList e (Seq.Seq e) where
  fromList xs = Seq.fromList xs
  toList xs = foldr (:) [] xs

sortWith :: Ord b => (a -> b) -> [a] -> [a]
sortWith f = sortBy (compare `on` f)

groupWith :: Ord b => (a -> b) -> [a] -> [[a]]
groupWith f xs = groupBy ((==) `on` f) (sortWith f xs)

the :: Eq a => [a] -> a
the (x : xs)
  | all (x ==) xs = x
  | otherwise = error "GHC.Exts.the: non-identical list"
the [] = error "GHC.Exts.the: empty list"
