//! The first of the two steps over a whole text: 64 bytes at a time become bit masks, and these an index of
//! where tokens are (after Langdale and Lemire, "Parsing gigabytes of JSON per second"). The index holds
//! brackets, colons, commas, both quotes of every string, and the first byte of everything else that is not
//! white space; so strings need no second look, unless the mark on the closing quote says that a backslash
//! stands within. It is made a window at a time and stays in the nearest cache. UTF-8 and control characters
//! in strings are checked here; the grammar is `fast`'s.

/// One bit for each of 64 bytes.
#[derive(Clone, Copy, Default)]
pub(super) struct Masks {
    pub quote: u64,
    pub backslash: u64,
    /// Below 0x20.
    pub control: u64,
    /// `{}[]:,`, and perhaps control characters.
    pub operator: u64,
    pub white: u64,
    pub high: u64,
}

/// 64 bytes in registers.
///
/// # Safety
/// Implementations need the vector instructions they are named after; callers run only where these exist.
pub(super) trait Block {
    unsafe fn masks(bytes: *const u8) -> Masks;
    /// For each bit, whether the count of ones up to and including it is odd: a carry-less product with all
    /// ones, here in six steps.
    #[inline(always)]
    unsafe fn prefix_xor(mut bits: u64) -> u64 {
        for shift in [1, 2, 4, 8, 16, 32] {
            bits ^= bits << shift;
        }
        bits
    }
    /// Writes `base` plus the place of each one to `out`, which has room for 64.
    #[inline(always)]
    unsafe fn places(mut bits: u64, base: u32, mut out: *mut u32) {
        // Eight at a time without asking whether there are so many: which branch is taken then depends on few
        // things.
        while bits != 0 {
            for i in 0..8 {
                // SAFETY: at most 64 places: what lies beyond the last one comes before the next multiple of
                // eight.
                unsafe { *out.add(i) = base + bits.trailing_zeros() };
                bits &= bits.wrapping_sub(1);
            }
            // SAFETY: at most 64 bits are set, so at most eight steps of eight are taken from the beginning
            // of the 64 places: to their end at most.
            out = unsafe { out.add(8) };
        }
    }
    /// Writes those of 64 bytes whose bits are set to `out`, which has room for 64.
    #[inline(always)]
    unsafe fn squeeze(bytes: *const u8, keep: u64, mut out: *mut u8) {
        let mut rest = keep;
        // A run of ones at a time: white space stands between longer pieces.
        while rest != 0 {
            let from = rest.trailing_zeros() as usize;
            let count = (!(rest >> from)).trailing_zeros() as usize;
            // SAFETY: within the 64 bytes, and not more than are kept.
            unsafe {
                std::ptr::copy_nonoverlapping(bytes.add(from), out, count);
                out = out.add(count);
            }
            rest = if from + count < 64 { rest >> (from + count) << (from + count) } else { 0 };
        }
    }
}

/// How many bytes are indexed at once.
const WINDOW: usize = 4096;
/// How many tokens the grammar may look ahead.
pub(super) const AHEAD: usize = 8;
/// Set on the place of a closing quote: a backslash stands in the string.
pub(super) const ESCAPED: u32 = 1 << 31;
/// Texts from this length on are not indexed.
pub(super) const LONGEST: usize = (1 << 31) - 128;

pub(super) struct Index<'t> {
    pub text: &'t [u8],
    /// The start of the next block.
    next: usize,
    quotes: Quotes,
    /// 1 if the block before ended in a word or number.
    word_carry: u64,
    /// 1 if the string that the next block starts in has a backslash.
    escaped_carry: u64,
    /// Control characters in strings are fine.
    control_characters: bool,
    /// Up to where the text is known to be UTF-8.
    utf8_to: usize,
    pub wrong: bool,
    /// Places of tokens: `taken..filled` are still to be used.
    pub places: Box<[u32; WINDOW + 64 + AHEAD]>,
    pub taken: usize,
    pub filled: usize,
    /// All of the text has been indexed; how many of the places are only there so that looking ahead is safe.
    pub padding: usize,
}

