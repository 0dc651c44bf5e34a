//! Values that read and write something else than they say they are.

use std::sync::atomic::{AtomicUsize, Ordering};

use purlin::{
    DataError, FromGuest, HostData, HostPackage, HostType, Reader, ToGuest, TypeBuilder, Writer, Written,
    type_of,
};

use crate::common::{Outcome, compile, holds, in_tiers, isolate, same, well};

/// What the values of this type say that they are: chosen by the host as it runs.
static SAID: AtomicUsize = AtomicUsize::new(0);

const SAYINGS: usize = 10;

fn said(n: usize) -> HostType {
    match n % SAYINGS {
        0 => HostType::Bool,
        1 => HostType::Int(8, true),
        2 => HostType::F64,
        3 => HostType::Str,
        4 => type_of::<Vec<i64>>(),
        5 => type_of::<[u8; 24]>(),
        6 => type_of::<std::collections::BTreeMap<String, i64>>(),
        7 => type_of::<Option<i64>>(),
        8 => type_of::<(i64, String)>(),
        _ => HostType::Any,
    }
}

/// Crosses as whatever it is asked to, in the way numbered `how`.
struct Liar(usize);

/// Ways to read and to write.
const WAYS: usize = 14;

impl HostData for Liar {
    fn host_type(_: &mut TypeBuilder) -> HostType {
        said(SAID.load(Ordering::Relaxed))
    }
}

fn write(how: usize, to: Writer<'_>) -> Result<Written, DataError> {
    match how % WAYS {
        0 => true.write(to),
        1 => i64::MAX.write(to),
        2 => (f64::from_bits(0x41_4141_4141)).write(to),
        3 => to.str("\u{7f}text"),
        4 => vec![i64::MAX; 3].write(to),
        5 => [0x41u8; 24].write(to),
        6 => std::collections::BTreeMap::from([("k".to_string(), -1i64)]).write(to),
        7 => Some(i64::MIN).write(to),
        8 => (i64::MIN, "s".to_string()).write(to),
        9 => to.none(),
        10 => {
            let mut all = to.slice(2)?;
            all.element(|to| write(1, to)).or_else(|_| all.element(|to| write(3, to)))?;
            all.element(|to| write(0, to)).or_else(|_| all.element(|to| write(3, to)))?;
            all.end()
        }
        11 => {
            let mut fields = to.structure()?;
            for n in 0..40 {
                if fields.field(|to| write(n, to)).is_err() && n > 30 {
                    break;
                }
            }
            fields.end()
        }
        12 => {
            let mut fields = to.structure()?;
            for name in ["A", "B", "a", "", "A"] {
                let _ = fields.field_named(name, |to| write(2, to));
                let _ = fields.field_named(name, |to| write(3, to));
            }
            fields.end_of_named()
        }
        _ => {
            let mut map = to.map(3)?;
            for n in 0..6 {
                let _ = map.entry(|to| write(n, to), |to| write(n + 1, to));
            }
            map.end()
        }
    }
}

/// Reads in every way but the right one first; then counts what it could.
fn read(from: Reader<'_>, depth: usize) -> usize {
    let mut read_in = 0;
    let mut count = |ok: bool| read_in += usize::from(ok);
    count(bool::read(from).is_ok());
    count(i8::read(from).is_ok());
    count(i64::read(from).is_ok());
    count(f64::read(from).is_ok());
    count(String::read(from).is_ok());
    count(Vec::<u8>::read(from).is_ok());
    count(Vec::<i64>::read(from).is_ok());
    count(Vec::<String>::read(from).is_ok());
    count(<[u8; 24]>::read(from).is_ok());
    count(Option::<i64>::read(from).is_ok());
    count(<(i64, String)>::read(from).is_ok());
    count(std::collections::BTreeMap::<String, i64>::read(from).is_ok());
    if depth < 3 {
        if let Ok(all) = from.slice() {
            let len = all.len();
            count(all.take(5).filter(|element| read(*element, depth + 1) > 0).count() <= len);
        }
        if let Ok(mut fields) = from.structure() {
            let fields = std::iter::from_fn(|| fields.field().ok());
            count(fields.take(20).filter(|field| read(*field, depth + 1) > 0).count() < 20);
        }
        if let Ok(all) = from.map() {
            all.for_each(|(key, value)| count(read(key, depth + 1) > 0 && read(value, depth + 1) > 0));
        }
        if let Ok(Some(inner)) = from.option() {
            count(read(inner, depth + 1) > 0);
        }
    }
    read_in
}

impl ToGuest for Liar {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        write(self.0, to)
    }
}

impl FromGuest for Liar {
    fn read(from: Reader<'_>) -> Result<Liar, DataError> {
        match read(from, 0) {
            0 => Err(DataError::new("nothing could be read")),
            found => Ok(Liar(found)),
        }
    }
}

