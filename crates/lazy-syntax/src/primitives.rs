//! The functions that the machine has in Rust: the contract between the prelude and the machine.
//!
//! Classes are resolved structurally: there are no dictionaries. A primitive looks at its (evaluated) arguments to know whether it adds
//! integers or doubles, or how to compare two trees. What cannot be seen from the arguments, because it depends on the type of the
//! *result* (`minBound`, `fromIntegral`) or on the type of an empty list (`show ""`), is marked `typed`: at each use the type checker
//! writes down the type for which it is used, where it is known.

use crate::ast::PrimitiveId;

#[derive(Debug)]
pub struct Primitive {
    /// The module that the user's files get it from; `""`: only the library uses it.
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
const BITS: &str = "Data.Bits";
const HOED: &str = "Debug.Hoed";
const INTERNAL: &str = "";

pub const PRIMITIVES: &[Primitive] = &[
    // Arithmetic on Int and Integer (both unbounded) and Double. An integer beside a double is a double: a literal in a
    // polymorphic function is an integer until it meets one.
    primitive(PRELUDE, "+", 2, "Num a => a -> a -> a"),
    primitive(PRELUDE, "-", 2, "Num a => a -> a -> a"),
    primitive(PRELUDE, "*", 2, "Num a => a -> a -> a"),
    primitive(PRELUDE, "negate", 1, "Num a => a -> a"),
    primitive(PRELUDE, "abs", 1, "Num a => a -> a"),
    primitive(PRELUDE, "signum", 1, "Num a => a -> a"),
    // `div` and `mod` round down, `quot` and `rem` towards zero; division by zero is the error "divide by zero".
    primitive(PRELUDE, "div", 2, "Integral a => a -> a -> a"),
    primitive(PRELUDE, "mod", 2, "Integral a => a -> a -> a"),
    primitive(PRELUDE, "quot", 2, "Integral a => a -> a -> a"),
    primitive(PRELUDE, "rem", 2, "Integral a => a -> a -> a"),
    primitive(PRELUDE, "toInteger", 1, "Integral a => a -> Integer"),
    typed(PRELUDE, "fromIntegral", 1, "(Num b, Integral a) => a -> b"),
    typed(PRELUDE, "fromInteger", 1, "Num a => Integer -> a"),
    primitive(PRELUDE, "/", 2, "Fractional a => a -> a -> a"),
    primitive(PRELUDE, "**", 2, "Floating a => a -> a -> a"),
    primitive(PRELUDE, "sqrt", 1, "Floating a => a -> a"),
    primitive(PRELUDE, "exp", 1, "Floating a => a -> a"),
    primitive(PRELUDE, "log", 1, "Floating a => a -> a"),
    primitive(PRELUDE, "sin", 1, "Floating a => a -> a"),
    primitive(PRELUDE, "cos", 1, "Floating a => a -> a"),
    primitive(PRELUDE, "tan", 1, "Floating a => a -> a"),
    primitive(PRELUDE, "asin", 1, "Floating a => a -> a"),
    primitive(PRELUDE, "acos", 1, "Floating a => a -> a"),
    primitive(PRELUDE, "atan", 1, "Floating a => a -> a"),
    primitive(PRELUDE, "truncate", 1, "(RealFrac a, Integral b) => a -> b"),
    primitive(PRELUDE, "round", 1, "(RealFrac a, Integral b) => a -> b"),
    primitive(PRELUDE, "floor", 1, "(RealFrac a, Integral b) => a -> b"),
    primitive(PRELUDE, "ceiling", 1, "(RealFrac a, Integral b) => a -> b"),
    primitive(PRELUDE, "realToFrac", 1, "(Real a, Fractional b) => a -> b"),
    // Structural, in the order of the constructors in their declaration, then field by field from the left, lazily.
    primitive(PRELUDE, "==", 2, "Eq a => a -> a -> Bool"),
    primitive(PRELUDE, "/=", 2, "Eq a => a -> a -> Bool"),
    primitive(PRELUDE, "<", 2, "Ord a => a -> a -> Bool"),
    primitive(PRELUDE, "<=", 2, "Ord a => a -> a -> Bool"),
    primitive(PRELUDE, ">", 2, "Ord a => a -> a -> Bool"),
    primitive(PRELUDE, ">=", 2, "Ord a => a -> a -> Bool"),
    primitive(PRELUDE, "compare", 2, "Ord a => a -> a -> Ordering"),
    // As Haskell's derived instances print: negative numbers and applications in parentheses where needed, records with field names,
    // infix constructors between their fields.
    typed(PRELUDE, "show", 1, "Show a => a -> String"),
    typed(PRELUDE, "shows", 2, "Show a => a -> String -> String"),
    typed(PRELUDE, "showsPrec", 3, "Show a => Int -> a -> String -> String"),
    // As Haskell's derived instances read; what is no value of the type is the error "Prelude.read: no parse".
    typed(PRELUDE, "read", 1, "Read a => String -> a"),
    // Enumerations: integers, characters, constructors without fields, and doubles. What lies beyond the last (or first) value of a type
    // is the error "bad argument". Ranges are lazy and end with the last value of their type; those of doubles end half a step late.
    primitive(PRELUDE, "succ", 1, "Enum a => a -> a"),
    primitive(PRELUDE, "pred", 1, "Enum a => a -> a"),
    primitive(PRELUDE, "fromEnum", 1, "Enum a => a -> Int"),
    typed(PRELUDE, "toEnum", 1, "Enum a => Int -> a"),
    primitive(PRELUDE, "enumFrom", 1, "Enum a => a -> [a]"),
    primitive(PRELUDE, "enumFromThen", 2, "Enum a => a -> a -> [a]"),
    primitive(PRELUDE, "enumFromTo", 2, "Enum a => a -> a -> [a]"),
    primitive(PRELUDE, "enumFromThenTo", 3, "Enum a => a -> a -> a -> [a]"),
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
    // Bits of integers, of either size.
    primitive(BITS, ".&.", 2, "Integral a => a -> a -> a"),
    primitive(BITS, ".|.", 2, "Integral a => a -> a -> a"),
    primitive(BITS, "xor", 2, "Integral a => a -> a -> a"),
    primitive(BITS, "shiftL", 2, "Integral a => a -> Int -> a"),
    primitive(BITS, "shiftR", 2, "Integral a => a -> Int -> a"),
    // Evaluation.
    primitive(PRELUDE, "seq", 2, "a -> b -> b"),
    primitive(PRELUDE, "error", 1, "String -> a"),
    // `observe label e`: e, watched (spec of observation, §0).
    primitive(HOED, "observe", 2, "String -> a -> a"),
    // Input and output: an action is a value; it is performed when it is the result of the program.
    primitive(INTERNAL, "returnIO", 1, "a -> IO a"),
    primitive(INTERNAL, "bindIO", 2, "IO a -> (a -> IO b) -> IO b"),
    primitive(PRELUDE, "putStr", 1, "String -> IO ()"),
    // The value as `show` prints it, and a new line.
    typed(PRELUDE, "print", 1, "Show a => a -> IO ()"),
    primitive(PRELUDE, "getLine", 0, "IO String"),
    primitive(PRELUDE, "getContents", 0, "IO String"),
];
