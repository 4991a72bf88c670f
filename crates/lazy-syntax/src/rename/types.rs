//! Names in types.

use super::Renamer;
use crate::ast::{ConId, DataId, DataType, Mode, Signature, TypeEntity, TypeId, TypeKind};
use crate::diagnostics::Diagnostic;

impl Renamer<'_> {
    pub(super) fn signature(&mut self, signature: &Signature) {
        self.ty(signature.ty);
        for constraint in &signature.context {
            self.ty(constraint.ty);
            for other in &constraint.others {
                self.ty(*other);
            }
        }
    }

    pub(super) fn ty(&mut self, root: TypeId) {
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            let span = self.program[id].span;
            match self.program[id].kind.clone() {
                TypeKind::Var(_) => {}
                TypeKind::Con { name, entity: TypeEntity::Unresolved } => {
                    let scope = self.scope();
                    let found = scope.types.get(&name).copied().or_else(|| {
                        let bare = self.program.names.get(unqualified(self.program.text(name))?)?;
                        scope.types.get(&bare).copied()
                    });
                    match found {
                        Some(entity) => self.program[id].kind = TypeKind::Con { name, entity },
                        None if self.program.mode == Mode::Haskell
                            && scope.constructors.contains_key(&name) =>
                        {
                            let con = scope.constructors[&name];
                            let entity = TypeEntity::Data(self.promoted(con));
                            self.program[id].kind = TypeKind::Con { name, entity };
                        }
                        None => {
                            let text = self.program.text(name);
                            let problem = Diagnostic::error(span, format!("there is no type `{text}`"));
                            let problem = self.suggest_type(problem, name);
                            self.problems.push(problem);
                        }
                    }
                }
                TypeKind::Con { .. } => {}
                TypeKind::Apply { function, arguments } => {
                    open.extend(arguments.iter().rev());
                    open.push(function);
                }
                TypeKind::Function { from, to } => open.extend([to, from]),
                TypeKind::List(element) => open.push(element),
                TypeKind::Tuple(items) => open.extend(items.iter().rev()),
                TypeKind::Forall { context, ty, .. } => {
                    open.push(ty);
                    open.extend(context.iter().map(|constraint| constraint.ty));
                }
            }
        }
    }
}

impl Renamer<'_> {
    /// The type without values that a constructor is in types (DataKinds).
    fn promoted(&mut self, con: ConId) -> DataId {
        if let Some(known) = self.program.promoted.get(&con) {
            return *known;
        }
        let (name, span, count) =
            (self.program[con].name, self.program[con].span, self.program[con].fields.len());
        let parameters = (0..count).map(|at| self.program.names.intern(&format!("k{at}'"))).collect();
        let data = self.program.add(DataType {
            name,
            span,
            parameters,
            constructors: Vec::new(),
            deriving: Vec::new(),
            newtype: false,
        });
        self.program.promoted.insert(con, data);
        data
    }
}

/// `Map` of `M.Map`.
pub(super) fn unqualified(text: &str) -> Option<&str> {
    if !text.starts_with(char::is_uppercase) {
        return None;
    }
    text.rsplit_once('.').map(|(_, name)| name)
}
