//! The streaming writer: values come one call at a time and text goes into a buffer that grows, or out in
//! blocks. It knows the grammar (what may come next), the layout, and the policies; how strings are escaped
//! is `escape`'s.

use std::collections::HashSet;
use std::io;
use std::ops::Range;

use super::escape::{Dialect, Kernels};
use super::kernels::kernels;
use super::number;
use crate::error::WriteError;
use crate::level::Level;
use crate::options::{ReadOptions, WriteOptions};
use crate::read::{Number, Reader};

/// Where a writer's text goes.
///
/// This crate has two, [`Memory`] and [`Blocks`], and the example of [`Writer`] uses both.
pub trait Sink {
    /// From this length on the buffer is handed over.
    const BLOCK: usize;
    /// Takes all of the buffer, if the text is to leave it.
    ///
    /// # Errors
    /// Where the text goes does not take it.
    fn drain(&mut self, buffer: &mut Vec<u8>) -> io::Result<()>;
}

/// All text stays in the buffer.
///
/// The first example of [`Writer`] writes to it.
pub struct Memory;

impl Sink for Memory {
    const BLOCK: usize = usize::MAX;

    fn drain(&mut self, _: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}

/// Text leaves in blocks of at least 16 KB, the last one excepted.
///
/// The second example of [`Writer`] writes to it.
pub struct Blocks<W>(W);

impl<W: io::Write> Sink for Blocks<W> {
    const BLOCK: usize = 16 << 10;

    fn drain(&mut self, buffer: &mut Vec<u8>) -> io::Result<()> {
        let written = self.0.write_all(buffer);
        buffer.clear();
        written
    }
}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// The outermost value.
    First,
    /// Another outermost value, if these may be many.
    Another,
    Element,
    Key,
    /// The value of a member.
    MemberValue,
}

/// An open container.
struct Frame {
    object: bool,
    /// The container holds at least one value.
    filled: bool,
    /// The keys it has had, if they must differ.
    keys: Option<HashSet<Box<str>>>,
    /// The object's members, if they are to be sorted: each key, and where the member's text starts.
    members: Option<Vec<(Box<str>, usize)>>,
}

/// Writes JSON. After an error the text is not complete and the writer takes nothing more.
///
/// A call that does not fit the grammar (a key in an array, a value without a key, an end without its
/// beginning) is [`WriteError::Misuse`]. The other errors are those of single methods, and those of the
/// options: [`WriteError::TooDeep`] for containers, [`WriteError::DuplicateKey`] for keys. Where text leaves
/// in blocks, each call may fail with [`WriteError::Io`].
///
/// ```
/// use purlin_json::{Number, WriteOptions, Writer};
///
/// let mut writer = Writer::append(b"data: ".to_vec(), WriteOptions::compact());
/// writer.begin_object()?;
/// writer.key("flags")?;
/// writer.begin_array()?;
/// writer.bool(true)?;
/// writer.null()?;
/// writer.end_array()?;
/// writer.key_from_bytes(b"numbers")?;
/// writer.begin_array()?;
/// writer.i64(-1)?;
/// writer.u64(u64::MAX)?;
/// writer.f64(0.5)?;
/// writer.number(Number::Signed(3))?;
/// writer.number_text("1e400")?;
/// writer.end_array()?;
/// writer.key("texts")?;
/// writer.begin_array()?;
/// writer.string("a\"b")?;
/// writer.string_from_bytes("é".as_bytes())?;
/// writer.fragment("{\"rendered\": 1}")?;
/// writer.trusted_fragment("[]")?;
/// writer.end_array()?;
/// writer.end_object()?;
/// assert_eq!(
///     String::from_utf8(writer.finish()?)?,
///     "data: {\"flags\":[true,null],\"numbers\":[-1,18446744073709551615,0.5,3,1e400],\
///      \"texts\":[\"a\\\"b\",\"é\",{\"rendered\": 1},[]]}"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Text goes to an output in blocks, here values on a line each:
///
/// ```
/// use purlin_json::{WriteOptions, Writer};
///
/// let options = WriteOptions { many: true, ..WriteOptions::compact() };
/// let mut writer = Writer::to_io(Vec::new(), options);
/// writer.string("first")?;
/// writer.end_line()?;
/// writer.string("second")?;
/// writer.flush()?;
/// writer.string("third")?;
/// writer.begin_array()?;
/// // The input has broken off: whole values stay.
/// let output = writer.break_off()?;
/// assert_eq!(output, b"\"first\"\n\"second\"\n\"third\"\n");
/// # Ok::<(), purlin_json::WriteError>(())
/// ```
pub struct Writer<S: Sink> {
    buffer: Vec<u8>,
    sink: S,
    options: WriteOptions,
    dialect: Dialect,
    kernels: Kernels,
    frames: Vec<Frame>,
    expect: Expect,
    /// There is a newline to be written between values.
    pretty: bool,
    /// How many open objects are being sorted; the buffer must stay while there are any.
    sorting: usize,
    /// How much of the buffer is whole outermost values.
    whole: usize,
    failed: bool,
}

