-- Computations with a state.
module Control.Monad.State
  ( State, runState, evalState, execState, mapState, withState, StateT, runStateT, evalStateT, execStateT, mapStateT, withStateT,
    MonadState, get, put, state, modify, modify', gets, MonadTrans, lift, MonadIO, liftIO, module Control.Monad, fmap, liftA2, Functor,
    Applicative, Monad
  ) where

import Control.Monad
import Control.Monad.Trans.Internal
