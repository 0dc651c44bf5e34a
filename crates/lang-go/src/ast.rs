//! The syntax tree of Go: what was written, with positions, and nothing about what it means.
//!
//! The tree is owned (`Box` and `Vec`). Nodes that later stages attach facts to carry dense ids, so that
//! those facts live in side tables: types and constant values by [`ExprId`], definitions and uses by
//! [`IdentId`], scopes by [`StmtId`], [`ClauseId`] and [`FuncId`]. Ids are dense over all files of one
//! compilation ([`Ids`]).
//!
//! Positions follow Go's compiler, so that messages point where people are used to: `Expr::pos` is the
//! position that is *characteristic* of the node (the operator of a binary expression, the `(` of a call, the
//! `[` of an index, the `.` of a selector, the `{` of a composite literal), `Expr::start` its first byte.
//! Go's compiler reports most errors at `start`.
//!
//! Depth is bounded by the parser (see `parse::limits`). A chain such as `a + b + c + …` nests to the left as
//! deep as it is long, which may be deeper than a stack bears: a recursion over expressions walks the left
//! operands of [`ExprKind::Binary`] in a loop.
//!
//! Knows nothing of scopes, types or constant values. Types are expressions, as in the grammar.

pub(crate) mod dump;
pub(crate) mod print;

use std::sync::Arc;
use std::sync::OnceLock;

use crate::budget::Budget;
use crate::language::Language;

use purlin_base::{FileId, Name, Pos, entity_impl};

/// An expression or type of one compilation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ExprId(u32);
entity_impl!(ExprId, "expr");

/// One occurrence of an identifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct IdentId(u32);
entity_impl!(IdentId, "ident");

/// A statement; blocks have one too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StmtId(u32);
entity_impl!(StmtId, "stmt");

/// A clause of a switch, type switch or select.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ClauseId(u32);
entity_impl!(ClauseId, "clause");

/// A function type, and with it the scope of its parameters: each declaration, literal, method specification
/// or type literal of a function has exactly one. So has each range loop, whose body may be one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FuncId(u32);
entity_impl!(FuncId, "func");

/// Hands out the ids of one compilation; the fields are how many there are so far.
#[derive(Default, Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ids {
    pub exprs: u32,
    pub idents: u32,
    pub stmts: u32,
    pub clauses: u32,
    pub funcs: u32,
    /// What may still be built: syntax is where most of it goes.
    pub budget: Budget,
}

impl Ids {
    pub(crate) fn new() -> Ids {
        Ids::default()
    }

    pub(crate) fn expr(&mut self) -> ExprId {
        ExprId(post_increment(&mut self.exprs))
    }

    pub(crate) fn ident(&mut self) -> IdentId {
        IdentId(post_increment(&mut self.idents))
    }

    pub(crate) fn stmt(&mut self) -> StmtId {
        StmtId(post_increment(&mut self.stmts))
    }

    pub(crate) fn clause(&mut self) -> ClauseId {
        ClauseId(post_increment(&mut self.clauses))
    }

    pub(crate) fn func(&mut self) -> FuncId {
        FuncId(post_increment(&mut self.funcs))
    }
}

/// Sources are at most 2 GiB, so 32 bits do not overflow.
fn post_increment(n: &mut u32) -> u32 {
    *n += 1;
    *n - 1
}

/// One source file.
#[derive(Debug)]
pub(crate) struct File {
    pub file: FileId,
    /// The version of Go that it is written in: the newest, until who knows better says so.
    pub language: Language,
    /// The name in the package clause.
    pub package: Ident,
    /// All `//go:` comments (`//go:build`, `//go:embed`, `//go:noinline`, …), in the order of their
    /// positions.
    pub directives: Vec<Directive>,
    /// What is wrong with directives, reported if nothing else is wrong with the program.
    pub misplaced: Vec<(Pos, String)>,
    /// What is wrong with directives that only Go's own packages may have.
    pub restricted: Vec<(Pos, String)>,
    /// The `//go:linkname` comments.
    pub linknames: Vec<Linkname>,
    /// All declarations in order, imports among them.
    pub decls: Vec<Decl>,
    /// The end of the text.
    pub eof: Pos,
}

