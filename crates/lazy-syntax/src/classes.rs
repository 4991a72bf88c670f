//! The built-in classes. A type belongs to one if its structure allows it.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    Eq,
    Ord,
    Show,
    Read,
    Enum,
    Bounded,
    Num,
    Real,
    Integral,
    Fractional,
    Floating,
    RealFrac,
}

impl Class {
    pub const ALL: [Class; 12] = [
        Class::Eq,
        Class::Ord,
        Class::Show,
        Class::Read,
        Class::Enum,
        Class::Bounded,
        Class::Num,
        Class::Real,
        Class::Integral,
        Class::Fractional,
        Class::Floating,
        Class::RealFrac,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Class::Eq => "Eq",
            Class::Ord => "Ord",
            Class::Show => "Show",
            Class::Read => "Read",
            Class::Enum => "Enum",
            Class::Bounded => "Bounded",
            Class::Num => "Num",
            Class::Real => "Real",
            Class::Integral => "Integral",
            Class::Fractional => "Fractional",
            Class::Floating => "Floating",
            Class::RealFrac => "RealFrac",
        }
    }

    pub fn named(text: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.name() == text)
    }

    /// Every type of this class belongs to these, too.
    pub fn superclasses(self) -> &'static [Class] {
        match self {
            Class::Eq | Class::Show | Class::Read | Class::Enum | Class::Bounded => &[],
            Class::Ord => &[Class::Eq],
            Class::Num => &[],
            Class::Real => &[Class::Num, Class::Ord],
            Class::Integral => &[Class::Real, Class::Enum],
            Class::Fractional => &[Class::Num],
            Class::Floating => &[Class::Fractional],
            Class::RealFrac => &[Class::Real, Class::Fractional],
        }
    }

    /// Whether one class says all that the other says.
    pub fn implies(self, other: Class) -> bool {
        self == other || self.superclasses().iter().any(|class| class.implies(other))
    }

    /// A class of numbers: a type variable of it alone stands for a number of some kind.
    pub fn is_numeric(self) -> bool {
        self.implies(Class::Num)
    }
}

/// Some of the classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Classes(u16);

impl Classes {
    pub fn add(&mut self, class: Class) {
        self.0 |= 1 << class as u16;
    }

    pub fn join(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Class> {
        Class::ALL.into_iter().filter(move |class| self.0 & (1 << *class as u16) != 0)
    }

    /// Whether a type of all these classes is of that one.
    pub fn imply(self, class: Class) -> bool {
        self.iter().any(|known| known.implies(class))
    }
}
