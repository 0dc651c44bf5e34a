//! Text to tokens. What is no token becomes an error, and lexing continues after it.

use purlin::substrate::literal::{self, Number};
use purlin::{Diagnostic, Pos};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tok {
    Int(i64),
    Float(f64),
    Str(String),
    Name(String),
    /// A keyword, an operator or a bracket.
    Sym(&'static str),
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) tok: Tok,
    pub(crate) pos: Pos,
    /// Whether the token is the first one on its line.
    pub(crate) first: bool,
}

const KEYWORDS: [&str; 11] =
    ["fn", "let", "if", "else", "while", "return", "and", "or", "not", "true", "false"];
/// A symbol stands before those that it begins with.
const SYMBOLS: [&str; 20] =
    ["->", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "{", "}", ",", ":", ";"];

/// The tokens of `text`, the last of which is [`Tok::End`]. `start` is the position of the first byte.
pub(crate) fn lex(text: &str, start: Pos, errors: &mut Vec<Diagnostic>) -> Vec<Token> {
    let (mut tokens, mut at, mut first) = (Vec::new(), 0, true);
    while let Some(c) = text[at..].chars().next() {
        let (rest, pos) = (&text[at..], start.offset(at as u32));
        let span = |keep: &dyn Fn(char) -> bool| rest.find(|c| !keep(c)).unwrap_or(rest.len());
        let symbol = SYMBOLS.iter().find(|s| rest.starts_with(**s));
        let (tok, len) = match c {
            '#' => (None, span(&|c| c != '\n')),
            '"' => string(rest, pos, errors),
            _ if c.is_whitespace() => (None, c.len_utf8()),
            _ if c.is_ascii_digit() => number(rest, pos, errors),
            _ if c.is_alphabetic() || c == '_' => {
                let len = span(&|c| c.is_alphanumeric() || c == '_');
                let keyword = KEYWORDS.iter().find(|k| **k == &rest[..len]);
                (Some(keyword.map_or_else(|| Tok::Name(rest[..len].into()), |k| Tok::Sym(k))), len)
            }
            _ if symbol.is_some() => (symbol.map(|s| Tok::Sym(s)), symbol.map_or(1, |s| s.len())),
            _ => {
                errors.push(Diagnostic::error(pos, format!("unexpected character {c:?}")));
                (None, c.len_utf8())
            }
        };
        first |= c == '\n';
        if let Some(tok) = tok {
            tokens.push(Token { tok, pos, first: std::mem::take(&mut first) });
        }
        at += len;
    }
    tokens.push(Token { tok: Tok::End, pos: start.offset(at as u32), first: true });
    tokens
}

fn number(rest: &str, pos: Pos, errors: &mut Vec<Diagnostic>) -> (Option<Tok>, usize) {
    let (number, len) = literal::number(rest);
    let tok = match number {
        Number::Int(n) => Tok::Int(n),
        Number::Float(x) => Tok::Float(x),
        Number::TooLarge => {
            errors.push(Diagnostic::error(pos, "this integer does not fit 64 bits"));
            Tok::Int(0)
        }
    };
    (Some(tok), len)
}

fn string(rest: &str, pos: Pos, errors: &mut Vec<Diagnostic>) -> (Option<Tok>, usize) {
    let quoted = literal::string(rest);
    errors.extend(quoted.errors.iter().map(|e| Diagnostic::error(pos.offset(e.0 as u32), e.1)));
    (Some(Tok::Str(quoted.value)), quoted.len)
}
