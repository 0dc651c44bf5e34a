//! The findings in one program, against those of `go vet`; and a program in which there are none.

use std::sync::Arc;

use purlin_base::{SourceMap, on_deep_stack};

fn findings(text: &str) -> Vec<String> {
    let text: Arc<str> = text.into();
    on_deep_stack(move || {
        let mut sources = SourceMap::new();
        let files = [("main.go".to_string(), text)];
        let program = crate::Program { files: &files, ..crate::Program::default() };
        let found = crate::vet(&mut sources, &program, &[]);
        let found = found.unwrap_or_else(|errors| panic!("{errors:?}"));
        let line = |d: &purlin_base::Diagnostic| {
            let at = sources.line_col(d.pos).unwrap();
            format!("{}:{}: {}", at.line, at.col, d.message)
        };
        found.iter().map(line).collect()
    })
}

#[test]
fn mistakes_are_found_where_go_vet_finds_them() {
    let found = findings(include_str!("testdata/wrong.go")).join("\n");
    let expected = include_str!("testdata/wrong.txt");
    if std::env::var_os("PURLIN_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/vet/testdata/wrong.txt");
        std::fs::write(path, found + "\n").unwrap();
    } else {
        assert_eq!(found, expected.trim_end());
    }
}

#[test]
fn what_is_right_is_left_alone() {
    assert_eq!(findings(include_str!("testdata/right.go")), Vec::<String>::new());
}
