-- Computations that read an environment.
module Control.Monad.Trans.Reader
  ( Reader, runReader, mapReader, withReader, ReaderT, runReaderT, mapReaderT, withReaderT, MonadReader, ask, asks, local, reader
  ) where

import Control.Monad.Trans.Internal
