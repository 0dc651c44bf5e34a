//! The walk over a whole text: the index of its tokens (`index`) is checked against the grammar, without
//! recursion, and what the text says goes to a [`Handler`] as it is met. It knows strict JSON only. Where a
//! text does not fit, whatever the reason, the walk starts again with the [`Reader`], which knows all
//! dialects and where exactly something is wrong.

use super::index::{self, Block, ESCAPED, Index, entries, with_level};
use super::number;
use super::reader::{Event, Number, Reader, decide};
use super::text;
use crate::error::{Error, ErrorKind};
use crate::level::Level;
use crate::options::{BigNumbers, DuplicateKeys, ReadOptions};

/// What becomes of the values of a text, in order, without a tree. Grammar is kept: a value or `end_object`
/// follows each `key`, and so on. Strings are only lent for the call.
///
/// ```
/// use purlin_json::{Handler, Number, ReadOptions, read};
///
/// /// Adds up the numbers, and counts everything else.
/// #[derive(Default)]
/// struct Sum(f64, usize);
///
/// impl Handler for Sum {
///     fn begin_object(&mut self) { self.1 += 1 }
///     fn end_object(&mut self) {}
///     fn begin_array(&mut self) { self.1 += 1 }
///     fn end_array(&mut self) {}
///     fn key(&mut self, _: &str) {}
///     fn string(&mut self, _: &str) { self.1 += 1 }
///     fn number(&mut self, number: Number<'_>) {
///         self.0 += match number {
///             Number::Signed(n) => n as f64,
///             Number::Unsigned(n) => n as f64,
///             Number::Float(x) => x,
///             Number::Digits(text) => text.parse().unwrap_or(f64::NAN),
///         }
///     }
///     fn bool(&mut self, _: bool) { self.1 += 1 }
///     fn null(&mut self) { self.1 += 1 }
///     fn restart(&mut self) { *self = Sum::default() }
/// }
///
/// let mut sum = Sum::default();
/// read(br#"{"a": [1, 2.5, "x"], "b": -1}"#, &ReadOptions::default(), &mut sum)?;
/// assert_eq!((sum.0, sum.1), (2.5, 3));
/// # Ok::<(), purlin_json::Error>(())
/// ```
pub trait Handler {
    /// An object begins.
    fn begin_object(&mut self);
    /// The object that began last ends.
    fn end_object(&mut self);
    /// An array begins.
    fn begin_array(&mut self);
    /// The array that began last ends.
    fn end_array(&mut self);
    /// The key of the value that follows, with its escapes replaced.
    fn key(&mut self, key: &str);
    /// A string, with its escapes replaced.
    fn string(&mut self, text: &str);
    /// A number.
    fn number(&mut self, number: Number<'_>);
    /// `true` or `false`.
    fn bool(&mut self, value: bool);
    /// `null`.
    fn null(&mut self);
    /// The outermost value has ended, and another one starts at this place. Only asked for by `squeeze`.
    #[doc(hidden)]
    #[inline(always)]
    fn next_value(&mut self, _place: u32) {}
    /// Everything so far is void, and the walk starts again. (So a handler that cannot take a step back, such
    /// as one that writes to the outside, reads by [`Reader`] instead.) After it an error may follow, or the
    /// whole text.
    fn restart(&mut self);
}

/// What the walk tells, inside the crate: as [`Handler`], but places in the text come with what stands there,
/// and strings with escapes come as they stand, so that who keeps them can write them where they stay.
pub(crate) trait Receiver {
    fn begin_object(&mut self);
    fn end_object(&mut self);
    fn begin_array(&mut self);
    fn end_array(&mut self);
    /// A key without escapes, and where its inside starts.
    fn key(&mut self, key: &str, from: usize);
    fn string(&mut self, text: &str, from: usize);
    /// The inside of a string, or key, with escapes; nothing if they are none.
    fn escaped(&mut self, inside: &str, key: bool) -> Option<()>;
    fn number(&mut self, number: Number<'_>, from: usize);
    fn bool(&mut self, value: bool);
    fn null(&mut self);
    #[inline(always)]
    fn next_value(&mut self, _place: u32) {}
    fn restart(&mut self);
}

/// Lends strings to a handler.
struct Lender<'h, H> {
    handler: &'h mut H,
    /// What the last string with escapes said.
    said: Vec<u8>,
}

impl<H: Handler> Receiver for Lender<'_, H> {
    #[inline(always)]
    fn begin_object(&mut self) {
        self.handler.begin_object();
    }
    #[inline(always)]
    fn end_object(&mut self) {
        self.handler.end_object();
    }
    #[inline(always)]
    fn begin_array(&mut self) {
        self.handler.begin_array();
    }
    #[inline(always)]
    fn end_array(&mut self) {
        self.handler.end_array();
    }
    #[inline(always)]
    fn key(&mut self, key: &str, _from: usize) {
        self.handler.key(key);
    }
    #[inline(always)]
    fn string(&mut self, text: &str, _from: usize) {
        self.handler.string(text);
    }
    #[inline(always)]
    fn escaped(&mut self, inside: &str, key: bool) -> Option<()> {
        self.said.clear();
        self.said.reserve(inside.len() + UNESCAPE_SLACK);
        // SAFETY: as much room as the function asks for; UTF-8 with escapes replaced by characters is UTF-8.
        let text = unsafe {
            let length = unescape(inside.as_bytes(), self.said.as_mut_ptr())?;
            self.said.set_len(length);
            std::str::from_utf8_unchecked(&self.said)
        };
        if key {
            self.handler.key(text);
        } else {
            self.handler.string(text);
        }
        Some(())
    }
    #[inline(always)]
    fn number(&mut self, number: Number<'_>, _from: usize) {
        self.handler.number(number);
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) {
        self.handler.bool(value);
    }
    #[inline(always)]
    fn null(&mut self) {
        self.handler.null();
    }
    #[inline(always)]
    fn next_value(&mut self, place: u32) {
        self.handler.next_value(place);
    }
    fn restart(&mut self) {
        self.handler.restart();
    }
}

