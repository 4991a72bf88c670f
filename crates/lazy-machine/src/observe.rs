//! What is observed becomes part of the program (paper 5 §6.1; specification of observation (a),
//! (c)): `observe "f" e` where it is written, functions that are asked for by name wherever they
//! are mentioned, and every constant from whose code something observed can be reached.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{Expr, Function, FunctionId, Literal, Local, Observed, Program, Standing};
use crate::free::needs;
use crate::primitive::Primitive;

/// Stands for all functions of the program.
pub const ALL: &str = "_";

/// Observes the functions of these names, and what the program itself observes. An error: what is
/// wrong with that.
pub fn observe(program: &mut Program, mains: &[FunctionId], names: &[String]) -> Result<(), String> {
    let chosen = chosen(program, names)?;
    let mut observer = Observer { program, stands_for: BTreeMap::new(), trouble: None, found: false };
    // Annotations first: what is added below is as it should be.
    observer.each_body(Observer::annotated);
    for function in chosen {
        observer.function(function);
    }
    observer.each_body(Observer::mentioned);
    observer.constants(mains);
    observer.each_body(Observer::closed);
    match observer.trouble {
        Some(trouble) => Err(trouble),
        None if !observer.found => {
            Err("nothing is observed: name functions with --observe, or write observe \
                                        \"f\" f (import Debug.Hoed) in the program"
                .to_owned())
        }
        None => {
            program.is_observed = true;
            Ok(())
        }
    }
}

fn chosen(program: &Program, names: &[String]) -> Result<Vec<FunctionId>, String> {
    let written = || {
        (0..program.functions.len()).map(|index| FunctionId(index as u32)).filter(|id| {
            let function = &program.functions[id.0 as usize];
            function.standing == Standing::Suspect && function.parent.is_none()
        })
    };
    let mut chosen = Vec::new();
    for name in names {
        let before = chosen.len();
        match name.as_str() {
            ALL => chosen.extend(written()),
            name => chosen.extend(written().filter(|id| program.functions[id.0 as usize].name == name)),
        }
        if chosen.len() == before {
            return Err(format!("{name} cannot be observed: it is not a top-level function of the program"));
        }
    }
    Ok(chosen)
}

/// Parameters that hold types come first.
fn hidden_arity(function: &Function) -> usize {
    function.parameters.iter().take_while(|parameter| function.types.contains(parameter)).count()
}

fn visible_arity(function: &Function) -> usize {
    function.arity() - hidden_arity(function)
}

struct Observer<'a> {
    program: &'a mut Program,
    /// What is mentioned instead of an observed function.
    stands_for: BTreeMap<FunctionId, StandIn>,
    trouble: Option<String>,
    found: bool,
}

#[derive(Clone)]
enum StandIn {
    /// The one observed value of it.
    Shared(FunctionId),
    /// A function that is told types is another one for each of them: observed where it is told.
    Told(Observed, usize),
}

