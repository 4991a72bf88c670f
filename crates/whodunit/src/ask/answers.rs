//! The answers file: one JSON object a line, appended to and synced after every answer, so that a
//! kill at any moment loses nothing.

use std::io;
use std::path::Path;

use session::{Entry, Knowledge};

use crate::durable::Growing;

pub struct AnswersFile(Growing);

/// What an answers file holds.
#[derive(Debug, Default)]
pub struct Read {
    pub knowledge: Knowledge,
    /// Something that the person should know, but that is no reason to stop.
    pub warning: Option<String>,
    /// The last line is not whole.
    cut_off: bool,
}

impl AnswersFile {
    /// Reads what is there, then opens it for more. A file that is not there yet is an empty one.
    pub fn open(path: &Path) -> Result<(AnswersFile, Read), String> {
        let shown = path.display();
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(format!("cannot read {shown}: {error}")),
        };
        let read = read(&text, &shown.to_string())?;
        let kept = match read.cut_off {
            true => text.rfind('\n').map_or(0, |end| end + 1),
            false => text.len(),
        };
        Ok((AnswersFile(Growing::open(path, kept as u64)?), read))
    }

    /// Appends whole lines: they are on disk when this returns. On an error the file is as it was.
    pub fn append(&mut self, lines: &str) -> Result<(), String> {
        self.0.append(lines)
    }
}

/// A last line without its end was being written when someone pulled the plug: it is dropped. Any
/// other damage is not ours.
fn read(text: &str, name: &str) -> Result<Read, String> {
    let mut read = Read { knowledge: Knowledge::default(), warning: None, cut_off: false };
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let entry = match line.trim() {
            "" => continue,
            text => Entry::from_json(text),
        };
        match entry {
            Ok(entry) if line.ends_with('\n') => read.knowledge.learn(&entry),
            Err(error) if line.ends_with('\n') => {
                return Err(format!("{name}:{number}: this is not an answer: {error}"));
            }
            _ => {
                read.cut_off = true;
                read.warning = Some(format!("{name}:{number}: the last line is incomplete and was ignored"));
            }
        }
    }
    read.knowledge.forget_unknown();
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    const LINE: &str = r#"{"v":1,"statement":"m:f(1)","claims":["2"],"answer":"right"}"#;

    #[test]
    fn damage() {
        let check = |text: &str, expected: &str| {
            let shown = match read(text, "answers") {
                Ok(read) => format!("{} {:?}", !read.knowledge.is_empty(), read.warning),
                Err(message) => message,
            };
            assert!(shown.starts_with(expected), "{text:?}: {shown}");
        };
        check("", "false None");
        check(&format!("{LINE}\n"), "true None");
        check(&format!("{LINE}\n\n{LINE}\n"), "true None");
        check(&format!("{LINE}\n{}", &LINE[..30]), "true Some(\"answers:2: the last line is incomplete");
        // Whole, but perhaps not all of what was meant.
        check(LINE, "false Some(\"answers:1: the last line is incomplete");
        check(&format!("{}\n{LINE}\n", &LINE[..30]), "answers:1: this is not an answer");
        check("hello\n", "answers:1: this is not an answer");
    }

    #[test]
    fn grows_after_the_last_whole_line() {
        let tree = Tree::new(&["m.erl: -module(m).\n"]);
        let path = tree.root().join("answers");
        std::fs::write(&path, format!("{LINE}\n{}", &LINE[..30])).expect("a file");
        let (mut file, _) = AnswersFile::open(&path).expect("readable");
        file.append(&format!("{LINE}\n")).expect("writable");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), format!("{LINE}\n{LINE}\n"));
        let (_, read) = AnswersFile::open(&path).expect("readable");
        assert!(!read.cut_off && read.warning.is_none());
    }
}
