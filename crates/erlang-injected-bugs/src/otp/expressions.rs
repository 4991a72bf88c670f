//! Expressions over numbers.

use erlang_side_by_side::random::Dice;

/// A number made of these variables, which stays small.
pub fn number(dice: &mut Dice, variables: &[String], depth: u32) -> String {
    if depth == 0 || dice.once_in(4) {
        return match !variables.is_empty() && !dice.once_in(4) {
            true => dice.pick(variables).clone(),
            false => dice.between(1, 9).to_string(),
        };
    }
    let (left, right) = (number(dice, variables, depth - 1), number(dice, variables, depth - 1));
    match dice.below(6) {
        0 => format!("({left} * {right}) rem 97"),
        1 => format!("max({left}, {right})"),
        2 => format!("weight({left})"),
        3 => format!("({left} - {right})"),
        _ => format!("({left} + {right})"),
    }
}

/// A number in which this variable occurs.
pub fn number_of(dice: &mut Dice, variable: &str, variables: &[String]) -> String {
    let other = number(dice, variables, 1);
    let op = *dice.pick(&["+", "+", "-"]);
    format!("{variable} {op} {other}")
}

/// `weight/1`, which every module has: what it says changes at a limit.
pub fn weight(dice: &mut Dice) -> String {
    let (limit, step) = (dice.between(2, 12), dice.between(2, 5));
    match dice.below(3) {
        0 => format!("weight(N) when N > {limit} -> N - {step};\nweight(N) -> N.\n"),
        1 => {
            format!("weight(N) ->\n    case N rem {step} of\n        0 -> N + 1;\n        R -> R\n    end.\n")
        }
        _ => format!(
            "weight(N) -> weight(N, {limit}).\n\nweight(N, Limit) when N >= Limit -> Limit;\nweight(N, _) -> N.\n"
        ),
    }
}

/// A test of a guard.
pub fn test(dice: &mut Dice, variables: &[String]) -> String {
    let op = *dice.pick(&["<", "=<", ">", ">=", "=:="]);
    let limit = dice.between(1, 12);
    format!("{} {op} {limit}", dice.pick(variables))
}
