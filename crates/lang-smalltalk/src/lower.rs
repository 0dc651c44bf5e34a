//! Resolved programs to IR: methods and blocks are functions on words, and the program's main function
//! makes the classes, installs methods and runs statements, in the order of the text.
//!
//! Knows nothing of tiers; of the bits of words it knows nothing but what `purlin-dynamic` offers.

mod control;
mod expr;
mod func;
pub(crate) mod layout;
mod prims;
mod start;

use purlin_base::map::HashMap;
use purlin_base::{Interner, Name};
use purlin_dynamic::send::{self, Sites};
use purlin_ir::{FuncId, GlobalDecl, GlobalId, Module};

use self::layout::Layouts;
use crate::ast::Literal;
use crate::resolve::ClassId;
use crate::resolve::code::{Code, Method, Program};

/// The module of a program, whose names are in the interner.
pub fn lower(program: &Program, names: &mut Interner) -> Module {
    let mut module = Module::new();
    let wanted = ["doesNotUnderstand:", "selector:arguments:", "mustBeBoolean:", "runStatement:", "error:"];
    let wanted: Vec<Name> = wanted.iter().map(|text| names.intern(text)).collect();
    let more = ["<=", ">=", "+", "value", "reduced:over:", "newFromNumber:scale:"];
    let more: Vec<Name> = more.iter().map(|text| names.intern(text)).collect();
    let names = &*names;
    let layouts = Layouts::new(&program.classes, names);
    let mut globals = |name: &str| module.globals.push(GlobalDecl { name: name.into(), size: 8 });
    let (symbols, classes, hashes) = (globals("st.symbols"), globals("st.classes"), globals("st.hashes"));
    let sites = Sites::new(&mut module);
    let selectors = Selectors {
        does_not_understand: wanted[0],
        message: wanted[1],
        must_be_boolean: wanted[2],
        run_statement: wanted[3],
        error: wanted[4],
        at_most: more[0],
        at_least: more[1],
        plus: more[2],
        value: more[3],
        reduced: more[4],
        scaled: more[5],
    };
    let mut shared = Shared {
        program,
        names,
        layouts,
        sites,
        selectors,
        symbols: Table { global: symbols, index: HashMap::default(), all: Vec::new() },
        classes,
        hashes,
        variables: HashMap::default(),
        not_understood: HashMap::default(),
        literals: Vec::new(),
        queue: Vec::new(),
    };
    start::program(&mut module, &mut shared);
    module
}

/// Selectors that lowering sends.
struct Selectors {
    does_not_understand: Name,
    message: Name,
    must_be_boolean: Name,
    run_statement: Name,
    error: Name,
    at_most: Name,
    at_least: Name,
    plus: Name,
    value: Name,
    reduced: Name,
    scaled: Name,
}

/// Symbols, each with a place in a global.
struct Table {
    global: GlobalId,
    index: HashMap<Name, usize>,
    all: Vec<Name>,
}

/// A variable that lives as long as the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Lasting {
    Global(Name),
    Shared(ClassId, Name),
    /// A literal array, a large integer, or the value of a constant expression.
    Literal(usize),
}

/// What functions share.
struct Shared<'p> {
    program: &'p Program,
    names: &'p Interner,
    layouts: Layouts<'p>,
    sites: Sites,
    selectors: Selectors,
    symbols: Table,
    /// The class objects: a class, then its metaclass.
    classes: GlobalId,
    /// The identity hashes that were given.
    hashes: GlobalId,
    variables: HashMap<Lasting, GlobalId>,
    /// The functions that are called where a lookup of the selector fails.
    not_understood: HashMap<Name, FuncId>,
    /// Literals that are made before the program begins.
    literals: Vec<(GlobalId, &'p Literal)>,
    queue: Vec<Work<'p>>,
}

/// A function whose body is to be lowered.
#[derive(Clone, Copy)]
struct Work<'p> {
    id: FuncId,
    method: &'p Method,
    code: &'p Code,
    /// The class of the method, and whether it is the metaclass.
    class: Option<(ClassId, bool)>,
    /// Whether the function is a method: its first parameter is the receiver, and not a closure.
    is_method: bool,
}

impl<'p> Shared<'p> {
    fn text(&self, name: Name) -> &'p str {
        self.names.text(name)
    }

    /// The global of a variable.
    fn variable(&mut self, module: &mut Module, of: Lasting) -> GlobalId {
        let next = self.variables.len();
        *self.variables.entry(of).or_insert_with(|| {
            module.globals.push(GlobalDecl { name: format!("st.variable{next}"), size: 8 })
        })
    }

    /// The place of a symbol.
    fn symbol(&mut self, module: &mut Module, name: Name) -> i64 {
        let table = &mut self.symbols;
        let place = *table.index.entry(name).or_insert_with(|| {
            table.all.push(name);
            table.all.len() - 1
        });
        module.globals[table.global].size = 8 * table.all.len() as u32;
        8 * place as i64
    }

    /// Declares a function of a method or block.
    fn declare(
        &mut self,
        module: &mut Module,
        title: String,
        work: impl FnOnce(FuncId) -> Work<'p>,
    ) -> FuncId {
        let id = FuncId::from_u32(module.funcs.len() as u32);
        let work = work(id);
        let words = 1 + work.code.parameters.len();
        module.declare(title, &send::signature(words));
        self.queue.push(work);
        id
    }
}
