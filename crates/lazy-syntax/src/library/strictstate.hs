-- Computations with a state; here they are those of `Control.Monad.State`.
module Control.Monad.State.Strict
  ( State, runState, evalState, execState, mapState, withState, StateT, runStateT, evalStateT, execStateT, mapStateT, withStateT,
    MonadState, get, put, state, modify, modify', gets, MonadTrans, lift, MonadIO, liftIO, module Control.Monad, fmap, liftA2, Functor,
    Applicative, Monad
  ) where

import Control.Monad
import Control.Monad.Trans.Internal
