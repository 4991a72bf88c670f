//! Comprehensions: each generator becomes a function that walks its source, as OTP's compiler does
//! it.
//!
//! The function of the first generator takes what is left of its source, then (for bitstrings) what
//! has been built, then the variables that the comprehension reads. An inner generator's function
//! also takes the variables that outer generators bound and what is left of the outer sources; at
//! the end of its own source it goes on with the outer function, so that nothing is ever appended.

use erlang_syntax::ast::{ExprId, ExprKind, Qualifier, VarName};
use erlang_term::{Atom, Term, atoms};

use super::function::{Dest, Done, FunctionCompiler, Label};
use super::variables::{self, parts_of_generator, pattern_variables};
use super::zip::Matching;
use crate::code::{Arg, Failure, Field, FieldKind, FieldValue, Instr, Point, Slot};

/// What is being built.
#[derive(Clone, Copy)]
enum Product {
    /// `[T || …] ++ Tail`: the tail is a variable of the functions.
    List {
        template: ExprId,
        tail: Option<VarName>,
    },
    Bits {
        template: ExprId,
    },
    /// A list of pairs, made a map at the end.
    Pairs {
        key: ExprId,
        value: ExprId,
    },
}

impl Product {
    fn templates(self) -> Vec<ExprId> {
        match self {
            Product::List { template, .. } | Product::Bits { template } => vec![template],
            Product::Pairs { key, value } => vec![key, value],
        }
    }
}

/// One generator's function.
struct Level {
    function: u32,
    /// Which of the qualifiers its generator is.
    generator: u32,
    /// All parameters but the source: accumulator, rests of outer sources, variables.
    parameters: Vec<VarName>,
}

struct Comprehension {
    product: Product,
    /// Variables from outside that anything inside reads.
    outside: Vec<VarName>,
    /// How many qualifiers it has.
    qualifiers: usize,
}

impl FunctionCompiler<'_, '_> {
    pub fn list_comprehension(
        &mut self,
        id: ExprId,
        template: ExprId,
        qualifiers: &[Qualifier],
        tail: Option<ExprId>,
        dest: Dest,
    ) -> Done {
        let mut tail_name = None;
        if let Some(tail) = tail {
            // A name that no source can hold.
            let name = Atom::new(&format!("+tail{}", id.0));
            let mark = self.mark();
            let value = self.value(tail)?;
            let slot = self.slot_for(name);
            self.emit(Instr::Move { dst: slot, src: value });
            self.release(mark);
            self.bind_unseen(name);
            tail_name = Some(name);
        }
        self.comprehension(id, Product::List { template, tail: tail_name }, qualifiers, dest)
    }

    pub fn binary_comprehension(
        &mut self,
        id: ExprId,
        template: ExprId,
        qualifiers: &[Qualifier],
        dest: Dest,
    ) -> Done {
        self.comprehension(id, Product::Bits { template }, qualifiers, dest)
    }

    pub fn map_comprehension(
        &mut self,
        id: ExprId,
        key: ExprId,
        value: ExprId,
        qualifiers: &[Qualifier],
        dest: Dest,
    ) -> Done {
        let first = self.temporary();
        self.comprehension(id, Product::Pairs { key, value }, qualifiers, Dest::Slot(first))?;
        self.at(id);
        let import = self.m.import(atoms::MAPS, Atom::new("from_list"), 1);
        self.remote(import, first, 1, dest);
        Ok(())
    }

