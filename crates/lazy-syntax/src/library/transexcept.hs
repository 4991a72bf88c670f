-- Computations that may go wrong.
module Control.Monad.Trans.Except
  ( ExceptT, runExceptT, withExceptT, mapExceptT, Except, runExcept, withExcept, throwE, catchE, except
  ) where

import Control.Monad.Trans.Internal
