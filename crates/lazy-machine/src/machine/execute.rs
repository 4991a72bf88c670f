//! The instructions, one after the other, and the choice of an arm by a value.

use super::{Flow, Halt, Machine, Stop};
use crate::code::{
    Code, FEW, Instruction, Operand, Operands, Pc, QuickArm, SaveId, Slot, SwitchHead, SwitchTable, TableId,
};
use crate::core::{ConstructorId, FunctionId, TypeId};
use crate::equate::Test;
use crate::frames::FrameKind;
use crate::native::{type_id, type_word};
use crate::word::{Address, Header, ObjectKind, Value, Word};

impl Machine {
    /// Executes from here on, until there is a reason to stop.
    pub(super) fn execute(&mut self, from: Pc) -> Stop {
        match self.execute_inner(from) {
            Ok(never) => match never {},
            Err(halt) => *halt,
        }
    }

    fn execute_inner(&mut self, from: Pc) -> Result<std::convert::Infallible, Halt> {
        let code = self.code.clone();
        let mut pc = from;
        loop {
            let instruction = &code.instructions[pc.0 as usize];
            pc.0 += 1;
            match *instruction {
                Instruction::Construct { into, constructor, fields } => {
                    let word = self.build(&code, ObjectKind::Constructor, constructor.0, fields);
                    self.set(into, word);
                }
                Instruction::Delay { into, function, arguments } => {
                    let word = self.build_delayed(&code, ObjectKind::Call, function.0, arguments);
                    self.set(into, word);
                }
                Instruction::DelayApply { into, operands } => {
                    let word = self.build_delayed(&code, ObjectKind::Apply, 0, operands);
                    self.set(into, word);
                }
                Instruction::Partial { into, function, arguments } => {
                    self.build_function(into, function, arguments);
                }
                Instruction::PartialConstructor { into, constructor, fields } => {
                    let word = self.build(&code, ObjectKind::PartialConstructor, constructor.0, fields);
                    self.set(into, word);
                }
                Instruction::Reserve { into, kind, length, symbol } => {
                    let address = self.heap.allocate(Header::new(kind, length as usize, symbol));
                    for index in 0..length as usize {
                        self.heap.set_word(address, index, Word::raw(u64::from(self.call.0)));
                    }
                    self.set(into, Word::reference(address));
                }
                Instruction::Fill { object, first, words } => {
                    if let Some(address) = self.slots[object.0 as usize].address() {
                        for index in 0..words.length as usize {
                            let word = self.pooled(words, index);
                            self.heap.set_word(address, first as usize + index, word);
                        }
                    }
                }
                Instruction::Constant { into, function } => {
                    if self.logging && code.entries[function.0 as usize].is_suspect {
                        self.log.record_use(self.call, function);
                    }
                    if self.tracer.is_some() {
                        self.observe_use(function);
                    }
                    self.set(into, self.constants[function.0 as usize])
                }
                Instruction::Text { into, text } => {
                    let creator = Word::raw(u64::from(self.call.0));
                    let address = self.heap.make(ObjectKind::Text, text.0, &[creator, Word::raw(0)]);
                    self.set(into, Word::reference(address));
                }
                Instruction::Number { into, number } => {
                    let word = self.literal(number);
                    self.set(into, word);
                }
                Instruction::Word { into, word } => self.set(into, word),
                Instruction::Move { into, from } => self.set(into, self.operand(from)),
                Instruction::Fresh { into, mark } => {
                    let variable = self.fresh(mark);
                    self.set(into, variable);
                }
                Instruction::Force { slot, save } => {
                    let word = self.heap.resolve(self.slots[slot.0 as usize]);
                    self.set(slot, word);
                    if let Some(address) = word.address() {
                        let header = self.heap.header(address);
                        if header.is(ObjectKind::Call) {
                            pc = self.demand(&code, address, header, save)?;
                        } else if self.is_delayed(word) {
                            self.push_save_of(&code, FrameKind::Case, save);
                            pc = self.enter(word)?;
                        }
                    }
                }
                Instruction::Switch { subject, table, save } => {
                    pc = self.switch(&code, subject, table, save)?;
                }
                Instruction::Push { save } => self.push_save_of(&code, FrameKind::Case, save),
                Instruction::PushCondition { save, must_hold } => {
                    let kind = if must_hold { FrameKind::MustHold } else { FrameKind::MustSucceed };
                    self.push_save(kind, save);
                }
                Instruction::Unify { left, right } => {
                    let (left, right) = (self.operand(left), self.operand(right));
                    pc = self.unify(left, right)?;
                }
                Instruction::Match { left, right } => {
                    let (left, right) = (self.operand(left), self.operand(right));
                    pc = self.compare(Test::Match, left, right)?;
                }
                Instruction::Arithmetic { operation, into, left, right, save } => {
                    let (left, right) = (self.operand(left), self.operand(right));
                    match self.quick(operation, left, right) {
                        Some(word) => self.set(into, word),
                        None => pc = self.binary(operation, into, left, right, save, pc)?,
                    }
                }
                Instruction::Primitive { operation, into, arguments, save } => {
                    self.scratch.clear();
                    for index in 0..arguments.length as usize {
                        let word = self.pooled(arguments, index);
                        self.scratch.push(word);
                    }
                    pc = self.primitive(operation, into, save, pc)?;
                }
                Instruction::Type { into, template, arguments } => {
                    let arguments: Vec<TypeId> = (0..arguments.length as usize)
                        .map(|at| type_id(self.pooled(arguments, at)))
                        .collect();
                    let ty = self.types.borrow_mut().fill(template, &arguments);
                    self.set(into, type_word(ty));
                }
                Instruction::Method { method, ty } => {
                    self.scratch.clear();
                    pc = self.enter_method(method, type_id(self.operand(ty)))?;
                }
                Instruction::Rule { rule } => {
                    if self.logging {
                        self.log.set_rule(self.call, rule);
                    }
                }
                Instruction::Jump { to } => pc = to,
                Instruction::Choice { table, save } => pc = self.choose(table, save),
                Instruction::Fail => pc = self.fail()?,
                Instruction::Complain { complaint } => pc = self.complain(complaint)?,
                Instruction::Call { function, arguments } => {
                    let length = arguments.length as usize;
                    match length {
                        0 => {}
                        1 => self.slots[0] = self.pooled(arguments, 0),
                        2 => {
                            let (first, second) = (self.pooled(arguments, 0), self.pooled(arguments, 1));
                            (self.slots[0], self.slots[1]) = (first, second);
                        }
                        _ => {
                            self.scratch.clear();
                            for index in 0..length {
                                let word = self.pooled(arguments, index);
                                self.scratch.push(word);
                            }
                            self.slots[..length].copy_from_slice(&self.scratch);
                        }
                    }
                    pc = self.enter_function_of(&code, function)?;
                }
                Instruction::Apply { operands } => {
                    self.scratch.clear();
                    for index in 1..operands.length as usize {
                        let word = self.pooled(operands, index);
                        self.scratch.push(word);
                    }
                    let function = self.pooled(operands, 0);
                    pc = self.apply(function)?;
                }
                Instruction::PushArguments { arguments } => {
                    let length = arguments.length as usize;
                    let frame = self.frames.push(FrameKind::Arguments, 1 + length);
                    self.frames.set(frame, 0, Word::raw(u64::from(self.call.0)));
                    for index in 0..length {
                        let word = self.pooled(arguments, index);
                        self.frames.set(frame, 1 + index, word);
                    }
                }
                Instruction::Enter { operand } => {
                    let word = self.operand(operand);
                    pc = self.enter(word)?;
                }
                Instruction::Observe { label, is_constant } => self.observe_root(label, is_constant),
                Instruction::Stack { into } => self.set(into, Word::raw(u64::from(self.call.0))),
                Instruction::RestoreStack { slot } => self.restore_stack(self.slots[slot.0 as usize]),
                Instruction::ObservePart => pc = self.observe_part()?,
                Instruction::ObserveApplication => pc = self.observe_application()?,
                Instruction::Return { operand } => {
                    let word = self.heap.resolve(self.operand(operand));
                    pc = self.give_quickly(&code, word, None)?;
                }
                Instruction::ReturnConstructed { constructor, fields } => {
                    let word = self.build(&code, ObjectKind::Constructor, constructor.0, fields);
                    let constructed = word.address().map(|address| (address, constructor));
                    pc = self.give_quickly(&code, word, constructed)?;
                }
            }
        }
    }

