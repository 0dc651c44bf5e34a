//! Times as text by the plan of a layout: the way for years of four digits and short texts, in a buffer of
//! known size and without a search. [`super::format`] writes all others.

use super::format::{Moment, Shown};
use super::layout::{self, Element, MONTHS, Offset, WEEKDAYS};

pub use super::layout::{LONGEST_PLANNED, plan};

/// Bytes of the longest text, and room for what is written beyond the end of an element.
pub const ROOM: usize = 128;

/// Room for one element and the literal text after it, each of which may be written in more bytes than it
/// has.
const STEP: usize = 24;
/// The longest text of an element.
const LONGEST: usize = 15;

/// The digits of the numbers below 100.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut n = 0;
    while n < 100 {
        pairs[n] = [b'0' + n as u8 / 10, b'0' + n as u8 % 10];
        n += 1;
    }
    pairs
};

/// Names in a row, with zeros after each.
const fn padded<const N: usize>(names: [&str; N]) -> [[u8; 10]; N] {
    let mut rows = [[0; 10]; N];
    let mut n = 0;
    while n < N {
        let name = names[n].as_bytes();
        let mut at = 0;
        while at < name.len() {
            rows[n][at] = name[at];
            at += 1;
        }
        n += 1;
    }
    rows
}

const MONTH_TEXTS: [[u8; 10]; 12] = padded(MONTHS);
const WEEKDAY_TEXTS: [[u8; 10]; 7] = padded(WEEKDAYS);

type Buffer = [u8; STEP];

/// Two digits of a number below 100.
#[inline(always)]
fn pair(to: &mut Buffer, at: usize, n: i64) {
    to[at..at + 2].copy_from_slice(&PAIRS[n as usize % 100]);
}

/// Two digits, or a space and one.
#[inline(always)]
fn under(to: &mut Buffer, n: i64) -> usize {
    pair(to, 0, n);
    if n < 10 {
        to[0] = b' ';
    }
    2
}

/// One digit or two.
#[inline(always)]
fn short(to: &mut Buffer, n: i64) -> usize {
    if n < 10 {
        to[0] = b'0' + n as u8;
        return 1;
    }
    pair(to, 0, n);
    2
}

/// A name out of a table, whole if `len` is that of the name.
#[inline(always)]
fn name(to: &mut Buffer, text: [u8; 10], len: usize) -> usize {
    to[..10].copy_from_slice(&text);
    len
}

/// Three digits, in which `fill` stands for zeros at the front.
#[inline(always)]
fn year_day(to: &mut Buffer, n: i64, fill: u8) -> usize {
    to[0] = if n < 100 { fill } else { b'0' + (n / 100) as u8 };
    pair(to, 1, n % 100);
    if n < 10 {
        to[1] = fill;
    }
    3
}

/// The separator and so many digits of a fraction.
#[inline(always)]
fn fraction(to: &mut Buffer, nanos: i64, separator: u8, digits: usize, trim: bool) -> usize {
    if trim && nanos == 0 {
        return 0;
    }
    let nanos = nanos as u32;
    let (upper, lower) = (nanos / 10_000, nanos % 10_000);
    (to[0], to[1]) = (separator, b'0' + (upper / 10_000) as u8);
    for (at, two) in [(2, upper / 100), (4, upper), (6, lower / 100), (8, lower)] {
        pair(to, at, i64::from(two % 100));
    }
    let mut len = 1 + digits.min(9);
    if trim {
        while len > 1 && to[len - 1] == b'0' {
            len -= 1;
        }
        if len == 1 {
            return 0;
        }
    }
    len
}

/// An offset below 100 hours, which is not between a minute behind and none.
#[inline(always)]
fn offset(to: &mut Buffer, form: Offset, seconds: i64) -> usize {
    if seconds == 0 && form.iso {
        to[0] = b'Z';
        return 1;
    }
    to[0] = if seconds < 0 { b'-' } else { b'+' };
    let seconds = seconds.unsigned_abs() as u32;
    pair(to, 1, (seconds / 3600).into());
    let mut len = 3;
    for (asked, part) in [(form.minutes, seconds / 60 % 60), (form.seconds, seconds % 60)] {
        if asked {
            if form.colon {
                to[len] = b':';
                len += 1;
            }
            pair(to, len, part.into());
            len += 2;
        }
    }
    len
}

/// An hour as a clock of twelve hours shows it.
fn on_the_dial(hour: i64) -> i64 {
    match hour {
        0 => 12,
        1..=12 => hour,
        _ => hour - 12,
    }
}

