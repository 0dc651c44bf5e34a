//! What a tree lies on: a tape of 32-bit words in the order of the text, each container followed by what it
//! holds, so that building is appending and walking is reading on. Strings lie in the text or in the tape's
//! own bytes, by offset. Knows nothing of grammar, and offers no more than a byte of text can need, so that a
//! tree stays below three times its text.
//!
//! A word holds a tag, and above it 28 bits of payload:
//!
//! | what | payload | words after it |
//! |---|---|---|
//! | null, false, true | which | |
//! | -0 | | |
//! | integer of 28 bits | its value | |
//! | other number | | two: its 64 bits |
//! | string, digits of a larger integer | length in bytes | one: where it starts |
//! | array, object | words that it spans, this one included | what it holds |
//! | string of 2^28 bytes, or elsewhere | place in the table of strings | |
//! | container of 2^28 words | place in the table of spans | what it holds |

/// Payloads up to this stand in the word. (Unit tests have only small ones, so that the tables are used.)
const LARGEST: usize = if cfg!(test) { 60 } else { (1 << 28) - 1 };
/// Offsets in the own bytes up to this stand in a word.
const FARTHEST: usize = if cfg!(test) { 200 } else { u32::MAX as usize };
/// No table has more rows than payloads can name.
const ROWS: usize = (1 << 28) - 1;
/// From this length of a text on, memory is reserved for the most that it can need: pages that are not
/// written to cost nothing.
const LARGE: usize = 256 << 10;

/// What begins at a word. The low two bits are how many words it takes; with 0 the payload says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    Array = 0,
    Simple = 1,
    TextString = 2,
    Signed = 3,
    Object = 4,
    Small = 5,
    OwnString = 6,
    Unsigned = 7,
    LongArray = 8,
    /// A string or digits that the table of strings knows.
    Aside = 9,
    TextDigits = 10,
    /// A finite float.
    Float = 11,
    LongObject = 12,
    NegativeZero = 13,
    OwnDigits = 14,
    NonFinite = 15,
}

const TAG: u32 = 15;
/// What the tags of strings and digits in the tape's own bytes have, and those in the text do not.
const OWN: u32 = 4;
/// What the tags of digits have, and those of strings do not.
const DIGITS: u32 = 8;

/// The payloads of `Simple`.
pub(crate) const NULL: u32 = 0;
pub(crate) const FALSE: u32 = 1;
pub(crate) const TRUE: u32 = 2;

/// A row of the table of strings.
#[derive(Clone, Copy)]
enum Row<'t> {
    Elsewhere(&'t str),
    Long { tag: Tag, from: usize, length: usize },
}

/// A first word.
#[derive(Clone, Copy)]
pub(crate) struct Word(u32);

impl Word {
    #[inline(always)]
    fn new(tag: Tag, payload: usize) -> Word {
        Word(tag as u32 | (payload as u32) << 4)
    }

    #[inline(always)]
    pub(crate) fn tag(self) -> Tag {
        // SAFETY: there is a tag for each value of four bits.
        unsafe { std::mem::transmute::<u8, Tag>((self.0 & TAG) as u8) }
    }

    #[inline(always)]
    pub(crate) fn payload(self) -> u32 {
        self.0 >> 4
    }

    /// The value of a small integer.
    #[inline(always)]
    pub(crate) fn small(self) -> i64 {
        (self.0 as i32 >> 4) as i64
    }
}

pub(crate) struct Tape<'t> {
    words: Vec<u32>,
    text: &'t [u8],
    /// Strings that are not in the text as they are.
    own: Vec<u8>,
    strings: Vec<Row<'t>>,
    spans: Vec<usize>,
}

impl<'t> Tape<'t> {
    #[inline(always)]
    pub(crate) fn word(&self, at: usize) -> Word {
        Word(self.words[at])
    }

    /// The 64 bits of the number at `at`.
    #[inline(always)]
    pub(crate) fn bits(&self, at: usize) -> u64 {
        match self.words.get(at + 1..at + 3) {
            Some(&[low, high]) => low as u64 | (high as u64) << 32,
            _ => 0,
        }
    }

    /// The string, key or digits at `at`, and where the next value begins.
    ///
    /// # Safety
    /// One begins there.
    #[inline(always)]
    pub(crate) unsafe fn text(&self, at: usize) -> (&str, usize) {
        let word = self.words[at];
        if word & 3 != 2 {
            // SAFETY: the caller's own promise.
            return (unsafe { self.text_aside(Word(word)) }, at + 1);
        }
        debug_assert!(at + 1 < self.words.len());
        // SAFETY: such a word is followed by another one, which with it says where a `str` is.
        let text = unsafe {
            let from = *self.words.get_unchecked(at + 1);
            self.bytes(word, from as usize, Word(word).payload() as usize)
        };
        (text, at + 2)
    }