    /// Whether evaluating it is more than looking at it.
    #[inline(always)]
    pub(crate) fn is_delayed(&self, word: Word) -> bool {
        word.address().is_some_and(|address| {
            matches!(
                self.heap.header(address).kind(),
                ObjectKind::Call
                    | ObjectKind::Apply
                    | ObjectKind::Text
                    | ObjectKind::BlackHole
                    | ObjectKind::Error
                    | ObjectKind::Indirection
            )
        })
    }

    /// Goes on as the head of a value says. Nearly always that is a constructor with fields, or a
    /// delayed call.
    #[inline(always)]
    fn switch(&mut self, code: &Code, subject: Slot, table: TableId, save: SaveId) -> Flow {
        let mut word = self.slots[subject.0 as usize];
        while let Some(address) = word.address() {
            let header = self.heap.header(address);
            if header.is(ObjectKind::Constructor) {
                self.set(subject, word);
                match self.take_arm(code, table, address, ConstructorId(header.symbol())) {
                    Some(pc) => return Ok(pc),
                    None => break,
                }
            }
            if header.is(ObjectKind::Call) {
                return self.demand(code, address, header, save);
            }
            if !header.is(ObjectKind::Indirection) {
                break;
            }
            word = self.heap.word(address, 0);
        }
        self.set(subject, word);
        self.switch_any(word, table, save)
    }

