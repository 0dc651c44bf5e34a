//! What a code point is, by its general category; simple case mappings. Version 15.0 of Unicode, whatever the
//! crate `unicode-properties` and the standard library know beyond it. Named tables of ranges are in
//! [`tables`].

pub mod tables;

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// Ranges, first and last, that were assigned after version 15.0 of Unicode: here they are unassigned.
const LATER: &[(u32, u32)] = &[
    (0x0558, 0x0558),
    (0x058b, 0x058c),
    (0x05c8, 0x05c9),
    (0x088f, 0x088f),
    (0x0897, 0x0897),
    (0x0b53, 0x0b54),
    (0x0c5c, 0x0c5c),
    (0x0cdc, 0x0cdc),
    (0x1acf, 0x1af0),
    (0x1b4e, 0x1b4f),
    (0x1b7f, 0x1b7f),
    (0x1c89, 0x1c8a),
    (0x208f, 0x208f),
    (0x209d, 0x209f),
    (0x20c1, 0x20c4),
    (0x2427, 0x2429),
    (0x2b96, 0x2b96),
    (0x2e60, 0x2e63),
    (0x2ffc, 0x2fff),
    (0x31e4, 0x31e5),
    (0x31ef, 0x31ef),
    (0xa7cb, 0xa7cf),
    (0xa7d2, 0xa7d2),
    (0xa7d4, 0xa7d4),
    (0xa7da, 0xa7dd),
    (0xa7e2, 0xa7e2),
    (0xa7f1, 0xa7f1),
    (0xab6c, 0xab6d),
    (0xfbc3, 0xfbd2),
    (0xfd90, 0xfd91),
    (0xfdc8, 0xfdce),
    (0x105c0, 0x105f3),
    (0x107bb, 0x107bf),
    (0x10940, 0x10959),
    (0x10d40, 0x10d65),
    (0x10d69, 0x10d85),
    (0x10d8e, 0x10d8f),
    (0x10ec2, 0x10ec7),
    (0x10ec9, 0x10eee),
    (0x10ef0, 0x10efc),
    (0x11380, 0x11389),
    (0x1138b, 0x1138b),
    (0x1138e, 0x1138e),
    (0x11390, 0x113b5),
    (0x113b7, 0x113c0),
    (0x113c2, 0x113c2),
    (0x113c5, 0x113c5),
    (0x113c7, 0x113ca),
    (0x113cc, 0x113d5),
    (0x113d7, 0x113d8),
    (0x113e1, 0x113e2),
    (0x116d0, 0x116e3),
    (0x11b0a, 0x11b0a),
    (0x11b60, 0x11b67),
    (0x11bc0, 0x11be1),
    (0x11bf0, 0x11bf9),
    (0x11db0, 0x11ddb),
    (0x11de0, 0x11de9),
    (0x11df0, 0x11df1),
    (0x11f5a, 0x11f5a),
    (0x1246f, 0x1246f),
    (0x12475, 0x1247f),
    (0x12550, 0x12686),
    (0x13460, 0x143fa),
    (0x16100, 0x16139),
    (0x16d40, 0x16d79),
    (0x16ea0, 0x16eb8),
    (0x16ebb, 0x16ed3),
    (0x16ff2, 0x16ff6),
    (0x187f8, 0x187ff),
    (0x18cd6, 0x18cda),
    (0x18cff, 0x18cff),
    (0x18d09, 0x18d20),
    (0x18d80, 0x18df2),
    (0x18e00, 0x19191),
    (0x191a0, 0x191d2),
    (0x1b123, 0x1b128),
    (0x1b168, 0x1b168),
    (0x1cc00, 0x1ccfc),
    (0x1cd00, 0x1ceb3),
    (0x1ceba, 0x1ced0),
    (0x1ced2, 0x1ced4),
    (0x1cedd, 0x1cefd),
    (0x1d127, 0x1d128),
    (0x1d1eb, 0x1d1ff),
    (0x1d250, 0x1d281),
    (0x1d6a6, 0x1d6a6),
    (0x1db00, 0x1db1c),
    (0x1df1f, 0x1df24),
    (0x1df2b, 0x1df81),
    (0x1df90, 0x1df96),
    (0x1dfcd, 0x1dfff),
    (0x1e5d0, 0x1e5fa),
    (0x1e5ff, 0x1e5ff),
    (0x1e6c0, 0x1e6de),
    (0x1e6e0, 0x1e6f5),
    (0x1e6fe, 0x1e6ff),
    (0x1f1ae, 0x1f1ae),
    (0x1f6d8, 0x1f6d9),
    (0x1f777, 0x1f77a),
    (0x1f7da, 0x1f7db),
    (0x1f7f1, 0x1f7ff),
    (0x1f8b2, 0x1f8bb),
    (0x1f8c0, 0x1f8c1),
    (0x1f8d0, 0x1f8d8),
    (0x1fa54, 0x1fa57),
    (0x1fa89, 0x1fa8f),
    (0x1fabe, 0x1fabe),
    (0x1fac6, 0x1fac6),
    (0x1fac8, 0x1fac8),
    (0x1facc, 0x1facd),
    (0x1fadc, 0x1fadd),
    (0x1fadf, 0x1fadf),
    (0x1fae9, 0x1faeb),
    (0x1faef, 0x1faef),
    (0x1faf9, 0x1fafa),
    (0x1fbcb, 0x1fbef),
    (0x1fbfa, 0x1fbfa),
    (0x2b73a, 0x2b73f),
    (0x2b81e, 0x2b81e),
    (0x2cea2, 0x2cead),
    (0x2ebf0, 0x2ee5d),
    (0x323b0, 0x33479),
    (0x3d000, 0x3fc3f),
];

