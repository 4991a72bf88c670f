//! Guards and bodies of match specifications: compiled to code for a stack of values.

use erlang_term::{Atom, Map, Term, atoms, print};

use super::super::{Context, NativeFunction};
use super::Match;
use super::pattern::{Variables, variable};
use crate::Raise;
use crate::program::{Mfa, Program};

/// Leaves one value on the stack.
pub struct Code(Vec<Op>);

enum Op {
    Constant(Term),
    Binding(usize),
    /// `'$_'`
    Object,
    /// `'$$'`
    Bindings,
    Cons,
    Tuple(usize),
    /// With this many keys and values.
    Map(usize),
    Call(NativeFunction, usize),
    /// `and`, `or` of this many values.
    All(usize),
    Any(usize),
    /// `andalso`, `orelse`: jump if the topmost value is this one, else drop it.
    ShortCut(bool, usize),
}

pub enum MatchFailure {
    Exception,
    /// Something that is not supported.
    EndOfRun(Raise),
}

/// What is still to be compiled: parts before the operation on them.
enum Task<'a> {
    Expression(&'a Term),
    Emit(Op),
    /// A short cut whose jump goes to the end of its operands, known later.
    EmitShortCut(bool, usize),
    /// The end of the operands that began with this number.
    Land(usize),
}

impl Code {
    /// What is wrong with it otherwise, in OTP's words.
    pub fn compile(program: &Program, variables: &Variables, expression: &Term) -> Result<Code, String> {
        let mut code = Vec::new();
        let mut pending = vec![Task::Expression(expression)];
        // Short cuts that wait for their target: (group, position in the code).
        let (mut open, mut groups) = (Vec::<(usize, usize)>::new(), 0);
        while let Some(task) = pending.pop() {
            match task {
                Task::Emit(op) => code.push(op),
                Task::EmitShortCut(value, group) => {
                    open.push((group, code.len()));
                    code.push(Op::ShortCut(value, 0));
                }
                Task::Land(group) => {
                    let end = code.len();
                    for (_, at) in open.extract_if(.., |(g, _)| *g == group) {
                        if let Op::ShortCut(_, target) = &mut code[at] {
                            *target = end;
                        }
                    }
                }
                Task::Expression(term) => match term {
                    Term::Atom(atom) => code.push(atom_op(*atom, variables)?),
                    Term::Cons(cell) => {
                        pending.extend([
                            Task::Emit(Op::Cons),
                            Task::Expression(&cell.tail),
                            Task::Expression(&cell.head),
                        ]);
                    }
                    Term::Map(map) => {
                        pending.push(Task::Emit(Op::Map(map.len())));
                        pending
                            .extend(map.iter().flat_map(|(k, v)| [Task::Expression(v), Task::Expression(k)]));
                    }
                    Term::Tuple(parts) => match &**parts {
                        [Term::Tuple(elements)] => {
                            pending.push(Task::Emit(Op::Tuple(elements.len())));
                            pending.extend(elements.iter().rev().map(Task::Expression));
                        }
                        [Term::Atom(name), operands @ ..] => {
                            groups += 1;
                            call(program, term, *name, operands, groups, &mut pending)?;
                        }
                        _ => return Err(neither_call_nor_tuple(term)),
                    },
                    _ => code.push(Op::Constant(term.clone())),
                },
            }
        }
        Ok(Code(code))
    }

    pub fn run(&self, context: &mut Context<'_>, found: &Match<'_>) -> Result<Term, MatchFailure> {
        let mut stack: Vec<Term> = Vec::new();
        let mut at = 0;
        while let Some(op) = self.0.get(at) {
            at += 1;
            let value = match op {
                Op::Constant(term) => term.clone(),
                Op::Binding(n) => found.bindings[*n].clone(),
                Op::Object => found.object.clone(),
                Op::Bindings => Term::list(found.variables.values().map(|n| found.bindings[*n].clone())),
                Op::Cons => {
                    let tail = stack.pop().unwrap_or_default();
                    Term::cons(stack.pop().unwrap_or_default(), tail)
                }
                Op::Tuple(arity) => Term::tuple(top(&mut stack, *arity)),
                Op::Map(pairs) => {
                    let parts = top(&mut stack, 2 * pairs);
                    Term::Map(Map::from_pairs(parts.chunks(2).map(|p| (p[0].clone(), p[1].clone()))))
                }
                Op::Call(function, arity) => {
                    let arguments = top(&mut stack, *arity);
                    match function(context, &arguments) {
                        Ok(value) => value,
                        Err(raise) if raise.unsupported.is_some() => {
                            return Err(MatchFailure::EndOfRun(raise));
                        }
                        Err(_) => return Err(MatchFailure::Exception),
                    }
                }
                Op::All(count) => Term::bool(!booleans(&top(&mut stack, *count))?.contains(&false)),
                Op::Any(count) => Term::bool(booleans(&top(&mut stack, *count))?.contains(&true)),
                Op::ShortCut(value, target) => {
                    let operand = stack.pop().unwrap_or_default();
                    if boolean(&operand)? != *value {
                        continue;
                    }
                    at = *target;
                    operand
                }
            };
            stack.push(value);
        }
        Ok(stack.pop().unwrap_or_default())
    }
}

fn top(stack: &mut Vec<Term>, count: usize) -> Vec<Term> {
    stack.split_off(stack.len().saturating_sub(count))
}