    /// The arm for a constructor with fields, if there is no more to do in it than most have.
    #[inline(always)]
    pub(super) fn take_arm(
        &mut self,
        code: &Code,
        table: TableId,
        address: Address,
        constructor: ConstructorId,
    ) -> Option<Pc> {
        let arm = code.switches[table.0 as usize].quick(constructor);
        if arm.length as usize > FEW {
            return None;
        }
        if let Some(rule) = arm.rule
            && self.logging
        {
            self.log.set_rule(self.call, rule);
        }
        let mut load = |index: usize| {
            let (field, slot) = arm.loads[index];
            self.slots[slot.0 as usize] = self.heap.word(address, field as usize);
        };
        if arm.length > 0 {
            load(0);
        }
        if arm.length > 1 {
            load(1);
        }
        if arm.length > 2 {
            load(2);
        }
        Some(arm.to)
    }

    #[inline(never)]
    fn switch_any(&mut self, word: Word, table: TableId, save: SaveId) -> Flow {
        let code = self.code.clone();
        let switch = &code.switches[table.0 as usize];
        let found = match word.value() {
            Value::Reference(address) => {
                let header = self.heap.header(address);
                match header.kind() {
                    ObjectKind::Constructor => switch.constructor(ConstructorId(header.symbol())),
                    ObjectKind::Variable => return self.narrow(address, table, save),
                    // With another number of arguments it is another value.
                    ObjectKind::Partial => switch.find_of(
                        header.length(),
                        |arm| matches!(arm, SwitchHead::Partial(id) if id.0 == header.symbol()),
                    ),
                    ObjectKind::PartialConstructor => switch.find_of(
                        header.length(),
                        |arm| matches!(arm, SwitchHead::Unapplied(id) if id.0 == header.symbol()),
                    ),
                    ObjectKind::Big => switch
                        .find(|arm| matches!(arm, SwitchHead::Big(number) if self.is_number(word, *number))),
                    ObjectKind::Float => switch
                        .find(|arm| matches!(arm, SwitchHead::Atom(atom) if self.same_number(word, *atom))),
                    _ => {
                        self.push_save(FrameKind::Case, save);
                        return self.enter(word);
                    }
                }
            }
            Value::Constructor(id) => switch.constructor(id),
            Value::Function(id) => {
                switch.find_of(0, |arm| matches!(arm, SwitchHead::Partial(other) if *other == id))
            }
            Value::Unapplied(id) => {
                switch.find_of(0, |arm| matches!(arm, SwitchHead::Unapplied(other) if *other == id))
            }
            _ => switch.find(|arm| matches!(arm, SwitchHead::Atom(atom) if *atom == word)),
        };
        let Some(index) = found else {
            return match switch.default {
                Some(pc) => Ok(pc),
                None => self.fail(),
            };
        };
        let arm = &switch.arms[index];
        if let Some(address) = word.address() {
            for (field, slot) in &arm.loads {
                let word = self.heap.word(address, *field as usize);
                self.slots[slot.0 as usize] = word;
            }
        }
        Ok(arm.to)
    }

