-- Values without an end.
nats n = n : nats (n + 1)

ring = 1 : 2 : ring

squares xs = map (\x -> x * x) (drop 1 xs)

main = print (take 3 (squares (nats 0)))
