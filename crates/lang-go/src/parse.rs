//! The parser: recursive descent over the tokens of one file, in the manner of Go's compiler.
//!
//! Parsing never fails: after an error it continues at the next token that can follow, so that one run
//! reports many errors in the wording of Go's compiler, and the tree holds [`ExprKind::Bad`] where
//! something is missing. Branch statements are resolved here too (`branches`), as they need nothing but
//! syntax.
//!
//! Knows nothing of scopes, types or other files.

mod branches;
mod decl;
mod directives;
mod expr;
mod params;
mod stmt;
#[cfg(test)]
mod tests;
mod types;

use purlin_base::{Diagnostics, FileId, Interner, Name, Pos, SourceMap};

use crate::ast::{
    Block, Directive, Element, Expr, ExprId, ExprKind, Extent, File, FuncType, Ident, Ids, InterfaceElem,
    Linkname, Stmt,
};
use crate::budget;
use crate::cover::FileCover;
use crate::lex::{Lexer, Tok};

/// How deep things may be nested, which ends in the error "nested too deeply", and how many errors are told.
/// Nothing after that is read.
pub(crate) mod limits {
    /// Expressions in expressions, types in types, statements in statements: how often one of them may
    /// contain another, in any mixture. Bounds the recursion of the parser.
    pub(crate) const MAX_NESTING: u32 = 500;
    /// See `Extent::depth`. More than `MAX_NESTING` because selectors, calls and indices that follow each
    /// other (`x.f().g()…`) nest to the left without containing each other in the text. Bounds the recursion
    /// of others.
    pub(crate) const MAX_DEPTH: u16 = 1_000;
    /// See `Extent::height`: how long a chain of binary operators may be. Bounds the recursion of dropping a
    /// tree.
    pub(crate) const MAX_HEIGHT: u16 = 10_000;
    /// More errors in one file than this are not looked for.
    pub(crate) const MAX_ERRORS: usize = 1000;
}

/// Which bodies of declared functions are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bodies {
    /// Bodies of a program, which may be wrong.
    Now,
    /// Bodies of the library, which is gofmt's and right: see [`parse_body`].
    Later,
}

/// Parses one file. Names, ids and errors go to the collections of the compilation that the file belongs to.
/// What `cover` is given, which is for the whole file, counts when it runs.
pub(crate) fn parse_file(
    sources: &SourceMap,
    file: FileId,
    names: &mut Interner,
    ids: &mut Ids,
    diags: &mut Diagnostics,
    bodies: Bodies,
    cover: Option<&mut FileCover>,
) -> File {
    let lex = Lexer::new(sources.text(file).as_bytes());
    let mut parser = Parser::new(sources, file, lex, names, ids, diags);
    parser.bodies = bodies;
    parser.cover = cover;
    parser.counted = bodies == Bodies::Now;
    parser.afford(parser.text.len() as u64 * budget::SOURCE_BYTE);
    parser.next();
    parser.file()
}

/// Parses the body of a function declared in `file` that was left for later; `pos` is that of its `{`.
pub(crate) fn parse_body(
    sources: &SourceMap,
    file: FileId,
    pos: Pos,
    names: &mut Interner,
    ids: &mut Ids,
    diags: &mut Diagnostics,
) -> Block {
    let offset = pos.0 - sources.pos(file, 0).0;
    let lex = Lexer::inside(sources.text(file).as_bytes(), offset as usize);
    let mut parser = Parser::new(sources, file, lex, names, ids, diags);
    parser.next();
    parser.func_body()
}

impl<'a> Parser<'a> {
    fn new(
        sources: &'a SourceMap,
        file: FileId,
        lex: Lexer<'a>,
        names: &'a mut Interner,
        ids: &'a mut Ids,
        diags: &'a mut Diagnostics,
    ) -> Parser<'a> {
        Parser {
            sources,
            file,
            base: sources.pos(file, 0),
            text: sources.text(file),
            lex,
            bodies: Bodies::Now,
            cover: None,
            in_const: false,
            counted: false,
            blank: names.intern("_"),
            names,
            ids,
            diags,
            errors: 0,
            reported: 0,
            last_line: 0,
            stopped: false,
            functions: 0,
            braces: 0,
            depth: 0,
            tallest: Extent::default(),
            guards: Vec::new(),
            settled: 0,
            taken: Vec::new(),
            misplaced: Vec::new(),
            embeds: Vec::new(),
            restricted: Vec::new(),
            linknames: Vec::new(),
            exprs: Vec::new(),
            elems: Vec::new(),
            stmts: Vec::new(),
        }
    }
}

