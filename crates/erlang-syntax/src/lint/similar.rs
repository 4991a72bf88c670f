//! "Did you mean …?": the name that a misspelt one is nearest to.

/// The candidate that differs from `name` by fewest changes (one letter more, less or another, or
/// two exchanged), if these are few for its length.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (name.chars().count() / 3).min(3);
    candidates
        .filter(|&candidate| candidate != name)
        .map(|candidate| (strsim::osa_distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= allowed && distance < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
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