impl Observer<'_> {
    /// What stands for an observed function, each the same wherever it is used.
    fn shared(&self) -> BTreeSet<FunctionId> {
        let shared = self.stands_for.values().filter_map(|stand_in| match stand_in {
            StandIn::Shared(id) => Some(*id),
            StandIn::Told(..) => None,
        });
        shared.collect()
    }

    /// Functions that are made on the way are left as they are.
    fn each_body(&mut self, change: fn(&mut Self, &mut Expr)) {
        let shared = self.shared();
        for index in 0..self.program.functions.len() {
            // The primitive itself, applied to what is not known here.
            let is_primitive =
                matches!(self.program.functions[index].body, Expr::Primitive(Primitive::Observe, ..));
            if shared.contains(&FunctionId(index as u32)) || is_primitive {
                continue;
            }
            let mut body = std::mem::replace(&mut self.program.functions[index].body, Expr::Fail);
            change(self, &mut body);
            self.program.functions[index].body = body;
        }
    }

    /// `observe "f" e`, with or without the `e`.
    fn annotated(&mut self, expr: &mut Expr) {
        recursion::deep(|| match expr {
            // With a label it may be a value.
            Expr::Call(head, arguments) if self.is_observe(head) => {
                arguments.iter_mut().for_each(|argument| self.annotated(argument));
            }
            _ => expr.children(&mut |child| self.annotated(child)),
        });
        match expr {
            Expr::Primitive(Primitive::Observe, _, arguments) => {
                let value = arguments.pop();
                if let (Some(label), Some(value)) = (self.label(arguments.first()), value) {
                    *expr = Expr::Observe(self.observed(label, &value), Box::new(value));
                }
            }
            Expr::Call(head, arguments) if self.is_observe(head) => {
                if let Some(text) = self.label(arguments.first()) {
                    let value = self.temporary();
                    let observed = Observed { label: text, is_constant: false };
                    let body = Expr::Observe(observed, Box::new(Expr::Local(value)));
                    *expr = Expr::Lambda(None, vec![value], Box::new(body));
                    self.found = true;
                }
            }
            Expr::Function(_) if self.is_observe(expr) => self.refuse(),
            _ => {}
        }
    }

    fn is_observe(&self, head: &Expr) -> bool {
        let Expr::Function(id) = head else { return false };
        matches!(self.program.functions[id.0 as usize].body, Expr::Primitive(Primitive::Observe, ..))
    }

    fn label(&mut self, label: Option<&Expr>) -> Option<String> {
        match label {
            Some(Expr::Literal(Literal::Text(text))) => Some(text.clone()),
            _ => {
                self.refuse();
                None
            }
        }
    }

    fn refuse(&mut self) {
        self.trouble = Some("not supported: observe with a label that is not a string literal".to_owned());
    }

    fn observed(&mut self, label: String, value: &Expr) -> Observed {
        self.found = true;
        Observed { label, is_constant: !self.is_function(value) }
    }

    /// Whether it is a λ-abstraction: nothing is shared between its applications.
    fn is_function(&self, value: &Expr) -> bool {
        match value {
            Expr::Lambda(..) => true,
            Expr::Function(id) => visible_arity(&self.program.functions[id.0 as usize]) > 0,
            Expr::Call(head, arguments) => {
                let types = arguments.iter().all(|argument| matches!(argument, Expr::Type(_)));
                types && self.is_function(head)
            }
            Expr::Rule(_, body) | Expr::Observe(_, body) | Expr::Otherwise(body, _) => self.is_function(body),
            _ => false,
        }
    }

    /// A function that was asked for by name.
    fn function(&mut self, id: FunctionId) {
        self.found = true;
        let function = &self.program.functions[id.0 as usize];
        let label = function.name.clone();
        let hidden = hidden_arity(function);
        if visible_arity(function) == 0 {
            // A constant, told types or not: see `constants`. Asked for twice it is the same.
            let body = std::mem::replace(&mut self.program.functions[id.0 as usize].body, Expr::Fail);
            self.program.functions[id.0 as usize].body = match is_observed(&body) {
                true => body,
                false => Expr::Observe(self.observed(label, &body), Box::new(body)),
            };
            return;
        }
        let observed = Observed { label, is_constant: false };
        if hidden > 0 {
            self.stands_for.insert(id, StandIn::Told(observed, hidden));
            return;
        }
        let shared = Function {
            name: function.name.clone(),
            standing: Standing::Transparent,
            place: function.place,
            captured: Vec::new(),
            parameters: Vec::new(),
            types: Vec::new(),
            body: Expr::Observe(observed, Box::new(Expr::Function(id))),
            rules: Vec::new(),
            parent: None,
            written: None,
            rigid: false,
        };
        self.program.functions.push(shared);
        let shared = FunctionId(self.program.functions.len() as u32 - 1);
        self.stands_for.entry(id).or_insert(StandIn::Shared(shared));
    }

    fn mentioned(&mut self, expr: &mut Expr) {
        // First the application, whose head is told its types.
        if let Expr::Call(head, arguments) = expr
            && let Expr::Function(id) = **head
            && let Some(StandIn::Told(observed, hidden)) = self.stands_for.get(&id).cloned()
            && arguments.len() >= hidden
        {
            let mut rest = arguments.split_off(hidden);
            rest.iter_mut().for_each(|argument| self.mentioned(argument));
            let told = Expr::Call(Box::new(Expr::Function(id)), std::mem::take(arguments));
            let told = Expr::Observe(observed, Box::new(told));
            *expr = if rest.is_empty() { told } else { Expr::Call(Box::new(told), rest) };
            return;
        }
        if let Expr::Function(id) = expr
            && let Some(StandIn::Shared(shared)) = self.stands_for.get(id)
        {
            *expr = Expr::Function(*shared);
            return;
        }
        recursion::deep(|| expr.children(&mut |child| self.mentioned(child)));
    }

    /// Shared constants from whose code something observed can be reached are observed as well
    /// (paper 5 §7.3): otherwise their calls would hang below the first one that needs them.
    fn constants(&mut self, mains: &[FunctionId]) {
        let reaching = self.reaching();
        let shared = self.shared();
        for id in reaching {
            let function = &self.program.functions[id.0 as usize];
            let is_shared = function.arity() == 0 && !mains.contains(&id) && !shared.contains(&id);
            if is_shared && !self.is_function(&function.body) && !is_observed(&function.body) {
                let observed = Observed { label: function.name.clone(), is_constant: true };
                let body = std::mem::replace(&mut self.program.functions[id.0 as usize].body, Expr::Fail);
                self.program.functions[id.0 as usize].body = Expr::Observe(observed, Box::new(body));
            }
        }
    }

    /// All functions from whose code something observed can be reached.
    fn reaching(&mut self) -> BTreeSet<FunctionId> {
        let mut callers: BTreeMap<FunctionId, Vec<FunctionId>> = BTreeMap::new();
        let mut open = Vec::new();
        for (index, function) in self.program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            let needed = needs(&function.body, &self.program.primitive_methods);
            if needed.observes {
                open.push(id);
            }
            let methods =
                needed.methods.iter().flat_map(|method| self.program.classes.implementations(*method));
            for callee in needed.functions.iter().copied().chain(methods) {
                callers.entry(callee).or_default().push(id);
            }
        }
        let mut reaching: BTreeSet<FunctionId> = BTreeSet::new();
        while let Some(id) = open.pop() {
            if reaching.insert(id) {
                open.extend(callers.get(&id).into_iter().flatten());
            }
        }
        reaching
    }
}