struct Parser<'a> {
    sources: &'a SourceMap,
    file: FileId,
    /// Position of the file's first byte.
    base: Pos,
    text: &'a str,
    lex: Lexer<'a>,
    bodies: Bodies,
    /// Inserts counters in functions, if coverage is wanted.
    cover: Option<&'a mut FileCover>,
    /// Inside the value of a constant, where nothing can be counted.
    in_const: bool,
    /// Whether its tokens count against the budget.
    counted: bool,
    /// The name `_`.
    blank: Name,
    names: &'a mut Interner,
    ids: &'a mut Ids,
    diags: &'a mut Diagnostics,
    /// Errors so far, and how many of them were handed on.
    errors: u32,
    reported: usize,
    /// Line of the last syntax error: there is at most one a line.
    last_line: u32,
    /// No more tokens and no more errors.
    stopped: bool,
    /// Function bodies around the current token.
    functions: u32,
    /// Negative in the header of a statement, where `{` opens the statement's block; each bracket adds one.
    braces: i32,
    depth: u32,
    /// The largest expression since someone last asked.
    tallest: Extent,
    /// The uses of `.(type)` that no switch has taken, and where they begin.
    guards: Vec<(ExprId, Pos)>,
    /// How many of the lexer's directives were seen to belong to something or to nothing.
    settled: usize,
    /// The directives of the declaration that begins.
    taken: Vec<(Pos, &'a str)>,
    /// What is wrong with directives, for [`File::misplaced`].
    misplaced: Vec<(Pos, String)>,
    /// Variables to embed files in, and what is wrong with that.
    embeds: Vec<(Pos, &'static str)>,
    /// For [`File::restricted`].
    restricted: Vec<(Pos, String)>,
    linknames: Vec<Linkname>,
    /// What has been read of the lists around the current token, so that a list takes no more memory than it
    /// needs: most are short, and trees are most of what a large program's front end allocates.
    exprs: Vec<Expr>,
    elems: Vec<Element>,
    stmts: Vec<Stmt>,
}

/// The keywords that begin a statement: where parsing continues after an error inside a function.
const STATEMENT_STARTS: u64 = Tok::Break.bit()
    | Tok::Const.bit()
    | Tok::Continue.bit()
    | Tok::Defer.bit()
    | Tok::Fallthrough.bit()
    | Tok::For.bit()
    | Tok::Go.bit()
    | Tok::Goto.bit()
    | Tok::If.bit()
    | Tok::Return.bit()
    | Tok::Select.bit()
    | Tok::Switch.bit()
    | Tok::Type.bit()
    | Tok::Var.bit();

// Tokens ------------------------------------------------------------------------------------------------

impl<'a> Parser<'a> {
    fn next(&mut self) {
        if self.stopped {
            return;
        }
        self.lex.next();
        if self.counted {
            self.afford(budget::TOKEN);
        }
        if !self.lex.errors.is_empty() {
            for error in std::mem::take(&mut self.lex.errors) {
                let pos = self.base.offset(error.offset as u32);
                self.error_at(pos, error.message);
            }
        }
    }

    /// Reads no further if this is more than may be built. The caller reports that.
    fn afford(&mut self, bytes: u64) {
        let pos = self.pos();
        if !self.stopped && !self.ids.budget.take(bytes, pos) {
            self.stop();
        }
    }

    fn at(&self, tok: Tok) -> bool {
        self.lex.tok == tok
    }

    fn at_any(&self, toks: &[Tok]) -> bool {
        toks.contains(&self.lex.tok)
    }

    /// Position of the current token.
    fn pos(&self) -> Pos {
        self.base.offset(self.lex.start as u32)
    }

    /// Text of the current token.
    fn token_text(&self) -> &'a str {
        self.text.get(self.lex.start..self.lex.end).unwrap_or("")
    }

    fn got(&mut self, tok: Tok) -> bool {
        let yes = self.at(tok);
        if yes {
            self.next();
        }
        yes
    }

    fn want(&mut self, tok: Tok) {
        if !self.got(tok) {
            self.syntax_error(&format!("expected {}", tok.describe()));
            self.skip_one();
        }
    }

    /// `=`; takes `:=` for it after a complaint.
    fn got_assign(&mut self) -> bool {
        if self.at(Tok::Define) {
            self.syntax_error("expected =");
        }
        self.got(Tok::Define) || self.got(Tok::Assign)
    }

    fn skip_one(&mut self) {
        if !self.at(Tok::Eof) {
            self.next();
        }
    }

    /// Skips to one of `follow`, or inside functions to a keyword that begins a statement.
    fn skip_to(&mut self, follow: &[Tok]) {
        let starts = if self.functions > 0 { STATEMENT_STARTS } else { 0 };
        let set = follow.iter().fold(starts | Tok::Eof.bit(), |set, tok| set | tok.bit());
        while set & self.lex.tok.bit() == 0 {
            self.next();
        }
    }

    /// Reads a possibly empty list of what `element` reads, up to and with `close`. The separator may follow
    /// the last element. `element` returns true if nothing may come after it. Returns the position of
    /// `close`.
    fn list(
        &mut self,
        context: &str,
        separator: Tok,
        close: Tok,
        mut element: impl FnMut(&mut Self) -> bool,
    ) -> Pos {
        let mut done = false;
        while !done && !self.at(Tok::Eof) && !self.at(close) {
            done = element(self);
            if !self.got(separator) && !self.at(close) {
                let (separator, close_text) = (separator.describe(), close.describe());
                self.syntax_error(&format!("in {context}; possibly missing {separator} or {close_text}"));
                self.skip_to(&[Tok::Rparen, Tok::Rbrack, Tok::Rbrace]);
                if !self.at(close) {
                    return self.pos();
                }
            }
        }
        let pos = self.pos();
        self.want(close);
        pos
    }
}

