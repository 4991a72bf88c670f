-- Regular expressions, whose meaning is a non-deterministic operation that gives their words.
-- goal: sem abstar =:= "abb"
--   yes
--   no more
-- goal: match abstar "abb"
--   True
--   no more
-- goal: match abstar "ba"
--   no more
-- goal: grep abstar "xaby"
--   True
--   True
--   no more
-- goal: sem (Alt (Lit 'a') (Cat (Lit 'b') (Lit 'c')))
--   "a"
--   "bc"
--   no more
data RE a = Lit a | Alt (RE a) (RE a) | Cat (RE a) (RE a) | Star (RE a)

sem :: RE a -> [a]
sem (Lit c) = [c]
sem (Alt r s) = sem r ? sem s
sem (Cat r s) = sem r ++ sem s
sem (Star r) = [] ? (sem r ++ sem (Star r))

abstar :: RE Char
abstar = Cat (Lit 'a') (Star (Lit 'b'))

match :: RE Char -> String -> Bool
match r s | sem r =:= s = True

grep :: RE Char -> String -> Bool
grep r s | pre ++ sem r ++ post =:= s = True
  where pre, post free