    fn comprehension(&mut self, id: ExprId, product: Product, qualifiers: &[Qualifier], dest: Dest) -> Done {
        let before = self.bound_variables();
        let filters = qualifiers.iter().take_while(|q| matches!(q, Qualifier::Filter(_))).count();
        let mark = self.mark();
        let empty = match product {
            Product::List { tail: Some(tail), .. } => {
                Arg::read(self.bound_slot(tail).expect("the tail is evaluated first"))
            }
            Product::Bits { .. } => self.constant(Term::binary(&[])),
            _ => self.constant(Term::Nil),
        };
        // Filters in front of the first generator are tests of the enclosing function.
        let (no, done) = (self.label(), self.label());
        for qualifier in &qualifiers[..filters] {
            self.filter(qualifier, no)?;
        }
        match qualifiers.get(filters) {
            None => {
                let accumulated = self.temporary();
                self.emit(Instr::Move { dst: accumulated, src: empty });
                let slot = self.temporary();
                self.element(product, accumulated, slot)?;
                self.deliver(Arg::read(slot), dest);
            }
            Some(generator) => {
                let mut outside = variables::occurring_in_comprehension(
                    self.m.source,
                    &product.templates(),
                    &qualifiers[filters..],
                );
                outside.retain(|v| self.bound_slot(*v).is_some());
                if let Product::List { tail: Some(tail), .. } = product {
                    outside.push(tail);
                }
                let comprehension = Comprehension { product, outside, qualifiers: qualifiers.len() };
                let first = self.temporary();
                self.source_of(generator, first)?;
                let level = self.level(id, &comprehension, &qualifiers[filters..], &[], &[])?;
                if matches!(product, Product::Bits { .. }) {
                    let accumulated = self.temporary();
                    self.emit(Instr::Move { dst: accumulated, src: empty });
                }
                self.pass(&comprehension.outside);
                self.at(id);
                self.local_call(level.function, first, level.arity(), dest);
            }
        }
        if dest != Dest::Return {
            self.emit(Instr::Jump { to: done.0 });
        }
        self.place_label(no);
        self.deliver(empty, dest);
        self.place_label(done);
        self.release(mark);
        self.set_bound(before);
        Ok(())
    }

    /// Puts variables into the next temporaries, as arguments.
    fn pass(&mut self, names: &[VarName]) {
        for name in names {
            let slot = self.temporary();
            let from = self.bound_slot(*name).expect("parameters are bound");
            self.emit(Instr::Move { dst: slot, src: Arg::read(from) });
        }
    }

    /// Evaluates a generator's source; a map becomes the steps through it, `{Key, Value, Steps}` or
    /// `none`.
    pub fn source_of(&mut self, generator: &Qualifier, slot: Slot) -> Done {
        match generator {
            Qualifier::ListGenerator { source, .. } | Qualifier::BinaryGenerator { source, .. } => {
                self.expr(*source, Dest::Slot(slot))
            }
            Qualifier::MapGenerator { source, .. } => {
                self.expr(*source, Dest::Slot(slot))?;
                self.at(*source);
                let import = self.m.import(Atom::new("erts_internal"), Atom::new("mc_iterator"), 1);
                self.remote(import, slot, 1, Dest::Slot(slot));
                Ok(())
            }
            Qualifier::Zip { generators, .. } => self.sources_of_zip(generators, slot),
            Qualifier::Filter(_) => Ok(()),
        }
    }

    /// Compiles the function of the first of `qualifiers`, a generator. `outer` are the functions
    /// around it, `bound_outside` the variables that their patterns bound.
    fn level(
        &mut self,
        id: ExprId,
        comprehension: &Comprehension,
        qualifiers: &[Qualifier],
        outer: &[Level],
        bound_by_outer: &[VarName],
    ) -> Result<Level, String> {
        recursion::deep(|| self.level_on_stack(id, comprehension, qualifiers, outer, bound_by_outer))
    }

    fn level_on_stack(
        &mut self,
        id: ExprId,
        comprehension: &Comprehension,
        qualifiers: &[Qualifier],
        outer: &[Level],
        bound_by_outer: &[VarName],
    ) -> Result<Level, String> {
        let product = comprehension.product;
        let (generator, rest) = qualifiers.split_first().expect("begins with a generator");
        let accumulates = matches!(product, Product::Bits { .. });
        let mut parameters = Vec::new();
        if accumulates {
            parameters.push(Atom::new("+accumulated"));
        }
        parameters.extend(&comprehension.outside);
        parameters.extend(bound_by_outer);
        parameters.extend((0..outer.len()).map(rest_of));
        let (kind, core_arity) = if accumulates { ("lbc", 2) } else { ("lc", 1) };
        let name = self.lifting.generator(&self.copy, id, outer.len(), (kind, core_arity));
        let function = self.m.reserve();
        let generator_number = (comprehension.qualifiers - qualifiers.len()) as u32;
        let level = Level { function, generator: generator_number, parameters };
        let instrumented = self.instrumented;
        if instrumented {
            self.m.copied.push(function);
        }

        let arity = 1 + level.parameters.len() as u32;
        let mut inner = self.lifted(name, arity, id);
        inner.instrumented = instrumented;
        for (n, name) in level.parameters.iter().enumerate() {
            inner.parameter(*name, Slot(1 + n as u32));
        }
        inner.body_of_level(id, comprehension, generator, rest, outer, &level, bound_by_outer)?;
        let code = inner.finish();
        self.m.lift(function, code);
        Ok(level)
    }

