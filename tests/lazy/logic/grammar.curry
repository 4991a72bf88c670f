-- A small grammar of English sentences; generation and recognition are the same.
-- goal: sentence ["the", "cat", "sees", "a", "mouse"]
--   True
--   no more
-- goal: length sentences
--   36
--   no more
module Grammar where

data Tree = S Tree Tree | NP String String | VP String | VPO String Tree
  deriving (Eq, Show)

det, noun, iverb, tverb :: String
det = "the"
det = "a"
noun = "cat" ? "mouse"
iverb = "sleeps"
tverb = "sees" ? "eats"

np :: [String]
np = [det, noun]

vp :: [String]
vp = [iverb] ? (tverb : np)

sentence :: [String] -> Bool
sentence ws | np ++ vp =:= ws = True

sentences :: [[String]]
sentences = allValues (np ++ vp)

parse :: [String] -> Tree
parse ws | ws =:= unparse t = t where t free

unparse :: Tree -> [String]
unparse (S a b) = unparse a ++ unparse b
unparse (NP d n) | d =:= det & n =:= noun = [d, n]
unparse (VP v) | v =:= iverb = [v]
unparse (VPO v o) | v =:= tverb = v : unparse o
