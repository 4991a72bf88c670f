//! Modules as a program sees them: they are loaded when they are first called, and a run can load
//! other versions of them (`versions.rs`). The library's `code.erl` is built on this.

use std::rc::Rc;

use num_bigint::{BigInt, Sign};

use erlang_syntax::ast::{Form, FormKind};
use erlang_syntax::beam::BeamFile;
use erlang_syntax::forms::{self, Unkept};
use erlang_term::external::{EncodeOptions, encode};
use erlang_term::{Atom, Term, atoms};

use super::checksums::Md5;
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::compile::literal::Literals;
use crate::native::effect::{Change, Effect, Look, On, Pure, Touches};
use crate::observer::{Access, Object};
use crate::program::{Mfa, ModuleCode, Target};
use crate::versions::Version;

pub const TABLE: Table = &[
    ("get_module_info", 1, Pure, get_module_info),
    ("get_module_info", 2, Pure, get_module_info_item),
    ("function_exported", 3, Pure, function_exported),
    ("module_loaded", 1, Pure, module_loaded),
    ("check_old_code", 1, Touches(&[Look(On::Code(0))]), |context, arguments| {
        let old = context.system.storage.code.of(atom(&arguments[0])?).old;
        Ok(Term::bool(old.is_some()))
    }),
    ("delete_module", 1, Touches(&[Change(On::Code(0))]), delete_module),
    ("load_module", 2, Touches(&[Change(On::Code(0))]), |context, arguments| {
        load(context, &arguments[0], None, &arguments[1])
    }),
    ("check_process_code", 2, RUNS, check_process_code),
    ("check_process_code", 3, RUNS, check_process_code),
    ("pre_loaded", 0, Pure, |_, _| Ok(Term::list(PRE_LOADED.map(Term::atom)))),
];

/// The modules that an OTP 25 node begins with, in its order.
const PRE_LOADED: [&str; 21] = [
    "persistent_term",
    "counters",
    "atomics",
    "erts_dirty_process_signal_handler",
    "erts_literal_area_collector",
    "erl_tracer",
    "erts_internal",
    "erlang",
    "erl_prim_loader",
    "prim_zip",
    "prim_net",
    "prim_socket",
    "socket_registry",
    "zlib",
    "prim_file",
    "prim_inet",
    "prim_eval",
    "prim_buffer",
    "init",
    "erl_init",
    "erts_code_purger",
];

pub const CODE_TABLE: Table = &[
    ("ensure_loaded", 1, Pure, ensure_loaded),
    ("ensure_modules_loaded", 1, Pure, ensure_modules_loaded),
    ("is_loaded", 1, Touches(&[Look(On::Host)]), is_loaded),
    ("which", 1, Touches(&[Look(On::Host)]), which),
    ("lib_dir", 1, Touches(&[Look(On::Host)]), |context, arguments| {
        Ok(application_folder(context, &arguments[0])?.map_or_else(bad_name, |folder| Term::string(&folder)))
    }),
    ("lib_dir", 2, Touches(&[Look(On::Host)]), |context, arguments| {
        folder_in_application(context, &arguments[0], &arguments[1])
    }),
    ("priv_dir", 1, Touches(&[Look(On::Host)]), |context, arguments| {
        folder_in_application(context, &arguments[0], &Term::atom("priv"))
    }),
    ("host_path", 0, Touches(&[Look(On::Host)]), |context, _| {
        let folders = context.program.host().code_path();
        Ok(Term::list(folders.iter().map(|folder| Term::string(folder)).collect::<Vec<_>>()))
    }),
    ("root_dir", 0, Touches(&[Look(On::Host)]), |context, _| {
        let root = context.program.host().root_folder();
        root.map(|root| Term::string(&root)).ok_or_else(|| Raise::unsupported("code:root_dir/0"))
    }),
    ("load_version", 3, Touches(&[Change(On::Code(0))]), load_version),
    ("load_first", 1, Touches(&[Change(On::Code(0))]), load_first),
    ("is_sticky", 1, Touches(&[Look(On::Code(0)), Look(On::Host)]), is_sticky),
    ("set_sticky", 2, Touches(&[Change(On::Code(0))]), |context, arguments| {
        context.system.storage.code.set_sticky(atom(&arguments[0])?, arguments[1] == Term::bool(true));
        Ok(Term::bool(true))
    }),
    ("source_forms", 1, Touches(&[Look(On::Host)]), source_forms),
    ("not_supported", 1, Pure, |_, arguments| {
        Err(Raise::unsupported(arguments[0].text().unwrap_or_default()))
    }),
    // Code is loaded when it is first called: that is what `interactive` means.
    ("get_mode", 0, Pure, |_, _| Ok(Term::atom("interactive"))),
];

