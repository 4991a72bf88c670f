//! Expressions and patterns.
//!
//! Brackets and operators wait on stacks of their own, not on Rust's, so they may nest as deep as
//! memory allows.

use super::operators::{Operator, Side};
use super::{Failed, Operand, Parsed, Parser, join};
use crate::ast::{ExprId, ExprKind, MapField};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Lexeme, Symbol};

/// What may stand here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grammar {
    Expression,
    /// The outermost level of an argument of a function or fun, or behind `catch`: no calls, blocks
    /// or logical operators.
    Pattern,
}

/// Something whose parts are being read.
#[derive(Clone, Copy)]
pub(super) struct Bracket {
    kind: BracketKind,
    open: Span,
    /// Of its parts.
    grammar: Grammar,
    /// Where on the stacks its own operands, operators and fields begin.
    operands: usize,
    operators: usize,
    fields: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BracketKind {
    /// No bracket: all that was asked for.
    Whole,
    /// No bracket: the one closed thing that was asked for.
    Closed,
    Paren,
    Tuple,
    List,
    /// Behind the `|`.
    ListTail,
    /// The arguments of a call; the first operand is the callee.
    Call,
    /// The first two operands are module and function.
    RemoteCall,
    Map(MapPart),
    /// `M#{…}`; the first operand is the map.
    MapUpdate(MapPart),
}

/// Which part of a map's field is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MapPart {
    Key,
    Value { exact: bool },
}

impl BracketKind {
    fn closer(self) -> Symbol {
        match self {
            BracketKind::List | BracketKind::ListTail => Symbol::RightBracket,
            BracketKind::Tuple | BracketKind::Map(_) | BracketKind::MapUpdate(_) => Symbol::RightBrace,
            _ => Symbol::RightParen,
        }
    }

    /// How many operands come before the parts.
    fn heads(self) -> usize {
        match self {
            BracketKind::Call | BracketKind::MapUpdate(_) => 1,
            BracketKind::RemoteCall => 2,
            _ => 0,
        }
    }
}

/// What comes next.
enum Step {
    Operand,
    /// A closed operand is complete: it can still be called, or be followed by `#…`.
    Attach(Operand),
    /// A map or record is complete: it can still be followed by `#…`.
    Chain(Operand),
    /// Nothing more belongs to it.
    Operator(Operand),
    Finished(Operand),
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Operand> {
        self.deep(|parser| parser.run(BracketKind::Whole, Grammar::Expression))
    }

    pub(super) fn pattern(&mut self) -> Parsed<Operand> {
        self.deep(|parser| parser.run(BracketKind::Whole, Grammar::Pattern))
    }

    /// A list, a tuple, or anything in parentheses, and nothing attached to it.
    pub(super) fn bracketed(&mut self, grammar: Grammar) -> Parsed<Operand> {
        self.deep(|parser| parser.run(BracketKind::Closed, grammar))
    }

    fn run(&mut self, kind: BracketKind, grammar: Grammar) -> Parsed<Operand> {
        let outer = self.brackets.len();
        let open = self.span();
        let (operands, operators, fields) = (self.operands.len(), self.operators.len(), self.fields.len());
        self.brackets.push(Bracket { kind, open, grammar, operands, operators, fields });
        let mut step = Ok(Step::Operand);
        let result = loop {
            step = match step {
                Ok(Step::Operand) => self.operand(),
                Ok(Step::Attach(operand)) => self.attach(operand),
                Ok(Step::Chain(operand)) => self.chain(operand),
                Ok(Step::Operator(operand)) => self.operator(operand),
                Ok(Step::Finished(operand)) => break Ok(operand),
                Err(Failed) => break Err(Failed),
            };
        };
        self.brackets.truncate(outer);
        self.operands.truncate(operands);
        self.operators.truncate(operators);
        self.fields.truncate(fields);
        result
    }

    fn bracket(&self) -> Bracket {
        // There is one as long as `run` runs.
        self.brackets[self.brackets.len() - 1]
    }

    /// Reads prefix operators and an operand, or the beginning of one.
    fn operand(&mut self) -> Parsed<Step> {
        let Bracket { kind, grammar, .. } = self.bracket();
        if kind != BracketKind::Closed {
            while let Some(operator) = self.prefix_operator(grammar) {
                self.operators.push(operator);
            }
        }
        match self.peek() {
            Lexeme::Symbol(Symbol::LeftParen) => Ok(self.open(BracketKind::Paren, grammar)),
            Lexeme::Symbol(Symbol::LeftBracket) => Ok(self.open(BracketKind::List, Grammar::Expression)),
            Lexeme::Symbol(Symbol::LeftBrace) => Ok(self.open(BracketKind::Tuple, Grammar::Expression)),
            Lexeme::Symbol(Symbol::Hash) => self.hash(None),
            _ => Ok(Step::Attach(self.closed(grammar)?)),
        }
    }

