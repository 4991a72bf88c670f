//! The processes of a run, as a table.

use serde::Serialize;

/// One process, in words. The fields and their names are those of `--json`.
#[derive(Serialize, Clone, Debug)]
pub struct Row {
    /// From 1, in the order of creation.
    pub n: usize,
    pub pid: String,
    /// The registered name.
    pub name: Option<String>,
    pub first_call: String,
    pub outcome: Outcome,
    /// The value, the exception, where it is.
    pub text: String,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Value,
    Exception,
    Blocked,
    Running,
    Killed,
}

/// Longer texts are cut to this many characters: a row is one line.
const WIDEST: usize = 60;

/// More processes than this are counted, not listed.
const MOST: usize = 100;

/// The rows in columns, each line ended.
pub fn format(rows: &[Row]) -> String {
    let cells: Vec<[String; 3]> = rows
        .iter()
        .take(MOST)
        .map(|row| {
            let name = row.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
            [format!("{}{name}", row.pid), cut(&row.first_call), cut(&row.outcome_text())]
        })
        .collect();
    let mut lines = vec![["process", "first call", "outcome"].map(str::to_owned)];
    lines.extend(cells);
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let mut text: String = lines
        .iter()
        .map(|[pid, call, outcome]| format!("{pid:first$}  {call:second$}  {outcome}\n"))
        .collect();
    if rows.len() > MOST {
        text.push_str(&format!("… and {} more processes\n", rows.len() - MOST));
    }
    text
}

impl Row {
    /// `value 42`, `blocked in receive at m.erl:7`
    pub fn outcome_text(&self) -> String {
        match self.outcome {
            Outcome::Value => format!("value {}", self.text),
            Outcome::Exception => format!("exception {}", self.text),
            Outcome::Blocked => format!("blocked in {}", self.text),
            Outcome::Running => format!("still running, {}", self.text),
            Outcome::Killed => format!("killed, {}", self.text),
        }
    }
}

fn cut(text: &str) -> String {
    let mut line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((at, _)) = line.char_indices().nth(WIDEST) {
        line.truncate(at);
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_in_columns() {
        let row = |n: usize, name: Option<&str>, first_call: &str, outcome: Outcome, text: &str| Row {
            n,
            pid: format!("<0.{}.0>", 79 + n),
            name: name.map(str::to_owned),
            first_call: first_call.into(),
            outcome,
            text: text.into(),
        };
        let rows = [
            row(1, None, "tcp:main()", Outcome::Blocked, "receive at tcp.erl:5"),
            row(2, Some("server"), "tcp:server_fun(<0.80.0>, 50, 500)", Outcome::Value, "rst"),
            row(3, None, "m:f()", Outcome::Exception, "error:badarg"),
            row(4, None, "m:f()", Outcome::Killed, "shutdown"),
            row(5, None, "m:g()", Outcome::Running, &format!("at {}", "x".repeat(80))),
        ];
        let expected = format!(
            "\
process          first call                         outcome
<0.80.0>         tcp:main()                         blocked in receive at tcp.erl:5
<0.81.0> server  tcp:server_fun(<0.80.0>, 50, 500)  value rst
<0.82.0>         m:f()                              exception error:badarg
<0.83.0>         m:f()                              killed, shutdown
<0.84.0>         m:g()                              still running, at {}…
",
            "x".repeat(42)
        );
        assert_eq!(format(&rows), expected);
    }
}
