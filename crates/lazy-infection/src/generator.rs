//! Random programs of the core language that are typed, so that few of them get stuck, and obey the
//! rules for annotations: what is observed is bound at the top, and every constant is observed,
//! with a `use` wherever it is mentioned.

use std::rc::Rc;

use erlang_side_by_side::random::Dice;

use crate::core::{Alternative, Annotation, Binding, Con, Expr, Expression, Primitive, Program, Var};

#[derive(Clone, PartialEq, Eq, Debug)]
enum Type {
    Bool,
    List,
    /// Of a truth value and a list.
    Pair,
    /// Of a truth value and a function from truth values to such: functions in data.
    Box,
    Fun(Rc<Type>, Rc<Type>),
}

use Type::{Bool, Fun, List, Pair};

struct Global {
    var: Var,
    of: Type,
    annotation: Annotation,
}

struct Generator {
    dice: Dice,
    globals: Vec<Global>,
    locals: Vec<(Var, Type)>,
    next: u32,
    /// The binding that is being written: others below it are called more often, so that programs
    /// end.
    number: usize,
}

/// The program that belongs to a seed.
pub fn program(seed: u64) -> Program {
    let mut generator =
        Generator { dice: Dice::new(seed), globals: Vec::new(), locals: Vec::new(), next: 0, number: 0 };
    let with_constants = !generator.dice.once_in(3);
    for _ in 0..generator.dice.between(3, 8) {
        let global = generator.global(with_constants);
        generator.globals.push(global);
    }
    let mut bindings = Vec::new();
    for number in 0..generator.globals.len() {
        generator.number = number;
        let Global { var, of, annotation } = &generator.globals[number];
        let (var, of, annotation) = (*var, of.clone(), *annotation);
        let body = match (&of, annotation) {
            (Fun(from, to), Annotation::Function | Annotation::Unobserved) => generator.lambda(from, to, 4),
            _ => generator.expression(&of, 4),
        };
        let letter = match annotation {
            Annotation::Constant => 'k',
            Annotation::Function => 'f',
            Annotation::Unobserved => 'h',
        };
        let is_defective = annotation != Annotation::Unobserved && generator.dice.once_in(3);
        let body = if is_defective { Rc::new(Expression::Infect(body)) } else { body };
        bindings.push(Binding { name: format!("{letter}{number}"), var, body, annotation, is_defective });
    }
    generator.number = generator.globals.len();
    let of = generator.data();
    let main = generator.expression(&of, 7);
    Program { bindings, main }
}

impl Generator {
    fn global(&mut self, with_constants: bool) -> Global {
        let var = self.fresh();
        if with_constants && self.dice.once_in(3) {
            let of = if self.dice.once_in(3) { self.function(1) } else { self.data() };
            return Global { var, of, annotation: Annotation::Constant };
        }
        let annotation = if self.dice.once_in(4) { Annotation::Unobserved } else { Annotation::Function };
        Global { var, of: self.function(2), annotation }
    }

    fn fresh(&mut self) -> Var {
        self.next += 1;
        Var(self.next - 1)
    }

    // ---- types

    fn data(&mut self) -> Type {
        self.dice.pick(&[Bool, Bool, List, List, Pair, Type::Box]).clone()
    }

    /// Of this many arguments at most, some of them functions.
    fn function(&mut self, arguments: usize) -> Type {
        let result = self.data();
        (0..self.dice.between(1, arguments)).fold(result, |result, _| {
            let argument = if self.dice.once_in(4) { self.argument_function() } else { self.data() };
            Fun(Rc::new(argument), Rc::new(result))
        })
    }

    fn argument_function(&mut self) -> Type {
        let from = if self.dice.once_in(4) { Fun(Rc::new(Bool), Rc::new(Bool)) } else { self.data() };
        let to = self.data();
        Fun(Rc::new(from), Rc::new(to))
    }

    // ---- expressions

    fn expression(&mut self, of: &Type, depth: usize) -> Expr {
        if depth == 0 {
            return self.simple(of);
        }
        match self.dice.below(12) {
            0 => self.simple(of),
            1..=3 => self.case(of, depth),
            4 => self.binding(of, depth),
            5..=9 => self.call(of, depth).unwrap_or_else(|| self.constructed(of, depth)),
            _ => self.constructed(of, depth),
        }
    }

    /// A variable, a constant, or the shortest value.
    fn simple(&mut self, of: &Type) -> Expr {
        let known: Vec<Expr> =
            self.known().filter(|(_, found)| found == of).map(|(known, _)| known).collect();
        match known.is_empty() || self.dice.once_in(4) {
            true => self.constructed(of, 0),
            false => self.dice.pick(&known).clone(),
        }
    }

