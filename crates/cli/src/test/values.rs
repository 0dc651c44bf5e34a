//! Values that several flags of `purlin test` have: durations as Go writes them, expressions for names, seeds
//! of chance. Knows no flag.

use std::time::{Duration, SystemTime};

/// A number that is another one in each run.
pub(super) fn random() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64)
}

/// What Go's `time.ParseDuration` reads, as it is.
pub(super) fn go_duration(text: &str) -> Result<String, String> {
    go_time(text).map(|_| text.to_string())
}

/// How long a benchmark is to run, or how often, as in `100x`: as it is, in the words of Go's tests if it is
/// neither.
pub(super) fn bench_time(text: &str) -> Result<String, String> {
    let is_count = |runs: &str| runs.parse::<u32>().is_ok_and(|runs| runs > 0);
    let is_time = || go_time(text).is_ok_and(|time| !time.is_zero());
    match text.strip_suffix('x') {
        Some(runs) if is_count(runs) => Ok(text.to_string()),
        Some(_) => Err("invalid count".to_string()),
        None if is_time() => Ok(text.to_string()),
        None => Err("invalid duration".to_string()),
    }
}

/// The units of Go's durations, and their nanoseconds.
const UNITS: [(&str, f64); 7] =
    [("ns", 1.0), ("us", 1e3), ("\u{b5}s", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3600e9)];

/// Reads what Go's `time.ParseDuration` reads, but for signs.
pub(super) fn go_time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is not a duration (500ms, 10s, 1h30m)");
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    let (mut rest, mut nanos) = (text, 0.0);
    while !rest.is_empty() {
        let number = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(wrong)?;
        let count: f64 = rest[..number].parse().map_err(|_| wrong())?;
        let unit = UNITS.iter().find(|(unit, _)| {
            let after = rest[number..].strip_prefix(*unit);
            after.is_some_and(|after| {
                after.is_empty() || after.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            })
        });
        let (unit, scale) = unit.ok_or_else(wrong)?;
        nanos += count * scale;
        rest = &rest[number + unit.len()..];
    }
    // As many as a signed number of 64 bits holds, as in Go.
    if text.is_empty() || nanos >= 2f64.powi(63) {
        Err(wrong())
    } else {
        Ok(Duration::from_nanos(nanos as u64))
    }
}

/// An expression as tests see it: what they would refuse is refused at once.
pub(super) fn pattern(text: &str) -> Result<String, String> {
    let mut open = Vec::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if chars.next().is_none() => {
                return Err("trailing backslash at end of expression".to_string());
            }
            '(' => open.push(at),
            ')' if open.pop().is_none() => return Err(format!("unexpected ): `{text}`")),
            '[' => {
                let rest = &text[at + 1..];
                let first = rest.strip_prefix('^').unwrap_or(rest);
                // A bracket that comes first is one of the class.
                let skipped = rest.len() - first.strip_prefix(']').unwrap_or(first).len();
                let Some(end) = class_end(&rest[skipped..]) else {
                    return Err(format!("missing closing ]: `{}`", &text[at..]));
                };
                let end = at + 1 + skipped + end;
                while chars.clone().next().is_some_and(|(next, _)| next <= end) {
                    chars.next();
                }
            }
            '*' | '+' | '?' if at == 0 => {
                return Err(format!("missing argument to repetition operator: `{c}`"));
            }
            _ => {}
        }
    }
    if open.is_empty() { Ok(text.to_string()) } else { Err(format!("missing closing ): `{text}`")) }
}

/// Where a class ends, whose beginning has been read.
fn class_end(text: &str) -> Option<usize> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => _ = chars.next(),
            ']' => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tests_would_refuse_is_refused() {
        for bad in ["(", ")", "[", "[]", "a\\", "*a", "[^]", "([)"] {
            assert!(pattern(bad).is_err(), "{bad}");
        }
        for good in ["", "^Test(A|B)$/x=[)]", "[]a]", "[^]a]", "a\\(b", "A/B|C/D"] {
            assert_eq!(pattern(good).as_deref(), Ok(good));
        }
        for bad in ["", "1", "s", "1x", "1s2", "-1s", "1ss"] {
            assert!(go_duration(bad).is_err(), "{bad}");
        }
        for good in ["0", "10m", "1h30m", "1.5s", "100ms", "1ms2us"] {
            assert_eq!(go_duration(good).as_deref(), Ok(good));
        }
        for bad in ["soon", "0", "0s", "-1s", "0x", "x", "-1x", "1.5x", ""] {
            assert!(bench_time(bad).is_err(), "{bad}");
        }
        assert_eq!([bench_time("1x"), bench_time("2ms")], [Ok("1x".to_string()), Ok("2ms".to_string())]);
        assert_eq!(go_time("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(
            (go_time("1.5s"), go_time("1ms2us")),
            (Ok(Duration::from_millis(1500)), Ok(Duration::from_micros(1002)))
        );
    }
}
