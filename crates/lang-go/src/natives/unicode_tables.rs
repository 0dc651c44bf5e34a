//! The tables of package `unicode`: ranges by name, changes of case, orbits of folding, from `unicode_tables.txt`,
//! whose head says how it is written. What a single code point is, `unicode.rs` answers.

use std::collections::HashMap;
use std::sync::LazyLock;

use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("unicode.ranges", Native::Heavy(ranges)),
    ("unicode.names", Native::Heavy(names)),
    ("unicode.caseRanges", Native::Heavy(case_ranges)),
    ("unicode.simpleFold", Native::Heavy(simple_fold)),
];

/// The lines of the file by what they begin with.
static LINES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("unicode_tables.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).collect()
});

fn number(text: &str) -> u32 {
    u32::from_str_radix(text, 36).unwrap_or(0)
}

/// A fresh slice of 32-bit integers in results 0 to 2.
fn ret_slice(call: &mut Call<'_>, values: &[u32]) -> Answer {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    call.charge_bytes(bytes.len());
    call.ret_string(0, &bytes)?;
    call.ret_int(1, values.len() as i64);
    call.ret_int(2, values.len() as i64);
    Ok(())
}

/// `(name string) []uint32`
fn ranges(call: &mut Call<'_>) -> Answer {
    let name = std::str::from_utf8(call.bytes(0)).unwrap_or_default();
    let line = LINES.get(name).copied().unwrap_or_default();
    call.charge_bytes(line.len() * 4);
    let values = read_ranges(line);
    ret_slice(call, &values)
}

/// How many ranges are in the 16-bit part, then first, last and stride of all.
fn read_ranges(line: &str) -> Vec<u32> {
    let mut values = vec![0];
    let (mut end, mut wide) = (0, false);
    for part in line.split(' ') {
        if part == "|" {
            wide = true;
            continue;
        }
        let (rest, stride) = part.split_once('/').unwrap_or((part, "1"));
        let (gap, length) = rest.split_once('+').unwrap_or((rest, "0"));
        let first = end + number(gap);
        end = first + number(length);
        values.extend([first, end, number(stride)]);
        values[0] += u32::from(!wide);
    }
    values
}

/// `(kind string) []string`
fn names(call: &mut Call<'_>) -> Answer {
    let kind = std::str::from_utf8(call.bytes(0)).unwrap_or_default();
    let mut names: Vec<&str> = LINES.keys().filter_map(|name| name.strip_prefix(kind)).collect();
    names.sort_unstable();
    call.charge_bytes(LINES.len() * 32);
    call.ret_strings(0, &names)
}

/// `() []int32`: first and last code point, and the differences to upper, lower and title case.
fn case_ranges(call: &mut Call<'_>) -> Answer {
    let line = LINES.get("case").copied().unwrap_or_default();
    call.charge_bytes(line.len() * 4);
    let mut values = Vec::new();
    let mut end = 0;
    for part in line.split(' ') {
        let mut fields = part.split(':');
        let range = fields.next().unwrap_or_default();
        let (gap, length) = range.split_once('+').unwrap_or((range, "0"));
        let first = end + number(gap);
        end = first + number(length);
        values.extend([first, end]);
        values.extend(fields.map(|f| i32::from_str_radix(f, 36).unwrap_or(0) as u32));
    }
    ret_slice(call, &values)
}

/// Code points whose next in the orbit is neither their lower nor their upper case.
static ORBITS: LazyLock<HashMap<u32, u32>> = LazyLock::new(|| {
    let mut at = 0;
    let line = LINES.get("fold").copied().unwrap_or_default();
    let steps = line.split(' ').filter_map(|part| part.split_once(':')).map(|(gap, to)| {
        at += number(gap);
        (at, number(to))
    });
    steps.collect()
});

/// The next code point of those that differ only in case, back to the least after the greatest.
pub fn next_in_orbit(rune: u32) -> u32 {
    ORBITS.get(&rune).copied().unwrap_or_else(|| match super::unicode::to_lower(rune) {
        lower if lower != rune => lower,
        _ => super::unicode::to_upper(rune),
    })
}

/// First and last of the ranges of a table; nothing if there is no such table.
pub fn table(name: &str) -> Option<Vec<(u32, u32)>> {
    let mut out = Vec::new();
    for range in read_ranges(LINES.get(name)?)[1..].chunks(3) {
        match *range {
            [first, last, 1] => out.push((first, last)),
            [first, last, stride] => out.extend((first..=last).step_by(stride as usize).map(|r| (r, r))),
            _ => {}
        }
    }
    Some(out)
}

fn simple_fold(call: &mut Call<'_>) -> Answer {
    let next = next_in_orbit(call.word(0) as u32);
    call.ret_int(0, i64::from(next));
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn tables_are_read() {
        assert_eq!(super::read_ranges("0+v 2o+w/2 | 188w"), [2, 0, 31, 1, 127, 159, 2, 57503, 57503, 1]);
        assert!(super::LINES.len() > 240);
        // k, Kelvin sign, K.
        assert_eq!(super::ORBITS.get(&0x6b), Some(&0x212a));
    }
}
