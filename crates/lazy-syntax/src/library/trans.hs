-- Computations that stand on others.
module Control.Monad.Trans (MonadTrans, lift, MonadIO, liftIO) where

import Control.Monad.Trans.Internal
