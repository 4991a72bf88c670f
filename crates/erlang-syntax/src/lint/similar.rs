//! "Did you mean …?": the name that a misspelt one is nearest to.

/// The candidate that differs from `name` by fewest changes, if these are few for its length.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (name.chars().count() / 3).min(3);
    candidates
        .filter(|&candidate| candidate != name)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= allowed && distance < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for i in 1..=left.len() {
        let mut row = vec![i];
        for j in 1..=right.len() {
            let replaced = last[j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(before_last[j - 2] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_names() {
        let check = |name: &str, candidates: &[&'static str], expected: Option<&str>| {
            assert_eq!(nearest(name, candidates.iter().copied()), expected, "{name}");
        };
        check("lenght", &["length", "light"], Some("length"));
        check("revers", &["reverse", "reversed"], Some("reverse"));
        check("f", &["g", "fo", "foo"], None);
        check("merge", &["split", "sort"], None);
        check("Acc", &["Ac", "Acc0"], Some("Ac"));
    }
}
