//! The text of a saved session: which code ran, how the run got to where it is
//! ([`erlang_history::Timeline::save`]), breakpoints, and answers.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;

use erlang_rewind::{Rewinder, ShownBreakpoint};
use erlang_syntax::ast::{FormKind, Module};
use erlang_syntax::pretty;
use serde::{Deserialize, Serialize};
use session::{Entry, Knowledge};

use super::Setting;
use crate::erlang::project::Code;
use crate::language::ScheduleName;

/// The version of the format.
const VERSION: u32 = 3;

/// The file: what is saved, and a number by which damage to it is found out.
#[derive(Serialize, Deserialize)]
struct Sealed {
    /// [`VERSION`]
    rewind: u32,
    check: String,
    session: SavedWalk,
}

#[derive(Deserialize)]
struct Version {
    rewind: u32,
}

#[derive(Serialize, Deserialize)]
pub struct SavedWalk {
    /// Who wrote it.
    whodunit: String,
    pub expression: String,
    pub sources: Vec<PathBuf>,
    pub include: Vec<PathBuf>,
    pub define: Vec<String>,
    pub no_otp: bool,
    schedule: String,
    pub seed: u64,
    /// Milliseconds: `--for`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overtime: Option<u64>,
    /// How the chosen schedule, the fair and the random one go on.
    pub schedules: [String; 3],
    /// The library: the release of OTP, or none, and then it is the built-in one.
    otp: Option<u32>,
    modules: BTreeMap<String, Identity>,
    pub breakpoints: Vec<ShownBreakpoint>,
    /// Lines of an answers file.
    answers: Vec<Entry>,
    /// Lines of a timeline.
    run: Vec<String>,
}

/// What a module was like.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Identity {
    /// Of its text, comments and layout included.
    text: String,
    /// Of records and other declarations.
    declarations: String,
    /// Of each function, as it would be printed.
    functions: BTreeMap<String, String>,
}

/// Changes since a session was saved.
#[derive(Default)]
pub struct Changes {
    /// Changes that may make it another run.
    pub of_code: Vec<String>,
    /// Those that cannot.
    pub of_text: Vec<String>,
}

impl SavedWalk {
    pub fn of(setting: &Setting, session: &Rewinder, answers: &Knowledge) -> SavedWalk {
        let Setting { code, options, expression, .. } = setting;
        let schedule = match options.schedule {
            ScheduleName::Fair => "fair",
            ScheduleName::Random => "random",
        };
        SavedWalk {
            whodunit: env!("CARGO_PKG_VERSION").to_owned(),
            expression: expression.clone(),
            sources: code.options().sources.clone(),
            include: code.options().include.clone(),
            define: code.options().define.clone(),
            no_otp: code.options().no_otp,
            schedule: schedule.to_owned(),
            seed: options.seed,
            overtime: options.overtime.map(|time| time.as_millis() as u64),
            schedules: session.schedules(),
            otp: release(code),
            modules: identities(code),
            breakpoints: session.breakpoints(),
            answers: answers.entries().collect(),
            run: session.timeline().save().lines().map(str::to_owned).collect(),
        }
    }

    /// The session that a file of this name holds.
    pub fn parse(bytes: &[u8], name: &dyn Display) -> Result<SavedWalk, String> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| format!("{name} is not a saved session: it is not text"))?;
        let unreadable = |error: serde_json::Error| match error.is_eof() {
            true => format!("{name} is cut off after line {}", error.line()),
            false => format!("{name} is not a saved session: {error}"),
        };
        let version: Version = serde_json::from_str(text).map_err(unreadable)?;
        if version.rewind != VERSION {
            let other = version.rewind;
            return Err(format!("{name} was written by another version of whodunit (format {other})"));
        }
        let sealed: Sealed = serde_json::from_str(text).map_err(unreadable)?;
        if sealed.session.check() != sealed.check {
            return Err(format!("{name} is damaged: its checksum does not match"));
        }
        Ok(sealed.session)
    }

    /// The content of the file.
    pub fn text(self) -> Result<String, String> {
        let sealed = Sealed { rewind: VERSION, check: self.check(), session: self };
        let text = serde_json::to_string_pretty(&sealed).map_err(|error| error.to_string())?;
        Ok(text + "\n")
    }

    fn check(&self) -> String {
        hash(serde_json::to_string(self).unwrap_or_default().bytes())
    }

    pub fn schedule(&self) -> ScheduleName {
        if self.schedule == "random" { ScheduleName::Random } else { ScheduleName::Fair }
    }

    pub fn answers(&self) -> Knowledge {
        let mut knowledge = Knowledge::default();
        self.answers.iter().for_each(|entry| knowledge.learn(entry));
        knowledge.forget_unknown();
        knowledge
    }

    pub fn run(&self) -> String {
        self.run.iter().map(|line| format!("{line}\n")).collect()
    }

    pub fn changes(&self, code: &Code) -> Changes {
        let now = identities(code);
        let mut changes = Changes::default();
        for (name, was) in &self.modules {
            match now.get(name) {
                None => changes.of_code.push(format!("module {name} was removed")),
                Some(is) => was.compare(is, name, &mut changes),
            }
        }
        let new = now.keys().filter(|name| !self.modules.contains_key(*name));
        changes.of_code.extend(new.map(|name| format!("module {name} is new")));
        if release(code) != self.otp {
            let library = |release: Option<u32>| match release {
                Some(release) => format!("that of OTP {release}"),
                None => "the built-in one".to_owned(),
            };
            let (was, is) = (library(self.otp), library(release(code)));
            changes.of_code.push(format!("the library was {was} and is now {is}"));
        }
        changes
    }
}

