//! Actions: what they did when they were performed.

use crate::action::{
    BIND, CAME_TO, DIFFERENTLY, EXIT, FURTHER, IS_AT_END, NEW_CELL, READ_ALL, READ_CELL, READ_LINE, REQUEST,
    RETURN, WENT_ON, WRITE, WRITE_CELL, WRITE_ERROR, WRITTEN,
};
use crate::machine::Machine;
use crate::word::{Address, ObjectKind, Value, Word};

use super::literal::string_text;
use super::{APPLICATION, Style, Task};

/// How far it is known what an action did.
#[derive(PartialEq, Eq)]
enum Known {
    Whole,
    /// There is more to it.
    Partly,
    /// It was given up, because of an error or at the end of the run.
    GivenUp,
}

/// One thing that an action did.
enum Deed {
    Wrote(String),
    /// In words, around a value.
    Other(&'static str, Option<Word>, &'static str),
}

impl Machine {
    /// `<action: writes "a", reads "b">`, and the value that it returns; `<action>` if it was not
    /// performed, or does nothing.
    pub(super) fn print_action(
        &self,
        address: Address,
        style: &mut Style,
        parts: &mut usize,
        tasks: &mut Vec<Task>,
    ) {
        let (deeds, known) = self.deeds(address, *parts);
        if deeds.is_empty() {
            return tasks.push(Task::Plain("<action>"));
        }
        style.is_cut |= known == Known::Partly;
        tasks.push(Task::Plain(match known {
            Known::Whole => ">",
            Known::Partly => ", ..>",
            Known::GivenUp => ", and does not end>",
        }));
        for (index, deed) in deeds.into_iter().enumerate().rev() {
            match deed {
                Deed::Wrote(text) => {
                    *parts = parts.saturating_sub(text.len());
                    let text: Vec<char> = text.chars().collect();
                    tasks.push(Task::Text(format!("writes \"{}\"", string_text(&text))));
                }
                Deed::Other(before, value, after) => {
                    tasks.push(Task::Plain(after));
                    if let Some(value) = value {
                        tasks.push(Task::Word(self.heap.resolve(value), APPLICATION + 1, None));
                    }
                    tasks.push(Task::Plain(before));
                }
            }
            tasks.push(Task::Plain(if index == 0 { "<action: " } else { ", " }));
        }
    }

    /// In their order.
    fn deeds(&self, action: Address, most: usize) -> (Vec<Deed>, Known) {
        let (mut deeds, mut size) = (Vec::<Deed>::new(), 0);
        // What is performed next, with its result if the continuation knows it.
        let mut open = vec![(Word::reference(action), None)];
        while let Some((action, came_to)) = open.pop() {
            if size > most {
                return (deeds, Known::Partly);
            }
            size += 1;
            let action = self.heap.resolve(action);
            let address = action.address().filter(|address| {
                let header = self.heap.header(*address);
                header.kind() == ObjectKind::Constructor
            });
            let Some(address) = address else { return (deeds, Known::GivenUp) };
            let word = |index| self.heap.word(address, index);
            let is_last = open.is_empty();
            match self.heap.header(address).symbol() {
                BIND => {
                    let first = word(CAME_TO);
                    match (first, word(WENT_ON)) {
                        (DIFFERENTLY | FURTHER, _) | (_, DIFFERENTLY | FURTHER) => {
                            return (deeds, Known::Partly);
                        }
                        // Whether anyone performed it at all is not known.
                        (Word::NOTHING, _) => return (deeds, Known::GivenUp),
                        (_, next) => open.push((next, came_to)),
                    }
                    open.push((word(0), Some(first)));
                }
                WRITE | WRITE_ERROR if word(WRITTEN) == Word::NOTHING => return (deeds, Known::GivenUp),
                WRITE_ERROR => deeds.push(Deed::Other("writes ", Some(word(0)), " to standard error")),
                WRITE => {
                    let mut text = self.text(word(0));
                    if let Some((end, _)) = text.char_indices().nth(most.saturating_sub(size)) {
                        text.truncate(end);
                        // More than was wanted.
                        size = most;
                    }
                    size += text.len();
                    match deeds.last_mut() {
                        Some(Deed::Wrote(before)) => before.push_str(&text),
                        _ => deeds.push(Deed::Wrote(text)),
                    }
                }
                RETURN => {
                    let value = self.heap.resolve(word(0));
                    if is_last && value != Word::constructor(self.code.known.unit) {
                        deeds.push(Deed::Other("gives ", Some(value), ""));
                    }
                }
                READ_LINE if came_to.is_none() => deeds.push(Deed::Other("reads a line", None, "")),
                READ_CELL if came_to.is_none() => deeds.push(Deed::Other("reads an IORef", None, "")),
                READ_ALL if came_to.is_none() => deeds.push(Deed::Other("reads all input", None, "")),
                IS_AT_END => deeds.push(Deed::Other(
                    match came_to.map(|word| self.heap.resolve(word)) {
                        Some(word) if word == Word::constructor(self.code.known.truth) => {
                            "finds no more input"
                        }
                        Some(_) => "finds input",
                        None => "asks whether there is input",
                    },
                    None,
                    "",
                )),
                READ_LINE | READ_ALL => deeds.push(Deed::Other("reads ", came_to, "")),
                REQUEST => deeds.push(match word(0).value() {
                    Value::Char('r') => Deed::Other("reads the file ", Some(word(1)), ""),
                    Value::Char('w') => Deed::Other("writes the file ", Some(word(1)), ""),
                    Value::Char('a') => Deed::Other("adds to the file ", Some(word(1)), ""),
                    Value::Char('e') => Deed::Other("looks for the file ", Some(word(1)), ""),
                    _ => Deed::Other("reads the arguments", None, ""),
                }),
                READ_CELL => deeds.push(Deed::Other("reads ", came_to, " from an IORef")),
                NEW_CELL => deeds.push(Deed::Other("makes an IORef with ", Some(word(0)), "")),
                WRITE_CELL => deeds.push(Deed::Other("sets an IORef to ", Some(word(1)), "")),
                // Nothing follows it, even if there is a continuation.
                EXIT => {
                    deeds.push(Deed::Other("ends the program", None, ""));
                    return (deeds, Known::Whole);
                }
                _ => return (deeds, Known::GivenUp),
            }
        }
        (deeds, if size > most { Known::Partly } else { Known::Whole })
    }
}