impl<'t> Index<'t> {
    pub(super) fn new(text: &'t [u8], control_characters: bool) -> Index<'t> {
        Index {
            text,
            next: 0,
            quotes: Quotes::default(),
            word_carry: 0,
            escaped_carry: 0,
            control_characters,
            utf8_to: 0,
            wrong: false,
            places: Box::new([0; WINDOW + 64 + AHEAD]),
            taken: 0,
            filled: 0,
            padding: 0,
        }
    }

    /// Moves what is left to the front and indexes on, until `AHEAD` places are there or the text ends; then
    /// the place of the last byte is repeated. False if the text is found to be wrong.
    ///
    /// # Safety
    /// The vector instructions of `B`.
    #[inline(always)]
    pub(super) unsafe fn refill<B: Block>(&mut self) -> bool {
        let left = self.filled - self.taken;
        self.places.copy_within(self.taken..self.filled, 0);
        (self.taken, self.filled) = (0, left);
        while self.filled < AHEAD && self.next < self.text.len() {
            // SAFETY: the caller's own promise.
            unsafe { self.window::<B>() };
        }
        if self.wrong {
            return false;
        }
        while self.filled < AHEAD {
            self.places[self.filled] = self.text.len() as u32 - 1;
            self.filled += 1;
            self.padding += 1;
        }
        true
    }

    /// How many bytes are not indexed yet.
    pub(super) fn rest(&self) -> usize {
        self.text.len() - self.next
    }

    /// Whether the text has been used up to exactly its end.
    pub(super) fn is_used_up(&self) -> bool {
        self.next >= self.text.len()
            && self.quotes.string_carry == 0
            && self.filled - self.taken == self.padding
    }

    /// # Safety
    /// The vector instructions of `B`.
    #[inline(always)]
    unsafe fn window<B: Block>(&mut self) {
        let from = self.next;
        let to = (from + WINDOW).min(self.text.len());
        let mut high = 0;
        let mut control = 0;
        while self.next + 64 <= to {
            // SAFETY: 64 bytes are left; the caller's own promise.
            unsafe { self.block::<B>(self.text.as_ptr().add(self.next), &mut high, &mut control) };
            self.next += 64;
        }
        if self.next < to {
            let rest = &self.text[self.next..to];
            let mut padded = [b' '; 64];
            padded[..rest.len()].copy_from_slice(rest);
            // SAFETY: 64 bytes of our own; the caller's own promise.
            unsafe { self.block::<B>(padded.as_ptr(), &mut high, &mut control) };
            self.next = to;
        }
        self.wrong |= control != 0 && !self.control_characters;
        if high != 0 || self.utf8_to < from {
            self.check_utf8(to);
        } else {
            self.utf8_to = to;
        }
    }

    fn check_utf8(&mut self, to: usize) {
        let mut end = to;
        if to < self.text.len() {
            // A character that continues in the next window is left to that window.
            while end > self.utf8_to && to - end < 4 && (self.text[end] & 0xC0) == 0x80 {
                end -= 1;
            }
        }
        self.wrong |= simdutf8::basic::from_utf8(&self.text[self.utf8_to..end]).is_err();
        self.utf8_to = end;
    }

    /// # Safety
    /// 64 readable bytes; the vector instructions of `B`; room for 64 places, which a window keeps.
    #[inline(always)]
    unsafe fn block<B: Block>(&mut self, bytes: *const u8, high: &mut u64, control: &mut u64) {
        // SAFETY: the caller's own promise.
        let masks = unsafe { B::masks(bytes) };
        *high |= masks.high;
        // SAFETY: the caller's own promise.
        let (quote, string) = unsafe { self.quotes.step::<B>(&masks) };
        *control |= masks.control & string;
        // Adding a one within a run of ones carries out just after the run: onto the closing quote of a
        // string with a backslash.
        let (sum, carry) = string.overflowing_add(masks.backslash & string | self.escaped_carry);
        self.escaped_carry = carry as u64;
        let escaped = sum & !string & quote;
        let word = !(masks.operator | masks.white | string | quote);
        let starts = word & !(word << 1 | self.word_carry);
        self.word_carry = word >> 63;
        let bits = masks.operator & !string | quote | starts;
        let count = bits.count_ones() as usize;
        debug_assert!(self.filled + 64 <= self.places.len());
        // SAFETY: room by the caller.
        unsafe {
            let out = self.places.as_mut_ptr().add(self.filled);
            B::places(bits, self.next as u32, out);
        }
        if escaped != 0 {
            self.mark_escaped(bits, escaped);
        }
        self.filled += count;
    }

    #[inline(never)]
    fn mark_escaped(&mut self, bits: u64, mut escaped: u64) {
        while escaped != 0 {
            let below = (escaped & escaped.wrapping_neg()) - 1;
            let place = self.filled + (bits & below).count_ones() as usize;
            if let Some(place) = self.places.get_mut(place) {
                *place |= ESCAPED;
            }
            escaped &= escaped - 1;
        }
    }
}

/// Which quotes are quotes and what is in strings, from block to block.
#[derive(Default)]
pub(super) struct Quotes {
    /// The last byte of the block before escapes the next one's first.
    escape_carry: u64,
    /// All ones if the next block starts in a string.
    string_carry: u64,
}

impl Quotes {
    /// The quotes that no backslash escapes; and what is in strings, from each opening quote up to before the
    /// closing one.
    ///
    /// # Safety
    /// The vector instructions of `B`.
    #[inline(always)]
    pub(super) unsafe fn step<B: Block>(&mut self, masks: &Masks) -> (u64, u64) {
        let mut quote = masks.quote;
        if masks.backslash | self.escape_carry != 0 {
            quote &= !self.escaped_bytes(masks.backslash);
        }
        // SAFETY: the caller's own promise.
        let string = unsafe { B::prefix_xor(quote) } ^ self.string_carry;
        self.string_carry = (string as i64 >> 63) as u64;
        (quote, string)
    }

