-- Control.Monad.ST by its other name.
module Control.Monad.ST.Strict (module Control.Monad.ST) where

import Control.Monad.ST
