-- Functions of functions.
module Data.Function where

infixl 0 `on`

on :: (b -> b -> c) -> (a -> b) -> a -> a -> c
on f g x y = f (g x) (g y)

fix :: (a -> a) -> a
fix f = let x = f x in x