    /// # Safety
    /// The tag of the word says where a `str` of this length starts at `from`.
    #[inline(always)]
    unsafe fn bytes(&self, word: u32, from: usize, length: usize) -> &str {
        let all = if word & OWN == 0 { self.text } else { &self.own };
        debug_assert!(all.get(from..from + length).is_some_and(|s| std::str::from_utf8(s).is_ok()));
        // SAFETY: by the caller; neither the text nor, once it is built, a tape's own bytes change.
        unsafe { std::str::from_utf8_unchecked(all.get_unchecked(from..from + length)) }
    }

    /// # Safety
    /// The word is of a string, key or digits.
    #[cold]
    unsafe fn text_aside(&self, word: Word) -> &str {
        match self.strings[word.payload() as usize] {
            Row::Elsewhere(text) => text,
            // SAFETY: a row's string is where it says.
            Row::Long { tag, from, length } => unsafe { self.bytes(tag as u32, from, length) },
        }
    }

    /// Whether what has a text is digits, and not a string.
    pub(crate) fn is_digits(&self, word: Word) -> bool {
        let tag = match word.tag() {
            Tag::Aside => match self.strings[word.payload() as usize] {
                Row::Elsewhere(_) => return false,
                Row::Long { tag, .. } => tag,
            },
            tag => tag,
        };
        tag as u32 & DIGITS != 0
    }

    /// How many words a container takes.
    #[inline(always)]
    pub(crate) fn span(&self, word: Word) -> usize {
        match word.tag() {
            Tag::Array | Tag::Object => word.payload() as usize,
            _ => self.spans[word.payload() as usize],
        }
    }

    /// How many words what begins with this word takes.
    #[inline(always)]
    pub(crate) fn size(&self, word: Word) -> usize {
        match word.0 & 3 {
            0 => self.span(word),
            size => size as usize,
        }
    }

    /// Bytes in use.
    pub(crate) fn memory(&self) -> usize {
        self.words.len() * size_of::<u32>()
            + self.own.len()
            + self.strings.len() * size_of::<Row<'_>>()
            + self.spans.len() * size_of::<usize>()
    }
}

/// Appends to a tape. The caller keeps the grammar.
pub(crate) struct Recorder<'t> {
    tape: Tape<'t>,
    /// The innermost open container; below the tape, where -1 would be, if there is none. While a container
    /// is open its payload is how far back the one around it begins, so that nothing else need be remembered
    /// of it; 0 if that is too far.
    head: usize,
    /// Where those begin that are too far back.
    far: Vec<usize>,
}

const OUTSIDE: usize = usize::MAX;

impl<'t> Recorder<'t> {
    /// For what this text says.
    ///
    /// A value and the separators before and after it take three bytes of tape for each of text at most:
    /// twelve for `0.1,`, eight for `"",`, four for `1,` or for `[]`. What is open has a bracket to come for
    /// each one that the text has shown; and where a text says too little for that to be true, the walk ends
    /// (but may have a window of text in hand). So three words for four bytes are enough.
    pub(crate) fn new(text: &'t [u8]) -> Recorder<'t> {
        let mut words = Vec::new();
        // Real texts need a word for each 6 to 15 bytes. Less is reserved where allocators begin to give
        // memory back to the system (about 128 KB), as new pages each time cost more than a tree.
        let usual = text.len() / 6 + 8;
        if text.len() < LARGE || words.try_reserve_exact(text.len() / 4 * 3 + 8192).is_err() {
            words.reserve(usual);
        }
        let tape = Tape { words, text, own: Vec::new(), strings: Vec::new(), spans: Vec::new() };
        Recorder { tape, head: OUTSIDE, far: Vec::new() }
    }

    /// Everything so far is void.
    pub(crate) fn restart(&mut self) {
        self.tape.words.clear();
        self.tape.own.clear();
        self.tape.strings.clear();
        self.tape.spans.clear();
        self.far.clear();
        self.head = OUTSIDE;
    }

    pub(crate) fn finish(self) -> Tape<'t> {
        self.tape
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tape.words.is_empty()
    }

    /// Whether the innermost open container is an object; nothing if none is open.
    pub(crate) fn in_object(&self) -> Option<bool> {
        let word = self.tape.words.get(self.head)?;
        Some(Word(*word).tag() == Tag::Object)
    }

