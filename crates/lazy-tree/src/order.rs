//! The order in which a rule mentions its calls: arguments before the function that they are given
//! to, as in a proof tree (functional-logic §4.1). Evaluation reaches them in another order; people
//! read them in this one.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use lazy_machine::code::{Code, Instruction, Operand, Operands};
use lazy_machine::core::{FunctionId, RuleNumber, Standing};
use lazy_machine::word::{ObjectKind, Value};

/// Where a rule mentions a function; none: where it applies what it does not know.
type Mentions = HashMap<(RuleNumber, Option<FunctionId>), u32>;

pub struct Order<'c> {
    code: &'c Code,
    known: HashMap<FunctionId, Mentions>,
}

/// In any rule.
const ANY: RuleNumber = RuleNumber(u32::MAX);

impl<'c> Order<'c> {
    pub fn new(code: &'c Code) -> Order<'c> {
        Order { code, known: HashMap::new() }
    }

    /// The place of `callee` among all that this rule of `caller` mentions.
    pub fn rank(&mut self, caller: FunctionId, rule: RuleNumber, callee: FunctionId) -> u32 {
        let code = self.code;
        let mentions = self.known.entry(caller).or_insert_with(|| mentions(code, caller));
        let wanted = [(rule, Some(callee)), (ANY, Some(callee)), (rule, None), (ANY, None)];
        wanted.iter().find_map(|key| mentions.get(key)).copied().unwrap_or(u32::MAX)
    }
}

/// Reads the code of a function and of what was lifted from it: operands are built before what uses
/// them.
fn mentions(code: &Code, function: FunctionId) -> Mentions {
    let mut mentions = Mentions::new();
    let (mut rule, mut place) = (RuleNumber(0), 0);
    let mut open = vec![stretch(code, function)];
    // What was lifted may be mentioned in many places, and mention itself: the first place in a
    // rule counts.
    let mut seen = HashSet::new();
    while let Some(range) = open.last_mut() {
        let Some(pc) = range.next() else {
            open.pop();
            continue;
        };
        let instruction = &code.instructions[pc];
        if let (Instruction::Rule { rule: chosen }, 1) = (instruction, open.len()) {
            rule = code.rules.get(*chosen).1;
        }
        let mut mention = |what: Option<FunctionId>| {
            for rule in [rule, ANY] {
                mentions.entry((rule, what)).or_insert(place);
            }
            place += 1;
        };
        let (operands, head) = parts(code, instruction);
        for operand in operands {
            if let Some(function) = function_value(code, *operand) {
                mention(Some(function));
            }
        }
        match head {
            Head::Function(id) if code.functions[id.0 as usize].standing == Standing::Transparent => {
                if id > function && seen.insert((rule, id)) {
                    open.push(stretch(code, id));
                }
            }
            Head::Function(id) => mention(Some(id)),
            Head::Unknown => mention(None),
            Head::None => {}
        }
    }
    mentions
}

enum Head {
    Function(FunctionId),
    Unknown,
    None,
}

fn parts<'c>(code: &'c Code, instruction: &'c Instruction) -> (&'c [Operand], Head) {
    let pooled = |operands: &Operands| code.pooled(*operands);
    match instruction {
        Instruction::Delay { function, arguments, .. }
        | Instruction::Partial { function, arguments, .. }
        | Instruction::Call { function, arguments } => (pooled(arguments), Head::Function(*function)),
        Instruction::Constant { function, .. } => (&[], Head::Function(*function)),
        Instruction::Reserve { kind: ObjectKind::Call | ObjectKind::Partial, symbol, .. } => {
            (&[], Head::Function(FunctionId(*symbol)))
        }
        Instruction::DelayApply { operands, .. } | Instruction::Apply { operands } => {
            (pooled(operands), Head::Unknown)
        }
        Instruction::Construct { fields: operands, .. }
        | Instruction::ReturnConstructed { fields: operands, .. }
        | Instruction::PartialConstructor { fields: operands, .. }
        | Instruction::Fill { words: operands, .. }
        | Instruction::Primitive { arguments: operands, .. }
        | Instruction::PushArguments { arguments: operands } => (pooled(operands), Head::None),
        Instruction::Move { from: operand, .. }
        | Instruction::Enter { operand }
        | Instruction::Return { operand } => (std::slice::from_ref(operand), Head::None),
        _ => (&[], Head::None),
    }
}

fn function_value(code: &Code, operand: Operand) -> Option<FunctionId> {
    match code.constants.get(operand.get().err()?)?.value() {
        Value::Function(id) => Some(id),
        _ => None,
    }
}

fn stretch(code: &Code, function: FunctionId) -> Range<usize> {
    let index = function.0 as usize;
    let Some(this) = code.entries.get(index) else { return 0..0 };
    let end = code.entries.get(index + 1).map_or(code.instructions.len(), |next| next.pc.0 as usize);
    this.pc.0 as usize..end
}