/// Whether a process runs the old version of a module.
const RUNS: Effect = Touches(&[Look(On::Steps(0)), Look(On::Code(1))]);

pub const PURGER_TABLE: Table =
    &[("purge_module", 1, Touches(&[Change(On::Code(0))]), |context, arguments| {
        context.system.storage.code.purge(atom(&arguments[0])?);
        Ok(Term::bool(true))
    })];

fn error(reason: &str) -> Term {
    Term::tuple([Term::Atom(atoms::ERROR), Term::atom(reason)])
}

/// `load_version(Module, File, Beam)`
fn load_version(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    load(context, &arguments[0], Some(arguments[1].clone()), &arguments[2])
}

fn load(context: &mut Context<'_>, name: &Term, file: Option<Term>, beam: &Term) -> Outcome {
    let name = atom(name)?;
    let Term::Bits(bits) = beam else { return Err(Raise::badarg()) };
    let bytes = bits.to_bytes();
    context.charge_bytes(bytes.len());
    match BeamFile::read(&bytes).and_then(|file| file.module_name()) {
        Ok(found) if found == name => {}
        _ => return Ok(error("badfile")),
    }
    if context.system.storage.code.of(name).old.is_some() {
        return Ok(error("not_purged"));
    }
    let mut digest = Md5::new();
    digest.update(&bytes);
    let digest = digest.finish();
    let version = context.program.add_version(name, digest, &bytes).map_err(|why| {
        Raise::unsupported(format!("code:load_binary/3 of the module {}: {why}", name.name()))
    })?;
    // What is there before is known to be so from the beginning.
    let had_none = context.program.module(name).is_none() && !is_native(name);
    context.program.set_versioned(name);
    let code = &mut context.system.storage.code;
    code.load(name, Version::Loaded(version), file);
    if had_none && code.of(name).old == Some(Version::First) {
        code.purge(name);
    }
    Ok(Term::tuple([Term::Atom(atoms::MODULE), Term::Atom(name)]))
}

/// Loads the version that is found where code is looked for.
fn load_first(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    if context.program.module(name).is_none() && !is_native(name) {
        return Ok(error("nofile"));
    }
    if context.system.storage.code.of(name).old.is_some() {
        return Ok(error("not_purged"));
    }
    context.program.set_versioned(name);
    context.system.storage.code.load(name, Version::First, None);
    Ok(Term::tuple([Term::Atom(atoms::MODULE), Term::Atom(name)]))
}

fn delete_module(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    if context.system.storage.code.of(name).old.is_some() {
        return Err(Raise::badarg());
    }
    if !exists(context, name) {
        return Ok(Term::atom("undefined"));
    }
    context.program.set_versioned(name);
    context.system.storage.code.delete(name);
    Ok(Term::bool(true))
}

