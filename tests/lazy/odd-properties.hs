-- Properties that cannot judge: one does not end, one is an error, one needs what was never demanded, one leans on another suspect.
import Test.QuickCheck

double, triple, half, next :: Int -> Int
double x = x + x + 1
triple x = 3 * x
half x = x `div` 2
next x = triple x - half x

first :: (Int, Int) -> Int
first (x, y) = x

prop_double_ends x = double x == forever x
prop_triple_raises x = if triple x > 0 then error "not yet" else True
prop_half_even x = even x ==> half x * 2 == x
prop_next_triple x = next x == triple x - x `div` 2
spec_first (x, y) = y == y && first (x, y) == x

forever x = forever x

main = print (next (double (first (3, undefined))))
