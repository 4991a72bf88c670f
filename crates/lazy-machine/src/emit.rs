//! Core to code. Expressions that are not demanded at once become functions of their own, which are called when they are.

use std::collections::{HashMap, HashSet};

use lazy_syntax::ast::Mode;
use lazy_syntax::classes::{Class, Classes};
use num_traits::ToPrimitive;

use crate::code::{
    Code, ComplaintId, FunctionCode, Instruction, NumberId, Operand, Operands, Pc, Save, SaveId, Slot,
    SwitchArm, SwitchHead, SwitchTable, TableId, TextId,
};
use crate::core::{
    Arm, Expr, Function, FunctionId, Head, Literal, Local, Program, RuleNumber, Standing, TypeId, TypeUse,
};
use crate::free::{Locals, constants, free};
use crate::primitive::Primitive;
use crate::types::{ClassTable, Type};
use crate::word::{Kind, Word};

/// Compiles a program. `name` says how a variable is called, for those who read about it.
pub fn emit(program: Program, name: &dyn Fn(Local) -> String) -> Code {
    let mut primitive_functions = HashMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        if let Expr::Primitive(primitive, ..) = &function.body
            && function.standing == Standing::Trusted
        {
            primitive_functions.entry(*primitive).or_insert(FunctionId(index as u32));
        }
    }
    let code = Code {
        mode: program.mode,
        known: program.known,
        instructions: Vec::new(),
        functions: Vec::new(),
        constructors: program.constructors,
        operands: Vec::new(),
        constants: Vec::new(),
        saves: Vec::new(),
        saved_slots: Vec::new(),
        switches: Vec::new(),
        choices: Vec::new(),
        texts: Vec::new(),
        numbers: Vec::new(),
        complaints: Vec::new(),
        overridden: overridden(&program.classes),
        types: program.types,
        data: program.data,
        classes: program.classes,
        primitive_methods: program.primitive_methods,
        arithmetic_types: HashMap::new(),
        primitive_functions,
        slots: 0,
    };
    let mut emitter = Emitter {
        code,
        functions: program.functions,
        constants: HashMap::new(),
        next_local: program.next_local,
        here: FunctionId(0),
        rule: RuleNumber(0),
        slots: HashMap::new(),
        next_slot: 0,
        passing: HashSet::new(),
        spare: Vec::new(),
        evaluated: Vec::new(),
        mentioned: Vec::new(),
    };
    // Functions that are lifted on the way are put at the end, and their turn comes.
    let mut next = 0;
    while next < emitter.functions.len() {
        emitter.function(FunctionId(next as u32), name);
        next += 1;
    }
    emitter.mention_through_lifted();
    emitter.code
}

fn overridden(classes: &ClassTable) -> Classes {
    let mut overridden = Classes::default();
    for (index, _) in classes.methods.iter().enumerate() {
        let class = Class(index as u8);
        if classes.is_overridden(class) {
            overridden.add(class);
        }
    }
    overridden
}

struct Emitter {
    code: Code,
    functions: Vec<Function>,
    /// Constants that are in the pool already.
    constants: HashMap<u64, Operand>,
    next_local: u32,
    here: FunctionId,
    rule: RuleNumber,
    slots: HashMap<Local, Slot>,
    next_slot: u16,
    /// Slots of what was built only to be part of something else, and those of them that are free again.
    passing: HashSet<Slot>,
    spare: Vec<Slot>,
    /// Variables that are known to be evaluated on the way to here.
    evaluated: Vec<Local>,
    /// Of each function so far: constants it mentions, and functions lifted from it.
    mentioned: Vec<(Vec<FunctionId>, Vec<FunctionId>)>,
}

/// Where [`Expr::Fall`] goes.
struct Landing {
    jumps: Vec<usize>,
    live: Locals,
}

type Context<'a> = Option<&'a mut Landing>;

