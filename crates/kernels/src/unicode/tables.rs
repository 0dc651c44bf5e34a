//! Tables of Unicode by name: ranges, changes of case, orbits of folding, from `tables.txt`, whose head says
//! how it is written and where it comes from. What a single code point is, [`super`] answers.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The lines of the file by what they begin with.
static LINES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("tables.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).collect()
});

fn number(text: &str) -> u32 {
    u32::from_str_radix(text, 36).unwrap_or(0)
}

/// The text of a table, for [`strided_ranges`] or [`case_ranges`]; its length is what reading it costs.
pub fn line(name: &str) -> Option<&'static str> {
    LINES.get(name).copied()
}

/// How many tables there are.
pub fn count() -> usize {
    LINES.len()
}

/// The names that begin with `kind`, without it, in order.
pub fn names(kind: &str) -> Vec<&'static str> {
    let mut names: Vec<&str> = LINES.keys().filter_map(|name| name.strip_prefix(kind)).collect();
    names.sort_unstable();
    names
}

/// The ranges of a [`line()`]: how many of them lie below 2^16, then first, last and stride of each.
pub fn strided_ranges(line: &str) -> Vec<u32> {
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

/// The changes of case of a [`line()`]: first and last code point, then the differences to upper, lower and
/// title case.
pub fn case_ranges(line: &str) -> Vec<i32> {
    let mut values = Vec::new();
    let mut end = 0;
    for part in line.split(' ') {
        let mut fields = part.split(':');
        let range = fields.next().unwrap_or_default();
        let (gap, length) = range.split_once('+').unwrap_or((range, "0"));
        let first = end + number(gap);
        end = first + number(length);
        values.extend([first as i32, end as i32]);
        values.extend(fields.map(|f| i32::from_str_radix(f, 36).unwrap_or(0)));
    }
    values
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
    ORBITS.get(&rune).copied().unwrap_or_else(|| match super::to_lower(rune) {
        lower if lower != rune => lower,
        _ => super::to_upper(rune),
    })
}

/// First and last of the ranges of a table, single code points where its stride is not 1; nothing if there is
/// no such table.
pub fn table(name: &str) -> Option<Vec<(u32, u32)>> {
    let mut out = Vec::new();
    for range in strided_ranges(LINES.get(name)?)[1..].chunks(3) {
        match *range {
            [first, last, 1] => out.push((first, last)),
            [first, last, stride] => out.extend((first..=last).step_by(stride as usize).map(|r| (r, r))),
            _ => {}
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read() {
        assert_eq!(strided_ranges("0+v 2o+w/2 | 188w"), [2, 0, 31, 1, 127, 159, 2, 57503, 57503, 1]);
        assert!(count() > 240);
        // k, Kelvin sign, K.
        assert_eq!(ORBITS.get(&0x6b), Some(&0x212a));
        assert_eq!([0x6b, 0x212a, 0x4b].map(next_in_orbit), [0x212a, 0x4b, 0x6b]);
        assert_eq!(table("no such table"), None);
    }

    #[test]
    fn changes_of_case() {
        let values = case_ranges(line("case").unwrap_or_default());
        assert_eq!(values.len() % 5, 0);
        let small = values.chunks(5).find(|r| r[0] <= 0x61 && 0x61 <= r[1]).map(|r| r[2]);
        assert_eq!(small, Some(-32));
    }
}
