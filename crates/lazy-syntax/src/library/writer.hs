-- Computations that write beside their value.
module Control.Monad.Writer
  ( Writer, runWriter, execWriter, mapWriter, WriterT, runWriterT, execWriterT, mapWriterT, MonadWriter, tell, writer, listen, listens,
    pass, censor, MonadTrans, lift, MonadIO, liftIO, Monoid, Semigroup, mempty, mappend, mconcat, (<>), Sum, getSum, Product, getProduct,
    All, getAll, Any, getAny, First, getFirst, Last, getLast, Endo, appEndo, Dual, getDual, module Control.Monad, fmap, liftA2, Functor,
    Applicative, Monad
  ) where

import Control.Monad
import Control.Monad.Trans.Internal
import Data.Monoid
