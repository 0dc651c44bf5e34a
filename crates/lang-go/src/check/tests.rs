//! Tests of the type checker: programs that are right, and programs whose errors stand in comments on their
//! lines: `// ERROR "regular expression"`, or several expressions.

mod facts;
mod program;

use purlin_base::SourceMap;

use super::Reached;
use crate::budget::Budget;
use crate::driver;
use crate::load::{Importer, PackageSource};
use crate::syntax::{PackageKind, Syntax};
use crate::universe::{PackageId, Universe};
use purlin_base::on_deep_stack;

/// Packages that the tests import.
struct Stubs;

impl Importer for Stubs {
    fn import(&mut self, path: &str) -> Option<PackageSource> {
        let text = match path {
            "fmt" => {
                "package fmt\nimport \"io\"\ntype Stringer interface { String() string }\n
                func Print(a ...any) (n int, err error)\nfunc Println(a ...any) (n int, err error)
                func Printf(f string, a ...any) (n int, err error)\nfunc Sprint(a ...any) string
                func Sprintf(f string, a ...any) string\nfunc Errorf(f string, a ...any) error
                func Fprintf(w io.Writer, f string, a ...any) (n int, err error)
                func Fprintln(w io.Writer, a ...any) (n int, err error)
                func helper() int { return undefinedButNeverReached }"
            }
            "io" => {
                "package io\ntype Writer interface { Write(p []byte) (n int, err error) }
                type Reader interface { Read(p []byte) (n int, err error) }"
            }
            "os" => {
                "package os\nvar Args []string\ntype File struct { fd int }\nvar Stdout, Stderr, Stdin *File
                func Exit(code int)\nfunc (f *File) Write(b []byte) (n int, err error) { return write(f.fd, b), nil }
                func (f *File) Read(b []byte) (n int, err error) { return 0, nil }
                func write(fd int, b []byte) int"
            }
            "errors" => {
                "package errors\ntype errorString struct { s string }
                func (e *errorString) Error() string { return e.s }
                func New(text string) error { return &errorString{text} }"
            }
            "math" => "package math\nconst Pi = 3.14159265358979323846264338327950288419716939937510582097494459\nfunc Sqrt(x float64) float64\nconst MaxInt64 = 1<<63 - 1",
            "strings" => "package strings\ntype Builder struct { buf []byte }\nfunc (b *Builder) WriteString(s string) (int, error) { b.buf = append(b.buf, s...); return len(s), nil }\nfunc (b *Builder) String() string { return string(b.buf) }",
            "strconv" => "package strconv\nfunc Itoa(i int) string\nfunc Atoi(s string) (int, error)",
            _ => return None,
        };
        let kind = PackageKind::Std;
        Some(PackageSource { kind, files: vec![(format!("{path}.go"), text.into())] })
    }
}

/// A program with what it imports, checked.
struct Program {
    u: Universe,
    reached: Reached,
    syntax: Syntax,
    main: Option<PackageId>,
}

/// Checks a program, whose files have these names and texts.
fn check(files: &[(&str, &str)], importer: &mut dyn Importer) -> Program {
    let mut sources = SourceMap::new();
    let ids: Vec<_> = files.iter().map(|(n, t)| sources.add(*n, *t).unwrap()).collect();
    on_deep_stack(move || {
        let mut syntax = driver::load(sources, Budget::default(), importer, &ids);
        let (mut u, mut reached) = (driver::universe(&mut syntax), Reached::default());
        let main = driver::check_program(&mut u, &mut reached, &syntax);
        Program { u, reached, syntax, main }
    })
}

/// The universe, and the errors with file, line and column.
fn checked(files: &[(&str, &str)]) -> (Universe, Vec<(String, u32, u32, String)>) {
    let mut u = check(files, &mut Stubs).u;
    let diagnostics = std::mem::take(&mut u.diagnostics).finish();
    let errors = diagnostics
        .into_iter()
        .map(|d| {
            let at = u.sources.line_col(d.pos);
            let (file, line, col) = at.map_or((String::new(), 0, 0), |a| (a.file.to_string(), a.line, a.col));
            (file, line, col, d.message)
        })
        .collect();
    (u, errors)
}

#[track_caller]
fn accepts(text: &str) -> Universe {
    let (u, errors) = checked(&[("a.go", text)]);
    assert!(errors.is_empty(), "{errors:#?}");
    u
}

