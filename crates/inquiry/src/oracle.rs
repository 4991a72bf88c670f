//! Those who may know before the person is asked.

use crate::act::{Judge, Judgement};

/// Anyone who can judge statements of type `S`.
pub trait Oracle<S> {
    /// How a transcript names this judge.
    fn name(&self) -> String;

    /// `None`: cannot tell.
    fn judge(&mut self, statement: &S) -> Option<Judgement>;

    /// What it can say to whoever is asked next, though it settles nothing.
    fn advice(&mut self, _statement: &S) -> Option<String> {
        None
    }
}

/// Oracles in the order in which they are asked.
pub struct Panel<S> {
    oracles: Vec<(Judge, Box<dyn Oracle<S>>)>,
}

impl<S> Default for Panel<S> {
    fn default() -> Panel<S> {
        Panel { oracles: Vec::new() }
    }
}

impl<S> Panel<S> {
    pub fn new() -> Panel<S> {
        Panel::default()
    }

    pub fn add(&mut self, oracle: Box<dyn Oracle<S>>) {
        self.oracles.push((Judge::new(&oracle.name()), oracle));
    }

    /// What the first who knows says. "Don't know" is no knowledge: the next one is asked.
    pub fn judge(&mut self, statement: &S) -> Option<(Judgement, Judge)> {
        self.oracles.iter_mut().find_map(|(judge, oracle)| {
            let judgement = oracle.judge(statement).filter(|judgement| *judgement != Judgement::Unknown)?;
            Some((judgement, judge.clone()))
        })
    }

    /// What everyone on the panel has to say to whoever is asked next.
    pub fn advice(&mut self, statement: &S) -> Vec<(Judge, String)> {
        let said = self.oracles.iter_mut().map(|(judge, oracle)| (judge, oracle.advice(statement)));
        said.filter_map(|(judge, advice)| Some((judge.clone(), advice?))).collect()
    }
}
