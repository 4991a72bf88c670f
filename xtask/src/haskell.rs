//! The programs under `tests/lazy/ghc` in real GHC: what is stored beside them is what they print.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::shell::{self, Outcome, read};

/// Programs of one file, and what each printed, are set apart by such a line with the name.
const MARK: &str = "---- ";

struct Program {
    topic: String,
    name: String,
    text: String,
    expected: String,
}

/// One build of all programs, each a module, and one run.
pub fn check() -> Outcome {
    if !shell::is_installed("ghc") {
        return Err("ghc is not installed, and could not be: see \"what the checks need\"".to_owned());
    }
    let programs = programs()?;
    let folder = std::env::temp_dir().join(format!("whodunit-ghc-{}", std::process::id()));
    let printed = build_and_run(&programs, &folder);
    let modules = build_and_run_modules(&folder);
    let _ = std::fs::remove_dir_all(&folder);
    let (modules, stored) = (modules?, read(&shell::root().join("tests/lazy/modules/Main.out"))?);
    if modules != stored {
        return Err(format!("GHC prints something else for modules:\n{modules}"));
    }
    let printed = sections(&printed?);
    let mut differ = Vec::new();
    for (index, program) in programs.iter().enumerate() {
        let found = printed.get(index).map(|(_, text)| &text[..]);
        if found != Some(&program.expected[..]) {
            println!(
                "{}/{}:\nstored: {:?}\nghc:    {found:?}",
                program.topic, program.name, program.expected
            );
            differ.push(format!("{}/{}", program.topic, program.name));
        }
    }
    println!("{} programs, {} differ", programs.len(), differ.len());
    match differ.is_empty() {
        true => Ok(()),
        false => Err(format!("GHC prints something else for {}", differ.join(", "))),
    }
}

fn programs() -> Outcome<Vec<Program>> {
    let mut programs = Vec::new();
    for file in shell::files(&shell::root().join("tests/lazy/ghc"), "hs")? {
        let topic = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (texts, outputs) = (sections(&read(&file)?), sections(&read(&file.with_extension("out"))?));
        for (index, (name, text)) in texts.into_iter().enumerate() {
            let expected = match outputs.get(index) {
                Some((of, expected)) if *of == name => expected.clone(),
                _ => return Err(format!("{topic}.out does not say what {name} prints")),
            };
            programs.push(Program { topic: topic.clone(), name, text, expected });
        }
    }
    Ok(programs)
}

fn build_and_run(programs: &[Program], folder: &Path) -> Outcome<String> {
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).map_err(|error| format!("cannot write {name}: {error}"))
    };
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make a folder: {error}"))?;
    let (mut imports, mut lines) = (String::new(), Vec::new());
    for (index, program) in programs.iter().enumerate() {
        write(&format!("P{index}.hs"), &as_module(&format!("P{index}"), &program.text))?;
        let _ = writeln!(imports, "import qualified P{index}");
        lines.push(format!("putStrLn {:?} >> P{index}.main >> return ()", format!("{MARK}{}", program.name)));
    }
    let main = format!(
        "import System.IO\n{imports}main :: IO ()\nmain = hSetEncoding stdout utf8 >> sequence_\n  [ {} ]\n",
        lines.join("\n  , ")
    );
    write("Main.hs", &main)?;
    // What the programs have beyond Haskell 2010; GHC's newer editions have some of it by
    // themselves.
    let extensions = [
        "BangPatterns",
        "DeriveTraversable",
        "DerivingStrategies",
        "FlexibleContexts",
        "FlexibleInstances",
        "FunctionalDependencies",
        "GeneralizedNewtypeDeriving",
        "LambdaCase",
        "MultiWayIf",
        "NamedFieldPuns",
        "RecordWildCards",
        "TupleSections",
    ];
    let options = ["-v0", "-w", "-O0", "-j2", "-o", "all", "Main.hs"];
    let extensions = extensions.map(|extension| format!("-X{extension}"));
    run(Command::new("ghc").args(extensions).args(options).current_dir(folder).env("LC_ALL", "C.UTF-8"))?;
    run(Command::new(folder.join("all")).current_dir(folder))
}

/// The program under the name of a module: pragmas of GHC stand before the header.
fn as_module(name: &str, text: &str) -> String {
    const HEADER: &str = "module Main where\n";
    let header = format!("module {name} where\n");
    match text.contains(HEADER) {
        true => text.replacen(HEADER, &header, 1),
        false => {
            let pragmas: usize =
                text.split_inclusive('\n').take_while(|line| line.starts_with("{-#")).map(str::len).sum();
            let (pragmas, rest) = text.split_at(pragmas);
            format!("{pragmas}{header}{rest}")
        }
    }
}

/// The program of several modules, as it is.
fn build_and_run_modules(folder: &Path) -> Outcome<String> {
    let (folder, program) = (folder.join("modules"), folder.join("modules/all"));
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make a folder: {error}"))?;
    let options = ["-v0".as_ref(), "-outputdir".as_ref(), folder.as_os_str(), "-o".as_ref()];
    let source = shell::root().join("tests/lazy/modules");
    let mut build = Command::new("ghc");
    run(build.args(options).arg(&program).arg("Main.hs").current_dir(source).env("LC_ALL", "C.UTF-8"))?;
    run(&mut Command::new(program))
}

fn run(command: &mut Command) -> Outcome<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot start {name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{name} printed what is not text"))
}

fn sections(text: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix(MARK), sections.last_mut()) {
            (Some(name), _) => sections.push((name.trim_end().to_owned(), String::new())),
            (None, Some((_, body))) => body.push_str(line),
            (None, None) => {}
        }
    }
    sections
}