/// Passes the one value of a text to a handler.
/// See [`Handler`] for an example. `options.many` is not looked at.
///
/// # Errors
/// What is wrong with the text, and where: the handler has had what came before.
pub fn read<H: Handler>(text: &[u8], options: &ReadOptions, handler: &mut H) -> Result<(), Error> {
    walk(text, options, &mut Lender { handler, said: Vec::new() })
}

pub(crate) fn walk<R: Receiver>(text: &[u8], options: &ReadOptions, receiver: &mut R) -> Result<(), Error> {
    if is_plain(text, options) {
        let settings = Settings {
            many: false,
            depth: options.depth,
            big_numbers: options.big_numbers,
            control_characters: options.control_characters,
        };
        if with_level!(Level::get(), entry, (text, &settings, receiver)) {
            return Ok(());
        }
        receiver.restart();
    }
    exact(text, options, receiver)
}

/// Walks over the values of a text that follow each other. False if they are not all good; nothing is said
/// about why.
pub(super) fn walk_many<H: Handler>(text: &[u8], options: &ReadOptions, handler: &mut H) -> bool {
    let settings = Settings {
        many: true,
        depth: options.depth,
        big_numbers: BigNumbers::Infinity,
        control_characters: false,
    };
    let mut lender = Lender { handler, said: Vec::new() };
    is_plain(text, options) && with_level!(Level::get(), entry, (text, &settings, &mut lender))
}

/// Whether the walk over the index can read the text at all. It must end in a byte that no number or word can
/// end in, so that these end before the text does.
fn is_plain(text: &[u8], options: &ReadOptions) -> bool {
    let strict = !options.comments
        && !options.trailing_comma
        && !options.nan
        && options.duplicate_keys != DuplicateKeys::Error;
    let last = text.iter().rev().find(|b| !matches!(b, b' ' | b'\n' | b'\r' | b'\t'));
    strict && text.len() < index::LONGEST && matches!(last, Some(b'}' | b']' | b'"'))
}

