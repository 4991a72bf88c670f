//! Classes of types, and which types belong to them by declaration. The built-in ones that every
//! data type has by its structure come first.

use crate::ast::{
    DataId, ExprId, FunctionBody, FunctionId, KnownType, Mode, Name, Program, Signature, TypeId,
};
use crate::source::Span;

/// A class, by its number in the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(pub u8);

impl Class {
    pub const EQ: Class = Class(0);
    pub const ORD: Class = Class(1);
    pub const SHOW: Class = Class(2);
    pub const READ: Class = Class(3);
    pub const ENUM: Class = Class(4);
    pub const BOUNDED: Class = Class(5);
    pub const NUM: Class = Class(6);
    pub const REAL: Class = Class(7);
    pub const INTEGRAL: Class = Class(8);
    pub const FRACTIONAL: Class = Class(9);
    pub const FLOATING: Class = Class(10);
    pub const REAL_FRAC: Class = Class(11);

    /// The classes that the checker itself speaks of, in the order of their numbers: the prelude
    /// declares them first, in this order.
    pub const BUILT_IN: [&'static str; 12] = [
        "Eq",
        "Ord",
        "Show",
        "Read",
        "Enum",
        "Bounded",
        "Num",
        "Real",
        "Integral",
        "Fractional",
        "Floating",
        "RealFrac",
    ];

    /// A data type belongs to it if its structure allows that, whether or not it is derived.
    pub fn is_structural(self) -> bool {
        self <= Class::BOUNDED
    }
}

/// This many classes there can be in one program.
pub const MAX_CLASSES: usize = 128;

/// `class (Eq a, Show a) => Shape a where …`
#[derive(Clone, Debug)]
pub struct ClassDeclaration {
    pub name: Name,
    pub span: Span,
    pub superclasses: Vec<Class>,
    /// The class itself, its superclasses, theirs, and so on.
    pub implies: Classes,
    pub variable: Name,
    /// Parameters before it, which it decides: `s` of `class MonadState s m | m -> s`.
    pub others: Vec<Name>,
    pub methods: Vec<Method>,
}

#[derive(Clone, Debug)]
pub struct Method {
    pub name: Name,
    /// As it is declared, with the class itself as the first constraint.
    pub signature: Signature,
    /// What the name of the method means in expressions: a primitive, or a function without rules
    /// ([`crate::ast::FunctionBody::Method`]).
    pub function: FunctionId,
    /// What it is in instances that do not define it.
    pub default: Option<FunctionId>,
}

/// `instance Show a => Show (Tree a) where …`
#[derive(Clone, Debug)]
pub struct Instance {
    pub span: Span,
    pub class: Class,
    pub data: DataId,
    /// What each class of the context asks, by the place of the type variable among the arguments
    /// of the type.
    pub context: Vec<(usize, Class)>,
    /// The variables that the type constructor is applied to.
    pub arguments: Vec<Name>,
    /// Known arguments of the type constructor, by their place: `Char` of `[Char]`.
    pub fixed: Vec<(usize, TypeId)>,
    /// What the type decides (of a class with more than one parameter), and what of it the classes
    /// of the context say.
    pub others: Vec<TypeId>,
    pub relations: Vec<(Class, TypeId, Vec<TypeId>)>,
    /// In the order of the class's methods.
    pub methods: Vec<Option<FunctionId>>,
    /// Does what the structure of the type says: where all parts do that, too, it need not be
    /// called.
    pub derived: bool,
}

impl Instance {
    /// The places of the type's arguments that its methods have to know, in order.
    pub fn places(&self) -> Vec<usize> {
        let mut places = Vec::new();
        for (place, _) in &self.context {
            if !places.contains(place) {
                places.push(*place);
            }
        }
        places
    }
}

impl Program {
    pub fn class(&self, class: Class) -> &ClassDeclaration {
        &self.classes[class.0 as usize]
    }

    /// What a class is called by here: in the library, or in the user's files.
    pub(crate) fn class_named(&self, name: Name, library: bool) -> Option<Class> {
        let scope = if library { &self.library } else { &self.visible };
        let bare = self.text(name).rsplit_once('.').and_then(|(_, bare)| self.names.get(bare));
        let known = scope.classes.get(&name).or_else(|| scope.classes.get(&bare?)).copied();
        // Curry's class of what can be unified: here that is what can be compared.
        let is_data = self.mode == Mode::FunctionalLogic && self.text(name) == "Data";
        known.or(is_data.then_some(Class::EQ))
    }

    pub fn class_name(&self, class: Class) -> &str {
        self.text(self.class(class).name)
    }

    /// The instance that was declared, if the type has one.
    pub fn instance(&self, class: Class, data: DataId) -> Option<&Instance> {
        self.instance_of.get(&(class, data)).map(|index| &self.class_instances[*index])
    }

    /// What a function's name means in this place: of a method the instance's, if the type is
    /// known.
    pub fn meant(&self, place: ExprId, function: FunctionId) -> FunctionId {
        let FunctionBody::Method(class, index) = self[function].body else { return function };
        let ty = self.instances.get(&place).and_then(|types| types.first());
        let Some(KnownType::Data(data, _)) = ty.map(|ty| &self[*ty]) else { return function };
        let own = self.instance(class, *data).and_then(|instance| instance.methods[index]);
        own.or(self.class(class).methods[index].default).unwrap_or(function)
    }

    /// Whether every type of the first class is one of the second.
    pub fn implies(&self, class: Class, other: Class) -> bool {
        self.classes.get(class.0 as usize).is_some_and(|class| class.implies.contains(other))
    }

    /// Whether a type of all these classes is of that one.
    pub fn imply(&self, classes: Classes, class: Class) -> bool {
        classes.iter().any(|known| self.implies(known, class))
    }
}

/// Some of the classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Classes(u128);

impl Classes {
    pub fn add(&mut self, class: Class) {
        self.0 |= 1 << class.0;
    }

    pub fn join(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn contains(self, class: Class) -> bool {
        self.0 & (1 << class.0) != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Class> {
        (0..MAX_CLASSES as u8).map(Class).filter(move |class| self.contains(*class))
    }
}
