//! Primitives, and what frames of the machine's own do with a value: complete evaluation, errors, input and output.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed, ToPrimitive};

use crate::code::{ComplaintId, Pc, SaveId, Slot};
use crate::core::{ConstructorId, Type};
use crate::frames::{FrameId, FrameKind};
use crate::machine::{ALL_PARTS, Flow, Machine, Stop};
use crate::number::{Number, arithmetic};
use crate::primitive::Primitive;
use crate::word::{Address, Kind, Value, Word};

/// Characters of a literal that are unfolded at a time.
const UNFOLDED: usize = 64;

/// Symbols of error objects: what their word means.
pub(crate) const ERROR_CALL: u32 = 0;
pub(crate) const ERROR_COMPLAINT: u32 = 1;
pub(crate) const ERROR_LOOP: u32 = 2;
pub(crate) const ERROR_TEXT: u32 = 3;

/// Actions are constructors of the machine's own, with numbers that no program has.
const ACTION: u32 = u32::MAX - 16;
const RETURN: u32 = ACTION;
const BIND: u32 = ACTION + 1;
const WRITE: u32 = ACTION + 2;
const READ_LINE: u32 = ACTION + 3;
const READ_ALL: u32 = ACTION + 4;
const PRINT: u32 = ACTION + 5;

impl Machine {
    pub(crate) fn give_special(&mut self, kind: FrameKind, frame: FrameId, value: Word) -> Flow {
        match kind {
            FrameKind::MustHold | FrameKind::MustSucceed => self.condition_done(frame, value),
            FrameKind::EquateLeft | FrameKind::EquateRight | FrameKind::EquateNext => {
                self.equate_given(kind, frame, value)
            }
            FrameKind::Enter => {
                let word = self.frames.word(frame, 0);
                self.frames.pop();
                self.enter(word)
            }
            FrameKind::Normalise => {
                let (parts, rest) = (self.frames.word(frame, 0).as_raw(), self.frames.word(frame, 1));
                self.frames.pop();
                self.normalise(parts, rest, value)
            }
            FrameKind::Wake => self.wake_next(),
            FrameKind::Resumed => self.resumed(frame, value),
            FrameKind::Begin => {
                let parts = self.frames.word(frame, 0).as_raw();
                self.frames.pop();
                let action = value.address().is_some_and(|address| {
                    let header = self.heap.header(address);
                    header.kind() == Kind::Constructor && header.symbol() >= ACTION
                });
                match action {
                    true => {
                        self.performed = true;
                        self.perform(value)
                    }
                    false => self.normalise(parts, Word::NOTHING, value),
                }
            }
            FrameKind::Perform => {
                self.frames.pop();
                self.perform(value)
            }
            FrameKind::PerformNext => {
                let function = self.frames.word(frame, 0);
                self.frames.pop();
                self.frames.push_all(FrameKind::Perform, &[]);
                self.scratch.clear();
                self.scratch.push(value);
                self.apply(function)
            }
            FrameKind::WriteGiven => {
                self.frames.pop();
                self.frames.push_all(FrameKind::Write, &[value]);
                self.evaluate_all(value)
            }
            FrameKind::Write => {
                let text = self.text(self.frames.word(frame, 0));
                self.frames.pop();
                let unit = self.code.known.unit;
                self.resume_with(Word::constructor(unit));
                Err(Stop::Write(text))
            }
            FrameKind::Raise => {
                let message = self.frames.word(frame, 0);
                self.frames.pop();
                let error = self.heap.make(Kind::Error, ERROR_CALL, &[message]);
                self.raise(Word::reference(error))
            }
            FrameKind::Show => self.shown(frame),
            FrameKind::Read => self.read(frame),
            _ => Err(Stop::Done),
        }
    }

    // ---------------------------------------------------------------------------------- complete evaluation

