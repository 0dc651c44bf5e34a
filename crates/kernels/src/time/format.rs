//! Times as text by a layout.

use super::calendar::{Date, date_of, day_and_second};
use super::layout::{Element, MONTHS, Offset, WEEKDAYS, next_element};

fn push_int(out: &mut Vec<u8>, value: i64, width: usize) {
    if value < 0 {
        out.push(b'-');
    }
    out.extend(format!("{:0width$}", value.unsigned_abs()).bytes());
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
struct Shown<'a> {
    date: Date,
    weekday: usize,
    hour: i64,
    minute: i64,
    second: i64,
    nanos: i64,
    offset: i64,
    zone: &'a [u8],
}

impl Shown<'_> {
    fn push(&self, out: &mut Vec<u8>, element: Element) {
        let month = MONTHS[(self.date.month - 1) as usize];
        let hour12 = if self.hour % 12 == 0 { 12 } else { self.hour % 12 };
        match element {
            Element::LongMonth => out.extend(month.bytes()),
            Element::Month => out.extend(month[..3].bytes()),
            Element::NumMonth => push_int(out, self.date.month, 0),
            Element::ZeroMonth => push_int(out, self.date.month, 2),
            Element::LongWeekday => out.extend(WEEKDAYS[self.weekday].bytes()),
            Element::Weekday => out.extend(WEEKDAYS[self.weekday][..3].bytes()),
            Element::Day => push_int(out, self.date.day, 0),
            Element::UnderDay => out.extend(format!("{:2}", self.date.day).bytes()),
            Element::ZeroDay => push_int(out, self.date.day, 2),
            Element::UnderYearDay => out.extend(format!("{:3}", self.date.year_day).bytes()),
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
            Element::Half(lower) => out.extend(match (self.hour >= 12, lower) {
                (true, false) => b"PM",
                (true, true) => b"pm",
                (false, false) => b"AM",
                (false, true) => b"am",
            }),
            Element::Zone if !self.zone.is_empty() => out.extend(self.zone),
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
/// that each step takes.
pub struct Formatter<'a> {
    shown: Shown<'a>,
    layout: &'a [u8],
    out: Vec<u8>,
}

impl<'a> Formatter<'a> {
    /// Nothing is written yet.
    pub fn new(layout: &'a [u8], moment: Moment<'a>) -> Formatter<'a> {
        let (days, of_day) = day_and_second(moment.seconds);
        let shown = Shown {
            date: date_of(days),
            weekday: (days + 4).rem_euclid(7) as usize,
            hour: of_day / 3600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
            nanos: moment.nanos,
            offset: moment.offset,
            zone: moment.zone,
        };
        Formatter { shown, layout, out: Vec::with_capacity(layout.len().min(1 << 20) + 10) }
    }

    /// Writes what comes before the next element, and the element: how many bytes have been written so far.
    /// Nothing if there is no element left.
    pub fn step(&mut self) -> Option<usize> {
        let (start, end, element) = next_element(self.layout)?;
        self.out.extend(&self.layout[..start]);
        self.shown.push(&mut self.out, element);
        self.layout = &self.layout[end..];
        Some(self.out.len())
    }

    /// The text, with what the layout has after its last element.
    pub fn finish(mut self) -> Vec<u8> {
        while self.step().is_some() {}
        self.out.extend(self.layout);
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
            assert_eq!(String::from_utf8(Formatter::new(layout.as_bytes(), moment).finish()).unwrap(), text);
        }
        let utc = Moment { seconds: 0, nanos: 0, offset: 0, zone: b"" };
        assert_eq!(Formatter::new(b"06 PM Z07:00 MST,999", utc).finish(), b"70 AM Z +0000");
    }
}
