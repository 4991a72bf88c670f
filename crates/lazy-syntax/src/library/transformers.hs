-- Computations that stand on others, and what they share. `State`, `Reader` and `Writer` are types of their own, so that a question about one of them
-- shows nothing else.
module Control.Monad.Trans.Internal
  ( Except, ExceptT, MaybeT, MonadError, MonadIO, MonadReader, MonadState, MonadTrans, MonadWriter, Reader, ReaderT, State, StateT, Writer,
    WriterT, ask, asks, catchE, catchError, censor, evalState, evalStateT, except, execState, execStateT, execWriter, execWriterT, get,
    gets, hoistMaybe, lift, liftEither, liftIO, listen, listens, local, mapExceptT, mapReader, mapReaderT, mapState, mapStateT, mapWriter,
    mapWriterT, modify, modify', pass, put, reader, runExcept, runExceptT, runMaybeT, runReader, runReaderT, runState, runStateT, runWriter,
    runWriterT, state, tell, throwE, throwError, withExcept, withExceptT, withReader, withReaderT, withState, withStateT, writer
  ) where

import Control.Applicative
import Control.Monad
import Data.Functor.Identity

class MonadTrans t where
  lift :: Monad m => m a -> t m a

class Monad m => MonadIO m where
  liftIO :: IO a -> m a

class Monad m => MonadState s m | m -> s where
  get :: m s
  put :: s -> m ()
  state :: (s -> (a, s)) -> m a
  get = state (\s -> (s, s))
  put s = state (\_ -> ((), s))
  state f = get >>= \s -> let { p = f s } in put (snd p) >> return (fst p)

class Monad m => MonadReader r m | m -> r where
  ask :: m r
  local :: (r -> r) -> m a -> m a
  reader :: (r -> a) -> m a
  ask = reader id
  reader f = fmap f ask

class Monad m => MonadWriter w m | m -> w where
  tell :: w -> m ()
  writer :: (a, w) -> m a
  listen :: m a -> m (a, w)
  pass :: m (a, w -> w) -> m a
  tell w = writer ((), w)
  writer p = tell (snd p) >> return (fst p)

class Monad m => MonadError e m | m -> e where
  throwError :: e -> m a
  catchError :: m a -> (e -> m a) -> m a

instance MonadIO IO where
  liftIO action = action

modify, modify' :: MonadState s m => (s -> s) -> m ()
modify f = state (\s -> ((), f s))
modify' f = get >>= \s -> let t = f s in t `seq` put t

gets :: MonadState s m => (s -> a) -> m a
gets f = fmap f get

asks :: MonadReader r m => (r -> a) -> m a
asks f = reader f

censor :: MonadWriter w m => (w -> w) -> m a -> m a
censor f action = pass (fmap (\x -> (x, f)) action)

listens :: MonadWriter w m => (w -> b) -> m a -> m (a, b)
listens f action = fmap (\p -> (fst p, f (snd p))) (listen action)

liftEither :: MonadError e m => Either e a -> m a
liftEither (Left e) = throwError e
liftEither (Right x) = return x

-- States

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
instance MonadState s (State s) where
  get = State (\s -> (s, s))
  put s = State (\_ -> ((), s))
  state f = State f

evalState :: State s a -> s -> a
evalState action s = fst (runState action s)

execState :: State s a -> s -> s
execState action s = snd (runState action s)

mapState :: ((a, s) -> (b, s)) -> State s a -> State s b
mapState f action = State (\s -> f (runState action s))

withState :: (s -> s) -> State s a -> State s a
withState f action = State (\s -> runState action (f s))

newtype StateT s m a = StateT { runStateT :: s -> m (a, s) }

instance Functor m => Functor (StateT s m) where
  fmap f action = StateT (\s -> fmap (\ ~(x, t) -> (f x, t)) (runStateT action s))
instance Monad m => Applicative (StateT s m) where
  pure x = StateT (\s -> return (x, s))
  f <*> action = StateT (\s -> runStateT f s >>= \ ~(g, t) -> runStateT action t >>= \ ~(x, u) -> return (g x, u))
instance Monad m => Monad (StateT s m) where
  action >>= next = StateT (\s -> runStateT action s >>= \ ~(x, t) -> runStateT (next x) t)
instance MonadFail m => MonadFail (StateT s m) where
  fail text = StateT (\_ -> fail text)
instance (Monad m, Alternative m) => Alternative (StateT s m) where
  empty = StateT (\_ -> empty)
  first <|> second = StateT (\s -> runStateT first s <|> runStateT second s)
