A literate queue.

> module Data.Queue where
> data Queue a = Queue [a] [a]
> emptyQ :: Queue a
> emptyQ = Queue [] []
> enqueue :: a -> Queue a -> Queue a
> enqueue x (Queue f b) = Queue f (x:b)
> toL :: Queue a -> [a]
> toL (Queue f b) = f ++ reverse b
> size :: Queue a -> Int
> size = length . toL

