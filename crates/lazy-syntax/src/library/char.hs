-- Characters; most functions of this module are primitive.
module Data.Char where

isDigit, isOctDigit, isHexDigit, isLetter, isAscii, isAsciiUpper, isAsciiLower, isLatin1, isSeparator, isSymbol, isMark, isNumber :: Char -> Bool
isDigit c = c >= '0' && c <= '9'
isOctDigit c = c >= '0' && c <= '7'
isHexDigit c = isDigit c || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
isLetter c = isAlpha c
isAscii c = ord c < 128
isAsciiUpper c = c >= 'A' && c <= 'Z'
isAsciiLower c = c >= 'a' && c <= 'z'
isLatin1 c = ord c < 256
isSeparator c = isOfClass 22 24 c
isSymbol c = isOfClass 18 21 c
isMark c = isOfClass 5 7 c
isNumber c = isOfClass 8 10 c

isOfClass :: Int -> Int -> Char -> Bool
isOfClass first last c = let n = characterClass c in n >= first && n <= last

digitToInt :: Char -> Int
digitToInt c
  = if isDigit c then ord c - ord '0'
    else if isHexDigit c then ord (toLower c) - ord 'a' + 10
    else error "Char.digitToInt: not a digit"

intToDigit :: Int -> Char
intToDigit n
  = if n >= 0 && n <= 9 then chr (ord '0' + n)
    else if n >= 10 && n <= 15 then chr (ord 'a' + n - 10)
    else error "Char.intToDigit: not a digit"
