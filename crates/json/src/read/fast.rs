//! The walk over a whole text: the index of its tokens (`index`) is checked against the grammar, without recursion, and what the
//! text says goes to a [`Handler`] as it is met. It knows strict JSON only. Where a text does not fit, whatever the reason, the
//! walk starts again with the [`Reader`], which knows all dialects and where exactly something is wrong.

use super::index::{self, Block, ESCAPED, Index, entries, with_level};
use super::number;
use super::reader::{Event, Number, Reader, decide};
use super::text;
use crate::arena::Arena;
use crate::error::{Error, ErrorKind};
use crate::level::Level;
use crate::options::{BigNumbers, DuplicateKeys, ReadOptions};

/// What becomes of the values of a text, in order, without a tree. Grammar is kept: a value or `end_object` follows each
/// `key`, and so on. Strings are only lent for the call.
pub trait Handler {
    fn begin_object(&mut self);
    fn end_object(&mut self);
    fn begin_array(&mut self);
    fn end_array(&mut self);
    fn key(&mut self, key: &str);
    fn string(&mut self, text: &str);
    fn number(&mut self, number: Number<'_>);
    fn bool(&mut self, value: bool);
    fn null(&mut self);
    /// The outermost value has ended, and another one starts at this place. Only asked for by `squeeze`.
    #[doc(hidden)]
    #[inline(always)]
    fn next_value(&mut self, _place: u32) {}
    /// Everything so far is void, and the walk starts again. (So a handler that cannot take a step back, such as one that writes
    /// to the outside, reads by [`Reader`] instead.) After it an error may follow, or the whole text.
    fn restart(&mut self);
}

/// Passes the one value of a text to a handler.
pub fn read<H: Handler>(text: &[u8], options: &ReadOptions, handler: &mut H) -> Result<(), Error> {
    walk::<H, false>(text, options, handler).map(|_| ())
}

/// [`read`]. With `KEEP`, the strings that the handler is given stay where they are, in the text or in the arena that is returned.
pub(crate) fn walk<H: Handler, const KEEP: bool>(
    text: &[u8],
    options: &ReadOptions,
    handler: &mut H,
) -> Result<Arena, Error> {
    if is_plain(text, options) {
        let settings = Settings {
            many: false,
            depth: options.depth,
            big_numbers: options.big_numbers,
            control_characters: options.control_characters,
        };
        let mut arena = Arena::default();
        if with_level!(Level::get(), entry, (text, &settings, handler, &mut arena, Keep::<KEEP>)) {
            return Ok(arena);
        }
        handler.restart();
    }
    exact::<H, KEEP>(text, options, handler)
}

/// Walks over the values of a text that follow each other. False if they are not all good; nothing is said about why.
pub(super) fn walk_many<H: Handler>(text: &[u8], options: &ReadOptions, handler: &mut H) -> bool {
    let settings = Settings {
        many: true,
        depth: options.depth,
        big_numbers: BigNumbers::Infinity,
        control_characters: false,
    };
    let mut arena = Arena::default();
    is_plain(text, options)
        && with_level!(Level::get(), entry, (text, &settings, handler, &mut arena, Keep::<false>))
}

/// Whether the walk over the index can read the text at all. It must end in a byte that no number or word can end in, so that
/// these end before the text does.
fn is_plain(text: &[u8], options: &ReadOptions) -> bool {
    let strict = !options.comments
        && !options.trailing_comma
        && !options.nan
        && options.duplicate_keys != DuplicateKeys::Error;
    let last = text.iter().rev().find(|b| !matches!(b, b' ' | b'\n' | b'\r' | b'\t'));
    strict && text.len() < index::LONGEST && matches!(last, Some(b'}' | b']' | b'"'))
}

/// The same by the pull reader.
#[cold]
fn exact<H: Handler, const KEEP: bool>(
    text: &[u8],
    options: &ReadOptions,
    handler: &mut H,
) -> Result<Arena, Error> {
    let mut arena = Arena::default();
    let mut reader = Reader::new(ReadOptions { many: false, ..options.clone() });
    let mut feed = reader.finish(text);
    let mut wrong = None;
    while let Some(event) = feed.next()? {
        match event {
            Event::BeginObject => handler.begin_object(),
            Event::EndObject => handler.end_object(),
            Event::BeginArray => handler.begin_array(),
            Event::EndArray => handler.end_array(),
            Event::Key(key) => handler.key(stay::<KEEP>(key, &mut arena)),
            Event::String(text) => handler.string(stay::<KEEP>(text, &mut arena)),
            Event::Bool(value) => handler.bool(value),
            Event::Null => handler.null(),
            Event::Number(number) => match number.decode(options.big_numbers) {
                Ok(value) => handler.number(value),
                Err(kind) => wrong = Some((kind, number.text().len())),
            },
        }
        if let Some((kind, length)) = wrong {
            return Err(feed.error_before(kind, length));
        }
    }
    Ok(arena)
}

/// What a string says, where it can stay.
fn stay<'s, const KEEP: bool>(text: text::Text<'s>, arena: &'s mut Arena) -> &'s str {
    if !text.is_escaped() {
        return text.raw();
    }
    let decoded = text.decode();
    if !KEEP {
        arena.reset();
    }
    let to = arena.copy(&decoded);
    // SAFETY: a copy of a `str` of this length, which stays until the arena is gone or reset.
    unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(to, decoded.len())) }
}

