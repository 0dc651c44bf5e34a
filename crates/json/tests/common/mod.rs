//! What the tests of this crate share: where real files may be, files of the same shapes made here, and what
//! a reader says as text.
#![allow(dead_code)]

use std::path::PathBuf;

use purlin_json::{BigNumbers, Error, Event, Feed, Number, ReadOptions, Reader};

/// The folder with real files and the JSONTestSuite: `PURLIN_JSON_DATA`, or `shared/json` beside or above
/// this repository.
pub fn data() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("PURLIN_JSON_DATA") {
        return Some(path.into());
    }
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let found = here.ancestors().map(|a| a.join("shared/json")).find(|p| p.is_dir());
    if found.is_none() {
        eprintln!(
            "SKIPPED: no folder of JSON files here (set PURLIN_JSON_DATA); this test says less than it could"
        );
    }
    found
}

/// The real files, by name.
pub fn real_files() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = data() else { return Vec::new() };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "json") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            files.push((name, std::fs::read(&path).unwrap()));
        }
    }
    files.sort();
    files
}

/// A small generator of numbers that only have to look random.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Files of the shapes that real ones have.
pub fn made_files() -> Vec<(String, Vec<u8>)> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut integers = String::from("[");
    let mut floats = String::from("[");
    for i in 0..3000 {
        let comma = if i == 0 { "" } else { "," };
        integers += &format!("{comma}{}", random.next() as i64 >> (random.next() % 64));
        let value = f64::from_bits(random.next());
        floats += &format!(
            "{comma}[{:e},{}]",
            if value.is_finite() { value } else { 0.5 },
            random.next() as f64 / 1e15
        );
    }
    let mut long = String::from("{");
    let mut escapes = String::from("[");
    for i in 0..120 {
        let comma = if i == 0 { "" } else { "," };
        let length = random.below(3000);
        let text: String = (0..length).map(|k| ['a', 'b', ' ', 'é', '漢', '😀'][(k * 7 + i) % 6]).collect();
        long += &format!("{comma}\"key {i}\":\"{text}\"");
        for k in 0..20 {
            let comma = if i + k == 0 { "" } else { "," };
            let part = ["\\n", "\\\\", "\\\"", "\\u00e9", "\\ud83d\\ude00", "plain text", "\\/", "ü"]
                [random.below(8)];
            escapes += &format!("{comma}\"{}\"", part.repeat(1 + random.below(30)));
        }
    }
    let mut pretty = String::from("{\n");
    for i in 0..300 {
        let comma = if i == 0 { "" } else { ",\n" };
        pretty += &format!(
            "{comma}    \"member {i}\" : {{\r\n\t\"list\": [ true, false, null, {i}, -{i}.5e-3 ],\n        \"empty\": {{ }}, \"none\": [\n]\n    }}"
        );
    }
    let files = [
        ("integers", integers + "]"),
        ("floats", floats + "]"),
        ("long strings", long + "}"),
        ("escapes", escapes + "]"),
        ("pretty", pretty + "\n}\n"),
        ("number", " 12.5e3".to_owned()),
        ("string", "\"just \\u0041 string\" ".to_owned()),
        ("deep", "[".repeat(500) + &"]".repeat(500)),
    ];
    files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect()
}

/// How to nest, and what holds much of what takes most memory beside its text: names for [`shape`].
pub const SHAPES: &[&str] = &[
    "[1",
    "[[]",
    "[{}",
    "[-0",
    "[null",
    "[0.1",
    "[1e1",
    "[123456789",
    "[\"\"",
    "[\"\\n\"",
    "[\"abcdefgh\\u00e9\"",
    "[[0.1]",
    "[[\"\"]",
    "[{\"\":0}",
    "{\"\":0",
    "{\"\":\"\"",
    "{\"\\t\":0.1",
    "[[[",
    "{\"a\":{\"a\":",
    "[{\"\":[{\"\":",
    "one long string",
    "one long escaped string",
    "all of them",
    "only opened",
    "opened, then floats",
];

