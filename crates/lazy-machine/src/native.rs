//! Primitives: what the machine does itself, and when it is an instance of the program that does it
//! instead.

use lazy_syntax::ast::Mode;
use lazy_syntax::classes::Class;
use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed, ToPrimitive};

use crate::action::{
    BIND, CATCH, EXIT, IS_AT_END, NEW_CELL, READ_ALL, READ_CELL, READ_LINE, REQUEST, RETURN, WRITE,
    WRITE_CELL, WRITE_ERROR,
};
use crate::character::{category, holds, lower, title, upper};
use crate::code::{Pc, SaveId, Slot};
use crate::core::{ConstructorId, FunctionId, MethodId, TypeId};
use crate::fraction;
use crate::frames::{FrameId, FrameKind};
use crate::machine::{Flow, Machine};
use crate::number::{Number, arithmetic};
use crate::primitive::Primitive;
use crate::types::{Sort, Type};
use crate::word::{ObjectKind, Value, Word};

impl Machine {
    /// A primitive on the words in `scratch`, its type first if it has one. `next` is behind the
    /// instruction.
    pub(crate) fn primitive(&mut self, operation: Primitive, into: Slot, save: SaveId, next: Pc) -> Flow {
        for index in 0..self.scratch.len() {
            self.scratch[index] = self.heap.resolve(self.scratch[index]);
        }
        let strict = operation.strict_arguments();
        let first = usize::from(operation.is_typed());
        for index in first..self.scratch.len() {
            if strict.contains(&(index - first))
                && let Some(variable) = self.variable(self.scratch[index])
            {
                self.push_again(save, Pc(next.0 - 1));
                return self.suspend(variable);
            }
        }
        let mut arguments = std::mem::take(&mut self.scratch);
        let ty = if first == 1 { type_id(arguments.remove(0)) } else { TypeId::UNKNOWN };
        if first == 1
            && let Some(method) = self.instance_for(operation, ty)
        {
            self.scratch = arguments;
            self.push_save(FrameKind::Case, save);
            return self.enter_method(method, ty);
        }
        let flow = match self.simple(operation, ty, &arguments) {
            Some(Ok(word)) => {
                self.slots[into.0 as usize] = word;
                Ok(next)
            }
            Some(Err(text)) => self.raise_text(&text),
            None => self.involved(operation, ty, &arguments, save),
        };
        arguments.clear();
        if self.scratch.is_empty() {
            self.scratch = arguments;
        }
        flow
    }

    /// Those that have to evaluate more, or that do something.
    fn involved(&mut self, operation: Primitive, ty: TypeId, arguments: &[Word], save: SaveId) -> Flow {
        self.push_save(FrameKind::Case, save);
        match (operation, arguments) {
            (Primitive::Error, [message]) => {
                self.frames.push_all(FrameKind::Raise, &[*message, Word::NOTHING]);
                self.evaluate_all(*message)
            }
            (Primitive::Throw, [message, thrown]) => {
                self.frames.push_all(FrameKind::Raise, &[*message, *thrown]);
                self.evaluate_all(*message)
            }
            (Primitive::Coerced, [value]) => self.enter(*value),
            (Primitive::Attempt, [first, instead]) => {
                self.frames.push_all(FrameKind::Attempt, &[*instead]);
                self.enter(*first)
            }
            (Primitive::Performed, [action]) => {
                self.frames.push_all(FrameKind::Performed, &[]);
                self.perform(*action)
            }
            (Primitive::AllValues, [value]) => self.all_values(*value),
            (Primitive::ShowsPrec, [precedence, value, rest]) => {
                self.show_all(ty, *precedence, *value, *rest)
            }
            (Primitive::Show, [value]) => {
                let nil = Word::constructor(self.code.known.nil);
                self.show_all(ty, Word::raw(0), *value, nil)
            }
            (Primitive::EnumFrom, [from]) => self.range(ty, *from, None, None),
            (Primitive::EnumFromThen, [from, then]) => self.range(ty, *from, Some(*then), None),
            (Primitive::EnumFromTo, [from, to]) => self.range(ty, *from, None, Some(*to)),
            (Primitive::EnumFromThenTo, [from, then, to]) => self.range(ty, *from, Some(*then), Some(*to)),
            (Primitive::Read | Primitive::Reads, [text]) => {
                let is_whole = Word::raw(u64::from(operation == Primitive::Read));
                self.reading(ty, *text, is_whole, 0)
            }
            (Primitive::ReadsPrec, [precedence, text]) => {
                let precedence = match precedence.value() {
                    Value::Integer(number) => u8::try_from(number).unwrap_or(0),
                    _ => 0,
                };
                self.reading(ty, *text, Word::raw(0), precedence)
            }
            _ => self.raise_text(&format!("{} is not supported on these values", operation.name())),
        }
    }

