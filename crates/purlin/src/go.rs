//! The guest Go: the crate `lang-go` with the interface that every guest has, and its words for people.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use purlin_base::{Diagnostic, Pos, SourceMap, SourceTree};
use purlin_ir as ir;
use purlin_lang_go as lang_go;
use purlin_runtime::trap::{Trap, TrapKind};

use purlin_runtime::tests_host::CoveredFile;

use crate::guest::{
    Build, Compiled, Guest, GuestTables, HostDeclaration, Input, Package, Project, RaceRules, TestWords,
};
use crate::host::HostPackage;

/// The guest language Go.
///
/// [`Engine::new`](crate::Engine::new) has it already; an engine that is made
/// [bare](crate::Engine::bare) may be given it.
///
/// ```
/// use purlin::{Config, Engine, SourceFile, go::Go};
///
/// let engine = Engine::bare(Config::default()).with_guest(Box::new(Go));
/// let source = SourceFile { name: "main.go".into(), text: "package main\nfunc main() {}".into() };
/// assert!(engine.compile(&[source])?.has_main());
/// # Ok::<(), purlin::CompileError>(())
/// ```
pub struct Go;

fn files(input: &Input<'_>) -> Vec<(String, Arc<str>)> {
    input.files.iter().map(|f| (f.name.clone(), f.text.clone())).collect()
}

/// The build tags of a program.
fn tags<'a>(input: &Input<'a>) -> Cow<'a, [String]> {
    let given = &input.build.tags;
    if input.races && !given.iter().any(|tag| tag == RACE) {
        return given.iter().cloned().chain([RACE.to_string()]).collect();
    }
    Cow::Borrowed(given)
}

fn program<'a>(
    input: &Input<'a>,
    files: &'a [(String, Arc<str>)],
    tags: &'a [String],
) -> lang_go::Program<'a> {
    lang_go::Program {
        files,
        tree: input.tree,
        tests: input.tests,
        vetted: input.tests && input.build.vetted,
        races: input.races,
        tags,
        coverage: input.build.coverage.as_ref(),
        budget: input.budget,
        prepared: PREPARED,
    }
}

/// The build tag of programs in which data races are looked for.
const RACE: &str = "race";

/// Where the prepared form of the library is. A library that is read from a folder has none.
const PREPARED: Option<lang_go::PreparedSource> =
    if cfg!(feature = "library-from-disk") { None } else { Some(purlin_prepared::package) };

impl Go {
    /// The declarations of all packages of the host's.
    fn host(&self, input: &Input<'_>) -> Result<Vec<lang_go::HostSource>, Vec<Diagnostic>> {
        input.host.iter().map(|package| self.source(package)).collect()
    }

    /// The declarations of a package.
    fn source(&self, package: &HostPackage) -> Result<lang_go::HostSource, Vec<Diagnostic>> {
        let declarations = match package.declarations() {
            Some(text) => Ok(text.to_string()),
            None => self.declare(package),
        };
        let declarations = declarations
            .map_err(|why| vec![Diagnostic::error(Pos::NONE, format!("package {}: {why}", package.path))])?;
        Ok(lang_go::HostSource { path: package.path.clone(), declarations })
    }
}

