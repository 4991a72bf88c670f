//! Code that evaluates: in the last place, into a variable, by a primitive.

use lazy_syntax::ast::Mode;

use super::delayed::Callee;
use super::{Context, Emitter, Landing};
use crate::code::{ComplaintId, Instruction, LabelId, Operand, Pc, RuleId, SaveId};
use crate::core::{Expr, Literal, Local, Standing, TypeId, TypeUse};
use crate::free::Locals;
use crate::primitive::Primitive;
use crate::search::Mark;
use crate::word::Word;

impl<'a> Emitter<'a> {
    /// Code that evaluates the expression and returns it.
    pub(super) fn tail(&mut self, expr: &'a Expr, context: Context<'_>) {
        recursion::deep(|| self.tail_inner(expr, context));
    }

    fn tail_inner(&mut self, expr: &'a Expr, mut context: Context<'_>) {
        match expr {
            Expr::Local(local) => {
                let operand = Operand::slot(self.bind(*local));
                match self.is_evaluated(*local) {
                    true => self.emit(Instruction::Return { operand }),
                    false => self.emit(Instruction::Enter { operand }),
                };
            }
            Expr::Function(_) | Expr::Call(..) => self.tail_call(expr),
            Expr::Method(method, ty) => {
                let ty = self.type_operand(ty);
                self.emit(Instruction::Method { method: *method, ty });
            }
            Expr::Constructor(_) | Expr::Literal(_) | Expr::Lambda(..) | Expr::Type(_) => {
                let operand = self.operand(expr);
                let text = matches!(expr, Expr::Literal(Literal::Text(_)));
                self.emit(if text {
                    Instruction::Enter { operand }
                } else {
                    Instruction::Return { operand }
                });
            }
            Expr::Primitive(Primitive::Seq, _, arguments) => {
                let ignored = self.temporary();
                self.strict(&arguments[0], ignored, &self.free(&arguments[1]));
                self.tail(&arguments[1], None);
            }
            Expr::Primitive(Primitive::Observe, _, arguments) => self.tail(&arguments[1], None),
            Expr::Primitive(..) => {
                let result = self.temporary();
                self.strict(expr, result, &Locals::new());
                let operand = Operand::slot(self.bind(result));
                self.emit(Instruction::Return { operand });
            }
            Expr::Let(bindings, body) => {
                self.bindings(bindings);
                self.tail(body, context);
            }
            Expr::Strict(local, first, body) => {
                let mut live = self.free(body);
                if let Some(landing) = &context {
                    live.extend(&landing.live);
                }
                self.strict(first, *local, &live);
                self.tail(body, context);
            }
            Expr::Switch(subject, arms, default) => self.switch(*subject, arms, default.as_deref(), context),
            Expr::Rule(number, body) => {
                self.rule = *number;
                // Of others the log knows nothing, and what they do is done in the name of a
                // suspect.
                if self.functions[self.here.0 as usize].standing == Standing::Suspect {
                    let before = self.code.entries[self.here.0 as usize].no_rule;
                    self.emit(Instruction::Rule { rule: RuleId(before.0 + number.0) });
                }
                self.tail(body, context);
            }
            Expr::Otherwise(first, second) => {
                let mut live = self.free(second);
                if let Some(landing) = &context {
                    live.extend(&landing.live);
                }
                let mut landing = Landing { jumps: Vec::new(), live };
                let known = self.evaluated.len();
                self.tail(first, Some(&mut landing));
                self.evaluated.truncate(known);
                let to = self.pc();
                for jump in landing.jumps {
                    self.code.instructions[jump] = Instruction::Jump { to };
                }
                self.tail(second, context);
            }
            Expr::Fall => {
                let jump = self.emit(Instruction::Fail);
                if let Some(landing) = &mut context {
                    landing.jumps.push(jump);
                }
            }
            Expr::Choice(alternatives) => self.choice(alternatives, context),
            Expr::Fail => {
                self.emit(Instruction::Fail);
            }
            Expr::Fresh(locals, body) => {
                let mark = match **body {
                    Expr::Match(..) => Mark::OfPattern,
                    _ => Mark::Free,
                };
                for local in locals {
                    let into = self.bind(*local);
                    self.emit(Instruction::Fresh { into, mark });
                }
                self.tail(body, context);
            }
            Expr::Unify(left, right, body) | Expr::Match(left, right, body) => {
                let live = self.live(body, &context);
                let (left, right) = (self.operand(left), self.operand(right));
                let push = self.push_condition(&live, false);
                self.emit(match expr {
                    Expr::Match(..) => Instruction::Match { left, right },
                    _ => Instruction::Unify { left, right },
                });
                self.resume_at(push);
                self.tail(body, context);
            }
            Expr::Holds(condition, body) => {
                let live = self.live(body, &context);
                let push = self.push_condition(&live, true);
                let known = self.evaluated.len();
                self.tail(condition, None);
                self.evaluated.truncate(known);
                self.resume_at(push);
                self.tail(body, context);
            }
            Expr::Observe(observed, body) => {
                self.labels.push(observed.label.clone());
                let label = LabelId(self.labels.len() as u32 - 1);
                let is_constant = observed.is_constant;
                if is_constant && self.functions[self.here.0 as usize].arity() == 0 {
                    self.observed_constants.insert(self.here, label);
                }
                self.emit(Instruction::Observe { label, is_constant });
                // The calls of what is observed push its label on the stack of the caller.
                let is_bare = !is_constant && matches!(**body, Expr::Lambda(..));
                let before = self.is_observing;
                self.is_observing = before && !is_bare;
                self.tail(body, None);
                self.is_observing = before;
            }
            Expr::Error(complaint) => {
                self.code.complaints.push(complaint.clone());
                let complaint = ComplaintId(self.code.complaints.len() as u32 - 1);
                self.emit(Instruction::Complain { complaint });
            }
        }
    }

