//! The answers file: one JSON object a line, appended to and synced after every answer, so that a
//! kill at any moment loses nothing.

use std::io;
use std::path::Path;

use debugger::files::Files;
use session::{Entry, Knowledge};

use crate::disk::Disk;
use crate::durable::Growing;
use crate::words;

pub struct AnswersFile(Growing);

/// What an answers file holds.
#[derive(Debug, Default)]
pub struct Read {
    pub knowledge: Knowledge,
    /// Lines that could not be used, and why: no reason to stop.
    pub warnings: Vec<String>,
    /// The last line is not whole.
    cut_off: bool,
}

impl AnswersFile {
    /// Reads what is there, then opens it for more. A file that is not there yet is an empty one.
    pub fn open(path: &Path) -> Result<(AnswersFile, Read), String> {
        let shown = path.display();
        let files: &dyn Files = &Disk;
        let bytes = match files.source(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(format!("cannot read {shown}: {error}")),
        };
        let read = read(&String::from_utf8_lossy(&bytes), &shown.to_string())?;
        let kept = match read.cut_off {
            true => bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1),
            false => bytes.len(),
        };
        Ok((AnswersFile(Growing::open(path, kept as u64)?), read))
    }

    /// Appends whole lines: they are on disk when this returns. On an error the file is as it was.
    pub fn append(&mut self, lines: &str) -> Result<(), String> {
        self.0.append(lines)
    }
}

/// A last line without its end was being written when someone pulled the plug: it is dropped. A
/// damaged line costs that line. A file without any answer is something else, and not to be
/// written to.
fn read(text: &str, name: &str) -> Result<Read, String> {
    let mut read = Read { knowledge: Knowledge::default(), warnings: Vec::new(), cut_off: false };
    let mut damaged = Vec::new();
    let mut is_answers = text.trim().is_empty();
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let entry = match line.trim() {
            "" => continue,
            text => Entry::from_json(text),
        };
        match entry {
            Ok(entry) if line.ends_with('\n') => {
                is_answers = true;
                if read.knowledge.contradicts(&entry) {
                    read.warnings.push(words::contradictory_answer(name, number));
                }
                read.knowledge.learn(&entry);
            }
            Err(error) if line.ends_with('\n') => damaged.push((number, error)),
            _ => {
                is_answers = true;
                read.cut_off = true;
                read.warnings.push(words::incomplete_answer(name, number));
            }
        }
    }
    if let (false, Some((number, error))) = (is_answers, damaged.first()) {
        return Err(words::not_an_answer(name, *number, error));
    }
    let damaged = damaged.iter().map(|(number, error)| words::ignored_answer(name, *number, error));
    read.warnings.extend(damaged);
    read.knowledge.forget_unknown();
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestFolder;

    const LINE: &str = r#"{"v":1,"statement":"m:f(1)","claims":["2"],"answer":"right"}"#;

    #[test]
    fn damage() {
        let check = |text: &str, expected: &str| {
            let shown = match read(text, "answers") {
                Ok(read) => format!("{} {:?}", !read.knowledge.is_empty(), read.warnings),
                Err(message) => message,
            };
            assert!(shown.starts_with(expected), "{text:?}: {shown}");
        };
        check("", "false []");
        check(&format!("{LINE}\n"), "true []");
        check(&format!("{LINE}\n\n{LINE}\n"), "true []");
        check(&format!("{LINE}\n{}", &LINE[..30]), "true [\"answers:2: the last line is incomplete");
        // Whole, but perhaps not all of what was meant.
        check(LINE, "false [\"answers:1: the last line is incomplete");
        // A damaged line costs that line; a file of something else is not written to.
        let damaged = format!("{}\n{LINE}\n", &LINE[..30]);
        check(&damaged, "true [\"answers:1: this is not an answer, and was ignored");
        check("hello\n", "answers:1: this is not an answer");
        let other = LINE.replace("right", "wrong");
        check(&format!("{LINE}\n{other}\n"), "true [\"answers:2: this contradicts an earlier answer");
        let undo = LINE.replace("right", "undo");
        check(&format!("{LINE}\n{undo}\n{other}\n"), "true []");
    }

    #[test]
    fn grows_after_the_last_whole_line() {
        let tree = TestFolder::new(&["m.erl: -module(m).\n"]);
        let path = tree.root().join("answers");
        std::fs::write(&path, format!("{LINE}\n{}", &LINE[..30])).expect("a file");
        let (mut file, _) = AnswersFile::open(&path).expect("readable");
        file.append(&format!("{LINE}\n")).expect("writable");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), format!("{LINE}\n{LINE}\n"));
        let (_, read) = AnswersFile::open(&path).expect("readable");
        assert!(!read.cut_off && read.warnings.is_empty());
        // Bytes that are not text damage their own line only, and no position before or after them
        // changes.
        let mut bytes = vec![0xff, b'\n'];
        bytes.extend_from_slice(format!("{LINE}\n{}", &LINE[..30]).as_bytes());
        std::fs::write(&path, &bytes).expect("a file");
        let (mut file, read) = AnswersFile::open(&path).expect("readable");
        assert_eq!(read.warnings.len(), 2);
        file.append(&format!("{LINE}\n")).expect("writable");
        let expected = [&[0xff, b'\n'], format!("{LINE}\n{LINE}\n").as_bytes()].concat();
        assert_eq!(std::fs::read(&path).expect("a file"), expected);
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files() {
        let message = AnswersFile::open(Path::new("/dev/zero")).err();
        assert_eq!(message.as_deref(), Some("cannot read /dev/zero: it is not a regular file"));
    }
}
