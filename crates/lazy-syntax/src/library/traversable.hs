-- What can be gone through with effects.
module Data.Traversable (traverse, sequenceA, mapM, sequence, for, forM, mapAccumL, mapAccumR) where

import Control.Monad (forM)
import Data.List (mapAccumL, mapAccumR)

for :: (Traversable t, Applicative f) => t a -> (a -> f b) -> f (t b)
for xs f = traverse f xs
