-- Thesis, Listing 29: a constant that is used twice.
f x = x + 1
g y = y - k
k = f 2
main = print (g (g 8))