impl Writer<Memory> {
    /// A writer of a text in memory.
    pub fn new(options: WriteOptions) -> Writer<Memory> {
        Writer::append(Vec::new(), options)
    }

    /// Writes after what the buffer holds.
    pub fn append(buffer: Vec<u8>, options: WriteOptions) -> Writer<Memory> {
        Writer::with_sink(buffer, Memory, options)
    }

    /// The text, if it is complete.
    ///
    /// # Errors
    /// [`WriteError::Misuse`] if it is not.
    pub fn finish(mut self) -> Result<Vec<u8>, WriteError> {
        self.check_complete()?;
        Ok(std::mem::take(&mut self.buffer))
    }

    /// The buffer with whatever has been written.
    ///
    /// ```
    /// use purlin_json::{WriteOptions, Writer};
    ///
    /// let mut writer = Writer::new(WriteOptions::compact());
    /// writer.begin_array()?;
    /// assert_eq!(writer.into_buffer(), b"[");
    /// # Ok::<(), purlin_json::WriteError>(())
    /// ```
    pub fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }
}

impl<W: io::Write> Writer<Blocks<W>> {
    /// Writes to an output, in blocks.
    pub fn to_io(output: W, options: WriteOptions) -> Writer<Blocks<W>> {
        Writer::with_sink(Vec::with_capacity(Blocks::<W>::BLOCK + 4096), Blocks(output), options)
    }

    /// Writes what is left, if the text is complete, and gives the output back.
    ///
    /// # Errors
    /// [`WriteError::Misuse`] if the text is not complete, or the output failed.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.check_complete()?;
        self.sink.drain(&mut self.buffer)?;
        Ok(self.sink.0)
    }

    /// Between outermost values: ends the line of the last one and hands everything over.
    ///
    /// # Errors
    /// The output failed.
    pub fn end_line(&mut self) -> Result<(), WriteError> {
        if self.expect == Expect::Another && self.options.many && !self.failed {
            self.buffer.push(b'\n');
            self.expect = Expect::First;
        }
        self.drain()
    }

    /// For when the input breaks off: writes the whole outermost values that are still held, the last one's
    /// line ended, and nothing of the value that was begun but what has been handed over before.
    ///
    /// # Errors
    /// The output failed.
    pub fn break_off(mut self) -> Result<W, WriteError> {
        self.buffer.truncate(self.whole);
        if self.whole > 0 {
            self.buffer.push(b'\n');
        }
        self.sink.drain(&mut self.buffer)?;
        Ok(self.sink.0)
    }

    /// Hands over what has been written so far, unless an object is being sorted.
    ///
    /// # Errors
    /// The output failed.
    pub fn flush(&mut self) -> Result<(), WriteError> {
        if self.sorting == 0 {
            self.drain()?;
            self.sink.0.flush()?;
        }
        Ok(())
    }
}

