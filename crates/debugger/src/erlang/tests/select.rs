//! Which tests there are, and which of them are wanted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use erlang_syntax::ast::{ExprId, ExprKind, FormKind, Module};
use erlang_syntax::lint::parse_transforms;
use erlang_term::{Atom, Term, print};

use crate::erlang::project::{Code, OWN_APPLICATIONS, is_project};
use crate::files::Files;

/// What the words on the command line mean: paths that exist are code, all others are names.
pub struct TestSelection {
    pub sources: Vec<PathBuf>,
    /// Only tests of these modules: a file of a project was named, and the whole project is read
    /// for its sake.
    modules: Vec<String>,
    names: Vec<String>,
}

impl TestSelection {
    pub fn of(words: &[PathBuf], files: &dyn Files) -> TestSelection {
        let mut wanted = TestSelection { sources: Vec::new(), modules: Vec::new(), names: Vec::new() };
        let mut single = Vec::new();
        // `test` may be a folder of a project that is read anyway, and a module in it.
        let is_module = |name: &str| {
            let file = format!("{name}.erl");
            let places =
                words.iter().flat_map(|word| ["src", "test"].map(|part| word.join(part).join(&file)));
            places.into_iter().any(|place| files.is_file(&place))
        };
        for word in words {
            let text = word.to_string_lossy();
            if files.is_file(word) {
                single.push(word);
            } else if files.is_folder(word) && is_module(&text) {
                wanted.names.push(text.into_owned());
            } else if files.is_folder(word) || is_path(&text) {
                wanted.sources.push(word.clone());
            } else {
                wanted.names.push(text.into_owned());
            }
        }
        for file in single {
            match project_of(file, files) {
                Some(project) => {
                    if !wanted.sources.contains(&project) {
                        wanted.sources.push(project);
                    }
                    wanted.modules.extend(file.file_stem().map(|name| name.to_string_lossy().into_owned()));
                }
                None => wanted.sources.push(file.clone()),
            }
        }
        if wanted.sources.is_empty() {
            wanted.sources.push(".".into());
        }
        wanted
    }

    /// The wanted tests; the error says which name means nothing.
    pub fn tests(&self, code: &Code, filter: Option<&str>) -> Result<Selected, String> {
        let common = self.common_test(code);
        let suites: Vec<Suite> = code.modules().filter(|module| !is_suite(module)).map(Suite::of).collect();
        let wanted = |suite: &&Suite| {
            self.modules.is_empty()
                || self.modules.iter().any(|name| {
                    name == suite.module.name() || suite.tested().is_some_and(|tested| tested == name)
                })
        };
        let suites: Vec<&Suite> = suites.iter().filter(wanted).collect();
        if let Some(filter) = filter {
            return self.filtered(filter, &suites, &common, code);
        }
        if self.names.is_empty() {
            let common_test = common.into_iter().filter(|suite| self.is_of_named_file(suite)).collect();
            let properties = suites.iter().flat_map(|suite| suite.all_properties()).collect();
            return Ok(Selected { eunit: whole(&suites), common_test, properties });
        }
        let (mut tests, mut properties) = (Vec::new(), Vec::new());
        let mut common_test: Vec<CommonTestSuite> = Vec::new();
        for name in &self.names {
            let found = named(name, &suites);
            let of_suites: Vec<CommonTestSuite> =
                common.iter().filter_map(|suite| suite.named(name, code)).collect();
            let own = named_properties(name, &suites);
            let is_known = !found.is_empty() || !of_suites.is_empty() || !own.is_empty();
            properties.extend(own.into_iter().filter(|own| !properties.contains(own)).collect::<Vec<_>>());
            for suite in of_suites {
                match common_test.iter_mut().find(|known| known.module == suite.module) {
                    Some(known) if suite.names.is_empty() => known.names.clear(),
                    Some(known) if !known.names.is_empty() => known.names.extend(suite.names),
                    Some(_) => {}
                    None => common_test.push(suite),
                }
            }
            if !is_known {
                let module = name.split(':').next().unwrap_or(name);
                if let Some((module, refused)) = code.refused().find(|(refused, _)| *refused == module) {
                    return Err(refused.message(module));
                }
                let with_tests =
                    suites.iter().filter(|suite| !suite.tests.is_empty() || !suite.properties.is_empty());
                let known =
                    with_tests.map(|suite| suite.module).chain(common.iter().map(|suite| suite.module));
                let known: BTreeSet<&str> = known.map(|module| module.name()).collect();
                let known: Vec<&str> = known.into_iter().collect();
                return Err(match known.is_empty() {
                    true => format!("there is no test {name}: the project has no tests"),
                    false => format!(
                        "there is no file, folder or test {name}; there are tests in {}",
                        known.join(", ")
                    ),
                });
            }
            tests.extend(found.into_iter().filter(|test| !tests.contains(test)).collect::<Vec<_>>());
        }
        Ok(Selected { eunit: tests, common_test, properties })
    }

