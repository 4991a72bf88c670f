-- Thesis, Listing 25: a function of a function of a function.
import Prelude hiding (not)

not False = True
not True = False
appT f = f True
appN g = g not
neg b = appN appT

main = print (neg False)
