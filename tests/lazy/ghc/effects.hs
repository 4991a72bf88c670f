---- hello
main :: IO ()
main = putStrLn "Hello, world!"
---- sequence_of_actions
main = do
  putStrLn "one"
  let x = 2
      y = x * 3
  print y
  mapM_ print [x .. y]
---- for_loop
import Control.Monad
main = forM_ [1 .. 3] $ \i -> do
  putStr (show i ++ ": ")
  when (even i) (putStr "even ")
  unless (even i) (putStr "odd ")
  putStrLn "."
---- nested_loops
import Control.Monad
main = forM_ [1, 2] (\i -> forM_ "ab" (\c -> putStrLn (show i ++ [c])))
---- recursion_in_io
loop 0 = return ()
loop n = do { putStr (show n ++ " "); loop (n - 1) }
main = loop 5 >> putStrLn "lift off"
---- return_values
f x = do { putStrLn ("got " ++ show x); return (x * 2) }
main = do { a <- f 3; b <- f a; print (a, b) }
---- mapM_and_sequence
main = do
  rs <- mapM (\x -> print x >> return (x * x)) [1, 2, 3]
  print rs
  sequence_ [putStr "a", putStr "b", putStrLn "c"]
---- foldM_log
import Control.Monad
main = foldM (\acc x -> do { putStrLn (show acc ++ "+" ++ show x); return (acc + x) }) 0 [1 .. 3] >>= print
---- replicate_actions
import Control.Monad
main = replicateM_ 3 (putStr "x") >> putStrLn "" >> print (replicateM 2 "ab")
---- zip_with_m
import Control.Monad
main = zipWithM_ (\i s -> putStrLn (show i ++ s)) [1 ..] ["a", "b"] >> (zipWithM (\a b -> if b == 0 then Nothing else Just (a `div` b)) [4, 6] [2, 3] `seq` print (zipWithM (\a b -> if b == 0 then Nothing else Just (a `div` b)) [4, 6] [2, 0]))
---- let_in_do
main = do { let { f x = x + 1; g = f . f }; print (g 1); let { h = 3 }; print h }
---- if_in_do
main = do
  let n = 5
  if n > 3
    then putStrLn "big"
    else putStrLn "small"
  case n of
    5 -> putStrLn "five"
    _ -> return ()
---- bind_operators
main = return 3 >>= print >> (print =<< return 4) >> (fmap (+ 1) (return 1) >>= print)
---- monad_functions
import Control.Monad
main = print (join [[1], [2]], liftM2 (+) (Just 1) (Just 2), filterM (const [True, False]) [1, 2], msum [Nothing, Just 1], void (Just 3))
---- maybe_applicative
main = print ((+) <$> Just 1 <*> Just 2, pure 5 :: Maybe Int, Just 1 *> Just 2, Just 1 <* Just 2, (,) <$> [1, 2] <*> "ab")
---- either_monad
check x | x < 0 = Left ("negative " ++ show x) | otherwise = Right x
main = print (do { a <- check 1; b <- check 2; return (a + b) }) >> print (mapM check [1, -2, -3])
---- guard_list
import Control.Monad
main = print (do { x <- [1 .. 10]; y <- [x .. 10]; guard (x * y == 12); return (x, y) })
---- traverse_uses
main = print (traverse (\x -> [x, -x]) [1, 2]) >> print (sequence [Just 1, Just 2]) >> print (concat <$> mapM (\x -> Just [x, x]) [1, 2])
---- kleisli
import Control.Monad
half x = if even x then Just (x `div` 2) else Nothing
main = print ((half >=> half) 12, (half >=> half) 6, (half <=< half) 8)
---- when_nothing_to_do
import Control.Monad
main = when False (print 1) >> mapM_ print ([] :: [Int]) >> putStrLn "done"
---- fail_in_maybe
f :: Maybe Int
f = do { (x:_) <- Just []; return x }
main = print f >> print [x | Just x <- [Just 1, Nothing, Just 3]] >> print (do { Right x <- [Left 1, Right 'a']; return x })
---- where_in_main
main = mapM_ putStrLn report
  where report = map line items
        line (n, p) = n ++ ": " ++ show p
        items = [("tea", 1.5), ("pie", 3)]
---- menu_fold
data Cmd = Push Int | Pop | AddC deriving Show
run st (Push n) = n : st
run (_:st) Pop = st
run (a:b:st) AddC = a + b : st
run st _ = st
main = print (foldl run [] [Push 1, Push 2, AddC, Push 5, Pop]) >> mapM_ print [Push 3, Pop]
---- vending
data S = Idle | Paid Int deriving (Show, Eq)
step (Idle, out) c = (Paid c, out)
step (Paid n, out) c | n + c >= 10 = (Idle, out + 1) | otherwise = (Paid (n + c), out)
main = print (foldl step (Idle, 0) [5, 5, 2, 3, 5, 1])
---- counter_closure
counter = map (\n -> show n ++ "!") (iterate (+ 2) 0)
main = putStrLn (unwords (take 4 counter))
---- print_all_kinds
main = do { print (); print True; print 'c'; print "s"; print 1; print 1.5; print [()] ; print (Just ()) ; print LT }
---- interaction_pure
respond s = unlines (map (reverse) (lines s))
main = putStr (respond "abc\ndef\n")
---- show_list_of_strings
main = print ["a", "", "b c"] >> print [[], [1]] >> print ([] :: [String]) >> print ("", [""])
---- io_list
actions = [print 1, putStrLn "two", print [3]]
main = sequence_ (reverse actions) >> head actions
---- do_with_guards
f n | n > 2 = do { putStr "big "; print n } | otherwise = do { putStr "small "; print n }
main = f 1 >> f 3
