//! The library in the form on which programs are compiled: parsed, resolved and lowered when Purlin is
//! built. Its functions, globals, symbols and classes come first in each program, so that they have the same
//! numbers in all, and a function is decoded when it is first used.
//! `docs/decisions/0065-prepared-smalltalk.md`.
//!
//! Knows nothing of where the bytes are kept, and of what the final form of a function is but that it is made
//! of the module and the function. Both sides are of one build.

use purlin_base::wire::{Packed, PackedList, Wire as _, Writer};
use purlin_base::{Diagnostics, Interner, SourceMap, on_deep_stack, wire_structs};
use purlin_ir::{FuncId, Function, Module};

use crate::ast::Unit;
use crate::host::HostClass;
use crate::lower::{Exported, HostCode, Lowered, lower, lower_library};
use crate::resolve::{Class, Resolver, Rules};
use crate::{Syntax, library, parse_file};

/// The library, with which the compilation of one program begins.
pub struct Library {
    /// The texts of names, in the order of their numbers.
    names: Vec<String>,
    classes: Vec<Class>,
    lowered: Lowered,
    /// The final forms of its functions.
    finished: PackedList,
}

wire_structs! {
    Library { names, classes, lowered, finished }
}

/// A program that was compiled.
pub struct Lowering {
    /// The module, which has a main function.
    pub module: Module,
    /// What a host may call.
    pub exported: Vec<Exported>,
    /// The final forms of the functions that the library has.
    pub finished: PackedList,
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
            let names = names.texts().map(str::to_owned).collect();
            Ok(Library { names, classes, lowered, finished: PackedList::default() })
        })
    }

    /// Gives the library the final forms of its functions, so that no program has to make them: `finish`
    /// makes each of what the library's module has.
    ///
    /// # Errors
    /// What `finish` says of the first function that it cannot finish.
    pub fn finish(
        &mut self,
        mut finish: impl FnMut(&Module, FuncId, &Function) -> Result<Function, String>,
    ) -> Result<(), String> {
        let module = self.lowered.module();
        let mut forms = Vec::with_capacity(module.funcs.len());
        for (id, decl) in module.funcs.iter() {
            let form = decl.body.as_ref().map(|body| finish(module, id, body));
            forms.push(form.transpose().map_err(|why| format!("{}: {why}", decl.name))?);
        }
        let mut out = Writer::new();
        let put = |n: usize, out: &mut Writer| forms[n].iter().for_each(|form| form.put(out));
        out.packed_list(forms.len(), put);
        let bytes = std::sync::Arc::new(out.into_bytes());
        self.finished = Packed::all(bytes, 0).decode().map_err(|e| e.to_string())?;
        Ok(())
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

    /// The texts of its names in the order of their numbers, its classes, what was lowered, and the final
    /// forms of functions.
    pub(crate) fn into_parts(self) -> (Vec<String>, Vec<Class>, Lowered, PackedList) {
        (self.names, self.classes, self.lowered, self.finished)
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
        let Library { names: texts, classes, lowered, finished } = self;
        let mut names = Interner::new();
        for text in &texts {
            names.intern(text);
        }
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
            Lowering { module, exported, finished }
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
