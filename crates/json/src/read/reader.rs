//! The pull reader: events from text that comes in chunks of any size, without recursion and without a tree.
//! It knows the whole dialect of [`ReadOptions`] and says exactly where a text is wrong; the faster walk over
//! a whole slice (`fast`) asks it when something does not fit.
//!
//! A token that lies within one chunk is borrowed from it. One that does not is gathered in `carry` first,
//! together with how far it has been looked at, so that no byte is looked at twice however small the chunks
//! are.

use std::collections::HashSet;

use super::number::{self, Scanned};
use super::text::{self, Text};
use crate::error::{self, Error, ErrorKind};
use crate::options::{BigNumbers, ReadOptions};

/// One step through a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// An object begins.
    BeginObject,
    /// The object that began last ends.
    EndObject,
    /// An array begins.
    BeginArray,
    /// The array that began last ends.
    EndArray,
    /// The key of the member whose value follows.
    Key(Text<'a>),
    /// A string.
    String(Text<'a>),
    /// A number.
    Number(NumberText<'a>),
    /// `true` or `false`.
    Bool(bool),
    /// `null`.
    Null,
}

/// A number as it stands in the text, checked against the grammar.
///
/// Its value is decoded when that is asked for, as the example of [`Reader`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberText<'a>(&'a str);

/// What a number says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number<'a> {
    /// An integer from -2^63 to 2^63 - 1.
    Signed(i64),
    /// Above `i64::MAX`.
    Unsigned(u64),
    /// A number with a fraction or an exponent, as the nearest float.
    Float(f64),
    /// The digits, and perhaps a sign, of an integer beyond 64 bits.
    Digits(&'a str),
}

impl<'a> NumberText<'a> {
    /// The number as it stands in the text.
    pub fn text(&self) -> &'a str {
        self.0
    }

    /// The value of the number, if the policy allows it.
    ///
    /// # Errors
    /// [`ErrorKind::NumberRange`] if it does not.
    pub fn decode(&self, policy: BigNumbers) -> Result<Number<'a>, ErrorKind> {
        let special = match self.0 {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        };
        if let Some(value) = special {
            return Ok(Number::Float(value));
        }
        let (scanned, _) = number::scan(self.0.as_bytes(), 0).ok_or(ErrorKind::Number)?;
        decide(scanned, self.0, policy)
    }
}

/// What the policy makes of a number.
#[inline(always)]
pub(crate) fn decide(scanned: Scanned, text: &str, policy: BigNumbers) -> Result<Number<'_>, ErrorKind> {
    match scanned {
        Scanned::Signed(value) => Ok(Number::Signed(value)),
        Scanned::Unsigned(value) => Ok(Number::Unsigned(value)),
        Scanned::Float(value) => Ok(Number::Float(value)),
        Scanned::BigInteger | Scanned::Overflow(_) => decide_big(scanned, text, policy),
    }
}

#[cold]
fn decide_big(scanned: Scanned, text: &str, policy: BigNumbers) -> Result<Number<'_>, ErrorKind> {
    match policy {
        BigNumbers::Error => return Err(ErrorKind::NumberRange),
        BigNumbers::Digits if scanned == Scanned::BigInteger => return Ok(Number::Digits(text)),
        BigNumbers::Digits => return Err(ErrorKind::NumberRange),
        BigNumbers::Float | BigNumbers::Infinity => {}
    }
    let value = number::nearest_of_text(text);
    if value.is_infinite() && policy == BigNumbers::Float {
        return Err(ErrorKind::NumberRange);
    }
    Ok(Number::Float(value))
}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    Value,
    /// After `[`: an element or the end.
    ElementOrEnd,
    /// After a comma in an array.
    Element,
    /// After `{`.
    KeyOrEnd,
    /// After a comma in an object.
    Key,
    Colon,
    CommaOrEnd,
    /// The value is complete.
    Nothing,
}

