//! Last uses: a slot that is read for the last time gives its value away instead of sharing it, so
//! that what is used once is never counted twice and can be changed in place.

use std::cell::Cell;
use std::collections::HashMap;

use crate::code::{Arg, ArgKind, FieldValue, Function, Instr, Pc, Slot};

/// Turns the last read of each slot into a take. Code only jumps forward, but for receive loops, so
/// one pass from the end to the start knows what is live at every jump's target; loops are gone
/// through twice.
pub fn mark_last_uses(function: &mut Function) {
    let mut pass = Pass::new(function);
    pass.run(function, false);
    if function.code.iter().any(|instr| matches!(instr, Instr::ReceiveSkip { .. })) {
        pass.run(function, false);
    }
    pass.run(function, true);
}

#[derive(Clone)]
struct Live(Vec<u64>);

impl Live {
    fn add(&mut self, slot: Slot) {
        if slot != Slot::NOWHERE {
            self.0[slot.0 as usize / 64] |= 1 << (slot.0 % 64);
        }
    }

    fn remove(&mut self, slot: Slot) {
        if slot != Slot::NOWHERE {
            self.0[slot.0 as usize / 64] &= !(1 << (slot.0 % 64));
        }
    }

    fn has(&self, slot: Slot) -> bool {
        self.0[slot.0 as usize / 64] & (1 << (slot.0 % 64)) != 0
    }

    fn join(&mut self, other: &Live) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

struct Pass {
    /// What is live where jumps go, as far as it is known.
    at_target: HashMap<Pc, Live>,
    /// The handlers whose range ends at a place.
    ending: HashMap<Pc, Vec<usize>>,
    nothing: Live,
}

impl Pass {
    fn new(function: &Function) -> Pass {
        let nothing = Live(vec![0; (function.frame_size as usize).div_ceil(64)]);
        let mut targets = HashMap::new();
        let mut note = |pc: Pc| {
            targets.insert(pc, nothing.clone());
        };
        for instr in &function.code {
            if let Some(pc) = target(instr) {
                note(pc);
            }
        }
        function.handlers.iter().for_each(|handler| note(handler.target));
        let mut ending: HashMap<Pc, Vec<usize>> = HashMap::new();
        for (n, handler) in function.handlers.iter().enumerate() {
            ending.entry(handler.end).or_default().push(n);
        }
        Pass { at_target: targets, ending, nothing }
    }

    fn run(&mut self, function: &mut Function, mark: bool) {
        let mut live = self.nothing.clone();
        // The handlers whose range the pass is in.
        let mut around: Vec<usize> = Vec::new();
        for pc in (0..function.code.len()).rev() {
            let mut instr = function.code[pc];
            if ends(&instr) {
                live = self.nothing.clone();
            }
            if mark && let Instr::MatchCons { src, head, tail, otherwise } = instr {
                // If it matches, only what follows counts. (What is written right here is not the
                // old value.)
                let needed = live.has(src) && src != head && src != tail;
                if !needed {
                    instr = Instr::TakeCons { src, head, tail, otherwise };
                    function.code[pc] = instr;
                }
            }
            if let Some(to) = target(&instr)
                && let Some(there) = self.at_target.get(&to)
            {
                live.join(there);
            }
            // Anything in the range of a handler may go there, after this instruction has begun.
            // Who is further out is reached by way of the innermost one. Ranges are nested, and of
            // those that end together the innermost comes first.
            while around.last().is_some_and(|n| function.handlers[*n].start > pc as Pc) {
                around.pop();
            }
            around.extend(self.ending.get(&(pc as Pc + 1)).into_iter().flatten().rev());
            while around.last().is_some_and(|n| function.handlers[*n].start > pc as Pc) {
                around.pop();
            }
            if let Some(handler) = around.last().map(|n| function.handlers[*n])
                && let Some(there) = self.at_target.get(&handler.target)
            {
                live.join(there);
                if let Some(slot) = handler.slot {
                    (0..3).for_each(|n| live.remove(Slot(slot.0 + n)));
                }
            }
            if mark {
                mark_takes(&mut instr, &live);
                function.code[pc] = instr;
            }
            transfer(&instr, function, &mut live);
            if let Some(there) = self.at_target.get_mut(&(pc as Pc)) {
                there.join(&live);
            }
        }
    }
}

/// Where an instruction may jump to.
pub(super) fn target(instr: &Instr) -> Option<Pc> {
    let target = Cell::new(None);
    let mut instr = *instr;
    instr.visit(&|_| {}, &|_| {}, &|pc| target.set(Some(*pc)));
    target.get()
}

/// Does code never go on behind this instruction?
pub(super) fn ends(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Jump { .. }
            | Instr::Return { .. }
            | Instr::TailCall { .. }
            | Instr::TailCallRemote { .. }
            | Instr::TailCallFun { .. }
            | Instr::TailApply { .. }
            | Instr::Fail { .. }
            | Instr::FunctionClause
            | Instr::Reraise { .. }
            | Instr::ReceiveSkip { .. }
    )
}

/// Only where taking a value helps: where it moves on to another place.
fn mark_takes(instr: &mut Instr, live_after: &Live) {
    let take = |arg: &mut Arg, overwritten: Slot| {
        if let ArgKind::Read(slot) = arg.kind()
            && (slot == overwritten || !live_after.has(slot))
        {
            *arg = Arg::take(slot);
        }
    };
    match instr {
        Instr::Move { src, .. } | Instr::Return { src } => take(src, Slot::NOWHERE),
        Instr::Cons { dst, head, tail } if head.slot() != tail.slot() => {
            take(head, *dst);
            take(tail, *dst);
        }
        _ => {}
    }
}

