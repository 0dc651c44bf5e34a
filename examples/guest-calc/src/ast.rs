//! The syntax tree: what the parser makes, the resolver completes and lowering reads. Knows nothing of the
//! IR.

use purlin::Pos;
use purlin_dynamic::{arith, names, number};

/// A function of the program, by its place in [`Program::fns`].
pub type FnId = usize;

/// What is the same in every function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// A variable of the top level.
    Global(u32),
    /// A function without captures.
    Func(FnId),
}

pub type Place = names::Place<Fixed>;

/// A name in an expression.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    /// Set by the resolver.
    pub place: Option<Place>,
    /// The function that the name stands for, where that is known.
    pub known: Option<FnId>,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Or,
    And,
    /// Whether two values are equal, or whether they are not.
    Equal(bool),
    Order(arith::Compare),
    Cons,
    Number(number::Op),
}

/// How tightly comparisons bind.
pub const COMPARISON: u8 = 4;

/// Text, how tightly it binds (3 is `not`), operator.
pub const OPS: [(&str, u8, Op); 15] = [
    ("or", 1, Op::Or),
    ("and", 2, Op::And),
    ("==", COMPARISON, Op::Equal(true)),
    ("!=", COMPARISON, Op::Equal(false)),
    ("<", COMPARISON, Op::Order(arith::Compare::Less)),
    ("<=", COMPARISON, Op::Order(arith::Compare::LessOrEqual)),
    (">", COMPARISON, Op::Order(arith::Compare::Greater)),
    (">=", COMPARISON, Op::Order(arith::Compare::GreaterOrEqual)),
    ("::", 5, Op::Cons),
    ("+", 6, Op::Number(number::Op::Add)),
    ("-", 6, Op::Number(number::Op::Subtract)),
    ("*", 7, Op::Number(number::Op::Multiply)),
    ("/", 7, Op::Number(number::Op::Divide)),
    ("//", 7, Op::Number(number::Op::FloorDivide)),
    ("%", 7, Op::Number(number::Op::Modulo)),
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

/// What stands on a line of its own, in a block or at the top level. Places are the resolver's.
#[derive(Debug)]
pub enum Item {
    /// `let name = value`
    Let {
        name: String,
        pos: Pos,
        value: Expr,
        place: Option<Place>,
    },
    /// `fn name(…) = body`, and `let name = fn(…) body`.
    Def {
        name: String,
        pos: Pos,
        func: FnId,
        place: Option<Place>,
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
    pub captures: Vec<Place>,
}

impl Func {
    /// The primitive that this function is another name for, if it is.
    pub fn alias(&self) -> Option<usize> {
        let ExprKind::Prim(row, args) = &self.body.kind else { return None };
        let same = |(arg, param): (&Expr, &(String, Pos))| matches!(&arg.kind, ExprKind::Name(name) if name.text == param.0);
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
