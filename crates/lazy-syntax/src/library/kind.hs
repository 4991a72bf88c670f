-- Kinds are not checked: only their names are here.
module Data.Kind (Type, Constraint) where

data Type
data Constraint
