-- Integers of fixed sizes: those of 64 bits.
module Data.Int (Int, Int64) where

type Int64 = Int
