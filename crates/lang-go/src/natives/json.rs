//! Package encoding/json: what is done by the byte. Types, errors and everything that is not JSON's most
//! frequent values are Go code in `std/encoding/json`.

use purlin_base::gas;
use purlin_json::{Cursor, ReadOptions, Scalars};
use purlin_runtime::native::emit::{Plan, Sink, emit};
use purlin_runtime::native::fill::{Source, Wishes, fill};
use purlin_runtime::native::{Caller, Opaque, OpaqueRef, Slice, SliceRef, Stop};
use purlin_runtime::natives;

use crate::rt::grow_array_capacity;

natives! {
    /// JSON.
    pub(super) JSON in "encoding/json" {
        /// Whether a text is strict JSON of at most 10,000 levels, in UTF-8, without halves of surrogate
        /// pairs.
        heavy "isStrict"(text: Slice<u8>) -> (bool) = is_strict; [READS] "1 a 4 bytes";
        /// Fills values from a strict text by a plan; `state` has so many words. It stops where the
        /// library has to do something, says what, and resumes from the state.
        heavy "fill"(text: Slice<u8>, table: Slice<u64>, state: Opaque, words: i64, wishes: i64) -> (i64) =
            fill_values; [READS WRITES ALLOCATES] "1 a 4 bytes, allocations";
        /// Appends values to `out` by a plan, likewise; `types` has the nodes of types by their numbers.
        heavy "emit"(table: Slice<u64>, types: Slice<u64>, state: Opaque, words: i64, html: bool, out: Slice<u8>)
            -> (i64, Slice<u8>) = emit_values; [READS WRITES ALLOCATES] "1 a 4 bytes, sorting maps, allocations";
    }
}

/// How deep arrays and objects may be nested.
const DEPTH: usize = 10_000;
/// Bytes that are read between two polls, about.
const PIECE: usize = 1 << 16;

fn is_strict<'c>(caller: &mut Caller<'c>, text: SliceRef<'c, u8>) -> Result<bool, Stop> {
    caller.charge(gas::bytes_hashed(text.len() as u64));
    let options = ReadOptions {
        depth: DEPTH,
        big_numbers: purlin_json::BigNumbers::Infinity,
        ..ReadOptions::default()
    };
    Ok(purlin_json::check(caller.slice(text), &options).is_ok())
}

/// The text of a value that is filled.
struct Text<'t>(Cursor<'t>);

impl Source for Text<'_> {
    #[inline(always)]
    fn at(&self) -> usize {
        self.0.at()
    }

    #[inline(always)]
    fn go(&mut self, at: usize) {
        self.0.go(at);
    }

    #[inline(always)]
    fn look(&mut self) -> u8 {
        self.0.look()
    }

    #[inline(always)]
    fn open(&mut self) -> Option<bool> {
        self.0.open()
    }

    #[inline(always)]
    fn more(&mut self) -> Option<bool> {
        self.0.more()
    }

    #[inline(always)]
    fn key(&mut self) -> Option<&[u8]> {
        self.0.key()
    }

    #[inline(always)]
    fn string(&mut self) -> Option<&[u8]> {
        self.0.string()
    }

    #[inline(always)]
    fn int(&mut self) -> Option<i64> {
        self.0.int()
    }

    #[inline(always)]
    fn uint(&mut self) -> Option<u64> {
        self.0.uint()
    }

    #[inline(always)]
    fn float(&mut self) -> Option<f64> {
        self.0.float()
    }

    fn single(&mut self) -> Option<f32> {
        let start = self.0.at();
        let text = self.0.number_text()?;
        let value = purlin_kernels::float::parse::decimal_single(text).filter(|value| value.is_finite());
        if value.is_none() {
            self.0.go(start);
        }
        value
    }

    fn number_text(&mut self) -> Option<&[u8]> {
        self.0.number_text()
    }

    #[inline(always)]
    fn word(&mut self) -> Option<()> {
        self.0.word()
    }

    fn skip(&mut self) -> Option<()> {
        self.0.skip()
    }

    fn capacity(size: usize, pointers: bool, old: usize, need: usize) -> Option<usize> {
        grow_array_capacity(size, pointers, old, need)
    }
}

