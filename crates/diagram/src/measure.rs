//! How much room text takes, and cutting it to the room there is.

/// How many columns of a terminal, or widths of a character of a fixed-width font, a text takes.
pub fn columns(text: &str) -> usize {
    text.chars().map(of_character).sum()
}

/// Wide characters take two columns: the blocks of East Asian scripts and of pictograms. Marks that
/// sit on others are taken for wider than they are, which leaves room.
fn of_character(c: char) -> usize {
    let wide = matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f000..=0x1faff | 0x20000..=0x3fffd);
    if wide { 2 } else { 1 }
}

/// In one line, without characters that would disturb it: at most this many columns, the last of
/// them `…` if there was more.
pub fn cut(text: &str, most: usize) -> String {
    let mut shown = String::new();
    let (mut used, mut before_last) = (0, 0);
    for c in text.chars() {
        let c = if c == '\n' || c == '\t' { ' ' } else { c };
        let c = if c.is_control() || is_directional(c) { '\u{fffd}' } else { c };
        used += of_character(c);
        if used > most {
            shown.truncate(before_last);
            if most > 0 {
                shown.push('…');
            }
            return shown;
        }
        shown.push(c);
        if used < most {
            before_last = shown.len();
        }
    }
    shown
}

/// Characters that turn the direction of what follows them, beyond the text that they stand in.
fn is_directional(c: char) -> bool {
    matches!(u32::from(c), 0x200e | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069)
}

/// The text in lines of this many columns, at most this many of them; the last one is cut.
pub fn wrap(text: &str, most: usize, lines: usize) -> Vec<String> {
    let mut rest = text;
    let mut shown = Vec::new();
    while !rest.is_empty() && shown.len() + 1 < lines && columns(rest) > most {
        let mut used = 0;
        let fitting = rest.char_indices().find(|(_, c)| {
            used += of_character(*c);
            used > most
        });
        let at = fitting.map_or(rest.len(), |(at, _)| at);
        // Better behind punctuation than in the middle of a word.
        let at = rest[..at]
            .rfind([' ', ',', '(', ':'])
            .filter(|found| *found * 3 >= at)
            .map_or(at, |found| found + 1);
        if at == 0 {
            break;
        }
        shown.push(cut(rest[..at].trim_end(), most));
        rest = rest[at..].trim_start();
    }
    if !rest.is_empty() {
        shown.push(cut(rest, most));
    }
    shown
}

pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// Lines of two parts, the second ones below each other. They get the room that they need, up to
/// half of it; the first ones are cut to the rest.
pub fn in_two_columns(lines: &[(String, String)], width: usize) -> Vec<String> {
    let longest = |part: fn(&(String, String)) -> &String| lines.iter().map(|line| columns(part(line))).max();
    let (first, second) = (longest(|line| &line.0).unwrap_or(0), longest(|line| &line.1).unwrap_or(0));
    let first = first.min(width.saturating_sub(2 + second.min(width / 2)));
    let line = |(text, rest): &(String, String)| match rest.is_empty() {
        true => cut(text, width),
        false => cut(&format!("{}  {rest}", padded(&cut(text, first), first)), width),
    };
    lines.iter().map(line).collect()
}

/// Text of XML: no markup, and no characters that XML does not know.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() || is_directional(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting() {
        let check = |text: &str, most: usize, expected: &str| {
            let shown = cut(text, most);
            assert_eq!(shown, expected, "{text} in {most}");
            assert!(columns(&shown) <= most);
        };
        check("hello", 5, "hello");
        check("hello", 4, "hel…");
        check("hello", 1, "…");
        check("hello", 0, "");
        check("a\nb\u{7}", 9, "a b\u{fffd}");
        check("語語語", 6, "語語語");
        check("語語語", 5, "語語…");
        check("語語語", 4, "語…");
        check("\u{202e}x", 4, "\u{fffd}x");
    }

    #[test]
    fn wrapping() {
        let check = |text: &str, most: usize, lines: usize, expected: &[&str]| {
            assert_eq!(wrap(text, most, lines), expected, "{text} in {most} times {lines}");
        };
        check("", 5, 2, &[]);
        check("hello", 5, 2, &["hello"]);
        check("tcpip:client_fun(a, b)", 10, 3, &["tcpip:", "client_fun", "(a, b)"]);
        check("tcp:client_fun(a, b)", 10, 2, &["tcp:client", "_fun(a, b)"]);
        check("tcp:main(a, b)", 10, 2, &["tcp:main(", "a, b)"]);
        check("tcp:main(a, b, c, d)", 10, 2, &["tcp:main(", "a, b, c, …"]);
        check("語語語", 1, 3, &["…"]);
    }
}
