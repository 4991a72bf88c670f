-- Computations that stand on others.
module Control.Monad.Trans.Class
  ( MonadTrans, lift
  ) where

import Control.Monad.Trans.Internal
