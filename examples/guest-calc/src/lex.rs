//! Text to tokens. Never fails as a whole: what is no token becomes an error, and lexing continues after it.

use purlin::substrate::literal::{self, Number};
use purlin::{Diagnostic, Pos};

#[derive(Clone, Debug, PartialEq)]
pub enum Tok {
    Int(i64),
    Float(f64),
    Str(String),
    Name(String),
    /// `@name`: a primitive, in the prelude only.
    Prim(String),
    /// A keyword, operator or bracket.
    Sym(&'static str),
    End,
}

#[derive(Clone, Debug)]
pub struct Token {
    pub tok: Tok,
    pub pos: Pos,
    /// Whether the token is the first one on its line.
    pub first: bool,
}

const KEYWORDS: [&str; 11] = ["let", "fn", "if", "then", "else", "and", "or", "not", "true", "false", "nil"];

/// Longer ones stand before those that they begin with.
const SYMBOLS: [&str; 22] = [
    "::", "==", "!=", "<=", ">=", "//", "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "[", "]", "{", "}",
    ",", ";",
];

/// The tokens of `text`, the last of which is [`Tok::End`]. `start` is the position of its first byte.
pub fn lex(text: &str, start: Pos, prelude: bool, errors: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, start, prelude, errors };
    let mut tokens = Vec::new();
    let mut line_start = true;
    loop {
        line_start |= lexer.skip_space();
        let pos = lexer.pos();
        if lexer.at == text.len() {
            tokens.push(Token { tok: Tok::End, pos, first: true });
            return tokens;
        }
        if let Some(tok) = lexer.token() {
            tokens.push(Token { tok, pos, first: std::mem::take(&mut line_start) });
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    start: Pos,
    prelude: bool,
    errors: &'a mut Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn pos(&self) -> Pos {
        self.start.offset(self.at as u32)
    }

    fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(pos, message));
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Spaces and comments; whether a line ended.
    fn skip_space(&mut self) -> bool {
        let mut newline = false;
        while let Some(c) = self.rest().chars().next() {
            if c == '#' {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if c.is_whitespace() {
                newline |= c == '\n';
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
        newline
    }

    /// The bytes from here on for which `f` holds.
    fn take(&mut self, f: impl Fn(char) -> bool) -> String {
        let len = self.rest().find(|c| !f(c)).unwrap_or(self.rest().len());
        let taken = self.rest()[..len].to_string();
        self.at += len;
        taken
    }

    fn token(&mut self) -> Option<Tok> {
        let pos = self.pos();
        let c = self.rest().chars().next()?;
        if c.is_ascii_digit() {
            return Some(self.number(pos));
        }
        if c == '"' {
            return Some(self.string(pos));
        }
        if c.is_alphabetic() || c == '_' {
            let word = self.take(is_word);
            let keyword = KEYWORDS.iter().find(|k| **k == word);
            return Some(keyword.map_or(Tok::Name(word), |k| Tok::Sym(k)));
        }
        if c == '@' && self.prelude {
            self.at += 1;
            return Some(Tok::Prim(self.take(is_word)));
        }
        if let Some(symbol) = SYMBOLS.iter().find(|s| self.rest().starts_with(**s)) {
            self.at += symbol.len();
            return Some(Tok::Sym(symbol));
        }
        self.at += c.len_utf8();
        self.error(pos, format!("unexpected character {c:?}"));
        None
    }

    fn number(&mut self, pos: Pos) -> Tok {
        let (number, len) = literal::number(self.rest());
        self.at += len;
        match number {
            Number::Int(n) if n < 1 << 61 => Tok::Int(n),
            Number::Float(x) => Tok::Float(x),
            Number::Int(_) | Number::TooLarge => {
                self.error(pos, "an integer literal has at most 62 bits; write it as a float");
                Tok::Int(0)
            }
        }
    }

    fn string(&mut self, pos: Pos) -> Tok {
        let quoted = literal::string(self.rest());
        self.at += quoted.len;
        quoted.errors.into_iter().for_each(|(at, message)| self.error(pos.offset(at as u32), message));
        Tok::Str(quoted.value)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