fn check_process_code(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let [Term::Pid(pid), Term::Atom(name), options @ ..] = arguments else { return Err(Raise::badarg()) };
    let is_async = |option: &Term| option.as_tuple().is_some_and(|pair| pair[0] == Term::atom("async"));
    if options.iter().filter_map(Term::proper_list).flatten().any(|option| is_async(&option)) {
        return Err(Raise::unsupported("erlang:check_process_code/3 with the option async"));
    }
    let Some(old) = context.system.storage.code.of(*name).old else { return Ok(Term::bool(false)) };
    let (state, stack) = match *pid == context.pid() {
        true => (&*context.process, context.stack),
        false => match context.system.get(*pid) {
            Some(process) => (&process.state, &process.stack),
            None => return Ok(Term::bool(false)),
        },
    };
    if state.outcome.is_some() {
        return Ok(Term::bool(false));
    }
    let current = state.start.is_none().then_some(state.function);
    let mut functions = current.into_iter().chain(stack.callers().map(|frame| frame.function));
    let runs = functions.any(|function| context.program.is_of_version(function, *name, old));
    Ok(Term::bool(runs))
}

/// Folders of OTP whose modules are not to be replaced.
const STICKY: [&str; 3] = ["kernel", "stdlib", "compiler"];

fn is_sticky(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    if let Some(was_set) = context.system.storage.code.stickiness(name) {
        return Ok(Term::bool(was_set && exists(context, name)));
    }
    let host = context.program.host();
    let file = host.module_file(name.name());
    let folders = STICKY.iter().filter_map(|application| host.application_folder(application));
    let is_there =
        file.is_some_and(|file| folders.into_iter().any(|folder| file.starts_with(&format!("{folder}/"))));
    Ok(Term::bool(is_there))
}

/// `{IsUsers, Forms, Source, File}` of the version that is found where code is looked for.
fn source_forms(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    let Some(code) = context.program.module(name) else { return Ok(Term::bool(false)) };
    let forms = Term::list(forms::encode(&code.source, Unkept::Nearby));
    let source = code.source.sources.files.first().map_or(String::new(), |file| file.name.clone());
    let is_users = Term::bool(context.program.is_users(name));
    Ok(Term::tuple([is_users, forms, Term::string(&source), file_of(context, name)]))
}

fn bad_name() -> Term {
    Term::tuple([Term::Atom(atoms::ERROR), Term::atom("bad_name")])
}

fn application_folder(context: &Context<'_>, name: &Term) -> Result<Option<String>, Raise> {
    let name = match (name, name.text()) {
        (Term::Atom(name), _) => name.name().to_owned(),
        (_, Some(name)) => name,
        _ => return Err(Raise::error(Term::Atom(atoms::FUNCTION_CLAUSE))),
    };
    Ok(context.program.host().application_folder(&name))
}

fn folder_in_application(context: &Context<'_>, name: &Term, folder: &Term) -> Outcome {
    let part = atom(folder)?;
    let found = application_folder(context, name)?;
    Ok(found.map_or_else(bad_name, |found| Term::string(&format!("{found}/{}", part.name()))))
}

fn atom(term: &Term) -> Result<Atom, Raise> {
    term.as_atom().ok_or_else(Raise::badarg)
}

/// A look at which version is the current one, in the rare case that there are several. Most calls
/// depend on nothing but their arguments.
fn look(context: &mut Context<'_>, name: Atom) {
    if context.program.has_versions(name) {
        context.touch(Object::Code(name), Access::Look);
    }
}

/// The module's code, or `badarg`.
fn module(context: &mut Context<'_>, name: &Term) -> Result<Rc<ModuleCode>, Raise> {
    let name = atom(name)?;
    look(context, name);
    match context.system.storage.code.current(name) {
        Some(_) => context.program.module_in(context.system, name).ok_or_else(Raise::badarg),
        None => Err(Raise::badarg()),
    }
}

fn get_module_info(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let module = module(context, &arguments[0])?;
    let items = ["module", "exports", "attributes", "compile", "md5"];
    let pair = |name: &&str| Some(Term::tuple([Term::atom(name), item(&module, name)?]));
    items.iter().map(pair).collect::<Option<Vec<_>>>().map(Term::list).ok_or_else(Raise::badarg)
}