    /// Passes the opening bracket. The operand before it is already on the stack.
    fn open(&mut self, kind: BracketKind, grammar: Grammar) -> Step {
        let open = self.advance();
        if matches!(kind, BracketKind::Map(_) | BracketKind::MapUpdate(_)) {
            // A map is opened by two tokens: its place is that of the `#`.
            self.advance();
        }
        let (operators, fields) = (self.operators.len(), self.fields.len());
        let operands = self.operands.len() - kind.heads();
        self.brackets.push(Bracket { kind, open, grammar, operands, operators, fields });
        if kind != BracketKind::Paren && self.is(kind.closer()) {
            let close = self.advance();
            return self.build(self.bracket(), close);
        }
        Step::Operand
    }

    /// Reads what is attached to a closed operand: arguments, a function's name, `#…`.
    fn attach(&mut self, operand: Operand) -> Parsed<Step> {
        let Bracket { kind, grammar, .. } = self.bracket();
        if kind == BracketKind::Closed {
            return Ok(Step::Finished(operand));
        }
        let Lexeme::Symbol(symbol) = *self.peek() else { return Ok(Step::Operator(operand)) };
        match symbol {
            _ if grammar == Grammar::Pattern => Ok(Step::Operator(operand)),
            Symbol::LeftParen => {
                self.operands.push(operand);
                Ok(self.open(BracketKind::Call, Grammar::Expression))
            }
            Symbol::Colon => self.remote(operand),
            Symbol::Hash => self.hash(Some(operand)),
            _ => Ok(Step::Operator(operand)),
        }
    }

    /// `#{…}`, `#r{…}`, `#r.f`, alone or behind an operand.
    fn hash(&mut self, base: Option<Operand>) -> Parsed<Step> {
        if !self.is_at(1, Symbol::LeftBrace) {
            return Ok(Step::Chain(self.record(base)?));
        }
        self.operands.extend(base);
        let kind = if base.is_some() { BracketKind::MapUpdate } else { BracketKind::Map };
        Ok(self.open(kind(MapPart::Key), Grammar::Expression))
    }

    /// More of `#…` behind a map or record. One kind does not follow the other without parentheses.
    fn chain(&mut self, operand: Operand) -> Parsed<Step> {
        let is_map = matches!(
            self.module[operand.id].kind,
            ExprKind::Map(_) | ExprKind::MapUpdate { .. } | ExprKind::MapComprehension { .. }
        );
        let more = self.is(Symbol::Hash) && self.is_at(1, Symbol::LeftBrace) == is_map;
        if more && self.bracket().grammar == Grammar::Expression {
            return self.hash(Some(operand));
        }
        Ok(Step::Operator(operand))
    }

    fn remote(&mut self, module: Operand) -> Parsed<Step> {
        self.advance();
        let function = self.closed(Grammar::Expression)?;
        if self.is(Symbol::LeftParen) {
            self.operands.extend([module, function]);
            return Ok(self.open(BracketKind::RemoteCall, Grammar::Expression));
        }
        let span = join(module.span, function.span);
        let problem = Diagnostic::error(span, "a function of another module must be called with arguments")
            .help("write `m:f(…)` to call it, `fun m:f/1` to name it");
        self.problems.push(problem);
        Ok(Step::Operator(self.operand_of(span, ExprKind::Error)))
    }

    /// An operator behind the operand, or the end of what the operand is part of.
    fn operator(&mut self, operand: Operand) -> Parsed<Step> {
        let bracket = self.bracket();
        if bracket.kind == BracketKind::Closed {
            return Ok(Step::Finished(operand));
        }
        self.operands.push(operand);
        let Some((kind, precedence, side)) = self.infix_operator(bracket.grammar) else {
            while self.operators.len() > bracket.operators {
                self.apply();
            }
            return self.part(bracket);
        };
        // Operators that bind more tightly than this one have all their operands.
        while let Some(waiting) = self.operators[bracket.operators..].last() {
            if waiting.precedence == precedence && side == Side::None {
                let first = waiting.span;
                return Err(self.chained_comparison(first));
            }
            if waiting.precedence < precedence || waiting.precedence == precedence && side == Side::Right {
                break;
            }
            self.apply();
        }
        let span = self.advance();
        self.operators.push(Operator { kind, span, precedence });
        Ok(Step::Operand)
    }

    #[cold]
    fn chained_comparison(&mut self, first: Span) -> Failed {
        let problem = Diagnostic::error(self.span(), "comparisons cannot be chained")
            .label(first, "the first comparison")
            .help("use `andalso` between them, or parentheses around one of them");
        self.fail(problem)
    }

