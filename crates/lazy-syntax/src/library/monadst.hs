-- Actions on cells that nobody else sees.
module Control.Monad.ST (ST, runST, stToIO) where

import Control.Monad.ST.Internal hiding (unST)
