//! Forms: the module's attributes and functions, and the converter that their parts share.

use std::fmt::Write as _;

use erlang_term::Atom;
use num_bigint::{BigInt, Sign};

use super::Problem;
use super::flat::{Flat, Node, Slice, Tag};
use crate::ast::*;
use crate::source::{FileId, Pos, SourceFile, Sources, Span};

pub(super) type Result<T> = std::result::Result<T, Problem>;

/// Makes a module of its abstract forms.
pub(super) fn module(flat: &Flat<'_>, forms: Node) -> Result<Module> {
    module_in(flat, forms, Sources::default()).map(|(module, _)| module)
}

/// The same, with the files that are known already. Also how many expressions there are after each
/// form.
pub(super) fn module_in(flat: &Flat<'_>, forms: Node, sources: Sources) -> Result<(Module, Vec<usize>)> {
    let forms = flat.list(forms).ok_or_else(|| Problem::unreadable("its forms are not a list"))?;
    let mut converter = Converter {
        flat,
        name: None,
        forms: Vec::with_capacity(forms.len()),
        exprs: Vec::new(),
        types: Vec::new(),
        sources,
        file: FileId(0),
    };
    let mut ends = Vec::with_capacity(forms.len());
    for &form in forms {
        converter.form(form)?;
        if converter.forms.len() > ends.len() {
            ends.push(converter.exprs.len());
        }
    }
    let name = converter.name.ok_or_else(|| Problem::unreadable("its forms name no module"))?;
    if converter.sources.files.is_empty() {
        converter.sources.files.push(SourceFile { name: format!("{}.erl", name.name()), text: None });
    }
    let Converter { forms, exprs, types, sources, .. } = converter;
    Ok((Module { name, sources, forms, exprs, types }, ends))
}

pub(super) struct Converter<'f> {
    pub(super) flat: &'f Flat<'f>,
    name: Option<Atom>,
    forms: Vec<Form>,
    exprs: Vec<Expr>,
    types: Vec<Type>,
    sources: Sources,
    /// The file that the last `-file` attribute named.
    file: FileId,
}

impl<'f> Converter<'f> {
    fn form(&mut self, form: Node) -> Result<()> {
        let parts = self.tuple(form, "a form")?;
        let (span, kind) = match *parts {
            [Node::Atom(_, Tag::Attribute), anno, Node::Atom(_, Tag::File), value] => {
                self.file_attribute(anno, value)?
            }
            [Node::Atom(_, Tag::Attribute), anno, Node::Atom(name, tag), value] => {
                let span = self.span(anno)?;
                match self.attribute(span, name, tag, value)? {
                    Some(kind) => (span, kind),
                    None => return Ok(()),
                }
            }
            [Node::Atom(_, Tag::Function), anno, Node::Atom(name, _), Node::Int(arity), clauses] => {
                let span = self.span(anno)?;
                let arity = small(arity)?;
                let clauses = self.clauses(clauses)?;
                if clauses.iter().any(|clause| clause.patterns.len() != arity as usize) {
                    return Err(self.unknown("a function", form));
                }
                let whole = clauses.last().map_or(span, |last| reaching(span, last.span));
                (whole, FormKind::Function(Function { name, arity, name_span: span, clauses }))
            }
            [Node::Atom(_, Tag::Eof | Tag::Warning), ..] => return Ok(()),
            _ => return Err(self.unknown("a form", form)),
        };
        self.forms.push(Form { span, kind });
        Ok(())
    }

    fn file_attribute(&mut self, anno: Node, value: Node) -> Result<(Span, FormKind)> {
        match self.tuple(value, "a -file attribute")? {
            &[name, Node::Int(line)] => {
                let name = self.text(name)?;
                self.file = self.file_called(&name);
                let line = small(line)?;
                Ok((self.span(anno)?, FormKind::File { name, line }))
            }
            _ => Err(self.unknown("a -file attribute", value)),
        }
    }

