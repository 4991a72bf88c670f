//! Whether the stacks of a trace tell what its spans tell.

use std::collections::{BTreeMap, BTreeSet};

use computation_tree::Vertex;

use crate::event::{Event, EventId, StackId, TextId};
use crate::format::Recorded;
use crate::spans::{Dependencies, Spans};
use crate::trace::Trace;
use crate::value::HIDDEN;

/// Whatever is called or used, its stack is `push(S, f)` of the statement that spans find at work
/// there: so the second rule of the graph from stacks has all true dependencies by itself. Traces
/// of those who merge stacks need not agree; the lazy machine's must. The third rule, which is for
/// merged stacks, would hide most of its mistakes.
///
/// What an action does is in no span, since it is performed when its statement (`<?>`) is long
/// over: there stacks know more, and have it below such a statement.
pub fn agree(trace: &Trace) -> Result<(), String> {
    let mut stacks = trace.stacks.clone();
    let mut called: BTreeMap<EventId, StackId> = BTreeMap::new();
    let mut used: BTreeSet<(StackId, TextId)> = BTreeSet::new();
    // By event, the root or the application that it is a part of; and those that gave an action.
    let mut owners: Vec<EventId> = Vec::new();
    let mut actions: BTreeSet<EventId> = BTreeSet::new();
    let mut spans = Spans::new();
    for recorded in trace.events() {
        spans.add(recorded)?;
        let Recorded { id, event, .. } = recorded;
        let is_owner = matches!(event, Event::MapsTo { stack: Some(_), .. });
        let owner = event.parent().filter(|_| !is_owner).map_or(id, |parent| owners[parent.0 as usize]);
        owners.push(owner);
        match event {
            Event::Root { stack: Some(stack), .. } | Event::MapsTo { stack: Some(stack), .. } => {
                called.insert(id, stack);
            }
            Event::Use { label, stack: Some(stack) } => {
                used.insert((stack, label));
            }
            Event::Con { name, .. } if trace.texts.get(name) == HIDDEN => {
                actions.insert(owner);
            }
            _ => {}
        }
    }
    let Dependencies { graph, topics, .. } = spans.finish();
    let performed: BTreeSet<StackId> = topics
        .iter()
        .filter(|topic| actions.contains(&topic.event))
        .filter_map(|topic| Some(stacks.push_label(*called.get(&topic.event)?, topic.label)))
        .collect();
    for (from, to) in graph.edges() {
        let (user, what) = (topics[from.0 as usize], topics[to.0 as usize]);
        let inside = match called.get(&user.event) {
            Some(stack) => stacks.push_label(*stack, user.label),
            None => StackId::EMPTY,
        };
        let is_under = |stack| called.get(&what.event) == Some(&stack) || used.contains(&(stack, what.label));
        let is_performed = || from == Vertex::ROOT && performed.iter().any(|stack| is_under(*stack));
        if !is_under(inside) && !is_performed() {
            let [user, what] =
                [user, what].map(|topic| format!("{} (event {})", trace.texts.get(topic.label), topic.event));
            return Err(format!("{what} is not under the stack of {user}, which needs it"));
        }
    }
    Ok(())
}
