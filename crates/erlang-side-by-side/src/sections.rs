//! Reads what the driver printed: one section of text for each test.

use std::collections::BTreeMap;

use crate::masks::mask;

/// What a side printed, by the name of the test.
#[derive(Debug, Default)]
pub struct Sections {
    complete: BTreeMap<String, String>,
    /// The test that was running when the output ended.
    unfinished: Option<(String, String)>,
}

impl Sections {
    /// Text outside of sections (the process table that whodunit prints at its end) is skipped.
    pub fn parse(output: &str) -> Sections {
        let mut sections = Sections::default();
        let mut open: Option<(String, String)> = None;
        for line in output.lines() {
            match &mut open {
                None => {
                    let name = line.strip_prefix("#begin ").or_else(|| line.strip_prefix("#uncompiled "));
                    if let Some(name) = name {
                        let mut text = String::new();
                        if line.starts_with("#uncompiled") {
                            text.push_str("#uncompiled\n");
                        }
                        open = Some((name.to_owned(), text));
                    }
                }
                Some((name, text)) => {
                    if line.strip_prefix("#end ") == Some(name) {
                        sections.complete.extend(open.take());
                    } else {
                        text.push_str(&mask(line));
                        text.push('\n');
                    }
                }
            }
        }
        sections.unfinished = open;
        sections
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.complete.get(name).map(String::as_str)
    }

    pub fn unfinished(&self) -> Option<(&str, &str)> {
        self.unfinished.as_ref().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    pub fn insert(&mut self, name: String, text: String) {
        self.complete.insert(name, text);
    }

    /// Takes over the complete sections of another output.
    pub fn absorb(&mut self, other: Sections) {
        self.complete.extend(other.complete);
    }

    pub fn len(&self) -> usize {
        self.complete.len()
    }

    pub fn is_empty(&self) -> bool {
        self.complete.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_splits_into_sections() {
        let output = "noise\n#begin a:1\nhello\n\n#value 1\n#end a:1\n#begin a:2\nhalf\n";
        let sections = Sections::parse(output);
        assert_eq!(sections.len(), 1);
        assert_eq!(sections.get("a:1"), Some("hello\n\n#value 1\n"));
        assert_eq!(sections.unfinished(), Some(("a:2", "half\n")));
    }

    #[test]
    fn a_source_that_does_not_compile_is_a_section_too() {
        let sections = Sections::parse("#uncompiled m\nm.erl:1: no\n#end m\n");
        assert_eq!(sections.get("m"), Some("#uncompiled\nm.erl:1: no\n"));
    }
}