impl<S: Sink> Writer<S> {
    fn with_sink(buffer: Vec<u8>, sink: S, options: WriteOptions) -> Writer<S> {
        let dialect = Dialect::new(options.ascii_only, options.script_safe, options.html_safe);
        Writer {
            buffer,
            sink,
            kernels: kernels(Level::get(), &dialect),
            dialect,
            pretty: !options.newline.is_empty() || !options.indent.is_empty(),
            options,
            frames: Vec::new(),
            expect: Expect::First,
            sorting: 0,
            whole: 0,
            failed: false,
        }
    }

    fn check_complete(&self) -> Result<(), WriteError> {
        let complete = match self.expect {
            Expect::Another => true,
            Expect::First => self.options.many,
            _ => false,
        };
        if complete && !self.failed {
            return Ok(());
        }
        Err(WriteError::Misuse("the value is not complete"))
    }

    fn fail<T>(&mut self, error: WriteError) -> Result<T, WriteError> {
        self.failed = true;
        Err(error)
    }

    /// Comma, newline and indent before a value, if one may stand here.
    #[inline(always)]
    fn before_value(&mut self) -> Result<(), WriteError> {
        match self.expect {
            Expect::MemberValue if !self.failed => Ok(()),
            Expect::Element if !self.failed => {
                self.separate(true);
                Ok(())
            }
            _ => self.before_outer_value(),
        }
    }

    #[cold]
    fn before_outer_value(&mut self) -> Result<(), WriteError> {
        match self.expect {
            _ if self.failed => Err(WriteError::Misuse("the writer has failed before")),
            Expect::First => Ok(()),
            Expect::Another if self.options.many => {
                self.buffer.push(b'\n');
                Ok(())
            }
            Expect::Another => self.fail(WriteError::Misuse("a second value")),
            _ => self.fail(WriteError::Misuse("a value without a key")),
        }
    }

    /// What stands before an element or a key.
    #[inline(always)]
    fn separate(&mut self, comma: bool) {
        if let Some(frame) = self.frames.last_mut() {
            if frame.filled && comma {
                self.buffer.push(b',');
            }
            frame.filled = true;
        }
        if self.pretty {
            self.new_line(self.frames.len());
        }
    }

    fn new_line(&mut self, depth: usize) {
        self.buffer.extend_from_slice(self.options.newline.as_bytes());
        for _ in 0..depth {
            self.buffer.extend_from_slice(self.options.indent.as_bytes());
        }
    }

    #[inline(always)]
    fn after_value(&mut self) -> Result<(), WriteError> {
        self.expect = match self.frames.last() {
            None => {
                self.whole = self.buffer.len();
                Expect::Another
            }
            Some(frame) if frame.object => Expect::Key,
            Some(_) => Expect::Element,
        };
        if self.buffer.len() >= S::BLOCK {
            return self.drain();
        }
        Ok(())
    }

    #[cold]
    fn drain(&mut self) -> Result<(), WriteError> {
        if self.sorting > 0 {
            return Ok(());
        }
        self.whole = 0;
        if let Err(error) = self.sink.drain(&mut self.buffer) {
            return self.fail(error.into());
        }
        Ok(())
    }

    // ---- containers

    fn begin(&mut self, object: bool) -> Result<(), WriteError> {
        self.before_value()?;
        if self.frames.len() >= self.options.depth {
            return self.fail(WriteError::TooDeep);
        }
        self.buffer.push(if object { b'{' } else { b'[' });
        let sorted = object && self.options.sort_keys;
        self.sorting += sorted as usize;
        self.frames.push(Frame {
            object,
            filled: false,
            keys: (object && self.options.unique_keys).then(HashSet::new),
            members: sorted.then(Vec::new),
        });
        self.expect = if object { Expect::Key } else { Expect::Element };
        Ok(())
    }

