-- Thesis, Listing 23 (its text is lost; from Figures 40 and 41): data structures, and a wrong `not`.
import Prelude hiding (not)

data T = C Bool | D Bool

not True = True
not False = False

notD (C b) = C (not b)
notD (D b) = D (not b)

getC (C b) = if b then 1 else 0
getC (D b) = if b then 1 else 0

main = print (getC (notD (D True)))