/// A token, or a comment, that the last chunk did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Partial {
    None,
    /// The last byte was a backslash, or not; beyond ASCII, or not; an escape came, or not.
    String {
        backslash: bool,
        high: bool,
        escaped: bool,
    },
    Number,
    Word,
    /// A slash that must become a comment.
    Slash,
    LineComment,
    /// In `/* … */`; the last byte was a star, or not.
    BlockComment {
        star: bool,
    },
}

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TextPosition {
    offset: u64,
    line: u64,
    column: u64,
}

impl TextPosition {
    /// The place after `bytes`.
    fn after(mut self, bytes: &[u8]) -> TextPosition {
        self.offset += bytes.len() as u64;
        let line = match memchr::memrchr(b'\n', bytes) {
            Some(last) => {
                self.line += memchr::memchr_iter(b'\n', &bytes[..=last]).count() as u64;
                self.column = 1;
                &bytes[last + 1..]
            }
            None => bytes,
        };
        self.column += line.iter().filter(|b| (**b & 0xC0) != 0x80).count() as u64;
        self
    }
}

/// What a reader knows between two chunks.
///
/// ```
/// use purlin_json::{BigNumbers, Event, Number, ReadOptions, Reader};
///
/// let mut reader = Reader::new(ReadOptions::default());
/// // A chunk may end anywhere: here within a string, and within a number.
/// let (mut keys, mut sum) = (Vec::new(), 0.0);
/// for chunk in [&b"{\"fi"[..], b"rst\": 1", b"2.5}"] {
///     let mut feed = reader.feed(chunk);
///     while let Some(event) = feed.next()? {
///         match event {
///             Event::Key(key) => {
///                 assert!(!key.is_escaped());
///                 assert_eq!(key.raw(), key.decode());
///                 keys.push(key.decode().into_owned());
///             }
///             Event::Number(number) => {
///                 assert_eq!(number.text(), "12.5");
///                 let Ok(Number::Float(x)) = number.decode(BigNumbers::Float) else { unreachable!() };
///                 sum += x;
///             }
///             _ => {}
///         }
///     }
/// }
/// assert!(reader.depth() == 0 && reader.is_between_values());
/// assert!(reader.finish(b"").next()?.is_none());
/// assert_eq!((keys, sum), (vec!["first".to_string()], 12.5));
/// # Ok::<(), purlin_json::Error>(())
/// ```
#[derive(Clone)]
pub struct Reader {
    options: ReadOptions,
    expect: Expect,
    /// One bit for each open container: 1 is an object.
    stack: Vec<u64>,
    depth: usize,
    partial: Partial,
    /// The bytes of the partial token so far.
    carry: Vec<u8>,
    /// Where the partial token or comment starts.
    carry_place: TextPosition,
    /// Where the current chunk starts.
    place: TextPosition,
    /// What came before the current chunk, for excerpts.
    tail: Vec<u8>,
    /// Some value has begun.
    begun: bool,
    failed: bool,
    /// The keys of each open object, if duplicates are errors.
    keys: Vec<HashSet<Box<str>>>,
}

/// How many bytes of former chunks are kept for excerpts.
const TAIL: usize = 48;

impl Reader {
    /// A reader at the begin of a text.
    pub fn new(options: ReadOptions) -> Reader {
        Reader {
            options,
            expect: Expect::Value,
            stack: Vec::new(),
            depth: 0,
            partial: Partial::None,
            carry: Vec::new(),
            carry_place: TextPosition { offset: 0, line: 1, column: 1 },
            place: TextPosition { offset: 0, line: 1, column: 1 },
            tail: Vec::new(),
            begun: false,
            failed: false,
            keys: Vec::new(),
        }
    }

    /// The events of the next chunk. All of them must be taken before the chunk after it is fed.
    pub fn feed<'r, 'c>(&'r mut self, chunk: &'c [u8]) -> Feed<'r, 'c> {
        Feed { reader: self, chunk, at: 0, last: false }
    }

    /// The events of the last chunk, which may be empty: a number may end only here.
    pub fn finish<'r, 'c>(&'r mut self, chunk: &'c [u8]) -> Feed<'r, 'c> {
        Feed { reader: self, chunk, at: 0, last: true }
    }

    /// How many containers are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether what was read so far is whole values (or nothing), with nothing begun.
    pub fn is_between_values(&self) -> bool {
        self.depth == 0
            && self.partial == Partial::None
            && matches!(self.expect, Expect::Nothing | Expect::Value)
    }