/// Reads the text by the pull reader, which states exactly what is wrong and where.
#[cold]
fn exact<R: Receiver>(text: &[u8], options: &ReadOptions, receiver: &mut R) -> Result<(), Error> {
    let mut reader = Reader::new(ReadOptions { many: false, ..options.clone() });
    let mut feed = reader.finish(text);
    // All that an event holds stands in the text.
    let place = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let mut open = 0usize;
    while let Some(event) = feed.next_of_whole()? {
        match event {
            Event::BeginObject | Event::BeginArray => open += 1,
            Event::EndObject | Event::EndArray => open -= 1,
            _ => {}
        }
        if open > text.len() - feed.used() {
            // More is open than can still be closed: the receiver need not record it, as an error will
            // follow.
            continue;
        }
        let good = |said: Option<()>, inside: &str| said.ok_or((ErrorKind::Escape, inside.len() + 1));
        let mut outcome = Ok(());
        match event {
            Event::BeginObject => receiver.begin_object(),
            Event::EndObject => receiver.end_object(),
            Event::BeginArray => receiver.begin_array(),
            Event::EndArray => receiver.end_array(),
            Event::Key(key) if key.is_escaped() => {
                outcome = good(receiver.escaped(key.raw(), true), key.raw())
            }
            Event::Key(key) => receiver.key(key.raw(), place(key.raw())),
            Event::String(text) if text.is_escaped() => {
                outcome = good(receiver.escaped(text.raw(), false), text.raw());
            }
            Event::String(text) => receiver.string(text.raw(), place(text.raw())),
            Event::Bool(value) => receiver.bool(value),
            Event::Null => receiver.null(),
            Event::Number(number) => match number.decode(options.big_numbers) {
                Ok(value) => receiver.number(value, place(number.text())),
                Err(kind) => outcome = Err((kind, number.text().len())),
            },
        }
        if let Err((kind, length)) = outcome {
            return Err(feed.error_before(kind, length));
        }
    }
    Ok(())
}

/// What the walk needs of the options.
struct Settings {
    /// Values may follow each other.
    many: bool,
    depth: usize,
    big_numbers: BigNumbers,
    control_characters: bool,
}

entries!(run[R: Receiver][R](text: &[u8], settings: &Settings, receiver: &mut R) -> bool);

/// Which containers are open, innermost in the lowest bit: 1 is an object.
struct Stack {
    bits: u64,
    depth: usize,
    /// Sixty-four at a time, those further out.
    outer: Vec<u64>,
}

impl Stack {
    #[inline(always)]
    fn push(&mut self, object: bool) {
        if self.depth.is_multiple_of(64) {
            self.outer.push(self.bits);
        }
        self.bits = self.bits << 1 | object as u64;
        self.depth += 1;
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.depth -= 1;
        self.bits >>= 1;
        if self.depth.is_multiple_of(64) {
            self.bits = self.outer.pop().unwrap_or(0);
        }
    }

    #[inline(always)]
    fn in_object(&self) -> bool {
        self.bits & 1 == 1
    }
}

/// True if the text is one value, all of which the receiver has been told.
///
/// # Safety
/// The vector instructions of `B`.
#[inline(always)]
unsafe fn run<B: Block, R: Receiver>(text: &[u8], settings: &Settings, receiver: &mut R) -> bool {
    let mut walk = Walk { index: Index::new(text, settings.control_characters), settings, receiver };
    // SAFETY: the caller's own promise.
    unsafe { walk.run::<B>() }
}

/// How a walk continues after a value.
enum After {
    /// With the value at that place.
    Value(u32),
    /// Not at all; whether the text is good.
    End(bool),
}

struct Walk<'w, R> {
    index: Index<'w>,
    settings: &'w Settings,
    receiver: &'w mut R,
}

