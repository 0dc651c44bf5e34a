//! Text to tokens, and a cursor over them: for languages whose words, symbols and comments are data, and
//! whose literals the front end reads. Never fails as a whole: what is no token becomes an error, and reading
//! continues after it.

use std::fmt::Display;

use purlin_base::literal::{self, Number};
use purlin_base::{Diagnostic, Pos};

/// The words of a language.
pub struct Lexicon {
    /// Words that are no names.
    pub keywords: &'static [&'static str],
    /// Operators and brackets; longer ones stand before those that they begin with.
    pub symbols: &'static [&'static str],
    /// What begins a comment, which ends with its line.
    pub comment: char,
}

/// What a token is. `L` is a literal; as text it says what it is, as in `a number`.
#[derive(Clone, Debug, PartialEq)]
pub enum Tok<L> {
    Literal(L),
    Name(String),
    /// A keyword, operator or bracket.
    Symbol(&'static str),
    End,
}

/// A token of a text.
#[derive(Clone, Debug)]
pub struct Token<L> {
    pub tok: Tok<L>,
    pub pos: Pos,
    /// Whether the token is the first one on its line.
    pub is_first: bool,
}

/// A literal as many languages write them.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// An integer of 62 bits.
    Int(i64),
    Float(f64),
    Text(String),
    /// What the front end reads besides.
    Other(String),
}

impl Display for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Literal::Int(_) | Literal::Float(_) => "a number",
            Literal::Text(_) => "a string",
            Literal::Other(text) => text,
        })
    }
}

/// The number or string at the beginning of a text, with its length in bytes.
pub fn literal(text: &str, pos: Pos, errors: &mut Vec<Diagnostic>) -> Option<(Literal, usize)> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let (number, length) = literal::number(text);
        let literal = match number {
            Number::Int(n) if purlin_base::word::fits(n) => Literal::Int(n),
            Number::Float(x) => Literal::Float(x),
            Number::Int(_) | Number::TooLarge => {
                let message = "an integer literal has at most 62 bits; write it as a float";
                errors.push(Diagnostic::error(pos, message));
                Literal::Int(0)
            }
        };
        return Some((literal, length));
    }
    text.starts_with('"').then(|| {
        let quoted = literal::string(text);
        let complaints = quoted.errors.into_iter();
        errors.extend(complaints.map(|(at, message)| Diagnostic::error(pos.offset(at as u32), message)));
        (Literal::Text(quoted.value), quoted.len)
    })
}

/// Whether a character may stand in a name.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The tokens of a text, of which the last is [`Tok::End`]. `start` is the position of the first byte.
/// `literal` reads the literal at the beginning of a text, with its length in bytes, if there is one; errors
/// in it are reported by the position that it is told.
pub fn tokens<L>(
    lexicon: &Lexicon,
    text: &str,
    start: Pos,
    errors: &mut Vec<Diagnostic>,
    mut literal: impl FnMut(&str, Pos, &mut Vec<Diagnostic>) -> Option<(L, usize)>,
) -> Vec<Token<L>> {
    let (mut all, mut at, mut is_first) = (Vec::new(), 0, true);
    while let Some(c) = text[at..].chars().next() {
        let (rest, pos) = (&text[at..], start.offset(at as u32));
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if c == lexicon.comment {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if c.is_whitespace() {
            is_first |= c == '\n';
            at += c.len_utf8();
            continue;
        }
        let symbol = lexicon.symbols.iter().find(|symbol| rest.starts_with(**symbol));
        let (tok, length) = if let Some((literal, length)) = literal(rest, pos, errors) {
            (Tok::Literal(literal), length.max(1))
        } else if c.is_alphabetic() || c == '_' {
            let keyword = lexicon.keywords.iter().find(|keyword| **keyword == &rest[..word]);
            (keyword.map_or_else(|| Tok::Name(rest[..word].to_owned()), |k| Tok::Symbol(k)), word)
        } else if let Some(symbol) = symbol {
            (Tok::Symbol(symbol), symbol.len())
        } else {
            errors.push(Diagnostic::error(pos, format!("unexpected character {c:?}")));
            at += c.len_utf8();
            continue;
        };
        at += length;
        all.push(Token { tok, pos, is_first: std::mem::take(&mut is_first) });
    }
    all.push(Token { tok: Tok::End, pos: start.offset(at as u32), is_first: true });
    all
}

/// What parsing gives, or why it does not.
pub type Parse<T> = Result<T, Box<Diagnostic>>;

/// An error at a position.
///
/// # Errors
/// Always.
pub fn fail<T>(pos: Pos, message: impl Into<String>) -> Parse<T> {
    Err(Box::new(Diagnostic::error(pos, message)))
}

/// A place among the tokens of a text, which never goes beyond the last.
pub struct Cursor<'a, L> {
    tokens: &'a [Token<L>],
    at: usize,
    /// Whether the place is inside brackets, where the start of a line means nothing.
    in_brackets: bool,
}

