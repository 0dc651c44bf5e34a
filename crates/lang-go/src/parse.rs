//! The parser: recursive descent over the tokens of one file, in the manner of Go's compiler.
//!
//! Parsing never fails: after an error it goes on at the next token that can follow, so that one run reports up
//! to ten errors in the wording of Go's compiler, and the tree holds [`ExprKind::Bad`] where something is missing.
//! Branch statements are resolved here too (`branches`), as they need nothing but syntax.
//!
//! Knows nothing of scopes, types or other files.

mod branches;
mod decl;
mod expr;
mod params;
mod stmt;
#[cfg(test)]
mod tests;
mod types;

use purlin_base::{Diagnostics, FileId, Interner, Name, Pos, SourceMap};

use crate::ast::{Directive, Expr, ExprId, ExprKind, File, Ident, Ids};
use crate::lex::{Lexer, Tok};

/// How deep things may be nested. Both end in the error "nested too deeply", and nothing after it is read.
pub mod limits {
    /// Expressions in expressions, types in types, statements in statements: how often one of them may contain
    /// another, in any mixture. Bounds the recursion of the parser and of whoever walks the tree.
    pub const MAX_NESTING: u32 = 500;
    /// Nodes on a path from an expression to a leaf. Larger than `MAX_NESTING` because the operators of a chain
    /// (`a + b + …`, `x.f().g()…`) nest to the left without containing each other in the text.
    pub const MAX_HEIGHT: u32 = 10_000;
}

/// Parses one file. Names, ids and errors go to the collections of the compilation that the file belongs to.
pub fn parse_file(
    sources: &SourceMap,
    file: FileId,
    names: &mut Interner,
    ids: &mut Ids,
    diags: &mut Diagnostics,
) -> File {
    let text = sources.text(file);
    let mut parser = Parser {
        sources,
        file,
        base: sources.pos(file, 0),
        text,
        lex: Lexer::new(text.as_bytes()),
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
        tallest: 0,
        guards: Vec::new(),
    };
    parser.next();
    parser.file()
}

struct Parser<'a> {
    sources: &'a SourceMap,
    file: FileId,
    /// Position of the file's first byte.
    base: Pos,
    text: &'a str,
    lex: Lexer<'a>,
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
    /// Height of the tallest expression since someone last asked.
    tallest: u32,
    /// The uses of `.(type)` that no switch has taken, and where they begin.
    guards: Vec<(ExprId, Pos)>,
}

/// The keywords that begin a statement: where parsing goes on after an error inside a function.
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
        if !self.lex.errors.is_empty() {
            for error in std::mem::take(&mut self.lex.errors) {
                let pos = self.base.offset(error.offset as u32);
                self.error_at(pos, error.message);
            }
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

    /// Reads a possibly empty list of what `element` reads, up to and with `close`. The separator may follow the
    /// last element. `element` returns true if nothing may come after it. Returns the position of `close`.
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
        if self.stopped {
            return;
        }
        self.diags.error(pos, message);
        self.reported += 1;
        if self.reported == Diagnostics::MAX_ERRORS {
            self.stop();
        }
    }

    /// Reads no further. All loops end at the end of the text.
    fn stop(&mut self) {
        self.stopped = true;
        self.lex.stop();
    }

    /// An error at the current token. A message that begins with "in", "at", "after" or "expected" says what is wrong
    /// with the token, which is then named before it.
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
        let height = 1 + child_height(&kind);
        self.tallest = self.tallest.max(height);
        if height > limits::MAX_HEIGHT {
            self.too_deep(pos);
        }
        Expr { id: self.ids.expr(), pos, start, height, kind }
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

/// Height of the tallest expression directly under `kind`.
fn child_height(kind: &ExprKind) -> u32 {
    use crate::ast::InterfaceElem;
    let of = |x: &Option<Box<Expr>>| x.as_ref().map_or(0, |x| x.height);
    let all = |list: &[Expr]| list.iter().map(|x| x.height).max().unwrap_or(0);
    match kind {
        ExprKind::Bad | ExprKind::Ident(_) | ExprKind::Literal(_) => 0,
        ExprKind::Composite { ty, elems, .. } => {
            let elem = |e: &crate::ast::Element| e.value.height.max(e.key.as_ref().map_or(0, |k| k.height));
            elems.iter().map(elem).max().unwrap_or(0).max(of(ty))
        }
        // Set by who has read the body.
        ExprKind::Func(_) => 0,
        ExprKind::Paren(x) | ExprKind::TypeGuard(x) | ExprKind::Star(x) | ExprKind::SliceType(x) => x.height,
        ExprKind::Selector { x, .. } | ExprKind::Unary { x, .. } => x.height,
        ExprKind::Index { x, indices } => x.height.max(all(indices)),
        ExprKind::Slice { x, lo, hi, max, .. } => x.height.max(of(lo)).max(of(hi)).max(of(max)),
        ExprKind::TypeAssert { x, ty } => x.height.max(ty.height),
        ExprKind::Call { func, args, .. } => func.height.max(all(args)),
        ExprKind::Binary { x, y, .. } => x.height.max(y.height),
        ExprKind::ArrayType { len, elem } => elem.height.max(of(len)),
        ExprKind::MapType { key, value } => key.height.max(value.height),
        ExprKind::ChanType { elem, .. } => elem.height,
        ExprKind::StructType(fields) => fields.iter().map(|f| f.ty.height).max().unwrap_or(0),
        ExprKind::FuncType(ty) => params::height(ty),
        ExprKind::InterfaceType(elems) => {
            let elem = |e: &InterfaceElem| match e {
                InterfaceElem::Method { ty, .. } => params::height(ty),
                InterfaceElem::Embedded(x) => x.height,
            };
            elems.iter().map(elem).max().unwrap_or(0)
        }
    }
}
