//! Every text of this crate that users see: why a question was chosen.
//!
//! An interface shows it after the number of suspects: `8 calls left; your answer rules out 3 or
//! 5`.

pub const LAST_CHILD: &str = "the last unjudged part of the wrong result";
pub const FIRST_CHILD: &str = "the first unjudged part of the wrong result";
pub const FIRST_COMPLETED: &str = "all its parts are judged";
pub const CALLER: &str = "it caused what you called invalid";

/// `below`: suspects in the subtree of the child that is asked about.
pub fn heaviest_child(below: u64, all: u64) -> String {
    format!("the largest part of the wrong result: {below} of the {all}")
}

/// How many suspects the answers right and wrong rule out.
pub fn split(right: u64, wrong: u64) -> String {
    let number = |n: u64| if n == 0 { "none".to_owned() } else { n.to_string() };
    match (right, wrong) {
        (1, 0) => "your answer decides".to_owned(),
        (right, wrong) if right == wrong => format!("your answer rules out {right}"),
        (right, wrong) => format!("your answer rules out {} or {}", number(right), number(wrong)),
    }
}

pub fn no_such_strategy(name: &str, known: &[&str]) -> String {
    format!("there is no strategy `{name}`; choose one of {}", known.join(", "))
}
