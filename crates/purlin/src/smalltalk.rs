//! The guest Smalltalk: the crate `lang-smalltalk` with the interface that every guest has.

mod host;
mod session;

use std::any::Any;
use std::sync::{Arc, LazyLock};

use purlin_base::wire::Embedded;
use purlin_base::{Diagnostic, Diagnostics, Interner, Pos, SourceMap, SourceTree, on_deep_stack};
use purlin_ir as ir;
use purlin_lang_smalltalk as lang;

use crate::guest::{Compiled, Guest, GuestTables, Input, Session};
use crate::host::HostPackage;

/// The guest language Smalltalk: programs in bracket syntax and Tonel (`.st`), and SOM's class files
/// (`.som`), which are looked for in the folders of [`Build::search`](crate::guest::Build::search).
///
/// ```
/// use purlin::{Config, Engine, SourceFile, smalltalk::Smalltalk};
///
/// let engine = Engine::bare(Config::default()).with_guest(Box::new(Smalltalk));
/// let source = SourceFile { name: "hello.st".into(), text: "3 printNl".into() };
/// assert!(engine.compile(&[source])?.has_main());
/// # Ok::<(), purlin::CompileError>(())
/// ```
pub struct Smalltalk;

/// What is to be compiled, apart from who asks.
struct Program<'a> {
    files: &'a [(String, Arc<str>)],
    tree: Option<&'a dyn SourceTree>,
    folders: &'a [String],
    mentions: &'a [String],
    host: &'a [lang::HostClass],
}

impl Program<'_> {
    fn is_som(&self) -> bool {
        self.files.first().is_some_and(|(name, _)| name.ends_with(".som"))
    }

    /// The module of a program of SOM's, which has nothing of the host and nothing for it.
    fn som(&self, sources: &mut SourceMap, diags: &mut Diagnostics) -> Option<lang::Lowering> {
        let mut names = Interner::new();
        let units = self.class_files(sources, &mut names, diags);
        let mut resolver = lang::resolve::Resolver::new(&mut names, diags);
        units.iter().for_each(|unit| resolver.unit(unit, lang::resolve::Rules::Som));
        resolver.require_core();
        let program = resolver.finish();
        let lowering = || lang::Lowering {
            module: lang::lower_som(&program, &mut names),
            exported: Vec::new(),
            prepared: Default::default(),
        };
        (!diags.has_errors()).then(lowering)
    }

    /// The module of a program of Smalltalk-80.
    fn smalltalk(&self, sources: &mut SourceMap, diags: &mut Diagnostics) -> Option<lang::Lowering> {
        let Some(library) = lang::Library::read(purlin_prepared::smalltalk()) else {
            diags.error(Pos::NONE, "internal error: the library of Smalltalk cannot be read");
            return None;
        };
        let units = |sources: &mut SourceMap, names: &mut Interner, diags: &mut Diagnostics| {
            self.sources(sources, names, diags)
        };
        library.compile(sources, diags, self.host, units)
    }

    /// The class of the first file, and all class files that it needs.
    fn class_files(
        &self,
        sources: &mut SourceMap,
        names: &mut Interner,
        diags: &mut Diagnostics,
    ) -> Vec<lang::ast::Unit> {
        let tree = lang::classpath::SomTree { files: self.files, tree: self.tree };
        let folders = tree.folders(self.folders);
        let path = lang::classpath::ClassPath { tree: &tree, folders: &folders };
        let first = &self.files[0].0;
        let first = first.rsplit('/').next().unwrap_or(first).trim_end_matches(".som");
        let words: Vec<&str> =
            std::iter::once(first).chain(self.mentions.iter().map(String::as_str)).collect();
        path.load(&words, sources, names, diags)
    }

    /// The syntax trees of the files.
    fn sources(
        &self,
        sources: &mut SourceMap,
        names: &mut Interner,
        diags: &mut Diagnostics,
    ) -> Vec<lang::ast::Unit> {
        let mut units = Vec::new();
        for (name, text) in self.files {
            let syntax = lang::Syntax::of(name, text);
            let Ok(file) = sources.add(&**name, text.clone()) else {
                diags.error(Pos::NONE, "there is too much source");
                return units;
            };
            units.push(lang::parse_file(sources, file, syntax, names, diags));
        }
        units
    }
}

fn front_end(sources: &mut SourceMap, program: &Program<'_>) -> Result<lang::Lowering, Vec<Diagnostic>> {
    let mut diags = Diagnostics::default();
    let lowering = match program.is_som() {
        true => program.som(sources, &mut diags),
        false => program.smalltalk(sources, &mut diags),
    };
    lowering.ok_or_else(|| diags.finish())
}

/// What every module of the guest comes with.
fn tables() -> GuestTables {
    let natives = lang::NATIVES.iter().collect();
    GuestTables { natives, start_func: lang::START, ..GuestTables::default() }
}

impl Guest for Smalltalk {
    fn name(&self) -> &'static str {
        "smalltalk"
    }

    fn title(&self) -> &'static str {
        "Smalltalk"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["st", "som"]
    }

    fn verifies_late(&self) -> bool {
        true
    }

    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let files: Vec<_> = input.files.iter().map(|f| (f.name.clone(), f.text.clone())).collect();
        let here = input.tree.map(|(_, dir)| vec![dir.to_owned()]).unwrap_or_default();
        let host: Vec<_> = input.host.iter().map(host::class).collect();
        let program = Program {
            files: &files,
            tree: input.tree.map(|(tree, _)| tree),
            folders: if input.build.search.is_empty() { &here } else { &input.build.search },
            mentions: &input.build.mentions,
            host: &host,
        };
        let taken = std::mem::take(sources);
        let (result, given) = on_deep_stack(|| {
            let mut sources = taken;
            let result = front_end(&mut sources, &program);
            (result, sources)
        });
        *sources = given;
        let lang::Lowering { module, exported, prepared } = result?;
        let mut tables = tables();
        let exports = host::cross(&mut tables, &host, &exported);
        let init = module.main.filter(|_| !exports.is_empty());
        Ok(Compiled { tables, exports, init, prepared, ..Compiled::new(module) })
    }

    fn declare(&self, package: &HostPackage) -> Result<String, String> {
        Ok(host::class(package).declarations())
    }

    fn embedded(&self) -> Embedded {
        static PARTS: LazyLock<Vec<&'static [u8]>> = LazyLock::new(|| {
            let texts = lang::library::SOURCES.iter().map(|(_, text)| text.as_bytes());
            std::iter::once(purlin_prepared::smalltalk()).chain(texts).collect()
        });
        &PARTS
    }

    fn save(&self, _: &(dyn Any + Send + Sync)) -> Result<Vec<u8>, String> {
        // Natives find nothing there: what they know of classes is in the module.
        Ok(Vec::new())
    }

    fn restore(&self, _saved: &[u8], _: &ir::Module, _: &SourceMap) -> Result<GuestTables, String> {
        Ok(tables())
    }

    fn session(&self) -> Option<Box<dyn Session>> {
        Some(Box::<session::SmalltalkSession>::default())
    }
}
