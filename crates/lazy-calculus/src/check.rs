//! Checks an SC proof (functional-logic §2) node by node, and believes nothing: what the premises
//! of a rule must say is worked out from its conclusion, and the instance of a program's rule from
//! what it is said to prove.

use std::collections::HashMap;

use crate::kernel::{Kernel, Statement};
use crate::primitive::Computed;
use crate::proof::{Inference, Node, NodeId, Proof};
use crate::solve::{RuleNumber, is_pattern};
use crate::term::{FunctionId, Symbol, TermId, Terms, View};

/// Where a proof is none, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    pub node: NodeId,
    pub why: &'static str,
}

/// Every node follows from its premises by the rule that it names.
pub fn check(kernel: &Kernel<'_>, proof: &Proof) -> Result<(), Flaw> {
    let checker = Checker { kernel, proof };
    for (index, node) in proof.nodes.iter().enumerate() {
        let id = NodeId(index as u32);
        let sound =
            node.premises.iter().all(|premise| premise.0 > id.0 && (premise.0 as usize) < proof.nodes.len());
        match sound {
            true => checker.node(node).map_err(|why| Flaw { node: id, why })?,
            false => return Err(Flaw { node: id, why: "its premises are not below it" }),
        }
    }
    Ok(())
}

struct Checker<'a> {
    kernel: &'a Kernel<'a>,
    proof: &'a Proof,
}

type Checked = Result<(), &'static str>;

fn require(holds: bool, why: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(why) }
}