    #[allow(clippy::too_many_arguments)]
    fn body_of_level(
        &mut self,
        id: ExprId,
        comprehension: &Comprehension,
        generator: &Qualifier,
        rest: &[Qualifier],
        outer: &[Level],
        level: &Level,
        bound_by_outer: &[VarName],
    ) -> Done {
        let source = self.m.source.clone();
        let product = comprehension.product;
        let element = Point::Element { comprehension: id, generator: level.generator };
        let done = Point::ElementEnd { comprehension: id, generator: level.generator };
        let remaining = self.slot_for(rest_of(outer.len()));
        let (skip, end) = (self.label(), self.label());
        let (mut patterns, mut sources) = (Vec::new(), Vec::new());
        parts_of_generator(generator, &mut patterns, &mut sources);
        let own = pattern_variables(&source, &patterns);
        let strict = match generator {
            Qualifier::ListGenerator { pattern, strict, .. } => {
                let head = self.temporary();
                self.emit(Instr::MatchCons { src: Slot(0), head, tail: remaining, otherwise: end.0 });
                self.report_slot(element, head);
                self.bind_unseen(rest_of(outer.len()));
                self.pattern(*pattern, head, skip)?;
                strict.then_some(head)
            }
            Qualifier::MapGenerator { key, value, strict, .. } => {
                let (k, v) = self.take_pair(Slot(0), remaining, end);
                if self.instrumented {
                    let pair = self.temporary();
                    self.emit(Instr::Tuple { dst: pair, first: k, count: 2 });
                    self.report_slot(element, pair);
                }
                self.bind_unseen(rest_of(outer.len()));
                self.pattern(*key, k, skip)?;
                self.pattern(*value, v, skip)?;
                // The two are next to each other.
                strict.then_some(k)
            }
            Qualifier::BinaryGenerator { pattern, strict, .. } => {
                self.report_slot(element, Slot(0));
                self.binary_generator(*pattern, remaining, skip, end, &own, outer.len())?;
                strict.then_some(Slot(0))
            }
            Qualifier::Zip { generators, .. } => {
                self.report_slot(element, Slot(0));
                self.advance_zip(generators, remaining, Matching::All, skip)?;
                self.bind_unseen(rest_of(outer.len()));
                None
            }
            Qualifier::Filter(_) => return Err("a filter is not a generator".into()),
        };
        // A mismatch of a strict generator is an error, and one among generators in parallel needs
        // a second look: a filter's is neither.
        let zipped = matches!(generator, Qualifier::Zip { .. });
        let next = if strict.is_some() || zipped { self.label() } else { skip };
        let filters = rest.iter().take_while(|q| matches!(q, Qualifier::Filter(_))).count();
        for qualifier in &rest[..filters] {
            self.filter(qualifier, next)?;
        }
        match rest.get(filters) {
            None => self.last_level(id, product, level, remaining)?,
            Some(inner) => {
                let needed =
                    variables::occurring_in_comprehension(&source, &product.templates(), &rest[filters..]);
                // What the pattern and the filters here have bound is passed on.
                let passed = |v: &VarName| comprehension.outside.contains(v) || bound_by_outer.contains(v);
                let new = needed.into_iter().filter(|v| self.bound_slot(*v).is_some() && !passed(v));
                let bound: Vec<VarName> = bound_by_outer.iter().copied().chain(new).collect();
                let mut levels: Vec<Level> = outer.iter().map(Level::copy).collect();
                levels.push(level.copy());
                let first = self.temporary();
                self.source_of(inner, first)?;
                let inner_level = self.level(id, comprehension, &rest[filters..], &levels, &bound)?;
                let parameters = inner_level.parameters.clone();
                self.pass(&parameters);
                self.at(id);
                self.local_call(inner_level.function, first, inner_level.arity(), Dest::Return);
            }
        }
        if let Some(value) = strict {
            self.place_label(skip);
            self.at(id);
            if let Qualifier::MapGenerator { .. } = generator {
                self.emit(Instr::Tuple { dst: value, first: value, count: 2 });
            }
            self.emit(Instr::Fail { kind: Failure::Badmatch, value: Arg::read(value) });
        }
        if let Qualifier::Zip { generators, .. } = generator {
            self.place_label(skip);
            self.forget(&own);
            self.advance_zip(generators, remaining, Matching::Strict, end)?;
        }
        self.place_label(next);
        self.report(done);
        // The element does not count: go on with the next one.
        let first = self.temporary();
        self.emit(Instr::Move { dst: first, src: Arg::read(remaining) });
        self.pass(&level.parameters);
        self.local_call(level.function, first, level.arity(), Dest::Return);

        self.place_label(end);
        self.report(Point::SourceEnd { comprehension: id, generator: level.generator });
        self.end_of_source(id, generator, product, outer)
    }

