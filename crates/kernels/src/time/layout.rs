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

/// Bytes of an entry of a plan.
pub(super) const ENTRY: usize = 8;
/// Bytes of literal text that an entry has room for.
pub(super) const LITERAL: usize = 5;

/// What the first byte of an entry stands for: the elements of [`ELEMENTS`], fractions by their form, and
/// nothing, where only literal text follows.
const PLACES: [Option<Element>; ELEMENTS.len() + 5] = {
    let mut places = [None; ELEMENTS.len() + 5];
    let mut at = 0;
    while at < ELEMENTS.len() {
        places[at] = Some(ELEMENTS[at].1);
        at += 1;
    }
    while at < ELEMENTS.len() + 4 {
        let form = at - ELEMENTS.len();
        places[at] = Some(Element::Fraction(if form & 1 == 0 { b'.' } else { b',' }, 0, form & 2 != 0));
        at += 1;
    }
    places
};

/// The place in [`PLACES`] of no element.
const NO_ELEMENT: usize = PLACES.len() - 1;

/// A layout of at most [`LONGEST_PLANNED`] bytes as a list of what is to be written, so that its elements
/// need not be looked for each time. An entry has eight bytes: the place of an element in [`PLACES`], how
/// many bytes of the layout the element takes, how many bytes of literal text follow, and these. Longer text
/// takes several entries, of which all but the first have no element.
pub fn plan(mut layout: &[u8]) -> Vec<u8> {
    let mut plan = Vec::new();
    if layout.len() > LONGEST_PLANNED {
        return plan;
    }
    let (mut place, mut taken) = (NO_ELEMENT, 0);
    loop {
        let next = next_element(layout);
        let (literal, rest) = layout.split_at(next.map_or(layout.len(), |(start, ..)| start));
        let mut pieces = literal.chunks(LITERAL);
        let mut piece = pieces.next().unwrap_or_default();
        while place != NO_ELEMENT || !piece.is_empty() {
            let mut entry = [place as u8, taken as u8, piece.len() as u8, 0, 0, 0, 0, 0];
            entry[3..][..piece.len()].copy_from_slice(piece);
            plan.extend(entry);
            (place, taken) = (NO_ELEMENT, 0);
            piece = pieces.next().unwrap_or_default();
        }
        let Some((start, end, element)) = next else { return plan };
        (place, taken) = (place_of(element), end - start);
        layout = &rest[taken..];
    }
}

fn place_of(element: Element) -> usize {
    match element {
        Element::Fraction(separator, _, trim) => {
            ELEMENTS.len() + usize::from(separator == b',') + 2 * usize::from(trim)
        }
        _ => ELEMENTS.iter().position(|(_, e)| *e == element).unwrap_or(NO_ELEMENT),
    }
}

/// An entry of a plan: its element, how many bytes of the layout that takes, how many bytes of literal text
/// follow, and these in a number, the first one lowest. `None` for what is no entry.
#[inline(always)]
pub(super) fn entry(bytes: [u8; ENTRY]) -> Option<(Option<Element>, usize, usize, u64)> {
    let element = *PLACES.get(usize::from(bytes[0]))?;
    let literal = usize::from(bytes[2]);
    (literal <= LITERAL).then_some((element, usize::from(bytes[1]), literal, u64::from_le_bytes(bytes) >> 24))
}

/// The elements of a layout one after the other, each with where it begins and ends: by its plan if that is
/// not empty.
pub(super) struct Elements<'a> {
    layout: &'a [u8],
    plan: Option<&'a [u8]>,
    at: usize,
}

impl<'a> Elements<'a> {
    pub(super) fn new(layout: &'a [u8], plan: &'a [u8]) -> Elements<'a> {
        Elements { layout, plan: Some(plan).filter(|plan| !plan.is_empty()), at: 0 }
    }

    #[inline(always)]
    fn planned(&mut self, mut plan: &'a [u8]) -> Option<(usize, usize, Element)> {
        while let Some((first, rest)) = plan.split_first_chunk() {
            let (element, taken, literal, _) = entry(*first)?;
            let (start, end) = (self.at, self.at + taken);
            self.at = end + literal;
            plan = rest;
            self.plan = Some(plan);
            if let Some(element) = element {
                let element = match element {
                    Element::Fraction(separator, _, trim) => {
                        Element::Fraction(separator, taken.saturating_sub(1), trim)
                    }
                    other => other,
                };
                return (end <= self.layout.len()).then_some((start, end, element));
            }
        }
        None
    }
}

impl Iterator for Elements<'_> {
    type Item = (usize, usize, Element);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, usize, Element)> {
        if let Some(plan) = self.plan {
            return self.planned(plan);
        }
        let (start, end, element) = next_element(&self.layout[self.at..])?;
        let from = self.at;
        self.at += end;
        Some((from + start, from + end, element))
    }
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
        for layout in [
            "Monday, 02-Jan-06 15:04:05.000 MST",
            "2006-01-02T15:04:05,999999999Z07:00 x",
            "",
            "none",
            "Today is 2006, or so they say: 01-02",
            "0102150405pm",
            "_2 __2 PM",
        ] {
            let plan = plan(layout.as_bytes());
            let planned: Vec<_> = Elements::new(layout.as_bytes(), &plan).collect();
            assert_eq!(planned, Elements::new(layout.as_bytes(), b"").collect::<Vec<_>>(), "{layout}");
            let (entries, rest) = plan.as_chunks();
            assert!(rest.is_empty());
            let literals: Vec<u8> = entries
                .iter()
                .flat_map(|bytes| {
                    let (_, _, len, literal) = entry(*bytes).unwrap();
                    literal.to_le_bytes()[..len].to_vec()
                })
                .collect();
            let mut expected = layout.to_owned();
            for (start, end, _) in planned.into_iter().rev() {
                expected.replace_range(start..end, "");
            }
            assert_eq!(String::from_utf8(literals).unwrap(), expected);
        }
        let beyond = [7, 200, 0, 0, 0, 0, 0, 0];
        assert_eq!(Elements::new(b"15", &beyond).next(), None);
        assert_eq!(entry([PLACES.len() as u8, 0, 0, 0, 0, 0, 0, 0]), None);
        assert_eq!(entry([0, 0, LITERAL as u8 + 1, 0, 0, 0, 0, 0]), None);
        assert!(super::plan(&[b'2'; 256]).is_empty());
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
