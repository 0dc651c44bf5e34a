//! Resolved programs as text, from sources in a file.

use std::path::Path;

use purlin_base::{SourceMap, on_deep_stack};

use super::*;
use crate::parse::tests::{Random, corpus, damaged};
use crate::{Syntax, parse_file};

fn resolve(text: &str) -> (String, Vec<String>) {
    on_deep_stack(|| {
        let (mut sources, mut names, mut diags) = (SourceMap::new(), Interner::new(), Diagnostics::default());
        let (name, rules) = match text.starts_with("\"SOM\"") {
            true => ("x.som", Rules::Som),
            false => ("x.st", Rules::Smalltalk80),
        };
        let file = sources.add(name, text).expect("little source");
        let unit = parse_file(&sources, file, Syntax::of(name, text), &mut names, &mut diags);
        let mut resolver = Resolver::new(&mut names, &mut diags);
        resolver.unit(&unit, rules);
        let program = resolver.finish();
        let dumped = code::dump(&program, &names);
        let errors = diags.finish().into_iter().map(|d| {
            let at = sources.line_col(d.pos).expect("errors have positions");
            format!("{}:{}: {}", at.line, at.col, d.message)
        });
        (dumped, errors.collect())
    })
}

/// `PURLIN_BLESS=1` renews what sources become.
#[test]
fn golden() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/resolve/golden.txt");
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let (head, cases) = text.split_once("--- source\n").expect("a case");
    let mut renewed = head.to_owned();
    for case in cases.split("--- source\n") {
        let (source, _) = case.split_once("--- resolved\n").unwrap_or((case, ""));
        let (resolved, errors) = resolve(source);
        renewed += &format!("--- source\n{source}--- resolved\n{resolved}");
        if !errors.is_empty() {
            renewed += &format!("--- errors\n{}\n", errors.join("\n"));
        }
    }
    if std::env::var_os("PURLIN_BLESS").is_some() {
        std::fs::write(&path, &renewed).expect("the file can be written");
        return;
    }
    assert_eq!(text, renewed, "{}", path.display());
}

/// Chains of superclasses may be long, and none is a circle.
#[test]
fn superclasses() {
    let mut text = String::from("nil subclass: C0 [ | f0 | ]\n");
    for n in 1..1_000 {
        text += &format!("C{} subclass: C{n} [ | f{n} | ]\n", n - 1);
    }
    text += "C999 extend [ first [ ^f0 ] last [ ^f999 ] ]\nC999 subclass: C0 [ ]\n";
    let (resolved, errors) = resolve(&text);
    assert!(resolved.contains("first [^@0]") && resolved.contains("last [^@999]"));
    assert_eq!(errors, ["1002:1: C0 would be a superclass of itself"]);
}

/// Damaged sources have errors or resolve, and end.
#[test]
fn damaged_sources() {
    let corpus = corpus();
    on_deep_stack(|| {
        let mut random = Random(11);
        for n in 0..2_000 {
            let (text, syntax) = &corpus[n % corpus.len()];
            let text = damaged(text, &mut random);
            let (mut sources, mut names, mut diags) =
                (SourceMap::new(), Interner::new(), Diagnostics::default());
            let file = sources.add("x", &*text).expect("little source");
            let unit = parse_file(&sources, file, *syntax, &mut names, &mut diags);
            let mut resolver = Resolver::new(&mut names, &mut diags);
            let rules = if *syntax == Syntax::Som { Rules::Som } else { Rules::Smalltalk80 };
            resolver.unit(&unit, rules);
            // A second time: everything is there already.
            resolver.unit(&unit, rules);
            let program = resolver.finish();
            code::dump(&program, &names);
        }
    });
}
