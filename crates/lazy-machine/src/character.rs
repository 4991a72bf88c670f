//! Characters, as the Unicode of GHC's library classes them.

use std::sync::LazyLock;

use crate::primitive::Primitive;

/// The general category of each character, as runs. Each run is a letter for the category, in the
/// order of GHC's `GeneralCategory` (`A` is `UppercaseLetter`), and how many characters it has.
const RUNS: &str = include_str!("character/categories.txt");
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";

/// Where each run begins, and its category.
static STARTS: LazyLock<Vec<(u32, u8)>> = LazyLock::new(|| {
    let mut start = 0;
    let run = |run: &str| {
        let (letter, count) = run.split_at(1);
        let category = LETTERS.find(letter).unwrap_or(usize::from(UNASSIGNED)) as u8;
        let here = start;
        start += count.parse::<u32>().unwrap_or(0);
        (here, category)
    };
    RUNS.split_whitespace().map(run).collect()
});

const UPPER: u8 = 0;
const LOWER: u8 = 1;
const TITLE: u8 = 2;
const SPACE: u8 = 22;
const CONTROL: u8 = 25;
const UNASSIGNED: u8 = 29;

/// By the order of GHC's `GeneralCategory`.
pub(crate) fn category(char: char) -> u8 {
    let after = STARTS.partition_point(|(start, _)| *start <= u32::from(char));
    after.checked_sub(1).and_then(|at| STARTS.get(at)).map_or(UNASSIGNED, |(_, category)| *category)
}

/// What a test of a character says.
pub(crate) fn holds(test: Primitive, char: char) -> Option<bool> {
    use Primitive as P;
    Some(match test {
        P::IsUpper => matches!(category(char), UPPER | TITLE),
        P::IsLower => category(char) == LOWER,
        P::IsAlpha => category(char) <= 4,
        P::IsAlphaNum => matches!(category(char), 0..=4 | 8..=10),
        P::IsSpace => matches!(char, '\t'..='\r') || category(char) == SPACE,
        P::IsControl => category(char) == CONTROL,
        P::IsPrint => category(char) <= SPACE,
        P::IsPunctuation => matches!(category(char), 11..=17),
        _ => return None,
    })
}

pub(crate) fn upper(char: char) -> char {
    match char {
        // Those whose capitals have the iota beside them.
        '\u{1f80}'..='\u{1faf}' => char::from_u32(u32::from(char) | 8).unwrap_or(char),
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => char::from_u32(u32::from(char) + 9).unwrap_or(char),
        _ => known(single(char.to_uppercase(), char), char),
    }
}

pub(crate) fn lower(char: char) -> char {
    match char {
        '\u{130}' => 'i',
        _ => known(single(char.to_lowercase(), char), char),
    }
}

pub(crate) fn title(char: char) -> char {
    match u32::from(char) {
        452..=454 => '\u{1c5}',
        455..=457 => '\u{1c8}',
        458..=460 => '\u{1cb}',
        497..=499 => '\u{1f2}',
        4304..=4351 => char,
        _ => upper(char),
    }
}

/// A younger Unicode may have a counterpart that GHC's does not know.
fn known(found: char, otherwise: char) -> char {
    if category(found) == UNASSIGNED { otherwise } else { found }
}

/// One character, where Unicode has one.
fn single(mut chars: impl Iterator<Item = char>, otherwise: char) -> char {
    match (chars.next(), chars.next()) {
        (Some(char), None) => char,
        _ => otherwise,
    }
}