    /// Whether more strings from elsewhere, or far in a large tape, can be told apart.
    pub(crate) fn has_room(&self) -> bool {
        self.tape.strings.len() < ROWS && self.tape.spans.len() < ROWS
    }

    /// A word, and of `rest` what then belongs to the `size` words.
    #[inline(always)]
    fn push(&mut self, word: Word, rest: u64, size: usize) {
        let words = &mut self.tape.words;
        if words.capacity() - words.len() < 3 {
            grow(words);
        }
        // SAFETY: there is room for three words, of which `size` are used: one to three.
        unsafe {
            let end = words.as_mut_ptr().add(words.len());
            end.write(word.0);
            end.add(1).cast::<[u32; 2]>().write([rest as u32, (rest >> 32) as u32]);
            words.set_len(words.len() + size);
        }
    }

    #[inline(always)]
    fn push_word(&mut self, word: Word) {
        let words = &mut self.tape.words;
        if words.capacity() - words.len() < 3 {
            grow(words);
        }
        // SAFETY: there is room for three words.
        unsafe {
            words.as_mut_ptr().add(words.len()).write(word.0);
            words.set_len(words.len() + 1);
        }
    }

    /// A container: `Array` or `Object`.
    #[inline(always)]
    pub(crate) fn begin(&mut self, tag: Tag) {
        let at = self.tape.words.len();
        let mut back = at.wrapping_sub(self.head);
        if back > LARGEST {
            self.far.push(self.head);
            back = 0;
        }
        self.push_word(Word::new(tag, back));
        self.head = at;
    }

    /// The end of the innermost container.
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        let (at, end) = (self.head, self.tape.words.len());
        let Some(word) = self.tape.words.get_mut(at) else { return };
        let open = Word(*word);
        let span = end - at;
        if span <= LARGEST {
            *word = Word::new(open.tag(), span).0;
        } else {
            let long = if open.tag() == Tag::Object { Tag::LongObject } else { Tag::LongArray };
            *word = Word::new(long, self.tape.spans.len()).0;
            self.tape.spans.push(span);
        }
        self.head = match open.payload() {
            0 => self.far.pop().unwrap_or(OUTSIDE),
            back => at.wrapping_sub(back as usize),
        };
    }

    #[inline(always)]
    pub(crate) fn simple(&mut self, which: u32) {
        self.push_word(Word::new(Tag::Simple, which as usize));
    }

    #[inline(always)]
    pub(crate) fn signed(&mut self, value: i64) {
        const BOUND: i64 = if cfg!(test) { 30 } else { 1 << 27 };
        // Without a branch: of many numbers no one knows how large the next one is.
        let small = (-BOUND..BOUND).contains(&value);
        let (tag, payload) = if small { (Tag::Small, value as usize) } else { (Tag::Signed, 0) };
        self.push(Word::new(tag, payload), value as u64, if small { 1 } else { 3 });
    }

    #[inline(always)]
    pub(crate) fn unsigned(&mut self, value: u64) {
        self.push(Word::new(Tag::Unsigned, 0), value, 3);
    }

    #[inline(always)]
    pub(crate) fn float(&mut self, value: f64) {
        let bits = value.to_bits();
        if bits == (-0.0f64).to_bits() {
            self.push_word(Word::new(Tag::NegativeZero, 0));
        } else {
            let tag = if value.is_finite() { Tag::Float } else { Tag::NonFinite };
            self.push(Word::new(tag, 0), bits, 3);
        }
    }

    /// A string or key that stands in the text, which is UTF-8 there.
    #[inline(always)]
    pub(crate) fn text_string(&mut self, from: usize, length: usize) {
        self.bytes(Tag::TextString, from, length);
    }

    pub(crate) fn text_digits(&mut self, from: usize, length: usize) {
        self.bytes(Tag::TextDigits, from, length);
    }

    #[inline(always)]
    fn bytes(&mut self, tag: Tag, from: usize, length: usize) {
        if length > LARGEST || tag as u32 & OWN != 0 && from > FARTHEST {
            self.aside(Row::Long { tag, from, length });
        } else {
            self.push(Word::new(tag, length), from as u64, 2);
        }
    }

    #[cold]
    fn aside(&mut self, row: Row<'t>) {
        self.push_word(Word::new(Tag::Aside, self.tape.strings.len()));
        self.tape.strings.push(row);
    }

    /// A string that is neither in the text nor to be copied.
    pub(crate) fn string_elsewhere(&mut self, text: &'t str) {
        self.aside(Row::Elsewhere(text));
    }

    /// A copy of a string, and where it lies.
    #[inline(always)]
    pub(crate) fn own_string(&mut self, text: &str) -> usize {
        let from = self.tape.own.len();
        self.tape.own.extend_from_slice(text.as_bytes());
        self.bytes(Tag::OwnString, from, text.len());
        from
    }

    /// The copy of this string that lies at `from` once more, if it is one.
    pub(crate) fn own_string_again(&mut self, text: &str, from: usize) -> bool {
        let known = self.tape.own.get(from..from + text.len()) == Some(text.as_bytes());
        if known {
            self.bytes(Tag::OwnString, from, text.len());
        }
        known
    }

    pub(crate) fn own_digits(&mut self, digits: &str) {
        let from = self.tape.own.len();
        self.tape.own.extend_from_slice(digits.as_bytes());
        self.bytes(Tag::OwnDigits, from, digits.len());
    }

    /// A string that `write` makes in the room of its first argument, of which the second says how much it
    /// is; nothing if it makes none.
    ///
    /// # Safety
    /// What it makes is UTF-8, and as long as it says.
    #[inline(always)]
    pub(crate) unsafe fn own_string_by(
        &mut self,
        room: usize,
        write: impl FnOnce(*mut u8) -> Option<usize>,
    ) -> Option<()> {
        let own = &mut self.tape.own;
        if own.capacity() - own.len() < room {
            // A string with escapes says less than stands in the text; so do all of them, and one reservation
            // is enough.
            let most = (self.tape.text.len() + 64).max(own.len() + room);
            if self.tape.text.len() < LARGE || own.try_reserve_exact(most - own.len()).is_err() {
                own.reserve(room);
            }
        }
        let from = own.len();
        // SAFETY: there is room.
        let length = write(unsafe { own.as_mut_ptr().add(from) })?;
        // SAFETY: by the caller, within the room.
        unsafe { own.set_len(from + length) };
        self.bytes(Tag::OwnString, from, length);
        Some(())
    }
}