    /// Which bytes a backslash before them escapes: those behind an odd run of backslashes.
    #[inline(always)]
    fn escaped_bytes(&mut self, backslash: u64) -> u64 {
        const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
        let starts = backslash & !self.escape_carry;
        // Runs that start at an even place end, after the subtraction, with what their length's parity says
        // (Keiser and Lemire).
        let maybe = (starts << 1) | ODD;
        let code = maybe.wrapping_sub(starts) ^ ODD;
        let escaped = code ^ (backslash | self.escape_carry);
        self.escape_carry = (code & backslash) >> 63;
        escaped
    }
}

/// Which `Block` is for which level is decided here and nowhere else.
macro_rules! with_level {
    ($level:expr, $name:ident, ($($arg:expr),*)) => {
        match $level {
            // SAFETY: this level is chosen only where the processor has AVX-512.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { $name::avx512($($arg),*) },
            // SAFETY: this level is chosen only where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { $name::avx2($($arg),*) },
            // SAFETY: this level is chosen only where the processor has SSE2.
            #[cfg(target_arch = "x86_64")]
            Level::Sse2 => unsafe { $name::sse2($($arg),*) },
            // SAFETY: this level is chosen only where the processor has NEON.
            #[cfg(target_arch = "aarch64")]
            Level::Neon => unsafe { $name::neon($($arg),*) },
            // SAFETY: needs nothing.
            _ => unsafe { $name::scalar($($arg),*) },
        }
    };
}
pub(super) use with_level;

/// A module `entry` with a function for each set of vector instructions, for `with_level`: `$run` with that
/// set's `Block`.
macro_rules! entries {
    ($run:ident[$($generic:tt)*][$($use:tt)*]($($arg:ident: $type:ty),*) -> $result:ty) => {
        mod entry {
            use super::*;
            use crate::read::index::entry_of;

            entry_of!(scalar, index::Plain, $run[$($generic)*][$($use)*]($($arg: $type),*) -> $result);
            #[cfg(target_arch = "x86_64")]
            entry_of!(sse2, index::x86::Sse2, $run[$($generic)*][$($use)*]($($arg: $type),*) -> $result);
            #[cfg(target_arch = "x86_64")]
            entry_of!(
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
                avx2, index::x86::Avx2, $run[$($generic)*][$($use)*]($($arg: $type),*) -> $result
            );
            #[cfg(target_arch = "x86_64")]
            entry_of!(
                #[target_feature(
                    enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq"
                )]
                avx512, index::x86::Avx512, $run[$($generic)*][$($use)*]($($arg: $type),*) -> $result
            );
            #[cfg(target_arch = "aarch64")]
            entry_of!(neon, index::arm::Neon, $run[$($generic)*][$($use)*]($($arg: $type),*) -> $result);
        }
    };
}
pub(super) use entries;