impl Emitter {
    fn function(&mut self, id: FunctionId, name: &dyn Fn(Local) -> String) {
        self.here = id;
        self.rule = RuleNumber(0);
        self.slots.clear();
        self.next_slot = 0;
        self.passing.clear();
        self.spare.clear();
        self.evaluated.clear();
        let function = &mut self.functions[id.0 as usize];
        let body = std::mem::replace(&mut function.body, Expr::Fail);
        let function = &self.functions[id.0 as usize];
        let constants = constants(&body, &self.functions).into_iter().collect();
        self.mentioned.push((constants, Vec::new()));
        let parameters: Vec<Local> = function.all_parameters().collect();
        self.code.functions.push(FunctionCode {
            name: function.name.clone(),
            entry: Pc(self.code.instructions.len() as u32),
            arity: parameters.len() as u16,
            captured: function.captured.len() as u16,
            hidden: parameters.iter().map(|local| function.types.contains(local)).collect(),
            parameter_names: parameters.iter().map(|local| name(*local)).collect(),
            standing: function.standing,
            place: function.place,
            rules: function.rules.clone(),
            parent: function.parent,
            constants: Vec::new(),
        });
        for parameter in parameters {
            self.bind(parameter);
        }
        self.tail(&body, None);
        self.code.slots = self.code.slots.max(self.next_slot as usize + 1);
    }

    /// A function mentions what the functions that were lifted from it mention: those are made later than it.
    fn mention_through_lifted(&mut self) {
        let mut all = std::mem::take(&mut self.mentioned);
        for index in (0..all.len()).rev() {
            let lifted = std::mem::take(&mut all[index].1);
            for inner in lifted {
                let more = all[inner.0 as usize].0.clone();
                all[index].0.extend(more);
            }
            all[index].0.sort();
            all[index].0.dedup();
            self.code.functions[index].constants = std::mem::take(&mut all[index].0);
            all[index].0 = self.code.functions[index].constants.clone();
        }
    }

    fn emit(&mut self, instruction: Instruction) -> usize {
        self.code.instructions.push(instruction);
        self.code.instructions.len() - 1
    }

    fn pc(&self) -> Pc {
        Pc(self.code.instructions.len() as u32)
    }

    fn temporary(&mut self) -> Local {
        self.next_local += 1;
        Local(self.next_local - 1)
    }

    fn bind(&mut self, local: Local) -> Slot {
        if let Some(slot) = self.slots.get(&local) {
            return *slot;
        }
        let slot = Slot(self.next_slot);
        self.next_slot = self.next_slot.saturating_add(1);
        self.slots.insert(local, slot);
        slot
    }

    fn free(&self, expr: &Expr) -> Locals {
        free(expr, &self.functions)
    }

    fn is_evaluated(&self, local: Local) -> bool {
        self.evaluated.contains(&local)
    }

    fn save(&mut self, into: Local, next: Pc, live: &Locals) -> SaveId {
        let start = self.code.saved_slots.len() as u32;
        for local in live {
            // What is bound later has no slot yet, and needs none.
            if let Some(slot) = self.slots.get(local)
                && *local != into
            {
                self.code.saved_slots.push(*slot);
            }
        }
        let length = self.code.saved_slots.len() as u32 - start;
        let into = self.bind(into);
        self.code.saves.push(Save { into, length: length as u16, start, next });
        SaveId(self.code.saves.len() as u32 - 1)
    }

    fn constant(&mut self, word: Word) -> Operand {
        let pool = &mut self.code.constants;
        *self.constants.entry(word.0).or_insert_with(|| {
            pool.push(word);
            Operand::constant(pool.len() - 1)
        })
    }

    fn pool(&mut self, operands: Vec<Operand>) -> Operands {
        let start = self.code.operands.len() as u32;
        let length = operands.len() as u16;
        self.code.operands.extend(operands);
        Operands { start, length }
    }

    // ---------------------------------------------------------------------------------------------- demanded

