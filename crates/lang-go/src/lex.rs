//! The lexer: bytes to tokens, with Go's automatic semicolons.
//!
//! One token at a time, held in the fields of [`Lexer`]; text stays in the source until someone asks for it.
//! What is wrong with the text is collected in [`Lexer::errors`] in the wording of Go's compiler, and lexing
//! continues. Knows nothing of grammar, names or files: positions are byte offsets.

mod line;
mod literal;
mod number;
#[cfg(test)]
mod tests;

pub(crate) use line::line_marks;
pub(crate) use literal::{char_value, string_value};

use crate::ast::BinaryOp;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tok {
    Eof,
    Name,
    Literal,
    /// An operator other than `*`: [`Lexer::op`] says which.
    Operator,
    /// `op=`
    AssignOp,
    /// `++` or `--`
    IncOp,
    Assign,
    Define,
    Arrow,
    Star,
    Lparen,
    Lbrack,
    Lbrace,
    Rparen,
    Rbrack,
    Rbrace,
    Comma,
    /// Written or automatic: [`Lexer::semi`] says which.
    Semi,
    Colon,
    Dot,
    DotDotDot,
    Break,
    Case,
    Chan,
    Const,
    Continue,
    Default,
    Defer,
    Else,
    Fallthrough,
    For,
    Func,
    Go,
    Goto,
    If,
    Import,
    Interface,
    Map,
    Package,
    Range,
    Return,
    Select,
    Struct,
    Switch,
    Type,
    Var,
}

impl Tok {
    /// As it is written; for tokens of many spellings, what they are.
    pub(crate) fn text(self) -> &'static str {
        const TEXTS: [&str; Tok::Var as usize + 1] = [
            "EOF",
            "name",
            "literal",
            "op",
            "op=",
            "opop",
            "=",
            ":=",
            "<-",
            "*",
            "(",
            "[",
            "{",
            ")",
            "]",
            "}",
            ",",
            ";",
            ":",
            ".",
            "...",
            "break",
            "case",
            "chan",
            "const",
            "continue",
            "default",
            "defer",
            "else",
            "fallthrough",
            "for",
            "func",
            "go",
            "goto",
            "if",
            "import",
            "interface",
            "map",
            "package",
            "range",
            "return",
            "select",
            "struct",
            "switch",
            "type",
            "var",
        ];
        TEXTS[self as usize]
    }

    /// As error messages name it.
    pub(crate) fn describe(self) -> String {
        match self {
            Tok::Comma => "comma".into(),
            Tok::Semi => "semicolon or newline".into(),
            _ if self.is_keyword() => format!("keyword {}", self.text()),
            _ => self.text().into(),
        }
    }

    pub(crate) fn is_keyword(self) -> bool {
        self as u8 >= Tok::Break as u8
    }

    /// The set that holds only this token.
    pub(crate) const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// What an operator token says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Binary(BinaryOp),
    /// `!`
    Not,
    /// `~`
    Tilde,
}

impl Op {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Op::Binary(op) => op.text(),
            Op::Not => "!",
            Op::Tilde => "~",
        }
    }
}

/// Where a semicolon comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Semi {
    Written,
    Newline,
    Eof,
}

impl Semi {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Semi::Written => "semicolon",
            Semi::Newline => "newline",
            Semi::Eof => "EOF",
        }
    }
}

/// The kind of a literal token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LitTok {
    Int,
    Float,
    Imag,
    Char,
    String,
}

/// A complaint at a byte offset.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LexError {
    pub offset: usize,
    pub message: String,
}

