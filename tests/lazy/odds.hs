-- Thesis, Listing 35: the branches of `filter` are swapped.
import Prelude hiding (filter)
import Data.Bits ((.&.))
import Test.QuickCheck hiding ((.&.))

odds :: [Int] -> [Int]
odds xs = filter (not . isEven) xs

isEven :: Int -> Bool
isEven x = (x .&. 1) == 0

filter :: (a -> Bool) -> [a] -> [a]
filter pred [] = []
filter pred (x:xs)
  | pred x = filter pred xs
  | otherwise = x : filter pred xs

spec_odds xs x = x `elem` xs ==> if odd_ref x then p else not p
  where p = x `elem` (odds xs)
spec_isEven x = isEven x == even_ref x
even_ref x = (x `div` 2) * 2 == x
odd_ref x = not (even_ref x)
prop_filter_t p xs x = x `elem` xs && p x ==> x `elem` (filter p xs)
prop_filter_f p xs x = x `elem` xs && not (p x) ==> not (x `elem` (filter p xs))

main = print (odds [3,4])
