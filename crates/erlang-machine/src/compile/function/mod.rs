//! One function: its clauses and bodies.

mod emit;
mod slots;

use std::collections::{HashMap, HashSet};

use erlang_syntax::ast::{Clause, ExprId, ExprKind, VarName};
use erlang_term::{Atom, Term};

use super::numbering::Copy;
use super::scope::source_name;
use super::{Lifting, ModuleCompiler};
use crate::code::{Arg, CodePlace, Field, Handler, Instr, Lambda, Pc, Point, Receive, Slot};

/// While a function is compiled, temporaries are numbered from here; how many variables there are
/// is known only at the end.
const TEMPORARIES: u32 = 1 << 28;

/// A place in the code that may not be there yet. Stands where a [`Pc`] will stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(pub u32);

/// Where the value of an expression goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dest {
    Slot(Slot),
    /// It is the value of the function.
    Return,
}

pub type Done = Result<(), String>;

pub struct FunctionCompiler<'m, 'a> {
    pub m: &'m mut ModuleCompiler<'a>,
    pub lifting: &'m mut Lifting,
    name: Atom,
    arity: u32,
    place: CodePlace,
    /// Which copy of a record's values is compiled, if any.
    pub copy: Copy,
    /// Where everything is said to be while a copy is compiled: the value that a record's
    /// definition gives to a field stands, for OTP, where the record is made.
    copied_to: Option<CodePlace>,
    origin: Option<ExprId>,
    captured: Vec<VarName>,
    head: CodePlace,
    code: Vec<Instr>,
    constants: Vec<Term>,
    labels: Vec<Option<Pc>>,
    /// With labels in place of positions.
    handlers: Vec<Handler>,
    pub fields: Vec<Field>,
    pub lambdas: Vec<Lambda>,
    positions: Vec<(Pc, CodePlace)>,
    /// The slot of each variable of the clause at hand, bound or not.
    slots: HashMap<VarName, Slot>,
    bound: HashSet<VarName>,
    names: Vec<(VarName, Slot)>,
    variables: u32,
    most_variables: u32,
    height: u32,
    most_height: u32,
    /// The name by which a named fun calls itself: its function and how many values it captured.
    pub itself: Option<Itself>,
    /// The ends of clauses that are being compiled, innermost last.
    pub open_ends: Vec<Label>,
    /// How many receives there are around the expression at hand.
    pub receive_depth: u32,
    pub receives: Vec<Receive>,
    /// Is this an instrumented copy? Then it reports on its expressions.
    pub instrumented: bool,
    pub points: Vec<Point>,
    /// No expression of the clause at hand has been compiled yet.
    at_beginning: bool,
}

/// What a named fun knows of itself.
#[derive(Clone)]
pub struct Itself {
    pub name: VarName,
    pub function: u32,
    pub arity: u32,
    pub captured: Vec<VarName>,
}

impl<'m, 'a> FunctionCompiler<'m, 'a> {
    pub fn new(
        m: &'m mut ModuleCompiler<'a>,
        lifting: &'m mut Lifting,
        name: Atom,
        arity: u32,
        place: CodePlace,
        origin: Option<ExprId>,
    ) -> Self {
        FunctionCompiler {
            m,
            lifting,
            name,
            arity,
            place,
            copy: Copy::new(),
            copied_to: None,
            origin,
            captured: Vec::new(),
            head: place,
            code: Vec::new(),
            constants: Vec::new(),
            labels: Vec::new(),
            handlers: Vec::new(),
            fields: Vec::new(),
            lambdas: Vec::new(),
            positions: Vec::new(),
            slots: HashMap::new(),
            bound: HashSet::new(),
            names: Vec::new(),
            variables: arity,
            most_variables: arity,
            height: 0,
            most_height: 0,
            itself: None,
            open_ends: Vec::new(),
            receive_depth: 0,
            receives: Vec::new(),
            instrumented: false,
            points: Vec::new(),
            at_beginning: false,
        }
    }

    /// The whole of a function, or of a fun without captured values.
    pub fn clauses_of_function(&mut self, clauses: &[&Clause]) -> Done {
        self.clauses_of_fun(clauses, &[])
    }

    /// Arguments come first, then captured values.
    pub fn clauses_of_fun(&mut self, clauses: &[&Clause], captured: &[VarName]) -> Done {
        self.captured = captured.iter().map(|name| source_name(*name)).collect();
        let arguments = self.arity - captured.len() as u32;
        self.report_function(clauses);
        for (n, clause) in clauses.iter().enumerate() {
            self.slots.clear();
            self.bound.clear();
            self.variables = self.arity;
            for (k, name) in captured.iter().enumerate() {
                self.slots.insert(*name, Slot(arguments + k as u32));
                self.bound.insert(*name);
                if self.instrumented {
                    self.report_binding(*name);
                }
            }
            let next = self.label();
            for (k, pattern) in clause.patterns.iter().enumerate() {
                match &self.m.source[*pattern].kind {
                    // A variable is where the argument is.
                    ExprKind::Variable(name) if self.bound_slot(*name).is_none() => {
                        let name = *name;
                        self.slots.insert(name, Slot(k as u32));
                        self.bind(name);
                    }
                    _ => self.pattern(*pattern, Slot(k as u32), next)?,
                }
            }
            self.bind_itself(clause);
            let number = n as u32 + 1;
            self.guard_of_clause(number, &clause.guard, next)?;
            if self.m.options.clauses {
                self.emit(Instr::EnterClause { clause: number });
            }
            self.at_beginning = true;
            self.body(&clause.body, Dest::Return)?;
            self.place_label(next);
            self.report(Point::Refused { clause: number });
        }
        self.set_place(self.head);
        self.emit(Instr::FunctionClause);
        Ok(())
    }

