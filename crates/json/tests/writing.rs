//! What the writer writes and refuses, the string kernels against their oracle, and both at the edge of a
//! page with nothing after it.

mod common;

use std::borrow::Cow;

use common::Random;
use purlin_json::{
    Document, FloatLayout, Level, NonFinite, Number, ReadOptions, WriteError, WriteOptions, Writer,
};

/// A string by the rules, a character at a time: the oracle.
fn escaped(text: &str, options: &WriteOptions) -> String {
    let mut out = String::from("\"");
    for char in text.chars() {
        let separator = matches!(char, '\u{2028}' | '\u{2029}');
        match char {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\u{8}' => out += "\\b",
            '\u{c}' => out += "\\f",
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            '/' if options.script_safe => out += "\\/",
            '<' | '>' | '&' if options.html_safe => out += &format!("\\u{:04x}", char as u32),
            c if (c as u32) < 0x20
                || separator && (options.script_safe || options.html_safe)
                || options.ascii_only && !c.is_ascii() =>
            {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out += &format!("\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out + "\""
}

fn random_text(random: &mut Random, longest: usize, density: usize) -> String {
    let length = random.below(longest + 1);
    let mut text = String::new();
    while text.len() < length {
        let any = random.next();
        text.push(match any as usize % (density + 8) {
            0 => char::from((any >> 20) as u8 & 0x1F),
            1 => ['"', '\\', '/', '<'][(any >> 30) as usize & 3],
            2 => ['é', '漢', '😀', '\u{2028}', '\u{7f}', '\u{80}', '\u{2027}', '&'][(any >> 30) as usize & 7],
            _ => char::from(b' ' + 2 + ((any >> 40) % 90) as u8),
        });
    }
    text
}

fn dialects() -> Vec<WriteOptions> {
    let mut all = Vec::new();
    for bits in 0..8 {
        let (ascii_only, script_safe, html_safe) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
        all.push(WriteOptions { ascii_only, script_safe, html_safe, many: true, ..WriteOptions::default() });
    }
    all
}

/// Memory whose last byte is followed by nothing that may be touched.
#[cfg(target_os = "linux")]
struct Edge {
    start: *mut u8,
    size: usize,
}

#[cfg(target_os = "linux")]
impl Edge {
    fn new(pages: usize) -> Edge {
        let page = 4096;
        let size = pages * page;
        // SAFETY: fresh anonymous pages; the last one is then taken away.
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let at = libc::mmap(
                std::ptr::null_mut(),
                size + page,
                libc::PROT_READ | libc::PROT_WRITE,
                flags,
                -1,
                0,
            );
            assert_ne!(at, libc::MAP_FAILED);
            assert_eq!(libc::mprotect(at.cast::<u8>().add(size).cast(), page, libc::PROT_NONE), 0);
            Edge { start: at.cast(), size }
        }
    }

    /// A copy that ends at the edge.
    fn put<'e>(&'e mut self, bytes: &[u8]) -> &'e [u8] {
        assert!(bytes.len() <= self.size);
        // SAFETY: within the pages that may be touched, and lent for as long as nothing else is put here.
        unsafe {
            let at = self.start.add(self.size - bytes.len());
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), at, bytes.len());
            std::slice::from_raw_parts(at, bytes.len())
        }
    }
}

#[cfg(target_os = "linux")]
impl Drop for Edge {
    fn drop(&mut self) {
        // SAFETY: what `new` has mapped.
        unsafe { libc::munmap(self.start.cast(), self.size + 4096) };
    }
}

