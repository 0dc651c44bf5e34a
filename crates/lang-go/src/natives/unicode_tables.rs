//! The tables of package `unicode`: ranges by name, changes of case, orbits of folding, by the kernels.

use purlin_kernels::unicode::tables;
use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("unicode.ranges", Native::Heavy(ranges)),
    ("unicode.names", Native::Heavy(names)),
    ("unicode.caseRanges", Native::Heavy(case_ranges)),
    ("unicode.simpleFold", Native::Heavy(simple_fold)),
];

/// Sets results 0 to 2 to a fresh slice of 32-bit integers.
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
    let line = tables::line(std::str::from_utf8(call.bytes(0)).unwrap_or_default()).unwrap_or_default();
    call.charge_bytes(line.len() * 4);
    ret_slice(call, &tables::strided_ranges(line))
}

/// `(kind string) []string`
fn names(call: &mut Call<'_>) -> Answer {
    let names = tables::names(std::str::from_utf8(call.bytes(0)).unwrap_or_default());
    call.charge_bytes(tables::count() * 32);
    call.ret_strings(0, &names)
}

/// `() []int32`: first and last code point, and the differences to upper, lower and title case.
fn case_ranges(call: &mut Call<'_>) -> Answer {
    let line = tables::line("case").unwrap_or_default();
    call.charge_bytes(line.len() * 4);
    ret_slice(call, &tables::case_ranges(line))
}

/// `(r rune) rune`
fn simple_fold(call: &mut Call<'_>) -> Answer {
    let next = tables::next_in_orbit(call.word(0) as u32);
    call.ret_int(0, i64::from(next));
    Ok(())
}