#[test]
fn hello() {
    accepts("package main\nimport \"fmt\"\nfunc main() { fmt.Println(\"hello\", 1+2.5) }");
}

/// Where a Go installation keeps its tests.
fn goroot_tests() -> Option<std::path::PathBuf> {
    let out = std::process::Command::new("go").args(["env", "GOROOT"]).output().ok()?;
    let dir = std::path::Path::new(String::from_utf8_lossy(&out.stdout).trim()).join("test");
    dir.is_dir().then_some(dir)
}

/// The expressions after `ERROR` (or `GC_ERROR`) in a comment of this line; our own tests have one, which
/// may contain quotes.
fn expected(line: &str, own: bool) -> Vec<String> {
    let Some(at) = line.find("// ERROR ").or_else(|| line.find("// GC_ERROR ")) else { return Vec::new() };
    let mut rest = &line[at..];
    if own {
        let inner = rest
            .find('"')
            .and_then(|open| rest[open + 1..].rfind('"').map(|n| &rest[open + 1..open + 1 + n]));
        return inner.map(str::to_string).into_iter().collect();
    }
    let mut all = Vec::new();
    while let Some(open) = rest.find(['"', '`']) {
        let quote = &rest[open..open + 1];
        let body = &rest[open + 1..];
        let Some(close) = body.find(quote) else { break };
        all.push(body[..close].to_string());
        rest = &body[close + 1..];
    }
    all
}

/// How the errors in a text compare with what its comments expect.
#[derive(Default)]
struct Comparison {
    /// Errors are on exactly the expected lines.
    lines: bool,
    /// And each expression matches an error on its line.
    texts: bool,
    report: String,
}

fn compare(text: &str, errors: &[(String, u32, u32, String)], own: bool) -> Comparison {
    let mut out = Comparison { lines: true, texts: true, report: String::new() };
    let relative = regex::Regex::new(r"LINE(?:([+-])(\d+))?").unwrap();
    for (line, n) in text.lines().zip(1u32..) {
        let wanted = expected(line, own);
        let got: Vec<&str> = errors.iter().filter(|e| e.1 == n).map(|e| e.3.as_str()).collect();
        if wanted.is_empty() != got.is_empty() {
            out.lines = false;
            let what = if got.is_empty() { "MISSING" } else { "EXTRA" };
            out.report += &format!("  {n}: {what} {} {got:?}\n", line.trim());
            continue;
        }
        for want in wanted {
            // `LINE` stands for this line, `LINE-1` for the one before.
            let want = relative.replace_all(&want, |c: &regex::Captures| {
                let by: i64 = c.get(2).map_or(0, |d| d.as_str().parse().unwrap_or(0));
                let back = c.get(1).is_some_and(|s| s.as_str() == "-");
                format!("{}:", i64::from(n) + if back { -by } else { by })
            });
            // A brace that repeats nothing is itself.
            let want = want.replace("\\{", "{").replace("\\}", "}").replace('{', "\\{").replace('}', "\\}");
            let matches = regex::Regex::new(&want).is_ok_and(|r| got.iter().any(|g| r.is_match(g)));
            if !matches {
                out.texts = false;
                out.report += &format!("  {n}: want {want:?} have {got:?}\n");
            }
        }
    }
    out
}

/// Every file of Go's own tests that begins with `// errorcheck` and uses nothing that is not there yet: how
/// many have errors on exactly the expected lines. Nothing may panic.
#[test]
fn errorcheck_files_of_go() {
    let Some(dir) = goroot_tests() else {
        println!("SKIPPED: no Go installation, so its errorcheck tests were not run");
        return;
    };
    let mut paths = Vec::new();
    for sub in ["", "fixedbugs", "ken", "chan", "interface", "syntax", "switch"] {
        let Ok(list) = std::fs::read_dir(dir.join(sub)) else { continue };
        paths.extend(list.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|x| x == "go")));
    }
    paths.sort();
    let (mut total, mut lines, mut texts) = (0, 0, 0);
    let verbose = std::env::var_os("VERBOSE").is_some();
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if text.lines().next().map(str::trim_end) != Some("// errorcheck") {
            continue;
        }
        let (_, mut errors) = checked(&[("a.go", &text)]);
        let unsupported = |m: &str| m.contains("not supported yet") || m.contains("could not import");
        if errors.iter().any(|e| unsupported(&e.3)) {
            continue;
        }
        // Those tests are compiled, not linked.
        errors.retain(|e| !e.3.starts_with("function main is undeclared") && e.3 != "missing function body");
        total += 1;
        let result = compare(&text, &errors, false);
        lines += usize::from(result.lines);
        texts += usize::from(result.lines && result.texts);
        if verbose && !(result.lines && result.texts) {
            println!("== {}\n{}", path.display(), result.report);
        }
    }
    println!(
        "errorcheck files of Go: of {total}, {lines} with errors on exactly the expected lines, {texts} as worded"
    );
}

