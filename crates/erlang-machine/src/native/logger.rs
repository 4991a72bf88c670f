//! `logger` and `error_logger`: accepted and not shown. What a process died of is in the report of the run; log lines with
//! virtual dates would only be noise in a program's output.

use erlang_term::{Map, Term, atoms};

use super::{Context, Outcome, Table};
use crate::native::effect::{Change, Effect, On, Touches};

const LOGS: Effect = Touches(&[Change(On::Log)]);

pub const TABLE: Table = &[
    ("allow", 2, LOGS, |_, _| Ok(Term::bool(false))),
    ("log", 2, LOGS, ok),
    ("log", 3, LOGS, ok),
    ("log", 4, LOGS, ok),
    ("macro_log", 3, LOGS, ok),
    ("macro_log", 4, LOGS, ok),
    ("macro_log", 5, LOGS, ok),
    ("emergency", 1, LOGS, ok),
    ("emergency", 2, LOGS, ok),
    ("emergency", 3, LOGS, ok),
    ("alert", 1, LOGS, ok),
    ("alert", 2, LOGS, ok),
    ("alert", 3, LOGS, ok),
    ("critical", 1, LOGS, ok),
    ("critical", 2, LOGS, ok),
    ("critical", 3, LOGS, ok),
    ("error", 1, LOGS, ok),
    ("error", 2, LOGS, ok),
    ("error", 3, LOGS, ok),
    ("warning", 1, LOGS, ok),
    ("warning", 2, LOGS, ok),
    ("warning", 3, LOGS, ok),
    ("notice", 1, LOGS, ok),
    ("notice", 2, LOGS, ok),
    ("notice", 3, LOGS, ok),
    ("info", 1, LOGS, ok),
    ("info", 2, LOGS, ok),
    ("info", 3, LOGS, ok),
    ("debug", 1, LOGS, ok),
    ("debug", 2, LOGS, ok),
    ("debug", 3, LOGS, ok),
    ("set_primary_config", 1, LOGS, ok),
    ("set_primary_config", 2, LOGS, ok),
    ("update_primary_config", 1, LOGS, ok),
    ("get_primary_config", 0, LOGS, get_primary_config),
    ("set_module_level", 2, LOGS, ok),
    ("unset_module_level", 0, LOGS, ok),
    ("unset_module_level", 1, LOGS, ok),
    ("set_application_level", 2, LOGS, ok),
    ("unset_application_level", 1, LOGS, ok),
    ("add_handler", 3, LOGS, ok),
    ("remove_handler", 1, LOGS, ok),
    ("set_handler_config", 2, LOGS, ok),
    ("set_handler_config", 3, LOGS, ok),
    ("update_handler_config", 2, LOGS, ok),
    ("update_handler_config", 3, LOGS, ok),
    ("get_handler_ids", 0, LOGS, |_, _| Ok(Term::Nil)),
    ("get_handler_config", 0, LOGS, |_, _| Ok(Term::Nil)),
    ("add_primary_filter", 2, LOGS, ok),
    ("remove_primary_filter", 1, LOGS, ok),
    ("add_handler_filter", 3, LOGS, ok),
    ("remove_handler_filter", 2, LOGS, ok),
];

pub const ERROR_LOGGER_TABLE: Table = &[
    ("error_msg", 1, LOGS, ok),
    ("error_msg", 2, LOGS, ok),
    ("format", 2, LOGS, ok),
    ("warning_msg", 1, LOGS, ok),
    ("warning_msg", 2, LOGS, ok),
    ("info_msg", 1, LOGS, ok),
    ("info_msg", 2, LOGS, ok),
    ("error_report", 1, LOGS, ok),
    ("error_report", 2, LOGS, ok),
    ("warning_report", 1, LOGS, ok),
    ("warning_report", 2, LOGS, ok),
    ("info_report", 1, LOGS, ok),
    ("info_report", 2, LOGS, ok),
    ("tty", 1, LOGS, ok),
];

fn ok(_: &mut Context<'_>, _: &[Term]) -> Outcome {
    Ok(Term::Atom(atoms::OK))
}

fn get_primary_config(_: &mut Context<'_>, _: &[Term]) -> Outcome {
    let pairs = [
        ("level", Term::atom("notice")),
        ("filters", Term::Nil),
        ("filter_default", Term::atom("log")),
        ("metadata", Term::Map(Map::new())),
    ];
    Ok(Term::Map(Map::from_pairs(pairs.map(|(key, value)| (Term::atom(key), value)))))
}