/// The lexer and its current token.
pub(crate) struct Lexer<'a> {
    src: &'a [u8],
    /// Offset of the next byte.
    at: usize,
    /// A newline here becomes a semicolon.
    newline_ends: bool,
    /// The current token: its kind, its first byte and the byte after it.
    pub tok: Tok,
    pub start: usize,
    pub end: usize,
    /// Of `Operator`, `AssignOp`, `IncOp` and `Star`.
    pub op: Op,
    pub semi: Semi,
    /// Of `Literal`: its kind, and whether an error was reported in it.
    pub lit: LitTok,
    pub bad: bool,
    /// What is wrong with the encoding of what has not been read yet, last first.
    encoding: Vec<LexError>,
    /// Errors since someone last took them.
    pub errors: Vec<LexError>,
    /// `//go:` comments so far: offset of the text after the slashes, and its end.
    pub directives: Vec<(usize, usize)>,
    /// If wanted, what may be a line directive: offset of the text after `line `, its end, and the end of the
    /// comment.
    lines: Option<Vec<(usize, usize, usize)>>,
}

const BOM: &[u8] = "\u{feff}".as_bytes();

/// What is wrong with one token is told so often; more would not be read.
const MAX_ERRORS: usize = 100;

impl<'a> Lexer<'a> {
    /// A lexer at the start of `src`; [`Lexer::next`] reads the first token.
    pub(crate) fn new(src: &'a [u8]) -> Lexer<'a> {
        let mut lexer = Lexer::inside(src, 0);
        if src.starts_with(BOM) {
            lexer.at = BOM.len();
        }
        lexer.check_encoding();
        lexer
    }

    /// A lexer at an offset of a text that another one has read before.
    pub(crate) fn inside(src: &'a [u8], at: usize) -> Lexer<'a> {
        Lexer {
            src,
            at,
            newline_ends: false,
            tok: Tok::Eof,
            start: 0,
            end: 0,
            op: Op::Not,
            semi: Semi::Written,
            lit: LitTok::Int,
            bad: false,
            encoding: Vec::new(),
            errors: Vec::new(),
            directives: Vec::new(),
            lines: None,
        }
    }

    /// Continues at an offset after the current token.
    pub(crate) fn skip_to(&mut self, at: usize) {
        debug_assert!(at >= self.end);
        self.at = at;
        self.newline_ends = false;
    }

    /// The text of the current token.
    #[cfg(test)]
    pub(crate) fn text(&self) -> std::borrow::Cow<'a, str> {
        String::from_utf8_lossy(&self.src[self.start..self.end])
    }

    /// Leaves the rest of the source unread: from here on there is only the end.
    pub(crate) fn stop(&mut self) {
        self.at = self.src.len();
        self.newline_ends = false;
        (self.tok, self.start, self.end) = (Tok::Eof, self.at, self.at);
    }

    /// Looks for NUL bytes, byte order marks and bytes that are not UTF-8, wherever they stand: reading
    /// tokens then need not care, and complains when it has passed them.
    fn check_encoding(&mut self) {
        const ENOUGH: usize = 10;
        let mut found = Vec::new();
        let note = |offset: usize, message: &str| LexError { offset, message: message.into() };
        if self.src.contains(&0) {
            let nuls = self.src.iter().enumerate().filter(|(_, b)| **b == 0).take(ENOUGH);
            found.extend(nuls.map(|(i, _)| note(i, "invalid NUL character")));
        }
        if self.src.contains(&BOM[0]) {
            let windows = self.src.windows(BOM.len()).enumerate().skip(1);
            let boms = windows.filter(|(_, w)| *w == BOM).take(ENOUGH);
            found.extend(boms.map(|(i, _)| note(i, "invalid BOM in the middle of the file")));
        }
        let mut from = 0;
        while let Err(e) = std::str::from_utf8(&self.src[from..]) {
            from += e.valid_up_to();
            found.push(note(from, "invalid UTF-8 encoding"));
            from += e.error_len().unwrap_or(self.src.len() - from);
            if found.len() > 3 * ENOUGH {
                break;
            }
        }
        found.sort_by_key(|e| std::cmp::Reverse(e.offset));
        self.encoding = found;
    }

    fn peek(&self) -> Option<u8> {
        self.src.get(self.at).copied()
    }

    /// The character at the next byte; U+FFFD where the bytes are not UTF-8.
    fn peek_char(&self) -> Option<char> {
        let first = self.peek()?;
        if first < 0x80 {
            return Some(first as char);
        }
        let rest = &self.src[self.at..self.src.len().min(self.at + 4)];
        let valid = match std::str::from_utf8(rest) {
            Ok(text) => text,
            Err(e) => std::str::from_utf8(&rest[..e.valid_up_to()]).unwrap_or(""),
        };
        Some(valid.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// Skips one character, or one byte where it is not UTF-8.
    fn skip_char(&mut self) {
        self.at += 1;
        while self.peek().is_some_and(|b| b & 0xc0 == 0x80) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let yes = self.peek() == Some(byte);
        self.at += usize::from(yes);
        yes
    }

    fn error(&mut self, offset: usize, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(LexError { offset, message: message.into() });
        }
    }

    /// Reads the next token into the fields.
    pub(crate) fn next(&mut self) {
        let newline_ends = std::mem::take(&mut self.newline_ends);
        loop {
            while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | 0))
                || !newline_ends && self.peek() == Some(b'\n')
            {
                self.at += 1;
            }
            self.start = self.at;
            if self.token(newline_ends) {
                self.end = self.at;
                while let Some(error) = self.encoding.pop_if(|e| e.offset < self.at) {
                    self.errors.push(error);
                }
                return;
            }
        }
    }

