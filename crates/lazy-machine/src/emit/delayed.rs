//! Code that builds what may be evaluated later, or never: arguments, fields, bindings.

use std::rc::Rc;

use lazy_syntax::ast::Mode;
use num_traits::ToPrimitive;

use super::Emitter;
use crate::code::{Instruction, NumberId, Operand, Slot, TextId};
use crate::core::{
    ConstructorId, Expr, Function, FunctionId, Functions, Literal, Local, Standing, TypeUse, Written,
};
use crate::free::Locals;
use crate::primitive::Primitive;
use crate::types::Type;
use crate::word::{ObjectKind, Word};

/// What a function is given.
#[derive(Clone, Copy)]
pub(super) enum Argument<'a> {
    Written(&'a Expr),
    Captured(Local),
}

/// What is applied.
#[derive(Clone, Copy)]
pub(super) enum Callee<'a> {
    Function(FunctionId),
    Constructor(ConstructorId),
    Value(&'a Expr),
}

impl<'a> Emitter<'a> {
    /// The expression as an argument: built, not evaluated.
    pub(super) fn operand(&mut self, expr: &'a Expr) -> Operand {
        recursion::deep(|| self.operand_inner(expr))
    }

    /// Functions that are only mentioned come last, just before what they are given to: the code of
    /// a rule is also read for the order of what it calls.
    pub(super) fn operands(&mut self, arguments: &[Argument<'a>]) -> Vec<Operand> {
        let is_mention = |functions: &[Function], argument: &Argument| match argument {
            Argument::Written(Expr::Function(id)) => functions[id.0 as usize].captured.is_empty(),
            _ => false,
        };
        let mut operands = vec![Operand::slot(Slot(0)); arguments.len()];
        for mentions in [false, true] {
            for (operand, argument) in operands.iter_mut().zip(arguments) {
                if is_mention(&self.functions, argument) == mentions {
                    *operand = self.argument(*argument);
                }
            }
        }
        operands
    }

    fn argument(&mut self, argument: Argument<'a>) -> Operand {
        match argument {
            Argument::Written(expr) => self.operand(expr),
            Argument::Captured(local) => Operand::slot(self.bind(local)),
        }
    }

    fn operand_inner(&mut self, expr: &'a Expr) -> Operand {
        match expr {
            Expr::Local(local) => Operand::slot(self.bind(*local)),
            Expr::Literal(literal) => self.literal(literal),
            Expr::Constructor(id) => self.constructor_value(*id),
            Expr::Function(_) | Expr::Call(..) => {
                let (callee, arguments) = self.flatten(expr);
                self.application(callee, &arguments)
            }
            Expr::Let(bindings, body) => {
                self.bindings(bindings);
                self.operand(body)
            }
            Expr::Primitive(Primitive::Observe, _, arguments) => self.operand(&arguments[1]),
            Expr::Type(ty) => self.type_operand(ty),
            Expr::Lambda(written, parameters, body) => {
                let function = self.lift(written.clone(), parameters.clone(), body);
                self.application(Callee::Function(function), &self.captured(function))
            }
            _ => {
                let function = self.lift(None, Vec::new(), expr);
                let captured = self.captured(function);
                let operands: Vec<Operand> = captured.iter().map(|local| self.argument(*local)).collect();
                let arguments = self.pool(operands);
                self.built(|into| Instruction::Delay { into, function, arguments })
            }
        }
    }

    pub(super) fn type_operand(&mut self, ty: &TypeUse) -> Operand {
        match (&ty.parameters[..], self.code.types.get(ty.template)) {
            ([], _) => self.constant(Word::raw(u64::from(ty.template.0))),
            ([local], Type::Parameter(0)) => Operand::slot(self.bind(*local)),
            (parameters, _) => {
                let operands: Vec<Operand> =
                    parameters.iter().map(|local| Operand::slot(self.bind(*local))).collect();
                let arguments = self.pool(operands);
                let template = ty.template;
                self.built(|into| Instruction::Type { into, template, arguments })
            }
        }
    }

    fn captured(&self, function: FunctionId) -> Vec<Argument<'a>> {
        let captured = &self.functions[function.0 as usize].captured;
        captured.iter().map(|local| Argument::Captured(*local)).collect()
    }

    pub(super) fn built(&mut self, instruction: impl FnOnce(Slot) -> Instruction) -> Operand {
        let into = self.spare.pop().unwrap_or_else(|| {
            let temporary = self.temporary();
            self.bind(temporary)
        });
        self.passing.insert(into);
        self.emit(instruction(into));
        Operand::slot(into)
    }

