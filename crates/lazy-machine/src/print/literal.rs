//! Numbers, characters and strings as text.

pub(super) fn parenthesised(number: &str, precedence: u8) -> String {
    match number.starts_with('-') && precedence > 6 {
        true => format!("({number})"),
        false => number.to_owned(),
    }
}

/// As Haskell shows a `Double`: with a point, and with an exponent outside of 0.1 to 10^7.
pub(super) fn float_text(value: f64, shortest: &str) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0.0" } else { "0.0" }.to_owned();
    }
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if value < 0.0 { "-" } else { "" };
    if (-1..7).contains(&exponent) {
        let mut digits = mantissa.replace('.', "");
        if exponent < 0 {
            return format!("{sign}0.{digits}");
        }
        let whole = exponent as usize + 1;
        while digits.len() <= whole {
            digits.push('0');
        }
        return format!("{sign}{}.{}", &digits[..whole], &digits[whole..]);
    }
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{sign}{mantissa}{point}e{exponent}")
}

pub(crate) fn is_printable(char: char) -> bool {
    !char.is_control()
        && !matches!(char, '\u{2028}' | '\u{2029}' | '\u{e000}'..='\u{f8ff}' | '\u{fffe}' | '\u{ffff}')
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
