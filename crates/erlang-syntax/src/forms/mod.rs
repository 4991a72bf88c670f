//! Modules in Erlang's abstract format, the terms that parse transforms work on.

mod decode;
mod encode;

pub use decode::decode;
pub use encode::{Unkept, encode};

#[cfg(test)]
mod tests {
    use erlang_term::Term;

    use super::*;
    use crate::ast::{ExprKind, FormKind, Module};
    use crate::{Options, parse_module, pretty};

    const TEXT: &str = "-module(m).
-export([f/1]).
-compile([{parse_transform, t}]).
-record(r, {a = 1 :: integer(), b}).
-type t(X) :: [X] | #{atom() => t(X)} | <<_:8>> | own().
-type own() :: fun((...) -> any()) | fun() | 1..3 | m:t().
-spec f(X) -> t(X) when X :: term().
-define(TWICE(X), {X, X}).
f(#r{a = A} = R) when A > 1, is_atom(R#r.b); A =:= -1 ->
    X = case g(A) of
        {ok, _} -> [A, $c, \"text\" | t];
        #{k := V} when V /= 2.5 -> #{V => 1}
    end,
    try m:g(fun ?MODULE:f/1, fun g/1, fun(1) -> 2; (Y) -> Y end)
    of z -> R#r{b = 2}
    catch a -> 1; error:_:S -> S; _ -> ?TWICE(x)
    after begin g(1), g(2) end
    end,
    receive {a, <<N:8/little-unit:2, Rest/binary>>} -> {N, Rest, #r.a} after 10 -> catch g(X) end,
    [{P, Q} || P <- X, <<Q>> <= <<1, 2>>, P > Q],
    if A -> F = fun Self(Z) -> Self(Z) end, F(not A); true -> X ! A end.
g(X) -> [] ++ \"a\" \"b\" ++ X.
";

    fn parsed(text: &str) -> Module {
        let (module, problems) = parse_module("m.erl", text.as_bytes(), &Options::default());
        assert!(problems.is_empty(), "{problems:?}");
        module
    }

    /// All expressions with their spans and anchors, in the order of the text.
    fn places(module: &Module) -> Vec<String> {
        let of_functions = module.functions().flat_map(|function| &function.clauses);
        let roots = of_functions.flat_map(|clause| clause.patterns.iter().chain(&clause.body));
        let all = roots.flat_map(|root| module.subexpressions(*root));
        all.map(|id| format!("{:?} {:?} {}", module[id].span, module[id].anchor, pretty::expr(module, id)))
            .collect()
    }

    #[test]
    fn the_same_module_comes_back() {
        let module = parsed(TEXT);
        let forms = Term::list(encode(&module, Unkept::Nearby));
        let again = decode(&forms, &module).unwrap_or_else(|why| panic!("{why}"));
        let written = |module: &Module| {
            let forms = module.forms.iter().filter(|form| !matches!(form.kind, FormKind::File { .. }));
            forms.map(|form| pretty::form(module, form)).collect::<Vec<_>>()
        };
        assert_eq!(written(&again), written(&module));
        assert_eq!(places(&again), places(&module));
        let spans = |module: &Module| module.forms.iter().map(|form| form.span).collect::<Vec<_>>();
        // Forms that say which file follows are new.
        assert_eq!(spans(&again)[1..], spans(&module));
    }

    #[test]
    fn generated_code_belongs_to_the_form_around_it() {
        let module = parsed("-module(m).\n-export([f/0]).\nf() ->\n    ok.\n");
        let forms = encode(&module, Unkept::Nearby);
        // The last form but one is the function; its body gets a call without a position.
        let text = "{function, {3, 1}, f, 0, [{clause, {3, 1}, [], [], [{call, 0, {atom, 0, g}, []}]}]}";
        let function = crate::read_term(text).unwrap_or_else(|problem| panic!("{}", problem.message));
        let last = forms.len() - 2;
        let forms: Vec<Term> = forms
            .into_iter()
            .enumerate()
            .map(|(n, form)| if n == last { function.clone() } else { form })
            .collect();
        let again = decode(&Term::list(forms), &module).unwrap_or_else(|why| panic!("{why}"));
        let form = again.forms.last().expect("the function").span;
        assert_eq!((form.start.line, form.end.line), (3, 4));
        let call = again.exprs.iter().find(|expr| matches!(expr.kind, ExprKind::Call { .. }));
        assert_eq!(call.map(|call| call.span), Some(form));
    }

    #[test]
    fn what_is_no_module() {
        let module = parsed("-module(m).\n");
        for forms in ["[]", "ok", "[{function, 1, f, 0, x}]", "[{attribute, 1, module, {a, []}}]"] {
            let term = crate::read_term(forms).unwrap_or_else(|problem| panic!("{}", problem.message));
            assert!(decode(&term, &module).is_err(), "{forms}");
        }
    }
}
