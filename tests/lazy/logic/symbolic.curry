-- Symbolic differentiation and simplification, with a Show instance derived.
-- goal: simplify (diff X (Mul (Var X) (Var X)))
--   Mul (Num 2) (Var X)
--   no more
-- goal: eval [(X, 3)] (Add (Var X) (Num 4))
--   7
--   no more
module Expr where

data Name = X | Y deriving (Eq, Show)
data Exp = Num Int | Var Name | Add Exp Exp | Mul Exp Exp
  deriving (Eq, Show)

diff :: Name -> Exp -> Exp
diff _ (Num _) = Num 0
diff x (Var y) = if x == y then Num 1 else Num 0
diff x (Add a b) = Add (diff x a) (diff x b)
diff x (Mul a b) = Add (Mul (diff x a) b) (Mul a (diff x b))

simplify :: Exp -> Exp
simplify (Num n) = Num n
simplify (Var v) = Var v
simplify (Add a b) = add (simplify a) (simplify b)
simplify (Mul a b) = mul (simplify a) (simplify b)

add :: Exp -> Exp -> Exp
add a b = case (a, b) of
  (Num 0, e) -> e
  (e, Num 0) -> e
  (Num m, Num n) -> Num (m + n)
  (e, f) | e == f -> Mul (Num 2) e
  _ -> Add a b

mul :: Exp -> Exp -> Exp
mul a b = case (a, b) of
  (Num 0, _) -> Num 0
  (_, Num 0) -> Num 0
  (Num 1, e) -> e
  (e, Num 1) -> e
  _ -> Mul a b

eval :: [(Name, Int)] -> Exp -> Int
eval _ (Num n) = n
eval env (Var v) = find env
  where find ((w, n) : rest) | v == w = n
                             | otherwise = find rest
eval env (Add a b) = eval env a + eval env b
eval env (Mul a b) = eval env a * eval env b

size :: Exp -> Int
size (Num _) = 1
size (Var _) = 1
size (Add a b) = 1 + size a + size b
size (Mul a b) = 1 + size a + size b
