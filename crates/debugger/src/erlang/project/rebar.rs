//! What a project's `rebar.config` says about compiling it.

use std::path::{Path, PathBuf};

use erlang_syntax::ast::{Expr, ExprId, ExprKind, Form, FormKind, Module};
use erlang_syntax::read_terms;
use erlang_syntax::source::{FileId, Pos, SourceFile, Sources as Texts, Span};
use erlang_term::{Atom, Term, print};
use regex::Regex;

use crate::files::Files;

/// The options that matter for reading the sources.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rebar {
    /// `{d, Name}`, `{d, Name, Value}`, and `{platform_define, …}` if the platform matches.
    pub defines: Vec<(String, Option<String>)>,
    /// `{i, Folder}`, relative to the project.
    pub include: Vec<PathBuf>,
    /// `{src_dirs, …}`; if there are none, `src` is used.
    pub source_folders: Vec<Folder>,
    /// `{extra_src_dirs, …}`
    pub extra_folders: Vec<Folder>,
    /// `erl_opts` as they are: parse transforms see them.
    pub options: Vec<Term>,
    /// `{project_app_dirs, …}`: patterns of folders with applications.
    pub application_folders: Vec<String>,
    /// `{yrl_opts, …}`
    pub parser_options: Vec<Term>,
    /// The names of the applications in `{deps, …}`.
    pub dependencies: Vec<String>,
}

/// A folder with sources, relative to the application.
#[derive(Clone, Debug, PartialEq)]
pub struct Folder {
    pub path: PathBuf,
    /// Whether its subfolders have sources, too.
    pub is_recursive: bool,
}

/// Evaluates a script: its path, its text, and the configuration that it starts from.
type EvaluateScript<'a> = dyn Fn(&Path, &[u8], Term) -> Result<Term, String> + 'a;

/// What reading a configuration needs to know.
pub struct RebarSetting<'a> {
    pub files: &'a dyn Files,
    /// `test` if the tests are read, too.
    pub profile: Option<&'a str>,
    pub otp_release: u32,
    /// Evaluates a script with the configuration that it changes.
    pub evaluate: &'a EvaluateScript<'a>,
}

impl Rebar {
    /// Reads the folder's `rebar.config`, if it has one, including its options for the profile, and
    /// evaluates `rebar.config.script`. If that cannot be done, the note says why.
    pub fn read(setting: &RebarSetting<'_>, folder: &Path) -> Result<(Rebar, Option<String>), String> {
        let mut terms = consult(setting.files, &folder.join("rebar.config"))?;
        let mut note = None;
        let script = folder.join("rebar.config.script");
        if setting.files.is_file(&script) {
            let text = setting.files.source(&script).map_err(|error| error.to_string());
            let config = Term::list(terms.clone());
            match text.and_then(|text| (setting.evaluate)(&script, &text, config)) {
                Ok(changed) => terms = list(&changed),
                Err(why) => note = Some(format!("{} is ignored: {why}", script.display())),
            }
        }
        let mut rebar = Rebar::default();
        for profiles in values(&terms, "profiles") {
            for options in values(&list(profiles), setting.profile.unwrap_or_default()) {
                rebar.add(&list(options), setting);
            }
        }
        rebar.add(&terms, setting);
        Ok((rebar, note))
    }

    /// The options of an application in a project that has options for all of them.
    pub fn within(mut self, project: &Rebar) -> Rebar {
        let folders = project.include.iter().map(|folder| Path::new("../..").join(folder));
        self.include.extend(folders);
        self.defines.extend(project.defines.iter().cloned());
        self.options.extend(project.options.iter().cloned());
        if self.extra_folders.is_empty() {
            self.extra_folders = project.extra_folders.clone();
        }
        self
    }

    /// Whether all functions are exported.
    fn exports_all(&self) -> bool {
        self.options.iter().any(|option| option.as_atom().is_some_and(|name| name.name() == "export_all"))
    }

    /// Whether tests are exported, also by modules that do not include `eunit.hrl`.
    fn exports_tests(&self) -> bool {
        self.options.iter().filter_map(|option| pair(option, "parse_transform")).any(is_autoexport)
    }