/// A text of about `size` bytes: elements or members of one kind again and again, or one nesting; all are
/// good but the last two.
pub fn shape(name: &str, size: usize) -> String {
    // Reserved once, so that memory can be measured against what the text alone takes.
    let mut text = String::with_capacity(size + 200);
    let nested = |text: &mut String, open: &str, core: &str| {
        let close: String = open
            .chars()
            .rev()
            .filter_map(|c| [('[', ']'), ('{', '}')].iter().find(|p| p.0 == c).map(|p| p.1))
            .collect();
        let times = (size - core.len()) / (open.len() + close.len());
        (0..times).for_each(|_| text.push_str(open));
        text.push_str(core);
        (0..times).for_each(|_| text.push_str(&close));
    };
    match name {
        "[[[" => nested(&mut text, "[", "[]"),
        "{\"a\":{\"a\":" => nested(&mut text, "{\"a\":", "0"),
        "[{\"\":[{\"\":" => nested(&mut text, "[{\"\":", "0"),
        "one long string" => {
            text.push('"');
            (0..size / 4).for_each(|_| text.push_str("abcd"));
            text.push('"');
        }
        "one long escaped string" => {
            text.push_str("\"\\n");
            (0..size / 4).for_each(|_| text.push_str("abcd"));
            text.push('"');
        }
        "all of them" => {
            let mut random = Random(size as u64 | 1);
            text.push('[');
            while text.len() < size {
                let element = SHAPES[random.below(14)];
                text.push_str(&element[1..]);
                text.push(',');
            }
            text.push_str("0]");
        }
        "only opened" => {
            (0..size).for_each(|_| text.push('['));
            text.push(']');
        }
        "opened, then floats" => {
            (0..size / 2).for_each(|_| text.push('['));
            (0..size / 8).for_each(|_| text.push_str("0.1,"));
            text.push(']');
        }
        _ => {
            let (open, element) = name.split_at(1);
            text.push_str(open);
            while text.len() < size {
                text.push_str(element);
                text.push(',');
            }
            text.push_str(element);
            text.push(if open == "[" { ']' } else { '}' });
        }
    }
    text
}

/// Appends what one chunk says.
pub fn trace(feed: &mut Feed<'_, '_>, out: &mut String) -> Result<(), Error> {
    while let Some(event) = feed.next()? {
        match event {
            Event::BeginObject => out.push('{'),
            Event::EndObject => out.push('}'),
            Event::BeginArray => out.push('['),
            Event::EndArray => out.push(']'),
            Event::Key(key) => *out += &format!("k{:?}", key.decode()),
            Event::String(text) => *out += &format!("s{:?}", text.decode()),
            Event::Bool(value) => *out += if value { "t" } else { "f" },
            Event::Null => out.push('n'),
            Event::Number(text) => match text.decode(BigNumbers::Infinity).unwrap() {
                Number::Signed(value) => *out += &format!("i{value}"),
                Number::Unsigned(value) => *out += &format!("u{value}"),
                Number::Float(value) => *out += &format!("f{value:?}"),
                Number::Digits(text) => *out += &format!("d{text}"),
            },
        }
    }
    Ok(())
}

/// What a reader says of a text that comes in these chunks.
pub fn read_in_chunks<'c>(
    chunks: impl Iterator<Item = &'c [u8]>,
    options: &ReadOptions,
) -> (String, Option<Error>) {
    let mut reader = Reader::new(options.clone());
    let mut out = String::new();
    for chunk in chunks {
        if let Err(error) = trace(&mut reader.feed(chunk), &mut out) {
            return (out, Some(error));
        }
    }
    let error = trace(&mut reader.finish(&[]), &mut out).err();
    (out, error)
}

pub fn read_whole(text: &[u8], options: &ReadOptions) -> (String, Option<Error>) {
    let mut reader = Reader::new(options.clone());
    let mut out = String::new();
    let error = trace(&mut reader.finish(text), &mut out).err();
    (out, error)
}
