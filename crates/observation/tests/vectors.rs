//! The event vectors, exactly: every event with its mark, the statements, the edges; the same
//! through the file format and through text.

use computation_tree::Vertex;
use observation::event::EventId;
use observation::format::Recorded;
use observation::spans::{Dependencies, Mark, Spans};
use observation::statement::{Collector, Statements};
use observation::trace::Trace;
use observation::value::Style;

const VECTORS: &str = include_str!("vectors.txt");

#[test]
fn vectors() {
    let sections: Vec<&str> = VECTORS.split("## ").skip(1).collect();
    assert_eq!(sections.len(), 3);
    for section in sections {
        let (title, body) = section.split_once('\n').expect("a title");
        let is_event = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let events: Vec<&str> = body.lines().filter(is_event).collect();
        let trace = Trace::from_text(&events.join("\n")).expect("events");
        assert_eq!(described(&trace).trim_end(), body.trim_end(), "{title}");
        let file = trace.write(Vec::new()).expect("a file");
        let (again, trouble) = Trace::read(&file[..]);
        assert_eq!(trouble, None);
        assert_eq!(again.to_text(), trace.to_text());
        assert_eq!(Trace::from_text(&trace.to_text()).expect("text").to_text(), trace.to_text());
    }
}

/// A trace as the vectors describe it.
fn described(trace: &Trace) -> String {
    let mut text = String::new();
    let mut spans = Spans::new();
    for recorded in trace.events() {
        let mark = match spans.add(recorded).expect("a sound event") {
            Mark::None => String::new(),
            Mark::Trivial => " trivial".into(),
            Mark::Span { is_positive, statement } => {
                format!(" {} owner {statement}", if is_positive { '+' } else { '-' })
            }
        };
        text += &format!(
            "{:>5}{}{mark}\n",
            format!("{}:", recorded.id),
            trace.line(recorded).split_once(':').expect("a number").1
        );
    }
    let dependencies = spans.finish();
    let statements = statements(trace, &dependencies);
    for (id, statement) in statements.iter() {
        text += &format!("  stmt {id}: {}\n", statements.text(statement, &trace.texts, Style::RAW));
    }
    let name = |vertex: Vertex| match vertex {
        Vertex::ROOT => "ROOT".to_owned(),
        vertex => dependencies.topics[vertex.0 as usize].event.to_string(),
    };
    let edges: Vec<String> =
        dependencies.graph.edges().map(|(from, to)| format!("{}->{}", name(from), name(to))).collect();
    text + &format!("  edges: {}\n", edges.join(", "))
}

fn statements(trace: &Trace, dependencies: &Dependencies) -> Statements {
    let reached = dependencies.graph.edges().map(|(_, to)| dependencies.topics[to.0 as usize]);
    let mut collector = Collector::new(reached.map(|topic| (topic.event, topic.label)));
    trace.events().try_for_each(|recorded| collector.add(recorded)).expect("sound events");
    collector.finish()
}

/// `text` has a trace; its statements and edges.
fn check(text: &str, statements_and_edges: &str) {
    let trace = Trace::from_text(text).expect("a trace");
    let described = described(&trace);
    let shown: Vec<&str> = described
        .lines()
        .filter(|line| line.starts_with("  stmt") || line.starts_with("  edges"))
        .map(str::trim)
        .collect();
    let expected: Vec<&str> =
        statements_and_edges.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(shown, expected);
}

/// Listing 29: `f x = x+1; g y = y-k; k = f 2; main = g (g 8)`, with `use k` in `g`. Both calls of
/// g depend on k, which is computed once.
#[test]
fn a_constant_has_an_edge_from_every_use() {
    check(
        "0: Root g
         1: Enter (P 0)
         2: Lam (P 0)
         3: MapsTo (P 2)
         4: Enter (Pr 3)
         5: Enter (Pa 3)
         6: MapsTo (P 2)
         7: Enter (Pr 6)
         8: Enter (Pa 6)
         9: Con (Pa 6) 8 0
         10: Use k
         11: Root k
         12: Enter (P 11)
         13: Root f
         14: Enter (P 13)
         15: Lam (P 13)
         16: MapsTo (P 15)
         17: Enter (Pr 16)
         18: Enter (Pa 16)
         19: Con (Pa 16) 2 0
         20: Con (Pr 16) 3 0
         21: Con (P 11) 3 0
         22: Con (Pr 6) 5 0
         23: Con (Pa 3) 5 0
         24: Use k
         25: Con (Pr 3) 2 0",
        "stmt 3: g 5 = 2
         stmt 6: g 8 = 5
         stmt 11: k = 3
         stmt 16: f 2 = 3
         edges: ROOT->3, ROOT->6, 3->11, 6->11, 11->16",
    );
}

