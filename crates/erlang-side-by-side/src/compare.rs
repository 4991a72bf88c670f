//! Runs modules on both sides, a few groups at a time, and reports what differs.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use crate::Trouble;
use crate::corpus::{Mark, Module};
use crate::sections::Sections;
use crate::side::Side;

/// The two sides, and where their files are.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub corpus: PathBuf,
    pub truth: Side,
    pub other: Side,
    /// How many groups run at the same time.
    pub jobs: usize,
    /// How many modules make up a group: they share one start of `erl`.
    pub group: usize,
    /// How often the truth is asked again about a test that differs.
    pub second_opinions: usize,
}

/// What became of one test.
#[derive(Debug)]
pub struct Compared {
    pub title: String,
    pub module: String,
    /// What the truth printed.
    pub expected: String,
    pub verdict: Verdict,
}

#[derive(Debug)]
pub enum Verdict {
    Equal,
    /// Different, and meant to be: the reason is given in the corpus.
    Intended(String),
    /// The truth has more than one answer, since it runs by the clock; the other side gave one of
    /// them.
    Varies,
    /// Different: what to show about it.
    Different(String),
}

impl Comparison {
    /// Compares all modules; outcomes come in the order of the modules.
    pub fn run(&self, modules: Vec<Module>, scratch: &Path) -> Result<Vec<Compared>, Trouble> {
        let groups: VecDeque<(usize, &[Module])> = modules.chunks(self.group.max(1)).enumerate().collect();
        let queue = Mutex::new(groups);
        let worker = || -> Result<Vec<(usize, Vec<Compared>)>, Trouble> {
            let mut done = Vec::new();
            loop {
                let next = queue.lock().map_err(|_| Trouble("another worker failed".to_owned()))?.pop_front();
                let Some((number, group)) = next else { return Ok(done) };
                done.push((number, self.run_group(group, &scratch.join(format!("group-{number}")))?));
            }
        };
        let results: Vec<_> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().map(|worker| worker.join()).collect()
        });
        let mut groups = Vec::new();
        for result in results {
            groups.extend(result.map_err(|_| Trouble("a worker failed".to_owned()))??);
        }
        groups.sort_by_key(|(number, _)| *number);
        let mut outcomes: Vec<Compared> = groups.into_iter().flat_map(|(_, outcomes)| outcomes).collect();
        self.ask_again(&modules, &mut outcomes, scratch)?;
        Ok(outcomes)
    }

    /// Real Erlang runs by the clock: on a busy machine a program with timers may give another
    /// answer than on an idle one, and each of them is right. What differs is asked again, with
    /// nothing else running; whodunit's answer never varies, so it is enough that the truth gives
    /// it once.
    fn ask_again(
        &self,
        modules: &[Module],
        outcomes: &mut [Compared],
        scratch: &Path,
    ) -> Result<(), Trouble> {
        for opinion in 0..self.second_opinions {
            let differs = |outcome: &Compared| matches!(outcome.verdict, Verdict::Different(_));
            let doubted: Vec<Module> = modules
                .iter()
                .filter(|module| outcomes.iter().any(|one| differs(one) && one.module == module.name))
                .cloned()
                .collect();
            if doubted.is_empty() {
                break;
            }
            let again = self.run_group(&doubted, &scratch.join(format!("opinion-{opinion}")))?;
            let equal = again.iter().filter(|one| matches!(one.verdict, Verdict::Equal));
            for title in equal.map(|one| &one.title) {
                for outcome in outcomes.iter_mut().filter(|one| differs(one) && one.title == *title) {
                    outcome.verdict = Verdict::Varies;
                }
            }
        }
        Ok(())
    }

    fn run_group(&self, modules: &[Module], scratch: &Path) -> Result<Vec<Compared>, Trouble> {
        fs::create_dir_all(scratch).map_err(Trouble::with_path("make", scratch))?;
        let expected = self.truth.run(&self.corpus, modules, &scratch.join("truth"))?;
        let found = self.other.run(&self.corpus, modules, &scratch.join("other"))?;
        let outcomes = modules.iter().flat_map(|module| self.judge(module, &expected, &found)).collect();
        fs::remove_dir_all(scratch).map_err(Trouble::with_path("remove", scratch))?;
        Ok(outcomes)
    }

    fn judge(&self, module: &Module, expected: &Sections, found: &Sections) -> Vec<Compared> {
        if let Some(errors) = expected.get(&module.name).filter(|text| text.starts_with("#uncompiled")) {
            let (title, name, expected) = (module.title.clone(), module.name.clone(), errors.to_owned());
            let verdict = Verdict::Different(self.broken(errors));
            return vec![Compared { title, module: name, expected, verdict }];
        }
        let mut outcomes = Vec::new();
        for test in module.tests() {
            let expected = expected.get(&test.section).unwrap_or("#missing\n");
            let found = found.get(&test.section).unwrap_or("#missing\n");
            let verdict = if ["#missing", "#stopped", "#stuck"].iter().any(|word| expected.contains(word)) {
                Verdict::Different(self.broken(expected))
            } else if let Some(mark) = test.differs.filter(|mark| self.other.must_differ(mark)) {
                match expected == found {
                    true => Verdict::Different(unnecessary(mark)),
                    false => Verdict::Intended(mark.reason.clone()),
                }
            } else if expected == found {
                Verdict::Equal
            } else {
                let source = test.text.map(indented).unwrap_or_default();
                let [truth, other] = [self.truth.name(), self.other.name()];
                Verdict::Different(source + &difference(truth, expected, other, found))
            };
            let (title, module, expected) = (test.title, module.name.clone(), expected.to_owned());
            outcomes.push(Compared { title, module, expected, verdict });
        }
        outcomes
    }

    /// A test that says nothing because the truth itself has no answer.
    fn broken(&self, expected: &str) -> String {
        format!("    {} cannot run it:\n{}", self.truth.name(), indented(expected))
    }
}

