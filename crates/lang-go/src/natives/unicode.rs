//! Package `unicode`: what a code point is, and simple case mappings, by the kernels.

use purlin_kernels::unicode as kernel;
use purlin_runtime::native::{Caller, Stop};
use purlin_runtime::natives;

natives! {
    /// Properties of code points.
    pub(super) UNICODE in "unicode" {
        /// Whether a code point is a letter (category L).
        light "isLetter"(rune: i32) -> (bool) = is_letter; [] "nothing more";
        /// Whether a code point is a decimal digit (category Nd).
        light "isDigit"(rune: i32) -> (bool) = is_digit; [] "nothing more";
        /// Whether a code point is a number (category N).
        light "isNumber"(rune: i32) -> (bool) = is_number; [] "nothing more";
        /// Whether a code point is an upper case letter.
        light "isUpper"(rune: i32) -> (bool) = is_upper; [] "nothing more";
        /// Whether a code point is a lower case letter.
        light "isLower"(rune: i32) -> (bool) = is_lower; [] "nothing more";
        /// Whether a code point is a title case letter.
        light "isTitle"(rune: i32) -> (bool) = is_title; [] "nothing more";
        /// Whether a code point is punctuation (category P).
        light "isPunct"(rune: i32) -> (bool) = is_punct; [] "nothing more";
        /// Whether a code point is a symbol (category S).
        light "isSymbol"(rune: i32) -> (bool) = is_symbol; [] "nothing more";
        /// Whether a code point is a mark (category M).
        light "isMark"(rune: i32) -> (bool) = is_mark; [] "nothing more";
        /// Whether a code point is printable in Go's sense: graphic, and no space but the ASCII one.
        light "isPrint"(rune: i32) -> (bool) = is_print; [] "nothing more";
        /// Whether a code point is graphic: a letter, mark, number, punctuation, symbol or space.
        light "isGraphic"(rune: i32) -> (bool) = is_graphic; [] "nothing more";
        /// The upper case of a code point.
        light "toUpper"(rune: i32) -> (i32) = to_upper; [] "nothing more";
        /// The lower case of a code point.
        light "toLower"(rune: i32) -> (i32) = to_lower; [] "nothing more";
        /// The title case of a code point.
        light "toTitle"(rune: i32) -> (i32) = to_title; [] "nothing more";
        /// A number that code points have in common which differ only in case.
        light "foldKey"(rune: i32) -> (i32) = fold_key; [] "nothing more";
    }
}

/// Natives that tell a property of a code point, from functions.
macro_rules! tests {
    ($($vis:vis $name:ident;)*) => { $(
        $vis fn $name(_: &mut Caller<'_>, rune: i32) -> Result<bool, Stop> {
            Ok(kernel::$name(rune as u32))
        }
    )* };
}

tests! {
    is_letter;
    is_digit;
    is_number;
    is_upper;
    is_lower;
    is_title;
    is_punct;
    is_symbol;
    is_mark;
    pub(super) is_print;
    pub(super) is_graphic;
}

/// Natives that map a code point to another, from functions.
macro_rules! mappings {
    ($($name:ident;)*) => { $(
        fn $name(_: &mut Caller<'_>, rune: i32) -> Result<i32, Stop> {
            Ok(kernel::$name(rune as u32) as i32)
        }
    )* };
}

mappings! {
    to_upper;
    to_lower;
    to_title;
    fold_key;
}
