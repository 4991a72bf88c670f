-- Input and output, repeated and conditional.
module Control.Monad where

when, unless :: Bool -> IO () -> IO ()
when condition action = if condition then action else return ()
unless condition action = if condition then return () else action

forM_ :: [a] -> (a -> IO b) -> IO ()
forM_ xs f = mapM_ f xs

forM :: [a] -> (a -> IO b) -> IO [b]
forM xs f = mapM f xs

replicateM_ :: Int -> IO a -> IO ()
replicateM_ n action = sequence_ (replicate n action)

replicateM :: Int -> IO a -> IO [a]
replicateM n action = sequence (replicate n action)

foldM :: (b -> a -> IO b) -> b -> [a] -> IO b
foldM _ z [] = return z
foldM f z (x : xs) = f z x >>= \next -> foldM f next xs
