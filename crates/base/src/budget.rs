//! How much memory a compilation may take, as an estimate that is the same on every machine: a weight in
//! bytes for each byte of source, token and instruction. The weights are measured on programs that consist
//! mostly of one thing, and are those of the worst. A front end adds weights of its own for what only its
//! language has. Knows nothing of what is compiled.

use crate::source::Pos;

/// Bytes for each byte of a source file: the text is kept, and long literals are kept again.
pub const SOURCE_BYTE: u64 = 10;
/// Bytes for each token of a program's own packages: syntax, what a checker finds out, and the state of
/// lowering.
pub const TOKEN: u64 = 300;
/// Bytes for each instruction of IR: the instruction itself, and what the mid-end and the tiers make of it.
pub const INSTRUCTION: u64 = 400;
/// Instructions from which on a function is a large one. A large function passes the mid-end and the tiers as
/// a whole, in several forms at once, where small ones follow each other.
pub const LARGE: u64 = 10_000;
/// Bytes for each instruction of a function beyond [`LARGE`], in addition.
pub const LARGE_INSTRUCTION: u64 = 150;

/// Bytes that a function of `size` instructions takes.
pub fn function(size: usize) -> u64 {
    let size = size as u64;
    size * INSTRUCTION + size.saturating_sub(LARGE) * LARGE_INSTRUCTION
}

/// The bytes that one compilation may still take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    bytes: u64,
    left: u64,
    exceeded: Option<Pos>,
}

impl Default for Budget {
    /// A budget without a bound.
    fn default() -> Budget {
        Budget::new(u64::MAX)
    }
}

impl Budget {
    /// A budget of so many bytes.
    pub fn new(bytes: u64) -> Budget {
        Budget { bytes, left: bytes, exceeded: None }
    }

    /// Takes `bytes` for what is at `pos`; false if the budget does not have them, and from then on.
    #[inline]
    pub fn take(&mut self, bytes: u64, pos: Pos) -> bool {
        match self.left.checked_sub(bytes) {
            Some(left) if self.exceeded.is_none() => {
                self.left = left;
                true
            }
            Some(_) | None => {
                self.left = 0;
                self.exceeded.get_or_insert(pos);
                false
            }
        }
    }

    /// Where the budget did not suffice, and the message for a person.
    pub fn exceeded(&self) -> Option<(Pos, String)> {
        let pos = self.exceeded?;
        Some((
            pos,
            format!("the program is too large: compiling it may take at most {} MiB", self.bytes >> 20),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_remembers_where_it_was_exceeded_first() {
        let mut budget = Budget::new(10 << 20);
        assert!(budget.take(10 << 20, Pos(1)) && budget.exceeded().is_none());
        assert!(!budget.take(1, Pos(2)) && !budget.take(0, Pos(3)));
        let (pos, message) = budget.exceeded().unwrap();
        assert_eq!(pos, Pos(2));
        assert!(message.ends_with("at most 10 MiB"), "{message}");
    }
}