    /// Evaluates all of the value, or so many parts of it, from the left; then gives the value `()`.
    fn normalise(&mut self, mut parts: u64, mut rest: Word, value: Word) -> Flow {
        let mut value = value;
        loop {
            parts = parts.saturating_sub(1);
            let mut next = None;
            if let Some(address) = value.address() {
                let header = self.heap.header(address);
                if matches!(header.kind(), Kind::Constructor | Kind::Partial | Kind::PartialConstructor) {
                    for index in (0..header.length()).rev() {
                        let field = self.heap.resolve(self.heap.word(address, index));
                        if field.address().is_none() {
                            continue;
                        }
                        // The first goes next; the others wait in their order.
                        if let Some(later) = next.replace(field) {
                            rest = Word::reference(self.heap.make(Kind::Cell, 0, &[later, rest]));
                        }
                    }
                }
            }
            let field = match next {
                Some(field) => field,
                None => match rest.address() {
                    None => return self.give(Word::constructor(self.code.known.unit)),
                    Some(cell) => {
                        let field = self.heap.resolve(self.heap.word(cell, 0));
                        rest = self.heap.word(cell, 1);
                        field
                    }
                },
            };
            if parts == 0 {
                return self.give(Word::constructor(self.code.known.unit));
            }
            if self.is_delayed(field) {
                self.frames.push_all(FrameKind::Normalise, &[Word::raw(parts), rest]);
                return self.enter(field);
            }
            value = field;
        }
    }

    /// Evaluates all of the value, then gives `()` to the frame on top.
    fn evaluate_all(&mut self, value: Word) -> Flow {
        self.frames.push_all(FrameKind::Normalise, &[Word::raw(ALL_PARTS), Word::NOTHING]);
        self.enter(value)
    }

    // ------------------------------------------------------------------------------------------------- text

    /// Unfolds the next characters of a string literal.
    pub(crate) fn unfold_text(&mut self, address: Address) -> Word {
        let code = self.code.clone();
        let number = self.heap.header(address).symbol();
        let (creator, from) = (self.heap.word(address, 0), self.heap.word(address, 1).as_raw() as usize);
        let text = &code.texts[number as usize];
        let until = (from + UNFOLDED).min(text.len());
        let mut list = match until == text.len() {
            true => Word::constructor(code.known.nil),
            false => {
                let rest = [creator, Word::raw(until as u64)];
                Word::reference(self.heap.make(Kind::Text, number, &rest))
            }
        };
        for char in text[from..until].iter().rev() {
            list = self.cons(Word::char(*char), list);
        }
        self.update(address, list);
        list
    }

    pub(crate) fn cons(&mut self, head: Word, tail: Word) -> Word {
        Word::reference(self.heap.make(Kind::Constructor, self.code.known.cons.0, &[head, tail]))
    }

    pub(crate) fn list_of(&mut self, text: &str, rest: Word) -> Word {
        text.chars().rev().fold(rest, |list, char| self.cons(Word::char(char), list))
    }

    /// An evaluated list of characters.
    pub(crate) fn text(&self, list: Word) -> String {
        let mut text = String::new();
        let mut list = self.heap.resolve(list);
        while let Some(address) = list.address() {
            if self.heap.header(address).kind() != Kind::Constructor {
                break;
            }
            if let Value::Char(char) = self.heap.resolve(self.heap.word(address, 0)).value() {
                text.push(char);
            }
            list = self.heap.resolve(self.heap.word(address, 1));
        }
        text
    }

    // ----------------------------------------------------------------------------------------------- errors

    /// Evaluation comes to this error: so does all that waits for its value, up to the end.
    pub(crate) fn raise(&mut self, error: Word) -> Flow {
        loop {
            let frame = self.frames.current;
            match self.frames.kind(frame) {
                FrameKind::Update => {
                    if let Some(address) = self.frames.word(frame, 0).address() {
                        self.update(address, error);
                    }
                }
                FrameKind::Result => {
                    let call = crate::log::CallId(self.frames.word(frame, 0).as_raw() as u32);
                    self.log.set_result(call, error);
                }
                FrameKind::Stop => {
                    self.frames.pop();
                    self.failure = Some(error);
                    return Err(Stop::Failed);
                }
                _ => {}
            }
            self.frames.pop();
        }
    }

    pub(crate) fn raise_text(&mut self, text: &str) -> Flow {
        let nil = Word::constructor(self.code.known.nil);
        let message = self.list_of(text, nil);
        let error = self.heap.make(Kind::Error, ERROR_TEXT, &[message]);
        self.raise(Word::reference(error))
    }

    pub(crate) fn raise_loop(&mut self) -> Flow {
        let error = self.heap.make(Kind::Error, ERROR_LOOP, &[Word::NOTHING]);
        self.raise(Word::reference(error))
    }

    pub(crate) fn complain(&mut self, complaint: ComplaintId) -> Flow {
        let word = Word::raw(u64::from(complaint.0));
        let error = self.heap.make(Kind::Error, ERROR_COMPLAINT, &[word]);
        self.raise(Word::reference(error))
    }

    // ---------------------------------------------------------------------------------------------- actions

    fn action(&mut self, kind: u32, words: &[Word]) -> Word {
        Word::reference(self.heap.make(Kind::Constructor, kind, words))
    }

