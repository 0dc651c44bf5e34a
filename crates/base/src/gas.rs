//! The gas schedule: what work costs, in units. Versioned, because gas is part of a program's result.
//!
//! A unit is about one simple machine instruction of native code. No unit stands for more than 50 ns.

/// Changes whenever any cost below, or the placement of charges, changes.
pub const SCHEDULE_VERSION: u32 = 8;

/// Arithmetic, compares, branches.
pub const SIMPLE: i64 = 1;
/// Multiplication, conversion, rounding.
pub const MEDIUM: i64 = 2;
/// Division, square root.
pub const SLOW: i64 = 6;
/// A load or store.
pub const MEMORY: i64 = 1;
/// A call of guest code, with its return.
pub const CALL: i64 = 4;
/// Going into a native and back.
pub const NATIVE: i64 = 8;
/// An allocation, besides its bytes.
pub const ALLOC: i64 = 6;
/// Starting a fiber: the system has to find memory for its stack.
pub const SPAWN: i64 = 300;
/// A raise, besides the frames that its traceback names.
pub const RAISE: i64 = 40;
/// A frame that is named in a traceback.
pub const FRAME: i64 = 20;
/// A read or write of a stream of the host's: a call of the system.
pub const TRANSFER: i64 = 60;
/// Setting or stopping a timer.
pub const TIMER_SET: i64 = 20;
/// A timer that goes off.
pub const TIMER_FIRE: i64 = 40;
/// Looking at a case of a select, and waiting in its queue.
pub const SELECT_CASE: i64 = 3;
/// A fiber that is woken together with others.
pub const WAKE: i64 = 4;
/// A request to the system about a file or folder.
pub const FILE_REQUEST: i64 = 1000;
/// An entry of a folder that is listed.
pub const FOLDER_ENTRY: i64 = 100;
/// A time zone by its name: the list of them is read, and the database decompressed the first time.
pub const ZONE: i64 = 20_000;
/// A function of mathematics: sine, logarithm and their kin.
pub const MATH: i64 = 20;
/// Making the table of a checksum: 256 remainders.
pub const CHECKSUM_TABLE: i64 = 1024;
/// Seeding a generator that has 607 words of state.
pub const LAGGED_SEED: i64 = 607 * 4;
/// Four blocks of ChaCha8.
pub const CHACHA8_BLOCK: i64 = 100;
/// The tables of a code for inflating.
pub const INFLATE_TABLE: i64 = 2000;
/// The codes of a block of deflated data.
pub const DEFLATE_BLOCK: i64 = 4000;
/// Expanding the key of a block cipher.
pub const CIPHER_KEY: i64 = 100;
/// A permutation of Keccak.
pub const KECCAK: i64 = 200;
/// A multiple of the base point of an elliptic curve.
pub const CURVE_BASE: i64 = 50_000;
/// A product of scalars modulo the order of a curve.
pub const CURVE_SCALAR: i64 = 500;
/// The sum of a multiple of the base point and one of another.
pub const CURVE_DIFFERENCE: i64 = 150_000;
/// The steps of Euclid's algorithm that two limbs tell.
pub const LEHMER: i64 = 100;
/// The text of a float, besides exact digits.
pub const FLOAT_TEXT: i64 = 100;
/// A digit of a float beyond those that tell it from others: arithmetic of many words.
pub const EXACT_DIGIT: i64 = 8;
/// A byte of a regular expression that is compiled.
pub const PATTERN_BYTE: i64 = 8;
/// A range of a class of a regular expression, or a code point that is looked at because case does not
/// matter.
pub const PATTERN_CLASS: i64 = 6;
/// A word of the program that a regular expression is compiled to.
pub const PATTERN_WORD: i64 = 4;
/// Finding the size of a value from its type.
pub const SIZE_OF_VALUE: i64 = 20;
/// A frame that is looked up for the program itself.
pub const CALLER_FRAME: i64 = 2 * FRAME;
/// A collection that the program asks for, besides what there may be to mark.
pub const COLLECT: i64 = 10_000;

/// Gas for bytes that are copied, compared, hashed or cleared.
pub fn bytes_touched(bytes: u64) -> i64 {
    (bytes / 16) as i64
}

/// Gas for bytes of which each takes a multiplication or a look-up in a table.
pub fn bytes_hashed(bytes: u64) -> i64 {
    (bytes / 4) as i64
}

/// Gas for the value of decimal digits: each is a multiplication of all that come before.
pub fn digits_read(digits: u64) -> i64 {
    (digits / 16).saturating_mul(digits / 16) as i64
}

/// Gas for products of words that numbers of many words take.
pub fn limb_products(products: u64) -> i64 {
    (products / 4) as i64
}

/// Gas for bytes that are allocated: cleared, and perhaps marked by a collection, where small objects far
/// apart cost a cache miss each.
pub fn bytes_allocated(bytes: u64) -> i64 {
    (bytes / 4) as i64
}

/// Adding, replacing or removing a method of a dynamic guest: what was found before is forgotten.
pub const METHOD_CHANGE: i64 = 200;
/// A behaviour that is made, besides its object.
pub const BEHAVIOUR: i64 = 20;

/// Units between two looks at the clock, the canceller and the run queue: the time slice of a fiber.
/// Deterministic: it decides the interleaving of fibers.
pub const SLICE: i64 = 100_000;

/// Virtual nanoseconds that pass with each unit.
pub const NANOS_PER_UNIT: i64 = 1;
