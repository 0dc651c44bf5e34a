//! What resolution makes of a program: names are variables, fields and globals; control structures are
//! nodes of their own; blocks that stay closures say what they capture.
//!
//! Knows nothing of how any of it is executed.

mod dump;

use purlin_base::{Name, Pos, PrimaryMap, entity_impl};

use super::classes::{Class, ClassId};
use crate::ast::Literal;

pub use dump::dump;

/// A variable of a method: a parameter or temporary of it or of one of its blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(u32);
entity_impl!(VarId, "var");

/// A resolved program.
#[derive(Default)]
pub struct Program {
    pub classes: PrimaryMap<ClassId, Class>,
    /// Whether it is one of SOM, with SOM's library and its primitives.
    pub is_som: bool,
    /// Whether the program names `thisContext`.
    pub uses_stack: bool,
    /// How many of the steps are the library's.
    pub library_steps: usize,
    /// What happens, in the order of the text.
    pub steps: Vec<Step>,
    /// What the library says of its own classes. What a program says of its classes are steps.
    pub comments: Vec<(ClassId, String)>,
}

/// A definition or statement, when its place in the text is reached.
pub enum Step {
    /// The class gets its superclass and fields; `initialisers` are the values of its class variables.
    Define {
        class: ClassId,
        initialisers: Vec<(Name, Method)>,
    },
    Method {
        class: ClassId,
        meta: bool,
        method: Method,
    },
    /// A statement at top level, or an `Eval`.
    Run(Method),
}

/// A method, or what runs like one.
pub struct Method {
    /// The selector; of statements `executeStatements`.
    pub selector: Name,
    pub pos: Pos,
    /// The primitive that a pragma `<primitive: name>` names, or of SOM the selector itself.
    pub primitive: Option<Name>,
    /// Whether a pragma `<bound>` of the library's says that the method is in no dictionary, and its sends
    /// are bound before.
    pub is_bound: bool,
    /// All variables of the method and the blocks in it.
    pub variables: PrimaryMap<VarId, Variable>,
    pub code: Code,
    /// Whether a block in it returns from it, so that its activation needs an identity.
    pub has_home: bool,
}

impl Method {
    /// A method without statements.
    pub(crate) fn nothing(names: &mut purlin_base::Interner) -> Method {
        let (selector, pos, variables) = (names.intern(""), Pos::NONE, PrimaryMap::new());
        let (parameters, captures, body) = (Vec::new(), Vec::new(), Body::default());
        let code = Code { pos, parameters, captures, captures_self: false, leaves: false, body };
        Method { selector, pos, primitive: None, is_bound: false, variables, code, has_home: false }
    }
}

/// A parameter or temporary.
pub struct Variable {
    pub name: Name,
    pub pos: Pos,
    pub storage: Storage,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// No block captures it.
    Local,
    /// Blocks capture its value, which does not change after that.
    Copied,
    /// Blocks capture it and it may change after that: it needs a cell, which all of them share.
    Cell,
}

/// Statements that are compiled as a function: of a method or of a block.
pub struct Code {
    pub pos: Pos,
    pub parameters: Vec<VarId>,
    /// Variables of the code around that a block uses, in the order of their first use.
    pub captures: Vec<VarId>,
    /// Whether a block uses the receiver of its method.
    pub captures_self: bool,
    /// Whether a block has a `^` of its own or in the blocks inside.
    pub leaves: bool,
    pub body: Body,
}

/// Statements with the variables that begin as nil where the body is entered.
#[derive(Default)]
pub struct Body {
    pub temporaries: Vec<VarId>,
    pub statements: Vec<Statement>,
}

/// A statement.
pub struct Statement {
    pub expr: Expr,
    /// Whether it is `^ expr`: in a method it returns, in a block it leaves the method.
    pub returns: bool,
}

/// A resolved expression.
pub struct Expr {
    pub kind: ResolvedKind,
    pub pos: Pos,
}

/// The kinds of resolved expressions.
pub enum ResolvedKind {
    Receiver,
    ThisContext,
    Literal(Literal),
    Var(VarId),
    /// A field of the receiver, by its place among all fields of its class.
    Field(u32),
    /// A class variable, of the class that declares it.
    Shared(ClassId, Name),
    /// A global, by its name with namespaces; which object it is, is found when it is evaluated.
    Global(Name),
    SetVar(VarId, Box<Expr>),
    SetField(u32, Box<Expr>),
    SetShared(ClassId, Name, Box<Expr>),
    SetGlobal(Name, Box<Expr>),
    Send {
        receiver: Box<Expr>,
        message: Message,
        /// Whether the lookup begins above the class of the method.
        above: bool,
    },
    Cascade {
        receiver: Box<Expr>,
        messages: Vec<Message>,
        above: bool,
    },
    Block(Box<Code>),
    Array(Vec<Expr>),
    /// `##(…)`, whose code has the class as its receiver.
    Constant(Box<Method>),
    Control(Box<Control>),
}

/// A selector and its arguments.
pub struct Message {
    pub selector: Name,
    pub pos: Pos,
    pub arguments: Vec<Expr>,
}

/// A message whose blocks are executed in place.
pub struct Control {
    /// The message: what receivers of another kind do not understand.
    pub selector: Name,
    pub pos: Pos,
    pub kind: ControlKind,
}

/// The control structures.
pub enum ControlKind {
    /// `ifTrue:ifFalse:` and its kin: a branch that is not there gives nil.
    If { condition: Expr, then: Option<Body>, otherwise: Option<Body> },
    /// `and:` where `stops_at` is false, `or:` where it is true: the left value is the result if it is
    /// that.
    Both { left: Expr, right: Body, stops_at: bool },
    /// `ifNil:ifNotNil:` and its kin: a branch that is not there gives the receiver. The variable, if there
    /// is one, is the receiver in `present`.
    IfNil { receiver: Expr, absent: Option<Body>, present: Option<(Option<VarId>, Body)> },
    /// `whileTrue:` where `until` is false, `whileFalse:` where it is true. The result is nil.
    While { condition: Body, body: Option<Body>, until: bool },
    /// `repeat`
    Repeat(Body),
    /// `to:do:` and `to:by:do:` with a step that is a literal. The result is the receiver.
    ToDo { from: Expr, to: Expr, step: Literal, var: VarId, body: Body },
    /// `timesRepeat:`. The result is the receiver.
    Times { count: Expr, body: Body },
}