/// The texts of a folder of test data.
fn test_data(folder: &str) -> Vec<(String, String)> {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check/testdata").join(folder);
    let mut all = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        all.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
    }
    all.sort();
    all
}

#[test]
fn right_programs_are_accepted() {
    for (name, text) in test_data("ok") {
        let (_, errors) = checked(&[("a.go", &text)]);
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

#[test]
fn errors_are_those_in_the_comments() {
    for (name, text) in test_data("errors") {
        let (_, errors) = checked(&[("a.go", &text)]);
        let result = compare(&text, &errors, true);
        assert!(result.lines && result.texts, "{name}:\n{}", result.report);
    }
}

/// A generator of numbers that is the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// Splits a text into words, numbers, and single other characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let len = if word(first) { rest.find(|c| !word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        out.push(&rest[..len]);
        rest = &rest[len..];
    }
    out
}

#[test]
fn nothing_that_parses_makes_the_checker_panic() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut texts = test_data("ok");
    texts.extend(test_data("errors"));
    let rounds: usize = std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let (mut parsed, mut wrong) = (0, 0);
    for round in 0..rounds {
        let (_, text) = &texts[round % texts.len()];
        let mut words = tokens(text);
        for _ in 0..1 + random.below(3) {
            let (at, from) = (random.below(words.len()), random.below(words.len()));
            let significant = |w: &str| !w.trim().is_empty();
            if significant(words[at]) && significant(words[from]) {
                words[at] = words[from];
            }
        }
        let mutant = words.concat();
        let (_, errors) = checked(&[("a.go", &mutant)]);
        let syntax = errors.iter().any(|e| e.3.starts_with("syntax error"));
        parsed += usize::from(!syntax);
        wrong += usize::from(!syntax && !errors.is_empty());
    }
    assert!(parsed * 4 > rounds, "{parsed} of {rounds} mutants parse, {wrong} with errors");
}

#[test]
fn what_would_take_forever_ends_soon() {
    let mut doubling = String::from("package main\ntype T0 = struct{ a, b struct{} }\n");
    for i in 1..80 {
        doubling += &format!("type T{i} = struct{{ a, b T{} }}\n", i - 1);
    }
    doubling += "var x, y T79\nvar z = x == y\nvar w = struct{ a, b T78 }(x)\nfunc main() { x = 1 }";
    let (_, errors) = checked(&[("a.go", &doubling)]);
    assert_eq!(errors.len(), 1);
    let mut named = String::from("package main\ntype T0 struct{ p *T79 }\n");
    for i in 1..80 {
        named += &format!("type T{i} struct {{ a, b T{} }}\n", i - 1);
    }
    accepts_with_error(&(named + "func main() {}"), "larger than address space");
    let mut strings = String::from("package main\nconst s0 = \"0123456789abcdef\"\n");
    for i in 1..60 {
        strings += &format!("const s{i} = s{} + s{}\n", i - 1, i - 1);
    }
    accepts_with_error(&(strings + "func main() {}"), "constant strings take too much memory");
    let chain: String = (0..30_000).map(|i| format!("type N{i} *N{}\n", i + 1)).collect();
    let (_, errors) =
        checked(&[("a.go", &format!("package main\n{chain}type N30000 int\nfunc main() {{}}"))]);
    assert!(errors.len() <= 1, "{errors:?}");
    let sum = "1+".repeat(9_000);
    accepts(&format!("package main\nvar s uint\nvar x = {sum}1<<s\nfunc main() {{}}"));
    accepts_with_error("package main\nconst c = 1 << 1000000000\nfunc main() {}", "invalid shift count");
    accepts_with_error("package main\nconst c = 1e1000000000\nfunc main() {}", "malformed constant");
}

#[track_caller]
fn accepts_with_error(text: &str, message: &str) {
    let (_, errors) = checked(&[("a.go", text)]);
    assert!(errors.iter().any(|e| e.3.contains(message)), "{errors:?}");
}
