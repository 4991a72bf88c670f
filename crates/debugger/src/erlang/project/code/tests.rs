//! Which modules are read, from where, and what is said of those that cannot be used.

use super::*;
use crate::files::Texts;

/// Finds the code without OTP.
fn find(files: &[&str], sources: &[&str]) -> Code {
    let sources = sources.iter().map(PathBuf::from).collect();
    let options = CodeOptions { sources, no_otp: true, ..CodeOptions::default() };
    let found = Code::find(Rc::new(Texts::of(files)), options, Parts::Program);
    found.unwrap_or_else(|troubles| panic!("{}", shown(&troubles)))
}

fn shown(troubles: &[Trouble]) -> String {
    troubles.iter().map(|trouble| trouble.render(false)).collect::<Vec<_>>().join("\n")
}

/// Reads the sources and the expression: the module names, or what is wrong.
fn check(files: &[&str], expression: &str, expected: &str) {
    let mut code = find(files, &["."]);
    let found = match code.read(expression) {
        Ok(()) => {
            let modules = code.modules.keys().map(|name| name.to_string());
            modules.chain(code.notes()).collect::<Vec<_>>().join(" ")
        }
        Err(troubles) => shown(&troubles),
    };
    assert!(found.contains(expected), "{found}");
}

#[test]
fn reads_what_is_there() {
    check(&["a.erl: -module(a).\n"], "a:f()", "-e a");
    check(
        &["a.erl: -module(b).\n", "c.erl: -module(b).\n"],
        "ok",
        "-e b note: two modules called b: a.erl and c.erl; the first one is used",
    );
    check(&["a.erl: -module(a).\nf( -> 1.\n"], "ok", "a.erl:2:4");
    check(&["a.erl: -module(a).\n-export([f/0]).\nf() -> X + g().\n"], "ok", "a.erl:3:8");
    check(&["a.erl: -module(a).\n-export([f/0]).\nf() -> X + g().\n"], "ok", "a.erl:3:12");
    check(&["a.erl: -module(a).\n"], "a:f(", "-e:1:5");
    check(&["a.beam: nonsense"], "ok", "a.beam: this is not a .beam file");
}

#[test]
fn parse_transforms() {
    let with = |transforms: &str, call: &str| {
        format!("a.erl: -module(a).\n-export([f/0]).\n-compile({transforms}).\nf() -> {call}.\n")
    };
    let check = |transforms: &str, call: &str, expected: &str| {
        check(&[&with(transforms, call)], "ok", expected);
    };
    let refused = "error: a.erl: the parse transform lager_transform is missing";
    check("{parse_transform, lager_transform}", "1", refused);
    check("[debug_info, {parse_transform, lager_transform}]", "1", refused);
    check("{parse_transform, eunit_autoexport}", "1", "-e a");
    check("{parse_transform, ms_transform}", "ets:new(t, [])", "-e a");
    check("{parse_transform, ms_transform}", "ets:fun2ms(fun(X) -> X end)", "ms_transform is missing");
    check("{parse_transform, qlc}", "qlc:q([X || X <- []])", "parse transform qlc is missing");
}

/// Applies a transform of the project itself to `f() -> one.`
fn check_transform(transform: &str, expected: &str) {
    let transform = format!("t.erl: -module(t).\n-export([parse_transform/2]).\n{transform}\n");
    let module = "a.erl: -module(a).\n-export([f/0]).\n-compile({parse_transform, t}).\nf() ->\n  one.\n";
    let mut code = find(&[module, &transform], &["."]);
    let read = code.read("ok");
    let found = match (read, code.modules.get("a")) {
        (Ok(()), Some(module)) => {
            let function = module.functions().last().expect("a function");
            let at = function.clauses[0].body[0];
            let span = module[at].span;
            let (from, to) = (span.start.line, span.end.line);
            format!("{} {from}-{to}", syntax::pretty::function(module, function).replace('\n', ""))
        }
        (Ok(()), None) => code.notes().join(" "),
        (Err(troubles), _) => shown(&troubles),
    };
    assert!(found.contains(expected), "{found}");
}

