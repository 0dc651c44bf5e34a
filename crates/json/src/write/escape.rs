//! The string kernel: bytes become the inside of a JSON string in one fused pass (load, store, test), so that
//! text without escapes costs little more than copying it. One loop for all vector widths; the widths are in
//! `vectors_*`.
//!
//! A kernel knows nothing of quotes, of buffers that grow, or of whether its bytes are UTF-8. It never reads
//! outside the source. The contract of all of them: `dst` has `n + SLACK + spare` writable bytes; what is
//! written never needs more than that, because each byte that is not escaped takes one and each escape takes
//! what it needs beyond from `spare`. When `spare` is used up the kernel returns early, and its caller grows
//! the buffer: so a string reserves its own length, not six times that.

/// How far beyond what it has written a kernel may store.
pub(crate) const SLACK: usize = 64;

/// What one escape may need beyond the bytes it replaces.
pub(crate) const LONGEST_GROWTH: usize = 8;

/// For each byte its escape, and in the last byte the escape's length; 0 where the byte stands for itself.
pub(crate) type Table = [[u8; 8]; 256];

const HEX: &[u8; 16] = b"0123456789abcdef";

const fn unicode_escape(byte: u8) -> [u8; 8] {
    [b'\\', b'u', b'0', b'0', HEX[(byte >> 4) as usize], HEX[(byte & 15) as usize], 0, 6]
}

const fn table(script: bool, html: bool) -> Table {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = unicode_escape(byte as u8);
        byte += 1;
    }
    let short = *b"\x08b\x09t\x0an\x0cf\x0dr\"\"\\\\//";
    let mut i = 0;
    while i < if script { 16 } else { 14 } {
        table[short[i] as usize] = [b'\\', short[i + 1], 0, 0, 0, 0, 0, 2];
        i += 2;
    }
    if html {
        table[b'<' as usize] = unicode_escape(b'<');
        table[b'>' as usize] = unicode_escape(b'>');
        table[b'&' as usize] = unicode_escape(b'&');
    }
    table
}

static PLAIN: Table = table(false, false);
static SCRIPT: Table = table(true, false);
static HTML: Table = table(false, true);
static BOTH: Table = table(true, true);

/// What is escaped beyond what JSON asks for.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    pub table: &'static Table,
    /// Bytes that need a closer look beside those below 0x20, `"` and `\`; unused places repeat `"`.
    pub looked_at: [u8; 5],
    pub ascii_only: bool,
    /// U+2028 and U+2029 are escaped.
    pub line_separators: bool,
}

pub(crate) static STANDARD: Dialect =
    Dialect { table: &PLAIN, looked_at: [b'"'; 5], ascii_only: false, line_separators: false };

impl Dialect {
    pub(crate) fn new(ascii_only: bool, script_safe: bool, html_safe: bool) -> Dialect {
        let table = match (script_safe, html_safe) {
            (false, false) => &PLAIN,
            (true, false) => &SCRIPT,
            (false, true) => &HTML,
            (true, true) => &BOTH,
        };
        let mut looked_at = [b'"'; 5];
        if script_safe {
            looked_at[0] = b'/';
        }
        if html_safe {
            looked_at[1..4].copy_from_slice(b"<>&");
        }
        let line_separators = script_safe || html_safe;
        if line_separators {
            looked_at[4] = 0xE2;
        }
        Dialect { table, looked_at, ascii_only, line_separators }
    }

    pub(crate) fn is_standard(&self) -> bool {
        !self.ascii_only && self.looked_at == [b'"'; 5]
    }
}

/// How far a kernel came: it is done when it has read all, else it needs room for an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    pub read: usize,
    pub written: usize,
}

/// See the module's contract. The source is valid for `n` bytes, and UTF-8 unless the dialect is the standard
/// one.
pub(crate) type Kernel =
    unsafe fn(src: *const u8, n: usize, dst: *mut u8, spare: usize, dialect: &Dialect) -> Progress;