    // ------------------------------------------------------------------------------------ operands

    #[inline(always)]
    pub(crate) fn operand(&self, operand: Operand) -> Word {
        self.slots[operand.place()]
    }

    #[inline(always)]
    fn pooled(&self, operands: Operands, index: usize) -> Word {
        self.operand(self.code.operands[operands.start as usize + index])
    }

    #[inline(always)]
    fn set(&mut self, slot: Slot, word: Word) {
        self.slots[slot.0 as usize] = word;
    }

    #[inline(always)]
    fn build(&mut self, code: &Code, kind: ObjectKind, symbol: u32, operands: Operands) -> Word {
        Word::reference(match *code.pooled(operands) {
            [one] => self.heap.put(kind, symbol, [self.operand(one)]),
            [one, two] => self.heap.put(kind, symbol, [self.operand(one), self.operand(two)]),
            ref operands => self.build_large(kind, symbol, None, operands),
        })
    }

    #[inline(always)]
    fn build_delayed(&mut self, code: &Code, kind: ObjectKind, symbol: u32, operands: Operands) -> Word {
        let creator = Word::raw(u64::from(self.call.0));
        Word::reference(match *code.pooled(operands) {
            [one] => self.heap.put(kind, symbol, [creator, self.operand(one)]),
            [one, two] => self.heap.put(kind, symbol, [creator, self.operand(one), self.operand(two)]),
            ref operands => self.build_large(kind, symbol, Some(creator), operands),
        })
    }

    #[inline(never)]
    fn build_large(
        &mut self,
        kind: ObjectKind,
        symbol: u32,
        creator: Option<Word>,
        operands: &[Operand],
    ) -> Address {
        let lead = usize::from(creator.is_some());
        let address = self.heap.allocate(Header::new(kind, lead + operands.len(), symbol));
        if let Some(creator) = creator {
            self.heap.set_word(address, 0, creator);
        }
        for (index, operand) in operands.iter().enumerate() {
            self.heap.set_word(address, lead + index, self.slots[operand.place()]);
        }
        address
    }

    fn build_function(&mut self, into: Slot, function: FunctionId, arguments: Operands) {
        let (lead, length) = (self.code.lead(), arguments.length as usize);
        let address = self.heap.allocate(Header::new(ObjectKind::Partial, lead + length, function.0));
        self.set_lead(address, self.call);
        for index in 0..length {
            let word = self.pooled(arguments, index);
            self.heap.set_word(address, lead + index, word);
        }
        self.set(into, Word::reference(address));
    }
}

impl SwitchTable {
    #[inline(always)]
    fn quick(&self, id: ConstructorId) -> &QuickArm {
        self.quick.get(id.0.wrapping_sub(self.first) as usize).unwrap_or(&QuickArm::NOT)
    }

    #[inline]
    fn constructor(&self, id: ConstructorId) -> Option<usize> {
        let (first, arms) = self.dense.as_ref()?;
        arms.get(id.0.wrapping_sub(*first) as usize).copied().flatten().map(usize::from)
    }

    fn find(&self, head: impl Fn(&SwitchHead) -> bool) -> Option<usize> {
        self.arms.iter().position(|arm| head(&arm.head))
    }

    fn find_of(&self, arity: usize, head: impl Fn(&SwitchHead) -> bool) -> Option<usize> {
        self.arms.iter().position(|arm| usize::from(arm.arity) == arity && head(&arm.head))
    }
}
