pub fn write(_: &erlang_syntax::ast::Module) -> String { String::new() }
