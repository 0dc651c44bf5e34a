//! Times from text by a layout.

use super::calendar::{days_before, days_in, is_leap, seconds_of};
use super::layout::{Element, Elements, MONTHS, Offset, WEEKDAYS, next_element};

/// Why a text is no time: a place in the value, and the part of the layout or the message that belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What is wrong; if nothing is said, the rest of the value is not what the part of the layout stands
    /// for.
    pub message: Option<Message>,
    /// Where the rest of the value begins.
    pub value: usize,
    /// Where the part of the layout begins.
    pub from: usize,
    /// Where the part of the layout ends.
    pub to: usize,
}

/// What is wrong with the rest of a value. The numbers are for guests whose library has the sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Message {
    /// Text follows the last part of the layout.
    ExtraText = 1,
    /// The month is out of range.
    Month = 2,
    /// The hour is out of range.
    Hour = 3,
    /// The minute is out of range.
    Minute = 4,
    /// The second is out of range.
    Second = 5,
    /// The fraction of a second is out of range.
    FractionalSecond = 6,
    /// The hour of the zone's offset is out of range.
    OffsetHour = 7,
    /// The minute of the zone's offset is out of range.
    OffsetMinute = 8,
    /// The second of the zone's offset is out of range.
    OffsetSecond = 9,
    /// The day of the year is out of range.
    DayOfYear = 10,
    /// The day of the year is not in the month.
    DayOfYearMonth = 11,
    /// The day of the year is not the day of the month.
    DayOfYearDay = 12,
    /// The day of the month is out of range.
    Day = 13,
}

/// What a value says of its zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// Nothing.
    Unknown = 0,
    /// That it is UTC.
    Utc = 1,
    /// The zone is stated as an offset.
    Offset = 2,
    /// The zone is stated as an abbreviation.
    Name = 3,
    /// Both offset and abbreviation.
    Both = 4,
}

/// A time that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    /// Seconds since 1970 in the zone of the value.
    pub seconds: i64,
    /// Nanoseconds beyond them, from 0 to 999,999,999.
    pub nanos: i64,
    /// What is known of the zone.
    pub zone: Zone,
    /// How many seconds the zone is ahead of UTC: written as an offset, or in an abbreviation like `GMT+3`.
    pub offset: i64,
    /// Where the abbreviation is in the value, and its length; zeros if there is none.
    pub name: (usize, usize),
}

/// The element's text is wrong, or a number is out of its range.
enum Bad {
    Text,
    Range(Message),
}

#[derive(Default)]
struct Parsed {
    year: i64,
    month: Option<i64>,
    day: Option<i64>,
    year_day: Option<i64>,
    hour: i64,
    minute: i64,
    second: i64,
    nanos: i64,
    /// Whether a half of the day was read that is the first, and one that is the second: a layout may ask
    /// twice.
    morning: bool,
    afternoon: bool,
    utc: bool,
    offset: Option<i64>,
    /// Where a zone's name lies in the value.
    zone: Option<(usize, usize)>,
}

