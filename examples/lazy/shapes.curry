-- Shapes with a class, and makers of shapes, which are constructors that lack arguments. Two rules are wrong.
data Shape = Square Int | Rectangle Int Int
  deriving (Eq, Show)

class Plane a where
  area :: a -> Int
  sides :: a -> Int
  sides _ = 4

instance Plane Shape where
  area (Square n) = n * n
  area (Rectangle a b) = a + b

total :: Plane a => [a] -> Int
total shapes = sum (map area shapes)

data Wish = Plain | Wide

maker :: Wish -> Int -> Shape
maker Plain = Square
maker Wide = Rectangle 1

-- What a maker makes.
kind :: (Int -> Shape) -> String
kind Square = "square"
kind (Rectangle 1) = "square"
kind (Rectangle 2) = "rectangle"
