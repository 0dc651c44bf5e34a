//! Package `time`: the calendar, and texts of times by layouts. Times are seconds since 1970 in the zone at hand.

use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("time.civil", Native::Light(civil)),
    ("time.unixOf", Native::Light(unix_of)),
    ("time.remainder", Native::Light(remainder)),
    ("time.format", Native::Heavy(format_time)),
    ("time.parse", Native::Heavy(parse_time)),
];

const DAY: i64 = 86_400;

const MONTHS: [&str; 12] = [
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
const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// A day of the proleptic Gregorian calendar.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Date {
    year: i64,
    month: i64,
    day: i64,
    /// From 1.
    year_day: i64,
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(month: i64, year: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days of a year before a month, leap days left out.
fn days_before(month: i64) -> i64 {
    [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365][(month - 1) as usize]
}

/// Days from the beginning of Go's count to 1970; it is where the sums of 64 bits turn over, so times out of all reason
/// come out as Go's do.
const COUNTED: i64 = COUNTED_YEARS as i64 / 400 * 146_097 + 306 + 719_162;
/// Go counts from March 1 of the year so many before year 0.
const COUNTED_YEARS: u64 = 292_277_022_400;

/// Days since 1970, and the second of the day.
fn day_and_second(seconds: i64) -> (i64, i64) {
    let counted = (seconds as u64).wrapping_add((COUNTED * DAY) as u64);
    ((counted / DAY as u64) as i64 - COUNTED, (counted % DAY as u64) as i64)
}

/// The date of a day since 1970, by Howard Hinnant's algorithm: years begin in March, in eras of 400 years.
fn date_of(days: i64) -> Date {
    let days = days + 719_468;
    let (era, in_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let year_day = days_before(month) + day + i64::from(month > 2 && is_leap(year));
    Date { year, month, day, year_day }
}

/// Seconds since 1970 of a date whose parts may lie outside their ranges; wraps around where Go does. The days before a
/// month are after Neri and Schneider.
fn seconds_of(year: i64, month: i64, day: i64, second_of_day: i64) -> i64 {
    let month = month.wrapping_sub(1);
    let year = year.wrapping_add(month.div_euclid(12));
    let month = month.rem_euclid(12) + 1;
    let (early, from_march) = if month < 3 { (1, month + 12) } else { (0, month) };
    let year = (year as u64).wrapping_sub(early).wrapping_add(COUNTED_YEARS);
    let (century, in_century) = (year / 100, (year % 100) as i64);
    let in_century = 1461 * in_century / 4 + ((979 * from_march - 2919) >> 5);
    let days = (century.wrapping_mul(146_097) / 4) as i64;
    let days = days.wrapping_add(in_century.wrapping_add(day).wrapping_sub(1));
    days.wrapping_mul(DAY).wrapping_add(second_of_day).wrapping_sub(COUNTED * DAY)
}

/// `(seconds int64) (year, month, day, yearDay int)`
fn civil(call: &mut Call<'_>) -> Answer {
    let date = date_of(day_and_second(call.int(0)).0);
    call.ret_int(0, date.year);
    call.ret_int(1, date.month);
    call.ret_int(2, date.day);
    call.ret_int(3, date.year_day);
    Ok(())
}

/// `(year, month, day, hour, minute, second, nanos int) (seconds, nanos int64)`
fn unix_of(call: &mut Call<'_>) -> Answer {
    let int = |n| call.int(n);
    let (second, nanos) =
        (int(5).wrapping_add(int(6).div_euclid(1_000_000_000)), int(6).rem_euclid(1_000_000_000));
    let (minute, second) = (int(4).wrapping_add(second.div_euclid(60)), second.rem_euclid(60));
    let (hour, minute) = (int(3).wrapping_add(minute.div_euclid(60)), minute.rem_euclid(60));
    let (day, hour) = (int(2).wrapping_add(hour.div_euclid(24)), hour.rem_euclid(24));
    let seconds = seconds_of(int(0), int(1), day, (hour * 60 + minute) * 60 + second);
    call.ret_int(0, seconds);
    call.ret_int(1, nanos);
    Ok(())
}

/// `(seconds, nanos, d int64) int64`: what is left of the seconds since year 1 when divided by a duration.
fn remainder(call: &mut Call<'_>) -> Answer {
    let nanos = i128::from(call.int(0)) * 1_000_000_000 + i128::from(call.int(1));
    call.ret_int(0, nanos.rem_euclid(i128::from(call.int(2).max(1))) as i64);
    Ok(())
}

/// What a part of a layout stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Element {
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
struct Offset {
    /// UTC is `Z`.
    iso: bool,
    colon: bool,
    minutes: bool,
    seconds: bool,
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
fn next_element(layout: &[u8]) -> Option<(usize, usize, Element)> {
    (0..layout.len()).find_map(|at| element_at(&layout[at..]).map(|(element, len)| (at, at + len, element)))
}

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

/// `(layout string, seconds, nanos, offset int64, zone string) string`; seconds are those of the zone.
fn format_time(call: &mut Call<'_>) -> Answer {
    let (mut layout, zone) = (call.bytes(0), call.bytes(5));
    let (seconds, nanos, offset) = (call.int(2), call.int(3), call.int(4));
    let (days, of_day) = day_and_second(seconds);
    let shown = Shown {
        date: date_of(days),
        weekday: (days + 4).rem_euclid(7) as usize,
        hour: of_day / 3600,
        minute: of_day / 60 % 60,
        second: of_day % 60,
        nanos,
        offset,
        zone,
    };
    call.charge_bytes(16 * layout.len());
    let mut out = Vec::with_capacity(layout.len().min(1 << 20) + 10);
    let mut room = 1 << 20;
    while let Some((start, end, element)) = next_element(layout) {
        out.extend(&layout[..start]);
        shown.push(&mut out, element);
        layout = &layout[end..];
        // Names of zones are the program's own, of any length.
        call.charge_bytes(shown.zone.len());
        // What it grows to is looked for in the guest's memory before.
        if out.len() > room {
            room = 2 * out.len();
            call.vm.new_buffer(room)?;
        }
    }
    out.extend(layout);
    call.ret_string(0, &out)
}

/// Why a text is no time: a place in the value, and the part of the layout or the message that belongs to it.
#[derive(Debug)]
enum Failure {
    /// Cannot parse the rest of the value from here as this part of the layout.
    Element { value: usize, from: usize, to: usize },
    /// A message for the rest of the value from here.
    Message { value: usize, message: Message, from: usize, to: usize },
}

/// The numbers are known to `time.go`.
#[derive(Clone, Copy, Debug)]
enum Message {
    ExtraText = 1,
    Month = 2,
    Hour = 3,
    Minute = 4,
    Second = 5,
    FractionalSecond = 6,
    OffsetHour = 7,
    OffsetMinute = 8,
    OffsetSecond = 9,
    DayOfYear = 10,
    DayOfYearMonth = 11,
    DayOfYearDay = 12,
    Day = 13,
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
    half: Option<bool>,
    utc: bool,
    offset: Option<i64>,
    /// Where a zone's name lies in the value.
    zone: Option<(usize, usize)>,
}

/// A value that is being read; `at` moves on.
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

    /// Skips the literal part of a layout, in which any number of spaces stands for any other; false if it differs.
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

impl Parsed {
    /// Reads one element; `layout` is what follows it.
    fn element(&mut self, reader: &mut Reader<'_>, element: Element, layout: &[u8]) -> Result<(), Bad> {
        match element {
            Element::Year => {
                let text = reader.take(2)?;
                let year =
                    std::str::from_utf8(text).ok().and_then(|t| t.parse::<i64>().ok()).ok_or(Bad::Text)?;
                self.year = year + if year >= 69 { 1900 } else { 2000 };
            }
            Element::LongYear => {
                reader.digit(0).ok_or(Bad::Text)?;
                let text = reader.take(4)?;
                if !text.iter().all(u8::is_ascii_digit) {
                    return Err(Bad::Text);
                }
                self.year = text.iter().fold(0, |n, c| n * 10 + i64::from(c - b'0'));
            }
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
            Element::Half(lower) => {
                self.half = Some(match (reader.take(2)?, lower) {
                    (b"PM", false) | (b"pm", true) => true,
                    (b"AM", false) | (b"am", true) => false,
                    _ => return Err(Bad::Text),
                });
            }
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

    /// A fraction behind the seconds that the layout does not tell of.
    fn unasked_fraction(&mut self, reader: &mut Reader<'_>, layout: &[u8]) -> Result<(), Bad> {
        let rest = reader.rest();
        let there = rest.len() >= 2 && (rest[0] == b'.' || rest[0] == b',') && rest[1].is_ascii_digit();
        let asked = || matches!(next_element(layout), Some((_, _, Element::Fraction(..))));
        if there && !asked() {
            self.nanos = reader.fraction(reader.fraction_len())?;
        }
        Ok(())
    }

    /// Makes month and day out of the day of the year, or out of nothing.
    fn settle(&mut self) -> Result<(), Message> {
        if let Some(half) = self.half {
            if half && self.hour < 12 {
                self.hour += 12;
            } else if !half && self.hour == 12 {
                self.hour = 0;
            }
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

fn parse(layout: &[u8], value: &[u8]) -> Result<Parsed, Failure> {
    let mut parsed = Parsed::default();
    let mut reader = Reader { value, at: 0 };
    let mut from = 0;
    while let Some((start, end, element)) = next_element(&layout[from..]) {
        let (start, end) = (from + start, from + end);
        if !reader.literal(&layout[from..start]) {
            return Err(Failure::Element { value: reader.at, from, to: start });
        }
        let hold = reader.at;
        parsed.element(&mut reader, element, &layout[end..]).map_err(|bad| match bad {
            Bad::Text => Failure::Element { value: hold, from: start, to: end },
            Bad::Range(message) => Failure::Message { value: reader.at, message, from: start, to: end },
        })?;
        from = end;
    }
    if !reader.literal(&layout[from..]) {
        return Err(Failure::Element { value: reader.at, from, to: layout.len() });
    }
    if reader.at < value.len() {
        let message = Message::ExtraText;
        return Err(Failure::Message { value: reader.at, message, from: 0, to: 0 });
    }
    let at = reader.at;
    parsed.settle().map_err(|message| Failure::Message { value: at, message, from: 0, to: 0 })?;
    Ok(parsed)
}

/// `(layout, value string) (failure, a, b, c, d, e int)`: with failure 0, seconds, nanoseconds, what is known of the
/// zone (0 nothing, 1 UTC, 2 an offset, 3 a name, 4 both), the offset, and the place of its name in the value,
/// position and length packed into one; with failure -1 the places of the wrong part in value and layout; else a
/// message's number and the same places.
fn parse_time(call: &mut Call<'_>) -> Answer {
    let (layout, value) = (call.bytes(0), call.bytes(2));
    call.charge_bytes(16 * (layout.len() + value.len()));
    let results = match parse(layout, value) {
        Ok(p) => {
            let of_day = (p.hour * 60 + p.minute) * 60 + p.second;
            let seconds = seconds_of(p.year, p.month.unwrap_or(1), p.day.unwrap_or(1), of_day);
            let (at, len) = p.zone.unwrap_or_default();
            let (mut offset, mut kind) = (p.offset.unwrap_or(0), 0);
            if p.utc {
                kind = 1;
            } else if p.offset.is_some_and(|o| o != -1) {
                kind = if p.zone.is_some() { 4 } else { 2 };
            } else if p.zone.is_some() {
                kind = 3;
                let name = &value[at..at + len];
                if name.starts_with(b"GMT") {
                    offset = signed_hours(&name[3..]).map_or(0, |(_, hours)| hours * 3600);
                }
            }
            [0, seconds, p.nanos, kind, offset, (at << 8 | len) as i64]
        }
        Err(Failure::Element { value, from, to }) => [-1, value as i64, from as i64, to as i64, 0, 0],
        Err(Failure::Message { value, message, from, to }) => {
            [message as i64, value as i64, from as i64, to as i64, 0, 0]
        }
    };
    for (n, result) in results.into_iter().enumerate() {
        call.ret_int(n, result);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calendar_and_back() {
        for days in (-1_000_000..1_000_000).step_by(997) {
            let date = date_of(days);
            assert_eq!(seconds_of(date.year, date.month, date.day, 0), days * DAY);
        }
        assert_eq!(date_of(0), Date { year: 1970, month: 1, day: 1, year_day: 1 });
        assert_eq!(date_of(11_016), Date { year: 2000, month: 2, day: 29, year_day: 60 });
        assert_eq!(seconds_of(1, 1, 1, 0), -62_135_596_800);
        date_of(i64::MIN / DAY);
        date_of(i64::MAX / DAY);
        seconds_of(i64::MAX, i64::MAX, i64::MAX, 0);
    }

    #[test]
    fn layouts() {
        assert_eq!(next_element(b"x January"), Some((2, 9, Element::LongMonth)));
        assert_eq!(next_element(b"Month 2"), Some((6, 7, Element::Day)));
        assert_eq!(next_element(b"_2006"), Some((1, 5, Element::LongYear)));
        assert_eq!(next_element(b"none"), None);
        assert!(parse(b"2006-01-02", b"2024-02-30").is_err());
        assert!(parse(b"", b"").is_ok());
        for cut in 0..20 {
            let _ = parse(b"2006-01-02T15:04:05.000Z07:00", &b"2024-02-29T12:00:00.5"[..cut]);
        }
    }
}
