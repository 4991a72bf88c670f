//! From events to statements (paper 5 §3.3): the result of each observed application, and of each
//! constant.

use std::collections::{BTreeMap, HashMap};

use crate::event::{Event, EventId, Port, TextId};
use crate::format::Recorded;
use crate::tables::Texts;
use crate::value::{Printer, Style, Value, ValueId, ValueSurroundings, Values};

/// What a node says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub label: TextId,
    /// None: it is a constant.
    pub argument: Option<ValueId>,
    pub result: ValueId,
}

/// Statements, with the values in them.
#[derive(Default, Debug)]
pub struct Statements {
    pub values: Values,
    statements: BTreeMap<EventId, Statement>,
}

impl Statements {
    /// By the application's or, of a constant, the root's event.
    pub fn get(&self, id: EventId) -> Option<&Statement> {
        self.statements.get(&id)
    }

    pub fn iter(&self) -> impl Iterator<Item = (EventId, &Statement)> {
        self.statements.iter().map(|(id, statement)| (*id, statement))
    }

    /// `or _ T = F`
    pub fn text(&self, statement: &Statement, texts: &Texts, style: Style) -> String {
        let (arguments, result) = self.sides(statement, style);
        let mut printer = Printer::new(&self.values, texts, style);
        printer.statement(texts.get(statement.label), &arguments, result);
        printer.text
    }

    /// `or _ T`, and `F`
    pub fn call_and_result(&self, statement: &Statement, texts: &Texts, style: Style) -> (String, String) {
        let (arguments, result) = self.sides(statement, style);
        let mut call = Printer::new(&self.values, texts, style);
        call.call(texts.get(statement.label), &arguments);
        let mut value = Printer::new(&self.values, texts, style);
        value.value(result, ValueSurroundings::Alone);
        (call.text, value.text)
    }

    /// The arguments and the result as they are shown: while the result is a function that was
    /// applied once, its argument is one more.
    pub fn sides(&self, statement: &Statement, style: Style) -> (Vec<ValueId>, ValueId) {
        let mut arguments: Vec<ValueId> = statement.argument.into_iter().collect();
        let mut result = statement.result;
        while style.curried
            && statement.argument.is_some()
            && let Value::Map(entries) = self.values.get(result)
            && let [(argument, value)] = entries[..]
        {
            arguments.push(argument);
            result = value;
        }
        (arguments, result)
    }

    /// Whether a judgement of one statement tells the other: `general` leaves more of its result
    /// open, for the same arguments. If the general one is wrong, so is the specific one; if the
    /// specific one is right, so is the general one; never the converse.
    pub fn is_more_general(&self, general: &Statement, specific: &Statement) -> bool {
        let same_argument = match (general.argument, specific.argument) {
            (Some(a), Some(b)) => self.values.is_completion(a, b) && self.values.is_completion(b, a),
            (None, None) => true,
            _ => false,
        };
        general.label == specific.label
            && same_argument
            && self.values.is_completion(general.result, specific.result)
    }
}

/// Collects the statements that are wanted while the events go by.
pub struct Collector {
    wanted: HashMap<EventId, TextId>,
    statements: Statements,
    /// What the events of those statements are.
    parts: HashMap<EventId, Part>,
}

#[derive(Clone, Copy)]
enum Part {
    /// Observes this.
    Root(ValueId),
    /// A constructor or a function.
    Value(ValueId),
    Application(ValueId, ValueId),
}

impl Collector {
    /// The statements with these events and labels: applications of roots, and roots of constants.
    pub fn new(wanted: impl IntoIterator<Item = (EventId, TextId)>) -> Collector {
        let wanted = wanted.into_iter().collect();
        Collector { wanted, statements: Statements::default(), parts: HashMap::new() }
    }

    /// Takes in the next event. An error says what is wrong with it.
    pub fn add(&mut self, Recorded { id, event, .. }: Recorded) -> Result<(), String> {
        match event {
            Event::Root { .. } | Event::MapsTo { .. } if self.wanted.contains_key(&id) => {
                self.begin(id, event)
            }
            Event::Root { .. } | Event::Use { .. } => Ok(()),
            Event::MapsTo { of, .. } => match self.parts.get(&of) {
                Some(Part::Value(function)) => self.apply(id, *function),
                Some(_) => Err(format!("event {id} applies event {of}, which is not a function")),
                None => Ok(()),
            },
            Event::Enter(at) => self.fill(id, at, |_| Value::Bottom),
            Event::Lam(at) => self.fill(id, at, |_| Value::Map(Vec::new())),
            Event::Raise { at, text } => self.fill(id, at, |_| Value::Raised(text)),
            Event::Con { at, name, arity } => self.fill(id, at, |values| {
                let fields = (0..arity).map(|_| values.add(Value::Unknown)).collect();
                Value::Con { name, fields }
            }),
        }
    }

    pub fn finish(self) -> Statements {
        self.statements
    }

    fn begin(&mut self, id: EventId, event: Event) -> Result<(), String> {
        let label = self.wanted[&id];
        let values = &mut self.statements.values;
        let result = values.add(Value::Unknown);
        let argument = matches!(event, Event::MapsTo { .. }).then(|| values.add(Value::Unknown));
        let part = argument.map_or(Part::Root(result), |argument| Part::Application(argument, result));
        self.parts.insert(id, part);
        self.statements.statements.insert(id, Statement { label, argument, result });
        Ok(())
    }

    fn apply(&mut self, id: EventId, function: ValueId) -> Result<(), String> {
        let values = &mut self.statements.values;
        let (argument, result) = (values.add(Value::Unknown), values.add(Value::Unknown));
        let Value::Map(entries) = values.get_mut(function) else {
            return Err(format!("event {id} applies a value that is not a function"));
        };
        entries.push((argument, result));
        self.parts.insert(id, Part::Application(argument, result));
        Ok(())
    }

    /// A request or a response at a port of something that is wanted.
    fn fill(&mut self, id: EventId, at: Port, make: impl FnOnce(&mut Values) -> Value) -> Result<(), String> {
        let Some(part) = self.parts.get(&at.event()) else { return Ok(()) };
        let values = &mut self.statements.values;
        let place = match (at, part) {
            (Port::Whole(_), Part::Root(value)) => Some(*value),
            (Port::Argument(_), Part::Application(argument, _)) => Some(*argument),
            (Port::Result(_), Part::Application(_, result)) => Some(*result),
            (Port::Field(_, field), Part::Value(con)) => match values.get(*con) {
                Value::Con { fields, .. } => {
                    (field as usize).checked_sub(1).and_then(|index| fields.get(index)).copied()
                }
                _ => None,
            },
            _ => None,
        };
        let place = place.ok_or_else(|| format!("event {id} is about {at}, which does not exist"))?;
        let value = make(values);
        match values.get(place) {
            Value::Unknown | Value::Bottom => {}
            // What has failed fails again whenever it is demanded.
            Value::Raised(_) => return Ok(()),
            _ => return Err(format!("event {id} is about {at}, whose value is known")),
        }
        let is_final = !matches!(value, Value::Bottom | Value::Raised(_));
        *values.get_mut(place) = value;
        if is_final {
            self.parts.insert(id, Part::Value(place));
        }
        Ok(())
    }
}
