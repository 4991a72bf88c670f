-- A part of Test.QuickCheck by itself: all of it.
module Test.QuickCheck.Random (module Test.QuickCheck) where

import Test.QuickCheck
