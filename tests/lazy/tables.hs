-- Thesis, Listing 27: constants; the value at position 2 of `ctable` should be False.
import Prelude hiding ((!!))

(h:t) !! 0 = h
(h:t) !! i = t !! (i-1)

toInt False False = 0
toInt False True = 1
toInt True False = 2
toInt True True = 3

disj b1 b0 = dtable !! (toInt b1 b0)
dtable = [False, True, True, True]

conj b1 b0 = ctable !! (toInt b1 b0)
ctable = [False, False, True, True]

prop_disj_commutative x y = disj x y == disj y x
prop_conj_commutative x y = conj x y == conj y x

main = print (prop_conj_commutative True False)
