//! The bit syntax.

use num_traits::ToPrimitive;

use super::expressions::Grammar;
use super::operators::unary;
use super::{Operand, Parsed, Parser, join};
use crate::ast::{Endian, ExprKind, Segment, SegmentType};
use crate::source::Span;
use crate::token::{Lexeme, Symbol};

impl Parser<'_> {
    pub(super) fn binary(&mut self, grammar: Grammar) -> Parsed<Operand> {
        let open = self.advance();
        let mut segments = Vec::new();
        let close = loop {
            if segments.is_empty()
                && let Some(close) = self.accept(Symbol::RightBinary)
            {
                break close;
            }
            let value = self.segment_value()?;
            let template = segments.is_empty() && grammar == Grammar::Expression;
            if template && self.accept(Symbol::BarBar).is_some() {
                return self.binary_comprehension(open, value.id);
            }
            segments.push(self.segment(value)?);
            if self.accept(Symbol::Comma).is_some() {
                continue;
            }
            if self.is(Symbol::RightBinary) {
                break self.advance();
            }
            let problem = self.problem_here("`>>`").label(open, "this `<<` is not closed");
            return Err(self.fail(problem.help("an expression in a binary needs parentheses around it")));
        };
        Ok(self.operand_of(join(open, close), ExprKind::Bitstring(segments)))
    }

    /// `~"…"`
    pub(super) fn binary_sigil(&mut self) -> Parsed<Operand> {
        let span = self.span();
        let Lexeme::Binary(characters) = self.peek() else { return Err(self.unexpected("a binary")) };
        let characters = characters.to_vec();
        self.advance();
        if matches!(self.peek(), Lexeme::Binary(_) | Lexeme::String(_)) {
            return Err(self.mixed_strings());
        }
        let value = self.add(span, ExprKind::String(characters));
        let segment = Segment {
            span,
            value,
            size: None,
            ty: Some(SegmentType::Utf8),
            signed: None,
            endian: None,
            unit: None,
        };
        Ok(self.operand_of(span, ExprKind::Bitstring(vec![segment])))
    }

    fn segment_value(&mut self) -> Parsed<Operand> {
        let operator = match *self.peek() {
            Lexeme::Symbol(symbol) => unary(symbol),
            _ => None,
        };
        let Some(op) = operator else { return self.closed(Grammar::Expression) };
        let start = self.advance();
        let operand = self.closed(Grammar::Expression)?;
        Ok(self.operand_of(join(start, operand.span), ExprKind::Unary { op, operand: operand.id }))
    }

    fn segment(&mut self, value: Operand) -> Parsed<Segment> {
        let mut segment = Segment {
            span: value.span,
            value: value.id,
            size: None,
            ty: None,
            signed: None,
            endian: None,
            unit: None,
        };
        if self.accept(Symbol::Colon).is_some() {
            let size = self.closed(Grammar::Expression)?;
            segment.span = join(segment.span, size.span);
            segment.size = Some(size.id);
        }
        if self.accept(Symbol::Slash).is_some() {
            loop {
                let span = self.segment_specifier(&mut segment)?;
                segment.span = join(segment.span, span);
                if self.accept(Symbol::Minus).is_none() {
                    break;
                }
            }
        }
        Ok(segment)
    }

    /// One of `integer-signed-big-unit:8`.
    fn segment_specifier(&mut self, segment: &mut Segment) -> Parsed<Span> {
        let (name, span) = self.expect_atom("a segment type")?;
        let fresh = match name.name() {
            "integer" => set(&mut segment.ty, SegmentType::Integer),
            "float" => set(&mut segment.ty, SegmentType::Float),
            "binary" | "bytes" => set(&mut segment.ty, SegmentType::Binary),
            "bitstring" | "bits" => set(&mut segment.ty, SegmentType::Bitstring),
            "utf8" => set(&mut segment.ty, SegmentType::Utf8),
            "utf16" => set(&mut segment.ty, SegmentType::Utf16),
            "utf32" => set(&mut segment.ty, SegmentType::Utf32),
            "signed" => set(&mut segment.signed, true),
            "unsigned" => set(&mut segment.signed, false),
            "big" => set(&mut segment.endian, Endian::Big),
            "little" => set(&mut segment.endian, Endian::Little),
            "native" => set(&mut segment.endian, Endian::Native),
            "unit" => return self.segment_unit(segment, span),
            // Only an error if no parse transform replaces it.
            _ => set(&mut segment.ty, SegmentType::Unknown(name)),
        };
        if !fresh {
            self.report(span, format!("`{}` contradicts an earlier type of the segment", name.name()));
        }
        Ok(span)
    }

    fn segment_unit(&mut self, segment: &mut Segment, name: Span) -> Parsed<Span> {
        self.expect(Symbol::Colon)?;
        let Lexeme::Integer(unit) = self.peek() else {
            return Err(self.unexpected("the unit, from 1 to 256"));
        };
        let unit = unit.to_u32().filter(|unit| (1..=256).contains(unit));
        let span = join(name, self.advance());
        match unit {
            Some(unit) if set(&mut segment.unit, unit) => {}
            Some(_) => self.report(span, "this contradicts an earlier unit of the segment"),
            None => self.report(span, "the unit of a segment must be a number from 1 to 256"),
        }
        Ok(span)
    }
}

/// Sets what is not set yet, or set to the same; says whether it could.
fn set<T: PartialEq>(slot: &mut Option<T>, value: T) -> bool {
    let fresh = slot.as_ref().is_none_or(|old| *old == value);
    *slot = Some(value);
    fresh
}