fn get_module_info_item(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let module = module(context, &arguments[0])?;
    let name = atom(&arguments[1])?.name();
    item(&module, name).ok_or_else(Raise::badarg)
}

/// Another version of a module has another one. OTP digests compiled code, which is not there.
fn digest(module: &ModuleCode) -> Term {
    if let Some(digest) = &module.digest {
        return Term::binary(digest);
    }
    let mut digest = Md5::new();
    // A file that only `-file` names has no text.
    let mut texts = module.source.sources.files.iter().filter_map(|file| file.text.as_ref()).peekable();
    if texts.peek().is_some() {
        texts.for_each(|text| digest.update(text.as_bytes()));
    } else {
        let forms = Term::list(forms::encode(&module.source, Unkept::Nearby));
        digest.update(&encode(&forms, EncodeOptions::default()));
    }
    Term::binary(&digest.finish())
}

fn item(module: &ModuleCode, name: &str) -> Option<Term> {
    Some(match name {
        "module" => Term::Atom(module.name),
        "exports" => functions(module, true),
        "functions" => functions(module, false),
        "attributes" => attributes(module),
        "compile" => Term::Nil,
        "md5" => digest(module),
        "nifs" | "native_addresses" => Term::Nil,
        "native" => Term::bool(false),
        _ => return None,
    })
}

/// `{Name, Arity}` of all functions, or of the exported ones, in the order of the source.
fn functions(module: &ModuleCode, only_exported: bool) -> Term {
    let name = |form: &Form| match &form.kind {
        FormKind::Function(function) => Some((function.name, function.arity)),
        _ => None,
    };
    let info = Atom::new("module_info");
    let all = module.source.forms.iter().filter_map(name).chain([(info, 0), (info, 1)]);
    let exported = |key: &(Atom, u32)| match module.functions.get(key) {
        Some((_, exported)) => *exported,
        None => key.0 == info,
    };
    let listed: Vec<Term> = all
        .filter(|key| !only_exported || exported(key))
        .map(|(name, arity)| Term::tuple([Term::Atom(name), Term::Int(i64::from(arity))]))
        .collect();
    Term::list(listed)
}

/// `{Name, Values}` for each attribute, in the order of the source. Without a `-vsn`, the first is
/// a digest of the source.
fn attributes(code: &ModuleCode) -> Term {
    let module = &*code.source;
    let mut literals = Literals::new(module.exprs.len());
    let attribute = |form: &Form| match &form.kind {
        FormKind::Attribute { name, value } if !matches!(name.name(), "on_load" | "nifs") => {
            let value = literals.value(module, *value)?;
            let values = if let Term::Nil | Term::Cons(_) = value { value } else { Term::list([value]) };
            Some(Term::tuple([Term::Atom(*name), values]))
        }
        _ => None,
    };
    let mut attributes: Vec<Term> = module.forms.iter().filter_map(attribute).collect();
    let is_version = |attribute: &Term| attribute.as_tuple().is_some_and(|pair| pair[0] == Term::atom("vsn"));
    if !attributes.iter().any(is_version) {
        let version = Term::list([integer(&digest(code))]);
        attributes.insert(0, Term::tuple([Term::atom("vsn"), version]));
    }
    Term::list(attributes)
}

/// The bytes of a binary as one number.
fn integer(binary: &Term) -> Term {
    match binary {
        Term::Bits(bits) => Term::from_bigint(BigInt::from_bytes_be(Sign::Plus, &bits.to_bytes())),
        _ => Term::Int(0),
    }
}

