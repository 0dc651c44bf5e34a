//! Resolved programs to IR: methods and blocks are functions on words, and the program's main function
//! makes the classes, installs methods and runs statements, in the order of the text.
//!
//! Knows nothing of tiers; of the bits of words it knows nothing but what `purlin-dynamic` offers.

mod bound;
mod control;
mod expr;
mod func;
mod globals;
mod guess;
mod host;
pub(crate) mod layout;
mod made;
mod perform;
mod prims;
mod session;
mod som;
mod start;
mod tables;
mod test;
mod variant;

use purlin_base::map::HashMap;
use purlin_base::{Interner, Name};
use purlin_dynamic::send::{self, Sites};
use purlin_ir::{FuncBuilder, FuncId, GlobalDecl, GlobalId, Module, Signature, Type, Value};

use self::guess::{Guess, Guesses};
use self::layout::Layouts;
pub(crate) use self::session::lower_session;
use self::variant::Variants;
use crate::ast::Literal;
use crate::resolve::ClassId;
use crate::resolve::code::{Code, Method, Program};

/// The module of a program on a library, whose names are in the interner, and what a host may call. The
/// classes of the library come first in the program, and after them those of the host's packages; its module
/// begins with what was lowered of the library.
pub(crate) fn lower(
    program: &Program,
    names: &mut Interner,
    library: Lowered,
    host: &HostCode,
) -> (Module, Vec<Exported>) {
    let nothing = Method::nothing(names);
    let (mut module, mut shared) = prepare(program, names, Some(library), &nothing);
    shared.host = &host.functions;
    start::program(&mut module, &mut shared);
    let exported = host::exported(&mut module, &mut shared, host.classes);
    start::functions(&mut module, &mut shared);
    (module, exported)
}

/// The module of a program of SOM's, which has its library in itself.
pub fn lower_som(program: &Program, names: &mut Interner) -> Module {
    let nothing = Method::nothing(names);
    let (mut module, mut shared) = prepare(program, names, None, &nothing);
    start::program(&mut module, &mut shared);
    module
}

/// What a program has of its host.
#[derive(Default)]
pub(crate) struct HostCode {
    /// The names of the natives that the primitives `hostCall0`, `hostCall1` and so on call.
    pub(crate) functions: Vec<String>,
    /// How many classes there are for packages of the host's.
    pub(crate) classes: usize,
}

/// A method that a host may call: its class and selector as the host says them, and how many arguments it
/// takes.
pub struct Exported {
    /// The name of the class, a space, and the selector.
    pub name: String,
    /// The function, which takes and gives packed values.
    pub func: FuncId,
    /// How many arguments the method takes.
    pub arguments: usize,
}

/// The module of a library: what programs on it begin with.
pub(crate) fn lower_library(program: &Program, names: &mut Interner) -> Lowered {
    let nothing = Method::nothing(names);
    let (mut module, mut shared) = prepare(program, names, None, &nothing);
    let start = start::library(&mut module, &mut shared);
    let mut variables: Vec<(Lasting, u32)> = shared.variables.into_iter().collect();
    variables.sort_by_key(|(_, place)| *place);
    let fallbacks = shared.not_understood.into_iter();
    let mut fallbacks: Vec<_> = fallbacks.map(|((name, words), id)| (id, (name, words))).collect();
    fallbacks.sort_by_key(|(id, _)| *id);
    Lowered {
        module,
        start: Some(start),
        classes: program.classes.len(),
        sites: shared.sites.len(),
        symbols: shared.symbols.all,
        variables: variables.into_iter().map(|(of, _)| of).collect(),
        fallbacks,
        guesses: shared.guesses.list(),
        makers: shared.variants.makers(),
    }
}

