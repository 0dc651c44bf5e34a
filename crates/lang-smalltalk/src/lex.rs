//! The lexer: text to tokens, for all of the syntaxes.
//!
//! The tokens of a file are made at once, with the pairs of brackets in them (`pairs`), so that the parser
//! can look ahead, and after an error resume where a bracket ends. Errors are collected and lexing
//! continues. Knows nothing of grammar or names: positions are byte offsets.

mod number;
mod pairs;
#[cfg(test)]
mod tests;
mod text;
mod unfinished;

pub(crate) use number::number;
pub(crate) use pairs::{UNPAIRED, begins_definition, pairs};
pub(crate) use text::{character, string, symbol};
pub(crate) use unfinished::is_unfinished;

/// The language of a source, as far as its tokens differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// SOM's class files.
    Som,
    /// Smalltalk-80 in bracket syntax, and Tonel.
    Smalltalk80,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tok {
    Eof,
    /// `foo`
    Name,
    /// `foo:`
    Keyword,
    /// `+`, `|`, `<`, `-`, …
    Binary,
    /// Without sign: `-` is a token of its own.
    Number,
    String,
    Char,
    /// `#foo`, `#foo:bar:`, `#+`, `#'foo'`
    Symbol,
    /// `:=`, and in Smalltalk-80 `_`
    Assign,
    /// `(`
    Lparen,
    Rparen,
    /// `[`
    Lbrack,
    Rbrack,
    /// `{`
    Lbrace,
    Rbrace,
    /// `#(`
    HashParen,
    /// `#[`
    HashBrack,
    /// `#{`
    HashBrace,
    /// `##(`
    Constant,
    Period,
    Semi,
    Caret,
    Bang,
    Colon,
    /// `----` between the instance side and the class side of a SOM class.
    Separator,
    /// A character that begins no token.
    Bad,
}

impl Tok {
    /// The bracket that closes what this one opens.
    pub(crate) fn closer(self) -> Option<Tok> {
        match self {
            Tok::Lparen | Tok::HashParen | Tok::Constant => Some(Tok::Rparen),
            Tok::Lbrack | Tok::HashBrack => Some(Tok::Rbrack),
            Tok::Lbrace | Tok::HashBrace => Some(Tok::Rbrace),
            _ => None,
        }
    }

    pub(crate) fn is_closer(self) -> bool {
        matches!(self, Tok::Rparen | Tok::Rbrack | Tok::Rbrace)
    }
}

/// A token, and where it is in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) tok: Tok,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// What is wrong at an offset of the text.
pub(crate) type LexError = (u32, String);

/// The tokens of a text, the last of which is `Eof`.
pub(crate) fn lex(text: &str, dialect: Dialect) -> (Vec<Token>, Vec<LexError>) {
    let mut lexer = Lexer { text, at: 0, dialect, tokens: Vec::new(), errors: Vec::new() };
    loop {
        lexer.skip_space();
        let start = lexer.at;
        let tok = lexer.token();
        lexer.tokens.push(Token { tok, start: start as u32, end: lexer.at as u32 });
        if tok == Tok::Eof {
            return (lexer.tokens, lexer.errors);
        }
    }
}

/// What is said of a comment or a string that the text ends in.
const OPEN_COMMENT: &str = "this comment does not end";
const OPEN_STRING: &str = "this string does not end";

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    dialect: Dialect,
    tokens: Vec<Token>,
    errors: Vec<LexError>,
}

