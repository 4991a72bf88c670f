-- Computations that may go wrong.
module Control.Monad.Except
  ( ExceptT, runExceptT, withExceptT, mapExceptT, Except, runExcept, withExcept, MonadError, throwError, catchError, liftEither, MonadTrans,
    lift, MonadIO, liftIO, module Control.Monad, fmap, liftA2, Functor, Applicative, Monad
  ) where

import Control.Monad
import Control.Monad.Trans.Internal
