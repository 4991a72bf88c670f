-- What a number can become in one move: all ways, by encapsulated search. `double` is wrong.
move :: Int -> Int
move n = n + 1
move n = double n

double :: Int -> Int
double n = n + n + 1

ways :: Int -> [Int]
ways n = findall (\m -> m =:= move n)

best :: Int -> Int
best n = maximum (ways n)
