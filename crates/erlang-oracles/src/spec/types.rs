//! Types by name: where they are defined, and what their variables stand for.

use std::collections::HashMap;
use std::rc::Rc;

use erlang_machine::program::Mfa;
use erlang_machine::world::{FoundModule, Loader};
use erlang_syntax::ast::{FormKind, Module, RecordDefinition, SpecClause, TypeId, TypeKind, VarName};
use erlang_term::Atom;

use super::basic::Basic;

/// A type: one as written somewhere, with what its variables stand for, or a built-in one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    Written { module: ModuleId, id: TypeId, scope: ScopeId },
    Basic(Basic),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ModuleId(u32);

/// What type variables stand for. One may be constrained more than once; one that is not there is
/// anything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopeId(u32);

pub const EMPTY_SCOPE: ScopeId = ScopeId(0);

type Bindings = Vec<(VarName, Ty)>;

pub struct Clause {
    pub arguments: Vec<Ty>,
    pub result: Ty,
}

/// What the name of a type leads to.
pub enum NamedType {
    Defined(Ty),
    /// Not known, or none of our business: an opaque type of another module.
    Anything,
    /// Not defined where it should be.
    Nothing,
}

pub struct Types {
    loader: Rc<dyn Loader>,
    by_name: HashMap<Atom, Option<ModuleId>>,
    modules: Vec<Definitions>,
    scopes: Vec<Bindings>,
    interned: HashMap<Bindings, ScopeId>,
    specs: HashMap<Mfa, Option<Rc<[Clause]>>>,
}

/// What a module defines, by where in its forms.
struct Definitions {
    module: Rc<Module>,
    types: HashMap<(Atom, u32), usize>,
    records: HashMap<Atom, usize>,
    specs: HashMap<(Atom, u32), usize>,
}

impl Types {
    pub fn new(loader: Rc<dyn Loader>) -> Types {
        Types {
            loader,
            by_name: HashMap::new(),
            modules: Vec::new(),
            scopes: vec![Vec::new()],
            interned: HashMap::from([(Vec::new(), EMPTY_SCOPE)]),
            specs: HashMap::new(),
        }
    }

    pub fn module(&self, id: ModuleId) -> &Rc<Module> {
        &self.modules[id.0 as usize].module
    }

    /// The clauses of a function's spec, if it has one.
    pub fn spec(&mut self, function: Mfa) -> Option<Rc<[Clause]>> {
        if let Some(known) = self.specs.get(&function) {
            return known.clone();
        }
        let spec = self.read_spec(function);
        self.specs.insert(function, spec.clone());
        spec
    }

    fn read_spec(&mut self, Mfa { module, function, arity }: Mfa) -> Option<Rc<[Clause]>> {
        let id = self.load(module)?;
        let definitions = &self.modules[id.0 as usize];
        let form = *definitions.specs.get(&(function, arity))?;
        let source = definitions.module.clone();
        let FormKind::Spec(spec) = &source.forms[form].kind else { return None };
        Some(spec.clauses.iter().map(|clause| self.spec_clause(id, clause)).collect())
    }

    /// Its constraints are the scope that its types, and they themselves, are read in.
    fn spec_clause(&mut self, module: ModuleId, clause: &SpecClause) -> Clause {
        let scope =
            if clause.constraints.is_empty() { EMPTY_SCOPE } else { ScopeId(self.scopes.len() as u32) };
        let written = |id| Ty::Written { module, id, scope };
        if scope != EMPTY_SCOPE {
            self.scopes.push(clause.constraints.iter().map(|&(name, id)| (name, written(id))).collect());
        }
        Clause {
            arguments: clause.arguments.iter().map(|&id| written(id)).collect(),
            result: written(clause.result),
        }
    }

    /// What a variable stands for: all of these at once.
    pub fn variable(&self, scope: ScopeId, name: VarName) -> Vec<Ty> {
        let bindings = &self.scopes[scope.0 as usize];
        bindings.iter().filter(|(bound, _)| *bound == name).map(|&(_, ty)| ty).collect()
    }

