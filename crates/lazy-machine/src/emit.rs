//! Core to code. Expressions that are not demanded at once become functions of their own, which are called when they are. `demanded.rs` is
//! code that evaluates, `switch.rs` code that chooses, `delayed.rs` code that builds what may be evaluated later.

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
use crate::free::{Locals, constants, free};
use crate::lower::Unsupported;
use crate::types::ClassTable;
use crate::word::Word;

/// Compiles a program. `name` says how a variable is called, for those who read about it.
pub fn emit(
    program: Program,
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
        evaluated: Vec::new(),
        mentioned: Vec::new(),
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
    emitter.mention_through_lifted();
    emitter.observation();
    emitter.code.rules = Rc::new(emitter.rules);
    match emitter.too_large.is_empty() {
        true => Ok(emitter.code),
        false => Err(emitter.too_large),
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

struct Emitter {
    code: Code,
    functions: Vec<Function>,
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
    /// Slots of what was built only to be part of something else, and those of them that are free again.
    passing: HashSet<Slot>,
    spare: Vec<Slot>,
    /// Variables that are known to be evaluated on the way to here.
    evaluated: Vec<Local>,
    /// Of each function so far: constants it mentions, and functions lifted from it.
    mentioned: Vec<(Vec<FunctionId>, Vec<FunctionId>)>,
    /// Under which names values are observed, and which constants are.
    labels: Vec<String>,
    observed_constants: BTreeMap<FunctionId, LabelId>,
    /// Whether functions keep the stack of their making, and which of their variables it is.
    is_observing: bool,
    stacks: BTreeMap<FunctionId, Local>,
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
            constants: Vec::new(),
        });
        for parameter in parameters {
            self.bind(parameter);
        }
        if let Some(stack) = self.stacks.get(&id).copied() {
            let slot = self.bind(stack);
            self.emit(Instruction::RestoreStack { slot });
        }
        self.tail(&body, None);
        body.dismantle();
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
