//! Erlang runs as evidence.

mod calls;
mod expressions;
mod layout;
pub mod moments;
mod origin;
mod processes;
mod shared;
mod source;
mod variables;

pub use calls::{Calls, JudgesInside, named};
pub use expressions::ExpressionJudge;
pub use layout::FOLDS;
pub use processes::{Draw, Processes, TransitionJudge};

use erlang_machine::program::Program;
use erlang_term::{Atom, Term};
use erlang_tree::statement::{self, ONE_LINE};

use session::event::{ClaimKind, Item};

/// Variables as items; for people with records by name and field, those of the module `home` first.
fn context_items(program: &Program, variables: &[(Atom, Term)], home: Option<Atom>) -> Vec<Item> {
    let people = ONE_LINE.for_people(home);
    let item = |((name, value), id): (&(Atom, Term), u32)| {
        let binding = |value: String| format!("{} = {value}", name.name());
        let is_otherwise = statement::is_shown_otherwise(program, home, std::iter::once(value));
        let meaning = is_otherwise.then(|| binding(people.value(program, value)));
        Item { meaning, ..Item::plain(id, binding(statement::value(program, value))) }
    };
    variables.iter().zip(1..).map(item).collect()
}

pub fn claim_kind(kind: statement::ClaimKind) -> ClaimKind {
    match kind {
        statement::ClaimKind::Context => ClaimKind::Context,
        statement::ClaimKind::Consumed => ClaimKind::Consumed,
        statement::ClaimKind::Value => ClaimKind::Value,
        statement::ClaimKind::Exception => ClaimKind::Exception,
        statement::ClaimKind::Reached => ClaimKind::Unfinished,
    }
}
