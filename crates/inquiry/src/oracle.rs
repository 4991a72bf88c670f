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

#[cfg(test)]
mod tests {
    use super::*;

    /// Knows one number.
    struct Expert(u32, Judgement);

    impl Oracle<u32> for Expert {
        fn name(&self) -> String {
            format!("expert in {}", self.0)
        }

        fn judge(&mut self, statement: &u32) -> Option<Judgement> {
            (*statement == self.0).then_some(self.1)
        }

        fn advice(&mut self, statement: &u32) -> Option<String> {
            (*statement > self.0).then(|| format!("it is more than {}", self.0))
        }
    }

    #[test]
    fn the_first_who_knows_is_heard() {
        let mut panel = Panel::new();
        for expert in [
            Expert(1, Judgement::Unknown),
            Expert(1, Judgement::Wrong),
            Expert(1, Judgement::Right),
            Expert(2, Judgement::Right),
        ] {
            panel.add(Box::new(expert));
        }
        let check = |judgement, by| Some((judgement, Judge::new(by)));
        assert_eq!(panel.judge(&1), check(Judgement::Wrong, "expert in 1"));
        assert_eq!(panel.judge(&2), check(Judgement::Right, "expert in 2"));
        assert_eq!(panel.judge(&3), None);
        assert_eq!(panel.advice(&3).len(), 4);
        assert_eq!(panel.advice(&1), []);
    }
}
