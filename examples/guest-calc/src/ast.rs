//! The syntax tree: what the parser makes, the resolver completes and lowering reads. Knows nothing of the
//! IR.

use purlin::Pos;
use purlin_dynamic::operators::{Group, Operator};
use purlin_dynamic::{arith::Compare, names, number};

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
    Order(Compare),
    Cons,
    Number(number::Op),
}

/// How tightly `not` binds, and a minus in front.
pub const NOT: u8 = 3;
pub const MINUS: u8 = 8;

pub const OPS: [Operator<Op>; 15] = [
    Operator::new("or", 1, Group::Left, Op::Or),
    Operator::new("and", 2, Group::Left, Op::And),
    Operator::new("==", 4, Group::Never, Op::Equal(true)),
    Operator::new("!=", 4, Group::Never, Op::Equal(false)),
    Operator::new("<", 4, Group::Never, Op::Order(Compare::Less)),
    Operator::new("<=", 4, Group::Never, Op::Order(Compare::LessOrEqual)),
    Operator::new(">", 4, Group::Never, Op::Order(Compare::Greater)),
    Operator::new(">=", 4, Group::Never, Op::Order(Compare::GreaterOrEqual)),
    Operator::new("::", 5, Group::Right, Op::Cons),
    Operator::new("+", 6, Group::Left, Op::Number(number::Op::Add)),
    Operator::new("-", 6, Group::Left, Op::Number(number::Op::Subtract)),
    Operator::new("*", 7, Group::Left, Op::Number(number::Op::Multiply)),
    Operator::new("/", 7, Group::Left, Op::Number(number::Op::Divide)),
    Operator::new("//", 7, Group::Left, Op::Number(number::Op::FloorDivide)),
    Operator::new("%", 7, Group::Left, Op::Number(number::Op::Modulo)),
];

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub pos: Pos,
    /// How many expressions stand inside one another here; bounded, so that later stages may recurse.
    pub height: u32,
}

impl Expr {
    /// The function that it makes.
    pub fn func(&self) -> Option<FnId> {
        if let ExprKind::Fn(func) = self.kind { Some(func) } else { None }
    }
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
    /// `let name = value`; also `fn name(…) = body`, whose value is the function.
    Let {
        name: String,
        pos: Pos,
        value: Expr,
        place: Option<Place>,
    },
    Expr(Expr),
}

impl Item {
    pub fn value(&self) -> &Expr {
        let (Item::Let { value, .. } | Item::Expr(value)) = self;
        value
    }
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
