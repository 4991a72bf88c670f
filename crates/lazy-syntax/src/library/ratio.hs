-- Fractions of integers, in lowest terms.
module Data.Ratio (approxRational, Ratio, Rational, (%), numerator, denominator) where

infixl 7 %

instance Integral a => Ord (Ratio a) where
  compare (n :% d) (m :% e) = compare (n * e) (m * d)
instance Integral a => Num (Ratio a) where
  (n :% d) + (m :% e) = lowest (n * e + m * d) (d * e)
  (n :% d) - (m :% e) = lowest (n * e - m * d) (d * e)
  (n :% d) * (m :% e) = lowest (n * m) (d * e)
  negate (n :% d) = negate n :% d
  abs (n :% d) = abs n :% d
  signum (n :% _) = signum n :% 1
  fromInteger n = fromInteger n :% 1
instance Integral a => Fractional (Ratio a) where
  (n :% d) / (m :% e) = (n * e) % (d * m)
  recip (n :% d) = d % n
  fromRational (n :% d) = fromInteger n % fromInteger d
instance Integral a => Real (Ratio a) where
  toRational (n :% d) = toInteger n :% toInteger d
instance Integral a => RealFrac (Ratio a) where
  truncate (n :% d) = fromIntegral (quot n d)
  floor (n :% d) = fromIntegral (div n d)
  ceiling (n :% d) = fromIntegral (negate (div (negate n) d))
  round (n :% d) = fromIntegral (nearest (div n d) (compare (2 * mod n d) d))
instance Integral a => Enum (Ratio a) where
  succ x = x + 1
  pred x = x - 1
  toEnum n = fromIntegral n :% 1
  fromEnum x = truncate x
  enumFrom x = iterate (+ 1) x
  enumFromThen x y = iterate (+ (y - x)) x
  enumFromTo x z = takeWhile (<= z + 1 / 2) (iterate (+ 1) x)
  enumFromThenTo x y z = takeWhile within (iterate (+ (y - x)) x)
    where within u = if y >= x then u <= z + (y - x) / 2 else u >= z + (y - x) / 2

(%) :: Integral a => a -> a -> Ratio a
n % d = lowest (n * signum d) (abs d)

-- With a denominator that is not negative.
lowest :: Integral a => a -> a -> Ratio a
lowest n d = if d == 0 then error "Ratio has zero denominator" else quot n g :% quot d g
  where g = gcd n d

-- The integer below, or the one after it; of two that are as near, the even one.
nearest :: Integral a => a -> Ordering -> a
nearest n LT = n
nearest n GT = n + 1
nearest n EQ = if even n then n else n + 1

numerator, denominator :: Ratio a -> a
numerator (n :% _) = n
denominator (_ :% d) = d

-- The simplest fraction this close to a number.
approxRational :: RealFrac a => a -> a -> Rational
approxRational rat eps = simplest (toRational rat - toRational eps) (toRational rat + toRational eps)
  where
    simplest x y
      | y < x = simplest y x
      | x == y = xr
      | x > 0 = simplest' n d n' d'
      | y < 0 = negate (simplest' (negate n') d' (negate n) d)
      | otherwise = 0
      where
        xr = toRational x
        n = numerator xr
        d = denominator xr
        nd' = toRational y
        n' = numerator nd'
        d' = denominator nd'
    simplest' n d n' d'
      | r == 0 = q % 1
      | q /= q' = (q + 1) % 1
      | otherwise = (q * n'' + d'') % n''
      where
        q = n `quot` d
        r = n `rem` d
        q' = n' `quot` d'
        r' = n' `rem` d'
        nd'' = simplest' d' r' d r
        n'' = numerator nd''
        d'' = denominator nd''
