//! A lazy program that has been read, and what is asked of it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lazy_machine::core::Functions;
use lazy_machine::machine::Budget;
use lazy_machine::{Compiled, Unobserved, Unsupported, compile_for, compile_observed};
use lazy_properties::{Oracle, Tester};
use lazy_syntax::ast::{Mode, Program, Query};
use lazy_syntax::{Diagnostic, Options as Dialect, Spelling, render};
use lazy_tree::Reference;
use slices::Meter;

use super::evaluation::evaluate;
use super::lazy_host::LazyHost;
use super::run;
use super::trace::Traced;
use crate::dialogue::Outside;
use crate::erlang::project::{Computer, Places};
use crate::files::Files;
use crate::language::{
    Awaited, FunctionSeen, FunctionsAs, Options, Problem, Project, Purpose, Recorded, Tracing,
};
use crate::walk::{SavedWalk, Walkable};

/// What a lazy program does when nobody asks for anything in particular.
pub const MAIN: &str = "main";

/// A lazy program, as text: each run reads it once more with its own expression.
pub struct LazyProject {
    pub texts: Vec<(String, String)>,
    pub dialect: Dialect,
    pub reference: Option<Vec<(String, String)>>,
    pub options: Rc<Options>,
    /// For traces that are written.
    pub files: Rc<dyn Files>,
}

impl Project for LazyProject {
    fn run(
        self: Rc<Self>,
        expression: String,
        purpose: Purpose,
        outside: Outside,
    ) -> Awaited<Rc<dyn Recorded>> {
        Box::pin(async move {
            match purpose {
                Purpose::Outcome { verify } => evaluate(self, &expression, verify, &outside).await,
                _ if self.options.missing => run::collect(self, expression, &outside).await,
                _ => run::record(self, expression, purpose, &outside).await,
            }
        })
    }

    fn functions(&self) -> Vec<FunctionSeen> {
        Vec::new()
    }

    fn walkable(self: Rc<Self>, _expression: String) -> Option<Box<dyn Walkable>> {
        None
    }

    fn resumable(self: Rc<Self>, _saved: SavedWalk, _force: bool) -> Option<Box<dyn Walkable>> {
        None
    }
}

impl LazyProject {
    pub fn read(
        sources: &[PathBuf],
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<LazyProject, Vec<Problem>> {
        // Properties are part of the program, and the last of it.
        let all: Vec<PathBuf> = sources.iter().chain(&options.properties).cloned().collect();
        let (texts, dialect) = super::sources::texts(&*files, &all)?;
        let reference = match options.reference.is_empty() {
            true => None,
            false => Some(super::sources::texts(&*files, &options.reference)?.0),
        };
        let project = LazyProject { texts, dialect, reference, options, files };
        project.check()?;
        project.load(&project.texts, None)?;
        Ok(project)
    }

    /// Refuses options that do not go with lazy programs.
    fn check(&self) -> Result<(), Vec<Problem>> {
        let options = &self.options;
        if !options.property.is_empty() {
            let instead =
                "properties are found by their names (prop_f…, spec_f…), also in the files of --properties";
            return Err(Problem::error(format!("not supported: --property for a lazy program: {instead}")));
        }
        if options.missing && options.tracing.is_some() {
            return Err(Problem::error("not supported: --trace with --missing"));
        }
        match self.without_judges() {
            Some(what) if !options.properties.is_empty() => {
                Err(Problem::error(format!("not supported: --properties for {what}")))
            }
            _ => Ok(()),
        }
    }

    /// In what properties cannot judge.
    fn without_judges(&self) -> Option<&'static str> {
        match (self.options.missing, self.dialect.spelling) {
            (true, _) => Some("a search for a missing answer"),
            (false, Spelling::Toy) => Some("a program in TOY"),
            (false, _) => None,
        }
    }

    /// Says so if there are properties, and they cannot judge.
    pub fn say_who_does_not_judge(&self, outside: &Outside) {
        if let Some(what) = self.without_judges()
            && !self.options.no_properties
            && !Tester::new(self.texts.clone(), self.dialect).0.names().is_empty()
        {
            outside.note(format!("not supported: answers from properties for {what}; you are asked instead"));
        }
    }

    /// Reads the program and what is asked of it.
    pub fn query(&self, expression: &str, outside: &Outside) -> Result<(Program, Query), Vec<Problem>> {
        let mut program = self.load(&self.texts, Some(outside))?;
        if expression == MAIN && program.function_named(MAIN).is_none() {
            let names: Vec<&str> = self.texts.iter().map(|(name, _)| name.as_str()).collect();
            let names = names.join(", ");
            return Err(Problem::error(format!(
                "there is no `main` in {names}\nhelp: say what to evaluate, as in -e 'f 1'"
            )));
        }
        let (query, problems) = program.query(expression);
        self.refuse(&program, &problems, Some(outside))?;
        Ok((program, query.ok_or_else(|| Problem::error("nothing is asked"))?))
    }

    /// In mode flp functions are patterns, and so they go by their names (paper 3).
    pub fn functions(&self, mode: Mode) -> Result<Functions, Vec<Problem>> {
        match (self.options.functions, mode) {
            (Some(FunctionsAs::Maps), Mode::FunctionalLogic) => {
                Err(Problem::error("not supported: --functions maps for a functional-logic program"))
            }
            (Some(FunctionsAs::Names), _) | (_, Mode::FunctionalLogic) => Ok(Functions::Names),
            (Some(FunctionsAs::Maps) | None, Mode::Haskell) => Ok(Functions::Maps),
        }
    }