/// The state of lowering before anything of the program.
fn prepare<'p>(
    program: &'p Program,
    names: &'p mut Interner,
    library: Option<Lowered>,
    nothing: &'p Method,
) -> (Module, Shared<'p>) {
    let selectors = Selectors::new(names);
    let meta_names = if program.is_som { names_of_metaclasses(program, names) } else { HashMap::default() };
    let names = &*names;
    let layouts = Layouts::new(program, names);
    let lowered = library.unwrap_or_else(Lowered::nothing);
    let mut module = lowered.module;
    let index = lowered.symbols.iter().zip(0..).map(|(name, n)| (*name, n)).collect();
    let shared = Shared {
        program,
        names,
        meta_names,
        layouts,
        sites: Sites::with(&mut module, ModuleGlobal::Sites.id(), lowered.sites),
        selectors,
        symbols: Table { index, all: lowered.symbols },
        variables: lowered.variables.into_iter().zip(0..).collect(),
        not_understood: lowered.fallbacks.into_iter().map(|(id, of)| (of, id)).collect(),
        library: lowered.start,
        library_classes: lowered.classes,
        is_session: false,
        literals: Vec::new(),
        queue: Vec::new(),
        bound: BoundMethods::default(),
        guesses: Guesses::from(lowered.guesses),
        variants: Variants::with(lowered.makers),
        host: &[],
        nothing,
    };
    (module, shared)
}

/// The globals that every module has, in this order.
#[derive(Clone, Copy)]
enum ModuleGlobal {
    Symbols,
    /// The class objects: a class, then its metaclass.
    Classes,
    /// The identity hashes that were given.
    Hashes,
    /// The number of the behaviour whose method dictionary has the globals, 0 before they are in it.
    ByName,
    Variables,
    Sites,
    /// How many numbers of behaviours come next, a word, and then the behaviour of each, as far as the
    /// program's text has them.
    Behaviours,
}

impl ModuleGlobal {
    const NAMES: [&str; 7] =
        ["st.symbols", "st.classes", "st.hashes", "st.globals", "st.variables", "dyn.sites", "st.behaviours"];

    fn id(self) -> GlobalId {
        GlobalId::from_u32(self as u32)
    }
}

/// The functions that every module has first, in this order. They are about the classes of a whole program.
#[derive(Clone, Copy)]
enum About {
    /// Makes globals known by name, where the program asks for them so.
    Register,
    /// Gives the names of all fields of a class's instances.
    Fields,
    /// Gives the names of the fields that a class adds.
    OwnFields,
    /// What a fiber begins with.
    Start,
    /// Gives the names of functions.
    FunctionName,
    /// Gives the functions that say that a message is not understood.
    Forward,
    /// Gives the places of class variables.
    ClassVariable,
}

/// The number of the function that fibers begin with.
pub const START: u32 = About::Start as u32;

impl About {
    /// The name of each, how many words it takes, and how many it gives.
    fn declarations() -> [(&'static str, Signature); 7] {
        let words = || send::signature(1);
        [
            ("st.register", Signature::default()),
            ("st.fields", words()),
            ("st.own", words()),
            ("st.start", Signature::new([Type::Ref], [])),
            ("st.function", words()),
            ("st.forward", words()),
            ("st.shared", send::signature(2)),
        ]
    }

    fn id(self) -> FuncId {
        FuncId::from_u32(self as u32)
    }
}

/// A library that is lowered, or nothing: what lowering begins with.
pub(crate) struct Lowered {
    module: Module,
    /// What makes the library's classes when a program begins.
    start: Option<FuncId>,
    classes: usize,
    sites: usize,
    symbols: Vec<Name>,
    variables: Vec<Lasting>,
    /// The functions for what is not understood, each with its selector and its number of operands.
    fallbacks: Vec<(FuncId, (Name, usize))>,
    /// Functions that sends may call directly, each with its selector.
    guesses: Vec<(Name, Guess)>,
    /// Classes that have a method of their own in place of one that makes instances, each with its selector.
    makers: Vec<(ClassId, Name)>,
}

purlin_base::wire_structs! {
    Lowered { module, start, classes, sites, symbols, variables, fallbacks, guesses, makers }
}

impl Lowered {
    /// The module as it is lowered.
    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    /// The symbols of its methods and of what they send.
    pub(crate) fn symbols(&self) -> &[Name] {
        &self.symbols
    }

