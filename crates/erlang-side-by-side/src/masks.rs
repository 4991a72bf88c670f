//! What the text of a log event says about the clock and the node rather than about the program:
//! made equal on both sides.

use std::sync::LazyLock;

use regex::Regex;

static MASKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let masks = [
        // The header of a report, and the time in a line of its own.
        (r"==== \d+-[A-Z][a-z]{2}-\d{4}::\d\d:\d\d:\d\d\.\d{6}", "==== DATE"),
        (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)", "DATE"),
        (r"<0\.\d+\.\d+>", "<PID>"),
        (r"#Ref<[0-9.]+>", "#Ref"),
        (r"-fun-\d+-", "-fun-"),
        (r"#Fun<(\w+)\.\d+\.\d+>", "#Fun<$1>"),
        // Of a crash report.
        (r"^( +(heap_size|stack_size|reductions)): \d+$", "$1: N"),
    ];
    masks.into_iter().filter_map(|(mask, with)| Some((Regex::new(mask).ok()?, with))).collect()
});

pub fn mask(line: &str) -> String {
    MASKS.iter().fold(line.to_owned(), |line, (mask, with)| mask.replace_all(&line, *with).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_from_run_to_run() {
        for (line, masked) in [
            ("=ERROR REPORT==== 18-Nov-2026::01:03:58.108036 ===", "=ERROR REPORT==== DATE ==="),
            ("2026-11-18T01:03:58.108036+01:00 error: x", "DATE error: x"),
            ("2026-11-18 01:03:58.108036Z error: x", "DATE error: x"),
            ("pid: <0.82.0>", "pid: <PID>"),
            ("{#Ref<0.1.2.3>,1}", "{#Ref,1}"),
            ("m:'-main/0-fun-3-'/0", "m:'-main/0-fun-'/0"),
            ("#Fun<m.3.54535763>", "#Fun<m>"),
            ("    heap_size: 233", "    heap_size: N"),
            ("a heap_size: 233", "a heap_size: 233"),
            ("1.2.3 2026-11-18", "1.2.3 2026-11-18"),
        ] {
            assert_eq!(mask(line), masked);
        }
    }
}
