//! What lowering knows at any moment: of the whole program ([`Cx`]) and of the function that it is at
//! ([`Lower`]). Data only; what is done with it is in the other files, which meet here.

use purlin_runtime::border::{DataNo, GuestTypes};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use purlin_base::map::{HashMap, HashSet};
use purlin_base::{Diagnostics, Name, Pos};
use purlin_ir::{
    Block, FuncBuilder, FuncId, GlobalId, InterfaceId, NativeId, SelectorId, SigId, SlotId, Type as Ir,
    Value, Var,
};
use smallvec::SmallVec;

use super::share;
use crate::ast::{self, BranchKind, ExprId, IdentId, StmtId};
use crate::prepared::Notes;
use crate::rt::ErrorTypes;
use crate::types::{IfaceMethod, Subst, TypeId};
use crate::universe::{Builtin, DeclRef, ObjId, PackageId, Selection, Universe};

/// A function to be lowered, or generated, once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum FuncKey {
    /// A declared function or method, receiver first.
    Decl(ObjId),
    /// A declared function, called through a closure.
    Value(ObjId),
    /// A method of a dynamic type, called through an interface: the data word first.
    Entry { recv: TypeId, name: Name, pkg: Option<PackageId> },
    /// A method expression, called through a closure, the receiver second.
    MethodExpr { recv: TypeId, name: Name, pkg: Option<PackageId> },
    /// A declared method bound to its receiver, which the closure holds.
    Bound(ObjId),
    /// A method of an interface value, which the closure holds.
    BoundIface(TypeId),
    /// A call with its arguments, which the closure holds.
    Thunk { target: ThunkTarget, params: Vec<Ir> },
    /// A call of a built-in function with arguments of these types, which the closure holds.
    BuiltinThunk { builtin: Builtin, types: Vec<TypeId> },
    /// Resumes unwinding in the place of a function with these results.
    RaiseAgain(Vec<Ir>),
    /// One step of a package's initialisation.
    Init(PackageId, DeclRef),
    /// Calls a function of this type with a frame (`raw.rs`).
    Adapter(TypeId),
    /// A function of this type that hands a frame to what its closure holds.
    Maker(TypeId),
    /// The numbers of the exported methods of a type.
    Methods(TypeId),
}

/// What a deferred or spawned call calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum ThunkTarget {
    Func(FuncId),
    Native(NativeId),
    /// A closure, which the first parameter is.
    Closure(SigId),
    /// A function's number, which the first parameter is.
    Number(SigId),
}

/// What is still to be lowered.
pub(super) enum Work<'a> {
    Key(FuncKey),
    /// A literal, and the instance of a generic function that it is in.
    Literal {
        lit: &'a ast::FuncLit,
        names: LiteralNames,
        instance: Option<ObjId>,
    },
    /// The body of a loop over a function, that statement being this one.
    Body {
        id: ast::StmtId,
        range: &'a ast::Range,
        names: LiteralNames,
        instance: Option<ObjId>,
    },
}

impl Work<'_> {
    /// The declared function, perhaps an instance of a generic one, that this is or is in.
    pub(super) fn instance(&self) -> Option<ObjId> {
        match self {
            Work::Key(FuncKey::Decl(obj)) => Some(*obj),
            Work::Key(_) => None,
            Work::Literal { instance, .. } | Work::Body { instance, .. } => *instance,
        }
    }
}

/// How function literals inside a function are called.
#[derive(Clone)]
pub(super) struct LiteralNames {
    pub function: String,
    pub prefix: String,
    pub count: u32,
    pub ranges: u32,
}

impl LiteralNames {
    pub(super) fn new(function: &str, is_literal: bool) -> LiteralNames {
        let prefix = if is_literal { format!("{function}.") } else { format!("{function}.func") };
        LiteralNames { function: function.into(), prefix, count: 0, ranges: 0 }
    }

    /// The name of the next body of a loop over a function.
    pub(super) fn next_range(&mut self) -> String {
        self.ranges += 1;
        format!("{}-range{}", self.function, self.ranges)
    }

