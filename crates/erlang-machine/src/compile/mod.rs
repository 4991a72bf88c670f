//! Syntax trees to compact code.

mod bits;
mod bound;
mod calls;
mod comprehension;
mod control;
mod expr;
mod function;
mod guard;
pub(crate) mod literal;
mod liveness;
mod numbering;
mod pattern;
mod record;
mod report;
mod scope;
pub mod variables;
mod zip;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use erlang_syntax::ast::{self, Clause, ExprId, ExprKind, FormKind, Module, RecordDefinition};
use erlang_syntax::source::{FileId, Span};
use erlang_term::{Atom, Term, atoms};

use crate::code::{CodePlace, Function, ImportId};
use crate::native;
use crate::program::{Mfa, Program};
pub use bound::bound_at;
use function::FunctionCompiler;
use literal::Literals;
use numbering::{Copy, Numbers};
pub use report::instrumented;
pub use variables::occurring;

#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Report which clause of a function is taken, in code that is not trusted. Cheap.
    pub clauses: bool,
    /// Report bindings to observers, in code that is not trusted, and keep every variable's value
    /// until its function ends.
    pub bindings: bool,
    /// Report receives in code that is not trusted, with the values of all variables, which are
    /// kept for it until the receive goes on. Cheap.
    pub receives: bool,
    /// Places where a process can be asked to stand still, before every expression of a body, in
    /// code that is not trusted. They take no reduction: the run is the same as without them.
    pub stops: bool,
    /// All this in trusted code, too; but there, last calls stay last calls, and stack traces what
    /// they are in OTP.
    pub library: bool,
}

impl Options {
    /// What a module is compiled with.
    pub fn of_module(self, trusted: bool) -> Options {
        match (trusted, self.library) {
            (true, false) => Options::default(),
            (_, library) => Options { library: library && trusted, ..self },
        }
    }

    /// Whether a variable that the last expression of a function binds is told of.
    fn binds_last(&self) -> bool {
        self.bindings && !self.library
    }
}

pub struct Compiled {
    pub functions: Vec<Function>,
    /// The funs of the module by their number: which of its functions they are.
    pub funs: HashMap<u32, u32>,
    pub exports: HashSet<(Atom, u32)>,
    /// Which of its functions `-on_load` names.
    pub on_load: Option<u32>,
}

/// Compiles a module that the checks of `erlang-syntax` have found free of errors. `first` is the
/// number that its first function will have in the program.
pub fn module(
    program: &Program,
    source: &Rc<Module>,
    first: u32,
    options: Options,
) -> Result<Compiled, String> {
    let source = &scope::resolve(source);
    let mut compiler = ModuleCompiler::new(program, source, first, options);
    compiler.all_functions()?;
    compiler.module_info();
    compiler.behaviour_info();
    let exports = compiler.exports();
    let on_load = compiler.on_load.and_then(|name| compiler.locals.get(&(name, 0)).copied());
    let functions = compiler.finish();
    let funs = functions.iter().flat_map(|f| f.lambdas.iter().map(|l| (l.index, l.function))).collect();
    Ok(Compiled { functions, funs, exports, on_load })
}

/// What the functions of a module share while they are compiled.
struct ModuleCompiler<'a> {
    program: &'a Program,
    source: &'a Rc<Module>,
    first: u32,
    uniq: u32,
    options: Options,
    /// Numbers within the module. Functions in the source come first, lifted ones follow.
    locals: HashMap<(Atom, u32), u32>,
    imports: HashMap<(Atom, u32), Atom>,
    records: HashMap<Atom, &'a RecordDefinition>,
    /// `-compile({inline, […]})`: functions that do not show in stack traces.
    inlined: HashSet<(Atom, u32)>,
    functions: Vec<Option<Function>>,
    literals: Literals,
    /// Functions that are compiled to an instrumented copy: one (by its number), and then the
    /// comprehensions in it.
    copied: Vec<u32>,
    /// The function that `-on_load` names.
    on_load: Option<Atom>,
    /// Functions lifted out of others, inner ones first.
    lifted: Vec<u32>,
}

