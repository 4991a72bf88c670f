//! Floats as text: every form that `float_to_list` and `io:format` know, digit for digit.

/// A finite float, kept as a word (see [`crate::Term`]).
#[derive(Clone, Copy)]
pub struct Float(u64);

impl Float {
    /// `x` must be finite.
    #[inline(always)]
    pub fn new(x: f64) -> Float {
        debug_assert!(x.is_finite());
        Float(x.to_bits())
    }

    #[inline(always)]
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// The shortest text that reads back as the same float: what `~w` and `~p` print.
pub fn short(x: f64) -> String {
    let (digits, exponent) = shortest_digits(x.abs());
    format!("{}{}", sign(x), place_point(&digits, exponent + 1, x.abs() < 2f64.powi(53)))
}

/// The digits and the exponent of the first one.
fn shortest_digits(x: f64) -> (String, i32) {
    let (digits, exponent) = digits_of(&format!("{x:e}"));
    // Halfway between two equally short texts, Rust takes the larger and OTP the even one. They are
    // then as close together as floats are, and so have as many digits.
    if digits.len() < 16 {
        return (digits, exponent);
    }
    let tie = format!("{x:.*e}", digits.len());
    let (mut even, even_exponent) = digits_of(&tie);
    if even.pop() == Some('5')
        && even != digits
        && even.ends_with(['0', '2', '4', '6', '8'])
        && is_exactly(x, &tie)
        && format!("{even}e{}", even_exponent + 1 - even.len() as i32).parse() == Ok(x)
    {
        return (even, even_exponent);
    }
    (digits, exponent)
}

/// Whether the float's exact value is what the text says.
fn is_exactly(x: f64, text: &str) -> bool {
    // Beyond these, no float is so round that a short text could be exact.
    if !(2f64.powi(-60)..2f64.powi(140)).contains(&x) {
        return false;
    }
    let ((digits, _), (all, _)) = (digits_of(text), digits_of(&format!("{x:.150e}")));
    all.trim_end_matches('0') == digits
}

fn digits_of(scientific: &str) -> (String, i32) {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    (mantissa.replace('.', ""), exponent.parse().unwrap_or(0))
}

/// The number `0.digits * 10^place`, with or without an exponent, whichever is shorter.
fn place_point(digits: &str, place: i32, plain_allowed: bool) -> String {
    let count = digits.len() as i32;
    let (first, rest) = digits.split_at(1);
    let with_exponent = || format!("{first}.{}e{}", if rest.is_empty() { "0" } else { rest }, place - 1);
    let zeros = |n: i32| "0".repeat(n.max(0) as usize);
    if !plain_allowed {
        with_exponent()
    } else if place <= 0 {
        let plain = format!("0.{}{digits}", zeros(-place));
        let exponent = with_exponent();
        if plain.len() <= exponent.len() { plain } else { exponent }
    } else if place < count {
        let (whole, fraction) = digits.split_at(place as usize);
        format!("{whole}.{fraction}")
    } else {
        let plain = format!("{digits}{}.0", zeros(place - count));
        let exponent = with_exponent();
        if plain.len() <= exponent.len() { plain } else { exponent }
    }
}

/// `float_to_list(X, [{scientific, Digits}])`; `float_to_list(X)` is the one with 20 digits.
pub fn scientific(x: f64, digits: usize) -> Option<String> {
    // OTP prints into a buffer of 256 bytes; this is all that is certain to fit.
    const MOST_DIGITS: usize = 249;
    if digits > MOST_DIGITS {
        return None;
    }
    let text = format!("{x:.digits$e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    Some(format!("{mantissa}e{sign}{exponent:0>2}"))
}

/// `float_to_list(X, [{decimals, Decimals}])`, with `compact` without the zeros at the end.
pub fn decimals(x: f64, decimals: usize, compact: bool) -> Option<String> {
    const MOST_DECIMALS: usize = 253;
    const LONGEST: usize = 256;
    if decimals > MOST_DECIMALS {
        return None;
    }
    let by_hand = decimals <= LARGEST_POWER && x.abs() <= 2f64.powi(53);
    let mut text = if by_hand { scaled_decimals(x, decimals) } else { format!("{x:.decimals$}") };
    if text.len() >= LONGEST {
        return None;
    }
    // Of the numbers that C prints, OTP strips zeros even if there is no point before them.
    if compact && (decimals > 0 || !by_hand) {
        let kept = text.trim_end_matches('0').len();
        text.truncate(if text[..kept].ends_with('.') { kept + 1 } else { kept });
    }
    Some(text)
}

/// OTP has a table of powers of ten up to this one.
const LARGEST_POWER: usize = 18;

/// Not always the nearest decimal: OTP scales the fraction in floating point, and rounds halves up.
fn scaled_decimals(x: f64, decimals: usize) -> String {
    let scale = 10u64.pow(decimals as u32);
    let size = x.abs();
    let mut whole = size as u64;
    let scaled = (size - size.trunc()) * scale as f64;
    let mut fraction = scaled as u64 + u64::from(scaled - scaled.trunc() >= 0.5);
    if fraction >= scale {
        whole += 1;
        fraction -= scale;
    }
    let sign = sign(x);
    if decimals == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction:0decimals$}") }
}

/// `~.Pe`: `precision` significant digits, at least 2.
pub fn format_e(x: f64, precision: usize) -> Option<String> {
    if precision < 2 {
        return None;
    }
    let (digits, exponent) = twenty_digits(x);
    let (digits, carried) = round_digits(&digits, precision);
    let exponent = exponent - i32::from(!carried);
    Some(format!("{}{}.{}e{exponent:+}", sign(x), &digits[..1], &digits[1..precision]))
}

/// `~.Pf`: `precision` decimals, at least 1.
pub fn format_f(x: f64, precision: usize) -> Option<String> {
    if precision < 1 {
        return None;
    }
    let (mut digits, mut exponent) = twenty_digits(x);
    if exponent <= 0 {
        digits.insert_str(0, &"0".repeat((1 - exponent) as usize));
        exponent = 1;
    }
    let whole = exponent as usize;
    let (digits, carried) = round_digits(&digits, whole + precision);
    let whole = whole + usize::from(carried);
    Some(format!("{}{}.{}", sign(x), &digits[..whole], &digits[whole..]))
}

/// `~.Pg`: `precision` significant digits; like `f` from 0.1 up to 10000 if they suffice, else like
/// `e`.
pub fn format_g(x: f64, precision: usize) -> Option<String> {
    if precision < 1 {
        return None;
    }
    let magnitude = [1.0, 1e1, 1e2, 1e3, 1e4].iter().position(|bound| x.abs() < *bound);
    match magnitude {
        Some(digits) if x.abs() >= 0.1 && (digits < precision || digits == 0) => {
            format_f(x, precision - digits)
        }
        _ => format_e(x, precision.max(2)),
    }
}

fn sign(x: f64) -> &'static str {
    if x.is_sign_negative() { "-" } else { "" }
}

