---- factorial
fact :: Integer -> Integer
fact 0 = 1
fact n = n * fact (n - 1)
main = print (fact 20) >> print (fact 30)
---- fibonacci
fibs = 0 : 1 : zipWith (+) fibs (tail fibs)
main = print (take 15 fibs) >> print (fibs !! 100)
---- gcd_lcm
main = print (gcd 12 18, lcm 4 6, gcd 0 5, gcd (-4) 6)
---- primes_sieve
primes = sieve [2..] where sieve (p:xs) = p : sieve [x | x <- xs, x `mod` p /= 0]
main = print (take 15 primes)
---- prime_factors
factors n = go n 2 where
  go 1 _ = []
  go m p | p * p > m = [m]
         | m `mod` p == 0 = p : go (m `div` p) p
         | otherwise = go m (p + 1)
main = print (map factors [12, 97, 360])
---- perfect_numbers
perfect n = sum [d | d <- [1..n-1], n `mod` d == 0] == n
main = print (filter perfect [2..500])
---- power
power x 0 = 1
power x n | even n = let h = power x (n `div` 2) in h * h
          | otherwise = x * power x (n - 1)
main = print (power 2 10, power 3 40) >> print (2 ^ 10, 2 ** 0.5, 2 ^^ (-2))
---- div_mod_quot_rem
main = print [(a `div` b, a `mod` b, a `quot` b, a `rem` b) | a <- [7,-7], b <- [2,-2]] >> print (divMod (-7) 2, quotRem (-7) 2)
---- digits
digits :: Int -> [Int]
digits 0 = []
digits n = digits (n `div` 10) ++ [n `mod` 10]
main = print (digits 12345) >> print (sum (digits 999))
---- to_binary
toBin 0 = "0"
toBin n = go n "" where
  go 0 acc = acc
  go m acc = go (m `div` 2) ((if odd m then '1' else '0') : acc)
main = mapM_ (putStrLn . toBin) [0, 5, 1023]
---- average
average xs = sum xs / fromIntegral (length xs)
main = print (average [1,2,3,4]) >> print (average [2.5, 3.5])
---- rounding
main = do
  print (map round [0.5, 1.5, 2.5, -0.5, -1.5 :: Double] :: [Integer])
  print (map truncate [2.7, -2.7] :: [Int], map floor [2.7, -2.7] :: [Int], map ceiling [2.2, -2.2] :: [Int])
---- show_doubles
main = do
  print [0.1, 1.0, 12.5, 1e7, 1.0e-2, 123456.789, 1e22, 5.0e-324]
  print (1/0 :: Double, -1/0 :: Double, 0.1 + 0.2, fromIntegral (3 :: Int) / 4)
---- floats_single
main = print (sqrt 2 :: Float, 1/3 :: Float, 16777216 + 1 :: Float, realToFrac (0.1 :: Float) :: Double)
---- trigonometry
main = print (pi, sin 0, cos 0, exp 0, log 1, sqrt 16, atan 1 * 4 == pi)
---- negative_numbers
main = print (-5, abs (-5), negate 3, signum (-2), [-1, -2], Just (-1), (-1, -2))
---- overflow
main = print (maxBound + 1 :: Int) >> print (2 ^ 63 :: Int) >> print (fromIntegral (2 ^ 65 + 3 :: Integer) :: Int)
---- big_integers
main = print (2 ^ 100) >> print (product [1..25]) >> print ((10 ^ 30) `div` 7, (10 ^ 30) `mod` 7)
---- polymorphic_numbers
double x = x + x
half x = x / 2
main = print (double 3, double 1.5, half 3) >> print (map double [1, 2.5])
---- numeric_literals_in_functions
area r = 3 * r * r
main = print (area 2, area 1.5 :: Double, area (2 :: Int))
---- integer_square_root
isqrt :: Int -> Int
isqrt n = head [r - 1 | r <- [1..], r * r > n]
main = print (map isqrt [0, 1, 15, 16, 99, 100])
---- newton
newton :: Double -> Double
newton x = go x where go g | abs (g * g - x) < 1e-9 = g | otherwise = go ((g + x / g) / 2)
main = print (newton 2) >> print (newton 144)
---- ackermann
ack 0 n = n + 1
ack m 0 = ack (m - 1) 1
ack m n = ack (m - 1) (ack m (n - 1))
main = print (ack 2 3) >> print [ack 1 n | n <- [0..5]]
---- hanoi
hanoi 0 _ _ _ = []
hanoi n a b c = hanoi (n-1) a c b ++ [(a, b)] ++ hanoi (n-1) c b a
main = print (hanoi 3 'a' 'b' 'c') >> print (length (hanoi 8 1 2 3))
---- collatz_longest
len :: Int -> Int
len 1 = 1
len n = 1 + len (if even n then n `div` 2 else 3 * n + 1)
main = print (maximum [(len n, n) | n <- [1..300]])
---- digit_sum_loop
ds :: Integer -> Integer
ds n | n < 10 = n | otherwise = ds (sum (map (\c -> read [c]) (show n)))
main = print (ds 987654321) >> print (ds (2 ^ 200))
---- ranges
main = do
  print [1..5] >> print [1,3..10] >> print [10,8..1] >> print [5..1]
  print [1.0..4.0] >> print [0,0.5..2] >> print ['a'..'f'] >> print (take 3 [7..])
