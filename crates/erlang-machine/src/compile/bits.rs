//! The bit syntax: fields of bitstrings, written and read.

use erlang_syntax::ast::{Endian, ExprId, ExprKind, Segment, SegmentType};
use erlang_term::bits::Builder;
use erlang_term::{Bits, Term, atoms};

use super::function::{Dest, Done, FunctionCompiler, Label};
use crate::code::{Arg, Comparison, Field, FieldKind, FieldValue, Instr, Slot, TypeTest};

impl FunctionCompiler<'_, '_> {
    /// `<<…>>` as an expression. Values and sizes are evaluated from left to right, then the bits
    /// are put together.
    pub fn bits(&mut self, id: ExprId, segments: &[Segment], dest: Dest) -> Done {
        let mut fields = Vec::new();
        for segment in segments {
            self.fields_to_write(segment, &mut fields)?;
        }
        self.at(id);
        let start = self.fields.len() as u32;
        let count = fields.len() as u32;
        self.fields.extend(fields);
        let dst = self.fresh_result_slot(dest);
        self.emit(Instr::Bits { dst, fields: start, count });
        self.finish_value(dst, dest);
        Ok(())
    }

    fn fields_to_write(&mut self, segment: &Segment, fields: &mut Vec<Field>) -> Done {
        let source = self.m.source.clone();
        let shape = Shape::of(segment);
        if let ExprKind::String(text) = &source[segment.value].kind {
            // A string is one field for each of its characters.
            if segment.size.is_none()
                && let Some(bits) = shape.constant_text(text)
            {
                let value = FieldValue::Write(self.constant(Term::Bits(bits)));
                fields.push(Field { value, ..WHOLE });
                return Ok(());
            }
            let size = self.size_to_write(segment, shape)?;
            if let (true, Some(size)) = (text.is_empty(), size) {
                self.check_size(segment.value, size);
            }
            for c in text {
                let value = FieldValue::Write(self.constant(Term::Int(i64::from(*c))));
                fields.push(shape.field(size, value, Slot::NOWHERE));
            }
            return Ok(());
        }
        let value = self.value(segment.value)?;
        let size = self.size_to_write(segment, shape)?;
        fields.push(shape.field(size, FieldValue::Write(value), Slot::NOWHERE));
        Ok(())
    }

    /// A size that is not used is `badarg` all the same if it is none.
    fn check_size(&mut self, id: ExprId, size: Arg) {
        let (bad, good) = (self.label(), self.label());
        self.emit(Instr::TestType { test: TypeTest::Integer, a: size, otherwise: bad.0 });
        let zero = self.constant(Term::Int(0));
        self.emit(Instr::Test { op: Comparison::GreaterOrEqual, a: size, b: zero, otherwise: bad.0 });
        self.emit(Instr::Jump { to: good.0 });
        self.place_label(bad);
        let mark = self.mark();
        let reason = self.temporary();
        let badarg = self.atom(atoms::BADARG);
        self.emit(Instr::Move { dst: reason, src: badarg });
        self.at(id);
        self.erlang_call_of(atoms::ERROR, 1, reason, Dest::Slot(reason));
        self.release(mark);
        self.place_label(good);
    }

    fn size_to_write(&mut self, segment: &Segment, shape: Shape) -> Result<Option<Arg>, String> {
        match segment.size {
            Some(size) => self.value(size).map(Some),
            None => Ok(shape.default_size.map(|size| self.constant(Term::Int(size)))),
        }
    }

    /// `<<…>>` as a pattern.
    pub fn bits_pattern(&mut self, segments: &[Segment], src: Slot, otherwise: Label) -> Done {
        let mark = self.mark();
        let rest = self.temporary();
        self.emit(Instr::BitsStart { dst: rest, src, otherwise: otherwise.0 });
        self.segments_to_read(segments, rest, otherwise, false)?;
        self.emit(Instr::BitsEnd { src: rest, otherwise: otherwise.0 });
        self.release(mark);
        Ok(())
    }