    fn nothing() -> Lowered {
        let mut module = Module::new();
        for name in ModuleGlobal::NAMES {
            module.globals.push(GlobalDecl { name: name.into(), size: 8 });
        }
        for (name, sig) in About::declarations() {
            module.declare(name, &sig);
        }
        let (symbols, variables, fallbacks) = (Vec::new(), Vec::new(), Vec::new());
        let (guesses, makers) = (Vec::new(), Vec::new());
        Lowered { module, start: None, classes: 0, sites: 0, symbols, variables, fallbacks, guesses, makers }
    }
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
    context "of:"
    at_most "<="
    at_least ">="
    plus "+"
    value "value"
    reduced "reduced:over:"
    scaled "newFromNumber:scale:"
    host_call "of:to:"
    host_argument "with:"
    host_answer "packedAnswer"
}

/// Symbols, each with a place in a global.
struct Table {
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

purlin_base::wire_enum!(Lasting {
    0 Global { 0: name }
    1 Top { 0: name }
    2 Shared { 0: class, 1: name }
    3 Literal { 0: n }
});

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
    /// The places of variables.
    variables: HashMap<Lasting, u32>,
    /// The functions that are called where a lookup of the selector fails, by the operands of the send.
    not_understood: HashMap<(Name, usize), FuncId>,
    /// What makes the classes of a library that was lowered before, and how many these are.
    library: Option<FuncId>,
    library_classes: usize,
    /// Whether inputs of a session are evaluated by the program.
    is_session: bool,
    /// Literals that are made before the program begins: the place of each.
    literals: Vec<(i64, &'p Literal)>,
    queue: Vec<Work<'p>>,
    /// The functions of methods whose sends are bound.
    bound: BoundMethods,
    /// The functions that sends may call directly.
    guesses: Guesses,
    /// The functions that sends may call in the place of these.
    variants: Variants,
    /// The natives of the host's functions.
    host: &'p [String],
    /// A method for functions of none.
    nothing: &'p Method,
}

/// What the sends of a function become.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Binding {
    /// Each has a site.
    #[default]
    Sites,
    /// Calls of the function that a method object names.
    Objects,
    /// Direct calls.
    Direct,
}

/// The two functions of each bound method, by its selector: that of [`Binding::Objects`], then the other one.
type BoundMethods = HashMap<Name, [FuncId; 2]>;

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
    /// What its sends become.
    binding: Binding,
    part: MethodPart,
}

/// How much of a method a function is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MethodPart {
    Whole,
    /// What its primitive does most often; a tail call of the function with all the rest otherwise.
    First(FuncId),
    /// What the first part calls, which has paid for the call.
    Rest,
}

impl<'p> Shared<'p> {
    fn text(&self, name: Name) -> &'p str {
        self.names.text(name)
    }

    fn is_som(&self) -> bool {
        self.program.is_som
    }

    /// The place of a variable in its global, in bytes.
    fn place(&mut self, module: &mut Module, of: Lasting) -> i64 {
        let next = self.variables.len() as u32;
        let place = *self.variables.entry(of).or_insert(next);
        let size = &mut module.globals[ModuleGlobal::Variables.id()].size;
        *size = (*size).max(8 * (place + 1));
        8 * i64::from(place)
    }

    /// The address of a variable.
    fn variable(&mut self, b: &mut FuncBuilder<'_>, of: Lasting) -> Value {
        let place = self.place(b.module, of);
        b.global_addr(ModuleGlobal::Variables.id(), place)
    }

    /// The place of a symbol.
    fn symbol(&mut self, module: &mut Module, name: Name) -> i64 {
        let table = &mut self.symbols;
        let place = *table.index.entry(name).or_insert_with(|| {
            table.all.push(name);
            table.all.len() - 1
        });
        module.globals[ModuleGlobal::Symbols.id()].size = 8 * table.all.len() as u32;
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