impl<R: Receiver> Walk<'_, R> {
    /// The place of the next token. At most `AHEAD` are taken between two calls of `ensure`.
    #[inline(always)]
    fn next(&mut self) -> u32 {
        // SAFETY: `ensure` has seen to it that places are left.
        let place = unsafe { *self.index.places.get_unchecked(self.index.taken) };
        self.index.taken += 1;
        place
    }

    /// The byte at a token's place.
    #[inline(always)]
    fn byte(&self, place: u32) -> u8 {
        // SAFETY: places are places in the text, and where the mark may be set (closing quotes) this is not
        // called: those follow an opening quote at once.
        unsafe { *self.index.text.get_unchecked((place & !ESCAPED) as usize) }
    }

    /// Sees to it that tokens are left; false where the text is found to be wrong, also because more is open
    /// than it can still close.
    ///
    /// # Safety
    /// The vector instructions of `B`.
    #[inline(always)]
    unsafe fn ensure<B: Block>(&mut self, open: usize) -> bool {
        let left = self.index.filled - self.index.taken;
        if left >= index::AHEAD {
            return true;
        }
        // SAFETY: the caller's own promise.
        open <= left + self.index.rest() && unsafe { self.index.refill::<B>() }
    }

    /// # Safety
    /// The vector instructions of `B`.
    #[inline(always)]
    unsafe fn run<B: Block>(&mut self) -> bool {
        let mut stack = Stack { bits: 0, depth: 0, outer: Vec::new() };
        // SAFETY: the caller's own promise.
        if !unsafe { self.ensure::<B>(stack.depth) } {
            return false;
        }
        let mut place = self.next();
        loop {
            // A value at `place`. The token before it was checked; three are left ahead at least.
            match self.byte(place) {
                b'"' => {
                    let close = self.next();
                    if !self.string(place, close, false) {
                        return false;
                    }
                }
                open @ (b'{' | b'[') => {
                    if stack.depth >= self.settings.depth {
                        return false;
                    }
                    let object = open == b'{';
                    stack.push(object);
                    if object {
                        self.receiver.begin_object();
                    } else {
                        self.receiver.begin_array();
                    }
                    // SAFETY: the caller's own promise.
                    if !unsafe { self.ensure::<B>(stack.depth) } {
                        return false;
                    }
                    place = self.next();
                    // The closing brackets are the opening ones plus two.
                    if self.byte(place) != open + 2 {
                        if object && !self.member(&mut place) {
                            return false;
                        }
                        continue;
                    }
                    self.close(&mut stack);
                }
                _ => {
                    if !self.scalar(place as usize) {
                        return false;
                    }
                }
            }
            // SAFETY: the caller's own promise.
            match unsafe { self.after_value::<B>(&mut stack) } {
                After::Value(next) => place = next,
                After::End(good) => return good,
            }
        }
    }

    /// What follows a value: containers that end, then a comma and the place of the next value, or the end.
    ///
    /// # Safety
    /// The vector instructions of `B`.
    #[inline(always)]
    unsafe fn after_value<B: Block>(&mut self, stack: &mut Stack) -> After {
        loop {
            // SAFETY: the caller's own promise.
            if !unsafe { self.ensure::<B>(stack.depth) } {
                return After::End(false);
            }
            if stack.depth == 0 {
                if !self.settings.many || self.index.is_used_up() {
                    return After::End(self.index.is_used_up());
                }
                let place = self.next();
                self.receiver.next_value(place);
                return After::Value(place);
            }
            let mut place = self.next();
            let byte = self.byte(place);
            if byte == b',' {
                place = self.next();
                if stack.in_object() && !self.member(&mut place) {
                    return After::End(false);
                }
                return After::Value(place);
            }
            if byte != if stack.in_object() { b'}' } else { b']' } {
                return After::End(false);
            }
            self.close(stack);
        }
    }

    #[inline(always)]
    fn close(&mut self, stack: &mut Stack) {
        if stack.in_object() {
            self.receiver.end_object();
        } else {
            self.receiver.end_array();
        }
        stack.pop();
    }

    /// A key, whose quote is at `place`, and its colon; then `place` is that of the value.
    #[inline(always)]
    fn member(&mut self, place: &mut u32) -> bool {
        if self.byte(*place) != b'"' {
            return false;
        }
        let close = self.next();
        if !self.string(*place, close, true) {
            return false;
        }
        let colon = self.next();
        *place = self.next();
        self.byte(colon) == b':'
    }

    #[inline(always)]
    fn string(&mut self, open: u32, close: u32, key: bool) -> bool {
        let from = open as usize + 1;
        if close & ESCAPED != 0 {
            return self.escaped_string(from, (close & !ESCAPED) as usize, key);
        }
        let Some(length) = (close as usize).checked_sub(from) else { return false };
        // SAFETY: both places are in the text, and quotes; between them is UTF-8, or the walk ends with
        // false. (A text is checked a window ahead of its tokens, up to a character that crosses the window's
        // end, so the strings of complete tokens are.)
        let text = unsafe {
            let bytes = std::slice::from_raw_parts(self.index.text.as_ptr().add(from), length);
            std::str::from_utf8_unchecked(bytes)
        };
        if key {
            self.receiver.key(text, from);
        } else {
            self.receiver.string(text, from);
        }
        true
    }

    #[inline(never)]
    fn escaped_string(&mut self, from: usize, to: usize, key: bool) -> bool {
        let Some(inside) = self.index.text.get(from..to) else { return false };
        // SAFETY: both places are quotes of the text; between them is UTF-8, or the walk ends with false.
        let inside = unsafe { std::str::from_utf8_unchecked(inside) };
        self.receiver.escaped(inside, key).is_some()
    }

    #[inline(always)]
    fn scalar(&mut self, place: usize) -> bool {
        let text = self.index.text;
        let end = match text.get(place) {
            Some(b'-' | b'0'..=b'9') => {
                let Some((scanned, end)) = number::scan(text, place) else { return false };
                // SAFETY: a number is ASCII.
                let digits = unsafe { std::str::from_utf8_unchecked(text.get_unchecked(place..end)) };
                match decide(scanned, digits, self.settings.big_numbers) {
                    Ok(number) => self.receiver.number(number, place),
                    Err(_) => return false,
                }
                end
            }
            Some(b't') if text[place..].starts_with(b"true") => {
                self.receiver.bool(true);
                place + 4
            }
            Some(b'f') if text[place..].starts_with(b"false") => {
                self.receiver.bool(false);
                place + 5
            }
            Some(b'n') if text[place..].starts_with(b"null") => {
                self.receiver.null();
                place + 4
            }
            _ => return false,
        };
        text.get(end).is_some_and(|byte| index::ends_word(*byte))
    }
}