    /// Reads the fields off `rest`. With `skip`, only their sizes count (a generator passes over
    /// what does not match).
    pub fn segments_to_read(
        &mut self,
        segments: &[Segment],
        rest: Slot,
        otherwise: Label,
        skip: bool,
    ) -> Done {
        let source = self.m.source.clone();
        for segment in segments {
            let mark = self.mark();
            let shape = Shape::of(segment);
            let size = match segment.size {
                Some(size) => Some(self.guarded_value(size, otherwise)?),
                None => shape.default_size.map(|size| self.constant(Term::Int(size))),
            };
            if let ExprKind::String(text) = &source[segment.value].kind {
                for c in text {
                    let value = shape.literal(Term::Int(i64::from(*c)));
                    self.read_field(shape.field(size, FieldValue::Skip, rest), Some(value), otherwise, skip);
                }
                self.release(mark);
                continue;
            }
            let field = shape.field(size, FieldValue::Skip, rest);
            match &source[segment.value].kind {
                ExprKind::Wildcard => self.read_field(field, None, otherwise, skip),
                ExprKind::Variable(name) if skip && self.bound_slot(*name).is_some() => {
                    self.read_field(field, None, otherwise, skip)
                }
                ExprKind::Variable(name) if self.bound_slot(*name).is_none() => {
                    let slot = self.slot_for(*name);
                    let field = Field { value: FieldValue::Read(slot), ..field };
                    self.get(field, otherwise);
                    self.bind(*name);
                }
                _ => {
                    if let Some(value) =
                        super::literal::constant(&source, &mut self.m.literals, segment.value)
                    {
                        self.read_field(field, Some(shape.literal(value)), otherwise, skip);
                    } else {
                        let slot = self.temporary();
                        self.get(Field { value: FieldValue::Read(slot), ..field }, otherwise);
                        if !skip {
                            self.pattern(segment.value, slot, otherwise)?;
                        }
                    }
                }
            }
            self.release(mark);
        }
        Ok(())
    }

    /// Reads a field and compares it with a constant, or passes over it.
    fn read_field(&mut self, field: Field, expected: Option<Term>, otherwise: Label, skip: bool) {
        match expected {
            Some(value) if !skip => {
                let mark = self.mark();
                let slot = self.temporary();
                self.get(Field { value: FieldValue::Read(slot), ..field }, otherwise);
                self.match_constant(slot, value, otherwise);
                self.release(mark);
            }
            _ => self.get(field, otherwise),
        }
    }

    fn get(&mut self, field: Field, otherwise: Label) {
        self.fields.push(field);
        self.emit(Instr::BitsGet { field: self.fields.len() as u32 - 1, otherwise: otherwise.0 });
    }
}

/// A bitstring as it is.
const WHOLE: Field = Field {
    kind: FieldKind::Bits,
    signed: false,
    little: false,
    unit: 1,
    size: None,
    value: FieldValue::Skip,
    source: Slot::NOWHERE,
};

/// The type of a segment, with defaults for missing specifiers.
#[derive(Clone, Copy)]
struct Shape {
    kind: FieldKind,
    signed: bool,
    little: bool,
    unit: u32,
    default_size: Option<i64>,
}

impl Shape {
    fn of(segment: &Segment) -> Shape {
        let (kind, unit, default_size) = match segment.ty.unwrap_or(SegmentType::Integer) {
            // An unknown type is an error before code is compiled.
            SegmentType::Integer | SegmentType::Unknown(_) => (FieldKind::Integer, 1, Some(8)),
            SegmentType::Float => (FieldKind::Float, 1, Some(64)),
            SegmentType::Binary => (FieldKind::Bits, 8, None),
            SegmentType::Bitstring => (FieldKind::Bits, 1, None),
            SegmentType::Utf8 => (FieldKind::Utf8, 1, None),
            SegmentType::Utf16 => (FieldKind::Utf16, 1, None),
            SegmentType::Utf32 => (FieldKind::Utf32, 1, None),
        };
        Shape {
            kind,
            signed: segment.signed == Some(true),
            // Native is little, as on nearly every machine Erlang runs on.
            little: matches!(segment.endian, Some(Endian::Little | Endian::Native)),
            unit: segment.unit.unwrap_or(unit),
            default_size,
        }
    }

    fn field(self, size: Option<Arg>, value: FieldValue, source: Slot) -> Field {
        let Shape { kind, signed, little, unit, .. } = self;
        Field { kind, signed, little, unit, size, value, source }
    }

    /// An integer where a float is read stands for the float.
    fn literal(self, value: Term) -> Term {
        match (self.kind, &value) {
            (FieldKind::Float, Term::Int(_) | Term::Big(_)) => {
                erlang_term::arithmetic::to_float(&value).map_or(value, Term::float)
            }
            _ => value,
        }
    }

    /// Text that is written without a size, as bits.
    fn constant_text(self, text: &[u32]) -> Option<Bits> {
        let mut builder = Builder::new();
        let endian =
            if self.little { erlang_term::bits::Endian::Little } else { erlang_term::bits::Endian::Big };
        for c in text {
            let c = Term::Int(i64::from(*c));
            let written = match self.kind {
                FieldKind::Integer if self.unit == 1 => builder.push_integer(&c, 8, endian),
                FieldKind::Utf8 => builder.push_utf8(&c),
                FieldKind::Utf16 => builder.push_utf16(&c, endian),
                FieldKind::Utf32 => builder.push_utf32(&c, endian),
                _ => return None,
            };
            written.ok()?;
        }
        Some(builder.finish())
    }
}
