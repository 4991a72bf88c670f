-- Colouring a map of four countries with three colours.
-- goal: correct (coloring l1 l2 l3 l4)
--   True  {l1 = Red, l2 = Yellow, l3 = Green, l4 = Red}
--   True  {l1 = Red, l2 = Green, l3 = Yellow, l4 = Red}
--   True  {l1 = Yellow, l2 = Red, l3 = Green, l4 = Yellow}
--   True  {l1 = Yellow, l2 = Green, l3 = Red, l4 = Yellow}
--   True  {l1 = Green, l2 = Red, l3 = Yellow, l4 = Green}
--   True  {l1 = Green, l2 = Yellow, l3 = Red, l4 = Green}
--   no more
-- goal: map4
--   [Red,Yellow,Green,Red]
--   [Red,Green,Yellow,Red]
--   [Yellow,Red,Green,Yellow]
--   [Yellow,Green,Red,Yellow]
--   [Green,Red,Yellow,Green]
--   [Green,Yellow,Red,Green]
--   no more
data Color = Red | Green | Yellow | Blue
  deriving (Eq, Show)

isColor :: Color -> Success
isColor Red = success
isColor Yellow = success
isColor Green = success

coloring :: Color -> Color -> Color -> Color -> [Color]
coloring l1 l2 l3 l4 | isColor l1 & isColor l2 & isColor l3 & isColor l4 = [l1, l2, l3, l4]

diff :: Color -> Color -> Success
diff x y = (x == y) =:= False

correct :: [Color] -> Success
correct [l1, l2, l3, l4] =
  diff l1 l2 & diff l1 l3 & diff l2 l3 & diff l2 l4 & diff l3 l4

aColor :: Color
aColor = Red ? Yellow ? Green

map4 :: [Color]
map4 | a /= b && a /= c && b /= c && b /= d && c /= d = [a, b, c, d]
  where
    a = aColor
    b = aColor
    c = aColor
    d = aColor