/// How much further than the inside's length `unescape` may write.
pub(crate) const UNESCAPE_SLACK: usize = 16;

/// What the inside of a string says; its length, or nothing if an escape is none.
///
/// # Safety
/// `out` has room for the inside and `UNESCAPE_SLACK`.
#[inline(always)]
pub(crate) unsafe fn unescape(inside: &[u8], out: *mut u8) -> Option<usize> {
    let (mut at, mut length) = (0, 0);
    loop {
        // SAFETY: `length <= at` throughout: no escape is shorter than what it says. The caller has made the
        // room.
        let step = unsafe { copy_to_backslash(inside, at, out.add(length)) };
        at += step;
        length += step;
        let Some(kind) = inside.get(at + 1) else {
            return (at == inside.len()).then_some(length);
        };
        let simple = SIMPLE[*kind as usize];
        // SAFETY: within the slack.
        unsafe {
            if simple != 0 {
                *out.add(length) = simple;
                at += 2;
                length += 1;
                continue;
            }
            // Most escapes by number are one unit.
            let unit = (*kind == b'u').then(|| text::hex4(inside.get(at + 2..at + 6))).flatten()?;
            let to = out.add(length);
            if unit < 0x80 {
                *to = unit as u8;
                length += 1;
                at += 6;
            } else if unit < 0x800 {
                to.cast::<[u8; 2]>().write_unaligned([0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8]);
                length += 2;
                at += 6;
            } else {
                let (char, taken) = text::escape(&inside[at..]).ok()?;
                let mut utf8 = [0; 4];
                length += char.encode_utf8(&mut utf8).len();
                to.cast::<[u8; 4]>().write_unaligned(utf8);
                at += taken;
            }
        }
    }
}

/// What follows a backslash and says one byte: that byte; else 0.
static SIMPLE: [u8; 256] = {
    let mut table = [0; 256];
    let pairs = *b"\"\"\\\\//b\x08f\x0cn\nr\rt\t";
    let mut i = 0;
    while i < pairs.len() {
        table[pairs[i] as usize] = pairs[i + 1];
        i += 2;
    }
    table
};

