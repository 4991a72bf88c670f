-- A small zebra puzzle: three houses in a row.
-- goal: owner
--   Brit
--   no more
-- goal: street hs
--   True  {hs = [House Green Dane Bird,House White Swede Dog,House Red Brit Zebra]}
--   no more
data Colour = Red | Green | White
data Person = Brit | Swede | Dane
data Pet = Dog | Bird | Zebra

data House = House Colour Person Pet

street :: [House] -> Bool
street hs =
  hs =:= [House c1 p1 a1, House c2 p2 a2, House c3 p3 a3]
    & member (House Red Brit _a) hs
    & member (House _b Swede Dog) hs
    & p1 =:= Dane
    & rightOf (House Green _c _d) (House White _e _f) hs
    & member (House Green _g Bird) hs
    & member (House _h _i Zebra) hs
  where c1, c2, c3, p1, p2, p3, a1, a2, a3, _a, _b, _c, _d, _e, _f, _g, _h, _i free

member :: House -> [House] -> Bool
member x (y:_) = x =:= y
member x (_:ys) = member x ys

rightOf :: House -> House -> [House] -> Bool
rightOf l r (x:y:_) = l =:= x & r =:= y
rightOf l r (_:xs) = rightOf l r xs

owner :: Person
owner | street hs & member (House _c p Zebra) hs = p  where hs, _c, p free
