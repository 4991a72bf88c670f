-- The combinators of arrows, for functions.
module Control.Arrow (first, second, (***), (&&&), (>>>), (<<<), left, right, (+++), (|||)) where

infixr 3 ***
infixr 3 &&&
infixr 2 +++
infixr 2 |||
infixr 1 >>>, <<<

first :: (a -> b) -> (a, c) -> (b, c)
first f ~(x, y) = (f x, y)

second :: (b -> c) -> (a, b) -> (a, c)
second f ~(x, y) = (x, f y)

(***) :: (a -> b) -> (c -> d) -> (a, c) -> (b, d)
(f *** g) ~(x, y) = (f x, g y)

(&&&) :: (a -> b) -> (a -> c) -> a -> (b, c)
(f &&& g) x = (f x, g x)

(>>>) :: (a -> b) -> (b -> c) -> a -> c
(f >>> g) x = g (f x)

(<<<) :: (b -> c) -> (a -> b) -> a -> c
(f <<< g) x = f (g x)

left :: (a -> b) -> Either a c -> Either b c
left f (Left x) = Left (f x)
left _ (Right y) = Right y

right :: (b -> c) -> Either a b -> Either a c
right _ (Left x) = Left x
right f (Right y) = Right (f y)

(+++) :: (a -> b) -> (c -> d) -> Either a c -> Either b d
(f +++ _) (Left x) = Left (f x)
(_ +++ g) (Right y) = Right (g y)

(|||) :: (a -> c) -> (b -> c) -> Either a b -> c
(f ||| _) (Left x) = f x
(_ ||| g) (Right y) = g y
