//! From a trace file to a tree, and to the statements of some of its nodes: one pass over the file
//! each, and no more in memory than is wanted.

use std::fmt;
use std::io::Read;
use std::str::FromStr;

use crate::format::{Reader, Trouble};
use crate::spans::Spans;
use crate::stacks::Snapshots;
use crate::statement::{Collector, Statements};
use crate::tables::Texts;
use crate::tree::{ObservationTree, Topic};

/// How dependencies are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Exactly, from spans.
    #[default]
    Spans,
    /// Approximately, from cost-centre stacks.
    Stacks,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Spans => "spans",
            Method::Stacks => "stacks",
        })
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(name: &str) -> Result<Method, String> {
        match name {
            "spans" => Ok(Method::Spans),
            "stacks" => Ok(Method::Stacks),
            _ => Err("a tree is made from spans or from stacks".into()),
        }
    }
}

/// A trace as a tree.
pub struct Recording {
    pub tree: ObservationTree,
    pub texts: Texts,
    pub events: u32,
    /// What ended the reading before the end, if anything: the tree is as far as that.
    pub trouble: Option<Trouble>,
    /// Whether the producer said that this is all.
    pub is_complete: bool,
}

/// Reads as far as can be. An error: there is nothing to read.
pub fn tree(source: impl Read, method: Method) -> Result<Recording, Trouble> {
    let mut reader = Reader::new(source)?;
    let (mut spans, mut snapshots) = (Spans::new(), Snapshots::default());
    let mut events = 0;
    let trouble = loop {
        let recorded = match reader.next_event() {
            Ok(Some(recorded)) => recorded,
            Ok(None) => break None,
            Err(trouble) => break Some(trouble),
        };
        let added = match method {
            Method::Spans => spans.add(recorded).map(drop),
            Method::Stacks => snapshots.add(recorded),
        };
        if let Err(what) = added {
            break Some(reader.impossible(what));
        }
        events += 1;
    };
    let is_complete = trouble.is_none() && reader.is_complete();
    let (texts, mut stacks) = reader.into_tables();
    let dependencies = match method {
        Method::Spans => spans.finish(),
        Method::Stacks => snapshots.finish(&mut stacks),
    };
    Ok(Recording { tree: ObservationTree::new(dependencies), texts, events, trouble, is_complete })
}

/// What these nodes say, as far as the first this many events tell.
pub fn statements(
    source: impl Read,
    events: u32,
    wanted: impl IntoIterator<Item = Topic>,
) -> Result<Statements, Trouble> {
    let mut reader = Reader::new(source)?;
    let mut collector = Collector::new(wanted.into_iter().map(|topic| (topic.event, topic.label)));
    for _ in 0..events {
        let Some(recorded) = reader.next_event()? else { break };
        collector.add(recorded).map_err(|what| reader.impossible(what))?;
    }
    Ok(collector.finish())
}
