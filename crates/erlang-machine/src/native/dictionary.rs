//! The process dictionary, listed in the order of its keys.

use erlang_term::{Map, Term, atoms};

use super::{Context, Outcome, Table};
use crate::native::effect::{Change, Look, On, Touches};

pub const TABLE: Table = &[
    ("put", 2, Touches(&[Change(On::DictionaryKey(0))]), put),
    ("get", 0, Touches(&[Look(On::Dictionary)]), |context, _| Ok(pairs(&context.process.dictionary))),
    ("get", 1, Touches(&[Look(On::DictionaryKey(0))]), get),
    ("get_keys", 0, Touches(&[Look(On::Dictionary)]), |context, _| {
        Ok(Term::list(context.process.dictionary.keys().cloned()))
    }),
    ("get_keys", 1, Touches(&[Look(On::Dictionary)]), get_keys_of),
    ("erase", 0, Touches(&[Change(On::Dictionary)]), erase_all),
    ("erase", 1, Touches(&[Change(On::DictionaryKey(0))]), erase),
];

/// `[{Key, Value}]`
pub fn pairs(dictionary: &Map) -> Term {
    Term::list(dictionary.iter().map(|(key, value)| Term::tuple([key.clone(), value.clone()])))
}

fn or_undefined(value: Option<Term>) -> Outcome {
    Ok(value.unwrap_or(Term::Atom(atoms::UNDEFINED)))
}

fn put(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let dictionary = &mut context.process.dictionary;
    let old = dictionary.get(&arguments[0]).cloned();
    dictionary.insert(arguments[0].clone(), arguments[1].clone());
    or_undefined(old)
}

fn get(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    or_undefined(context.process.dictionary.get(&arguments[0]).cloned())
}

fn get_keys_of(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let dictionary = &context.process.dictionary;
    let keys: Vec<Term> =
        dictionary.iter().filter(|(_, value)| **value == arguments[0]).map(|(key, _)| key.clone()).collect();
    Ok(Term::list(keys))
}

fn erase(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    or_undefined(context.process.dictionary.remove(&arguments[0]))
}

fn erase_all(context: &mut Context<'_>, _: &[Term]) -> Outcome {
    Ok(pairs(&std::mem::take(&mut context.process.dictionary)))
}
