//! Packages `unicode` and `strconv`: what a code point is, and simple case mappings, by the kernels.

use purlin_kernels::unicode as kernel;
use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("unicode.isLetter", Native::Light(|call| test(call, kernel::is_letter))),
    ("unicode.isDigit", Native::Light(|call| test(call, kernel::is_digit))),
    ("unicode.isNumber", Native::Light(|call| test(call, kernel::is_number))),
    ("unicode.isUpper", Native::Light(|call| test(call, kernel::is_upper))),
    ("unicode.isLower", Native::Light(|call| test(call, kernel::is_lower))),
    ("unicode.isTitle", Native::Light(|call| test(call, kernel::is_title))),
    ("unicode.isPunct", Native::Light(|call| test(call, kernel::is_punct))),
    ("unicode.isSymbol", Native::Light(|call| test(call, kernel::is_symbol))),
    ("unicode.isMark", Native::Light(|call| test(call, kernel::is_mark))),
    ("unicode.isPrint", Native::Light(|call| test(call, kernel::is_print))),
    ("unicode.isGraphic", Native::Light(|call| test(call, kernel::is_graphic))),
    ("unicode.toUpper", Native::Light(|call| map(call, kernel::to_upper))),
    ("unicode.toLower", Native::Light(|call| map(call, kernel::to_lower))),
    ("unicode.toTitle", Native::Light(|call| map(call, kernel::to_title))),
    ("unicode.foldKey", Native::Light(|call| map(call, kernel::fold_key))),
    ("strconv.isPrint", Native::Light(|call| test(call, kernel::is_print))),
    ("strconv.isGraphic", Native::Light(|call| test(call, kernel::is_graphic))),
];

/// `(r rune) bool`
fn test(call: &mut Call<'_>, f: impl FnOnce(u32) -> bool) -> Answer {
    let yes = f(call.word(0) as u32);
    call.ret_bool(0, yes);
    Ok(())
}

/// `(r rune) rune`
fn map(call: &mut Call<'_>, f: impl FnOnce(u32) -> u32) -> Answer {
    let rune = call.word(0) as u32;
    call.ret_int(0, i64::from(f(rune) as i32));
    Ok(())
}
