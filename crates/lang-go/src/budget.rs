//! How much memory a compilation may take, as an estimate that is the same everywhere: so many bytes for each byte of
//! source, token, constant and instruction. The weights are measured on programs that are mostly of one thing, and are those of
//! the worst. The library's own sources are not counted. Knows nothing of what is built.

use purlin_base::Pos;

/// For each byte of a source file: it is kept, and long literals are kept again.
pub const SOURCE_BYTE: u64 = 10;
/// For each token of a program's own packages: syntax, what the checker finds out, and lowering's own state.
pub const TOKEN: u64 = 300;
/// For each instruction of IR: itself, and what the mid-end and the tiers make of it.
pub const INSTRUCTION: u64 = 400;
/// A function of so many instructions is a large one. It goes through mid-end and tiers whole, in several forms at once,
/// where others take turns.
pub const LARGE: u64 = 10_000;
/// For each further instruction of a large function.
pub const LARGE_INSTRUCTION: u64 = 150;
/// For each instance of a generic function.
pub const INSTANCE: u64 = 5_000;

/// For each method that an interface has from another one that it embeds.
pub const EMBEDDED_METHOD: u64 = 100;
/// For each function that is looked at for what a package variable's value needs: more for the time that it takes than
/// for the memory.
pub const INIT_STEP: u64 = 16;

/// What a function of so many instructions takes.
pub fn function(size: usize) -> u64 {
    let size = size as u64;
    size * INSTRUCTION + size.saturating_sub(LARGE) * LARGE_INSTRUCTION
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    bytes: u64,
    left: u64,
    exceeded: Option<Pos>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(u64::MAX)
    }
}

impl Budget {
    pub fn new(bytes: u64) -> Budget {
        Budget { bytes, left: bytes, exceeded: None }
    }

    /// Takes so many bytes for what is at `pos`; false if they are not there, and from then on.
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

    /// Where the budget did not suffice, and what to say of it.
    pub fn exceeded(&self) -> Option<(Pos, String)> {
        let pos = self.exceeded?;
        Some((
            pos,
            format!("the program is too large: compiling it may take at most {} MiB", self.bytes >> 20),
        ))
    }
}