    /// These operands have become part of an object.
    fn release(&mut self, operands: &[Operand]) {
        for operand in operands {
            if let Ok(slot) = operand.get()
                && self.passing.remove(&slot)
            {
                self.spare.push(slot);
            }
        }
    }

    fn literal(&mut self, literal: &Literal) -> Operand {
        match literal {
            Literal::Char(char) => self.constant(Word::char(*char)),
            Literal::Integer(value) => match value.to_i64().and_then(Word::integer) {
                Some(word) => self.constant(word),
                None => {
                    let number = self.number(literal);
                    self.built(|into| Instruction::Number { into, number })
                }
            },
            Literal::Float(_) => {
                let number = self.number(literal);
                self.built(|into| Instruction::Number { into, number })
            }
            Literal::Text(text) if text.is_empty() => self.constant(Word::constructor(self.code.known.nil)),
            Literal::Text(text) => {
                self.code.texts.push(text.chars().collect());
                let text = TextId(self.code.texts.len() as u32 - 1);
                self.built(|into| Instruction::Text { into, text })
            }
        }
    }

    pub(super) fn number(&mut self, literal: &Literal) -> NumberId {
        self.code.numbers.push(literal.clone());
        NumberId(self.code.numbers.len() as u32 - 1)
    }

    /// `((f a) b) c` as `f` and all its arguments; a local function gets what it captures.
    pub(super) fn flatten(&self, expr: &'a Expr) -> (Callee<'a>, Vec<Argument<'a>>) {
        let mut arguments = Vec::new();
        let mut head = expr;
        while let Expr::Call(function, more) = head {
            arguments.extend(more.iter().rev().map(Argument::Written));
            head = function;
        }
        let callee = match head {
            Expr::Function(id) => {
                arguments.extend(self.captured(*id).into_iter().rev());
                Callee::Function(*id)
            }
            Expr::Constructor(id) => Callee::Constructor(*id),
            _ => Callee::Value(head),
        };
        arguments.reverse();
        (callee, arguments)
    }