    /// `None`: an attribute that no source holds.
    fn attribute(&mut self, span: Span, name: Atom, tag: Tag, value: Node) -> Result<Option<FormKind>> {
        let kind = match tag {
            Tag::Module => match value {
                Node::Atom(module, _) => {
                    self.name = Some(module);
                    FormKind::Module(module)
                }
                _ => return Err(Problem::unreadable("modules with parameters are not supported")),
            },
            Tag::Export => FormKind::Export(self.function_names(span, value)?),
            Tag::ExportType => FormKind::ExportType(self.function_names(span, value)?),
            Tag::Import => match value {
                Node::Atom(module, _) => FormKind::Import { module, functions: Vec::new() },
                _ => match *self.tuple(value, "an import")? {
                    [Node::Atom(module, _), functions] => {
                        FormKind::Import { module, functions: self.function_names(span, functions)? }
                    }
                    _ => return Err(self.unknown("an import", value)),
                },
            },
            Tag::Compile => FormKind::Compile(self.literal(span, value)?),
            Tag::Record => FormKind::Record(self.record_definition(value)?),
            Tag::Spec => FormKind::Spec(self.spec(value)?),
            Tag::Callback => FormKind::Callback(self.spec(value)?),
            Tag::Type | Tag::Opaque | Tag::Nominal => return self.type_definition(name, value),
            // What is not a list of functions is left for the checks to complain about.
            Tag::OptionalCallbacks => match self.function_names(span, value) {
                Ok(names) => FormKind::OptionalCallbacks(names),
                Err(_) => FormKind::Attribute { name, value: self.literal(span, value)? },
            },
            _ => FormKind::Attribute { name, value: self.literal(span, value)? },
        };
        Ok(Some(kind))
    }

    fn type_definition(&mut self, keyword: Atom, value: Node) -> Result<Option<FormKind>> {
        match *self.tuple(value, "a type definition")? {
            [Node::Atom(name, _), body, parameters] => {
                let parameters = self.list(parameters, "type parameters")?;
                let parameters =
                    parameters.iter().map(|&node| self.variable_name(node)).collect::<Result<_>>()?;
                let body = self.type_(body)?;
                Ok(Some(FormKind::TypeDefinition { keyword, name, parameters, body }))
            }
            // Compilers before OTP 19 kept a record's types apart from the record like this.
            [Node::Tuple(_), ..] => Ok(None),
            _ => Err(self.unknown("a type definition", value)),
        }
    }

    fn function_names(&mut self, span: Span, names: Node) -> Result<Vec<FunctionName>> {
        self.list(names, "a list of functions")?
            .iter()
            .map(|&node| match self.flat.tuple(node) {
                Some(&[Node::Atom(name, _), Node::Int(arity)]) => {
                    Ok(FunctionName { name, arity: small(arity)?, span })
                }
                _ => Err(self.unknown("a function's name and arity", node)),
            })
            .collect()
    }

    fn record_definition(&mut self, value: Node) -> Result<RecordDefinition> {
        let &[Node::Atom(name, _), fields] = self.tuple(value, "a record")? else {
            return Err(self.unknown("a record", value));
        };
        let fields = self.list(fields, "a record's fields")?;
        let fields =
            fields.iter().map(|&field| self.record_field_definition(field)).collect::<Result<_>>()?;
        Ok(RecordDefinition { name, fields })
    }

    fn record_field_definition(&mut self, node: Node) -> Result<RecordFieldDefinition> {
        match *self.tuple(node, "a record's field")? {
            [Node::Atom(_, Tag::TypedRecordField), field, ty] => {
                let field = self.record_field_definition(field)?;
                let ty = Some(self.type_(ty)?);
                Ok(RecordFieldDefinition { ty, ..field })
            }
            [Node::Atom(_, Tag::RecordField), anno, name, ref default @ ..] if default.len() < 2 => {
                let span = self.span(anno)?;
                let name = self.atom_expr(name)?;
                let default = default.first().map(|&default| self.expr(default)).transpose()?;
                Ok(RecordFieldDefinition { span, name, default, ty: None })
            }
            _ => Err(self.unknown("a record's field", node)),
        }
    }

    /// A term as the expression that would make it.
    fn literal(&mut self, span: Span, node: Node) -> Result<ExprId> {
        recursion::deep(|| self.literal_here(span, node))
    }

