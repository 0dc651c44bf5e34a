//! Layouts of times, as Go writes them: a text in which the parts of a certain moment stand for those of any.

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
pub(super) const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// What a part of a layout stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Element {
    LongMonth,
    Month,
    NumMonth,
    ZeroMonth,
    LongWeekday,
    Weekday,
    Day,
    UnderDay,
    ZeroDay,
    UnderYearDay,
    ZeroYearDay,
    Hour,
    Hour12,
    ZeroHour12,
    Minute,
    ZeroMinute,
    Second,
    ZeroSecond,
    LongYear,
    Year,
    /// `PM`, or `pm` if true.
    Half(bool),
    Zone,
    Offset(Offset),
    /// Digits of a fraction: the separator, how many, whether zeros at the end are left out.
    Fraction(u8, usize, bool),
}

/// How an offset from UTC is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Offset {
    /// UTC is `Z`.
    pub iso: bool,
    pub colon: bool,
    pub minutes: bool,
    pub seconds: bool,
}

const fn offset(iso: bool, colon: bool, minutes: bool, seconds: bool) -> Element {
    Element::Offset(Offset { iso, colon, minutes, seconds })
}

/// Elements by how they are written; of those that begin alike the longer first.
const ELEMENTS: &[(&str, Element)] = &[
    ("January", Element::LongMonth),
    ("Jan", Element::Month),
    ("Monday", Element::LongWeekday),
    ("Mon", Element::Weekday),
    ("MST", Element::Zone),
    ("002", Element::ZeroYearDay),
    ("01", Element::ZeroMonth),
    ("02", Element::ZeroDay),
    ("03", Element::ZeroHour12),
    ("04", Element::ZeroMinute),
    ("05", Element::ZeroSecond),
    ("06", Element::Year),
    ("15", Element::Hour),
    ("1", Element::NumMonth),
    ("2006", Element::LongYear),
    ("2", Element::Day),
    ("__2", Element::UnderYearDay),
    ("_2", Element::UnderDay),
    ("3", Element::Hour12),
    ("4", Element::Minute),
    ("5", Element::Second),
    ("PM", Element::Half(false)),
    ("pm", Element::Half(true)),
    ("-070000", offset(false, false, true, true)),
    ("-07:00:00", offset(false, true, true, true)),
    ("-0700", offset(false, false, true, false)),
    ("-07:00", offset(false, true, true, false)),
    ("-07", offset(false, false, false, false)),
    ("Z070000", offset(true, false, true, true)),
    ("Z07:00:00", offset(true, true, true, true)),
    ("Z0700", offset(true, false, true, false)),
    ("Z07:00", offset(true, true, true, false)),
    ("Z07", offset(true, false, false, false)),
];

fn element_at(layout: &[u8]) -> Option<(Element, usize)> {
    let first = layout[0];
    if !b"JM0123456789_PpZ-.,".contains(&first) {
        return None;
    }
    if first == b'.' || first == b',' {
        let digit = *layout.get(1)?;
        let end = 1 + layout[1..].iter().take_while(|c| **c == digit).count();
        let fits = (digit == b'0' || digit == b'9') && !layout.get(end).is_some_and(u8::is_ascii_digit);
        return fits.then_some((Element::Fraction(first, end - 1, digit == b'9'), end));
    }
    // A literal underscore before a long year.
    if layout.starts_with(b"_2006") {
        return None;
    }
    let (text, element) = ELEMENTS.iter().find(|(text, _)| layout.starts_with(text.as_bytes()))?;
    let short_name = matches!(element, Element::Month | Element::Weekday);
    if short_name && layout.get(3).is_some_and(u8::is_ascii_lowercase) {
        return None;
    }
    Some((*element, text.len()))
}

/// The first element of a layout: where it begins and ends, and what it is.
pub(super) fn next_element(layout: &[u8]) -> Option<(usize, usize, Element)> {
    (0..layout.len()).find_map(|at| element_at(&layout[at..]).map(|(element, len)| (at, at + len, element)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts() {
        assert_eq!(next_element(b"x January"), Some((2, 9, Element::LongMonth)));
        assert_eq!(next_element(b"Month 2"), Some((6, 7, Element::Day)));
        assert_eq!(next_element(b"_2006"), Some((1, 5, Element::LongYear)));
        assert_eq!(next_element(b"none"), None);
    }
}
