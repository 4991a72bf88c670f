-- Tests in the manner of Hspec.
module Test.Hspec
  ( Spec, SpecWith, SpecM, Expectation, Example, Selector, hspec, describe, context, it, specify, example, xdescribe, xcontext, xit, xspecify
  , pending, pendingWith, parallel, shouldBe, shouldNotBe, shouldSatisfy, shouldNotSatisfy, shouldMatchList, shouldContain, shouldNotContain
  , shouldStartWith, shouldEndWith, shouldReturn, shouldNotReturn, shouldThrow, anyException, anyErrorCall, anyArithException, anyIOException
  , errorCall, expectationFailure
  ) where

import Test.Hspec.Internal
