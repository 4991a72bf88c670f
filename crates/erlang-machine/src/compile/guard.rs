//! Guards and tests: what fails here just does not hold.

use erlang_syntax::ast::{BinaryOp, ExprId, ExprKind, Guard};
use erlang_syntax::lint::{is_guard_function, is_guard_operator, is_old_type_test};
use erlang_term::{Atom, atoms};

use super::function::{Dest, Done, FunctionCompiler, Label};
use crate::code::{Arg, Comparison, Failure, Instr, TypeTest};

impl FunctionCompiler<'_, '_> {
    /// Goes to `otherwise` unless one of the alternatives holds.
    pub fn guard(&mut self, guard: &Guard, otherwise: Label) -> Done {
        let Some((last, before)) = guard.split_last() else { return Ok(()) };
        let holds = self.label();
        for conjunction in before {
            let next = self.label();
            self.conjunction(conjunction, next)?;
            self.emit(Instr::Jump { to: holds.0 });
            self.place_label(next);
        }
        self.conjunction(last, otherwise)?;
        self.place_label(holds);
        Ok(())
    }

    fn conjunction(&mut self, tests: &[ExprId], otherwise: Label) -> Done {
        let start = self.here();
        for test in tests {
            self.test(*test, otherwise)?;
        }
        let end = self.here();
        self.handler(start, end, otherwise, None);
        Ok(())
    }

    /// A value computed as in a guard: if it raises, goes to `otherwise`.
    pub fn guarded_value(&mut self, id: ExprId, otherwise: Label) -> Result<Arg, String> {
        let start = self.here();
        let value = self.value(id)?;
        let end = self.here();
        self.handler(start, end, otherwise, None);
        Ok(value)
    }

    /// Goes to `otherwise` unless the expression is `true`. Something that raises is left to the
    /// handler around the test.
    pub fn test(&mut self, id: ExprId, otherwise: Label) -> Done {
        recursion::deep(|| self.test_on_stack(id, otherwise))
    }

    fn test_on_stack(&mut self, id: ExprId, otherwise: Label) -> Done {
        let source = self.m.source.clone();
        let mark = self.mark();
        match &source[id].kind {
            ExprKind::Binary { op, left, right } if comparison(*op).is_some() => {
                let op = comparison(*op).expect("just seen");
                let a = self.value(*left)?;
                let b = self.value(*right)?;
                self.at(id);
                let otherwise = otherwise.0;
                self.emit(match (a.slot(), self.small_constant(b)) {
                    (Some(a), Some(n)) => Instr::TestSmall { op, a, n, otherwise },
                    _ => Instr::Test { op, a, b, otherwise },
                });
            }
            // Whatever makes the left side not true makes the whole not true.
            ExprKind::Binary { op: BinaryOp::AndAlso | BinaryOp::And, left, right } => {
                self.test(*left, otherwise)?;
                self.test(*right, otherwise)?;
            }
            ExprKind::Binary { op: BinaryOp::OrElse, left, right } => {
                let (holds, right_side) = (self.label(), self.label());
                let a = self.value(*left)?;
                self.at(id);
                self.emit(Instr::TestBoolean { a, failure: Failure::Badarg, otherwise: right_side.0 });
                self.emit(Instr::Jump { to: holds.0 });
                self.place_label(right_side);
                self.test(*right, otherwise)?;
                self.place_label(holds);
            }
            ExprKind::Call { callee, arguments } if arguments.len() == 1 => match &source[*callee].kind {
                ExprKind::Atom(name) if !self.m.is_local(*name, 1) => {
                    let name = if is_old_type_test(*name, 1) { new_type_test(*name) } else { *name };
                    self.type_test_or_value(id, name, arguments[0], otherwise)?
                }
                _ => self.true_value(id, otherwise)?,
            },
            ExprKind::Call { callee, arguments } if self.is_old_record_test(*callee, arguments) => {
                let slot = self.temporary();
                self.erlang_function(id, Atom::new("is_record"), arguments, Dest::Slot(slot))?;
                self.emit(Instr::TestTrue { a: Arg::read(slot), otherwise: otherwise.0 });
            }
            ExprKind::RemoteCall { module, function, arguments } if arguments.len() == 1 => {
                match (&source[*module].kind, &source[*function].kind) {
                    (ExprKind::Atom(atoms::ERLANG), ExprKind::Atom(name)) => {
                        self.type_test_or_value(id, *name, arguments[0], otherwise)?
                    }
                    _ => self.true_value(id, otherwise)?,
                }
            }
            ExprKind::Atom(atoms::TRUE) => {}
            _ => self.true_value(id, otherwise)?,
        }
        self.release(mark);
        Ok(())
    }

    fn type_test_or_value(&mut self, id: ExprId, name: Atom, argument: ExprId, otherwise: Label) -> Done {
        match type_test(name) {
            Some(test) => {
                let a = self.value(argument)?;
                self.emit(Instr::TestType { test, a, otherwise: otherwise.0 });
                Ok(())
            }
            None => self.true_value(id, otherwise),
        }
    }

