//! The path of a program through the front end: load (parse), check, lower, each from a value to the next.
//!
//! One thing makes it more than three calls: a program imports far more than it uses, so bodies of library
//! functions are read and checked only when something reaches them, and what reaches them is known to the
//! stage after. Checking one body reaches others; lowering finds methods that only an instance of a generic
//! function, or a type that became an interface, reaches. No stage calls another: each stops and says what it
//! needs, and this module, which alone knows all three, goes and gets it. See `docs/go-lowering.md`.

use std::sync::Arc;

use purlin_base::map::HashSet;
use purlin_base::{Diagnostic, Diagnostics, FileId, Pos, SourceMap};
use purlin_ir::Module;

use crate::ast::File;
use crate::budget::Budget;
use crate::check::{Checker, Reached};
use crate::load::{Importer, Loader};
use crate::lower::{Cx, Entries, Finish, HostCall, RuntimeTypes, WANTED_OF_RUNTIME, wanted_by_exports};
use crate::parse::parse_body;
use crate::prepared::{Prepared, RecordedPackage};
use crate::syntax::Syntax;
use crate::universe::{ObjId, PackageId, Universe, func_decl};

/// The package of the library that lowering itself refers to.
const RUNTIME: &str = "runtime";

type Errors = Vec<Diagnostic>;

/// Reads a program, and the packages that it imports.
pub(crate) fn load(
    sources: SourceMap,
    budget: Budget,
    importer: &mut dyn Importer,
    files: &[FileId],
) -> Syntax {
    let mut loader = Loader::new(sources, budget, importer);
    if loader.program(files) {
        loader.package(RUNTIME);
    }
    loader.finish()
}

/// What checking a program gives: all that is known of it, what of the library it reaches, and its own
/// package or what is wrong with it.
pub(crate) type Checked = (Universe, Reached, Result<PackageId, Errors>);

/// Checks a program, and of the library what it reaches.
pub(crate) fn check(mut syntax: Syntax) -> Checked {
    let (mut u, mut reached) = (universe(&mut syntax), Reached::default());
    let main = check_program(&mut u, &mut reached, &syntax);
    let result = affordable(&u).and_then(|()| finish(&mut u.diagnostics)).and_then(|()| {
        let main = main.ok_or_else(|| vec![Diagnostic::error(Pos::NONE, "no package to compile")])?;
        check_runtime(&mut u, &mut reached, &syntax);
        finish(&mut u.diagnostics)?;
        Ok(main)
    });
    (u, reached, result)
}

/// A universe for the packages of `syntax`.
pub(crate) fn universe(syntax: &mut Syntax) -> Universe {
    let take = std::mem::take::<Diagnostics>;
    let (names, sources) = (std::mem::take(&mut syntax.names), std::mem::take(&mut syntax.sources));
    let mut u = Universe::new(names, sources, std::mem::take(&mut syntax.ids), take(&mut syntax.diagnostics));
    u.embeds = std::mem::take(&mut syntax.embeds);
    u.counted = std::mem::take(&mut syntax.counted);
    u.prepared = Prepared::new(syntax.prepared);
    u
}

pub(crate) fn check_program(u: &mut Universe, reached: &mut Reached, syntax: &Syntax) -> Option<PackageId> {
    let mut checker = Checker::new(u, reached);
    let main = checker.check_program(syntax);
    check_reached(&mut checker);
    checker.finish_program();
    main
}

/// Checks what lowering itself needs of the library.
fn check_runtime(u: &mut Universe, reached: &mut Reached, syntax: &Syntax) {
    let mut checker = Checker::new(u, reached);
    let runtime = checker.package(syntax, RUNTIME);
    if let Some(runtime) = runtime {
        for name in WANTED_OF_RUNTIME {
            if let Some(obj) = checker.u.lookup(runtime, name) {
                checker.resolve(obj);
            }
        }
    }
    let fatal = runtime.and_then(|p| u.lookup(p, "fatal"));
    check_functions(u, reached, fatal.as_slice());
}

/// Checks the bodies of functions of library or host packages, and of what they reach, and brings the
/// initialisation orders up to date.
pub(crate) fn check_functions(u: &mut Universe, reached: &mut Reached, functions: &[ObjId]) {
    let mut checker = Checker::new(u, reached);
    for obj in functions {
        checker.resolve(*obj);
        checker.reach(*obj);
    }
    check_reached(&mut checker);
    checker.order_all_initialisations();
}

/// Reads and checks the bodies of library functions that are reached, until no more are.
fn check_reached(checker: &mut Checker<'_>) {
    while let Some(obj) = checker.next_reached() {
        if checker.check_prepared(obj) {
            continue;
        }
        read_body(checker.u, obj);
        checker.check_reached(obj);
    }
}

