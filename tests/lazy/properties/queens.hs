-- Properties of the n-queens solver (thesis §9.2): each says all there is to say of its function.
import Test.QuickCheck

spec_queens n = (n >= 0 && n < 6) ==> queens n == [b | b <- boards n n, solves b]

spec_valid m n = (m >= 0 && m <= n && n < 6) ==> valid m n == [b | b <- boards m n, solves b]

spec_extend n bs = n >= 0 ==> extend n bs == [a : b | a <- [1 .. n], b <- bs]

spec_consEach as bs = consEach as bs == [a : b | a <- as, b <- bs]

spec_safe (a : b) = safe (a : b) == and [apart a c k | (c, k) <- zip b [1 ..]]

spec_no_threat a bs m = no_threat a bs m == and [apart a c k | (c, k) <- zip bs [m ..]]

boards 0 n = [[]]
boards m n = [a : b | a <- [1 .. n], b <- boards (m - 1) n]

solves b = and [apart x y (j - i) | (i, x) <- places, (j, y) <- places, i < j]
  where places = zip [0 ..] b

apart a b k = a /= b && a + k /= b && a - k /= b