    /// What `make eunit` of erlang.mk adds.
    pub fn export_tests(&mut self) {
        self.options.push(Term::tuple([Term::atom("parse_transform"), Term::atom(AUTOEXPORT)]));
    }

    /// The module as if it had `-compile` for those of these options that say what is exported.
    pub fn exporting(&self, mut module: Module) -> Module {
        let mut add = |kind: &dyn Fn(&mut Vec<Expr>) -> ExprKind| {
            let start = Pos { line: 1, column: 1 };
            let span = Span { file: FileId(0), start, end: start };
            let kind = kind(&mut module.exprs);
            module.exprs.push(Expr::new(span, kind));
            let option = ExprId(module.exprs.len() as u32 - 1);
            module.forms.push(Form { span, kind: FormKind::Compile(option) });
        };
        if self.exports_all() {
            add(&|_| ExprKind::Atom(Atom::new("export_all")));
        }
        if self.exports_tests() {
            add(&|exprs| {
                let span = Span::NONE;
                exprs.extend(
                    ["parse_transform", AUTOEXPORT]
                        .map(|name| Expr::new(span, ExprKind::Atom(Atom::new(name)))),
                );
                let last = exprs.len() as u32;
                ExprKind::Tuple(vec![ExprId(last - 2), ExprId(last - 1)])
            });
        }
        module
    }

    fn add(&mut self, terms: &[Term], setting: &RebarSetting<'_>) {
        let is_test = setting.profile == Some("test");
        for options in
            values(terms, "erl_opts").chain(values(terms, "eunit_compile_opts").filter(|_| is_test))
        {
            list(options).iter().for_each(|option| self.add_option(option, setting.otp_release));
        }
        for folders in values(terms, "src_dirs") {
            add_folders(&mut self.source_folders, folders, true);
        }
        for folders in values(terms, "extra_src_dirs") {
            add_folders(&mut self.extra_folders, folders, false);
        }
        for folders in values(terms, "project_app_dirs") {
            self.application_folders.extend(list(folders).iter().filter_map(Term::text));
        }
        self.parser_options.extend(values(terms, "yrl_opts").flat_map(list));
        for dependencies in values(terms, "deps") {
            let name =
                |term: &Term| term.as_tuple().and_then(|parts| parts.first()).unwrap_or(term).as_atom();
            let names = list(dependencies);
            let names = names.iter().filter_map(name).map(|name| name.name().to_owned());
            self.dependencies.extend(names);
        }
    }

    fn add_option(&mut self, option: &Term, otp_release: u32) {
        self.options.push(option.clone());
        let Some(parts) = option.as_tuple() else { return };
        let Some(tag) = parts.first().and_then(Term::as_atom) else { return };
        let is_platform = |pattern: &Term| is_platform(pattern, otp_release);
        match (tag.name(), &parts[1..]) {
            ("d", [name]) => self.define(name, None),
            ("d", [name, value]) => self.define(name, Some(value)),
            ("platform_define", [platform, name]) if is_platform(platform) => self.define(name, None),
            ("platform_define", [platform, name, value]) if is_platform(platform) => {
                self.define(name, Some(value));
            }
            ("i", [folder]) => self.include.extend(folder.text().map(PathBuf::from)),
            ("src_dirs", [folders]) => add_folders(&mut self.source_folders, folders, true),
            _ => {}
        }
    }

    fn define(&mut self, name: &Term, value: Option<&Term>) {
        if let Some(name) = name.as_atom() {
            self.defines.push((name.name().to_owned(), value.map(print::write)));
        }
    }
}

const AUTOEXPORT: &str = "eunit_autoexport";

fn is_autoexport(transform: &Term) -> bool {
    transform.as_atom().is_some_and(|name| name.name() == AUTOEXPORT)
}

/// Each folder is a name or `{Name, Options}`.
fn add_folders(known: &mut Vec<Folder>, folders: &Term, is_recursive: bool) {
    for folder in list(folders) {
        let (name, options) = match folder.as_tuple() {
            Some([name, options]) => (name.clone(), list(options)),
            _ => (folder.clone(), Vec::new()),
        };
        let Some(path) = name.text().map(PathBuf::from) else { continue };
        let stated = options.iter().find_map(|option| match option.as_atom() {
            Some(name) => (name.name() == "recursive").then_some(true),
            None => {
                pair(option, "recursive").map(|value| value.as_atom().is_some_and(|v| v.name() == "true"))
            }
        });
        let folder = Folder { path, is_recursive: stated.unwrap_or(is_recursive) };
        if !known.contains(&folder) {
            known.push(folder);
        }
    }
}

