//! Names in types.

use super::Renamer;
use crate::ast::{Signature, TypeEntity, TypeId, TypeKind};
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
            }
        }
    }
}

/// `Map` of `M.Map`.
pub(super) fn unqualified(text: &str) -> Option<&str> {
    if !text.starts_with(char::is_uppercase) {
        return None;
    }
    text.rsplit_once('.').map(|(_, name)| name)
}
