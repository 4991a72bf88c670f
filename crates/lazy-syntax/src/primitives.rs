//! The functions that the machine has in Rust: the contract between the prelude and the machine.
//!
//! Those that are methods of the built-in classes look at their (evaluated) arguments to know
//! whether they add integers or doubles, or how to compare two trees. What cannot be seen from the
//! arguments, because it depends on the type of the *result* (`minBound`, `fromInteger`), on the
//! type of an empty list (`show ""`), or on an instance that a program declares, is known from the
//! type that they are used at: those marked `typed` get it as an argument before the others.

use crate::ast::PrimitiveId;

#[derive(Debug)]
pub struct Primitive {
    /// The module that the user's files get it from, or [`INTERNAL`].
    pub module: &'static str,
    pub name: &'static str,
    pub arity: u32,
    /// As a signature.
    pub ty: &'static str,
    /// The machine needs the type that the first type variable of `ty` stands for.
    pub typed: bool,
}

const fn primitive(module: &'static str, name: &'static str, arity: u32, ty: &'static str) -> Primitive {
    Primitive { module, name, arity, ty, typed: false }
}

const fn typed(module: &'static str, name: &'static str, arity: u32, ty: &'static str) -> Primitive {
    Primitive { module, name, arity, ty, typed: true }
}

/// By name: names are unique.
pub fn by_name(name: &str) -> Option<PrimitiveId> {
    PRIMITIVES.iter().position(|primitive| primitive.name == name).map(|at| PrimitiveId(at as u32))
}

const PRELUDE: &str = "Prelude";
const CHAR: &str = "Data.Char";
/// Only the library uses them.
pub const INTERNAL: &str = "";

