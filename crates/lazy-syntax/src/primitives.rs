//! The functions that the machine has in Rust: the contract between the prelude and the machine.
//!
//! Classes are resolved structurally: there are no dictionaries. A primitive looks at its (evaluated) arguments to know whether it adds
//! integers or doubles, or how to compare two trees. What cannot be seen from the arguments, because it depends on the type of the
//! *result* (`minBound`, `fromIntegral`) or on the type of an empty list (`show ""`), is marked `typed`: at each use the type checker
//! writes down the type for which it is used, where it is known.

use crate::ast::PrimitiveId;

#[derive(Debug)]
pub struct Primitive {
    /// As the prelude and, where the prelude exports it, the user spells it.
    pub name: &'static str,
    pub arity: u32,
    /// As a signature.
    pub ty: &'static str,
    /// The machine needs the type that the first type variable of `ty` stands for.
    pub typed: bool,
}

const fn primitive(name: &'static str, arity: u32, ty: &'static str) -> Primitive {
    Primitive { name, arity, ty, typed: false }
}

const fn typed(name: &'static str, arity: u32, ty: &'static str) -> Primitive {
    Primitive { name, arity, ty, typed: true }
}

/// By name: names are unique.
pub fn by_name(name: &str) -> Option<PrimitiveId> {
    PRIMITIVES.iter().position(|primitive| primitive.name == name).map(|at| PrimitiveId(at as u32))
}

pub const PRIMITIVES: &[Primitive] = &[
    // Arithmetic on Int and Integer (both unbounded) and Double. An integer beside a double is a double: a literal in a
    // polymorphic function is an integer until it meets one.
    primitive("+", 2, "Num a => a -> a -> a"),
    primitive("-", 2, "Num a => a -> a -> a"),
    primitive("*", 2, "Num a => a -> a -> a"),
    primitive("negate", 1, "Num a => a -> a"),
    primitive("abs", 1, "Num a => a -> a"),
    primitive("signum", 1, "Num a => a -> a"),
    // `div` and `mod` round down, `quot` and `rem` towards zero; division by zero is the error "divide by zero".
    primitive("div", 2, "Integral a => a -> a -> a"),
    primitive("mod", 2, "Integral a => a -> a -> a"),
    primitive("quot", 2, "Integral a => a -> a -> a"),
    primitive("rem", 2, "Integral a => a -> a -> a"),
    primitive("toInteger", 1, "Integral a => a -> Integer"),
    typed("fromIntegral", 1, "(Num b, Integral a) => a -> b"),
    typed("fromInteger", 1, "Num a => Integer -> a"),
    primitive("/", 2, "Fractional a => a -> a -> a"),
    primitive("**", 2, "Floating a => a -> a -> a"),
    primitive("sqrt", 1, "Floating a => a -> a"),
    primitive("exp", 1, "Floating a => a -> a"),
    primitive("log", 1, "Floating a => a -> a"),
    primitive("sin", 1, "Floating a => a -> a"),
    primitive("cos", 1, "Floating a => a -> a"),
    primitive("tan", 1, "Floating a => a -> a"),
    primitive("asin", 1, "Floating a => a -> a"),
    primitive("acos", 1, "Floating a => a -> a"),
    primitive("atan", 1, "Floating a => a -> a"),
    primitive("truncate", 1, "(RealFrac a, Integral b) => a -> b"),
    primitive("round", 1, "(RealFrac a, Integral b) => a -> b"),
    primitive("floor", 1, "(RealFrac a, Integral b) => a -> b"),
    primitive("ceiling", 1, "(RealFrac a, Integral b) => a -> b"),
    primitive("realToFrac", 1, "(Real a, Fractional b) => a -> b"),
    // Structural, in the order of the constructors in their declaration, then field by field from the left, lazily.
    primitive("==", 2, "Eq a => a -> a -> Bool"),
    primitive("/=", 2, "Eq a => a -> a -> Bool"),
    primitive("<", 2, "Ord a => a -> a -> Bool"),
    primitive("<=", 2, "Ord a => a -> a -> Bool"),
    primitive(">", 2, "Ord a => a -> a -> Bool"),
    primitive(">=", 2, "Ord a => a -> a -> Bool"),
    primitive("compare", 2, "Ord a => a -> a -> Ordering"),
    // As Haskell's derived instances print: negative numbers and applications in parentheses where needed, records with field names,
    // infix constructors between their fields.
    typed("showsPrec", 3, "Show a => Int -> a -> String -> String"),
    // As Haskell's derived instances read; what is no value of the type is the error "Prelude.read: no parse".
    typed("read", 1, "Read a => String -> a"),
    // Enumerations. `enumLike x n` is the value with number `n` of the type of `x`, `lastEnum x` the number of the last value of the type
    // of `x` (-1 for integers and doubles, which have none), `isDouble x` whether it is a double.
    primitive("fromEnum", 1, "Enum a => a -> Int"),
    typed("toEnum", 1, "Enum a => Int -> a"),
    primitive("enumLike", 2, "Enum a => a -> Int -> a"),
    primitive("lastEnum", 1, "Enum a => a -> Int"),
    primitive("isDouble", 1, "a -> Bool"),
    typed("minBound", 0, "Bounded a => a"),
    typed("maxBound", 0, "Bounded a => a"),
    // Characters, as Unicode classes them.
    primitive("ord", 1, "Char -> Int"),
    primitive("chr", 1, "Int -> Char"),
    primitive("isUpper", 1, "Char -> Bool"),
    primitive("isLower", 1, "Char -> Bool"),
    primitive("isAlpha", 1, "Char -> Bool"),
    primitive("isAlphaNum", 1, "Char -> Bool"),
    primitive("isSpace", 1, "Char -> Bool"),
    primitive("isPunctuation", 1, "Char -> Bool"),
    primitive("isControl", 1, "Char -> Bool"),
    primitive("isPrint", 1, "Char -> Bool"),
    primitive("toUpper", 1, "Char -> Char"),
    primitive("toLower", 1, "Char -> Char"),
    // Bits of integers, of either size.
    primitive(".&.", 2, "Integral a => a -> a -> a"),
    primitive(".|.", 2, "Integral a => a -> a -> a"),
    primitive("xor", 2, "Integral a => a -> a -> a"),
    primitive("shiftL", 2, "Integral a => a -> Int -> a"),
    primitive("shiftR", 2, "Integral a => a -> Int -> a"),
    // Evaluation.
    primitive("seq", 2, "a -> b -> b"),
    primitive("error", 1, "String -> a"),
    // `observe label e`: e, watched (spec of observation, §0).
    primitive("observe", 2, "String -> a -> a"),
    // Input and output: an action is a value; it is performed when it is the result of the program.
    primitive("returnIO", 1, "a -> IO a"),
    primitive("bindIO", 2, "IO a -> (a -> IO b) -> IO b"),
    primitive("putStr", 1, "String -> IO ()"),
    primitive("getLine", 0, "IO String"),
    primitive("getContents", 0, "IO String"),
];
