-- Computations that read an environment.
module Control.Monad.Reader
  ( Reader, runReader, mapReader, withReader, ReaderT, runReaderT, mapReaderT, withReaderT, MonadReader, ask, asks, local, reader,
    MonadTrans, lift, MonadIO, liftIO, module Control.Monad, fmap, liftA2, Functor, Applicative, Monad
  ) where

import Control.Monad
import Control.Monad.Trans.Internal