    /// All variables in scope, and how they are mentioned. Bindings below the current one come up
    /// more often.
    fn known(&mut self) -> impl Iterator<Item = (Expr, Type)> + use<> {
        let (number, anything) = (self.number, self.dice.once_in(5));
        let mut known: Vec<(Expr, Type)> = Vec::new();
        for (index, Global { var, of, annotation }) in self.globals.iter().enumerate() {
            if index < number || anything {
                let mention = match annotation {
                    Annotation::Constant => Expression::Use(index, *var),
                    _ => Expression::Var(*var),
                };
                known.push((Rc::new(mention), of.clone()));
            }
        }
        known.extend(self.locals.iter().map(|(var, of)| (Rc::new(Expression::Var(*var)), of.clone())));
        known.into_iter()
    }

    fn constructed(&mut self, of: &Type, depth: usize) -> Expr {
        match of {
            Bool if depth > 0 && self.dice.once_in(3) => {
                let primitive = *self.dice.pick(&[Primitive::And, Primitive::Xor]);
                self.with_parts(&[Bool, Bool], depth, |vars| {
                    Expression::Primitive(primitive, vars[0], vars[1])
                })
            }
            Bool => Rc::new(Expression::Con(*self.dice.pick(&[Con::True, Con::False]), Vec::new())),
            List if depth == 0 || self.dice.once_in(3) => Rc::new(Expression::Con(Con::Nil, Vec::new())),
            List => self.with_parts(&[Bool, List], depth, |vars| Expression::Con(Con::Cons, vars)),
            Pair => self.with_parts(&[Bool, List], depth, |vars| Expression::Con(Con::Pair, vars)),
            Type::Box => {
                let function = Fun(Rc::new(Bool), Rc::new(Bool));
                self.with_parts(&[Bool, function], depth, |vars| Expression::Con(Con::Pair, vars))
            }
            Fun(from, to) => self.lambda(from, to, depth),
        }
    }

    fn lambda(&mut self, from: &Type, to: &Type, depth: usize) -> Expr {
        let var = self.fresh();
        self.locals.push((var, from.clone()));
        let body = match to {
            Fun(from, to) => self.lambda(from, to, depth),
            to => self.expression(to, depth.saturating_sub(1)),
        };
        self.locals.pop();
        Rc::new(Expression::Lam(var, body))
    }

    /// `let x1 = e1; … in make x1 …`
    fn with_parts(
        &mut self,
        types: &[Type],
        depth: usize,
        make: impl FnOnce(Vec<Var>) -> Expression,
    ) -> Expr {
        let mut bound = Vec::new();
        for of in types {
            let part = self.expression(of, depth.saturating_sub(1));
            bound.push((self.fresh(), part));
        }
        let vars = bound.iter().map(|(var, _)| *var).collect();
        Rc::new(Expression::Let(bound, Rc::new(make(vars))))
    }

    /// A shared part.
    fn binding(&mut self, of: &Type, depth: usize) -> Expr {
        let bound = if self.dice.once_in(4) { self.function(1) } else { self.data() };
        let part = self.expression(&bound, depth - 1);
        let var = self.fresh();
        self.locals.push((var, bound));
        let body = self.expression(of, depth - 1);
        self.locals.pop();
        Rc::new(Expression::Let(vec![(var, part)], body))
    }

    fn case(&mut self, of: &Type, depth: usize) -> Expr {
        let inspected = self.data();
        let scrutinee = self.expression(&inspected, depth - 1);
        let shapes: &[(Con, &[Type])] = match inspected {
            Bool => &[(Con::True, &[]), (Con::False, &[])],
            List => &[(Con::Nil, &[]), (Con::Cons, &[Bool, List])],
            _ => &[(Con::Pair, &[Bool, List])],
        };
        let mut alternatives = Vec::new();
        for (con, types) in shapes {
            let mut types = types.to_vec();
            if inspected == Type::Box {
                types[1] = Fun(Rc::new(Bool), Rc::new(Bool));
            }
            let before = self.locals.len();
            let fields: Vec<Var> = types.iter().map(|_| self.fresh()).collect();
            self.locals.extend(fields.iter().copied().zip(types));
            let body = self.expression(of, depth - 1);
            self.locals.truncate(before);
            alternatives.push(Alternative { con: *con, fields, body });
        }
        Rc::new(Expression::Case(scrutinee, alternatives))
    }

    /// A function whose result has this type when it is given all, or some, of its arguments.
    fn call(&mut self, of: &Type, depth: usize) -> Option<Expr> {
        let mut candidates = Vec::new();
        for (function, mut result) in self.known() {
            let mut arguments = Vec::new();
            while let Fun(from, to) = result {
                arguments.push((*from).clone());
                result = (*to).clone();
                if result == *of {
                    candidates.push((function.clone(), arguments.clone()));
                }
            }
        }
        if candidates.is_empty() {
            return None;
        }
        let (function, arguments) = self.dice.pick(&candidates).clone();
        Some(self.with_parts(&arguments, depth, |vars| {
            let mut call = function;
            let last = vars.len() - 1;
            for var in &vars[..last] {
                call = Rc::new(Expression::App(call, *var));
            }
            Expression::App(call, vars[last])
        }))
    }
}