    fn end(&mut self, object: bool) -> Result<(), WriteError> {
        let fits = self.expect == if object { Expect::Key } else { Expect::Element };
        if !fits || self.failed {
            return self.fail(WriteError::Misuse("an end that fits no beginning"));
        }
        if let Some(frame) = self.frames.pop() {
            if let Some(members) = frame.members {
                self.sorting -= 1;
                self.sort(members);
            }
            if frame.filled && self.pretty {
                self.new_line(self.frames.len());
            }
        }
        self.buffer.push(if object { b'}' } else { b']' });
        self.after_value()
    }

    /// The members at the end of the buffer, which have no commas yet, in the order of their keys.
    fn sort(&mut self, members: Vec<(Box<str>, usize)>) {
        let Some(start) = members.first().map(|m| m.1) else { return };
        let mut ranges: Vec<(&str, Range<usize>)> = Vec::with_capacity(members.len());
        for (i, (key, from)) in members.iter().enumerate() {
            let to = members.get(i + 1).map_or(self.buffer.len(), |next| next.1);
            ranges.push((key, *from..to));
        }
        ranges.sort_by(|a, b| a.0.cmp(b.0));
        let mut sorted = Vec::with_capacity(self.buffer.len() - start + ranges.len());
        for (i, (_, range)) in ranges.into_iter().enumerate() {
            if i > 0 {
                sorted.push(b',');
            }
            sorted.extend_from_slice(&self.buffer[range]);
        }
        self.buffer.truncate(start);
        self.buffer.extend_from_slice(&sorted);
    }

    /// Begins an object, whose members are a key and a value in turn.
    ///
    /// # Errors
    /// No value may stand here, or too many containers are open.
    pub fn begin_object(&mut self) -> Result<(), WriteError> {
        self.begin(true)
    }

    /// Ends the object that was begun last.
    ///
    /// # Errors
    /// It is an array, or its last key has no value.
    pub fn end_object(&mut self) -> Result<(), WriteError> {
        self.end(true)
    }

    /// Begins an array.
    ///
    /// # Errors
    /// No value may stand here, or too many containers are open.
    pub fn begin_array(&mut self) -> Result<(), WriteError> {
        self.begin(false)
    }

    /// Ends the array that was begun last.
    ///
    /// # Errors
    /// It is an object.
    pub fn end_array(&mut self) -> Result<(), WriteError> {
        self.end(false)
    }

    // ---- strings

    /// The key of the next member.
    ///
    /// # Errors
    /// No key may stand here, or keys must differ and the object has it already.
    #[inline]
    pub fn key(&mut self, key: &str) -> Result<(), WriteError> {
        if self.expect != Expect::Key || self.failed {
            return self.fail(WriteError::Misuse("a key where none may stand"));
        }
        if self.options.unique_keys || self.options.sort_keys {
            self.note_key(key)?;
        } else {
            self.separate(true);
        }
        self.quoted(key.as_bytes())?;
        self.buffer.push(b':');
        if !self.options.space.is_empty() {
            self.buffer.extend_from_slice(self.options.space.as_bytes());
        }
        self.expect = Expect::MemberValue;
        Ok(())
    }

    /// For keys that must differ or be sorted.
    #[cold]
    fn note_key(&mut self, key: &str) -> Result<(), WriteError> {
        let at = self.buffer.len();
        let mut sorted = false;
        if let Some(frame) = self.frames.last_mut() {
            if let Some(keys) = &mut frame.keys
                && !keys.insert(key.into())
            {
                return self.fail(WriteError::DuplicateKey(key.to_owned()));
            }
            if let Some(members) = &mut frame.members {
                members.push((key.into(), at));
                sorted = true;
            }
        }
        self.separate(!sorted);
        Ok(())
    }

    /// Writes a string, with what has to be escaped escaped.
    ///
    /// # Errors
    /// No value may stand here.
    #[inline]
    pub fn string(&mut self, text: &str) -> Result<(), WriteError> {
        self.before_value()?;
        self.quoted(text.as_bytes())?;
        self.after_value()
    }