impl<'a> ModuleCompiler<'a> {
    fn new(program: &'a Program, source: &'a Rc<Module>, first: u32, options: Options) -> Self {
        let mut compiler = ModuleCompiler {
            program,
            source,
            first,
            uniq: fingerprint(source),
            options,
            locals: HashMap::new(),
            imports: HashMap::new(),
            records: HashMap::new(),
            inlined: HashSet::new(),
            functions: Vec::new(),
            literals: Literals::new(source.exprs.len()),
            copied: Vec::new(),
            on_load: None,
            lifted: Vec::new(),
        };
        for form in &source.forms {
            match &form.kind {
                FormKind::Import { module, functions } => {
                    compiler.imports.extend(functions.iter().map(|f| ((f.name, f.arity), *module)));
                }
                FormKind::Compile(options) => {
                    if let Some(options) = compiler.literals.value(source, *options) {
                        compiler.inlined.extend(inlined_functions(&options));
                    }
                }
                FormKind::Attribute { name, value } if name.name() == "on_load" => {
                    compiler.on_load = named_function(source, *value);
                }
                FormKind::Record(record) => {
                    compiler.records.insert(record.name, record);
                }
                FormKind::Function(function) => {
                    let n = compiler.functions.len() as u32;
                    compiler.locals.insert((function.name, function.arity), n);
                    compiler.functions.push(None);
                }
                _ => {}
            }
        }
        compiler
    }

    /// Compiles the functions in the source.
    fn all_functions(&mut self) -> Result<(), String> {
        for (n, function) in self.source.functions().enumerate() {
            let code = self.function(n as u32, function)?;
            self.functions[n] = Some(code);
        }
        Ok(())
    }

    fn function(&mut self, number: u32, function: &ast::Function) -> Result<Function, String> {
        let instrumented = self.is_copied(number);
        let place = self.place_of(function.name_span);
        let numbers = Numbers::new(self.source, &self.records, &function.clauses);
        let mut lifting = Lifting { name: function.name, arity: function.arity, numbers, loops: 0 };
        let mut compiler =
            FunctionCompiler::new(self, &mut lifting, function.name, function.arity, place, None);
        compiler.instrumented = instrumented;
        if is_receive_of_interpreters(compiler.m.source.name, function) {
            compiler.body_of_receive();
        } else {
            let clauses: Vec<&Clause> = function.clauses.iter().collect();
            compiler.clauses_of_function(&clauses)?;
        }
        Ok(compiler.finish())
    }

    /// `module_info/0,1`, which every module has, and `test/0`, which `eunit.hrl` brings.
    fn module_info(&mut self) {
        let info = (atoms::ERLANG, Atom::new("get_module_info"));
        self.function_that_calls(Atom::new("module_info"), 0, info);
        self.function_that_calls(Atom::new("module_info"), 1, info);
        if self.is_tested() {
            let test = Atom::new("test");
            self.function_that_calls(test, 0, (Atom::new("eunit"), test));
        }
    }

    /// Adds a function, unless the module has it, that passes the module's name and its arguments
    /// on.
    fn function_that_calls(&mut self, name: Atom, arity: u32, callee: (Atom, Atom)) {
        if self.locals.contains_key(&(name, arity)) {
            return;
        }
        let place = CodePlace { file: FileId(0), line: 0, expr: None };
        let mut lifting = Lifting { name, arity, numbers: Numbers::default(), loops: 0 };
        let module = self.source.name;
        let mut compiler = FunctionCompiler::new(self, &mut lifting, name, arity, place, None);
        compiler.body_that_calls(module, callee);
        let function = compiler.finish();
        self.locals.insert((name, arity), self.functions.len() as u32);
        self.functions.push(Some(function));
    }

    /// Does the module include `eunit.hrl`, or do its options ask for the same?
    fn is_tested(&self) -> bool {
        let is_autoexport = |(name, _): &(Atom, _)| name.name() == "eunit_autoexport";
        self.source.sources.files.iter().any(|file| file.name.ends_with("eunit.hrl"))
            || erlang_syntax::lint::parse_transforms(self.source).iter().any(is_autoexport)
    }

