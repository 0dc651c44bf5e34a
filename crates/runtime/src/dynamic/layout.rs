//! How method dictionaries and symbols lie in memory, in words: what the runtime's lookup goes by, and the
//! one that a guest's own code makes. `purlin-dynamic` has the ops for the latter. Knows no heap.

/// What a symbol's serial is multiplied with for its first and its second place in a method dictionary.
pub const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
/// The words of a method dictionary before its pairs: class word, tally, capacity, shift.
pub const HEADER: usize = 4;
/// The word that counts the methods, an integer of the guest.
pub const TALLY: usize = 1;
/// The word that has the number of pairs, an integer of the guest.
pub const CAPACITY: usize = 2;
/// The word that says how far a product is shifted to the right for a place, an integer of the guest.
pub const SHIFT: usize = 3;
/// The words of a pair: symbol and method.
pub const PAIR: usize = 2;
/// The word of a symbol that is its serial, an integer of the guest.
pub const SERIAL: usize = 1;
/// The word of a behaviour that is its number, an integer of the guest.
pub const NUMBER: usize = 3;