    fn live(&self, body: &Expr, context: &Context<'_>) -> Locals {
        let mut live = self.free(body);
        if let Some(landing) = context {
            live.extend(&landing.live);
        }
        live
    }

    fn push_condition(&mut self, live: &Locals, must_hold: bool) -> SaveId {
        let ignored = self.temporary();
        let save = self.save(ignored, Pc(0), live);
        self.emit(Instruction::PushCondition { save, must_hold });
        save
    }

    fn resume_at(&mut self, save: SaveId) {
        self.code.saves[save.0 as usize].next = self.pc();
    }

    fn tail_call(&mut self, expr: &'a Expr) {
        let (callee, arguments) = self.flatten(expr);
        match callee {
            Callee::Function(id) => {
                let arity = self.functions[id.0 as usize].arity();
                if arity == 0 && self.code.mode == Mode::Haskell && arguments.is_empty() {
                    let operand = self.application(callee, &[]);
                    self.emit(Instruction::Enter { operand });
                } else if arguments.len() < arity {
                    let operand = self.application(callee, &arguments);
                    self.emit(Instruction::Return { operand });
                } else {
                    let operands = self.operands(&arguments);
                    let (now, later) = operands.split_at(arity);
                    if !later.is_empty() {
                        let arguments = self.pool(later.to_vec());
                        self.emit(Instruction::PushArguments { arguments });
                    }
                    if arity == 0 && self.code.mode == Mode::Haskell {
                        let operand = self.application(callee, &[]);
                        self.emit(Instruction::Enter { operand });
                    } else {
                        let arguments = self.pool(now.to_vec());
                        self.emit(Instruction::Call { function: id, arguments });
                    }
                }
            }
            Callee::Constructor(id)
                if !arguments.is_empty()
                    && arguments.len() == self.code.constructors[id.0 as usize].arity =>
            {
                let operands = self.operands(&arguments);
                let fields = self.pool(operands);
                self.emit(Instruction::ReturnConstructed { constructor: id, fields });
            }
            Callee::Constructor(_) => {
                let operand = self.application(callee, &arguments);
                self.emit(Instruction::Return { operand });
            }
            Callee::Value(Expr::Local(local)) => {
                let mut operands = vec![Operand::slot(self.bind(*local))];
                operands.extend(self.operands(&arguments));
                let operands = self.pool(operands);
                self.emit(Instruction::Apply { operands });
            }
            Callee::Value(expr) => {
                let operands = self.operands(&arguments);
                let arguments = self.pool(operands);
                self.emit(Instruction::PushArguments { arguments });
                self.tail(expr, None);
            }
        }
    }

    /// Evaluates the expression into a variable; `live` is what is needed afterwards.
    fn strict(&mut self, expr: &'a Expr, into: Local, live: &Locals) {
        recursion::deep(|| self.strict_inner(expr, into, live));
    }