// Errors ------------------------------------------------------------------------------------------------

impl Parser<'_> {
    fn error_at(&mut self, pos: Pos, message: impl Into<String>) {
        self.errors += 1;
        self.report(pos, message);
    }

    /// Hands an error on that says nothing about the syntax around it.
    fn report(&mut self, pos: Pos, message: impl Into<String>) {
        if self.stopped {
            return;
        }
        self.diags.error(pos, message);
        self.reported += 1;
        if self.reported == limits::MAX_ERRORS {
            self.stop();
        }
    }

    /// Reads no further. All loops end at the end of the text.
    fn stop(&mut self) {
        self.stopped = true;
        self.lex.stop();
    }

    /// An error at the current token. A message that begins with "in", "at", "after" or "expected" says what
    /// is wrong with the token, which is then named before it.
    fn syntax_error(&mut self, message: &str) {
        self.syntax_error_at(self.pos(), message);
    }

    fn syntax_error_at(&mut self, pos: Pos, message: &str) {
        if self.at(Tok::Eof) && self.errors > 0 {
            return;
        }
        self.errors += 1;
        let line = self.sources.line_col(pos).map_or(0, |at| at.line);
        if line != 0 && line == self.last_line {
            return;
        }
        self.last_line = line;
        let relative = ["in ", "at ", "after "].iter().any(|start| message.starts_with(start));
        let text = if relative {
            format!("syntax error: unexpected {} {message}", self.token_description())
        } else if message.starts_with("expected ") {
            format!("syntax error: unexpected {}, {message}", self.token_description())
        } else {
            format!("syntax error: {message}")
        };
        self.error_at(pos, text);
    }

    fn token_description(&self) -> String {
        /// A literal can be as long as the source.
        const SHOWN: usize = 100;
        match self.lex.tok {
            Tok::Name => format!("name {}", self.token_text()),
            Tok::Semi => self.lex.semi.text().into(),
            Tok::Literal if self.token_text().len() > SHOWN => {
                let head: String = self.token_text().chars().take(SHOWN).collect();
                format!("literal {head}…")
            }
            Tok::Literal => format!("literal {}", self.token_text()),
            Tok::Operator => self.lex.op.text().into(),
            Tok::AssignOp => format!("{}=", self.lex.op.text()),
            Tok::IncOp => format!("{0}{0}", self.lex.op.text()),
            tok => tok.describe(),
        }
    }

    /// Runs `parse` one level deeper, or gives up on the file if that is too deep.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> T, too_deep: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth == limits::MAX_NESTING {
            self.too_deep(self.pos());
            return too_deep(self);
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&mut self, pos: Pos) {
        self.error_at(pos, "nested too deeply");
        self.stop();
    }
}

// Nodes -------------------------------------------------------------------------------------------------

