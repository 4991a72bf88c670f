//! Side by side with Erlang/OTP 25: the answers recorded by `data/generate.escript` for random
//! input.

use erlang_term::arithmetic::{self, ArithmeticError};
use erlang_term::bits::{Builder, Endian};
use erlang_term::print::{self, Encoding, Pretty};
use erlang_term::{Atom, Bits, Map, Term, external, float, hash, integer, order};

/// Runs `check` on each recorded case; fails with the first few that come out differently.
fn check_all(recorded: &[u8], check: impl Fn(&[Term]) -> Result<(), String>) {
    let (cases, used) = external::decode(recorded).expect("a term");
    assert_eq!(used, recorded.len());
    let cases = cases.proper_list().expect("a list of cases");
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| check(case.as_tuple().expect("a case")).err().map(|e| format!("{case}\n  {e}")))
        .collect();
    let shown = failures.iter().take(8).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {} differ:\n{shown}", failures.len(), cases.len());
}

fn same<T: PartialEq + std::fmt::Debug>(expected: T, found: T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("expected {expected:?}\n  found    {found:?}")) }
}

fn int(term: &Term) -> i64 {
    term.as_int().expect("a small integer")
}

fn name(term: &Term) -> &'static str {
    term.as_atom().expect("an atom").name()
}

fn bits(term: &Term) -> &Bits {
    match term {
        Term::Bits(bits) => bits,
        other => panic!("not a bitstring: {other}"),
    }
}

fn text(term: &Term) -> String {
    String::from_utf8(bits(term).to_bytes().into_owned()).expect("text")
}

/// The value in `{ok, Value}`; none if it is a reason instead.
fn value(term: &Term) -> Option<&Term> {
    term.as_tuple().map(|answer| &answer[1])
}

fn encoding(term: &Term) -> Encoding {
    if name(term) == "latin1" { Encoding::Latin1 } else { Encoding::Unicode }
}

/// Like `=:=`, but tells `-0.0` from `0.0`.
fn identical(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Float(x), Term::Float(y)) => x.get().to_bits() == y.get().to_bits(),
        _ => a == b,
    }
}

#[test]
fn order() {
    check_all(include_bytes!("data/order.etf"), |case| match case {
        [a, b, sign, exactly] => {
            same(int(sign), order::compare(a, b) as i64)?;
            same(-int(sign), order::compare(b, a) as i64)?;
            same(int(sign) == 0, order::equal(a, b))?;
            same(exactly.as_atom(), Some(Atom::from_bool(a == b)))?;
            same(a == b, order::compare_exact(a, b).is_eq())
        }
        [_, keys] => {
            let keys = keys.proper_list().expect("keys");
            let map: Map = keys.iter().rev().map(|key| (key.clone(), Term::Nil)).collect();
            same(&keys, &map.keys().cloned().collect())
        }
        _ => unreachable!(),
    });
}

#[test]
fn arithmetic() {
    check_all(include_bytes!("data/arithmetic.etf"), |case| {
        let (found, expected) = match case {
            [op, a, expected] => (unary(name(op), a), expected),
            [op, a, b, expected] => (binary(name(op), a, b), expected),
            _ => unreachable!(),
        };
        match (found, value(expected)) {
            (Ok(found), Some(expected)) if identical(expected, &found) => Ok(()),
            (found, Some(expected)) => Err(format!("expected {expected}, found {found:?}")),
            (found, None) => {
                let error = match name(expected) {
                    "system_limit" => ArithmeticError::SystemLimit,
                    _ => ArithmeticError::Badarith,
                };
                same(Err(error), found)
            }
        }
    });
}

fn unary(op: &str, a: &Term) -> Result<Term, ArithmeticError> {
    match op {
        "-" => arithmetic::negate(a),
        "+" => arithmetic::add(&Term::Int(0), a).map(|_| a.clone()),
        "bnot" => arithmetic::bnot(a),
        "abs" => arithmetic::abs(a),
        "round" => arithmetic::round(a),
        "trunc" => arithmetic::trunc(a),
        "floor" => arithmetic::floor(a),
        "ceil" => arithmetic::ceil(a),
        "float" => arithmetic::to_float(a).map(Term::float),
        _ => unreachable!(),
    }
}

fn binary(op: &str, a: &Term, b: &Term) -> Result<Term, ArithmeticError> {
    match op {
        "+" => arithmetic::add(a, b),
        "-" => arithmetic::subtract(a, b),
        "*" => arithmetic::multiply(a, b),
        "/" => arithmetic::divide(a, b),
        "div" => arithmetic::int_div(a, b),
        "rem" => arithmetic::rem(a, b),
        "band" => arithmetic::band(a, b),
        "bor" => arithmetic::bor(a, b),
        "bxor" => arithmetic::bxor(a, b),
        "bsl" => arithmetic::bsl(a, b),
        "bsr" => arithmetic::bsr(a, b),
        _ => unreachable!(),
    }
}

