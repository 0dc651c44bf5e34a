//! The guest Smalltalk: the crate `lang-smalltalk` with the interface that every guest has.

use purlin_base::{Diagnostic, Diagnostics, Interner, Pos, SourceMap, on_deep_stack};
use purlin_lang_smalltalk as lang;

use crate::guest::{Compiled, Guest, GuestTables, Input};

/// The guest language Smalltalk: an experiment, for trusted programs only. Whether a hostile program can
/// break memory through its lowering has not been reviewed.
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

/// The program of the library and the files.
fn front_end(
    sources: &mut SourceMap,
    files: &[(String, std::sync::Arc<str>)],
) -> Result<purlin_ir::Module, Vec<Diagnostic>> {
    let (mut names, mut diags) = (Interner::new(), Diagnostics::default());
    let mut units = Vec::new();
    let library = lang::library::SOURCES.iter().map(|(name, text)| (*name, (*text).into()));
    let own = files.iter().map(|(name, text)| (&**name, text.clone()));
    for (name, text) in library.chain(own) {
        let syntax = lang::Syntax::of(name, &text);
        let file = sources.add(name, text);
        let file = file.map_err(|_| vec![Diagnostic::error(Pos::NONE, "there is too much source")])?;
        units.push(lang::parse_file(sources, file, syntax, &mut names, &mut diags));
    }
    let mut resolver = lang::resolve::Resolver::new(&mut names, &mut diags);
    for (n, unit) in units.iter().enumerate() {
        if n == lang::library::SOURCES.len() {
            resolver.seal();
        }
        resolver.unit(unit, lang::resolve::Rules::Smalltalk80);
    }
    let program = resolver.finish();
    if diags.has_errors() { Err(diags.finish()) } else { Ok(lang::lower(&program, &mut names)) }
}

impl Guest for Smalltalk {
    fn name(&self) -> &'static str {
        "smalltalk"
    }

    fn title(&self) -> &'static str {
        "Smalltalk"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["st"]
    }

    fn compile(&self, sources: &mut SourceMap, input: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let files: Vec<_> = input.files.iter().map(|f| (f.name.clone(), f.text.clone())).collect();
        let taken = std::mem::take(sources);
        let (result, given) = on_deep_stack(|| {
            let mut sources = taken;
            let result = front_end(&mut sources, &files);
            (result, sources)
        });
        *sources = given;
        let tables = GuestTables { natives: lang::NATIVES.iter().collect(), ..GuestTables::default() };
        Ok(Compiled { tables, ..Compiled::new(result?) })
    }
}
