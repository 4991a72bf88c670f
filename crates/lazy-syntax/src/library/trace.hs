-- Messages from the middle of an evaluation, to standard error, when what they stand at is demanded.
module Debug.Trace (trace, traceShow, traceShowId, traceId, traceM, traceShowM, traceWith, traceShowWith) where

trace :: String -> a -> a
trace text x = performed (putError (text ++ "\n")) `seq` x

traceId :: String -> String
traceId text = trace text text

traceShow :: Show a => a -> b -> b
traceShow x y = trace (show x) y

traceShowId :: Show a => a -> a
traceShowId x = trace (show x) x

traceM :: Applicative f => String -> f ()
traceM text = trace text (pure ())

traceShowM :: (Show a, Applicative f) => a -> f ()
traceShowM x = trace (show x) (pure ())

traceWith :: (a -> String) -> a -> a
traceWith f x = trace (f x) x

traceShowWith :: Show b => (a -> b) -> a -> a
traceShowWith f x = trace (show (f x)) x