instance MonadPlus m => MonadPlus (StateT s m)
instance MonadTrans (StateT s) where
  lift action = StateT (\s -> action >>= \x -> return (x, s))
instance MonadIO m => MonadIO (StateT s m) where
  liftIO action = lift (liftIO action)
instance Monad m => MonadState s (StateT s m) where
  get = StateT (\s -> return (s, s))
  put s = StateT (\_ -> return ((), s))
  state f = StateT (\s -> return (f s))
instance MonadReader r m => MonadReader r (StateT s m) where
  ask = lift ask
  local f action = StateT (\s -> local f (runStateT action s))
  reader f = lift (reader f)
instance MonadWriter w m => MonadWriter w (StateT s m) where
  tell w = lift (tell w)
  listen action = StateT (\s -> fmap (\ ~((x, t), w) -> ((x, w), t)) (listen (runStateT action s)))
  pass action = StateT (\s -> pass (fmap (\ ~((x, f), t) -> ((x, t), f)) (runStateT action s)))
instance MonadError e m => MonadError e (StateT s m) where
  throwError e = lift (throwError e)
  catchError action handle = StateT (\s -> catchError (runStateT action s) (\e -> runStateT (handle e) s))

evalStateT :: Monad m => StateT s m a -> s -> m a
evalStateT action s = runStateT action s >>= \ ~(x, _) -> return x

execStateT :: Monad m => StateT s m a -> s -> m s
execStateT action s = runStateT action s >>= \ ~(_, t) -> return t

mapStateT :: (m (a, s) -> n (b, s)) -> StateT s m a -> StateT s n b
mapStateT f action = StateT (\s -> f (runStateT action s))

withStateT :: (s -> s) -> StateT s m a -> StateT s m a
withStateT f action = StateT (\s -> runStateT action (f s))

-- What is read

newtype Reader r a = Reader { runReader :: r -> a }

instance Functor (Reader r) where
  fmap f action = Reader (\r -> f (runReader action r))
instance Applicative (Reader r) where
  pure x = Reader (\_ -> x)
  f <*> action = Reader (\r -> runReader f r (runReader action r))
instance Monad (Reader r) where
  action >>= next = Reader (\r -> runReader (next (runReader action r)) r)
instance MonadReader r (Reader r) where
  ask = Reader id
  local f action = Reader (\r -> runReader action (f r))
  reader f = Reader f
instance MonadReader r ((->) r) where
  ask r = r
  local f action r = action (f r)
  reader f r = f r

mapReader :: (a -> b) -> Reader r a -> Reader r b
mapReader f action = fmap f action

withReader :: (r -> q) -> Reader q a -> Reader r a
withReader f action = Reader (\r -> runReader action (f r))

newtype ReaderT r m a = ReaderT { runReaderT :: r -> m a }

instance Functor m => Functor (ReaderT r m) where
  fmap f action = ReaderT (\r -> fmap f (runReaderT action r))
instance Applicative m => Applicative (ReaderT r m) where
  pure x = ReaderT (\_ -> pure x)
  f <*> action = ReaderT (\r -> runReaderT f r <*> runReaderT action r)
instance Monad m => Monad (ReaderT r m) where
  action >>= next = ReaderT (\r -> runReaderT action r >>= \x -> runReaderT (next x) r)
instance MonadFail m => MonadFail (ReaderT r m) where
  fail text = ReaderT (\_ -> fail text)
instance Alternative m => Alternative (ReaderT r m) where
  empty = ReaderT (\_ -> empty)
  first <|> second = ReaderT (\r -> runReaderT first r <|> runReaderT second r)
instance MonadPlus m => MonadPlus (ReaderT r m)
instance MonadTrans (ReaderT r) where
  lift action = ReaderT (\_ -> action)
instance MonadIO m => MonadIO (ReaderT r m) where
  liftIO action = lift (liftIO action)
instance Monad m => MonadReader r (ReaderT r m) where
  ask = ReaderT return
  local f action = ReaderT (\r -> runReaderT action (f r))
  reader f = ReaderT (\r -> return (f r))
instance MonadState s m => MonadState s (ReaderT r m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)
instance MonadWriter w m => MonadWriter w (ReaderT r m) where
  tell w = lift (tell w)
  listen action = ReaderT (\r -> listen (runReaderT action r))
  pass action = ReaderT (\r -> pass (runReaderT action r))
instance MonadError e m => MonadError e (ReaderT r m) where
  throwError e = lift (throwError e)
  catchError action handle = ReaderT (\r -> catchError (runReaderT action r) (\e -> runReaderT (handle e) r))