/// A mark that is not true hides the next real difference.
fn unnecessary(mark: &Mark) -> String {
    format!("    marked as differing ({}), but the same on both sides: remove the mark\n", mark.reason)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// The two texts from their first different line on, a few lines of each.
fn difference(truth: &str, expected: &str, other: &str, found: &str) -> String {
    const SHOWN: usize = 8;
    let expected: Vec<&str> = expected.lines().collect();
    let found: Vec<&str> = found.lines().collect();
    let same = expected.iter().zip(&found).take_while(|(one, two)| one == two).count();
    let mut text = String::new();
    for (name, lines) in [(truth, &expected), (other, &found)] {
        let rest = &lines[same..];
        for (at, line) in rest.iter().take(SHOWN).enumerate() {
            let name = if at == 0 { name } else { "" };
            text.push_str(&format!("  {name:>9} | {line}\n"));
        }
        match rest.len() {
            0 => text.push_str(&format!("  {name:>9} | (nothing more)\n")),
            more if more > SHOWN => text.push_str(&format!("            | … {} lines more\n", more - SHOWN)),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Content;
    use crate::side::Whodunit;

    /// A marked program, which prints this in `erl` and that in whodunit.
    fn judged(mark: &str, flags: &[&str], erl: &str, whodunit: &str) -> Verdict {
        let flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let other = Side::Whodunit(Whodunit { program: PathBuf::new(), flags, programs_at_once: 1 });
        let (truth, corpus) = (Side::Erl, PathBuf::new());
        let comparison = Comparison { corpus, truth, other, jobs: 1, group: 1, second_opinions: 0 };
        let content = Content::Program { path: PathBuf::new(), differs: crate::corpus::mark(mark) };
        let module = Module { name: "m".to_owned(), title: "m.erl".to_owned(), content };
        let sections = |text: &str| Sections::parse(&format!("#begin m\n{text}\n#end m\n"));
        comparison.judge(&module, &sections(erl), &sections(whodunit)).remove(0).verdict
    }

    #[test]
    fn a_marked_test_must_differ() {
        let check = |mark: &str, flags: &[&str], whodunit: &str, expected: &str| {
            let verdict = match judged(mark, flags, "1", whodunit) {
                Verdict::Equal => "equal",
                Verdict::Intended(_) => "intended",
                Verdict::Varies => "varies",
                Verdict::Different(_) => "failed",
            };
            assert_eq!(verdict, expected, "{mark} {flags:?} {whodunit}");
        };
        check("", &[], "1", "equal");
        check("", &[], "2", "failed");
        check("%% differs: why", &[], "2", "intended");
        check("%% differs: why", &[], "1", "failed");
        check("%% differs without OTP: why", &[], "2", "failed");
        check("%% differs without OTP: why", &[], "1", "equal");
        check("%% differs without OTP: why", &["--no-otp"], "2", "intended");
        check("%% differs without OTP: why", &["--no-otp"], "1", "failed");
    }

    #[test]
    fn a_difference_is_shown_from_its_first_line_on() {
        assert_eq!(
            difference("erl", "same\na\nb\n", "whodunit", "same\nc\n"),
            "        erl | a\n            | b\n   whodunit | c\n"
        );
        assert_eq!(
            difference("one", "a\n", "two", "a\nb\n"),
            "        one | (nothing more)\n        two | b\n"
        );
    }
}
