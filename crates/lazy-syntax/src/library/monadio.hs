-- Actions in computations that stand on them.
module Control.Monad.IO.Class
  ( MonadIO, liftIO
  ) where

import Control.Monad.Trans.Internal