#[cold]
#[inline(never)]
fn grow(words: &mut Vec<u32>) {
    words.reserve(3);
}

impl<'t> Tape<'t> {
    /// Makes it of those of its parts that `copy` copies, with the same strings.
    pub(crate) fn rewritten(&mut self, copy: impl FnOnce(&Tape<'t>, &mut Recorder<'t>)) {
        let mut out = Recorder::new(&[]);
        copy(self, &mut out);
        self.words = out.tape.words;
        self.spans = out.tape.spans;
    }

    /// Copies the string or other scalar at `at`; where the next value begins.
    pub(crate) fn copy_onto(&self, at: usize, out: &mut Recorder<'t>) -> usize {
        let next = at + self.size(self.word(at));
        out.tape.words.extend_from_slice(&self.words[at..next]);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Builder, Document, Kind, Number, ReadOptions, Value, WriteError, WriteOptions};

    #[test]
    fn tags_say_their_size() {
        for bits in 0..16 {
            let word = Word(bits | 0xFFFF_FFF0);
            assert_eq!(word.tag() as u32, bits);
        }
        assert_eq!(Word::new(Tag::Small, -3i64 as usize).small(), -3);
        for tag in [Tag::TextString, Tag::OwnString, Tag::TextDigits, Tag::OwnDigits] {
            assert_eq!(tag as u32 & 3, 2);
            assert_eq!(tag as u32 & OWN != 0, matches!(tag, Tag::OwnString | Tag::OwnDigits));
            assert_eq!(tag as u32 & DIGITS != 0, matches!(tag, Tag::TextDigits | Tag::OwnDigits));
        }
    }

    const LONG_KEY: &str = "a key that is longer than what a word of the tape holds while these tests run";

    /// Random values, many of which are larger than what a word holds here: long strings and digits, long
    /// containers, far offsets.
    fn random(next: &mut impl FnMut(usize) -> usize, depth: usize, out: &mut String) {
        match next(if depth < 7 { 12 } else { 9 }) {
            0 => out.push_str("null"),
            1 => out.push_str(["true", "false", "-0.0"][next(3)]),
            2 => *out += &format!("{}", next(70) as i64 - 35),
            3 => *out += &format!("{}", (next(1 << 30) as i64) << next(33)),
            4 => *out += &format!("-1{}", "0".repeat(40 + next(40))),
            5 => *out += &format!("{}.5", next(1000)),
            6 => *out += &format!("{}", u64::MAX - next(9) as u64),
            7 => *out += &format!("\"{}\"", "x".repeat(next(3) * next(60))),
            8 => *out += &format!("\"\\n{}\"", "é".repeat(next(40))),
            9 | 10 => {
                out.push('[');
                for i in 0..next(5) * next(6) {
                    out.push_str(if i == 0 { "" } else { "," });
                    random(next, depth + 1, out);
                }
                out.push(']');
            }
            _ => {
                out.push('{');
                for i in 0..next(5) * next(4) {
                    *out += if i == 0 { "" } else { "," };
                    let key = ["a", "\\t", "", LONG_KEY, "\\\\"][next(5)];
                    *out += &format!("\"{key}{i}\":");
                    random(next, depth + 1, out);
                }
                out.push('}');
            }
        }
    }

