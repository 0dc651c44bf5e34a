//! Package `html`: the named character references, from `html_entities.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[("html.entity", Native::Heavy(entity))];

static ENTITIES: LazyLock<HashMap<&[u8], String>> = LazyLock::new(|| {
    let lines = include_str!("html_entities.txt").lines().filter(|line| !line.starts_with('#'));
    let entries = lines.filter_map(|line| line.split_once(' ')).map(|(name, points)| {
        let chars = points.split(' ').filter_map(|p| char::from_u32(u32::from_str_radix(p, 16).ok()?));
        (name.as_bytes(), chars.collect())
    });
    entries.collect()
});

/// `(name string) string`, empty for what is no name.
fn entity(call: &mut Call<'_>) -> Answer {
    let name = call.bytes(0);
    call.charge_bytes(name.len());
    call.ret_string(0, ENTITIES.get(name).map_or(&[], |text| text.as_bytes()))
}
