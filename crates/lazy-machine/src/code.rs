//! Code: what the machine executes. Flat instructions over numbered slots, one stretch a function.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use lazy_syntax::ast::Mode;
use lazy_syntax::classes::Classes;
use lazy_syntax::source::Span;

use crate::core::{
    Complaint, Constructor, ConstructorId, FunctionId, Functions, Known, Literal, MethodId, Rule, RuleNumber,
    Standing, TypeId,
};
use crate::primitive::Primitive;
use crate::search::Mark;
use crate::types::{ClassTable, Data, Types};
use crate::word::{ObjectKind, Word};

/// Where a variable is while its function runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u16);

/// A place in the instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pc(pub u32);

/// A slot, or a word that is known when the program is compiled: those are in slots of their own,
/// above all others, so that nobody has to look which of the two it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand(u16);

impl Operand {
    const CONSTANT: u16 = 1 << 15;
    /// There is room for this many slots, and for as many constants.
    pub const MOST: usize = Operand::CONSTANT as usize;

    pub fn slot(slot: Slot) -> Operand {
        debug_assert!(slot.0 < Operand::CONSTANT);
        Operand(slot.0)
    }

    pub fn constant(index: usize) -> Operand {
        debug_assert!(index < Operand::MOST);
        Operand(index as u16 | Operand::CONSTANT)
    }

    /// The slot, or else the number of the constant.
    pub fn get(self) -> Result<Slot, usize> {
        match self.0 & Operand::CONSTANT {
            0 => Ok(Slot(self.0)),
            _ => Err((self.0 & !Operand::CONSTANT) as usize),
        }
    }

    /// Where the machine has it.
    #[inline(always)]
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

/// Operands that stand one after the other in the pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operands {
    pub start: u32,
    pub length: u16,
}

macro_rules! indices {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name(pub u32);
    )*};
}

indices! {
    SaveId,
    TableId,
    TextId,
    NumberId,
    ComplaintId,
    LabelId,
    /// A rule among those of the whole program. The number before those of a function stands for
    /// its calls that have not chosen a rule yet.
    RuleId,
}

impl RuleId {
    /// Before all functions: that of the goal, which has no rule.
    pub const GOAL: RuleId = RuleId(0);
}

#[derive(Clone, Copy, Debug)]
pub enum Instruction {
    Construct {
        into: Slot,
        constructor: ConstructorId,
        fields: Operands,
    },
    /// A call that waits to be demanded.
    Delay {
        into: Slot,
        function: FunctionId,
        arguments: Operands,
    },
    /// The first operand applied to the others, when demanded.
    DelayApply {
        into: Slot,
        operands: Operands,
    },
    Partial {
        into: Slot,
        function: FunctionId,
        arguments: Operands,
    },
    PartialConstructor {
        into: Slot,
        constructor: ConstructorId,
        fields: Operands,
    },
    /// Room for an object that refers to itself.
    Reserve {
        into: Slot,
        kind: ObjectKind,
        length: u16,
        symbol: u32,
    },
    Fill {
        object: Slot,
        first: u16,
        words: Operands,
    },
    /// A function without parameters, shared (hs).
    Constant {
        into: Slot,
        function: FunctionId,
    },
    Text {
        into: Slot,
        text: TextId,
    },
    Number {
        into: Slot,
        number: NumberId,
    },
    /// A constant for which there is no room among the slots.
    Word {
        into: Slot,
        word: Word,
    },
    Move {
        into: Slot,
        from: Operand,
    },
    /// A new logic variable.
    Fresh {
        into: Slot,
        mark: Mark,
    },
    /// Evaluates to head normal form.
    Force {
        slot: Slot,
        save: SaveId,
    },
    Switch {
        subject: Slot,
        table: TableId,
        save: SaveId,
    },
    /// What follows, up to a return, is evaluated for the frame that is pushed here.
    Push {
        save: SaveId,
    },
    /// Like `Push`, for a condition: if it has to wait, the rest goes on without it.
    PushCondition {
        save: SaveId,
        must_hold: bool,
    },
    /// Strict equality; ends like a return.
    Unify {
        left: Operand,
        right: Operand,
    },
    /// A functional pattern beside what it has to match; ends like a return.
    Match {
        left: Operand,
        right: Operand,
    },
    Arithmetic {
        operation: Primitive,
        into: Slot,
        left: Operand,
        right: Operand,
        save: SaveId,
    },
    Primitive {
        operation: Primitive,
        into: Slot,
        arguments: Operands,
        save: SaveId,
    },
    /// A type made of others.
    Type {
        into: Slot,
        template: TypeId,
        arguments: Operands,
    },
    /// The method that the type has: entered, like a call.
    Method {
        method: MethodId,
        ty: Operand,
    },
    Rule {
        rule: RuleId,
    },
    Jump {
        to: Pc,
    },
    Choice {
        table: TableId,
        save: SaveId,
    },
    Fail,
    Complain {
        complaint: ComplaintId,
    },
    /// In the last place.
    Call {
        function: FunctionId,
        arguments: Operands,
    },
    Apply {
        operands: Operands,
    },
    /// What comes back is applied to these.
    PushArguments {
        arguments: Operands,
    },
    Enter {
        operand: Operand,
    },
    /// Of what is known to be evaluated.
    Return {
        operand: Operand,
    },
    /// Of a constructor with its fields.
    ReturnConstructed {
        constructor: ConstructorId,
        fields: Operands,
    },
    /// What follows, up to a return, is observed.
    Observe {
        label: LabelId,
        is_constant: bool,
    },
    /// The cost-centre stack, while a trace is written.
    Stack {
        into: Slot,
    },
    /// A function goes on with the stack of its making.
    RestoreStack {
        slot: Slot,
    },
    /// All of [`Observation::part`].
    ObservePart,
    /// All of [`Observation::applied`].
    ObserveApplication,
}

