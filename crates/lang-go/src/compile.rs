//! The crate's entry point: source files in, IR and run-time types out.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use purlin_base::map::HashSet;
use purlin_base::{Diagnostic, Diagnostics, FileId, Interner, Pos, SourceMap, SourceTree, on_deep_stack};
use purlin_ir::{FuncId, Module};
use purlin_runtime::native::Row;
use purlin_runtime::tests_host::Coverage;
use purlin_runtime::types::Types;

use crate::ast::{Ids, dump::dump};
use crate::budget::Budget;
use crate::check::Reached;
use crate::cover::Covered;
pub use crate::library::HostSource;
use crate::library::Library;
use crate::lower::Finish;
use crate::lower::{Entries, RuntimeTypes};
use crate::module::{self, GoModule};
use crate::parse::{Bodies, parse_file};
use crate::prepared;
use crate::rt::GoData;
use crate::universe::{PackageId, Universe};
use crate::{driver, natives, testing};

pub use crate::lower::HostCall;
pub use purlin_runtime::border::Export;

/// A compiled program.
pub struct Output {
    pub module: Module,
    pub types: Types,
    /// The function that goroutines begin with; it takes a closure.
    pub start_func: u32,
    /// The natives of the library that the module calls; the runtime's own and the host's are not among them.
    pub natives: Vec<&'static Row>,
    /// What natives of the library find at run time.
    pub guest: Arc<dyn Any + Send + Sync>,
    pub exports: Vec<Export>,
    /// Functions of the program's own package that a host cannot call: the name, and why.
    pub uncallable: Vec<(String, String)>,
    /// The functions of host packages that the program calls.
    pub host_calls: Vec<HostCall>,
    /// Initialises the program's packages, once.
    pub init: Option<FuncId>,
}

/// What a program consists of.
#[derive(Clone, Copy, Default)]
pub struct Program<'a> {
    /// The files of its own package; if there are none, those in the tree's folder are.
    pub files: &'a [(String, Arc<str>)],
    /// Where its other packages are, and the folder of its own.
    pub tree: Option<(&'a dyn SourceTree, &'a str)>,
    /// Whether the program is the one that runs the package's tests, which its `_test.go` files have.
    pub tests: bool,
    /// Whether tests are refused in which something is wrong whatever they do: findings of [`vet`].
    pub vetted: bool,
    /// Build tags that are set besides those of all programs.
    pub tags: &'a [String],
    /// Which packages are covered, in a program that runs tests.
    pub coverage: Option<&'a Coverage>,
    /// Whether data races are looked for.
    pub races: bool,
    /// Bytes that compiling it may take, as [`crate::budget`] counts them.
    pub budget: Option<u64>,
    /// The prepared form of the library, as [`prepare`] makes it; library functions are taken from there.
    pub prepared: Option<prepared::Source>,
}

impl<'a> Program<'a> {
    fn module(&self) -> Result<Option<GoModule<'a>>, Vec<Diagnostic>> {
        self.tree.map(|(tree, dir)| GoModule::new(tree, dir, self.tags)).transpose().map_err(message)
    }

    /// The packages that are part of a program of tests since they are covered.
    fn covered(&self) -> &'a [String] {
        self.coverage.map_or(&[], |coverage| &coverage.packages)
    }

    fn own_files(&self, module: Option<&GoModule<'a>>) -> Result<Cow<'a, [module::Source]>, Vec<Diagnostic>> {
        match module {
            Some(module) if self.files.is_empty() => module.main_files().map(Cow::Owned).map_err(message),
            Some(_) | None => Ok(Cow::Borrowed(self.files)),
        }
    }
}

fn message(text: String) -> Vec<Diagnostic> {
    vec![Diagnostic::error(Pos::NONE, text)]
}

/// Compiles one program. Never panics on bad sources; positions are in `sources` afterwards.
pub fn compile(
    sources: &mut SourceMap,
    program: &Program<'_>,
    host: &[HostSource],
) -> Result<Output, Vec<Diagnostic>> {
    // The syntax trees are freed by the thread that built them, which costs least.
    let taken = std::mem::take(sources);
    let (result, given) = on_deep_stack(|| compile_here(taken, program, host));
    *sources = given;
    result
}

/// What is wrong with a program that compiles, as warnings in the order of their positions; or why it does
/// not compile. If the program is a package of a tree, its tests are a part of it.
pub fn vet(
    sources: &mut SourceMap,
    program: &Program<'_>,
    host: &[HostSource],
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let module = program.module()?.filter(|_| program.files.is_empty());
    let has_tests = module.is_some_and(|module| module.test_files().is_ok());
    let program = &Program { tests: program.tests || has_tests, ..*program };
    let taken = std::mem::take(sources);
    let (result, given) = on_deep_stack(|| match check(taken, program, host) {
        Ok((mut u, _, main)) => (main.map(|_| crate::vet::findings(&mut u)), u.sources),
        Err((errors, sources)) => (Err(errors), sources),
    });
    *sources = given;
    result
}

fn compile_here(
    sources: SourceMap,
    program: &Program<'_>,
    host: &[HostSource],
) -> (Result<Output, Vec<Diagnostic>>, SourceMap) {
    match check(sources, program, host) {
        Ok((mut u, reached, main)) => {
            let main =
                main.and_then(|main| if program.vetted { without_findings(&mut u, main) } else { Ok(main) });
            let result = main.and_then(|main| lower(&mut u, reached, main, program));
            (result, u.sources)
        }
        Err((errors, sources)) => (Err(errors), sources),
    }
}