/// Appends a string in quotes: the whole of it, so that a string costs one indirect call. Its bytes are UTF-8
/// unless the dialect is the standard one, and the vector instructions are there.
pub(crate) type Quote = unsafe fn(buffer: &mut Vec<u8>, bytes: &[u8], dialect: &Dialect);

/// What a writer chooses once.
#[derive(Clone, Copy)]
pub(crate) struct Kernels {
    pub inside: Kernel,
    pub quote: Quote,
}

/// The kernels without vectors.
pub(super) fn scalar_kernels(standard: bool) -> Kernels {
    match standard {
        true => Kernels { inside: scalar::<false>, quote: quote_scalar::<false> },
        false => Kernels { inside: scalar::<true>, quote: quote_scalar::<true> },
    }
}

/// # Safety
/// The contract of [`Quote`].
unsafe fn quote_scalar<const EXTRA: bool>(buffer: &mut Vec<u8>, bytes: &[u8], dialect: &Dialect) {
    quote_with(buffer, bytes, 1, |src, n, dst, spare| {
        // SAFETY: `quote_with` keeps the contract.
        unsafe { scalar::<EXTRA>(src, n, dst, spare, dialect) }
    });
}

/// Appends a string in quotes by a kernel that becomes part of it, with `room` bytes reserved for each of the
/// string. The kernel is called by its contract.
#[inline(always)]
pub(super) fn quote_with(
    buffer: &mut Vec<u8>,
    bytes: &[u8],
    room: usize,
    kernel: impl Fn(*const u8, usize, *mut u8, usize) -> Progress,
) {
    buffer.reserve(room * bytes.len() + SLACK + 2);
    buffer.push(b'"');
    inside_with(buffer, bytes, kernel);
    buffer.push(b'"');
}

/// Appends a string's inside by a kernel, which is called by its contract.
#[inline(always)]
pub(super) fn inside_with(
    buffer: &mut Vec<u8>,
    mut bytes: &[u8],
    kernel: impl Fn(*const u8, usize, *mut u8, usize) -> Progress,
) {
    buffer.reserve(bytes.len() + SLACK);
    loop {
        let length = buffer.len();
        let spare = buffer.capacity() - length - bytes.len() - SLACK;
        // SAFETY: `length` is within the buffer.
        let dst = unsafe { buffer.as_mut_ptr().add(length) };
        let progress = kernel(bytes.as_ptr(), bytes.len(), dst, spare);
        // SAFETY: the kernel has written as much.
        unsafe { buffer.set_len(length + progress.written) };
        if progress.read >= bytes.len() {
            return;
        }
        bytes = &bytes[progress.read..];
        buffer.reserve(bytes.len() + bytes.len() / 4 + 2 * SLACK);
    }
}

impl Kernels {
    /// Appends a string in quotes. Its bytes are UTF-8 unless the dialect, which is the one the kernels were
    /// chosen for, is the standard one.
    #[inline(always)]
    pub(crate) fn quote(&self, buffer: &mut Vec<u8>, bytes: &[u8], dialect: &Dialect) {
        // SAFETY: kernels are chosen for what the machine has; what the bytes are is the caller's promise.
        unsafe { (self.quote)(buffer, bytes, dialect) }
    }

    /// Appends a string's inside, as [`Kernels::quote`].
    pub(crate) fn inside(&self, buffer: &mut Vec<u8>, bytes: &[u8], dialect: &Dialect) {
        inside_with(buffer, bytes, |src, n, dst, spare| {
            // SAFETY: the kernel was chosen for a level that this machine has; `inside_with` passes a source
            // of `n` bytes, room for their longest form, and how much more is spare.
            unsafe { (self.inside)(src, n, dst, spare, dialect) }
        });
    }
}

