//! Literals, and the elements of literal arrays.

use num_traits::ToPrimitive;

use super::{Parsed, Parser};
use crate::ast::{Literal, Path};
use crate::lex::{self, Dialect, Tok};

impl Parser<'_> {
    /// Whether a minus sign is ahead that belongs to the number after it.
    fn negative_ahead(&self) -> bool {
        self.is_binary(0, "-") && self.ahead(1) == Tok::Number && self.adjacent(1) && self.at + 1 < self.end
    }

    pub(super) fn literal_ahead(&self) -> bool {
        match self.tok() {
            Tok::Number
            | Tok::String
            | Tok::Char
            | Tok::Symbol
            | Tok::HashParen
            | Tok::HashBrack
            | Tok::HashBrace => !self.at_end(),
            _ => self.negative_ahead(),
        }
    }

    /// A literal outside of literal arrays; the caller knows that one begins here.
    pub(super) fn literal(&mut self) -> Parsed<Literal> {
        match self.tok() {
            Tok::String => {
                let value = lex::string(self.word(), self.dialect);
                self.token_value(value).map(Literal::String)
            }
            Tok::Char => {
                let value = lex::character(self.word()).map_err(|e| (0, e));
                self.token_value(value).map(Literal::Char)
            }
            Tok::Symbol => {
                let value = lex::symbol(self.word(), self.dialect);
                let text = self.token_value(value)?;
                Ok(Literal::Symbol(self.intern(&text)))
            }
            Tok::HashParen => self.within(Self::elements).map(Literal::Array),
            Tok::HashBrack => self.within(Self::bytes).map(Literal::Bytes),
            Tok::HashBrace => self.within(Self::binding),
            _ => self.number(),
        }
    }

    /// The value of the current token, or an error at an offset in it.
    fn token_value<T>(&mut self, value: Result<T, (usize, String)>) -> Parsed<T> {
        let start = self.token().start;
        self.next();
        value.map_err(|(at, message)| {
            self.error_at(start + at as u32, message);
            super::Failed
        })
    }

    fn number(&mut self) -> Parsed<Literal> {
        let negative = self.negative_ahead();
        if negative {
            self.next();
        }
        let value = lex::number(self.word(), negative, self.dialect).map_err(|e| (0, e));
        self.token_value(value)
    }

    fn binding(&mut self) -> Parsed<Literal> {
        let parts = self.path_ahead(0);
        if parts == 0 {
            return self.expected("the name of a variable");
        }
        let path: Path = self.path(parts);
        Ok(Literal::Binding(path))
    }

    fn bytes(&mut self) -> Parsed<Vec<u8>> {
        let mut bytes = Vec::new();
        while !self.at_end() {
            if self.tok() != Tok::Number {
                return self.expected("a number from 0 to 255");
            }
            let start = self.token().start;
            let Literal::Integer(value) = self.number()? else {
                self.error_at(start, "the elements of a byte array are integers");
                return Err(super::Failed);
            };
            let Some(byte) = value.to_u8() else {
                self.error_at(start, "the elements of a byte array are from 0 to 255");
                return Err(super::Failed);
            };
            bytes.push(byte);
        }
        Ok(bytes)
    }

    fn elements(&mut self) -> Parsed<Vec<Literal>> {
        let mut elements = Vec::new();
        while !self.at_end() {
            elements.push(self.element()?);
        }
        Ok(elements)
    }

    /// An element of a literal array, where `#` may be left out.
    fn element(&mut self) -> Parsed<Literal> {
        if self.literal_ahead() {
            return self.literal();
        }
        match self.tok() {
            Tok::Lparen => self.within(Self::elements).map(Literal::Array),
            Tok::Lbrack if self.dialect == Dialect::Smalltalk80 => {
                self.within(Self::bytes).map(Literal::Bytes)
            }
            Tok::Name => {
                let parts = self.path_ahead(0);
                let word: Vec<&str> = (0..parts).map(|n| self.text_ahead(2 * n)).collect();
                let word = word.join(".");
                self.at += 2 * parts - 1;
                Ok(match Self::constant(&word) {
                    Some(constant) => constant,
                    None => Literal::Symbol(self.intern(&word)),
                })
            }
            Tok::Keyword => {
                let mut text = self.word().to_owned();
                self.next();
                while self.tok() == Tok::Keyword && self.adjacent(0) && !self.at_end() {
                    text.push_str(self.word());
                    self.next();
                }
                Ok(Literal::Symbol(self.intern(&text)))
            }
            Tok::Binary => {
                let text = self.intern(self.word());
                self.next();
                Ok(Literal::Symbol(text))
            }
            _ => self.expected("a literal"),
        }
    }
}
