//! What can be looked at beside the panels: made on request, and changes nothing.

/// A request of the page for a piece of HTML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Look {
    /// `/look/statement`: the statement of the question, with nothing left out.
    Statement,
    /// `/look/diagram?around=21&process=server`: what processes did to each other.
    Diagram { around: Option<u32>, process: Option<String> },
}

impl Look {
    /// From the last part of the path and the query.
    pub fn read(what: &str, query: &[(String, String)]) -> Result<Look, String> {
        let value = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let field = |name: &str| value(name).filter(|value| !value.is_empty());
        match what {
            "statement" => Ok(Look::Statement),
            "diagram" => {
                let around = field("around")
                    .map(|n| n.parse().map_err(|_| format!("{n} is not the number of an event\n")));
                Ok(Look::Diagram { around: around.transpose()?, process: field("process") })
            }
            _ => Err(format!("there is nothing called {what} to look at\n")),
        }
    }
}
