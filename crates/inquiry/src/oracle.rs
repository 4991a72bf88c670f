//! Those who may know before the person is asked.

use std::future::ready;

use slices::Later;

use crate::act::{Judge, Judgement};

/// Anyone who can judge statements of type `S`.
pub trait Oracle<S> {
    /// How a transcript names this judge.
    fn name(&self) -> String;

    /// `None`: cannot tell. What takes long pauses, and may be dropped then: asked again, it says
    /// the same.
    fn judge<'a>(&'a mut self, statement: &'a S) -> Later<'a, Option<Judgement>>;

    /// A remark for the next oracle, which settles nothing.
    fn advice<'a>(&'a mut self, _statement: &'a S) -> Later<'a, Option<String>> {
        Box::pin(ready(None))
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

    /// What the first who knows says. "Don't know" settles nothing: the next one is asked.
    pub async fn judge(&mut self, statement: &S) -> Option<(Judgement, Judge)> {
        for (judge, oracle) in &mut self.oracles {
            if let Some(judgement) = oracle.judge(statement).await
                && judgement != Judgement::Unknown
            {
                return Some((judgement, judge.clone()));
            }
        }
        None
    }

    /// The remarks of the whole panel for the next oracle.
    pub async fn advice(&mut self, statement: &S) -> Vec<(Judge, String)> {
        let mut said = Vec::new();
        for (judge, oracle) in &mut self.oracles {
            if let Some(advice) = oracle.advice(statement).await {
                said.push((judge.clone(), advice));
            }
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use slices::{Meter, finish, poll};

    use super::*;

    /// Knows one number.
    struct Expert(u32, Judgement);

    impl Oracle<u32> for Expert {
        fn name(&self) -> String {
            format!("expert in {}", self.0)
        }

        fn judge<'a>(&'a mut self, statement: &'a u32) -> Later<'a, Option<Judgement>> {
            Box::pin(async move {
                Meter::new(0).pause_if_spent().await;
                (*statement == self.0).then_some(self.1)
            })
        }

        fn advice<'a>(&'a mut self, statement: &'a u32) -> Later<'a, Option<String>> {
            Box::pin(ready((*statement > self.0).then(|| format!("it is more than {}", self.0))))
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
        assert_eq!(finish(panel.judge(&1)), check(Judgement::Wrong, "expert in 1"));
        assert_eq!(finish(panel.judge(&2)), check(Judgement::Right, "expert in 2"));
        assert_eq!(finish(panel.judge(&3)), None);
        assert_eq!(finish(panel.advice(&3)).len(), 4);
        assert_eq!(finish(panel.advice(&1)), []);
        // Each pauses once; the third is not asked.
        let mut work: Later<'_, _> = Box::pin(panel.judge(&1));
        assert_eq!([poll(&mut work), poll(&mut work)], [None, None]);
        assert_eq!(poll(&mut work), Some(check(Judgement::Wrong, "expert in 1")));
    }
}