    pub(super) fn next(&mut self) -> String {
        self.count += 1;
        format!("{}{}", self.prefix, self.count)
    }
}

/// What all functions of a compilation share, besides the module.
pub(crate) struct Cx<'a> {
    pub u: &'a mut Universe,
    pub(super) trees: &'a Trees,
    pub errors: Diagnostics,
    /// Where lowering is, for errors found on the way.
    pub(super) pos: Pos,
    pub(super) layouts: HashMap<TypeId, Rc<Layout>>,
    pub(super) funcs: HashMap<FuncKey, FuncId>,
    pub(super) queue: VecDeque<(FuncId, Work<'a>)>,
    pub(super) globals: HashMap<ObjId, GlobalId>,
    /// Where constant strings lie that are kept in interfaces.
    pub(super) boxed_strings: HashMap<Vec<u8>, GlobalId>,
    pub(super) rtypes: Table,
    /// How the next literal in each package's initialisation is called.
    pub(super) init_names: HashMap<PackageId, LiteralNames>,
    pub(super) env: Env,
    pub(super) envs: Envs,
    /// Functions that may come out alike.
    pub(super) candidates: share::Candidates,
    /// How many instructions of the function that is lowered have been paid for.
    pub(super) paid: usize,
    /// The functions of the host's that the program calls.
    pub(crate) host_calls: Vec<HostCall>,
    /// The types of data that crosses between host and guest.
    pub(super) data: DataTypes,
    /// What was taken note of in the function that is lowered.
    pub(super) noted: Notes,
    /// While the library is recorded.
    pub(super) recorder: Option<Recorder>,
}

/// What is kept of functions that are recorded.
#[derive(Default)]
pub(super) struct Recorder {
    /// The function that a literal or the body of a loop is in.
    pub outer: HashMap<FuncId, FuncId>,
    pub notes: HashMap<FuncId, Notes>,
}

/// What numbers in constants are numbers of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbered {
    Type,
    Map,
    Class,
}

/// The types that are described so far.
#[derive(Default)]
pub(super) struct DataTypes {
    pub types: GuestTypes,
    pub numbers: HashMap<TypeId, DataNo>,
    /// Of the errors that functions of the host return.
    pub error: Option<DataNo>,
    /// Of what becomes of an error that an exported function returns.
    pub error_text: Option<DataNo>,
}

/// A function of a host package as the program declares it.
#[derive(Clone, Debug)]
pub struct HostCall {
    pub name: String,
    /// Parameters and results, or a type that cannot cross.
    pub types: Result<(Vec<DataNo>, Vec<DataNo>), String>,
}

impl<'a> Cx<'a> {
    pub(crate) fn new(u: &'a mut Universe, trees: &'a Trees) -> Cx<'a> {
        Cx {
            u,
            trees,
            errors: Diagnostics::default(),
            pos: Pos::NONE,
            layouts: HashMap::default(),
            funcs: HashMap::default(),
            queue: VecDeque::new(),
            globals: HashMap::default(),
            boxed_strings: HashMap::default(),
            rtypes: Table::default(),
            init_names: HashMap::default(),
            env: Env::default(),
            envs: Envs::default(),
            candidates: share::Candidates::default(),
            paid: 0,
            host_calls: Vec::new(),
            data: DataTypes::default(),
            noted: Notes::default(),
            recorder: None,
        }
    }
}

/// The syntax of all packages, by number.
pub(crate) type Trees = Vec<Vec<Arc<ast::File>>>;

/// What the records of a generic declaration mention.
pub(super) struct Facts {
    pub types: Vec<TypeId>,
    /// Uses of generic functions with their type arguments.
    pub uses: Vec<(IdentId, ObjId, Box<[TypeId]>)>,
    /// Methods of receivers whose types mention type parameters.
    pub methods: Vec<ExprId>,
}

/// What type parameters stand for.
#[derive(Default)]
pub(super) struct Env {
    /// The instance that is being lowered.
    pub instance: Option<ObjId>,
    pub types: HashMap<TypeId, TypeId>,
    pub uses: HashMap<IdentId, ObjId>,
    /// What selectors of methods denote, where the type of the receiver depends on the instance.
    pub methods: HashMap<ExprId, Selection>,
    pub subst: Subst,
}

