//! The operations that the machine has in Rust, by the names of the table that the prelude is
//! written against.

use lazy_syntax::ast::PrimitiveId;
use lazy_syntax::primitives::PRIMITIVES;

macro_rules! primitives {
    ($($variant:ident = $name:literal,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Primitive { $($variant,)* }

        impl Primitive {
            pub fn named(name: &str) -> Option<Primitive> {
                match name { $($name => Some(Primitive::$variant),)* _ => None }
            }

            pub fn name(self) -> &'static str {
                match self { $(Primitive::$variant => $name,)* }
            }
        }
    };
}

primitives! {
    Add = "+", Subtract = "-", Multiply = "*", Negate = "negate", Absolute = "abs", Signum = "signum",
    Div = "div", Mod = "mod", Quot = "quot", Rem = "rem",
    FractionTop = "fractionTop", FractionBottom = "fractionBottom", DecimalTop = "decimalTop", DecimalBottom = "decimalBottom",
    FromFraction = "fromFraction",
    ToInteger = "toInteger", FromInteger = "fromInteger", FromDouble = "fromDouble", ToDouble = "toDouble",
    Divide = "/", Power = "**", Sqrt = "sqrt", Exp = "exp", Log = "log", Sin = "sin", Cos = "cos", Tan = "tan",
    Asin = "asin", Acos = "acos", Atan = "atan",
    Truncate = "truncate", Round = "round", Floor = "floor", Ceiling = "ceiling",
    Equal = "==", NotEqual = "/=", Less = "<", LessEqual = "<=", Greater = ">", GreaterEqual = ">=", Compare = "compare",
    Show = "show", ShowsPrec = "showsPrec", Read = "read", ReadsPrec = "readsPrec", Reads = "reads",
    Succ = "succ", Pred = "pred", FromEnum = "fromEnum", ToEnum = "toEnum",
    EnumFrom = "enumFrom", EnumFromThen = "enumFromThen", EnumFromTo = "enumFromTo", EnumFromThenTo = "enumFromThenTo",
    MinBound = "minBound", MaxBound = "maxBound",
    Ord = "ord", Chr = "chr", IsUpper = "isUpper", IsLower = "isLower", IsAlpha = "isAlpha", IsAlphaNum = "isAlphaNum",
    IsSpace = "isSpace", IsPunctuation = "isPunctuation", IsControl = "isControl", IsPrint = "isPrint",
    ToUpper = "toUpper", ToLower = "toLower", ToTitle = "toTitle", Category = "characterClass",
    And = "bitAnd", Or = "bitOr", Xor = "bitXor", ShiftLeft = "bitLeft", ShiftRight = "bitRight",
    Seq = "seq", Error = "error", Observe = "observe", Attempt = "attempt", Awaited = "awaited", AllValues = "encapsulated",
    ReturnIo = "returnIO", BindIo = "bindIO", PutStr = "putStr", GetLine = "getLine", GetContents = "getContents",
    IsEof = "isEOF", PutError = "putError", Performed = "performed",
    RequestIo = "requestIO", CatchIo = "catchIO", Throw = "throwing", TypeKey = "typeKey", Coerced = "coerced",
    Exit = "exitIO", NewCell = "newCell", ReadCell = "readCell", WriteCell = "writeCell",
}

impl Primitive {
    /// Which arguments are evaluated to head normal form before it is done.
    pub fn strict_arguments(self) -> &'static [usize] {
        match self {
            Primitive::ShowsPrec | Primitive::ReadsPrec => &[0],
            Primitive::EnumFromThenTo => &[0, 1, 2],
            Primitive::Show => &[],
            Primitive::WriteCell | Primitive::RequestIo => &[0],
            Primitive::ReturnIo
            | Primitive::NewCell
            | Primitive::BindIo
            | Primitive::PutStr
            | Primitive::PutError
            | Primitive::Error
            | Primitive::CatchIo
            | Primitive::Throw
            | Primitive::TypeKey
            | Primitive::Coerced
            | Primitive::Read
            | Primitive::Reads => &[],
            Primitive::Observe | Primitive::Seq | Primitive::Attempt | Primitive::AllValues => &[],
            _ => &[0, 1],
        }
    }

    /// The type it is used at comes first among its operands; of those that are quick it is kept
    /// aside.
    #[rustfmt::skip]
    pub fn is_typed(self) -> bool {
        use Primitive as P;
        !matches!(
            self,
            P::Ord | P::Chr | P::IsUpper | P::IsLower | P::IsAlpha | P::IsAlphaNum | P::IsSpace | P::IsPunctuation
                | P::IsControl | P::IsPrint | P::ToUpper | P::ToLower | P::ToTitle | P::Category | P::Seq | P::Error | P::Observe | P::Attempt | P::Awaited | P::AllValues
                | P::ReturnIo | P::BindIo | P::PutStr | P::GetLine | P::GetContents | P::Exit | P::NewCell | P::ReadCell | P::WriteCell
                | P::RequestIo | P::CatchIo | P::Throw | P::Coerced
                | P::IsEof | P::PutError | P::Performed | P::FractionTop | P::FractionBottom | P::DecimalTop | P::DecimalBottom
        )
    }

    /// Done by an instruction of its own, on two operands.
    pub fn is_quick(self) -> bool {
        use Primitive::{
            Add, Compare, Div, Equal, Greater, GreaterEqual, Less, LessEqual, Mod, Multiply, NotEqual,
            Subtract,
        };
        matches!(
            self,
            Add | Subtract
                | Multiply
                | Div
                | Mod
                | Equal
                | NotEqual
                | Less
                | LessEqual
                | Greater
                | GreaterEqual
                | Compare
        )
    }

    /// The name of a primitive that the table has and the machine has not, if it is so.
    pub fn of(id: PrimitiveId) -> Result<Primitive, &'static str> {
        let name = PRIMITIVES[id.0 as usize].name;
        Primitive::named(name).ok_or(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_has_all_that_the_prelude_is_written_against() {
        for (index, primitive) in PRIMITIVES.iter().enumerate() {
            let ours = Primitive::of(PrimitiveId(index as u32));
            assert_eq!(ours.map(Primitive::name), Ok(primitive.name));
            assert_eq!(ours.map(Primitive::is_typed), Ok(primitive.typed), "{}", primitive.name);
        }
    }
}