/// A value that is being read, up to `at`.
struct Reader<'a> {
    value: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.value[self.at..]
    }

    fn digit(&self, n: usize) -> Option<i64> {
        self.rest().get(n).filter(|c| c.is_ascii_digit()).map(|c| i64::from(c - b'0'))
    }

    /// One or two digits; two if `fixed`.
    fn number(&mut self, fixed: bool) -> Result<i64, Bad> {
        let first = self.digit(0).ok_or(Bad::Text)?;
        match self.digit(1) {
            Some(second) => {
                self.at += 2;
                Ok(first * 10 + second)
            }
            None if fixed => Err(Bad::Text),
            None => {
                self.at += 1;
                Ok(first)
            }
        }
    }

    /// A number that is 0 where there is none, so that ranges are looked at first, as in Go.
    fn within(
        &mut self,
        fixed: bool,
        range: std::ops::RangeInclusive<i64>,
        else_: Message,
    ) -> Result<i64, Bad> {
        let n = self.number(fixed)?;
        if range.contains(&n) { Ok(n) } else { Err(Bad::Range(else_)) }
    }

    fn name(&mut self, names: &[&str], len: usize) -> Result<i64, Bad> {
        let rest = self.rest();
        let fits = |name: &&str| {
            let name = if len == 0 { name } else { &name[..len] };
            rest.get(..name.len())
                .is_some_and(|t| t.eq_ignore_ascii_case(name.as_bytes()))
                .then_some(name.len())
        };
        let found = names.iter().enumerate().find_map(|(n, name)| fits(name).map(|len| (n, len)));
        let (n, len) = found.ok_or(Bad::Text)?;
        self.at += len;
        Ok(n as i64)
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], Bad> {
        let taken = self.rest().get(..n).ok_or(Bad::Text)?;
        self.at += n;
        Ok(taken)
    }

    fn skip_space(&mut self) {
        while self.rest().first() == Some(&b' ') {
            self.at += 1;
        }
    }

    /// Skips the literal part of a layout, in which any number of spaces stands for any other; false if it
    /// differs.
    fn literal(&mut self, mut prefix: &[u8]) -> bool {
        while let Some(c) = prefix.first() {
            if *c == b' ' {
                if self.rest().first().is_some_and(|c| *c != b' ') {
                    return false;
                }
                while prefix.first() == Some(&b' ') {
                    prefix = &prefix[1..];
                }
                self.skip_space();
                continue;
            }
            if self.rest().first() != Some(c) {
                return false;
            }
            prefix = &prefix[1..];
            self.at += 1;
        }
        true
    }

    /// A separator and `n - 1` digits, of which those after the ninth are dropped.
    fn fraction(&mut self, n: usize) -> Result<i64, Bad> {
        let text = self.take(n)?;
        if text[0] != b'.' && text[0] != b',' {
            return Err(Bad::Text);
        }
        let digits = &text[1..n.min(10)];
        // As in Go, one sign before the digits passes for a number.
        let (negative, digits) = match digits {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, digits),
        };
        let mut nanos = 0;
        for c in digits {
            if !c.is_ascii_digit() {
                return Err(Bad::Text);
            }
            nanos = nanos * 10 + i64::from(c - b'0');
        }
        if negative && nanos != 0 {
            return Err(Bad::Range(Message::FractionalSecond));
        }
        Ok(nanos * 10_i64.pow(10 - n.min(10) as u32))
    }

    fn fraction_len(&self) -> usize {
        1 + self.rest()[1..].iter().take_while(|c| c.is_ascii_digit()).count()
    }
}

/// The length of a zone's abbreviation at the head of `value`.
fn zone_name(value: &[u8]) -> Option<usize> {
    if value.len() < 3 {
        return None;
    }
    if value.starts_with(b"ChST") || value.starts_with(b"MeST") {
        return Some(4);
    }
    if value.starts_with(b"GMT") {
        return Some(3 + signed_hours(&value[3..]).map_or(0, |(len, _)| len));
    }
    if value[0] == b'+' || value[0] == b'-' {
        return signed_hours(value).map(|(len, _)| len);
    }
    match value.iter().take(6).take_while(|c| c.is_ascii_uppercase()).count() {
        3 => Some(3),
        4 if value[3] == b'T' || value.starts_with(b"WITA") => Some(4),
        5 if value[4] == b'T' => Some(5),
        _ => None,
    }
}

/// Length and value of a sign with up to 23 hours.
fn signed_hours(value: &[u8]) -> Option<(usize, i64)> {
    let sign = match value.first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits = value[1..].iter().take_while(|c| c.is_ascii_digit()).count();
    let mut hours = 0_i64;
    for c in &value[1..=digits] {
        hours = hours.saturating_mul(10).saturating_add(i64::from(c - b'0'));
    }
    (digits > 0 && hours <= 23).then_some((1 + digits, sign * hours))
}

/// A year of two digits: of 1969 to 2068.
fn short_year(reader: &mut Reader<'_>) -> Result<i64, Bad> {
    let text = reader.take(2)?;
    let year = std::str::from_utf8(text).ok().and_then(|t| t.parse::<i64>().ok()).ok_or(Bad::Text)?;
    Ok(year + if year >= 69 { 1900 } else { 2000 })
}

