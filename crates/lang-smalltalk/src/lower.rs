//! Resolved programs to IR: methods and blocks are functions on words, and the program's main function
//! makes the classes, installs methods and runs statements, in the order of the text.
//!
//! Knows nothing of tiers; of the bits of words it knows nothing but what `purlin-dynamic` offers.

mod control;
mod expr;
mod func;
mod globals;
pub(crate) mod layout;
mod perform;
mod prims;
mod som;
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
    let selectors = Selectors::new(names);
    let meta_names = if program.is_som { names_of_metaclasses(program, names) } else { HashMap::default() };
    let names = &*names;
    let layouts = Layouts::new(program, names);
    let mut globals = |name: &str| module.globals.push(GlobalDecl { name: name.into(), size: 8 });
    let (symbols, classes, hashes) = (globals("st.symbols"), globals("st.classes"), globals("st.hashes"));
    let by_name = globals("st.globals");
    let sites = Sites::new(&mut module);
    let mut shared = Shared {
        program,
        names,
        meta_names,
        layouts,
        sites,
        selectors,
        symbols: Table { global: symbols, index: HashMap::default(), all: Vec::new() },
        classes,
        hashes,
        by_name,
        register: None,
        field_names: None,
        variables: HashMap::default(),
        not_understood: HashMap::default(),
        literals: Vec::new(),
        queue: Vec::new(),
        any: None,
    };
    start::program(&mut module, &mut shared);
    module
}

/// The names that SOM shows for metaclasses.
fn names_of_metaclasses(program: &Program, names: &mut Interner) -> HashMap<Name, Name> {
    let classes: Vec<Name> = program.classes.values().map(|class| class.name).collect();
    let title = |name: Name| {
        let text = format!("{} class", names.text(name));
        (name, names.intern(&text))
    };
    classes.into_iter().map(title).collect()
}

macro_rules! selectors {
    ($($name:ident $text:literal)*) => {
        /// Selectors that lowering sends, or compares with.
        struct Selectors {
            $($name: Name,)*
            /// One for each number of arguments of `perform`.
            like: Vec<Name>,
        }

        impl Selectors {
            fn new(names: &mut Interner) -> Selectors {
                let like = (0..=MAX_PERFORM).map(|n| match n {
                    0 => names.intern("value"),
                    n => names.intern(&"value:".repeat(n)),
                });
                let like = like.collect();
                Selectors { $($name: names.intern($text),)* like }
            }
        }
    };
}

/// Arguments of a message that is sent by its name, at most.
const MAX_PERFORM: usize = 16;

selectors! {
    does_not_understand "doesNotUnderstand:"
    som_not_understood "doesNotUnderstand:arguments:"
    message "selector:arguments:"
    must_be_boolean "mustBeBoolean:"
    run_statement "runStatement:"
    error "error:"
    escaped_block "escapedBlock:"
    unknown_global "unknownGlobal:"
    restart "restart"
    initialize "initialize:"
    system "system"
    at_most "<="
    at_least ">="
    plus "+"
    value "value"
    reduced "reduced:over:"
    scaled "newFromNumber:scale:"
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
    /// The object of a global, which programs can also reach by its name.
    Global(Name),
    /// A variable of statements at top level.
    Top(Name),
    Shared(ClassId, Name),
    /// A literal array, a large integer, or the value of a constant expression.
    Literal(usize),
}

/// What functions share.
struct Shared<'p> {
    program: &'p Program,
    names: &'p Interner,
    /// SOM's names of metaclasses, by those of their classes.
    meta_names: HashMap<Name, Name>,
    layouts: Layouts<'p>,
    sites: Sites,
    selectors: Selectors,
    symbols: Table,
    /// The class objects: a class, then its metaclass.
    classes: GlobalId,
    /// The identity hashes that were given.
    hashes: GlobalId,
    /// The number of the behaviour whose method dictionary has the globals, 0 before they are in it.
    by_name: GlobalId,
    /// The function that puts them there, where the program asks for globals by name.
    register: Option<FuncId>,
    /// The function that gives the names of a class's fields.
    field_names: Option<FuncId>,
    variables: HashMap<Lasting, GlobalId>,
    /// The functions that are called where a lookup of the selector fails, by the operands of the send.
    not_understood: HashMap<(Name, usize), FuncId>,
    /// Literals that are made before the program begins.
    literals: Vec<(GlobalId, &'p Literal)>,
    queue: Vec<Work<'p>>,
    /// Some method, for functions of none.
    any: Option<Work<'p>>,
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

    fn is_som(&self) -> bool {
        self.program.is_som
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
        self.any = self.any.or(Some(work));
        self.queue.push(work);
        id
    }
}
