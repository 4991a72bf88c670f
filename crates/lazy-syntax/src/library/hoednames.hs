-- Hoed's interface, as programs import it.
module Debug.Hoed (module Debug.Hoed.Internal) where

import Debug.Hoed.Internal
