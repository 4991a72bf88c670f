-- Family relations: a deductive database, as in the tutorials of Curry.
-- goal: grandfather x c
--   True  {x = Antony, c = Susan}
--   True  {x = Antony, c = Peter}
--   True  {x = Bill, c = Andrew}
--   True  {x = Antony, c = Andrew}
--   no more
-- goal: ancestor a Susan
--   True  {a = Monica}
--   True  {a = John}
--   True  {a = Christine}
--   True  {a = Antony}
--   no more
-- goal: siblings Susan y
--   True  {y = Peter}
--   no more
-- goal: findall (\c -> c =:= children Christine)
--   [John,Alice]
--   no more
module Family where

data Person = Christine | Maria | Monica | Alice | Susan | Antony | Bill | John | Frank | Peter | Andrew
  deriving (Eq, Show)

-- The basic facts.
married :: Person -> Person -> Success
married Christine Antony = success
married Maria     Bill   = success
married Monica    John   = success
married Alice     Frank  = success

mother :: Person -> Person -> Success
mother Christine John   = success
mother Christine Alice  = success
mother Maria     Frank  = success
mother Monica    Susan  = success
mother Monica    Peter  = success
mother Alice     Andrew = success

father :: Person -> Person -> Success
father f c = married m f & mother m c  where m free

grandfather :: Person -> Person -> Success
grandfather g c = father g f & father f c  where f free
grandfather g c = father g m & mother m c  where m free

parent :: Person -> Person -> Success
parent p c = mother p c
parent p c = father p c

ancestor :: Person -> Person -> Success
ancestor a p = parent a p
ancestor a p = parent a q & ancestor q p  where q free

siblings :: Person -> Person -> Success
siblings x y = father f x & father f y & x =/= y =:= True  where f free

(=/=) :: Person -> Person -> Bool
x =/= y = not (x == y)

children :: Person -> Person
children m | mother m c = c  where c free
