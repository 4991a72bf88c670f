-- Runs of tests with settings.
module Test.Hspec.Runner (hspec, hspecWith, Config, configFailFast, configDryRun, configRandomize, defaultConfig, Spec) where

import Test.Hspec.Internal
