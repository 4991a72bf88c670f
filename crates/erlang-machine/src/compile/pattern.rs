//! Patterns: tests and bindings, left to right.

use erlang_syntax::ast::{BinaryOp, ExprId, ExprKind};
use erlang_term::Term;

use super::function::{Done, FunctionCompiler, Label};
use super::literal;
use super::variables::pattern_variables;
use crate::code::{Arg, Instr, Slot};

impl FunctionCompiler<'_, '_> {
    /// Matches what is in `src` against a pattern; goes to `otherwise` if it does not match.
    pub fn pattern(&mut self, id: ExprId, src: Slot, otherwise: Label) -> Done {
        recursion::deep(|| self.pattern_on_stack(id, src, otherwise))
    }

    fn pattern_on_stack(&mut self, id: ExprId, src: Slot, otherwise: Label) -> Done {
        let source = self.m.source.clone();
        match &source[id].kind {
            ExprKind::Wildcard => {}
            ExprKind::Variable(name) => match self.bound_slot(*name) {
                Some(slot) => self.emit(Instr::MatchExact {
                    a: Arg::read(src),
                    b: Arg::read(slot),
                    otherwise: otherwise.0,
                }),
                None => {
                    let slot = self.slot_for(*name);
                    if slot != src {
                        self.emit(Instr::Move { dst: slot, src: Arg::read(src) });
                    }
                    self.bind(*name);
                }
            },
            ExprKind::List { elements, tail } if elements.is_empty() && tail.is_none() => {
                self.emit(Instr::MatchNil { src, otherwise: otherwise.0 });
            }
            // A map pattern matches any map with these keys, however literal they are.
            ExprKind::Map(fields) => {
                self.emit(Instr::MatchMap { src, otherwise: otherwise.0 });
                for field in fields {
                    let mark = self.mark();
                    let key = self.guarded_value(field.key, otherwise)?;
                    let dst = self.slot_for_part(field.value);
                    self.emit(Instr::MatchKey { src, key, dst, otherwise: otherwise.0 });
                    self.part(field.value, dst, otherwise)?;
                    self.release(mark);
                }
            }
            _ if !contains_map(&source, id) && self.m.literals.value(&source, id).is_some() => {
                let value = self.m.literals.value(&source, id).expect("just seen");
                self.match_constant(src, value, otherwise);
            }
            ExprKind::Tuple(elements) => self.tuple_pattern(elements, src, otherwise)?,
            ExprKind::List { elements, tail } => self.list_pattern(elements, *tail, src, otherwise)?,
            ExprKind::Match { pattern, value } => {
                self.pattern(*pattern, src, otherwise)?;
                self.pattern(*value, src, otherwise)?;
            }
            ExprKind::Record { name, fields } => self.record_pattern(*name, fields, src, otherwise)?,
            ExprKind::RecordIndex { name, field } => {
                let value = self.record_index(*name, *field)?;
                self.match_constant(src, value, otherwise);
            }
            ExprKind::Bitstring(segments) => self.bits_pattern(segments, src, otherwise)?,
            ExprKind::Binary { op: BinaryOp::Append, left, right } => {
                let prefix = self.m.literals.value(&source, *left).and_then(|t| t.proper_list());
                let Some(prefix) = prefix else { return Err("illegal pattern".into()) };
                let mark = self.mark();
                let (head, rest) = (self.temporary(), self.temporary());
                let mut at = src;
                for element in prefix {
                    self.emit(Instr::MatchCons { src: at, head, tail: rest, otherwise: otherwise.0 });
                    self.match_constant(head, element, otherwise);
                    at = rest;
                }
                self.pattern(*right, at, otherwise)?;
                self.release(mark);
            }
            _ => match literal::constant(&source, &mut self.m.literals, id) {
                Some(value) => self.match_constant(src, value, otherwise),
                None => return Err("illegal pattern".into()),
            },
        }
        Ok(())
    }

