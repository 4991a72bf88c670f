-- Maps from integers.
module Data.IntMap (IntMap, Key, module Data.Map) where

import Data.Map hiding (updateLookupWithKey)
import qualified Data.Map as Map

type IntMap a = Map Int a
type Key = Int

-- Unlike that of `Data.Map`, this one gives the value that was there before.
updateLookupWithKey :: (Key -> a -> Maybe a) -> Key -> IntMap a -> (Maybe a, IntMap a)
updateLookupWithKey f k m = (Map.lookup k m, Map.updateWithKey f k m)
