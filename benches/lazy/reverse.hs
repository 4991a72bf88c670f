-- Naive reverse: (n + 1) (n + 2) / 2 reductions of app and rev.
data List = Nil | Cons Int List

app Nil ys = ys
app (Cons x xs) ys = Cons x (app xs ys)

rev Nil = Nil
rev (Cons x xs) = app (rev xs) (Cons x Nil)

upTo :: Int -> Int -> List
upTo m n = if m > n then Nil else Cons m (upTo (m + 1) n)

len :: List -> Int
len Nil = 0
len (Cons _ xs) = 1 + len xs

main :: IO ()
main = print (len (rev (upTo 1 2000)))
