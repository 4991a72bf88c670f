//! Rules, signatures and pattern bindings, at the top and in `let` and `where`; and how they belong
//! together.

use std::collections::HashMap;

use super::lhs::Lhs;
use super::{Parse, Parser};
use crate::ast::{
    Binding, BindingKind, Bindings, Function, FunctionBody, FunctionId, Name, Origin, PatId, PatKind, Rhs,
    Rule, Signature, VarId,
};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Keyword, Token};

pub(super) enum Declaration {
    Signature { names: Vec<(Name, Span)>, signature: Signature },
    Rule { name: Name, name_span: Span, rule: Rule },
    Pattern { span: Span, pattern: PatId, rhs: Rhs },
    Free { span: Span, variables: Vec<VarId> },
}

impl Parser<'_> {
    /// The declarations of `let` or `where`.
    pub(super) fn bindings(&mut self) -> Parse<Bindings> {
        let declarations = self.nested(|parser| parser.block(Self::declaration))?;
        let all = Grouping::new(self, false).group(declarations);
        Ok(Bindings { all, groups: Vec::new() })
    }

    pub(super) fn declaration(&mut self) -> Parse<Declaration> {
        let start = self.span();
        if let Token::Keyword(Keyword::Infix | Keyword::Infixl | Keyword::Infixr) = self.token() {
            return self.fail_at(start, "fixities are declared at the top of a file, not inside a rule");
        }
        if self.is_signature() {
            let mut names = vec![self.variable_name()?];
            while self.eat(Keyword::Comma) {
                names.push(self.variable_name()?);
            }
            self.expect(Keyword::ColonColon, "before the type")?;
            let signature = self.signature()?;
            return Ok(Declaration::Signature { names, signature });
        }
        if let Some(count) = self.free_declaration() {
            let mut variables = Vec::new();
            for _ in 0..count {
                if let Token::Var(text) = self.token().clone() {
                    let span = self.span();
                    variables.push(self.variable(span, &text));
                }
                self.bump();
                self.eat(Keyword::Comma);
            }
            self.bump();
            return Ok(Declaration::Free { span: start.to(self.last_span()), variables });
        }
        match self.lhs()? {
            Lhs::Function { name, span, patterns } => {
                let rhs = self.rhs(Keyword::Equals)?;
                let rule = Rule { span: start.to(self.last_span()), patterns, rhs, extra: Vec::new() };
                Ok(Declaration::Rule { name, name_span: span, rule })
            }
            Lhs::Pattern(pattern) => {
                let rhs = self.rhs(Keyword::Equals)?;
                Ok(Declaration::Pattern { span: start.to(self.last_span()), pattern, rhs })
            }
        }
    }

    /// `f, (+) ::`
    fn is_signature(&self) -> bool {
        let mut ahead = 0;
        loop {
            match (self.raw(ahead), self.raw(ahead + 1), self.raw(ahead + 2)) {
                (Token::Var(_), ..) => ahead += 1,
                (
                    Token::Keyword(Keyword::ParenOpen),
                    Token::VarSym(_),
                    Token::Keyword(Keyword::ParenClose),
                ) => ahead += 3,
                _ => return false,
            }
            match self.raw(ahead) {
                Token::Keyword(Keyword::ColonColon) => return true,
                Token::Keyword(Keyword::Comma) => ahead += 1,
                _ => return false,
            }
        }
    }

    /// Mode flp, `x, y free`: how many variables.
    fn free_declaration(&self) -> Option<usize> {
        if !self.flp() {
            return None;
        }
        let mut count = 0;
        loop {
            let Token::Var(_) = self.raw(2 * count) else { return None };
            count += 1;
            match self.raw(2 * count - 1) {
                Token::Keyword(Keyword::Comma) => {}
                Token::Var(text) if text == "free" => {
                    let next = &self.lexemes[(self.at + 2 * count).min(self.lexemes.len() - 1)];
                    let ends =
                        next.first || !matches!(next.token, Token::Keyword(Keyword::Equals | Keyword::Bar));
                    return ends.then_some(count);
                }
                _ => return None,
            }
        }
    }
}

/// Puts the rules of each function together, and its signature with them.
pub(super) struct Grouping<'p, 'a> {
    parser: &'p mut Parser<'a>,
    /// At the top even constants are functions.
    top: bool,
    bindings: Vec<Binding>,
    by_name: HashMap<Name, usize>,
    signatures: Vec<(Name, Span, Signature)>,
}

impl<'p, 'a> Grouping<'p, 'a> {
    pub fn new(parser: &'p mut Parser<'a>, top: bool) -> Grouping<'p, 'a> {
        Grouping { parser, top, bindings: Vec::new(), by_name: HashMap::new(), signatures: Vec::new() }
    }

    pub fn group(mut self, declarations: Vec<Declaration>) -> Vec<Binding> {
        for declaration in declarations {
            match declaration {
                Declaration::Signature { names, signature } => {
                    for (name, span) in names {
                        self.signature(name, span, signature.clone());
                    }
                }
                Declaration::Rule { name, name_span, rule } => self.rule(name, name_span, rule),
                Declaration::Pattern { span, pattern, rhs } => {
                    self.bindings.push(Binding { span, kind: BindingKind::Pattern { pattern, rhs } });
                }
                Declaration::Free { span, variables } => {
                    self.bindings.push(Binding { span, kind: BindingKind::Free(variables) });
                }
            }
        }
        self.attach_signatures();
        self.bindings
    }