impl Checker<'_> {
    fn node(&self, node: &Node) -> Checked {
        let terms = &self.proof.terms;
        let (expr, pattern) = match node.statement {
            Statement::Equal(left, right) => {
                require(node.by == Inference::JN, "only JN proves an equation")?;
                return self.join(node, left, right);
            }
            Statement::Approximates(expr, pattern) => (expr, pattern),
        };
        require(is_pattern(self.kernel, terms, pattern), "its right side is not a pattern")?;
        match node.by {
            Inference::BT => {
                require(matches!(terms.view(pattern), View::Bottom), "BT: not _ on the right")?;
                require(node.premises.is_empty(), "BT: it has premises")
            }
            Inference::RR => {
                let same = match (terms.view(expr), terms.view(pattern)) {
                    (View::Variable(one), View::Variable(other)) => one == other,
                    _ => false,
                };
                require(same, "RR: not one variable on both sides")?;
                require(node.premises.is_empty(), "RR: it has premises")
            }
            Inference::DC => {
                let (View::Rigid(head, exprs), View::Rigid(other, parts)) =
                    (terms.view(expr), terms.view(pattern))
                else {
                    return Err("DC: a side has no head");
                };
                require(head == other && exprs.len() == parts.len(), "DC: the heads differ")?;
                let passive = match head {
                    Symbol::Function(id) => exprs.len() < self.kernel.function(*id).arity,
                    _ => true,
                };
                require(passive, "DC: a call is not a constructor")?;
                self.premises(&node.premises, &exprs, &parts)
            }
            Inference::FA => self.application(node, expr, pattern),
            Inference::Fact(function, rule) => self.fact(node, expr, pattern, function, rule),
            Inference::PR => self.primitive(node, expr, pattern),
            Inference::JN => Err("JN proves equations only"),
        }
    }

    /// The premises are `ei -> ti`, each.
    fn premises(&self, premises: &[NodeId], exprs: &[TermId], patterns: &[TermId]) -> Checked {
        require(premises.len() == exprs.len(), "not as many premises as parts")?;
        for ((premise, expr), pattern) in premises.iter().zip(exprs).zip(patterns) {
            self.says(*premise, *expr, *pattern)?;
        }
        Ok(())
    }

    fn says(&self, node: NodeId, expr: TermId, pattern: TermId) -> Checked {
        let Statement::Approximates(left, right) = self.proof.node(node).statement else {
            return Err("a premise is an equation");
        };
        let terms = &self.proof.terms;
        require(
            terms.same(left, expr) && terms.same(right, pattern) && !self.is_box(node),
            "a premise says something else",
        )
    }

    fn is_box(&self, node: NodeId) -> bool {
        matches!(self.proof.node(node).by, Inference::Fact(..))
    }

    /// JN: both sides have one total value.
    fn join(&self, node: &Node, left: TermId, right: TermId) -> Checked {
        let [one, other] = node.premises[..] else { return Err("JN: not two premises") };
        let Statement::Approximates(_, value) = self.proof.node(one).statement else {
            return Err("JN: a premise is an equation");
        };
        require(self.proof.terms.is_total(value), "JN: the common value is not total")?;
        self.says(one, left, value)?;
        self.says(other, right, value)
    }

    /// PR: what the values of the arguments say is enough.
    fn primitive(&self, node: &Node, expr: TermId, pattern: TermId) -> Checked {
        let terms = &self.proof.terms;
        let View::Rigid(Symbol::Function(id), exprs) = terms.view(expr) else {
            return Err("PR: not a call");
        };
        let function = self.kernel.function(*id);
        let Some(primitive) = function.primitive() else { return Err("PR: not a primitive") };
        require(exprs.len() == function.arity, "PR: not as many arguments as it takes")?;
        let mut values = Vec::new();
        for premise in &node.premises {
            values.push(self.proof.node(*premise).statement.sides().1);
        }
        self.premises(&node.premises, &exprs, &values)?;
        let result = match terms.view(pattern) {
            View::Rigid(symbol, parts) if parts.is_empty() => symbol,
            _ => return Err("PR: its value is not a literal"),
        };
        match primitive.evaluate(self.kernel.source, terms, &values) {
            Computed::Value(value) => require(value == *result, "PR: the value is another"),
            Computed::Needs(_) | Computed::Undefined => Err("PR: the arguments do not say so"),
        }
    }

    /// FA: f e1..en a1..ak -> t.
    fn application(&self, node: &Node, expr: TermId, pattern: TermId) -> Checked {
        let terms = &self.proof.terms;
        require(!matches!(terms.view(pattern), View::Bottom), "FA: nothing is demanded")?;
        let View::Rigid(Symbol::Function(id), mut exprs) = terms.view(expr) else {
            return Err("FA: not a call");
        };
        let arity = self.kernel.function(*id).arity;
        require(exprs.len() >= arity, "FA: too few arguments for a call")?;
        let extra = exprs.split_off(arity);
        let expected = arity + 1 + usize::from(!extra.is_empty());
        require(node.premises.len() == expected, "FA: not as many premises as it has")?;
        let fact = self.proof.node(node.premises[arity]);
        require(matches!(fact.by, Inference::Fact(of, _) if of == *id), "FA: no fact of this function")?;
        let Statement::Approximates(call, result) = fact.statement else { return Err("FA: an odd fact") };
        let View::Rigid(Symbol::Function(of), patterns) = terms.view(call) else {
            return Err("FA: an odd fact");
        };
        require(of == id && patterns.len() == arity, "FA: a fact of another function")?;
        self.premises(&node.premises[..arity], &exprs, &patterns)?;
        match extra.is_empty() {
            true => require(terms.same(result, pattern), "FA: the fact has another result"),
            false => self.applied(node.premises[arity + 1], result, &extra, pattern),
        }
    }

    /// The premise `s a1..ak -> t`.
    fn applied(&self, node: NodeId, result: TermId, extra: &[TermId], pattern: TermId) -> Checked {
        let terms = &self.proof.terms;
        let Statement::Approximates(left, right) = self.proof.node(node).statement else {
            return Err("FA: the last premise is an equation");
        };
        let (head, first) = match terms.view(result) {
            View::Rigid(symbol, first) => (symbol, first),
            _ => return Err("FA: the result is applied but is not a function"),
        };
        let View::Rigid(symbol, arguments) = terms.view(left) else {
            return Err("FA: the last premise is about something else");
        };
        let all: Vec<TermId> = first.into_iter().chain(extra.iter().copied()).collect();
        let same = symbol == head
            && arguments.len() == all.len()
            && arguments.iter().zip(&all).all(|(one, other)| terms.same(*one, *other))
            && terms.same(right, pattern)
            && !self.is_box(node);
        require(same, "FA: the last premise is about something else")
    }

    /// The box: an instance of the rule, by a substitution that is worked out here.
    fn fact(
        &self,
        node: &Node,
        call: TermId,
        result: TermId,
        function: FunctionId,
        number: RuleNumber,
    ) -> Checked {
        let terms = &self.proof.terms;
        let View::Rigid(Symbol::Function(id), patterns) = terms.view(call) else {
            return Err("the fact is about no function");
        };
        require(*id == function, "the rule is of another function")?;
        let rule =
            number.0.checked_sub(1).and_then(|index| self.kernel.function(function).rules().get(index));
        let Some(rule) = rule else { return Err("there is no such rule") };
        require(patterns.len() == rule.patterns.len(), "the fact has too many arguments")?;
        require(node.premises.len() == rule.conditions.len() + 1, "not as many premises as conditions")?;
        let mut pairs: Vec<(TermId, TermId)> = rule.patterns.iter().copied().zip(patterns.clone()).collect();
        for (condition, premise) in rule.conditions.iter().zip(&node.premises) {
            let statement = self.proof.node(*premise).statement;
            let same_kind = std::mem::discriminant(condition) == std::mem::discriminant(&statement);
            require(same_kind && !self.is_box(*premise), "a premise is not an instance of its condition")?;
            let ((left, right), (one, other)) = (condition.sides(), statement.sides());
            pairs.extend([(right, other), (left, one)]);
        }
        let last = node.premises[rule.conditions.len()];
        let Statement::Approximates(body, value) = self.proof.node(last).statement else {
            return Err("the last premise is an equation");
        };
        require(terms.same(value, result) && !self.is_box(last), "the last premise has another value")?;
        pairs.push((rule.body, body));
        for pattern in patterns {
            require(is_pattern(self.kernel, terms, pattern), "an argument of the fact is not a pattern")?;
        }
        self.instance(pairs)
    }

    /// One substitution of partial patterns for the variables of the rule makes the second of each
    /// pair from the first.
    fn instance(&self, mut pairs: Vec<(TermId, TermId)>) -> Checked {
        let mut substitution: HashMap<TermId, TermId> = HashMap::new();
        let (rule, proof): (&Terms, &Terms) = (&self.kernel.terms, &self.proof.terms);
        let mut waiting: Vec<(TermId, TermId)> = Vec::new();
        loop {
            while let Some((of_rule, of_proof)) = pairs.pop() {
                match (rule.view(of_rule), proof.view(of_proof)) {
                    (View::Variable(variable), _) => match substitution.get(&variable) {
                        Some(known) => require(proof.same(*known, of_proof), "not an instance of the rule")?,
                        None => {
                            require(is_pattern(self.kernel, proof, of_proof), "a variable is not a pattern")?;
                            substitution.insert(variable, of_proof);
                        }
                    },
                    (View::Rigid(one, parts), View::Rigid(other, others))
                        if one == other && parts.len() == others.len() =>
                    {
                        pairs.extend(parts.into_iter().zip(others));
                    }
                    // Of a fact that stands for a rule.
                    (View::Bottom, View::Bottom) => {}
                    (View::Flexible(..), _) => waiting.push((of_rule, of_proof)),
                    _ => return Err("not an instance of the rule"),
                }
            }
            // A variable that is applied: what it is tells which part of the other is it.
            let known = waiting.iter().position(|(of_rule, _)| {
                matches!(rule.view(*of_rule), View::Flexible(head, _) if substitution.contains_key(&head))
            });
            if waiting.is_empty() {
                return Ok(());
            }
            let (of_rule, of_proof) = waiting.swap_remove(known.unwrap_or(0));
            let View::Flexible(head, arguments) = rule.view(of_rule) else { continue };
            match (substitution.get(&head).map(|known| proof.view(*known)), proof.view(of_proof)) {
                (Some(View::Bottom), View::Bottom) => {}
                (Some(View::Rigid(symbol, first)), View::Rigid(other, all)) => {
                    let fits = symbol == other && first.len() + arguments.len() == all.len();
                    require(fits, "not an instance of the rule")?;
                    let same = first.iter().zip(&all).all(|(one, other)| proof.same(*one, *other));
                    require(same, "not an instance of the rule")?;
                    pairs.extend(arguments.into_iter().zip(all[first.len()..].iter().copied()));
                }
                (Some(View::Variable(variable)), View::Flexible(other, all)) => {
                    let fits = variable == other && arguments.len() == all.len();
                    require(fits, "not an instance of the rule")?;
                    pairs.extend(arguments.into_iter().zip(all));
                }
                // It stands nowhere in the rule but at heads.
                (None, View::Bottom) => {}
                (None, View::Flexible(other, all)) if all.len() == arguments.len() => {
                    substitution.insert(head, other);
                    pairs.extend(arguments.into_iter().zip(all));
                }
                _ => return Err("not an instance of the rule"),
            }
        }
    }
}