    fn true_value(&mut self, id: ExprId, otherwise: Label) -> Done {
        let a = self.value(id)?;
        self.emit(Instr::TestTrue { a, otherwise: otherwise.0 });
        Ok(())
    }

    /// `record(R, name)`, from before `is_record`.
    fn is_old_record_test(&self, callee: ExprId, arguments: &[ExprId]) -> bool {
        let arity = arguments.len() as u32;
        arity == 2
            && matches!(&self.m.source[callee].kind,
                ExprKind::Atom(name) if is_old_type_test(*name, arity) && !self.m.is_local(*name, arity))
    }

    /// May this stand in a guard? Then a filter of a comprehension is one.
    pub fn is_guard_expression(&self, id: ExprId) -> bool {
        recursion::deep(|| {
            let all = |ids: &[ExprId]| ids.iter().all(|e| self.is_guard_expression(*e));
            match &self.m.source[id].kind {
                ExprKind::Integer(_)
                | ExprKind::Char(_)
                | ExprKind::Float(_)
                | ExprKind::Atom(_)
                | ExprKind::String(_)
                | ExprKind::Variable(_)
                | ExprKind::RecordIndex { .. } => true,
                ExprKind::Tuple(elements) => all(elements),
                ExprKind::List { elements, tail } => {
                    all(elements) && tail.is_none_or(|t| self.is_guard_expression(t))
                }
                ExprKind::Map(fields) => fields.iter().all(|f| all(&[f.key, f.value])),
                ExprKind::MapUpdate { map, fields } => {
                    all(&[*map]) && fields.iter().all(|f| all(&[f.key, f.value]))
                }
                ExprKind::Record { fields, .. } => fields.iter().all(|f| all(&[f.value])),
                ExprKind::RecordAccess { record, .. } => all(&[*record]),
                ExprKind::Bitstring(segments) => {
                    segments.iter().all(|s| all(&[s.value]) && s.size.is_none_or(|s| all(&[s])))
                }
                ExprKind::Unary { operand, .. } => all(&[*operand]),
                ExprKind::Binary { op, left, right } => {
                    !matches!(op, BinaryOp::Send | BinaryOp::Append | BinaryOp::ListSubtract)
                        && all(&[*left, *right])
                }
                ExprKind::Call { callee, arguments } => match &self.m.source[*callee].kind {
                    ExprKind::Atom(name) => {
                        let arity = arguments.len() as u32;
                        let known = is_guard_function(*name, arity) || is_old_type_test(*name, arity);
                        !self.m.is_local(*name, arity) && known && all(arguments)
                    }
                    _ => false,
                },
                ExprKind::RemoteCall { module, function, arguments } => {
                    match (&self.m.source[*module].kind, &self.m.source[*function].kind) {
                        (ExprKind::Atom(atoms::ERLANG), ExprKind::Atom(name)) => {
                            let arity = arguments.len() as u32;
                            (is_guard_function(*name, arity) || is_guard_operator(*name, arity))
                                && all(arguments)
                        }
                        _ => false,
                    }
                }
                _ => false,
            }
        })
    }
}

pub fn comparison(op: BinaryOp) -> Option<Comparison> {
    Some(match op {
        BinaryOp::Equal => Comparison::Equal,
        BinaryOp::NotEqual => Comparison::NotEqual,
        BinaryOp::LessOrEqual => Comparison::LessOrEqual,
        BinaryOp::Less => Comparison::Less,
        BinaryOp::GreaterOrEqual => Comparison::GreaterOrEqual,
        BinaryOp::Greater => Comparison::Greater,
        BinaryOp::ExactlyEqual => Comparison::ExactlyEqual,
        BinaryOp::NotExactlyEqual => Comparison::NotExactlyEqual,
        _ => return None,
    })
}

/// What an obsolete test (`list(X)`) is called today.
fn new_type_test(name: Atom) -> Atom {
    Atom::new(&format!("is_{}", name.name()))
}

fn type_test(name: Atom) -> Option<TypeTest> {
    Some(match name.name() {
        "is_atom" => TypeTest::Atom,
        "is_binary" => TypeTest::Binary,
        "is_bitstring" => TypeTest::Bitstring,
        "is_boolean" => TypeTest::Boolean,
        "is_float" => TypeTest::Float,
        "is_function" => TypeTest::Function,
        "is_integer" => TypeTest::Integer,
        "is_list" => TypeTest::List,
        "is_map" => TypeTest::Map,
        "is_number" => TypeTest::Number,
        "is_pid" => TypeTest::Pid,
        "is_port" => TypeTest::Port,
        "is_reference" => TypeTest::Reference,
        "is_tuple" => TypeTest::Tuple,
        _ => return None,
    })
}