    /// A type with parameters, from where it is named.
    pub fn local(&mut self, module: ModuleId, name: Atom, arguments: &[TypeId], scope: ScopeId) -> NamedType {
        self.named(module, module, name, arguments, scope)
    }

    /// `m:name(…)`
    pub fn remote(
        &mut self,
        from: ModuleId,
        module: Atom,
        name: Atom,
        arguments: &[TypeId],
        scope: ScopeId,
    ) -> NamedType {
        match self.load(module) {
            Some(definer) => self.named(definer, from, name, arguments, scope),
            None => NamedType::Anything,
        }
    }

    /// `definer` defines it; its arguments are written in module `from`.
    fn named(
        &mut self,
        definer: ModuleId,
        from: ModuleId,
        name: Atom,
        arguments: &[TypeId],
        scope: ScopeId,
    ) -> NamedType {
        let definitions = &self.modules[definer.0 as usize];
        let Some(&form) = definitions.types.get(&(name, arguments.len() as u32)) else {
            return NamedType::Nothing;
        };
        let source = definitions.module.clone();
        let FormKind::TypeDefinition { keyword, parameters, body, .. } = &source.forms[form].kind else {
            return NamedType::Anything;
        };
        if keyword.name() == "opaque" && definer != from {
            return NamedType::Anything;
        }
        let bindings = parameters.iter().zip(arguments).map(|(&parameter, &id)| {
            // A variable hands on what it stands for, so that recursion does not nest scopes.
            let ty = match &self.module(from)[id].kind {
                TypeKind::Variable(name) => match self.variable(scope, *name).as_slice() {
                    [] => Ty::Basic(Basic::Any),
                    [one] => *one,
                    _ => Ty::Written { module: from, id, scope },
                },
                _ => Ty::Written { module: from, id, scope },
            };
            (parameter, ty)
        });
        let bindings: Bindings = bindings.collect();
        let scope = self.intern(bindings);
        NamedType::Defined(Ty::Written { module: definer, id: *body, scope })
    }

    fn intern(&mut self, bindings: Bindings) -> ScopeId {
        let next = ScopeId(self.scopes.len() as u32);
        let scopes = &mut self.scopes;
        *self.interned.entry(bindings).or_insert_with_key(|bindings| {
            scopes.push(bindings.clone());
            next
        })
    }

    /// The definition of a record that a module sees.
    pub fn record(&self, module: ModuleId, name: Atom) -> Option<&RecordDefinition> {
        let definitions = &self.modules[module.0 as usize];
        match &definitions.module.forms[*definitions.records.get(&name)?].kind {
            FormKind::Record(record) => Some(record),
            _ => None,
        }
    }

    fn load(&mut self, name: Atom) -> Option<ModuleId> {
        if let Some(known) = self.by_name.get(&name) {
            return *known;
        }
        let id = match self.loader.load(name) {
            FoundModule::Module { module, .. } => {
                self.modules.push(Definitions::of(module));
                Some(ModuleId(self.modules.len() as u32 - 1))
            }
            _ => None,
        };
        self.by_name.insert(name, id);
        id
    }
}

impl Definitions {
    fn of(module: Rc<Module>) -> Definitions {
        let (mut types, mut records, mut specs) = (HashMap::new(), HashMap::new(), HashMap::new());
        for (at, form) in module.forms.iter().enumerate() {
            match &form.kind {
                FormKind::TypeDefinition { name, parameters, .. } => {
                    types.insert((*name, parameters.len() as u32), at);
                }
                FormKind::Record(record) => {
                    records.insert(record.name, at);
                }
                FormKind::Spec(spec) if spec.module.is_none_or(|named| named == module.name) => {
                    specs.insert((spec.name, spec.arity), at);
                }
                _ => {}
            }
        }
        Definitions { module, types, records, specs }
    }
}
