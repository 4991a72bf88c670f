-- A part of Test.QuickCheck by itself: all of it.
module Test.QuickCheck.Modifiers (module Test.QuickCheck) where

import Test.QuickCheck
