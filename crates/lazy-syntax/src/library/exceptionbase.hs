-- Control.Exception by its older name.
module Control.Exception.Base (module Control.Exception) where

import Control.Exception
