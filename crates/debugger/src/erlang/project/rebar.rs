//! What a project's `rebar.config` says about compiling it.

use std::path::{Path, PathBuf};

use erlang_syntax::read_terms;
use erlang_syntax::source::{SourceFile, Sources as Texts};
use erlang_term::{Term, print};
use regex::Regex;

use crate::files::Files;

/// The options that matter for reading the sources.
#[derive(Debug, Default, PartialEq)]
pub struct Rebar {
    /// `{d, Name}`, `{d, Name, Value}`, and `{platform_define, …}` if the platform matches.
    pub defines: Vec<(String, Option<String>)>,
    /// `{i, Folder}`, relative to the project.
    pub include: Vec<PathBuf>,
    /// `{src_dirs, …}`; if there are none, `src` is used.
    pub source_folders: Vec<PathBuf>,
    /// `{parse_transform, Module}`. They are not applied.
    pub transforms: Vec<String>,
}

impl Rebar {
    /// Reads the folder's `rebar.config`, if it has one, including its options for `profile`.
    pub fn read(files: &dyn Files, folder: &Path, profile: Option<&str>) -> Result<Rebar, String> {
        let path = folder.join("rebar.config");
        if !files.is_file(&path) {
            return Ok(Rebar::default());
        }
        let name = path.display().to_string();
        let text = files.read(&path).map_err(|error| format!("cannot read {name}: {error}"))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let terms = read_terms(&text).map_err(|problem| {
            let texts = Texts { files: vec![SourceFile { name, text: Some(text.clone()) }] };
            let shown = erlang_syntax::render(&problem, &texts, false);
            shown.strip_prefix("error: ").unwrap_or(&shown).to_owned()
        })?;
        let mut rebar = Rebar::default();
        rebar.add(&terms);
        for profiles in values(&terms, "profiles") {
            for options in values(&list(profiles), profile.unwrap_or_default()) {
                rebar.add(&list(options));
            }
        }
        Ok(rebar)
    }

    fn add(&mut self, terms: &[Term]) {
        for options in values(terms, "erl_opts") {
            list(options).iter().for_each(|option| self.add_option(option));
        }
        for folders in values(terms, "src_dirs") {
            self.add_folders(folders);
        }
    }

    fn add_option(&mut self, option: &Term) {
        let Some(parts) = option.as_tuple() else { return };
        let Some(tag) = parts.first().and_then(Term::as_atom) else { return };
        match (tag.name(), &parts[1..]) {
            ("d", [name]) => self.define(name, None),
            ("d", [name, value]) => self.define(name, Some(value)),
            ("platform_define", [platform, name]) if is_platform(platform) => self.define(name, None),
            ("platform_define", [platform, name, value]) if is_platform(platform) => {
                self.define(name, Some(value));
            }
            ("i", [folder]) => self.include.extend(folder.text().map(PathBuf::from)),
            ("src_dirs", [folders]) => self.add_folders(folders),
            ("parse_transform", [module]) => {
                self.transforms.extend(module.as_atom().map(|module| module.name().to_owned()));
            }
            _ => {}
        }
    }

    fn define(&mut self, name: &Term, value: Option<&Term>) {
        if let Some(name) = name.as_atom() {
            self.defines.push((name.name().to_owned(), value.map(print::write)));
        }
    }

    /// Each folder is a name or `{Name, Options}`.
    fn add_folders(&mut self, folders: &Term) {
        for folder in list(folders) {
            let name = folder.as_tuple().and_then(|parts| parts.first()).unwrap_or(&folder);
            self.source_folders.extend(name.text().map(PathBuf::from));
        }
    }
}

/// The values of `{Key, Value}` among terms.
fn values<'a>(terms: &'a [Term], key: &'a str) -> impl Iterator<Item = &'a Term> {
    terms.iter().filter_map(move |term| pair(term, key))
}

fn pair<'a>(term: &'a Term, key: &str) -> Option<&'a Term> {
    match term.as_tuple()? {
        [name, value] if name.as_atom()?.name() == key => Some(value),
        _ => None,
    }
}

fn list(term: &Term) -> Vec<Term> {
    term.proper_list().unwrap_or_default()
}

/// rebar3 matches the pattern against the release and the platform. Here the platform is always the
/// same, wherever whodunit runs.
fn is_platform(pattern: &Term) -> bool {
    const PLATFORM: &str = "25-x86_64-pc-linux-gnu-64-unix";
    pattern.text().and_then(|pattern| Regex::new(&pattern).ok()).is_some_and(|regex| regex.is_match(PLATFORM))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Texts;

    fn check(config: &str, profile: Option<&str>, expected: &str) {
        let files = Texts::of(&[&format!("rebar.config: {config}")]);
        let shown = match Rebar::read(&files, Path::new(""), profile) {
            Ok(rebar) => {
                let defines = rebar.defines.iter().map(|(name, value)| match value {
                    Some(value) => format!("-D{name}={value}"),
                    None => format!("-D{name}"),
                });
                let include = rebar.include.iter().map(|folder| format!("-I{}", folder.display()));
                let folders = rebar.source_folders.iter().map(|folder| folder.display().to_string());
                let transforms = rebar.transforms.iter().map(|module| format!("transform {module}"));
                defines.chain(include).chain(folders).chain(transforms).collect::<Vec<_>>().join(" ")
            }
            Err(message) => message.lines().next().unwrap_or_default().to_owned(),
        };
        assert_eq!(shown, expected, "{config}");
    }

    #[test]
    fn what_it_says() {
        check("", None, "");
        check("{deps, [x]}. {erl_opts, [debug_info]}.", None, "");
        check("{erl_opts, [{d, 'A'}, {d, v, \"1\"}, {i, \"inc\"}]}.", None, "-DA -Dv=[49] -Iinc");
        check("{erl_opts, [{src_dirs, [\"a\", {\"b\", [recursive]}]}]}. {src_dirs, [\"c\"]}.", None, "a b c");
        check(
            "{erl_opts, [{platform_define, \"^2[1-9]\", new}, {platform_define, \"^R\", old}]}.",
            None,
            "-Dnew",
        );
        check("{erl_opts, [{parse_transform, lager_transform}]}.", None, "transform lager_transform");
        let profiles = "{erl_opts, [{d, a}]}. {profiles, [{test, [{erl_opts, [{d, t}]}]}, {prod, [{erl_opts, [{d, p}]}]}]}.";
        check(profiles, None, "-Da");
        check(profiles, Some("test"), "-Da -Dt");
        check("{erl_opts, [", None, "a full stop is missing after this");
    }
}
