//! Properties as oracle (paper 5 §8): what the outcomes of trying a property say of a
//! statement. Who tries it is someone else.
//!
//! A property applies the function of the statement, its *subject*. It is tried in up to three
//! modes, each with a subject or arguments that know more than those before: (1) the subject
//! *restricted* to the recorded result, on the recorded arguments, where every `_` fails when it is
//! demanded; (2) the subject as it is; (3) as it is, and with generated values in place of every
//! `_` of the arguments. A statement is meant for all values of the `_` of its arguments: so a
//! restricted subject may also be tried with generated ones, and what is false then is wrong.

use std::fmt;

/// What became of trying a property once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyOutcome {
    True,
    False,
    /// An exception, too many steps, a condition that is not met, a `_` that was demanded.
    Bottom,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mode {
    Restricted,
    /// With generated values for the `_` of the arguments: only what is false says something.
    RestrictedGenerated,
    Unrestricted,
    Generated,
}

impl Mode {
    pub const ALL: [Mode; 4] =
        [Mode::Restricted, Mode::RestrictedGenerated, Mode::Unrestricted, Mode::Generated];
}

/// What a property is said to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// With the others that are complete, it says all there is to say about its subject.
    Complete,
    /// It says something that must hold.
    Partial,
}

/// Tries properties on the statement in question.
pub trait Trial {
    /// The outcomes of one property in one mode: one, or one for each choice of generated values.
    /// If all of them are true, whether values were generated for arguments of the property that
    /// the statement says nothing about.
    fn attempt(&mut self, property: usize, mode: Mode) -> impl Future<Output = Attempt>;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    pub outcomes: Vec<PropertyOutcome>,
    /// Whether the property has parameters beyond the arguments of the statement, for which values
    /// were generated.
    pub has_extra_arguments: bool,
}

/// What one property says of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// It holds for what was recorded; `sure`: whatever else might be tried.
    Holds { sure: bool },
    /// It does not hold for what was recorded.
    Violated,
    /// The statement may be right, but the function is not: a call like this one, with this mode's
    /// arguments, is wrong, and its tree may be simpler.
    Counterexample(Mode),
    /// It has nothing to say.
    Inconclusive,
}

/// One property, mode after mode (the table in paper 5 §8.5).
pub async fn try_property(trial: &mut impl Trial, property: usize) -> Finding {
    for mode in Mode::ALL {
        let Attempt { outcomes, has_extra_arguments } = trial.attempt(property, mode).await;
        let any_false = outcomes.contains(&PropertyOutcome::False);
        let all_true =
            !outcomes.is_empty() && outcomes.iter().all(|outcome| *outcome == PropertyOutcome::True);
        match mode {
            Mode::Restricted | Mode::RestrictedGenerated if any_false => return Finding::Violated,
            Mode::Unrestricted | Mode::Generated if any_false => return Finding::Counterexample(mode),
            // The recorded result approximates the one that was tried.
            Mode::Restricted | Mode::Unrestricted if all_true => {
                return Finding::Holds { sure: !has_extra_arguments };
            }
            Mode::Generated if all_true => return Finding::Holds { sure: false },
            _ => {}
        }
    }
    Finding::Inconclusive
}

/// What all properties of a function say of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// `sure`: not only so far as generated values have shown.
    Right { sure: bool },
    /// Because of this property.
    Wrong { by: usize },
    /// Nobody can tell, but this may help.
    Advice(Vec<(usize, Finding)>),
}

/// Mixed findings: a violation is enough for wrong; all that is complete together, and holds, for
/// right; all else is advice.
pub fn conclude(findings: &[(Strength, Finding)]) -> Conclusion {
    if let Some(by) = findings.iter().position(|(_, finding)| *finding == Finding::Violated) {
        return Conclusion::Wrong { by };
    }
    let mut complete = findings.iter().filter(|(strength, _)| *strength == Strength::Complete).peekable();
    let is_specified = complete.peek().is_some();
    let held: Option<Vec<bool>> = complete
        .map(|(_, finding)| match finding {
            Finding::Holds { sure } => Some(*sure),
            _ => None,
        })
        .collect();
    match held {
        Some(held) if is_specified => Conclusion::Right { sure: held.iter().all(|sure| *sure) },
        _ => {
            let said =
                findings.iter().enumerate().filter(|(_, (_, finding))| *finding != Finding::Inconclusive);
            Conclusion::Advice(said.map(|(index, (_, finding))| (index, *finding)).collect())
        }
    }
}

