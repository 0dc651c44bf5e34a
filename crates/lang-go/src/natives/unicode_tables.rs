//! The tables of package `unicode`: ranges by name, changes of case, orbits of folding, by the kernels.

use purlin_kernels::unicode::tables;
use purlin_runtime::native::{Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;

natives! {
    /// Tables of code points.
    pub(super) UNICODE_TABLES in "unicode" {
        /// The ranges of the table of that name: how many lie below 2^16, then first, last and stride of
        /// each.
        heavy "ranges"(name: Str) -> (Slice<u32>) = ranges;
            [READS ALLOCATES] "an allocation, 1 a 16 bytes and a 4 bytes of the table's text";
        /// The names of the tables of a kind, in order.
        heavy "names"(kind: Str) -> (Slice<Str>) = names; [READS ALLOCATES] "the allocations, 2 a table there is";
        /// First and last code point of each range, and the differences to upper, lower and title case.
        heavy "caseRanges"() -> (Slice<i32>) = case_ranges;
            [ALLOCATES] "an allocation, 1 a 16 bytes and a 4 bytes of the table's text";
        /// The next code point of those that differ only in case, back to the least after the greatest.
        heavy "simpleFold"(rune: i32) -> (i32) = simple_fold; [] "nothing more";
    }
}

/// What the text of a table costs that is read.
fn charge_text(caller: &Caller<'_>, line: &str) {
    caller.charge_bytes(line.len() * 4);
}

/// The name of a table, empty where it is no UTF-8.
fn name_of<'a, 'c>(caller: &'a Caller<'c>, name: StrRef<'c>) -> &'a str {
    std::str::from_utf8(caller.bytes(name)).unwrap_or_default()
}

fn ranges<'c>(caller: &mut Caller<'c>, name: StrRef<'c>) -> Result<SliceRef<'c, u32>, Stop> {
    let line = tables::line(name_of(caller, name)).unwrap_or_default();
    charge_text(caller, line);
    let values = tables::strided_ranges(line);
    caller.charge_bytes(size_of_val(&values[..]));
    caller.new_slice(&values)
}

fn names<'c>(caller: &mut Caller<'c>, kind: StrRef<'c>) -> Result<SliceRef<'c, Str>, Stop> {
    let names = tables::names(name_of(caller, kind));
    caller.charge_bytes(tables::count() * 32);
    caller.new_strings(names.iter())
}

fn case_ranges<'c>(caller: &mut Caller<'c>) -> Result<SliceRef<'c, i32>, Stop> {
    let line = tables::line("case").unwrap_or_default();
    charge_text(caller, line);
    let values = tables::case_ranges(line);
    caller.charge_bytes(size_of_val(&values[..]));
    caller.new_slice(&values)
}

fn simple_fold(_: &mut Caller<'_>, rune: i32) -> Result<i32, Stop> {
    Ok(tables::next_in_orbit(rune as u32) as i32)
}
