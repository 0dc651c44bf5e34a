//! The library and programs on it, lowered: every function is well formed.

use std::path::Path;

use purlin_base::{Diagnostics, SourceMap, on_deep_stack};
use purlin_ir::{Module, verify};
use purlin_lang_smalltalk::{Library, Syntax, parse_file};

/// The module of a program on the library; `None` if it has errors.
fn module(name: &str, text: &str, library: &'static [u8]) -> Option<Module> {
    on_deep_stack(|| {
        let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::default());
        let library = Library::read(library).expect("the bytes of a library");
        library.compile(&mut sources, &mut diags, &[], |sources, names, diags| {
            let file = sources.add(name, text).expect("little source");
            vec![parse_file(sources, file, Syntax::of(name, text), names, diags)]
        })
    })
    .map(|lowering| lowering.module)
}

#[test]
fn all_functions_are_well_formed() {
    let library = Library::from_sources().unwrap_or_else(|e| panic!("{e}"));
    let library: &'static [u8] = library.to_bytes().leak();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut programs = vec![("empty.st".to_owned(), String::new())];
    for folder in ["smalltalk", "smalltalk/compiled", "smalltalk-hostile"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|e| e == "st") {
                let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
                programs.push((name, std::fs::read_to_string(&path).expect("text")));
            }
        }
    }
    for (n, (name, text)) in programs.iter().enumerate() {
        let Some(module) = module(name, text, library) else {
            assert!(["library_is_kept.st", "refused.st"].contains(&&**name), "{name}");
            continue;
        };
        // The functions of the library are the same in all.
        let skipped = if n == 0 { 0 } else { 3_000 };
        for (id, decl) in module.funcs.iter().skip(skipped) {
            let body = decl.body.as_ref().unwrap_or_else(|| panic!("{name}: {} has no body", decl.name));
            verify::body(&module, id, body).unwrap_or_else(|e| panic!("{name}: {}: {e}", decl.name));
        }
    }
}