    /// Performs an action; what it comes to goes to the frame on top.
    fn perform(&mut self, action: Word) -> Flow {
        let Some(address) = action.address() else { return self.give(action) };
        match self.heap.header(address).symbol() {
            RETURN => {
                let value = self.heap.word(address, 0);
                self.give(value)
            }
            BIND => {
                let (first, function) = (self.heap.word(address, 0), self.heap.word(address, 1));
                self.frames.push_all(FrameKind::PerformNext, &[function]);
                self.frames.push_all(FrameKind::Perform, &[]);
                self.enter(first)
            }
            WRITE => {
                let text = self.heap.word(address, 0);
                self.frames.push_all(FrameKind::Write, &[text]);
                self.evaluate_all(text)
            }
            PRINT => {
                let (ty, value) = (self.heap.word(address, 0), self.heap.word(address, 1));
                let new_line = self.list_of("\n", Word::constructor(self.code.known.nil));
                self.frames.push_all(FrameKind::WriteGiven, &[]);
                self.show_all(ty, Word::raw(0), value, new_line)
            }
            READ_LINE => Err(Stop::ReadLine),
            READ_ALL => Err(Stop::ReadAll),
            _ => self.give(action),
        }
    }

    /// What the program asked to read, as a value.
    pub(crate) fn input(&mut self, text: Option<&str>) -> Word {
        let nil = Word::constructor(self.code.known.nil);
        match text {
            Some(text) => self.list_of(text, nil),
            None => {
                let message = self.list_of("Prelude.getLine: end of file", nil);
                Word::reference(self.heap.make(Kind::Error, ERROR_TEXT, &[message]))
            }
        }
    }

    // ------------------------------------------------------------------------------------------- primitives

