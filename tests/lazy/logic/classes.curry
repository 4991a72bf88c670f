-- Instances written by hand.
-- goal: show (Complex 1 2)
--   "1+2i"
--   no more
-- goal: Complex 1 2 + Complex 3 4
--   Complex 4 6
--   no more
-- goal: area (Square 3)
--   9
--   no more
-- goal: Red < Blue
--   True
--   no more
-- goal: maximum [Red, Blue, Green]
--   Blue
--   no more
-- goal: succ Red
--   Green
--   no more
-- goal: [Red ..]
--   [Red,Green,Blue]
--   no more
-- goal: compare (Left 1) (Right 'a')
--   LT
--   no more
module Classes where

data Complex = Complex Int Int
  deriving Eq

instance Show Complex where
  show (Complex r i) = show r ++ "+" ++ show i ++ "i"

instance Num Complex where
  Complex a b + Complex c d = Complex (a + c) (b + d)
  Complex a b - Complex c d = Complex (a - c) (b - d)
  Complex a b * Complex c d = Complex (a*c - b*d) (a*d + b*c)
  negate (Complex a b) = Complex (negate a) (negate b)
  abs c = c
  signum c = c
  fromInteger n = Complex (fromInteger n) 0

class Shape s where
  area :: s -> Int
  perimeter :: s -> Int
  perimeter _ = 0

data Square = Square Int
data Rect = Rect Int Int

instance Shape Square where
  area (Square n) = n * n
  perimeter (Square n) = 4 * n

instance Shape Rect where
  area (Rect a b) = a * b

data Color = Red | Green | Blue
  deriving (Eq, Ord, Show, Enum, Bounded)
