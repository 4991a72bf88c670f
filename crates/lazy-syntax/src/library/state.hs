-- Computations with a state.
module Control.Monad.State
  ( State, runState, evalState, execState, mapState, withState, state, get, put, modify, modify', gets, module Control.Monad, fmap, liftA2
  ) where

import Control.Monad

newtype State s a = State { runState :: s -> (a, s) }

instance Functor (State s) where
  fmap f action = State (\s -> let (x, t) = runState action s in (f x, t))
instance Applicative (State s) where
  pure x = State (\s -> (x, s))
  f <*> action = State (\s ->
    let (g, t) = runState f s
        (x, u) = runState action t
    in (g x, u))
instance Monad (State s) where
  action >>= next = State (\s -> let (x, t) = runState action s in runState (next x) t)

state :: (s -> (a, s)) -> State s a
state f = State f

evalState :: State s a -> s -> a
evalState action s = fst (runState action s)

execState :: State s a -> s -> s
execState action s = snd (runState action s)

mapState :: ((a, s) -> (b, s)) -> State s a -> State s b
mapState f action = State (\s -> f (runState action s))

withState :: (s -> s) -> State s a -> State s a
withState f action = State (\s -> runState action (f s))

get :: State s s
get = State (\s -> (s, s))

put :: s -> State s ()
put s = State (\_ -> ((), s))

modify, modify' :: (s -> s) -> State s ()
modify f = State (\s -> ((), f s))
modify' f = get >>= \s -> let t = f s in t `seq` put t

gets :: (s -> a) -> State s a
gets f = State (\s -> (f s, s))
