//! The parser: recursive descent over the tokens of one file.
//!
//! Parsing never fails: after an error it resumes at the next statement, method or definition, so that one
//! run reports several errors and a statement that is wrong takes no other with it. Knows nothing of scopes
//! or other files.

mod bracket;
mod expr;
mod literal;
mod method;
mod som;
#[cfg(test)]
pub(crate) mod tests;
mod tonel;

use purlin_base::map::HashSet;
use purlin_base::{Diagnostics, FileId, Interner, Name, Pos, SourceMap};

use crate::ast::{Ident, Unit};
use crate::lex::{Dialect, Tok, Token, UNPAIRED, lex, pairs};

/// How deep things may be nested, which ends in an error, and how many errors are reported.
pub(crate) mod limits {
    /// Expressions and literals in brackets: bounds the recursion of the parser.
    pub(crate) const MAX_NESTING: u32 = 500;
    /// See [`crate::ast::Expr::depth`]. More than `MAX_NESTING` because messages that follow each other
    /// nest to the left without brackets. Bounds the recursion of other stages.
    pub(crate) const MAX_DEPTH: u16 = 1_000;
    /// More errors in one file than this are not looked for.
    pub(crate) const MAX_ERRORS: u32 = 1_000;
}

/// The syntax of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A class file of SOM: `Name = Super ( … )`.
    Som,
    /// Classes in brackets and statements at top level.
    Bracket,
    /// A class file as Pharo's tools store them.
    Tonel,
}

impl Syntax {
    /// The syntax of a file, by its name and, where its name leaves two, by its text.
    pub fn of(file: &str, text: &str) -> Syntax {
        if file.ends_with(".som") {
            Syntax::Som
        } else if tonel::begins(text) {
            Syntax::Tonel
        } else {
            Syntax::Bracket
        }
    }

    fn dialect(self) -> Dialect {
        match self {
            Syntax::Som => Dialect::Som,
            Syntax::Bracket | Syntax::Tonel => Dialect::Smalltalk80,
        }
    }
}

/// Parses one file. Names and errors go to the collections of the compilation that it belongs to. Callers
/// run on a [deep stack](purlin_base::on_deep_stack).
pub fn parse_file(
    sources: &SourceMap,
    file: FileId,
    syntax: Syntax,
    names: &mut Interner,
    diags: &mut Diagnostics,
) -> Unit {
    let mut parser = Parser::new(sources, file, syntax, names, diags);
    match syntax {
        Syntax::Som => parser.som_file(),
        Syntax::Bracket => parser.bracket_file(),
        Syntax::Tonel => parser.tonel_file(),
    }
}

/// An error has been reported, and what was being parsed is left out of the tree.
#[derive(Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    /// Position of the file's first byte.
    base: Pos,
    text: &'a str,
    dialect: Dialect,
    tokens: Vec<Token>,
    /// The partners of brackets, by the indices of tokens.
    pairs: Vec<u32>,
    at: usize,
    /// The index of the token that ends the innermost construct: its closing bracket, or the end of the
    /// file.
    end: usize,
    nesting: u32,
    /// Whether a pragma is being parsed, which `>` ends.
    in_pragma: bool,
    names: &'a mut Interner,
    diags: &'a mut Diagnostics,
    errors: u32,
    /// Where lines end, as offsets.
    newlines: Vec<u32>,
    /// The lines that have an error: there is at most one a line.
    wrong_lines: HashSet<usize>,
}