/// Reads the body of a declared function that was left out, if it has not been read.
fn read_body(u: &mut Universe, obj: ObjId) {
    let Some((file, decl)) = u.decl_of(obj) else { return };
    let Some(f) = func_decl(&file, decl) else { return };
    let Some(body) = f.body.as_ref().filter(|b| b.parsed().is_none()) else { return };
    let before = u.ids.clone();
    body.or_parse(|pos| parse_body(&u.sources, file.file, pos, &mut u.names, &mut u.ids, &mut u.diagnostics));
    u.info.bodies.insert(f.ty.id, (before, u.ids.clone()));
}

/// The library in its prepared form (`crate::prepared`): all functions of its packages, as lowering makes
/// them, and what `making` makes of each. Functions with a name in `common` come first in their package.
pub(crate) fn record(
    importer: &mut dyn Importer,
    sources: SourceMap,
    main: FileId,
    common: &HashSet<String>,
    making: Finish<'_>,
) -> Recorded {
    let mut syntax = load(sources, Budget::new(u64::MAX), importer, &[main]);
    let (mut u, mut reached, main) = {
        let (mut u, mut reached) = (universe(&mut syntax), Reached::default());
        let main = check_program(&mut u, &mut reached, &syntax);
        check_runtime(&mut u, &mut reached, &syntax);
        (u, reached, main)
    };
    let functions = Checker::new(&mut u, &mut reached).library_functions();
    check_functions(&mut u, &mut reached, &functions);
    finish(&mut u.diagnostics)?;
    let main = main.ok_or_else(Vec::new)?;
    let trees: Vec<Vec<Arc<File>>> = u.packages.values().map(|p| p.files.clone()).collect();
    let mut module = Module::new();
    let mut cx = Cx::new(&mut u, &trees);
    cx.begin_recording();
    cx.begin(&mut module, main);
    for obj in functions {
        cx.want(&mut module, obj);
    }
    loop {
        let unchecked = cx.advance(&mut module);
        if unchecked.is_empty() {
            break;
        }
        check_functions(cx.u, &mut reached, &unchecked);
    }
    finish(&mut cx.errors)?;
    Ok(cx.recorded(&module, common, making))
}

/// The prepared form of each package, in the order of import paths.
pub(crate) type Recorded = Result<Vec<RecordedPackage>, Errors>;

/// A program in IR.
pub(crate) struct Lowered {
    pub module: Module,
    pub types: RuntimeTypes,
    pub entries: Entries,
    pub host_calls: Vec<HostCall>,
}

/// Lowers the program of package `main`, and checks what only lowering finds to be reached. `races` says
/// whether data races are looked for.
pub(crate) fn lower(
    u: &mut Universe,
    mut reached: Reached,
    main: PackageId,
    races: bool,
) -> Result<Lowered, Errors> {
    let trees: Vec<Vec<Arc<File>>> = u.packages.values().map(|p| p.files.clone()).collect();
    let mut module = Module::new();
    let wanted = wanted_by_exports(u, main);
    check_functions(u, &mut reached, &wanted);
    let told = if races { told_of_races(u) } else { Vec::new() };
    check_functions(u, &mut reached, &told);
    let mut cx = Cx::new(u, &trees);
    let entries = cx.begin(&mut module, main);
    for obj in told {
        cx.want(&mut module, obj);
    }
    loop {
        let unchecked = cx.advance(&mut module);
        if unchecked.is_empty() {
            break;
        }
        check_functions(cx.u, &mut reached, &unchecked);
    }
    let types = cx.finish(&mut module, &entries);
    let host_calls = std::mem::take(&mut cx.host_calls);
    affordable(cx.u)?;
    finish(&mut cx.errors)?;
    finish(&mut u.diagnostics)?;
    Ok(Lowered { module, types, entries, host_calls })
}

/// The functions that look whether a test has a data race, in a program that runs tests.
fn told_of_races(u: &Universe) -> Vec<ObjId> {
    let testing = u.packages.iter().find(|(_, package)| &*package.path == "testing");
    let named = |name: &&str| testing.and_then(|(testing, _)| u.lookup(testing, name));
    crate::races::OF_TESTING.iter().filter_map(named).collect()
}

/// Whatever else is wrong, it may be so because a part is missing.
fn affordable(u: &Universe) -> Result<(), Errors> {
    u.ids.budget.exceeded().map_or(Ok(()), |(pos, message)| Err(vec![Diagnostic::error(pos, message)]))
}

fn finish(diagnostics: &mut Diagnostics) -> Result<(), Errors> {
    if diagnostics.has_errors() { Err(std::mem::take(diagnostics).finish()) } else { Ok(()) }
}