/// A comment that speaks to tools, without its `//`: `go:build linux`.
#[derive(Debug, Clone)]
pub(crate) struct Directive {
    /// Position of the text, after the `//`.
    pub pos: Pos,
    pub text: Arc<str>,
}

/// A `//go:linkname`: the name in this package, and whether it refers to an instance of a generic function.
#[derive(Debug, Clone)]
pub(crate) struct Linkname {
    pub pos: Pos,
    pub local: Name,
    pub of_instance: bool,
}

/// One occurrence of an identifier.
#[derive(Debug, Clone)]
pub(crate) struct Ident {
    pub id: IdentId,
    pub pos: Pos,
    pub name: Name,
}

// Declarations ------------------------------------------------------------------------------------------

/// A declaration; the specifications of one group (`const ( … )`) stay together.
#[derive(Debug)]
pub(crate) enum Decl {
    Import(Vec<ImportSpec>),
    Const(Vec<ConstSpec>),
    Type(Vec<TypeSpec>),
    Var(Vec<VarSpec>),
    Func(Box<FuncDecl>),
}

/// `name "path"`
#[derive(Debug)]
pub(crate) struct ImportSpec {
    pub pos: Pos,
    /// The local name, if given; `.` and `_` included.
    pub name: Option<Ident>,
    pub path: Name,
    pub path_pos: Pos,
    /// The literal of the path was an error already.
    pub bad: bool,
}

/// `names type = values`
#[derive(Debug)]
pub(crate) struct ConstSpec {
    pub pos: Pos,
    pub names: Vec<Ident>,
    pub ty: Option<Expr>,
    pub values: Vec<Expr>,
    /// The value of `iota` here: the index in the group.
    pub iota: u32,
    /// Without type and values: the index in the group of the specification whose type and values are
    /// repeated, if there is one.
    pub repeats: Option<u32>,
}

/// `name[type_params] ty`, or with `=` an alias
#[derive(Debug)]
pub(crate) struct TypeSpec {
    pub pos: Pos,
    pub name: Ident,
    pub type_params: Vec<TypeParam>,
    pub alias: bool,
    pub ty: Expr,
    /// The scope of the type parameters.
    pub scope: FuncId,
}

/// `names ty = values`
#[derive(Debug)]
pub(crate) struct VarSpec {
    pub pos: Pos,
    pub names: Vec<Ident>,
    pub ty: Option<Expr>,
    pub values: Vec<Expr>,
}

/// `func (recv) name[type_params] ty body`
#[derive(Debug)]
pub(crate) struct FuncDecl {
    /// Position of the name, or of the receiver's `(` for a method: what follows `func` in the declaration.
    pub pos: Pos,
    /// At most one name and no variadic type. Type parameters of a generic receiver, `(r *T[P, Q])`, are the
    /// index expression's operands.
    pub recv: Option<Param>,
    pub name: Ident,
    pub type_params: Vec<TypeParam>,
    pub ty: FuncType,
    /// None: declared here, implemented elsewhere.
    pub body: Option<FuncBody>,
    /// The ids of everything in it, but for a body that is parsed later: how many there were before it and
    /// after.
    pub ids: (Ids, Ids),
}

/// The body of a declared function. One of the library is parsed only when something reaches it: programs
/// import far more than they use.
#[derive(Debug)]
pub(crate) struct FuncBody {
    /// Position of its `{`.
    pub pos: Pos,
    parsed: OnceLock<Block>,
}

impl FuncBody {
    pub(crate) fn new(block: Block) -> FuncBody {
        FuncBody { pos: block.pos, parsed: OnceLock::from(block) }
    }

    /// A body that has not been read yet.
    pub(crate) fn later(pos: Pos) -> FuncBody {
        FuncBody { pos, parsed: OnceLock::new() }
    }

    /// The statements, if they have been read.
    pub(crate) fn parsed(&self) -> Option<&Block> {
        self.parsed.get()
    }

