-- How properties are written.
module Test.QuickCheck where

infixr 0 ==>

(==>) :: Bool -> Bool -> Bool
True ==> claim = claim
False ==> _ = discard

discard :: a
discard = error "precondition unmet"