/// One escape, or with `EXTRA` perhaps a character that only needed the closer look.
///
/// # Safety
/// `src` is readable for `rest >= 1` bytes (UTF-8 if `EXTRA`), `dst` writable for 16 bytes.
#[inline(always)]
pub(super) unsafe fn emit<const EXTRA: bool>(
    src: *const u8,
    rest: usize,
    dst: *mut u8,
    dialect: &Dialect,
) -> Progress {
    // SAFETY: at least one byte, by the caller.
    let byte = unsafe { *src };
    let entry = if EXTRA { &dialect.table[byte as usize] } else { &PLAIN[byte as usize] };
    if EXTRA && entry[7] == 0 {
        // Unless all must be ASCII, only the two line separators need an escape. A byte that begins another
        // character is copied; its continuation bytes are never marked.
        // SAFETY: read only where three bytes are left.
        let separates = rest >= 3 && unsafe { *src.add(1) == 0x80 && *src.add(2) | 1 == 0xA9 };
        if !dialect.ascii_only && !separates {
            // SAFETY: one of the 16 bytes.
            unsafe { *dst = byte };
            return Progress { read: 1, written: 1 };
        }
        // SAFETY: the caller's own promise.
        return unsafe { emit_character(src, rest, dst, dialect) };
    }
    // SAFETY: 8 of the 16 bytes.
    unsafe { dst.cast::<[u8; 8]>().write_unaligned(*entry) };
    Progress { read: 1, written: entry[7] as usize }
}

/// # Safety
/// As [`emit`], with UTF-8 at `src`.
#[cold]
unsafe fn emit_character(src: *const u8, rest: usize, dst: *mut u8, dialect: &Dialect) -> Progress {
    // SAFETY: valid for `rest` bytes, by the caller; a character has four bytes at most.
    let bytes = unsafe { std::slice::from_raw_parts(src, rest.min(4)) };
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // SAFETY: the library says so.
        Err(error) => unsafe { std::str::from_utf8_unchecked(&bytes[..error.valid_up_to()]) },
    };
    let Some(char) = valid.chars().next() else {
        // Not UTF-8, against the contract: one byte is passed through, so that nothing worse happens.
        // SAFETY: one byte of each.
        unsafe { *dst = bytes[0] };
        return Progress { read: 1, written: 1 };
    };
    let escape = char as u32 >= 0x80
        && (dialect.ascii_only || (dialect.line_separators && matches!(char, '\u{2028}' | '\u{2029}')));
    let mut out = [0u8; 16];
    let mut written = 0;
    if escape {
        for unit in char.encode_utf16(&mut [0; 2]) {
            let hex = |shift: u16| HEX[(*unit >> shift) as usize & 15];
            out[written..written + 6].copy_from_slice(&[b'\\', b'u', hex(12), hex(8), hex(4), hex(0)]);
            written += 6;
        }
    } else {
        written = char.encode_utf8(&mut out).len();
    }
    // SAFETY: 16 bytes, by the caller.
    unsafe { dst.cast::<[u8; 16]>().write_unaligned(out) };
    Progress { read: char.len_utf8(), written }
}

/// The oracle: a byte at a time.
///
/// # Safety
/// The module's contract.
pub(super) unsafe fn scalar<const EXTRA: bool>(
    src: *const u8,
    n: usize,
    dst: *mut u8,
    mut spare: usize,
    dialect: &Dialect,
) -> Progress {
    let table = if EXTRA { dialect.table } else { &PLAIN };
    let (mut read, mut written) = (0, 0);
    while read < n {
        // SAFETY: `read < n`.
        let byte = unsafe { *src.add(read) };
        let look = table[byte as usize][7] != 0
            || EXTRA && (byte >= 0x80 && (dialect.ascii_only || (byte == 0xE2 && dialect.line_separators)));
        if !look {
            // SAFETY: `written` is at most `read` and what was taken from `spare`.
            unsafe { *dst.add(written) = byte };
            read += 1;
            written += 1;
            continue;
        }
        if spare < LONGEST_GROWTH {
            break;
        }
        // SAFETY: a byte is left; the slack is larger than 16 bytes.
        let step = unsafe { emit::<EXTRA>(src.add(read), n - read, dst.add(written), dialect) };
        spare -= step.written - step.read;
        read += step.read;
        written += step.written;
    }
    Progress { read, written }
}

