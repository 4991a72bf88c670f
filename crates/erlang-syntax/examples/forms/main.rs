//! `forms [--forms] [--release N] [--lib DIR] [-I DIR]… FILE…`: parses each file and shows what is
//! wrong with it; with `--forms` also its syntax tree, in the notation of Erlang's abstract format,
//! so that it can be compared with that of `epp:parse_file/2`.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::fs;
use std::path::{Path, PathBuf};

use erlang_syntax::forms::{self, Unkept};
use erlang_syntax::source::Include;
use erlang_syntax::{Options, parse_module, render};
use erlang_term::print::{Encoding, write_with};

fn main() {
    let mut headers = Headers { directories: Vec::new(), libraries: None };
    let mut release = 27;
    let (mut show_forms, mut files) = (false, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--forms" => show_forms = true,
            "--release" => release = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(release),
            "--lib" => headers.libraries = arguments.next().map(PathBuf::from),
            "-I" => headers.directories.extend(arguments.next().map(PathBuf::from)),
            _ => files.push(argument),
        }
    }
    for name in files {
        let text = match fs::read(&name) {
            Ok(text) => text,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let options = Options { include: &headers, otp_release: release, ..Options::default() };
        let (module, problems) = parse_module(&name, &text, &options);
        for problem in &problems {
            println!("{}\n", render(problem, &module.sources, false));
        }
        if show_forms {
            for form in forms::encode(&module, Unkept::Zero) {
                println!("{}", write_with(&form, Encoding::Unicode, None));
            }
        }
    }
}

struct Headers {
    directories: Vec<PathBuf>,
    /// Where `APP-VERSION` folders are.
    libraries: Option<PathBuf>,
}

impl Include for Headers {
    fn include(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)> {
        let beside = Path::new(from).parent().map(Path::to_path_buf);
        beside.iter().chain(&self.directories).find_map(|directory| read(directory.join(name)))
    }

    fn include_lib(&self, _: &str, name: &str) -> Option<(String, Vec<u8>)> {
        let (application, rest) = name.split_once('/')?;
        let prefix = format!("{application}-");
        let folder = fs::read_dir(self.libraries.as_ref()?).ok()?.filter_map(Result::ok).find(|entry| {
            let folder = entry.file_name();
            folder.to_str().is_some_and(|folder| folder.starts_with(&prefix))
        })?;
        read(folder.path().join(rest))
    }
}

fn read(path: PathBuf) -> Option<(String, Vec<u8>)> {
    let bytes = fs::read(&path).ok()?;
    Some((path.to_string_lossy().into_owned(), bytes))
}
