//! Profiles in the format of pprof: gzip around a message of Protocol Buffers.
//!
//! <https://github.com/google/pprof/blob/main/proto/profile.proto> numbers the fields. Knows nothing of how
//! samples are taken.

use purlin_base::map::HashMap;

use super::{Measure, Profile};

/// A message that is being written.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// A number; 0 is what a field has that is not there.
    fn number(&mut self, field: u64, value: i64) {
        if value != 0 {
            self.varint(field << 3);
            self.varint(value as u64);
        }
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn message(&mut self, field: u64, write: impl FnOnce(&mut Message)) {
        let mut inner = Message::default();
        write(&mut inner);
        self.bytes(field, &inner.0);
    }

    fn packed(&mut self, field: u64, values: impl Iterator<Item = i64>) {
        let mut inner = Message::default();
        values.for_each(|value| inner.varint(value as u64));
        self.bytes(field, &inner.0);
    }
}

/// The strings of a profile, each once.
#[derive(Default)]
struct Strings {
    numbers: HashMap<String, i64>,
    all: Vec<String>,
}

impl Strings {
    fn number(&mut self, text: &str) -> i64 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.all.len() as i64;
        self.all.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }
}

/// What the numbers of each sample are: type and unit.
fn types(measure: Measure) -> &'static [(&'static str, &'static str)] {
    match measure {
        Measure::Gas => &[("samples", "count"), ("gas", "units")],
        Measure::Time => &[("samples", "count"), ("cpu", "nanoseconds")],
        Measure::Memory => &[
            ("alloc_objects", "count"),
            ("alloc_space", "bytes"),
            ("inuse_objects", "count"),
            ("inuse_space", "bytes"),
        ],
    }
}

/// The profile as `go tool pprof` reads it. Nothing in it depends on when or where it was made.
pub(super) fn pprof(profile: &Profile) -> Vec<u8> {
    let measure = profile.profiling.measure;
    let mut strings = Strings::default();
    strings.number("");
    let mut out = Message::default();
    for (name, unit) in types(measure) {
        let (name, unit) = (strings.number(name), strings.number(unit));
        out.message(1, |ty| {
            ty.number(1, name);
            ty.number(2, unit);
        });
    }
    for sample in &profile.samples {
        let value = sample.value;
        let values = match measure {
            Measure::Gas | Measure::Time => vec![sample.count as i64, value],
            Measure::Memory => vec![sample.count as i64, value, sample.live_count as i64, sample.live],
        };
        out.message(2, |message| {
            message.packed(1, sample.stack.iter().map(|site| i64::from(*site) + 1));
            message.packed(2, values.into_iter());
        });
    }
    functions(profile, &mut strings, &mut out);
    let period = match measure {
        Measure::Gas => profile.profiling.units as i64,
        Measure::Time => profile.profiling.nanos as i64,
        Measure::Memory => profile.profiling.bytes as i64,
    };
    let (name, unit) = match measure {
        Measure::Gas => ("gas", "units"),
        Measure::Time => ("cpu", "nanoseconds"),
        Measure::Memory => ("space", "bytes"),
    };
    let (name, unit) = (strings.number(name), strings.number(unit));
    for text in &strings.all {
        out.bytes(6, text.as_bytes());
    }
    out.message(11, |ty| {
        ty.number(1, name);
        ty.number(2, unit);
    });
    out.number(12, period.max(1));
    gzip(&out.0)
}

/// A location for each site, and the functions that they are in.
fn functions(profile: &Profile, strings: &mut Strings, out: &mut Message) {
    let mut numbers: HashMap<(&str, &str), i64> = HashMap::default();
    let mut functions = Vec::new();
    for (n, site) in profile.sites.iter().enumerate() {
        let next = numbers.len() as i64 + 1;
        let function = *numbers.entry((&site.function, &site.file)).or_insert(next);
        if function == next {
            functions.push(site);
        }
        out.message(4, |location| {
            location.number(1, n as i64 + 1);
            location.message(4, |line| {
                line.number(1, function);
                line.number(2, i64::from(site.line));
            });
        });
    }
    for (n, site) in functions.into_iter().enumerate() {
        let (name, file) = (strings.number(&site.function), strings.number(&site.file));
        out.message(5, |function| {
            function.number(1, n as i64 + 1);
            function.number(2, name);
            function.number(3, name);
            function.number(4, file);
        });
    }
}

/// `bytes` as a file of gzip, without a name and a time.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    out.extend(miniz_oxide::deflate::compress_to_vec(bytes, 6));
    out.extend(crc32fast::hash(bytes).to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_varints() {
        let mut message = Message::default();
        message.number(1, 150);
        message.number(2, 0);
        message.number(3, -1);
        assert_eq!(message.0[..3], [8, 0x96, 1]);
        assert_eq!(message.0.len(), 3 + 1 + 10);
    }

    #[test]
    fn gzip_has_the_text_and_its_sum() {
        let made = gzip(b"123456789");
        let body = miniz_oxide::inflate::decompress_to_vec(&made[10..made.len() - 8]).unwrap();
        assert_eq!(body, b"123456789");
        assert_eq!(made[made.len() - 8..], [0x26, 0x39, 0xf4, 0xcb, 9, 0, 0, 0]);
    }
}