/// The environments of all instances.
#[derive(Default)]
pub(super) struct Envs {
    pub saved: HashMap<ObjId, Env>,
    pub facts: HashMap<ObjId, Rc<Facts>>,
}

/// What is known so far.
#[derive(Default)]
pub(super) struct Table {
    pub numbers: HashMap<TypeId, u32>,
    /// By number, without nil.
    pub list: Vec<TypeId>,
    /// How many of the list have had their parts numbered.
    pub closed: usize,
    /// How many of the list have had their methods checked.
    pub checked: usize,
    pub maps: Vec<TypeId>,
    pub map_numbers: HashMap<TypeId, u32>,
    pub selectors: Vec<(IfaceMethod, SelectorId)>,
    pub by_method: HashMap<IfaceMethod, usize>,
    pub interfaces: Vec<(TypeId, InterfaceId)>,
    pub by_interface: HashMap<TypeId, InterfaceId>,
    /// The names of the methods of each type, by number without nil; sorted.
    pub method_names: Vec<Box<[Name]>>,
    /// How many types each selector has been looked up in.
    pub done: Vec<usize>,
    pub errors: ErrorTypes,
    /// What reflection needs.
    pub hooks: Hooks,
    /// The types that functions declare, numbered in each package.
    pub locals: std::cell::OnceCell<HashMap<ObjId, usize>>,
}

/// Functions that are generated for types once the program asks for them, each by a row of dispatch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hook {
    /// Of function types: calls a function of the type with a frame.
    Adapter,
    /// Of function types: a function of the type, which hands a frame to what its closure holds.
    Maker,
    /// Of types with exported methods: the number of the n-th one.
    Methods,
}

pub(super) const HOOKS: [Hook; 3] = [Hook::Adapter, Hook::Maker, Hook::Methods];

/// What is known of the generated functions.
#[derive(Default)]
pub(super) struct Hooks {
    /// The rows of dispatch of the hooks, by [`Hook`].
    pub rows: [Option<SelectorId>; HOOKS.len()],
    /// How many types each has been looked up in.
    pub done: [usize; HOOKS.len()],
    /// The program reflects: what types are made of is described in full.
    pub described: bool,
}

impl Hooks {
    pub(super) fn calls_methods(&self) -> bool {
        self.rows[Hook::Methods as usize].is_some()
    }
}

/// A scalar part of a value and where it lies in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Comp {
    pub ty: Ir,
    pub off: i64,
}

/// A field of a struct, or a sequence of such steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldAt {
    pub ty: TypeId,
    pub off: i64,
    /// Index of its first component, if the struct is not in memory.
    pub first: usize,
}

/// A type's layout.
#[derive(Debug)]
pub(super) struct Layout {
    /// What a value consists of; for a type in memory one address.
    pub comps: SmallVec<[Comp; 4]>,
    pub size: u64,
    /// Values are addresses.
    pub mem: bool,
    /// Of structs.
    pub fields: Vec<FieldAt>,
}

impl Layout {
    pub(crate) fn irs(&self) -> impl Iterator<Item = Ir> + '_ {
        self.comps.iter().map(|c| c.ty)
    }
}

/// The components of a value.
pub(super) type Vals = SmallVec<[Value; 4]>;

/// Larger variables in memory go to the heap.
pub(super) const MAX_SLOT: u64 = 1024;

/// Where a variable lives.
#[derive(Clone, Debug)]
pub(super) enum Storage {
    /// In SSA variables, one per component.
    Vars(SmallVec<[Var; 4]>),
    /// In memory of the frame that nothing else points to.
    Slot(SlotId),
    /// In a heap object, whose address the variable holds.
    Cell(Var),
    /// In a heap object, whose address lies in a frame slot, so that a handler finds it.
    SlotCell(SlotId),
    /// In memory of the caller's that is not written.
    Borrowed(Var),
}

