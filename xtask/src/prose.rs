//! The prose of a Markdown document: its lines without code, tables and markup, and its sentences.

/// A line of prose and its place in the file.
pub struct Line {
    pub number: usize,
    /// Without inline code.
    pub text: String,
    /// The columns of the line as it stands in the file.
    pub width: usize,
}

/// The lines outside code blocks, tables and comments.
pub fn lines(text: &str) -> Vec<Line> {
    let (mut found, mut fence) = (Vec::new(), None);
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let mark: String = trimmed.chars().take_while(|char| *char == '`' || *char == '~').collect();
        match &fence {
            None if mark.len() >= 3 => fence = Some(mark),
            Some(open) if mark.starts_with(open.as_str()) && trimmed.trim_end() == mark => fence = None,
            Some(_) => {}
            None if line.starts_with("    ") && !trimmed.starts_with(['-', '*']) => {}
            None if trimmed.starts_with('<') => {}
            None => {
                let width = if trimmed.starts_with('|') { 0 } else { line.chars().count() };
                found.push(Line { number: index + 1, text: without_code(line), width });
            }
        }
    }
    found
}

/// What stands in backquotes outside code blocks.
pub fn inline_code(text: &str) -> Vec<String> {
    let (mut found, mut fenced) = (Vec::new(), false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    found
}

/// A word in backquotes, such as `comes to`, is quoted and not used.
pub fn without_code(line: &str) -> String {
    line.split('`').enumerate().map(|(index, part)| if index % 2 == 0 { part } else { "code" }).collect()
}

/// How many words and how many sentences there are. Headings, tables and lists of links are not
/// sentences.
pub fn length(text: &str) -> (usize, usize) {
    let (mut words, mut sentences, mut open) = (0, 0, false);
    for line in lines(text) {
        let line = line.text.trim();
        if line.is_empty() || line.starts_with(['#', '|']) {
            sentences += usize::from(open);
            open = false;
            continue;
        }
        if line.starts_with("- ") {
            sentences += usize::from(open);
        }
        for word in line.split_whitespace() {
            let bare = word.trim_end_matches(['*', ')', '”', '"', ']']);
            if !bare.chars().any(char::is_alphanumeric) {
                continue;
            }
            words += 1;
            open = !bare.ends_with(['.', '!', '?']);
            sentences += usize::from(!open);
        }
    }
    (words, sentences + usize::from(open))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_tables_are_left_out() {
        let text = "One `two three`.\n\n```console\nfour\n```\n| five |\n    six\nSeven.\n";
        let found: Vec<(usize, String)> =
            lines(text).into_iter().map(|line| (line.number, line.text)).collect();
        let expected = [(1, "One code."), (2, ""), (6, "| five |"), (8, "Seven.")];
        assert_eq!(found, expected.map(|(number, text)| (number, text.to_owned())));
    }

    #[test]
    fn words_and_sentences() {
        assert_eq!(
            length("# Title\n\nOne two three. Four\nfive **six.**\n\n- seven\n- eight nine\n"),
            (9, 4)
        );
    }
}
