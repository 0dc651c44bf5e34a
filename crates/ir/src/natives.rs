//! Natives that the mid-end knows by name. What others do is the runtime's and the front end's business;
//! these have a meaning here, and a front end that declares them gets code changed by it.
//!
//! **Many iterations of a loop** ([`declare_bulk`]). Each takes `(at: ref, count: i64, word: i64, units: i64)
//! -> (done: i64)`: the address of the first element, how many iterations there are at most (unsigned), the
//! value in the low bits of `word`, and what one costs. It does as many iterations as the gas pays for that
//! is left until a poll has something to do, charges them, and says how many there were.
//!
//! `TRANSLATE` takes `(to: ref, count: i64, from: ref, table: ref, units: i64)`: it stores the byte of
//! `table`, which has 256, that each byte at `from` says, in order.
//!
//! **Maps whose keys are words**: `(type: i64, map: ref, key: i64, 0: i64) -> (value: ref)`.
//! [`MAP_FIND_WORD`] finds the place of a key's value, or null; it changes nothing and charges nothing.
//! [`MAP_ASSIGN_WORD`] finds it too, and makes it if there is none; of a key that is there it charges nothing
//! either. A place is good until a map is assigned to or deleted from.
//!
//! **Strings**: [`STRING_EQ`] takes `(a: ref, a_len: i64, b: ref, b_len: i64) -> (equal: i8)`. It changes
//! nothing, and charges nothing of its own for strings of fewer than 16 bytes.

use crate::ids::NativeId;
use crate::module::Module;
use crate::types::Type;

/// Stores the value in elements of so many bytes.
pub const FILLS: [(u32, &str); 4] =
    [(1, "rt.bulk_fill1"), (2, "rt.bulk_fill2"), (4, "rt.bulk_fill4"), (8, "rt.bulk_fill8")];
/// Passes bytes up to the first that is the value.
pub const FIND: &str = "rt.bulk_find";
/// Passes bytes up to the first that is not the value.
pub const SKIP: &str = "rt.bulk_skip";

/// Stores for each byte what a table has for it.
pub(crate) const TRANSLATE: &str = "rt.bulk_translate";

pub const MAP_FIND_WORD: &str = "rt.map_find_word";
pub const MAP_ASSIGN_WORD: &str = "rt.map_assign_word";

/// Whether two strings are equal.
pub(crate) const STRING_EQ: &str = "rt.string_eq";

const BULK: ([Type; 4], Type) = ([Type::Ref, Type::I64, Type::I64, Type::I64], Type::I64);
const TRANSLATION: ([Type; 5], Type) = ([Type::Ref, Type::I64, Type::Ref, Type::Ref, Type::I64], Type::I64);
const EQUAL: ([Type; 4], Type) = ([Type::Ref, Type::I64, Type::Ref, Type::I64], Type::I8);
const MAP: ([Type; 4], Type) = ([Type::I64, Type::Ref, Type::I64, Type::I64], Type::Ref);

/// Declares the natives that do many iterations of a loop.
pub fn declare_bulk(module: &mut Module) {
    for name in FILLS.map(|(_, name)| name).into_iter().chain([FIND, SKIP]) {
        module.native(name, &BULK.0, &[BULK.1]);
    }
    module.native(TRANSLATE, &TRANSLATION.0, &[TRANSLATION.1]);
}

/// The native of that name for many iterations, if it was declared as it should be.
pub fn bulk(module: &Module, name: &str) -> Option<NativeId> {
    named(module, name, BULK)
}

/// The native that translates bytes by a table.
pub fn translate(module: &Module) -> Option<NativeId> {
    named(module, TRANSLATE, TRANSLATION)
}

/// The native of that name for maps, if it was declared as it should be.
pub fn map(module: &Module, name: &str) -> Option<NativeId> {
    named(module, name, MAP)
}

/// The native that compares strings, if it was declared as it should be.
pub fn string_eq(module: &Module) -> Option<NativeId> {
    named(module, STRING_EQ, EQUAL)
}

fn named<const N: usize>(
    module: &Module,
    name: &str,
    (params, result): ([Type; N], Type),
) -> Option<NativeId> {
    let (id, decl) = module.natives.iter().find(|(_, decl)| decl.name == name)?;
    let sig = &module.sigs[decl.sig];
    (sig.params == params && sig.results == [result]).then_some(id)
}
