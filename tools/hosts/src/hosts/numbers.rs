//! Numbers and texts at the edges: NaN, integers that do not fit, characters and bytes that are none.

use std::collections::{BTreeMap, HashMap};

use purlin::{
    DataError, FromGuest, HostData, HostPackage, HostType, Reader, ToGuest, TypeBuilder, Writer, Written,
};

use crate::common::{Outcome, compile, holds, in_tiers, isolate, refused, same, well};

/// A float as a key: by its bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Bits(u64);

impl HostData for Bits {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        f64::host_type(types)
    }
}

impl ToGuest for Bits {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        f64::from_bits(self.0).write(to)
    }
}

impl FromGuest for Bits {
    fn read(from: Reader<'_>) -> Result<Bits, DataError> {
        f64::read(from).map(|float| Bits(float.to_bits()))
    }
}

const FLOATS: &str = "import (\"host/num\"; \"math\")\n\
    func Echo(f float64) float64 { return f }\n\
    func Echo32(f float32) float32 { return f }\n\
    func Host(f float64) float64 { return num.Echo(f) }\n\
    func Len(m map[float64]int64) (n int64, sum int64) { for _, v := range m { sum += v }; return int64(len(m)), sum }\n\
    func NaNs(n int64) map[float64]int64 { m := map[float64]int64{}; for i := int64(0); i < n; i++ { m[math.NaN()] = i }; m[0] = 7; return m }\n\
    func Count(n int64) int64 { return num.Count(NaNs(n)) }";

pub(crate) fn floats() -> Outcome {
    let package = HostPackage::new("host/num")
        .function("Echo", |f: f64| f)
        .function("Count", |map: BTreeMap<Bits, i64>| map.len() as i64);
    in_tiers(|tier| {
        let mut i = isolate(&compile(tier, std::slice::from_ref(&package), FLOATS)?)?;
        let odd = [
            f64::NAN,
            -f64::NAN,
            f64::from_bits(0x7ff0_0000_0000_0001),
            f64::from_bits(u64::MAX),
            -0.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MIN_POSITIVE / 2.0,
            f64::MAX,
        ];
        for f in odd {
            for name in ["Echo", "Host"] {
                let back = well(i.call::<_, f64>(name, (f,)))?;
                holds(
                    back.to_bits() == f.to_bits() || f.is_nan() && back.is_nan(),
                    format!("{f} became {back}"),
                )?;
            }
            let narrow = well(i.call::<_, f32>("Echo32", (f as f32,)))?;
            holds(narrow == f as f32 || f.is_nan() && narrow.is_nan(), format!("{f} became {narrow}"))?;
        }
        // Two zeros are one key, and a NaN is a key that equals none.
        let nans = (0..100).map(|n| (Bits(f64::NAN.to_bits() + n), 1));
        let map: HashMap<Bits, i64> = nans.chain([(Bits(0), 1), (Bits((-0.0f64).to_bits()), 1)]).collect();
        same(well(i.call::<_, (i64, i64)>("Len", (map,)))?, (101, 101))?;
        let nans = well(i.call::<_, BTreeMap<Bits, i64>>("NaNs", (1_000i64,)))?;
        holds(nans.len() >= 2 && nans.get(&Bits(0)) == Some(&7), format!("{} keys", nans.len()))?;
        let counted = well(i.call::<_, i64>("Count", (1_000i64,)))?;
        same(counted, nans.len() as i64)
    })
}

const INTEGERS: &str = "import \"host/num\"\n\
    func I8(n int8) int8 { return num.I8(n) + 1 }\nfunc U8(n uint8) uint8 { return num.U8(n) + 1 }\n\
    func I16(n int16) int16 { return num.I16(n) + 1 }\nfunc U16(n uint16) uint16 { return num.U16(n) + 1 }\n\
    func I32(n int32) int32 { return num.I32(n) + 1 }\nfunc U32(n uint32) uint32 { return num.U32(n) + 1 }\n\
    func I64(n int64) int64 { return num.I64(n) + 1 }\nfunc U64(n uint64) uint64 { return num.U64(n) + 1 }\n\
    func Lists(a []int8, b []uint16, c [3]int32, d map[int8]uint8) (int64, uint64) { s := int64(0); for _, n := range a { s += int64(n) }; for _, n := range c { s += int64(n) }; u := uint64(0); for _, n := range b { u += uint64(n) }; for k, v := range d { s += int64(k); u += uint64(v) }; return s, u }\n\
    func Rune(n int32) rune { return n }\n\
    func Char(n int32) int64 { return num.Char(n) }\n\
    func Flip(b bool) bool { return !num.Flip(b) }";