/// The 21 digits of `float_to_list(X)` and where the point stands in `0.digits`.
fn twenty_digits(x: f64) -> (String, i32) {
    let (digits, exponent) = digits_of(&format!("{:.20e}", x.abs()));
    (digits, exponent + 1)
}

/// Exactly `count` digits, halves rounded up; one more, and true, if the carry went out at the top.
fn round_digits(digits: &str, count: usize) -> (String, bool) {
    let mut kept: Vec<u8> = digits.bytes().take(count).collect();
    let up = digits.as_bytes().get(count).is_some_and(|digit| *digit >= b'5');
    kept.resize(count, b'0');
    if up {
        for digit in kept.iter_mut().rev() {
            if *digit == b'9' {
                *digit = b'0';
            } else {
                *digit += 1;
                return (to_string(&kept), false);
            }
        }
        kept.insert(0, b'1');
        return (to_string(&kept), true);
    }
    (to_string(&kept), false)
}

fn to_string(digits: &[u8]) -> String {
    digits.iter().map(|&digit| char::from(digit)).collect()
}

/// `list_to_float/1`: digits, a point (or a comma), digits, perhaps an exponent.
pub fn parse(text: &[u8]) -> Option<f64> {
    let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let rest = skip_digits(unsigned)?;
    let rest = skip_digits(rest.strip_prefix(b".").or(rest.strip_prefix(b","))?)?;
    if !rest.is_empty() {
        let exponent = rest.strip_prefix(b"e").or(rest.strip_prefix(b"E"))?;
        let digits = exponent.strip_prefix(b"-").or(exponent.strip_prefix(b"+")).unwrap_or(exponent);
        if !skip_digits(digits)?.is_empty() {
            return None;
        }
    }
    let value: f64 = std::str::from_utf8(text).ok()?.replace(',', ".").parse().ok()?;
    value.is_finite().then_some(value)
}

/// What follows the digits, of which there must be at least one.
fn skip_digits(text: &[u8]) -> Option<&[u8]> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (count > 0).then(|| &text[count..])
}