    /// A string from bytes that must be UTF-8; nothing of it is written if they are not.
    ///
    /// # Errors
    /// [`WriteError::Utf8`]; else as from [`Writer::string`].
    pub fn string_from_bytes(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        match simdutf8::compat::from_utf8(bytes) {
            Ok(text) => self.string(text),
            Err(error) => self.fail(WriteError::Utf8 { offset: error.valid_up_to() }),
        }
    }

    /// [`key`](Writer::key) from bytes that must be UTF-8.
    ///
    /// # Errors
    /// [`WriteError::Utf8`]; else as from [`Writer::key`].
    pub fn key_from_bytes(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        match simdutf8::compat::from_utf8(bytes) {
            Ok(text) => self.key(text),
            Err(error) => self.fail(WriteError::Utf8 { offset: error.valid_up_to() }),
        }
    }

    /// A string's inside in quotes. Its bytes are UTF-8.
    #[inline(always)]
    fn quoted(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        if bytes.len() > S::BLOCK / 2 {
            return self.quoted_in_pieces(bytes);
        }
        self.kernels.quote(&mut self.buffer, bytes, &self.dialect);
        Ok(())
    }

    /// A string that is longer than a block, so that the buffer does not grow with it.
    #[cold]
    fn quoted_in_pieces(&mut self, mut bytes: &[u8]) -> Result<(), WriteError> {
        self.buffer.push(b'"');
        while !bytes.is_empty() {
            let mut size = bytes.len().min(S::BLOCK / 4);
            // Not within a character.
            while size < bytes.len() && (bytes[size] & 0xC0) == 0x80 {
                size -= 1;
            }
            self.kernels.inside(&mut self.buffer, &bytes[..size], &self.dialect);
            bytes = &bytes[size..];
            if self.buffer.len() >= S::BLOCK {
                self.drain()?;
            }
        }
        self.buffer.push(b'"');
        Ok(())
    }

    // ---- everything else

    #[inline(always)]
    fn literal(&mut self, text: &str) -> Result<(), WriteError> {
        self.before_value()?;
        self.buffer.extend_from_slice(text.as_bytes());
        self.after_value()
    }

    /// Writes `null`.
    ///
    /// # Errors
    /// No value may stand here.
    pub fn null(&mut self) -> Result<(), WriteError> {
        self.literal("null")
    }

    /// Writes `true` or `false`.
    ///
    /// # Errors
    /// No value may stand here.
    pub fn bool(&mut self, value: bool) -> Result<(), WriteError> {
        self.literal(if value { "true" } else { "false" })
    }

    /// Writes an integer.
    ///
    /// # Errors
    /// No value may stand here.
    #[inline]
    pub fn i64(&mut self, value: i64) -> Result<(), WriteError> {
        self.before_value()?;
        // SAFETY: an integer of 64 bits has at most 20 digits with its sign, and `LONGEST` is more.
        unsafe { self.written(|dst| number::signed(dst, value)) };
        self.after_value()
    }

    /// Writes an integer that is not negative.
    ///
    /// # Errors
    /// No value may stand here.
    #[inline]
    pub fn u64(&mut self, value: u64) -> Result<(), WriteError> {
        self.before_value()?;
        // SAFETY: an integer of 64 bits has at most 20 digits, and `LONGEST` is more.
        unsafe { self.written(|dst| number::unsigned(dst, value)) };
        self.after_value()
    }

    /// Writes a float: the shortest digits that read back as it, in the layout of the options.
    ///
    /// # Errors
    /// No value may stand here, or it is not finite and [`NonFinite`](crate::NonFinite) says so.
    #[inline]
    pub fn f64(&mut self, value: f64) -> Result<(), WriteError> {
        if !value.is_finite() {
            return match number::non_finite(value, self.options.non_finite) {
                Ok(text) => self.literal(text),
                Err(error) => self.fail(error),
            };
        }
        self.before_value()?;
        let layout = self.options.floats;
        // SAFETY: `number::float` writes at most `LONGEST` bytes of a finite float, which this one is.
        unsafe { self.written(|dst| number::float(dst, value, layout)) };
        self.after_value()
    }

