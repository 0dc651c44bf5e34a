//! Values of serde's that say one thing and do another.

use std::cell::Cell;

use purlin::{HostPackage, Limits, Serde, TrapKind};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};

use crate::common::{Outcome, compile, holds, in_tiers, isolate, isolate_of, panics, same, well};

/// A value that is serialised in the way of this number.
struct Odd(usize);

const WAYS: usize = 26;

impl Serialize for Odd {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            0 => to.serialize_seq(Some(usize::MAX))?.end(),
            1 => to.serialize_seq(None)?.end(),
            2 => {
                let mut seq = to.serialize_seq(Some(1))?;
                (0..9).try_for_each(|n| seq.serialize_element(&n))?;
                seq.end()
            }
            3 => {
                let mut seq = to.serialize_seq(Some(3))?;
                seq.serialize_element("not a number")?;
                seq.end()
            }
            4 => to.serialize_map(Some(usize::MAX))?.end(),
            5 => {
                let mut map = to.serialize_map(None)?;
                map.serialize_key("k")?;
                map.serialize_key("k")?;
                map.end()
            }
            6 => {
                let mut map = to.serialize_map(None)?;
                map.serialize_value(&1)?;
                map.end()
            }
            7 => {
                let mut map = to.serialize_map(Some(1))?;
                (0..500).try_for_each(|n| map.serialize_entry(&n.to_string(), &n))?;
                map.end()
            }
            8 => {
                let mut fields = to.serialize_struct("S", 99)?;
                fields.serialize_field("nothing", &1)?;
                fields.end()
            }
            9 => {
                let mut fields = to.serialize_struct("S", 0)?;
                (0..9).try_for_each(|n| fields.serialize_field("A", &n))?;
                fields.end()
            }
            10 => to.serialize_i128(i128::MAX),
            11 => to.serialize_u128(u128::MAX),
            12 => to.serialize_u64(u64::MAX),
            13 => to.serialize_i64(i64::MIN),
            14 => to.serialize_f64(f64::NAN),
            15 => to.serialize_unit(),
            16 => to.serialize_unit_variant("E", u32::MAX, "V"),
            17 => to.serialize_newtype_variant("E", 0, "V", &1),
            18 => to.serialize_tuple(usize::MAX)?.end(),
            19 => to.serialize_some(&Odd(19 - 5)),
            20 => Err(S::Error::custom("it gives up")),
            21 => panic!("while it was serialised"),
            22 => to.serialize_bytes(&[0xff; 64]),
            23 => to.serialize_char('\u{10ffff}'),
            24 => to.collect_str(&format_args!("{}", 1)),
            _ => to.serialize_none(),
        }
    }
}

/// A value that asks for more, or for something else, than there is.
struct Greedy(i64);

thread_local! {
    static HOW: Cell<usize> = const { Cell::new(0) };
}

const ASKS: usize = 16;

impl<'de> Deserialize<'de> for Greedy {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Greedy, D::Error> {
        match HOW.get() {
            0 => from.deserialize_any(Greedy(0)),
            1 => from.deserialize_bool(Greedy(0)),
            2 => from.deserialize_i128(Greedy(0)),
            3 => from.deserialize_u128(Greedy(0)),
            4 => from.deserialize_char(Greedy(0)),
            5 => from.deserialize_str(Greedy(0)),
            6 => from.deserialize_bytes(Greedy(0)),
            7 => from.deserialize_option(Greedy(0)),
            8 => from.deserialize_unit(Greedy(0)),
            9 => from.deserialize_tuple(usize::MAX, Greedy(0)),
            10 => from.deserialize_map(Greedy(0)),
            11 => from.deserialize_struct("S", &["A", "A", ""], Greedy(0)),
            12 => from.deserialize_enum("E", &[], Greedy(0)),
            13 => from.deserialize_ignored_any(Greedy(0)),
            14 => Err(D::Error::custom("it gives up")),
            _ => panic!("while it was deserialised"),
        }
    }
}

