//! Classes and instances as declared: what they are called, which types they are for, and the types
//! of their methods.

use crate::ast::{
    Constraint, DataId, FunctionId, Mode, Name, Program, Signature, Type, TypeEntity, TypeId, TypeKind,
};
use crate::classes::{Class, Classes, Instance};
use crate::diagnostics::Diagnostic;
use crate::parser::{RawClass, RawInstance};

/// Finds the classes that each class stands on, and all that these imply.
pub fn superclasses(
    program: &mut Program,
    classes: &[RawClass],
    library: bool,
    problems: &mut Vec<Diagnostic>,
) {
    for RawClass { class, context } in classes {
        for constraint in context {
            let variable = program.class(*class).variable;
            if !matches!(program[constraint.ty].kind, TypeKind::Var(name) if name == variable) {
                let message = "not supported: a context of a class that is not about its last parameter";
                problems.push(Diagnostic::error(constraint.span, message));
                continue;
            }
            match program.class_named(constraint.class, library) {
                Some(superclass) => program.classes[class.0 as usize].superclasses.push(superclass),
                None => unknown_class(program, constraint, problems),
            }
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for RawClass { class, .. } in classes {
            let before = program.class(*class).implies;
            let above = program.class(*class).superclasses.iter();
            let after = above.fold(before, |all: Classes, above| all.join(program.class(*above).implies));
            changed |= before != after;
            program.classes[class.0 as usize].implies = after;
        }
    }
}

fn unknown_class(program: &Program, constraint: &Constraint, problems: &mut Vec<Diagnostic>) {
    let message = format!("there is no class `{}`", program.text(constraint.class));
    problems.push(Diagnostic::error(constraint.span, message));
}

/// Notes which types belong to which classes, and gives the methods of instances their types. The
/// names in the types have their meaning.
pub fn declare(
    program: &mut Program,
    instances: &[RawInstance],
    library: bool,
    problems: &mut Vec<Diagnostic>,
) {
    for raw in instances {
        if let Err(problem) = one(program, raw, library) {
            problems.push(problem);
        }
    }
}

fn one(program: &mut Program, raw: &RawInstance, library: bool) -> Result<(), Diagnostic> {
    let error = |message: String| Diagnostic::error(raw.span, message);
    let Some(class) = program.class_named(raw.class, library) else {
        return Err(error(format!("there is no class `{}`", program.text(raw.class))));
    };
    // Conditions compare by structure (functional-logic §7.3), and one sign cannot mean two things.
    if class == Class::EQ && program.mode == Mode::FunctionalLogic && !library && !raw.derived {
        let message = "not supported: an instance of Eq in a functional-logic program";
        let help = "conditions compare values by their structure; for any other comparison, write a separate function";
        return Err(error(message.to_owned()).help(help));
    }
    let (data, arguments, fixed) = head(program, raw.ty).ok_or_else(|| {
        error("not supported: an instance for this type; it is for a type constructor with type variables, as in `Tree a`".to_owned())
    })?;
    if raw.others.len() != program.class(class).others.len() {
        return Err(error(wrong_count(program, class)));
    }
    let (mut context, mut relations) = (Vec::new(), Vec::new());
    for constraint in &raw.context {
        let Some(asked) = program.class_named(constraint.class, library) else {
            return Err(error(format!("there is no class `{}`", program.text(constraint.class))));
        };
        let place = match program[constraint.ty].kind {
            TypeKind::Var(name) => arguments.iter().position(|argument| *argument == name),
            _ => None,
        };
        match place {
            Some(place) => {
                context.push((place, asked));
                if constraint.others.len() != program.class(asked).others.len() {
                    return Err(Diagnostic::error(constraint.span, wrong_count(program, asked)));
                }
                if !constraint.others.is_empty() {
                    relations.push((asked, constraint.ty, constraint.others.clone()));
                }
            }
            None => {
                let message = "not supported: a context that is not on a type variable of the instance";
                return Err(Diagnostic::error(constraint.span, message));
            }
        }
    }
    if program.instance(class, data).is_some() {
        let (class, data) = (program.class_name(class), program.text(program[data].name));
        return Err(error(format!("there is already an instance of `{class}` for `{data}`")));
    }
    let methods = methods(program, raw, class)?;
    program.instance_of.insert((class, data), program.class_instances.len());
    program.class_instances.push(Instance {
        span: raw.span,
        class,
        data,
        context,
        arguments,
        fixed,
        others: raw.others.clone(),
        relations,
        methods,
        derived: raw.derived,
    });
    Ok(())
}

/// A constraint with too few types, or too many.
pub fn wrong_count(program: &Program, class: Class) -> String {
    match program.class(class).others.len() {
        0 => format!("the class `{}` has one parameter", program.class_name(class)),
        others => format!("the class `{}` has {} parameters", program.class_name(class), others + 1),
    }
}

/// Known arguments of a type constructor, by their place.
type Fixed = Vec<(usize, TypeId)>;

/// The type constructor and its variables; and its known arguments, such as that of `[Char]`.
fn head(program: &mut Program, ty: TypeId) -> Option<(DataId, Vec<Name>, Fixed)> {
    let known = &program.well_known;
    let (data, arguments) = match &program[ty].kind {
        TypeKind::Con { entity: TypeEntity::Data(data), .. } => (*data, Vec::new()),
        TypeKind::Con { entity: TypeEntity::Synonym(synonym), .. } => {
            let synonym = &program.synonyms[*synonym];
            let ty = synonym.ty;
            return if synonym.parameters.is_empty() { head(program, ty) } else { None };
        }
        TypeKind::Apply { function, arguments } => match program[*function].kind {
            TypeKind::Con { entity: TypeEntity::Data(data), .. } => (data, arguments.clone()),
            _ => return None,
        },
        TypeKind::List(element) => (known.list, vec![*element]),
        TypeKind::Tuple(parts) => (*known.tuple_types.get(parts.len())?, parts.clone()),
        TypeKind::Function { from, to } => (known.function, vec![*from, *to]),
        _ => return None,
    };
    let (mut names, mut fixed) = (Vec::new(), Vec::new());
    for (place, argument) in arguments.into_iter().enumerate() {
        match program[argument].kind {
            TypeKind::Var(name) if !names.contains(&name) => names.push(name),
            _ if is_closed(program, argument) => {
                names.push(program.names.intern(&format!("known{place}'")));
                fixed.push((place, argument));
            }
            _ => return None,
        }
    }
    Some((data, names, fixed))
}

/// Whether a type has no variables.
fn is_closed(program: &Program, ty: TypeId) -> bool {
    recursion::deep(|| match &program[ty].kind {
        TypeKind::Var(_) | TypeKind::Forall { .. } => false,
        TypeKind::Con { .. } => true,
        TypeKind::Apply { function, arguments } => {
            is_closed(program, *function) && arguments.iter().all(|argument| is_closed(program, *argument))
        }
        TypeKind::Function { from, to } => is_closed(program, *from) && is_closed(program, *to),
        TypeKind::List(element) => is_closed(program, *element),
        TypeKind::Tuple(items) => items.iter().all(|item| is_closed(program, *item)),
    })
}

/// The functions of an instance in the order of the class's methods, each with its type.
fn methods(
    program: &mut Program,
    raw: &RawInstance,
    class: Class,
) -> Result<Vec<Option<FunctionId>>, Diagnostic> {
    let declared = program.class(class).clone();
    let mut methods = vec![None; declared.methods.len()];
    for function in &raw.functions {
        let (name, span) = (program[*function].name, program[*function].span);
        let Some(index) = declared.methods.iter().position(|method| method.name == name) else {
            let message = format!(
                "`{}` is not a method of the class `{}`",
                program.text(name),
                program.text(declared.name)
            );
            return Err(Diagnostic::error(span, message));
        };
        methods[index] = Some(*function);
        let signature = &declared.methods[index].signature;
        let mut by: Vec<(Name, TypeId)> =
            declared.others.iter().copied().zip(raw.others.iter().copied()).collect();
        by.push((declared.variable, raw.ty));
        let mut context = raw.context.clone();
        for constraint in &signature.context[1..] {
            let ty = substituted(program, constraint.ty, &by);
            let others = constraint.others.iter().map(|other| substituted(program, *other, &by)).collect();
            context.push(Constraint { ty, others, ..constraint.clone() });
        }
        let ty = substituted(program, signature.ty, &by);
        program[*function].signature = Some(Signature { span, scoped: Vec::new(), context, ty });
    }
    Ok(methods)
}

/// The type of a method with the types of the instance in place of the class's variables. The
/// method's own variables get other names than the instance's can have.
fn substituted(program: &mut Program, ty: TypeId, by: &[(Name, TypeId)]) -> TypeId {
    let Type { span, kind } = program[ty].clone();
    let all = |program: &mut Program, parts: Vec<TypeId>| -> Vec<TypeId> {
        parts.into_iter().map(|part| substituted(program, part, by)).collect()
    };
    let kind = match kind {
        TypeKind::Var(name) => {
            if let Some((_, ty)) = by.iter().find(|(variable, _)| *variable == name) {
                return *ty;
            }
            let own = format!("{}'m", program.text(name));
            TypeKind::Var(program.names.intern(&own))
        }
        TypeKind::Con { .. } => return ty,
        TypeKind::Apply { function, arguments } => TypeKind::Apply {
            function: substituted(program, function, by),
            arguments: all(program, arguments),
        },
        TypeKind::Function { from, to } => {
            TypeKind::Function { from: substituted(program, from, by), to: substituted(program, to, by) }
        }
        TypeKind::List(element) => TypeKind::List(substituted(program, element, by)),
        TypeKind::Tuple(items) => TypeKind::Tuple(all(program, items)),
        TypeKind::Forall { variables, context, ty } => {
            let own = |program: &mut Program, name: Name| {
                let own = format!("{}'m", program.text(name));
                program.names.intern(&own)
            };
            let context = context
                .into_iter()
                .map(|constraint| Constraint { ty: substituted(program, constraint.ty, by), ..constraint })
                .collect();
            TypeKind::Forall {
                variables: variables.into_iter().map(|name| own(program, name)).collect(),
                context,
                ty: substituted(program, ty, by),
            }
        }
    };
    program.add(Type { span, kind })
}
