//! Core to code. Expressions that are not demanded at once become functions of their own, which are
//! called when they are. `demanded.rs` is code that evaluates, `switch.rs` code that chooses,
//! `delayed.rs` code that builds what may be evaluated later.

mod delayed;
mod demanded;
mod switch;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use lazy_syntax::classes::{Class, Classes};

use crate::code::{
    Code, Entry, FEW, FunctionCode, Instruction, LabelId, Observation, Operand, Operands, Pc, RuleTable,
    Save, SaveId, Segment, Slot,
};
use crate::core::{
    Expr, Function, FunctionId, Functions, Local, Piece, Program, RuleNumber, Standing, Written,
};
use crate::free::{Locals, Mentions, free};
use crate::lower::Unsupported;
use crate::types::ClassTable;
use crate::word::Word;

/// Compiles a program. `name` says how a variable is called, for those who read about it.
pub fn emit(
    mut program: Program,
    functions_as: Functions,
    name: &dyn Fn(Local) -> String,
) -> Result<Code, Vec<Unsupported>> {
    let mut primitive_functions = HashMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        if let Expr::Primitive(primitive, ..) = &function.body
            && function.standing == Standing::Trusted
        {
            primitive_functions.entry(*primitive).or_insert(FunctionId(index as u32));
        }
    }
    let take = |function: &mut Function| std::mem::replace(&mut function.body, Expr::Fail);
    let bodies: Vec<Expr> = program.functions.iter_mut().map(take).collect();
    let code = Code {
        mode: program.mode,
        functions_as,
        known: program.known,
        instructions: Vec::new(),
        functions: Vec::new(),
        entries: Vec::new(),
        rules: Rc::default(),
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
        observation: None,
        is_parallel: false,
    };
    let mut emitter = Emitter {
        code,
        bodies: bodies.iter().collect(),
        mentions: Mentions::new(&bodies, &program.functions),
        functions: program.functions,
        constants: HashMap::new(),
        next_local: program.next_local,
        here: FunctionId(0),
        rule: RuleNumber(0),
        rules: RuleTable::default(),
        slots: HashMap::new(),
        next_slot: 0,
        too_large: Vec::new(),
        passing: HashSet::new(),
        spare: Vec::new(),
        evaluated: Evaluated::default(),
        labels: Vec::new(),
        observed_constants: BTreeMap::new(),
        is_observing: program.is_observed,
        stacks: BTreeMap::new(),
    };
    // Functions that are lifted on the way are put at the end, and their turn comes.
    let mut next = 0;
    while next < emitter.functions.len() {
        emitter.function(FunctionId(next as u32), name);
        next += 1;
    }
    emitter.observation();
    emitter.code.rules = Rc::new(emitter.rules);
    let Emitter { code, too_large, .. } = emitter;
    bodies.into_iter().for_each(Expr::dismantle);
    match too_large.is_empty() {
        true => Ok(code),
        false => Err(too_large),
    }
}

fn segments(written: &Written, captured: &[Local]) -> (Vec<Segment>, bool) {
    let segment = |piece: &Piece| match piece {
        Piece::Text(text) => Segment::Text(text.clone()),
        Piece::Variable(local, name) => match captured.iter().position(|known| known == local) {
            Some(index) => Segment::Captured(index as u16),
            None => Segment::Text(name.clone()),
        },
    };
    (written.pieces.iter().map(segment).collect(), written.reads_back)
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

struct Emitter<'a> {
    code: Code,
    functions: Vec<Function>,
    /// Of each function; those that are lifted have part of another's.
    bodies: Vec<&'a Expr>,
    mentions: Mentions,
    /// Constants that are in the pool already.
    constants: HashMap<u64, Operand>,
    next_local: u32,
    here: FunctionId,
    rule: RuleNumber,
    rules: RuleTable,
    slots: HashMap<Local, Slot>,
    next_slot: u16,
    /// Functions with more variables than there are slots.
    too_large: Vec<Unsupported>,
    /// Slots of what was built only to be part of something else, and those of them that are free
    /// again.
    passing: HashSet<Slot>,
    spare: Vec<Slot>,
    /// Variables that are known to be evaluated on the way to here.
    evaluated: Evaluated,
    /// Under which names values are observed, and which constants are.
    labels: Vec<String>,
    observed_constants: BTreeMap<FunctionId, LabelId>,
    /// Whether functions keep the stack of their making, and which of their variables it is.
    is_observing: bool,
    stacks: BTreeMap<FunctionId, Local>,
}

/// A stack of variables that is asked which it has.
#[derive(Default)]
struct Evaluated {
    stack: Vec<Local>,
    /// How often each is on it.
    times: HashMap<Local, u32>,
}

impl Evaluated {
    fn push(&mut self, local: Local) {
        self.stack.push(local);
        *self.times.entry(local).or_default() += 1;
    }

    fn contains(&self, local: Local) -> bool {
        self.times.get(&local).is_some_and(|times| *times > 0)
    }

    fn len(&self) -> usize {
        self.stack.len()
    }

