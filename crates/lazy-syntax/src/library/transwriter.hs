-- Computations that write beside their value.
module Control.Monad.Trans.Writer
  ( Writer, runWriter, execWriter, mapWriter, WriterT, runWriterT, execWriterT, mapWriterT, MonadWriter, tell, writer, listen, listens,
    pass, censor
  ) where

import Control.Monad.Trans.Internal
