//! Generated values, and how they are written in a program.

use lazy_syntax::ast::{ConId, DataId, Program};

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Integer(i64),
    /// In quarters: what is shown is what was tried.
    Double(i64),
    Char(char),
    Constructor(ConId, Vec<Value>),
    /// A function by a table, and what it gives for all else.
    Function(Vec<(Value, Value)>, Box<Value>),
    /// A map or a set of the library.
    FromList(DataId, Box<Value>),
}

enum Task<'v> {
    Plain(&'static str),
    Text(String),
    /// Whether it stands beside something that it must not run into.
    Value(&'v Value, bool),
}

impl Value {
    /// As an expression; in parentheses where it is an argument.
    pub fn source(&self, program: &Program, argument: bool) -> String {
        let mut text = String::new();
        let mut tasks = vec![Task::Value(self, argument)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Plain(plain) => text.push_str(plain),
                Task::Text(plain) => text.push_str(&plain),
                Task::Value(value, argument) => write(program, value, argument, &mut tasks),
            }
        }
        text
    }
}

fn write<'v>(program: &Program, value: &'v Value, argument: bool, tasks: &mut Vec<Task<'v>>) {
    let known = &program.well_known;
    let number = |text: String, negative: bool| match negative && argument {
        true => Task::Text(format!("({text})")),
        false => Task::Text(text),
    };
    match value {
        Value::Integer(value) => tasks.push(number(value.to_string(), *value < 0)),
        Value::Double(quarters) => tasks.push(number(format!("{:?}", *quarters as f64 / 4.0), *quarters < 0)),
        Value::Char(char) => tasks.push(Task::Text(format!("{char:?}"))),
        Value::Constructor(con, fields) if *con == known.cons => list(program, value, fields, tasks),
        Value::Constructor(con, fields) if fields.len() > 1 && known.tuples.contains(con) => {
            tasks.push(Task::Plain(")"));
            for (index, field) in fields.iter().enumerate().rev() {
                tasks.push(Task::Value(field, false));
                tasks.push(Task::Plain(if index == 0 { "(" } else { ", " }));
            }
        }
        Value::Constructor(con, fields) => {
            let open = argument && !fields.is_empty();
            tasks.extend(open.then_some(Task::Plain(")")));
            for field in fields.iter().rev() {
                tasks.push(Task::Value(field, true));
                tasks.push(Task::Plain(" "));
            }
            let name = program.text(program[*con].name);
            tasks.push(Task::Text(if name.starts_with(':') { format!("({name})") } else { name.to_owned() }));
            tasks.extend(open.then_some(Task::Plain("(")));
        }
        Value::FromList(data, list) => {
            let maker = program.maker(*data).map_or_else(String::new, |(maker, _)| maker);
            tasks.extend(argument.then_some(Task::Plain(")")));
            tasks.push(Task::Value(list, true));
            tasks.push(Task::Text(format!("{}{maker} ", if argument { "(" } else { "" })));
        }
        Value::Function(table, rest) => {
            tasks.push(Task::Plain(")"));
            tasks.push(Task::Value(rest, false));
            for (from, to) in table.iter().rev() {
                tasks.push(Task::Plain(" else "));
                tasks.push(Task::Value(to, false));
                tasks.push(Task::Plain(" then "));
                tasks.push(Task::Value(from, true));
                tasks.push(Task::Plain("if x == "));
            }
            tasks.push(Task::Plain(if table.is_empty() { "(\\_ -> " } else { "(\\x -> " }));
        }
    }
}

/// As a string or in brackets.
fn list<'v>(program: &Program, list: &'v Value, fields: &'v [Value], tasks: &mut Vec<Task<'v>>) {
    let (mut elements, mut next) = (Vec::new(), Some((list, fields)));
    while let Some((_, [element, rest])) = next {
        elements.push(element);
        next = match rest {
            Value::Constructor(con, fields) if *con == program.well_known.cons => Some((rest, &fields[..])),
            _ => None,
        };
    }
    let chars: Option<String> = elements
        .iter()
        .map(|element| match element {
            Value::Char(char) => Some(*char),
            _ => None,
        })
        .collect();
    if let Some(text) = chars {
        return tasks.push(Task::Text(format!("{text:?}")));
    }
    tasks.push(Task::Plain("]"));
    for (index, element) in elements.into_iter().enumerate().rev() {
        tasks.push(Task::Value(element, false));
        tasks.push(Task::Plain(if index == 0 { "[" } else { ", " }));
    }
}
