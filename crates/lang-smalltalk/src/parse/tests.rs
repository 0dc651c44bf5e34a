//! Trees and errors, as text; trees that are printed and read again; damaged sources.

use std::path::{Path, PathBuf};

use purlin_base::on_deep_stack;

use super::*;
use crate::ast::{dump, print};

/// The tree of a text, its source as it prints, and its errors as `line:col: message`.
struct Read {
    tree: String,
    printed: String,
    errors: Vec<String>,
}

fn read(text: &str, syntax: Syntax) -> Read {
    on_deep_stack(|| {
        let (mut sources, mut names, mut diags) = (SourceMap::new(), Interner::new(), Diagnostics::default());
        let file = sources.add("x.st", text).expect("little source");
        let unit = parse_file(&sources, file, syntax, &mut names, &mut diags);
        let errors = diags.finish().into_iter().map(|d| {
            let at = sources.line_col(d.pos).expect("errors have positions");
            format!("{}:{}: {}", at.line, at.col, d.message)
        });
        Read { errors: errors.collect(), tree: dump(&unit, &names), printed: print(&unit, &names) }
    })
}

/// The cases of a file: sources, each with its tree and its errors. `PURLIN_BLESS=1` renews trees and
/// errors.
fn golden(name: &str, syntax: Syntax) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/parse/golden").join(name);
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let (head, cases) = text.split_once("--- source\n").expect("a case");
    let mut renewed = head.to_owned();
    for case in cases.split("--- source\n") {
        let (source, _) = case.split_once("--- tree\n").unwrap_or((case, ""));
        let Read { tree, printed, errors } = read(source, syntax);
        let errors: String = errors.iter().map(|e| format!("{e}\n")).collect();
        renewed += &format!("--- source\n{source}--- tree\n{tree}");
        renewed += &if errors.is_empty() { String::new() } else { format!("--- errors\n{errors}") };
        if errors.is_empty() && syntax == Syntax::Bracket {
            assert_eq!(read(&printed, Syntax::Bracket).tree, tree, "{printed}");
        }
    }
    if std::env::var_os("PURLIN_BLESS").is_some() {
        std::fs::write(&path, &renewed).expect("the file can be written");
        return;
    }
    assert_eq!(text, renewed, "{}", path.display());
}

#[test]
fn bracket_syntax() {
    golden("bracket.txt", Syntax::Bracket);
}

#[test]
fn literals() {
    golden("literals.txt", Syntax::Bracket);
}

#[test]
fn errors_of_bracket_syntax() {
    golden("errors.txt", Syntax::Bracket);
}

#[test]
fn som() {
    golden("som.txt", Syntax::Som);
}

#[test]
fn tonel() {
    golden("tonel.txt", Syntax::Tonel);
}

#[test]
fn files_have_the_syntax_of_their_name_or_text() {
    assert_eq!(Syntax::of("a/Foo.som", "Class {"), Syntax::Som);
    assert_eq!(Syntax::of("Foo.class.st", "\"A comment.\"\nClass {\n\t#name : #Foo }"), Syntax::Tonel);
    assert_eq!(Syntax::of("foo.st", "\"Class {\" Classes { 3 }"), Syntax::Bracket);
    assert_eq!(Syntax::of("foo.st", "\"not closed"), Syntax::Bracket);
}

/// A sequence that is random enough (Knuth's constants).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

/// An expression of random structure, fully in parentheses.
fn expression(random: &mut Random, depth: usize) -> String {
    const LITERALS: &[&str] = &[
        "3",
        "-4",
        "16r-1F",
        "1e10",
        "2.5",
        "2.5e3",
        "1.25q-3",
        "3.14s2",
        "7s",
        "$a",
        "$ ",
        "$<10>",
        "'it''s'",
        "#foo",
        "#at:put:",
        "#+",
        "#'a b'",
        "#(1 $b foo: (2 #x) #[1 2] nil -3)",
        "#[0 255]",
        "#{Smalltalk.Foo}",
        "nil",
        "self",
        "thisContext",
        "Smalltalk.Foo.Bar",
        "x",
    ];
    if depth == 0 {
        return random.pick(LITERALS).to_owned();
    }
    let mut part = || expression(random, depth - 1);
    let (a, b, c) = (part(), part(), part());
    let selector = random.pick(&["foo", "negated"]);
    match random.below(9) {
        0 => format!("(({a}) {selector})"),
        1 => format!("(({a}) {} ({b}))", random.pick(&["+", "-", "->", "|", "<", ">", "==>", "~="])),
        2 => format!("(({a}) at: ({b}) put: ({c}))"),
        3 => format!("(({a}) {selector}; + ({b}); at: ({c}))"),
        4 => format!("[:p :q | | t u | t := ({a}). ^({b})]"),
        5 => format!("{{({a}). ({b})}}"),
        6 => format!("(x := y := ({a}))"),
        7 => format!("##(({a}))"),
        _ => format!("[({a})]"),
    }
}

#[test]
fn random_expressions_print_as_what_they_are() {
    let mut random = Random(23);
    for n in 0..2_000 {
        let text = format!("{}.\n", expression(&mut random, n % 5));
        let first = read(&text, Syntax::Bracket);
        assert_eq!(first.errors, Vec::<String>::new(), "{text}");
        let second = read(&first.printed, Syntax::Bracket);
        assert_eq!((second.tree, second.errors), (first.tree, vec![]), "{}", first.printed);
    }
}

