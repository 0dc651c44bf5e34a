//! What can be wrong with a text or with what is to be written, and where. Knows no reader and no writer.

use std::fmt;

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text ends within a value, or holds none.
    UnexpectedEnd,
    /// A byte that can start no value stands where one must.
    ExpectedValue,
    /// Neither a key nor the end of the object.
    ExpectedKey,
    /// Something else than a colon follows a key.
    ExpectedColon,
    /// Neither a comma nor the end of the array or object.
    ExpectedComma,
    /// Something follows the one value that was asked for.
    TrailingText,
    /// A comma with nothing after it.
    TrailingComma,
    /// A bracket that closes what is not open, or the wrong one.
    Mismatched,
    /// A word that is not `true`, `false` or `null`.
    UnknownWord,
    /// What begins like a number is none.
    Number,
    /// A number that the policy on big numbers does not allow.
    NumberRange,
    /// A backslash with something after it that is no escape.
    Escape,
    /// Half of a surrogate pair, escaped.
    LoneSurrogate,
    /// A byte below 0x20 in a string.
    ControlCharacter,
    /// Bytes that are not UTF-8.
    Utf8,
    /// A key that the object has already, under [`DuplicateKeys::Error`](crate::DuplicateKeys::Error).
    DuplicateKey,
    /// More arrays and objects are open than the options allow.
    TooDeep,
    /// A slash that begins no comment, where comments may stand.
    Comment,
    /// A text of 4 GiB or more was to become a tree.
    TooLong,
    /// A value that the type it was to become does not take. (Of the feature `serde`.)
    Type,
}

impl ErrorKind {
    fn sentence(self) -> &'static str {
        match self {
            ErrorKind::UnexpectedEnd => "the text ends here, within a value",
            ErrorKind::ExpectedValue => "no value starts like this",
            ErrorKind::ExpectedKey => "a key in double quotes must stand here",
            ErrorKind::ExpectedColon => "a colon must follow the key",
            ErrorKind::ExpectedComma => "a comma or the closing bracket must stand here",
            ErrorKind::TrailingText => "something follows the value",
            ErrorKind::TrailingComma => "nothing follows the comma",
            ErrorKind::Mismatched => "this bracket does not close what is open",
            ErrorKind::UnknownWord => "a word that JSON does not know",
            ErrorKind::Number => "not a number as JSON writes them",
            ErrorKind::NumberRange => "this number is too large",
            ErrorKind::Escape => "no such escape",
            ErrorKind::LoneSurrogate => "half of a surrogate pair",
            ErrorKind::ControlCharacter => "a control character must be escaped",
            ErrorKind::Utf8 => "not UTF-8",
            ErrorKind::DuplicateKey => "the object already has this key",
            ErrorKind::TooDeep => "nested too deep",
            ErrorKind::Comment => "not a comment",
            ErrorKind::TooLong => "longer than a tree can hold",
            ErrorKind::Type => "not a value of the type",
        }
    }
}

/// What is wrong with a text, and where.
///
/// ```
/// use purlin_json::{Document, ErrorKind};
///
/// let error = Document::parse(b"{\"a\": 1,\n \"b\": tru}").err().unwrap();
/// assert_eq!((error.kind, error.line, error.column), (ErrorKind::UnknownWord, 2, 7));
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 7: a word that JSON does not know\n   \"b\": tru}\n        ^"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// In bytes from the start of the text.
    pub offset: u64,
    /// From 1.
    pub line: u64,
    /// From 1, in characters.
    pub column: u64,
    /// Some of the line around the place, without control characters; the place itself is marked in
    /// `Display`.
    pub excerpt: String,
    /// Where in the excerpt the place is, in characters.
    pub mark: usize,
    /// For [`ErrorKind::Type`], what the type has to say instead of the kind's own sentence.
    pub detail: Option<Box<str>>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = self.detail.as_deref().unwrap_or(self.kind.sentence());
        write!(f, "line {}, column {}: {sentence}", self.line, self.column)?;
        if self.excerpt.is_empty() {
            return Ok(());
        }
        write!(f, "\n  {}\n  {:>width$}", self.excerpt, '^', width = self.mark + 1)
    }
}

impl std::error::Error for Error {}

/// How many bytes of a line an excerpt shows before the place, and after it.
const BEFORE: usize = 40;
const AFTER: usize = 24;

/// The line around `at`, shortened, and where in it the place is. Bytes that are no text become dots.
pub(crate) fn excerpt(text: &[u8], at: usize) -> (String, usize) {
    let at = at.min(text.len());
    let from = at - text[..at].iter().rev().take(BEFORE).take_while(|b| **b != b'\n').count();
    let to = at + text[at..].iter().take(AFTER).take_while(|b| **b != b'\n').count();
    // Not within a character.
    let from = from + text[from..at].iter().take_while(|b| (**b & 0xC0) == 0x80).count();
    let show = |bytes: &[u8]| -> String {
        let text = String::from_utf8_lossy(bytes);
        text.chars()
            .map(|c| if c.is_control() || matches!(c, '\u{FFFD}' | '\u{FEFF}') { '·' } else { c })
            .collect()
    };
    let before = show(&text[from..at]);
    let mark = before.chars().count();
    (before + &show(&text[at..to]), mark)
}

/// What cannot be written.
///
/// ```
/// use purlin_json::{WriteError, WriteOptions, Writer};
///
/// let mut writer = Writer::new(WriteOptions::compact());
/// assert!(matches!(writer.f64(f64::NAN), Err(WriteError::NonFinite)));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// NaN or an infinity, where these are errors.
    NonFinite,
    /// More arrays and objects are open than the options allow.
    TooDeep,
    /// A key that the object has already, where keys must differ.
    DuplicateKey(String),
    /// Bytes that are no UTF-8; the offset is that of the first such byte in what was given.
    Utf8 {
        /// In bytes, from 0.
        offset: usize,
    },
    /// A call that does not fit: a key in an array, a value without a key, an end without its beginning.
    Misuse(&'static str),
    /// A fragment or a number that is not what it should be.
    Fragment(Error),
    /// What a type has to say that cannot be written. (Of the feature `serde`.)
    Type(String),
    /// The output failed.
    Io(std::io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::NonFinite => f.write_str("JSON has no NaN and no infinities"),
            WriteError::TooDeep => f.write_str("nested too deep"),
            WriteError::DuplicateKey(key) => write!(f, "the object already has the key {key:?}"),
            WriteError::Utf8 { offset } => write!(f, "not UTF-8 at byte {offset}"),
            WriteError::Misuse(what) => f.write_str(what),
            WriteError::Fragment(error) => write!(f, "in a fragment, {error}"),
            WriteError::Type(message) => f.write_str(message),
            WriteError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<std::io::Error> for WriteError {
    fn from(error: std::io::Error) -> WriteError {
        WriteError::Io(error)
    }
}