    fn literal_here(&mut self, span: Span, node: Node) -> Result<ExprId> {
        let kind = match node {
            Node::Nil => ExprKind::List { elements: Vec::new(), tail: None },
            Node::Int(_) | Node::Big(_) => {
                let value = self.flat.integer(node).unwrap_or_default();
                return Ok(self.signed(span, value.sign() == Sign::Minus, ExprKind::Integer(abs(value))));
            }
            Node::Float(value) => {
                return Ok(self.signed(span, value.is_sign_negative(), ExprKind::Float(value.abs())));
            }
            Node::Atom(atom, _) => ExprKind::Atom(atom),
            Node::Bytes(bytes) => {
                ExprKind::String(self.flat.bytes(bytes).iter().map(|&byte| byte as u32).collect())
            }
            Node::Tuple(elements) => ExprKind::Tuple(self.literals(span, elements)?),
            Node::List(elements) => ExprKind::List { elements: self.literals(span, elements)?, tail: None },
            Node::ImproperList(parts) => {
                let mut elements = self.literals(span, parts)?;
                let tail = elements.pop();
                ExprKind::List { elements, tail }
            }
            Node::Map(parts) => {
                let parts = self.literals(span, parts)?;
                let field = |pair: &[ExprId]| MapField { span, exact: false, key: pair[0], value: pair[1] };
                ExprKind::Map(parts.chunks_exact(2).map(field).collect())
            }
            Node::Binary(bytes) => ExprKind::Bitstring(self.literal_bytes(span, self.flat.bytes(bytes))),
            Node::Bitstring(bits) => self.literal_bits(span, bits)?,
            Node::ExternalFun(parts) => match self.literals(span, parts)?[..] {
                [module, function, arity] => ExprKind::FunRemote { module, function, arity },
                _ => return Err(Problem::unreadable("a fun has an unknown form")),
            },
        };
        Ok(self.add_expr(span, kind))
    }

    fn literals(&mut self, span: Span, slice: Slice) -> Result<Vec<ExprId>> {
        self.flat.nodes(slice).iter().map(|&element| self.literal(span, element)).collect()
    }

    fn signed(&mut self, span: Span, negative: bool, magnitude: ExprKind) -> ExprId {
        let operand = self.add_expr(span, magnitude);
        if negative { self.add_expr(span, ExprKind::Unary { op: UnaryOp::Minus, operand }) } else { operand }
    }

    fn literal_bytes(&mut self, span: Span, bytes: &[u8]) -> Vec<Segment> {
        if bytes.is_empty() {
            return Vec::new();
        }
        let value = self.add_expr(span, ExprKind::String(bytes.iter().map(|&byte| byte as u32).collect()));
        vec![Segment { span, value, size: None, ty: None, signed: None, endian: None, unit: None }]
    }

    fn literal_bits(&mut self, span: Span, bits: Slice) -> Result<ExprKind> {
        let &[used @ 1..=8, ref whole @ .., last] = self.flat.bytes(bits) else {
            return Err(Problem::unreadable("a bitstring has an unknown form"));
        };
        let mut segments = self.literal_bytes(span, whole);
        let value = self.add_expr(span, ExprKind::Integer((last >> (8 - used)).into()));
        let size = Some(self.add_expr(span, ExprKind::Integer(used.into())));
        segments.push(Segment { span, value, size, ty: None, signed: None, endian: None, unit: None });
        Ok(ExprKind::Bitstring(segments))
    }

    /// Where a node stands: `Line`, `{Line, Column}`, or a list of properties with a location among
    /// them.
    pub(super) fn span(&mut self, anno: Node) -> Result<Span> {
        let flat = self.flat;
        if let Some(start) = self.position(anno) {
            return Ok(Span { file: self.file, start, end: start });
        }
        let properties = flat.list(anno).ok_or_else(|| self.unknown("an annotation", anno))?;
        let mut start = Pos { line: 0, column: 0 };
        let mut file = self.file;
        let mut text = None;
        for &property in properties {
            match flat.tuple(property) {
                Some(&[Node::Atom(_, Tag::Location), location]) => {
                    start = self.position(location).ok_or_else(|| self.unknown("a location", location))?;
                }
                Some(&[Node::Atom(_, Tag::File), name]) => file = self.file_called(&self.text(name)?),
                Some(&[Node::Atom(_, Tag::Text), characters]) => text = flat.string(characters),
                _ => {}
            }
        }
        let end = text.map_or(start, |text| end_of(start, &text));
        Ok(Span { file, start, end })
    }

    fn position(&self, location: Node) -> Option<Pos> {
        // Some old tools mark generated code by a negative line.
        let number = |n: i64| u32::try_from(n.unsigned_abs()).ok();
        match location {
            Node::Int(line) => Some(Pos { line: number(line)?, column: 0 }),
            _ => match *self.flat.tuple(location)? {
                [Node::Int(line), Node::Int(column)] => {
                    Some(Pos { line: number(line)?, column: number(column)? })
                }
                _ => None,
            },
        }
    }

    fn file_called(&mut self, name: &str) -> FileId {
        let files = &mut self.sources.files;
        let index = files.iter().position(|file| file.name == name).unwrap_or_else(|| {
            files.push(SourceFile { name: name.to_string(), text: None });
            files.len() - 1
        });
        FileId(index as u32)
    }

