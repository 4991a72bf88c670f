//! `.beam` files as real compilers write them, whole and damaged.

#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod canonical;
mod otp;

use std::io::Read;
use std::path::PathBuf;
use std::process::Command;

use erlang_syntax::ast::{ExprKind, FormKind, Module};
use erlang_syntax::beam::{BeamFile, Problem, read_module};
use erlang_syntax::source::Pos;
use erlang_syntax::{lint, parse_module, pretty, render};
use erlang_term::Atom;
use flate2::read::ZlibDecoder;

const SAMPLE: &str = "
-module(sample).
-export([f/1, g/0]).
-vsn({1, \"two\", <<3, 4:4>>, #{five => -6.0}, fun lists:map/2, [a | b]}).
-record(r, {a = 1 :: integer(), b}).
-type t(X) :: [X] | #{a := 1..2} | fun((...) -> <<_:8, _:_*2>>).
-spec f(X) -> t(X) when X :: #r{a :: 1}.
f(#r{a = A, _ = '_'}) when A > 1, is_atom(A); A =/= 2 ->
    try [X || {X, _} <- A, X > 1] of [] -> $a catch error:R:S when R -> {R, S}; _ -> 1 after ok end;
f(B) ->
    receive <<C:B/little-signed-unit:8, _/binary>> -> fun F(1) -> F(C) end after 10 -> begin 1.5, \"abc\" end end.
g() -> M = #{a => 1}, #{a := X} = M, M#{a := 2}, case X of 1 -> catch f(1); _ -> if true -> 99999999999999999999 end end.
";

fn compiled(name: &str, source: &str, flags: &[&str]) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("sample.erl");
    std::fs::write(&file, source).expect("a source");
    let output = Command::new("erlc").args(flags).arg("-o").arg(&folder).arg(&file).output().expect("erlc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    std::fs::read(folder.join("sample.beam")).expect("a .beam")
}

#[test]
fn all_of_otp_is_read() {
    for path in otp::files("beam") {
        let bytes = std::fs::read(&path).expect("a .beam");
        let module = read_module(&bytes, &otp::shown(&path)).unwrap_or_else(|error| panic!("{error}"));
        let beam = BeamFile::read(&bytes).expect("chunks");
        assert_eq!(beam.module_name(), Ok(module.name));
        let exports = beam.exports().expect("exports");
        for function in module.functions() {
            assert!(function.clauses.iter().all(|clause| clause.patterns.len() == function.arity as usize));
        }
        // Made by the compiler, not from a form.
        let made = |name: Atom| matches!(name.name(), "module_info" | "behaviour_info");
        let defined = |name, arity| module.functions().any(|f| f.name == name && f.arity == arity);
        for (name, arity) in exports {
            assert!(defined(name, arity) || made(name), "{name:?}/{arity} of {}", otp::shown(&path));
        }
    }
}

/// The parser and the compiler's abstract code give the same tree.
#[test]
fn source_and_beam_agree() {
    let mut differences = Vec::new();
    let mut compared = 0;
    for path in otp::files_of(&["stdlib", "kernel", "compiler", "syntax_tools"], "beam") {
        let source = path.with_extension("erl").to_string_lossy().replace("/ebin/", "/src/");
        if !std::fs::exists(&source).expect("a readable folder") {
            continue;
        }
        let (parsed, problems) = otp::parse(source.as_ref());
        let read = read_module(&std::fs::read(&path).expect("a .beam"), "").expect("a module");
        if !problems.is_empty() {
            differences.push(render(&problems[0], &parsed.sources, false));
            continue;
        }
        // It has a macro that the build gives on the command line.
        if uses_transform(&parsed) || source.ends_with("/erl_epmd.erl") {
            continue;
        }
        compared += 1;
        let (parsed, read) = (canonical::forms(&parsed), canonical::forms(&read));
        let differs = parsed.iter().zip(&read).find(|(parsed, read)| parsed != read);
        match differs {
            Some((parsed, read)) => differences.push(format!("{source}:\n    {parsed}\n    {read}")),
            None if parsed.len() != read.len() => differences.push(format!("{source}: more forms")),
            None => {}
        }
    }
    assert!(differences.is_empty(), "{}\n{} of {compared} differ", differences.join("\n"), differences.len());
    assert!(compared > 200, "{compared}");
}

/// A .beam holds what a parse transform made of the source.
fn uses_transform(module: &Module) -> bool {
    let is_transform = |atom: &Atom| atom.name() == "parse_transform";
    module.forms.iter().any(|form| matches!(form.kind, FormKind::Compile(_)))
        && module.exprs.iter().any(|expr| matches!(&expr.kind, ExprKind::Atom(atom) if is_transform(atom)))
}

#[test]
fn why_a_file_cannot_be_used() {
    let check = |bytes: &[u8], expected: Problem| {
        assert_eq!(read_module(bytes, "x.beam").expect_err("an error").problem, expected);
    };
    check(b"", Problem::NotBeam);
    check(b"-module(m).", Problem::NotBeam);
    check(&compiled("no_debug_info", SAMPLE, &[]), Problem::NoDebugInfo);
    let encrypted = compiled("encrypted", SAMPLE, &["+debug_info", "+{debug_info_key,\"secret\"}"]);
    check(&encrypted, Problem::Encrypted);
    let other = "+{debug_info,{elixir_erl,none}}";
    check(&compiled("other", SAMPLE, &[other]), Problem::OtherBackend("elixir_erl".into()));
}

#[test]
fn compressed_as_a_whole() {
    let plain = read_module(&compiled("plain", SAMPLE, &["+debug_info"]), "").expect("a module");
    let bytes = compiled("compressed", SAMPLE, &["+debug_info", "+compressed"]);
    assert_eq!(bytes[..2], [0x1f, 0x8b]);
    let compressed = read_module(&bytes, "").expect("a module");
    let dump = |module: &Module| format!("{:?}", module.exprs);
    assert_eq!(dump(&compressed), dump(&plain));
}

#[test]
fn cut_at_every_byte() {
    for flags in [&["+debug_info"][..], &["+debug_info", "+compressed"]] {
        let whole = compiled(&format!("cut{}", flags.len()), SAMPLE, flags);
        for length in 0..whole.len() {
            assert!(read_module(&whole[..length], "").is_err(), "{length} bytes");
        }
    }
}

#[test]
fn every_byte_changed() {
    let whole = compiled("changed", SAMPLE, &["+debug_info"]);
    for damaged in damages(&whole) {
        // Code may have changed where debug information has not: all that counts is to come back.
        let _ = read_module(&damaged, "");
        if let Ok(beam) = BeamFile::read(&damaged) {
            let _ = (beam.module_name(), beam.exports(), beam.imports());
        }
    }
}

/// Forms that OTP 25 does not write yet, and annotations in all their shapes.
#[test]
fn newer_forms() {
    let forms = r#"[{attribute, 1, file, {"m.erl", 1}},
        {attribute, {1, 2}, module, m},
        {attribute, [{location, {2, 2}}], nominal, {t, {type, 2, integer, []}, []}},
        {function, {3, 1}, f, 2, [{clause, {3, 1}, [{var, 3, 'A'}, {var, 3, 'B'}], [], [
            {lc, 4, {tuple, 4, [{var, 4, 'X'}, {var, 4, 'Y'}]}, [{zip, 4, [
                {generate, 4, {var, 4, 'X'}, {var, 4, 'A'}}, {generate_strict, 4, {var, 4, 'Y'}, {var, 4, 'B'}}]}]},
            {mc, 5, {map_field_assoc, 5, {var, 5, 'K'}, {var, 5, 'V'}}, [
                {m_generate, 5, {map_field_exact, 5, {var, 5, 'K'}, {var, 5, 'V'}}, {var, 5, 'A'}},
                {m_generate_strict, 5, {map_field_exact, 5, {var, 5, 'K'}, {atom, 5, k}}, {var, 5, 'B'}}]},
            {bc, 6, {var, 6, 'X'}, [
                {b_generate_strict, 6, {bin, 6, [{bin_element, 6, {var, 6, 'X'}, default, default}]}, {var, 6, 'A'}}]},
            {'maybe', 7, [{maybe_match, 7, {var, 7, '_'}, {var, 7, 'A'}}], {'else', 7, [
                {clause, 7, [{var, 7, '_'}], [], [{bin, 7, [{bin_element, 7, {string, 7, "s"}, default, [utf8]}]}]}]}},
            {op, [{text, "+"}, {location, {8, 7}}], '+',
                {var, [{file, "h.hrl"}, {location, 9}, {generated, true}], 'A'}, {integer, {8, 9}, 1}}]}]}]"#;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("newer");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("term");
    otp::erl(&format!(
        "ok = file:write_file({:?}, term_to_binary({{debug_info_v1, erl_abstract_code, {{{forms}, []}}}}))",
        file.display().to_string()
    ));
    let module = read_module(&beam_of(&std::fs::read(file).expect("a term")), "").expect("a module");

    let source = r#"-module(m).
        -nominal t() :: integer().
        f(A, B) ->
            [{X, Y} || X <- A && Y <:- B],
            #{K => V || K := V <- A, K := k <:- B},
            << X || <<X>> <:= A >>,
            maybe _ ?= A else _ -> ~"s" end,
            A + 1."#;
    let (parsed, problems) = parse_module("m.erl", source.as_bytes(), &Default::default());
    assert!(problems.is_empty(), "{}", render(&problems[0], &parsed.sources, false));
    assert_eq!(canonical::forms(&module), canonical::forms(&parsed));

    let sum = module.exprs.last().expect("an expression");
    let ExprKind::Binary { left, .. } = sum.kind else { panic!("{sum:?}") };
    assert_eq!(sum.anchor, Pos { line: 8, column: 7 });
    assert_eq!(sum.span.end, Pos { line: 8, column: 9 });
    assert_eq!(module.sources.files[module[left].span.file.0 as usize].name, "h.hrl");
    assert_eq!(module[left].span.start.line, 9);
}

/// OTP 28 has atoms of more than 255 bytes, and writes their lengths in another way.
#[test]
fn long_atoms() {
    let name = "a".repeat(300);
    let mut table = (-2i32).to_be_bytes().to_vec();
    table.extend([0b0010_1000, 44]);
    table.extend(name.bytes());
    table.extend([0b0001_0000, b'b']);
    let size = |length: usize| (length as u32).to_be_bytes();
    let beam = [b"FOR1", &size(12 + table.len())[..], b"BEAMAtU8", &size(table.len()), &table].concat();
    assert_eq!(BeamFile::read(&beam).expect("chunks").module_name(), Ok(Atom::new(&name)));
}

#[test]
fn attributes() {
    let beam = compiled("attributes", "-module(sample).\n-vsn(7).\n-author(me).\n", &[]);
    let attributes = BeamFile::read(&beam).expect("chunks").attributes().expect("attributes");
    assert_eq!(erlang_term::print::write(&attributes), "[{vsn,[7]},{author,[me]}]");
}

/// A checksum protects compressed debug information; without it, damage reaches the forms.
#[test]
fn damaged_forms() {
    let compressed = compiled("damaged", SAMPLE, &["+debug_info"]);
    let beam = BeamFile::read(&compressed).expect("chunks");
    let chunk = beam.chunk(b"Dbgi").expect("debug information");
    assert_eq!(chunk[..2], [131, 80]);
    let mut term = vec![131];
    ZlibDecoder::new(&chunk[6..]).read_to_end(&mut term).expect("a term");

    read_module(&beam_of(&term), "").expect("a module");
    for length in 0..term.len() {
        assert!(read_module(&beam_of(&term[..length]), "").is_err(), "{length} bytes");
    }
    for damaged in damages(&term) {
        // What can still be read can be checked and shown.
        if let Ok(module) = read_module(&beam_of(&damaged), "") {
            lint::check(&module, lint::LintOptions { warnings: true, incomplete: false });
            module.forms.iter().for_each(|form| drop(pretty::form(&module, form)));
        }
    }
}

fn beam_of(debug_info: &[u8]) -> Vec<u8> {
    let size = |length: usize| (length as u32).to_be_bytes();
    [b"FOR1", &size(12 + debug_info.len())[..], b"BEAMDbgi", &size(debug_info.len()), debug_info].concat()
}

fn damages(whole: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..whole.len()).flat_map(move |at| {
        [0x01, 0x02, 0x80, 0xff].map(|change| {
            let mut damaged = whole.to_vec();
            damaged[at] ^= change;
            damaged
        })
    })
}