    /// Between values: this part of the text was read by other means. Only where later errors are depends on
    /// it.
    ///
    /// ```
    /// use purlin_json::{ReadOptions, Reader};
    ///
    /// let mut reader = Reader::new(ReadOptions { many: true, ..ReadOptions::default() });
    /// reader.skip_whole_values(b"[1]\n[2]\n");
    /// assert_eq!(reader.feed(b"[x]").next().map(|_| ()), Ok(()));
    /// let mut feed = reader.feed(b"x]");
    /// assert_eq!(feed.next().unwrap_err().line, 3);
    /// ```
    pub fn skip_whole_values(&mut self, part: &[u8]) {
        self.place = self.place.after(part);
        self.tail.clear();
        self.tail.extend_from_slice(&part[part.len() - part.len().min(TAIL)..]);
    }

    /// Whether both would say the same of any text that follows, but for what excerpts show of the text
    /// before it.
    #[doc(hidden)]
    pub fn is_in_the_state_of(&self, other: &Reader) -> bool {
        let token = |reader: &Reader| {
            let open = reader.partial != Partial::None;
            (reader.partial, open.then(|| (reader.carry.clone(), reader.carry_place)))
        };
        let stack = |reader: &Reader| {
            let bit = |i: usize| reader.stack[i / 64] >> (i % 64) & 1;
            (0..reader.depth).map(bit).collect::<Vec<_>>()
        };
        self.options == other.options
            && (self.expect, self.begun, self.failed) == (other.expect, other.begun, other.failed)
            && (self.place, self.depth, &self.keys) == (other.place, other.depth, &other.keys)
            && token(self) == token(other)
            && stack(self) == stack(other)
    }

    fn in_object(&self) -> bool {
        let i = self.depth - 1;
        self.stack[i / 64] >> (i % 64) & 1 == 1
    }

    fn push(&mut self, object: bool) -> Result<(), ErrorKind> {
        if self.depth >= self.options.depth {
            return Err(ErrorKind::TooDeep);
        }
        let (word, bit) = (self.depth / 64, self.depth % 64);
        if word == self.stack.len() {
            self.stack.push(0);
        }
        self.stack[word] = self.stack[word] & !(1 << bit) | (object as u64) << bit;
        self.depth += 1;
        if object && self.options.duplicate_keys == crate::DuplicateKeys::Error {
            self.keys.push(HashSet::new());
        }
        Ok(())
    }

    fn pop(&mut self) {
        if self.in_object() && self.options.duplicate_keys == crate::DuplicateKeys::Error {
            self.keys.pop();
        }
        self.depth -= 1;
        self.value_done();
    }

    fn value_done(&mut self) {
        self.expect = match (self.depth, self.options.many) {
            (0, true) => Expect::Value,
            (0, false) => Expect::Nothing,
            _ => Expect::CommaOrEnd,
        };
    }
}

/// The events of one chunk; see [`Reader::feed`]. The example of [`Reader`] takes all of them.
pub struct Feed<'r, 'c> {
    reader: &'r mut Reader,
    chunk: &'c [u8],
    at: usize,
    last: bool,
}

/// A token that has been recognised; its bytes are in the chunk, or gathered in `carry`.
#[derive(Clone, Copy)]
enum Token {
    BeginObject,
    EndObject,
    BeginArray,
    EndArray,
    Key { carried: bool, from: usize, to: usize, escaped: bool },
    String { carried: bool, from: usize, to: usize, escaped: bool },
    Number { carried: bool, from: usize, to: usize },
    Bool(bool),
    Null,
}