/// Which of two trees is worth switching to: the sizes of all statements nobody has judged yet,
/// then how many `_` are in them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Complexity {
    pub size: usize,
    pub holes: usize,
}

/// True, false, or not known: what is left of a truth value when part of what it is about is not
/// there (paper 5 §8.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    True,
    False,
    Unknown,
}

impl Truth {
    /// Parallel conjunction: one false is enough, on whichever side.
    pub fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Unknown,
        }
    }

    /// Parallel disjunction: one true is enough.
    pub fn or(self, other: Truth) -> Truth {
        !(!self).and(!other)
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(truth: bool) -> Truth {
        if truth { Truth::True } else { Truth::False }
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Truth::True => "True",
            Truth::False => "False",
            Truth::Unknown => "_",
        })
    }
}

/// Values that can be taken apart as far as they are there, to be compared.
pub trait Parts {
    type Value: Clone;
    type Name: PartialEq;

    /// The constructor and its fields. None: it is not available, or is a function.
    fn parts(&mut self, value: &Self::Value) -> Option<(Self::Name, Vec<Self::Value>)>;
}

/// Parallel equality (paper 5 §8.4): different constructors anywhere make it false, even where
/// other parts are not available.
pub fn equal<P: Parts>(parts: &mut P, a: &P::Value, b: &P::Value) -> Truth {
    let mut truth = Truth::True;
    let mut todo = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = todo.pop() {
        match (parts.parts(&a), parts.parts(&b)) {
            (Some((name, fields)), Some((other, others))) => {
                if name != other || fields.len() != others.len() {
                    return Truth::False;
                }
                todo.extend(fields.into_iter().zip(others).rev());
            }
            _ => truth = Truth::Unknown,
        }
    }
    truth
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of each mode, a letter an outcome: T, F, `-` for bottom. A `+` says that there
    /// are extra arguments.
    struct Script([&'static str; 4]);

    impl Trial for Script {
        async fn attempt(&mut self, _: usize, mode: Mode) -> Attempt {
            let said = self.0[mode as usize];
            let outcomes = said.chars().filter(|letter| *letter != '+').map(|letter| match letter {
                'T' => PropertyOutcome::True,
                'F' => PropertyOutcome::False,
                _ => PropertyOutcome::Bottom,
            });
            Attempt { outcomes: outcomes.collect(), has_extra_arguments: said.contains('+') }
        }
    }

    /// Every row of the table of the specification, (e).
    #[test]
    fn the_table() {
        use Strength::{Complete, Partial};
        let advice = |finding| Conclusion::Advice(vec![(0, finding)]);
        let check = |script: [&'static str; 4], complete: Conclusion, partial: Conclusion| {
            let finding = slices::finish(try_property(&mut Script(script), 0));
            assert_eq!(conclude(&[(Complete, finding)]), complete, "{script:?}");
            assert_eq!(conclude(&[(Partial, finding)]), partial, "{script:?}");
        };
        let (sure, unsure) = (Finding::Holds { sure: true }, Finding::Holds { sure: false });
        let counterexample = |mode| advice(Finding::Counterexample(mode));
        let wrong = || Conclusion::Wrong { by: 0 };
        check(["T", "", "", ""], Conclusion::Right { sure: true }, advice(sure));
        check(["TTT+", "", "", ""], Conclusion::Right { sure: false }, advice(unsure));
        check(["F", "", "", ""], wrong(), wrong());
        check(["TF-+", "", "", ""], wrong(), wrong());
        check(["-", "F", "", ""], wrong(), wrong());
        check(["-", "TT", "T", ""], Conclusion::Right { sure: true }, advice(sure));
        check(["-", "", "T", ""], Conclusion::Right { sure: true }, advice(sure));
        check(["T-+", "", "T", ""], Conclusion::Right { sure: true }, advice(sure));
        check(["-", "", "F", "T"], counterexample(Mode::Unrestricted), counterexample(Mode::Unrestricted));
        check(["-", "", "-", "TT"], Conclusion::Right { sure: false }, advice(unsure));
        check(["-", "", "-", "TF"], counterexample(Mode::Generated), counterexample(Mode::Generated));
        check(["-", "", "-", "T-"], Conclusion::Advice(Vec::new()), Conclusion::Advice(Vec::new()));
        check(["-", "", "-", ""], Conclusion::Advice(Vec::new()), Conclusion::Advice(Vec::new()));
    }

    #[test]
    fn several_properties() {
        use Finding::{Counterexample, Holds, Inconclusive, Violated};
        use Strength::{Complete, Partial};
        let check =
            |findings: &[(Strength, Finding)], expected: Conclusion| assert_eq!(conclude(findings), expected);
        let sure = Holds { sure: true };
        check(&[(Complete, sure), (Complete, sure)], Conclusion::Right { sure: true });
        check(&[(Complete, sure), (Complete, Holds { sure: false })], Conclusion::Right { sure: false });
        check(&[(Complete, sure), (Complete, Inconclusive)], Conclusion::Advice(vec![(0, sure)]));
        check(&[(Complete, sure), (Partial, Inconclusive)], Conclusion::Right { sure: true });
        // Something is wrong with what was called complete.
        check(&[(Complete, sure), (Partial, Violated)], Conclusion::Wrong { by: 1 });
        let other = Counterexample(Mode::Generated);
        check(&[(Partial, sure), (Partial, other)], Conclusion::Advice(vec![(0, sure), (1, other)]));
        check(&[], Conclusion::Advice(Vec::new()));
    }

    #[test]
    fn connectives() {
        use Truth::{False, True, Unknown};
        for (a, b, and, or) in [
            (True, True, True, True),
            (True, False, False, True),
            (False, False, False, False),
            (True, Unknown, Unknown, True),
            (False, Unknown, False, Unknown),
            (Unknown, Unknown, Unknown, Unknown),
        ] {
            assert_eq!((a.and(b), b.and(a)), (and, and), "{a} and {b}");
            assert_eq!((a.or(b), b.or(a)), (or, or), "{a} or {b}");
        }
    }

    /// Values as text: a letter is a constructor, its fields follow in brackets, `_` is not
    /// available.
    struct Letters;

    impl Parts for Letters {
        type Value = &'static str;
        type Name = char;

        fn parts(&mut self, value: &&'static str) -> Option<(char, Vec<&'static str>)> {
            let name = value.chars().next().filter(|name| *name != '_')?;
            let mut fields = Vec::new();
            let (mut depth, mut start) = (0, 2);
            for (at, letter) in value.char_indices().skip(1) {
                match letter {
                    '(' => depth += 1,
                    ',' | ')' if depth == 1 => {
                        fields.push(&value[start..at]);
                        start = at + 1;
                        depth -= u32::from(letter == ')');
                    }
                    ')' => depth -= 1,
                    _ => {}
                }
            }
            Some((name, fields))
        }
    }

    #[test]
    fn equality() {
        let check = |a, b, expected| {
            assert_eq!(equal(&mut Letters, &a, &b), expected, "{a} = {b}");
            assert_eq!(equal(&mut Letters, &b, &a), expected, "{b} = {a}");
        };
        check("a", "a", Truth::True);
        check("a", "b", Truth::False);
        check("a", "_", Truth::Unknown);
        check("a(b,c(d))", "a(b,c(d))", Truth::True);
        check("a(b,_)", "a(b,c)", Truth::Unknown);
        check("a(_,c)", "a(b,d)", Truth::False);
        check("a(_,c(e,f))", "a(b,c(e,g))", Truth::False);
    }
}
