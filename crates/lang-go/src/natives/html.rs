//! Package `html`: the named character references, from `html_entities.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use purlin_runtime::native::{Caller, Stop, Str, StrRef};
use purlin_runtime::natives;

natives! {
    /// Character references.
    pub(super) HTML in "html" {
        /// The text that a name between `&` and `;` stands for; empty for what is no name.
        heavy "entity"(name: Str) -> (Str) = entity; [READS ALLOCATES] "an allocation, 1 a 16 bytes of the name";
    }
}

static ENTITIES: LazyLock<HashMap<&[u8], String>> = LazyLock::new(|| {
    let lines = include_str!("html_entities.txt").lines().filter(|line| !line.starts_with('#'));
    let entries = lines.filter_map(|line| line.split_once(' ')).map(|(name, points)| {
        let chars = points.split(' ').filter_map(|p| char::from_u32(u32::from_str_radix(p, 16).ok()?));
        (name.as_bytes(), chars.collect())
    });
    entries.collect()
});

fn entity<'c>(caller: &mut Caller<'c>, name: StrRef<'c>) -> Result<StrRef<'c>, Stop> {
    caller.charge_bytes(name.len());
    caller.new_string(ENTITIES.get(caller.bytes(name)).map_or(&[], |text| text.as_bytes()))
}
