module Stack (Stack, empty, push, pop, toList, T(..), Describe(..)) where
newtype Stack a = Stack [a]
data T = T Char deriving Show
class Describe a where
  describe :: a -> String
instance Describe T where
  describe (T c) = "T " ++ [c]
instance Show a => Show (Stack a) where
  show (Stack xs) = "<" ++ concatMap show xs ++ ">"
empty :: Stack a
empty = Stack []
push :: a -> Stack a -> Stack a
push x (Stack xs) = Stack (x : xs)
pop :: Stack a -> Maybe (a, Stack a)
pop (Stack []) = Nothing
pop (Stack (x:xs)) = Just (helper x, Stack xs)
helper :: a -> a
helper = id
toList :: Stack a -> [a]
toList (Stack xs) = xs