fn long_year(reader: &mut Reader<'_>) -> Result<i64, Bad> {
    reader.digit(0).ok_or(Bad::Text)?;
    let text = reader.take(4)?;
    if !text.iter().all(u8::is_ascii_digit) {
        return Err(Bad::Text);
    }
    Ok(text.iter().fold(0, |n, c| n * 10 + i64::from(c - b'0')))
}

/// Reads `AM` or `PM`, or their `lower` form: whether it is the second.
fn is_afternoon(reader: &mut Reader<'_>, lower: bool) -> Result<bool, Bad> {
    match (reader.take(2)?, lower) {
        (b"PM", false) | (b"pm", true) => Ok(true),
        (b"AM", false) | (b"am", true) => Ok(false),
        _ => Err(Bad::Text),
    }
}

impl Parsed {
    /// Reads one element; `layout` is what follows it.
    fn element(&mut self, reader: &mut Reader<'_>, element: Element, layout: &[u8]) -> Result<(), Bad> {
        match element {
            Element::Year => self.year = short_year(reader)?,
            Element::LongYear => self.year = long_year(reader)?,
            Element::Month => self.month = Some(reader.name(&MONTHS, 3)? + 1),
            Element::LongMonth => self.month = Some(reader.name(&MONTHS, 0)? + 1),
            Element::NumMonth | Element::ZeroMonth => {
                let fixed = element == Element::ZeroMonth;
                self.month = Some(reader.within(fixed, 1..=12, Message::Month)?);
            }
            Element::Weekday => reader.name(&WEEKDAYS, 3).map(|_| ())?,
            Element::LongWeekday => reader.name(&WEEKDAYS, 0).map(|_| ())?,
            Element::Day | Element::UnderDay | Element::ZeroDay => {
                if element == Element::UnderDay && reader.rest().first() == Some(&b' ') {
                    reader.at += 1;
                }
                self.day = Some(reader.number(element == Element::ZeroDay)?);
            }
            Element::UnderYearDay | Element::ZeroYearDay => {
                self.year_day = Some(year_day(reader, element == Element::ZeroYearDay)?);
            }
            Element::Hour => self.hour = reader.within(false, 0..=23, Message::Hour)?,
            Element::Hour12 | Element::ZeroHour12 => {
                self.hour = reader.within(element == Element::ZeroHour12, 0..=12, Message::Hour)?;
            }
            Element::Minute | Element::ZeroMinute => {
                self.minute = reader.within(element == Element::ZeroMinute, 0..=59, Message::Minute)?;
            }
            Element::Second | Element::ZeroSecond => {
                self.second = reader.within(element == Element::ZeroSecond, 0..=59, Message::Second)?;
                self.unasked_fraction(reader, layout)?;
            }
            Element::Half(lower) => match is_afternoon(reader, lower)? {
                true => self.afternoon = true,
                false => self.morning = true,
            },
            Element::Zone if reader.rest().starts_with(b"UTC") => {
                self.utc = true;
                reader.at += 3;
            }
            Element::Zone => {
                let len = zone_name(reader.rest()).ok_or(Bad::Text)?;
                self.zone = Some((reader.at, len));
                reader.at += len;
            }
            Element::Offset(form) if form.iso && reader.rest().first() == Some(&b'Z') => {
                self.utc = true;
                reader.at += 1;
            }
            Element::Offset(form) => self.offset = Some(read_offset(reader, form)?),
            Element::Fraction(_, digits, false) => self.nanos = reader.fraction(1 + digits)?,
            Element::Fraction(..) => {
                let rest = reader.rest();
                if rest.len() >= 2 && (rest[0] == b'.' || rest[0] == b',') && rest[1].is_ascii_digit() {
                    self.nanos = reader.fraction(reader.fraction_len())?;
                }
            }
        }
        Ok(())
    }