    fn show_all(&mut self, ty: TypeId, precedence: Word, value: Word, rest: Word) -> Flow {
        self.frames.push_all(FrameKind::Show, &[type_word(ty), precedence, value, rest]);
        self.evaluate_all(value)
    }

    pub(crate) fn shown(&mut self, frame: FrameId) -> Flow {
        let word = |index| self.frames.word(frame, index);
        let (ty, precedence, value, rest) = (word(0), word(1), word(2), word(3));
        self.frames.pop();
        let precedence = precedence.as_integer().unwrap_or(0).clamp(0, 11) as u8;
        let text = self.show(value, precedence, type_id(ty));
        let list = self.list_of(&text, rest);
        self.enter(list)
    }

    /// Those that only look at the heads of their arguments. None: it is not one of them.
    fn simple(
        &mut self,
        operation: Primitive,
        ty: TypeId,
        arguments: &[Word],
    ) -> Option<Result<Word, String>> {
        use Primitive as P;
        let known = self.code.known;
        let first = arguments.first().copied().unwrap_or(Word::NOTHING);
        let char = match first.value() {
            Value::Char(char) => Some(char),
            _ => None,
        };
        if let Some(says) = char.and_then(|char| holds(operation, char)) {
            return Some(Ok(Word::constructor(if says { known.truth } else { known.falsehood })));
        }
        Some(match (operation, char) {
            (P::Ord | P::FromEnum, Some(char)) => Ok(self.integer(&u32::from(char).into())),
            (P::ToUpper, Some(char)) => Ok(Word::char(upper(char))),
            (P::ToLower, Some(char)) => Ok(Word::char(lower(char))),
            (P::ToTitle, Some(char)) => Ok(Word::char(title(char))),
            (P::Category, Some(char)) => Ok(self.integer(&category(char).into())),
            (P::Awaited, _) => Ok(first),
            (P::ReturnIo, _) => Ok(self.action(RETURN, &[first])),
            (P::BindIo, _) => Ok(self.action(BIND, &[first, arguments[1], Word::NOTHING, Word::NOTHING])),
            (P::PutStr, _) => Ok(self.action(WRITE, &[first, Word::NOTHING])),
            (P::GetLine, _) => Ok(self.action(READ_LINE, &[])),
            (P::GetContents, _) => Ok(self.action(READ_ALL, &[])),
            (P::IsEof, _) => Ok(self.action(IS_AT_END, &[])),
            (P::PutError, _) => Ok(self.action(WRITE_ERROR, &[first, Word::NOTHING])),
            (P::RequestIo, _) => Ok(self.action(REQUEST, arguments)),
            (P::CatchIo, _) => Ok(self.action(CATCH, arguments)),
            (P::TypeKey, _) => Ok(self.integer(&ty.0.into())),
            (P::Exit, _) => Ok(self.action(EXIT, &[])),
            (P::NewCell, _) => Ok(self.action(NEW_CELL, &[first])),
            (P::ReadCell, _) => Ok(self.action(READ_CELL, &[first])),
            (P::WriteCell, _) => Ok(self.action(WRITE_CELL, arguments)),
            (P::FromFraction, _) => self.nearest_number(ty, arguments),
            (P::FromEnum, None) if self.constructor(first).is_some() => {
                Ok(self.integer(&self.place_of(first).unwrap_or(0).into()))
            }
            (P::Succ, _) => self.neighbour(first, 1),
            (P::Pred, _) => self.neighbour(first, -1),
            (P::ToEnum, _) => self.enum_of(ty, first),
            (P::MinBound | P::MaxBound, _) => self.bound(operation == P::MaxBound, ty),
            (P::FromInteger | P::FromDouble, _) => match self.number_of(first) {
                Some(number) => Ok(self.number_at(ty, number)),
                None => Err("no number".to_owned()),
            },
            (
                P::Show
                | P::ShowsPrec
                | P::Read
                | P::ReadsPrec
                | P::Reads
                | P::Error
                | P::Performed
                | P::Throw
                | P::Coerced,
                _,
            ) => return None,
            (P::AllValues | P::Attempt | P::Seq | P::Observe, _) => return None,
            (P::EnumFrom | P::EnumFromThen | P::EnumFromTo | P::EnumFromThenTo, _) => return None,
            _ => {
                let numbers: Option<Vec<Number>> =
                    arguments.iter().map(|word| self.number_of(*word)).collect();
                match calculate(operation, numbers?) {
                    Ok(number) => Ok(self.within(ty, number)),
                    Err(text) if operation == P::Chr => {
                        match text.parse::<u32>().ok().and_then(char::from_u32) {
                            Some(char) => Ok(Word::char(char)),
                            None => Err("Prelude.chr: bad argument".to_owned()),
                        }
                    }
                    Err(text) => Err(text),
                }
            }
        })
    }