impl Observer<'_> {
    /// A function as a value knows the stack of its making, if it is made of λ-abstractions: what
    /// has too few arguments becomes one. Functions at the top are made with the empty stack, and
    /// what is observed itself pushes its label when it is called.
    fn closed(&mut self, expr: &mut Expr) {
        let wanted = |head: &Expr, given: usize| match head {
            Expr::Function(id) => {
                let function = &self.program.functions[id.0 as usize];
                let is_value = given > 0 || !function.captured.is_empty() || function.parent.is_some();
                function.parameters.len().checked_sub(given).filter(|missing| *missing > 0 && is_value)
            }
            _ => None,
        };
        let missing = match &mut *expr {
            Expr::Observe(Observed { is_constant: false, .. }, body) if self.is_function(body) => {
                return recursion::deep(|| body.children(&mut |child| self.closed(child)));
            }
            Expr::Call(head, arguments) => wanted(head, arguments.len()),
            head => wanted(head, 0),
        };
        let Some(missing) = missing else {
            return recursion::deep(|| match expr {
                // With all its arguments it is a call, not a value.
                Expr::Call(head, arguments) if matches!(**head, Expr::Function(_)) => {
                    arguments.iter_mut().for_each(|argument| self.closed(argument));
                }
                _ => expr.children(&mut |child| self.closed(child)),
            });
        };
        let (head, mut arguments) = match std::mem::replace(expr, Expr::Fail) {
            Expr::Call(head, arguments) => (*head, arguments),
            head => (head, Vec::new()),
        };
        let mut bindings = Vec::new();
        for argument in &mut arguments {
            self.closed(argument);
            if !matches!(argument, Expr::Type(_) | Expr::Local(_) | Expr::Literal(_)) {
                let local = self.temporary();
                bindings.push((local, std::mem::replace(argument, Expr::Local(local))));
            }
        }
        let parameters: Vec<Local> = (0..missing).map(|_| self.temporary()).collect();
        arguments.extend(parameters.iter().map(|parameter| Expr::Local(*parameter)));
        let function = Expr::Lambda(None, parameters, Box::new(Expr::Call(Box::new(head), arguments)));
        *expr = match bindings.is_empty() {
            true => function,
            false => Expr::Let(bindings, Box::new(function)),
        };
    }

    fn temporary(&mut self) -> Local {
        self.program.next_local += 1;
        Local(self.program.next_local - 1)
    }
}

fn is_observed(body: &Expr) -> bool {
    match body {
        Expr::Observe(..) => true,
        Expr::Rule(_, body) | Expr::Otherwise(body, _) => is_observed(body),
        _ => false,
    }
}
