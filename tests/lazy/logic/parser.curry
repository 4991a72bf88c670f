-- Functional logic parsers: a parser takes away what it recognises.
-- goal: value "12+3*4"
--   24
--   no more
-- goal: value "2*(3+4)"
--   14
--   no more
-- goal: value "2+"
--   no more
-- goal: palindrome "abba"
--   True
--   no more
import Data.Char

type Parser a = [a] -> [a]

infixr 4 <*>
infixl 2 <||>

(<*>) :: Parser a -> Parser a -> Parser a
(p <*> q) input | p input =:= rest = q rest  where rest free

(<||>) :: Parser a -> Parser a -> Parser a
(p <||> q) input = p input ? q input

empty :: Parser a
empty input = input

terminal :: Data a => a -> Parser a
terminal symbol (token:tokens) | symbol =:= token = tokens

-- With values: what is parsed, and the rest.
expr :: String -> (Int, String)
expr s = sum' (term s)
  where
    sum' (v, rest) = (v, rest) ? plus v rest
    plus v ('+':rest) = let (w, rest') = expr rest in (v + w, rest')

term :: String -> (Int, String)
term s = prod (factor s)
  where
    prod (v, rest) = (v, rest) ? times v rest
    times v ('*':rest) = let (w, rest') = term rest in (v * w, rest')

factor :: String -> (Int, String)
factor ('(':s) | rest =:= ')' : rest' = (v, rest')
  where
    (v, rest) = expr s
    rest' free
factor (c:s) | isDigit c = digits (ord c - ord '0') s

digits :: Int -> String -> (Int, String)
digits n [] = (n, [])
digits n (c:s)
  | isDigit c = digits (10 * n + ord c - ord '0') s
  | otherwise = (n, c : s)

value :: String -> Int
value s | rest =:= "" = v
  where (v, rest) = expr s

palindrome :: String -> Bool
palindrome s | pal s =:= "" = True

pal :: Parser Char
pal = empty <||> (\s -> let x free in (terminal x <*> pal <*> terminal x) s) <||> (\s -> let x free in terminal x s)
