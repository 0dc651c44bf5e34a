//! Which functions of test files are tests, benchmarks, fuzz targets and examples.

use purlin_base::{Diagnostic, Pos};

use super::{Parsed, example};
use crate::ast::{Decl, ExprKind, File, FuncDecl};

/// A function that the program of tests calls.
pub(super) struct TestFunc {
    pub name: String,
    /// Whether it is of the package beside the one under test.
    pub outside: bool,
}

/// An example that is run.
pub(super) struct Example {
    pub func: TestFunc,
    /// What it should print.
    pub output: String,
    /// Whether the order of lines does not matter.
    pub unordered: bool,
}

/// What there is to run, in the order of files and positions.
#[derive(Default)]
pub(super) struct Found {
    pub tests: Vec<TestFunc>,
    pub benchmarks: Vec<TestFunc>,
    pub fuzz_targets: Vec<TestFunc>,
    pub examples: Vec<Example>,
    /// `TestMain`.
    pub main: Option<TestFunc>,
}

impl Found {
    /// Adds the functions of a file.
    pub(super) fn add(&mut self, parsed: &Parsed, file: &File, outside: bool) -> Result<(), Vec<Diagnostic>> {
        for decl in &file.decls {
            let Decl::Func(f) = decl else { continue };
            if f.recv.is_some() {
                continue;
            }
            let name = parsed.names.text(f.name.name).to_string();
            let func = TestFunc { name: name.clone(), outside };
            if name == "TestMain" && !takes(parsed, f, "T") {
                check(parsed, f, &name, "M")?;
                if self.main.is_some() {
                    return Err(vec![Diagnostic::error(f.pos, "multiple definitions of TestMain")]);
                }
                self.main = Some(func);
            } else if has_prefix(&name, "Test") {
                check(parsed, f, &name, "T")?;
                self.tests.push(func);
            } else if has_prefix(&name, "Benchmark") {
                check(parsed, f, &name, "B")?;
                self.benchmarks.push(func);
            } else if has_prefix(&name, "Fuzz") {
                check(parsed, f, &name, "F")?;
                self.fuzz_targets.push(func);
            } else if has_prefix(&name, "Example")
                && f.ty.params.is_empty()
                && f.ty.results.is_empty()
                && let Some((output, unordered)) = example::expected(parsed, file, f)
            {
                self.examples.push(Example { func, output, unordered });
            }
        }
        Ok(())
    }
}

/// Whether a name is `prefix`, or begins with it and has no lower-case letter after it.
fn has_prefix(name: &str, prefix: &str) -> bool {
    let rest = name.strip_prefix(prefix);
    rest.is_some_and(|rest| !rest.chars().next().is_some_and(char::is_lowercase))
}

/// Whether a function has one parameter, a pointer to a type of the name, and no result.
fn takes(parsed: &Parsed, f: &FuncDecl, name: &str) -> bool {
    let [param] = &f.ty.params[..] else { return false };
    if param.names.len() > 1 || !f.ty.results.is_empty() || !f.type_params.is_empty() {
        return false;
    }
    let ExprKind::Star(element) = &param.ty.kind else { return false };
    match &element.kind {
        ExprKind::Ident(ident) => parsed.names.text(ident.name) == name,
        ExprKind::Selector { sel, .. } => parsed.names.text(sel.name) == name,
        _ => false,
    }
}

/// Refuses a function that has the name of a test, and the parameters of none.
fn check(parsed: &Parsed, f: &FuncDecl, name: &str, wanted: &str) -> Result<(), Vec<Diagnostic>> {
    if takes(parsed, f, wanted) {
        return Ok(());
    }
    let arg = wanted.to_lowercase();
    let name_of = |file| parsed.sources.name(file).to_string();
    let place = parsed.sources.file_of(f.pos).map(name_of).unwrap_or_default();
    let line = parsed.sources.line_col(f.pos).map_or(0, |at| at.line);
    let text = if f.type_params.is_empty() {
        format!("{place}:{line}:1: wrong signature for {name}, must be: func {name}({arg} *testing.{wanted})")
    } else {
        format!("{place}:{line}:1: wrong signature for {name}, test functions cannot have type parameters")
    };
    Err(vec![Diagnostic::error(Pos::NONE, text)])
}
