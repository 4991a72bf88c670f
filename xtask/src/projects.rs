//! `cargo xtask projects DIR`: the EUnit tests of public projects, by OTP and by whodunit.
//!
//! `DIR/owner+name` is a checked-out project of `tests/projects/projects.txt`; `DIR/libs` has the
//! applications that they depend on, compiled or not. None of their code is in this repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::shell::{self, Outcome};

/// How long one project may take on one side.
const LIMIT: Duration = Duration::from_secs(600);

/// How many lines of each kind are shown below a project.
const SHOWN: usize = 8;

/// What came of each test, by module, function, line, title, and number among equals.
type Results = BTreeMap<(String, String, i64, String, usize), String>;

/// With `--dev` among the names, the development build runs: slower, but soon there.
pub fn run(folder: &str, only: &[&str]) -> Outcome {
    let is_dev = only.contains(&"--dev");
    let only: Vec<&str> = only.iter().copied().filter(|name| *name != "--dev").collect();
    let (options, place): (&[&str], _) = match is_dev {
        true => (&[], "debug/whodunit"),
        false => (&["--release"], "release/whodunit"),
    };
    shell::run("cargo", &[&["build", "--quiet", "--package", "whodunit"], options].concat())?;
    let target = shell::target_folder()?;
    let whodunit = target.join(place);
    let folder = fs::canonicalize(folder).map_err(|error| format!("{folder}: {error}"))?;
    let libs = folder.join("libs");
    let mut total = Row::default();
    let mut complaints = Vec::new();
    let (mut projects, mut complete) = (0, 0);
    println!("{}", Row::HEADING);
    for name in listed()? {
        let project = folder.join(&name);
        let is_wanted = only.is_empty() || only.iter().any(|part| name.contains(part));
        if !project.is_dir() || !is_wanted {
            continue;
        }
        let before = fingerprint(&project)?;
        let here = target.join("projects").join(&name);
        fs::create_dir_all(&here).map_err(|error| format!("{}: {error}", here.display()))?;
        let otp = by_otp(&project, &here, &libs, before)?;
        // Tests may write into their project if OTP runs them.
        let before = fingerprint(&project)?;
        let modules: BTreeSet<&str> = otp.results.keys().map(|(module, ..)| module.as_str()).collect();
        let ours = by_whodunit(&whodunit, &project, &here, &libs, &modules)?;
        let row = Row::of(&otp, &ours);
        println!("{}", row.shown(&name));
        row.details(&ours).iter().for_each(|line| println!("    {line}"));
        if fingerprint(&project)? != before {
            complaints.push(format!("{name} was changed by a run"));
        }
        if !row.wrong.is_empty() {
            complaints.push(format!("{name}: {} outcomes differ from OTP's", row.wrong.len()));
        }
        projects += usize::from(row.tests > 0);
        complete += usize::from(row.tests > 0 && row.agreed == row.tests);
        total.add(row);
    }
    println!("{}", total.shown("all"));
    println!("{complete} of {projects} projects with EUnit tests have all outcomes as in OTP");
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("; ")) }
}

/// The names of the projects, as their folders are called.
fn listed() -> Outcome<Vec<String>> {
    let path = shell::root().join("tests/projects/projects.txt");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.filter_map(|line| line.split_whitespace().next()).map(|name| name.replace('/', "+")).collect())
}

/// What one side said of a project.
#[derive(Default)]
struct Side {
    results: Results,
    time: Duration,
    /// Why tests did not run, with how many of them.
    reasons: BTreeMap<String, usize>,
    /// What was said of the project as a whole.
    notes: Vec<String>,
}

/// A line of the table.
#[derive(Default)]
struct Row {
    /// The tests that OTP ran.
    tests: usize,
    agreed: usize,
    not_run: usize,
    /// Other outcomes than OTP's.
    wrong: Vec<String>,
    false_failures: usize,
    false_passes: usize,
    /// Tests of OTP's that were not even found.
    lost: Vec<String>,
    otp_time: Duration,
    our_time: Duration,
}

impl Row {
    const HEADING: &str =
        "project                        OTP   same  not run  false fail  false pass   lost    time";

    fn of(otp: &Side, ours: &Side) -> Row {
        let mut row = Row { otp_time: otp.time, our_time: ours.time, ..Row::default() };
        row.tests = otp.results.len();
        for (test, theirs) in &otp.results {
            let (module, function, line, title, _) = test;
            let name = format!("{module}:{function} line {line} {title}");
            match ours.results.get(test) {
                None => row.lost.push(name),
                Some(outcome) if outcome == theirs => row.agreed += 1,
                Some(outcome) if outcome == "unsupported" => row.not_run += 1,
                Some(outcome) => {
                    row.false_failures += usize::from(theirs == "passed");
                    row.false_passes += usize::from(outcome == "passed");
                    row.wrong.push(format!("{name}: {theirs} in OTP, {outcome} here"));
                }
            }
        }
        row
    }

    fn add(&mut self, other: Row) {
        self.tests += other.tests;
        self.agreed += other.agreed;
        self.not_run += other.not_run;
        self.wrong.extend(other.wrong);
        self.false_failures += other.false_failures;
        self.false_passes += other.false_passes;
        self.lost.extend(other.lost);
        self.otp_time += other.otp_time;
        self.our_time += other.our_time;
    }

    fn shown(&self, name: &str) -> String {
        let ratio = self.our_time.as_secs_f64() / self.otp_time.as_secs_f64().max(0.001);
        format!(
            "{name:28} {:>5} {:>6} {:>8} {:>11} {:>11} {:>6} {ratio:>6.2}x",
            self.tests,
            self.agreed,
            self.not_run,
            self.false_failures,
            self.false_passes,
            self.lost.len(),
        )
    }

