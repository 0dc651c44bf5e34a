//! The source of the program that runs a package's tests: lists of its functions for package testing.

use std::fmt::Write as _;

use super::find::{Found, TestFunc};

/// What follows the imports: patterns are compiled once, although package testing matches each name.
const MATCHER: &str = r#"
type deps struct{}

var (
	pattern string
	matcher *regexp.Regexp
)

func (deps) MatchString(pat, str string) (bool, error) {
	if matcher == nil || pattern != pat {
		compiled, err := regexp.Compile(pat)
		if err != nil {
			return false, err
		}
		pattern, matcher = pat, compiled
	}
	return matcher.MatchString(str), nil
}
"#;

/// The function as the program names it.
fn reference(func: &TestFunc) -> String {
    format!("{}.{}", if func.outside { "_xtest" } else { "_test" }, func.name)
}

/// A list of `typ`, with an entry of `text` for each item.
fn list<T>(name: &str, typ: &str, items: &[T], text: impl Fn(&T) -> String) -> String {
    let entries: String = items.iter().map(|item| format!("\t{{{}}},\n", text(item))).collect();
    format!("\nvar {name} = []testing.{typ}{{\n{entries}}}\n")
}

/// A text as a literal.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => _ = write!(out, "\\{c}"),
            '\n' => out += "\\n",
            c if c.is_control() => _ = write!(out, "\\U{:08x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}

/// The program for the package at `path`; `has` tells of the package, and of the one beside it, whether there
/// is one. What is `covered` is part of the program.
pub(super) fn text(path: &str, found: &Found, has: [bool; 2], covered: &[String]) -> String {
    let lists = [&found.tests, &found.benchmarks, &found.fuzz_targets];
    let examples = found.examples.iter().map(|e| &e.func);
    let all: Vec<&TestFunc> = lists.into_iter().flatten().chain(examples).chain(&found.main).collect();
    let mut out = String::from("package main\n\nimport (\n\t\"os\"\n");
    if found.main.is_some() {
        out += "\t\"reflect\"\n";
    }
    out += "\t\"regexp\"\n\t\"testing\"\n\n";
    for (outside, name, suffix) in [(false, "_test", ""), (true, "_xtest", super::SUFFIX)] {
        if has[usize::from(outside)] {
            let used = all.iter().any(|func| func.outside == outside);
            let name = if used { name } else { "_" };
            out += &format!("\t{name} {}\n", quoted(&format!("{path}{suffix}")));
        }
    }
    for other in covered.iter().filter(|other| *other != path) {
        out += &format!("\t_ {}\n", quoted(other));
    }
    out += ")\n";
    out += MATCHER;
    out += &format!("\nfunc (deps) ImportPath() string {{ return {} }}\n", quoted(path));
    let named = |func: &TestFunc| format!("{}, {}", quoted(&func.name), reference(func));
    out += &list("tests", "InternalTest", &found.tests, named);
    out += &list("benchmarks", "InternalBenchmark", &found.benchmarks, named);
    out += &list("fuzzTargets", "InternalFuzzTarget", &found.fuzz_targets, named);
    out += &list("examples", "InternalExample", &found.examples, |e| {
        format!("{}, {}, {}", named(&e.func), quoted(&e.output), e.unordered)
    });
    out += "\nfunc main() {\n\tm := testing.MainStart(deps{}, tests, benchmarks, fuzzTargets, examples)\n";
    match &found.main {
        Some(main) => {
            let code = "reflect.ValueOf(m).Elem().FieldByName(\"exitCode\").Int()";
            out += &format!("\t{}(m)\n\tos.Exit(int({code}))\n", reference(main));
        }
        None => out += "\tos.Exit(m.Run())\n",
    }
    out + "}\n"
}