impl<'a, L: Clone + Display> Cursor<'a, L> {
    /// The first of the tokens, of which there is at least one.
    pub fn new(tokens: &'a [Token<L>]) -> Cursor<'a, L> {
        Cursor { tokens, at: 0, in_brackets: false }
    }

    /// The token that is `n` after the current one, or the last.
    pub fn ahead(&self, n: usize) -> &'a Token<L> {
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)]
    }

    /// What the current token is.
    pub fn tok(&self) -> &'a Tok<L> {
        &self.ahead(0).tok
    }

    /// Where the current token is.
    pub fn pos(&self) -> Pos {
        self.ahead(0).pos
    }

    /// How many tokens are behind the cursor.
    pub fn passed(&self) -> usize {
        self.at
    }

    /// Whether the current token is the first one on its line.
    pub fn is_first(&self) -> bool {
        self.ahead(0).is_first
    }

    /// Whether the current token begins a line, and that may mean something.
    pub fn begins_line(&self) -> bool {
        self.is_first() && !self.in_brackets
    }

    /// Says whether the start of a line means nothing from now on: what was said before.
    pub fn set_brackets(&mut self, inside: bool) -> bool {
        std::mem::replace(&mut self.in_brackets, inside)
    }

    /// After an error in what begins with the token number `start`: goes to the next token, but not that one,
    /// that is the first on its line and one of these symbols, or to the end.
    pub fn recover(&mut self, start: usize, symbols: &[&str]) {
        self.in_brackets = false;
        if self.at == start {
            self.next();
        }
        while self.tok_is_inside(symbols) {
            self.next();
        }
    }

    fn tok_is_inside(&self, symbols: &[&str]) -> bool {
        let is_end = matches!(self.tok(), Tok::End);
        !(is_end || self.is_first() && symbols.contains(&self.symbol()))
    }

    /// The current token's symbol, or an empty text.
    pub fn symbol(&self) -> &'static str {
        if let Tok::Symbol(symbol) = self.tok() { symbol } else { "" }
    }

    /// Goes to the next token.
    pub fn next(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Goes past a symbol, if that is the current token: whether it is.
    pub fn eat(&mut self, symbol: &str) -> bool {
        let found = self.symbol() == symbol;
        if found {
            self.next();
        }
        found
    }

    /// Goes past a symbol.
    ///
    /// # Errors
    /// The current token is another one.
    pub fn expect(&mut self, symbol: &str) -> Parse<()> {
        if self.eat(symbol) { Ok(()) } else { self.unexpected(&format!("`{symbol}`")) }
    }

    /// Goes past a name: its text and place.
    ///
    /// # Errors
    /// The current token is no name.
    pub fn name(&mut self) -> Parse<(String, Pos)> {
        let pos = self.pos();
        let Tok::Name(name) = self.tok() else { return self.unexpected("a name") };
        self.next();
        Ok((name.clone(), pos))
    }

    /// The error that something was wanted in the place of the current token.
    ///
    /// # Errors
    /// Always.
    pub fn unexpected<T>(&self, wanted: &str) -> Parse<T> {
        let found = match self.tok() {
            Tok::Literal(literal) => literal.to_string(),
            Tok::Name(name) => name.clone(),
            Tok::Symbol(symbol) => format!("`{symbol}`"),
            Tok::End => "the end of the file".to_owned(),
        };
        fail(self.pos(), format!("expected {wanted}, found {found}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEXICON: Lexicon = Lexicon { keywords: &["let"], symbols: &["==", "="], comment: '#' };

    fn read(text: &str) -> (Vec<Token<String>>, Vec<Diagnostic>) {
        let mut errors = Vec::new();
        let digits = |rest: &str, _: Pos, _: &mut Vec<Diagnostic>| {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            (length > 0).then(|| (rest[..length].to_owned(), length))
        };
        let tokens = tokens(&LEXICON, text, Pos(100), &mut errors, digits);
        (tokens, errors)
    }

    #[test]
    fn tokens_know_their_places_and_lines() {
        let (tokens, errors) = read("let é_1 == 12 # let\n= ?x");
        let found: Vec<_> = tokens.iter().map(|t| (t.tok.clone(), t.pos.0 - 100, t.is_first)).collect();
        let name = |text: &str| Tok::Name(text.to_owned());
        let expected = [
            (Tok::Symbol("let"), 0, true),
            (name("é_1"), 4, false),
            (Tok::Symbol("=="), 9, false),
            (Tok::Literal("12".to_owned()), 12, false),
            (Tok::Symbol("="), 21, true),
            (name("x"), 24, false),
            (Tok::End, 25, true),
        ];
        assert_eq!(found, expected);
        assert_eq!((errors.len(), errors[0].pos), (1, Pos(123)));
    }

    #[test]
    fn a_cursor_stays_at_the_end() {
        let (tokens, _) = read("let a 7");
        let mut cursor = Cursor::new(&tokens);
        assert!(!cursor.eat("=") && cursor.eat("let"));
        assert_eq!(cursor.name().map(|(name, pos)| (name, pos.0)).ok(), Some(("a".to_owned(), 104)));
        let error = cursor.expect("=").expect_err("it is a number");
        assert_eq!((&*error.message, error.pos), ("expected `=`, found 7", Pos(106)));
        (0..3).for_each(|_| cursor.next());
        assert_eq!((cursor.tok(), cursor.passed()), (&Tok::End, 3));
        assert!(cursor.unexpected::<()>("more").is_err_and(|e| e.message.ends_with("the end of the file")));
    }
}