#[test]
fn threads_have_their_own_spans() {
    check(
        "0: Root f
         1: Enter (P 0)
         2: Lam (P 0)
         3: Root g
         4: Enter (P 3)
         5: Lam (P 3)
         6: MapsTo (P 2)
         7: Enter (Pr 6)
         thread 1
         8: MapsTo (P 2)
         9: Enter (Pr 8)
         thread 0
         10: MapsTo (P 5)
         11: Enter (Pr 10)
         thread 1
         12: Con (Pr 8) B 0
         thread 0
         13: Con (Pr 10) A 0
         14: Con (Pr 6) A 0",
        "stmt 6: f _ = A
         stmt 8: f _ = B
         stmt 10: g _ = A
         edges: ROOT->6, ROOT->8, 6->10",
    );
}

/// What was not over when the trace ended is shown apart from what was never demanded; so is what
/// failed, and what is hidden.
#[test]
fn an_interrupted_run() {
    check(
        "0: Root f
         1: Enter (P 0)
         2: Lam (P 0)
         3: MapsTo (P 2)
         4: Enter (Pr 3)
         5: Con (Pr 3) (,,) 3
         6: Enter (Pc 5 1)
         7: Con (Pc 5 1) <?> 0
         8: Enter (Pc 5 2)
         9: Root k
         10: Enter (P 9)
         11: MapsTo (P 2)
         12: Enter (Pr 11)
         13: Raise (Pr 11) \"head: empty list\"
         14: MapsTo (P 2)",
        "stmt 3: f _ = (<?>,⊥,_)
         stmt 9: k = ⊥
         stmt 11: f _ = head: empty list
         stmt 14: f _ = _
         edges: ROOT->3, ROOT->14, 3->9, 9->11",
    );
}

#[test]
fn what_cannot_be_is_refused() {
    let check = |text: &str, expected: &str| {
        let trace = Trace::from_text(text).expect("a trace");
        let mut spans = Spans::new();
        let told = trace.events().find_map(|recorded: Recorded| spans.add(recorded).err());
        assert_eq!(told.as_deref(), Some(expected), "{text}");
    };
    check("0: Root f\n1: Lam (P 0)", "event 1 answers (P 0), but nothing was asked");
    check("0: Root f\n1: MapsTo (P 0)", "event 1 applies event 0, which is not a function");
    check("0: Root f\n1: Enter (Pa 0)", "event 1 is about (Pa 0), which does not exist");
    check(
        "0: Root f\n1: Enter (P 0)\n2: Con (P 0) c 0\n3: Enter (Pc 2 1)",
        "event 3 is about (Pc 2 1), which does not exist",
    );
    check(
        "0: Root f\n1: Root g\n2: Enter (P 0)\n3: Enter (P 1)\n4: Lam (P 0)",
        "event 4 answers (P 0), but (P 1) was asked",
    );
    check(
        "0: Root f\n1: Enter (P 0)\n2: Lam (P 0)\n3: Enter (P 0)\n4: Lam (P 0)",
        "event 4 answers (P 0) for the second time",
    );
}

#[test]
fn values() {
    let check = |events: &[&str], expected: &str| {
        let numbered: Vec<String> =
            events.iter().enumerate().map(|(id, event)| format!("{id}: {event}")).collect();
        let trace = Trace::from_text(&numbered.join("\n")).expect("a trace");
        let label = trace.texts.find("f").expect("a label");
        let mut collector = Collector::new([(EventId(0), label)]);
        trace.events().try_for_each(|recorded| collector.add(recorded)).expect("sound events");
        let statements = collector.finish();
        let statement = statements.get(EventId(0)).expect("a statement");
        assert_eq!(statements.text(statement, &trace.texts, Style::PLAIN), format!("f = {expected}"));
    };
    check(&["Root f"], "_");
    check(&["Root f", "Con (P 0) : 2", "Con (Pc 1 1) 1 0"], "1 : _");
    check(&["Root f", "Con (P 0) : 2", "Con (Pc 1 1) 1 0", "Con (Pc 1 2) [] 0"], "[1]");
    check(&["Root f", "Con (P 0) : 2", "Con (Pc 1 1) 'a' 0", "Con (Pc 1 2) [] 0"], "\"a\"");
    check(&["Root f", "Con (P 0) : 2", "Con (Pc 1 2) [] 0"], "[_]");
    check(
        &["Root f", "Con (P 0) (,) 2", "Con (Pc 1 1) -1 0", "Con (Pc 1 2) Just 1", "Con (Pc 3 1) -1 0"],
        "(-1,Just (-1))",
    );
    check(&["Root f", "Con (P 0) :| 2", "Con (Pc 1 1) Just 1", "Con (Pc 1 2) :| 2"], "Just _ :| (_ :| _)");
    check(
        &[
            "Root f",
            "Lam (P 0)",
            "MapsTo (P 1)",
            "Con (Pa 2) 1 0",
            "Lam (Pr 2)",
            "MapsTo (P 4)",
            "Con (Pr 5) 2 0",
        ],
        "{\\1 _->2}",
    );
    // A map is a set.
    check(
        &["Root f", "Lam (P 0)", "MapsTo (P 1)", "MapsTo (P 1)", "MapsTo (P 1)", "Con (Pr 4) 2 0"],
        "{\\_->_, \\_->2}",
    );
}
