//! The findings in one program, against those of `go vet`; and a program in which there are none.

use std::sync::Arc;

use purlin_base::{MemoryTree, SourceMap, on_deep_stack};

fn findings(text: &str) -> Vec<String> {
    let text: Arc<str> = text.into();
    on_deep_stack(move || {
        let files = [("main.go".to_string(), text)];
        findings_of(&crate::Program { files: &files, ..crate::Program::default() })
    })
}

fn findings_of(program: &crate::Program<'_>) -> Vec<String> {
    let mut sources = SourceMap::new();
    let found = crate::vet(&mut sources, program, &[]);
    let found = found.unwrap_or_else(|errors| panic!("{errors:?}"));
    let line = |d: &purlin_base::Diagnostic| {
        let at = sources.line_col(d.pos).unwrap();
        format!("{}:{}: {}", at.line, at.col, d.message)
    };
    found.iter().map(line).collect()
}

/// Compares with what a file of `testdata` says, or renews it.
fn compare(found: &[String], name: &str, expected: &str) {
    let found = found.join("\n");
    if std::env::var_os("PURLIN_BLESS").is_some() {
        let path = format!("{}/src/vet/testdata/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, found + "\n").unwrap();
    } else {
        assert_eq!(found, expected.trim_end());
    }
}

#[test]
fn mistakes_are_found_where_go_vet_finds_them() {
    let found = findings(include_str!("testdata/wrong.go"));
    compare(&found, "wrong.txt", include_str!("testdata/wrong.txt"));
}

/// Names of tests and examples, and calls in fuzz tests, which `go test` looks at before it runs anything.
#[test]
fn tests_that_are_not_run_are_found() {
    let tree = MemoryTree::new()
        .with("go.mod", "module wrong\n")
        .with("wrong_test.go", include_str!("testdata/wrong_test.go"));
    let program = crate::Program { tree: Some((&tree, "")), ..crate::Program::default() };
    let found = on_deep_stack(|| findings_of(&program));
    compare(&found, "wrong_test.txt", include_str!("testdata/wrong_test.txt"));
}

#[test]
fn what_is_right_is_left_alone() {
    assert_eq!(findings(include_str!("testdata/right.go")), Vec::<String>::new());
}
