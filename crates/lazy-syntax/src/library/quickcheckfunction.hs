-- A part of Test.QuickCheck by itself: all of it.
module Test.QuickCheck.Function (module Test.QuickCheck) where

import Test.QuickCheck