mapReaderT :: (m a -> n b) -> ReaderT r m a -> ReaderT r n b
mapReaderT f action = ReaderT (\r -> f (runReaderT action r))

withReaderT :: (r -> q) -> ReaderT q m a -> ReaderT r m a
withReaderT f action = ReaderT (\r -> runReaderT action (f r))

-- What is written

newtype Writer w a = Writer { runWriter :: (a, w) }

instance Functor (Writer w) where
  fmap f action = Writer (let (x, w) = runWriter action in (f x, w))
instance Monoid w => Applicative (Writer w) where
  pure x = Writer (x, mempty)
  f <*> action = Writer (let { (g, v) = runWriter f; (x, w) = runWriter action } in (g x, v <> w))
instance Monoid w => Monad (Writer w) where
  action >>= next = Writer (let { (x, v) = runWriter action; (y, w) = runWriter (next x) } in (y, v <> w))
instance Monoid w => MonadWriter w (Writer w) where
  tell w = Writer ((), w)
  writer p = Writer p
  listen action = Writer (let (x, w) = runWriter action in ((x, w), w))
  pass action = Writer (let ((x, f), w) = runWriter action in (x, f w))

execWriter :: Writer w a -> w
execWriter action = snd (runWriter action)

mapWriter :: ((a, w) -> (b, v)) -> Writer w a -> Writer v b
mapWriter f action = Writer (f (runWriter action))

newtype WriterT w m a = WriterT { runWriterT :: m (a, w) }

instance Functor m => Functor (WriterT w m) where
  fmap f action = WriterT (fmap (\ ~(x, w) -> (f x, w)) (runWriterT action))
instance (Monoid w, Applicative m) => Applicative (WriterT w m) where
  pure x = WriterT (pure (x, mempty))
  f <*> action = WriterT (liftA2 (\ ~(g, v) ~(x, w) -> (g x, v <> w)) (runWriterT f) (runWriterT action))
instance (Monoid w, Monad m) => Monad (WriterT w m) where
  action >>= next = WriterT (runWriterT action >>= \ ~(x, v) -> runWriterT (next x) >>= \ ~(y, w) -> return (y, v <> w))
instance (Monoid w, MonadFail m) => MonadFail (WriterT w m) where
  fail text = WriterT (fail text)
instance (Monoid w, Alternative m) => Alternative (WriterT w m) where
  empty = WriterT empty
  first <|> second = WriterT (runWriterT first <|> runWriterT second)
instance Monoid w => MonadTrans (WriterT w) where
  lift action = WriterT (action >>= \x -> return (x, mempty))
instance (Monoid w, MonadIO m) => MonadIO (WriterT w m) where
  liftIO action = lift (liftIO action)
instance (Monoid w, Monad m) => MonadWriter w (WriterT w m) where
  tell w = WriterT (return ((), w))
  writer p = WriterT (return p)
  listen action = WriterT (runWriterT action >>= \ ~(x, w) -> return ((x, w), w))
  pass action = WriterT (runWriterT action >>= \ ~((x, f), w) -> return (x, f w))
instance (Monoid w, MonadState s m) => MonadState s (WriterT w m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)
instance (Monoid w, MonadReader r m) => MonadReader r (WriterT w m) where
  ask = lift ask
  local f action = WriterT (local f (runWriterT action))
  reader f = lift (reader f)
instance (Monoid w, MonadError e m) => MonadError e (WriterT w m) where
  throwError e = lift (throwError e)
  catchError action handle = WriterT (catchError (runWriterT action) (\e -> runWriterT (handle e)))

execWriterT :: Monad m => WriterT w m a -> m w
execWriterT action = runWriterT action >>= \ ~(_, w) -> return w

mapWriterT :: (m (a, w) -> n (b, v)) -> WriterT w m a -> WriterT v n b
mapWriterT f action = WriterT (f (runWriterT action))

-- What goes wrong

instance MonadError e (Either e) where
  throwError e = Left e
  catchError (Left e) handle = handle e
  catchError (Right x) _ = Right x

newtype ExceptT e m a = ExceptT { runExceptT :: m (Either e a) }
type Except e = ExceptT e Identity

instance Functor m => Functor (ExceptT e m) where
  fmap f action = ExceptT (fmap (fmap f) (runExceptT action))
instance Monad m => Applicative (ExceptT e m) where
  pure x = ExceptT (return (Right x))
  f <*> action = ExceptT (runExceptT f >>= \found -> case found of
    Left e -> return (Left e)
    Right g -> fmap (fmap g) (runExceptT action))
instance Monad m => Monad (ExceptT e m) where
  action >>= next = ExceptT (runExceptT action >>= \found -> case found of
    Left e -> return (Left e)
    Right x -> runExceptT (next x))
