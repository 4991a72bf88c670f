//! The goals of a program under `tests/lazy/logic`, with their answers in order: `-- goal: G`, then
//! `-- A` for each answer, and `no more` at the end of all.

pub fn goals(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut goals: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        let Some(comment) = line.strip_prefix("--").or_else(|| line.strip_prefix('%')) else { break };
        if let Some(goal) = comment.strip_prefix(" goal: ") {
            goals.push((goal, Vec::new()));
        } else if let (Some(answer), Some((_, answers))) = (comment.strip_prefix("   "), goals.last_mut()) {
            answers.push(answer);
        }
    }
    goals
}