/// In OTP only loaded modules have exported functions. Here that is every module that can be
/// loaded.
fn function_exported(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let (module, function) = (atom(&arguments[0])?, atom(&arguments[1])?);
    let Some(arity) = arguments[2].as_int().and_then(|n| u32::try_from(n).ok()) else {
        return match arguments[2].is_integer() {
            true => Ok(Term::bool(false)),
            false => Err(Raise::badarg()),
        };
    };
    look(context, module);
    if context.system.storage.code.current(module).is_none() {
        return Ok(Term::bool(false));
    }
    let target = context.program.resolve_in(context.system, Mfa { module, function, arity });
    Ok(Term::bool(matches!(target, Target::Code(_) | Target::Native(_) | Target::PureNative(_))))
}

/// Is there such a module, in code or in native functions?
fn can_be_loaded(context: &Context<'_>, name: Atom) -> bool {
    context.program.module(name).is_some() || is_native(name)
}

fn is_native(name: Atom) -> bool {
    super::MODULES.iter().any(|(module, _)| *module == name.name())
}

/// Is it loaded? A module that can be loaded counts as loaded until it is deleted.
fn exists(context: &mut Context<'_>, name: Atom) -> bool {
    look(context, name);
    match context.system.storage.code.current(name) {
        None => false,
        Some(Version::Loaded(_)) => true,
        Some(Version::First) => can_be_loaded(context, name),
    }
}

fn module_loaded(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    Ok(Term::bool(exists(context, name)))
}

/// Loads a module that was deleted.
fn ensure(context: &mut Context<'_>, name: Atom) -> bool {
    if context.system.storage.code.current(name).is_none() && can_be_loaded(context, name) {
        context.touch(Object::Code(name), Access::Change);
        context.system.storage.code.load(name, Version::First, None);
    }
    exists(context, name)
}

fn ensure_loaded(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    Ok(match ensure(context, name) {
        true => Term::tuple([Term::Atom(atoms::MODULE), Term::Atom(name)]),
        false => Term::tuple([Term::Atom(atoms::ERROR), Term::atom("nofile")]),
    })
}

fn ensure_modules_loaded(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let mut missing = Vec::new();
    for module in arguments[0].proper_list().ok_or_else(Raise::badarg)? {
        if !ensure(context, atom(&module)?) {
            missing.push(Term::tuple([module, Term::atom("nofile")]));
        }
    }
    Ok(match missing.is_empty() {
        true => Term::Atom(atoms::OK),
        false => Term::tuple([Term::Atom(atoms::ERROR), Term::list(missing)]),
    })
}

/// `{file, Name}`
fn is_loaded(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    Ok(match exists(context, name) {
        true => Term::tuple([Term::Atom(atoms::FILE), file_of(context, name)]),
        false => Term::bool(false),
    })
}

fn which(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    let found = exists(context, name) || can_be_loaded(context, name);
    Ok(if found { file_of(context, name) } else { Term::atom("non_existing") })
}

/// What `erlang:pre_loaded/0` lists in OTP 25.
const PRELOADED: &[&str] = &[
    "atomics",
    "counters",
    "erl_init",
    "erl_prim_loader",
    "erl_tracer",
    "erlang",
    "erts_code_purger",
    "erts_dirty_process_signal_handler",
    "erts_internal",
    "erts_literal_area_collector",
    "init",
    "persistent_term",
    "prim_buffer",
    "prim_eval",
    "prim_file",
    "prim_inet",
    "prim_net",
    "prim_socket",
    "prim_zip",
    "socket_registry",
    "zlib",
];

/// The compiled file of a module. It need not be there: a project need not have been built. A
/// module that belongs to no application has a name without a folder.
fn file_of(context: &Context<'_>, name: Atom) -> Term {
    if let Some(file) = context.system.storage.code.of(name).file {
        return file;
    }
    if PRELOADED.contains(&name.name()) {
        return Term::atom("preloaded");
    }
    let known = context.program.host().module_file(name.name());
    Term::string(&known.unwrap_or_else(|| format!("{}.beam", name.name())))
}
