//! Modules as a program sees them. Code is loaded when it is first called and never changes.

use std::rc::Rc;

use num_bigint::{BigInt, Sign};

use erlang_syntax::ast::{Form, FormKind};
use erlang_term::{Atom, Term, atoms};

use super::checksums::Md5;
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::compile::literal::Literals;
use crate::native::effect::{Look, On, Pure, Touches};
use crate::program::{Mfa, ModuleCode, Target};

pub const TABLE: Table = &[
    ("get_module_info", 1, Pure, get_module_info),
    ("get_module_info", 2, Pure, get_module_info_item),
    ("function_exported", 3, Pure, function_exported),
    ("module_loaded", 1, Pure, module_loaded),
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
    ("load_file", 1, Pure, ensure_loaded),
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
    ("cannot_add", 1, Pure, |_, arguments| {
        let folder = arguments[0].text().unwrap_or_default();
        Err(Raise::unsupported(format!("code:add_path/1 with {folder}, which has modules of its own")))
    }),
    // Code is loaded when it is first called: that is what `interactive` means.
    ("get_mode", 0, Pure, |_, _| Ok(Term::atom("interactive"))),
];

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

/// The module's code, or `badarg`.
fn module(context: &Context<'_>, name: &Term) -> Result<Rc<ModuleCode>, Raise> {
    context.program.module(atom(name)?).ok_or_else(Raise::badarg)
}

fn get_module_info(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let module = module(context, &arguments[0])?;
    let items = ["module", "exports", "attributes", "compile", "md5"];
    let pair = |name: &&str| Some(Term::tuple([Term::atom(name), item(&module, name)?]));
    items.iter().map(pair).collect::<Option<Vec<_>>>().map(Term::list).ok_or_else(no_digest)
}

fn get_module_info_item(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let module = module(context, &arguments[0])?;
    let name = atom(&arguments[1])?.name();
    item(&module, name).ok_or_else(|| if name == "md5" { no_digest() } else { Raise::badarg() })
}

fn no_digest() -> Raise {
    Raise::unsupported("module_info(md5) of a module without source text")
}

/// Another version of a module has another one. OTP digests compiled code, which is not there.
fn digest(module: &ModuleCode) -> Option<Term> {
    let mut digest = Md5::new();
    // A file that only `-file` names has no text.
    let mut texts = module.source.sources.files.iter().filter_map(|file| file.text.as_ref()).peekable();
    texts.peek()?;
    texts.for_each(|text| digest.update(text.as_bytes()));
    Some(Term::binary(&digest.finish()))
}

fn item(module: &ModuleCode, name: &str) -> Option<Term> {
    Some(match name {
        "module" => Term::Atom(module.name),
        "exports" => functions(module, true),
        "functions" => functions(module, false),
        "attributes" => attributes(module),
        "compile" => Term::Nil,
        "md5" => digest(module)?,
        "nifs" => Term::Nil,
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
        FormKind::Attribute { name, value } => {
            let value = literals.value(module, *value)?;
            let values = if let Term::Nil | Term::Cons(_) = value { value } else { Term::list([value]) };
            Some(Term::tuple([Term::Atom(*name), values]))
        }
        _ => None,
    };
    let mut attributes: Vec<Term> = module.forms.iter().filter_map(attribute).collect();
    let is_version = |attribute: &Term| attribute.as_tuple().is_some_and(|pair| pair[0] == Term::atom("vsn"));
    if !attributes.iter().any(is_version)
        && let Some(digest) = digest(code)
    {
        let version = Term::list([integer(&digest)]);
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

/// Only what is loaded already has exported functions; here that is everything that can be loaded.
fn function_exported(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let (module, function) = (atom(&arguments[0])?, atom(&arguments[1])?);
    let Some(arity) = arguments[2].as_int().and_then(|n| u32::try_from(n).ok()) else {
        return match arguments[2].is_integer() {
            true => Ok(Term::bool(false)),
            false => Err(Raise::badarg()),
        };
    };
    let target = context.program.resolve(Mfa { module, function, arity });
    Ok(Term::bool(matches!(target, Target::Code(_) | Target::Native(_) | Target::PureNative(_))))
}

/// Is there such a module, in code or in native functions?
fn exists(context: &Context<'_>, name: Atom) -> bool {
    context.program.module(name).is_some() || super::MODULES.iter().any(|(module, _)| *module == name.name())
}

fn module_loaded(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    Ok(Term::bool(exists(context, name)))
}

fn ensure_loaded(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = atom(&arguments[0])?;
    Ok(match exists(context, name) {
        true => Term::tuple([Term::Atom(atoms::MODULE), Term::Atom(name)]),
        false => Term::tuple([Term::Atom(atoms::ERROR), Term::atom("nofile")]),
    })
}

fn ensure_modules_loaded(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let mut missing = Vec::new();
    for module in arguments[0].proper_list().ok_or_else(Raise::badarg)? {
        if !exists(context, atom(&module)?) {
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
    Ok(match exists(context, name) {
        true => file_of(context, name),
        false => Term::atom("non_existing"),
    })
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
    if PRELOADED.contains(&name.name()) {
        return Term::atom("preloaded");
    }
    let known = context.program.host().module_file(name.name());
    Term::string(&known.unwrap_or_else(|| format!("{}.beam", name.name())))
}