    fn signature(&mut self, name: Name, span: Span, signature: Signature) {
        if let Some((_, first, _)) = self.signatures.iter().find(|(known, ..)| *known == name) {
            let message = format!("there are two signatures for `{}`", self.parser.program.text(name));
            let problem = Diagnostic::error(span, message).label(*first, "the first is here");
            self.parser.problems.push(problem);
            return;
        }
        self.signatures.push((name, span, signature));
    }

    fn rule(&mut self, name: Name, name_span: Span, rule: Rule) {
        let known = self.by_name.get(&name).copied();
        let adjacent = known.is_some_and(|at| at + 1 == self.bindings.len());
        match known.map(|at| (at, &self.bindings[at].kind)) {
            Some((at, BindingKind::Function(function))) if adjacent || self.parser.flp() => {
                let function = *function;
                self.bindings[at].span.end = rule.span.end;
                self.another_rule(function, name_span, rule);
            }
            Some((at, _)) => {
                let text = self.parser.program.text(name).to_owned();
                let first = self.bindings[at].span;
                let problem = Diagnostic::error(name_span, format!("`{text}` is defined twice"))
                    .label(Span { end: first.start, ..first }, "first here");
                let problem = if rule.patterns.is_empty() {
                    problem
                } else {
                    problem.help("the rules of a function must be next to each other")
                };
                self.parser.problems.push(problem);
            }
            None => self.first_rule(name, name_span, rule),
        }
    }

    fn first_rule(&mut self, name: Name, name_span: Span, rule: Rule) {
        self.by_name.insert(name, self.bindings.len());
        let span = rule.span;
        let kind = if rule.patterns.is_empty() && !self.top {
            let text = self.parser.program.text(name).to_owned();
            let variable = self.parser.variable(name_span, &text);
            BindingKind::Value { variable, signature: None, rhs: rule.rhs }
        } else {
            let arity = rule.patterns.len() as u32;
            BindingKind::Function(self.parser.program.add(Function {
                name,
                span: name_span,
                arity,
                body: FunctionBody::Rules(vec![rule]),
                origin: Origin::User,
                signature: None,
                parent: None,
                free: Vec::new(),
                ty: None,
            }))
        };
        self.bindings.push(Binding { span, kind });
    }

    fn another_rule(&mut self, function: FunctionId, name_span: Span, rule: Rule) {
        let (arity, found) = (self.parser.program[function].arity, rule.patterns.len() as u32);
        if arity != found {
            let text = self.parser.program.function_name(function).to_owned();
            let first = self.parser.program[function].span;
            let problem = if arity == 0 && !self.parser.flp() {
                Diagnostic::error(name_span, format!("`{text}` is defined twice")).label(first, "first here")
            } else {
                let message = format!("this rule of `{text}` has {}", arguments(found));
                Diagnostic::error(name_span, message)
                    .label(first, format!("the first has {}", arguments(arity)))
            };
            self.parser.problems.push(problem);
        } else if arity == 0 && !self.parser.flp() {
            let text = self.parser.program.function_name(function).to_owned();
            let first = self.parser.program[function].span;
            let problem = Diagnostic::error(name_span, format!("`{text}` is defined twice"));
            self.parser.problems.push(problem.label(first, "first here"));
        } else if let FunctionBody::Rules(rules) = &mut self.parser.program[function].body {
            rules.push(rule);
        }
    }

    fn attach_signatures(&mut self) {
        let mut bound_by_pattern = Vec::new();
        for binding in &self.bindings {
            if let BindingKind::Pattern { pattern, .. } = &binding.kind {
                pattern_names(self.parser, *pattern, &mut bound_by_pattern);
            }
        }
        for (name, span, signature) in std::mem::take(&mut self.signatures) {
            match self.by_name.get(&name).map(|at| &mut self.bindings[*at].kind) {
                Some(BindingKind::Function(function)) => {
                    self.parser.program[*function].signature = Some(signature)
                }
                Some(BindingKind::Value { signature: place, .. }) => *place = Some(signature),
                _ if bound_by_pattern.contains(&name) => {
                    let message = "not supported: a signature for a name that a pattern binds";
                    self.parser.problems.push(Diagnostic::error(span, message));
                }
                _ => {
                    let text = self.parser.program.text(name);
                    let message = format!("there is a signature for `{text}`, but no definition");
                    self.parser.problems.push(Diagnostic::error(span, message));
                }
            }
        }
    }
}

pub(super) fn arguments(count: u32) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        _ => format!("{count} arguments"),
    }
}

fn pattern_names(parser: &Parser, pattern: PatId, names: &mut Vec<Name>) {
    crate::walk::patterns(parser.program, pattern, &mut |pat| match pat.kind {
        PatKind::Var(variable) | PatKind::As { variable, .. } => names.push(parser.program[variable].name),
        _ => {}
    });
}
