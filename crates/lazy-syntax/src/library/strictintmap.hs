-- Maps from integers, whose values are evaluated when they are put in.
module Data.IntMap.Strict (IntMap, Key, module Data.Map.Strict) where

import Data.Map.Strict hiding (updateLookupWithKey)
import qualified Data.Map.Strict as Map

type IntMap a = Map Int a
type Key = Int

updateLookupWithKey :: (Key -> a -> Maybe a) -> Key -> IntMap a -> (Maybe a, IntMap a)
updateLookupWithKey f k m = (Map.lookup k m, Map.updateWithKey f k m)
