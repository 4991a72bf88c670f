//! The card: what the page asks for now.

use maud::{Markup, html};
use serde_json::json;
use session::event::{Content, Instead, Judged, Question, QuestionKind, Start, Unit, for_people};
use session::{Process, ProcessOutcome};

use debugger::dialogue::Ended;
use debugger::language::{FunctionSeen, TestSummary};
use debugger::words::{self as common, verdicts};

use super::{answer, button, diff, value, verdict};
use crate::scene::{Asked, Goal, Scene, Wants};
use crate::statement::{Line, Statement, is_step};
use crate::tested::{TestFate, Tested, Why};
use crate::words;

pub fn card(scene: &Scene, goes_on: bool) -> Markup {
    html! {
        @if !scene.problems.is_empty() {
            h2 { "This cannot be asked about" }
            @for problem in &scene.problems { pre.problem { (problem.text) } }
        }
        @match &scene.wants {
            Wants::Nothing if scene.is_only_walked() => (nobody_asks_yet(scene)),
            Wants::Nothing => { (waiting(scene)) (starts(scene, true)) },
            Wants::Start(start) => { (symptom(scene)) (beginning(start)) },
            Wants::Question(asked) => { (symptom(scene)) (question(scene, asked)) },
            Wants::Verdict(found) => { (symptom(scene)) (verdict::verdict(found, goes_on)) },
            Wants::Doubt(judged) => { (symptom(scene)) (doubt(judged)) },
            Wants::Line => (line()),
            Wants::Test(summary) => (tests(scene, summary)),
        }
        @if let Some(goal) = &scene.goal { (answers_of_goal(scene, *goal)) }
        @if let Some(notice) = &scene.notice { p.notice role="alert" { (notice) } }
    }
}

/// The wrong result.
fn symptom(scene: &Scene) -> Markup {
    html! {
        @if let Some((remark, statement)) = &scene.symptom {
            @let (head, compared) = remark.split_once('\n').unwrap_or((remark, ""));
            details.symptom open[scene.given.is_empty()] {
                summary { (head) }
                @if compared.is_empty() { pre { (statement) } }
                @else {
                    @let (compared, of) = compared.rsplit_once('\n').unwrap_or((compared, ""));
                    (diff::lines(compared))
                    p.label { (of) }
                    pre { (statement) }
                }
            }
        }
    }
}

fn waiting(scene: &Scene) -> Markup {
    html! {
        (symptom(scene))
        @if scene.work.is_some() { p.hint { "One moment" } }
        @if let Some(ended) = &scene.ended {
            @if scene.problems.is_empty() {
                h2 { (words::OVER) }
                @if *ended == Ended::Undecided { p { "The answers do not tell where the bug is." } }
            }
        }
    }
}

/// A run that somebody steps through: questions can begin at any of its processes.
fn nobody_asks_yet(scene: &Scene) -> Markup {
    html! {
        h2 #ask tabindex="-1" { (words::NOBODY_ASKS_YET) }
        p.hint { (words::ASK_HERE_MEANS) }
        ol.claims.processes {
            @for process in scene.processes.iter().take(MOST_PROCESSES) {
                li {
                    button.claim type="button" data-key=[(process.n < 10).then_some(process.n)]
                        data-say=(json!({"do": "walk", "line": format!("ask #{}", process.n)})) {
                        span.number { (process.n) }
                        (row(process))
                    }
                }
            }
        }
    }
}

/// Processes that the card offers.
const MOST_PROCESSES: usize = 100;

fn unit(question: &Question) -> &'static str {
    match question.unit {
        Unit::Call => "call",
        Unit::Step => "step",
        Unit::Expression => "expression",
    }
}

fn question(scene: &Scene, asked: &Asked) -> Markup {
    let question = &asked.question;
    let hint = match question.kind {
        QuestionKind::Group => words::ARE_ALL_CORRECT,
        QuestionKind::Inputs => words::ARE_INPUTS_CORRECT,
        _ if is_step(question) => words::IS_STEP_CORRECT,
        _ => words::IS_IT_CORRECT,
    };
    let most = scene.most_suspects.max(question.suspects).max(1);
    let ruled_out = words::ruled_out(question.suspects, most, unit(question));
    html! {
        h2 #ask tabindex="-1" { (hint) }
        div #statement { (body(asked, &scene.processes)) }
        @for advice in &question.advice { p.advice { (advice) } }
        (instead(question))
        (answers(asked))
        div.head {
            progress value=(question.suspects) max=(most) aria-label="Suspects left" title=(ruled_out) {}
            p { (common::question_head(question)) }
        }
        (tools(scene))
    }
}