    /// The next key and value of a map, in two slots next to each other; the steps that are left go
    /// to `rest`.
    pub fn take_pair(&mut self, src: Slot, rest: Slot, end: Label) -> (Slot, Slot) {
        let (key, value) = (self.temporary(), self.temporary());
        self.emit(Instr::MatchTuple { src, arity: 3, otherwise: end.0 });
        for (index, dst) in [key, value, rest].into_iter().enumerate() {
            self.emit(Instr::Element { dst, src, index: index as u32 });
        }
        (key, value)
    }

    /// Matches the next fields of a bitstring; passes over as many bits if their values do not fit.
    fn binary_generator(
        &mut self,
        pattern: ExprId,
        remaining: Slot,
        skip: Label,
        end: Label,
        own: &[VarName],
        depth: usize,
    ) -> Done {
        let source = self.m.source.clone();
        let ExprKind::Bitstring(segments) = &source[pattern].kind else {
            return Err("a binary generator needs a binary pattern".into());
        };
        let matched = self.label();
        let mismatch = self.label();
        self.emit(Instr::BitsStart { dst: remaining, src: Slot(0), otherwise: end.0 });
        self.segments_to_read(segments, remaining, mismatch, false)?;
        self.emit(Instr::Jump { to: matched.0 });
        let bound = self.bound_variables();
        self.place_label(mismatch);
        self.emit(Instr::BitsStart { dst: remaining, src: Slot(0), otherwise: end.0 });
        self.forget(own);
        self.segments_to_read(segments, remaining, end, true)?;
        self.emit(Instr::Jump { to: skip.0 });
        self.place_label(matched);
        self.set_bound(bound);
        self.bind_unseen(rest_of(depth));
        Ok(())
    }

    /// The innermost generator has an element: it goes into the product.
    fn last_level(&mut self, id: ExprId, product: Product, level: &Level, remaining: Slot) -> Done {
        let done = Point::ElementEnd { comprehension: id, generator: level.generator };
        match product {
            Product::Bits { .. } => {
                let accumulated = self.bound_slot(Atom::new("+accumulated")).expect("a parameter");
                let grown = self.temporary();
                self.element(product, accumulated, grown)?;
                self.report(done);
                let first = self.temporary();
                self.emit(Instr::Move { dst: first, src: Arg::read(remaining) });
                let second = self.temporary();
                self.emit(Instr::Move { dst: second, src: Arg::read(grown) });
                self.pass(&level.parameters[1..]);
                self.at(id);
                self.local_call(level.function, first, level.arity(), Dest::Return);
            }
            _ => {
                let slot = self.temporary();
                self.template(product, slot)?;
                self.report(done);
                let first = self.temporary();
                self.emit(Instr::Move { dst: first, src: Arg::read(remaining) });
                self.pass(&level.parameters);
                self.at(id);
                self.local_call(level.function, first, level.arity(), Dest::Slot(first));
                self.emit(Instr::Cons { dst: first, head: Arg::read(slot), tail: Arg::read(first) });
                self.emit(Instr::Return { src: Arg::read(first) });
            }
        }
        Ok(())
    }

