-- Thesis, Listing 4: w and h are swapped in the pattern of `height`.
data Clr = Red | Blue deriving (Show, Eq)
data Shape = Square Clr Int | Rect Clr Int Int
data Paint = Paint Clr Int deriving (Show, Eq)

paint shape = Paint (colour shape) ((width shape) * (height shape))

colour (Square c x) = c
colour (Rect c w h) = c

width (Square c x) = x
width (Rect c w h) = w

height (Square c x) = x
height (Rect c h w) = h

spec_paint p (Square c x) = p (Square c x) == Paint c (x*x)
spec_paint p (Rect c w h) = p (Rect c w h) == Paint c (w*h)

main = print (paint (Rect Red 2 3))
