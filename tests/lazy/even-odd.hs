-- Thesis, Listing 32: mutual recursion that does not end.
import Prelude hiding (even, odd)
import Test.QuickCheck

even 0 = True
even n | n > 0 = odd (n-1)

odd 0 = False
odd n | n > 0 = even n

spec_even n = n >= 0 ==> even n == (n `mod` 2 == 0)
spec_odd n = n >= 0 ==> odd n == (n `mod` 2 == 1)

main = print (even 2)