impl<'de> Visitor<'de> for Greedy {
    type Value = Greedy;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("whatever there is")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Greedy, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, n: i64) -> Result<Greedy, E> {
        Ok(Greedy(n))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Greedy, E> {
        Ok(self)
    }

    fn visit_str<E>(self, text: &str) -> Result<Greedy, E> {
        Ok(Greedy(text.len() as i64))
    }

    fn visit_none<E>(self) -> Result<Greedy, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Greedy, A::Error> {
        let mut n = 0;
        // On past the end, a few times, and past errors.
        for _ in 0..50 {
            n += i64::from(matches!(seq.next_element::<i64>(), Ok(Some(_))));
        }
        Ok(Greedy(n))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Greedy, A::Error> {
        // Values before keys, keys without values, on past the end.
        let _ = map.next_value::<i64>();
        let mut n = 0;
        for turn in 0..50 {
            n += i64::from(matches!(map.next_key::<String>(), Ok(Some(_))));
            if turn % 3 != 0 {
                let _ = map.next_value::<i64>();
                let _ = map.next_value::<String>();
            }
        }
        Ok(Greedy(n))
    }
}

const TYPES: [(&str, &str, &str); 8] = [
    ("int8", "-128", "v == v"),
    ("float32", "0.5", "v == v || v != v"),
    ("string", "\"text\"", "v == v+\"\""),
    ("[]int64", "[]int64{1, 2, 3}", "len(v) < 1000"),
    ("[]struct{}", "make([]struct{}, 5)", "len(v) >= 0"),
    ("map[string]int64", "map[string]int64{\"k\": 1, \"l\": 2}", "len(v) < 1000"),
    ("*struct { A int64; B string }", "nil", "v == nil || v.A == v.A"),
    ("[3]uint16", "[3]uint16{1}", "v == v"),
];

pub(crate) fn serialised() -> Outcome {
    in_tiers(|tier| {
        let mut crossed = 0;
        for (ty, _, check) in TYPES {
            let package =
                HostPackage::declared("host/odd", format!("package odd\nfunc Give(how int64) {ty}\n"))
                    .function("Give", |how: i64| Serde(Odd(how as usize)));
            let text = format!(
                "import (\"host/odd\"; \"runtime\")\nfunc Take(v {ty}) bool {{ runtime.GC(); return {check} }}\nfunc Give(how int64) bool {{ return Take(odd.Give(how)) }}\n"
            );
            let module = compile(tier, &[package], &text)?;
            let limits = Limits { heap_bytes: 64 << 20, ..Limits::default() };
            let mut i = isolate_of(&module, (), limits)?;
            let take = module.function::<(Serde<Odd>,), bool>("Take").map_err(|t| t.message)?;
            for how in 0..WAYS {
                let what = format!("{ty} in way {how}");
                if how == 21 {
                    same(
                        panics(|| take.call(&mut i, (Serde(Odd(how)),)).is_ok())?,
                        "while it was serialised",
                    )?;
                } else {
                    match take.call(&mut i, (Serde(Odd(how)),)) {
                        Ok(whole) => {
                            crossed += 1;
                            holds(whole, format!("{what} is not what it was"))?;
                        }
                        Err(trap) => {
                            let known = matches!(trap.kind, TrapKind::Host | TrapKind::OutOfMemory);
                            holds(known, format!("{what}: {trap:?}"))?;
                        }
                    }
                }
                if let Err(trap) = i.call::<_, bool>("Give", (how as i64,)) {
                    let known = matches!(trap.kind, TrapKind::Host | TrapKind::OutOfMemory);
                    holds(known, format!("{what}: {trap:?}"))?;
                }
            }
        }
        holds(crossed >= 6, format!("only {crossed} crossed"))
    })
}

pub(crate) fn deserialised() -> Outcome {
    let mut package_text = String::from("package odd\n");
    for (n, (ty, ..)) in TYPES.iter().enumerate() {
        package_text.push_str(&format!("func Take{n}(v {ty}) int64\n"));
    }
    let mut package = HostPackage::declared("host/odd", package_text);
    for n in 0..TYPES.len() {
        package = package.function(format!("Take{n}"), |Serde(greedy): Serde<Greedy>| greedy.0);
    }
    let mut text = String::from("import \"host/odd\"\n");
    for (n, (ty, value, _)) in TYPES.iter().enumerate() {
        text.push_str(&format!(
            "func Give{n}() {ty} {{ return {value} }}\nfunc Take{n}() int64 {{ return odd.Take{n}(Give{n}()) }}\n"
        ));
    }
    in_tiers(|tier| {
        let mut i = isolate(&compile(tier, std::slice::from_ref(&package), &text)?)?;
        let mut read = 0;
        for n in 0..TYPES.len() {
            for how in 0..ASKS {
                HOW.set(how);
                let give = format!("Give{n}");
                if how == 15 {
                    same(
                        panics(|| i.call::<_, Serde<Greedy>>(&give, ()).is_ok())?,
                        "while it was deserialised",
                    )?;
                } else {
                    read += usize::from(i.call::<_, Serde<Greedy>>(&give, ()).is_ok());
                }
                let taken = i.call::<_, i64>(&format!("Take{n}"), ());
                holds(taken.as_ref().is_ok_and(|n| *n < 60) || taken.is_err(), format!("{taken:?}"))?;
            }
        }
        holds(read >= 30, format!("only {read} were read"))?;
        HOW.set(0);
        same(well(i.call::<_, i64>("Take0", ()))?, -128)
    })
}
