//! The traces in `examples/observed` are those of `tests/examples`, as files. With `UPDATE=1` they
//! are written anew.
#![allow(clippy::disallowed_methods)]

use std::path::Path;

use observation::trace::Trace;

#[test]
fn examples() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["or", "constant"] {
        let text = std::fs::read_to_string(here.join(format!("tests/examples/{name}.txt"))).expect("a text");
        let trace = Trace::from_text(&text).expect("a trace");
        assert_eq!(trace.to_text(), text);
        let file = trace.write(Vec::new()).expect("a file");
        let path = here.join(format!("../../examples/observed/{name}.trace"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &file).expect("written");
        }
        assert_eq!(std::fs::read(&path).expect("an example"), file, "{name}");
    }
}
