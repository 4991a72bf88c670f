-- Thesis, Listing 34: the rows are rotated to the left instead of to the right.
data IntMatrix = M [[Int]] deriving (Eq, Show)

idMatrix :: Int -> IntMatrix
idMatrix n = M (take n (iterate (\(x:xs) -> xs ++ [x]) row0))
  where row0 = 1 : take (n-1) (repeat 0)

spec_idMatrix im n = im n == idMatrix_ref n

idMatrix_ref 1 = M [[1]]
idMatrix_ref n = M (row0 : map (0:) m)
  where row0 = 1 : take (n-1) (repeat 0)
        M m = idMatrix_ref (n-1)

main = print (idMatrix 3)