/// The statement of a question, with nothing left out.
pub fn statement(statements: &[Statement], processes: &[Process]) -> Markup {
    html! {
        @for statement in statements {
            @if statement.lines.is_empty() { pre.statement { (statement.lead) } }
            @else { (step(statement, processes)) }
        }
    }
}

fn body(asked: &Asked, processes: &[Process]) -> Markup {
    let question = &asked.question;
    html! {
        @if question.kind == QuestionKind::Group {
            (group(question))
        } @else if let (false, Some(shown)) = (is_step(question), value::of(asked)) {
            (shown)
            div #pointed {
                div #characters role="group" aria-label=(words::WHICH_CHARACTERS) hidden {}
                button.quiet #made type="button" hidden title=(words::WHERE_MADE_MEANS) { (words::WHERE_MADE) }
            }
            div #maker aria-live="polite" {}
        } @else {
            (statement(&asked.statements, processes))
        }
        @if asked.statements.iter().any(|statement| statement.folded) {
            button.quiet type="button" data-look="statement" data-into="statement" { (words::SHOW_ALL) }
        }
    }
}

/// Several statements at once: each can be the first wrong one.
fn group(question: &Question) -> Markup {
    html! {
        ol.claims {
            @for claim in &question.claims {
                @let (sentence, times) = match &claim.content {
                    Content::Statement { statement, claims, times, shown } => {
                        (for_people(shown.as_deref(), statement, claims), *times)
                    }
                    _ => (claim.said().to_owned(), 1),
                };
                li {
                    button.claim type="button" data-say=(wrong(json!({"claim": claim.id})))
                        data-key=(claim.id) {
                        span.number { (claim.id) }
                        code { (common::one_line(sentence, 400)) }
                        @if times > 1 { span.times { "×" (times) } }
                    }
                }
            }
        }
    }
}

fn wrong(mut part: serde_json::Value) -> serde_json::Value {
    part["answer"] = "wrong".into();
    json!({"do": "answer", "answer": part})
}

/// A step of a process: its numbered lines can be clicked.
fn step(statement: &Statement, processes: &[Process]) -> Markup {
    html! {
        pre.statement.wide tabindex="0" { (statement.lead) }
        ol.claims {
            @for line in &statement.lines { li { (claim(line, processes)) } }
        }
    }
}

fn claim(line: &Line, processes: &[Process]) -> Markup {
    let has_items = line.below.iter().any(|(item, _)| item.is_some());
    let plain: Vec<&str> =
        if has_items { Vec::new() } else { line.below.iter().map(|(_, text)| &**text).collect() };
    let said = html! {
        span.number { (line.number) }
        code {
            (line.text)
            @for text in plain { "\n" (text) }
        }
    };
    html! {
        @if line.is_claim {
            button.claim type="button" data-say=(wrong(json!({"claim": line.number}))) data-key=(line.number) { (said) }
        } @else {
            div.claim.given-fact { (said) }
        }
        @if has_items {
            ul.items {
                @for (item, text) in &line.below {
                    li {
                        button.item type="button"
                            data-say=(wrong(json!({"claim": line.number, "item": item}))) { code { (text) } }
                    }
                }
            }
        }
        @if line.can_miss && !processes.is_empty() { (missing(line.number, processes)) }
    }
}

/// A message that should be there, from whom.
fn missing(claim: u32, processes: &[Process]) -> Markup {
    html! {
        details.missing {
            summary { (words::MISSING_QUESTION) }
            form data-form=(wrong(json!({"claim": claim}))) data-field="answer.missing" {
                label {
                    (words::MISSING_FROM) " "
                    select name="missing" {
                        @for process in processes {
                            option value=(process.pid) {
                                (process.pid) " "
                                @if let Some(name) = &process.name { (name) } @else { (process.first_call) }
                            }
                        }
                    }
                }
                button.plain type="submit" { (words::MISSING) }
            }
        }
    }
}

fn instead(question: &Question) -> Markup {
    html! {
        @if let Some(Instead { expression, by, statements }) = &question.instead {
            div.advice {
                p { (verdicts::simpler(by, *statements).replace("; x asks about that one instead", "")) }
                pre { (expression) }
                (button(&words::SIMPLER, &json!({"do": "elsewhere", "expression": expression}), "quiet"))
            }
        }
    }
}