/// Random strings of 0 to 300 bytes at every alignment, and ending where a page does. `PURLIN_JSON_ROUNDS`
/// sets how many (ten million take some minutes).
#[test]
#[cfg(target_os = "linux")]
fn kernels_agree_with_their_oracle() {
    let rounds: usize =
        std::env::var("PURLIN_JSON_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(40_000);
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let mut edge = Edge::new(1);
    let dialects = dialects();
    let mut writers: Vec<(Level, Vec<Writer<purlin_json::Memory>>)> = Vec::new();
    for level in Level::available() {
        Level::force(level);
        let of_level = dialects.iter().map(|o| Writer::new(o.clone())).collect();
        writers.push((level, of_level));
    }
    for round in 0..rounds {
        let density = [4, 20, 100, 2000][round % 4];
        let text = random_text(&mut random, 300, density);
        // Most rounds are the standard dialect's: it is the one with kernels of its own.
        let which = if round % 4 < 3 { 0 } else { 1 + round / 4 % 7 };
        let expected = escaped(&text, &dialects[which]);
        let mut padded = vec![b'x'; round % 64];
        padded.extend_from_slice(text.as_bytes());
        let aligned = std::str::from_utf8(&padded[round % 64..]).unwrap();
        let at_edge = std::str::from_utf8(edge.put(text.as_bytes())).unwrap();
        for (level, of_level) in &mut writers {
            for source in [aligned, at_edge] {
                let writer = std::mem::replace(&mut of_level[which], Writer::new(WriteOptions::default()));
                let mut buffer = writer.into_buffer();
                buffer.clear();
                if round % 50 == 0 {
                    // A buffer that must grow for every escape.
                    buffer.shrink_to_fit();
                }
                Level::force(*level);
                let mut writer = Writer::append(buffer, dialects[which].clone());
                writer.string(source).unwrap();
                let buffer = writer.into_buffer();
                assert!(buffer == expected.as_bytes(), "{level:?} {text:?}");
                of_level[which] = Writer::append(buffer, dialects[which].clone());
            }
        }
    }
}

/// Texts that end where a page does, whole and broken off, through every level's walk and the pull reader.
#[test]
#[cfg(target_os = "linux")]
fn reading_stays_within_the_text() {
    let mut edge = Edge::new(600);
    let mut random = Random(77);
    let files = common::made_files();
    for level in Level::available() {
        Level::force(level);
        for (_, text) in &files {
            for _ in 0..60 {
                let part = &text[..random.below(text.len() + 1)];
                for part in [part, text] {
                    let text = edge.put(part);
                    if let Ok(document) = Document::parse(text) {
                        document.to_text().unwrap();
                    }
                    common::read_whole(text, &ReadOptions::default());
                }
            }
            for keep in 0..text.len().min(300) {
                let _ = Document::parse(edge.put(&text[..keep]));
                let mut closed = text[..keep].to_vec();
                closed.push(b']');
                let _ = Document::parse(edge.put(&closed));
            }
        }
    }
}

#[test]
fn layouts() {
    let document = Document::parse(br#"{"b":[1,[],{}],"a":{"x":"</script>\u2028"},"c":1.0}"#).unwrap();
    let with = |options: WriteOptions| {
        let mut out = Vec::new();
        document.write_onto(&mut out, &options).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(
        with(WriteOptions::pretty()),
        "{\n  \"b\": [\n    1,\n    [],\n    {}\n  ],\n  \"a\": {\n    \"x\": \"</script>\u{2028}\"\n  },\n  \"c\": 1.0\n}"
    );
    let odd = WriteOptions {
        indent: "\t".into(),
        space: "".into(),
        newline: "\r\n".into(),
        sort_keys: true,
        floats: FloatLayout::Go,
        html_safe: true,
        ..WriteOptions::default()
    };
    assert_eq!(
        with(odd),
        "{\r\n\t\"a\":{\r\n\t\t\"x\":\"\\u003c/script\\u003e\\u2028\"\r\n\t},\r\n\t\"b\":[\r\n\t\t1,\r\n\t\t[],\r\n\t\t{}\r\n\t],\r\n\t\"c\":1\r\n}"
    );
    let script = WriteOptions { script_safe: true, ..WriteOptions::default() };
    assert!(with(script).contains(r#""<\/script>\u2028""#));
}

#[test]
fn calls_that_do_not_fit_are_errors() {
    let new = || Writer::new(WriteOptions::default());
    type Calls = fn(&mut Writer<purlin_json::Memory>) -> Result<(), WriteError>;
    let bad: [Calls; 8] = [
        |w| w.key("a"),
        |w| w.begin_array().and_then(|()| w.key("a")),
        |w| w.begin_object().and_then(|()| w.null()),
        |w| w.begin_object().and_then(|()| w.end_array()),
        |w| w.begin_object().and_then(|()| w.key("a")).and_then(|()| w.end_object()),
        |w| w.null().and_then(|()| w.null()),
        |w| w.end_object(),
        |w| w.number_text("01"),
    ];
    for (i, calls) in bad.into_iter().enumerate() {
        let mut writer = new();
        assert!(matches!(calls(&mut writer), Err(WriteError::Misuse(_))), "{i}");
        assert!(writer.null().is_err(), "{i}: nothing after an error");
        assert!(writer.finish().is_err(), "{i}");
    }
    let mut open = new();
    open.begin_array().unwrap();
    assert!(open.finish().is_err());
}

#[test]
fn what_breaks_off_leaves_whole_values() {
    let options = WriteOptions { many: true, ..WriteOptions::pretty() };
    let mut writer = Writer::to_io(Vec::new(), options.clone());
    writer.i64(1).unwrap();
    writer.string("two").unwrap();
    writer.begin_array().unwrap();
    writer.null().unwrap();
    assert_eq!(writer.break_off().unwrap(), b"1\n\"two\"\n");
    let mut writer = Writer::to_io(Vec::new(), options.clone());
    writer.i64(1).unwrap();
    writer.flush().unwrap();
    writer.begin_array().unwrap();
    assert_eq!(writer.break_off().unwrap(), b"1", "what was begun after a flush goes too");
    let mut writer = Writer::to_io(Vec::new(), options);
    writer.begin_object().unwrap();
    assert_eq!(writer.break_off().unwrap(), b"");
}

#[test]
fn policies() {
    let mut writer = Writer::new(WriteOptions::default());
    assert!(matches!(writer.f64(f64::NAN), Err(WriteError::NonFinite)));
    for (policy, text) in [(NonFinite::Null, "[null,null]"), (NonFinite::Literal, "[NaN,-Infinity]")] {
        let mut writer = Writer::new(WriteOptions { non_finite: policy, ..WriteOptions::default() });
        writer.begin_array().unwrap();
        writer.f64(f64::NAN).unwrap();
        writer.f64(f64::NEG_INFINITY).unwrap();
        writer.end_array().unwrap();
        assert_eq!(writer.finish().unwrap(), text.as_bytes());
    }
    let mut writer = Writer::new(WriteOptions { depth: 2, ..WriteOptions::default() });
    writer.begin_array().unwrap();
    writer.begin_array().unwrap();
    assert!(matches!(writer.begin_array(), Err(WriteError::TooDeep)));

    let mut writer = Writer::new(WriteOptions { unique_keys: true, ..WriteOptions::default() });
    writer.begin_object().unwrap();
    writer.key("a").unwrap();
    writer.begin_object().unwrap();
    writer.key("a").unwrap();
    writer.null().unwrap();
    writer.end_object().unwrap();
    assert!(matches!(writer.key("a"), Err(WriteError::DuplicateKey(key)) if key == "a"));

    let mut writer = Writer::new(WriteOptions::default());
    let error = writer.string_from_bytes(b"abc\xE6\xBC").unwrap_err();
    assert!(matches!(error, WriteError::Utf8 { offset: 3 }));
    assert_eq!(writer.into_buffer(), b"");

    let mut writer = Writer::new(WriteOptions::default());
    writer.begin_array().unwrap();
    writer.fragment(" {\"a\" : 1}").unwrap();
    writer.trusted_fragment("2").unwrap();
    writer.number(Number::Digits("123456789012345678901")).unwrap();
    assert!(matches!(writer.fragment("{\"a\":}"), Err(WriteError::Fragment(e)) if e.offset == 5));
    assert_eq!(writer.into_buffer(), b"[ {\"a\" : 1},2,123456789012345678901");
}

/// Faults that code of this kind has had: writing past the block when a stream's strings are long and full of
/// escapes; a byte read past the end; input taken for a format string.
#[test]
fn known_faults() {
    struct Blocks(Vec<u8>, usize);
    impl std::io::Write for Blocks {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.1 = self.1.max(bytes.len());
            self.0.extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    for length in [0, 1, 4095, 4096, 8191, 8192, 8193, 16_383, 16_384, 16_385, 100_000] {
        for unit in ["\u{1}", "\"", "a", "漢", "😀\n", "%s%n{}{0}"] {
            for ascii_only in [false, true] {
                let text = unit.repeat(length / unit.len());
                let options = WriteOptions { ascii_only, ..WriteOptions::default() };
                let mut writer = Writer::to_io(Blocks(Vec::new(), 0), options.clone());
                writer.begin_array().unwrap();
                for _ in 0..3 {
                    writer.string(&text).unwrap();
                }
                writer.end_array().unwrap();
                let out = writer.finish().unwrap();
                let one = escaped(&text, &options);
                assert!(out.0 == format!("[{one},{one},{one}]").as_bytes(), "{length} {unit}");
                assert!(out.1 <= 3 * (16 << 10) + 6 * 8192, "blocks of {} bytes", out.1);
            }
        }
    }
    let error = Document::parse(b"[%s%n{}]").err().unwrap();
    assert!(error.to_string().contains("[%s%n{}]"));
}

#[test]
fn numbers_read_back_as_they_were_written() {
    let mut random = Random(5);
    for _ in 0..20_000 {
        let value = f64::from_bits(random.next());
        let integer = random.next() as i64 >> (random.next() % 64);
        if !value.is_finite() {
            continue;
        }
        for floats in [FloatLayout::Rust, FloatLayout::Go, FloatLayout::EcmaScript, FloatLayout::Smalltalk] {
            let mut writer = Writer::new(WriteOptions { floats, ..WriteOptions::default() });
            writer.begin_array().unwrap();
            writer.f64(value).unwrap();
            writer.i64(integer).unwrap();
            writer.end_array().unwrap();
            let text = writer.finish().unwrap();
            let document = Document::parse(&text).unwrap();
            assert_eq!(
                document.root().at(0).unwrap().as_f64(),
                Some(value),
                "{}",
                String::from_utf8_lossy(&text)
            );
            assert_eq!(document.root().at(1).unwrap().as_i64(), Some(integer));
        }
    }
}

#[test]
fn text_decodes_to_what_was_escaped() {
    let mut random = Random(9);
    for _ in 0..2000 {
        let text = random_text(&mut random, 200, 4);
        for options in dialects() {
            let written = escaped(&text, &options);
            for level in Level::available() {
                Level::force(level);
                let document = Document::parse(written.as_bytes()).unwrap();
                assert_eq!(document.root().as_str().map(Cow::Borrowed), Some(Cow::Borrowed(text.as_str())));
            }
        }
    }
}
