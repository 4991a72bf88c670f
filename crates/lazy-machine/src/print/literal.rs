//! Numbers, characters and strings as text.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

pub(super) fn parenthesised(number: &str, precedence: u8) -> String {
    match number.starts_with('-') && precedence > 6 {
        true => format!("({number})"),
        false => number.to_owned(),
    }
}

/// As Haskell shows a `Double`: with a point, and with an exponent outside of 0.1 to 10^7.
pub(super) fn double_text(value: f64) -> String {
    let bits = value.abs().to_bits();
    let (high, low) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    float_text(value, || match high {
        0 => digits(low, -1074, false),
        _ => digits(low | 1 << 52, high - 1075, low == 0 && high > 1),
    })
}

/// Likewise a `Float`.
pub(super) fn single_text(value: f32) -> String {
    let bits = value.abs().to_bits();
    let (high, low) = ((bits >> 23) as i32, u64::from(bits) & ((1 << 23) - 1));
    float_text(f64::from(value), || match high {
        0 => digits(low, -149, false),
        _ => digits(low | 1 << 23, high - 150, low == 0 && high > 1),
    })
}

fn float_text(value: f64, digits: impl FnOnce() -> (String, i32)) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0.0" } else { "0.0" }.to_owned();
    }
    let (mut digits, point) = digits();
    let sign = if value < 0.0 { "-" } else { "" };
    match point {
        ..=-1 | 8.. => {
            let rest = if digits.len() > 1 { &digits[1..] } else { "0" };
            format!("{sign}{}.{rest}e{}", &digits[..1], point - 1)
        }
        0 => format!("{sign}0.{digits}"),
        _ => {
            let whole = point as usize;
            while digits.len() <= whole {
                digits.push('0');
            }
            format!("{sign}{}.{}", &digits[..whole], &digits[whole..])
        }
    }
}

/// The digits of `mantissa * 2^exponent`, and where the point stands among them: the fewest that
/// lie nearer to it than to its neighbours, by the Haskell report's `floatToDigits`. What lies just
/// between two neighbours is not near enough, unlike in Rust. The neighbour below a power of two is
/// nearer than the one above.
fn digits(mantissa: u64, exponent: i32, is_power_of_two: bool) -> (String, i32) {
    let two_to = |power: i32| BigInt::from(1) << power.max(0);
    // The value is number / unit; up to above / unit more, and below / unit less, are still it.
    let finer = 1 + u32::from(is_power_of_two);
    let mut number = (BigInt::from(mantissa) * two_to(exponent)) << finer;
    let mut unit = two_to(-exponent) << finer;
    let mut below = two_to(exponent);
    let mut above = &below << (finer - 1);
    let mut point = 0;
    while &number + &above > unit {
        unit *= 10;
        point += 1;
    }
    while (&number + &above) * 10 <= unit {
        (number, above, below) = (number * 10, above * 10, below * 10);
        point -= 1;
    }
    let mut digits = String::new();
    loop {
        (number, above, below) = (number * 10, above * 10, below * 10);
        let (digit, rest) = number.div_rem(&unit);
        let (is_low, is_high) = (rest < below, &rest + &above > unit);
        let up = match (is_low, is_high) {
            (true, true) => &rest * 2 >= unit,
            (_, is_high) => is_high,
        };
        let digit = digit.to_u32().unwrap_or(0) + u32::from(up);
        digits.extend(char::from_digit(digit, 10));
        if is_low || is_high {
            return (digits, point);
        }
        number = rest;
    }
}

pub(crate) const CONTROLS: [&str; 32] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "a", "b", "t", "n", "v", "f", "r", "SO", "SI", "DLE",
    "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
];

/// As Haskell's `showLitChar`.
pub(super) fn escaped(char: char, quote: char) -> String {
    match char {
        '\\' => "\\\\".to_owned(),
        char if char == quote => format!("\\{char}"),
        '\u{7f}' => "\\DEL".to_owned(),
        '\0'..='\u{1f}' => format!("\\{}", CONTROLS[char as usize]),
        ' '..='~' => char.to_string(),
        _ => format!("\\{}", char as u32),
    }
}

pub(super) fn string_text(chars: &[char]) -> String {
    let mut text = String::new();
    for (index, char) in chars.iter().enumerate() {
        let shown = escaped(*char, '"');
        let next = chars.get(index + 1);
        text.push_str(&shown);
        // So that what follows is not read as part of the escape.
        let numeric = *char as u32 > 0x7e && *char != '\u{7f}';
        if (numeric && next.is_some_and(char::is_ascii_digit)) || (shown == "\\SO" && next == Some(&'H')) {
            text.push_str("\\&");
        }
    }
    text
}