fn answers(asked: &Asked) -> Markup {
    let question = &asked.question;
    let (is_step, is_group) = (is_step(question), question.kind == QuestionKind::Group);
    let right = if is_step || is_group { &words::ALL_CORRECT } else { &words::CORRECT };
    let invalid = if is_step { &words::INVALID_STEP } else { &words::INVALID };
    html! {
        div.answers role="group" aria-label="Answers" {
            (answer(right, &json!({"answer": "right"}), "right"))
            (answer(&words::WRONG, &json!({"answer": "wrong"}), "wrong"))
            (answer(&words::UNKNOWN, &json!({"answer": "unknown"}), "plain"))
            @if !is_group {
                (answer(&words::TRUST, &json!({"answer": "trust"}), "plain"))
                (answer(invalid, &json!({"answer": "inadmissible"}), "plain"))
            }
        }
    }
}

/// What can be done beside answering.
fn tools(scene: &Scene) -> Markup {
    html! {
        div.tools {
            @if !scene.given.is_empty() { (answer(&words::UNDO, &json!({"answer": "undo"}), "quiet")) }
            (strategies(scene))
            @if !scene.is_part { details.more {
                summary { (words::NOT_WRONG) }
                form data-form=(json!({"do": "elsewhere"})) data-field="expression" {
                    label {
                        (words::ANOTHER)
                        input name="expression" autocomplete="off" spellcheck="false" required;
                    }
                    button.quiet type="submit" { (words::ASK_ABOUT_IT) }
                }
            } }
        }
    }
}

fn strategies(scene: &Scene) -> Markup {
    html! {
        label.strategy {
            (words::STRATEGY) " "
            select data-choose=(json!({"do": "answer", "answer": {"answer": "strategy"}}))
                data-field="answer.name" {
                @for strategy in inquiry::Strategy::ALL {
                    option value=(strategy.name()) selected[Some(strategy) == scene.strategy] {
                        (strategy.name())
                    }
                }
            }
        }
    }
}

fn beginning(start: &Start) -> Markup {
    html! {
        h2 #ask tabindex="-1" { (words::WHERE_TO_BEGIN) }
        ol.claims.processes {
            @for process in &start.processes {
                li {
                    button.claim type="button" data-key=(process.n)
                        data-say=(json!({"do": "answer", "answer": {"answer": "process", "n": process.n}})) {
                        span.number { (process.n) }
                        (row(process))
                    }
                }
            }
        }
        div.answers { (answer(&words::UNSURE, &json!({"answer": "whole"}), "plain")) }
    }
}

/// The class of what became of a process.
pub fn tone(outcome: ProcessOutcome) -> &'static str {
    match outcome {
        ProcessOutcome::Value => "good",
        ProcessOutcome::Exception => "bad",
        ProcessOutcome::Blocked | ProcessOutcome::Killed => "waits",
        ProcessOutcome::Running => "live",
    }
}

/// A process in a line or two.
fn row(process: &Process) -> Markup {
    html! {
        span.process {
            code { (process.first_call) }
            span.fate {
                span.pid { (process.pid) @if let Some(name) = &process.name { " " (name) } } " "
                span class=(tone(process.outcome)) { (process.outcome_text()) }
            }
        }
    }
}

fn doubt(judged: &Judged) -> Markup {
    html! {
        h2 #ask tabindex="-1" { (verdicts::doubted(judged.answer, &common::judge(&judged.by))) }
        div.answers {
            (button(&words::INSIST, &json!({"do": "insist"}), "wrong"))
        }
        form.another data-form=(json!({"do": "elsewhere"})) data-field="expression" {
            label {
                (words::ANOTHER)
                input name="expression" autocomplete="off" spellcheck="false" required;
            }
            button.quiet type="submit" { (words::ASK_ABOUT_IT) }
        }
    }
}

fn line() -> Markup {
    html! {
        h2 #ask tabindex="-1" { (words::PROGRAM_READS) }
        form.input data-form=(json!({"do": "line"})) data-field="text" {
            input name="text" aria-label=(words::PROGRAM_READS) autocomplete="off" spellcheck="false"
                autofocus;
            button.plain type="submit" { (words::SEND) }
        }
        button.quiet type="button" data-say=(json!({"do": "end-of-input"})) { (words::END_OF_INPUT) }
    }
}

