//! The system as a program sees it: an OTP 25 node with one scheduler, not part of a network.

use erlang_term::{Atom, Term, atoms};

use super::platform::{ARCHITECTURE, RELEASE, unknown_platform};
use super::time::MONOTONIC_START;
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::{Change, Effect, Look, On, Pure, Touches, TouchesSome};
use crate::process::Status;
use crate::system::System;

/// Most of what there is to know is always the same.
const SYSTEM: Effect = TouchesSome(&[Look(On::Processes), Look(On::Tables)], |touch, _, arguments| {
    let item = arguments[0].as_atom().map(Atom::name);
    matches!((item, touch.on()), (Some("process_count"), On::Processes) | (Some("ets_count"), On::Tables))
});

const STATISTICS: Effect = TouchesSome(&[Change(On::Statistics(0)), Look(On::Clock)], |_, _, arguments| {
    let item = arguments[0].as_atom().map(Atom::name);
    matches!(item, Some("reductions" | "exact_reductions" | "wall_clock" | "runtime"))
});

const MEMORY: Effect = TouchesSome(&[Look(On::Processes), Look(On::AllContents)], |touch, _, arguments| {
    let asks = |wanted: &[&str]| match &arguments[0] {
        Term::Atom(item) => wanted.contains(&item.name()),
        list => {
            let items = list.proper_list().unwrap_or_default();
            items.iter().filter_map(Term::as_atom).any(|item| wanted.contains(&item.name()))
        }
    };
    match touch.on() {
        On::Processes => asks(&["total", "processes", "processes_used"]),
        _ => asks(&["total", "system", "ets"]),
    }
});

pub const TABLE: Table = &[
    ("system_info", 1, SYSTEM, system_info),
    ("system_flag", 2, Touches(&[Change(On::SystemFlag(0))]), system_flag),
    ("statistics", 1, STATISTICS, statistics),
    ("memory", 0, Touches(&[Look(On::Processes), Look(On::AllContents)]), |context, _| {
        Ok(pairs(&memory(context)))
    }),
    ("memory", 1, MEMORY, memory_of),
    ("node", 0, Pure, |_, _| Ok(Term::Atom(atoms::NONODE_AT_NOHOST))),
    ("node", 1, Pure, node_of),
    ("nodes", 0, Pure, |_, _| Ok(Term::Nil)),
    ("nodes", 1, Pure, nodes),
    ("is_alive", 0, Pure, |_, _| Ok(Term::bool(false))),
    ("get_cookie", 0, Pure, |_, _| Ok(Term::atom("nocookie"))),
];

fn pairs(items: &[(&str, i64)]) -> Term {
    Term::list(items.iter().map(|(key, value)| Term::tuple([Term::atom(key), Term::Int(*value)])))
}

