---- caesar
import Data.Char
shift n c | isUpper c = rot 'A' | isLower c = rot 'a' | otherwise = c where rot b = chr (ord b + (ord c - ord b + n) `mod` 26)
main = putStrLn (map (shift 3) "Hello, World!") >> putStrLn (map (shift (-3)) (map (shift 3) "Zebra"))
---- vowels
main = print (length (filter (`elem` "aeiouAEIOU") "The Quick Brown Fox"))
---- capitalize
import Data.Char
cap [] = []
cap (c:cs) = toUpper c : map toLower cs
main = putStrLn (unwords (map cap (words "hELLO wORLD foo")))
---- word_count
import Data.List
freq = map (\g -> (head g, length g)) . group . sort . words
main = print (freq "a b a c b a")
---- char_classes
import Data.Char
main = print (map isDigit "a1", map isSpace " x", isPunctuation '!', isAlphaNum '_', digitToInt 'f', intToDigit 11, ord 'A', chr 97)
---- trim
import Data.Char
trim = f . f where f = reverse . dropWhile isSpace
main = print (trim "  hi there  ")
---- split_on
splitOn d s = case break (== d) s of { (a, []) -> [a]; (a, _:b) -> a : splitOn d b }
main = print (splitOn ',' "a,b,,c")
---- join_lines
main = putStr (unlines ["first", "second"]) >> putStrLn (concat ["a", "b"]) >> putStr "no newline" >> putStrLn ""
---- number_lines
main = putStr (unlines (zipWith (\n l -> show n ++ ": " ++ l) [1 ..] ["alpha", "beta"]))
---- pad
padL n s = replicate (n - length s) ' ' ++ s
main = mapM_ (putStrLn . padL 6 . show) [1, 22, 333]
---- table
rows = [["id", "name"], ["1", "Ann"], ["22", "Bo"]]
fmt r = concat [c ++ replicate (5 - length c) ' ' | c <- r] ++ "|"
main = mapM_ (putStrLn . fmt) rows
---- anagrams
import Data.List
anag a b = sort a == sort b
main = print (anag "listen" "silent", anag "a" "b") >> print (filter (anag "tea") ["eat", "ate", "tee"])
---- pig_latin
pig w@(c:cs) | c `elem` "aeiou" = w ++ "way" | otherwise = cs ++ [c] ++ "ay"
main = putStrLn (unwords (map pig (words "hello apple world")))
---- brackets
balanced s = go s [] where
  go [] st = null st
  go (c:cs) st | c `elem` "([{" = go cs (c : st)
               | c `elem` ")]}" = case st of { (o:r) | match o c -> go cs r; _ -> False }
               | otherwise = go cs st
  match a b = [a, b] `elem` ["()", "[]", "{}"]
main = print (map balanced ["(a[b]{c})", "(]", "((", ""])
---- rpn
rpn s = head (foldl step [] (words s)) where
  step (y:x:st) "+" = x + y : st
  step (y:x:st) "-" = x - y : st
  step (y:x:st) "*" = x * y : st
  step st n = read n : st
main = print (rpn "3 4 + 2 * 7 -") >> print (rpn "1.5 2 *" :: Double)
---- tokenizer
import Data.Char
data Tok = TNum Int | TOp Char | TL | TR deriving (Show, Eq)
tok [] = []
tok (c:cs) | isSpace c = tok cs
           | isDigit c = let (d, r) = span isDigit (c:cs) in TNum (read d) : tok r
           | c == '(' = TL : tok cs
           | c == ')' = TR : tok cs
           | otherwise = TOp c : tok cs
main = print (tok "12 + (3*4)")
---- show_functions
main = putStrLn (showString "ab" "cd") >> putStrLn (shows 12 "!") >> putStrLn (showParen True (shows 3) "") >> putStrLn (show (show "a"))
---- escapes
main = putStrLn "a\tb\\c\"d" >> print "a\tb\\c\"d" >> print '\n' >> print "\65\x42\o103" >> print "a\
   \b"
---- unicode
main = putStrLn "naïve café ☃" >> print "☃" >> print (length "☃é")
---- diamond
line n i = replicate (n - i) ' ' ++ replicate (2 * i - 1) '*'
main = mapM_ putStrLn (map (line 3) ([1..3] ++ [2, 1]))
---- fizzbuzz
fizz n | n `mod` 15 == 0 = "FizzBuzz" | n `mod` 5 == 0 = "Buzz" | n `mod` 3 == 0 = "Fizz" | otherwise = show n
main = mapM_ (putStrLn . fizz) [1..15]
---- multiplication_table
main = mapM_ putStrLn [unwords [show (i * j) | j <- [1..5]] | i <- [1..5]]
---- morse
code = [('s', "..."), ('o', "---")]
main = putStrLn (unwords [m | c <- "sos", Just m <- [lookup c code]])
---- bottles
verse 0 = "no more"
verse n = show n ++ " bottle" ++ (if n == 1 then "" else "s")
main = mapM_ (putStrLn . verse) [2, 1, 0]
---- hex
import Data.Char
hex 0 = ""
hex n = hex (n `div` 16) ++ [toUpper (intToDigit (n `mod` 16))]
main = putStrLn (hex 3735928559)
---- levenshtein
dist a b = last (foldl row [0 .. length b] a) where
  row (d:ds) c = scanl compute (d + 1) (zip3 b (d:ds) ds) where
    compute z (bc, x, y) = minimum [y + 1, z + 1, x + fromEnum (bc /= c)]
main = print (dist "kitten" "sitting", dist "" "abc")
---- longest_common_prefix
lcp (x:xs) (y:ys) | x == y = x : lcp xs ys
lcp _ _ = []
main = print (foldr1 lcp ["flower", "flow", "flight"])
---- run_length_decode
import Data.Char
dec [] = []
dec s = let (d, c:r) = span isDigit s in replicate (read d) c ++ dec r
main = putStrLn (dec "3a2b10c")
---- csv
import Data.List
rows = map (splitC) . lines where splitC s = case break (== ',') s of { (a, "") -> [a]; (a, _:r) -> a : splitC r }
main = print (rows "a,b\n1,2\n") >> print (transpose (rows "x,y\n1,2"))
---- acronym
import Data.Char
main = putStrLn (map (toUpper . head) (words "portable network graphics"))
