//! What a breakpoint may ask for beside its place: how often it is hit, and a text to write in the
//! place of stopping.

/// `5`, `>= 5`, `% 5`: how often a breakpoint must have been hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HitCondition {
    operator: Operator,
    number: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Equal,
    Less,
    AtMost,
    More,
    AtLeast,
    Every,
}

impl HitCondition {
    pub fn parse(text: &str) -> Result<HitCondition, String> {
        const OPERATORS: [(&str, Operator); 7] = [
            (">=", Operator::AtLeast),
            ("<=", Operator::AtMost),
            ("==", Operator::Equal),
            (">", Operator::More),
            ("<", Operator::Less),
            ("=", Operator::Equal),
            ("%", Operator::Every),
        ];
        let text = text.trim();
        let found = OPERATORS.iter().find_map(|(sign, operator)| Some((text.strip_prefix(sign)?, *operator)));
        let (number, operator) = found.unwrap_or((text, Operator::Equal));
        match number.trim().parse() {
            Ok(number) if number > 0 || operator != Operator::Every => Ok(HitCondition { operator, number }),
            _ => Err(format!("`{text}` is not a hit condition: use a number, or >= 5, or % 5")),
        }
    }

    pub fn holds(self, times: u64) -> bool {
        match self.operator {
            Operator::Equal => times == self.number,
            Operator::Less => times < self.number,
            Operator::AtMost => times <= self.number,
            Operator::More => times > self.number,
            Operator::AtLeast => times >= self.number,
            Operator::Every => times.is_multiple_of(self.number),
        }
    }
}

/// A part of a log message: text, or an expression in braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    Text(&'a str),
    Expression(&'a str),
}

/// `x is {X}`, with braces inside an expression in pairs.
pub fn pieces(message: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = message;
    while let Some(open) = rest.find('{') {
        let mut depth = 0;
        let close = rest[open..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0
        });
        let Some((length, _)) = close else { break };
        pieces.push(Piece::Text(&rest[..open]));
        pieces.push(Piece::Expression(&rest[open + 1..open + length]));
        rest = &rest[open + length + 1..];
    }
    pieces.push(Piece::Text(rest));
    pieces.retain(|piece| *piece != Piece::Text(""));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_conditions() {
        let check = |text: &str, expected: &str| {
            let found = match HitCondition::parse(text) {
                Ok(condition) => (1..=6).filter(|n| condition.holds(*n)).map(|n| n.to_string()).collect(),
                Err(why) => why,
            };
            assert_eq!(found, expected, "{text}");
        };
        check("3", "3");
        check(" == 3 ", "3");
        check("=3", "3");
        check(">3", "456");
        check(">= 3", "3456");
        check("<3", "12");
        check("<=3", "123");
        check("% 2", "246");
        check("%0", "`%0` is not a hit condition: use a number, or >= 5, or % 5");
        check("often", "`often` is not a hit condition: use a number, or >= 5, or % 5");
        check("-1", "`-1` is not a hit condition: use a number, or >= 5, or % 5");
    }

    #[test]
    fn log_messages() {
        let check =
            |message: &str, expected: &[Piece<'_>]| assert_eq!(pieces(message), expected, "{message}");
        check("plain", &[Piece::Text("plain")]);
        check("X is {X}.", &[Piece::Text("X is "), Piece::Expression("X"), Piece::Text(".")]);
        check("{{a, X}}", &[Piece::Expression("{a, X}")]);
        check("{X}{Y}", &[Piece::Expression("X"), Piece::Expression("Y")]);
        check("open { brace", &[Piece::Text("open { brace")]);
        check("ü{é}", &[Piece::Text("ü"), Piece::Expression("é")]);
    }
}
