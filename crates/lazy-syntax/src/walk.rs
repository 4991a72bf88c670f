//! Visiting the parts of a tree without recursion.

use crate::ast::{Pat, PatId, PatKind, Program};

/// The pattern and all its parts, from the left.
pub fn patterns<'p>(program: &'p Program, root: PatId, visit: &mut impl FnMut(&'p Pat)) {
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        let pat = &program[id];
        visit(pat);
        let start = open.len();
        match &pat.kind {
            PatKind::Wildcard | PatKind::Var(_) | PatKind::Literal(_) | PatKind::Called { .. } => {}
            PatKind::Con { arguments, .. } | PatKind::Function { arguments, .. } => open.extend(arguments),
            PatKind::Record { fields, .. } => open.extend(fields.iter().map(|field| field.pattern)),
            PatKind::Tuple(items) | PatKind::List(items) => open.extend(items),
            PatKind::As { pattern, .. } | PatKind::Typed { pattern, .. } => open.push(*pattern),
            PatKind::Bang(pattern) | PatKind::Lazy(pattern) | PatKind::View { pattern, .. } => {
                open.push(*pattern)
            }
        }
        open[start..].reverse();
    }
}
