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

/// Elements by how they are written, those with one first byte in a row; of those that begin alike the longer
/// first.
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

/// The texts of [`ELEMENTS`] as numbers, the first byte lowest, and which of the bits of a number they take.
const TEXTS: [(u128, u128); ELEMENTS.len()] = {
    let mut texts = [(0, 0); ELEMENTS.len()];
    let mut at = 0;
    while at < texts.len() {
        let text = ELEMENTS[at].0.as_bytes();
        let mut n = 0;
        while n < text.len() {
            texts[at].0 |= (text[n] as u128) << (8 * n);
            texts[at].1 |= 0xff << (8 * n);
            n += 1;
        }
        at += 1;
    }
    texts
};

/// For each byte the elements that begin with it, as a range of [`ELEMENTS`]. Most bytes of a layout
/// begin none.
const BY_FIRST: [(u8, u8); 256] = {
    let mut ranges = [(0, 0); 256];
    let mut at = 0;
    while at < ELEMENTS.len() {
        let first = ELEMENTS[at].0.as_bytes()[0] as usize;
        let start = if ranges[first].1 == 0 { at as u8 } else { ranges[first].0 };
        ranges[first] = (start, at as u8 + 1);
        at += 1;
    }
    ranges
};

/// The first 16 bytes, with zeros where there are fewer.
fn first_bytes(layout: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    match layout.first_chunk() {
        Some(first) => bytes = *first,
        None => bytes[..layout.len()].copy_from_slice(layout),
    }
    u128::from_le_bytes(bytes)
}

/// Digits of a fraction, after a separator.
fn fraction_at(layout: &[u8]) -> Option<(Element, usize)> {
    let digit = *layout.get(1)?;
    let end = 1 + layout[1..].iter().take_while(|c| **c == digit).count();
    let fits = (digit == b'0' || digit == b'9') && !layout.get(end).is_some_and(u8::is_ascii_digit);
    fits.then_some((Element::Fraction(layout[0], end - 1, digit == b'9'), end))
}

#[inline]
fn element_at(layout: &[u8]) -> Option<(Element, usize)> {
    let (from, to) = BY_FIRST[usize::from(layout[0])];
    if to == 0 {
        return if matches!(layout[0], b'.' | b',') { fraction_at(layout) } else { None };
    }
    // A literal underscore before a long year.
    if layout[0] == b'_' && layout.starts_with(b"_2006") {
        return None;
    }
    let bytes = first_bytes(layout);
    let found = (usize::from(from)..usize::from(to)).find(|n| bytes & TEXTS[*n].1 == TEXTS[*n].0)?;
    let (text, element) = ELEMENTS[found];
    let short_name = matches!(element, Element::Month | Element::Weekday);
    if short_name && layout.get(3).is_some_and(u8::is_ascii_lowercase) {
        return None;
    }
    Some((element, text.len()))
}

/// The first element of a layout: where it begins and ends, and what it is.
pub(super) fn next_element(layout: &[u8]) -> Option<(usize, usize, Element)> {
    (0..layout.len()).find_map(|at| element_at(&layout[at..]).map(|(element, len)| (at, at + len, element)))
}

/// The longest layout that has a plan.
pub const LONGEST_PLANNED: usize = 255;

/// The elements of a layout of at most [`LONGEST_PLANNED`] bytes, so that they need not be looked for
/// each time: four bytes for each, namely how many bytes of the layout come before it, its length there,
/// its place in
/// [`ELEMENTS`], and zero. A fraction of so many digits (the fourth byte) has a place after them, which tells
/// the separator and whether zeros are left out.
pub fn plan(mut layout: &[u8]) -> Vec<u8> {
    let mut plan = Vec::new();
    if layout.len() > LONGEST_PLANNED {
        return plan;
    }
    while let Some((start, end, element)) = next_element(layout) {
        let (place, digits) = match element {
            Element::Fraction(separator, digits, trim) => {
                (ELEMENTS.len() + usize::from(separator == b',') + 2 * usize::from(trim), digits)
            }
            _ => (ELEMENTS.iter().position(|(_, e)| *e == element).unwrap_or(usize::MAX), 0),
        };
        plan.extend([start, end - start, place, digits].map(|n| n as u8));
        layout = &layout[end..];
    }
    plan
}

/// The first element of a layout by its plan, as [`next_element`] gives it; `None` also for what is no
/// plan of that layout.
#[inline]
pub(super) fn planned_element(plan: &[u8], layout: &[u8]) -> Option<(usize, usize, Element)> {
    let [start, length, place, digits] = plan.first_chunk::<4>()?.map(usize::from);
    let element = match ELEMENTS.get(place) {
        Some((_, element)) => *element,
        None => {
            let form = place - ELEMENTS.len();
            Element::Fraction(if form & 1 == 0 { b'.' } else { b',' }, digits, form & 2 != 0)
        }
    };
    (start + length <= layout.len()).then_some((start, start + length, element))
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
        assert_eq!(next_element(b"789"), None);
    }

    #[test]
    fn plans_lead_to_the_elements() {
        for text in [
            "Monday, 02-Jan-06 15:04:05.000 MST",
            "2006-01-02T15:04:05,999999999Z07:00 x",
            "",
            "none",
            "_2 __2 PM",
        ] {
            let (mut layout, plan) = (text.as_bytes(), plan(text.as_bytes()));
            for entry in plan.chunks(4) {
                let next = next_element(layout);
                assert_eq!(planned_element(entry, layout), next);
                layout = &layout[next.unwrap().1..];
            }
            assert_eq!(next_element(layout), None);
        }
        assert_eq!(planned_element(&[200, 200, 40, 9], b"15"), None);
        assert!(plan(&[b'2'; 256]).is_empty());
    }

    #[test]
    fn elements_with_one_first_byte_are_in_a_row() {
        for (text, element) in ELEMENTS {
            let (from, to) = BY_FIRST[usize::from(text.as_bytes()[0])];
            let row = &ELEMENTS[usize::from(from)..usize::from(to)];
            assert!(row.iter().all(|(other, _)| other.as_bytes()[0] == text.as_bytes()[0]), "{text}");
            assert!(row.contains(&(*text, *element)), "{text}");
            assert!(text.len() <= 16);
        }
    }
}
