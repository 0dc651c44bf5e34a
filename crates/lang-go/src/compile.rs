//! The crate's entry point: source files in, IR and run-time types out.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use purlin_base::{Diagnostic, Diagnostics, FileId, Pos, SourceMap, SourceTree, on_deep_stack};
use purlin_ir::{FuncId, Module};
use purlin_runtime::native::Native;
use purlin_runtime::types::Types;

use crate::budget::Budget;
use crate::check::{check_bodies, check_program, load_package};
use crate::library::Library;
use crate::lower::{Cx, Trees};
use crate::module::{self, GoModule};
use crate::universe::Universe;
use crate::{ast, natives, parse};

pub use crate::lower::ExportKind as HostKind;
pub use crate::lower::Exported as Export;

/// A package of the host's: declarations without bodies.
pub struct HostSource {
    pub path: String,
    pub declarations: String,
}

/// A compiled program.
pub struct Output {
    pub module: Module,
    pub types: Types,
    /// The natives of the library that the module calls; the runtime's own and the host's are not among them.
    pub natives: Vec<(String, Native)>,
    /// What natives of the library find at run time: [`natives::Symbols`], if the program asks where it is.
    pub guest: Arc<dyn Any + Send + Sync>,
    pub exports: Vec<Export>,
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
    /// Bytes that compiling it may take, as [`crate::budget`] counts them.
    pub budget: Option<u64>,
}

impl<'a> Program<'a> {
    fn module(&self) -> Result<Option<GoModule<'a>>, Vec<Diagnostic>> {
        self.tree.map(|(tree, dir)| GoModule::new(tree, dir)).transpose().map_err(message)
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

fn compile_here(
    sources: SourceMap,
    program: &Program<'_>,
    host: &[HostSource],
) -> (Result<Output, Vec<Diagnostic>>, SourceMap) {
    let mut u = Universe::new();
    u.sources = sources;
    u.ids.budget = program.budget.map_or_else(Budget::default, Budget::new);
    let result = program.module().and_then(|module| {
        let files = program.own_files(module.as_ref())?;
        compile_in(&mut u, &files, &mut Library::new(host, module))
    });
    (result, u.sources)
}

fn add_files(sources: &mut SourceMap, files: &[(String, Arc<str>)]) -> Result<Vec<FileId>, Vec<Diagnostic>> {
    let add = |(name, text): &(String, Arc<str>)| sources.add(name.as_str(), text.clone());
    let ids: Result<Vec<_>, _> = files.iter().map(add).collect();
    ids.map_err(|_| vec![Diagnostic::error(Pos::NONE, "too much source")])
}

fn compile_in(
    u: &mut Universe,
    files: &[(String, Arc<str>)],
    library: &mut Library<'_>,
) -> Result<Output, Vec<Diagnostic>> {
    let ids = add_files(&mut u.sources, files)?;
    let main = check_program(u, library, &ids);
    affordable(u)?;
    finish(&mut u.diagnostics)?;
    let Some(main) = main else {
        return Err(vec![Diagnostic::error(Pos::NONE, "no package to compile")]);
    };
    // What lowering itself needs of the library.
    let runtime = load_package(u, library, "runtime");
    let fatal = runtime.and_then(|p| u.lookup(p, "fatal"));
    check_bodies(u, library, fatal.as_slice());
    finish(&mut u.diagnostics)?;
    let trees: Trees = u.packages.values().map(|p| p.files.clone()).collect();
    lower(u, &trees, library, main)
}

/// Whatever else is wrong, it may be so because a part is missing.
fn affordable(u: &Universe) -> Result<(), Vec<Diagnostic>> {
    u.ids.budget.exceeded().map_or(Ok(()), |(pos, message)| Err(vec![Diagnostic::error(pos, message)]))
}

fn finish(diagnostics: &mut Diagnostics) -> Result<(), Vec<Diagnostic>> {
    if diagnostics.has_errors() { Err(std::mem::take(diagnostics).finish()) } else { Ok(()) }
}

fn lower(
    u: &mut Universe,
    trees: &Trees,
    library: &mut Library<'_>,
    main: crate::universe::PackageId,
) -> Result<Output, Vec<Diagnostic>> {
    let mut module = Module::new();
    let mut cx = Cx::new(u, trees, library);
    let (entries, types) = cx.program(&mut module, main);
    affordable(cx.u)?;
    finish(&mut cx.errors)?;
    finish(&mut u.diagnostics)?;
    let named = module.natives.values().map(|n| n.name.clone());
    let natives = named.filter_map(|name| natives::lookup(&name).map(|native| (name, native))).collect();
    let guest: Arc<dyn Any + Send + Sync> = match natives::Symbols::of(&module, &u.sources) {
        Some(symbols) => Arc::new(symbols),
        None => Arc::new(()),
    };
    Ok(Output { module, types, natives, guest, exports: entries.exports, init: Some(entries.init) })
}

/// The syntax trees of the files as text.
pub fn dump_ast(sources: &mut SourceMap, program: &Program<'_>) -> Result<String, Vec<Diagnostic>> {
    let files = program.own_files(program.module()?.as_ref())?;
    let mut u = Universe::new();
    let mut out = String::new();
    for id in add_files(sources, &files)? {
        let file =
            parse::parse_file(sources, id, &mut u.names, &mut u.ids, &mut u.diagnostics, parse::Bodies::Now);
        out += &ast::dump::dump(&file, &u.names);
    }
    finish(&mut u.diagnostics)?;
    Ok(out)
}