/// Deferred calls of a function, see `docs/go-lowering.md`.
pub(super) struct Defers {
    pub pending: Pending,
    pub raise: SlotId,
    pub runner: Block,
}

/// Where a function keeps its deferred calls.
pub(super) enum Pending {
    /// In a list of records in the heap.
    List {
        head: SlotId,
        /// Bodies of loops over functions add to the list: it begins in the heap, and the slot holds the
        /// address.
        shared: bool,
    },
    /// In frame slots of their own: each statement runs at most once.
    Sites(Vec<DeferSite>),
}

/// Lowers one function.
pub(super) struct Lower<'c, 'a> {
    pub cx: &'c mut Cx<'a>,
    pub b: FuncBuilder<'c>,
    pub storage: HashMap<ObjId, Storage>,
    /// Calls that were evaluated before the expression around them.
    pub hoisted: HashMap<ExprId, Vals>,
    /// Conversions of bytes to strings that need not copy.
    pub views: HashSet<ExprId>,
    /// What variables of type `unsafe.Pointer` lead to.
    pub origins: HashMap<ObjId, TypeId>,
    /// Where `break` and `continue` of a statement lead.
    pub breaks: HashMap<StmtId, Block>,
    pub continues: HashMap<StmtId, Block>,
    /// The blocks of `continues` that are used.
    pub continued: HashSet<Block>,
    pub labels: HashMap<StmtId, Block>,
    /// Where `fallthrough` leads.
    pub next_clause: Option<Block>,
    pub results: Vec<ObjId>,
    pub result_types: Vec<TypeId>,
    pub defers: Option<Defers>,
    /// In the body of a loop over a function.
    pub body: Option<LoopBody>,
    /// The token for `recover`.
    pub token: Option<Value>,
    pub names: LiteralNames,
}

/// Where a value is.
#[derive(Clone, Debug)]
pub(super) enum Location {
    /// In SSA values, one per component: it cannot be written.
    Vals(Vals),
    /// In SSA variables.
    Vars(SmallVec<[Var; 4]>),
    /// In memory. `stable`: it is not written while an expression is evaluated.
    Mem { base: Value, off: i64, stable: bool },
    /// In a header that may stand for the words of a string, slice or interface: natives read and write those
    /// (`kept.rs`).
    Header { base: Value, off: i64 },
}

impl Location {
    /// Memory that others may write.
    pub(super) fn mem(base: Value) -> Location {
        Location::Mem { base, off: 0, stable: false }
    }
}

/// A deferred call that is kept in frame slots.
pub(super) struct DeferSite {
    /// 1 while the call is to be made.
    pub pending: SlotId,
    pub held: Vec<(SlotId, Ir)>,
    pub target: DeferredCallee,
    /// Whose `recover` may work: the number, or where it is kept.
    pub number: Recoverer,
}

#[derive(Clone, Copy)]
pub(super) enum Recoverer {
    Fixed(FuncId),
    None,
    InSlot(SlotId),
}

/// What a deferred call calls.
#[derive(Clone, Copy)]
pub(super) enum DeferredCallee {
    Thunk(ThunkTarget),
    /// A literal, with so many words that its closure holds.
    Literal(FuncId, usize),
}

/// What a body's function knows of its loop.
pub(super) struct LoopBody {
    /// The loop's statement.
    pub id: StmtId,
    pub closure: Var,
    /// Labelled statements that are in the body and in no loop over a function inside it.
    pub labels: HashSet<StmtId>,
    /// The list of deferred calls.
    pub defers: Option<Var>,
}

/// A way to leave statements.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Exit {
    Return,
    Branch(BranchKind, StmtId),
}

impl Exit {
    pub(super) fn code(self) -> i64 {
        let (kind, id) = match self {
            Exit::Return => return 1,
            Exit::Branch(BranchKind::Break, id) => (2, id),
            Exit::Branch(BranchKind::Continue, id) => (3, id),
            Exit::Branch(BranchKind::Goto | BranchKind::Fallthrough, id) => (4, id),
        };
        kind + 3 * i64::from(id.as_u32())
    }
}