/// What a frame keeps, and where things go on.
#[derive(Clone, Copy, Debug)]
pub struct Save {
    /// Gets the value.
    pub into: Slot,
    pub length: u16,
    pub start: u32,
    pub next: Pc,
    /// What is done there, if it is a choice by the value.
    pub switch: Option<TableId>,
    /// What is kept, if it is no more than this.
    pub few: [Slot; FEW],
}

/// Of most saves and arms there is no more to do than this.
pub const FEW: usize = 3;

#[derive(Clone, Debug)]
pub struct SwitchTable {
    pub arms: Vec<SwitchArm>,
    /// For constructors: the first of the type, and which arm each takes.
    pub dense: Option<(u32, Vec<Option<u16>>)>,
    /// For constructors with fields: the same at hand.
    pub first: u32,
    pub quick: Vec<QuickArm>,
    pub default: Option<Pc>,
    /// Waits for a logic variable instead of binding it.
    pub rigid: bool,
}

/// Few loads, the rule that has been found then, and where to go on behind the instruction that
/// says so.
#[derive(Clone, Copy, Debug)]
pub struct QuickArm {
    pub to: Pc,
    pub rule: Option<RuleId>,
    /// Fields and slots, of which this many count.
    pub loads: [(u16, Slot); FEW],
    pub length: u8,
}

impl QuickArm {
    /// Of an arm with more to do.
    pub const NOT: QuickArm = QuickArm { to: Pc(0), rule: None, loads: [(0, Slot(0)); FEW], length: u8::MAX };
}

#[derive(Clone, Debug)]
pub struct SwitchArm {
    pub head: SwitchHead,
    pub arity: u16,
    /// Field, slot.
    pub loads: Vec<(u16, Slot)>,
    pub to: Pc,
}

#[derive(Clone, Debug)]
pub enum SwitchHead {
    Constructor(ConstructorId),
    Partial(FunctionId),
    Unapplied(ConstructorId),
    /// A small integer or a character.
    Atom(Word),
    Big(NumberId),
}

/// What a call needs to know of a function: small, so that many are near.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub pc: Pc,
    pub arity: u16,
    /// Its calls are logged.
    pub is_suspect: bool,
    /// Before its rules.
    pub no_rule: RuleId,
}