/// What the walk needs of the options.
struct Settings {
    /// Values may follow each other.
    many: bool,
    depth: usize,
    big_numbers: BigNumbers,
    control_characters: bool,
}

struct Keep<const KEEP: bool>;

entries!(run[H: Handler, const KEEP: bool][H, KEEP](
    text: &[u8],
    settings: &Settings,
    handler: &mut H,
    arena: &mut Arena,
    keep: Keep<KEEP>
) -> bool);

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

/// True if the text is one value, all of which the handler has been given.
///
/// # Safety
/// The vector instructions of `B`.
#[inline(always)]
unsafe fn run<B: Block, H: Handler, const KEEP: bool>(
    text: &[u8],
    settings: &Settings,
    handler: &mut H,
    arena: &mut Arena,
    _: Keep<KEEP>,
) -> bool {
    let mut walk = Walk { index: Index::new(text, settings.control_characters), settings, handler, arena };
    // SAFETY: the caller's own promise.
    unsafe { walk.run::<B, KEEP>() }
}

struct Walk<'w, H> {
    index: Index<'w>,
    settings: &'w Settings,
    handler: &'w mut H,
    arena: &'w mut Arena,
}

impl<H: Handler> Walk<'_, H> {
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
        // SAFETY: places are places in the text, and where the mark may be set (closing quotes) this is not called: those follow an
        // opening quote at once.
        unsafe { *self.index.text.get_unchecked((place & !ESCAPED) as usize) }
    }

    /// # Safety
    /// The vector instructions of `B`.
    #[inline(always)]
    unsafe fn ensure<B: Block>(&mut self) -> bool {
        if self.index.filled - self.index.taken >= index::AHEAD {
            return true;
        }
        // SAFETY: the caller's own promise.
        unsafe { self.index.refill::<B>() }
    }

    /// # Safety
    /// The vector instructions of `B`.
    #[inline(always)]
    unsafe fn run<B: Block, const KEEP: bool>(&mut self) -> bool {
        let mut stack = Stack { bits: 0, depth: 0, outer: Vec::new() };
        // SAFETY: the caller's own promise.
        if !unsafe { self.ensure::<B>() } {
            return false;
        }
        let mut place = self.next();
        loop {
            // A value at `place`. The token before it was checked; three are left ahead at least.
            match self.byte(place) {
                b'"' => {
                    let close = self.next();
                    match self.string::<KEEP>(place, close) {
                        Some(text) => self.handler.string(text),
                        None => return false,
                    }
                }
                open @ (b'{' | b'[') => {
                    if stack.depth >= self.settings.depth {
                        return false;
                    }
                    let object = open == b'{';
                    stack.push(object);
                    if object {
                        self.handler.begin_object();
                    } else {
                        self.handler.begin_array();
                    }
                    // SAFETY: the caller's own promise.
                    if !unsafe { self.ensure::<B>() } {
                        return false;
                    }
                    place = self.next();
                    // The closing brackets are the opening ones plus two.
                    if self.byte(place) != open + 2 {
                        if object && !self.member::<KEEP>(&mut place) {
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
            // After a value: containers that end, then a comma.
            loop {
                // SAFETY: the caller's own promise.
                if !unsafe { self.ensure::<B>() } {
                    return false;
                }
                if stack.depth == 0 {
                    if !self.settings.many || self.index.is_used_up() {
                        return self.index.is_used_up();
                    }
                    place = self.next();
                    self.handler.next_value(place);
                    break;
                }
                place = self.next();
                let byte = self.byte(place);
                if byte == b',' {
                    place = self.next();
                    if stack.in_object() && !self.member::<KEEP>(&mut place) {
                        return false;
                    }
                    break;
                }
                if byte != if stack.in_object() { b'}' } else { b']' } {
                    return false;
                }
                self.close(&mut stack);
            }
        }
    }

    #[inline(always)]
    fn close(&mut self, stack: &mut Stack) {
        if stack.in_object() {
            self.handler.end_object();
        } else {
            self.handler.end_array();
        }
        stack.pop();
    }

    /// A key, whose quote is at `place`, and its colon; then `place` is that of the value.
    #[inline(always)]
    fn member<const KEEP: bool>(&mut self, place: &mut u32) -> bool {
        if self.byte(*place) != b'"' {
            return false;
        }
        let close = self.next();
        match self.string::<KEEP>(*place, close) {
            Some(key) => self.handler.key(key),
            None => return false,
        }
        let colon = self.next();
        *place = self.next();
        self.byte(colon) == b':'
    }

    #[inline(always)]
    fn string<'s, const KEEP: bool>(&mut self, open: u32, close: u32) -> Option<&'s str> {
        let from = open as usize + 1;
        if close & ESCAPED != 0 {
            return self.escaped_string::<KEEP>(from, (close & !ESCAPED) as usize);
        }
        let length = (close as usize).checked_sub(from)?;
        // SAFETY: both places are in the text, and quotes; between them is UTF-8, or the walk ends with false. (A text is checked
        // a window ahead of its tokens, up to a character that crosses the window's end, so the strings of complete tokens are.)
        // The text lives longer than the handler's use of it.
        unsafe {
            let bytes = std::slice::from_raw_parts(self.index.text.as_ptr().add(from), length);
            Some(std::str::from_utf8_unchecked(bytes))
        }
    }

    /// A string with escapes, as what it says.
    #[inline(never)]
    fn escaped_string<'s, const KEEP: bool>(&mut self, from: usize, to: usize) -> Option<&'s str> {
        let inside = self.index.text.get(from..to)?;
        if !KEEP {
            self.arena.reset();
        }
        let out = self.arena.room(inside.len() + UNESCAPE_SLACK);
        // SAFETY: as much room as the function asks for.
        let length = unsafe { unescape(inside, out) }?;
        self.arena.take(length);
        // SAFETY: UTF-8 with escapes replaced by characters is UTF-8. It stays until the arena is gone, or for one call.
        unsafe { Some(std::str::from_utf8_unchecked(std::slice::from_raw_parts(out, length))) }
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
                    Ok(number) => self.handler.number(number),
                    Err(_) => return false,
                }
                end
            }
            Some(b't') if text[place..].starts_with(b"true") => {
                self.handler.bool(true);
                place + 4
            }
            Some(b'f') if text[place..].starts_with(b"false") => {
                self.handler.bool(false);
                place + 5
            }
            Some(b'n') if text[place..].starts_with(b"null") => {
                self.handler.null();
                place + 4
            }
            _ => return false,
        };
        text.get(end).is_some_and(|byte| index::ends_word(*byte))
    }
}

/// How much further than the inside's length `unescape` may write.
const UNESCAPE_SLACK: usize = 16;

/// What the inside of a string says; its length, or nothing if an escape is none.
///
/// # Safety
/// `out` has room for the inside and `UNESCAPE_SLACK`.
#[inline(always)]
unsafe fn unescape(inside: &[u8], out: *mut u8) -> Option<usize> {
    let (mut at, mut length) = (0, 0);
    loop {
        // SAFETY: `length <= at` throughout: no escape is shorter than what it says. The caller has made the room.
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

/// The values of a text that follow each other, with or without white space between (JSON Lines, concatenated JSON), one document
/// each. Ends after the first error.
pub fn documents<'t>(text: &'t [u8], options: &ReadOptions) -> Documents<'t> {
    Documents { text, at: 0, options: options.clone(), failed: false }
}

/// See [`documents`].
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
