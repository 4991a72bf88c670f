-- Complex numbers.
module Data.Complex (Complex, realPart, imagPart, mkPolar, cis, polar, magnitude, phase, conjugate) where

infix 6 :+

data Complex a = !a :+ !a deriving (Eq, Show, Read)

realPart, imagPart :: Complex a -> a
realPart (x :+ _) = x
imagPart (_ :+ y) = y

conjugate :: Num a => Complex a -> Complex a
conjugate (x :+ y) = x :+ negate y

mkPolar :: Floating a => a -> a -> Complex a
mkPolar r theta = (r * cos theta) :+ (r * sin theta)

cis :: Floating a => a -> Complex a
cis theta = cos theta :+ sin theta

polar :: RealFloat a => Complex a -> (a, a)
polar z = (magnitude z, phase z)

magnitude, phase :: RealFloat a => Complex a -> a
magnitude (x :+ y) = sqrt (x * x + y * y)
phase (x :+ y) = if x == 0 && y == 0 then 0 else atan2 y x

instance RealFloat a => Num (Complex a) where
  (x :+ y) + (u :+ v) = (x + u) :+ (y + v)
  (x :+ y) - (u :+ v) = (x - u) :+ (y - v)
  (x :+ y) * (u :+ v) = (x * u - y * v) :+ (x * v + y * u)
  negate (x :+ y) = negate x :+ negate y
  abs z = magnitude z :+ 0
  signum (x :+ y) = if x == 0 && y == 0 then 0 else let r = magnitude (x :+ y) in (x / r) :+ (y / r)
  fromInteger n = fromInteger n :+ 0
instance RealFloat a => Fractional (Complex a) where
  (x :+ y) / (u :+ v) = let d = u * u + v * v in ((x * u + y * v) / d) :+ ((y * u - x * v) / d)
  fromRational r = fromRational r :+ 0
instance RealFloat a => Floating (Complex a) where
  pi = pi :+ 0
  exp (x :+ y) = let e = exp x in (e * cos y) :+ (e * sin y)
  log z = log (magnitude z) :+ phase z
  sqrt (x :+ y)
    | x == 0 && y == 0 = 0
    | otherwise = u :+ (if y < 0 then negate v else v)
    where
      (u, v) = if x < 0 then (v', u') else (u', v')
      v' = abs y / (u' * 2)
      u' = sqrt ((magnitude (x :+ y) + abs x) / 2)
  sin (x :+ y) = (sin x * cosh y) :+ (cos x * sinh y)
  cos (x :+ y) = (cos x * cosh y) :+ negate (sin x * sinh y)
instance Functor Complex where
  fmap f (x :+ y) = f x :+ f y
