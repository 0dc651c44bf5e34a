//! Package `html`: the named character references, by the kernels.

use purlin_runtime::native::{Caller, Stop, Str, StrRef};
use purlin_runtime::natives;

natives! {
    /// Character references.
    pub(super) HTML in "html" {
        /// The text that a name between `&` and `;` stands for; empty for what is no name.
        heavy "entity"(name: Str) -> (Str) = entity; [READS ALLOCATES] "an allocation, 1 a 16 bytes of the name";
    }
}

fn entity<'c>(caller: &mut Caller<'c>, name: StrRef<'c>) -> Result<StrRef<'c>, Stop> {
    caller.charge_bytes(name.len());
    let text = purlin_kernels::html::entity(caller.bytes(name)).unwrap_or_default();
    caller.new_string(text.as_bytes())
}
