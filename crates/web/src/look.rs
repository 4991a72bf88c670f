//! What can be looked at beside the panels: made on request, and changes nothing.

use debugger::dialogue::NodeId;
use debugger::drawable::DiagramChoice;
use session::answer::ValueStep;

/// Events that a diagram shows, unless somebody asks for another number.
const EVENTS: usize = 5_000;

/// The answer to a look.
pub struct Seen {
    /// As in `Content-Type`.
    pub kind: &'static str,
    pub text: String,
}

impl Seen {
    pub fn html(text: String) -> Seen {
        Seen { kind: "text/html; charset=utf-8", text }
    }

    pub fn json(text: String) -> Seen {
        Seen { kind: "application/json", text }
    }
}

/// A request of the page for a piece of HTML.
#[derive(Clone, Debug)]
pub enum Look {
    /// `/look/statement`: the statement of the question, with nothing left out.
    Statement,
    /// `/look/diagram?around=21&process=server&message={a,_}&calls=on&all=on&fold=%232`: what
    /// processes did to each other. With `file=on`, a picture that stands by itself.
    Diagram { choice: DiagramChoice, is_file: bool },
    /// `/look/compare?compare=7`: the same beside a run with this seed, and what is different. An
    /// error until that run is over.
    Compare { seed: u64, choice: DiagramChoice },
    /// `/look/event?event=12`: what can be done with an event of the diagram.
    Event { event: u32 },
    /// `/look/markdown`: the session so far, to be sent to somebody.
    Markdown,
    /// `/look/tests`: the answers so far as unit tests.
    Tests,
    /// `/look/maker?path=[1,2]`: the call that made this part of the value in question.
    Maker { path: Vec<ValueStep> },
    /// `/look/tree?root=17`: the tree from a node, with the way to the current question.
    Tree { root: Option<NodeId> },
    /// `/look/stack`: the calls that led to the current one.
    Stack,
    /// `/look/below?node=17`: the children of a node of the tree.
    Below { node: NodeId },
    /// `/look/siblings?first=17&end=90`: nodes of the tree that were left out.
    Siblings { first: NodeId, end: NodeId },
    /// `/look/find?text=merge&from=17`: nodes of the tree by function or by what they say.
    Find { text: String, from: Option<NodeId> },
    /// `/look/saved`: the run as the command `save` wrote it.
    Saved,
    /// `/look/inside?number=7`: what is in a value of the walk.
    Inside { number: u32 },
    /// `/look/causes?event=12`: `{"past":[3,7],"future":[14]}`, the events that led to one,
    /// and those that it led to.
    Causes { event: u32 },
    /// `/look/stand?process=2`: where a process stands in the walk.
    Stand { process: Option<u32> },
}

impl Look {
    /// From the last part of the path and the query.
    pub fn read(what: &str, query: &[(String, String)]) -> Result<Look, String> {
        let value = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let field = |name: &str| value(name).filter(|value| !value.is_empty());
        let values = |name: &str| -> Vec<String> {
            let all = query.iter().filter(|(key, value)| key == name && !value.is_empty());
            all.map(|(_, value)| value.clone()).collect()
        };
        let number = |name: &str| match field(name) {
            Some(n) => n.parse().map(Some).map_err(|_| format!("{name}={n} is not a number\n")),
            None => Ok(None),
        };
        let needed = |name: &str| number(name)?.ok_or_else(|| format!("{name} is missing\n"));
        match what {
            "statement" => Ok(Look::Statement),
            "diagram" | "compare" => {
                let choice = DiagramChoice {
                    processes: field("process").into_iter().collect(),
                    message: field("message"),
                    around: number("around")?,
                    window: Some(number("window")?.map_or(EVENTS, |window| window as usize)),
                    all: field("all").is_some(),
                    timers: field("timers").is_some(),
                    calls: field("calls").is_some(),
                    folded: values("fold"),
                    is_page: true,
                };
                Ok(match what {
                    "compare" => Look::Compare { seed: needed("compare")?.into(), choice },
                    _ => Look::Diagram { choice, is_file: field("file").is_some() },
                })
            }
            "event" => Ok(Look::Event { event: needed("event")? }),
            "markdown" => Ok(Look::Markdown),
            "tests" => Ok(Look::Tests),
            "maker" => {
                let path = field("path").unwrap_or_default();
                let path = serde_json::from_str(&path).map_err(|error| format!("path={path}: {error}\n"))?;
                Ok(Look::Maker { path })
            }
            "tree" => Ok(Look::Tree { root: number("root")?.map(NodeId) }),
            "stack" => Ok(Look::Stack),
            "below" => Ok(Look::Below { node: NodeId(needed("node")?) }),
            "siblings" => Ok(Look::Siblings { first: NodeId(needed("first")?), end: NodeId(needed("end")?) }),
            "find" => {
                let text = field("text").ok_or("there is no text to look for\n")?;
                Ok(Look::Find { text, from: number("from")?.map(NodeId) })
            }
            "saved" => Ok(Look::Saved),
            "inside" => Ok(Look::Inside { number: needed("number")? }),
            "causes" => Ok(Look::Causes { event: needed("event")? }),
            "stand" => Ok(Look::Stand { process: number("process")? }),
            _ => Err(format!("there is nothing called {what} to look at\n")),
        }
    }
}
