//! Times as text by a layout.

use super::calendar::{Date, date_of, day_and_second};
use super::layout::{Element, MONTHS, Offset, WEEKDAYS, next_element};

/// The digits of a number, at least `width` of them (at most 20) with `fill` before the others.
fn push_filled(out: &mut Vec<u8>, value: u64, width: usize, fill: u8) {
    let digit = |n: u64| b'0' + (n % 10) as u8;
    // Most numbers of a time have one, two or four digits.
    match (value, width) {
        (0..10, 0 | 1) => return out.push(digit(value)),
        (0..10, 2) => return out.extend_from_slice(&[fill, digit(value)]),
        (10..100, 0..3) => return out.extend_from_slice(&[digit(value / 10), digit(value)]),
        (1000..10_000, 0..5) => {
            let four = [value / 1000, value / 100, value / 10, value];
            return out.extend_from_slice(&four.map(digit));
        }
        _ => {}
    }
    let (mut digits, mut at, mut rest) = ([fill; 20], 20, value);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at.min(20 - width)..]);
}

fn push_int(out: &mut Vec<u8>, value: i64, width: usize) {
    if value < 0 {
        out.push(b'-');
    }
    push_filled(out, value.unsigned_abs(), width, b'0');
}

fn push_fraction(out: &mut Vec<u8>, nanos: i64, separator: u8, digits: usize, trim: bool) {
    if trim && nanos == 0 {
        return;
    }
    out.push(separator);
    let start = out.len();
    push_int(out, nanos, 9);
    if digits < 9 {
        out.truncate(start + digits);
    }
    if trim {
        while out.len() > start && out.last() == Some(&b'0') {
            out.pop();
        }
        if out.len() == start {
            out.pop();
        }
    }
}

fn push_offset(out: &mut Vec<u8>, form: Offset, seconds: i64) {
    if seconds == 0 && form.iso {
        return out.push(b'Z');
    }
    // The sign is that of the whole minutes.
    let minutes = seconds / 60;
    out.push(if minutes < 0 { b'-' } else { b'+' });
    let (minutes, seconds) = (minutes.abs(), if minutes < 0 { -seconds } else { seconds });
    push_int(out, minutes / 60, 2);
    if form.colon {
        out.push(b':');
    }
    if form.minutes {
        push_int(out, minutes % 60, 2);
    }
    if form.seconds {
        if form.colon {
            out.push(b':');
        }
        push_int(out, seconds % 60, 2);
    }
}

/// A moment as a clock and a calendar on a wall show it.
pub(super) struct Shown<'a> {
    pub date: Date,
    pub weekday: usize,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub nanos: i64,
    pub offset: i64,
    pub zone: &'a [u8],
}

