//! The expressions of one call: the search goes on inside.

use std::rc::Rc;

use computation_tree::{NodeId, SubjectId, Tree};
use erlang_machine::program::Program;
use erlang_tree::CallOutcome;
use erlang_tree::statement::{self, Fold, ONE_LINE};
use erlang_tree::zoom::{self, ExpressionStatement, Zoom};
use inquiry::Judgement;

use super::calls::{NO_MESSAGES, named};
use super::{claim_kind, context_items, source};
use session::event::{Claim, ClaimKind, Content, Place, QuestionKind, Subject, sentence};
use session::evidence::{
    Blamed, BlamedCode, Consequence, Evidence, Judges, Layout, Lead, Nature, Statement, WrongClaim,
};
use slices::Later;

/// A judge that may know the intended value of an expression.
pub trait ExpressionJudge {
    fn name(&self) -> String;

    /// `None`: cannot tell.
    fn judge<'a>(&'a mut self, zoom: &'a Zoom, node: NodeId) -> Later<'a, Option<Judgement>>;
}

pub(super) struct Expressions {
    pub zoom: Zoom,
    pub program: Rc<Program>,
    pub process: String,
    pub judge: Option<Box<dyn ExpressionJudge>>,
}

impl Expressions {
    fn say(&self, node: NodeId) -> ExpressionStatement {
        self.zoom.statement(&self.program, node)
    }

    fn say_to_people(&self, node: NodeId) -> ExpressionStatement {
        let fold = ONE_LINE.for_people(Some(self.zoom.subject().module));
        self.zoom.statement_for(&fold, &self.program, node)
    }

    /// The call that all of it happens in: `Part of m:f(1) = 2, which is wrong`
    fn wrong_call(&self) -> String {
        let call = self.zoom.call();
        let fold = ONE_LINE.for_people(Some(call.subject.module));
        let fold = Fold { depth: 5, length: 12, characters: 60, ..fold };
        let said = fold.call(&self.program, &call);
        let outcome = fold.claim(&self.program, &call.outcome).text;
        let outcome = match &call.outcome {
            CallOutcome::Value(_) => format!(" = {outcome}"),
            CallOutcome::Exception { .. } => format!(" = ** exception {}", outcome.replacen(':', ": ", 1)),
            CallOutcome::Unfinished => String::new(),
        };
        format!("Part of {said}{outcome}, which is wrong,")
    }

    fn numbered(&self, said: &ExpressionStatement) -> Vec<Claim> {
        let home = Some(self.zoom.subject().module);
        let numbered = said.claims.iter().zip(1..).map(|(claim, id)| match claim.kind {
            statement::ClaimKind::Context => {
                let items = context_items(&self.program, &said.context, home);
                let content = Content::List { text: claim.text.clone(), items };
                Claim { id, kind: claim_kind(claim.kind), content }
            }
            kind => Claim::text(id, claim_kind(kind), claim.text.clone()),
        });
        numbered.collect()
    }
}

impl Evidence for Expressions {
    fn tree(&self) -> &dyn Tree {
        &self.zoom.tree
    }

    fn nature(&self) -> Nature {
        Nature::blaming(NodeId(0))
    }