    fn truncate(&mut self, length: usize) {
        for local in self.stack.drain(length..) {
            if let Some(times) = self.times.get_mut(&local) {
                *times -= 1;
            }
        }
    }

    fn clear(&mut self) {
        self.stack.clear();
        self.times.clear();
    }
}

/// Where [`Expr::Fall`] goes.
struct Landing {
    jumps: Vec<usize>,
    live: Locals,
}

type Context<'a> = Option<&'a mut Landing>;

impl<'a> Emitter<'a> {
    fn function(&mut self, id: FunctionId, name: &dyn Fn(Local) -> String) {
        self.here = id;
        self.rule = RuleNumber(0);
        self.slots.clear();
        self.next_slot = 0;
        self.passing.clear();
        self.spare.clear();
        self.evaluated.clear();
        let body = self.bodies[id.0 as usize];
        let function = &self.functions[id.0 as usize];
        let parameters: Vec<Local> = function.all_parameters().collect();
        self.code.entries.push(Entry {
            pc: Pc(self.code.instructions.len() as u32),
            arity: parameters.len() as u16,
            is_suspect: function.standing == Standing::Suspect,
            no_rule: self.rules.add(id, function.rules.len()),
        });
        self.code.functions.push(FunctionCode {
            name: function.name.clone(),
            arity: parameters.len() as u16,
            captured: function.captured.len() as u16,
            hidden: parameters.iter().map(|local| function.types.contains(local)).collect(),
            parameter_names: parameters.iter().map(|local| name(*local)).collect(),
            standing: function.standing,
            place: function.place,
            rules: function.rules.clone(),
            parent: function.parent,
            written: function.written.as_ref().map(|written| segments(written, &function.captured)),
            constants: self.mentions.constants(body).into_iter().collect(),
        });
        for parameter in parameters {
            self.bind(parameter);
        }
        if let Some(stack) = self.stacks.get(&id).copied() {
            let slot = self.bind(stack);
            self.emit(Instruction::RestoreStack { slot });
        }
        self.tail(body, None);
    }

    /// The functions that observed values are made of.
    fn observation(&mut self) {
        if self.labels.is_empty() {
            return;
        }
        let part = self.machine_function(3, Instruction::ObservePart);
        let applied = self.machine_function(5, Instruction::ObserveApplication);
        let labels = std::mem::take(&mut self.labels);
        let constants = std::mem::take(&mut self.observed_constants);
        self.code.observation = Some(Observation { labels, part, applied, constants });
    }

    fn machine_function(&mut self, arity: u16, instruction: Instruction) -> FunctionId {
        let id = FunctionId(self.code.entries.len() as u32);
        let no_rule = self.rules.add(id, 0);
        self.code.entries.push(Entry { pc: self.pc(), arity, is_suspect: false, no_rule });
        self.emit(instruction);
        self.code.functions.push(FunctionCode {
            name: "observe".to_owned(),
            arity,
            captured: 0,
            hidden: vec![true; arity as usize],
            parameter_names: vec![String::new(); arity as usize],
            standing: Standing::Transparent,
            place: self.code.functions[0].place,
            rules: Vec::new(),
            parent: None,
            written: None,
            constants: Vec::new(),
        });
        FunctionId(self.code.functions.len() as u32 - 1)
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
        if self.next_slot as usize + 1 < Operand::MOST {
            self.next_slot += 1;
        } else {
            self.complain_of_size();
        }
        self.slots.insert(local, slot);
        slot
    }

    fn complain_of_size(&mut self) {
        let span = self.functions[self.here.0 as usize].place;
        if self.too_large.last().is_none_or(|last| last.span != span) {
            let what = format!("a function with more than {} variables", Operand::MOST);
            self.too_large.push(Unsupported { span, what });
        }
    }

    fn free(&self, expr: &Expr) -> Locals {
        self.mentions.free(expr).unwrap_or_else(|| free(expr, &self.functions))
    }

    fn is_evaluated(&self, local: Local) -> bool {
        self.evaluated.contains(local)
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
        let mut few = [Slot(0); FEW];
        for (place, slot) in few.iter_mut().zip(&self.code.saved_slots[start as usize..]) {
            *place = *slot;
        }
        self.code.saves.push(Save { into, length: length as u16, start, next, switch: None, few });
        SaveId(self.code.saves.len() as u32 - 1)
    }

    fn constant(&mut self, word: Word) -> Operand {
        if let Some(operand) = self.constants.get(&word.0) {
            return *operand;
        }
        let index = self.code.constants.len();
        if index == Operand::MOST {
            return self.built(|into| Instruction::Word { into, word });
        }
        self.code.constants.push(word);
        self.constants.insert(word.0, Operand::constant(index));
        Operand::constant(index)
    }

    fn pool(&mut self, operands: Vec<Operand>) -> Operands {
        let start = self.code.operands.len() as u32;
        let length = operands.len() as u16;
        self.code.operands.extend(operands);
        Operands { start, length }
    }
}