    /// Code that evaluates the expression and returns it.
    fn tail(&mut self, expr: &Expr, context: Context<'_>) {
        stacker::maybe_grow(128 << 10, 1 << 20, || self.tail_inner(expr, context));
    }

    fn tail_inner(&mut self, expr: &Expr, mut context: Context<'_>) {
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
                // Of others the log knows nothing, and what they do is done in the name of a suspect.
                if self.functions[self.here.0 as usize].standing == Standing::Suspect {
                    self.emit(Instruction::Rule { number: *number });
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
                for local in locals {
                    let into = self.bind(*local);
                    self.emit(Instruction::Fresh { into });
                }
                self.tail(body, context);
            }
            Expr::Unify(left, right, body) => {
                let live = self.live(body, &context);
                let (left, right) = (self.operand(left), self.operand(right));
                let push = self.push_condition(&live, false);
                self.emit(Instruction::Unify { left, right });
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

    fn tail_call(&mut self, expr: &Expr) {
        let (head, arguments) = self.flatten(expr);
        match &head {
            Expr::Function(id) => {
                let arity = self.functions[id.0 as usize].arity();
                if arity == 0 && self.code.mode == Mode::Haskell && arguments.is_empty() {
                    let operand = self.operand(&head);
                    self.emit(Instruction::Enter { operand });
                } else if arguments.len() < arity {
                    let operand = self.application(&head, &arguments);
                    self.emit(Instruction::Return { operand });
                } else {
                    let operands: Vec<Operand> =
                        arguments.iter().map(|argument| self.operand(argument)).collect();
                    let (now, later) = operands.split_at(arity);
                    if !later.is_empty() {
                        let arguments = self.pool(later.to_vec());
                        self.emit(Instruction::PushArguments { arguments });
                    }
                    if arity == 0 && self.code.mode == Mode::Haskell {
                        let operand = self.operand(&head);
                        self.emit(Instruction::Enter { operand });
                    } else {
                        let arguments = self.pool(now.to_vec());
                        self.emit(Instruction::Call { function: *id, arguments });
                    }
                }
            }
            Expr::Constructor(_) => {
                let operand = self.application(&head, &arguments);
                self.emit(Instruction::Return { operand });
            }
            Expr::Local(local) => {
                let mut operands = vec![Operand::slot(self.bind(*local))];
                operands.extend(arguments.iter().map(|argument| self.operand(argument)).collect::<Vec<_>>());
                let operands = self.pool(operands);
                self.emit(Instruction::Apply { operands });
            }
            _ => {
                let operands: Vec<Operand> =
                    arguments.iter().map(|argument| self.operand(argument)).collect();
                let arguments = self.pool(operands);
                self.emit(Instruction::PushArguments { arguments });
                self.tail(&head, None);
            }
        }
    }

    /// Evaluates the expression into a variable; `live` is what is needed afterwards.
    fn strict(&mut self, expr: &Expr, into: Local, live: &Locals) {
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
        arguments: &[Expr],
        into: Local,
        live: &Locals,
    ) {
        let strict = operation.strict_arguments();
        let mut live = live.clone();
        let mut operands: Vec<Operand> = Vec::new();
        let ty = match ty {
            Some(ty) => Some(self.type_operand(ty)),
            None if operation.is_typed() => Some(self.constant(Word::raw(u64::from(TypeId::UNKNOWN.0)))),
            None => None,
        };
        if let Some(Ok(slot)) = ty.map(Operand::get) {
            // As if it were a variable: it is needed until the operation is done.
            let local = self.temporary();
            self.slots.insert(local, slot);
            live.insert(local);
            self.passing.remove(&slot);
        }
        operands.extend(ty.filter(|_| operation.is_typed() && !operation.is_quick()));
        // First what is only built: nothing of it is lost while others are evaluated.
        let mut later: Vec<Locals> = arguments.iter().map(|argument| self.free(argument)).collect();
        for (index, argument) in arguments.iter().enumerate() {
            later[index].clear();
            let operand = match (strict.contains(&index), argument) {
                (true, Expr::Literal(literal)) if !matches!(literal, Literal::Text(_)) => {
                    self.operand(argument)
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

    fn switch(&mut self, subject: Local, arms: &[Arm], default: Option<&Expr>, mut context: Context<'_>) {
        let mut live = Locals::new();
        for arm in arms {
            live.extend(self.free(&arm.body));
        }
        if let Some(default) = default {
            live.extend(self.free(default));
        }
        if let Some(landing) = &context {
            live.extend(&landing.live);
        }
        let slot = self.bind(subject);
        let here = self.pc();
        let save = self.save(subject, here, &live);
        let table = TableId(self.code.switches.len() as u32);
        let rigid = self.functions[self.here.0 as usize].rigid;
        self.code.switches.push(SwitchTable { arms: Vec::new(), dense: None, default: None, rigid });
        self.emit(Instruction::Switch { subject: slot, table, save });
        let known = self.evaluated.len();
        self.evaluated.push(subject);
        let mut compiled = Vec::new();
        for arm in arms {
            let inner = self.evaluated.len();
            let mut loads = Vec::new();
            let used = self.free(&arm.body);
            for (field, local) in arm.fields.iter().enumerate() {
                let Some(local) = local else { continue };
                let landing = context.as_ref().is_some_and(|landing| landing.live.contains(local));
                if used.contains(local) || landing {
                    loads.push((field as u16, self.bind(*local)));
                }
            }
            let head = match &arm.head {
                Head::Constructor(id) => SwitchHead::Constructor(*id),
                Head::Partial(id) => SwitchHead::Partial(*id),
                Head::Char(char) => SwitchHead::Atom(Word::char(*char)),
                Head::Integer(value) => match value.to_i64().and_then(Word::integer) {
                    Some(word) => SwitchHead::Atom(word),
                    None => SwitchHead::Big(self.number(&Literal::Integer(value.clone()))),
                },
            };
            compiled.push(SwitchArm { head, arity: arm.fields.len() as u16, loads, to: self.pc() });
            self.tail(&arm.body, context.as_deref_mut());
            self.evaluated.truncate(inner);
        }
        let default = match default {
            Some(default) => {
                let to = self.pc();
                self.tail(default, context);
                Some(to)
            }
            None => context.is_some().then(|| {
                let to = self.pc();
                self.tail(&Expr::Fall, context);
                to
            }),
        };
        self.evaluated.truncate(known);
        let dense = self.dense(&compiled);
        let table = &mut self.code.switches[table.0 as usize];
        (table.arms, table.dense, table.default) = (compiled, dense, default);
    }

    fn dense(&self, arms: &[SwitchArm]) -> Option<(u32, Vec<Option<u16>>)> {
        let SwitchHead::Constructor(any) = arms.first()?.head else { return None };
        let constructor = &self.code.constructors[any.0 as usize];
        let mut dense = vec![None; constructor.siblings as usize];
        for (index, arm) in arms.iter().enumerate() {
            if let SwitchHead::Constructor(id) = arm.head {
                let place = dense.get_mut((id.0 - constructor.first.0) as usize)?;
                *place = place.or(Some(index as u16));
            }
        }
        Some((constructor.first.0, dense))
    }

    fn choice(&mut self, alternatives: &[Expr], mut context: Context<'_>) {
        let mut live = Locals::new();
        for alternative in alternatives {
            live.extend(self.free(alternative));
        }
        if let Some(landing) = &context {
            live.extend(&landing.live);
        }
        let ignored = self.temporary();
        let here = self.pc();
        let save = self.save(ignored, here, &live);
        let table = TableId(self.code.choices.len() as u32);
        self.code.choices.push(Vec::new());
        self.emit(Instruction::Choice { table, save });
        let mut entries = Vec::new();
        let known = self.evaluated.len();
        for alternative in alternatives {
            entries.push(self.pc());
            self.tail(alternative, context.as_deref_mut());
            self.evaluated.truncate(known);
        }
        self.code.choices[table.0 as usize] = entries;
    }

    // ----------------------------------------------------------------------------------------------- delayed

    /// The expression as an argument: built, not evaluated.
    fn operand(&mut self, expr: &Expr) -> Operand {
        stacker::maybe_grow(128 << 10, 1 << 20, || self.operand_inner(expr))
    }

    fn operand_inner(&mut self, expr: &Expr) -> Operand {
        match expr {
            Expr::Local(local) => Operand::slot(self.bind(*local)),
            Expr::Literal(literal) => self.literal(literal),
            Expr::Constructor(id) => {
                let word = match self.code.constructors[id.0 as usize].arity {
                    0 => Word::constructor(*id),
                    _ => Word::unapplied(*id),
                };
                self.constant(word)
            }
            Expr::Function(_) | Expr::Call(..) => {
                let (head, arguments) = self.flatten(expr);
                self.application(&head, &arguments)
            }
            Expr::Let(bindings, body) => {
                self.bindings(bindings);
                self.operand(body)
            }
            Expr::Primitive(Primitive::Observe, _, arguments) => self.operand(&arguments[1]),
            Expr::Type(ty) => self.type_operand(ty),
            Expr::Lambda(parameters, body) => {
                let function = self.lift(parameters.clone(), body);
                self.application(&Expr::Function(function), &self.captured(function))
            }
            _ => {
                let function = self.lift(Vec::new(), expr);
                let captured = self.captured(function);
                let operands: Vec<Operand> = captured.iter().map(|local| self.operand(local)).collect();
                let arguments = self.pool(operands);
                self.built(|into| Instruction::Delay { into, function, arguments })
            }
        }
    }

    fn type_operand(&mut self, ty: &TypeUse) -> Operand {
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

    fn captured(&self, function: FunctionId) -> Vec<Expr> {
        self.functions[function.0 as usize].captured.iter().map(|local| Expr::Local(*local)).collect()
    }

    fn built(&mut self, instruction: impl FnOnce(Slot) -> Instruction) -> Operand {
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

    fn number(&mut self, literal: &Literal) -> NumberId {
        self.code.numbers.push(literal.clone());
        NumberId(self.code.numbers.len() as u32 - 1)
    }

    /// `((f a) b) c` as `f` and all its arguments; a local function gets what it captures.
    fn flatten(&self, expr: &Expr) -> (Expr, Vec<Expr>) {
        let mut arguments = Vec::new();
        let mut head = expr;
        while let Expr::Call(function, more) = head {
            arguments.extend(more.iter().rev().cloned());
            head = function;
        }
        if let Expr::Function(id) = head {
            arguments.extend(self.captured(*id).into_iter().rev());
        }
        arguments.reverse();
        (head.clone(), arguments)
    }

    fn application(&mut self, head: &Expr, arguments: &[Expr]) -> Operand {
        if arguments.is_empty() {
            return match head {
                Expr::Function(id) => self.function_value(*id),
                _ => self.operand(head),
            };
        }
        let operands: Vec<Operand> = arguments.iter().map(|argument| self.operand(argument)).collect();
        let (arity, delayed) = match head {
            Expr::Function(id) => (self.functions[id.0 as usize].arity(), true),
            Expr::Constructor(id) => (self.code.constructors[id.0 as usize].arity, false),
            _ => (0, true),
        };
        if arity == 0 || arguments.len() > arity {
            let inner = match arity {
                0 => self.application(head, &[]),
                _ => self.known_application(head, operands[..arity].to_vec(), arity, delayed),
            };
            let mut all = vec![inner];
            all.extend(&operands[arity..]);
            let operands = self.pool(all);
            return self.built(|into| Instruction::DelayApply { into, operands });
        }
        self.known_application(head, operands, arity, delayed)
    }

    fn known_application(
        &mut self,
        head: &Expr,
        operands: Vec<Operand>,
        arity: usize,
        delayed: bool,
    ) -> Operand {
        let full = operands.len() == arity;
        self.release(&operands);
        let pooled = self.pool(operands);
        let symbol = match head {
            Expr::Function(FunctionId(id)) => *id,
            Expr::Constructor(id) => id.0,
            _ => 0,
        };
        let (function, constructor) = (FunctionId(symbol), crate::core::ConstructorId(symbol));
        self.built(|into| match (delayed, full) {
            (true, true) => Instruction::Delay { into, function, arguments: pooled },
            (true, false) => Instruction::Partial { into, function, arguments: pooled },
            (false, true) => Instruction::Construct { into, constructor, fields: pooled },
            (false, false) => Instruction::PartialConstructor { into, constructor, fields: pooled },
        })
    }

    fn function_value(&mut self, function: FunctionId) -> Operand {
        if self.functions[function.0 as usize].arity() > 0 {
            return self.constant(Word::function(function));
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

    fn lift(&mut self, parameters: Vec<Local>, body: &Expr) -> FunctionId {
        let bound: Locals = parameters.iter().copied().collect();
        let captured = (&self.free(body) - &bound).into_iter().collect();
        let here = &self.functions[self.here.0 as usize];
        let function = Function {
            name: here.name.clone(),
            standing: Standing::Transparent,
            place: here.place,
            captured,
            parameters,
            types: here.types.clone(),
            body: body.clone(),
            rules: Vec::new(),
            parent: Some((self.here, self.rule)),
            rigid: here.rigid,
        };
        self.functions.push(function);
        let id = FunctionId(self.functions.len() as u32 - 1);
        self.mentioned[self.here.0 as usize].1.push(id);
        id
    }

    /// Bindings that may refer to each other: those that are referred to before they are built get their room first.
    fn bindings(&mut self, bindings: &[(Local, Expr)]) {
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
                    let operands: Vec<Operand> = parts.iter().map(|part| self.operand(part)).collect();
                    let words = self.pool(operands);
                    let object = self.bind(*local);
                    self.emit(Instruction::Fill { object, first, words });
                }
            }
        }
    }

    /// The object that an expression is built as.
    fn shape(&mut self, expr: &Expr) -> Shape {
        let (head, arguments) = self.flatten(expr);
        let count = arguments.len();
        match head {
            Expr::Constructor(id) if count == self.code.constructors[id.0 as usize].arity && count > 0 => {
                Shape {
                    kind: Kind::Constructor,
                    length: count as u16,
                    symbol: id.0,
                    first: 0,
                    parts: arguments,
                }
            }
            Expr::Function(id) if count == self.functions[id.0 as usize].arity() && count > 0 => {
                Shape { kind: Kind::Call, length: count as u16 + 1, symbol: id.0, first: 1, parts: arguments }
            }
            Expr::Function(id) if count < self.functions[id.0 as usize].arity() && count > 0 => {
                Shape { kind: Kind::Partial, length: count as u16, symbol: id.0, first: 0, parts: arguments }
            }
            _ => {
                let function = match expr {
                    Expr::Lambda(parameters, body) => self.lift(parameters.clone(), body),
                    _ => self.lift(Vec::new(), expr),
                };
                let parts = self.captured(function);
                let full = parts.len() == self.functions[function.0 as usize].arity();
                let (kind, first) = if full { (Kind::Call, 1) } else { (Kind::Partial, 0) };
                Shape { kind, length: parts.len() as u16 + first, symbol: function.0, first, parts }
            }
        }
    }
}

struct Shape {
    kind: Kind,
    length: u16,
    symbol: u32,
    first: u16,
    parts: Vec<Expr>,
}
