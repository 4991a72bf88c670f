//! The certificate of a verdict: conditions V1 to V3 under which blaming a node is a proof, checked
//! from the answers alone.
//!
//! This shares nothing with the search that found the node. If the two disagree, there is no
//! verdict. (V4, that statements are complete, is for the evidence to say.)

use std::collections::{BTreeMap, BTreeSet};

use computation_tree::{NodeId, SubjectId, Tree};
use inquiry::{Act, Judgement, Said};

use crate::event::Claim;

/// What is wrong with a verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// (V1) Nobody said that the node is wrong, nor anything from which that follows.
    NotWrong,
    /// (V2) These came in, and nobody confirmed them.
    Unconfirmed(usize),
    /// (V3) This child is neither right, nor trusted, nor inadmissible.
    Open(NodeId),
    /// (V3) This child was excused because of something that came into the node as well.
    Excused(NodeId),
}

impl Flaw {
    /// Why there is no verdict.
    pub fn reason(&self) -> String {
        match self {
            Flaw::NotWrong => "nobody said that this is wrong".into(),
            Flaw::Unconfirmed(1) => "an input of it is not confirmed".into(),
            Flaw::Unconfirmed(count) => format!("{count} inputs of it are not confirmed"),
            Flaw::Open(_) => "something that it called was not judged".into(),
            Flaw::Excused(_) => "something that it called received a wrong value from outside".into(),
        }
    }
}

/// Checks that the acts prove that `node` is to blame: `inputs` are those that nobody confirmed,
/// and `excused` the nodes of which somebody said that something wrong came in, which nothing in
/// `node` made.
pub fn check(
    tree: &dyn Tree,
    acts: &[Act],
    symptom: NodeId,
    node: NodeId,
    inputs: &[Claim],
    excused: &[NodeId],
) -> Result<(), Flaw> {
    let (judged, trusted) = answers(acts);
    let is_wrong = |node: NodeId| match judged.get(&node) {
        Some(judgement) => *judgement == Judgement::Wrong,
        None => node == symptom,
    };
    let is_innocent =
        |node: NodeId| matches!(judged.get(&node), Some(Judgement::Right | Judgement::Inadmissible));
    // Wrong by itself; or something around it is, and nobody cleared it of that.
    let around = (0..=tree.depth(node)).map(|depth| tree.ancestor(node, depth));
    let follows = around.into_iter().any(is_wrong) && !is_innocent(node);
    if !is_wrong(node) && !follows {
        return Err(Flaw::NotWrong);
    }
    if !inputs.is_empty() {
        return Err(Flaw::Unconfirmed(inputs.len()));
    }
    let mut next = NodeId(node.0 + 1);
    while next < tree.end(node) {
        let child = next;
        next = match () {
            () if excused.contains(&child) => return Err(Flaw::Excused(child)),
            () if is_innocent(child) => tree.end(child),
            // What a trusted function called is not trusted.
            () if trusted.contains(&tree.subject(child)) => NodeId(child.0 + 1),
            () => return Err(Flaw::Open(child)),
        };
    }
    Ok(())
}

/// What was last said of each node, and which subjects are trusted.
fn answers(acts: &[Act]) -> (BTreeMap<NodeId, Judgement>, BTreeSet<SubjectId>) {
    let (mut judged, mut trusted) = (BTreeMap::new(), BTreeSet::new());
    for act in acts {
        judged.extend(act.said.marks());
        if let Said::Trusted(subject, _) = act.said {
            trusted.insert(subject);
        }
    }
    (judged, trusted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use computation_tree::SkeletonBuilder;
    use inquiry::Judge;

    use crate::event::ClaimKind;

    /// Node 0 calls 1, which calls 2, and then 3.
    fn check_verdict(said: &[Said], node: u32, inputs: &[Claim]) -> Result<(), Flaw> {
        check_with(said, node, inputs, &[])
    }

    fn check_with(said: &[Said], node: u32, inputs: &[Claim], excused: &[NodeId]) -> Result<(), Flaw> {
        let mut tree = SkeletonBuilder::new();
        for (subject, closes) in [(1, 0), (2, 0), (3, 2), (4, 2)] {
            tree.open(SubjectId(subject));
            (0..closes).for_each(|_| tree.close());
        }
        let acts: Vec<Act> =
            said.iter().map(|said| Act { said: said.clone(), by: Judge::new("you") }).collect();
        check(&tree.finish(), &acts, NodeId(0), NodeId(node), inputs, excused)
    }

    fn said(node: u32, judgement: Judgement) -> Said {
        Said::Judged(NodeId(node), judgement)
    }

    #[test]
    fn verdicts_that_are_proved() {
        use Judgement::{Inadmissible, Right, Wrong};
        let right = [said(1, Right), said(3, Right)];
        assert_eq!(check_verdict(&right, 0, &[]), Ok(()));
        assert_eq!(check_verdict(&[said(1, Wrong), said(2, Inadmissible)], 1, &[]), Ok(()));
        let trusted = [Said::Trusted(SubjectId(2), None), said(2, Right), said(3, Right)];
        assert_eq!(check_verdict(&trusted, 0, &[]), Ok(()));
    }

    #[test]
    fn verdicts_that_are_not() {
        use Judgement::{Inadmissible, Right, Unknown, Wrong};
        // (V1)
        assert_eq!(check_verdict(&[said(3, Right)], 3, &[]), Err(Flaw::NotWrong));
        assert_eq!(check_verdict(&[said(3, Wrong), said(3, Inadmissible)], 3, &[]), Err(Flaw::NotWrong));
        // (V2)
        let input = Claim::text(1, ClaimKind::Read, "get(x) = 40".into());
        assert_eq!(check_verdict(&[said(3, Wrong)], 3, &[input]), Err(Flaw::Unconfirmed(1)));
        // (V3)
        assert_eq!(check_verdict(&[said(1, Right)], 0, &[]), Err(Flaw::Open(NodeId(3))));
        let unknown = [said(1, Right), said(3, Unknown)];
        assert_eq!(check_verdict(&unknown, 0, &[]), Err(Flaw::Open(NodeId(3))));
        // What came into a call from outside came into the caller, too.
        let from_outside = [said(1, Inadmissible), said(3, Right)];
        assert_eq!(check_with(&from_outside, 0, &[], &[]), Ok(()));
        assert_eq!(check_with(&from_outside, 0, &[], &[NodeId(1)]), Err(Flaw::Excused(NodeId(1))));
        // What a trusted function called has to be judged.
        let trusted = [Said::Trusted(SubjectId(2), None), said(3, Right)];
        assert_eq!(check_verdict(&trusted, 0, &[]), Err(Flaw::Open(NodeId(2))));
    }
}
