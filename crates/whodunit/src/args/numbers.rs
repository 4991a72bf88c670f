//! Numbers, as people type them.

use std::time::Duration;

pub fn parse_count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| "not a number of at least 1".into())
}

pub fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    let is_time = seconds > 0.0 && seconds <= LONGEST_TIME.as_secs_f64();
    is_time.then_some(seconds).ok_or_else(|| "not a number of seconds".into())
}

/// `2s`, `500ms`, `1m`, `1h`, `1.5s`; `0` needs no unit.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let problem = || "not a time: give a number with ms, s, m or h, for example 2s".to_owned();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| problem())?;
    let milliseconds = match unit.trim() {
        "ms" => 1.0,
        "s" => 1_000.0,
        "m" | "min" => 60_000.0,
        "h" => 3_600_000.0,
        "" if number == 0.0 => 0.0,
        _ => return Err(problem()),
    };
    let time = (number * milliseconds).round();
    match time <= LONGEST_TIME.as_millis() as f64 {
        true => Ok(Duration::from_millis(time as u64)),
        false => Err("too long: the maximum is 8760h (one year)".into()),
    }
}

/// A year is as good as forever, and fits into every clock.
const LONGEST_TIME: Duration = Duration::from_secs(365 * 24 * 3600);

/// `1GiB`, `512MB`, `64k`, `4096`: powers of 1024 with `i`, of 1000 with `B` alone; a bare letter
/// is a power of 1024.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err("not a size: give a number with k, M or G, for example 512MiB".into()),
    };
    let number: u64 =
        number.parse().map_err(|_| "not a size: give a number with k, M or G, for example 512MiB")?;
    number.checked_mul(factor).ok_or_else(|| "too much memory".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let check = |text: &str, expected: Option<u64>| {
            assert_eq!(parse_time(text).ok(), expected.map(Duration::from_millis), "{text}");
        };
        check("2s", Some(2000));
        check("500ms", Some(500));
        check("1m", Some(60_000));
        check("1h", Some(3_600_000));
        check("0.5 s", Some(500));
        check("0", Some(0));
        check("8760h", Some(31_536_000_000));
        for wrong in
            ["", "5", "s", "-1s", "1.2.3s", "2 parsecs", "9000h", "99999999999999999999999h", "NaNs", "infs"]
        {
            check(wrong, None);
        }
    }

    #[test]
    fn sizes() {
        let check = |text: &str, expected: Option<u64>| assert_eq!(parse_size(text).ok(), expected, "{text}");
        check("4096", Some(4096));
        check("64k", Some(64 << 10));
        check("1GiB", Some(1 << 30));
        check("2 MiB", Some(2 << 20));
        check("5MB", Some(5_000_000));
        check("", None);
        check("GiB", None);
        check("1.5GiB", None);
        check("1 parsec", None);
        check("99999999999TiB", None);
    }
}