impl Identity {
    fn of(module: &Module) -> Identity {
        let texts: Vec<&str> = module.sources.files.iter().filter_map(|file| file.text.as_deref()).collect();
        let declarations = module.forms.iter().filter(|form| !matches!(form.kind, FormKind::Function(_)));
        let declarations: Vec<String> = declarations.map(|form| pretty::form(module, form)).collect();
        let functions = module.functions().map(|function| {
            let text = pretty::function(module, function);
            (format!("{}/{}", function.name.name(), function.arity), hash(text.bytes()))
        });
        Identity {
            text: hash(texts.iter().flat_map(|text| text.bytes().chain([0]))),
            declarations: hash(declarations.iter().flat_map(|text| text.bytes().chain([0]))),
            functions: functions.collect(),
        }
    }

    fn compare(&self, now: &Identity, module: &str, changes: &mut Changes) {
        if self == now {
            return;
        }
        let mut of_code = Vec::new();
        for (function, was) in &self.functions {
            match now.functions.get(function) {
                None => of_code.push(format!("{module}:{function} was removed")),
                Some(is) if is != was => of_code.push(format!("{module}:{function} has changed")),
                Some(_) => {}
            }
        }
        let new = now.functions.keys().filter(|function| !self.functions.contains_key(*function));
        of_code.extend(new.map(|function| format!("{module}:{function} is new")));
        if of_code.is_empty() && self.declarations != now.declarations {
            of_code.push(format!("records or other declarations of module {module} have changed"));
        }
        match of_code.is_empty() {
            true => {
                changes.of_text.push(format!("the text of module {module} has changed, but not its code"))
            }
            false => changes.of_code.append(&mut of_code),
        }
    }
}

fn release(code: &Code) -> Option<u32> {
    code.otp.as_ref().and_then(|otp| otp.release())
}

fn identities(code: &Code) -> BTreeMap<String, Identity> {
    code.modules().map(|module| (module.name.name().to_owned(), Identity::of(module))).collect()
}

/// FNV-1a
fn hash(bytes: impl Iterator<Item = u8>) -> String {
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved() -> SavedWalk {
        let answer = r#"{"v":1,"statement":"m:f(1)","claims":["2"],"answer":"right"}"#;
        SavedWalk {
            whodunit: "1".into(),
            expression: "m:main()".into(),
            sources: vec!["m.erl".into()],
            include: Vec::new(),
            define: Vec::new(),
            no_otp: false,
            schedule: "fair".into(),
            seed: 7,
            overtime: Some(2000),
            schedules: ["1".into(), "0 0 0".into(), "2".into()],
            otp: Some(25),
            modules: BTreeMap::new(),
            breakpoints: vec![ShownBreakpoint { n: 1, text: "m:f/1".into() }],
            answers: vec![Entry::from_json(answer).expect("an answer")],
            run: vec!["whodunit timeline 1".into(), "present".into(), "future".into()],
        }
    }

    /// Wherever it is cut, and whichever byte is another one: it is said, and nothing is loaded
    /// that was not saved.
    #[test]
    fn damage() {
        let session = saved();
        let sealed = Sealed { rewind: VERSION, check: session.check(), session };
        let text = serde_json::to_string_pretty(&sealed).expect("text");
        let expected = saved().check();
        let check = |bytes: Vec<u8>| match SavedWalk::parse(&bytes, &"file") {
            Ok(read) => assert_eq!(read.check(), expected, "{bytes:?}"),
            Err(message) => assert!(message.starts_with("file "), "{message}"),
        };
        assert!(SavedWalk::parse(text.as_bytes(), &"file").is_ok());
        for at in 0..text.len() {
            let cut = SavedWalk::parse(&text.as_bytes()[..at], &"file").map(|_| ());
            assert!(cut.is_err_and(|message| message.starts_with("file is cut off")), "cut at {at}");
            for change in [1, 4, 32, 128, 255] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= change;
                check(bytes);
            }
        }
    }
}
