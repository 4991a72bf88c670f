-- Arrays that do not change, with elements that are evaluated when somebody looks. They are trees: an element is reached in the logarithm of their size.
module Data.Array
  ( Array, Ix, range, index, inRange, rangeSize, array, listArray, accumArray, (!), bounds, indices, elems, assocs, (//), accum, ixmap
  ) where

infixl 9 !, //

class Ord a => Ix a where
  range :: (a, a) -> [a]
  index :: (a, a) -> a -> Int
  inRange :: (a, a) -> a -> Bool
  rangeSize :: (a, a) -> Int
  rangeSize ends = if inRange ends (snd ends) then index ends (snd ends) + 1 else 0

outside :: a
outside = error "Ix.index: Index out of range."

instance Ix Int where
  range (l, u) = [l .. u]
  index (l, u) i = if l <= i && i <= u then i - l else outside
  inRange (l, u) i = l <= i && i <= u
instance Ix Integer where
  range (l, u) = [l .. u]
  index (l, u) i = if l <= i && i <= u then fromIntegral (i - l) else outside
  inRange (l, u) i = l <= i && i <= u
instance Ix Char where
  range (l, u) = [l .. u]
  index (l, u) i = if l <= i && i <= u then fromEnum i - fromEnum l else outside
  inRange (l, u) i = l <= i && i <= u
instance Ix Bool where
  range (l, u) = [l .. u]
  index (l, u) i = if l <= i && i <= u then fromEnum i - fromEnum l else outside
  inRange (l, u) i = l <= i && i <= u
instance (Ix a, Ix b) => Ix (a, b) where
  range ((k, l), (u, v)) = [(i, j) | i <- range (k, u), j <- range (l, v)]
  index ((k, l), (u, v)) (i, j) = index (k, u) i * rangeSize (l, v) + index (l, v) j
  inRange ((k, l), (u, v)) (i, j) = inRange (k, u) i && inRange (l, v) j
instance (Ix a, Ix b, Ix c) => Ix (a, b, c) where
  range ((k, l, m), (u, v, w)) = [(h, i, j) | h <- range (k, u), i <- range (l, v), j <- range (m, w)]
  index ((k, l, m), (u, v, w)) (h, i, j) = (index (k, u) h * rangeSize (l, v) + index (l, v) i) * rangeSize (m, w) + index (m, w) j
  inRange ((k, l, m), (u, v, w)) (h, i, j) = inRange (k, u) h && inRange (l, v) i && inRange (m, w) j

data Array i e = Array !(i, i) !(Elements e)

-- As many as said; each half as many on either side.
data Elements e = Tip | Bin !Int e !(Elements e) !(Elements e)

instance Functor (Array i) where
  fmap f (Array ends es) = Array ends (mapped es)
    where
      mapped Tip = Tip
      mapped (Bin n e l r) = Bin n (f e) (mapped l) (mapped r)
instance Foldable (Array i) where
  foldr f z (Array _ es) = folded f z es
  length (Array _ es) = count es
instance Ix i => Traversable (Array i) where
  traverse f a = fmap (listArray (bounds a)) (traverse f (elems a))
instance (Ix i, Eq e) => Eq (Array i e) where
  a == b = assocs a == assocs b && bounds a == bounds b
instance (Ix i, Ord e) => Ord (Array i e) where
  compare a b = compare (assocs a) (assocs b)
instance (Ix i, Show i, Show e) => Show (Array i e) where
  showsPrec d a
    = showParen (d > 9) (showString "array " . showsPrec 11 (bounds a) . showChar ' ' . showsPrec 11 (assocs a))

folded :: (e -> b -> b) -> b -> Elements e -> b
folded _ z Tip = z
folded f z (Bin _ e l r) = folded f (f e (folded f z r)) l

count :: Elements e -> Int
count Tip = 0
count (Bin n _ _ _) = n

-- The first n of a list, and the rest of it. Where the list is too short, elements have no value.
build :: Int -> [e] -> (Elements e, [e])
build n es
  | n <= 0 = (Tip, es)
  | otherwise =
      let (l, more) = build (n `div` 2) es
          (e, rest) = next more
          (r, after) = build (n - n `div` 2 - 1) rest
      in l `seq` r `seq` (Bin n e l r, after)
  where
    next [] = (error "(Array.!): undefined array element", [])
    next (x : xs) = (x, xs)

at :: Int -> Elements e -> e
at i (Bin _ e l r) = case compare i (count l) of
  LT -> at i l
  GT -> at (i - count l - 1) r
  EQ -> e

changed :: (e -> e) -> Int -> Elements e -> Elements e
changed f i (Bin n e l r) = case compare i (count l) of
  LT -> Bin n e (changed f i l) r
  GT -> Bin n e l (changed f (i - count l - 1) r)
  EQ -> Bin n (f e) l r

listArray :: Ix i => (i, i) -> [e] -> Array i e
listArray ends es = Array ends (fst (build (rangeSize ends) es))

array :: Ix i => (i, i) -> [(i, e)] -> Array i e
array ends entries = listArray ends [] // entries

accumArray :: Ix i => (e -> a -> e) -> e -> (i, i) -> [(i, a)] -> Array i e
accumArray f z ends entries = accum f (listArray ends (repeat z)) entries

(!) :: Ix i => Array i e -> i -> e
Array ends es ! i = if inRange ends i then at (index ends i) es else error "Error in array index"

bounds :: Array i e -> (i, i)
bounds (Array ends _) = ends

indices :: Ix i => Array i e -> [i]
indices a = range (bounds a)

elems :: Array i e -> [e]
elems (Array _ es) = folded (:) [] es

assocs :: Ix i => Array i e -> [(i, e)]
assocs a = zip (indices a) (elems a)

(//) :: Ix i => Array i e -> [(i, e)] -> Array i e
a // entries = accum (\_ e -> e) a entries

accum :: Ix i => (e -> a -> e) -> Array i e -> [(i, a)] -> Array i e
accum f (Array ends es) entries = Array ends (after es entries)
  where
    after done [] = done
    after done ((i, x) : rest)
      | inRange ends i = let next = changed (\e -> f e x) (index ends i) done in next `seq` after next rest
      | otherwise = error "(Array.!): undefined array element"

ixmap :: (Ix i, Ix j) => (i, i) -> (i -> j) -> Array j e -> Array i e
ixmap ends f a = listArray ends [a ! f i | i <- range ends]
