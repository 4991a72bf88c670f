//! `math`: floats in, floats out. A result that is not a finite number is `badarith`.

use erlang_term::{Term, arithmetic};

use super::{Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

/// What Rust's own library computes otherwise than the C library, whose last digit OTP shows.
mod c {
    unsafe extern "C" {
        pub safe fn acosh(x: f64) -> f64;
        pub safe fn asinh(x: f64) -> f64;
        pub safe fn atanh(x: f64) -> f64;
        pub safe fn erf(x: f64) -> f64;
        pub safe fn erfc(x: f64) -> f64;
    }
}

pub const TABLE: Table = &[
    ("acos", 1, Pure, |_, a| of_one(&a[0], f64::acos)),
    ("acosh", 1, Pure, |_, a| of_one(&a[0], |x| c::acosh(x))),
    ("asin", 1, Pure, |_, a| of_one(&a[0], f64::asin)),
    ("asinh", 1, Pure, |_, a| of_one(&a[0], |x| c::asinh(x))),
    ("atan", 1, Pure, |_, a| of_one(&a[0], f64::atan)),
    ("atan2", 2, Pure, |_, a| of_two(&a[0], &a[1], f64::atan2)),
    ("atanh", 1, Pure, |_, a| of_one(&a[0], |x| c::atanh(x))),
    ("ceil", 1, Pure, |_, a| of_one(&a[0], f64::ceil)),
    ("cos", 1, Pure, |_, a| of_one(&a[0], f64::cos)),
    ("cosh", 1, Pure, |_, a| of_one(&a[0], f64::cosh)),
    ("erf", 1, Pure, |_, a| of_one(&a[0], |x| c::erf(x))),
    ("erfc", 1, Pure, |_, a| of_one(&a[0], |x| c::erfc(x))),
    ("exp", 1, Pure, |_, a| of_one(&a[0], f64::exp)),
    ("floor", 1, Pure, |_, a| of_one(&a[0], f64::floor)),
    ("fmod", 2, Pure, |_, a| of_two(&a[0], &a[1], |x, y| x % y)),
    ("log", 1, Pure, |_, a| of_one(&a[0], f64::ln)),
    ("log10", 1, Pure, |_, a| of_one(&a[0], f64::log10)),
    ("log2", 1, Pure, |_, a| of_one(&a[0], f64::log2)),
    ("pi", 0, Pure, |_, _| Ok(Term::float(std::f64::consts::PI))),
    ("pow", 2, Pure, |_, a| of_two(&a[0], &a[1], f64::powf)),
    ("sin", 1, Pure, |_, a| of_one(&a[0], f64::sin)),
    ("sinh", 1, Pure, |_, a| of_one(&a[0], f64::sinh)),
    ("sqrt", 1, Pure, |_, a| of_one(&a[0], f64::sqrt)),
    ("tan", 1, Pure, |_, a| of_one(&a[0], f64::tan)),
    ("tanh", 1, Pure, |_, a| of_one(&a[0], f64::tanh)),
];

fn of_one(x: &Term, function: impl Fn(f64) -> f64) -> Outcome {
    finite(function(float(x)?))
}

fn of_two(x: &Term, y: &Term, function: impl Fn(f64, f64) -> f64) -> Outcome {
    finite(function(float(x)?, float(y)?))
}

fn float(term: &Term) -> Result<f64, Raise> {
    if !term.is_number() {
        return Err(Raise::badarg());
    }
    arithmetic::to_float(term).map_err(|_| Raise::badarith())
}

fn finite(x: f64) -> Outcome {
    if x.is_finite() { Ok(Term::float(x)) } else { Err(Raise::badarith()) }
}
