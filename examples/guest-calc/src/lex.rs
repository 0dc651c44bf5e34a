//! The words and literals of Calc.

use std::fmt;

use purlin::substrate::literal::{self, Number};
use purlin::{Diagnostic, Pos};
use purlin_dynamic::tokens::{self, Lexicon, is_word};

#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Int(i64),
    Float(f64),
    Str(String),
    /// `@name`: a primitive, in the prelude only.
    Prim(String),
}

pub type Token = tokens::Token<Literal>;

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Literal::Int(_) | Literal::Float(_) => "a number",
            Literal::Str(_) => "a string",
            Literal::Prim(name) => name,
        })
    }
}

const LEXICON: Lexicon = Lexicon {
    keywords: &["let", "fn", "if", "then", "else", "and", "or", "not", "true", "false", "nil"],
    symbols: &[
        "::", "==", "!=", "<=", ">=", "//", "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "[", "]", "{",
        "}", ",", ";",
    ],
    comment: '#',
};

/// The tokens of a text, which may be the prelude. `start` is the position of its first byte.
pub fn lex(text: &str, start: Pos, is_prelude: bool, errors: &mut Vec<Diagnostic>) -> Vec<Token> {
    tokens::tokens(&LEXICON, text, start, errors, |rest, pos, errors| literal(rest, pos, is_prelude, errors))
}

fn literal(rest: &str, pos: Pos, is_prelude: bool, errors: &mut Vec<Diagnostic>) -> Option<(Literal, usize)> {
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        let (number, length) = literal::number(rest);
        let literal = match number {
            Number::Int(n) if n < 1 << 61 => Literal::Int(n),
            Number::Float(x) => Literal::Float(x),
            Number::Int(_) | Number::TooLarge => {
                let message = "an integer literal has at most 62 bits; write it as a float";
                errors.push(Diagnostic::error(pos, message));
                Literal::Int(0)
            }
        };
        return Some((literal, length));
    }
    if rest.starts_with('"') {
        let quoted = literal::string(rest);
        let complaints = quoted.errors.into_iter();
        errors.extend(complaints.map(|(at, message)| Diagnostic::error(pos.offset(at as u32), message)));
        return Some((Literal::Str(quoted.value), quoted.len));
    }
    let name = rest.strip_prefix('@').filter(|_| is_prelude)?;
    let length = name.find(|c| !is_word(c)).unwrap_or(name.len());
    Some((Literal::Prim(name[..length].to_owned()), 1 + length))
}
