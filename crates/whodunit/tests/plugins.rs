//! The plugin for rebar3 and the include file for make, as a project uses them: without network.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A project with one test that fails, in a folder of its own.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("whodunit-{name}-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write("rebar.config", "{erl_opts, [debug_info]}.\n{project_plugins, [rebar3_whodunit]}.\n");
        write("src/calc.app.src", "{application, calc, [{vsn, \"1\"}, {applications, [kernel, stdlib]}]}.\n");
        write(
            "src/calc.erl",
            "-module(calc).\n-export([sum/1]).\nsum([]) -> 1;\nsum([X | Xs]) -> X + sum(Xs).\n",
        );
        write(
            "test/calc_tests.erl",
            "-module(calc_tests).\n-include_lib(\"eunit/include/eunit.hrl\").\n\
             wrong_test() -> ?assertEqual(3, calc:sum([1, 2])).\nright_test() -> 1 = calc:sum([]).\n",
        );
        Scratch(folder)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        Command::new(program)
            .args(arguments)
            .current_dir(&self.0)
            .env("WHODUNIT", env!("CARGO_BIN_EXE_whodunit"))
            .env("HOME", &self.0)
            .env("NO_COLOR", "1")
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn plugins() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins")
}

fn check(output: &Output, status: i32, expected: &str) {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(expected), "{expected} is missing:\n{text}\n{errors}");
    assert_eq!(output.status.code(), Some(status), "{text}\n{errors}");
}

#[test]
fn rebar3() {
    let project = Scratch::new("rebar3");
    let plugin = project.0.join("_checkouts/rebar3_whodunit");
    std::fs::create_dir_all(plugin.join("src")).expect("a folder");
    for file in ["rebar.config", "src/rebar3_whodunit.erl", "src/rebar3_whodunit.app.src"] {
        std::fs::copy(plugins().join("rebar3_whodunit").join(file), plugin.join(file)).expect("a copy");
    }
    check(&project.run("rebar3", &["whodunit"]), 1, "Failed: 1.  Skipped: 0.  Passed: 1.");
    check(&project.run("rebar3", &["whodunit", "calc_tests:right_test"]), 0, "Test passed");
    check(&project.run("rebar3", &["whodunit", "run", "-e", "calc:sum([4])"]), 0, "5\n");
    check(
        &project.run("rebar3", &["whodunit", "--", "run", "-e", "calc:sum([4])", "--max-steps", "1"]),
        3,
        "",
    );
}

#[test]
fn erlang_mk() {
    let project = Scratch::new("make");
    std::fs::copy(plugins().join("erlang.mk/whodunit.mk"), project.0.join("whodunit.mk")).expect("a copy");
    std::fs::write(project.0.join("Makefile"), "PROJECT = calc\ninclude whodunit.mk\n").expect("a file");
    let output = project.run("make", &["whodunit"]);
    // make has one status for all that fails.
    check(&output, 2, "Failed: 1.  Skipped: 0.  Passed: 1.");
    check(&project.run("make", &["whodunit", "WHODUNIT_OPTS=right_test"]), 0, "Test passed");
    check(&project.run("make", &["whodunit-ask"]), 2, "calc:sum([2]) = 3");
}
