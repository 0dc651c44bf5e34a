//! A digest of the arguments of a call, by which a replay tells them from others. Not for secrets: who makes
//! a recording can find arguments with the same digest.

mod values;

/// FNV-1a of 64 bits (Fowler, Noll and Vo).
pub(super) struct Digest(u64);

impl Digest {
    pub(super) fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    /// The digest of bytes.
    pub(super) fn of(bytes: &[u8]) -> u64 {
        let mut digest = Digest::new();
        digest.bytes(bytes);
        digest.0
    }

    /// The digest of words.
    pub(super) fn of_words(words: &[u64]) -> u64 {
        let mut digest = Digest::new();
        words.iter().for_each(|word| digest.word(*word));
        digest.0
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn word(&mut self, word: u64) {
        self.bytes(&word.to_le_bytes());
    }

    /// Bytes with their number, so that lists of them differ by where one ends.
    fn counted(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.bytes(bytes);
    }
}