    /// The tests whose `module:function` contains a text.
    fn filtered(
        &self,
        filter: &str,
        suites: &[&Suite],
        common: &[CommonTestSuite],
        code: &Code,
    ) -> Result<Selected, String> {
        let has = |module: Atom, function: &str| format!("{}:{function}", module.name()).contains(filter);
        let of = |suite: &&Suite, names: &[Atom], text: &dyn Fn(&Suite, Atom) -> String| {
            let names = names.iter().filter(|name| has(suite.module, name.name()));
            names.map(|name| text(suite, *name)).collect::<Vec<_>>()
        };
        let eunit = suites.iter().flat_map(|suite| of(suite, &suite.tests, &Suite::test)).collect();
        let properties =
            suites.iter().flat_map(|suite| of(suite, &suite.properties, &Suite::property)).collect();
        let own = common.iter().filter(|suite| self.is_of_named_file(suite));
        let common_test =
            own.filter_map(|suite| suite.filtered(code, &|name| has(suite.module, name))).collect();
        let found = Selected { eunit, common_test, properties };
        match found.eunit.is_empty() && found.common_test.is_empty() && found.properties.is_empty() {
            true => Err(format!("no test has {filter} in its name")),
            false => Ok(found),
        }
    }

    /// The Common Test suites among the modules, by name.
    fn common_test(&self, code: &Code) -> Vec<CommonTestSuite> {
        let mut suites: Vec<CommonTestSuite> = code.modules().filter_map(CommonTestSuite::of).collect();
        suites.sort_by_key(|suite| suite.module.name());
        suites
    }

    fn is_of_named_file(&self, suite: &CommonTestSuite) -> bool {
        let modules = &self.modules;
        let name = suite.module.name();
        modules.is_empty()
            || modules.iter().any(|module| module == name || name.strip_suffix(SUITE) == Some(module))
    }
}

/// The tests that run, by kind.
#[derive(Default)]
pub struct Selected {
    /// Descriptions of tests, as EUnit reads them.
    pub eunit: Vec<String>,
    pub common_test: Vec<CommonTestSuite>,
    /// `{Module, Function}` of each property.
    pub properties: Vec<String>,
}

/// How the names of Common Test suites end.
const SUITE: &str = "_SUITE";

fn is_suite(module: &Module) -> bool {
    module.name.name().ends_with(SUITE)
}

/// A Common Test suite, and the wanted cases and groups of it.
pub struct CommonTestSuite {
    pub module: Atom,
    folder: PathBuf,
    /// None: all of them.
    names: Vec<String>,
}

impl CommonTestSuite {
    fn of(module: &Module) -> Option<CommonTestSuite> {
        let file = module.sources.files.first().filter(|_| is_suite(module))?;
        let folder = Path::new(&file.name).parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_path_buf();
        Some(CommonTestSuite { module: module.name, folder, names: Vec::new() })
    }

