//! Trees and errors, as text; sources of an installed Go where there is one; damaged sources.

use std::path::{Path, PathBuf};

use super::*;
use crate::ast::dump;

/// The tree of `src`, and its errors as `line:col: message`.
fn parse(src: &str) -> (String, Vec<String>) {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let (mut ids, mut diags) = (Ids::new(), Diagnostics::default());
    let file = sources.add("x.go", src).unwrap();
    let tree = parse_file(&sources, file, &mut names, &mut ids, &mut diags);
    let errors = diags.finish().into_iter().map(|d| {
        let at = sources.line_col(d.pos).unwrap();
        format!("{}:{}: {}", at.line, at.col, d.message)
    });
    (dump::dump(&tree, &names), errors.collect())
}

fn errors(src: &str) -> Vec<String> {
    parse(src).1
}

const ROOTS: [&str; 26] = [
    "fmt",
    "strings",
    "strconv",
    "sort",
    "math",
    "net/http",
    "go/types",
    "cmd/compile/internal",
    "runtime",
    "reflect",
    "encoding",
    "slices",
    "maps",
    "iter",
    "sync",
    "time",
    "text",
    "unicode",
    "crypto",
    "cmd/go",
    "os",
    "html",
    "image",
    "regexp",
    "database",
    "bytes",
];

/// The root of the installed Go; None, with a line that says so, where there is none.
fn goroot() -> Option<PathBuf> {
    let output = std::process::Command::new("go").args(["env", "GOROOT"]).output().ok();
    let root = output.and_then(|o| String::from_utf8(o.stdout).ok()).map(|s| PathBuf::from(s.trim()));
    let root = root.filter(|root| root.join("src/fmt").is_dir());
    if root.is_none() {
        eprintln!("SKIPPED: no Go with its sources is installed; its files are not parsed");
    }
    root
}

fn go_files(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if !path.ends_with("testdata") {
                go_files(&path, out);
            }
        } else if path.extension().is_some_and(|e| e == "go") {
            out.push(path);
        }
    }
}

#[test]
fn go_sources_parse() {
    let Some(root) = goroot() else { return };
    let mut files = Vec::new();
    ROOTS.iter().for_each(|dir| go_files(&root.join("src").join(dir), &mut files));
    let texts: Vec<(PathBuf, String)> =
        files.into_iter().filter_map(|p| std::fs::read_to_string(&p).ok().map(|t| (p, t))).collect();
    let lines: usize = texts.iter().map(|(_, t)| t.lines().count()).sum();
    let bytes: usize = texts.iter().map(|(_, t)| t.len()).sum();
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let (mut ids, mut diags) = (Ids::new(), Diagnostics::default());
    let files: Vec<_> = texts
        .iter()
        .map(|(p, t)| sources.add(p.to_string_lossy().into_owned(), t.as_str()).unwrap())
        .collect();
    let start = std::time::Instant::now();
    for file in files {
        let tree = parse_file(&sources, file, &mut names, &mut ids, &mut diags);
        std::hint::black_box(&tree);
    }
    let seconds = start.elapsed().as_secs_f64();
    eprintln!(
        "{} files, {lines} lines, {bytes} bytes, {seconds:.2} s, {:.2} M lines/s, {} expressions",
        texts.len(),
        lines as f64 / seconds / 1e6,
        ids.exprs
    );
    let errors: Vec<_> = diags.finish().iter().map(|d| d.render(&sources)).collect();
    assert!(errors.is_empty(), "{}", errors.join(""));
}

/// `src` inside a function.
fn body(src: &str) -> String {
    format!("package p\nfunc f() {{\n{src}\n}}\n")
}

/// Shapes that can be nested or chained without end: what is repeated before and after the middle.
const SHAPES: [(&str, &str, &str); 23] = [
    ("_ = ", "(", ")"),
    ("_ = ", "- ", ""),
    ("_ = ", "f(", ")"),
    ("_ = ", "a[", "]"),
    ("_ = ", "T{", "}"),
    ("_ = T", "{", "}"),
    ("_ = ", "func() { _ = ", " }"),
    ("_ = ", "<-", ""),
    ("_ = ", "1 + (2 * ", ")"),
    ("var _ ", "[]", "int"),
    ("var _ ", "*", "int"),
    ("var _ ", "[1]", "int"),
    ("var _ ", "map[int]", "int"),
    ("var _ ", "chan ", "int"),
    ("var _ ", "func(", ")"),
    ("var _ ", "T[", "]"),
    ("var _ ", "struct { a ", "}"),
    ("var _ ", "interface { f(", ") }"),
    ("", "{", "}"),
    ("", "if x {", "}"),
    ("", "if x { } else ", " { }"),
    ("", "for { switch { case x: ", "}}"),
    ("", "a: ", ""),
];

/// Depth ends in an error, not in an overflow: on the small stack of a test's thread, with trees dumped and dropped.
#[test]
fn depth_is_bounded() {
    for (before, open, close) in SHAPES {
        for count in [50, 100_000] {
            let src = body(&format!("{before}{}x{}", open.repeat(count), close.repeat(count)));
            let (_, errors) = parse(&src);
            let too_deep = errors.iter().any(|e| e.ends_with("nested too deeply"));
            assert_eq!(too_deep, count > 1000, "{before}{open}: {errors:?}");
        }
    }
}

#[test]
fn chains_are_bounded() {
    let chain = |link: &str, n| body(&format!("_ = x{}", link.repeat(n)));
    for (link, length) in [
        (" + 1", 9_000),
        (" || x", 9_000),
        (".f", 900),
        ("()", 900),
        ("[i]", 900),
        ("[:]", 900),
        (".(T)", 900),
    ] {
        assert_eq!(errors(&chain(link, length)), Vec::<String>::new(), "{link}");
        let errors = errors(&chain(link, 100_000));
        assert_eq!(errors.len(), 1, "{link}");
        assert!(errors[0].ends_with("nested too deeply"), "{link}: {errors:?}");
    }
    // Chains inside each other add up, in bodies too.
    let mut x = String::from("x");
    for _ in 0..20 {
        x = format!("({x}{})", " + 1".repeat(1_000));
    }
    assert!(errors(&body(&format!("_ = {x}")))[0].ends_with("nested too deeply"));
    let inner = format!("func() {{ _ = x{} }}", " + 1".repeat(6_000));
    let src = body(&format!("_ = {inner}{}", " + 1".repeat(6_000)));
    assert!(errors(&src)[0].ends_with("nested too deeply"));
}