fn tests(scene: &Scene, summary: &TestSummary) -> Markup {
    let of = |fate: TestFate| scene.tests.iter().filter(move |test| test.fate == fate);
    let failed: Vec<&Tested> = of(TestFate::Failed).collect();
    let reason = |n: usize| (failed.len() == summary.failed.len()).then(|| failed[n].why.as_ref()).flatten();
    let (passed, not_run) = (of(TestFate::Passed).count(), of(TestFate::NotRun).count());
    html! {
        @if summary.failed.is_empty() {
            h2 #ask tabindex="-1" {
                @if scene.tests.is_empty() { (words::NOTHING_TESTED) }
                @else if not_run > 0 { (words::NONE_FAILED) }
                @else { (words::PASSED) }
            }
        } @else {
            h2 #ask tabindex="-1" { (words::FAILED_TESTS) }
            ol.claims {
                @for (n, name) in summary.failed.iter().enumerate() {
                    li {
                        button.claim type="button" data-say=(json!({"do": "test", "n": n}))
                            data-key=[(n < 9).then_some(n + 1)] {
                            span.number { (n + 1) }
                            span.test {
                                code { (name) }
                                @if let Some(why) = reason(n) { (reasons(why)) }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(text) = &summary.text { pre.hint { (text.trim()) } }
        @if passed > 0 { p.hint { (common::count(passed as u64, "test")) " passed." } }
        @if not_run > 0 {
            details.not-run open[summary.failed.is_empty()] {
                summary { (words::COULD_NOT_RUN) span.weight { (not_run) } }
                ul {
                    @for test in of(TestFate::NotRun) {
                        li { code { (test.name) } @if let Some(why) = &test.why { (reasons(why)) } }
                    }
                }
            }
        }
        (starts(scene, summary.failed.is_empty()))
    }
}

/// Why a test failed, or did not run, in a line or two.
fn reasons(why: &Why) -> Markup {
    let brief = |text: &str| common::one_line(text.to_owned(), 160);
    html! {
        @match why {
            Why::Values { expected, found } => {
                span.why { (words::EXPECTED) " " code.come { (brief(expected)) } ", " (words::FOUND_INSTEAD) " " code.gone { (brief(found)) } }
            }
            Why::Text(text) => span.why { (brief(text)) },
        }
    }
}

/// Which answer of a goal is asked about, and the others.
fn answers_of_goal(scene: &Scene, goal: Goal) -> Markup {
    let say = |n: usize, missing: bool| json!({"do": "goal", "n": n, "missing": missing});
    let answer = scene.outcome.as_ref().and_then(|outcome| outcome.value.clone());
    html! {
        div.goal role="group" aria-label=(words::GOAL) {
            p {
                @if goal.missing { (words::MISSING_ANSWER) }
                @else { (words::answer_of_goal(goal.n)) @if let Some(answer) = answer { " " code { (answer) } } }
            }
            div.tools {
                @if goal.n > 1 && !goal.missing {
                    button.quiet type="button" data-say=(say(goal.n - 1, false)) { (words::PREVIOUS_ANSWER) }
                }
                @if goal.missing {
                    button.quiet type="button" data-say=(say(1, false)) { (words::FIRST_ANSWER) }
                } @else {
                    button.quiet type="button" data-say=(say(goal.n + 1, false)) title=(words::MORE_MEANS) { (words::MORE) }
                    button.quiet type="button" data-say=(say(goal.n, true)) title=(words::IS_MISSING_MEANS) { (words::IS_MISSING) }
                }
            }
        }
    }
}

/// What else can be asked about, where no expression was given.
fn starts(scene: &Scene, is_open: bool) -> Markup {
    html! {
        @if !scene.functions.is_empty() || !scene.recent.is_empty() {
            form.input.another data-form=(json!({"do": "begin"})) data-field="expression" {
                label {
                    (words::EXPRESSION)
                    input name="expression" autocomplete="off" spellcheck="false" required;
                }
                button.plain type="submit" { (words::ASK_ABOUT_IT) }
            }
        }
        @if !scene.functions.is_empty() {
            details.functions open[is_open] {
                summary { (words::FUNCTIONS) span.weight { (scene.functions.len()) } }
                ul { @for function in scene.functions.iter().take(MOST_FUNCTIONS) { li { (call(function)) } } }
            }
        }
        @if !scene.recent.is_empty() {
            details.recent {
                summary { (words::RECENT) span.weight { (scene.recent.len()) } }
                ul {
                    @for session in &scene.recent {
                        li {
                            code { (session.command) }
                            span.why { (session.folder) " · " (common::count(session.said as u64, "answer")) }
                        }
                    }
                }
            }
        }
    }
}

/// A form for the arguments of a call.
fn call(function: &FunctionSeen) -> Markup {
    html! {
        form.call data-form=(json!({"do": "call", "function": function.name})) data-all="arguments" {
            code { (function.name) "(" }
            @for (n, argument) in function.arguments.iter().enumerate() {
                @if n > 0 { code { ", " } }
                input name={ (function.name) "/" (function.arguments.len()) "." (n) } placeholder=(argument) size="8"
                    aria-label={ (function.name) ", " (argument) } autocomplete="off" spellcheck="false" required;
            }
            code { ")" }
            button.quiet type="submit" { (words::ASK) }
        }
    }
}

/// More functions than this are not listed: an expression can call any.
const MOST_FUNCTIONS: usize = 300;