    // ----------------------------------------------------------------------------------- instances

    /// The method of the program that is meant at this type, and not the primitive.
    pub(crate) fn instance_for(&mut self, operation: Primitive, ty: TypeId) -> Option<MethodId> {
        let method = self.code.primitive_methods.get(&operation).copied()?;
        match method.class.is_structural() {
            true => (!self.is_structural(method.class, ty)).then_some(method),
            false => match *self.types.borrow().get(ty) {
                Type::Data(data, _) => (!self.code.data[data.0 as usize].sort.is_number()).then_some(method),
                _ => None,
            },
        }
    }

    /// Whether no part of values of the type has an instance of its own.
    pub(crate) fn is_structural(&mut self, class: Class, ty: TypeId) -> bool {
        if !self.code.overridden.contains(class) {
            return true;
        }
        if let Some(known) = self.structural.get(&(class, ty)) {
            return *known;
        }
        // A type that grows in its own fields is looked at so far.
        const MOST: usize = 256;
        let code = self.code.clone();
        let mut types = self.types.borrow_mut();
        let mut seen = vec![ty];
        let mut at = 0;
        let mut found = true;
        while at < seen.len() && seen.len() < MOST {
            if let Type::Data(index, arguments) = types.get(seen[at]).clone() {
                if code.classes.instances.get(&(class, index)).is_some_and(|instance| !instance.derived) {
                    found = false;
                    break;
                }
                let data = &code.data[index.0 as usize];
                for id in data.first.0..data.first.0.saturating_add(data.siblings) {
                    for field in &code.constructors[id as usize].fields {
                        let field = types.fill(field.ty, &arguments);
                        if !seen.contains(&field) {
                            seen.push(field);
                        }
                    }
                }
            }
            at += 1;
        }
        drop(types);
        self.structural.insert((class, ty), found);
        found
    }

