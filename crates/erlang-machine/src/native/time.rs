//! Clocks and dates, all from virtual time: it starts at the world's epoch, in the time zone UTC.

use erlang_term::{Atom, Term, atoms};
use num_bigint::BigInt;
use num_integer::Integer;

use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::{Change, Effect, Look, On, Pure, Touches, TouchesSome};
use crate::timers::Instant;

/// Integers are in an order if one asks for it.
const UNIQUE: Effect = TouchesSome(&[Change(On::Fresh), Change(On::Ordered)], |touch, _, arguments| {
    let options = arguments[0].proper_list().unwrap_or_default();
    let ordered = options.iter().filter_map(Term::as_atom).any(|option| option.name() == "monotonic");
    ordered || touch.on() == On::Fresh
});

pub const TABLE: Table = &[
    ("monotonic_time", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(Term::Int(monotonic(context)))),
    ("monotonic_time", 1, Touches(&[Look(On::Clock)]), |context, arguments| {
        in_unit(monotonic(context), &arguments[0])
    }),
    ("system_time", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(Term::Int(system(context)))),
    ("system_time", 1, Touches(&[Look(On::Clock)]), |context, arguments| {
        in_unit(system(context), &arguments[0])
    }),
    ("time_offset", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(Term::Int(offset(context)))),
    ("time_offset", 1, Touches(&[Look(On::Clock)]), |context, arguments| {
        in_unit(offset(context), &arguments[0])
    }),
    ("convert_time_unit", 3, Pure, convert_time_unit),
    ("timestamp", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(timestamp(system(context)))),
    ("now", 0, Touches(&[Look(On::Clock), Change(On::Fresh)]), now),
    ("date", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(date(posix_seconds(context)))),
    ("time", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(time_of_day(posix_seconds(context)))),
    ("localtime", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(date_and_time(posix_seconds(context)))),
    ("universaltime", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(date_and_time(posix_seconds(context)))),
    ("localtime_to_universaltime", 1, Pure, same_in_utc),
    ("localtime_to_universaltime", 2, Pure, same_in_utc),
    ("universaltime_to_localtime", 1, Pure, same_in_utc),
    ("posixtime_to_universaltime", 1, Pure, posixtime_to_universaltime),
    ("universaltime_to_posixtime", 1, Pure, universaltime_to_posixtime),
    ("make_ref", 0, Touches(&[Change(On::Fresh)]), |context, _| {
        let reference = context.system.new_ref();
        context.process.mailbox.mark(reference);
        Ok(Term::Ref(reference))
    }),
    ("unique_integer", 0, Touches(&[Change(On::Fresh)]), |context, _| {
        Ok(Term::Int(context.system.unique_integer()))
    }),
    ("unique_integer", 1, UNIQUE, unique_integer),
];

pub const OS_TABLE: Table = &[
    ("timestamp", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(timestamp(system(context)))),
    ("system_time", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(Term::Int(system(context)))),
    ("system_time", 1, Touches(&[Look(On::Clock)]), |context, arguments| {
        in_unit(system(context), &arguments[0])
    }),
    ("perf_counter", 0, Touches(&[Look(On::Clock)]), |context, _| Ok(Term::Int(context.now().0 as i64))),
    ("perf_counter", 1, Touches(&[Look(On::Clock)]), |context, arguments| {
        in_unit(context.now().0 as i64, &arguments[0])
    }),
];

/// Monotonic time, in nanoseconds, when a run begins: far below zero, as in OTP.
pub const MONOTONIC_START: i64 = -(1 << 59);

const SECOND: i64 = 1_000_000_000;

fn monotonic(context: &Context<'_>) -> i64 {
    MONOTONIC_START + context.now().0 as i64
}

fn system(context: &Context<'_>) -> i64 {
    context.world.epoch() + context.now().0 as i64
}

fn offset(context: &Context<'_>) -> i64 {
    context.world.epoch() - MONOTONIC_START
}

pub fn posix_seconds(context: &Context<'_>) -> i64 {
    system(context).div_euclid(SECOND)
}

/// How many of it make a second. The native unit is the nanosecond.
fn parts_a_second(unit: &Term) -> Result<BigInt, Raise> {
    match unit {
        Term::Atom(unit) => Ok(BigInt::from(match unit.name() {
            "second" | "seconds" => 1,
            "millisecond" | "milli_seconds" => 1_000,
            "microsecond" | "micro_seconds" => 1_000_000,
            "nanosecond" | "nano_seconds" | "native" | "perf_counter" => SECOND,
            _ => return Err(Raise::badarg()),
        })),
        _ => match integer(unit) {
            Some(parts) if parts > BigInt::ZERO => Ok(parts),
            _ => Err(Raise::badarg()),
        },
    }
}

