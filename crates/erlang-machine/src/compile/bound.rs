//! Which variables have a value at a point of a function, for who looks at a process that stands
//! there.

use erlang_term::Atom;

use crate::code::{Function, Instr, Pc, Slot};

use super::liveness::{ends, target};

/// The variables that are bound whatever way led to `pc`, in the order in which the code binds
/// them. Only in code compiled with [`super::Options::bindings`], which says where a variable is
/// bound and keeps its value.
pub fn bound_at(function: &Function, pc: Pc) -> Vec<(Atom, Slot)> {
    let all = function.variables.len();
    // What is bound before each instruction; none: no way there is known (yet).
    let mut before: Vec<Option<Vec<bool>>> = vec![None; function.code.len() + 1];
    before[0] = Some(vec![false; all]);
    // Code jumps back only to where a receive looks at its next message, and more is bound then
    // than when it began.
    for (at, instr) in function.code.iter().enumerate().take(pc as usize) {
        let Some(mut bound) = before[at].clone() else { continue };
        for handler in &function.handlers {
            if (handler.start..handler.end).contains(&(at as Pc)) {
                join(&mut before[handler.target as usize], &bound);
            }
        }
        if let Instr::Bind { variable, .. } = instr {
            bound[*variable as usize] = true;
        }
        if let Some(to) = target(instr) {
            join(&mut before[to as usize], &bound);
        }
        if !ends(instr) {
            join(&mut before[at + 1], &bound);
        }
    }
    let Some(bound) = before.get(pc as usize).and_then(Option::as_ref) else { return Vec::new() };
    function.variables.iter().zip(bound).filter(|(_, bound)| **bound).map(|(variable, _)| *variable).collect()
}

fn join(known: &mut Option<Vec<bool>>, also: &[bool]) {
    match known {
        None => *known = Some(also.to_vec()),
        Some(known) => known.iter_mut().zip(also).for_each(|(known, also)| *known &= also),
    }
}