macro_rules! entry_of {
    (
        $(#[$features:meta])?
        $name:ident, $block:ty, $run:ident[$($generic:tt)*][$($use:tt)*]($($arg:ident: $type:ty),*) -> $result:ty
    ) => {
        /// # Safety
        /// The vector instructions named, if any.
        $(#[$features])?
        pub(super) unsafe fn $name<$($generic)*>($($arg: $type),*) -> $result {
            // SAFETY: by the caller.
            unsafe { $run::<$block, $($use)*>($($arg),*) }
        }
    };
}
pub(super) use entry_of;

/// No vectors: a table and shifts.
pub(super) struct Plain;

const QUOTE: u8 = 1;
const BACKSLASH: u8 = 2;
const CONTROL: u8 = 4;
const OPERATOR: u8 = 8;
const WHITE: u8 = 16;
const HIGH: u8 = 32;

static CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'"' => QUOTE,
            b'\\' => BACKSLASH,
            b'{' | b'}' | b'[' | b']' | b':' | b',' => OPERATOR,
            b' ' => WHITE,
            b'\t' | b'\n' | b'\r' => WHITE | CONTROL,
            0..0x20 => CONTROL,
            0x80.. => HIGH,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Whether a number or word may end before this byte.
#[inline(always)]
pub(super) fn ends_word(byte: u8) -> bool {
    CLASSES[byte as usize] & (QUOTE | OPERATOR | WHITE) != 0
}

impl Block for Plain {
    #[inline(always)]
    unsafe fn masks(bytes: *const u8) -> Masks {
        let mut masks = Masks::default();
        for i in 0..64 {
            // SAFETY: 64 bytes, by the caller.
            let class = CLASSES[unsafe { *bytes.add(i) } as usize];
            let bit = |which: u8| ((class & which != 0) as u64) << i;
            masks.quote |= bit(QUOTE);
            masks.backslash |= bit(BACKSLASH);
            masks.control |= bit(CONTROL);
            masks.operator |= bit(OPERATOR);
            masks.white |= bit(WHITE);
            masks.high |= bit(HIGH);
        }
        masks
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    //! The blocks of x86-64.

    use std::arch::x86_64::*;

    use super::{Block, Masks};

    pub(crate) struct Sse2;
    pub(crate) struct Avx2;
    pub(crate) struct Avx512;

    /// What white space looks like, by its lower four bits; elsewhere what no byte with these bits is.
    const WHITE: [u8; 16] =
        [b' ', 255, 255, 255, 255, 255, 255, 255, 255, b'\t', b'\n', 255, 255, b'\r', 255, 0];
    /// What operators look like with the bit for 0x20 set, which makes brackets and braces the same.
    const OPERATOR: [u8; 16] =
        [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, b':', b'{', b',', b'}', 255, 0];

    impl Block for Sse2 {
        #[inline(always)]
        unsafe fn masks(bytes: *const u8) -> Masks {
            let mut masks = Masks::default();
            for i in 0..4 {
                // SAFETY: 64 bytes, by the caller; every x86-64 has SSE2.
                unsafe {
                    let v = _mm_loadu_si128(bytes.add(16 * i).cast());
                    let is = |byte: u8| _mm_cmpeq_epi8(v, _mm_set1_epi8(byte as i8));
                    let curly = _mm_or_si128(v, _mm_set1_epi8(0x20));
                    let bracket = |byte: u8| _mm_cmpeq_epi8(curly, _mm_set1_epi8(byte as i8));
                    let or = |a, b| _mm_or_si128(a, b);
                    let bits = |v| (_mm_movemask_epi8(v) as u32 as u64) << (16 * i);
                    let low = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v);
                    masks.quote |= bits(is(b'"'));
                    masks.backslash |= bits(is(b'\\'));
                    masks.control |= bits(low);
                    masks.operator |= bits(or(or(bracket(b'{'), bracket(b'}')), or(is(b':'), is(b','))));
                    masks.white |= bits(or(or(is(b' '), is(b'\n')), or(is(b'\t'), is(b'\r'))));
                    masks.high |= bits(v);
                }
            }
            masks
        }
    }

    /// # Safety
    /// Carry-less multiplication.
    #[inline(always)]
    unsafe fn multiply_by_ones(bits: u64) -> u64 {
        // SAFETY: by the caller.
        unsafe {
            let product = _mm_clmulepi64_si128::<0>(_mm_set_epi64x(0, bits as i64), _mm_set1_epi8(-1));
            _mm_cvtsi128_si64(product) as u64
        }
    }

    impl Block for Avx2 {
        #[inline(always)]
        unsafe fn masks(bytes: *const u8) -> Masks {
            let mut masks = Masks::default();
            for i in 0..2 {
                // SAFETY: 64 bytes and AVX2, by the caller.
                unsafe {
                    let v = _mm256_loadu_si256(bytes.add(32 * i).cast());
                    let is = |byte: u8| _mm256_cmpeq_epi8(v, _mm256_set1_epi8(byte as i8));
                    let table =
                        |t: &[u8; 16]| _mm256_broadcastsi128_si256(_mm_loadu_si128(t.as_ptr().cast()));
                    let bits = |v| (_mm256_movemask_epi8(v) as u32 as u64) << (32 * i);
                    let curly = _mm256_or_si256(v, _mm256_set1_epi8(0x20));
                    let low = _mm256_cmpeq_epi8(_mm256_min_epu8(v, _mm256_set1_epi8(0x1F)), v);
                    masks.quote |= bits(is(b'"'));
                    masks.backslash |= bits(is(b'\\'));
                    masks.control |= bits(low);
                    masks.operator |=
                        bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(table(&OPERATOR), v), curly));
                    masks.white |= bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(table(&WHITE), v), v));
                    masks.high |= bits(v);
                }
            }
            masks
        }

        #[inline(always)]
        unsafe fn prefix_xor(bits: u64) -> u64 {
            // SAFETY: the caller's own promise.
            unsafe { multiply_by_ones(bits) }
        }
    }

    const COUNT: [u8; 64] = {
        let mut count = [0; 64];
        let mut i = 0;
        while i < 64 {
            count[i] = i as u8;
            i += 1;
        }
        count
    };

    impl Block for Avx512 {
        #[inline(always)]
        unsafe fn masks(bytes: *const u8) -> Masks {
            // SAFETY: 64 bytes and AVX-512 BW, by the caller.
            unsafe {
                let v = _mm512_loadu_si512(bytes.cast());
                let is = |byte: u8| _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(byte as i8));
                let table = |t: &[u8; 16]| _mm512_broadcast_i32x4(_mm_loadu_si128(t.as_ptr().cast()));
                let curly = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
                Masks {
                    quote: is(b'"'),
                    backslash: is(b'\\'),
                    control: _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(0x20)),
                    operator: _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table(&OPERATOR), v), curly),
                    white: _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table(&WHITE), v), v),
                    high: _mm512_movepi8_mask(v),
                }
            }
        }

        #[inline(always)]
        unsafe fn prefix_xor(bits: u64) -> u64 {
            // SAFETY: the caller's own promise.
            unsafe { multiply_by_ones(bits) }
        }

        #[inline(always)]
        unsafe fn places(bits: u64, base: u32, out: *mut u32) {
            // SAFETY: AVX-512 VBMI2, by the caller; every sixteen ones have sixteen places of their own.
            unsafe {
                let count = _mm512_loadu_si512(COUNT.as_ptr().cast());
                let packed = _mm512_maskz_compress_epi8(bits, count);
                let base = _mm512_set1_epi32(base as i32);
                let store = |part: usize, bytes: __m128i| {
                    let places = _mm512_add_epi32(base, _mm512_cvtepu8_epi32(bytes));
                    _mm512_storeu_si512(out.add(16 * part).cast(), places);
                };
                let ones = bits.count_ones();
                store(0, _mm512_castsi512_si128(packed));
                if ones > 16 {
                    store(1, _mm512_extracti32x4_epi32::<1>(packed));
                    if ones > 32 {
                        store(2, _mm512_extracti32x4_epi32::<2>(packed));
                        store(3, _mm512_extracti32x4_epi32::<3>(packed));
                    }
                }
            }
        }

        #[inline(always)]
        unsafe fn squeeze(bytes: *const u8, keep: u64, out: *mut u8) {
            // SAFETY: 64 bytes of each and AVX-512 VBMI2, by the caller.
            unsafe {
                let kept = _mm512_maskz_compress_epi8(keep, _mm512_loadu_si512(bytes.cast()));
                _mm512_storeu_si512(out.cast(), kept);
            }
        }
    }
}

