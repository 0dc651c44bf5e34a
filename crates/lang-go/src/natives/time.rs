//! Package `time`: the calendar, and texts of times by layouts, by the kernels. Times are seconds since 1970
//! in the zone at hand.

use purlin_base::gas;
use purlin_kernels::time::calendar;
use purlin_kernels::time::format::{Formatter, Moment};
use purlin_kernels::time::parse::{Failure, parse};
use purlin_kernels::time::planned::{self, LONGEST_PLANNED, ROOM};
use purlin_kernels::time::zones;
use purlin_runtime::native::{Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;

natives! {
    /// The calendar, and texts of times.
    pub(super) TIME in "time" {
        /// Year, month, day and day of the year of a moment.
        light "civil"(seconds: i64) -> (i64, i64, i64, i64) = civil; [] "nothing more";
        /// Seconds and nanoseconds since 1970 of a date and a time of day, whose parts may be out of their
        /// ranges.
        light "unixOf"(year: i64, month: i64, day: i64, hour: i64, minute: i64, second: i64, nanos: i64) -> (i64, i64) = unix_of;
            [] "nothing more";
        /// What is left of the seconds since year 1 when divided by a duration.
        light "remainder"(seconds: i64, nanos: i64, d: i64) -> (i64) = remainder; [] "nothing more";
        /// The text of a moment by a layout and its plan, which may be empty; seconds are those of the zone.
        heavy "format"(layout: Str, plan: Str, seconds: i64, nanos: i64, offset: i64, zone: Str) -> (Str) = format_time;
            [READS ALLOCATES] "2 an entry of the plan, else 1 a byte, 1 a 16 bytes of zones; an allocation";
        /// Writes the text of a moment by a plan into a slice, if that has room for it: its length, or -1
        /// where the plan does not do.
        light "put"(room: Slice<u8>, plan: Str, seconds: i64, nanos: i64, offset: i64, zone: Str) -> (i64) = put;
            [READS WRITES] "2 an entry of the plan";
        /// The plan of a layout: where its parts are. Empty for long layouts.
        heavy "plan"(layout: Str) -> (Str) = plan_layout; [READS ALLOCATES] "1 a byte, an allocation";
        /// A moment from its text by a layout and its plan, which may be empty: failure, and five numbers.
        /// With failure 0 these are seconds, nanoseconds, what is known of the zone (0 nothing, 1 UTC, 2 an
        /// offset, 3 a name, 4 both), the offset, and the place of its name in the value, position and length
        /// packed into one; with failure -1 the places of the wrong part in value and layout; else failure is
        /// a message's number, with the same places.
        heavy "parse"(layout: Str, plan: Str, value: Str) -> (i64, i64, i64, i64, i64, i64) = parse_time; [READS] "1 a byte";
        /// The variable `TZ` and whether it is set; empty and false if it was not granted.
        heavy "hostZone"() -> (Str, bool) = host_zone; [ALLOCATES OUTSIDE] "1 a 16 bytes, an allocation";
        /// The TZif file of a zone of the database; empty if there is none.
        heavy "zoneData"(name: Str) -> (Str) = zone_data; [READS ALLOCATES] "ZONE, 1 a 16 bytes, an allocation";
    }
}

fn civil(_: &mut Caller<'_>, seconds: i64) -> Result<(i64, i64, i64, i64), Stop> {
    let date = calendar::date_of(calendar::day_and_second(seconds).0);
    Ok((date.year, date.month, date.day, date.year_day))
}

fn unix_of(
    _: &mut Caller<'_>,
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    nanos: i64,
) -> Result<(i64, i64), Stop> {
    Ok(calendar::moment([year, month, day, hour, minute, second, nanos]))
}

fn remainder(_: &mut Caller<'_>, seconds: i64, nanos: i64, d: i64) -> Result<i64, Stop> {
    Ok(calendar::remainder(seconds, nanos, d))
}

/// The text of a moment by a plan, of which each entry is charged; its length is `None` where the plan does
/// not do.
#[inline(always)]
fn written<'c>(caller: &Caller<'c>, plan: StrRef<'c>, moment: Moment<'_>) -> ([u8; ROOM], Option<usize>) {
    let mut room = [0; ROOM];
    caller.charge_bytes(4 * plan.len());
    let len = planned::write(caller.bytes(plan), moment, &mut room);
    (room, len)
}