    pub fn match_constant(&mut self, src: Slot, value: Term, otherwise: Label) {
        let b = self.constant(value);
        self.emit(match self.small_constant(b) {
            Some(n) => Instr::MatchSmall { src, n, otherwise: otherwise.0 },
            None => Instr::MatchExact { a: Arg::read(src), b, otherwise: otherwise.0 },
        });
    }

    fn tuple_pattern(&mut self, elements: &[ExprId], src: Slot, otherwise: Label) -> Done {
        self.emit(Instr::MatchTuple { src, arity: elements.len() as u32, otherwise: otherwise.0 });
        for (n, element) in elements.iter().enumerate() {
            self.element_pattern(*element, src, n as u32, otherwise)?;
        }
        Ok(())
    }

    pub fn element_pattern(&mut self, element: ExprId, src: Slot, index: u32, otherwise: Label) -> Done {
        let mark = self.mark();
        let dst = self.slot_for_part(element);
        if dst != Slot::NOWHERE {
            self.emit(Instr::Element { dst, src, index });
            self.part(element, dst, otherwise)?;
        }
        self.release(mark);
        Ok(())
    }

    fn list_pattern(
        &mut self,
        elements: &[ExprId],
        tail: Option<ExprId>,
        src: Slot,
        otherwise: Label,
    ) -> Done {
        let mark = self.mark();
        // Long lists walk along one temporary.
        let rest = if elements.len() > 1 || tail.is_none() { self.temporary() } else { Slot::NOWHERE };
        let mut at = src;
        for (n, element) in elements.iter().enumerate() {
            let inner = self.mark();
            let head = self.slot_for_part(*element);
            let last = n + 1 == elements.len();
            let (next, tail_part) = match tail {
                Some(tail) if last => (self.slot_for_tail(*element, tail), Some(tail)),
                _ => (rest, None),
            };
            self.emit(Instr::MatchCons { src: at, head, tail: next, otherwise: otherwise.0 });
            self.part(*element, head, otherwise)?;
            if let Some(tail) = tail_part {
                self.part(tail, next, otherwise)?;
            }
            self.release(inner);
            at = next;
        }
        if tail.is_none() {
            self.emit(Instr::MatchNil { src: at, otherwise: otherwise.0 });
        }
        self.release(mark);
        Ok(())
    }

    /// Where a part of a matched value goes: to its variable, to nowhere, or to a temporary to be
    /// looked at.
    fn slot_for_part(&mut self, pattern: ExprId) -> Slot {
        match &self.m.source[pattern].kind {
            ExprKind::Wildcard => Slot::NOWHERE,
            ExprKind::Variable(name) if self.bound_slot(*name).is_none() => {
                let name = *name;
                // A variable that occurs twice in one pattern is bound by its first occurrence
                // only.
                self.slot_for(name)
            }
            _ => self.temporary(),
        }
    }

    /// Head and tail are taken out together: the tail must wait elsewhere if looking at the head
    /// binds its variable.
    fn slot_for_tail(&mut self, head: ExprId, tail: ExprId) -> Slot {
        match &self.m.source[tail].kind {
            ExprKind::Variable(name) if pattern_variables(self.m.source, &[head]).contains(name) => {
                self.temporary()
            }
            _ => self.slot_for_part(tail),
        }
    }

    /// Goes on with a part that [`Self::slot_for_part`] gave a place.
    fn part(&mut self, pattern: ExprId, slot: Slot, otherwise: Label) -> Done {
        if slot == Slot::NOWHERE { Ok(()) } else { self.pattern(pattern, slot, otherwise) }
    }
}

fn contains_map(module: &erlang_syntax::ast::Module, id: ExprId) -> bool {
    let mut work = vec![id];
    while let Some(id) = work.pop() {
        match &module[id].kind {
            ExprKind::Map(_) => return true,
            ExprKind::Tuple(elements) => work.extend(elements),
            ExprKind::List { elements, tail } => {
                work.extend(elements);
                work.extend(tail);
            }
            _ => {}
        }
    }
    false
}
