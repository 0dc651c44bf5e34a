//! Package `time`: the calendar, and texts of times by layouts, by the kernels. Times are seconds since 1970 in the zone
//! at hand.

use purlin_kernels::time::calendar;
use purlin_kernels::time::format::{Formatter, Moment};
use purlin_kernels::time::parse::{Failure, parse};
use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("time.civil", Native::Light(civil)),
    ("time.unixOf", Native::Light(unix_of)),
    ("time.remainder", Native::Light(remainder)),
    ("time.format", Native::Heavy(format_time)),
    ("time.parse", Native::Heavy(parse_time)),
];

/// `(seconds int64) (year, month, day, yearDay int)`
fn civil(call: &mut Call<'_>) -> Answer {
    let date = calendar::date_of(calendar::day_and_second(call.int(0)).0);
    call.ret_int(0, date.year);
    call.ret_int(1, date.month);
    call.ret_int(2, date.day);
    call.ret_int(3, date.year_day);
    Ok(())
}

/// `(year, month, day, hour, minute, second, nanos int) (seconds, nanos int64)`
fn unix_of(call: &mut Call<'_>) -> Answer {
    let (seconds, nanos) = calendar::moment(std::array::from_fn(|n| call.int(n)));
    call.ret_int(0, seconds);
    call.ret_int(1, nanos);
    Ok(())
}

/// `(seconds, nanos, d int64) int64`: what is left of the seconds since year 1 when divided by a duration.
fn remainder(call: &mut Call<'_>) -> Answer {
    call.ret_int(0, calendar::remainder(call.int(0), call.int(1), call.int(2)));
    Ok(())
}

/// `(layout string, seconds, nanos, offset int64, zone string) string`; seconds are those of the zone.
fn format_time(call: &mut Call<'_>) -> Answer {
    let (layout, zone) = (call.bytes(0), call.bytes(5));
    let moment = Moment { seconds: call.int(2), nanos: call.int(3), offset: call.int(4), zone };
    call.charge_bytes(16 * layout.len());
    let mut formatter = Formatter::new(layout, moment);
    let mut room = 1 << 20;
    while let Some(len) = formatter.step() {
        // Names of zones are the program's own, of any length.
        call.charge_bytes(zone.len());
        // What it grows to is looked for in the guest's memory before.
        if len > room {
            room = 2 * len;
            call.vm.new_buffer(room)?;
        }
    }
    call.ret_string(0, &formatter.finish())
}

/// `(layout, value string) (failure, a, b, c, d, e int)`: with failure 0, seconds, nanoseconds, what is known of the
/// zone (0 nothing, 1 UTC, 2 an offset, 3 a name, 4 both), the offset, and the place of its name in the value,
/// position and length packed into one; with failure -1 the places of the wrong part in value and layout; else a
/// message's number and the same places.
fn parse_time(call: &mut Call<'_>) -> Answer {
    let (layout, value) = (call.bytes(0), call.bytes(2));
    call.charge_bytes(16 * (layout.len() + value.len()));
    let results = match parse(layout, value) {
        Ok(time) => {
            let (at, len) = time.name;
            [0, time.seconds, time.nanos, time.zone as i64, time.offset, (at << 8 | len) as i64]
        }
        Err(Failure { message, value, from, to }) => {
            [message.map_or(-1, |m| m as i64), value as i64, from as i64, to as i64, 0, 0]
        }
    };
    for (n, result) in results.into_iter().enumerate() {
        call.ret_int(n, result);
    }
    Ok(())
}