/// Refuses a program of tests in which something is wrong whatever they do.
fn without_findings(u: &mut Universe, main: PackageId) -> Result<PackageId, Vec<Diagnostic>> {
    let found = crate::vet::findings_in_tests(u);
    let error = |d: Diagnostic| Diagnostic::error(d.pos, d.message);
    if found.is_empty() { Ok(main) } else { Err(found.into_iter().map(error).collect()) }
}

/// Reads and checks a program; if it cannot be read, the sources as far as they were.
fn check(
    mut sources: SourceMap,
    program: &Program<'_>,
    host: &[HostSource],
) -> Result<driver::Checked, (Vec<Diagnostic>, SourceMap)> {
    let read = program.module().and_then(|module| {
        if program.tests {
            let made = testing::program(program.files, module.as_ref(), program.covered(), program.budget)?;
            let mut library = Library::new(host, module);
            library.tested = Some(made.tested);
            library.coverage = program.coverage;
            return Ok((add_files(&mut sources, &[made.main])?, library));
        }
        let files = program.own_files(module.as_ref())?;
        Ok((add_files(&mut sources, &files)?, Library::new(host, module)))
    });
    let (files, mut library) = match read {
        Ok(read) => read,
        Err(errors) => return Err((errors, sources)),
    };
    let budget = program.budget.map_or_else(Budget::default, Budget::new);
    let mut syntax = driver::load(sources, budget, &mut library, &files);
    syntax.prepared = program.prepared;
    if let Some(errors) = library.tested.as_ref().and_then(|tested| tested.unread(&mut syntax)) {
        return Err((errors, syntax.sources));
    }
    Ok(driver::check(syntax))
}

fn add_files(sources: &mut SourceMap, files: &[(String, Arc<str>)]) -> Result<Vec<FileId>, Vec<Diagnostic>> {
    let add = |(name, text): &(String, Arc<str>)| sources.add(name.as_str(), text.clone());
    let ids: Result<Vec<_>, _> = files.iter().map(add).collect();
    ids.map_err(|_| vec![Diagnostic::error(Pos::NONE, "too much source")])
}

fn lower(
    u: &mut Universe,
    reached: Reached,
    main: PackageId,
    program: &Program<'_>,
) -> Result<Output, Vec<Diagnostic>> {
    let lowered = driver::lower(u, reached, main, program.races)?;
    let module = lowered.module;
    let named = module.natives.values();
    let natives = named.filter_map(|decl| natives::lookup(&decl.name)).collect();
    let RuntimeTypes { types, start_func, errors } = lowered.types;
    let symbols = natives::symbols_wanted_by(&module, &u.sources);
    let covered = program.coverage.map(|coverage| Covered::new(coverage, &u.counted, &module, &u.sources));
    let guest = Arc::new(GoData { errors, symbols, covered });
    let Entries { exports, uncallable, init, .. } = lowered.entries;
    let host_calls = lowered.host_calls;
    Ok(Output {
        module,
        types,
        start_func,
        natives,
        guest,
        exports,
        uncallable,
        host_calls,
        init: Some(init),
    })
}

/// The names of the functions that programs have which print something: nearly all do.
fn common_functions() -> Result<HashSet<String>, Vec<Diagnostic>> {
    let text = "package main\nimport \"fmt\"\nfunc main() { fmt.Println(1) }\n";
    let files = [("main.go".to_string(), text.into())];
    let program = Program { files: &files, ..Program::default() };
    let output = compile_here(SourceMap::default(), &program, &[]).0?;
    Ok(output.module.funcs.into_iter().map(|(_, decl)| decl.name.into_owned()).collect())
}

/// The packages of the library in the form that [`Program::prepared`] gives, in the order of import paths.
/// `finish` makes the final form of a function of a module, which is verified, or none.
///
/// # Errors
/// The library does not compile: a defect of Purlin.
pub fn prepare(finish: Finish<'_>) -> Result<Vec<prepared::RecordedPackage>, String> {
    on_deep_stack(|| {
        let (mut sources, mut library) = (SourceMap::default(), Library::new(&[], None));
        let text = crate::library::imports_all();
        let main = sources.add("main.go", text).map_err(|_| "too much source")?;
        let shown =
            |errors: Vec<Diagnostic>| errors.into_iter().map(|e| e.message).collect::<Vec<_>>().join("\n");
        let common = common_functions().map_err(shown)?;
        driver::record(&mut library, sources, main, &common, finish).map_err(shown)
    })
}

/// The syntax trees of the files as text.
pub fn dump_ast(sources: &mut SourceMap, program: &Program<'_>) -> Result<String, Vec<Diagnostic>> {
    let files = program.own_files(program.module()?.as_ref())?;
    let (mut names, mut ids, mut diagnostics) = (Interner::new(), Ids::new(), Diagnostics::default());
    let mut out = String::new();
    for id in add_files(sources, &files)? {
        let file = parse_file(sources, id, &mut names, &mut ids, &mut diagnostics, Bodies::Now, None);
        out += &dump(&file, &names);
    }
    if diagnostics.has_errors() { Err(diagnostics.finish()) } else { Ok(out) }
}