/// Bytes in a register, and which of them need an escape or a closer look.
///
/// # Safety
/// Implementations need the vector instructions they are named after; callers run only where these exist.
pub(super) trait Vector: Copy {
    const WIDTH: usize;
    /// How far one lane is from the next in a mask, as a power of two.
    const MASK_SHIFT: u32;
    /// Whether a part of a register can be loaded without reading beyond it, at any length.
    const MASKED: bool;

    unsafe fn load(src: *const u8) -> Self;
    /// The first `n < WIDTH` bytes; the others are arbitrary. Reads nothing beyond `n`. Only called with `n <
    /// 16` unless `MASKED`.
    unsafe fn load_part(src: *const u8, n: usize) -> Self;
    unsafe fn store(self, dst: *mut u8);
    /// One bit a lane, [`MASK_SHIFT`](Vector::MASK_SHIFT) apart.
    unsafe fn marked<const EXTRA: bool>(self, dialect: &Dialect) -> u64;
}

/// The loop of all vector kernels. Where loads cannot be masked, `V` leaves a tail of less than its width: it
/// is covered by a load that overlaps what is already done, if that held no escape, else it is left to the
/// caller's narrower vector.
///
/// # Safety
/// The module's contract, and the vector instructions of `V`. `state` is where the loop stands.
#[inline(always)]
pub(super) unsafe fn pass<V: Vector, const EXTRA: bool>(
    src: *const u8,
    n: usize,
    dst: *mut u8,
    state: &mut State,
    dialect: &Dialect,
) {
    while n - state.read >= V::WIDTH {
        // SAFETY: a whole register is left to read; as much, and the slack, is left to write.
        let marked = unsafe {
            let v = V::load(src.add(state.read));
            v.store(dst.add(state.written()));
            v.marked::<EXTRA>(dialect)
        };
        // SAFETY: the caller's own promise.
        if !unsafe { state.advance::<V, EXTRA>(marked, V::WIDTH, src, n, dst, dialect) } {
            return;
        }
    }
    while state.read < n && !state.full {
        let rest = n - state.read;
        let back = V::WIDTH - rest;
        let marked = if V::MASKED || V::WIDTH == 16 && state.read - state.clean_from < back {
            // SAFETY: `rest` bytes are left to read, and room for a register to write.
            unsafe {
                let v = V::load_part(src.add(state.read), rest);
                v.store(dst.add(state.written()));
                v.marked::<EXTRA>(dialect) & low_lanes(rest << V::MASK_SHIFT)
            }
        } else if state.read - state.clean_from >= back {
            // SAFETY: the `back` bytes before both places are the same bytes, so storing them again changes
            // nothing.
            unsafe {
                let v = V::load(src.add(state.read - back));
                v.store(dst.add(state.written() - back));
                v.marked::<EXTRA>(dialect) >> (back << V::MASK_SHIFT)
            }
        } else {
            return;
        };
        // SAFETY: the caller's own promise.
        if !unsafe { state.advance::<V, EXTRA>(marked, rest, src, n, dst, dialect) } {
            return;
        }
    }
}

#[inline(always)]
fn low_lanes(bits: usize) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Where a pass stands.
pub(super) struct State {
    pub read: usize,
    /// By how much more has been written than read.
    pub grown: usize,
    /// How much that may be.
    pub spare: usize,
    /// From where on what has been read stands unchanged at the end of what has been written.
    pub clean_from: usize,
    /// The spare room is used up.
    pub full: bool,
}

impl State {
    #[inline(always)]
    pub(super) fn new(spare: usize) -> State {
        State { read: 0, grown: 0, spare, clean_from: 0, full: false }
    }

    #[inline(always)]
    pub(super) fn written(&self) -> usize {
        self.read + self.grown
    }

