//! Natives that do many turns of a loop at once. A front end that declares them ([`declare`]) lets the mid-end call them;
//! the runtime has them under the same names.
//!
//! Each takes `(at: ref, turns: i64, word: i64, units: i64) -> (done: i64)`: the address of the first element, how many turns there are
//! at most (unsigned), the value in the low bits of `word`, and what a turn costs. It does as many turns as the gas pays for that is left until the next poll
//! has something to do, charges them, and says how many there were.

use crate::module::{Module, NativeId};
use crate::types::Type;

/// Stores the value in elements of one byte; [`FILLS`] has those for other sizes.
pub const FILL1: &str = "rt.bulk_fill1";
pub const FILL2: &str = "rt.bulk_fill2";
pub const FILL4: &str = "rt.bulk_fill4";
pub const FILL8: &str = "rt.bulk_fill8";
/// Passes bytes up to the first that is the value.
pub const FIND: &str = "rt.bulk_find";
/// Passes bytes up to the first that is not the value.
pub const SKIP: &str = "rt.bulk_skip";

/// What fills elements of so many bytes.
pub const FILLS: [(u32, &str); 4] = [(1, FILL1), (2, FILL2), (4, FILL4), (8, FILL8)];

const PARAMS: [Type; 4] = [Type::Ref, Type::I64, Type::I64, Type::I64];
const RESULTS: [Type; 1] = [Type::I64];

/// Declares them all.
pub fn declare(module: &mut Module) {
    for name in FILLS.map(|(_, name)| name).into_iter().chain([FIND, SKIP]) {
        module.native(name, &PARAMS, &RESULTS);
    }
}

/// The one of that name, if it was declared.
pub fn find(module: &Module, name: &str) -> Option<NativeId> {
    let (id, decl) = module.natives.iter().find(|(_, decl)| decl.name == name)?;
    let sig = &module.sigs[decl.sig];
    (sig.params == PARAMS && sig.results == RESULTS).then_some(id)
}