#[test]
fn external() {
    check_all(include_bytes!("data/external.etf"), |case| {
        let [term, minor_version, encoded] = case else { unreachable!() };
        let encoded = bits(encoded).to_bytes();
        let options = external::EncodeOptions { minor_version: int(minor_version) as u8, compressed: None };
        same(&*encoded, &*external::encode(term, options))?;
        let (decoded, used) = external::decode(&encoded).map_err(|e| e.to_string())?;
        same(encoded.len(), used)?;
        same(term, &decoded)?;
        let packed = external::encode(term, external::EncodeOptions { compressed: Some(6), ..options });
        same(Ok((decoded, packed.len())), external::decode(&packed))
    });
}

#[test]
fn write() {
    check_all(include_bytes!("data/write.etf"), |case| {
        let [term, enc, depth, expected] = case else { unreachable!() };
        same(text(expected), print::write_with(term, encoding(enc), usize::try_from(int(depth)).ok()))
    });
}

#[test]
fn pretty() {
    check_all(include_bytes!("data/pretty.etf"), |case| {
        let [term, options, expected] = case else { unreachable!() };
        let Some([column, width, depth, chars_limit, enc, strings]) = options.as_tuple() else {
            unreachable!()
        };
        if expected.as_atom().is_some() {
            return Ok(());
        }
        let options = Pretty {
            column: int(column) as usize,
            width: int(width) as usize,
            depth: usize::try_from(int(depth)).ok(),
            chars_limit: usize::try_from(int(chars_limit)).ok(),
            encoding: encoding(enc),
            strings: strings.as_atom() == Some(Atom::from_bool(true)),
            ..Pretty::default()
        };
        let (expected, found) = (text(expected), print::pretty(term, &options));
        if expected == found { Ok(()) } else { Err(format!("{options:?}\n{expected}\n--\n{found}")) }
    });
}

#[test]
fn float_text() {
    check_all(include_bytes!("data/float.etf"), |case| {
        let [kind, x, digits, expected] = case else { unreachable!() };
        let (Term::Float(x), digits) = (x, int(digits) as usize) else { unreachable!() };
        let found = match name(kind) {
            "short" => Some(float::short(x.get())),
            "scientific" => float::scientific(x.get(), digits),
            "decimals" => float::decimals(x.get(), digits, false),
            "compact" => float::decimals(x.get(), digits, true),
            "e" => float::format_e(x.get(), digits),
            "f" => float::format_f(x.get(), digits),
            "g" => float::format_g(x.get(), digits),
            _ => {
                let Some([text, expected]) = expected.as_tuple() else { unreachable!() };
                return same(value(expected).cloned(), float::parse(&bits(text).to_bytes()).map(Term::float));
            }
        };
        same(value(expected).map(text), found)
    });
}

#[test]
fn hash() {
    check_all(include_bytes!("data/hash.etf"), |case| {
        let [term, whole, range, within, old] = case else { unreachable!() };
        let range = int(range) as u64;
        same(int(whole), hash::phash2(term).into())?;
        same(int(within), hash::phash2_range(term, range).into())?;
        same(int(old) as u64, hash::phash(term, range))
    });
}

#[test]
fn integer_text() {
    check_all(include_bytes!("data/integer.etf"), |case| {
        let [number, base, printed, read, expected] = case else { unreachable!() };
        let base = int(base) as u32;
        same(Some(text(printed)), integer::to_text(number, base))?;
        same(value(expected).cloned(), integer::parse(&bits(read).to_bytes(), base))
    });
}

#[test]
fn bit_syntax() {
    check_all(include_bytes!("data/bits.etf"), |case| {
        let [skip, pad, segment, built, source, read, expected] = case else { unreachable!() };
        let (skip, Some([kind, content, size, endian])) = (int(skip) as usize, segment.as_tuple()) else {
            unreachable!()
        };
        let (size, endian) = (int(size) as usize, endianness(endian));
        let mut builder = Builder::new();
        builder.push_integer(pad, skip, Endian::Big).expect("an integer");
        let result = match name(kind) {
            "integer" => builder.push_integer(content, size, endian),
            "float" => builder.push_float(content, size, endian),
            "utf8" => builder.push_utf8(content),
            "utf16" => builder.push_utf16(content, endian),
            _ => builder.push_utf32(content, endian),
        };
        same(value(built).cloned(), result.ok().map(|()| Term::Bits(builder.finish())))?;

        let Some([kind, size, endian]) = read.as_tuple() else { unreachable!() };
        let (source, size, endian) = (bits(source), int(size) as usize, endianness(endian));
        let number = |term: Option<Term>| term.map(|term| (term, size));
        let character = |found: Option<(u32, usize)>| found.map(|(c, used)| (Term::Int(c.into()), used));
        let found = match name(kind) {
            "unsigned" => number(source.read_integer(skip, size, false, endian)),
            "signed" => number(source.read_integer(skip, size, true, endian)),
            "float" => number(source.read_float(skip, size, endian).map(Term::float)),
            "utf8" => character(source.read_utf8(skip)),
            "utf16" => character(source.read_utf16(skip, endian)),
            _ => character(source.read_utf32(skip, endian)),
        };
        let found = found.map(|(value, used)| (value, (source.bit_len() - skip - used) as i64));
        same(expected.as_tuple().map(|answer| (answer[0].clone(), int(&answer[1]))), found)
    });
}

fn endianness(term: &Term) -> Endian {
    if name(term) == "big" { Endian::Big } else { Endian::Little }
}
