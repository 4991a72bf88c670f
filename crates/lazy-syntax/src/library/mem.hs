-- Memory is collected as it is needed.
module System.Mem (performGC, performMajorGC, performMinorGC) where

performGC, performMajorGC, performMinorGC :: IO ()
performGC = return ()
performMajorGC = return ()
performMinorGC = return ()