    /// Builds the value again by calls of a builder.
    fn rebuild<'t>(value: Value<'t>, builder: &mut Builder<'t>, borrow: bool) -> Result<(), WriteError> {
        match value.kind() {
            Kind::Null => builder.null(),
            Kind::Bool(value) => builder.bool(value),
            Kind::Number(number) => builder.number(number),
            Kind::String(text) if borrow => builder.borrowed_string(text),
            Kind::String(text) => builder.string(text),
            Kind::Array(elements) => {
                builder.begin_array()?;
                let (least, most) = elements.size_hint();
                let count = elements.clone().count();
                assert!(least <= count && Some(count) <= most);
                elements.into_iter().try_for_each(|e| rebuild(e, builder, borrow))?;
                builder.end_array()
            }
            Kind::Object(members) => {
                builder.begin_object()?;
                let (least, most) = members.size_hint();
                let count = members.clone().count();
                assert!(least <= count && Some(count) <= most);
                for (key, value) in members {
                    if borrow { builder.borrowed_key(key) } else { builder.key(key) }?;
                    rebuild(value, builder, borrow)?;
                }
                builder.end_object()
            }
        }
    }

    #[test]
    fn what_a_word_does_not_hold_is_kept_elsewhere() {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut next = move |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % below
        };
        let (mut strings, mut spans, mut longest) = (0, 0, 0);
        for _ in 0..1500 {
            let mut text = String::from("[");
            random(&mut next, 0, &mut text);
            text.push(']');
            longest = longest.max(text.len());
            let document = Document::parse(text.as_bytes()).unwrap();
            strings += document.tape.strings.len();
            spans += document.tape.spans.len();
            assert_eq!(document.to_text().unwrap(), text);
            // By the reader, by the writer's calls, by the builder's, and as a copy without duplicates.
            let commas = ReadOptions { trailing_comma: true, ..ReadOptions::default() };
            assert_eq!(Document::parse_with(text.as_bytes(), &commas).unwrap().to_text().unwrap(), text);
            let mut pretty = Vec::new();
            document.write_onto(&mut pretty, &WriteOptions::pretty()).unwrap();
            assert_eq!(Document::parse(&pretty).unwrap().to_text().unwrap(), text);
            for borrow in [false, true] {
                let mut builder = Builder::new();
                rebuild(document.root(), &mut builder, borrow).unwrap();
                assert_eq!(builder.finish().unwrap().to_text().unwrap(), text);
            }
            for duplicate_keys in [crate::DuplicateKeys::First, crate::DuplicateKeys::Last] {
                let options = ReadOptions { duplicate_keys, ..ReadOptions::default() };
                let unique = Document::parse_with(text.as_bytes(), &options).unwrap();
                assert_eq!(unique.to_text().unwrap(), text);
                assert_eq!(unique.memory(), document.memory());
            }
        }
        assert!(strings > 1000 && spans > 500 && longest > 10_000, "{strings} {spans} {longest}");
    }

    #[test]
    fn numbers_keep_their_kind() {
        for bound in [30i64, 1 << 27, i64::MAX] {
            for value in [bound - 1, bound, -bound, -bound - (bound != i64::MAX) as i64] {
                let text = format!("[{value}]");
                let document = Document::parse(text.as_bytes()).unwrap();
                assert_eq!(document.root().at(0).unwrap().as_i64(), Some(value));
            }
        }
        let mut builder = Builder::new();
        builder.begin_array().unwrap();
        let floats = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE];
        floats.iter().for_each(|f| builder.number(Number::Float(*f)).unwrap());
        builder.end_array().unwrap();
        let document = builder.finish().unwrap();
        for (i, float) in floats.iter().enumerate() {
            assert_eq!(document.root().at(i).unwrap().as_f64().unwrap().to_bits(), float.to_bits());
        }
        let mut out = Vec::new();
        let literal = WriteOptions { non_finite: crate::NonFinite::Literal, ..WriteOptions::default() };
        document.write_onto(&mut out, &literal).unwrap();
        assert_eq!(out, b"[0.0,-0.0,NaN,Infinity,-Infinity,2.2250738585072014e-308]");
        assert!(matches!(document.to_text(), Err(WriteError::NonFinite)));
    }
}