fn is_later(rune: u32) -> bool {
    let at = LATER.partition_point(|(_, last)| *last < rune);
    LATER.get(at).is_some_and(|(first, _)| *first <= rune)
}

fn category(rune: u32) -> Option<GeneralCategory> {
    // Version 15.0 takes this letter for a lower case one.
    if rune == 0x295 {
        return Some(GeneralCategory::LowercaseLetter);
    }
    char::from_u32(rune).filter(|_| !is_later(rune)).map(|c| c.general_category())
}

fn group(rune: u32) -> Option<GeneralCategoryGroup> {
    char::from_u32(rune).filter(|_| !is_later(rune)).map(|c| c.general_category_group())
}

/// Whether a code point has ink of its own: letters, marks, numbers, punctuation, symbols and the ASCII
/// space.
pub fn is_print(rune: u32) -> bool {
    match rune {
        0x20..0x7f => true,
        0..0xa0 => false,
        _ => group(rune).is_some_and(|g| match g {
            GeneralCategoryGroup::Letter
            | GeneralCategoryGroup::Mark
            | GeneralCategoryGroup::Number
            | GeneralCategoryGroup::Punctuation
            | GeneralCategoryGroup::Symbol => true,
            GeneralCategoryGroup::Separator | GeneralCategoryGroup::Other => false,
        }),
    }
}

/// Whether [`is_print`] holds, or the code point is a space (category Zs).
pub fn is_graphic(rune: u32) -> bool {
    is_print(rune) || category(rune) == Some(GeneralCategory::SpaceSeparator)
}

/// Whether a code point is a letter (category L).
pub fn is_letter(rune: u32) -> bool {
    group(rune) == Some(GeneralCategoryGroup::Letter)
}

/// Whether a code point is a decimal digit (category Nd).
pub fn is_digit(rune: u32) -> bool {
    category(rune) == Some(GeneralCategory::DecimalNumber)
}

/// Whether a code point is a number (category N).
pub fn is_number(rune: u32) -> bool {
    group(rune) == Some(GeneralCategoryGroup::Number)
}

/// Whether a code point is an upper case letter (category Lu).
pub fn is_upper(rune: u32) -> bool {
    category(rune) == Some(GeneralCategory::UppercaseLetter)
}

/// Whether a code point is a lower case letter (category Ll).
pub fn is_lower(rune: u32) -> bool {
    category(rune) == Some(GeneralCategory::LowercaseLetter)
}

/// Whether a code point is a title case letter (category Lt).
pub fn is_title(rune: u32) -> bool {
    category(rune) == Some(GeneralCategory::TitlecaseLetter)
}