fn put<'c>(
    caller: &mut Caller<'c>,
    to: SliceRef<'c, u8>,
    plan: StrRef<'c>,
    seconds: i64,
    nanos: i64,
    offset: i64,
    zone: StrRef<'c>,
) -> Result<i64, Stop> {
    let moment = Moment { seconds, nanos, offset, zone: caller.bytes(zone) };
    let (text, len) = written(caller, plan, moment);
    let Some(text) = len.and_then(|len| text.get(..len)) else { return Ok(-1) };
    if let Some(to) = caller.slice_mut(to).get_mut(..text.len()) {
        to.copy_from_slice(text);
    }
    Ok(text.len() as i64)
}

fn format_time<'c>(
    caller: &mut Caller<'c>,
    layout: StrRef<'c>,
    plan: StrRef<'c>,
    seconds: i64,
    nanos: i64,
    offset: i64,
    zone: StrRef<'c>,
) -> Result<StrRef<'c>, Stop> {
    let moment = Moment { seconds, nanos, offset, zone: caller.bytes(zone) };
    let (text, len) = written(caller, plan, moment);
    if let Some(text) = len.and_then(|len| text.get(..len)) {
        return caller.new_string(text);
    }
    caller.charge_bytes(16 * layout.len());
    let mut formatter = Formatter::new(caller.bytes(layout), moment);
    let mut room = 1 << 20;
    while let Some(len) = formatter.step() {
        // Names of zones are the program's own, of any length.
        caller.charge_bytes(zone.len());
        // What it grows to is looked for in the guest's memory before.
        if len > room {
            room = 2 * len;
            caller.probe(room)?;
        }
    }
    caller.new_string(&formatter.finish())
}

fn plan_layout<'c>(caller: &mut Caller<'c>, layout: StrRef<'c>) -> Result<StrRef<'c>, Stop> {
    caller.charge_bytes(16 * layout.len().min(LONGEST_PLANNED));
    let plan = planned::plan(caller.bytes(layout));
    caller.new_string(&plan)
}

type Parsed = (i64, i64, i64, i64, i64, i64);

fn parse_time<'c>(
    caller: &mut Caller<'c>,
    layout: StrRef<'c>,
    plan: StrRef<'c>,
    value: StrRef<'c>,
) -> Result<Parsed, Stop> {
    caller.charge_bytes(16 * (layout.len() + value.len()));
    Ok(match parse(caller.bytes(layout), caller.bytes(plan), caller.bytes(value)) {
        Ok(time) => {
            let (at, len) = time.name;
            (0, time.seconds, time.nanos, time.zone as i64, time.offset, (at << 8 | len) as i64)
        }
        Err(Failure { message, value, from, to }) => {
            (message.map_or(-1, |m| m as i64), value as i64, from as i64, to as i64, 0, 0)
        }
    })
}

fn host_zone<'c>(caller: &mut Caller<'c>) -> Result<(StrRef<'c>, bool), Stop> {
    let value =
        caller.grants().variables().find(|(name, _)| *name == "TZ").map(|(_, value)| value.to_owned());
    caller.charge_bytes(value.as_ref().map_or(0, String::len));
    let text = caller.new_string(value.as_deref().unwrap_or_default().as_bytes())?;
    Ok((text, value.is_some()))
}

fn zone_data<'c>(caller: &mut Caller<'c>, name: StrRef<'c>) -> Result<StrRef<'c>, Stop> {
    caller.charge(gas::ZONE);
    caller.charge_bytes(name.len());
    let data = zones::find(caller.bytes(name)).unwrap_or_default();
    caller.charge_bytes(data.len());
    caller.new_string(data)
}