/// Copies from `at` up to a backslash or the end; how many bytes.
///
/// # Safety
/// `out` has room for the rest of the inside and 16 bytes.
#[inline(always)]
unsafe fn copy_to_backslash(inside: &[u8], at: usize, out: *mut u8) -> usize {
    let mut count = 0;
    #[cfg(target_arch = "x86_64")]
    while at + count + 16 <= inside.len() {
        use std::arch::x86_64::*;
        // SAFETY: 16 bytes are left to read, and as much to write; every x86-64 has SSE2.
        let marks = unsafe {
            let v = _mm_loadu_si128(inside.as_ptr().add(at + count).cast());
            _mm_storeu_si128(out.add(count).cast(), v);
            _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(b'\\' as i8))) as u32
        };
        if marks != 0 {
            return count + marks.trailing_zeros() as usize;
        }
        count += 16;
    }
    const ONES: u64 = 0x0101_0101_0101_0101;
    while let Some(chunk) = inside.get(at + count..at + count + 8) {
        let v = u64::from_le_bytes(chunk.try_into().unwrap_or([0; 8]));
        // SAFETY: eight bytes are left.
        unsafe { out.add(count).cast::<u64>().write_unaligned(v.to_le()) };
        let slash = v ^ (ONES * b'\\' as u64);
        let marks = slash.wrapping_sub(ONES) & !slash & (ONES * 0x80);
        if marks != 0 {
            return count + (marks.trailing_zeros() >> 3) as usize;
        }
        count += 8;
    }
    while let Some(byte) = inside.get(at + count)
        && *byte != b'\\'
    {
        // SAFETY: the byte is within the rest of the inside.
        unsafe { *out.add(count) = *byte };
        count += 1;
    }
    count
}

/// The values of a text that follow each other, with or without white space between (JSON Lines, concatenated
/// JSON), one document each. Ends after the first error.
///
/// ```
/// use purlin_json::{ReadOptions, documents};
///
/// let text = b"{\"n\": 1}\n{\"n\": 2}\n[";
/// let mut all = documents(text, &ReadOptions::default());
/// let n = all.next().unwrap()?.root().get("n").and_then(|n| n.as_i64());
/// assert_eq!(n, Some(1));
/// assert!(all.next().unwrap().is_ok());
/// assert_eq!(all.next().unwrap().err().unwrap().line, 3);
/// assert!(all.next().is_none());
/// # Ok::<(), purlin_json::Error>(())
/// ```
pub fn documents<'t>(text: &'t [u8], options: &ReadOptions) -> Documents<'t> {
    Documents { text, at: 0, options: options.clone(), failed: false }
}

/// The documents of a text, one by one. The example of [`documents`] takes some.
pub struct Documents<'t> {
    text: &'t [u8],
    at: usize,
    options: ReadOptions,
    failed: bool,
}

impl<'t> Iterator for Documents<'t> {
    type Item = Result<crate::Document<'t>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        if self.failed || rest.iter().all(|b| matches!(b, b' ' | b'\n' | b'\r' | b'\t')) {
            return None;
        }
        // Most often a value has a line of its own.
        let line = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let strict = !self.options.comments;
        if strict && let Ok(document) = crate::Document::parse_with(&rest[..line], &self.options) {
            self.at += line;
            return Some(Ok(document));
        }
        let end = match self.first_value(rest) {
            Ok(Some(end)) => end,
            Ok(None) => return None,
            Err(error) => {
                self.failed = true;
                return Some(Err(self.shifted(error)));
            }
        };
        let document = crate::Document::parse_with(&rest[..end], &self.options);
        match document {
            Ok(document) => {
                self.at += end;
                Some(Ok(document))
            }
            Err(error) => {
                self.failed = true;
                Some(Err(self.shifted(error)))
            }
        }
    }
}

impl Documents<'_> {
    /// Where the first value ends; nothing if only comments are left.
    fn first_value(&self, rest: &[u8]) -> Result<Option<usize>, Error> {
        let mut reader = Reader::new(ReadOptions { many: true, ..self.options.clone() });
        let mut feed = reader.finish(rest);
        let mut depth = 0usize;
        while let Some(event) = feed.next()? {
            match event {
                Event::BeginArray | Event::BeginObject => depth += 1,
                Event::EndArray | Event::EndObject => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(Some(feed.used()));
            }
        }
        Ok(None)
    }

    /// An error in the rest, as one in the text.
    fn shifted(&self, mut error: Error) -> Error {
        let before = &self.text[..self.at];
        error.offset += self.at as u64;
        if error.line == 1 {
            let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
            error.column += before[line..].iter().filter(|b| (**b & 0xC0) != 0x80).count() as u64;
        }
        error.line += memchr::memchr_iter(b'\n', before).count() as u64;
        error
    }
}

/// A text that no tree can be made of, by its length alone.
pub(crate) fn too_long() -> Error {
    Error {
        kind: ErrorKind::TooLong,
        offset: u32::MAX as u64,
        line: 1,
        column: 1,
        excerpt: String::new(),
        mark: 0,
        detail: None,
    }
}