pub(crate) fn integers() -> Outcome {
    let mut package = HostPackage::new("host/num")
        .function("Char", |c: char| i64::from(u32::from(c)))
        .function("Flip", |b: bool| !b);
    macro_rules! echo {
        ($($name:literal: $t:ty),*) => { $(package = package.function($name, |n: $t| n);)* };
    }
    echo!("I8": i8, "U8": u8, "I16": i16, "U16": u16, "I32": i32, "U32": u32, "I64": i64, "U64": u64);
    in_tiers(|tier| {
        let mut i = isolate(&compile(tier, std::slice::from_ref(&package), INTEGERS)?)?;
        macro_rules! check {
            ($($name:literal: $t:ty),*) => { $(
                for n in [<$t>::MIN, <$t>::MIN + 1, 0, 1, <$t>::MAX / 2, <$t>::MAX - 1, <$t>::MAX] {
                    same(well(i.call::<_, $t>($name, (n,)))?, n.wrapping_add(1))?;
                }
            )* };
        }
        check!("I8": i8, "U8": u8, "I16": i16, "U16": u16, "I32": i32, "U32": u32, "I64": i64, "U64": u64);
        let lists = (
            vec![-128i8, 127],
            vec![65_535u16, 1],
            [i32::MIN, -1, i32::MAX],
            HashMap::from([(-128i8, 255u8)]),
        );
        same(well(i.call::<_, (i64, u64)>("Lists", lists))?, (-1 - 2 - 128, 65_791))?;
        for wrong in [-1i32, 0xd800, 0xdfff, 0x11_0000, i32::MAX, i32::MIN] {
            refused(i.call::<_, char>("Rune", (wrong,)), "no character")?;
            refused(i.call::<_, i64>("Char", (wrong,)), "no character")?;
        }
        same(well(i.call::<_, char>("Rune", (0x10_ffffi32,)))?, '\u{10ffff}')?;
        for b in [true, false] {
            same(well(i.call::<_, bool>("Flip", (b,)))?, b)?;
        }
        Ok(())
    })
}

const TEXTS: &str = "import \"host/text\"\n\
    func Bad(n int64) string { return string([]byte{'a', 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, byte(n), 0}) }\n\
    func Str(n int64) int64 { return text.Str(Bad(n)) }\n\
    func String(n int64) int64 { return text.String(Bad(n)) }\n\
    func Bytes(n int64) int64 { return text.Bytes([]byte(Bad(n))) }\n\
    func Key(n int64) map[string]string { return map[string]string{Bad(n): Bad(n + 1)} }\n\
    func Error(n int64) (int64, error) { return 1, failure(n) }\n\
    type failure int64\n\
    func (f failure) Error() string { return Bad(int64(f)) }\n\
    func Len(s string) int64 { return int64(len(s)) }";

pub(crate) fn texts() -> Outcome {
    let package = HostPackage::new("host/text")
        .function("Str", |text: &str| text.chars().count() as i64)
        .function("String", |text: String| text.chars().count() as i64)
        .function("Bytes", |bytes: &[u8]| bytes.len() as i64);
    in_tiers(|tier| {
        let mut i = isolate(&compile(tier, std::slice::from_ref(&package), TEXTS)?)?;
        for n in [0x41i64, 0x80, 0xf4, 0xff] {
            let text = well(i.call::<_, String>("Bad", (n,)))?;
            holds(text.starts_with("a\u{fffd}") && text.ends_with('\0'), format!("{text:?}"))?;
            let count = text.chars().count() as i64;
            same(well(i.call::<_, i64>("Str", (n,)))?, count)?;
            same(well(i.call::<_, i64>("String", (n,)))?, count)?;
            same(well(i.call::<_, i64>("Bytes", (n,)))?, 9)?;
            let map = well(i.call::<_, HashMap<String, String>>("Key", (n,)))?;
            same(map.keys().next(), Some(&text))?;
            same(well(i.call::<_, Result<i64, String>>("Error", (n,)))?, Err(text))?;
        }
        for text in ["", "\0", "\u{10ffff}", "🦀\u{202e}"] {
            same(well(i.call::<_, i64>("Len", (text,)))?, text.len() as i64)?;
        }
        Ok(())
    })
}
