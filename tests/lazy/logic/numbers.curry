-- Peano numbers with operators and mutual recursion.
-- goal: toInt (fromInt 3 * fromInt 2)
--   6
--   no more
-- goal: add x y =:= S (S Z) where x, y free
--   x = Z, y = S (S Z)
--   x = S Z, y = S Z
--   x = S (S Z), y = Z
--   no more
-- goal: sub (S (S Z)) (S Z)
--   S Z
--   no more
-- goal: show (S Z)
--   "S Z"
--   no more
-- goal: S Z <= S (S Z)
--   True
--   no more
module Nat where

data Nat = Z | S Nat deriving (Eq, Ord, Show)

infixl 6 +.
infixl 7 *.
(+.) :: Nat -> Nat -> Nat
Z +. n = n
S m +. n = S (m +. n)

(*.) :: Nat -> Nat -> Nat
Z *. _ = Z
S m *. n = n +. (m *. n)

add = (+.)

sub m n | n +. k =:= m = k where k free

instance Num Nat where
  (+) = (+.)
  (*) = (*.)
  a - b = sub a b
  abs n = n
  signum Z = Z
  signum (S _) = S Z
  fromInteger = fromInt
  negate _ = failed

fromInt n = if n == 0 then Z else S (fromInt (n - 1))

toInt Z = 0
toInt (S n) = 1 + toInt n

even' Z = True
even' (S n) = odd' n
odd' Z = False
odd' (S n) = even' n

lt Z (S _) = True
lt (S m) (S n) = lt m n
lt _ Z = False
