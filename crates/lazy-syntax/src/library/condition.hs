-- The condition of a property.
module Test.Internal where

infixr 0 ==>

-- Of claims of any kind: Booleans, and the properties of Curry.
(==>) :: Bool -> a -> a
True ==> claim = claim
False ==> _ = discard

discard :: a
discard = error "precondition unmet"