fn system_info(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let item = match &arguments[0] {
        Term::Atom(item) => item.name(),
        Term::Tuple(parts) => match &**parts {
            [Term::Atom(item), Term::Atom(kind)] => match (item.name(), kind.name()) {
                ("wordsize", "internal" | "external") => "wordsize",
                ("cpu_topology", "defined" | "detected" | "used") => "cpu_topology",
                ("wordsize" | "cpu_topology", _) => return Err(Raise::badarg()),
                (item, _) => {
                    return Err(Raise::unsupported(format!("erlang:system_info/1 with item {item}")));
                }
            },
            [Term::Atom(item), ..] => {
                let what = format!("erlang:system_info/1 with item {}", item.name());
                return Err(Raise::unsupported(what));
            }
            _ => return Err(Raise::badarg()),
        },
        _ => return Err(Raise::badarg()),
    };
    let setting = |key, value| Term::tuple([Term::atom(key), Term::Int(value)]);
    let small_number = match item {
        "wordsize" => 8,
        "schedulers"
        | "schedulers_online"
        | "scheduler_id"
        | "logical_processors"
        | "logical_processors_available"
        | "logical_processors_online"
        | "dirty_cpu_schedulers"
        | "dirty_cpu_schedulers_online"
        | "dirty_io_schedulers"
        | "thread_pool_size" => 1,
        "process_limit" => 262_144,
        "port_limit" => 65_536,
        "atom_limit" => 1_048_576,
        "ets_limit" => 8_192,
        "port_count" | "creation" | "trace_control_word" => 0,
        "compat_rel" => 25,
        "context_reductions" => 4_000,
        // A count that grows with what the host has seen would not be the same in every run.
        "atom_count" => 10_000,
        "process_count" => alive(context),
        "ets_count" => context.system.storage.tables.iter().count() as i64,
        "start_time" => MONOTONIC_START,
        _ => -1,
    };
    if small_number != -1 {
        return Ok(Term::Int(small_number));
    }
    Ok(match item {
        "otp_release" => Term::string(RELEASE),
        "version" => Term::string("13.1.5"),
        "system_version" => Term::string("Erlang/OTP 25 [erts-13.1.5] [64-bit] [smp:1:1]\n"),
        "system_architecture" => {
            let what = "erlang:system_info(system_architecture)";
            Term::string(ARCHITECTURE.ok_or_else(|| unknown_platform(what))?)
        }
        "machine" => Term::string("BEAM"),
        "nif_version" => Term::string("2.16"),
        "driver_version" => Term::string("3.3"),
        "threads" | "smp_support" | "time_correction" => Term::bool(true),
        "debug_compiled"
        | "kernel_poll"
        | "port_parallelism"
        | "eager_check_io"
        | "lock_checking"
        | "lock_counting"
        | "dynamic_trace_probes"
        | "break_ignored" => Term::bool(false),
        "multi_scheduling" | "tolerant_timeofday" => Term::atom("enabled"),
        "endian" => Term::atom("little"),
        "build_type" | "emu_type" => Term::atom("opt"),
        "emu_flavor" => Term::atom("emu"),
        "time_warp_mode" => Term::atom("no_time_warp"),
        "heap_type" => Term::atom("private"),
        "dynamic_trace" => Term::atom("none"),
        "cpu_topology" | "modified_timing_level" => Term::Atom(atoms::UNDEFINED),
        "scheduler_bind_type" => Term::atom("unbound"),
        "message_queue_data" => Term::atom("on_heap"),
        "min_heap_size" => setting("min_heap_size", 233),
        "min_bin_vheap_size" => setting("min_bin_vheap_size", 46_422),
        "fullsweep_after" => setting("fullsweep_after", 65_535),
        "taints" | "multi_scheduling_blockers" | "normal_multi_scheduling_blockers" => Term::Nil,
        "heap_sizes" => Term::list(heap_sizes()),
        "time_offset" => Term::atom("final"),
        "system_logger" => Term::atom("logger"),
        "max_heap_size" => super::flags::no_heap_limit(),
        "garbage_collection" => pairs(&[
            ("max_heap_size", 0),
            ("min_bin_vheap_size", 46_422),
            ("min_heap_size", 233),
            ("fullsweep_after", 65_535),
        ]),
        "delayed_node_table_gc" => Term::Int(60),
        "dist_buf_busy_limit" => Term::Int(1_048_576),
        "outstanding_system_requests_limit" => Term::Int(2),
        "update_cpu_info" => Term::atom("unchanged"),
        "scheduler_bindings" => Term::tuple([Term::atom("unbound")]),
        "sequential_tracer" => Term::tuple([Term::atom("sequential_tracer"), Term::bool(false)]),
        "dist_ctrl" | "alloc_util_allocators" | "check_io" => Term::Nil,
        // What cannot be found out.
        "allocator" => Term::tuple([Term::Atom(atoms::UNDEFINED), Term::Nil, Term::Nil, Term::Nil]),
        "c_compiler_used" => Term::tuple([Term::Atom(atoms::UNDEFINED), Term::Atom(atoms::UNDEFINED)]),
        "allocated_areas" => pairs(&AREAS.map(|area| (area, 0))),
        "end_time" => Term::Int(9_223_372_036_854_775_807),
        _ if is_item(item) => {
            return Err(Raise::unsupported(format!("erlang:system_info/1 with item {item}")));
        }
        _ => return Err(Raise::badarg()),
    })
}

