-- Thesis, Listing 26: mutual recursion; isEven 1 is not True.
isEven x = if x == 1 then True else isOdd (x-1)
isOdd x = if x == 1 then True else isEven (x-1)

main = print (isOdd 4)