impl Parser<'_> {
    fn expr_node(&mut self, pos: Pos, start: Pos, kind: ExprKind) -> Expr {
        let extent = extent(&kind);
        self.expr_node_of(pos, start, kind, extent)
    }

    fn expr_node_of(&mut self, pos: Pos, start: Pos, kind: ExprKind, extent: Extent) -> Expr {
        self.tallest = self.tallest.max(extent);
        if extent.height > limits::MAX_HEIGHT || extent.depth > limits::MAX_DEPTH {
            self.too_deep(pos);
        }
        Expr { id: self.ids.expr(), pos, start, extent, kind }
    }

    /// Stands at the current token for an expression that is not there.
    fn bad_expr(&mut self) -> Expr {
        self.bad_expr_at(self.pos())
    }

    fn bad_expr_at(&mut self, pos: Pos) -> Expr {
        self.expr_node(pos, pos, ExprKind::Bad)
    }

    fn ident_expr(&mut self, ident: Ident) -> Expr {
        self.expr_node(ident.pos, ident.pos, ExprKind::Ident(ident))
    }

    /// A `_` that is not in the source.
    fn blank_ident(&mut self, pos: Pos) -> Ident {
        Ident { id: self.ids.ident(), pos, name: self.blank }
    }

    fn ident(&mut self) -> Ident {
        let pos = self.pos();
        if !self.at(Tok::Name) {
            self.syntax_error("expected name");
            self.skip_one();
            return self.blank_ident(pos);
        }
        let name = self.names.intern(self.token_text());
        self.next();
        Ident { id: self.ids.ident(), pos, name }
    }

    /// The names after `first`, which has been read.
    fn ident_list(&mut self, first: Ident) -> Vec<Ident> {
        let mut list = vec![first];
        while self.got(Tok::Comma) {
            list.push(self.ident());
        }
        list
    }

    fn directives(&self) -> Vec<Directive> {
        let ranges = self.lex.directives.iter();
        ranges
            .map(|&(from, to)| Directive {
                pos: self.base.offset(from as u32),
                text: self.text.get(from..to).unwrap_or("").into(),
            })
            .collect()
    }
}

/// How far an expression of this kind reaches down. Of a function literal only its type counts here.
fn extent(kind: &ExprKind) -> Extent {
    match kind {
        // The left operand of a chain is walked in a loop.
        ExprKind::Binary { x, y, .. } if matches!(x.kind, ExprKind::Binary { .. }) => {
            let height = x.extent.plus_one().height;
            Extent { height, depth: x.extent.depth }.max(y.extent.plus_one())
        }
        _ => largest_child(kind).plus_one(),
    }
}

fn largest_child(kind: &ExprKind) -> Extent {
    let optional = |x: &Option<Box<Expr>>| x.as_ref().map_or(Extent::default(), |x| x.extent);
    match kind {
        ExprKind::Bad | ExprKind::Ident(_) | ExprKind::Literal(_) => Extent::default(),
        ExprKind::Composite { ty, elems, .. } => {
            let keys = elems.iter().filter_map(|e| e.key.as_deref());
            optional(ty).max(largest(keys)).max(largest(elems.iter().map(|e| &e.value)))
        }
        ExprKind::Func(lit) => func_extent(&lit.ty),
        ExprKind::Paren(x) | ExprKind::TypeGuard(x) | ExprKind::Star(x) | ExprKind::SliceType(x) => x.extent,
        ExprKind::Selector { x, .. } | ExprKind::Unary { x, .. } => x.extent,
        ExprKind::Index { x, indices } => x.extent.max(largest(indices)),
        ExprKind::Slice { x, lo, hi, max, .. } => {
            x.extent.max(optional(lo)).max(optional(hi)).max(optional(max))
        }
        ExprKind::TypeAssert { x, ty } => x.extent.max(ty.extent),
        ExprKind::Call { func, args, .. } => func.extent.max(largest(args)),
        ExprKind::Binary { x, y, .. } => x.extent.max(y.extent),
        ExprKind::ArrayType { len, elem } => elem.extent.max(optional(len)),
        ExprKind::MapType { key, value } => key.extent.max(value.extent),
        ExprKind::ChanType { elem, .. } => elem.extent,
        ExprKind::StructType(fields) => largest(fields.iter().map(|f| &f.ty)),
        ExprKind::FuncType(ty) => func_extent(ty),
        ExprKind::InterfaceType(elems) => {
            let elems = elems.iter().map(|e| match e {
                InterfaceElem::Method { ty, .. } => func_extent(ty),
                InterfaceElem::Embedded(x) => x.extent,
            });
            elems.fold(Extent::default(), Extent::max)
        }
    }
}

fn largest<'x>(list: impl IntoIterator<Item = &'x Expr>) -> Extent {
    list.into_iter().fold(Extent::default(), |max, x| max.max(x.extent))
}

fn func_extent(ty: &FuncType) -> Extent {
    largest(ty.params.iter().chain(&ty.results).map(|p| &p.ty))
}
