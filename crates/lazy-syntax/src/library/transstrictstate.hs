-- Computations with a state.
module Control.Monad.Trans.State.Strict
  ( State, runState, evalState, execState, mapState, withState, StateT, runStateT, evalStateT, execStateT, mapStateT, withStateT,
    MonadState, get, put, state, modify, modify', gets
  ) where

import Control.Monad.Trans.Internal
