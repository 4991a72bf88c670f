-- Thesis, Listing 22: a function of functions, and a missing rule of `and`.
import Prelude hiding (and, foldl)

and b True = b

foldl f z [] = z
foldl f z (h:t) = let z' = f z h in foldl f z' t

main = print (foldl and True [False])