impl<'a> Shown<'a> {
    #[inline(always)]
    pub(super) fn new(moment: Moment<'a>) -> Shown<'a> {
        let (days, of_day) = day_and_second(moment.seconds);
        // The clock in 32 bits, whose divisions are cheaper.
        let of_day = of_day as u32;
        Shown {
            date: date_of(days),
            weekday: (days + 4).rem_euclid(7) as usize,
            hour: (of_day / 3600).into(),
            minute: (of_day / 60 % 60).into(),
            second: (of_day % 60).into(),
            nanos: moment.nanos,
            offset: moment.offset,
            zone: moment.zone,
        }
    }

    fn push(&self, out: &mut Vec<u8>, element: Element) {
        let month = MONTHS[(self.date.month - 1) as usize];
        let hour12 = if self.hour % 12 == 0 { 12 } else { self.hour % 12 };
        match element {
            Element::LongMonth => out.extend_from_slice(month.as_bytes()),
            Element::Month => out.extend_from_slice(&month.as_bytes()[..3]),
            Element::NumMonth => push_int(out, self.date.month, 0),
            Element::ZeroMonth => push_int(out, self.date.month, 2),
            Element::LongWeekday => out.extend_from_slice(WEEKDAYS[self.weekday].as_bytes()),
            Element::Weekday => out.extend_from_slice(&WEEKDAYS[self.weekday].as_bytes()[..3]),
            Element::Day => push_int(out, self.date.day, 0),
            Element::UnderDay => push_filled(out, self.date.day as u64, 2, b' '),
            Element::ZeroDay => push_int(out, self.date.day, 2),
            Element::UnderYearDay => push_filled(out, self.date.year_day as u64, 3, b' '),
            Element::ZeroYearDay => push_int(out, self.date.year_day, 3),
            Element::Hour => push_int(out, self.hour, 2),
            Element::Hour12 => push_int(out, hour12, 0),
            Element::ZeroHour12 => push_int(out, hour12, 2),
            Element::Minute => push_int(out, self.minute, 0),
            Element::ZeroMinute => push_int(out, self.minute, 2),
            Element::Second => push_int(out, self.second, 0),
            Element::ZeroSecond => push_int(out, self.second, 2),
            Element::LongYear => push_int(out, self.date.year, 4),
            Element::Year => push_int(out, self.date.year.abs() % 100, 2),
            Element::Half(lower) => out.extend_from_slice(match (self.hour >= 12, lower) {
                (true, false) => b"PM",
                (true, true) => b"pm",
                (false, false) => b"AM",
                (false, true) => b"am",
            }),
            Element::Zone if !self.zone.is_empty() => out.extend_from_slice(self.zone),
            Element::Zone => push_offset(
                out,
                Offset { iso: false, colon: false, minutes: true, seconds: false },
                self.offset,
            ),
            Element::Offset(form) => push_offset(out, form, self.offset),
            Element::Fraction(separator, digits, trim) => {
                push_fraction(out, self.nanos, separator, digits, trim);
            }
        }
    }
}

/// A moment that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Seconds since 1970 in the zone.
    pub seconds: i64,
    /// Nanoseconds beyond them, from 0 to 999,999,999.
    pub nanos: i64,
    /// How many seconds the zone is ahead of UTC.
    pub offset: i64,
    /// The abbreviation of the zone; if it is empty, the offset stands for it.
    pub zone: &'a [u8],
}

/// Writes a time by a layout, one element after the other, so that who calls can bound the memory and time
/// that each step takes. [`super::planned`] is for the times and layouts of every day.
pub struct Formatter<'a> {
    shown: Shown<'a>,
    layout: &'a [u8],
    out: Vec<u8>,
}

impl<'a> Formatter<'a> {
    /// Nothing is written yet.
    pub fn new(layout: &'a [u8], moment: Moment<'a>) -> Formatter<'a> {
        let out = Vec::with_capacity(layout.len().min(1 << 20) + 16);
        Formatter { shown: Shown::new(moment), layout, out }
    }

    /// Writes what comes before the next element, and the element: how many bytes have been written so far.
    /// Nothing if there is no element left.
    pub fn step(&mut self) -> Option<usize> {
        let (start, end, element) = next_element(self.layout)?;
        self.out.extend_from_slice(&self.layout[..start]);
        self.shown.push(&mut self.out, element);
        self.layout = &self.layout[end..];
        Some(self.out.len())
    }

    /// The text, with what the layout has after its last element.
    pub fn finish(mut self) -> Vec<u8> {
        while self.step().is_some() {}
        self.out.extend_from_slice(self.layout);
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        // 2024-02-29 15:04:05.012 at +05:30.
        let moment = Moment { seconds: 1_709_219_045, nanos: 12_000_000, offset: 19_800, zone: b"IST" };
        for (layout, text) in [
            ("Mon Jan _2 15:04:05 MST 2006", "Thu Feb 29 15:04:05 IST 2024"),
            ("Monday, 02-Jan-06 3:4:5pm", "Thursday, 29-Feb-24 3:4:5pm"),
            ("2006-01-02T15:04:05.999999999Z07:00", "2024-02-29T15:04:05.012+05:30"),
            ("__2 002 .000 -0700 -07", " 60 060 .012 +0530 +05"),
            ("nothing", "nothing"),
        ] {
            let layout = layout.as_bytes();
            let written = Formatter::new(layout, moment).finish();
            assert_eq!(String::from_utf8(written).unwrap(), text);
        }
        let utc = Moment { seconds: 0, nanos: 0, offset: 0, zone: b"" };
        assert_eq!(Formatter::new(b"06 PM Z07:00 MST,999", utc).finish(), b"70 AM Z +0000");
    }
}
