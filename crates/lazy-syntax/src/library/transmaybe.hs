-- Computations whose value may be missing.
module Control.Monad.Trans.Maybe
  ( MaybeT, runMaybeT, hoistMaybe
  ) where

import Control.Monad.Trans.Internal
