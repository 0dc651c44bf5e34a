//! The library in the form on which programs are compiled: parsed, resolved and lowered when Purlin is
//! built. Its functions, globals, symbols and classes come first in each program, so that they have the same
//! numbers in all, and a function is decoded when it is first used.
//! `docs/decisions/0065-prepared-smalltalk.md`.
//!
//! Knows nothing of where the bytes are kept, and of what the final form of a function is but that it is made
//! of the module and the function. Both sides are of one build.

use std::borrow::Cow;

use purlin_base::wire::{Packed, Wire as _, Writer};
use purlin_base::{Diagnostics, Interner, SourceMap, on_deep_stack, wire_structs};
use purlin_ir::{Module, Prepared};

use crate::ast::Unit;
use crate::host::HostClass;
use crate::lower::{Exported, HostCode, Lowered, lower, lower_library};
use crate::resolve::{Class, Resolver, Rules};
use crate::{Syntax, library, parse_file};

/// The library, with which the compilation of one program begins.
pub struct Library {
    /// The texts of names, in the order of their numbers.
    names: Vec<Cow<'static, str>>,
    classes: Vec<Class>,
    lowered: Lowered,
    /// What was made of its functions.
    prepared: Prepared,
}

wire_structs! {
    Library { names, classes, lowered, prepared }
}

/// A program that was compiled.
pub struct Lowering {
    /// The module, which has a main function.
    pub module: Module,
    /// What a host may call.
    pub exported: Vec<Exported>,
    /// What was made of the functions that the library has.
    pub prepared: Prepared,
}

impl Library {
    /// Makes the library from its sources.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn from_sources() -> Result<Library, String> {
        on_deep_stack(|| {
            let (mut sources, mut names) = (SourceMap::new(), Interner::new());
            let mut diags = Diagnostics::default();
            let units = parse_library(&mut sources, &mut names, &mut diags);
            let mut resolver = Resolver::new(&mut names, &mut diags);
            units.iter().for_each(|unit| resolver.unit(unit, Rules::Smalltalk80));
            resolver.seal();
            let program = resolver.finish();
            if diags.has_errors() {
                let errors = diags.finish();
                return Err(errors.iter().map(|d| d.parts(&sources).to_string()).collect());
            }
            let lowered = lower_library(&program, &mut names);
            let classes = program.classes.into_iter().map(|(_, class)| class).collect();
            let names = names.texts().map(|text| text.to_owned().into()).collect();
            Ok(Library { names, classes, lowered, prepared: Prepared::default() })
        })
    }

    /// The library's module, which has no main function.
    pub fn module(&self) -> &Module {
        self.lowered.module()
    }

    /// Gives the library what was made of the functions of its module, so that no program has to make it.
    pub fn set_prepared(&mut self, prepared: Prepared) {
        self.prepared = prepared;
    }

    /// The library as bytes, for [`Library::read`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new();
        self.put(&mut out);
        out.into_bytes()
    }

    /// The library of bytes that [`Library::to_bytes`] of this build has made; `None` if they are no such.
    pub fn read(bytes: &'static [u8]) -> Option<Library> {
        let source = purlin_base::wire::Source::Embedded(bytes);
        Packed::all(source, 0).decode().ok()
    }

    /// The texts of its names in the order of their numbers, its classes, what was lowered, and what was made
    /// of that.
    pub(crate) fn into_parts(self) -> (Vec<Cow<'static, str>>, Vec<Class>, Lowered, Prepared) {
        (self.names, self.classes, self.lowered, self.prepared)
    }

    /// Compiles a program on the library and on classes for packages of the host's: `units` parses it, with
    /// their sources before it. Callers run on a [deep stack](purlin_base::on_deep_stack).
    pub fn compile(
        self,
        sources: &mut SourceMap,
        diags: &mut Diagnostics,
        host: &[HostClass],
        units: impl FnOnce(&mut SourceMap, &mut Interner, &mut Diagnostics) -> Vec<Unit>,
    ) -> Option<Lowering> {
        let Library { names: texts, classes, lowered, prepared } = self;
        let mut names = Interner::with_texts(texts.iter().map(|text| &**text));
        for (name, text) in library::SOURCES {
            sources.add_embedded(*name, text).ok()?;
        }
        let mut code = HostCode::default();
        let mut host_units = Vec::new();
        for class in host {
            let is_taken = |name: &str| classes.iter().any(|there| names.text(there.name) == name);
            let source = class.source(&class.name(is_taken), code.functions.len());
            let file = sources.add(format!("<{}>", class.path), source).ok()?;
            host_units.push(parse_file(sources, file, Syntax::Bracket, &mut names, diags));
            code.functions.extend(class.functions.iter().map(|function| function.native.clone()));
            code.classes += 1;
        }
        let units = units(sources, &mut names, diags);
        let mut resolver = Resolver::on_library(&mut names, diags, classes);
        host_units.iter().for_each(|unit| resolver.trusted_unit(unit));
        units.iter().for_each(|unit| resolver.unit(unit, Rules::Smalltalk80));
        let program = resolver.finish();
        let lowering = || {
            let (module, exported) = lower(&program, &mut names, lowered, &code);
            Lowering { module, exported, prepared }
        };
        (!diags.has_errors()).then(lowering)
    }
}

/// The library's syntax trees.
fn parse_library(sources: &mut SourceMap, names: &mut Interner, diags: &mut Diagnostics) -> Vec<Unit> {
    let files = library::SOURCES.iter().filter_map(|(name, text)| {
        let file = sources.add(*name, *text).ok()?;
        Some((Syntax::of(name, text), file))
    });
    let files: Vec<_> = files.collect();
    files.into_iter().map(|(syntax, file)| parse_file(sources, file, syntax, names, diags)).collect()
}