/// Goes back over one instruction: what it writes was not live before, what it reads was.
fn transfer(instr: &Instr, function: &Function, live: &mut Live) {
    let arg = |a: &Arg, live: &mut Live| {
        if let Some(slot) = a.slot() {
            live.add(slot);
        }
    };
    let range = |first: Slot, count: u32, live: &mut Live| {
        (0..count).for_each(|n| live.add(Slot(first.0 + n)));
    };
    match instr {
        Instr::Move { dst, src } => {
            live.remove(*dst);
            arg(src, live);
        }
        Instr::Compute { dst, a, b, .. } | Instr::Compare { dst, a, b, .. } => {
            live.remove(*dst);
            arg(a, live);
            arg(b, live);
        }
        Instr::AddSmall { dst, a, .. } | Instr::SubtractSmall { dst, a, .. } => {
            live.remove(*dst);
            live.add(*a);
        }
        Instr::TestSmall { a, .. } | Instr::MatchSmall { src: a, .. } => live.add(*a),
        Instr::Test { a, b, .. } | Instr::MatchExact { a, b, .. } => {
            arg(a, live);
            arg(b, live);
        }
        Instr::TestType { a, .. } | Instr::TestTrue { a, .. } | Instr::TestBoolean { a, .. } => arg(a, live),
        Instr::MatchNil { src, .. }
        | Instr::MatchTuple { src, .. }
        | Instr::MatchMap { src, .. }
        | Instr::BitsEnd { src, .. } => live.add(*src),
        // Tests that write may fail before they have written: what they write stays live if the
        // target needs it.
        Instr::MatchCons { src, .. } | Instr::TakeCons { src, .. } => live.add(*src),
        Instr::Element { dst, src, .. } => {
            live.remove(*dst);
            live.add(*src);
        }
        Instr::MatchKey { src, key, .. } => {
            live.add(*src);
            arg(key, live);
        }
        Instr::BitsStart { src, .. } => live.add(*src),
        Instr::BitsGet { field, .. } => {
            let field = &function.fields[*field as usize];
            live.add(field.source);
            field.size.iter().for_each(|size| arg(size, live));
        }
        Instr::Cons { dst, head, tail } => {
            live.remove(*dst);
            arg(head, live);
            arg(tail, live);
        }
        Instr::Tuple { dst, first, count } => {
            live.remove(*dst);
            range(*first, *count, live);
        }
        Instr::Map { dst, first, count } => {
            live.remove(*dst);
            range(*first, 2 * count, live);
        }
        Instr::MapPut { map, first, count } | Instr::MapUpdate { map, first, count } => {
            live.add(*map);
            range(*first, 2 * count, live);
        }
        Instr::Closure { dst, lambda, first } => {
            live.remove(*dst);
            range(*first, function.lambdas[*lambda as usize].captured, live);
        }
        Instr::Bits { dst, fields, count } => {
            live.remove(*dst);
            for field in &function.fields[*fields as usize..(*fields + *count) as usize] {
                if let FieldValue::Write(value) = &field.value {
                    arg(value, live);
                }
                field.size.iter().for_each(|size| arg(size, live));
            }
        }
        Instr::Call { first, arity, .. }
        | Instr::TailCall { first, arity, .. }
        | Instr::CallRemote { first, arity, .. }
        | Instr::TailCallRemote { first, arity, .. }
        | Instr::Native { first, arity, .. } => {
            live.remove(*first);
            range(*first, *arity, live);
        }
        Instr::CallFun { first, arity } | Instr::TailCallFun { first, arity } => {
            live.remove(*first);
            range(*first, arity + 1, live);
        }
        Instr::Apply { first, arity } | Instr::TailApply { first, arity } => {
            live.remove(*first);
            range(*first, arity + 2, live);
        }
        Instr::Return { src } => arg(src, live),
        Instr::Fail { value, .. } => arg(value, live),
        Instr::FunctionClause => range(Slot(0), function.arity, live),
        Instr::Reraise { first } => range(*first, 3, live),
        Instr::CatchValue { dst, first } => {
            live.remove(*dst);
            range(*first, 3, live);
        }
        Instr::ReceiveStart { timeout } => arg(timeout, live),
        Instr::ReceiveMark { src } => live.add(*src),
        Instr::ReceivePeek { .. } => {}
        Instr::Bind { slot, .. } => live.add(*slot),
        Instr::Report { value, .. } => arg(value, live),
        Instr::ReceiveReached { receive } => {
            function.receives[*receive as usize].variables.iter().for_each(|(_, slot)| live.add(*slot));
        }
        Instr::ReceiveEntered { receive, clause } => {
            let receive = &function.receives[*receive as usize];
            let bound = &receive.clauses[*clause as usize];
            receive.variables.iter().chain(bound).for_each(|(_, slot)| live.add(*slot));
        }
        Instr::ReceiveEnded { value, .. } => live.add(*value),
        Instr::Jump { .. }
        | Instr::ReceiveAccept
        | Instr::ReceiveSkip { .. }
        | Instr::ReceiveWait { .. }
        | Instr::ReceivesLeft { .. }
        | Instr::Stop { .. }
        | Instr::EnterClause { .. } => {}
    }
}