    pub(super) fn application(&mut self, callee: Callee<'a>, arguments: &[Argument<'a>]) -> Operand {
        if arguments.is_empty() {
            return match callee {
                Callee::Function(id) => self.function_value(id),
                Callee::Constructor(id) => self.constructor_value(id),
                Callee::Value(expr) => self.operand(expr),
            };
        }
        let operands = self.operands(arguments);
        let (arity, delayed) = match callee {
            Callee::Function(id) => (self.functions[id.0 as usize].arity(), true),
            Callee::Constructor(id) => (self.code.constructors[id.0 as usize].arity, false),
            Callee::Value(_) => (0, true),
        };
        if arity == 0 || arguments.len() > arity {
            let inner = match arity {
                0 => self.application(callee, &[]),
                _ => self.known_application(callee, operands[..arity].to_vec(), arity, delayed),
            };
            let mut all = vec![inner];
            all.extend(&operands[arity..]);
            let operands = self.pool(all);
            return self.built(|into| Instruction::DelayApply { into, operands });
        }
        self.known_application(callee, operands, arity, delayed)
    }

    fn known_application(
        &mut self,
        callee: Callee<'a>,
        operands: Vec<Operand>,
        arity: usize,
        delayed: bool,
    ) -> Operand {
        let full = operands.len() == arity;
        self.release(&operands);
        let pooled = self.pool(operands);
        let symbol = match callee {
            Callee::Function(id) => id.0,
            Callee::Constructor(id) => id.0,
            Callee::Value(_) => 0,
        };
        let (function, constructor) = (FunctionId(symbol), ConstructorId(symbol));
        self.built(|into| match (delayed, full) {
            (true, true) => Instruction::Delay { into, function, arguments: pooled },
            (true, false) => Instruction::Partial { into, function, arguments: pooled },
            (false, true) => Instruction::Construct { into, constructor, fields: pooled },
            (false, false) => Instruction::PartialConstructor { into, constructor, fields: pooled },
        })
    }

    fn constructor_value(&mut self, id: ConstructorId) -> Operand {
        self.constant(match self.code.constructors[id.0 as usize].arity {
            0 => Word::constructor(id),
            _ => Word::unapplied(id),
        })
    }

    fn function_value(&mut self, function: FunctionId) -> Operand {
        if self.functions[function.0 as usize].arity() > 0 {
            return match self.code.functions_as {
                Functions::Names => self.constant(Word::function(function)),
                // Each mention is an object of its own, which knows whom it belongs to.
                Functions::Maps => {
                    let arguments = self.pool(Vec::new());
                    self.built(|into| Instruction::Partial { into, function, arguments })
                }
            };
        }
        match self.code.mode {
            Mode::Haskell => self.built(|into| Instruction::Constant { into, function }),
            // Evaluated anew at each use: it may have several values.
            Mode::FunctionalLogic => {
                let arguments = self.pool(Vec::new());
                self.built(|into| Instruction::Delay { into, function, arguments })
            }
        }
    }

    fn lift(&mut self, written: Option<Rc<Written>>, parameters: Vec<Local>, body: &'a Expr) -> FunctionId {
        let bound: Locals = parameters.iter().copied().collect();
        let mut captured: Vec<Local> = (&self.free(body) - &bound).into_iter().collect();
        let mut types = self.functions[self.here.0 as usize].types.clone();
        let stack = (self.is_observing && !parameters.is_empty()).then(|| self.temporary());
        if let Some(stack) = stack {
            let into = self.bind(stack);
            self.emit(Instruction::Stack { into });
            captured.push(stack);
            types.push(stack);
        }
        let here = &self.functions[self.here.0 as usize];
        let function = Function {
            name: here.name.clone(),
            standing: Standing::Transparent,
            place: here.place,
            captured,
            parameters,
            types,
            body: Expr::Fail,
            rules: Vec::new(),
            parent: Some((self.here, self.rule)),
            written,
            rigid: here.rigid,
        };
        self.functions.push(function);
        self.bodies.push(body);
        let id = FunctionId(self.functions.len() as u32 - 1);
        self.stacks.extend(stack.map(|stack| (id, stack)));
        id
    }

    /// Bindings that may refer to each other: those that are referred to before they are built get
    /// their room first.
    pub(super) fn bindings(&mut self, bindings: &'a [(Local, Expr)]) {
        let mut reserved = Vec::new();
        for (index, (local, expr)) in bindings.iter().enumerate() {
            let early = bindings[..=index].iter().any(|(_, earlier)| self.free(earlier).contains(local));
            if early {
                let shape = self.shape(expr);
                let into = self.bind(*local);
                self.emit(Instruction::Reserve {
                    into,
                    kind: shape.kind,
                    length: shape.length,
                    symbol: shape.symbol,
                });
                reserved.push((index, shape));
            }
        }
        for (index, (local, expr)) in bindings.iter().enumerate() {
            match reserved.iter().position(|(reserved, _)| *reserved == index) {
                None => {
                    let from = self.operand(expr);
                    match from.get() {
                        // Built just now: it is the variable itself from here on.
                        Ok(slot) if self.passing.remove(&slot) => {
                            self.slots.insert(*local, slot);
                        }
                        _ => {
                            let into = self.bind(*local);
                            self.emit(Instruction::Move { into, from });
                        }
                    }
                }
                Some(position) => {
                    let shape = &reserved[position].1;
                    let (parts, first) = (shape.parts.clone(), shape.first);
                    let operands: Vec<Operand> = parts.iter().map(|part| self.argument(*part)).collect();
                    let words = self.pool(operands);
                    let object = self.bind(*local);
                    self.emit(Instruction::Fill { object, first, words });
                }
            }
        }
    }

    /// The object that an expression is built as.
    fn shape(&mut self, expr: &'a Expr) -> Shape<'a> {
        let (callee, arguments) = self.flatten(expr);
        let count = arguments.len();
        match callee {
            Callee::Constructor(id) if count == self.code.constructors[id.0 as usize].arity && count > 0 => {
                Shape {
                    kind: ObjectKind::Constructor,
                    length: count as u16,
                    symbol: id.0,
                    first: 0,
                    parts: arguments,
                }
            }
            Callee::Function(id) if count == self.functions[id.0 as usize].arity() && count > 0 => Shape {
                kind: ObjectKind::Call,
                length: count as u16 + 1,
                symbol: id.0,
                first: 1,
                parts: arguments,
            },
            Callee::Function(id) if count < self.functions[id.0 as usize].arity() && count > 0 => {
                let first = self.code.lead() as u16;
                let length = count as u16 + first;
                Shape { kind: ObjectKind::Partial, length, symbol: id.0, first, parts: arguments }
            }
            _ => {
                let function = match expr {
                    Expr::Lambda(written, parameters, body) => {
                        self.lift(written.clone(), parameters.clone(), body)
                    }
                    _ => self.lift(None, Vec::new(), expr),
                };
                let parts = self.captured(function);
                let full = parts.len() == self.functions[function.0 as usize].arity();
                let (kind, first) =
                    if full { (ObjectKind::Call, 1) } else { (ObjectKind::Partial, self.code.lead() as u16) };
                Shape { kind, length: parts.len() as u16 + first, symbol: function.0, first, parts }
            }
        }
    }
}

struct Shape<'a> {
    kind: ObjectKind,
    length: u16,
    symbol: u32,
    first: u16,
    parts: Vec<Argument<'a>>,
}