fn boolean(value: &Term) -> Result<bool, MatchFailure> {
    match value {
        Term::Atom(atoms::TRUE) => Ok(true),
        Term::Atom(atoms::FALSE) => Ok(false),
        _ => Err(MatchFailure::Exception),
    }
}

fn booleans(values: &[Term]) -> Result<Vec<bool>, MatchFailure> {
    values.iter().map(boolean).collect()
}

fn atom_op(atom: Atom, variables: &Variables) -> Result<Op, String> {
    Ok(match atom.name() {
        "$_" => Op::Object,
        "$$" => Op::Bindings,
        _ => match variable(atom) {
            Some(number) => {
                let unbound = || format!("Variable ${number} is unbound.");
                Op::Binding(*variables.get(&number).ok_or_else(unbound)?)
            }
            None => Op::Constant(Term::Atom(atom)),
        },
    })
}

/// `{Name, Operand, …}`: a special form or a guard function.
fn call<'a>(
    program: &Program,
    term: &Term,
    name: Atom,
    operands: &'a [Term],
    group: usize,
    pending: &mut Vec<Task<'a>>,
) -> Result<(), String> {
    let special = |how: &str| Err(format!("Special form '{}' {how}.", name.name()));
    let expressions =
        |pending: &mut Vec<Task<'a>>| pending.extend(operands.iter().rev().map(Task::Expression));
    match (name.name(), operands.len()) {
        ("const", 1) => pending.push(Task::Emit(Op::Constant(operands[0].clone()))),
        ("const", _) => {
            return special(&format!("called with more than one argument in {}", print::write(term)));
        }
        ("and" | "or" | "andalso" | "orelse", 0) => {
            return special(&format!("called without arguments in {{{}}}", name.name()));
        }
        ("self", 1..) => {
            return special(&format!("called with arguments in {}", print::write(term)));
        }
        (form, _) if is_of_tracing(form) => return special("used in wrong dialect"),
        ("get_tcw" | "set_tcw", arity) => {
            return Err(format!("Function {}/{arity} cannot be called in this context.", name.name()));
        }
        (form @ ("and" | "or"), count) => {
            pending.push(Task::Emit(if form == "and" { Op::All(count) } else { Op::Any(count) }));
            expressions(pending);
        }
        (form @ ("andalso" | "orelse"), _) => {
            pending.push(Task::Land(group));
            for (n, operand) in operands.iter().enumerate().rev() {
                // The last operand may be any value.
                if n + 1 < operands.len() {
                    pending.push(Task::EmitShortCut(form == "orelse", group));
                }
                pending.push(Task::Expression(operand));
            }
        }
        (function, arity) => {
            if variable(name).is_some() {
                return Err(neither_call_nor_tuple(term));
            }
            let mfa = Mfa { module: atoms::ERLANG, function: name, arity: arity as u32 };
            let native = if is_guard_function(function, arity) { program.native(mfa) } else { None };
            let (_, _, _, code) = native.ok_or_else(|| {
                let quote = if function.starts_with(char::is_alphabetic) { "" } else { "'" };
                format!("Function {quote}{function}{quote}/{arity} does_not_exist.")
            })?;
            pending.push(Task::Emit(Op::Call(*code, arity)));
            expressions(pending);
        }
    }
    Ok(())
}

fn neither_call_nor_tuple(term: &Term) -> String {
    let text = print::write(term);
    format!("{text} is neither a function call, nor a tuple (tuples are written {{{{ ... }}}}).")
}

/// Special forms of match specifications for tracing.
fn is_of_tracing(form: &str) -> bool {
    matches!(
        form,
        "caller"
            | "caller_line"
            | "current_stacktrace"
            | "disable_trace"
            | "display"
            | "enable_trace"
            | "exception_trace"
            | "get_seq_token"
            | "is_seq_trace"
            | "message"
            | "process_dump"
            | "return_trace"
            | "set_seq_token"
            | "silent"
            | "trace"
    )
}

/// The functions of module `erlang` that OTP 25 allows here.
fn is_guard_function(name: &str, arity: usize) -> bool {
    match arity {
        0 => matches!(name, "node" | "self"),
        1 => matches!(
            name,
            "+" | "-"
                | "abs"
                | "bit_size"
                | "bnot"
                | "byte_size"
                | "float"
                | "hd"
                | "is_atom"
                | "is_binary"
                | "is_float"
                | "is_function"
                | "is_integer"
                | "is_list"
                | "is_map"
                | "is_number"
                | "is_pid"
                | "is_port"
                | "is_reference"
                | "is_tuple"
                | "length"
                | "map_size"
                | "node"
                | "not"
                | "round"
                | "size"
                | "tl"
                | "trunc"
        ),
        2 => matches!(
            name,
            "*" | "+"
                | "-"
                | "/"
                | "/="
                | "<"
                | "=/="
                | "=:="
                | "=<"
                | "=="
                | ">"
                | ">="
                | "band"
                | "binary_part"
                | "bor"
                | "bsl"
                | "bsr"
                | "bxor"
                | "div"
                | "element"
                | "is_map_key"
                | "map_get"
                | "rem"
                | "xor"
        ),
        3 => matches!(name, "binary_part" | "is_record"),
        _ => false,
    }
}
