//! Segments of binaries: which types, sizes and units go together.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::constants::{self, Constant};
use super::{Linter, guards};
use crate::ast::*;
use crate::diagnostics::Diagnostic;

/// How long a segment is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Width {
    /// Not given.
    Default,
    Unknown,
    /// In units.
    Units(BigInt),
    /// All that is left.
    All,
}

impl Linter<'_> {
    /// Segments of a binary that is built; `check` is for values and sizes.
    pub(super) fn segments(&mut self, segments: &[Segment], check: fn(&mut Self, ExprId)) {
        let parts = segments.iter().flat_map(|segment| std::iter::once(segment.value).chain(segment.size));
        self.siblings(parts, check);
        for segment in segments {
            let width = match segment.size.map(|size| (size, &self.module[size].kind)) {
                None => Width::Default,
                Some((_, ExprKind::Atom(atom))) if atom.name() == "all" => Width::All,
                Some((size, _)) => match constants::value(self.module, size) {
                    Some(Constant::Integer(n)) => Width::Units(n),
                    _ => Width::Unknown,
                },
            };
            self.segment_type(segment, width);
        }
    }

    /// Checks that the parts of a segment fit, and says how long it is.
    pub(super) fn segment_type(&mut self, segment: &Segment, width: Width) -> Width {
        let ty = segment.ty.unwrap_or(SegmentType::Integer);
        let span = segment.span;
        if let Some(unit) = segment.unit
            && !(1..=256).contains(&unit)
        {
            self.error(span, format!("the unit of a segment is between 1 and 256, not {unit}"));
            return Width::Unknown;
        }
        match (ty, &width) {
            (SegmentType::Unknown(name), _) => {
                let message = format!("there is no segment type `{}`", name.name());
                let problem = Diagnostic::error(span, message).help(
                    "types are integer, float, binary, bytes, bitstring, bits, utf8, utf16, utf32; then signed or unsigned; \
                     big, little or native; unit:N",
                );
                self.report(problem);
                Width::Unknown
            }
            (SegmentType::Utf8 | SegmentType::Utf16 | SegmentType::Utf32, _) => {
                if width != Width::Default || segment.unit.is_some() {
                    let message = "segments of type utf8, utf16 or utf32 must have neither size nor unit";
                    self.error(span, message);
                }
                Width::Unknown
            }
            (SegmentType::Bitstring, _) if segment.unit.is_some_and(|unit| unit != 1) => {
                self.error(span, "conflict in unit specification for bit field: a bitstring has unit 1");
                Width::Unknown
            }
            (SegmentType::Binary | SegmentType::Bitstring, Width::Default) => Width::All,
            (_, Width::Default) if segment.unit.is_some() => {
                self.error(span, "a unit must not be given unless a size is given too");
                Width::Unknown
            }
            (SegmentType::Integer | SegmentType::Float, Width::All) => {
                self.error(span, "illegal size of a segment");
                Width::Unknown
            }
            (SegmentType::Float, Width::Units(units)) => {
                let bits = units.to_u32().map(|units| units.saturating_mul(segment.unit.unwrap_or(1)));
                if !matches!(bits, Some(16 | 32 | 64)) {
                    self.warning(span, "bad size of a float: it has 16, 32 or 64 bits");
                }
                width
            }
            _ => width,
        }
    }

    /// Strings in patterns take no type but UTF, and no size.
    pub(super) fn string_segment_is_plain(&self, segment: &Segment) -> bool {
        let no_type = segment.ty.is_none()
            && segment.signed.is_none()
            && segment.endian.is_none()
            && segment.unit.is_none();
        let utf = matches!(segment.ty, Some(SegmentType::Utf8 | SegmentType::Utf16 | SegmentType::Utf32));
        segment.size.is_none() && (no_type || utf)
    }

    /// The last segment of a generator's pattern cannot take all that is left: there would be
    /// nothing to repeat.
    pub(super) fn generator_segments(&mut self, pattern: ExprId) {
        if let ExprKind::Bitstring(segments) = &self.module[pattern].kind
            && let Some(last) = segments.last()
            && last.size.is_none()
            && matches!(last.ty, Some(SegmentType::Binary | SegmentType::Bitstring))
        {
            let message = "binary fields without a size are not allowed in patterns of bit string generators";
            self.error(last.span, message);
        }
    }

    pub(super) fn in_guard_context(&mut self, context: guards::Context, check: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.guard_context, context);
        check(self);
        self.guard_context = before;
    }
}