impl Token {
    #[inline(always)]
    fn event<'t>(self, chunk: &'t [u8], carry: &'t [u8]) -> Event<'t> {
        let text = |carried: bool, from: usize, to: usize| {
            let bytes = if carried { carry } else { chunk };
            // SAFETY: `string_token` and `number_token` have checked that these bytes are UTF-8.
            unsafe { std::str::from_utf8_unchecked(&bytes[from..to]) }
        };
        match self {
            Token::BeginObject => Event::BeginObject,
            Token::EndObject => Event::EndObject,
            Token::BeginArray => Event::BeginArray,
            Token::EndArray => Event::EndArray,
            Token::Key { carried, from, to, escaped } => {
                Event::Key(Text::new(text(carried, from, to), escaped))
            }
            Token::String { carried, from, to, escaped } => {
                Event::String(Text::new(text(carried, from, to), escaped))
            }
            Token::Number { carried, from, to } => Event::Number(NumberText(text(carried, from, to))),
            Token::Bool(value) => Event::Bool(value),
            Token::Null => Event::Null,
        }
    }
}

/// What is wrong, and at which byte of the chunk or of `carry`.
struct Wrong {
    kind: ErrorKind,
    at: usize,
    carried: bool,
}

impl<'c> Feed<'_, 'c> {
    /// The next event; nothing when the chunk is used up (for the last chunk: when the text is).
    ///
    /// # Errors
    /// What is wrong with the text, and where. The reader gives nothing more after it.
    #[inline]
    #[expect(
        clippy::should_implement_trait,
        reason = "an event borrows from the reader, which an iterator's item cannot"
    )]
    pub fn next(&mut self) -> Result<Option<Event<'_>>, Error> {
        match self.token() {
            Ok(Some(token)) => Ok(Some(self.event(token))),
            Ok(None) => Ok(None),
            Err(wrong) => Err(self.error(wrong)),
        }
    }

    /// [`next`](Feed::next) where the first chunk is the last one: no token is ever carried over, so events
    /// live as long as the text.
    pub(crate) fn next_of_whole(&mut self) -> Result<Option<Event<'c>>, Error> {
        debug_assert!(self.last && self.reader.carry.is_empty());
        match self.token() {
            Ok(token) => Ok(token.map(|token| token.event(self.chunk, &[]))),
            Err(wrong) => Err(self.error(wrong)),
        }
    }

    /// How many bytes of the chunk were used for the events so far; 0 again after the last event.
    ///
    /// ```
    /// use purlin_json::{ReadOptions, Reader};
    ///
    /// let mut reader = Reader::new(ReadOptions { many: true, ..ReadOptions::default() });
    /// let mut feed = reader.finish(b"true [1]");
    /// assert!(feed.next()?.is_some());
    /// assert_eq!(feed.used(), 4);
    /// # Ok::<(), purlin_json::Error>(())
    /// ```
    pub fn used(&self) -> usize {
        self.at
    }

    /// An error of the caller's own about the event that `next` gave last, a token of `length` bytes.
    ///
    /// ```
    /// use purlin_json::{ErrorKind, Event, ReadOptions, Reader};
    ///
    /// let mut reader = Reader::new(ReadOptions::default());
    /// let mut feed = reader.finish(b"[1, 2]");
    /// let mut last = 0;
    /// while let Some(event) = feed.next()? {
    ///     if let Event::Number(number) = event {
    ///         last = number.text().len();
    ///         if number.text() == "2" {
    ///             break;
    ///         }
    ///     }
    /// }
    /// let error = feed.error_before(ErrorKind::NumberRange, last);
    /// assert_eq!((error.kind, error.column), (ErrorKind::NumberRange, 5));
    /// # Ok::<(), purlin_json::Error>(())
    /// ```
    pub fn error_before(&mut self, kind: ErrorKind, length: usize) -> Error {
        match self.at.checked_sub(length) {
            Some(at) => self.error(Wrong { kind, at, carried: false }),
            None => self.error(Wrong { kind, at: 0, carried: true }),
        }
    }

    #[inline(always)]
    fn event(&self, token: Token) -> Event<'_> {
        token.event(self.chunk, &self.reader.carry)
    }

    #[cold]
    fn error(&mut self, wrong: Wrong) -> Error {
        let reader = &mut *self.reader;
        reader.failed = true;
        let place = if wrong.carried {
            reader.carry_place.after(&reader.carry[..wrong.at])
        } else {
            reader.place.after(&self.chunk[..wrong.at])
        };
        // What stood before the chunk, without what has been gathered for the token, is in `tail`.
        let mut text = reader.tail.clone();
        // What has been gathered may end in this chunk, and so may be wrong in it.
        let in_chunk = match wrong.carried {
            true => place.offset.checked_sub(reader.place.offset).map(|at| at as usize),
            false => Some(wrong.at),
        };
        let at = match in_chunk {
            Some(at) => text.len() + at.min(2 * TAIL),
            None => text.len().saturating_sub((reader.place.offset - place.offset) as usize),
        };
        let from = in_chunk.map_or(0, |at| at.saturating_sub(2 * TAIL));
        text.extend_from_slice(&self.chunk[from..self.chunk.len().min(from + 4 * TAIL)]);
        let (excerpt, mark) = error::excerpt(&text, at);
        Error {
            kind: wrong.kind,
            offset: place.offset,
            line: place.line,
            column: place.column,
            excerpt,
            mark,
            detail: None,
        }
    }

    fn wrong<T>(&self, kind: ErrorKind, at: usize) -> Result<T, Wrong> {
        Err(Wrong { kind, at, carried: false })
    }

    #[inline(always)]
    fn token(&mut self) -> Result<Option<Token>, Wrong> {
        if self.reader.partial != Partial::None {
            if self.reader.failed {
                return Ok(None);
            }
            if let Some(token) = self.resume()? {
                return Ok(Some(token));
            }
        }
        loop {
            let Some(byte) = self.skip_white_space() else { return self.chunk_end() };
            let at = self.at;
            match byte {
                b'"' => return self.string(at),
                b',' | b':' => self.separator(byte, at)?,
                b'{' | b'[' => return self.open(byte, at),
                b'}' | b']' => return self.close(byte, at),
                b'-' | b'0'..=b'9' => {
                    self.value_may_stand(at)?;
                    self.at += 1;
                    return self.rest_of_number(at);
                }
                b'a'..=b'z' | b'A'..=b'Z' => {
                    self.value_may_stand(at)?;
                    self.at += 1;
                    return self.rest_of_word(at);
                }
                b'/' if self.reader.options.comments => {
                    self.start_partial(Partial::Slash, at);
                    self.at += 1;
                    self.resume()?;
                    if self.reader.partial != Partial::None {
                        return self.chunk_end();
                    }
                }
                _ => {
                    self.value_may_stand(at)?;
                    return self.wrong(ErrorKind::ExpectedValue, at);
                }
            }
        }
    }

    #[inline(always)]
    fn skip_white_space(&mut self) -> Option<u8> {
        loop {
            let byte = *self.chunk.get(self.at)?;
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.at += 1;
            // Runs of spaces are indentation: eight at a time.
            while let Some(chunk) = self.chunk.get(self.at..self.at + 8) {
                if chunk != b"        " {
                    break;
                }
                self.at += 8;
            }
        }
    }

    /// Whether a value may stand here; else what must.
    #[inline(always)]
    fn value_may_stand(&mut self, at: usize) -> Result<(), Wrong> {
        match self.reader.expect {
            Expect::Value | Expect::Element | Expect::ElementOrEnd => {
                self.reader.begun = true;
                Ok(())
            }
            Expect::KeyOrEnd | Expect::Key => self.wrong(ErrorKind::ExpectedKey, at),
            Expect::Colon => self.wrong(ErrorKind::ExpectedColon, at),
            Expect::CommaOrEnd => self.wrong(ErrorKind::ExpectedComma, at),
            Expect::Nothing => self.wrong(ErrorKind::TrailingText, at),
        }
    }

    #[inline(always)]
    fn separator(&mut self, byte: u8, at: usize) -> Result<(), Wrong> {
        let reader = &mut *self.reader;
        reader.expect = match (reader.expect, byte) {
            (Expect::Colon, b':') => Expect::Value,
            (Expect::CommaOrEnd, b',') if reader.in_object() => Expect::Key,
            (Expect::CommaOrEnd, b',') => Expect::Element,
            _ => {
                self.value_may_stand(at)?;
                return self.wrong(ErrorKind::ExpectedValue, at);
            }
        };
        self.at += 1;
        Ok(())
    }

    fn open(&mut self, byte: u8, at: usize) -> Result<Option<Token>, Wrong> {
        self.value_may_stand(at)?;
        if let Err(kind) = self.reader.push(byte == b'{') {
            return self.wrong(kind, at);
        }
        self.at += 1;
        let (expect, token) = match byte {
            b'{' => (Expect::KeyOrEnd, Token::BeginObject),
            _ => (Expect::ElementOrEnd, Token::BeginArray),
        };
        self.reader.expect = expect;
        Ok(Some(token))
    }

    fn close(&mut self, byte: u8, at: usize) -> Result<Option<Token>, Wrong> {
        let reader = &mut *self.reader;
        if reader.depth == 0 {
            let kind = if reader.expect == Expect::Nothing {
                ErrorKind::TrailingText
            } else {
                ErrorKind::ExpectedValue
            };
            return self.wrong(kind, at);
        }
        let object = reader.in_object();
        if object != (byte == b'}') {
            return self.wrong(ErrorKind::Mismatched, at);
        }
        match reader.expect {
            Expect::CommaOrEnd | Expect::KeyOrEnd | Expect::ElementOrEnd => {}
            Expect::Key | Expect::Element if reader.options.trailing_comma => {}
            Expect::Key | Expect::Element => return self.wrong(ErrorKind::TrailingComma, at),
            Expect::Colon => return self.wrong(ErrorKind::ExpectedColon, at),
            Expect::Value | Expect::Nothing => return self.wrong(ErrorKind::ExpectedValue, at),
        }
        self.at += 1;
        reader.pop();
        Ok(Some(if object { Token::EndObject } else { Token::EndArray }))
    }

    // ---- strings

    #[inline(always)]
    fn string(&mut self, at: usize) -> Result<Option<Token>, Wrong> {
        if !matches!(self.reader.expect, Expect::Key | Expect::KeyOrEnd) {
            self.value_may_stand(at)?;
        }
        self.at += 1;
        let (end, high) = text::span(self.chunk, self.at);
        if self.chunk.get(end) == Some(&b'"') {
            self.at = end + 1;
            return self.string_token(false, at + 1, end, high, false).map(Some);
        }
        self.long_string(at, false, high, false, end)
    }

    /// A string with an escape or a control character at `end`, or that the chunk does not end. `from` is its
    /// quote.
    fn long_string(
        &mut self,
        from: usize,
        mut backslash: bool,
        mut high: bool,
        mut escaped: bool,
        mut end: usize,
    ) -> Result<Option<Token>, Wrong> {
        let carried = self.reader.partial != Partial::None;
        loop {
            let Some(byte) = self.chunk.get(end).copied() else {
                self.at = end;
                if !carried {
                    self.start_partial(Partial::None, from);
                }
                self.reader.partial = Partial::String { backslash, high, escaped };
                self.gather(if carried { 0 } else { from }, end);
                return self.chunk_end();
            };
            if byte < 0x20 && !self.reader.options.control_characters {
                return self.wrong(ErrorKind::ControlCharacter, end);
            }
            end += 1;
            if backslash || byte < 0x20 {
                backslash = false;
                high |= byte >= 0x80;
            } else if byte == b'\\' {
                (backslash, escaped) = (true, true);
                continue;
            } else {
                break;
            }
            let (next, more) = text::span(self.chunk, end);
            (end, high) = (next, high | more);
        }
        self.at = end;
        if !carried {
            return self.string_token(false, from + 1, end - 1, high, escaped).map(Some);
        }
        self.gather(0, end);
        self.reader.partial = Partial::None;
        let to = self.reader.carry.len() - 1;
        self.string_token(true, 1, to, high, escaped).map(Some)
    }

    #[inline(always)]
    fn string_token(
        &mut self,
        carried: bool,
        from: usize,
        to: usize,
        high: bool,
        escaped: bool,
    ) -> Result<Token, Wrong> {
        if high || escaped {
            self.check_string(carried, from, to, high, escaped)?;
        }
        if matches!(self.reader.expect, Expect::Key | Expect::KeyOrEnd) {
            self.reader.expect = Expect::Colon;
            if !self.reader.keys.is_empty() {
                self.check_duplicate(carried, from, to, escaped)?;
            }
            return Ok(Token::Key { carried, from, to, escaped });
        }
        self.reader.value_done();
        Ok(Token::String { carried, from, to, escaped })
    }

    #[inline(never)]
    fn check_string(
        &self,
        carried: bool,
        from: usize,
        to: usize,
        high: bool,
        escaped: bool,
    ) -> Result<(), Wrong> {
        let bytes = if carried { &self.reader.carry[from..to] } else { &self.chunk[from..to] };
        if high && simdutf8::basic::from_utf8(bytes).is_err() {
            let at = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), |_| 0);
            return Err(Wrong { kind: ErrorKind::Utf8, at: from + at, carried });
        }
        if escaped && let Err((kind, at)) = text::check_escapes(bytes) {
            return Err(Wrong { kind, at: from + at, carried });
        }
        Ok(())
    }

    #[cold]
    fn check_duplicate(&mut self, carried: bool, from: usize, to: usize, escaped: bool) -> Result<(), Wrong> {
        let bytes = if carried { &self.reader.carry[from..to] } else { &self.chunk[from..to] };
        // UTF-8 it is: `check_string` has seen to it.
        let raw = String::from_utf8_lossy(bytes);
        let key = Text::new(&raw, escaped).decode().into_owned().into_boxed_str();
        let new = self.reader.keys.last_mut().is_none_or(|keys| keys.insert(key));
        if new { Ok(()) } else { Err(Wrong { kind: ErrorKind::DuplicateKey, at: from - 1, carried }) }
    }

    // ---- numbers and words

    /// The rest of a number whose first bytes end at `self.at`; it starts at `from`, or in `carry`.
    #[inline(always)]
    fn rest_of_number(&mut self, from: usize) -> Result<Option<Token>, Wrong> {
        let nan = self.reader.options.nan;
        let belongs = |byte: u8| {
            matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')
                || nan && byte.is_ascii_alphabetic()
        };
        while let Some(byte) = self.chunk.get(self.at) {
            if !belongs(*byte) {
                break;
            }
            self.at += 1;
        }
        if self.token_continues(Partial::Number, from) {
            return self.chunk_end();
        }
        let (carried, from, to) = self.gathered(from);
        self.number_token(carried, from, to).map(Some)
    }

    fn rest_of_word(&mut self, from: usize) -> Result<Option<Token>, Wrong> {
        while self.chunk.get(self.at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
            self.at += 1;
        }
        if self.token_continues(Partial::Word, from) {
            return self.chunk_end();
        }
        let (carried, from, to) = self.gathered(from);
        let bytes = if carried { &self.reader.carry[from..to] } else { &self.chunk[from..to] };
        let token = match bytes {
            b"true" => Token::Bool(true),
            b"false" => Token::Bool(false),
            b"null" => Token::Null,
            b"NaN" | b"Infinity" if self.reader.options.nan => Token::Number { carried, from, to },
            _ => return Err(Wrong { kind: ErrorKind::UnknownWord, at: from, carried }),
        };
        self.reader.value_done();
        Ok(Some(token))
    }

    #[inline(always)]
    fn number_token(&mut self, carried: bool, from: usize, to: usize) -> Result<Token, Wrong> {
        let bytes = if carried { &self.reader.carry[from..to] } else { &self.chunk[from..to] };
        let known = is_number(bytes) || self.reader.options.nan && bytes == b"-Infinity";
        if !known {
            return Err(Wrong { kind: ErrorKind::Number, at: from, carried });
        }
        self.reader.value_done();
        Ok(Token::Number { carried, from, to })
    }

    /// Whether the token at the chunk's end may continue in the next chunk; if so, the part of it that is
    /// here is gathered.
    #[inline(always)]
    fn token_continues(&mut self, partial: Partial, from: usize) -> bool {
        if self.at < self.chunk.len() || self.last {
            return false;
        }
        let carried = self.reader.partial != Partial::None;
        if !carried {
            self.start_partial(partial, from);
        }
        self.gather(if carried { 0 } else { from }, self.at);
        true
    }

    /// Where the token that ends at `self.at` is: in the chunk, or all of it in `carry`.
    #[inline(always)]
    fn gathered(&mut self, from: usize) -> (bool, usize, usize) {
        if self.reader.partial == Partial::None {
            return (false, from, self.at);
        }
        self.gather(0, self.at);
        self.reader.partial = Partial::None;
        (true, 0, self.reader.carry.len())
    }

    // ---- between chunks

    #[cold]
    fn start_partial(&mut self, partial: Partial, at: usize) {
        self.reader.partial = partial;
        self.reader.carry.clear();
        self.reader.carry_place = self.reader.place.after(&self.chunk[..at]);
    }

    fn gather(&mut self, from: usize, to: usize) {
        self.reader.carry.extend_from_slice(&self.chunk[from..to]);
    }

    /// Resumes the token or comment that the previous chunk left open.
    #[cold]
    fn resume(&mut self) -> Result<Option<Token>, Wrong> {
        match self.reader.partial {
            Partial::None => Ok(None),
            Partial::String { backslash, high, escaped } => {
                let (end, more) = if backslash { (self.at, false) } else { text::span(self.chunk, self.at) };
                self.long_string(0, backslash, high | more, escaped, end)
            }
            Partial::Number => self.rest_of_number(0),
            Partial::Word => self.rest_of_word(0),
            Partial::Slash | Partial::LineComment | Partial::BlockComment { .. } => {
                self.comment()?;
                Ok(None)
            }
        }
    }

    fn comment(&mut self) -> Result<(), Wrong> {
        while let Some(byte) = self.chunk.get(self.at).copied() {
            self.reader.partial = match (self.reader.partial, byte) {
                (Partial::Slash, b'/') => Partial::LineComment,
                (Partial::Slash, b'*') => Partial::BlockComment { star: false },
                (Partial::Slash, _) => return self.wrong(ErrorKind::Comment, self.at),
                (Partial::LineComment, b'\n') | (Partial::BlockComment { star: true }, b'/') => Partial::None,
                (Partial::BlockComment { .. }, _) => Partial::BlockComment { star: byte == b'*' },
                (other, _) => other,
            };
            self.at += 1;
            if self.reader.partial == Partial::None {
                return Ok(());
            }
        }
        if self.last && self.reader.partial == Partial::LineComment {
            self.reader.partial = Partial::None;
        }
        Ok(())
    }

    /// The chunk is used up: whether the text may end here if it was the last one.
    #[cold]
    fn chunk_end(&mut self) -> Result<Option<Token>, Wrong> {
        let at = self.chunk.len();
        if self.last {
            let reader = &*self.reader;
            let complete = match reader.expect {
                Expect::Nothing => true,
                Expect::Value => reader.options.many && reader.depth == 0,
                _ => false,
            };
            if reader.partial != Partial::None || !complete {
                if reader.failed {
                    return Ok(None);
                }
                return self.wrong(ErrorKind::UnexpectedEnd, at);
            }
            return Ok(None);
        }
        let reader = &mut *self.reader;
        reader.place = reader.place.after(self.chunk);
        let keep = self.chunk.len().min(TAIL);
        reader.tail.extend_from_slice(&self.chunk[self.chunk.len() - keep..]);
        if reader.tail.len() > 2 * TAIL {
            reader.tail.drain(..reader.tail.len() - TAIL);
        }
        // The same chunk, asked again, has nothing more.
        self.chunk = &[];
        self.at = 0;
        Ok(None)
    }
}

/// Whether the bytes are one number by JSON's grammar.
#[inline(always)]
pub(crate) fn is_number(bytes: &[u8]) -> bool {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let first = (bytes.first() == Some(&b'-')) as usize;
    let mut at = digits(first);
    if at == first || at > first + 1 && bytes[first] == b'0' {
        return false;
    }
    if bytes.get(at) == Some(&b'.') {
        let end = digits(at + 1);
        if end == at + 1 {
            return false;
        }
        at = end;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1 + matches!(bytes.get(at + 1), Some(b'+' | b'-')) as usize;
        let end = digits(at);
        if end == at {
            return false;
        }
        at = end;
    }
    at == bytes.len()
}