pub struct FunctionCode {
    pub name: String,
    pub arity: u16,
    /// Leading parameters that are captured variables.
    pub captured: u16,
    /// Of each parameter, captured ones first, whether it holds a type: nobody is asked about it.
    pub hidden: Vec<bool>,
    pub parameter_names: Vec<String>,
    pub standing: Standing,
    pub place: Span,
    pub rules: Vec<Rule>,
    pub parent: Option<(FunctionId, RuleNumber)>,
    /// Of a lambda: its text, in which the values of captured variables stand for them. Whether it
    /// means the same when it is read again.
    pub written: Option<(Vec<Segment>, bool)>,
    /// Functions without parameters that it mentions, itself or in what was lifted from it: shared
    /// in mode hs.
    pub constants: Vec<FunctionId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Segment {
    Text(String),
    /// The captured variable of this number.
    Captured(u16),
}

/// A whole program, ready to run.
pub struct Code {
    pub mode: Mode,
    pub functions_as: Functions,
    pub known: Known,
    pub instructions: Vec<Instruction>,
    pub functions: Vec<FunctionCode>,
    /// Of each function.
    pub entries: Vec<Entry>,
    pub rules: Rc<RuleTable>,
    pub constructors: Vec<Constructor>,
    pub operands: Vec<Operand>,
    pub constants: Vec<Word>,
    pub saves: Vec<Save>,
    pub saved_slots: Vec<Slot>,
    pub switches: Vec<SwitchTable>,
    pub choices: Vec<Vec<Pc>>,
    pub texts: Vec<Vec<char>>,
    pub numbers: Vec<Literal>,
    pub complaints: Vec<Complaint>,
    pub types: Types,
    pub data: Vec<Data>,
    pub classes: ClassTable,
    /// Classes of which some type has an instance that does something else than its structure says.
    pub overridden: Classes,
    pub(crate) primitive_methods: HashMap<Primitive, MethodId>,
    /// The types that arithmetic is done at, where that matters.
    pub(crate) arithmetic_types: HashMap<SaveId, Operand>,
    /// The functions that do nothing but one of these.
    pub(crate) primitive_functions: HashMap<Primitive, FunctionId>,
    /// If anything is observed.
    pub observation: Option<Observation>,
    /// Equality of data continues where a part of it cannot be evaluated.
    pub is_parallel: bool,
}

/// Whose a rule is, and which of its rules.
pub struct RuleTable(Vec<(FunctionId, RuleNumber)>);

impl Default for RuleTable {
    fn default() -> RuleTable {
        RuleTable(vec![(FunctionId(u32::MAX), RuleNumber(0))])
    }
}

impl RuleTable {
    /// Adds a function with this many rules.
    pub fn add(&mut self, function: FunctionId, rules: usize) -> RuleId {
        let before = RuleId(self.0.len() as u32);
        self.0.extend((0..=rules as u32).map(|number| (function, RuleNumber(number))));
        before
    }

    #[inline(always)]
    pub fn get(&self, rule: RuleId) -> (FunctionId, RuleNumber) {
        self.0[rule.0 as usize]
    }
}

impl Code {
    #[inline(always)]
    pub fn pooled(&self, operands: Operands) -> &[Operand] {
        let start = operands.start as usize;
        &self.operands[start..start + operands.length as usize]
    }

    /// `==`, `&&` and `||` become parallel wherever they are used: they have a value whenever one
    /// part decides it, even if another part is an error (paper 5 §8.6). All other results are
    /// unchanged.
    pub(crate) fn make_parallel(&mut self) {
        self.is_parallel = true;
        // Of functions with the same name those of the library come first.
        for (name, parallel) in [("&&", "|&&|"), ("||", "||||")] {
            let find = |name: &str| self.functions.iter().position(|function| function.name == name);
            if let (Some(name), Some(parallel)) = (find(name), find(parallel)) {
                self.entries[name].pc = self.entries[parallel].pc;
            }
        }
    }
}

/// What observed code needs.
pub struct Observation {
    pub labels: Vec<String>,
    /// Of a part of an observed value (which it is, on which side) and that value: demands it.
    pub part: FunctionId,
    /// Of an observed function (its event and label, its side, itself) and an argument: applies it.
    pub applied: FunctionId,
    /// Evaluation that reaches one of these reports it.
    pub constants: BTreeMap<FunctionId, LabelId>,
}