    /// The end of a source: the outer generator goes on, or the product is done.
    fn end_of_source(
        &mut self,
        id: ExprId,
        generator: &Qualifier,
        product: Product,
        outer: &[Level],
    ) -> Done {
        let bad = self.label();
        match generator {
            Qualifier::BinaryGenerator { .. } => {
                let rest = self.temporary();
                self.emit(Instr::BitsStart { dst: rest, src: Slot(0), otherwise: bad.0 });
            }
            Qualifier::MapGenerator { .. } => self.match_constant(Slot(0), Term::atom("none"), bad),
            Qualifier::Zip { span, generators } => self.end_of_zip(id, span.start.line, generators)?,
            _ => self.emit(Instr::MatchNil { src: Slot(0), otherwise: bad.0 }),
        }
        match outer.split_last() {
            Some((level, _)) => {
                self.report(Point::ElementEnd { comprehension: id, generator: level.generator });
                let first = self.temporary();
                let rest = self.bound_slot(rest_of(outer.len() - 1)).expect("a parameter");
                self.emit(Instr::Move { dst: first, src: Arg::read(rest) });
                let parameters = level.parameters.clone();
                self.pass(&parameters);
                self.local_call(level.function, first, level.arity(), Dest::Return);
            }
            None => {
                let value = match product {
                    Product::List { tail: Some(tail), .. } => {
                        Arg::read(self.bound_slot(tail).expect("a parameter"))
                    }
                    Product::Bits { .. } => {
                        Arg::read(self.bound_slot(Atom::new("+accumulated")).expect("a parameter"))
                    }
                    _ => self.constant(Term::Nil),
                };
                self.emit(Instr::Return { src: value });
            }
        }
        self.place_label(bad);
        // OTP names the line of the source.
        let (mut patterns, mut sources) = (Vec::new(), Vec::new());
        parts_of_generator(generator, &mut patterns, &mut sources);
        let line = sources.first().map_or(0, |source| self.m.source[*source].anchor.line);
        self.at_line(id, line);
        self.emit(Instr::Fail { kind: Failure::BadGenerator, value: Arg::read(Slot(0)) });
        Ok(())
    }

    fn filter(&mut self, qualifier: &Qualifier, otherwise: Label) -> Done {
        let Qualifier::Filter(test) = qualifier else { return Ok(()) };
        if self.is_guard_expression(*test) {
            self.report(Point::Begin(*test));
            self.guard(&vec![vec![*test]], otherwise)?;
            if self.instrumented {
                let yes = self.atom(atoms::TRUE);
                self.report_value(Point::Value(*test), yes);
            }
            return Ok(());
        }
        let mark = self.mark();
        let a = self.value(*test)?;
        self.at(*test);
        self.emit(Instr::TestBoolean { a, failure: Failure::BadFilter, otherwise: otherwise.0 });
        self.release(mark);
        Ok(())
    }

    /// The element of a list or map comprehension.
    fn template(&mut self, product: Product, slot: Slot) -> Done {
        match product {
            Product::List { template, .. } | Product::Bits { template } => {
                self.stop_before(template);
                self.result(template, Dest::Slot(slot))
            }
            Product::Pairs { key, value } => {
                let mark = self.mark();
                let (first, second) = (self.temporary(), self.temporary());
                self.result(key, Dest::Slot(first))?;
                self.result(value, Dest::Slot(second))?;
                self.emit(Instr::Tuple { dst: slot, first, count: 2 });
                self.release(mark);
                Ok(())
            }
        }
    }

    /// One more element in front of (or behind) what is there.
    fn element(&mut self, product: Product, accumulated: Slot, dst: Slot) -> Done {
        let mark = self.mark();
        let value = self.temporary();
        self.template(product, value)?;
        match product {
            Product::Bits { .. } => {
                let whole = |slot| Field {
                    kind: FieldKind::Bits,
                    signed: false,
                    little: false,
                    unit: 1,
                    size: None,
                    value: FieldValue::Write(Arg::read(slot)),
                    source: Slot::NOWHERE,
                };
                let fields = self.fields.len() as u32;
                self.fields.extend([whole(accumulated), whole(value)]);
                self.emit(Instr::Bits { dst, fields, count: 2 });
            }
            _ => self.emit(Instr::Cons { dst, head: Arg::read(value), tail: Arg::read(accumulated) }),
        }
        self.release(mark);
        Ok(())
    }
}

impl Level {
    fn arity(&self) -> u32 {
        1 + self.parameters.len() as u32
    }

    fn copy(&self) -> Level {
        Level { parameters: self.parameters.clone(), ..*self }
    }
}

/// The variable that holds what is left of the source at a depth. No source can hold such a name.
fn rest_of(depth: usize) -> VarName {
    Atom::new(&format!("+rest{depth}"))
}
