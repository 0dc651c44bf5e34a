//! The proleptic Gregorian calendar: dates of days since 1970, and back. Knows no zones.

/// Seconds of a day.
pub const DAY: i64 = 86_400;

/// A day of the proleptic Gregorian calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    /// The year, astronomically: 0 is before 1.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// The day of the year, from 1.
    pub year_day: i64,
}

/// Whether February has 29 days.
pub fn is_leap(year: i64) -> bool {
    // Of the multiples of 25 those of 16 are leap years, of all others those of 4.
    year & if year % 25 == 0 { 15 } else { 3 } == 0
}

/// Days of a month, which is from 1 to 12.
pub fn days_in(month: i64, year: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days of a year before a month, which is from 1 to 12, leap days left out.
pub(super) fn days_before(month: i64) -> i64 {
    [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365][(month - 1) as usize]
}

/// Days from the beginning of Go's count to 1970. Sums of 64 bits wrap around there, so times out of all
/// reason come out as Go's do.
const COUNTED: i64 = COUNTED_YEARS as i64 / 400 * 146_097 + 306 + 719_162;
/// Go counts from March 1 of the year so many before year 0.
const COUNTED_YEARS: u64 = 292_277_022_400;

/// Days since 1970, and the second of the day, of seconds since 1970.
#[inline]
pub fn day_and_second(seconds: i64) -> (i64, i64) {
    let counted = (seconds as u64).wrapping_add((COUNTED * DAY) as u64);
    ((counted / DAY as u64) as i64 - COUNTED, (counted % DAY as u64) as i64)
}

/// The date of a day since 1970 that [`day_and_second`] gives, after Neri and Schneider ("Euclidean affine
/// functions and their application to calendar algorithms"): years begin in March.
#[inline]
pub fn date_of(days: i64) -> Date {
    let days = days.wrapping_add(COUNTED) as u64;
    let in_quarters = days.wrapping_mul(4) | 3;
    let (century, of_century) = (in_quarters / 146_097, (in_quarters % 146_097) | 3);
    // The upper half of the product is the year of the century, the lower half the part of the year that has
    // passed.
    let product = of_century * 2_939_745;
    let (year_of_century, in_year) = (product >> 32, (product & 0xffff_ffff) / 2_939_745 / 4);
    let in_months = 2141 * in_year + 197_913;
    let (month, day) = (in_months >> 16, (in_months & 0xffff) / 2141 + 1);
    // January and February belong to the next year.
    let next = in_year >= 306;
    let year = (100 * century + year_of_century + u64::from(next)) as i64 - COUNTED_YEARS as i64;
    let year_day = if next { in_year - 305 } else { in_year + 60 + u64::from(is_leap(year)) };
    let month = if next { month - 12 } else { month };
    Date { year, month: month as i64, day: day as i64, year_day: year_day as i64 }
}

/// Seconds since 1970 of a date whose parts may lie outside their ranges; wraps around where Go does. The
/// days before a month are after Neri and Schneider ("Euclidean affine functions and their application to
/// calendar algorithms").
pub fn seconds_of(year: i64, month: i64, day: i64, second_of_day: i64) -> i64 {
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

/// Seconds since 1970 and nanoseconds, from 0 to 999,999,999, of a date and a clock whose parts may lie
/// outside their ranges.
pub fn moment([year, month, day, hour, minute, second, nanos]: [i64; 7]) -> (i64, i64) {
    const NANOS: i64 = 1_000_000_000;
    let (second, nanos) = (second.wrapping_add(nanos.div_euclid(NANOS)), nanos.rem_euclid(NANOS));
    let (minute, second) = (minute.wrapping_add(second.div_euclid(60)), second.rem_euclid(60));
    let (hour, minute) = (hour.wrapping_add(minute.div_euclid(60)), minute.rem_euclid(60));
    let (day, hour) = (day.wrapping_add(hour.div_euclid(24)), hour.rem_euclid(24));
    (seconds_of(year, month, day, (hour * 60 + minute) * 60 + second), nanos)
}

/// What remains of a time of seconds and nanoseconds after division by a duration in nanoseconds; durations
/// below 1 count as 1.
pub fn remainder(seconds: i64, nanos: i64, duration: i64) -> i64 {
    let nanos = i128::from(seconds) * 1_000_000_000 + i128::from(nanos);
    nanos.rem_euclid(i128::from(duration.max(1))) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calendar_and_back() {
        for days in (-1_000_000..1_000_000).step_by(997).chain(-150_000..150_000) {
            let date = date_of(days);
            assert_eq!(seconds_of(date.year, date.month, date.day, 0), days * DAY);
            assert_eq!(seconds_of(date.year, 1, 1, 0), (days - date.year_day + 1) * DAY);
            assert!(
                (1..=12).contains(&date.month) && (1..=days_in(date.month, date.year)).contains(&date.day)
            );
        }
        assert_eq!(date_of(0), Date { year: 1970, month: 1, day: 1, year_day: 1 });
        assert_eq!(date_of(11_016), Date { year: 2000, month: 2, day: 29, year_day: 60 });
        assert_eq!(seconds_of(1, 1, 1, 0), -62_135_596_800);
        for seconds in [i64::MIN, -(COUNTED * DAY), -(COUNTED * DAY) - 1, i64::MAX] {
            date_of(day_and_second(seconds).0);
        }
        seconds_of(i64::MAX, i64::MAX, i64::MAX, 0);
    }

    #[test]
    fn parts_outside_their_ranges() {
        assert_eq!(moment([1970, 1, 1, 0, 0, 0, 0]), (0, 0));
        assert_eq!(moment([1969, 12, 31, 23, 59, 60, -1]), (-1, 999_999_999));
        assert_eq!(
            moment([2023, 14, -1, 25, -61, 3600, 1_500_000_000]),
            moment([2024, 1, 31, 0, 59, 1, 500_000_000])
        );
        assert_eq!(day_and_second(-1), (-1, DAY - 1));
        assert_eq!(remainder(-1, 0, 7), 1_000_000_000_i64.wrapping_neg().rem_euclid(7));
        assert_eq!(remainder(5, 3, 0), 0);
    }
}