    /// What a NAME means here: `SUITE`, `SUITE:case`, `SUITE:group`, or the name of a case.
    fn named(&self, name: &str, code: &Code) -> Option<CommonTestSuite> {
        let name = name.strip_suffix("/1").unwrap_or(name);
        let own = self.module.name();
        let is_own = |word: &str| word == own || own.strip_suffix(SUITE) == Some(word);
        let names = match name.split_once(':') {
            Some((module, name)) => is_own(module).then(|| vec![name.to_owned()])?,
            None if name == own => Vec::new(),
            None => {
                let module = code.modules().find(|module| module.name == self.module)?;
                let mut functions = module.functions();
                functions.any(|it| it.arity == 1 && it.name.name() == name).then(|| vec![name.to_owned()])?
            }
        };
        Some(CommonTestSuite { module: self.module, folder: self.folder.clone(), names })
    }

    /// With the cases that are wanted. Which functions are cases, only the suite itself knows.
    fn filtered(&self, code: &Code, is_wanted: &dyn Fn(&str) -> bool) -> Option<CommonTestSuite> {
        let module = code.modules().find(|module| module.name == self.module)?;
        let names = module.functions().filter(|it| it.arity == 1).map(|it| it.name.name());
        let setups = ["init_per_suite", "end_per_suite"];
        let names = names.filter(|name| !setups.contains(name) && is_wanted(name));
        let names: Vec<String> = names.map(str::to_owned).collect();
        let suite = CommonTestSuite { module: self.module, folder: self.folder.clone(), names };
        (!suite.names.is_empty()).then_some(suite)
    }

    /// `{Module, Folder, Names}`
    pub fn term(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| quoted(Atom::new(name))).collect();
        let folder = Term::string(&self.folder.to_string_lossy());
        format!("{{{}, {}, [{}]}}", quoted(self.module), print::write(&folder), names.join(", "))
    }
}

/// A word that can only be meant as a path, even if nothing is there.
fn is_path(word: &str) -> bool {
    word.strip_suffix("/0").unwrap_or(word).contains('/') || word.ends_with(".erl") || word.ends_with(".beam")
}

/// The project that a file in a `src` or `test` folder belongs to; the whole of it, if it has
/// several applications.
fn project_of(file: &Path, files: &dyn Files) -> Option<PathBuf> {
    let named =
        |path: &Path, names: &[&str]| names.iter().any(|name| path.file_name() == Some(name.as_ref()));
    let folder = file.parent().filter(|folder| named(folder, &["src", "test"]))?;
    let root = folder.parent()?;
    let above = root.parent().filter(|parent| named(parent, OWN_APPLICATIONS)).and_then(Path::parent);
    let here =
        |path: &Path| if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_path_buf() };
    let whole = above.map(here).filter(|above| files.is_file(&above.join("rebar.config")));
    whole.or_else(|| Some(here(root)).filter(|root| is_project(files, root)))
}

/// A module and its tests.
struct Suite {
    module: Atom,
    tests: Vec<Atom>,
    /// Functions `prop_x/0` of a module that uses PropEr.
    properties: Vec<Atom>,
}

impl Suite {
    fn of(module: &Module) -> Suite {
        let exported: BTreeSet<&str> = module
            .forms
            .iter()
            .filter_map(|form| match &form.kind {
                FormKind::Export(names) => Some(names.iter().filter(|name| name.arity == 0)),
                _ => None,
            })
            .flatten()
            .map(|name| name.name.name())
            .collect();
        let all = compile_options(module).any(|option| is_atom(module, option, "export_all"));
        let auto = parse_transforms(module).iter().any(|(name, _)| name.name() == "eunit_autoexport");
        let functions = || module.functions().filter(|function| function.arity == 0).map(|it| it.name);
        let is_exported = |name: &Atom| all || exported.contains(name.name());
        let tests = functions().filter(|name| is_test(name.name()) && (auto || is_exported(name)));
        let properties = functions().filter(|name| name.name().starts_with("prop_") && is_exported(name));
        Suite {
            module: module.name,
            tests: tests.collect(),
            properties: properties.filter(|_| uses_proper(module)).collect(),
        }
    }

