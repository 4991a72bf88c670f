-- What only Haskell programs see: in Curry, `&` is the conjunction of conditions.
module Data.Function where

infixl 1 &

(&) :: a -> (a -> b) -> b
x & f = f x