    /// Reads one token; false if it was a comment or nothing at all.
    fn token(&mut self, newline_ends: bool) -> bool {
        let Some(byte) = self.peek() else {
            self.tok = if newline_ends { Tok::Semi } else { Tok::Eof };
            self.semi = Semi::Eof;
            return true;
        };
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => return self.identifier(),
            b'0'..=b'9' => self.number(false),
            b'"' => self.string(),
            b'`' => self.raw_string(),
            b'\'' => self.character(),
            b'.' => self.dot(),
            b'/' => return self.slash(newline_ends),
            b'\n' => {
                self.at += 1;
                (self.tok, self.semi) = (Tok::Semi, Semi::Newline);
            }
            b';' => {
                self.at += 1;
                (self.tok, self.semi) = (Tok::Semi, Semi::Written);
            }
            b'(' => self.punctuation(Tok::Lparen),
            b'[' => self.punctuation(Tok::Lbrack),
            b'{' => self.punctuation(Tok::Lbrace),
            b')' => self.punctuation(Tok::Rparen),
            b']' => self.punctuation(Tok::Rbrack),
            b'}' => self.punctuation(Tok::Rbrace),
            b',' => self.punctuation(Tok::Comma),
            b':' => {
                self.at += 1;
                self.tok = if self.eat(b'=') { Tok::Define } else { Tok::Colon };
            }
            b'=' => {
                self.at += 1;
                if self.eat(b'=') { self.operator(BinaryOp::Eq) } else { self.tok = Tok::Assign }
            }
            b'!' => {
                self.at += 1;
                (self.tok, self.op) = (Tok::Operator, Op::Not);
                if self.eat(b'=') {
                    self.operator(BinaryOp::Ne);
                }
            }
            b'~' => {
                self.at += 1;
                (self.tok, self.op) = (Tok::Operator, Op::Tilde);
            }
            b'+' | b'-' | b'*' | b'%' | b'^' | b'&' | b'|' | b'<' | b'>' => self.arithmetic(byte),
            _ => {
                self.error(self.at, format!("invalid character {}", code_point(byte as char)));
                self.at += 1;
                return false;
            }
        }
        true
    }

    fn punctuation(&mut self, tok: Tok) {
        self.at += 1;
        self.tok = tok;
        self.newline_ends = matches!(tok, Tok::Rparen | Tok::Rbrack | Tok::Rbrace);
    }

    fn operator(&mut self, op: BinaryOp) {
        (self.tok, self.op) = (Tok::Operator, Op::Binary(op));
    }

    /// `op` has been read; `op=` is another token.
    fn operator_or_assign(&mut self, op: BinaryOp) {
        self.operator(op);
        if self.eat(b'=') {
            self.tok = Tok::AssignOp;
        } else if op == BinaryOp::Mul {
            self.tok = Tok::Star;
        }
    }

    fn arithmetic(&mut self, byte: u8) {
        self.at += 1;
        match byte {
            b'+' | b'-' => {
                let op = if byte == b'+' { BinaryOp::Add } else { BinaryOp::Sub };
                if self.eat(byte) {
                    self.operator(op);
                    self.tok = Tok::IncOp;
                    self.newline_ends = true;
                } else {
                    self.operator_or_assign(op);
                }
            }
            b'*' => self.operator_or_assign(BinaryOp::Mul),
            b'%' => self.operator_or_assign(BinaryOp::Rem),
            b'^' => self.operator_or_assign(BinaryOp::Xor),
            b'&' if self.eat(b'&') => self.operator(BinaryOp::LogAnd),
            b'&' if self.eat(b'^') => self.operator_or_assign(BinaryOp::AndNot),
            b'&' => self.operator_or_assign(BinaryOp::And),
            b'|' if self.eat(b'|') => self.operator(BinaryOp::LogOr),
            b'|' => self.operator_or_assign(BinaryOp::Or),
            b'<' if self.eat(b'=') => self.operator(BinaryOp::Le),
            b'<' if self.eat(b'<') => self.operator_or_assign(BinaryOp::Shl),
            b'<' if self.eat(b'-') => self.tok = Tok::Arrow,
            b'<' => self.operator(BinaryOp::Lt),
            b'>' if self.eat(b'=') => self.operator(BinaryOp::Ge),
            b'>' if self.eat(b'>') => self.operator_or_assign(BinaryOp::Shr),
            _ => self.operator(BinaryOp::Gt),
        }
    }

    fn dot(&mut self) {
        self.at += 1;
        if self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.number(true);
        } else if self.src[self.at..].starts_with(b"..") {
            self.at += 2;
            self.tok = Tok::DotDotDot;
        } else {
            self.tok = Tok::Dot;
        }
    }

    /// A division or a comment; false for a comment that is no token.
    fn slash(&mut self, newline_ends: bool) -> bool {
        self.at += 1;
        if self.eat(b'/') {
            let text = self.at;
            // The newline stays: it may become a semicolon.
            self.at += self.src[text..].iter().position(|b| *b == b'\n').unwrap_or(self.src.len() - text);
            if self.src[text..self.at].starts_with(b"go:") {
                let line = self.src[text..self.at].trim_ascii_end();
                self.directives.push((text, text + line.len()));
            } else if self.start == 0 || self.src[self.start - 1] == b'\n' {
                let next = self.src.len().min(self.at + 1);
                self.note_line(text, self.at, next);
            }
            return false;
        }
        if !self.eat(b'*') {
            self.operator_or_assign(BinaryOp::Div);
            return true;
        }
        let body = self.at;
        match self.src[body..].windows(2).position(|w| w == b"*/") {
            Some(len) => {
                self.at += len + 2;
                self.note_line(body, body + len, self.at);
            }
            None => {
                self.error(self.start, "comment not terminated");
                self.at = self.src.len();
            }
        }
        // A comment of several lines acts like a newline.
        if newline_ends && self.src[body..self.at].contains(&b'\n') {
            (self.tok, self.semi) = (Tok::Semi, Semi::Newline);
            return true;
        }
        false
    }

    /// Keeps a comment if it may be a line directive; `from` and `to` bound its text.
    fn note_line(&mut self, from: usize, to: usize, next: usize) {
        const START: &[u8] = b"line ";
        let Some(lines) = self.lines.as_mut().filter(|_| self.src[from..to].starts_with(START)) else {
            return;
        };
        let text = self.src[from..to].strip_suffix(b"\r").map_or(to, |text| from + text.len());
        lines.push((from + START.len(), text, next));
    }

    /// A name or keyword; false if there was only a character that can be in neither.
    fn identifier(&mut self) -> bool {
        let mut letters = self.at;
        while let Some(byte) = self.src.get(letters)
            && (byte.is_ascii_alphanumeric() || *byte == b'_')
        {
            letters += 1;
        }
        self.at = letters;
        if self.peek().is_some_and(|b| b >= 0x80) && !self.identifier_beyond_ascii() {
            return false;
        }
        self.tok = keyword(&self.src[self.start..self.at]);
        self.newline_ends =
            matches!(self.tok, Tok::Name | Tok::Break | Tok::Continue | Tok::Fallthrough | Tok::Return);
        true
    }

    /// The rest of an identifier from its first character that is not ASCII; false if there is nothing at
    /// all.
    fn identifier_beyond_ascii(&mut self) -> bool {
        while let Some(c) = self.peek_char() {
            if c == '\u{feff}' || c == char::REPLACEMENT_CHARACTER {
                // Already reported.
                let nothing = self.at == self.start;
                if nothing {
                    self.skip_char();
                }
                return !nothing;
            }
            let category = c.general_category();
            if category == GeneralCategory::DecimalNumber {
                if self.at == self.start {
                    self.error(self.at, format!("identifier cannot begin with digit {}", code_point(c)));
                }
            } else if c != '_' && !is_letter(category) {
                if c.is_ascii() {
                    return true;
                }
                self.error(self.at, format!("invalid character {} in identifier", code_point(c)));
            }
            self.skip_char();
        }
        true
    }
}

