-- What can be mapped over.
module Data.Functor (fmap, (<$), (<$>), (<&>), ($>), void) where

import Control.Monad (void)

infixl 1 <&>
infixl 4 $>

(<&>) :: Functor f => f a -> (a -> b) -> f b
x <&> f = fmap f x

($>) :: Functor f => f a -> b -> f b
x $> y = fmap (const y) x
