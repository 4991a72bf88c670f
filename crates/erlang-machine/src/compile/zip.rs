//! Generators in parallel, `P1 <- E1 && P2 <- E2` (OTP 28, EEP 73): their function walks a tuple of
//! the sources, all of them at once.
//!
//! If every source has an element and every pattern matches, the elements count. If only relaxed
//! patterns fail, they are passed over. If every source is at its end, so is the whole. Anything
//! else is `{bad_generators, Sources}`.

use erlang_syntax::ast::{ExprId, ExprKind, Qualifier};
use erlang_term::{Term, atoms};

use super::function::{Dest, Done, FunctionCompiler, Label};
use crate::code::{Arg, Instr, Slot};

/// Which patterns an element has to match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Matching {
    All,
    /// Those of strict generators (`<:-`, `<:=`).
    Strict,
}

impl FunctionCompiler<'_, '_> {
    /// Evaluates the sources from left to right, and makes a tuple of them.
    pub fn sources_of_zip(&mut self, generators: &[Qualifier], slot: Slot) -> Done {
        let mark = self.mark();
        let slots: Vec<Slot> = generators.iter().map(|_| self.temporary()).collect();
        for (generator, slot) in generators.iter().zip(&slots) {
            self.source_of(generator, *slot)?;
        }
        self.emit(Instr::Tuple { dst: slot, first: slots[0], count: slots.len() as u32 });
        self.release(mark);
        Ok(())
    }

    /// Takes an element from each of the sources in the first argument; what is left of them goes
    /// to `remaining`. Goes to `otherwise` if one has none, or does not match.
    pub fn advance_zip(
        &mut self,
        generators: &[Qualifier],
        remaining: Slot,
        matching: Matching,
        otherwise: Label,
    ) -> Done {
        let rests: Vec<Slot> = generators.iter().map(|_| self.temporary()).collect();
        for (n, (generator, rest)) in generators.iter().zip(&rests).enumerate() {
            let src = self.source_in_zip(n);
            let all = matching == Matching::All || is_strict(generator);
            self.advance(generator, src, *rest, all, otherwise)?;
        }
        self.emit(Instr::Tuple { dst: remaining, first: rests[0], count: rests.len() as u32 });
        Ok(())
    }

    fn source_in_zip(&mut self, n: usize) -> Slot {
        let dst = self.temporary();
        self.emit(Instr::Element { dst, src: Slot(0), index: n as u32 });
        dst
    }

    /// Takes an element from one source. If it need not match, only its room in a bitstring counts.
    fn advance(
        &mut self,
        generator: &Qualifier,
        src: Slot,
        rest: Slot,
        must_match: bool,
        otherwise: Label,
    ) -> Done {
        let source = self.m.source.clone();
        match generator {
            Qualifier::ListGenerator { pattern, .. } => {
                let head = self.temporary();
                self.emit(Instr::MatchCons { src, head, tail: rest, otherwise: otherwise.0 });
                if must_match {
                    self.pattern(*pattern, head, otherwise)?;
                }
            }
            Qualifier::MapGenerator { key, value, .. } => {
                let (k, v) = self.take_pair(src, rest, otherwise);
                if must_match {
                    self.pattern(*key, k, otherwise)?;
                    self.pattern(*value, v, otherwise)?;
                }
            }
            Qualifier::BinaryGenerator { pattern, .. } => {
                let ExprKind::Bitstring(segments) = &source[*pattern].kind else {
                    return Err("a binary generator needs a binary pattern".into());
                };
                self.emit(Instr::BitsStart { dst: rest, src, otherwise: otherwise.0 });
                self.segments_to_read(segments, rest, otherwise, !must_match)?;
            }
            Qualifier::Zip { .. } | Qualifier::Filter(_) => {
                return Err("only generators can be zipped".into());
            }
        }
        Ok(())
    }

    /// Raises unless every source is at its end.
    pub fn end_of_zip(&mut self, id: ExprId, line: u32, generators: &[Qualifier]) -> Done {
        let (bad, done) = (self.label(), self.label());
        for (n, generator) in generators.iter().enumerate() {
            let src = self.source_in_zip(n);
            match generator {
                // Bits that are too few for another element are left alone.
                Qualifier::BinaryGenerator { strict: false, .. } => {
                    let rest = self.temporary();
                    self.emit(Instr::BitsStart { dst: rest, src, otherwise: bad.0 });
                }
                Qualifier::BinaryGenerator { .. } => self.match_constant(src, Term::binary(&[]), bad),
                Qualifier::MapGenerator { .. } => self.match_constant(src, Term::atom("none"), bad),
                _ => self.emit(Instr::MatchNil { src, otherwise: bad.0 }),
            }
        }
        self.emit(Instr::Jump { to: done.0 });
        self.place_label(bad);
        self.at_line(id, line);
        let reason = [self.temporary(), self.temporary()];
        let tag = self.constant(Term::atom("bad_generators"));
        self.emit(Instr::Move { dst: reason[0], src: tag });
        self.emit(Instr::Move { dst: reason[1], src: Arg::read(Slot(0)) });
        self.emit(Instr::Tuple { dst: reason[0], first: reason[0], count: 2 });
        self.erlang_call_of(atoms::ERROR, 1, reason[0], Dest::Return);
        self.place_label(done);
        Ok(())
    }
}

fn is_strict(generator: &Qualifier) -> bool {
    match generator {
        Qualifier::ListGenerator { strict, .. }
        | Qualifier::BinaryGenerator { strict, .. }
        | Qualifier::MapGenerator { strict, .. } => *strict,
        Qualifier::Zip { .. } | Qualifier::Filter(_) => false,
    }
}
