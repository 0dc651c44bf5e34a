//! What a caller may choose: dialect and policies of the reader, form and dialect of the writer. Plain data.

pub use purlin_kernels::float::shortest::FloatLayout;

/// How deep arrays and objects may nest when nothing else is asked for.
///
/// ```
/// assert_eq!(purlin_json::ReadOptions::default().depth, purlin_json::DEFAULT_DEPTH);
/// ```
pub const DEFAULT_DEPTH: usize = 512;

/// What the reader accepts, and what it makes of what JSON leaves open.
///
/// The default is strict JSON (RFC 8259) of one value, nested at most [`DEFAULT_DEPTH`] deep.
///
/// ```
/// use purlin_json::{Document, ReadOptions};
///
/// let options = ReadOptions { comments: true, trailing_comma: true, ..ReadOptions::default() };
/// let document = Document::parse_with(b"[1, /* two */ 2,]", &options)?;
/// assert_eq!(document.to_text()?, "[1,2]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// How many arrays and objects may be open at once.
    pub depth: usize,
    /// `// to the end of the line` and `/* … */` count as white space.
    pub comments: bool,
    /// A comma may stand after the last element or member.
    pub trailing_comma: bool,
    /// `NaN`, `Infinity` and `-Infinity` are numbers.
    pub nan: bool,
    /// Bytes below 0x20 may stand unescaped in strings.
    pub control_characters: bool,
    /// What becomes of members with the same key.
    pub duplicate_keys: DuplicateKeys,
    /// What becomes of numbers beyond 64 bits.
    pub big_numbers: BigNumbers,
    /// More than one value may follow each other, with or without white space between (JSON Lines is the
    /// case where each has a line of its own).
    pub many: bool,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            depth: DEFAULT_DEPTH,
            comments: false,
            trailing_comma: false,
            nan: false,
            control_characters: false,
            duplicate_keys: DuplicateKeys::Keep,
            big_numbers: BigNumbers::Digits,
            many: false,
        }
    }
}

/// Two members of one object with the same key.
///
/// ```
/// use purlin_json::{Document, DuplicateKeys, ReadOptions};
///
/// let options = ReadOptions { duplicate_keys: DuplicateKeys::Last, ..ReadOptions::default() };
/// let document = Document::parse_with(br#"{"a": 1, "a": 2}"#, &options)?;
/// assert_eq!(document.to_text()?, r#"{"a":2}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuplicateKeys {
    /// Both stay, in their order; looking the key up finds the last. Costs nothing.
    Keep,
    /// A tree keeps the last value, at the first one's place. (Events are passed on as they come.)
    Last,
    /// A tree keeps the first value. (Events are passed on as they come.)
    First,
    /// An error, at the second key. Costs a set of keys for each open object.
    Error,
}

/// Numbers beyond what 64 bits hold.
///
/// ```
/// use purlin_json::{BigNumbers, Document, Kind, Number, ReadOptions};
///
/// let text = b"123456789012345678901234567890";
/// let document = Document::parse(text)?;
/// assert!(matches!(document.root().kind(), Kind::Number(Number::Digits(_))));
/// let options = ReadOptions { big_numbers: BigNumbers::Float, ..ReadOptions::default() };
/// assert_eq!(Document::parse_with(text, &options)?.root().as_f64(), Some(1.2345678901234568e29));
/// # Ok::<(), purlin_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BigNumbers {
    /// An integer that neither `i64` nor `u64` holds stays as its digits. A float beyond the range is an
    /// error.
    Digits,
    /// Such integers become the nearest float; a number beyond the range of floats is an error.
    Float,
    /// Such integers become the nearest float; a number beyond the range of floats becomes an infinity.
    Infinity,
    /// An error.
    Error,
}

/// How the writer lays text out, and what it escapes.
///
/// ```
/// use purlin_json::{FloatLayout, WriteOptions, Writer};
///
/// let write = |options| {
///     let mut writer = Writer::new(options);
///     writer.begin_object()?;
///     writer.key("b")?;
///     writer.string("é")?;
///     writer.key("a")?;
///     writer.f64(1.0)?;
///     writer.end_object()?;
///     writer.finish()
/// };
/// assert_eq!(write(WriteOptions::pretty())?, "{\n  \"b\": \"é\",\n  \"a\": 1.0\n}".as_bytes());
/// let options = WriteOptions { sort_keys: true, ascii_only: true, ..WriteOptions::compact() };
/// let options = WriteOptions { floats: FloatLayout::Go, ..options };
/// assert_eq!(write(options)?, br#"{"a":1,"b":"\u00e9"}"#);
/// # Ok::<(), purlin_json::WriteError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// What stands once for each level at the start of a line.
    pub indent: String,
    /// What stands after the colon.
    pub space: String,
    /// What ends a line; empty means everything on one line.
    pub newline: String,
    /// Everything outside ASCII is escaped.
    pub ascii_only: bool,
    /// `/`, U+2028 and U+2029 are escaped, so that the text may stand in a script.
    pub script_safe: bool,
    /// `<`, `>`, `&`, U+2028 and U+2029 are escaped, as Go's `encoding/json` does.
    pub html_safe: bool,
    /// What is written for NaN and the infinities.
    pub non_finite: NonFinite,
    /// How floats are written.
    pub floats: FloatLayout,
    /// How many arrays and objects may be open at once.
    pub depth: usize,
    /// Members are written in the order of their keys' bytes. An object is held in memory until it ends.
    pub sort_keys: bool,
    /// A key that the same object has already had is an error. Costs a set of keys for each open object.
    pub unique_keys: bool,
    /// Values at the outermost level may follow each other, each on a line of its own.
    pub many: bool,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions {
            indent: String::new(),
            space: String::new(),
            newline: String::new(),
            ascii_only: false,
            script_safe: false,
            html_safe: false,
            non_finite: NonFinite::Error,
            floats: FloatLayout::Rust,
            depth: DEFAULT_DEPTH,
            sort_keys: false,
            unique_keys: false,
            many: false,
        }
    }
}

impl WriteOptions {
    /// No white space at all.
    pub fn compact() -> WriteOptions {
        WriteOptions::default()
    }

    /// Two spaces a level, a line for each value, a space after the colon.
    pub fn pretty() -> WriteOptions {
        WriteOptions {
            indent: "  ".to_owned(),
            space: " ".to_owned(),
            newline: "\n".to_owned(),
            ..WriteOptions::default()
        }
    }

    /// Whether nothing differs from [`WriteOptions::compact`] but the depth and what only costs when used.
    pub(crate) fn is_plain(&self) -> bool {
        self.newline.is_empty()
            && self.indent.is_empty()
            && self.space.is_empty()
            && !self.ascii_only
            && !self.script_safe
            && !self.html_safe
            && !self.sort_keys
            && !self.unique_keys
    }
}

/// NaN and the infinities, which JSON cannot say.
///
/// ```
/// use purlin_json::{NonFinite, WriteOptions, Writer};
///
/// let mut writer = Writer::new(WriteOptions { non_finite: NonFinite::Null, ..WriteOptions::compact() });
/// writer.f64(f64::INFINITY)?;
/// assert_eq!(writer.finish()?, b"null");
/// # Ok::<(), purlin_json::WriteError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NonFinite {
    /// An error, [`WriteError::NonFinite`](crate::WriteError::NonFinite).
    Error,
    /// `null`, as JavaScript writes them.
    Null,
    /// `NaN`, `Infinity`, `-Infinity`: no JSON, but what some readers take.
    Literal,
}