/// What OTP's runtime system allocates memory for. Here, nothing does.
const AREAS: [&str; 19] = [
    "sys_misc",
    "static",
    "atom_space",
    "atom_table",
    "module_table",
    "export_table",
    "export_list",
    "register_table",
    "fun_table",
    "module_refs",
    "loaded_code",
    "dist_table",
    "node_table",
    "bits_bufs_size",
    "bif_timer",
    "process_table",
    "port_table",
    "ets_misc",
    "external_alloc",
];

/// Items of OTP's that say nothing about a run here.
fn is_item(item: &str) -> bool {
    matches!(
        item,
        "dist"
            | "info"
            | "loaded"
            | "os_monotonic_time_source"
            | "os_system_time_source"
            | "procs"
            | "reader_groups_map"
            | "snifs"
    )
}

/// The sizes that a heap can have: they grow as Fibonacci numbers do, then by a fifth.
fn heap_sizes() -> Vec<Term> {
    let (mut sizes, largest) = (vec![12, 38], 1_i64 << 56);
    while let [.., before, last] = sizes[..]
        && last < largest
    {
        sizes.push(if last < 1_000_000 { before + last + 1 } else { last + last / 5 });
    }
    sizes.into_iter().map(Term::Int).collect()
}

fn alive(context: &Context<'_>) -> i64 {
    let others = context.system.processes().filter(|p| p.state.status != Status::Exited).count();
    1 + others as i64
}

/// Most flags would change how fast the system is: they are accepted, and their old values given.
fn system_flag(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let bad = || Raise::badarg().because(Atom::new("badopt"));
    let flag = arguments[0].as_atom().ok_or_else(bad)?;
    let name = flag.name();
    let value = &arguments[1];
    let word = value.as_atom().map(Atom::name);
    let number = value.as_int().unwrap_or(-1);
    let (usual, is_right) = match name {
        "backtrace_depth" => (Term::Int(TRACE_DEPTH as i64), number >= 0),
        "schedulers_online" | "dirty_cpu_schedulers_online" => (Term::Int(1), number == 1),
        "fullsweep_after" => (Term::Int(65_535), number >= 0),
        "min_heap_size" => (Term::Int(233), number >= 0),
        "min_bin_vheap_size" => (Term::Int(46_422), number >= 0),
        "max_heap_size" => (super::flags::no_heap_limit(), number == 0),
        "outstanding_system_requests_limit" => (Term::Int(2), number > 0),
        "trace_control_word" => (Term::Int(0), u32::try_from(number).is_ok()),
        "multi_scheduling" => {
            let words = ["block", "unblock", "block_normal", "unblock_normal"];
            (Term::atom("enabled"), word.is_some_and(|word| words.contains(&word)))
        }
        "scheduler_wall_time" | "microstate_accounting" => {
            (Term::bool(false), matches!(word, Some("true" | "false" | "reset")))
        }
        "time_offset" => (Term::atom("final"), word == Some("finalize")),
        "scheduler_bind_type" | "system_logger" | "cpu_topology" => {
            return Err(Raise::unsupported(format!("erlang:system_flag/2 with flag {name}")));
        }
        _ => return Err(bad()),
    };
    if !is_right {
        return Err(Raise::badarg());
    }
    if matches!(name, "time_offset" | "multi_scheduling") {
        return Ok(usual);
    }
    let flags = &mut context.system.storage.flags;
    let key = Term::Atom(flag);
    let old = flags.get(&key).cloned().unwrap_or(usual);
    flags.insert(key, value.clone());
    Ok(old)
}

/// How many entries a stack trace has, unless the program says so.
const TRACE_DEPTH: usize = 8;

pub fn trace_depth(system: &System) -> usize {
    let flags = &system.storage.flags;
    let set = if flags.is_empty() { None } else { flags.get(&Term::atom("backtrace_depth")) };
    set.and_then(Term::as_int).map_or(TRACE_DEPTH, |depth| usize::try_from(depth).unwrap_or(TRACE_DEPTH))
}