    /// A part of the bracket is complete, and is the last of the operands.
    fn part(&mut self, bracket: Bracket) -> Parsed<Step> {
        match bracket.kind {
            BracketKind::Whole | BracketKind::Closed => {
                return self.operands.pop().map(Step::Finished).ok_or(Failed);
            }
            BracketKind::Paren | BracketKind::ListTail => {}
            BracketKind::List => {
                if self.accept(Symbol::Comma).is_some() {
                    return Ok(Step::Operand);
                }
                if self.accept(Symbol::Bar).is_some() {
                    if let Some(bracket) = self.brackets.last_mut() {
                        bracket.kind = BracketKind::ListTail;
                    }
                    return Ok(Step::Operand);
                }
                if let [template] = self.operands[bracket.operands..]
                    && self.may_be_comprehension()
                    && self.accept(Symbol::BarBar).is_some()
                {
                    let comprehension = self.list_comprehension(bracket.open, template.id)?;
                    self.operands.truncate(bracket.operands);
                    self.brackets.pop();
                    return Ok(Step::Attach(comprehension));
                }
            }
            BracketKind::Tuple | BracketKind::Call | BracketKind::RemoteCall => {
                if self.accept(Symbol::Comma).is_some() {
                    return Ok(Step::Operand);
                }
            }
            BracketKind::Map(MapPart::Key) | BracketKind::MapUpdate(MapPart::Key) => {
                let exact = self.is(Symbol::ColonEqual);
                if !exact && !self.is(Symbol::FatArrow) {
                    return Err(self.bad_map_field());
                }
                self.advance();
                self.expect_map_part(MapPart::Value { exact });
                return Ok(Step::Operand);
            }
            BracketKind::Map(MapPart::Value { exact }) | BracketKind::MapUpdate(MapPart::Value { exact }) => {
                let (Some(value), Some(key)) = (self.operands.pop(), self.operands.pop()) else {
                    return Err(Failed);
                };
                let field =
                    MapField { span: join(key.span, value.span), exact, key: key.id, value: value.id };
                let first =
                    self.fields.len() == bracket.fields && matches!(bracket.kind, BracketKind::Map(_));
                let template = first && !exact && self.may_be_comprehension();
                if template && self.accept(Symbol::BarBar).is_some() {
                    self.brackets.pop();
                    return Ok(Step::Chain(self.map_comprehension(bracket.open, field)?));
                }
                self.fields.push(field);
                if self.accept(Symbol::Comma).is_some() {
                    self.expect_map_part(MapPart::Key);
                    return Ok(Step::Operand);
                }
            }
        }
        let close = self.expect_close(bracket.kind.closer(), bracket.open)?;
        Ok(self.build(bracket, close))
    }

    /// No pattern is a comprehension: it depends on where the bracket stands, which the one around
    /// it knows.
    fn may_be_comprehension(&self) -> bool {
        self.brackets.iter().rev().nth(1).is_some_and(|outer| outer.grammar == Grammar::Expression)
    }

    fn expect_map_part(&mut self, part: MapPart) {
        if let Some(bracket) = self.brackets.last_mut() {
            bracket.kind = match bracket.kind {
                BracketKind::MapUpdate(_) => BracketKind::MapUpdate(part),
                _ => BracketKind::Map(part),
            };
        }
    }

    /// Makes one operand of the innermost bracket and its parts.
    fn build(&mut self, bracket: Bracket, close: Span) -> Step {
        self.brackets.pop();
        let parts = &self.operands[bracket.operands..];
        let ids = |parts: &[Operand]| parts.iter().map(|part| part.id).collect::<Vec<ExprId>>();
        let mut span = join(bracket.open, close);
        let mut anchor = bracket.open.start;
        let kind = match (bracket.kind, parts) {
            (BracketKind::Call, [callee, arguments @ ..]) => {
                span = join(callee.span, close);
                anchor = self.module.first_anchor(callee.id);
                ExprKind::Call { callee: callee.id, arguments: ids(arguments) }
            }
            (BracketKind::RemoteCall, [module, function, arguments @ ..]) => {
                span = join(module.span, close);
                anchor = self.module.first_anchor(module.id);
                let arguments = ids(arguments);
                ExprKind::RemoteCall { module: module.id, function: function.id, arguments }
            }
            (BracketKind::Tuple, elements) => ExprKind::Tuple(ids(elements)),
            (BracketKind::ListTail, [elements @ .., tail]) => {
                ExprKind::List { elements: ids(elements), tail: Some(tail.id) }
            }
            (BracketKind::Map(_), _) => ExprKind::Map(self.fields.split_off(bracket.fields)),
            (BracketKind::MapUpdate(_), [map, ..]) => {
                span = join(map.span, close);
                ExprKind::MapUpdate { map: map.id, fields: self.fields.split_off(bracket.fields) }
            }
            (BracketKind::Paren, [inner]) => {
                // Parentheses leave no trace but in the span.
                let operand = Operand { id: inner.id, span };
                self.operands.truncate(bracket.operands);
                return Step::Attach(operand);
            }
            (_, elements) => ExprKind::List { elements: ids(elements), tail: None },
        };
        self.operands.truncate(bracket.operands);
        let operand = Operand { id: self.add_at(span, anchor, kind), span };
        match bracket.kind {
            // What a call returns is called, or updated, only in parentheses.
            BracketKind::Call | BracketKind::RemoteCall => Step::Operator(operand),
            BracketKind::Map(_) | BracketKind::MapUpdate(_) => Step::Chain(operand),
            _ => Step::Attach(operand),
        }
    }
}