    /// `m` for `m_tests`.
    fn tested(&self) -> Option<&'static str> {
        self.module.name().strip_suffix("_tests")
    }

    fn test(&self, function: Atom) -> String {
        let kind = if function.name().ends_with('_') { "generator" } else { "test" };
        format!("{{{kind}, {}, {}}}", quoted(self.module), quoted(function))
    }

    fn all_properties(&self) -> impl Iterator<Item = String> {
        self.properties.iter().map(|name| self.property(*name))
    }

    fn property(&self, function: Atom) -> String {
        format!("{{{}, {}}}", quoted(self.module), quoted(function))
    }
}

/// Whether a module calls PropEr, as all its macros do.
fn uses_proper(module: &Module) -> bool {
    module.exprs.iter().any(|expr| match expr.kind {
        ExprKind::RemoteCall { module: callee, .. } => is_atom(module, callee, "proper"),
        _ => false,
    })
}

fn is_test(name: &str) -> bool {
    name.ends_with("_test") || name.ends_with("_test_")
}

fn compile_options(module: &Module) -> impl Iterator<Item = ExprId> {
    module.forms.iter().flat_map(|form| match form.kind {
        FormKind::Compile(options) => match &module[options].kind {
            ExprKind::List { elements, .. } => elements.clone(),
            _ => vec![options],
        },
        _ => Vec::new(),
    })
}

fn is_atom(module: &Module, id: ExprId, name: &str) -> bool {
    matches!(module[id].kind, ExprKind::Atom(atom) if atom.name() == name)
}

/// Every module that has tests, as a whole; EUnit runs those of `m_tests` along with those of `m`.
fn whole(suites: &[&Suite]) -> Vec<String> {
    let known: BTreeSet<&str> = suites.iter().map(|suite| suite.module.name()).collect();
    let mut modules = BTreeSet::new();
    for suite in suites.iter().filter(|suite| !suite.tests.is_empty()) {
        let tested = suite.tested().filter(|tested| known.contains(tested));
        modules.insert(tested.unwrap_or(suite.module.name()));
    }
    modules.into_iter().map(|module| quoted(Atom::new(module))).collect()
}

/// What a NAME means: a module, `module:test`, or a test function of any module.
fn named(name: &str, suites: &[&Suite]) -> Vec<String> {
    let name = name.strip_suffix("/0").unwrap_or(name);
    let has_module = |module: &str| {
        let is_it = |suite: &&&Suite| suite.module.name() == module || suite.tested() == Some(module);
        // A module of properties has no tests of EUnit's.
        suites.iter().filter(is_it).any(|suite| !suite.tests.is_empty() || suite.properties.is_empty())
    };
    match name.split_once(':') {
        None if has_module(name) => vec![quoted(Atom::new(name))],
        parts => {
            let (module, function) =
                parts.map_or((None, name), |(module, function)| (Some(module), function));
            let of = suites.iter().filter(|suite| {
                module.is_none_or(|module| suite.module.name() == module || suite.tested() == Some(module))
            });
            let tests = of.flat_map(|suite| suite.tests.iter().map(move |test| (suite, *test)));
            tests.filter(|(_, test)| test.name() == function).map(|(suite, test)| suite.test(test)).collect()
        }
    }
}

/// What a NAME means: the properties of a module, `module:prop_x`, or a property of any module.
fn named_properties(name: &str, suites: &[&Suite]) -> Vec<String> {
    let name = name.strip_suffix("/0").unwrap_or(name);
    let mut found = Vec::new();
    for suite in suites {
        let module = suite.module.name();
        let is_it = |function: &str| match name.split_once(':') {
            Some(parts) => parts == (module, function),
            None => name == module || name == function,
        };
        let properties = suite.properties.iter().filter(|property| is_it(property.name()));
        found.extend(properties.map(|property| suite.property(*property)));
    }
    found
}

/// Whether a module that cannot be used looks as if it had tests.
pub fn has_refused_tests(code: &Code) -> bool {
    code.refused().any(|(_, refused)| {
        let text = code.text(&refused.file).unwrap_or_default();
        refused.file.ends_with("_SUITE.erl")
            || ["_test(", "_test_(", "\nprop_"].iter().any(|test| text.contains(test))
    })
}