/// Counts of reductions and of virtual time, with what came since the last call.
fn statistics(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let item = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let two = |a: i64, b: i64| Term::tuple([Term::Int(a), Term::Int(b)]);
    let milliseconds = (context.now().0 / 1_000_000) as i64;
    // How many wait for their turn is the business of a schedule: to a program, nobody ever does.
    let queued = 0;
    Ok(match item.name() {
        "reductions" | "exact_reductions" => {
            let total = (context.system.steps + context.used) as i64;
            two(total, total - since_last(context, item, total))
        }
        "wall_clock" | "runtime" => two(milliseconds, milliseconds - since_last(context, item, milliseconds)),
        "run_queue" | "total_run_queue_lengths" | "total_run_queue_lengths_all" => Term::Int(queued),
        "run_queue_lengths" | "run_queue_lengths_all" => Term::list([Term::Int(queued)]),
        "active_tasks" | "active_tasks_all" => Term::list([Term::Int(queued + 1)]),
        "total_active_tasks" | "total_active_tasks_all" => Term::Int(queued + 1),
        "context_switches" => two(0, 0),
        "garbage_collection" => Term::tuple([Term::Int(0), Term::Int(0), Term::Int(0)]),
        "io" => {
            let bytes = |direction| Term::tuple([Term::atom(direction), Term::Int(0)]);
            Term::tuple([bytes("input"), bytes("output")])
        }
        "scheduler_wall_time" | "scheduler_wall_time_all" => Term::Atom(atoms::UNDEFINED),
        "microstate_accounting" => Term::Atom(atoms::UNDEFINED),
        _ => return Err(Raise::badarg()),
    })
}

/// What this item was when it was last asked for; remembers what it is now.
fn since_last(context: &mut Context<'_>, item: Atom, now: i64) -> i64 {
    let key = Term::tuple([Term::atom("statistics"), Term::Atom(item)]);
    let flags = &mut context.system.storage.flags;
    let last = flags.get(&key).and_then(Term::as_int).unwrap_or(0);
    flags.insert(key, Term::Int(now));
    last
}

/// Bytes, by rules of thumb that depend on nothing but the run.
fn memory(context: &Context<'_>) -> [(&'static str, i64); 9] {
    let processes = 2_688 * alive(context);
    let ets =
        8 * context.system.storage.tables.iter().map(|table| 139 + 16 * table.size() as i64).sum::<i64>();
    let (atom, binary, code) = (300_000, 65_536, 6_000_000);
    let system = atom + binary + code + ets;
    [
        ("total", processes + system),
        ("processes", processes),
        ("processes_used", processes),
        ("system", system),
        ("atom", atom),
        ("atom_used", atom),
        ("binary", binary),
        ("code", code),
        ("ets", ets),
    ]
}

fn memory_of(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let known = memory(context);
    let find = |item: &Term| {
        let name = item.as_atom()?.name();
        known.iter().find(|(key, _)| *key == name).copied()
    };
    match &arguments[0] {
        Term::Atom(_) => Ok(Term::Int(find(&arguments[0]).ok_or_else(Raise::badarg)?.1)),
        list => {
            let items = list.proper_list().ok_or_else(Raise::badarg)?;
            let found: Option<Vec<_>> = items.iter().map(find).collect();
            Ok(pairs(&found.ok_or_else(Raise::badarg)?))
        }
    }
}

fn node_of(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match arguments[0] {
        Term::Pid(pid) => Ok(Term::Atom(pid.node())),
        Term::Ref(reference) => Ok(Term::Atom(reference.node())),
        Term::Port(port) => Ok(Term::Atom(port.node())),
        _ => Err(Raise::badarg()),
    }
}

fn nodes(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let kinds = match &arguments[0] {
        Term::Atom(kind) => vec![Term::Atom(*kind)],
        list => list.proper_list().ok_or_else(Raise::badarg)?,
    };
    let mut own = false;
    for kind in kinds {
        match kind.as_atom().map(Atom::name) {
            Some("this" | "known") => own = true,
            Some("visible" | "hidden" | "connected") => {}
            _ => return Err(Raise::badarg()),
        }
    }
    Ok(if own { Term::list([Term::Atom(atoms::NONODE_AT_NOHOST)]) } else { Term::Nil })
}
