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

fn category(rune: u32) -> Option<GeneralCategory> {
    char::from_u32(rune).map(|c| c.general_category())
}

fn group(rune: u32) -> Option<GeneralCategoryGroup> {
    char::from_u32(rune).map(|c| c.general_category_group())
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
        (Some(c), None) => u32::from(c),
        _ => other,
    }
}

/// Rust maps to whole strings; where those are longer, the simple mapping is the code point itself but for Greek
/// letters with a subscript, whose capital is 8 or 9 away.
pub fn to_upper(rune: u32) -> u32 {
    let Some(c) = char::from_u32(rune) else { return rune };
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
        Some(c) => single(c.to_lowercase(), rune),
        None => rune,
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
