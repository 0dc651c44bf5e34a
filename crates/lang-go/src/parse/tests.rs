//! Trees and errors, as text; sources of an installed Go where there is one; damaged sources.

use std::path::{Path, PathBuf};

use super::*;
use crate::ast::{Decl, FuncBody, dump};

/// The tree of `src`, and its errors as `line:col: message`.
fn parse(src: &str) -> (String, Vec<String>) {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let (mut ids, mut diags) = (Ids::new(), Diagnostics::default());
    let file = sources.add("x.go", src).unwrap();
    let tree = parse_file(&sources, file, &mut names, &mut ids, &mut diags, Bodies::Now, None);
    let errors = diags.finish().into_iter().map(|d| {
        let at = sources.line_col(d.pos).unwrap();
        format!("{}:{}: {}", at.line, at.col, d.message)
    });
    (dump::dump(&tree, &names), errors.collect())
}

fn errors(src: &str) -> Vec<String> {
    parse(src).1
}

/// The file `name` among the golden ones, or its new content if `PURLIN_BLESS` is set.
fn golden(name: &str, new: impl FnOnce() -> String) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/parse/golden").join(name);
    if std::env::var_os("PURLIN_BLESS").is_some() {
        std::fs::write(&path, new()).unwrap();
    }
    std::fs::read_to_string(&path).unwrap()
}

/// All of the syntax, once.
#[test]
fn trees() {
    let (tree, errors) = parse(include_str!("golden/everything.go"));
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(tree, golden("everything.ast", || tree.clone()));
}

/// Sources and their errors: those of Go's compiler, position by position.
#[test]
fn errors_are_those_of_go() {
    let cases = golden("errors.txt", || unreachable!("comes from Go's compiler"));
    for case in cases.split("--- source\n").skip(1) {
        let (source, expected) = case.split_once("--- errors\n").unwrap();
        assert_eq!(errors(source), expected.lines().collect::<Vec<_>>(), "{source}");
    }
}

/// What Go's compiler leaves to its type checker, but is syntax.
#[test]
fn guards_stand_in_switches() {
    let src =
        body("_ = x.(type)\nswitch x.(type) {}\nswitch y := x.(type); z {}\nif x.(type) {}\nf((x.(type)))");
    let expected = ["3:5", "5:13", "6:4", "7:4"]
        .map(|at| format!("{at}: invalid syntax tree: use of .(type) outside type switch"));
    assert_eq!(errors(&src), expected);
}

#[test]
fn ids_are_dense_over_files() {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let (mut ids, mut diags) = (Ids::new(), Diagnostics::default());
    let text = "package p; var x = y + 1";
    for (n, name) in ["a.go", "b.go"].into_iter().enumerate() {
        let file = sources.add(name, text).unwrap();
        parse_file(&sources, file, &mut names, &mut ids, &mut diags, Bodies::Now, None);
        assert_eq!((ids.exprs, ids.idents), (3 * (n as u32 + 1), 3 * (n as u32 + 1)));
    }
}

/// The bodies of the library's functions end where they are said to end before anybody has read them.
#[test]
fn bodies_left_for_later_are_whole() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("std");
    let mut files = Vec::new();
    go_files(&root, &mut files);
    assert!(files.len() > 20, "{root:?} holds the library");
    for path in files {
        let (mut sources, mut names) = (SourceMap::new(), Interner::new());
        let (mut ids, mut diags) = (Ids::new(), Diagnostics::default());
        let file = sources.add("x.go", std::fs::read_to_string(&path).unwrap()).unwrap();
        let mut tree = |bodies| parse_file(&sources, file, &mut names, &mut ids, &mut diags, bodies, None);
        let (now, later) = (tree(Bodies::Now), tree(Bodies::Later));
        assert_eq!(now.decls.len(), later.decls.len(), "{path:?}");
        for (now, later) in now.decls.iter().zip(&later.decls) {
            let (Decl::Func(now), Decl::Func(later)) = (now, later) else { continue };
            let Some(body) = &later.body else { continue };
            let block =
                body.or_parse(|pos| parse_body(&sources, file, pos, &mut names, &mut ids, &mut diags));
            let same = now.body.as_ref().and_then(FuncBody::parsed).unwrap();
            assert_eq!((block.pos, block.rbrace), (same.pos, same.rbrace), "{path:?}");
            assert_eq!(block.stmts.len(), same.stmts.len(), "{path:?}");
        }
        assert!(!diags.has_errors(), "{path:?}");
    }
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
        let tree = parse_file(&sources, file, &mut names, &mut ids, &mut diags, Bodies::Now, None);
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