    /// Applies the method that the type has to the words in `scratch`. In place of a primitive,
    /// which is not told what types its result may have (`truncate`), it is not told either:
    /// numbers of no type are integers.
    pub(crate) fn enter_method(&mut self, method: MethodId, ty: TypeId) -> Flow {
        let (function, mut types) = match self.method_of(method, ty) {
            Ok(found) => found,
            Err(text) => return self.raise_text(&text),
        };
        let code = &self.code;
        if code.classes.methods[method.class.0 as usize][method.index as usize].primitive.is_some() {
            let hidden = &code.functions[function.0 as usize].hidden;
            let wanted = hidden.iter().take_while(|is_type| **is_type).count();
            types.resize(wanted.max(types.len()), TypeId::UNKNOWN);
        }
        self.scratch.splice(0..0, types.into_iter().map(type_word));
        self.apply_function(function)
    }

    /// The function that a method is at a type, and the types that it is told; or why there is
    /// none.
    fn method_of(&mut self, method: MethodId, ty: TypeId) -> Result<(FunctionId, Vec<TypeId>), String> {
        let code = self.code.clone();
        let declared = &code.classes.methods[method.class.0 as usize][method.index as usize];
        let structural = method.class.is_structural() && self.is_structural(method.class, ty);
        let ty_data = match self.types.borrow().get(ty) {
            Type::Data(data, arguments) => Some((*data, arguments.clone())),
            _ => None,
        };
        let instance = ty_data.as_ref().and_then(|(data, arguments)| {
            let instance = code.classes.instances.get(&(method.class, *data))?;
            Some((instance, arguments)).filter(|_| !(instance.derived && structural))
        });
        let (function, types) = match instance {
            Some((instance, arguments)) => match instance.methods[method.index as usize] {
                Some(function) => {
                    let places = instance.places.iter();
                    let argument = |place: &usize| arguments.get(*place).copied();
                    (Some(function), places.map(|place| argument(place).unwrap_or(TypeId::UNKNOWN)).collect())
                }
                None => (declared.default, vec![ty]),
            },
            None => (declared.primitive.or(declared.default), vec![ty]),
        };
        let Some(function) = function else {
            let name =
                ty_data.map_or("a type that is not known here", |(data, _)| &code.data[data.0 as usize].name);
            return Err(format!("there is no {} for {name}", declared.name));
        };
        Ok((function, types))
    }

    fn apply_function(&mut self, function: FunctionId) -> Flow {
        if self.code.functions[function.0 as usize].arity > 0 {
            return match self.scratch.is_empty() {
                true => {
                    let value = self.function_value(function);
                    self.give(value)
                }
                false => self.apply(Word::function(function)),
            };
        }
        if !self.scratch.is_empty() {
            self.push_arguments();
        }
        match self.code.mode {
            Mode::Haskell => {
                self.use_constant(function);
                self.enter(self.constant(function))
            }
            Mode::FunctionalLogic => self.enter_function(function),
        }
    }

    // --------------------------------------------------------------------------------------- types

    pub(crate) fn sort_of(&self, ty: TypeId) -> Option<Sort> {
        match self.types.borrow().get(ty) {
            Type::Data(data, _) => Some(self.code.data[data.0 as usize].sort),
            _ => None,
        }
    }

    /// A number of this type: an `Int` has 64 bits.
    pub(crate) fn within(&mut self, ty: TypeId, number: Number) -> Word {
        match number {
            Number::Integer(value) if value.to_i64().is_none() && self.sort_of(ty) == Some(Sort::Int) => {
                let low = value.iter_u64_digits().next().unwrap_or(0) as i64;
                let wrapped = if value.is_negative() { low.wrapping_neg() } else { low };
                self.integer(&wrapped.into())
            }
            number => self.number(number),
        }
    }

    /// The number as one of this type.
    fn number_at(&mut self, ty: TypeId, number: Number) -> Word {
        match self.sort_of(ty) {
            Some(Sort::Double) => self.float(number.float()),
            Some(Sort::Float) => self.number(Number::Single(number.float() as f32)),
            _ => self.within(ty, number),
        }
    }