fn fill_values<'c>(
    caller: &mut Caller<'c>,
    text: SliceRef<'c, u8>,
    table: SliceRef<'c, u64>,
    state: OpaqueRef<'c>,
    words: i64,
    wishes: i64,
) -> Result<i64, Stop> {
    let wishes = Wishes { numbers: wishes & 1 != 0, strict: wishes & 2 != 0, bytes: PIECE };
    let source = Text(Cursor::new(caller.slice(text), 0));
    fill(caller, table, (state, words), source, wishes).map(|halt| halt as i64)
}

/// Text that is made of values, in memory that is used again.
struct JsonText<'m> {
    out: &'m mut Vec<u8>,
    scalars: Scalars,
}

impl Sink for JsonText<'_> {
    #[inline(always)]
    fn raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    #[inline(always)]
    fn packed(&mut self, words: &[u64], len: usize, first: u8) {
        let from = self.out.len();
        // Most keys are short: they are appended as one piece of known size, then cut to their length.
        match *words {
            [] => return,
            [a] => self.words([a], first),
            [a, b] => self.words([a, b], first),
            [a, b, c] => self.words([a, b, c], first),
            [a, b, c, ref rest @ ..] => {
                self.words([a, b, c], first);
                for word in rest {
                    self.out.extend_from_slice(&word.to_le_bytes());
                }
            }
        }
        self.out.truncate(from + len);
    }

    #[inline(always)]
    fn string(&mut self, bytes: &[u8]) {
        if !self.scalars.string_of_bytes(self.out, bytes) {
            self.broken(bytes);
        }
    }

    #[inline(always)]
    fn int(&mut self, value: i64) {
        self.scalars.int(self.out, value);
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) {
        self.scalars.uint(self.out, value);
    }

    #[inline(always)]
    fn float(&mut self, value: f64) -> bool {
        self.scalars.float(self.out, value)
    }

    fn single(&mut self, value: f32) -> bool {
        self.scalars.single(self.out, value)
    }

    #[inline(always)]
    fn made(&self) -> &[u8] {
        self.out
    }
}

impl JsonText<'_> {
    /// The bytes of words, the first of which is `first`.
    #[inline(always)]
    fn words<const N: usize>(&mut self, mut words: [u64; N], first: u8) {
        words[0] = words[0] & !0xff | u64::from(first);
        self.out.extend_from_slice(words.map(u64::to_le_bytes).as_flattened());
    }

    /// A string that is not UTF-8: each byte that is part of no character becomes an escaped U+FFFD.
    #[cold]
    fn broken(&mut self, bytes: &[u8]) {
        self.out.push(b'"');
        for chunk in bytes.utf8_chunks() {
            let from = self.out.len();
            self.scalars.string(self.out, chunk.valid());
            self.out.remove(from);
            self.out.pop();
            for _ in chunk.invalid() {
                self.out.extend_from_slice(b"\\ufffd");
            }
        }
        self.out.push(b'"');
    }
}

/// Memory that is used again.
#[derive(Default)]
struct Scratch(Vec<u8>);

fn emit_values<'c>(
    caller: &mut Caller<'c>,
    table: SliceRef<'c, u64>,
    types: SliceRef<'c, u64>,
    state: OpaqueRef<'c>,
    words: i64,
    html: bool,
    out: SliceRef<'c, u8>,
) -> Result<(i64, SliceRef<'c, u8>), Stop> {
    let mut scratch = std::mem::take(&mut caller.scratch::<Scratch>().0);
    scratch.clear();
    let mut made = JsonText { out: &mut scratch, scalars: Scalars::new(html) };
    let plan = Plan { table, types, second: html, bytes: PIECE };
    let done = emit(caller, plan, (state, words), out, &mut made);
    if scratch.capacity() <= 4 * PIECE {
        caller.scratch::<Scratch>().0 = scratch;
    }
    done.map(|(halt, out)| (halt as i64, out))
}