    #[inline(always)]
    pub(super) fn progress(&self) -> Progress {
        Progress { read: self.read, written: self.written() }
    }

    /// Past `width` bytes that have just been stored and tested, with escapes for the marked ones: what
    /// follows an escape is stored again after the escape, but not tested again. Stops early after an escape
    /// where the next register would go beyond the source. False: no room for an escape.
    ///
    /// # Safety
    /// As [`pass`]; `width` bytes are left to read.
    #[inline(always)]
    pub(super) unsafe fn advance<V: Vector, const EXTRA: bool>(
        &mut self,
        mut marked: u64,
        width: usize,
        src: *const u8,
        n: usize,
        dst: *mut u8,
        dialect: &Dialect,
    ) -> bool {
        if marked == 0 {
            self.read += width;
            return true;
        }
        let (start, end) = (self.read, self.read + width);
        loop {
            let at = start + (marked.trailing_zeros() >> V::MASK_SHIFT) as usize;
            self.read = at;
            if self.spare - self.grown < LONGEST_GROWTH {
                self.full = true;
                return false;
            }
            // SAFETY: the marked byte is within the source; the slack is larger than 16 bytes.
            let step = unsafe { emit::<EXTRA>(src.add(at), n - at, dst.add(self.written()), dialect) };
            self.grown += step.written - step.read;
            self.read += step.read;
            self.clean_from = self.read;
            if self.read >= end {
                return true;
            }
            let rest = n - self.read;
            // SAFETY: what is loaded is within the source; a register, and the slack, is left to write.
            unsafe {
                if rest >= V::WIDTH {
                    V::load(src.add(self.read)).store(dst.add(self.written()));
                } else if V::MASKED {
                    V::load_part(src.add(self.read), rest).store(dst.add(self.written()));
                } else {
                    return true;
                }
            }
            // Also those that a character of several bytes took with it.
            let done = (self.read - start) << V::MASK_SHIFT;
            marked = marked >> done << done;
            if marked == 0 {
                self.read = end;
                return true;
            }
        }
    }
}

/// A short string, and where it goes. (Passed on only to what is compiled into its caller, and so in
/// registers.)
#[derive(Clone, Copy)]
pub(super) struct Short {
    pub src: *const u8,
    pub n: usize,
    pub dst: *mut u8,
}

/// A string of at most two registers, at least one byte, if it holds no escapes, as most do not: one
/// register, or two that overlap. Else nothing is said of `dst`.
///
/// # Safety
/// The module's contract, and the instructions of `V`; `n` is at most two registers, and at least one where
/// `V` is wider than 16 bytes.
#[inline(always)]
pub(super) unsafe fn two_registers<V: Vector, const EXTRA: bool>(short: Short, dialect: &Dialect) -> bool {
    let Short { src, n, dst } = short;
    // SAFETY: what is loaded is within the `n` bytes; the slack is larger than what is stored.
    unsafe {
        if n >= V::WIDTH {
            let (head, tail) = (V::load(src), V::load(src.add(n - V::WIDTH)));
            head.store(dst);
            tail.store(dst.add(n - V::WIDTH));
            (head.marked::<EXTRA>(dialect) | tail.marked::<EXTRA>(dialect)) == 0
        } else {
            let v = V::load_part(src, n);
            v.store(dst);
            v.marked::<EXTRA>(dialect) & low_lanes(n << V::MASK_SHIFT) == 0
        }
    }
}