/// Whether a code point is punctuation (category P).
pub fn is_punct(rune: u32) -> bool {
    group(rune) == Some(GeneralCategoryGroup::Punctuation)
}

/// Whether a code point is a symbol (category S).
pub fn is_symbol(rune: u32) -> bool {
    group(rune) == Some(GeneralCategoryGroup::Symbol)
}

/// Whether a code point is a mark (category M).
pub fn is_mark(rune: u32) -> bool {
    group(rune) == Some(GeneralCategoryGroup::Mark)
}

/// The only code point of a mapping, or `other`.
fn single(mut mapped: impl Iterator<Item = char>, other: u32) -> u32 {
    match (mapped.next(), mapped.next()) {
        (Some(c), None) if !is_later(u32::from(c)) => u32::from(c),
        _ => other,
    }
}

/// The simple upper case mapping; what has none, or is no code point, stays.
///
/// Rust maps to whole strings; where those are longer, the simple mapping is the code point itself but for
/// Greek letters with a subscript, whose capital is 8 or 9 away.
pub fn to_upper(rune: u32) -> u32 {
    let Some(c) = char::from_u32(rune).filter(|_| !is_later(rune)) else { return rune };
    let longer = match rune {
        0x1f80..=0x1f87 | 0x1f90..=0x1f97 | 0x1fa0..=0x1fa7 => rune + 8,
        0x1fb3 | 0x1fc3 | 0x1ff3 => rune + 9,
        _ => rune,
    };
    single(c.to_uppercase(), longer)
}

/// The simple lower case mapping; what has none, or is no code point, stays.
pub fn to_lower(rune: u32) -> u32 {
    match char::from_u32(rune) {
        Some('\u{130}') => 0x69,
        Some(c) if !is_later(rune) => single(c.to_lowercase(), rune),
        Some(_) | None => rune,
    }
}

/// The simple title case mapping: upper case, but for the digraphs, which have a form with only the first
/// part capital, and Georgian.
pub fn to_title(rune: u32) -> u32 {
    match rune {
        0x1c4..=0x1c6 => 0x1c5,
        0x1c7..=0x1c9 => 0x1c8,
        0x1ca..=0x1cc => 0x1cb,
        0x1f1..=0x1f3 => 0x1f2,
        0x10d0..=0x10fa | 0x10fd..=0x10ff => rune,
        _ => to_upper(rune),
    }
}

/// A key that is equal for code points which differ only in case.
pub fn fold_key(rune: u32) -> u32 {
    match rune {
        // The Turkish i's fold with no other letter.
        0x130 | 0x131 => rune,
        _ => to_lower(to_upper(rune)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories() {
        let rune = u32::from;
        assert!(is_letter(rune('é')) && is_lower(rune('é')) && is_upper(rune('É')) && is_title(rune('ǅ')));
        assert!(is_digit(rune('٣')) && is_number(rune('½')) && !is_digit(rune('½')));
        assert!(is_punct(rune('«')) && is_symbol(rune('€')) && is_mark(0x301));
        assert!(is_print(rune(' ')) && !is_print(0xa0) && is_graphic(0xa0) && !is_graphic(0x200b));
        // No code points, and what a later version assigned.
        for nothing in [0xd800, 0x11_0000, u32::MAX, 0x1c89] {
            assert!(!is_letter(nothing) && !is_print(nothing) && to_upper(nothing) == nothing);
        }
        assert!(is_lower(0x295));
    }

    #[test]
    fn simple_mappings() {
        assert_eq!((to_upper(0xdf), to_lower(0xdf)), (0xdf, 0xdf));
        assert_eq!((to_upper(0x1f80), to_upper(0x1fb3)), (0x1f88, 0x1fbc));
        assert_eq!((to_lower(0x130), fold_key(0x130), fold_key(0x131)), (0x69, 0x130, 0x131));
        assert_eq!((to_title(0x1c6), to_title(0x10d0), to_title(0x61)), (0x1c5, 0x10d0, 0x41));
        // k, K and the Kelvin sign.
        assert_eq!(fold_key(0x6b), fold_key(0x212a));
    }

    #[test]
    fn ranges_are_in_order() {
        assert!(LATER.iter().all(|(first, last)| first <= last));
        assert!(LATER.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }
}