/// Depth ends in an error, not in an overflow: on the small stack of a test's thread, with trees dumped and
/// dropped.
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

#[test]
fn nodes_are_small() {
    use std::mem::size_of;
    assert!(size_of::<Expr>() <= 56);
    assert!(size_of::<crate::ast::Stmt>() <= 128);
}

fn next_random(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as usize
}

/// Damages `bytes` at a few places: a byte changed, a range removed, repeated, or moved elsewhere.
fn damage(bytes: &mut Vec<u8>, state: &mut u64) {
    const INTERESTING: &[u8] = b"(){}[];,.:=<-*&|~!\"'`\\/0x_1eip\n \0\xff\xef";
    for _ in 0..1 + next_random(state) % 4 {
        let len = bytes.len().max(1);
        let at = next_random(state) % len;
        let end = (at + 1 + next_random(state) % 40).min(bytes.len());
        match next_random(state) % 6 {
            0 if at < bytes.len() => bytes[at] = next_random(state) as u8,
            1 if at < bytes.len() => bytes[at] = INTERESTING[next_random(state) % INTERESTING.len()],
            2 if at < end => drop(bytes.drain(at..end)),
            3 if at < end => bytes.extend_from_within(at..end),
            4 => bytes.insert(at.min(bytes.len()), INTERESTING[next_random(state) % INTERESTING.len()]),
            _ if at < end => {
                let piece: Vec<u8> = bytes[at..end].to_vec();
                let to = next_random(state) % len;
                bytes.splice(to..to, piece);
            }
            _ => {}
        }
    }
}

/// Whatever the text, there is a tree and no panic; an error if and only if the tree is in doubt.
#[test]
fn damaged_sources_do_no_harm() {
    let seeds =
        [include_str!("golden/everything.go"), include_str!("golden/errors.txt"), "package p\nvar x = 1\n"];
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for round in 0..6_000 {
        let seed = seeds[round % seeds.len()];
        let mut bytes = seed.as_bytes().to_vec();
        if round % seeds.len() == 1 {
            bytes = body(&seed[next_random(&mut state) % 4096..].replace("package p\n", "")).into_bytes();
        }
        damage(&mut bytes, &mut state);
        let mut lexer = Lexer::new(&bytes);
        lexer.next();
        while lexer.tok != Tok::Eof {
            lexer.next();
        }
        let (_, errors) = parse(&String::from_utf8_lossy(&bytes));
        assert!(errors.len() <= limits::MAX_ERRORS);
    }
}

/// Go's own tests that expect syntax errors are rejected, at a line where they expect one.
#[test]
fn go_error_tests_are_rejected() {
    let Some(root) = goroot() else { return };
    let mut files = Vec::new();
    go_files(&root.join("test"), &mut files);
    let (mut checked, mut missed) = (0, Vec::new());
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let (_, found) = parse(&text);
        let first = text.lines().next().unwrap_or("");
        let expected: Vec<usize> = text
            .lines()
            .enumerate()
            .filter(|(_, line)| {
                let wanted = ["// ERROR \"syntax error", "// ERROR \"unexpected", "// ERROR \"expected"];
                wanted.iter().any(|start| line.contains(start))
            })
            .map(|(i, _)| i + 1)
            .collect();
        if first.starts_with("// errorcheck") && !expected.is_empty() {
            checked += 1;
            let hit = |e: &String| expected.iter().any(|line| e.starts_with(&format!("{line}:")));
            if !found.iter().any(hit) {
                missed.push(format!("{}: {found:?} but expected at lines {expected:?}", path.display()));
            }
        } else if first == "// run" || first == "// compile" || first == "// build" {
            assert_eq!(found, Vec::<String>::new(), "{}", path.display());
        }
    }
    eprintln!("{checked} tests with syntax errors");
    // A few expect what only another compiler says, or count lines by directives.
    assert!(missed.len() * 10 <= checked, "{}", missed.join("\n"));
}