/// Where tests were looked for, if there are none.
pub fn where_looked(code: &Code) -> String {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for file in &code.sources.files {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.map_or_else(|| ".".to_owned(), |folder| folder.display().to_string());
        *folders.entry(folder).or_default() += 1;
    }
    let shown = |(folder, count): (&String, &usize)| match count {
        1 => format!("{folder} (one module)"),
        count => format!("{folder} ({count} modules)"),
    };
    let places: Vec<String> = folders.iter().map(shown).collect();
    format!(
        "No functions f_test/0, f_test_/0 or prop_f/0 (of PropEr) and no module m_SUITE in {}.",
        places.join(", ")
    )
}

pub fn quoted(atom: Atom) -> String {
    print::write(&Term::Atom(atom))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::erlang::project::{CodeOptions, Parts};
    use crate::files::Texts;

    const HEADER: &str = "-include_lib(\"eunit/include/eunit.hrl\").\n";

    /// A project with tests in `src` and in `test`; what the words select.
    fn check(words: &[&str], expected: &str) {
        let files = Texts::of(&[
            &format!(
                "p/src/a.erl: -module(a).\n{HEADER}f_test() -> ok.\nhelper() -> helper().\ng_test_() -> [].\n"
            ),
            "p/src/b.erl: -module(b).\n-export([g/0]).\ng() -> 1.\n",
            &format!("p/test/b_tests.erl: -module(b_tests).\n{HEADER}f_test() -> ok.\n"),
            "p/test/c_tests.erl: -module(c_tests).\n-export([x_test/0]).\nx_test() -> y_test().\ny_test() -> ok.\n",
            "p/test/all.erl: -module(all).\n-compile([export_all]).\nz_test() -> ok.\n",
            "p/test/x_SUITE.erl: -module(x_SUITE).\n-export([all/0, f/1]).\nall() -> [f].\nf(_) -> ok.\n",
            "p/test/bad_SUITE.erl: nonsense",
            // A folder that is called like a module.
            "all/readme: text",
        ]);
        let words: Vec<PathBuf> = words.iter().map(PathBuf::from).collect();
        let wanted = TestSelection::of(&words, &files);
        let sources = wanted.sources.clone();
        let options =
            CodeOptions { sources, define: vec!["TEST".into()], no_otp: true, ..CodeOptions::default() };
        let mut code = Code::find(Rc::new(files), options, Parts::WithTests).expect("sources");
        assert!(code.read_modules().is_ok());
        let shown = |tests: Selected| {
            let suites = tests.common_test.iter().map(CommonTestSuite::term);
            tests.eunit.into_iter().chain(suites).collect::<Vec<_>>().join(" ")
        };
        let found = wanted.tests(&code, None).map(shown).unwrap_or_else(|message| message);
        assert_eq!(found, expected);
    }

    #[test]
    fn selection() {
        check(&["p"], "a all b c_tests {x_SUITE, [112,47,116,101,115,116], []}");
        check(&["p", "x_SUITE"], "{x_SUITE, [112,47,116,101,115,116], []}");
        check(&["p", "x:f", "x_SUITE:g"], "{x_SUITE, [112,47,116,101,115,116], [f, g]}");
        check(&["p/test/x_SUITE.erl"], "{x_SUITE, [112,47,116,101,115,116], []}");
        check(&["p", "a"], "a");
        check(&["p", "all"], "all");
        check(&["p", "b"], "b");
        check(&["p", "b_tests"], "b_tests");
        check(&["p", "f_test"], "{test, a, f_test} {test, b_tests, f_test}");
        check(&["p", "a:f_test/0", "a:g_test_", "a:f_test"], "{test, a, f_test} {generator, a, g_test_}");
        check(&["p", "b:f_test"], "{test, b_tests, f_test}");
        check(&["p/src/b.erl"], "b");
        check(&["p/test/b_tests.erl"], "b_tests");
        check(&["p/src/a.erl", "f_test"], "{test, a, f_test}");
        check(
            &["p", "y_test"],
            "there is no file, folder or test y_test; there are tests in a, all, b_tests, c_tests, x_SUITE",
        );
    }
}