---- sum_of_squares
main = print (sum (takeWhile (< 10000) (filter odd (map (^ 2) [1..]))))
---- even_odd
evens 0 = True
evens n = odds (n - 1)
odds 0 = False
odds n = evens (n - 1)
main = print (evens 10, odds 7, filter even [1..10], map odd [1,2])
---- compare_and_max
main = print (compare 1 2, compare 'b' 'a', max 3 4, min "a" "b", maximum [2,7,1], 1 < 2 && 'a' <= 'b')
---- bits
import Data.Bits
main = print (5 .&. 3 :: Int, 5 .|. 3 :: Int, xor 5 3 :: Int, shiftL 1 10 :: Int, shiftR 1024 3 :: Int)
---- chinese_remainder
solve = head [x | x <- [1..], x `mod` 3 == 2, x `mod` 5 == 3, x `mod` 7 == 2]
main = print solve
---- armstrong
arm n = n == sum [d ^ k | d <- ds] where ds = map (\c -> fromEnum c - 48) (show n); k = length ds
main = print (filter arm [1..1000])
---- binomial
choose :: Integer -> Integer -> Integer
choose n k = product [n - k + 1 .. n] `div` product [1..k]
main = print [choose 6 k | k <- [0..6]] >> print (choose 50 25)
---- euler_totient
phi n = length [x | x <- [1..n], gcd n x == 1]
main = print (map phi [1..12])
---- base_conversion
import Data.Char (intToDigit)
toBase b 0 = "0"
toBase b n = reverse (go n) where go 0 = ""; go m = intToDigit (m `mod` b) : go (m `div` b)
main = putStrLn (toBase 16 48879) >> putStrLn (toBase 2 37)
---- roman
roman 0 = ""
roman n = let (v, s) = head [p | p@(v, _) <- table, v <= n] in s ++ roman (n - v)
table = [(1000,"M"),(900,"CM"),(500,"D"),(400,"CD"),(100,"C"),(90,"XC"),(50,"L"),(40,"XL"),(10,"X"),(9,"IX"),(5,"V"),(4,"IV"),(1,"I")]
main = mapM_ (putStrLn . roman) [1994, 2024, 49, 3]
---- quadratic
roots :: Double -> Double -> Double -> [Double]
roots a b c | d < 0 = [] | d == 0 = [-b / (2 * a)] | otherwise = [(-b + sqrt d) / (2*a), (-b - sqrt d) / (2*a)]
  where d = b * b - 4 * a * c
main = print (roots 1 (-3) 2) >> print (roots 1 2 1) >> print (roots 1 0 1)
---- leap_year
leap y = y `mod` 4 == 0 && (y `mod` 100 /= 0 || y `mod` 400 == 0)
main = print (filter leap [1896..1912]) >> print (leap 2000)
---- to_enum_from_enum
main = print (toEnum 65 :: Char, fromEnum 'a', succ 'a', pred 10, toEnum 3 :: Int, fromEnum True)
---- min_max_bound
main = print (minBound :: Int, maxBound :: Int) >> print (minBound :: Bool, maxBound :: Char) >> print (minBound :: (Bool, Bool))
---- fromIntegral_uses
mean :: [Int] -> Double
mean xs = fromIntegral (sum xs) / fromIntegral (length xs)
main = print (mean [1,2,4]) >> print (fromIntegral (length "abc") * 1.5)
---- constants_beside_calls
succ' :: Integer -> Integer
succ' n = n + 1
f :: Integer -> Integer
f n = 100000000000000000000000 * succ' n - 99999999999999999999999 * succ' (succ' n)
g :: Double -> Double
g x = 2.5 * h (0.5 + h (1.25 * x)) + 1e10 * pi - h x * 3.5
h :: Double -> Double
h y = if y > 100 then 0.5 else y * 1.5
main = print (f 2) >> print (map g [0, 1.5, 200]) >> print (2 * pi * 1.5) >> print (0.5 < h 1, 2.5 == h 3, compare 1e3 (h 2))
---- digits_of_fractions
main = do
  print (map (2.1894694519042968e16 *) [1, 0.1, 1e-9, 1e300])
  print [5.0e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 9007199254740992, 9007199254740993, 1 / 3, 2 / 3, 0.1 + 0.2]
  print (map (2 ^^) [-1074, -1073, -1022, -1021, -500, -60, -1, 0, 1, 20, 52, 53, 54, 60, 100, 500, 1023 :: Int] :: [Double])
  print (take 60 (iterate (* 1.37) 1.0e-3) :: [Double])
  print (take 60 (iterate (* (-7.77)) 1.0e-12) :: [Double])
  print (map (2 ^^) [-149, -148, -126, -125, -20, -1, 23, 24, 25, 100, 127 :: Int] :: [Float])
  print (take 40 (iterate (* 1.37) 1.0e-3) :: [Float])
  print (0.1 :: Double, 123456.789 :: Double, 1.0e7 :: Double, 9999999 :: Double, 0.09999 :: Double, 3.4028235e38 :: Float, -0.0 :: Double)
