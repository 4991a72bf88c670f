-- Functions as values that have no name, or are local to another.
scale k xs = map (\x -> k * x) xs

shift n = map (+ n)

apply f xs = map f xs

raise k xs = apply up (apply (\x -> x - k) xs)
  where
  up x = x + k

both p q x = p x && q x

between low high = filter (both (\x -> low <= x) (<= high))

main = print (between 2 3 (raise 1 (shift 1 (scale 2 [1, 2]))))
