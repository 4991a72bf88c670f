//! What the sources state about a call, made into functions that can be tried: a copy of the module
//! in which the call is replaced by its recorded outcome.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use erlang_machine::code::Function as Code;
use erlang_machine::program::Mfa;
use erlang_machine::world::{FoundModule, Loader};
use erlang_syntax::ast::{
    Clause, Expr, ExprId, ExprKind, Form, FormKind, Function, FunctionName, Module, VarName,
};
use erlang_syntax::source::Span;
use erlang_syntax::{Options, parse_module};
use erlang_term::{Atom, Term, atoms};

use crate::{Call, CallOutcome};

/// A call in the source, with the function that it means.
#[derive(Clone)]
pub struct CallSite {
    pub expr: ExprId,
    pub mfa: Mfa,
    pub arguments: Vec<ExprId>,
}

/// What the names of functions mean in a module.
pub struct Names {
    module: Atom,
    own: HashSet<(Atom, u32)>,
    imported: HashMap<(Atom, u32), Atom>,
}

impl Names {
    pub fn of(module: &Module) -> Names {
        let mut imported = HashMap::new();
        for form in &module.forms {
            if let FormKind::Import { module, functions } = &form.kind {
                imported.extend(functions.iter().map(|f| ((f.name, f.arity), *module)));
            }
        }
        let own = module.functions().map(|function| (function.name, function.arity)).collect();
        Names { module: module.name, own, imported }
    }

    /// The expression as a call of a function that is named in it.
    pub fn call(&self, module: &Module, expr: ExprId) -> Option<CallSite> {
        let atom = |id: ExprId| match module[id].kind {
            ExprKind::Atom(atom) => Some(atom),
            _ => None,
        };
        let (definer, function, arguments) = match &module[expr].kind {
            ExprKind::Call { callee, arguments } => {
                let name = (atom(*callee)?, arguments.len() as u32);
                let definer = match self.imported.get(&name) {
                    _ if self.own.contains(&name) => self.module,
                    Some(definer) => *definer,
                    None => atoms::ERLANG,
                };
                (definer, name.0, arguments)
            }
            ExprKind::RemoteCall { module: definer, function, arguments } => {
                (atom(*definer)?, atom(*function)?, arguments)
            }
            _ => return None,
        };
        let mfa = Mfa { module: definer, function, arity: arguments.len() as u32 };
        Some(CallSite { expr, mfa, arguments: arguments.clone() })
    }

    /// All calls in these expressions, in the order of the text.
    pub fn calls(&self, module: &Module, exprs: &[ExprId]) -> Vec<CallSite> {
        let all = exprs.iter().flat_map(|&expr| module.subexpressions(expr));
        all.filter_map(|expr| self.call(module, expr)).collect()
    }
}

/// A copy of a module, to which functions are added.
pub struct Draft {
    pub module: Module,
    functions: u32,
}

/// What the names of added functions begin with; those of the funs in them begin with one more `-`.
const PREFIX: &str = "-stated-";

impl Draft {
    pub fn new(original: &Module, purpose: &str) -> Draft {
        let name = Atom::new(&format!("{purpose} of {}", original.name.name()));
        Draft { module: Module { name, ..original.clone() }, functions: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.functions == 0
    }

    pub fn add(&mut self, kind: ExprKind) -> ExprId {
        self.module.exprs.push(Expr::new(Span::NONE, kind));
        ExprId(self.module.exprs.len() as u32 - 1)
    }

    pub fn variable(&mut self, name: VarName) -> ExprId {
        self.add(ExprKind::Variable(name))
    }

    pub fn list(&mut self, elements: Vec<ExprId>) -> ExprId {
        self.add(ExprKind::List { elements, tail: None })
    }

    /// A copy of an expression, with recorded outcomes in the place of calls.
    pub fn with_outcome(&mut self, expr: ExprId, recorded: &Recorded<'_>) -> ExprId {
        recorded.copy(&mut self.module, expr)
    }

    /// Adds an exported function of one clause; its name.
    pub fn function(&mut self, patterns: Vec<ExprId>, body: Vec<ExprId>) -> Atom {
        let name = Atom::new(&format!("{PREFIX}{}", self.functions));
        self.functions += 1;
        let (span, arity) = (Span::NONE, patterns.len() as u32);
        let clauses = vec![Clause { span, patterns, guard: Vec::new(), body }];
        let function = Function { name, arity, name_span: span, clauses };
        let exported = FunctionName { name, arity, span };
        for kind in [FormKind::Export(vec![exported]), FormKind::Function(function)] {
            self.module.forms.push(Form { span, kind });
        }
        name
    }
}

/// Calls whose outcome is known.
pub struct Recorded<'a> {
    pub calls: &'a [CallSite],
    /// The variables that hold the arguments of the recorded call: with others, nothing is known.
    /// None: there are no others.
    pub arguments: Option<&'a [VarName]>,
    /// The variable that holds the outcome.
    pub outcome: VarName,
}