    /// Expressions are not trusted by name.
    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        Vec::new()
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async {})
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        let said = self.say(node);
        let claims = self.numbered(&said);
        let to_people = self.say_to_people(node);
        let shown = sentence(&to_people.statement, &self.numbered(&to_people));
        let shown = Some(shown).filter(|shown| *shown != sentence(&said.statement, &claims));
        Statement {
            kind: QuestionKind::Expression,
            process: self.process.clone(),
            subject: named(self.zoom.subject()),
            claims,
            shown,
            at: Some(said.place.to_string()),
            text: said.statement,
            beyond_judgement: None,
        }
    }

    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout {
        let said = self.say_to_people(node);
        let context = said.claims.iter().find(|claim| claim.kind == statement::ClaimKind::Context);
        let context = context.map(|claim| format!("with {}", claim.text));
        let code = match &context {
            Some(context) => said.statement.strip_suffix(&format!(" {context}")).unwrap_or(&said.statement),
            None => &said.statement,
        };
        let message = said.claims.iter().find(|claim| claim.kind == statement::ClaimKind::Consumed);
        let message = message.map(|claim| format!("on {}", claim.text));
        let given = [statement::ClaimKind::Context, statement::ClaimKind::Consumed];
        let claims = said.claims.iter().filter(|claim| !given.contains(&claim.kind));
        let claims: Vec<String> = claims
            .map(|claim| match claim.kind {
                statement::ClaimKind::Exception => {
                    format!("** exception {}", claim.text.replacen(':', ": ", 1))
                }
                _ => claim.text.clone(),
            })
            .collect();
        let mut lines = match size {
            // Among others, the call is not said again.
            Some(..=SHORT) => Vec::new(),
            _ => wrapped(&self.wrong_call(), width),
        };
        lines.push(format!("at {}:", said.place));
        lines.extend(wrapped(code, width.saturating_sub(2)).into_iter().map(|line| format!("  {line}")));
        let outcome = Some(format!("= {}", claims.join("; ")));
        for part in [outcome, message, context].into_iter().flatten() {
            let part = wrapped(&part, width.saturating_sub(4));
            lines.extend(part.into_iter().map(|line| format!("    {line}")));
        }
        let folded = size.is_some_and(|size| lines.len() > size);
        if let (true, Some(size)) = (folded, size) {
            lines.truncate(size.max(2) - 1);
            lines.push("  ...".into());
        }
        Layout { text: lines.join("\n"), folded }
    }

    fn code(&mut self, node: NodeId) -> BlamedCode {
        let said = self.say(node);
        let zoom::SourceRange { file, line, column, end_line, end_column } = self.zoom.blamed_place(node);
        let place = Place {
            file: Some(file),
            line: Some(line),
            column: Some(column),
            end_line: Some(end_line),
            end_column: Some(end_column),
        };
        let subject = self.zoom.subject();
        let source = source::written(&subject.source, self.zoom.blamed_span(node)).unwrap_or(said.text);
        let (clause, blamed) = (self.zoom.clause_of_call(), Blamed::Expression);
        let whole = source::of_subject(subject);
        BlamedCode { clause, place, source: Some(source), whole, blamed, ..BlamedCode::default() }
    }

    /// With other variables it might be right: the wrong one leads to the code that bound it. The
    /// same holds for another message, which came from outside.
    fn consequence(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        let in_context = wrong.claim.kind == ClaimKind::Context;
        match wrong.item {
            _ if wrong.missing.is_some() => Err(NO_MESSAGES.into()),
            Some(_) if !in_context => Err("this claim is not a list".into()),
            None if wrong.claim.kind == ClaimKind::Consumed => Ok(Consequence::inadmissible(None)),
            None if !in_context => Ok(Consequence::wrong()),
            None => Ok(Consequence::inadmissible(None)),
            Some(item) => {
                let said = self.say(node);
                let name = (item as usize).checked_sub(1).and_then(|index| said.context.get(index));
                let binder = name.and_then(|(name, _)| self.zoom.binder(node, *name));
                let binder = binder.ok_or("there is no such variable")?;
                let lead = Lead::Below(binder, "the wrong variable was bound here".into());
                Ok(Consequence::inadmissible(Some(lead)))
            }
        }
    }

    fn judges(&mut self) -> Option<&mut dyn Judges> {
        Some(self)
    }
}

impl Judges for Expressions {
    fn judge(&mut self, node: NodeId) -> Later<'_, Option<(Judgement, String)>> {
        Box::pin(async move {
            let judge = self.judge.as_mut()?;
            Some((judge.judge(&self.zoom, node).await?, judge.name()))
        })
    }

    fn advice(&mut self, _node: NodeId) -> Later<'_, Vec<String>> {
        Box::pin(async { Vec::new() })
    }
}

/// The lines for an expression that is one of several.
const SHORT: usize = 4;

/// Lines of at most that width, as far as there are spaces to break them at.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