    /// `behaviour_info/1`, for a module that declares callbacks.
    fn behaviour_info(&mut self) {
        let (mut callbacks, mut optional) = (Vec::new(), Vec::new());
        for form in &self.source.forms {
            match &form.kind {
                FormKind::Callback(spec) => callbacks.push((spec.name, spec.arity)),
                FormKind::OptionalCallbacks(names) => {
                    optional.extend(names.iter().map(|f| (f.name, f.arity)))
                }
                _ => {}
            }
        }
        let name = Atom::new("behaviour_info");
        if callbacks.is_empty() || self.locals.contains_key(&(name, 1)) {
            return;
        }
        let place = CodePlace { file: FileId(0), line: 0, expr: None };
        let mut lifting = Lifting { name, arity: 1, numbers: Numbers::default(), loops: 0 };
        let mut compiler = FunctionCompiler::new(self, &mut lifting, name, 1, place, None);
        compiler.body_of_behaviour_info(&[("callbacks", callbacks), ("optional_callbacks", optional)]);
        let function = compiler.finish();
        self.locals.insert((name, 1), self.functions.len() as u32);
        self.functions.push(Some(function));
    }

    fn exports(&self) -> HashSet<(Atom, u32)> {
        let mut exports: HashSet<(Atom, u32)> =
            [(Atom::new("module_info"), 0), (Atom::new("module_info"), 1)].into();
        if self.source.forms.iter().any(|form| matches!(form.kind, FormKind::Callback(_))) {
            exports.insert((Atom::new("behaviour_info"), 1));
        }
        let mut all = false;
        for form in &self.source.forms {
            match &form.kind {
                FormKind::Export(names) => exports.extend(names.iter().map(|f| (f.name, f.arity))),
                FormKind::Compile(options) => all |= self.mentions_atom(*options, "export_all"),
                _ => {}
            }
        }
        // As eunit's parse transforms do for a module that includes eunit.hrl.
        let tested = self.is_tested();
        if tested {
            exports.insert((Atom::new("test"), 0));
        }
        for function in self.source.functions() {
            let name = function.name.name();
            let is_test =
                tested && function.arity == 0 && (name.ends_with("_test") || name.ends_with("_test_"));
            if all || is_test {
                exports.insert((function.name, function.arity));
            }
        }
        exports
    }

    fn mentions_atom(&self, options: ExprId, atom: &str) -> bool {
        match &self.source[options].kind {
            ExprKind::Atom(a) => a.name() == atom,
            ExprKind::List { elements, .. } => elements
                .iter()
                .any(|e| matches!(&self.source[*e].kind, ExprKind::Atom(a) if a.name() == atom)),
            _ => false,
        }
    }

    /// Is this a function of the module, or one that it imports?
    fn is_local(&self, name: Atom, arity: u32) -> bool {
        self.locals.contains_key(&(name, arity)) || self.imports.contains_key(&(name, arity))
    }

    fn place_of(&self, span: Span) -> CodePlace {
        CodePlace { file: span.file, line: span.start.line, expr: None }
    }

    fn import(&self, module: Atom, function: Atom, arity: u32) -> ImportId {
        self.program.import_id(Mfa { module, function, arity })
    }

    /// A function of a library module that OTP has in its runtime system, and that only the module
    /// itself calls, such as `prim_file:open_nif/2`.
    fn left_to_the_machine(&self, function: Atom, arity: u32) -> Option<ImportId> {
        let mfa = Mfa { module: self.source.name, function, arity };
        let is_ours = self.program.native(mfa).is_some() && !native::is_known(mfa);
        (is_ours && !self.program.is_users(mfa.module)).then(|| self.program.import_id(mfa))
    }

    /// The function of module `erlang`, if it is written in Rust.
    fn native(&self, function: Atom, arity: u32) -> Option<ImportId> {
        let mfa = Mfa { module: atoms::ERLANG, function, arity };
        self.program.native(mfa).map(|_| self.program.import_id(mfa))
    }

    /// Is this the function to instrument?
    fn is_copied(&self, number: u32) -> bool {
        self.copied.first() == Some(&number)
    }

    /// A number for a function lifted out of another; its code comes later.
    fn reserve(&mut self) -> u32 {
        self.functions.push(None);
        self.functions.len() as u32 - 1
    }

    /// All functions, with the numbers of their funs.
    fn finish(self) -> Vec<Function> {
        let mut functions: Vec<Function> =
            self.functions.into_iter().map(|f| f.expect("every function was compiled")).collect();
        number_funs(&mut functions, &self.lifted);
        functions
    }

