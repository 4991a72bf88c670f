-- Formatted text: `%d %i %s %c %f %e %g %x %X %o %b %v %%`, with flags, width and precision.
module Text.Printf (PrintfType, PrintfArg, IsChar, printf) where

import Data.Char (isDigit, toUpper)
import Numeric.Internal

class PrintfType r where
  spr :: String -> [Argument] -> r

class PrintfArg a where
  argument :: a -> Argument

class IsChar c where
  toChar :: c -> Char
  fromChar :: Char -> c

data Argument = Whole Integer | Real Double | Letter Char | Text String

instance IsChar Char where
  toChar c = c
  fromChar c = c

instance IsChar c => PrintfType [c] where
  spr format done = map fromChar (formatted format (reverse done))
instance PrintfType (IO a) where
  spr format done = putStr (formatted format (reverse done)) >> return undefined
instance (PrintfArg a, PrintfType r) => PrintfType (a -> r) where
  spr format done x = spr format (argument x : done)

instance PrintfArg Int where
  argument n = Whole (toInteger n)
instance PrintfArg Integer where
  argument n = Whole n
instance PrintfArg Double where
  argument x = Real x
instance PrintfArg Float where
  argument x = Real (realToFrac x)
instance PrintfArg Char where
  argument c = Letter c
instance IsChar c => PrintfArg [c] where
  argument text = Text (map toChar text)

printf :: PrintfType r => String -> r
printf format = spr format []

failing :: String -> a
failing message = errorWithoutStackTrace ("printf: " ++ message)

formatted :: String -> [Argument] -> String
formatted [] [] = ""
formatted [] _ = failing "formatting string ended prematurely"
formatted ('%' : '%' : rest) arguments = '%' : formatted rest arguments
formatted ('%' : rest) arguments = directive rest arguments
formatted (c : rest) arguments = c : formatted rest arguments

-- What stands between `%` and the letter.
data Flags = Flags { left :: Bool, zero :: Bool, plus :: Bool, space :: Bool, other :: Bool }

directive :: String -> [Argument] -> String
directive text arguments =
  let (marks, afterMarks) = span (`elem` "-0+ #") text
      (width, afterWidth, more) = number afterMarks arguments
      (precision, afterPrecision, arguments') = case afterWidth of
        '.' : rest -> let (found, after, others) = number rest more in (Just (maybe 0 id found), after, others)
        _ -> (Nothing, afterWidth, more)
      negative = maybe False (< 0) width
      flags = Flags ('-' `elem` marks || negative) ('0' `elem` marks) ('+' `elem` marks) (' ' `elem` marks) ('#' `elem` marks)
  in case (dropWhile (`elem` "hlL") afterPrecision, arguments') of
       ([], _) -> failing "argument list ended prematurely"
       (_, []) -> failing "argument list ended prematurely"
       (letter : rest, x : others) ->
         padded flags (maybe 0 abs width) (directed letter flags precision x) ++ formatted rest others

-- `*` takes an argument.
number :: String -> [Argument] -> (Maybe Int, String, [Argument])
number ('*' : rest) (Whole n : arguments) = (Just (fromInteger n), rest, arguments)
number text arguments = case span isDigit text of
  ([], _) -> (Nothing, text, arguments)
  (digits, rest) -> (Just (read digits), rest, arguments)

-- A sign, and what follows it; whether zeros may stand between.
type Piece = (String, String, Bool)

padded :: Flags -> Int -> Piece -> String
padded flags width (sign, text, fillable)
  | missing <= 0 = sign ++ text
  | left flags = sign ++ text ++ replicate missing ' '
  | zero flags && fillable = sign ++ replicate missing '0' ++ text
  | otherwise = replicate missing ' ' ++ sign ++ text
  where missing = width - length sign - length text

directed :: Char -> Flags -> Maybe Int -> Argument -> Piece
directed 'v' flags precision x = case x of
  Whole _ -> directed 'd' flags precision x
  Real _ -> directed 'g' flags precision x
  Letter _ -> directed 'c' flags precision x
  Text _ -> directed 's' flags precision x
directed letter flags precision (Whole n)
  | letter `elem` "di" = signed flags (n < 0) (atLeast precision (show (abs n)))
  | letter == 'u' = if n < 0 then bad letter else ("", atLeast precision (show n), True)
  | letter `elem` "xXob" && n >= 0 = (prefix, atLeast precision (cased (digits base n)), True)
  | letter == 'c' = ("", [toEnum (fromInteger n)], False)
  where
    base = case letter of { 'o' -> 8; 'b' -> 2; _ -> 16 }
    prefix = if other flags && n /= 0 then (case letter of { 'o' -> "0"; 'b' -> "0b"; 'X' -> "0X"; _ -> "0x" }) else ""
    cased text = if letter == 'X' then map toUpper text else text
directed letter flags precision (Real x)
  | letter `elem` "fF" = real (general precision (abs x))
  | letter == 'e' = real (scientific precision (abs x))
  | letter `elem` "gG" = real (if x == 0 || abs x >= 0.1 && abs x < 10000000 then general precision (abs x) else scientific precision (abs x))
  where real text = signed flags (x < 0) text
directed 'c' _ Nothing (Letter c) = ("", [c], False)
directed 's' _ precision (Text text) = ("", maybe text (\n -> take n text) precision, False)
directed letter _ _ _ = bad letter

bad :: Char -> a
bad letter = failing ("bad formatting char " ++ show letter)

signed :: Flags -> Bool -> String -> Piece
signed flags negative text
  | negative = ("-", text, True)
  | plus flags = ("+", text, True)
  | space flags = (" ", text, True)
  | otherwise = ("", text, True)

atLeast :: Maybe Int -> String -> String
atLeast precision text = replicate (maybe 0 id precision - length text) '0' ++ text