#[test]
fn transforms_of_the_project() {
    check_transform("parse_transform(Forms, _) -> Forms.", "f() -> one. 5-5");
    let two = "parse_transform(Forms, _) -> [two(F) || F <- Forms].\n\
               two({function, A, f, 0, [{clause, C, [], [], [{atom, L, one}]}]}) ->\n\
                   {function, A, f, 0, [{clause, C, [], [], [{tuple, L, [{atom, 0, two}]}]}]};\n\
               two(Form) -> Form.";
    check_transform(two, "f() -> {two}. 5-5");
    let refused = "note: the module a cannot be used: a.erl:3: ";
    check_transform("parse_transform(_, _) -> error(oops).", refused);
    check_transform("parse_transform(_, _) -> error(oops).", "the parse transform t failed with error:oops");
    check_transform("parse_transform(_, _) -> ok.", "did not return a list of forms");
    check_transform("parse_transform(_, _) -> [].", "its forms name no module");
    check_transform("parse_transform(_, _) -> gen_tcp:listen(1, []).", "not supported: gen_tcp:listen/2");
    // Errors of a transformed module are shown.
    let unbound = "parse_transform(Forms, _) -> lists:droplast(Forms) ++ \
                   [{function, {4, 1}, g, 0, [{clause, {4, 1}, [], [], [{var, {5, 3}, 'X'}]}]}].";
    check_transform(unbound, "a.erl:5: variable `X` is unbound");
}

#[test]
fn modules_that_cannot_be_used() {
    let good = "p/src/a.erl: -module(a).\n-export([f/0]).\nf() -> 1.\n";
    let check = |files: &[&str], expected: &str| {
        let files = [&[good], files].concat();
        let mut code = find(&files, &["p"]);
        let read = code.read("ok");
        assert!(read.is_ok(), "{}", read.err().map(|t| shown(&t)).unwrap_or_default());
        assert_eq!(code.notes().join("\n"), expected);
    };
    check(&[], "");
    check(
        &["p/src/b.erl: -module(b).\nf() ->.\n"],
        "note: the module b cannot be used: p/src/b.erl:2: \
         the form ends here, but an expression is missing",
    );
    check(&["p/src/run.erl: #!/usr/bin/env escript\nmain(_) -> ok.\n"], "");
    let includes = "-include_lib(\"dep/include/dep.hrl\").\nf() -> ?X.\n";
    let (b, c) =
        (format!("p/src/b.erl: -module(b).\n{includes}"), format!("p/src/c.erl: -module(c).\n{includes}"));
    check(
        &[&b, &c],
        "note: the application dep is missing, so the modules b and c cannot be used; \
         put it in _checkouts, or its parent folder in ERL_LIBS",
    );
    check(
        &[&b, &c, "p/rebar.config: {deps, [dep]}."],
        "note: the dependency dep is missing, so the modules b and c cannot be used; \
         `rebar3 compile` or `make deps` fetches it",
    );
    check(
        &["p/src/b.erl: -module(b).\n-include(\"no.hrl\").\n"],
        "note: the file \"no.hrl\" is missing, so the module b cannot be used",
    );
}

#[test]
fn where_modules_come_from() {
    let mut own = find(&["lists.erl: -module(lists).\n"], &["lists.erl"]);
    assert!(own.read("ok").is_ok());
    let none = find(&[], &[]);
    let check = |code: &Code, module: &str, expected: &str| {
        let found = match code.load(Atom::new(module)) {
            FoundModule::Module { trusted: true, .. } => "library",
            FoundModule::Module { trusted: false, .. } => "sources",
            FoundModule::Nothing => "nothing",
            FoundModule::Broken(_) => "broken",
        };
        assert_eq!(found, expected, "{module}");
    };
    check(&own, "lists", "sources");
    check(&none, "lists", "library");
    check(&none, "gen_server", "nothing");
    check(&none, "no_such_module", "nothing");
}

#[test]
fn texts_of_compiled_modules() {
    let files = Texts::of(&["p/src/a.erl: one\n", "p/ebin/b.erl: two\n", "p/ebin/a.beam"]);
    let check = |name: &str, expected: Option<&str>| {
        let (mut module, _) = parse_module(name, b"", &syntax::Options::default());
        module.sources.files[0].text = None;
        find_texts(&files, &mut module, Path::new("p/ebin/a.beam"));
        assert_eq!(module.sources.files[0].text.as_deref(), expected, "{name}");
    };
    check("src/a.erl", Some("one\n"));
    check("b.erl", Some("two\n"));
    check("c.erl", None);
}

#[test]
fn another_version() {
    let files = ["a/m.erl: -module(m).\n-ifdef(x).\n-export([f/0]).\nf() -> 1.\n-endif.\n", "b/n.erl"];
    let options = CodeOptions { define: vec!["x".into()], no_otp: true, ..CodeOptions::default() };
    let code = Code::find(Rc::new(Texts::of(&files)), options, Parts::Program);
    let code = code.unwrap_or_else(|troubles| panic!("{}", shown(&troubles)));
    let other = code.other_version(&["a".into()]).unwrap_or_else(|troubles| panic!("{}", shown(&troubles)));
    let functions = other.modules().flat_map(Module::functions);
    assert_eq!(functions.map(|function| function.name.name()).collect::<Vec<_>>(), ["f"]);
    assert!(code.other_version(&["c".into()]).is_err());
}