impl Guest for Go {
    fn name(&self) -> &'static str {
        "go"
    }

    fn title(&self) -> &'static str {
        "Go"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["go"]
    }

    fn line_comment(&self) -> Option<&'static str> {
        Some("//")
    }

    fn project(&self) -> Option<Project> {
        Some(Project { marker: "go.mod" })
    }

    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let out =
            lang_go::compile(sources, &program(input, &files(input), &tags(input)), &self.host(input)?)?;
        let declared = |call: lang_go::HostCall| HostDeclaration { name: call.name, types: call.types };
        let tables = GuestTables {
            types: out.types,
            natives: out.natives,
            host_functions: out.host_calls.into_iter().map(declared).collect(),
            start_func: out.start_func,
            words: lang_go::WORDS,
            guest: out.guest,
        };
        Ok(Compiled {
            tables,
            exports: out.exports,
            uncallable: out.uncallable,
            init: out.init,
            ..Compiled::new(out.module)
        })
    }

    fn packages(
        &self,
        tree: &dyn SourceTree,
        dir: &str,
        pattern: &str,
        build: &Build,
    ) -> Result<Vec<Package>, String> {
        let found = lang_go::packages(tree, dir, pattern, &build.tags)?;
        Ok(found
            .into_iter()
            .map(|p| Package {
                dir: p.dir,
                path: p.path,
                has_tests: p.has_tests,
                file: None,
                missing: p.missing,
            })
            .collect())
    }

    fn dependencies(
        &self,
        tree: &dyn SourceTree,
        paths: &[String],
        build: &Build,
    ) -> Result<BTreeSet<String>, String> {
        lang_go::dependencies(tree, paths, &build.tags)
    }

    fn covered(&self, guest: &(dyn Any + Send + Sync)) -> Vec<CoveredFile> {
        lang_go::covered(guest)
    }

    fn vet(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        lang_go::vet(sources, &program(input, &files(input), &tags(input)), &self.host(input)?)
    }

    fn declare(&self, package: &HostPackage) -> Result<String, String> {
        let functions = package.functions().map(|(name, params, results)| {
            let (doc, names) = (package.doc_of(name), package.parameters_of(name));
            lang_go::HostSignature { name, params, results, doc, names }
        });
        lang_go::declare(&lang_go::HostInterface {
            path: &package.path,
            doc: package.doc_of(""),
            objects: package
                .objects()
                .map(|name| lang_go::HostObject { name, doc: package.doc_of(name) })
                .collect(),
            functions: functions.collect(),
        })
    }

    fn dump_ast(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<String, Vec<Diagnostic>> {
        lang_go::dump_ast(sources, &program(input, &files(input), &tags(input)))
    }

    fn verifies_late(&self) -> bool {
        true
    }

    fn races(&self) -> RaceRules {
        lang_go::RACES
    }

    fn fiber(&self) -> &'static str {
        "goroutine"
    }

    fn test_words(&self) -> TestWords {
        TestWords {
            left: "panic: unexpected call to os.Exit(0) during test",
            raced: "testing: race detected outside of test execution",
            timed_out: "panic: test timed out after ",
        }
    }

    fn headline(&self, trap: &Trap, _: Pos, _: &SourceMap) -> String {
        let message = &trap.message;
        match trap.kind {
            TrapKind::Deadlock => format!("fatal error: {message}"),
            _ if message.starts_with("panic: ") || message.starts_with("fatal error: ") => message.clone(),
            _ => format!("panic: {message}"),
        }
    }

    fn trace_header(&self, trap: &Trap) -> String {
        format!("goroutine {} [running]:", trap.fiber.max(1))
    }

    fn waiting_header(&self, fiber: u64, what: &str) -> String {
        format!("goroutine {fiber} [{what}]:")
    }

    fn created_by(&self, function: &str, fiber: u64) -> String {
        format!("created by {function} in goroutine {fiber}")
    }

    fn save(&self, guest: &(dyn Any + Send + Sync)) -> Result<Vec<u8>, String> {
        lang_go::saved::save(guest).ok_or_else(|| "the program has tables of another guest".into())
    }

    fn restore(&self, saved: &[u8], module: &ir::Module, sources: &SourceMap) -> Result<GuestTables, String> {
        let (natives, guest) =
            lang_go::saved::restore(saved.to_vec(), module, sources).map_err(|e| e.to_string())?;
        Ok(GuestTables { natives, words: lang_go::WORDS, guest, ..GuestTables::default() })
    }

    fn raise_mark(&self) -> &'static str {
        "panic(...)"
    }

    fn nothing_to_run(&self, shown: &str) -> String {
        format!("{shown} is not a main package")
    }
}
