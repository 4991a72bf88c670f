//! Changes a program a little, to show that the comparison notices.

use dice::Dice;

const CHANGES: [(&str, &str); 8] = [
    (" + ", " - "),
    (" - ", " + "),
    ("lists:reverse(", "id("),
    (" div ", " rem "),
    ("length(", "hash("),
    ("=> 1", "=> 2"),
    (" -> 0", " -> 1"),
    ("fun() -> f1(3", "fun() -> f1(0"),
];

/// The program with a few of its operators, calls or constants replaced.
pub fn mutated(source: &str, seed: u64) -> String {
    const CHANGED: u64 = 5;
    (0..CHANGED).fold(source.to_owned(), |source, round| {
        changed_once(&source, seed.wrapping_add(round << 32)).unwrap_or(source)
    })
}

/// None: there is nothing to replace.
fn changed_once(source: &str, seed: u64) -> Option<String> {
    let places: Vec<(usize, (&str, &str))> = CHANGES
        .iter()
        .flat_map(|&change| source.match_indices(change.0).map(move |(at, _)| (at, change)))
        .collect();
    let (at, (old, new)) = *places.get(Dice::new(seed).below(places.len()))?;
    Some(format!("{}{new}{}", &source[..at], &source[at + old.len()..]))
}
