-- Thesis, Listing 2: `modTwo` divides.
isOdd n = isEven (plusOne n)

isEven n = modTwo n == 0

plusOne n = n + 1

modTwo n = n `div` 2

prop_notBothOdd x = isOdd x /= isOdd (x + 1)

main = print (prop_notBothOdd 2)