/// The terms in a file. There are none if there is no such file.
fn consult(files: &dyn Files, path: &Path) -> Result<Vec<Term>, String> {
    if !files.is_file(path) {
        return Ok(Vec::new());
    }
    let name = path.display().to_string();
    let text = files.source(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    read_terms(&text).map_err(|problem| {
        let texts = Texts { files: vec![SourceFile { name, text: Some(text.clone()) }] };
        let shown = erlang_syntax::render(&problem, &texts, false);
        shown.strip_prefix("error: ").unwrap_or(&shown).to_owned()
    })
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
fn is_platform(pattern: &Term, otp_release: u32) -> bool {
    let platform = format!("{otp_release}-x86_64-pc-linux-gnu-64-unix");
    pattern
        .text()
        .and_then(|pattern| Regex::new(&pattern).ok())
        .is_some_and(|regex| regex.is_match(&platform))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Texts;

    fn check(config: &str, profile: Option<&str>, expected: &str) {
        let files = Texts::of(&[&format!("rebar.config: {config}")]);
        let evaluate = |_: &Path, _: &[u8], _: Term| Err("no script".to_owned());
        let setting = RebarSetting { files: &files, profile, otp_release: 25, evaluate: &evaluate };
        let shown = match Rebar::read(&setting, Path::new("")) {
            Ok((rebar, _)) => {
                let defines = rebar.defines.iter().map(|(name, value)| match value {
                    Some(value) => format!("-D{name}={value}"),
                    None => format!("-D{name}"),
                });
                let include = rebar.include.iter().map(|folder| format!("-I{}", folder.display()));
                let folder = |folder: &Folder| {
                    format!("{}{}", folder.path.display(), if folder.is_recursive { "/**" } else { "" })
                };
                let folders = rebar.source_folders.iter().chain(&rebar.extra_folders).map(folder);
                let dependencies = rebar.dependencies.iter().map(|name| format!("dep {name}"));
                let rest = rebar.application_folders.iter().map(|pattern| format!("apps {pattern}"));
                let all = rebar.exports_all().then(|| "export_all".to_owned());
                let shown = defines.chain(include).chain(folders).chain(dependencies).chain(rest).chain(all);
                shown.collect::<Vec<_>>().join(" ")
            }
            Err(message) => message.lines().next().unwrap_or_default().to_owned(),
        };
        assert_eq!(shown, expected, "{config}");
    }

    #[test]
    fn what_it_says() {
        check("", None, "");
        check("{deps, [x, {y, \"1\"}]}. {erl_opts, [debug_info]}.", None, "dep x dep y");
        check("{erl_opts, [{d, 'A'}, {d, v, \"1\"}, {i, \"inc\"}]}.", None, "-DA -Dv=[49] -Iinc");
        check(
            "{erl_opts, [{src_dirs, [\"a\", {\"b\", [{recursive, false}]}]}]}. {src_dirs, [\"c\"]}.",
            None,
            "a/** b c/**",
        );
        check("{extra_src_dirs, [\"a\", {\"b\", [recursive]}]}.", None, "a b/**");
        check("{project_app_dirs, [\"x/*\"]}.", None, "apps x/*");
        check("{eunit_compile_opts, [export_all]}.", None, "");
        check("{eunit_compile_opts, [export_all]}.", Some("test"), "export_all");
        check(
            "{erl_opts, [{platform_define, \"^2[1-9]\", new}, {platform_define, \"^R\", old}]}.",
            None,
            "-Dnew",
        );
        let profiles = "{erl_opts, [{d, a}]}. {profiles, [{test, [{erl_opts, [{d, t}]}]}, {prod, [{erl_opts, [{d, p}]}]}]}.";
        check(profiles, None, "-Da");
        check(profiles, Some("test"), "-Dt -Da");
        check("{erl_opts, [", None, "a full stop is missing after this");
    }
}
