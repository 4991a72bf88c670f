//! Random values of a type: the larger the size, the larger they may be.

use dice::Dice;
use lazy_syntax::ast::ConId;

use crate::types::{Type, Types};
use crate::value::Value;

/// Characters that programs treat differently, and a few that nothing does.
const CHARS: &[char] = &['a', 'b', 'c', 'z', 'A', 'Z', '0', '9', ' ', '\n', '.', '-', '(', '~'];

/// `None`: the type has no value that can be generated.
pub fn generate(types: &Types<'_>, ty: &Type, size: usize, dice: &mut Dice) -> Option<Value> {
    recursion::deep(|| generate_inner(types, ty, size, dice))
}

fn generate_inner(types: &Types<'_>, ty: &Type, size: usize, dice: &mut Dice) -> Option<Value> {
    Some(match ty {
        Type::Integer => Value::Integer(number(size, dice)),
        Type::Double => Value::Double(number(size * 4, dice)),
        Type::Char => Value::Char(*dice.pick(CHARS)),
        Type::Function(from, to) => {
            let rest = Box::new(generate(types, to, size / 2, dice)?);
            // Functions have no equality to look them up by.
            let entries = if matches!(**from, Type::Function(..)) { 0 } else { dice.below(size.min(3) + 1) };
            let mut table: Vec<(Value, Value)> = Vec::new();
            for _ in 0..entries {
                let key = generate(types, from, size / 2, dice)?;
                if table.iter().all(|(known, _)| *known != key) && !has_function(&key) {
                    table.push((key, generate(types, to, size / 2, dice)?));
                }
            }
            Value::Function(table, rest)
        }
        Type::FromList(data, list) => Value::FromList(*data, Box::new(generate(types, list, size, dice)?)),
        Type::Data(data, arguments) if *data == types.program.well_known.list => {
            let known = &types.program.well_known;
            let mut list = Value::Constructor(known.nil, Vec::new());
            for _ in 0..dice.below(size + 1) {
                let element = generate(types, arguments.first()?, size / 2, dice)?;
                list = Value::Constructor(known.cons, vec![element, list]);
            }
            list
        }
        Type::Data(data, arguments) => {
            let mut heights: Vec<(usize, ConId)> = Vec::new();
            for con in &types.program[*data].constructors {
                heights.extend(types.constructor_height(*con).map(|height| (height, *con)));
            }
            let least = heights.iter().map(|(height, _)| *height).min()?;
            // Out of size: on the shortest way to an end.
            heights.retain(|(height, _)| size > 0 || *height == least);
            let (_, con) = *dice.pick(&heights);
            let fields = types.fields(con, arguments);
            let share = if fields.len() > 1 { size / 2 } else { size.saturating_sub(1) };
            let fields: Option<Vec<Value>> =
                fields.iter().map(|field| generate(types, field, share, dice)).collect();
            Value::Constructor(con, fields?)
        }
        Type::Other(_) => return None,
    })
}

fn number(size: usize, dice: &mut Dice) -> i64 {
    dice.below(2 * size + 1) as i64 - size as i64
}

fn has_function(value: &Value) -> bool {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::Function(..) => return true,
            Value::Constructor(_, fields) => left.extend(fields),
            Value::FromList(_, list) => left.push(list),
            _ => {}
        }
    }
    false
}