    fn lift(&mut self, function: u32, code: Function) {
        self.functions[function as usize] = Some(code);
        self.lifted.push(function);
    }
}

/// The number of a fun that OTP's compiler does not make.
const UNNUMBERED: u32 = u32::MAX;

/// The name in `name/0`, or in `{name, 0}`.
fn named_function(source: &Module, value: ExprId) -> Option<Atom> {
    let name = match &source[value].kind {
        ExprKind::Binary { left, .. } => *left,
        ExprKind::Tuple(parts) => *parts.first()?,
        _ => return None,
    };
    if let ExprKind::Atom(name) = source[name].kind { Some(name) } else { None }
}

/// `prim_eval:'receive'/2`, which cannot be written in Erlang.
fn is_receive_of_interpreters(module: Atom, function: &ast::Function) -> bool {
    (module.name(), function.name.name(), function.arity) == ("prim_eval", "receive", 2)
}

/// Numbers the funs of a module in the order in which OTP writes the instructions that make them:
/// first those of the functions in the source, then those of lifted functions, which stand in its
/// file from the last to the first.
fn number_funs(functions: &mut [Function], lifted: &[u32]) {
    let names: Vec<(Atom, u32)> = functions.iter().map(|function| (function.name, function.arity)).collect();
    let apart: HashSet<u32> = lifted.iter().copied().collect();
    let in_source = (0..functions.len() as u32).filter(|n| !apart.contains(n));
    let mut numbers = HashMap::new();
    for n in in_source.chain(lifted.iter().rev().copied()) {
        for lambda in functions[n as usize].lambdas.iter_mut().filter(|lambda| lambda.index != UNNUMBERED) {
            // By name: what follows `after` is compiled twice, and is the same fun.
            let next = numbers.len() as u32;
            lambda.index = *numbers.entry(names[lambda.function as usize]).or_insert(next);
        }
    }
}

/// The functions named by `{inline, [{f, 1}, …]}`, alone or among other options.
fn inlined_functions(options: &Term) -> Vec<(Atom, u32)> {
    let options = options.proper_list().unwrap_or_else(|| vec![options.clone()]);
    let lists = options.iter().filter_map(|option| match option.as_tuple()? {
        [Term::Atom(inline), functions] if inline.name() == "inline" => {
            Some(functions.proper_list().unwrap_or_else(|| vec![functions.clone()]))
        }
        _ => None,
    });
    let functions = lists.flatten().filter_map(|function| match function.as_tuple()? {
        [Term::Atom(name), Term::Int(arity)] => Some((*name, *arity as u32)),
        _ => None,
    });
    functions.collect()
}

/// A number that tells versions of a module apart: the same text gives the same number.
fn fingerprint(source: &Module) -> u32 {
    let text = source.sources.files.first().and_then(|file| file.text.as_deref()).unwrap_or("");
    let start = source.name.name().bytes().chain(text.bytes());
    // FNV-1a, and as OTP's, below 2^27.
    start.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) >> 5
}

/// Names for what is lifted out of one function, as OTP's compiler forms them.
struct Lifting {
    name: Atom,
    arity: u32,
    numbers: Numbers,
    /// Functions so far that call themselves by name: generators and named funs. They have a count
    /// of their own, in the order of evaluation (`v3_kernel`).
    loops: u32,
}

impl Lifting {
    /// The function of a comprehension's generator: `level` is how many there are around it.
    fn generator(&mut self, copy: &Copy, id: ExprId, level: usize, (kind, arity): (&str, u32)) -> Atom {
        let number = self.numbers.of(copy, id) + level as u32;
        self.of_loop(&format!("{kind}$^{number}/{arity}"))
    }

    fn named_fun(&mut self, name: Atom, arity: u32) -> Atom {
        self.of_loop(&format!("{}/{arity}", scope::source_name(name).name()))
    }

    fn fun(&self, copy: &Copy, id: ExprId) -> Atom {
        self.lifted(&format!("fun-{}", self.numbers.of(copy, id)))
    }

    fn of_loop(&mut self, what: &str) -> Atom {
        let loops = self.loops;
        self.loops += 1;
        self.lifted(&format!("{what}-{loops}"))
    }

    fn lifted(&self, what: &str) -> Atom {
        Atom::new(&format!("-{}/{}-{what}-", self.name.name(), self.arity))
    }
}
