//! Smaller values of the same type, those that leave out most first.

use crate::types::{Type, Types};
use crate::value::Value;

/// Each is smaller than `value`, or of the same size and simpler: shrinking ends.
pub fn smaller(types: &Types<'_>, ty: &Type, value: &Value) -> Vec<Value> {
    recursion::deep(|| match (ty, value) {
        (_, Value::Integer(number)) => towards_zero(*number).into_iter().map(Value::Integer).collect(),
        (_, Value::Double(quarters)) => {
            let whole = (quarters % 4 != 0).then_some(quarters / 4 * 4);
            let halved = if quarters % 4 == 0 { towards_zero(quarters / 4) } else { Vec::new() };
            whole.into_iter().chain(halved.into_iter().map(|number| number * 4)).map(Value::Double).collect()
        }
        (_, Value::Char(char)) => {
            ['a', 'b', 'c'].into_iter().take_while(|simple| simple != char).map(Value::Char).collect()
        }
        (Type::Data(data, arguments), Value::Constructor(con, fields)) => {
            let mut found = Vec::new();
            if *con == types.program.well_known.cons {
                found.extend(shorter(types, value));
            }
            // Another constructor without fields, if it stands further in front.
            for other in &types.program[*data].constructors {
                if other == con {
                    break;
                }
                if types.program[*other].fields.is_empty() {
                    found.push(Value::Constructor(*other, Vec::new()));
                }
            }
            let field_types = types.fields(*con, arguments);
            for (field, field_type) in fields.iter().zip(&field_types) {
                if field_type == ty {
                    found.push(field.clone());
                }
            }
            for (index, (field, field_type)) in fields.iter().zip(&field_types).enumerate() {
                for less in smaller(types, field_type, field) {
                    let mut fields = fields.clone();
                    fields[index] = less;
                    found.push(Value::Constructor(*con, fields));
                }
            }
            found
        }
        (Type::FromList(data, of), Value::FromList(_, list)) => {
            let fewer = smaller(types, of, list).into_iter();
            fewer.map(|list| Value::FromList(*data, Box::new(list))).collect()
        }
        (Type::Function(_, to), Value::Function(table, rest)) => {
            let mut found = Vec::new();
            if !table.is_empty() {
                found.push(Value::Function(Vec::new(), rest.clone()));
            }
            for index in 0..table.len() {
                let mut table = table.clone();
                table.remove(index);
                found.push(Value::Function(table, rest.clone()));
            }
            for less in smaller(types, to, rest) {
                found.push(Value::Function(table.clone(), Box::new(less)));
            }
            for (index, (_, result)) in table.iter().enumerate() {
                for less in smaller(types, to, result) {
                    let mut table = table.clone();
                    table[index].1 = less;
                    found.push(Value::Function(table, rest.clone()));
                }
            }
            found
        }
        _ => Vec::new(),
    })
}

/// What single steps do not lead to: the same number or character smaller wherever it stands, or
/// two arguments smaller at once.
pub fn smaller_together(types: &Types<'_>, parameters: &[Type], arguments: &[Value]) -> Vec<Vec<Value>> {
    /// Of each of two arguments this many are tried with this many of the other.
    const FEW: usize = 8;
    let mut atoms: Vec<&Value> = Vec::new();
    let mut repeated: Vec<&Value> = Vec::new();
    let mut left: Vec<&Value> = arguments.iter().rev().collect();
    while let Some(value) = left.pop() {
        match value {
            Value::Constructor(_, fields) => left.extend(fields.iter().rev()),
            Value::FromList(_, list) => left.push(list),
            Value::Function(table, rest) => {
                left.push(rest);
                left.extend(table.iter().rev().map(|(_, to)| to));
            }
            atom if repeated.contains(&atom) => {}
            atom if atoms.contains(&atom) => repeated.push(atom),
            atom => atoms.push(atom),
        }
    }
    let mut found = Vec::new();
    for atom in repeated {
        // Of what type it is does not matter: it has no parts.
        for less in smaller(types, &Type::Integer, atom) {
            found.push(arguments.iter().map(|argument| replaced(argument, atom, &less)).collect());
        }
    }
    let fewer = |index: usize| smaller(types, &parameters[index], &arguments[index]).into_iter().take(FEW);
    for first in 0..arguments.len().min(parameters.len()) {
        for second in first + 1..arguments.len().min(parameters.len()) {
            for (one, other) in
                fewer(first).flat_map(|one| fewer(second).map(move |other| (one.clone(), other)))
            {
                let mut case = arguments.to_vec();
                (case[first], case[second]) = (one, other);
                found.push(case);
            }
        }
    }
    found
}

/// The same value with something else wherever the atom stands.
fn replaced(value: &Value, atom: &Value, by: &Value) -> Value {
    recursion::deep(|| match value {
        value if value == atom => by.clone(),
        Value::Constructor(con, fields) => {
            Value::Constructor(*con, fields.iter().map(|field| replaced(field, atom, by)).collect())
        }
        Value::FromList(data, list) => Value::FromList(*data, Box::new(replaced(list, atom, by))),
        Value::Function(table, rest) => {
            let table = table.iter().map(|(from, to)| (from.clone(), replaced(to, atom, by))).collect();
            Value::Function(table, Box::new(replaced(rest, atom, by)))
        }
        _ => value.clone(),
    })
}

/// 0, then halves, then one less; a positive number is simpler than a negative one.
fn towards_zero(number: i64) -> Vec<i64> {
    let mut found = Vec::new();
    if number != 0 {
        found.push(0);
    }
    if number < 0 {
        found.push(-number);
    }
    if number.abs() > 2 {
        found.push(number / 2);
    }
    if number.abs() > 1 {
        found.push(number - number.signum());
    }
    found
}

/// A list without its first or its second half.
fn shorter(types: &Types<'_>, list: &Value) -> Vec<Value> {
    let known = &types.program.well_known;
    let (mut elements, mut rest) = (Vec::new(), list);
    while let Value::Constructor(con, fields) = rest
        && *con == known.cons
        && let [element, more] = &fields[..]
    {
        elements.push(element.clone());
        rest = more;
    }
    let nil = Value::Constructor(known.nil, Vec::new());
    let make = |elements: &[Value]| {
        elements
            .iter()
            .rev()
            .fold(nil.clone(), |list, element| Value::Constructor(known.cons, vec![element.clone(), list]))
    };
    let half = elements.len() / 2;
    match half {
        0 | 1 => Vec::new(),
        _ => vec![make(&elements[half..]), make(&elements[..half])],
    }
}