    /// The statements; `parse` reads them if they have not been read.
    pub(crate) fn or_parse(&self, parse: impl FnOnce(Pos) -> Block) -> &Block {
        self.parsed.get_or_init(|| parse(self.pos))
    }
}

/// `names constraint`; names are never empty
#[derive(Debug)]
pub(crate) struct TypeParam {
    pub names: Vec<Ident>,
    /// A type, or a union of (tilde) terms: [`BinaryOp::Or`] and [`UnaryOp::Tilde`].
    pub constraint: Expr,
}

/// Parameters or results that share a type: `names ty`, or `ty` alone (no names).
#[derive(Debug)]
pub(crate) struct Param {
    pub pos: Pos,
    pub names: Vec<Ident>,
    /// The element type where the parameter is variadic.
    pub ty: Expr,
    /// Position of `...`; only the last parameter of a function can have it.
    pub variadic: Option<Pos>,
}

/// `func(params) results`
#[derive(Debug)]
pub(crate) struct FuncType {
    /// The scope of the parameters.
    pub id: FuncId,
    /// Position of `func` in a type or literal, of the `(` or `[` after the name in a declaration.
    pub pos: Pos,
    pub params: Vec<Param>,
    pub results: Vec<Param>,
}

/// A field, or fields that share a type: `names ty tag`.
#[derive(Debug)]
pub(crate) struct StructField {
    pub pos: Pos,
    /// Empty: an embedded field.
    pub names: Vec<Ident>,
    pub ty: Expr,
    pub tag: Option<Literal>,
}

/// What stands between the braces of an interface.
#[derive(Debug)]
pub(crate) enum InterfaceElem {
    Method {
        name: Ident,
        ty: FuncType,
    },
    /// A type, or a union of (tilde) terms.
    Embedded(Expr),
}

// Expressions -------------------------------------------------------------------------------------------

/// An expression or a type.
#[derive(Debug)]
pub(crate) struct Expr {
    pub id: ExprId,
    /// The position that is characteristic of the node (see the module's head).
    pub pos: Pos,
    /// The first byte.
    pub start: Pos,
    pub extent: Extent,
    pub kind: ExprKind,
}

/// How far an expression reaches down, bodies of function literals included. The parser bounds both measures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Nodes on the longest path to a leaf.
    pub height: u16,
    /// Calls on the stack of a recursion over the tree that walks the left operands of a chain of binary
    /// operators in a loop.
    pub depth: u16,
}

impl Extent {
    /// The larger of both, measure by measure.
    pub(crate) fn max(self, other: Extent) -> Extent {
        Extent { height: self.height.max(other.height), depth: self.depth.max(other.depth) }
    }

    /// One node on top.
    pub(crate) fn plus_one(self) -> Extent {
        Extent { height: self.height.saturating_add(1), depth: self.depth.saturating_add(1) }
    }
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    /// Stands where an error was reported.
    Bad,
    Ident(Ident),
    Literal(Literal),
    /// `ty{elems}`; without a type inside another composite literal.
    Composite {
        ty: Option<Box<Expr>>,
        elems: Vec<Element>,
        rbrace: Pos,
    },
    Func(Box<FuncLit>),
    Paren(Box<Expr>),
    Selector {
        x: Box<Expr>,
        sel: Ident,
    },
    /// An index, or an instantiation; `indices` are never empty.
    Index {
        x: Box<Expr>,
        indices: Vec<Expr>,
    },
    /// `x[lo:hi:max]`; `full` where the second colon is there.
    Slice {
        x: Box<Expr>,
        lo: Option<Box<Expr>>,
        hi: Option<Box<Expr>>,
        max: Option<Box<Expr>>,
        full: bool,
    },
    /// `x.(ty)`
    TypeAssert {
        x: Box<Expr>,
        ty: Box<Expr>,
    },
    /// `x.(type)` where it must not stand; an error has been reported.
    TypeGuard(Box<Expr>),
    /// `dots`: the last argument is followed by `...`.
    Call {
        func: Box<Expr>,
        args: Vec<Expr>,
        dots: bool,
        rparen: Pos,
    },
    /// `*x`: a dereference or a pointer type.
    Star(Box<Expr>),
    Unary {
        op: UnaryOp,
        x: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        x: Box<Expr>,
        y: Box<Expr>,
    },
    /// `[len]elem`; `[...]elem` without a length.
    ArrayType {
        len: Option<Box<Expr>>,
        elem: Box<Expr>,
    },
    SliceType(Box<Expr>),
    StructType(Vec<StructField>),
    InterfaceType(Vec<InterfaceElem>),
    FuncType(Box<FuncType>),
    MapType {
        key: Box<Expr>,
        value: Box<Expr>,
    },
    ChanType {
        dir: ChanDir,
        elem: Box<Expr>,
    },
}

