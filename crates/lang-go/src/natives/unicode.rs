//! Package `unicode`: what a code point is, by its general category; simple case mappings.

use purlin_runtime::native::{Answer, Call, Native};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

pub const NATIVES: super::Table = &[
    ("unicode.isLetter", Native::Light(letter)),
    ("unicode.isDigit", Native::Light(digit)),
    ("unicode.isNumber", Native::Light(number)),
    ("unicode.isUpper", Native::Light(upper)),
    ("unicode.isLower", Native::Light(lower)),
    ("unicode.isTitle", Native::Light(title)),
    ("unicode.isPunct", Native::Light(punct)),
    ("unicode.isSymbol", Native::Light(symbol)),
    ("unicode.isMark", Native::Light(mark)),
    ("unicode.isPrint", Native::Light(print)),
    ("unicode.isGraphic", Native::Light(graphic)),
    ("unicode.toUpper", Native::Light(|call| map(call, to_upper))),
    ("unicode.toLower", Native::Light(|call| map(call, to_lower))),
    ("unicode.toTitle", Native::Light(|call| map(call, to_title))),
    ("unicode.foldKey", Native::Light(|call| map(call, fold_key))),
    ("strconv.isPrint", Native::Light(print)),
    ("strconv.isGraphic", Native::Light(graphic)),
];

/// What was assigned after version 15.0 of Unicode, which is Go's; to Go these code points are nothing.
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
    // This letter was taken for a lower case one then.
    if rune == 0x295 {
        return Some(GeneralCategory::LowercaseLetter);
    }
    char::from_u32(rune).filter(|_| !is_later(rune)).map(|c| c.general_category())
}

fn group(rune: u32) -> Option<GeneralCategoryGroup> {
    char::from_u32(rune).filter(|_| !is_later(rune)).map(|c| c.general_category_group())
}

/// Letters, marks, numbers, punctuation, symbols and the ASCII space.
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

/// The same, with all spaces.
pub fn is_graphic(rune: u32) -> bool {
    is_print(rune) || category(rune) == Some(GeneralCategory::SpaceSeparator)
}

fn test(call: &mut Call<'_>, f: impl FnOnce(u32) -> bool) -> Answer {
    let yes = f(call.word(0) as u32);
    call.ret_bool(0, yes);
    Ok(())
}

fn map(call: &mut Call<'_>, f: fn(u32) -> u32) -> Answer {
    let rune = call.word(0) as u32;
    call.ret_int(0, i64::from(f(rune) as i32));
    Ok(())
}

fn letter(call: &mut Call<'_>) -> Answer {
    test(call, |r| group(r) == Some(GeneralCategoryGroup::Letter))
}

fn digit(call: &mut Call<'_>) -> Answer {
    test(call, |r| category(r) == Some(GeneralCategory::DecimalNumber))
}

fn number(call: &mut Call<'_>) -> Answer {
    test(call, |r| group(r) == Some(GeneralCategoryGroup::Number))
}

fn upper(call: &mut Call<'_>) -> Answer {
    test(call, |r| category(r) == Some(GeneralCategory::UppercaseLetter))
}

fn lower(call: &mut Call<'_>) -> Answer {
    test(call, |r| category(r) == Some(GeneralCategory::LowercaseLetter))
}

fn title(call: &mut Call<'_>) -> Answer {
    test(call, |r| category(r) == Some(GeneralCategory::TitlecaseLetter))
}

fn punct(call: &mut Call<'_>) -> Answer {
    test(call, |r| group(r) == Some(GeneralCategoryGroup::Punctuation))
}

fn symbol(call: &mut Call<'_>) -> Answer {
    test(call, |r| group(r) == Some(GeneralCategoryGroup::Symbol))
}

fn mark(call: &mut Call<'_>) -> Answer {
    test(call, |r| group(r) == Some(GeneralCategoryGroup::Mark))
}

fn print(call: &mut Call<'_>) -> Answer {
    test(call, is_print)
}

fn graphic(call: &mut Call<'_>) -> Answer {
    test(call, is_graphic)
}

/// The only code point of a mapping, or `other`.
fn single(mut mapped: impl Iterator<Item = char>, other: u32) -> u32 {
    match (mapped.next(), mapped.next()) {
        (Some(c), None) if !is_later(u32::from(c)) => u32::from(c),
        _ => other,
    }
}

/// Rust maps to whole strings; where those are longer, the simple mapping is the code point itself but for Greek
/// letters with a subscript, whose capital is 8 or 9 away.
pub fn to_upper(rune: u32) -> u32 {
    let Some(c) = char::from_u32(rune).filter(|_| !is_later(rune)) else { return rune };
    let longer = match rune {
        0x1f80..=0x1f87 | 0x1f90..=0x1f97 | 0x1fa0..=0x1fa7 => rune + 8,
        0x1fb3 | 0x1fc3 | 0x1ff3 => rune + 9,
        _ => rune,
    };
    single(c.to_uppercase(), longer)
}

pub fn to_lower(rune: u32) -> u32 {
    match char::from_u32(rune) {
        Some('\u{130}') => 0x69,
        Some(c) if !is_later(rune) => single(c.to_lowercase(), rune),
        Some(_) | None => rune,
    }
}

/// Upper case, but for the digraphs, which have a form with only the first part capital, and Georgian.
fn to_title(rune: u32) -> u32 {
    match rune {
        0x1c4..=0x1c6 => 0x1c5,
        0x1c7..=0x1c9 => 0x1c8,
        0x1ca..=0x1cc => 0x1cb,
        0x1f1..=0x1f3 => 0x1f2,
        0x10d0..=0x10fa | 0x10fd..=0x10ff => rune,
        _ => to_upper(rune),
    }
}

/// Equal for code points that differ only in case.
fn fold_key(rune: u32) -> u32 {
    match rune {
        // The Turkish i's are like no other.
        0x130 | 0x131 => rune,
        _ => to_lower(to_upper(rune)),
    }
}
