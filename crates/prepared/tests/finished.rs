//! The final forms of Smalltalk's functions, which are made when Purlin is built, are well formed in the
//! module of any program.

use purlin_base::{Diagnostics, EntityRef as _, Interner, SourceMap, on_deep_stack};
use purlin_ir::{FuncId, Function, verify};
use purlin_lang_smalltalk::{Library, Lowering, Syntax, parse_file};

fn lowering(text: &str) -> Lowering {
    on_deep_stack(|| {
        let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::default());
        let library = Library::read(purlin_prepared::smalltalk()).expect("the library");
        let units = |sources: &mut SourceMap, names: &mut Interner, diags: &mut Diagnostics| {
            let file = sources.add("program.st", text).expect("it is short");
            vec![parse_file(sources, file, Syntax::Bracket, names, diags)]
        };
        library.compile(&mut sources, &mut diags, &[], units).expect("the program")
    })
}

#[test]
fn fit_the_module_of_a_program() {
    let text = "Object subclass: Foo [ |a| bar [ ^a ] printOn: s [ s << 'a Foo' ] ]\n\
                Object extend [ isFoo [ ^false ] ]\n\
                Foo new printNl. (3 + 4) printNl";
    let Lowering { module, prepared, .. } = lowering(text);
    let finished = &prepared.forms;
    let mut found = 0;
    for (id, decl) in module.funcs.iter() {
        let Some(form) = finished.get(id.index()) else { continue };
        let form: Function = form.decode().expect("a function");
        verify::body(&module, id, &form).unwrap_or_else(|e| panic!("{}: {e}", decl.name));
        found += 1;
    }
    assert_eq!(found, (0..finished.len()).filter(|n| finished.get(*n).is_some()).count());
    assert!(found > 3000, "{found} functions");
    // What is about the whole program has its body from the program.
    assert!(finished.get(0).is_none() && module.funcs[FuncId::new(0)].body.is_some());
    assert!(finished.len() < module.funcs.len());
}