    fn nearest_number(&mut self, ty: TypeId, arguments: &[Word]) -> Result<Word, String> {
        let numbers: Option<Vec<Number>> = arguments.iter().map(|word| self.number_of(*word)).collect();
        match (numbers.as_deref(), self.sort_of(ty)) {
            (Some([Number::Integer(top), Number::Integer(bottom)]), Some(Sort::Double | Sort::Float)) => {
                Ok(self.number_at(ty, Number::Float(fraction::nearest(top, bottom))))
            }
            _ => Err("the instance does not define fromRational".to_owned()),
        }
    }

    // -------------------------------------------------------------------------------- enumerations

    pub(crate) fn constructor(&self, word: Word) -> Option<ConstructorId> {
        match word.value() {
            Value::Constructor(id) => Some(id),
            Value::Reference(address) => {
                let header = self.heap.header(address);
                let known = (header.symbol() as usize) < self.code.constructors.len();
                (header.kind() == ObjectKind::Constructor && known).then_some(ConstructorId(header.symbol()))
            }
            _ => None,
        }
    }

    /// The place of a constructor in its type.
    pub(crate) fn place_of(&self, word: Word) -> Option<u32> {
        let id = self.constructor(word)?;
        Some(id.0 - self.code.constructors[id.0 as usize].first.0)
    }

    /// The next value of the same type, or the one before.
    fn neighbour(&mut self, value: Word, by: i64) -> Result<Word, String> {
        let bad = || "bad argument".to_owned();
        match value.value() {
            Value::Char(char) => {
                self.char_at(Word::integer(i64::from(u32::from(char)) + by).ok_or_else(bad)?)
            }
            _ => match (self.constructor(value), self.place_of(value)) {
                (Some(id), Some(place)) => {
                    let number = Word::integer(i64::from(place) + by).ok_or_else(bad)?;
                    self.constructor_at(id, number).map_err(|_| bad())
                }
                _ => {
                    let number = self.number_of(value).ok_or_else(bad)?;
                    let sum = arithmetic(Primitive::Add, number, Number::Integer(by.into()))?;
                    Ok(self.number(sum))
                }
            },
        }
    }

    fn char_at(&self, number: Word) -> Result<Word, String> {
        let char = number.as_integer().and_then(u32::from_i64).and_then(char::from_u32);
        char.map(Word::char).ok_or_else(|| "Prelude.chr: bad argument".to_owned())
    }

    fn constructor_at(&self, like: ConstructorId, number: Word) -> Result<Word, String> {
        let constructor = &self.code.constructors[like.0 as usize];
        match number.as_integer() {
            Some(number @ 0..) if number < i64::from(constructor.siblings) => {
                Ok(Word::constructor(ConstructorId(constructor.first.0 + number as u32)))
            }
            _ => Err("toEnum: bad argument".to_owned()),
        }
    }

    fn enum_of(&mut self, ty: TypeId, number: Word) -> Result<Word, String> {
        let data = match self.types.borrow().get(ty) {
            Type::Data(data, _) => Some(*data),
            _ => None,
        };
        match data.map(|data| (self.code.data[data.0 as usize].sort, self.code.data[data.0 as usize].first)) {
            Some((Sort::Char, _)) => self.char_at(number),
            Some((Sort::Plain, first)) => self.constructor_at(first, number),
            _ => match self.number_of(number) {
                Some(number) => Ok(self.number_at(ty, number)),
                None => Ok(number),
            },
        }
    }