/// A function with a kernel's arguments and result.
macro_rules! kernel_fn {
    (
        $(#[$meta:meta])*
        $visible:vis $name:ident($src:ident, $n:ident, $dst:ident, $spare:ident, $dialect:ident) $body:block
    ) => {
        $(#[$meta])*
        $visible unsafe fn $name<const EXTRA: bool>(
            $src: *const u8,
            $n: usize,
            $dst: *mut u8,
            $spare: usize,
            $dialect: &Dialect,
        ) -> Progress $body
    };
}
pub(super) use kernel_fn;

/// The kernel of one set of vector instructions in two steps: `$short` does what most strings are, in so few
/// registers that none need saving; all others are done from their start by the passes, in a function that is
/// called.
macro_rules! kernels_of {
    ($name:ident, $short:expr, $longest:literal, [$($vector:ty),*] $(, $features:literal)?) => {
        pub(super) mod $name {
            use super::*;
            use crate::write::escape::{self, Progress, SLACK, Short, State, kernel_fn, pass};

            kernel_fn!(
                /// # Safety
                /// The contract of `escape`, and the instructions named.
                #[inline]
                $(#[target_feature(enable = $features)])?
                pub(crate) kernel(src, n, dst, spare, dialect) {
                    // SAFETY: the caller's own promise.
                    unsafe {
                        if n == 0 || n <= $longest && $short(Short { src, n, dst }, dialect) {
                            return Progress { read: n, written: n };
                        }
                        passes::<EXTRA>(src, n, dst, spare, dialect)
                    }
                }
            );

            kernel_fn!(
                /// Kept out of line: inlined, it would take the caller's registers.
                ///
                /// # Safety
                /// The contract of `escape`, and the instructions named.
                #[inline(never)]
                $(#[target_feature(enable = $features)])?
                passes(src, n, dst, spare, dialect) {
                    let mut state = State::new(spare);
                    $(
                        // SAFETY: the caller keeps the contract of `escape`, which is also that of each pass;
                        // the instructions are those of this function.
                        unsafe { pass::<$vector, EXTRA>(src, n, dst, &mut state, dialect) };
                    )*
                    state.progress()
                }
            );

            /// Strings below `THRESHOLD` go byte by byte, and each byte has `ROOM` reserved for it: 0 and 1
            /// are in use, others are there to be measured.
            ///
            /// # Safety
            /// The contract of `Quote`.
            $(#[target_feature(enable = $features)])?
            pub(crate) unsafe fn quote<const EXTRA: bool, const THRESHOLD: usize, const ROOM: usize>(
                buffer: &mut Vec<u8>,
                bytes: &[u8],
                dialect: &Dialect,
            ) {
                let (n, length) = (bytes.len(), buffer.len());
                let small = (THRESHOLD.max(1)..=$longest).contains(&n);
                if !small || buffer.capacity() - length < ROOM * n + SLACK + 2 {
                    // SAFETY: the caller's own promise.
                    return unsafe { quote_rest::<EXTRA, THRESHOLD, ROOM>(buffer, bytes, dialect) };
                }
                // SAFETY: there is room for a quote, the inside with its slack, a quote.
                unsafe {
                    let start = buffer.as_mut_ptr().add(length);
                    *start = b'"';
                    if !$short(Short { src: bytes.as_ptr(), n, dst: start.add(1) }, dialect) {
                        return quote_rest::<EXTRA, THRESHOLD, ROOM>(buffer, bytes, dialect);
                    }
                    *start.add(1 + n) = b'"';
                    buffer.set_len(length + n + 2);
                }
            }

            /// Strings that are long, or hold an escape, or need room.
            ///
            /// # Safety
            /// As above.
            #[inline(never)]
            $(#[target_feature(enable = $features)])?
            unsafe fn quote_rest<const EXTRA: bool, const THRESHOLD: usize, const ROOM: usize>(
                buffer: &mut Vec<u8>,
                bytes: &[u8],
                dialect: &Dialect,
            ) {
                escape::quote_with(buffer, bytes, ROOM, |src, n, dst, spare| {
                    // SAFETY: the caller's own promise; `quote_with` keeps the contract.
                    unsafe {
                        if n < THRESHOLD {
                            escape::scalar::<EXTRA>(src, n, dst, spare, dialect)
                        } else {
                            passes::<EXTRA>(src, n, dst, spare, dialect)
                        }
                    }
                });
            }
        }
    };
}
pub(super) use kernels_of;
