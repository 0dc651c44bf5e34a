//! The guest Smalltalk: the crate `lang-smalltalk` with the interface that every guest has.

mod session;

use std::sync::Arc;

use purlin_base::{Diagnostic, Diagnostics, Interner, Pos, SourceMap, SourceTree, on_deep_stack};
use purlin_lang_smalltalk as lang;

use crate::guest::{Compiled, Guest, GuestTables, Input, Session};

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
}

impl Program<'_> {
    fn is_som(&self) -> bool {
        self.files.first().is_some_and(|(name, _)| name.ends_with(".som"))
    }

    /// The module of a program of SOM's.
    fn som(&self, sources: &mut SourceMap, diags: &mut Diagnostics) -> Option<purlin_ir::Module> {
        let mut names = Interner::new();
        let units = self.class_files(sources, &mut names, diags);
        let mut resolver = lang::resolve::Resolver::new(&mut names, diags);
        units.iter().for_each(|unit| resolver.unit(unit, lang::resolve::Rules::Som));
        resolver.require_core();
        let program = resolver.finish();
        (!diags.has_errors()).then(|| lang::lower_som(&program, &mut names))
    }

    /// The module of a program of Smalltalk-80.
    fn smalltalk(&self, sources: &mut SourceMap, diags: &mut Diagnostics) -> Option<purlin_ir::Module> {
        let Some(library) = lang::Library::read(purlin_prepared::smalltalk()) else {
            diags.error(Pos::NONE, "internal error: the library of Smalltalk cannot be read");
            return None;
        };
        library.compile(sources, diags, |sources, names, diags| self.sources(sources, names, diags))
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

fn front_end(sources: &mut SourceMap, program: &Program<'_>) -> Result<purlin_ir::Module, Vec<Diagnostic>> {
    let mut diags = Diagnostics::default();
    let module = match program.is_som() {
        true => program.som(sources, &mut diags),
        false => program.smalltalk(sources, &mut diags),
    };
    module.ok_or_else(|| diags.finish())
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
        let program = Program {
            files: &files,
            tree: input.tree.map(|(tree, _)| tree),
            folders: if input.build.search.is_empty() { &here } else { &input.build.search },
            mentions: &input.build.mentions,
        };
        let taken = std::mem::take(sources);
        let (result, given) = on_deep_stack(|| {
            let mut sources = taken;
            let result = front_end(&mut sources, &program);
            (result, sources)
        });
        *sources = given;
        let module = result?;
        Ok(Compiled { tables: tables(), ..Compiled::new(module) })
    }

    fn session(&self) -> Option<Box<dyn Session>> {
        Some(Box::<session::SmalltalkSession>::default())
    }
}