    /// `prim_eval:'receive'(Matcher, Timeout)`: a receive whose clauses are a fun.
    pub fn body_of_receive(&mut self) {
        let (wait, accepted) = (self.label(), self.label());
        self.emit(Instr::ReceiveStart { timeout: Arg::read(Slot(1)) });
        let (message, behind) = (self.temporary(), self.temporary());
        let next = self.here();
        self.emit(Instr::ReceivePeek { dst: message, otherwise: wait.0 });
        self.emit(Instr::Move { dst: behind, src: Arg::read(Slot(0)) });
        self.emit(Instr::CallFun { first: message, arity: 1 });
        let nomatch = self.constant(Term::atom("nomatch"));
        self.emit(Instr::MatchExact { a: Arg::read(message), b: nomatch, otherwise: accepted.0 });
        self.emit(Instr::ReceiveSkip { to: next.0 });
        self.place_label(accepted);
        self.emit(Instr::ReceiveAccept);
        self.emit(Instr::Return { src: Arg::read(message) });
        self.place_label(wait);
        self.emit(Instr::ReceiveWait { to: next.0 });
        let timeout = self.constant(Term::atom("timeout"));
        self.emit(Instr::Return { src: timeout });
    }

    /// Passes the module's name and the function's own arguments on to another function.
    pub fn body_that_calls(&mut self, module: Atom, callee: (Atom, Atom)) {
        let first = self.temporary();
        let constant = self.constant(Term::Atom(module));
        self.emit(Instr::Move { dst: first, src: constant });
        self.pass_arguments();
        let import = self.m.import(callee.0, callee.1, self.arity + 1);
        self.emit(Instr::TailCallRemote { import, first, arity: self.arity + 1 });
    }

    /// Passes the function's own arguments on to a function of module `erlang`.
    pub fn body_that_calls_erlang(&mut self, id: ExprId, name: Atom) {
        let first = match self.arity {
            0 => self.temporary(),
            _ => Slot(TEMPORARIES + self.height),
        };
        self.pass_arguments();
        self.at(id);
        self.erlang_call_of(name, self.arity, first, Dest::Return);
    }

    fn pass_arguments(&mut self) {
        for n in 0..self.arity {
            let slot = self.temporary();
            self.emit(Instr::Move { dst: slot, src: Arg::read(Slot(n)) });
        }
    }

    /// Each question with its answer: a list of names and arities.
    pub fn body_of_behaviour_info(&mut self, answers: &[(&str, Vec<(Atom, u32)>)]) {
        for (question, names) in answers {
            let next = self.label();
            self.match_constant(Slot(0), Term::atom(question), next);
            let pairs = names
                .iter()
                .map(|(name, arity)| Term::tuple([Term::Atom(*name), Term::Int(i64::from(*arity))]));
            let answer = self.constant(Term::list(pairs.collect::<Vec<_>>()));
            self.emit(Instr::Return { src: answer });
            self.place_label(next);
        }
        self.emit(Instr::FunctionClause);
    }

    /// Expressions in sequence; the last one's value goes to `dest`.
    pub fn body(&mut self, body: &[ExprId], dest: Dest) -> Done {
        let Some((mut last, mut before)) = body.split_last() else { return Ok(()) };
        // `X = E, X` is `X = E`.
        if !(self.m.options.stops && self.m.options.binds_last())
            && let Some((matching, rest)) = before.split_last()
            && let ExprKind::Variable(name) = &self.m.source[*last].kind
            && let ExprKind::Match { pattern, .. } = &self.m.source[*matching].kind
            && let ExprKind::Variable(matched) = &self.m.source[*pattern].kind
            && name == matched
        {
            (last, before) = (matching, rest);
        }
        for e in before {
            self.stop_before(*e);
            self.for_effect(*e)?;
        }
        self.stop_before(*last);
        self.result(*last, dest)
    }

    /// A process can be asked to stand here, with this expression before it.
    pub fn stop_before(&mut self, id: ExprId) {
        if self.m.options.stops {
            let place = self.place;
            self.at_line(id, self.m.source[id].span.start.line);
            let first = std::mem::take(&mut self.at_beginning);
            self.emit(Instr::Stop { first });
            self.place = place;
        }
    }
}
