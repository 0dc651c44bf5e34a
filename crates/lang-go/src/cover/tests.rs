//! The blocks of a file are those that Go's own tool finds.

use purlin_base::{Diagnostics, Interner, SourceMap};
use purlin_runtime::tests_host::CoverMode;

use super::FileCover;
use crate::ast::{Decl, Ids};
use crate::parse::{Bodies, parse_file};

/// The blocks of a text as `line.column,line.column statements`, in the order of their positions, and how
/// many declarations of variables it has with those of counters.
fn blocks(text: &str) -> (Vec<String>, usize) {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let (mut ids, mut diags) = (Ids::new(), Diagnostics::default());
    let file = sources.add("x.go", text).unwrap();
    let mut cover = FileCover::new(CoverMode::Count, 0, sources.pos(file, 0), text, &mut names);
    let some = Some(&mut cover);
    let tree = parse_file(&sources, file, &mut names, &mut ids, &mut diags, Bodies::Now, some);
    assert!(!diags.has_errors());
    let mut blocks = cover.blocks;
    blocks.sort_by_key(|block| block.from);
    let place = |pos| sources.line_col(pos).map(|at| format!("{}.{}", at.line, at.col)).unwrap();
    let line = |b: &super::Span| format!("{},{} {}", place(b.from), place(b.to), b.statements);
    let decls = tree.decls.iter().filter(|decl| matches!(decl, Decl::Var(_))).count();
    (blocks.iter().map(line).collect(), decls)
}

fn of_body(body: &str) -> Vec<String> {
    blocks(&format!("package p\nfunc f() {{\n{body}\n}}\n")).0
}

/// Expected is what `go tool cover` of Go 1.26 finds.
#[test]
fn statements_that_lead_elsewhere_end_blocks() {
    assert_eq!(of_body("a()\nb()"), ["2.10,5.2 2"]);
    assert_eq!(of_body("if a {\nb()\n}\nc()"), ["2.10,3.6 1", "3.6,5.2 1", "6.1,6.4 1"]);
    assert_eq!(
        of_body("if a {\n} else if b {\nc()\n} else {\n}"),
        ["2.10,3.6 1", "3.7,4.2 0", "4.7,4.13 1", "4.13,6.2 1", "6.8,7.2 0"]
    );
    assert_eq!(of_body("for {\nbreak\n}"), ["2.10,3.5 1", "3.5,4.6 1"]);
    assert_eq!(of_body("a()\npanic(1)\nb()"), ["2.10,4.9 2", "5.1,5.4 1"]);
}

#[test]
fn labels_and_literals_begin_blocks() {
    assert_eq!(of_body("a()\nL:\nb()\ngoto L"), ["2.10,4.1 2", "5.1,6.7 2"]);
    assert_eq!(of_body("L:\nfor {\nbreak L\n}"), ["2.10,4.5 1", "4.5,5.8 1"]);
    assert_eq!(of_body("x := func() {\na()\n}\nx()"), ["2.10,3.13 1", "3.13,5.2 1", "6.1,6.4 1"]);
}

#[test]
fn clauses_are_blocks() {
    assert_eq!(
        of_body("switch a {\ncase 1:\ncase 2:\nb()\nc()\ndefault:\n}"),
        ["2.10,3.10 1", "4.8,4.8 0", "5.8,7.4 2", "8.9,8.9 0"]
    );
    assert_eq!(of_body("switch a {\n}\nselect {}"), ["2.10,3.10 1", "5.1,5.8 1"]);
    assert_eq!(of_body("select {\ncase <-c:\nb()\n}"), ["2.10,3.8 1", "4.10,5.4 1"]);
}

#[test]
fn what_never_runs_is_not_counted() {
    let (of_text, decls) = blocks("package p\nfunc _() { a() }\nfunc f()\nvar x = func() int { return 1 }\n");
    assert_eq!(of_text, ["4.20,4.32 1"]);
    assert_eq!(decls, 2, "the variable and the counters");
    assert_eq!(blocks("package p\nvar x = 1\n"), (Vec::new(), 1));
}
