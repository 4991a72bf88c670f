//! `.beam` files as real compilers write them, whole and damaged.

#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod otp;

use std::io::Read;
use std::path::PathBuf;
use std::process::Command;

use erlang_syntax::ast::Module;
use erlang_syntax::beam::{BeamFile, Problem, read_module};
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
        let _ = read_module(&beam_of(&damaged), "");
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