#[inline(always)]
fn element(to: &mut Buffer, shown: &Shown<'_>, element: Element, taken: usize) -> usize {
    let date = &shown.date;
    let two = |to: &mut Buffer, n| {
        pair(to, 0, n);
        2
    };
    let month = (date.month - 1) as usize % 12;
    match element {
        Element::LongMonth => name(to, MONTH_TEXTS[month], MONTHS[month].len()),
        Element::Month => name(to, MONTH_TEXTS[month], 3),
        Element::NumMonth => short(to, date.month),
        Element::ZeroMonth => two(to, date.month),
        Element::LongWeekday => name(to, WEEKDAY_TEXTS[shown.weekday], WEEKDAYS[shown.weekday].len()),
        Element::Weekday => name(to, WEEKDAY_TEXTS[shown.weekday], 3),
        Element::Day => short(to, date.day),
        Element::UnderDay => under(to, date.day),
        Element::ZeroDay => two(to, date.day),
        Element::UnderYearDay => year_day(to, date.year_day, b' '),
        Element::ZeroYearDay => year_day(to, date.year_day, b'0'),
        Element::Hour => two(to, shown.hour),
        Element::Hour12 => short(to, on_the_dial(shown.hour)),
        Element::ZeroHour12 => two(to, on_the_dial(shown.hour)),
        Element::Minute => short(to, shown.minute),
        Element::ZeroMinute => two(to, shown.minute),
        Element::Second => short(to, shown.second),
        Element::ZeroSecond => two(to, shown.second),
        Element::LongYear => {
            pair(to, 0, date.year / 100);
            pair(to, 2, date.year % 100);
            4
        }
        Element::Year => two(to, date.year % 100),
        Element::Half(lower) => {
            to[0] = if shown.hour >= 12 { b'P' } else { b'A' };
            to[1] = b'M';
            if lower {
                to[0] |= 0x20;
                to[1] |= 0x20;
            }
            2
        }
        Element::Zone if !shown.zone.is_empty() => {
            let len = shown.zone.len().min(LONGEST);
            to[..len].copy_from_slice(&shown.zone[..len]);
            len
        }
        Element::Zone => {
            let form = Offset { iso: false, colon: false, minutes: true, seconds: false };
            offset(to, form, shown.offset)
        }
        Element::Offset(form) => offset(to, form, shown.offset),
        Element::Fraction(separator, _, trim) => {
            fraction(to, shown.nanos, separator, taken.saturating_sub(1), trim)
        }
    }
}

/// Writes a time by a plan into a buffer: how long its text is. `None` if there is no plan, or if the time or
/// the text is one that [`super::format::Formatter`] must write.
pub fn write(plan: &[u8], moment: Moment<'_>, to: &mut [u8; ROOM]) -> Option<usize> {
    let shown = Shown::new(moment);
    let offset_fits = matches!(moment.offset, -359_999..=-60 | 0..=359_999);
    let nanos_fit = (0..1_000_000_000).contains(&moment.nanos);
    let fits = offset_fits && nanos_fit && (0..10_000).contains(&shown.date.year);
    if plan.is_empty() || !fits || moment.zone.len() > LONGEST {
        return None;
    }
    let mut at = 0;
    for bytes in plan.as_chunks().0 {
        let (part, taken, literal_len, literal) = layout::entry(*bytes)?;
        let place: &mut Buffer = to.get_mut(at..)?.first_chunk_mut()?;
        let len = match part {
            Some(part) => element(place, &shown, part, taken) % (LONGEST + 1),
            None => 0,
        };
        place[len..len + 8].copy_from_slice(&literal.to_le_bytes());
        at += len + literal_len;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::super::format::Formatter;
    use super::*;

    const LAYOUTS: [&str; 9] = [
        "Mon Jan _2 15:04:05 MST 2006",
        "Monday, 02-Jan-06 3:4:5pm January 1 2",
        "2006-01-02T15:04:05.999999999Z07:00",
        "__2 002 .000 ,00000 .0000000000000 -0700 -07",
        "Z07:00:00 -07:00:00 Z070000 -070000 Z0700 Z07 -07:00",
        "03:04PM nothing but words after that ",
        ",999 .9999",
        "nothing",
        "MSTMSTMSTMST",
    ];

    #[test]
    fn planned_texts_are_those_without_a_plan() {
        let mut written = 0;
        for n in 0_i64..4000 {
            let any = n.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as i64);
            let seconds = if n % 3 == 0 { any >> (n % 40) } else { any % 253_402_300_800 };
            let nanos = [0, 1, 120_000_000, 999_999_999, 1_000, -1, 2_000_000_000][n as usize % 7];
            let offset = [0, 3600, -12_600, 59, -59, -60, -61, 359_999, 360_000, i64::MIN][n as usize % 10];
            let zone: &[u8] = [&b""[..], b"UTC", b"fifteen bytes. ", b"sixteen bytes..."][n as usize % 4];
            let moment = Moment { seconds, nanos, offset, zone };
            for layout in LAYOUTS {
                let mut room = [b'#'; ROOM];
                if let Some(len) = write(&plan(layout.as_bytes()), moment, &mut room) {
                    let expected = Formatter::new(layout.as_bytes(), moment).finish();
                    assert_eq!(room[..len].escape_ascii().to_string(), expected.escape_ascii().to_string());
                    written += 1;
                }
            }
        }
        assert!(written > 5000, "{written}");
    }

    #[test]
    fn every_day_and_second() {
        for n in 0..40_000 {
            let moment =
                Moment { seconds: n * 86_400 + n * 3601 % 86_400, nanos: 0, offset: 0, zone: b"UTC" };
            let (layout, mut room) = (b"Monday Jan _2 15:04:05 3pm __2 2006", [0; ROOM]);
            let len = write(&plan(layout), moment, &mut room).unwrap();
            assert_eq!(room[..len], *Formatter::new(layout, moment).finish());
        }
    }

    #[test]
    fn what_is_no_plan() {
        let (moment, mut room) = (Moment { seconds: 0, nanos: 0, offset: 0, zone: b"" }, [0; ROOM]);
        assert_eq!(write(b"", moment, &mut room), None);
        assert_eq!(write(&[255; 8], moment, &mut room), None);
        assert_eq!(write(&[0, 0, 255, 0, 0, 0, 0, 0], moment, &mut room), None);
        // A text that is longer than the room.
        assert_eq!(write(&plan(&b"January".repeat(30)), moment, &mut room), None);
        for place in 0..=255 {
            write(&[place, 255, 5, 0, 0, 0, 0, 0], moment, &mut room);
        }
    }
}
