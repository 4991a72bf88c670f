//! `cargo xtask projects DIR`: the EUnit tests of public projects, by OTP and by whodunit.
//!
//! `DIR/owner+name` is a checked-out project of `tests/projects/projects.txt`; `DIR/libs` has the
//! applications that they depend on, compiled or not. None of their code is in this repository.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::shell::{self, Outcome};

/// How long one project may take on one side.
const LIMIT: Duration = Duration::from_secs(120);

/// What came of each test, by module, function, line, title, and number among equals.
type Results = BTreeMap<(String, String, i64, String, usize), String>;

pub fn run(folder: &str) -> Outcome {
    shell::run("cargo", &["build", "--quiet", "--package", "whodunit"])?;
    let whodunit = shell::target_folder()?.join("debug/whodunit");
    let folder = fs::canonicalize(folder).map_err(|error| format!("{folder}: {error}"))?;
    let scratch = std::env::temp_dir().join(format!("whodunit-projects-{}", std::process::id()));
    let (mut all, mut agreed, mut changed) = (0, 0, Vec::new());
    println!(
        "{:28} {:>5} {:>6} {:>8} {:>6} {:>6} {:>6}",
        "project", "OTP", "agree", "not run", "false", "lost", "time"
    );
    for name in listed()? {
        let project = folder.join(&name);
        if !project.is_dir() {
            continue;
        }
        let before = fingerprint(&project)?;
        let here = scratch.join(&name);
        fs::create_dir_all(&here).map_err(|error| format!("{}: {error}", here.display()))?;
        let (otp, otp_time) = by_otp(&project, &here, &folder.join("libs"))?;
        let (ours, our_time) = by_whodunit(&whodunit, &project, &here, &folder.join("libs"))?;
        let row = Row::of(&otp, &ours);
        let ratio = our_time.as_secs_f64() / otp_time.as_secs_f64().max(0.001);
        println!(
            "{name:28} {:>5} {:>6} {:>8} {:>6} {:>6} {:>5.1}x  {}",
            otp.len(),
            row.agreed,
            row.not_run,
            row.wrong.len(),
            row.lost,
            ratio,
            stopped(&here).unwrap_or_default()
        );
        row.wrong.iter().take(5).for_each(|wrong| println!("    {wrong}"));
        all += otp.len();
        agreed += row.agreed;
        if fingerprint(&project)? != before {
            changed.push(name);
        }
    }
    let _ = fs::remove_dir_all(&scratch);
    println!("{agreed} of {all} tests that OTP runs have the same outcome");
    if changed.is_empty() { Ok(()) } else { Err(format!("changed by a run: {}", changed.join(", "))) }
}

/// The names of the projects, as their folders are called.
fn listed() -> Outcome<Vec<String>> {
    let path = shell::root().join("tests/projects/projects.txt");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.filter_map(|line| line.split_whitespace().next()).map(|name| name.replace('/', "+")).collect())
}

struct Row {
    agreed: usize,
    not_run: usize,
    /// Other outcomes than OTP's.
    wrong: Vec<String>,
    /// Tests of OTP's that were not even found.
    lost: usize,
}

impl Row {
    fn of(otp: &Results, ours: &Results) -> Row {
        let mut row = Row { agreed: 0, not_run: 0, wrong: Vec::new(), lost: 0 };
        for (test, theirs) in otp {
            match ours.get(test) {
                None => row.lost += 1,
                Some(outcome) if outcome == theirs => row.agreed += 1,
                Some(outcome) if outcome == "unsupported" => row.not_run += 1,
                Some(outcome) => {
                    let (module, function, line, title, _) = test;
                    row.wrong.push(format!(
                        "{module}:{function} line {line} {title}: {theirs} in OTP, {outcome} here"
                    ));
                }
            }
        }
        row
    }
}

/// What whodunit said of the project as a whole.
fn stopped(scratch: &Path) -> Option<String> {
    let said = fs::read_to_string(scratch.join("said")).ok()?;
    said.lines().find(|line| line.starts_with("error") || line.starts_with("note")).map(str::to_owned)
}

fn by_otp(project: &Path, scratch: &Path, libs: &Path) -> Outcome<(Results, Duration)> {
    let script = shell::root().join("tests/projects/otp.escript");
    let mut command = Command::new("escript");
    command.arg(script).arg(project).arg(scratch).env("ERL_LIBS", libs);
    let time = limited(command.stdout(Stdio::null()).stderr(Stdio::null()))?;
    let text = fs::read_to_string(scratch.join("results")).unwrap_or_default();
    let mut results = Results::new();
    for line in text.lines() {
        if let [outcome, module, function, line, title] = line.splitn(5, '\t').collect::<Vec<_>>()[..] {
            add(&mut results, module, function, line.parse().unwrap_or(0), title, outcome);
        }
    }
    Ok((results, time))
}

fn by_whodunit(whodunit: &Path, project: &Path, scratch: &Path, libs: &Path) -> Outcome<(Results, Duration)> {
    let create = |name: &str| fs::File::create(scratch.join(name)).map_err(|error| error.to_string());
    let mut command = Command::new(whodunit);
    command.args(["test", "--json"]).current_dir(project).env("ERL_LIBS", libs);
    let time = limited(command.stdout(create("json")?).stderr(create("said")?))?;
    let text = fs::read_to_string(scratch.join("json")).unwrap_or_default();
    let mut results = Results::new();
    for line in text.lines() {
        let Ok(event) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        if event["event"] != "test" {
            continue;
        }
        let part = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        let outcome =
            if event["cause"] == "unsupported" { "unsupported".to_owned() } else { part("outcome") };
        let line = event["line"].as_i64().unwrap_or(0);
        add(&mut results, &part("module"), &part("function"), line, &part("title"), &outcome);
    }
    Ok((results, time))
}

fn add(results: &mut Results, module: &str, function: &str, line: i64, title: &str, outcome: &str) {
    // `-f_test_/0-fun-1-` is a fun in `f_test_`.
    let outer =
        function.strip_prefix('-').and_then(|name| name.split_once('/')).map_or(function, |(name, _)| name);
    let title = title.replace(['\n', '\t'], " ");
    let mut key = (module.to_owned(), outer.to_owned(), line, title, 0);
    while results.contains_key(&key) {
        key.4 += 1;
    }
    results.insert(key, outcome.to_owned());
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
