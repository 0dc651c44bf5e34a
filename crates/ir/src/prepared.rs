//! What was made of a module's functions before the program was compiled that they are part of: when Purlin
//! was built. Knows nothing of how it was made, and of bytecode only that it names globals by where they lie.

use purlin_base::wire::PackedList;
use purlin_base::wire_structs;

/// Forms of functions, by the functions' numbers. A list may end before the functions do, and has nothing for
/// a function that is as long as the program decides.
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    /// Final forms: what the mid-end, with all its passes, makes of a function.
    pub forms: PackedList,
    /// Bytecode, lowered from the final forms.
    pub bytecode: PackedList,
    /// Where the bytecode takes each global to be: bytes from the start of the globals, and after the last
    /// the bytes of all. Globals may have grown since.
    pub globals: Vec<u64>,
}

wire_structs! {
    Prepared { forms, bytecode, globals }
}
