-- Thesis, Listing 20: what a function is applied to is an argument of an argument.
i z = z

f g =
  let x = 42
      y = i x
   in g y

main = print (f (\u -> u))
