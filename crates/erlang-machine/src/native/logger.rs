//! `logger` and `error_logger`: accepted and not shown. What a process died of is in the report of the run; log lines with
//! virtual dates would only be noise in a program's output.

use erlang_term::{Map, Term, atoms};

use super::{Context, Outcome, Table};

pub const TABLE: Table = &[
    ("allow", 2, |_, _| Ok(Term::bool(false))),
    ("log", 2, ok),
    ("log", 3, ok),
    ("log", 4, ok),
    ("macro_log", 3, ok),
    ("macro_log", 4, ok),
    ("macro_log", 5, ok),
    ("emergency", 1, ok),
    ("emergency", 2, ok),
    ("emergency", 3, ok),
    ("alert", 1, ok),
    ("alert", 2, ok),
    ("alert", 3, ok),
    ("critical", 1, ok),
    ("critical", 2, ok),
    ("critical", 3, ok),
    ("error", 1, ok),
    ("error", 2, ok),
    ("error", 3, ok),
    ("warning", 1, ok),
    ("warning", 2, ok),
    ("warning", 3, ok),
    ("notice", 1, ok),
    ("notice", 2, ok),
    ("notice", 3, ok),
    ("info", 1, ok),
    ("info", 2, ok),
    ("info", 3, ok),
    ("debug", 1, ok),
    ("debug", 2, ok),
    ("debug", 3, ok),
    ("set_primary_config", 1, ok),
    ("set_primary_config", 2, ok),
    ("update_primary_config", 1, ok),
    ("get_primary_config", 0, get_primary_config),
    ("set_module_level", 2, ok),
    ("unset_module_level", 0, ok),
    ("unset_module_level", 1, ok),
    ("set_application_level", 2, ok),
    ("unset_application_level", 1, ok),
    ("add_handler", 3, ok),
    ("remove_handler", 1, ok),
    ("set_handler_config", 2, ok),
    ("set_handler_config", 3, ok),
    ("update_handler_config", 2, ok),
    ("update_handler_config", 3, ok),
    ("get_handler_ids", 0, |_, _| Ok(Term::Nil)),
    ("get_handler_config", 0, |_, _| Ok(Term::Nil)),
    ("add_primary_filter", 2, ok),
    ("remove_primary_filter", 1, ok),
    ("add_handler_filter", 3, ok),
    ("remove_handler_filter", 2, ok),
];

pub const ERROR_LOGGER_TABLE: Table = &[
    ("error_msg", 1, ok),
    ("error_msg", 2, ok),
    ("format", 2, ok),
    ("warning_msg", 1, ok),
    ("warning_msg", 2, ok),
    ("info_msg", 1, ok),
    ("info_msg", 2, ok),
    ("error_report", 1, ok),
    ("error_report", 2, ok),
    ("warning_report", 1, ok),
    ("warning_report", 2, ok),
    ("info_report", 1, ok),
    ("info_report", 2, ok),
    ("tty", 1, ok),
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
