-- The end of a program before its last action.
module System.Exit (ExitCode (..), exitWith, exitSuccess, exitFailure, die) where

data ExitCode = ExitSuccess | ExitFailure Int deriving (Eq, Ord, Show, Read)

exitWith :: ExitCode -> IO a
exitWith ExitSuccess = exitIO
exitWith code = returnIO () >>= \_ -> error (show code)

exitSuccess, exitFailure :: IO a
exitSuccess = exitIO
exitFailure = exitWith (ExitFailure 1)

die :: String -> IO a
die message = putError (message ++ "\n") >> exitFailure
