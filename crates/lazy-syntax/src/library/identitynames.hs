-- Computations that do nothing but compute.
module Control.Monad.Identity (Identity, runIdentity) where

import Data.Functor.Identity