impl Recorded<'_> {
    /// The arguments of a call may hold other such calls.
    fn copy(&self, module: &mut Module, expr: ExprId) -> ExprId {
        module.copy_with(expr, &mut |module, id| {
            let call = self.calls.iter().find(|call| call.expr == id)?;
            let actual = match self.arguments {
                Some(_) => call.arguments.iter().map(|&argument| self.copy(module, argument)).collect(),
                None => Vec::new(),
            };
            let mut add = |kind| {
                module.exprs.push(Expr::new(Span::NONE, kind));
                ExprId(module.exprs.len() as u32 - 1)
            };
            let expected = self.arguments.unwrap_or_default();
            let expected = expected.iter().map(|name| add(ExprKind::Variable(*name))).collect();
            let [actual, expected] =
                [actual, expected].map(|elements| add(ExprKind::List { elements, tail: None }));
            let outcome = add(ExprKind::Variable(self.outcome));
            let definer = add(ExprKind::Atom(Atom::new(RECORDED)));
            let function = add(ExprKind::Atom(Atom::new("outcome")));
            let arguments = vec![actual, expected, outcome];
            Some(add(ExprKind::RemoteCall { module: definer, function, arguments }))
        })
    }
}

/// What a trial of a statement of `home` about a function may lean on: the statement itself, and
/// what stands beside it, unless that is where the function itself is.
pub fn may_lean_on(code: &Code, draft: Atom, home: Atom, subject: Atom) -> bool {
    let name = code.name.name();
    let stated = name.starts_with(PREFIX) || name.strip_prefix('-').is_some_and(|n| n.starts_with(PREFIX));
    match code.module {
        module if module == draft => stated || home != subject,
        module => module == home && home != subject,
    }
}

/// The module that plays recorded calls back.
const RECORDED: &str = "whodunit_recorded";

/// The program as it is, with drafts beside it, and modules that give their parts a meaning.
pub struct WithDrafts {
    pub inner: Rc<dyn Loader>,
    pub drafts: BTreeMap<&'static str, Rc<Module>>,
}

impl Loader for WithDrafts {
    fn load(&self, module: Atom) -> FoundModule {
        if let Some(draft) = self.drafts.get(module.name()) {
            return FoundModule::Module { module: draft.clone(), trusted: false };
        }
        let text = match module.name() {
            RECORDED => include_str!("../erl/whodunit_recorded.erl"),
            "proper" => include_str!("../erl/proper.erl"),
            _ => return self.inner.load(module),
        };
        let name = format!("{}.erl", module.name());
        let (module, problems) = parse_module(&name, text.as_bytes(), &Options::default());
        match problems.into_iter().next() {
            None => FoundModule::Module { module: Rc::new(module), trusted: true },
            Some(problem) => FoundModule::Broken(problem.message),
        }
    }

    fn is_users(&self, module: Atom) -> bool {
        match module.name() {
            name if self.drafts.contains_key(name) => true,
            RECORDED | "proper" => false,
            _ => self.inner.is_users(module),
        }
    }
}

/// The outcome of a call as `whodunit_recorded` takes it, translated for another program of the
/// same sources. None if it cannot be translated, or the call has not finished.
pub fn recorded(call: &Call) -> Option<Term> {
    let (tag, content) = match &call.outcome {
        CallOutcome::Value(value) => (Atom::new("value"), value),
        CallOutcome::Exception { class, reason, .. } => (class.atom(), reason),
        CallOutcome::Unfinished => return None,
    };
    Some(Term::tuple([Term::Atom(tag), crate::carry::carry_to_same_code(content)?]))
}

/// The same of a value that was computed there.
pub fn of_value(value: Term) -> Term {
    Term::tuple([Term::atom("value"), value])
}

/// The arguments of a call in the words of another program of the same sources.
pub fn arguments(call: &Call) -> Option<Vec<Term>> {
    call.arguments.iter().map(crate::carry::carry_to_same_code).collect()
}
