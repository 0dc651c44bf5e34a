//! The named character references of HTML, from `html_entities.txt`, whose head says where they come from.

use std::collections::HashMap;
use std::sync::LazyLock;

static ENTITIES: LazyLock<HashMap<&[u8], String>> = LazyLock::new(|| {
    let lines = include_str!("html_entities.txt").lines().filter(|line| !line.starts_with('#'));
    let entries = lines.filter_map(|line| line.split_once(' ')).map(|(name, points)| {
        let chars = points.split(' ').filter_map(|p| char::from_u32(u32::from_str_radix(p, 16).ok()?));
        (name.as_bytes(), chars.collect())
    });
    entries.collect()
});

/// The text that a name stands for, which is written as the file writes it: without `&`, with `;` if it has
/// one.
pub fn entity(name: &[u8]) -> Option<&'static str> {
    ENTITIES.get(name).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(entity(b"amp;"), Some("&"));
        assert_eq!(entity(b"amp"), Some("&"));
        assert_eq!(entity(b"NotEqualTilde;"), Some("\u{2242}\u{338}"));
        assert_eq!(entity(b"nothing;"), None);
        assert!(ENTITIES.len() > 2000);
    }
}