    /// Reads a fraction after the seconds that the layout does not tell of.
    fn unasked_fraction(&mut self, reader: &mut Reader<'_>, layout: &[u8]) -> Result<(), Bad> {
        let rest = reader.rest();
        let there = rest.len() >= 2 && (rest[0] == b'.' || rest[0] == b',') && rest[1].is_ascii_digit();
        let asked = || matches!(next_element(layout), Some((_, _, Element::Fraction(..))));
        if there && !asked() {
            self.nanos = reader.fraction(reader.fraction_len())?;
        }
        Ok(())
    }

    /// The time, once month and day are settled.
    fn time(&self, value: &[u8]) -> Time {
        let of_day = (self.hour * 60 + self.minute) * 60 + self.second;
        let seconds = seconds_of(self.year, self.month.unwrap_or(1), self.day.unwrap_or(1), of_day);
        let name = self.zone.unwrap_or_default();
        let (mut offset, mut zone) = (self.offset.unwrap_or(0), Zone::Unknown);
        if self.utc {
            zone = Zone::Utc;
        } else if self.offset.is_some_and(|o| o != -1) {
            zone = if self.zone.is_some() { Zone::Both } else { Zone::Offset };
        } else if self.zone.is_some() {
            zone = Zone::Name;
            let (at, len) = name;
            if let Some(rest) = value[at..at + len].strip_prefix(b"GMT") {
                offset = signed_hours(rest).map_or(0, |(_, hours)| hours * 3600);
            }
        }
        Time { seconds, nanos: self.nanos, zone, offset, name }
    }

    /// Makes month and day out of the day of the year, or out of nothing.
    fn settle(&mut self) -> Result<(), Message> {
        if self.afternoon && self.hour < 12 {
            self.hour += 12;
        } else if self.morning && self.hour == 12 {
            self.hour = 0;
        }
        if let Some(day) = self.year_day {
            let leap = is_leap(self.year);
            let (month, day) = match day {
                60 if leap => (2, 29),
                day => {
                    let day = if leap && day > 60 { day - 1 } else { day };
                    if !(1..=365).contains(&day) {
                        return Err(Message::DayOfYear);
                    }
                    let month = (1..=12).rev().find(|m| days_before(*m) < day).unwrap_or(1);
                    (month, day - days_before(month))
                }
            };
            if self.month.is_some_and(|m| m != month) {
                return Err(Message::DayOfYearMonth);
            }
            if self.day.is_some_and(|d| d != day) {
                return Err(Message::DayOfYearDay);
            }
            (self.month, self.day) = (Some(month), Some(day));
        }
        let (month, day) = (self.month.unwrap_or(1), self.day.unwrap_or(1));
        (self.month, self.day) = (Some(month), Some(day));
        if day < 1 || day > days_in(month, self.year) { Err(Message::Day) } else { Ok(()) }
    }
}

fn year_day(reader: &mut Reader<'_>, fixed: bool) -> Result<i64, Bad> {
    for _ in 0..2 {
        if !fixed && reader.rest().first() == Some(&b' ') {
            reader.at += 1;
        }
    }
    let digits = reader.rest().iter().take(3).take_while(|c| c.is_ascii_digit()).count();
    if digits == 0 || fixed && digits != 3 {
        return Err(Bad::Text);
    }
    Ok(reader.take(digits)?.iter().fold(0, |n, c| n * 10 + i64::from(c - b'0')))
}

/// Two digits; 0 with false where there are none.
fn pair(text: &[u8], at: usize) -> (i64, bool) {
    match text.get(at..at + 2) {
        Some([a, b]) if a.is_ascii_digit() && b.is_ascii_digit() => {
            (i64::from(a - b'0') * 10 + i64::from(b - b'0'), true)
        }
        _ => (0, false),
    }
}

