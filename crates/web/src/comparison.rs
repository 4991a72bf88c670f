//! The same program run once more, in another order: to see what is different.

use debugger::dialogue::{Progress, Slice};
use debugger::drawable::{Compared, DiagramChoice, compare};
use debugger::{Dialogue, Input, Output};

use crate::host::Host;
use crate::words;

/// Steps after which a run is drawn as far as it has come.
const MOST_STEPS: u64 = 50_000_000;

/// Two runs of an expression: the one that the page is about, and one with another seed.
pub struct Comparison {
    pub seed: u64,
    /// Which run of the page it belongs to.
    pub run: u64,
    dialogues: Vec<Dialogue>,
    /// How many of them are over.
    done: usize,
    trouble: Option<String>,
}

impl Comparison {
    pub fn begin(host: &mut dyn Host, expression: &str, seed: u64, run: u64) -> Comparison {
        let begun = [None, Some(seed)].into_iter().map(|seed| host.run_again(expression, seed));
        let begun: Result<Vec<Dialogue>, _> = begun.collect();
        let (dialogues, trouble) = match begun {
            Ok(dialogues) => (dialogues, None),
            Err(problems) => {
                (Vec::new(), Some(problems.into_iter().map(|problem| problem.text).collect::<String>()))
            }
        };
        Comparison { seed, run, dialogues, done: 0, trouble }
    }

    pub fn is_done(&self) -> bool {
        self.trouble.is_some() || self.done == self.dialogues.len()
    }

    /// One more slice.
    pub fn go_on(&mut self, slice: Slice) {
        let Some(dialogue) = self.dialogues.get_mut(self.done) else { return };
        let mut next = Some(Input::Continue(slice));
        while let Some(input) = next.take() {
            for output in dialogue.advance(input) {
                match output {
                    Output::Working(Progress::Running { steps }) if steps > MOST_STEPS => {
                        next = Some(Input::Cancel);
                    }
                    // What was typed for the run of the page is not typed again.
                    Output::NeedsInput => next = Some(Input::Line(None)),
                    Output::Problems(problems) => {
                        self.trouble = problems.into_iter().map(|problem| problem.text).next();
                    }
                    Output::Ended(_) => self.done += 1,
                    _ => {}
                }
            }
        }
    }

    /// Both diagrams.
    pub fn pictures(&self, choice: &DiagramChoice) -> Result<(Compared, Compared), String> {
        if let Some(trouble) = &self.trouble {
            return Err(trouble.clone());
        }
        let recorded: Vec<_> = self.dialogues.iter().filter_map(Dialogue::recorded).collect();
        let [one, two] = &recorded[..] else { return Err(words::CANNOT_COMPARE.into()) };
        match (one.diagrams(), two.diagrams()) {
            (Some(one), Some(two)) => compare(&*one, &*two, choice),
            _ => Err(words::CANNOT_COMPARE.into()),
        }
    }
}