#[cfg(target_arch = "aarch64")]
pub(super) mod arm {
    //! The block of 64-bit Arm.

    use std::arch::aarch64::*;

    use super::{Block, Masks};

    pub struct Neon;

    /// Four registers of all ones and zeros as 64 bits.
    ///
    /// # Safety
    /// NEON, which every 64-bit Arm has.
    #[inline(always)]
    unsafe fn bits(v: [uint8x16_t; 4]) -> u64 {
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: by the caller.
        unsafe {
            let weights = vld1q_u8(BITS.as_ptr());
            let pairs = [
                vpaddq_u8(vandq_u8(v[0], weights), vandq_u8(v[1], weights)),
                vpaddq_u8(vandq_u8(v[2], weights), vandq_u8(v[3], weights)),
            ];
            let sums = vpaddq_u8(pairs[0], pairs[1]);
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)))
        }
    }

    impl Block for Neon {
        #[inline(always)]
        unsafe fn masks(bytes: *const u8) -> Masks {
            // SAFETY: 64 bytes, by the caller.
            unsafe {
                let v = [0, 1, 2, 3].map(|i| vld1q_u8(bytes.add(16 * i)));
                let is = |byte: u8| v.map(|v| vceqq_u8(v, vdupq_n_u8(byte)));
                let curly = v.map(|v| vorrq_u8(v, vdupq_n_u8(0x20)));
                let bracket = |byte: u8| curly.map(|v| vceqq_u8(v, vdupq_n_u8(byte)));
                Masks {
                    quote: bits(is(b'"')),
                    backslash: bits(is(b'\\')),
                    control: bits(v.map(|v| vcltq_u8(v, vdupq_n_u8(0x20)))),
                    operator: bits(bracket(b'{')) | bits(bracket(b'}')) | bits(is(b':')) | bits(is(b',')),
                    white: bits(is(b' ')) | bits(is(b'\n')) | bits(is(b'\t')) | bits(is(b'\r')),
                    high: bits(v.map(|v| vcgeq_u8(v, vdupq_n_u8(0x80)))),
                }
            }
        }
    }
}
