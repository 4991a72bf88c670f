//! What `~p` takes for text: which lists and binaries it shows as strings.

use super::Encoding;
use super::write::subtract;
use crate::Term;

/// Whether a character is shown as it is or has an escape of its own.
pub fn is_printable(c: u32, range: Encoding) -> bool {
    match c {
        // \b \t \n \v \f \r \e
        0x08..=0x0d | 0x1b => true,
        0x20..=0x7e | 0xa0..=0xff => true,
        0x100..=0xd7ff | 0xe000..=0xfffd | 0x1_0000..=0x10_ffff => range == Encoding::Unicode,
        _ => false,
    }
}

pub(super) enum PrintableList {
    No,
    Whole(Vec<u32>),
    /// Only this much of it, since there is a limit.
    Prefix(Vec<u32>),
}

/// Only flat lists are text. With a limit (not negative), no more of the list is looked at than it
/// allows.
pub(super) fn printable_list(list: &Term, limit: i64, encoding: Encoding, range: Encoding) -> PrintableList {
    let range = if encoding == Encoding::Latin1 { Encoding::Latin1 } else { range };
    let most = if limit < 0 { usize::MAX } else { subtract(limit, 2) as usize };
    let mut characters = Vec::new();
    let mut rest = list;
    loop {
        match rest {
            Term::Nil => return PrintableList::Whole(characters),
            _ if characters.len() >= most => break,
            Term::Cons(cell) => match cell.head {
                Term::Int(n) if u32::try_from(n).is_ok_and(|c| is_printable(c, range)) => {
                    characters.push(n as u32);
                    rest = &cell.tail;
                }
                _ => return PrintableList::No,
            },
            _ => return PrintableList::No,
        }
    }
    match encoding {
        Encoding::Latin1 => PrintableList::Prefix(characters),
        Encoding::Unicode => unicode_prefix(characters, rest),
    }
}

/// Here OTP cuts between what a reader takes for one character; to see its end, it looks at what
/// follows.
fn unicode_prefix(mut characters: Vec<u32>, rest: &Term) -> PrintableList {
    let next = match rest {
        Term::Cons(cell) => &cell.head,
        _ => return PrintableList::No,
    };
    match next {
        _ if characters.is_empty() => PrintableList::No,
        Term::Int(0x0a) if characters.last() == Some(&0x0d) => {
            characters.push(0x0a);
            PrintableList::Prefix(characters)
        }
        Term::Int(_) | Term::Big(_) | Term::Cons(_) | Term::Nil | Term::Bits(_) => {
            PrintableList::Prefix(characters)
        }
        _ => PrintableList::No,
    }
}

pub(super) enum PrintableBits {
    No,
    Yes { characters: Vec<u32>, utf8: bool, cut: bool },
}

/// One level of depth shows this many characters.
const CHARACTERS_A_LEVEL: i64 = 4;

pub(super) fn printable_bits(
    bytes: &[u8],
    depth: i64,
    limit: i64,
    encoding: Encoding,
    range: Encoding,
) -> PrintableBits {
    let size = bytes.len() as i64;
    let most = match depth {
        0.. if limit >= 0 => limit.min(size).min(CHARACTERS_A_LEVEL * depth),
        0.. => size.min(CHARACTERS_A_LEVEL * depth),
        _ if limit < 0 => size,
        _ => limit,
    } as usize;
    if most == 0 {
        return PrintableBits::No;
    }
    if encoding == Encoding::Unicode
        && let Some(characters) = first_characters(bytes, most)
    {
        return printable_utf8(bytes, &characters, most, depth, range);
    }
    let printable =
        bytes.iter().take(most).take_while(|&&byte| is_printable(byte.into(), Encoding::Latin1)).count();
    let characters = bytes[..printable].iter().map(|&byte| byte.into()).collect();
    // OTP looks at the first 20 bytes first.
    const FIRST_LOOK: usize = 20;
    if printable == bytes.len() {
        PrintableBits::Yes { characters, utf8: false, cut: false }
    } else if (printable == most && most <= FIRST_LOOK) || (depth > 0 && printable as i64 >= depth) {
        PrintableBits::Yes { characters, utf8: false, cut: true }
    } else {
        PrintableBits::No
    }
}

/// Up to `most` characters; none if the bytes are not UTF-8 that far.
fn first_characters(bytes: &[u8], most: usize) -> Option<Vec<char>> {
    // No character takes more than four bytes.
    let bytes = &bytes[..bytes.len().min(most.saturating_mul(4))];
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
    };
    let characters: Vec<char> = valid.chars().take(most).collect();
    (characters.len() == most || valid.len() == bytes.len()).then_some(characters)
}

fn printable_utf8(bytes: &[u8], text: &[char], most: usize, depth: i64, range: Encoding) -> PrintableBits {
    let printable = text.iter().take_while(|&&c| is_printable(c.into(), range)).count();
    let used: usize = text[..printable].iter().map(|c| c.len_utf8()).sum();
    let characters = text[..printable].iter().map(|&c| c.into()).collect();
    let utf8 = used != printable;
    debug_assert!(printable <= most);
    if used == bytes.len() {
        PrintableBits::Yes { characters, utf8, cut: false }
    } else if depth > 0 && printable as i64 >= depth {
        PrintableBits::Yes { characters, utf8, cut: true }
    } else {
        PrintableBits::No
    }
}