fn is_letter(category: GeneralCategory) -> bool {
    use GeneralCategory::*;
    matches!(category, UppercaseLetter | LowercaseLetter | TitlecaseLetter | ModifierLetter | OtherLetter)
}

/// `U+0040 '@'`, as Go's `%#U` prints it.
pub(crate) fn code_point(c: char) -> String {
    let number = c as u32;
    let shown = c.escape_debug().count() == 1 || matches!(c, '\'' | '"' | '\\');
    if shown { format!("U+{number:04X} '{c}'") } else { format!("U+{number:04X}") }
}

/// A character between quotes, as Go's `%q` prints it.
fn quoted(c: char) -> String {
    match c {
        '\'' => "'\\''".into(),
        '"' => "'\"'".into(),
        '\n' => "'\\n'".into(),
        _ => format!("{c:?}"),
    }
}

/// Whether a text is a word of the language, which cannot be a name.
pub(crate) fn is_keyword(text: &str) -> bool {
    keyword(text.as_bytes()).is_keyword()
}

fn keyword(text: &[u8]) -> Tok {
    match text {
        b"break" => Tok::Break,
        b"case" => Tok::Case,
        b"chan" => Tok::Chan,
        b"const" => Tok::Const,
        b"continue" => Tok::Continue,
        b"default" => Tok::Default,
        b"defer" => Tok::Defer,
        b"else" => Tok::Else,
        b"fallthrough" => Tok::Fallthrough,
        b"for" => Tok::For,
        b"func" => Tok::Func,
        b"go" => Tok::Go,
        b"goto" => Tok::Goto,
        b"if" => Tok::If,
        b"import" => Tok::Import,
        b"interface" => Tok::Interface,
        b"map" => Tok::Map,
        b"package" => Tok::Package,
        b"range" => Tok::Range,
        b"return" => Tok::Return,
        b"select" => Tok::Select,
        b"struct" => Tok::Struct,
        b"switch" => Tok::Switch,
        b"type" => Tok::Type,
        b"var" => Tok::Var,
        _ => Tok::Name,
    }
}