    fn text(&self, node: Node) -> Result<String> {
        let text = self.flat.string(node).and_then(|text| text.into_iter().map(char::from_u32).collect());
        text.ok_or_else(|| self.unknown("a file name", node))
    }

    pub(super) fn add_expr(&mut self, span: Span, kind: ExprKind) -> ExprId {
        // Abstract code knows where OTP says an expression is; the rest of it is around that.
        let leading = kind.leading_operand().map(|first| self.expr_span(first).start);
        let start = leading.map_or(span.start, |first| first.min(span.start));
        let end = self.trailing(&kind).map_or(span.end, |last| last.max(span.end));
        self.exprs.push(Expr { span: Span { start, end, ..span }, anchor: span.start, kind });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// Where the last part of an expression ends that is likely to take several lines.
    fn trailing(&self, kind: &ExprKind) -> Option<Pos> {
        let last_of = |exprs: &[ExprId]| exprs.last().map(|&last| self.expr_span(last).end);
        match kind {
            ExprKind::Binary { right: last, .. }
            | ExprKind::Match { value: last, .. }
            | ExprKind::MaybeMatch { value: last, .. }
            | ExprKind::Unary { operand: last, .. }
            | ExprKind::Catch(last) => last_of(&[*last]),
            ExprKind::Tuple(parts) | ExprKind::Begin(parts) => last_of(parts),
            ExprKind::List { elements, tail } => {
                tail.map_or_else(|| last_of(elements), |tail| last_of(&[tail]))
            }
            ExprKind::Call { arguments, .. } | ExprKind::RemoteCall { arguments, .. } => last_of(arguments),
            ExprKind::Fun { clauses, .. }
            | ExprKind::Case { clauses, .. }
            | ExprKind::If { clauses }
            | ExprKind::Receive { clauses, after: None } => clauses.last().map(|clause| clause.span.end),
            ExprKind::Receive { after: Some(after), .. } => last_of(&after.body),
            ExprKind::Try { of, catch, after, .. } => last_of(after)
                .or_else(|| catch.last().map(|clause| clause.span.end))
                .or_else(|| of.last().map(|clause| clause.span.end)),
            ExprKind::Maybe { body, else_clauses } => {
                else_clauses.last().map_or_else(|| last_of(body), |clause| Some(clause.span.end))
            }
            _ => None,
        }
    }

    pub(super) fn add_type(&mut self, span: Span, kind: TypeKind) -> TypeId {
        self.types.push(Type { span, kind });
        TypeId(self.types.len() as u32 - 1)
    }

    pub(super) fn expr_span(&self, id: ExprId) -> Span {
        self.exprs[id.0 as usize].span
    }

    pub(super) fn tuple(&self, node: Node, what: &str) -> Result<&'f [Node]> {
        self.flat.tuple(node).ok_or_else(|| self.unknown(what, node))
    }

    pub(super) fn list(&self, node: Node, what: &str) -> Result<&'f [Node]> {
        self.flat.list(node).ok_or_else(|| self.unknown(what, node))
    }

    pub(super) fn unknown(&self, what: &str, node: Node) -> Problem {
        let mut message = format!("{what} has an unknown form");
        if let Some([Node::Atom(tag, _), ..]) = self.flat.tuple(node) {
            let _ = write!(message, ", '{}'", tag.name());
        }
        Problem::Unreadable(message)
    }
}

fn abs(value: BigInt) -> BigInt {
    BigInt::from(value.into_parts().1)
}

/// `span`, made to reach at least the end of `last`, which a macro may have brought from another
/// file.
pub(super) fn reaching(span: Span, last: Span) -> Span {
    if last.file == span.file && last.end > span.end { span.to(last) } else { span }
}

pub(super) fn small(n: i64) -> Result<u32> {
    u32::try_from(n).map_err(|_| Problem::unreadable("an arity or line is out of range"))
}

fn end_of(start: Pos, text: &[u32]) -> Pos {
    let newline = |&&character: &&u32| character == '\n' as u32;
    let lines = text.iter().filter(newline).count() as u32;
    let last_line = text.iter().rev().take_while(|&&character| character != '\n' as u32).count() as u32;
    match lines {
        0 => Pos { line: start.line, column: start.column.saturating_add(last_line) },
        _ => Pos { line: start.line.saturating_add(lines), column: last_line + 1 },
    }
}
