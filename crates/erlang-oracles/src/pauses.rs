//! Tests: every oracle says the same by slices as at once, and nothing is lost if it is dropped in
//! between.

use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use erlang_machine::compile;
use erlang_machine::program::Program;
use erlang_tree::RunTree;
use inquiry::{Judgement, Oracle};
use slices::testing::by_slices;
use slices::{Meter, finish};
use test_support::Sources;

use crate::testing::{call, processes, zoomed};
use crate::{
    Call, ContestedSpecs, Court, EUnit, Inside, Limits, ProcessReference, Properties, Reference, Specs,
};

const SLICE: u64 = 1_000;

/// Asks an oracle about a call.
#[track_caller]
fn check(make: impl Fn(Limits) -> Box<dyn Oracle<Call>>, statement: &str, expected: Judgement) {
    let make = |meter: &Meter| {
        let limits = Limits { meter: meter.clone(), ..Limits::default() };
        (make(limits), call(statement))
    };
    assert_eq!(by_slices(SLICE, make, |(oracle, call)| oracle.judge(call)), Some(expected));
}

const SLOW: &str = "slow(0) -> 0;\nslow(N) -> 1 + slow(N - 1).\n";

#[test]
fn assertions() {
    let tests = format!(
        "-module(m_tests).\n-include_lib(\"eunit/include/eunit.hrl\").\n\
         f_test() -> ?assertEqual(slow(9000), m:f(slow(9000))).\n{SLOW}"
    );
    let modules = Sources::new(&["-module(m).\n-export([f/1]).\nf(N) -> N.\n", &tests]);
    let eunit = |limits| -> Box<dyn Oracle<Call>> {
        Box::new(EUnit::new(&modules.all(), Rc::new(modules.clone()), Rc::default(), limits))
    };
    check(eunit, "m:f(9000) = 9000", Judgement::Right);
    check(eunit, "m:f(9000) = 9001", Judgement::Wrong);
}

#[test]
fn properties() {
    let properties = format!(
        "-module(props).\n-include_lib(\"proper/include/proper.hrl\").\n-whodunit_complete([prop_f/0]).\n\
         prop_f() -> ?FORALL(N, integer(), slow(N) =:= m:f(N)).\n{SLOW}"
    );
    let modules = Sources::new(&["-module(m).\n-export([f/1]).\nf(N) -> N.\n", &properties]);
    let property = |limits| -> Box<dyn Oracle<Call>> {
        let loader = Rc::new(modules.clone());
        let properties = Properties::new(&modules.all(), &[], loader, Rc::default(), limits);
        Box::new(properties.expect("properties").judges().pop().expect("a property"))
    };
    check(property, "m:f(9000) = 9000", Judgement::Right);
    check(property, "m:f(9000) = 9001", Judgement::Wrong);
}

#[test]
fn another_version() {
    let suspect = Rc::new(Program::new(Box::new(Sources::new(&[])), compile::Options::default()));
    let reference = |limits| -> Box<dyn Oracle<Call>> {
        let modules = Sources::new(&[&format!("-module(m).\n-export([slow/1]).\n{SLOW}")]);
        Box::new(Reference::new(Court::new(Box::new(modules), limits), suspect.clone()))
    };
    check(reference, "m:slow(9000) = 9000", Judgement::Right);
    check(reference, "m:slow(9000) = 9001", Judgement::Wrong);
}

#[test]
fn specs() {
    let specs = |limits: Limits| -> Box<dyn Oracle<Call>> {
        let module = "-module(m).\n-export([f/1]).\n-spec f([integer()]) -> [integer()].\nf(L) -> L.\n";
        Box::new(ContestedSpecs::new(Specs::new(Rc::new(Sources::new(&[module])), limits.meter), None, None))
    };
    let numbers = vec!["1"; 9_000].join(", ");
    check(specs, &format!("m:f([{numbers}]) = [{numbers}, a]"), Judgement::Wrong);
}

#[test]
fn another_version_inside_a_call() {
    let text = |wrong: &str| format!("-module(m).\n-export([main/0]).\nmain() -> slow(9000){wrong}.\n{SLOW}");
    let make = |meter: &Meter| {
        let (program, zoom) = zoomed(&text(" + 1"));
        let reference = Box::new(Sources::new(&[&text("")]));
        let limits = Limits { meter: meter.clone(), ..Limits::default() };
        (Inside::new(&zoom, reference, program, limits).expect("a counterpart"), zoom)
    };
    let judged = by_slices(SLICE, make, |(inside, zoom)| Box::pin(inside.judge(zoom, NodeId(1))));
    assert_eq!(judged, Some(Judgement::Wrong));
}

const SERVER: &str = "-module(m).\n-export([main/0]).
    main() -> P = self(), spawn(fun() -> serve(P) end), receive {N, _} -> N + 1 end.
    serve(P) -> P ! {slow(100000), self()}.
    slow(0) -> 0;
    slow(N) -> 1 + slow(N - 1).";

/// Longer than the shares in which processes take turns, between which replays pause.
const LONG_SLICE: u64 = 10_000;

#[test]
fn another_version_of_processes() {
    let make = |meter: &Meter| {
        let (program, run) = processes(&SERVER.replace("{slow(100000)", "{1 + slow(100000)"));
        let reference = ProcessReference::new(program, [test_support::module(SERVER)], meter.clone());
        (reference.expect("a reference"), run)
    };
    let judged = by_slices(LONG_SLICE, make, |(reference, run)| {
        let serve = (0..run.tree().len()).map(NodeId).find(|node| {
            let subject = run.subject(run.tree().subject(*node));
            subject.function.name() == "serve"
        });
        Box::pin(async move { reference.judge(run, serve.expect("a call of serve")).await })
    });
    assert_eq!(judged, Some(Judgement::Wrong));
}

#[test]
fn another_version_in_its_place() {
    let make = |meter: &Meter| {
        let (program, mut run) = processes(&SERVER.replace("N + 1", "N + slow(99999)"));
        let nodes = (0..run.tree().len()).rev().map(NodeId);
        let is_main = |run: &RunTree, node| run.subject(run.tree().subject(node)).function.name() == "main";
        let mut zooms = nodes.filter_map(|node| match is_main(&run, node) {
            true => finish(run.zoom(node, &Meter::unlimited())).ok(),
            false => None,
        });
        let zoom = zooms.next().expect("a look inside");
        let reference = Box::new(Sources::new(&[SERVER]));
        let limits = Limits { meter: meter.clone(), ..Limits::default() };
        (Inside::new(&zoom, reference, program, limits).expect("a counterpart"), zoom)
    };
    let judged = by_slices(LONG_SLICE, make, |(inside, zoom)| {
        Box::pin(async move {
            let mut judged = Vec::new();
            for node in (1..zoom.tree.len()).map(NodeId) {
                judged.push(inside.judge(zoom, node).await);
            }
            judged
        })
    });
    assert!(judged.contains(&Some(Judgement::Wrong)), "{judged:?}");
}