impl Expr {
    /// The expression without the parentheses around it.
    pub(crate) fn unparen(&self) -> &Expr {
        let mut x = self;
        while let ExprKind::Paren(inner) = &x.kind {
            x = inner;
        }
        x
    }

    /// The identifier, if the expression is one (no parentheses).
    pub(crate) fn as_ident(&self) -> Option<&Ident> {
        match &self.kind {
            ExprKind::Ident(ident) => Some(ident),
            _ => None,
        }
    }
}

/// `key: value` or `value` in a composite literal.
#[derive(Debug)]
pub(crate) struct Element {
    pub key: Option<Box<Expr>>,
    pub value: Expr,
}

#[derive(Debug)]
pub(crate) struct FuncLit {
    pub ty: FuncType,
    pub body: Block,
}

/// A literal as written, and for characters and strings its value.
#[derive(Debug, Clone)]
pub(crate) struct Literal {
    pub pos: Pos,
    pub kind: LitKind,
    /// The source text, underscores, prefixes and quotes included.
    pub text: Name,
}

#[derive(Debug, Clone)]
pub(crate) enum LitKind {
    Int,
    Float,
    /// Ends in `i`; what stands before it is any integer or floating-point literal.
    Imag,
    /// The code point.
    Char(u32),
    /// The bytes; not necessarily UTF-8.
    String(Arc<[u8]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ChanDir {
    Both,
    /// `chan<- T`
    Send,
    /// `<-chan T`
    Recv,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum UnaryOp {
    Plus,
    Neg,
    /// `!`
    Not,
    /// `^`
    BitNot,
    /// `&`
    Addr,
    /// `<-`
    Recv,
    /// `~T`, in constraints only.
    Tilde,
}

impl UnaryOp {
    /// As it is written.
    pub(crate) fn text(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "^",
            UnaryOp::Addr => "&",
            UnaryOp::Recv => "<-",
            UnaryOp::Tilde => "~",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BinaryOp {
    LogOr,
    LogAnd,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Add,
    Sub,
    Or,
    Xor,
    Mul,
    Div,
    Rem,
    And,
    AndNot,
    Shl,
    Shr,
}

impl BinaryOp {
    /// As it is written.
    pub(crate) fn text(self) -> &'static str {
        match self {
            BinaryOp::LogOr => "||",
            BinaryOp::LogAnd => "&&",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::And => "&",
            BinaryOp::AndNot => "&^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
        }
    }

    /// How tightly it binds: 1 (`||`) to 5 (`*`).
    pub(crate) fn precedence(self) -> u8 {
        match self {
            BinaryOp::LogOr => 1,
            BinaryOp::LogAnd => 2,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 3,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor => 4,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::And => 5,
            BinaryOp::AndNot | BinaryOp::Shl | BinaryOp::Shr => 5,
        }
    }

    pub(crate) fn is_comparison(self) -> bool {
        self.precedence() == 3
    }

    pub(crate) fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }
}

// Statements --------------------------------------------------------------------------------------------

/// `{ stmts }`
#[derive(Debug)]
pub(crate) struct Block {
    pub id: StmtId,
    pub pos: Pos,
    pub stmts: Vec<Stmt>,
    pub rbrace: Pos,
}

/// A statement. Its position is the keyword's where there is one, the operator's (`=`, `:=`, `+=`, `++`,
/// `<-`) in assignments and sends, the expression's in expression statements, the colon's after a label.
#[derive(Debug)]
pub(crate) struct Stmt {
    pub id: StmtId,
    pub pos: Pos,
    pub kind: StmtKind,
}

#[derive(Debug)]
pub(crate) enum StmtKind {
    /// Only after a label; elsewhere empty statements are not kept.
    Empty,
    Expr(Expr),
    Send {
        chan: Expr,
        value: Expr,
    },
    /// `x++`, or `x--`.
    IncDec {
        x: Expr,
        inc: bool,
    },
    /// `lhs = rhs`
    Assign {
        lhs: Vec<Expr>,
        rhs: Vec<Expr>,
    },
    /// `lhs op= rhs`
    OpAssign {
        op: BinaryOp,
        lhs: Expr,
        rhs: Expr,
    },
    /// `lhs := rhs`; that the left side holds only names is for the checker to say.
    Define {
        lhs: Vec<Expr>,
        rhs: Vec<Expr>,
    },
    Decl(Decl),
    /// Whether it is a call is for the checker to say.
    Go(Expr),
    Defer(Expr),
    Return(Vec<Expr>),
    Branch(Branch),
    Labeled {
        label: Ident,
        stmt: Box<Stmt>,
    },
    Block(Block),
    /// `els` is a block or another if.
    If {
        init: Option<Box<Stmt>>,
        cond: Expr,
        then: Block,
        els: Option<Box<Stmt>>,
    },
    For {
        init: Option<Box<Stmt>>,
        cond: Option<Expr>,
        post: Option<Box<Stmt>>,
        body: Block,
    },
    Range(Box<Range>),
    Switch {
        init: Option<Box<Stmt>>,
        tag: Option<Expr>,
        clauses: Vec<CaseClause>,
        rbrace: Pos,
    },
    TypeSwitch(Box<TypeSwitch>),
    Select {
        clauses: Vec<CommClause>,
        rbrace: Pos,
    },
}

/// `for lhs = range x body`, with `:=`, or without a left side.
#[derive(Debug)]
pub(crate) struct Range {
    /// Position of `range`.
    pub pos: Pos,
    /// What the body is if it ranges over a function.
    pub func: FuncId,
    /// At most two in a valid program; that is for the checker to say.
    pub lhs: Vec<Expr>,
    pub define: bool,
    pub x: Expr,
    pub body: Block,
}

/// `switch init; bind := x.(type) { clauses }`
#[derive(Debug)]
pub(crate) struct TypeSwitch {
    pub init: Option<Box<Stmt>>,
    pub bind: Option<Ident>,
    pub x: Expr,
    /// Position of the dot in `x.(type)`.
    pub guard_pos: Pos,
    pub clauses: Vec<CaseClause>,
    pub rbrace: Pos,
}

/// `break`, `continue`, `goto` or `fallthrough`
#[derive(Debug)]
pub(crate) struct Branch {
    pub kind: BranchKind,
    pub label: Option<Ident>,
    /// Where it leads, resolved by the parser in functions without syntax errors: for `goto` the labelled
    /// statement ([`StmtKind::Labeled`]), for `break` and `continue` the for, range, switch, type switch or
    /// select statement itself. None for `fallthrough`.
    pub target: Option<StmtId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BranchKind {
    Break,
    Continue,
    Goto,
    Fallthrough,
}

/// `case exprs: body`, or `default: body`
#[derive(Debug)]
pub(crate) struct CaseClause {
    pub id: ClauseId,
    pub pos: Pos,
    /// None: `default`.
    pub cases: Option<Vec<Expr>>,
    pub colon: Pos,
    pub body: Vec<Stmt>,
}

/// `case comm: body`, or `default: body`
#[derive(Debug)]
pub(crate) struct CommClause {
    pub id: ClauseId,
    pub pos: Pos,
    /// None: `default`. Otherwise any simple statement; that it is a send or a receive is for the checker to
    /// say.
    pub comm: Option<Box<Stmt>>,
    pub colon: Pos,
    pub body: Vec<Stmt>,
}
