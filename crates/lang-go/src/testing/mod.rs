//! From a package and its `_test.go` files to a program that runs its tests, as `go test` makes one: which
//! functions are tests (`find`), what examples should print (`example`), and the source of the program's
//! `main` (`main_file`).
//!
//! The package under test is compiled together with those test files that are of it; test files of the
//! package `x_test` are a package of their own, whose path ends in `_test`. Whatever imports the package gets
//! the one with its test files.

pub(crate) mod example;
mod find;
mod main_file;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use purlin_base::{Diagnostic, Diagnostics, FileId, Interner, Pos, SourceMap};

use crate::ast::{File, Ids};
use crate::budget::Budget;
use crate::load::PackageSource;
use crate::module::{GoModule, Missing, Source};
use crate::parse::{Bodies, parse_file};
use crate::syntax::{PackageKind, Syntax};
use find::Found;

/// What a package is called that has no module.
const NAMELESS: &str = "command-line-arguments";
/// What ends the names and paths of packages of tests alone.
const SUFFIX: &str = "_test";

/// A package under test.
pub(crate) struct Tested {
    path: String,
    /// The package's files with those test files that are of it.
    inside: Vec<Source>,
    /// The test files of the package that stands beside it.
    outside: Vec<Source>,
}

impl Tested {
    /// The source of the package with this import path, if it is one of the two.
    pub(crate) fn import(&self, path: &str) -> Option<PackageSource> {
        let files = match path.strip_prefix(&*self.path)? {
            "" => &self.inside,
            SUFFIX => &self.outside,
            _ => return None,
        };
        let found = || PackageSource { kind: PackageKind::Program, files: files.clone() };
        (!files.is_empty()).then(found)
    }

    /// The import path of the package.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// What of a program of tests could not be read, as the go command finds before anything is compiled:
    /// imports that lead nowhere, or else errors of syntax in test files. No other error is told beside them.
    pub(crate) fn unread(&self, syntax: &mut Syntax) -> Option<Vec<Diagnostic>> {
        if syntax.ids.budget.exceeded().is_some() {
            return None;
        }
        let mut found: Vec<_> = syntax.imports.values().filter_map(|import| import.refused.clone()).collect();
        found.sort();
        if found.is_empty() {
            let sources = &syntax.sources;
            let is_tested = |pos: Pos| {
                let name = sources.file_of(pos).map(|file| sources.name(file));
                let mut own = self.inside.iter().chain(&self.outside);
                let is_test = |name: &&Arc<str>| name.ends_with("_test.go");
                name.filter(is_test).is_some_and(|name| own.any(|(of_own, _)| *of_own == **name))
            };
            let all = std::mem::take(&mut syntax.diagnostics).finish();
            let broken = all.iter().filter(|d| d.message.starts_with("syntax error") && is_tested(d.pos));
            found.extend(broken.map(|d| (d.pos, d.message.clone())));
            all.into_iter().for_each(|diagnostic| syntax.diagnostics.push(diagnostic));
        }
        let unread: Vec<_> = found.into_iter().map(|(pos, text)| Diagnostic::unread(pos, text)).collect();
        (!unread.is_empty()).then_some(unread)
    }

    /// Whether a path is that of the package, or of the tests that stand beside it.
    pub(crate) fn is_part(&self, path: &str) -> bool {
        path.strip_prefix(&*self.path).is_some_and(|rest| rest.is_empty() || rest == SUFFIX)
    }
}

/// A program of tests: the name and text of its only file, and the package that it imports.
pub(crate) struct TestProgram {
    pub main: Source,
    pub tested: Tested,
}

/// Makes the program for the tests of a package: of some files, or of the module's folder. What is `covered`
/// is part of it.
pub(crate) fn program(
    files: &[Source],
    module: Option<&GoModule<'_>>,
    covered: &[String],
    budget: Option<u64>,
) -> Result<TestProgram, Vec<Diagnostic>> {
    let (own, tests) = match module {
        Some(module) if files.is_empty() => of_module(module)?,
        Some(_) | None => files.iter().cloned().partition(|(name, _)| !name.ends_with("_test.go")),
    };
    let path = match module {
        Some(module) if module.is_module() => module.main_path(),
        Some(_) | None => NAMELESS.to_string(),
    };
    let parsed = Parsed::new(&tests, budget)?;
    let is_outside = |file: &File| parsed.names.text(file.package.name).ends_with(SUFFIX);
    let mut found = Found::default();
    for outside in [false, true] {
        for file in parsed.files.iter().filter(|file| is_outside(file) == outside) {
            found.add(&parsed, file, outside)?;
        }
    }
    let (mut inside, mut outside) = (own, Vec::new());
    for (source, file) in tests.into_iter().zip(&parsed.files) {
        if is_outside(file) { outside.push(source) } else { inside.push(source) }
    }
    let text = main_file::text(&path, &found, [!inside.is_empty(), !outside.is_empty()], covered);
    Ok(TestProgram { main: ("_testmain.go".into(), text.into()), tested: Tested { path, inside, outside } })
}

/// The files of a module's package, and its test files.
fn of_module(module: &GoModule<'_>) -> Result<(Vec<Source>, Vec<Source>), Vec<Diagnostic>> {
    let broken = |text: String| vec![Diagnostic::error(Pos::NONE, text)];
    let tests = match module.test_files() {
        Ok(files) => files,
        Err(Missing::NotFound) => Vec::new(),
        Err(Missing::Broken(text)) => return Err(broken(text)),
    };
    match module.own_files() {
        Ok(files) => Ok((files, tests)),
        // A package may consist of tests.
        Err(_) if !tests.is_empty() => Ok((Vec::new(), tests)),
        Err(Missing::NotFound | Missing::Broken(_)) => {
            module.main_files().map_err(broken).map(|f| (f, tests))
        }
    }
}

/// Syntax trees of test files, which are parsed again with the program.
struct Parsed {
    sources: SourceMap,
    names: Interner,
    files: Vec<Arc<File>>,
}

impl Parsed {
    fn new(tests: &[Source], budget: Option<u64>) -> Result<Parsed, Vec<Diagnostic>> {
        let mut parsed = Parsed { sources: SourceMap::new(), names: Interner::new(), files: Vec::new() };
        let mut ids = Ids { budget: budget.map_or_else(Budget::default, Budget::new), ..Ids::new() };
        // Whatever is wrong with the files is said when they are parsed as a part of the program.
        let mut ignored = Diagnostics::default();
        for (name, text) in tests {
            let id = parsed.sources.add(name.as_str(), text.clone());
            let id: FileId = id.map_err(|_| vec![Diagnostic::error(Pos::NONE, "too much source")])?;
            let Parsed { sources, names, files } = &mut parsed;
            let file = parse_file(sources, id, names, &mut ids, &mut ignored, Bodies::Now, None);
            files.push(Arc::new(file));
        }
        Ok(parsed)
    }
}