fn integer(term: &Term) -> Option<BigInt> {
    match term {
        Term::Int(n) => Some(BigInt::from(*n)),
        Term::Big(n) => Some((**n).clone()),
        _ => None,
    }
}

fn in_unit(nanoseconds: i64, unit: &Term) -> Outcome {
    let time = BigInt::from(nanoseconds) * parts_a_second(unit)?;
    Ok(Term::from_bigint(time.div_floor(&BigInt::from(SECOND))))
}

fn convert_time_unit(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let time = integer(&arguments[0]).ok_or_else(Raise::badarg)?;
    let (from, to) = (parts_a_second(&arguments[1])?, parts_a_second(&arguments[2])?);
    Ok(Term::from_bigint((time * to).div_floor(&from)))
}

/// `{MegaSecs, Secs, MicroSecs}`
fn timestamp(nanoseconds: i64) -> Term {
    let microseconds = nanoseconds.div_euclid(1_000);
    let (seconds, micro) = (microseconds.div_euclid(1_000_000), microseconds.rem_euclid(1_000_000));
    let (mega, seconds) = (seconds.div_euclid(1_000_000), seconds.rem_euclid(1_000_000));
    Term::tuple([Term::Int(mega), Term::Int(seconds), Term::Int(micro)])
}

/// The timestamp of a moment of the run.
pub fn timestamp_at(context: &Context<'_>, moment: Instant) -> Term {
    timestamp(context.world.epoch() + moment.0 as i64)
}

/// Never the same twice.
fn now(context: &mut Context<'_>, _: &[Term]) -> Outcome {
    let microseconds = system(context).div_euclid(1_000);
    let last = &mut context.system.storage.last_now;
    *last = microseconds.max(*last + 1);
    Ok(timestamp(*last * 1_000))
}

fn numbers<const N: usize>(parts: [i64; N]) -> Term {
    Term::tuple(parts.map(Term::Int))
}

fn date_and_time(seconds: i64) -> Term {
    Term::tuple([date(seconds), time_of_day(seconds)])
}

fn time_of_day(seconds: i64) -> Term {
    let second = seconds.rem_euclid(86_400);
    numbers([second / 3_600, second / 60 % 60, second % 60])
}

fn date(seconds: i64) -> Term {
    let (year, month, day) = civil_from_days(seconds.div_euclid(86_400));
    numbers([year, month, day])
}

/// The Gregorian date of a day counted from 1970-01-01. Years are counted from March on, so that
/// the leap day comes last.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let month = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// `{{Year, Month, Day}, {Hour, Minute, Second}}` as seconds since 1970, if it is a valid date.
fn seconds_of(date_and_time: &Term) -> Option<i64> {
    let [date, time] = date_and_time.as_tuple()? else { return None };
    let [Term::Int(year), Term::Int(month), Term::Int(day)] = date.as_tuple()? else { return None };
    let [Term::Int(hour), Term::Int(minute), Term::Int(second)] = time.as_tuple()? else { return None };
    let valid = (-2_000_000..2_000_000).contains(year)
        && (1..=12).contains(month)
        && (1..=31).contains(day)
        && (0..24).contains(hour)
        && (0..60).contains(minute)
        && (0..60).contains(second);
    if !valid {
        return None;
    }
    let days = days_from_civil(*year, *month, *day);
    (civil_from_days(days) == (*year, *month, *day))
        .then_some(days * 86_400 + hour * 3_600 + minute * 60 + second)
}

fn same_in_utc(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    if let Some(daylight) = arguments.get(1)
        && !matches!(daylight, Term::Atom(atoms::TRUE | atoms::FALSE | atoms::UNDEFINED))
    {
        return Err(Raise::badarg());
    }
    seconds_of(&arguments[0]).map(date_and_time).ok_or_else(Raise::badarg)
}

fn posixtime_to_universaltime(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match arguments[0] {
        Term::Int(seconds) if seconds.abs() < 1 << 45 => Ok(date_and_time(seconds)),
        _ => Err(Raise::badarg()),
    }
}

fn universaltime_to_posixtime(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    seconds_of(&arguments[0]).map(Term::Int).ok_or_else(Raise::badarg)
}

/// Always positive and increasing, whatever is asked for.
fn unique_integer(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    for option in arguments[0].proper_list().ok_or_else(Raise::badarg)? {
        if !matches!(option.as_atom().map(Atom::name), Some("positive" | "monotonic")) {
            return Err(Raise::badarg());
        }
    }
    Ok(Term::Int(context.system.unique_integer()))
}