    /// A primitive on the words in `scratch`. `next` is behind the instruction.
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
        let arguments = std::mem::take(&mut self.scratch);
        let flow = match self.simple(operation, &arguments) {
            Some(Ok(word)) => {
                self.slots[into.0 as usize] = word;
                Ok(next)
            }
            Some(Err(text)) => self.raise_text(&text),
            None => self.involved(operation, &arguments, save),
        };
        self.scratch = arguments;
        flow
    }

    /// Those that have to evaluate more, or that do something.
    fn involved(&mut self, operation: Primitive, arguments: &[Word], save: SaveId) -> Flow {
        self.push_save(FrameKind::Case, save);
        match (operation, arguments) {
            (Primitive::Error, [message]) => {
                self.frames.push_all(FrameKind::Raise, &[*message]);
                self.evaluate_all(*message)
            }
            (Primitive::ShowsPrec, [ty, precedence, value, rest]) => {
                self.show_all(*ty, *precedence, *value, *rest)
            }
            (Primitive::Shows, [ty, value, rest]) => self.show_all(*ty, Word::raw(0), *value, *rest),
            (Primitive::Show, [ty, value]) => {
                let nil = Word::constructor(self.code.known.nil);
                self.show_all(*ty, Word::raw(0), *value, nil)
            }
            (Primitive::EnumFrom, [from]) => self.range(*from, None, None),
            (Primitive::EnumFromThen, [from, then]) => self.range(*from, Some(*then), None),
            (Primitive::EnumFromTo, [from, to]) => self.range(*from, None, Some(*to)),
            (Primitive::EnumFromThenTo, [from, then, to]) => self.range(*from, Some(*then), Some(*to)),
            (Primitive::Read, [ty, text]) => {
                self.frames.push_all(FrameKind::Read, &[*ty, *text]);
                self.evaluate_all(*text)
            }
            _ => self.raise_text(&format!("{} is not supported on these values", operation.name())),
        }
    }

    fn show_all(&mut self, ty: Word, precedence: Word, value: Word, rest: Word) -> Flow {
        self.frames.push_all(FrameKind::Show, &[ty, precedence, value, rest]);
        self.evaluate_all(value)
    }

    /// Those that only look at the heads of their arguments. None: it is not one of them.
    fn simple(&mut self, operation: Primitive, arguments: &[Word]) -> Option<Result<Word, String>> {
        use Primitive as P;
        let known = self.code.known;
        let truth = |says: bool| Ok(Word::constructor(if says { known.truth } else { known.falsehood }));
        let first = arguments.first().copied().unwrap_or(Word::NOTHING);
        let char = match first.value() {
            Value::Char(char) => Some(char),
            _ => None,
        };
        Some(match (operation, char) {
            (P::Ord | P::FromEnum, Some(char)) => Ok(self.integer(&u32::from(char).into())),
            (P::IsUpper, Some(char)) => truth(char.is_uppercase()),
            (P::IsLower, Some(char)) => truth(char.is_lowercase()),
            (P::IsAlpha, Some(char)) => truth(char.is_alphabetic()),
            (P::IsAlphaNum, Some(char)) => truth(char.is_alphanumeric()),
            (P::IsSpace, Some(char)) => truth(char.is_whitespace()),
            (P::IsControl, Some(char)) => truth(char.is_control()),
            (P::IsPrint, Some(char)) => truth(crate::print::is_printable(char)),
            (P::IsPunctuation, Some(char)) => truth(is_punctuation(char)),
            (P::ToUpper, Some(char)) => Ok(Word::char(single(char.to_uppercase(), char))),
            (P::ToLower, Some(char)) => Ok(Word::char(single(char.to_lowercase(), char))),
            (P::ReturnIo, _) => Ok(self.action(RETURN, &[first])),
            (P::BindIo, _) => Ok(self.action(BIND, arguments)),
            (P::PutStr, _) => Ok(self.action(WRITE, &[first])),
            (P::GetLine, _) => Ok(self.action(READ_LINE, &[])),
            (P::GetContents, _) => Ok(self.action(READ_ALL, &[])),
            (P::FromEnum, None) if self.constructor(first).is_some() => {
                Ok(self.integer(&self.place_of(first).unwrap_or(0).into()))
            }
            (P::Succ, _) => self.neighbour(first, 1),
            (P::Pred, _) => self.neighbour(first, -1),
            (P::Print, _) => Ok(self.action(PRINT, arguments)),
            (P::ToEnum, _) => self.enum_of(first, arguments[1]),
            (P::MinBound | P::MaxBound, _) => self.bound(operation == P::MaxBound, first),
            (P::FromIntegral | P::FromInteger, _) => {
                let double = matches!(self.type_of(first), Type::Double);
                match self.number_of(arguments[1]) {
                    Some(number) if double => Ok(self.float(number.float())),
                    Some(_) => Ok(arguments[1]),
                    None => Err("no number".to_owned()),
                }
            }
            (P::Show | P::Shows | P::ShowsPrec | P::Read | P::Error, _) => return None,
            (P::EnumFrom | P::EnumFromThen | P::EnumFromTo | P::EnumFromThenTo, _) => return None,
            _ => {
                let numbers: Option<Vec<Number>> =
                    arguments.iter().map(|word| self.number_of(*word)).collect();
                match numbers {
                    Some(numbers) => match calculate(operation, numbers) {
                        Ok(number) => Ok(self.number(number)),
                        Err(text) if operation == P::Chr => {
                            match text.parse::<u32>().ok().and_then(char::from_u32) {
                                Some(char) => Ok(Word::char(char)),
                                None => Err("Prelude.chr: bad argument".to_owned()),
                            }
                        }
                        Err(text) => Err(text),
                    },
                    None => return None,
                }
            }
        })
    }

    pub(crate) fn constructor(&self, word: Word) -> Option<ConstructorId> {
        match word.value() {
            Value::Constructor(id) => Some(id),
            Value::Reference(address) => {
                let header = self.heap.header(address);
                let known = (header.symbol() as usize) < self.code.constructors.len();
                (header.kind() == Kind::Constructor && known).then_some(ConstructorId(header.symbol()))
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

    fn enum_of(&mut self, ty: Word, number: Word) -> Result<Word, String> {
        match self.type_of(ty) {
            Type::Char => self.char_at(number),
            Type::Double => {
                let float = self.number_of(number).map_or(0.0, |number| number.float());
                Ok(self.float(float))
            }
            Type::Data(first, _) => self.constructor_at(first, number),
            _ => Ok(number),
        }
    }

    fn bound(&mut self, greatest: bool, ty: Word) -> Result<Word, String> {
        match self.type_of(ty) {
            Type::Char => Ok(Word::char(if greatest { char::MAX } else { '\0' })),
            Type::Int => Ok(self.integer(&BigInt::from(if greatest { i64::MAX } else { i64::MIN }))),
            Type::Data(first, arguments) => {
                let constructor = &self.code.constructors[first.0 as usize];
                let id = match greatest {
                    true => ConstructorId(first.0 + constructor.siblings - 1),
                    false => first,
                };
                if self.code.constructors[id.0 as usize].arity == 0 {
                    return Ok(Word::constructor(id));
                }
                let fields: Result<Vec<Word>, String> =
                    arguments.iter().map(|ty| self.bound(greatest, Word::raw(u64::from(ty.0)))).collect();
                Ok(Word::reference(self.heap.make(Kind::Constructor, id.0, &fields?)))
            }
            _ => Err("minBound and maxBound: the type is not known here".to_owned()),
        }
    }

    pub(crate) fn type_of(&self, word: Word) -> Type {
        match word.value() {
            Value::Raw(index) => self.code.types.get(index as usize).cloned().unwrap_or(Type::Unknown),
            _ => Type::Unknown,
        }
    }

    fn shown(&mut self, frame: FrameId) -> Flow {
        let word = |index| self.frames.word(frame, index);
        let (ty, precedence, value, rest) = (word(0), word(1), word(2), word(3));
        self.frames.pop();
        let precedence = precedence.as_integer().unwrap_or(0).clamp(0, 11) as u8;
        let text = self.show(value, precedence, ty);
        let list = self.list_of(&text, rest);
        self.enter(list)
    }

    fn read(&mut self, frame: FrameId) -> Flow {
        let text = self.text(self.frames.word(frame, 1));
        let ty = self.type_of(self.frames.word(frame, 0));
        self.frames.pop();
        match self.read_value(text.trim(), &ty) {
            Some(word) => self.give(word),
            None => self.raise_text("Prelude.read: no parse"),
        }
    }

    /// A number, or a constructor without fields.
    fn read_value(&mut self, text: &str, ty: &Type) -> Option<Word> {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).map(str::trim);
        if let Some(inner) = inner {
            return self.read_value(inner, ty);
        }
        match ty {
            Type::Double => text.parse::<f64>().ok().map(|value| self.float(value)),
            Type::Data(first, _) => {
                let siblings = self.code.constructors[first.0 as usize].siblings;
                let found = (first.0..first.0 + siblings).find(|id| {
                    let constructor = &self.code.constructors[*id as usize];
                    constructor.name == text && constructor.arity == 0
                });
                found.map(|id| Word::constructor(ConstructorId(id)))
            }
            _ => text.parse::<BigInt>().ok().map(|value| self.integer(&value)),
        }
    }
}

/// What a number, or two, come to.
fn calculate(operation: Primitive, mut numbers: Vec<Number>) -> Result<Number, String> {
    use Primitive as P;
    let Some(first) = numbers.first().cloned() else { return Err("no number".to_owned()) };
    let of = |function: fn(f64) -> f64| Ok(Number::Float(function(first.float())));
    let whole = |function: fn(f64) -> f64| match &first {
        Number::Integer(_) => Ok(first.clone()),
        Number::Float(value) => BigInt::from_f64(function(*value))
            .map(Number::Integer)
            .ok_or_else(|| "no integer is near this number".to_owned()),
    };
    match operation {
        P::Negate => Ok(match &first {
            Number::Integer(value) => Number::Integer(-value),
            Number::Float(value) => Number::Float(-value),
        }),
        P::Absolute => Ok(match &first {
            Number::Integer(value) => Number::Integer(value.abs()),
            Number::Float(value) => Number::Float(value.abs()),
        }),
        P::Signum => Ok(match &first {
            Number::Integer(value) => Number::Integer(value.signum()),
            Number::Float(value) if *value == 0.0 || value.is_nan() => Number::Float(*value),
            Number::Float(value) => Number::Float(value.signum()),
        }),
        P::ToInteger | P::FromEnum => whole(f64::trunc),
        P::RealToFrac => Ok(Number::Float(first.float())),
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
        // A character is no number: the caller makes it one.
        P::Chr => Err(match &first {
            Number::Integer(value) => value.to_u32().map_or_else(String::new, |code| code.to_string()),
            Number::Float(_) => String::new(),
        }),
        _ if numbers.len() == 2 => {
            let second = numbers.swap_remove(1);
            arithmetic(operation, first, second).map_err(str::to_owned)
        }
        _ => Err(format!("{} is not supported on these values", operation.name())),
    }
}

/// As Haskell's `Data.Char`: one character, where Unicode has one.
fn single(mut chars: impl Iterator<Item = char>, otherwise: char) -> char {
    match (chars.next(), chars.next()) {
        (Some(char), None) => char,
        _ => otherwise,
    }
}

fn is_punctuation(char: char) -> bool {
    match char.is_ascii() {
        true => char.is_ascii_punctuation() && !"$+<=>^`|~".contains(char),
        false => {
            matches!(char, '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}')
        }
    }
}
