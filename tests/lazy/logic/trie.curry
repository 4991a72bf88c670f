-- Tries of words, with deriving and Maybe.
-- goal: allWords (fromWords ["to", "tea", "ten"])
--   ["ten","tea","to"]
--   no more
-- goal: lookupWord "tea" (fromWords ["to", "tea"])
--   True
--   no more
-- goal: member w (fromWords ["to", "tea", "ten"])
--   True  {w = "ten"}
--   True  {w = "tea"}
--   True  {w = "to"}
--   no more
-- goal: show (fromWords ["a"])
--   "Trie False [('a',Trie True [])]"
--   no more
module Trie where

data Trie = Trie Bool [(Char, Trie)]
  deriving (Eq, Show)

emptyTrie :: Trie
emptyTrie = Trie False []

insert :: String -> Trie -> Trie
insert []     (Trie _ ts) = Trie True ts
insert (c:cs) (Trie b ts) = Trie b (update ts)
  where
    update [] = [(c, insert cs emptyTrie)]
    update ((d, t) : rest)
      | c == d    = (d, insert cs t) : rest
      | otherwise = (d, t) : update rest

fromWords :: [String] -> Trie
fromWords = foldr insert emptyTrie

lookupWord :: String -> Trie -> Bool
lookupWord []     (Trie b _)  = b
lookupWord (c:cs) (Trie _ ts) = case lookup c ts of
  Nothing -> False
  Just t  -> lookupWord cs t

-- The words, one at a time.
member :: String -> Trie -> Bool
member w t | word t =:= w = True

word :: Trie -> String
word (Trie True _)  = ""
word (Trie _ ts)    = let (c, t) = anyOf ts in c : word t

allWords :: Trie -> [String]
allWords t = allValues (word t)
