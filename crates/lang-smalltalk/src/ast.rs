//! The syntax tree of a Smalltalk source, whichever syntax it was written in: SOM's class files, bracket
//! syntax, or Tonel.
//!
//! The tree says what was written. What names mean, and which blocks are control structures, is decided by
//! [`crate::resolve`]. Knows nothing of scopes or classes.

mod dump;
mod print;

use num_bigint::{BigInt, BigUint};
use purlin_base::{Name, Pos};

pub use dump::dump;
pub(crate) use print::literal;
pub use print::{float_text, print};

/// The contents of a source file, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    pub items: Vec<Item>,
}

/// Something at the top level of a file.
#[derive(Clone, Debug)]
pub enum Item {
    Class(Class),
    Extension(Extension),
    /// A statement at top level, which runs by itself.
    Statement(Statement),
    /// Variables that are declared at top level.
    Temporaries(Vec<Ident>),
    /// `Eval [ … ]`: statements that run as one method.
    Eval(Body),
    Namespace(Namespace),
}

/// `Namespace current: A.B [ … ]`
#[derive(Clone, Debug)]
pub struct Namespace {
    pub path: Path,
    pub items: Vec<Item>,
}

/// A name in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: Name,
    pub pos: Pos,
}

/// A name with the namespaces that it is looked up in: `Smalltalk.Foo`. Most have one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// At least one.
    pub parts: Vec<Ident>,
}

impl Path {
    /// Where the path begins.
    pub fn pos(&self) -> Pos {
        self.parts.first().map_or(Pos::NONE, |part| part.pos)
    }

    /// The name, if the path is a single one.
    pub fn single(&self) -> Option<Name> {
        match self.parts[..] {
            [only] => Some(only.name),
            _ => None,
        }
    }
}

/// What a class definition says its superclass is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Superclass {
    /// The class is a root: `nil subclass: Object [ … ]`.
    Nil,
    /// SOM's `Foo = ( … )` and Tonel's definitions without `#superclass`: `Object`.
    Default,
    Named(Path),
}

/// The definition of a class.
#[derive(Clone, Debug)]
pub struct Class {
    pub name: Path,
    pub pos: Pos,
    pub superclass: Superclass,
    pub body: Members,
}

/// `Foo extend [ … ]`, `Foo class extend [ … ]`, and methods at top level, `Foo class >> bar [ … ]`.
#[derive(Clone, Debug)]
pub struct Extension {
    pub class: Path,
    pub pos: Pos,
    /// Whether everything inside belongs to the metaclass.
    pub meta: bool,
    pub body: Members,
}

/// The contents of a class body.
#[derive(Clone, Debug, Default)]
pub struct Members {
    pub fields: Vec<Ident>,
    /// Instance variables of the metaclass.
    pub class_fields: Vec<Ident>,
    pub class_variables: Vec<ClassVariable>,
    /// `<comment: 'text'>` and the like; also Tonel's metadata.
    pub pragmas: Vec<Pragma>,
    pub methods: Vec<Method>,
}

/// `Total := 0.` in a class body: a variable that the class, its subclasses and their instances share.
#[derive(Clone, Debug)]
pub struct ClassVariable {
    pub ident: Ident,
    pub value: Option<Expr>,
}

/// The definition of a method.
#[derive(Clone, Debug)]
pub struct Method {
    pub selector: Name,
    pub pos: Pos,
    /// The class that the text names before `>>`, where that is not the one whose body this is.
    pub owner: Option<Path>,
    pub meta: bool,
    pub parameters: Vec<Ident>,
    pub pragmas: Vec<Pragma>,
    /// SOM's `foo = primitive`: the method is not written in the language.
    pub primitive: bool,
    pub body: Body,
}

/// `<keyword: literal>` in a method or class body.
#[derive(Clone, Debug)]
pub struct Pragma {
    pub selector: Name,
    pub pos: Pos,
    pub arguments: Vec<Expr>,
}

/// Temporaries and statements: of a method, a block, or an `Eval`.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub temporaries: Vec<Ident>,
    pub statements: Vec<Statement>,
}

/// A statement of a body.
#[derive(Clone, Debug)]
pub struct Statement {
    pub expr: Expr,
    /// Whether it is `^ expr`.
    pub returns: bool,
    pub pos: Pos,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub pos: Pos,
    /// How many expressions are nested in each other here: bounds the recursion of whatever walks the tree.
    pub depth: u16,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Name(Path),
    Literal(Literal),
    Assign(Path, Box<Expr>),
    Send(Box<Expr>, Message),
    /// The receiver of all messages, and at least two messages.
    Cascade(Box<Expr>, Vec<Message>),
    Block(Box<Block>),
    /// `{a. b}`
    Brace(Vec<Expr>),
    /// `##(…)`: evaluated when the method is compiled. Its value is that of the last statement.
    Constant(Box<Body>),
}

/// A selector and its arguments.
#[derive(Clone, Debug)]
pub struct Message {
    pub selector: Name,
    pub pos: Pos,
    pub arguments: Vec<Expr>,
}

/// `[:a :b | | t | …]`
#[derive(Clone, Debug)]
pub struct Block {
    pub parameters: Vec<Ident>,
    pub body: Body,
}

/// A literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Nil,
    True,
    False,
    Integer(BigInt),
    Float(Float),
    Scaled(Scaled),
    Char(char),
    String(String),
    Symbol(Name),
    Array(Vec<Literal>),
    Bytes(Vec<u8>),
    /// `#{Foo.Bar}`: the association of a global variable.
    Binding(Path),
}

/// A float literal; the letter of its exponent names its class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Float {
    pub value: f64,
    pub precision: Precision,
}

/// `FloatE`, `FloatD`, `FloatQ`: all of them have 53 bits here and differ only in the letter that prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// `1.5`, and `1.5d0`.
    D,
    /// `1.5e0`
    E,
    /// `1.5q0`
    Q,
}

/// `3.14s2`: a decimal number and how many digits of it print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scaled {
    pub negative: bool,
    /// The number times ten to the power of `decimals`.
    pub unscaled: BigUint,
    pub decimals: u32,
    pub scale: u32,
}

/// How many parameters a method of this selector has.
pub fn arity(selector: &str) -> usize {
    match selector.bytes().next() {
        Some(b) if b.is_ascii_alphabetic() || b == b'_' => selector.bytes().filter(|b| *b == b':').count(),
        Some(_) => 1,
        None => 0,
    }
}