    fn strict_inner(&mut self, expr: &'a Expr, into: Local, live: &Locals) {
        match expr {
            Expr::Local(local) => {
                if !self.is_evaluated(*local) {
                    self.force(*local, live);
                    self.evaluated.push(*local);
                }
                let from = Operand::slot(self.bind(*local));
                let slot = self.bind(into);
                self.emit(Instruction::Move { into: slot, from });
            }
            Expr::Literal(Literal::Text(_)) => {
                let from = self.operand(expr);
                let slot = self.bind(into);
                self.emit(Instruction::Move { into: slot, from });
                self.force(into, live);
            }
            Expr::Literal(_) | Expr::Constructor(_) | Expr::Lambda(..) | Expr::Type(_) => {
                let from = self.operand(expr);
                let slot = self.bind(into);
                self.emit(Instruction::Move { into: slot, from });
            }
            Expr::Primitive(operation, ty, arguments)
                if !matches!(operation, Primitive::Seq | Primitive::Observe) =>
            {
                self.primitive(*operation, ty.as_ref(), arguments, into, live);
            }
            Expr::Let(bindings, body) => {
                self.bindings(bindings);
                self.strict(body, into, live);
            }
            _ => {
                let save = self.save(into, Pc(0), live);
                self.emit(Instruction::Push { save });
                let known = self.evaluated.len();
                self.tail(expr, None);
                self.evaluated.truncate(known);
                self.resume_at(save);
            }
        }
        self.evaluated.push(into);
    }

    /// What was built is needed until the operation is done, as if it were a variable.
    fn keep(&mut self, operand: Operand, live: &mut Locals) {
        if let Ok(slot) = operand.get()
            && self.passing.remove(&slot)
        {
            let local = self.temporary();
            self.slots.insert(local, slot);
            live.insert(local);
        }
    }

    fn force(&mut self, local: Local, live: &Locals) {
        let slot = self.bind(local);
        let next = Pc(self.pc().0 + 1);
        let save = self.save(local, next, live);
        self.emit(Instruction::Force { slot, save });
    }

    fn primitive(
        &mut self,
        operation: Primitive,
        ty: Option<&TypeUse>,
        arguments: &'a [Expr],
        into: Local,
        live: &Locals,
    ) {
        let strict = operation.strict_arguments();
        let mut live = live.clone();
        let mut operands: Vec<Operand> = Vec::new();
        let ty = match ty {
            Some(ty) => {
                let operand = self.type_operand(ty);
                live.extend(&ty.parameters);
                self.keep(operand, &mut live);
                Some(operand)
            }
            None if operation.is_typed() => Some(self.constant(Word::raw(u64::from(TypeId::UNKNOWN.0)))),
            None => None,
        };
        operands.extend(ty.filter(|_| operation.is_typed() && !operation.is_quick()));
        // First what is only built: nothing of it is lost while others are evaluated.
        let mut later: Vec<Locals> = arguments.iter().map(|argument| self.free(argument)).collect();
        for (index, argument) in arguments.iter().enumerate() {
            later[index].clear();
            let operand = match (strict.contains(&index), argument) {
                (true, Expr::Literal(literal)) if !matches!(literal, Literal::Text(_)) => {
                    // Large numbers and fractions are objects.
                    let operand = self.operand(argument);
                    self.keep(operand, &mut live);
                    operand
                }
                (true, Expr::Local(local)) if self.is_evaluated(*local) => {
                    live.insert(*local);
                    self.operand(argument)
                }
                (true, _) => {
                    let value = self.temporary();
                    let mut needed = live.clone();
                    needed.extend(later.iter().flatten());
                    self.strict(argument, value, &needed);
                    live.insert(value);
                    Operand::slot(self.bind(value))
                }
                (false, _) => {
                    let value = self.temporary();
                    let from = self.operand(argument);
                    let slot = self.bind(value);
                    self.emit(Instruction::Move { into: slot, from });
                    live.insert(value);
                    Operand::slot(slot)
                }
            };
            operands.push(operand);
        }
        // If it has to wait, or to look deeper, it is done again from here with the same operands.
        let save = self.save(into, Pc(self.pc().0 + 1), &live);
        let slot = self.bind(into);
        match operands[..] {
            [left, right] if operation.is_quick() => {
                self.code.arithmetic_types.extend(ty.map(|ty| (save, ty)));
                self.emit(Instruction::Arithmetic { operation, into: slot, left, right, save });
            }
            _ => {
                let arguments = self.pool(operands);
                self.emit(Instruction::Primitive { operation, into: slot, arguments, save });
            }
        }
    }
}