fn read_offset(reader: &mut Reader<'_>, form: Offset) -> Result<i64, Bad> {
    let colon = usize::from(form.colon);
    let len = 3 + if form.minutes { 2 + colon } else { 0 } + if form.seconds { 2 + colon } else { 0 };
    let rest = reader.rest();
    if rest.len() < len || form.colon && (rest[3] != b':' || form.seconds && rest[6] != b':') {
        return Err(Bad::Text);
    }
    let text = reader.take(len)?;
    let (hours, mut ok) = pair(text, 1);
    let (mut minutes, mut seconds) = (0, 0);
    if form.minutes && ok {
        (minutes, ok) = pair(text, 3 + colon);
    }
    if form.seconds && ok {
        (seconds, ok) = pair(text, 5 + 2 * colon);
    }
    // As in Go, 24 hours and 60 minutes pass.
    for (value, most, message) in [
        (seconds, 60, Message::OffsetSecond),
        (minutes, 60, Message::OffsetMinute),
        (hours, 24, Message::OffsetHour),
    ] {
        if value > most {
            return Err(Bad::Range(message));
        }
    }
    let total = (hours * 60 + minutes) * 60 + seconds;
    match text[0] {
        b'+' if ok => Ok(total),
        b'-' if ok => Ok(-total),
        _ => Err(Bad::Text),
    }
}

/// Reads a time by a layout and its plan, which may be empty.
///
/// # Errors
/// What is wrong first, and where.
pub fn parse(layout: &[u8], plan: &[u8], value: &[u8]) -> Result<Time, Failure> {
    let mut parsed = Parsed::default();
    let mut reader = Reader { value, at: 0 };
    let mut from = 0;
    for (start, end, element) in Elements::new(layout, plan) {
        if !reader.literal(&layout[from..start]) {
            return Err(Failure { message: None, value: reader.at, from, to: start });
        }
        let hold = reader.at;
        parsed.element(&mut reader, element, &layout[end..]).map_err(|bad| match bad {
            Bad::Text => Failure { message: None, value: hold, from: start, to: end },
            Bad::Range(message) => Failure { message: Some(message), value: reader.at, from: start, to: end },
        })?;
        from = end;
    }
    if !reader.literal(&layout[from..]) {
        return Err(Failure { message: None, value: reader.at, from, to: layout.len() });
    }
    if reader.at < value.len() {
        return Err(Failure { message: Some(Message::ExtraText), value: reader.at, from: 0, to: 0 });
    }
    let at = reader.at;
    parsed.settle().map_err(|message| Failure { message: Some(message), value: at, from: 0, to: 0 })?;
    Ok(parsed.time(value))
}

#[cfg(test)]
mod tests {
    use super::super::layout::plan;
    use super::*;

    #[test]
    fn values() {
        let (layout, value) = (b"2006-01-02T15:04:05Z07:00", b"2024-02-29T15:04:05.012+05:30");
        let expected = Time {
            seconds: 1_709_219_045,
            nanos: 12_000_000,
            zone: Zone::Offset,
            offset: 19_800,
            name: (0, 0),
        };
        assert_eq!(parse(layout, b"", value), Ok(expected));
        assert_eq!(parse(layout, &plan(layout), value), Ok(expected));
        let time = parse(b"3PM MST 002 2006", b"", b"1PM GMT+3 060 2023").unwrap();
        assert_eq!((time.zone, time.offset, time.name), (Zone::Name, 10_800, (4, 5)));
        assert_eq!(time.seconds, 1_677_675_600);
        assert_eq!(parse(b"", b"", b"").map(|t| t.seconds), Ok(-62_167_219_200));
    }

    #[test]
    fn failures() {
        let failure = |message, value, from, to| Err(Failure { message, value, from, to });
        let parse = |layout: &[u8], value: &[u8]| {
            let planned = super::parse(layout, &plan(layout), value);
            assert_eq!(planned, super::parse(layout, b"", value));
            planned
        };
        assert_eq!(parse(b"2006-01-02", b"2024-02-30"), failure(Some(Message::Day), 10, 0, 0));
        assert_eq!(parse(b"2006-01-02", b"2024-13-01"), failure(Some(Message::Month), 7, 5, 7));
        assert_eq!(parse(b"2006-01-02", b"2024x01-02"), failure(None, 4, 4, 5));
        assert_eq!(parse(b"15:04", b"12:30 "), failure(Some(Message::ExtraText), 5, 0, 0));
        for cut in 0..20 {
            let _ = parse(b"2006-01-02T15:04:05.000Z07:00", &b"2024-02-29T12:00:00.5"[..cut]);
        }
    }
}
