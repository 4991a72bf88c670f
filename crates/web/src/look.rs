//! What can be looked at beside the panels: made on request, and changes nothing.

use debugger::dialogue::NodeId;

/// A request of the page for a piece of HTML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Look {
    /// `/look/statement`: the statement of the question, with nothing left out.
    Statement,
    /// `/look/diagram?around=21&process=server`: what processes did to each other.
    Diagram { around: Option<u32>, process: Option<String> },
    /// `/look/tree?root=17`: the tree from a node, with the way to the current question.
    Tree { root: Option<NodeId> },
    /// `/look/below?node=17`: the children of a node of the tree.
    Below { node: NodeId },
    /// `/look/siblings?first=17&end=90`: nodes of the tree that were left out.
    Siblings { first: NodeId, end: NodeId },
    /// `/look/find?text=merge&from=17`: nodes of the tree by function or by what they say.
    Find { text: String, from: Option<NodeId> },
    /// `/look/causes?event=12`: `{"past":[3,7],"future":[14]}`, the events that led to one,
    /// and those that it led to. Only in a walk.
    Causes { event: u32 },
    /// `/look/stand?process=2`: where a process stands in the walk.
    Stand { process: Option<u32> },
}

impl Look {
    /// From the last part of the path and the query.
    pub fn read(what: &str, query: &[(String, String)]) -> Result<Look, String> {
        let value = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let field = |name: &str| value(name).filter(|value| !value.is_empty());
        let number = |name: &str| match field(name) {
            Some(n) => n.parse().map(Some).map_err(|_| format!("{name}={n} is not a number\n")),
            None => Ok(None),
        };
        let needed = |name: &str| number(name)?.ok_or_else(|| format!("{name} is missing\n"));
        match what {
            "statement" => Ok(Look::Statement),
            "diagram" => Ok(Look::Diagram { around: number("around")?, process: field("process") }),
            "tree" => Ok(Look::Tree { root: number("root")?.map(NodeId) }),
            "below" => Ok(Look::Below { node: NodeId(needed("node")?) }),
            "siblings" => Ok(Look::Siblings { first: NodeId(needed("first")?), end: NodeId(needed("end")?) }),
            "find" => {
                let text = field("text").ok_or("there is no text to look for\n")?;
                Ok(Look::Find { text, from: number("from")?.map(NodeId) })
            }
            "causes" => Ok(Look::Causes { event: needed("event")? }),
            "stand" => Ok(Look::Stand { process: number("process")? }),
            _ => Err(format!("there is nothing called {what} to look at\n")),
        }
    }
}