    /// # Safety
    /// `write` writes at most `number::LONGEST` bytes and returns how many.
    #[inline(always)]
    unsafe fn written(&mut self, write: impl FnOnce(*mut u8) -> usize) {
        self.buffer.reserve(number::LONGEST);
        let length = self.buffer.len();
        // SAFETY: room has been reserved; by the caller that many bytes are written.
        unsafe {
            let count = write(self.buffer.as_mut_ptr().add(length));
            self.buffer.set_len(length + count);
        }
    }

    /// Writes a number that was read.
    ///
    /// # Errors
    /// As from [`Writer::f64`] and [`Writer::number_text`].
    pub fn number(&mut self, number: Number<'_>) -> Result<(), WriteError> {
        match number {
            Number::Signed(value) => self.i64(value),
            Number::Unsigned(value) => self.u64(value),
            Number::Float(value) => self.f64(value),
            Number::Digits(text) => self.number_text(text),
        }
    }

    /// A number that is text already; it must be one by JSON's grammar.
    ///
    /// # Errors
    /// No value may stand here, or the text is no number.
    pub fn number_text(&mut self, text: &str) -> Result<(), WriteError> {
        if !crate::read::reader::is_number(text.as_bytes()) {
            return self.fail(WriteError::Misuse("digits that are no number"));
        }
        self.literal(text)
    }

    /// A string's inside that is escaped already, as [`Text::raw`](crate::Text::raw) gives it: it is written
    /// as it is.
    ///
    /// # Errors
    /// No value may stand here.
    ///
    /// ```
    /// use purlin_json::{Event, ReadOptions, Reader, WriteOptions, Writer};
    ///
    /// let mut reader = Reader::new(ReadOptions::default());
    /// let mut feed = reader.finish(br#"{"a\u0062": "\n"}"#);
    /// let mut writer = Writer::new(WriteOptions::compact());
    /// while let Some(event) = feed.next()? {
    ///     match event {
    ///         Event::BeginObject => writer.begin_object()?,
    ///         Event::EndObject => writer.end_object()?,
    ///         Event::Key(key) => writer.raw_key(key)?,
    ///         Event::String(text) => writer.raw_string(text)?,
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(writer.finish()?, br#"{"a\u0062":"\n"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn raw_string(&mut self, text: crate::Text<'_>) -> Result<(), WriteError> {
        self.before_value()?;
        self.buffer.push(b'"');
        self.buffer.extend_from_slice(text.raw().as_bytes());
        self.buffer.push(b'"');
        self.after_value()
    }

    /// [`raw_string`](Writer::raw_string) for a key.
    ///
    /// # Errors
    /// As from [`Writer::key`].
    pub fn raw_key(&mut self, text: crate::Text<'_>) -> Result<(), WriteError> {
        if self.options.unique_keys || self.options.sort_keys || self.expect != Expect::Key || self.failed {
            return self.key(&text.decode());
        }
        self.separate(true);
        self.buffer.push(b'"');
        self.buffer.extend_from_slice(text.raw().as_bytes());
        self.buffer.extend_from_slice(b"\":");
        self.buffer.extend_from_slice(self.options.space.as_bytes());
        self.expect = Expect::MemberValue;
        Ok(())
    }

    /// A value that has been rendered before, as it is; it must be one value of strict JSON.
    ///
    /// # Errors
    /// [`WriteError::Fragment`] if it is none; or no value may stand here.
    pub fn fragment(&mut self, text: &str) -> Result<(), WriteError> {
        let mut reader = Reader::new(ReadOptions { depth: self.options.depth, ..ReadOptions::default() });
        let mut feed = reader.finish(text.as_bytes());
        loop {
            match feed.next() {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => return self.fail(WriteError::Fragment(error)),
            }
        }
        self.literal(text)
    }

    /// A value that has been rendered before, as it is and unseen: the caller answers for what it holds.
    ///
    /// # Errors
    /// No value may stand here.
    pub fn trusted_fragment(&mut self, text: &str) -> Result<(), WriteError> {
        self.literal(text)
    }
}