/// A guest type of each kind, with a function that takes it, one that gives it, and one that passes it to the
/// host's.
fn kinds() -> Vec<(&'static str, &'static str, &'static str)> {
    vec![
        ("bool", "true", "v"),
        ("int64", "7", "v == v"),
        ("float64", "0.5", "v == v || v != v"),
        ("string", "\"text\"", "len(v) < 1000 && v == v+\"\""),
        ("[]int64", "[]int64{1, 2}", "sum(v) == sum(v)"),
        ("[24]byte", "[24]byte{1}", "v == v"),
        ("map[string]int64", "map[string]int64{\"k\": 1}", "len(v) < 1000"),
        ("*int64", "new(int64)", "v == nil || *v == *v"),
        ("Pair", "Pair{1, \"s\"}", "v == v"),
        ("[]string", "[]string{\"a\", \"b\"}", "len(v) < 1000 && join(v) == join(v)"),
        (
            "*Deep",
            "&Deep{L: []Pair{{1, \"x\"}}, M: map[string]*Deep{\"d\": {}}}",
            "v == nil || len(v.L) < 1000 && len(v.M) < 1000",
        ),
        ("map[Pair][]Pair", "map[Pair][]Pair{{1, \"x\"}: {{2, \"y\"}}}", "len(v) < 1000"),
    ]
}

const TYPES: &str = "type Pair struct { A int64; B string }\n\
    type Deep struct { L []Pair; M map[string]*Deep; N *Deep }\n\
    func sum(l []int64) (s int64) { for _, n := range l { s += n }; return }\n\
    func join(l []string) (s string) { for _, n := range l { s += n }; return }";

pub(crate) fn liars() -> Outcome {
    in_tiers(|tier| {
        let (mut linked, mut crossed) = (0, 0);
        for (ty, value, check) in kinds() {
            let text = format!(
                "import \"runtime\"\n{TYPES}\nfunc Take(v {ty}) bool {{ runtime.GC(); return {check} }}\nfunc Give() {ty} {{ return {value} }}"
            );
            let module = compile(tier, &[], &text)?;
            let mut i = isolate(&module)?;
            for saying in 0..SAYINGS {
                SAID.store(saying, Ordering::Relaxed);
                let (take, give) =
                    (module.function::<(Liar,), bool>("Take"), module.function::<(), Liar>("Give"));
                if let Ok(take) = take {
                    linked += 1;
                    for how in 0..WAYS {
                        // It may say something else by now.
                        SAID.store(how, Ordering::Relaxed);
                        if let Ok(well) = take.call(&mut i, (Liar(how),)) {
                            crossed += 1;
                            holds(well || ty == "bool", format!("{ty} by {how} is not what it was"))?;
                        }
                    }
                }
                if let Ok(give) = give {
                    linked += 1;
                    holds(give.call(&mut i, ()).is_ok(), format!("nothing of {ty} was read"))?;
                }
            }
        }
        // What says nothing of its type fits all; what says a type fits that one.
        holds(linked >= 30 && crossed >= 20, format!("{linked} linked, {crossed} crossed"))
    })
}

pub(crate) fn lying_functions() -> Outcome {
    in_tiers(|tier| {
        for (ty, value, check) in kinds() {
            // The shared way to say what a function takes is not a thread's: hosts run by themselves.
            SAID.store(9, Ordering::Relaxed);
            let package = HostPackage::declared(
                "host/liar",
                format!("package liar\n{TYPES_ONLY}\nfunc Take(v {ty}) int64\nfunc Give(how int64) {ty}\n"),
            )
            .function("Take", |liar: Liar| liar.0 as i64)
            .function("Give", |how: i64| Liar(how as usize));
            let qualified = |text: &str| text.replace("Pair", "liar.Pair").replace("Deep", "liar.Deep");
            let (ty, value) = (qualified(ty), qualified(value));
            let text = format!(
                "import (\"host/liar\"; \"runtime\")\n{HELPERS}\nfunc Take() int64 {{ return liar.Take({value}) }}\n\
                 func Give(how int64) bool {{ v := liar.Give(how); runtime.GC(); return {check} }}\nfunc use(liar.Pair) {{}}"
            );
            let mut i = isolate(&compile(tier, &[package], &text)?)?;
            holds(well(i.call::<_, i64>("Take", ()))? > 0, "nothing was read")?;
            let mut crossed = 0;
            for how in 0..WAYS as i64 {
                SAID.store(how as usize, Ordering::Relaxed);
                if let Ok(well) = i.call::<_, bool>("Give", (how,)) {
                    crossed += 1;
                    holds(well || ty == "bool", format!("{ty} by {how} is not what it was"))?;
                }
            }
            holds(crossed > 0 || ty.starts_with("map[liar"), format!("no {ty} was given"))?;
        }
        same(SAYINGS, 10)
    })
}

const TYPES_ONLY: &str = "type Pair struct { A int64; B string }\n\
    type Deep struct { L []Pair; M map[string]*Deep; N *Deep }";

const HELPERS: &str = "func sum(l []int64) (s int64) { for _, n := range l { s += n }; return }\n\
    func join(l []string) (s string) { for _, n := range l { s += n }; return }";