/// Sources of the golden files and of the library.
pub(crate) fn corpus() -> Vec<(String, Syntax)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for (name, syntax) in [
        ("bracket.txt", Syntax::Bracket),
        ("literals.txt", Syntax::Bracket),
        ("som.txt", Syntax::Som),
        ("tonel.txt", Syntax::Tonel),
    ] {
        let text = std::fs::read_to_string(root.join("src/parse/golden").join(name)).expect("a golden file");
        let sources = text.split("--- source\n").skip(1);
        texts.extend(sources.filter_map(|c| Some((c.split_once("--- tree\n")?.0.to_owned(), syntax))));
    }
    let mut library: Vec<PathBuf> = std::fs::read_dir(root.join("lib"))
        .map(|entries| entries.filter_map(Result::ok).map(|e| e.path()).collect())
        .unwrap_or_default();
    library.sort();
    texts.extend(library.iter().map(|path| (std::fs::read_to_string(path).expect("text"), Syntax::Bracket)));
    texts
}

/// A text with some bytes removed, doubled, exchanged, or replaced by pieces that have a meaning.
pub(crate) fn damaged(text: &str, random: &mut Random) -> String {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "#(",
        "##(",
        "#{",
        "'",
        "\"",
        "|",
        ".",
        ";",
        ":=",
        "^",
        "!",
        ":",
        "$",
        "#",
        "----",
        "16r",
        "1e",
        "9s",
        "<",
        ">",
        "\u{0}",
        "é",
        "\n",
        " class >> ",
        " extend [",
        "\\",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(8) {
        let at = random.below(chars.len().max(1)).min(chars.len());
        let end = (at + 1 + random.below(12)).min(chars.len());
        match random.below(4) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let copy: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, copy);
            }
            2 => chars.truncate(if random.below(8) == 0 { at } else { chars.len() }),
            _ => drop(chars.splice(at..at, random.pick(PIECES).chars())),
        }
    }
    chars.into_iter().collect()
}

/// Damaged sources have errors or trees, and end.
#[test]
fn ten_thousand_damaged_sources() {
    let (mut random, corpus) = (Random(7), corpus());
    let mut wrong = 0;
    for n in 0..10_000 {
        let (text, syntax) = &corpus[n % corpus.len()];
        let start = random.below(text.len());
        // A window of long files, so that each place is damaged often.
        let start = (0..=start).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let text = if text.len() > 4_000 && n % 3 > 0 { &text[start..] } else { text };
        let text: String = text.chars().take(3_000).collect();
        wrong += usize::from(!read(&damaged(&text, &mut random), *syntax).errors.is_empty());
    }
    assert!(wrong > 5_000, "only {wrong} damaged sources have errors");
}

/// What would be deep recursion or quadratic time.
#[test]
fn deep_and_wide_sources_end() {
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(50_000), close.repeat(50_000));
    let sources = [
        deep("(", ")"),
        deep("[", "]"),
        deep("#(", ")"),
        deep("{", "}"),
        deep("##(", ")"),
        "(".repeat(200_000),
        "[:x |".repeat(100_000),
        "foo bar: ".repeat(100_000),
        format!("x {}", "foo ".repeat(100_000)),
        format!("x {}", "+ 1 ".repeat(100_000)),
        format!("x := {} 3", "y := ".repeat(100_000)),
        "| a ".repeat(100_000),
        "Object subclass: A [\n".repeat(20_000),
        "a ] . ".repeat(100_000),
        "$".repeat(100_001),
        "#".repeat(100_001),
        "x := 1e999999999.".into(),
        format!("x := {}.", "9".repeat(200_000)),
        "2r1.1e-9999999999 foo".into(),
    ];
    for (n, text) in sources.iter().enumerate() {
        for syntax in [Syntax::Bracket, Syntax::Som, Syntax::Tonel] {
            let begin = std::time::Instant::now();
            let read = read(text, syntax);
            assert!(read.errors.len() <= limits::MAX_ERRORS as usize, "case {n}");
            assert!(begin.elapsed().as_secs() < 20, "case {n} in {syntax:?} takes {:?}", begin.elapsed());
        }
    }
}

/// The files below a folder that are Smalltalk.
fn sources_below(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        match path.extension().and_then(|e| e.to_str()) {
            _ if path.is_dir() => sources_below(&path, found),
            Some("st" | "som") => found.push(path),
            _ => {}
        }
    }
}

/// Sources of others parse, where the variable `PURLIN_SMALLTALK_SOURCES` names a folder of them.
#[test]
fn sources_of_others() {
    let Some(root) = std::env::var_os("PURLIN_SMALLTALK_SOURCES") else { return };
    let mut files = Vec::new();
    sources_below(Path::new(&root), &mut files);
    let mut wrong = Vec::new();
    for path in &files {
        let text = String::from_utf8_lossy(&std::fs::read(path).expect("the file can be read")).into_owned();
        let name = path.to_string_lossy();
        let errors = read(&text, Syntax::of(&name, &text)).errors;
        wrong.extend(errors.first().map(|e| format!("{name}:{e} ({} errors)", errors.len())));
    }
    assert!(wrong.is_empty(), "{} of {} files:\n{}", wrong.len(), files.len(), wrong.join("\n"));
}