fn is_letter(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

fn is_letter_or_digit(c: char) -> bool {
    is_letter(c) || c.is_ascii_digit()
}

/// The characters of binary selectors.
fn is_operator(c: char, dialect: Dialect) -> bool {
    match c {
        '%' | '&' | '*' | '+' | ',' | '-' | '/' | '<' | '=' | '>' | '?' | '@' | '\\' | '~' | '|' => true,
        // Ends a statement in bracket syntax.
        '!' => dialect == Dialect::Som,
        _ => false,
    }
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn peek_after(&self, bytes: usize) -> Option<char> {
        self.text.get(self.at + bytes..)?.chars().next()
    }

    /// Skips characters while they are of this kind.
    fn skip_while(&mut self, is: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !is(c)).unwrap_or(rest.len());
    }

    fn skip_space(&mut self) {
        loop {
            self.skip_while(|c| c.is_whitespace() || c == '\u{feff}');
            if !self.rest().starts_with('"') {
                return;
            }
            let inside = &self.rest()[1..];
            match inside.find('"') {
                Some(length) => self.at += length + 2,
                None => {
                    self.errors.push((self.at as u32, OPEN_COMMENT.into()));
                    self.at = self.text.len();
                }
            }
        }
    }

    fn token(&mut self) -> Tok {
        let Some(c) = self.peek() else { return Tok::Eof };
        let start = self.at;
        self.at += c.len_utf8();
        match c {
            '(' => Tok::Lparen,
            ')' => Tok::Rparen,
            '[' => Tok::Lbrack,
            ']' => Tok::Rbrack,
            '{' => Tok::Lbrace,
            '}' => Tok::Rbrace,
            '.' => Tok::Period,
            ';' => Tok::Semi,
            '^' => Tok::Caret,
            '!' if self.dialect == Dialect::Smalltalk80 => Tok::Bang,
            ':' if self.peek() == Some('=') => {
                self.at += 1;
                Tok::Assign
            }
            ':' => Tok::Colon,
            '\'' => self.string(start),
            '$' if self.dialect == Dialect::Smalltalk80 => self.char(start),
            '#' => self.hash(start),
            c if is_letter(c) => self.name(start),
            c if c.is_ascii_digit() => {
                self.at = start + number::length(&self.text[start..], self.dialect);
                Tok::Number
            }
            c if is_operator(c, self.dialect) => self.operator(start),
            c => {
                self.errors.push((start as u32, format!("unexpected character {c:?}")));
                Tok::Bad
            }
        }
    }

    fn name(&mut self, start: usize) -> Tok {
        self.skip_while(is_letter_or_digit);
        if self.peek() == Some(':') && self.peek_after(1) != Some('=') {
            self.at += 1;
            return Tok::Keyword;
        }
        // The arrow of old sources.
        if self.dialect == Dialect::Smalltalk80 && &self.text[start..self.at] == "_" {
            return Tok::Assign;
        }
        Tok::Name
    }

    /// A binary selector: as many operators as there are, but for a minus sign that belongs to a number.
    fn operator(&mut self, start: usize) -> Tok {
        self.at = start;
        let first = self.at;
        while let Some(c) = self.peek().filter(|c| is_operator(*c, self.dialect)) {
            let negates = c == '-' && self.peek_after(1).is_some_and(|c| c.is_ascii_digit());
            if negates && self.at > first {
                break;
            }
            self.at += c.len_utf8();
        }
        let text = &self.text[first..self.at];
        let is_separator = self.dialect == Dialect::Som && text.len() >= 4 && text.bytes().all(|b| b == b'-');
        if is_separator { Tok::Separator } else { Tok::Binary }
    }

    /// The rest of a string whose opening quote is at `start`.
    fn string(&mut self, start: usize) -> Tok {
        match text::string_end(self.rest(), self.dialect) {
            Some(length) => self.at += length,
            None => {
                self.errors.push((start as u32, OPEN_STRING.into()));
                self.at = self.text.len();
            }
        }
        Tok::String
    }

    fn char(&mut self, start: usize) -> Tok {
        if let Some(length) = text::numbered_char(self.rest()) {
            self.at += length;
        } else if let Some(c) = self.peek() {
            self.at += c.len_utf8();
        } else {
            self.errors.push((start as u32, "a character is missing after $".into()));
        }
        Tok::Char
    }

    fn hash(&mut self, start: usize) -> Tok {
        let st80 = self.dialect == Dialect::Smalltalk80;
        let next = self.peek();
        let bracket = match next {
            Some('(') => Some(Tok::HashParen),
            Some('[') if st80 => Some(Tok::HashBrack),
            Some('{') if st80 => Some(Tok::HashBrace),
            _ => None,
        };
        if let Some(tok) = bracket {
            self.at += 1;
            return tok;
        }
        if st80 && self.rest().starts_with("#(") {
            self.at += 2;
            return Tok::Constant;
        }
        match next {
            Some('\'') => {
                self.at += 1;
                self.string(start);
            }
            // Doubled, as some sources write symbols.
            Some('#') if st80 => {
                self.at += 1;
                return self.hash(start);
            }
            Some(c) if is_letter(c) => self.selector(),
            Some(c) if is_operator(c, self.dialect) => {
                let dialect = self.dialect;
                self.skip_while(|c| is_operator(c, dialect));
            }
            _ => {
                self.errors.push((start as u32, "a literal is missing after #".into()));
                return Tok::Bad;
            }
        }
        Tok::Symbol
    }

    /// The letters, colons and dots of a symbol.
    fn selector(&mut self) {
        loop {
            self.skip_while(is_letter_or_digit);
            let after = self.peek_after(1);
            match self.peek() {
                Some(':') if after != Some('=') => self.at += 1,
                Some('.') if self.dialect == Dialect::Smalltalk80 && after.is_some_and(is_letter) => {
                    self.at += 1;
                }
                _ => return,
            }
            if !self.peek().is_some_and(is_letter) {
                return;
            }
        }
    }
}