    /// What differs, and why: the most frequent causes first.
    fn details(&self, ours: &Side) -> Vec<String> {
        let mut reasons: Vec<_> = ours.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let reasons = reasons.into_iter().map(|(why, count)| format!("{count} not run: {why}"));
        let lost = self.lost.iter().map(|name| format!("lost: {name}"));
        let wrong = self.wrong.iter().cloned();
        let parts: [Vec<String>; 4] =
            [ours.notes.clone(), wrong.collect(), lost.collect(), reasons.collect()];
        parts.into_iter().flat_map(|part| part.into_iter().take(SHOWN)).collect()
    }
}

/// What OTP says. As long as neither the project nor the script changes, it is not asked again.
fn by_otp(project: &Path, scratch: &Path, libs: &Path, before: u64) -> Outcome<Side> {
    let scripts = shell::root().join("tests/projects");
    let script = scripts.join("otp.escript");
    let mut hasher = DefaultHasher::new();
    (before, shell::read(&script)?, shell::read(&scripts.join("listener.erl"))?).hash(&mut hasher);
    let key = hasher.finish().to_string();
    let known = fs::read_to_string(scratch.join("key")).unwrap_or_default();
    let time = match known.split_once(' ') {
        Some((of, seconds)) if of == key => Duration::from_secs_f64(seconds.parse().unwrap_or(1.0)),
        _ => {
            let _ = fs::remove_dir_all(scratch);
            fs::create_dir_all(scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
            let mut command = Command::new("escript");
            command.arg(script).arg(project).arg(scratch).env("ERL_LIBS", libs);
            if shell::read(&project.join("rebar.config")).is_ok_and(|text| text.contains("maybe_expr")) {
                command.env("ERL_FLAGS", "-enable-feature maybe_expr");
            }
            let create = fs::File::create(scratch.join("otp")).map_err(|error| error.to_string())?;
            let time = limited(command.stdout(Stdio::null()).stderr(create))?;
            let text = format!("{key} {}", time.as_secs_f64());
            fs::write(scratch.join("key"), text).map_err(|error| error.to_string())?;
            time
        }
    };
    let text = fs::read_to_string(scratch.join("results")).unwrap_or_default();
    let mut side = Side { time, ..Side::default() };
    for line in text.lines() {
        if let [outcome, module, function, line, title] = line.splitn(5, '\t').collect::<Vec<_>>()[..] {
            add(&mut side.results, module, function, line.parse().unwrap_or(0), title, outcome);
        }
    }
    Ok(side)
}

/// Runs the tests of these modules: those that OTP's EUnit found. Suites of Common Test are others.
fn by_whodunit(
    whodunit: &Path,
    project: &Path,
    scratch: &Path,
    libs: &Path,
    modules: &BTreeSet<&str>,
) -> Outcome<Side> {
    if modules.is_empty() {
        return Ok(Side::default());
    }
    let create = |name: &str| fs::File::create(scratch.join(name)).map_err(|error| error.to_string());
    let mut command = Command::new(whodunit);
    command.args(["test", "--json", "--max-memory", "3GB", "."]).args(modules);
    command.current_dir(project).env("ERL_LIBS", libs);
    let time = limited(command.stdout(create("json")?).stderr(create("said")?))?;
    let text = fs::read(scratch.join("json")).unwrap_or_default();
    let mut side = Side { time, ..Side::default() };
    for line in String::from_utf8_lossy(&text).lines() {
        let Ok(event) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let part = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        if event["event"] == "done" && !event["message"].is_null() {
            side.notes.push(part("message"));
        }
        if event["event"] != "test" {
            continue;
        }
        let unsupported = event["cause"] == "unsupported";
        if unsupported {
            *side.reasons.entry(part("text").lines().next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        let outcome = if unsupported { "unsupported".to_owned() } else { part("outcome") };
        let line = event["line"].as_i64().unwrap_or(0);
        add(&mut side.results, &part("module"), &part("function"), line, &part("title"), &outcome);
    }
    let said = fs::read(scratch.join("said")).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let notes = said.lines().filter(|line| line.starts_with("error") || line.starts_with("note"));
    side.notes.extend(notes.map(str::to_owned));
    Ok(side)
}

fn add(results: &mut Results, module: &str, function: &str, line: i64, title: &str, outcome: &str) {
    // `-f_test_/0-fun-1-` is a fun in `f_test_`.
    let outer =
        function.strip_prefix('-').and_then(|name| name.split_once('/')).map_or(function, |(name, _)| name);
    let title = without_reference(&title.replace(['\n', '\t'], " "));
    let mut key = (module.to_owned(), outer.to_owned(), line, title, 0);
    while results.contains_key(&key) {
        key.4 += 1;
    }
    results.insert(key, outcome.to_owned());
}

/// References have other numbers in each run: `#Ref<0.1.2.3>`.
fn without_reference(title: &str) -> String {
    match title.split_once("#Ref<").and_then(|(before, rest)| Some((before, rest.split_once('>')?.1))) {
        Some((before, after)) => format!("{before}#Ref<>{after}"),
        None => title.to_owned(),
    }
}

/// Runs a program, which is ended when its time is up.
fn limited(command: &mut Command) -> Outcome<Duration> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).spawn().map_err(|error| error.to_string())?;
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if start.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(start.elapsed())
}

/// Names and contents of all files below a folder.
fn fingerprint(folder: &Path) -> Outcome<u64> {
    let mut hasher = DefaultHasher::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut entries: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        entries.sort();
        for entry in entries {
            entry.hash(&mut hasher);
            if entry.is_dir() && !entry.is_symlink() {
                folders.push(entry);
            } else {
                fs::read(&entry).unwrap_or_default().hash(&mut hasher);
            }
        }
    }
    Ok(hasher.finish())
}