    fn bound(&mut self, greatest: bool, ty: TypeId) -> Result<Word, String> {
        let known = self.types.borrow().get(ty).clone();
        let Type::Data(data, arguments) = known else {
            return Err("minBound and maxBound: the type is not known here".to_owned());
        };
        let code = self.code.clone();
        let data = &code.data[data.0 as usize];
        match data.sort {
            Sort::Char => Ok(Word::char(if greatest { char::MAX } else { '\0' })),
            Sort::Int => Ok(self.integer(&BigInt::from(if greatest { i64::MAX } else { i64::MIN }))),
            _ if data.siblings > 0 => {
                let last = if greatest { data.siblings - 1 } else { 0 };
                let id = ConstructorId(data.first.0 + last);
                let constructor = &code.constructors[id.0 as usize];
                if constructor.arity == 0 {
                    return Ok(Word::constructor(id));
                }
                let mut fields = Vec::new();
                for field in &constructor.fields {
                    let ty = self.types.borrow_mut().fill(field.ty, &arguments);
                    fields.push(self.bound(greatest, ty)?);
                }
                Ok(Word::reference(self.heap.make(ObjectKind::Constructor, id.0, &fields)))
            }
            _ => Err("minBound and maxBound: the type has none".to_owned()),
        }
    }
}

pub(crate) fn type_id(word: Word) -> TypeId {
    match word.value() {
        Value::Raw(number) => TypeId(number as u32),
        _ => TypeId::UNKNOWN,
    }
}

pub(crate) fn type_word(ty: TypeId) -> Word {
    Word::raw(u64::from(ty.0))
}

/// The result of an operation on one or two numbers.
fn calculate(operation: Primitive, mut numbers: Vec<Number>) -> Result<Number, String> {
    use Primitive as P;
    let Some(first) = numbers.first().cloned() else { return Err("no number".to_owned()) };
    let of = |function: fn(f64) -> f64| Ok(first.like(function(first.float())));
    let whole = |function: fn(f64) -> f64| match &first {
        Number::Integer(_) => Ok(first.clone()),
        Number::Float(_) | Number::Single(_) => BigInt::from_f64(function(first.float()))
            .map(Number::Integer)
            .ok_or_else(|| "there is no integer near this number".to_owned()),
    };
    match operation {
        P::Negate => Ok(match &first {
            Number::Integer(value) => Number::Integer(-value),
            _ => first.like(-first.float()),
        }),
        P::Absolute => Ok(match &first {
            Number::Integer(value) => Number::Integer(value.abs()),
            _ => first.like(first.float().abs()),
        }),
        P::Signum => Ok(match &first {
            Number::Integer(value) => Number::Integer(value.signum()),
            _ if first.float() == 0.0 || first.float().is_nan() => first.clone(),
            _ => first.like(first.float().signum()),
        }),
        P::ToInteger | P::FromEnum => whole(f64::trunc),
        P::FractionTop => Ok(Number::Integer(fraction::exact(&first).0)),
        P::FractionBottom => Ok(Number::Integer(fraction::exact(&first).1)),
        P::DecimalTop => Ok(Number::Integer(fraction::decimal(first.float()).0)),
        P::DecimalBottom => Ok(Number::Integer(fraction::decimal(first.float()).1)),
        P::ToDouble => Ok(Number::Float(first.float())),
        P::Sqrt => of(f64::sqrt),
        P::Exp => of(f64::exp),
        P::Log => of(f64::ln),
        P::Sin => of(f64::sin),
        P::Cos => of(f64::cos),
        P::Tan => of(f64::tan),
        P::Asin => of(f64::asin),
        P::Acos => of(f64::acos),
        P::Atan => of(f64::atan),
        P::Truncate => whole(f64::trunc),
        P::Round => whole(f64::round_ties_even),
        P::Floor => whole(f64::floor),
        P::Ceiling => whole(f64::ceil),
        // A character is not a number: the caller makes it one.
        P::Chr => Err(match &first {
            Number::Integer(value) => value.to_u32().map_or_else(String::new, |code| code.to_string()),
            _ => String::new(),
        }),
        _ if numbers.len() == 2 => {
            let second = numbers.swap_remove(1);
            arithmetic(operation, first, second).map_err(str::to_owned)
        }
        _ => Err(format!("{} is not supported on these values", operation.name())),
    }
}
