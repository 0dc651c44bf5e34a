//! Text to tokens. Never fails as a whole: what is no token becomes an error, and lexing goes on behind it.

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
    /// It is the first on its line.
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
        let digit = |c: Option<&u8>| c.is_some_and(u8::is_ascii_digit);
        let mut text = self.take(|c| c.is_ascii_digit() || c == '_');
        let whole = text.len();
        if self.rest().starts_with('.') && digit(self.rest().as_bytes().get(1)) {
            self.at += 1;
            text = format!("{text}.{}", self.take(|c| c.is_ascii_digit()));
        }
        let rest = self.rest().as_bytes();
        let sign = usize::from(matches!(rest.get(1), Some(b'+' | b'-')));
        if self.rest().starts_with(['e', 'E']) && digit(rest.get(1 + sign)) {
            text.push_str(&self.rest()[..1 + sign]);
            self.at += 1 + sign;
            text.push_str(&self.take(|c| c.is_ascii_digit()));
        }
        let is_float = text.len() > whole;
        text.retain(|c| c != '_');
        match text.parse::<i64>() {
            Ok(n) if n < 1 << 62 => Tok::Int(n),
            _ if is_float => Tok::Float(text.parse().unwrap_or(f64::INFINITY)),
            _ => {
                self.error(pos, "an integer literal has at most 62 bits; write it as a float");
                Tok::Int(0)
            }
        }
    }

    fn string(&mut self, pos: Pos) -> Tok {
        let mut out = String::new();
        self.at += 1;
        loop {
            let escape = self.pos();
            let mut chars = self.rest().chars();
            let (c, next) = (chars.next(), chars.next());
            self.at += c.map_or(0, char::len_utf8);
            match c {
                Some('"') => return Tok::Str(out),
                None | Some('\n') => {
                    self.error(pos, "the string does not end on its line");
                    return Tok::Str(out);
                }
                Some('\\') => match next.and_then(|c| "nt\\\"".find(c)) {
                    Some(n) => {
                        out.push(['\n', '\t', '\\', '"'][n]);
                        self.at += 1;
                    }
                    None => self.error(escape, "unknown escape (there are \\n \\t \\\\ \\\")"),
                },
                Some(c) => out.push(c),
            }
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
