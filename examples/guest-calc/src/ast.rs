//! The syntax tree: what the parser makes, the resolver completes and lowering reads. Knows nothing of the
//! IR.

use purlin::Pos;

/// A function of the program, by its place in [`Program::fns`].
pub type FnId = usize;

/// Where the value of a name is, seen from the function that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// Not looked up yet.
    Unresolved,
    /// A local of the running function.
    Local(u32),
    /// What the running closure captured.
    Capture(u32),
    /// The running closure itself.
    Own,
    /// A variable of the top level.
    Global(u32),
    /// A function without captures.
    Func(FnId),
}

/// A name in an expression.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub place: Location,
    /// The function that the name stands for, where that is known.
    pub known: Option<FnId>,
}

/// A binary operator, in the order of [`OPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    IntDiv,
    Rem,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Cons,
}

/// Text, how tightly it binds (1 to 3 are `or`, `and`, `not`), operator.
pub const OPS: [(&str, u8, Op); 13] = [
    ("+", 6, Op::Add),
    ("-", 6, Op::Sub),
    ("*", 7, Op::Mul),
    ("/", 7, Op::Div),
    ("//", 7, Op::IntDiv),
    ("%", 7, Op::Rem),
    ("==", 4, Op::Eq),
    ("!=", 4, Op::Ne),
    ("<", 4, Op::Lt),
    ("<=", 4, Op::Le),
    (">", 4, Op::Gt),
    (">=", 4, Op::Ge),
    ("::", 5, Op::Cons),
];

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub pos: Pos,
    /// How many expressions stand inside one another here; bounded, so that later stages may recurse.
    pub height: u32,
}

#[derive(Debug)]
pub enum ExprKind {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    Name(Name),
    List(Vec<Expr>),
    Binary(Op, Box<[Expr; 2]>),
    /// Condition, then, else. `and`, `or` and `not` are written with it.
    If(Box<[Expr; 3]>),
    Call(Box<Expr>, Vec<Expr>),
    /// A primitive by its row in [`crate::natives::PRIMS`]; only the prelude writes these.
    Prim(usize, Vec<Expr>),
    Block(Vec<Item>),
    Fn(FnId),
}

/// What stands on a line of its own, in a block or at the top level.
#[derive(Debug)]
pub enum Item {
    /// `let name = value`; the place is a local or a global.
    Let {
        name: String,
        pos: Pos,
        value: Expr,
        place: Location,
    },
    /// `fn name(…) = body`, and `let name = fn(…) body`.
    Def {
        name: String,
        pos: Pos,
        func: FnId,
        place: Location,
    },
    Expr(Expr),
}

#[derive(Debug)]
pub struct Func {
    /// As tracebacks print it.
    pub name: String,
    pub params: Vec<(String, Pos)>,
    pub body: Expr,
    pub pos: Pos,
    /// Defined at the top level: captures nothing, and every function can refer to it.
    pub top: bool,
    pub prelude: bool,
    /// Where the function around it finds what it captures.
    pub captures: Vec<Location>,
}

impl Func {
    /// The primitive that this function is another name for, if it is.
    pub fn alias(&self) -> Option<usize> {
        let ExprKind::Prim(row, args) = &self.body.kind else { return None };
        let same = |(arg, param): (&Expr, &(String, Pos))| match &arg.kind {
            ExprKind::Name(name) => name.text == param.0,
            _ => false,
        };
        (self.prelude && args.iter().zip(&self.params).all(same)).then_some(*row)
    }
}

#[derive(Debug, Default)]
pub struct Program {
    pub fns: Vec<Func>,
    /// The top level: the prelude's items, then those of the files in their order.
    pub items: Vec<Item>,
    /// Names of the variables of the top level.
    pub globals: Vec<String>,
}