pub const PRIMITIVES: &[Primitive] = &[
    // Arithmetic on Int (64 bits), Integer, Double and Float.
    typed(PRELUDE, "+", 2, "Num a => a -> a -> a"),
    typed(PRELUDE, "-", 2, "Num a => a -> a -> a"),
    typed(PRELUDE, "*", 2, "Num a => a -> a -> a"),
    typed(PRELUDE, "negate", 1, "Num a => a -> a"),
    typed(PRELUDE, "abs", 1, "Num a => a -> a"),
    typed(PRELUDE, "signum", 1, "Num a => a -> a"),
    // `div` and `mod` round down, `quot` and `rem` towards zero; division by zero is the error
    // "divide by zero".
    typed(PRELUDE, "div", 2, "Integral a => a -> a -> a"),
    typed(PRELUDE, "mod", 2, "Integral a => a -> a -> a"),
    typed(PRELUDE, "quot", 2, "Integral a => a -> a -> a"),
    typed(PRELUDE, "rem", 2, "Integral a => a -> a -> a"),
    typed(PRELUDE, "toInteger", 1, "Integral a => a -> Integer"),
    typed(PRELUDE, "fromInteger", 1, "Num a => Integer -> a"),
    typed(PRELUDE, "/", 2, "Fractional a => a -> a -> a"),
    typed(PRELUDE, "**", 2, "Floating a => a -> a -> a"),
    typed(PRELUDE, "sqrt", 1, "Floating a => a -> a"),
    typed(PRELUDE, "exp", 1, "Floating a => a -> a"),
    typed(PRELUDE, "log", 1, "Floating a => a -> a"),
    typed(PRELUDE, "sin", 1, "Floating a => a -> a"),
    typed(PRELUDE, "cos", 1, "Floating a => a -> a"),
    typed(PRELUDE, "tan", 1, "Floating a => a -> a"),
    typed(PRELUDE, "asin", 1, "Floating a => a -> a"),
    typed(PRELUDE, "acos", 1, "Floating a => a -> a"),
    typed(PRELUDE, "atan", 1, "Floating a => a -> a"),
    typed(PRELUDE, "truncate", 1, "(RealFrac a, Integral b) => a -> b"),
    typed(PRELUDE, "round", 1, "(RealFrac a, Integral b) => a -> b"),
    typed(PRELUDE, "floor", 1, "(RealFrac a, Integral b) => a -> b"),
    typed(PRELUDE, "ceiling", 1, "(RealFrac a, Integral b) => a -> b"),
    // Used by `realToFrac` and for fractions in programs.
    typed(INTERNAL, "fromDouble", 1, "Fractional a => Double -> a"),
    typed(INTERNAL, "toDouble", 1, "Real a => a -> Double"),
    // Numbers as fractions in lowest terms; of what a program writes with a point, the decimal
    // fraction.
    primitive(INTERNAL, "fractionTop", 1, "a -> Integer"),
    primitive(INTERNAL, "fractionBottom", 1, "a -> Integer"),
    primitive(INTERNAL, "decimalTop", 1, "Double -> Integer"),
    primitive(INTERNAL, "decimalBottom", 1, "Double -> Integer"),
    typed(INTERNAL, "fromFraction", 2, "Fractional a => Integer -> Integer -> a"),
    // Structural, in the order of the constructors in their declaration, then field by field from
    // the left, lazily.
    typed(PRELUDE, "==", 2, "Eq a => a -> a -> Bool"),
    typed(PRELUDE, "/=", 2, "Eq a => a -> a -> Bool"),
    typed(PRELUDE, "<", 2, "Ord a => a -> a -> Bool"),
    typed(PRELUDE, "<=", 2, "Ord a => a -> a -> Bool"),
    typed(PRELUDE, ">", 2, "Ord a => a -> a -> Bool"),
    typed(PRELUDE, ">=", 2, "Ord a => a -> a -> Bool"),
    typed(PRELUDE, "compare", 2, "Ord a => a -> a -> Ordering"),
    // As Haskell's derived instances print: negative numbers and applications in parentheses where
    // needed, records with field names, infix constructors between their fields.
    typed(PRELUDE, "show", 1, "Show a => a -> String"),
    typed(PRELUDE, "showsPrec", 3, "Show a => Int -> a -> String -> String"),
    // Reads as Haskell's derived instances do; any other text is the error "Prelude.read: no
    // parse".
    typed(PRELUDE, "read", 1, "Read a => String -> a"),
    // Likewise, in a place where operators of this precedence need parentheses.
    typed(PRELUDE, "readsPrec", 2, "Read a => Int -> String -> [(a, String)]"),
    // Likewise from the beginning of a text, with the rest of it; an empty list if it does not
    // begin with a value of the type.
    typed(PRELUDE, "reads", 1, "Read a => String -> [(a, String)]"),
    // Enumerations: integers, characters, constructors without fields, and doubles. What lies
    // beyond the last (or first) value of a type is the error "bad argument". Ranges are lazy and
    // end with the last value of their type; those of doubles end half a step late.
    typed(PRELUDE, "succ", 1, "Enum a => a -> a"),
    typed(PRELUDE, "pred", 1, "Enum a => a -> a"),
    typed(PRELUDE, "fromEnum", 1, "Enum a => a -> Int"),
    typed(PRELUDE, "toEnum", 1, "Enum a => Int -> a"),
    typed(PRELUDE, "enumFrom", 1, "Enum a => a -> [a]"),
    typed(PRELUDE, "enumFromThen", 2, "Enum a => a -> a -> [a]"),
    typed(PRELUDE, "enumFromTo", 2, "Enum a => a -> a -> [a]"),
    typed(PRELUDE, "enumFromThenTo", 3, "Enum a => a -> a -> a -> [a]"),
    typed(PRELUDE, "minBound", 0, "Bounded a => a"),
    typed(PRELUDE, "maxBound", 0, "Bounded a => a"),
    // Characters, as Unicode classes them.
    primitive(CHAR, "ord", 1, "Char -> Int"),
    primitive(CHAR, "chr", 1, "Int -> Char"),
    primitive(CHAR, "isUpper", 1, "Char -> Bool"),
    primitive(CHAR, "isLower", 1, "Char -> Bool"),
    primitive(CHAR, "isAlpha", 1, "Char -> Bool"),
    primitive(CHAR, "isAlphaNum", 1, "Char -> Bool"),
    primitive(CHAR, "isSpace", 1, "Char -> Bool"),
    primitive(CHAR, "isPunctuation", 1, "Char -> Bool"),
    primitive(CHAR, "isControl", 1, "Char -> Bool"),
    primitive(CHAR, "isPrint", 1, "Char -> Bool"),
    primitive(CHAR, "toUpper", 1, "Char -> Char"),
    primitive(CHAR, "toLower", 1, "Char -> Char"),
    primitive(CHAR, "toTitle", 1, "Char -> Char"),
    // The place of its general category in GHC's `GeneralCategory`.
    primitive(INTERNAL, "characterClass", 1, "Char -> Int"),
    // Bits of integers, of either size.
    typed(INTERNAL, "bitAnd", 2, "Integral a => a -> a -> a"),
    typed(INTERNAL, "bitOr", 2, "Integral a => a -> a -> a"),
    typed(INTERNAL, "bitXor", 2, "Integral a => a -> a -> a"),
    typed(INTERNAL, "bitLeft", 2, "Integral a => a -> Int -> a"),
    typed(INTERNAL, "bitRight", 2, "Integral a => a -> Int -> a"),
    // Evaluation.
    primitive(PRELUDE, "seq", 2, "a -> b -> b"),
    primitive(PRELUDE, "error", 1, "String -> a"),
    // Waits for a value: it does not guess.
    primitive(INTERNAL, "awaited", 1, "a -> a"),
    // `attempt x y`: x, or y if x is an error.
    primitive(INTERNAL, "attempt", 2, "a -> a -> a"),
    // `encapsulated e`: a list of all values of e, by a search of its own
    // (functional-logic §7.4).
    primitive(INTERNAL, "encapsulated", 1, "a -> [a]"),
    // `observe label e`: e, watched (observation §0).
    primitive(INTERNAL, "observe", 2, "String -> a -> a"),
    // Input and output: an action is a value; it is performed when it is the result of the program.
    primitive(INTERNAL, "returnIO", 1, "a -> IO a"),
    primitive(INTERNAL, "bindIO", 2, "IO a -> (a -> IO b) -> IO b"),
    primitive(PRELUDE, "putStr", 1, "String -> IO ()"),
    primitive(PRELUDE, "getLine", 0, "IO String"),
    primitive(PRELUDE, "getContents", 0, "IO String"),
    primitive(INTERNAL, "isEOF", 0, "IO Bool"),
    // To standard error, which is kept apart from what the program prints.
    primitive(INTERNAL, "putError", 1, "String -> IO ()"),
    primitive(INTERNAL, "exitIO", 0, "IO a"),
    // What the outside is asked for: a letter that says what, a path, and the path and a text with
    // NUL between them.
    primitive(INTERNAL, "requestIO", 3, "Char -> String -> String -> IO String"),
    // An action; what handles its error, by kind, text and value.
    primitive(INTERNAL, "catchIO", 2, "IO a -> (Int -> String -> Thrown -> IO a) -> IO a"),
    // The text of an exception, and the exception.
    primitive(INTERNAL, "throwing", 2, "String -> Thrown -> a"),
    // A number for each type, and a value at another type: for exceptions.
    typed(INTERNAL, "typeKey", 1, "Show a => a -> Int"),
    primitive(INTERNAL, "coerced", 1, "a -> b"),
    // The result of an action that runs where its value is demanded: for `Debug.Trace`, and for
    // actions that nobody sees from outside (`runST`).
    primitive(INTERNAL, "performed", 1, "IO a -> a"),
    // Cells whose content actions read and change.
    primitive(INTERNAL, "newCell", 1, "a -> IO (IORef a)"),
    primitive(INTERNAL, "readCell", 1, "IORef a -> IO a"),
    primitive(INTERNAL, "writeCell", 2, "IORef a -> a -> IO ()"),
];