impl<'a> Parser<'a> {
    fn new(
        sources: &'a SourceMap,
        file: FileId,
        syntax: Syntax,
        names: &'a mut Interner,
        diags: &'a mut Diagnostics,
    ) -> Parser<'a> {
        let (base, text) = (sources.pos(file, 0), &**sources.text(file));
        let (tokens, errors) = lex(text, syntax.dialect());
        let (pairs, end) = (pairs(&tokens, text), tokens.len() - 1);
        let mut parser = Parser {
            base,
            text,
            dialect: syntax.dialect(),
            tokens,
            pairs,
            at: 0,
            end,
            nesting: 0,
            in_pragma: false,
            names,
            diags,
            errors: 0,
            newlines: text.bytes().zip(0..).filter(|(b, _)| *b == b'\n').map(|(_, at)| at).collect(),
            wrong_lines: HashSet::default(),
        };
        for (offset, message) in errors {
            parser.error_at(offset, message);
        }
        parser
    }

    // Tokens --------------------------------------------------------------------------------------------

    /// The kind of the token that is `n` ahead.
    fn ahead(&self, n: usize) -> Tok {
        self.tokens.get(self.at + n).map_or(Tok::Eof, |t| t.tok)
    }

    fn tok(&self) -> Tok {
        self.ahead(0)
    }

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn text_ahead(&self, n: usize) -> &'a str {
        self.tokens.get(self.at + n).map_or("", |t| &self.text[t.start as usize..t.end as usize])
    }

    /// The text of the current token.
    fn word(&self) -> &'a str {
        self.text_ahead(0)
    }

    fn is_binary(&self, n: usize, text: &str) -> bool {
        self.ahead(n) == Tok::Binary && self.text_ahead(n) == text
    }

    fn pos(&self) -> Pos {
        self.base.offset(self.token().start)
    }

    fn at_end(&self) -> bool {
        self.at >= self.end
    }

    /// Goes to the next token, at most to the end of the innermost construct.
    fn next(&mut self) {
        if self.at < self.end {
            self.at += 1;
        }
    }

    fn eat(&mut self, tok: Tok) -> bool {
        let is = self.tok() == tok && !self.at_end();
        if is {
            self.next();
        }
        is
    }

    /// Whether nothing stands between a token ahead and the one before it.
    fn adjacent(&self, n: usize) -> bool {
        let Some(before) = (self.at + n).checked_sub(1) else { return false };
        match (self.tokens.get(before), self.tokens.get(before + 1)) {
            (Some(before), Some(token)) => before.end == token.start,
            _ => false,
        }
    }

    fn bar_ahead(&self, bar: char) -> bool {
        self.tok() == Tok::Binary && self.word().starts_with(bar) && !self.at_end()
    }

    /// Takes a single `|` or `>`, also from the beginning of a longer operator.
    fn eat_bar(&mut self, bar: char) -> bool {
        let is = self.bar_ahead(bar);
        if is && self.word().len() > 1 {
            self.tokens[self.at].start += 1;
        } else if is {
            self.next();
        }
        is
    }

    /// The current token as a name; the caller knows that it is one.
    fn ident(&mut self) -> Ident {
        let ident = Ident { name: self.names.intern(self.word()), pos: self.pos() };
        self.next();
        ident
    }

    fn name(&mut self, what: &str) -> Parsed<Ident> {
        if self.tok() == Tok::Name && !self.at_end() { Ok(self.ident()) } else { self.expected(what) }
    }

    fn intern(&mut self, text: &str) -> Name {
        self.names.intern(text)
    }

    // Brackets ------------------------------------------------------------------------------------------

    /// The index of the partner of the bracket at the current token.
    fn partner(&self) -> Option<usize> {
        let partner = self.pairs[self.at];
        // Beyond the innermost construct there is nothing to look for.
        (partner != UNPAIRED).then_some(partner as usize).filter(|p| *p > self.at && *p <= self.end)
    }

    /// Parses what stands in the brackets that begin at the current token, which is left behind the closing
    /// one.
    fn within<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let Some(partner) = self.partner() else {
            let message = format!("{} is not closed", self.word());
            return self.fail(message);
        };
        if self.nesting >= limits::MAX_NESTING {
            return self.fail("this is nested too deeply");
        }
        let outer = std::mem::replace(&mut self.end, partner);
        self.nesting += 1;
        self.at += 1;
        let result = inside(self);
        let result = match result {
            Ok(_) if self.at < partner => {
                let message = format!("expected {}", closer_text(self.tokens[partner].tok));
                self.fail(message)
            }
            result => result,
        };
        self.nesting -= 1;
        self.end = outer;
        // After an error too: what is inside of it belongs to no other construct.
        self.at = partner;
        self.next();
        result
    }

    // Errors --------------------------------------------------------------------------------------------

    fn error_at(&mut self, offset: u32, message: impl Into<String>) {
        let line = self.newlines.partition_point(|end| *end < offset);
        if self.errors < limits::MAX_ERRORS && self.wrong_lines.insert(line) {
            self.diags.error(self.base.offset(offset), message);
            self.errors += 1;
        }
        if self.errors >= limits::MAX_ERRORS {
            self.at = self.end;
        }
    }

    fn error(&mut self, message: impl Into<String>) {
        self.error_at(self.token().start, message);
    }

    fn fail<T>(&mut self, message: impl Into<String>) -> Parsed<T> {
        self.error(message);
        Err(Failed)
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = match self.tok() {
            Tok::Eof => "the end of the file".into(),
            _ => self.word().chars().take(40).collect::<String>(),
        };
        self.fail(format!("expected {what}, found {found}"))
    }

    /// Skips a token, or all that is in brackets.
    fn skip_group(&mut self) {
        self.at = self.partner().unwrap_or(self.at).max(self.at);
        self.next();
    }

    /// Skips the rest of a statement, with its period.
    fn skip_statement(&mut self) {
        while !self.at_end() {
            if matches!(self.tok(), Tok::Period | Tok::Bang) {
                self.next();
                return;
            }
            self.skip_group();
        }
    }

    /// Skips the rest of a member of a class: up to a period or the end of what is in brackets of this
    /// kind.
    fn skip_member(&mut self, opener: Tok) {
        while !self.at_end() {
            let (ends, paired) = (self.tok() == opener, self.partner().is_some());
            let period = self.tok() == Tok::Period;
            self.skip_group();
            if ends && paired || period {
                return;
            }
        }
    }
}

/// A closing bracket as it is written.
fn closer_text(tok: Tok) -> &'static str {
    match tok {
        Tok::Rparen => ")",
        Tok::Rbrack => "]",
        _ => "}",
    }
}