    pub fn compile(
        &self,
        program: &Program,
        query: &Query,
        functions: Functions,
    ) -> Result<Compiled, Vec<Problem>> {
        compile_for(program, query, functions).map_err(|problems| self.not_supported(program, problems))
    }

    /// The program with what is observed of it, if a trace is to be written.
    pub fn traced(&self, program: &Program, query: &Query) -> Result<Option<Traced>, Vec<Problem>> {
        let Some(Tracing { file, observe }) = &self.options.tracing else { return Ok(None) };
        if program.mode == Mode::FunctionalLogic {
            return Err(Problem::error(
                "not supported: --trace for a functional-logic program; it works for .hs files",
            ));
        }
        let compiled = compile_observed(program, query, observe).map_err(|unobserved| match unobserved {
            Unobserved::Unsupported(problems) => self.not_supported(program, problems),
            Unobserved::Because(reason) => Problem::error(reason),
        })?;
        Ok(Some(Traced { compiled, file: file.clone(), files: self.files.clone() }))
    }

    /// How far a run may go. `stop` says whether it is to stop where it is.
    pub fn budget<'a>(&self, outside: &'a Outside, stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget {
            max_steps: self.options.max_steps.unwrap_or(u64::MAX),
            max_memory: self.options.max_memory(),
            memory: self.options.memory_used,
            interrupted: stop,
            meter: Some(outside.meter()),
        }
    }

    /// What the program sees of the computer beside its standard input.
    pub fn desk(&self) -> LazyHost {
        let code = self.texts.iter().map(|(name, _)| PathBuf::from(name));
        let folders = code.filter_map(|path| path.parent().map(Path::to_owned));
        let places = Places { code: folders.collect(), ..Places::default() };
        let access = self.options.access.clone();
        let arguments = access.arguments.clone();
        let current = self.files.current_folder().unwrap_or_else(|_| "/".into());
        LazyHost::new(Rc::new(Computer::new(self.files.clone(), access, places)), arguments, current)
    }

    /// The other version, if there is one.
    pub fn reference(&self, outside: &Outside) -> Result<Option<Reference>, Vec<Problem>> {
        let Some(texts) = &self.reference else { return Ok(None) };
        let program = self.load(texts, Some(outside))?;
        Ok(Some(Reference::new(program).pausing(outside.meter().clone())))
    }

    /// The properties in the sources, and in the files that hold nothing else.
    pub fn oracle(&self, expression: &str, meter: &Meter) -> Option<Oracle> {
        if self.options.no_properties || self.dialect.spelling == Spelling::Toy {
            return None;
        }
        let trusted = self.trusted();
        let is_trusted = |name: &str| trusted.contains(name);
        let count = self.options.properties.len();
        let (texts, seed) = (self.texts.clone(), self.options.seed);
        let oracle = Oracle::new(texts, count, self.dialect, expression, &is_trusted, seed)?;
        Some(oracle.believing_tests(self.options.trust_tests).pausing(meter.clone()))
    }

    /// `--trust f,g`
    pub fn trusted(&self) -> HashSet<String> {
        let names = self.options.trust.iter().filter(|trusted| trusted.function.is_none());
        names.map(|trusted| trusted.module.name().to_owned()).collect()
    }

    /// The program, or what is wrong with it. Warnings go to the listener.
    pub fn load(
        &self,
        texts: &[(String, String)],
        listener: Option<&Outside>,
    ) -> Result<Program, Vec<Problem>> {
        let texts: Vec<(&str, &str)> =
            texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (program, problems) = lazy_syntax::load(&texts, self.dialect);
        self.refuse(&program, &problems, listener)?;
        Ok(program)
    }

    /// Warnings are shown; errors end it.
    pub fn refuse(
        &self,
        program: &Program,
        problems: &[Diagnostic],
        listener: Option<&Outside>,
    ) -> Result<(), Vec<Problem>> {
        refuse(program, problems, self.options.colour)?;
        if let Some(outside) = listener {
            self.rendered(program, problems).into_iter().for_each(|problem| outside.note(problem.text));
        }
        Ok(())
    }

    pub fn not_supported(&self, program: &Program, problems: Vec<Unsupported>) -> Vec<Problem> {
        let problem = |problem: Unsupported| {
            Diagnostic::error(problem.span, format!("not supported: {}", problem.what))
        };
        self.rendered(program, &problems.into_iter().map(problem).collect::<Vec<_>>())
    }

    pub fn rendered(&self, program: &Program, problems: &[Diagnostic]) -> Vec<Problem> {
        rendered(program, problems, self.options.colour)
    }
}

/// Errors end it.
pub fn refuse(program: &Program, problems: &[Diagnostic], colour: bool) -> Result<(), Vec<Problem>> {
    match problems.iter().any(Diagnostic::is_error) {
        true => Err(rendered(program, problems, colour)),
        false => Ok(()),
    }
}

fn rendered(program: &Program, problems: &[Diagnostic], colour: bool) -> Vec<Problem> {
    Problem::first_of(problems, |problem| render(problem, &program.sources, colour))
}
