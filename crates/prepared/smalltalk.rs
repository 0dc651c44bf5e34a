//! What is made of the functions of Smalltalk's library.

use purlin_base::EntityRef as _;
use purlin_base::wire::{PackedList, Wire as _};
use purlin_bytecode::relocate::{Moves, places, relocate};
use purlin_bytecode::{Func, Options, lower_function};
use purlin_ir::layout::Layout;
use purlin_ir::{FuncId, Function, Module, Prepared, verify};
use purlin_lang_smalltalk::Library;
use purlin_opt::passes;

/// The library, with the final forms of its functions and their bytecode.
///
/// # Panics
/// The library does not compile.
pub(crate) fn library() -> Library {
    let made = Library::from_sources().and_then(|mut library| {
        let prepared = prepared(library.module())?;
        library.set_prepared(prepared);
        Ok(library)
    });
    made.unwrap_or_else(|e| panic!("Smalltalk's library does not compile:\n{e}"))
}

fn prepared(module: &Module) -> Result<Prepared, String> {
    let mut forms = module.clone();
    for (id, decl) in module.funcs.iter() {
        let form = decl.body.as_ref().map(|body| finished(module, id, body)).transpose();
        forms.funcs[id].body = form.map_err(|why| format!("{}: {why}", decl.name))?.map(Into::into);
    }
    let code = Code::new(&forms);
    let list = |write: &dyn Fn(FuncId, &mut purlin_base::wire::Writer)| {
        PackedList::new(forms.funcs.len(), |n, out| write(FuncId::new(n), out))
    };
    Ok(Prepared {
        forms: list(&|id, out| forms.funcs[id].body.iter().for_each(|form| Function::put(form, out))),
        bytecode: list(&|id, out| code.of(id).iter().for_each(|func| func.put(out))),
        globals: code.places.clone(),
    })
}

fn finished(module: &Module, id: FuncId, body: &Function) -> Result<Function, String> {
    verify::body(module, id, body).map_err(|e| e.to_string())?;
    let (mut body, mut report) = (body.clone(), passes::Report::default());
    passes::function(module, id, &mut body, &passes::Options::default(), &mut report)
        .map_err(|e| e.to_string())?;
    Ok(body)
}

/// Lowers final forms.
struct Code<'a> {
    module: &'a Module,
    layout: Layout,
    places: Vec<u64>,
    /// As if a program had added to each global.
    grown: Layout,
}

impl<'a> Code<'a> {
    fn new(module: &'a Module) -> Code<'a> {
        let layout = Layout::new(module);
        let mut larger = module.clone();
        for (n, global) in larger.globals.values_mut().enumerate() {
            global.size += 8 * (5 + 3 * n as u32);
        }
        let places = places(&layout, module.globals.len());
        Code { module, layout, places, grown: Layout::new(&larger) }
    }

    /// The bytecode of a function, if it is, relocated, what lowering makes where globals have grown.
    fn of(&self, id: FuncId) -> Option<Func> {
        self.module.funcs[id].body.as_ref()?;
        let lower = |layout| lower_function(self.module, layout, id, Options::default()).ok();
        let (func, anew) = (lower(&self.layout)?, lower(&self.grown)?);
        let mut moved = func.clone();
        relocate(&mut moved, &Moves::new(&self.places, &self.grown))?;
        (moved.code == anew.code).then_some(func)
    }
}