instance MonadFail m => MonadFail (ExceptT e m) where
  fail text = ExceptT (fail text)
instance (Monad m, Monoid e) => Alternative (ExceptT e m) where
  empty = ExceptT (return (Left mempty))
  first <|> second = ExceptT (runExceptT first >>= \found -> case found of
    Left e -> fmap (either (\d -> Left (e <> d)) Right) (runExceptT second)
    Right x -> return (Right x))
instance (Monad m, Monoid e) => MonadPlus (ExceptT e m)
instance MonadTrans (ExceptT e) where
  lift action = ExceptT (fmap Right action)
instance MonadIO m => MonadIO (ExceptT e m) where
  liftIO action = lift (liftIO action)
instance Monad m => MonadError e (ExceptT e m) where
  throwError e = ExceptT (return (Left e))
  catchError action handle = ExceptT (runExceptT action >>= \found -> case found of
    Left e -> runExceptT (handle e)
    Right x -> return (Right x))
instance MonadState s m => MonadState s (ExceptT e m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)
instance MonadReader r m => MonadReader r (ExceptT e m) where
  ask = lift ask
  local f action = ExceptT (local f (runExceptT action))
  reader f = lift (reader f)
instance MonadWriter w m => MonadWriter w (ExceptT e m) where
  tell w = lift (tell w)
  listen action = ExceptT (fmap (\ ~(found, w) -> fmap (\x -> (x, w)) found) (listen (runExceptT action)))
  pass action = ExceptT (pass (fmap (either (\e -> (Left e, id)) (\(x, f) -> (Right x, f))) (runExceptT action)))

throwE :: Monad m => e -> ExceptT e m a
throwE e = ExceptT (return (Left e))

catchE :: Monad m => ExceptT e m a -> (e -> ExceptT d m a) -> ExceptT d m a
catchE action handle = ExceptT (runExceptT action >>= \found -> case found of
  Left e -> runExceptT (handle e)
  Right x -> return (Right x))

except :: Monad m => Either e a -> ExceptT e m a
except found = ExceptT (return found)

runExcept :: Except e a -> Either e a
runExcept action = runIdentity (runExceptT action)

withExceptT :: Functor m => (e -> d) -> ExceptT e m a -> ExceptT d m a
withExceptT f action = ExceptT (fmap (either (\e -> Left (f e)) Right) (runExceptT action))

withExcept :: (e -> d) -> Except e a -> Except d a
withExcept f action = withExceptT f action

mapExceptT :: (m (Either e a) -> n (Either d b)) -> ExceptT e m a -> ExceptT d n b
mapExceptT f action = ExceptT (f (runExceptT action))

-- What may be missing

newtype MaybeT m a = MaybeT { runMaybeT :: m (Maybe a) }

instance Functor m => Functor (MaybeT m) where
  fmap f action = MaybeT (fmap (fmap f) (runMaybeT action))
instance Monad m => Applicative (MaybeT m) where
  pure x = MaybeT (return (Just x))
  f <*> action = MaybeT (runMaybeT f >>= \found -> case found of
    Nothing -> return Nothing
    Just g -> fmap (fmap g) (runMaybeT action))
instance Monad m => Monad (MaybeT m) where
  action >>= next = MaybeT (runMaybeT action >>= \found -> case found of
    Nothing -> return Nothing
    Just x -> runMaybeT (next x))
instance Monad m => MonadFail (MaybeT m) where
  fail _ = MaybeT (return Nothing)
instance Monad m => Alternative (MaybeT m) where
  empty = MaybeT (return Nothing)
  first <|> second = MaybeT (runMaybeT first >>= \found -> case found of
    Nothing -> runMaybeT second
    Just x -> return (Just x))
instance Monad m => MonadPlus (MaybeT m)
instance MonadTrans MaybeT where
  lift action = MaybeT (fmap Just action)
instance MonadIO m => MonadIO (MaybeT m) where
  liftIO action = lift (liftIO action)
instance MonadState s m => MonadState s (MaybeT m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)
instance MonadReader r m => MonadReader r (MaybeT m) where
  ask = lift ask
  local f action = MaybeT (local f (runMaybeT action))
  reader f = lift (reader f)
instance MonadError e m => MonadError e (MaybeT m) where
  throwError e = lift (throwError e)
  catchError action handle = MaybeT (catchError (runMaybeT action) (\e -> runMaybeT (handle e)))

hoistMaybe :: Monad m => Maybe a -> MaybeT m a
hoistMaybe found = MaybeT (return found)
