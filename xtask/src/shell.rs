//! Starting programs from the root of the repository, and reading its files.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why something failed, in words for the summary.
pub type Outcome<T = ()> = Result<T, String>;

/// The root of the repository: the folder above this crate.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands in the repository").to_path_buf()
}

/// The text of a file.
pub fn read(file: &Path) -> Outcome<String> {
    std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

/// A file's path below the root of the repository, as problems name it.
pub fn shown(file: &Path) -> String {
    file.strip_prefix(root()).unwrap_or(file).display().to_string()
}

/// Where cargo builds.
pub fn target_folder() -> Outcome<PathBuf> {
    let text = output("cargo", &["metadata", "--format-version", "1", "--no-deps"])?;
    let metadata: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let folder = metadata["target_directory"].as_str().ok_or("cargo metadata names no target folder")?;
    Ok(PathBuf::from(folder))
}

/// Runs a command line to its end, its output going to ours.
pub fn run(program: &str, args: &[&str]) -> Outcome {
    let status = command(program, args).status().map_err(|error| cannot_start(program, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}`: {status}", line(program, args))) }
}

/// Runs a command line to its end and returns what it printed on standard output.
pub fn output(program: &str, args: &[&str]) -> Outcome<String> {
    let output = command(program, args)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| cannot_start(program, &error))?;
    if !output.status.success() {
        return Err(format!("`{}`: {}", line(program, args), output.status));
    }
    String::from_utf8(output.stdout)
        .map_err(|_| format!("`{}` printed what is not text", line(program, args)))
}

/// Whether a command line succeeds. Its output is not shown.
pub fn quiet(program: &str, args: &[&str]) -> bool {
    let status = command(program, args).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Whether a program can be found on the path.
pub fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

fn line(program: &str, args: &[&str]) -> String {
    std::iter::once(program).chain(args.iter().copied()).collect::<Vec<_>>().join(" ")
}

fn cannot_start(program: &str, error: &std::io::Error) -> String {
    format!("cannot start `{program}`: {error}")
}

/// What a folder holds, in the order of the names.
pub fn list(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let cannot = |error| format!("cannot read {}: {error}", folder.display());
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        entries.push(entry.map_err(cannot)?.path());
    }
    entries.sort();
    Ok(entries)
}

/// The files below a folder whose names end in `.extension`.
pub fn files(folder: &Path, extension: &str) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in list(folder)? {
        if entry.is_dir() {
            found.extend(files(&entry, extension)?);
        } else if entry.extension().is_some_and(|ending| ending == extension) {
            found.push(entry);
        }
    }
    Ok(found)
}
