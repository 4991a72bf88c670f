-- What connectives can say where one side is an error (thesis 8.6): `_ || True` is True. Properties are tried with these in place of those of the Prelude.
module Test.Parallel where

infixr 3 |&&|
infixr 2 ||||

(|&&|), (||||) :: Bool -> Bool -> Bool
x |&&| y = attempt (if x then y else False) (if y then x else False)
x |||| y = attempt (if x then True else y) (if y then True else x)
