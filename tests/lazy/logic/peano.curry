-- Peano arithmetic: operations run backwards.
-- goal: add x y =:= S (S Z)
--   x = Z, y = S (S Z)
--   x = S Z, y = S Z
--   x = S (S Z), y = Z
--   no more
-- goal: add x (S Z) =:= S (S (S Z))
--   x = S (S Z)
--   no more
-- goal: half (S (S (S (S Z))))
--   S (S Z)
--   no more
-- goal: leq x (S Z)
--   True  {x = Z}
--   True  {x = S Z}
--   False  {x = S (S _1)}
--   no more
-- goal: mult x (S (S Z)) -> S (S (S (S Z)))
--   x = S (S Z)
--   no more
data Nat = Z | S Nat
  deriving (Eq, Ord, Show)

add :: Nat -> Nat -> Nat
add Z n = n
add (S m) n = S (add m n)

mult :: Nat -> Nat -> Nat
mult Z _ = Z
mult (S m) n = add n (mult m n)

half :: Nat -> Nat
half y | add x x =:= y = x  where x free

leq :: Nat -> Nat -> Bool
leq Z _ = True
leq (S _) Z = False
leq (S m) (S n) = leq m n
