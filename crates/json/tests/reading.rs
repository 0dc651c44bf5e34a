//! What the reader and the tree accept, reject and say: own cases, real files where there are any, every
//! split into chunks.

mod common;

use common::{data, made_files, read_in_chunks, read_whole, real_files};
use purlin_json::{
    BigNumbers, Document, DuplicateKeys, ErrorKind, Event, Feed, Handler, Kind, Level, Number, ReadOptions,
    Reader, Value, documents, read, squeeze,
};

fn all_files() -> Vec<(String, Vec<u8>)> {
    let mut files = made_files();
    files.extend(real_files());
    files
}

/// The tree as serde_json has it.
fn to_serde(value: Value<'_>) -> serde_json::Value {
    match value.kind() {
        Kind::Null => serde_json::Value::Null,
        Kind::Bool(value) => value.into(),
        Kind::Number(Number::Signed(value)) => value.into(),
        Kind::Number(Number::Unsigned(value)) => value.into(),
        Kind::Number(Number::Float(value)) => value.into(),
        Kind::Number(Number::Digits(text)) => text.parse::<f64>().unwrap().into(),
        Kind::String(text) => text.into(),
        Kind::Array(elements) => elements.map(to_serde).collect(),
        Kind::Object(members) => members.map(|(k, v)| (k.to_owned(), to_serde(v))).collect(),
    }
}

/// Each level that this machine has in turn. Tests that force one run in one process, so they are one test.
fn at_each_level(mut f: impl FnMut(Level)) {
    let levels = Level::available();
    for level in levels {
        Level::force(level);
        f(level);
    }
}

/// Equal but for the last bits of floats, which serde_json does not round exactly unless asked to. (That ours
/// are exact is tested against Rust's own, beside the code.)
fn same(ours: &serde_json::Value, theirs: &serde_json::Value) -> bool {
    use serde_json::Value::*;
    match (ours, theirs) {
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Object(a), Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (Number(a), Number(b)) if a.is_f64() && b.is_f64() => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            (a - b).abs() <= a.abs() * 1e-14
        }
        _ => ours == theirs,
    }
}

/// Files that serde_json reads, which does not go deeper than 128.
fn files_for_serde() -> Vec<(String, Vec<u8>)> {
    all_files().into_iter().filter(|(name, _)| name != "deep").collect()
}

#[test]
fn trees_equal_serde_jsons() {
    for (name, text) in files_for_serde() {
        let theirs: serde_json::Value = serde_json::from_slice(&text).unwrap();
        at_each_level(|level| {
            let document = Document::parse(&text).unwrap_or_else(|e| panic!("{name} {level:?}: {e}"));
            assert!(same(&to_serde(document.root()), &theirs), "{name} {level:?}");
            let again = document.to_text().unwrap();
            let again = Document::parse(again.as_bytes()).unwrap();
            let first = to_serde(document.root());
            assert!(to_serde(again.root()) == first, "{name} {level:?}, written and read again");
        });
    }
}

#[test]
fn generated_text_equals_serde_jsons() {
    // Members of serde_json's maps come sorted; arrays of the files' values keep their order. So the tree is
    // built anew.
    fn build(value: &serde_json::Value, builder: &mut purlin_json::Builder<'_>) {
        match value {
            serde_json::Value::Null => builder.null().unwrap(),
            serde_json::Value::Bool(value) => builder.bool(*value).unwrap(),
            serde_json::Value::Number(number) => {
                let number = if let Some(value) = number.as_i64() {
                    Number::Signed(value)
                } else if let Some(value) = number.as_u64() {
                    Number::Unsigned(value)
                } else {
                    Number::Float(number.as_f64().unwrap())
                };
                builder.number(number).unwrap();
            }
            serde_json::Value::String(text) => builder.string(text).unwrap(),
            serde_json::Value::Array(elements) => {
                builder.begin_array().unwrap();
                elements.iter().for_each(|v| build(v, builder));
                builder.end_array().unwrap();
            }
            serde_json::Value::Object(members) => {
                builder.begin_object().unwrap();
                for (key, value) in members {
                    builder.key(key).unwrap();
                    build(value, builder);
                }
                builder.end_object().unwrap();
            }
        }
    }
    for (name, text) in files_for_serde() {
        let theirs: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let mut builder = purlin_json::Builder::new();
        build(&theirs, &mut builder);
        let document = builder.finish().unwrap();
        at_each_level(|level| {
            let ours = document.to_text().unwrap();
            assert!(ours == serde_json::to_string(&theirs).unwrap(), "{name} {level:?}");
            let mut sorted = Vec::new();
            let options = purlin_json::WriteOptions { sort_keys: true, ..Default::default() };
            document.write_onto(&mut sorted, &options).unwrap();
            assert!(sorted == ours.as_bytes(), "{name}, sorted");
            let mut pretty = Vec::new();
            document.write_onto(&mut pretty, &purlin_json::WriteOptions::pretty()).unwrap();
            assert!(pretty == serde_json::to_vec_pretty(&theirs).unwrap(), "{name}, pretty");
        });
    }
}

#[test]
fn the_test_suite() {
    let Some(folder) = data() else { return };
    let (mut accepted, mut rejected) = (0, 0);
    let mut choices = Vec::new();
    for entry in std::fs::read_dir(folder.join("JSONTestSuite/test_parsing")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read(&path).unwrap();
        let (_, error) = read_whole(&text, &ReadOptions::default());
        at_each_level(|level| {
            let document = Document::parse(&text);
            match (&error, document) {
                (None, Err(tree)) => assert_eq!(tree.kind, ErrorKind::NumberRange, "{name} {level:?}"),
                (None, Ok(_)) => {}
                (Some(error), tree) => assert_eq!(tree.err().as_ref(), Some(error), "{name} {level:?}"),
            }
        });
        match &name[..2] {
            "y_" => {
                assert!(error.is_none(), "{name}: {}", error.unwrap());
                accepted += 1;
            }
            "n_" => {
                let error = error.unwrap_or_else(|| panic!("{name} was accepted"));
                assert!(
                    error.offset as usize <= text.len() && error.line >= 1 && error.column >= 1,
                    "{name}"
                );
                rejected += 1;
            }
            _ => choices.push((name, Document::parse(&text).err().map(|e| e.kind))),
        }
    }
    assert_eq!((accepted, rejected), (95, 188));
    // The choices that JSON leaves open, as the documentation has them.
    choices.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, error) in choices {
        let expected = match name.as_str() {
            n if n.contains("neg_exp") || n.contains("underflow") || n.contains("big_") => None,
            "i_structure_500_nested_arrays.json" => None,
            n if n.contains("huge_exp") || n.contains("overflow") => Some(ErrorKind::NumberRange),
            n if n.contains("BOM") || n.contains("utf16") => Some(ErrorKind::ExpectedValue),
            "i_string_1st_valid_surrogate_2nd_invalid.json" => Some(ErrorKind::LoneSurrogate),
            n if n.contains("UTF8_surrogate") => Some(ErrorKind::Utf8),
            n if n.contains("surrogate") => Some(ErrorKind::LoneSurrogate),
            _ => Some(ErrorKind::Utf8),
        };
        assert_eq!(error, expected, "{name}");
    }
}

#[test]
fn good_texts_are_read() {
    let good = [
        "0",
        "-0",
        " [ ] ",
        "{}",
        "\"\"",
        "null",
        "[1]",
        "[-1.5e+3,0.0E-1]",
        "{\"\":{\"\":[]}}",
        "[\"\\u0000\\uD83D\\uDE00\"]",
        "\t\r\n true \n",
        "[\"\u{7f}\u{2028}\"]",
    ];
    for text in good {
        let (_, error) = read_whole(text.as_bytes(), &ReadOptions::default());
        assert!(error.is_none(), "{text}: {}", error.unwrap());
        at_each_level(|_| assert!(Document::parse(text.as_bytes()).is_ok(), "{text}"));
    }
}

/// Texts that are wrong: the error, its offset, line and column.
const WRONG: &[(&[u8], ErrorKind, u64, u64, u64)] = {
    use ErrorKind::*;
    &[
        (b"", UnexpectedEnd, 0, 1, 1),
        (b" \n ", UnexpectedEnd, 3, 2, 2),
        (b"[", UnexpectedEnd, 1, 1, 2),
        (b"[1", UnexpectedEnd, 2, 1, 3),
        (b"[1,]", TrailingComma, 3, 1, 4),
        (b"[1,,2]", ExpectedValue, 3, 1, 4),
        (b"[,1]", ExpectedValue, 1, 1, 2),
        (b"{\"a\":1,}", TrailingComma, 7, 1, 8),
        (b"{\"a\" 1}", ExpectedColon, 5, 1, 6),
        (b"{\"a\":}", ExpectedValue, 5, 1, 6),
        (b"{\"a\"}", ExpectedColon, 4, 1, 5),
        (b"{1:2}", ExpectedKey, 1, 1, 2),
        (b"{\"a\":1 \"b\":2}", ExpectedComma, 7, 1, 8),
        (b"[1 2]", ExpectedComma, 3, 1, 4),
        (b"[1]]", TrailingText, 3, 1, 4),
        (b"[1] x", TrailingText, 4, 1, 5),
        (b"[1}", Mismatched, 2, 1, 3),
        (b"{]", Mismatched, 1, 1, 2),
        (b"]", ExpectedValue, 0, 1, 1),
        (b"tru", UnknownWord, 0, 1, 1),
        (b"[nul]", UnknownWord, 1, 1, 2),
        (b"[truex]", UnknownWord, 1, 1, 2),
        (b"[NaN]", UnknownWord, 1, 1, 2),
        (b"[01]", Number, 1, 1, 2),
        (b"[1.]", Number, 1, 1, 2),
        (b"[-]", Number, 1, 1, 2),
        (b"[+1]", ExpectedValue, 1, 1, 2),
        (b"[.5]", ExpectedValue, 1, 1, 2),
        (b"[1true]", ExpectedComma, 2, 1, 3),
        (b"[\"a\"\"b\"]", ExpectedComma, 4, 1, 5),
        (b"[\"a", UnexpectedEnd, 3, 1, 4),
        (b"[\"\\", UnexpectedEnd, 3, 1, 4),
        (b"[\"\\x\"]", Escape, 2, 1, 3),
        (b"[\"\\u12\"]", Escape, 2, 1, 3),
        (b"[\"\\ud800\"]", LoneSurrogate, 2, 1, 3),
        (b"[\n\"\xC3\xA9a\nb\"]", ControlCharacter, 6, 2, 4),
        (b"[\"a\xFFb\"]", Utf8, 3, 1, 4),
        (b"[\"\xE6\xBC\"]", Utf8, 2, 1, 3),
        (b"[1,\n 2 // 3\n]", ExpectedComma, 7, 2, 4),
        (b"\xEF\xBB\xBF{}", ExpectedValue, 0, 1, 1),
        (b"[\x0c1]", ExpectedValue, 1, 1, 2),
    ]
};

#[test]
fn errors_say_what_is_wrong_and_where() {
    for (text, kind, offset, line, column) in WRONG {
        let shown = String::from_utf8_lossy(text);
        let (_, error) = read_whole(text, &ReadOptions::default());
        let error = error.unwrap_or_else(|| panic!("accepted: {shown}"));
        assert_eq!(
            (error.kind, error.offset, error.line, error.column),
            (*kind, *offset, *line, *column),
            "{shown}"
        );
        assert!(error.to_string().contains(&format!("line {line}, column {column}: ")));
        at_each_level(|_| assert_eq!(Document::parse(text).err().as_ref(), Some(&error), "{shown}"));
    }
}

#[test]
fn options_change_what_is_accepted() {
    let with = |change: &dyn Fn(&mut ReadOptions)| {
        let mut options = ReadOptions::default();
        change(&mut options);
        options
    };
    type Case<'c> = (&'c str, Option<&'c str>, ReadOptions);
    let cases: Vec<Case<'_>> = vec![
        ("[1, // a\n/* b * / **/ 2] // c", Some("[i1i2]"), with(&|o| o.comments = true)),
        ("/", None, with(&|o| o.comments = true)),
        ("[1] /* ", None, with(&|o| o.comments = true)),
        ("[1,]", Some("[i1]"), with(&|o| o.trailing_comma = true)),
        ("{\"a\":[],}", Some("{k\"a\"[]}"), with(&|o| o.trailing_comma = true)),
        ("[,]", None, with(&|o| o.trailing_comma = true)),
        ("[1,,]", None, with(&|o| o.trailing_comma = true)),
        ("[NaN,-Infinity,Infinity]", Some("[fNaNf-inffinf]"), with(&|o| o.nan = true)),
        ("-Infinit", None, with(&|o| o.nan = true)),
        ("[\"a\tb\nc\"]", Some("[s\"a\\tb\\nc\"]"), with(&|o| o.control_characters = true)),
        ("1 2[3]\"x\"null", Some("i1i2[i3]s\"x\"n"), with(&|o| o.many = true)),
        ("", Some(""), with(&|o| o.many = true)),
        ("{\"a\":1}\n{\"a\":2}\n", Some("{k\"a\"i1}{k\"a\"i2}"), with(&|o| o.many = true)),
        ("[[1]]", None, with(&|o| o.depth = 1)),
        ("[1]", Some("[i1]"), with(&|o| o.depth = 1)),
        ("{\"a\":{\"a\":1},\"\\u0061\":2}", None, with(&|o| o.duplicate_keys = DuplicateKeys::Error)),
        (
            "{\"a\":{\"a\":1},\"b\":2}",
            Some("{k\"a\"{k\"a\"i1}k\"b\"i2}"),
            with(&|o| o.duplicate_keys = DuplicateKeys::Error),
        ),
    ];
    for (text, expected, options) in cases {
        let (said, error) = read_whole(text.as_bytes(), &options);
        assert_eq!(error.is_none().then_some(said.as_str()), expected, "{text}: {error:?}");
        for size in [1, 2, 3, 7] {
            let chunked = read_in_chunks(text.as_bytes().chunks(size), &options);
            assert_eq!(chunked.0, said, "{text}");
            assert_eq!(
                chunked.1.map(|e| (e.kind, e.offset, e.line, e.column)),
                error.as_ref().map(|e| (e.kind, e.offset, e.line, e.column)),
                "{text}"
            );
        }
        if !options.many {
            at_each_level(|_| {
                assert_eq!(
                    Document::parse_with(text.as_bytes(), &options).is_ok(),
                    expected.is_some(),
                    "{text}"
                )
            });
        }
    }
}

#[test]
fn big_numbers_follow_the_policy() {
    let of = |text: &str, big_numbers| {
        let options = ReadOptions { big_numbers, ..ReadOptions::default() };
        match Document::parse_with(text.as_bytes(), &options) {
            Err(error) => {
                assert_eq!(error.offset, 1);
                format!("{:?}", error.kind)
            }
            Ok(document) => match document.root().at(0).unwrap().kind() {
                Kind::Number(number) => format!("{number:?}"),
                _ => unreachable!(),
            },
        }
    };
    let integer = "[-123456789012345678901234567890]";
    assert_eq!(of(integer, BigNumbers::Digits), "Digits(\"-123456789012345678901234567890\")");
    assert_eq!(of(integer, BigNumbers::Float), "Float(-1.2345678901234568e29)");
    assert_eq!(of(integer, BigNumbers::Error), "NumberRange");
    assert_eq!(of("[-1e400]", BigNumbers::Digits), "NumberRange");
    assert_eq!(of("[-1e400]", BigNumbers::Float), "NumberRange");
    assert_eq!(of("[-1e400]", BigNumbers::Infinity), "Float(-inf)");
}

#[test]
fn nesting_is_bounded_without_recursion() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000), "[".repeat(513) + &"]".repeat(513)] {
        let (_, error) = read_whole(text.as_bytes(), &ReadOptions::default());
        assert_eq!(error.as_ref().map(|e| e.kind), Some(ErrorKind::TooDeep));
        at_each_level(|_| assert_eq!(Document::parse(text.as_bytes()).err(), error));
    }
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let options = ReadOptions { depth: 100_000, ..ReadOptions::default() };
    let document = Document::parse_with(deep.as_bytes(), &options).unwrap();
    let write = purlin_json::WriteOptions { depth: 100_000, ..Default::default() };
    let mut out = Vec::new();
    document.write_onto(&mut out, &write).unwrap();
    assert!(out == deep.as_bytes());
    assert!(document.to_text().is_err());
}

#[test]
fn chunks_of_any_size_say_the_same() {
    for (name, text) in all_files() {
        let (whole, error) = read_whole(&text, &ReadOptions::default());
        assert!(error.is_none(), "{name}");
        for size in [1, 2, 3, 5, 17, 64, 1000, 65_536] {
            let (said, error) = read_in_chunks(text.chunks(size), &ReadOptions::default());
            assert!(error.is_none() && said == whole, "{name} in chunks of {size}");
        }
    }
}

/// Events of a text split in two at `at`, compared with `whole` without building them again for each split:
/// what the first part says must be a prefix, and what the second says must be the rest.
fn split_agrees(text: &[u8], at: usize, whole: &(String, Option<purlin_json::Error>)) {
    let (said, error) = read_in_chunks([&text[..at], &text[at..]].into_iter(), &ReadOptions::default());
    assert!(said == whole.0, "split at {at}");
    let place = |e: &purlin_json::Error| (e.kind, e.offset, e.line, e.column);
    assert_eq!(error.as_ref().map(place), whole.1.as_ref().map(place), "split at {at}");
}

#[test]
fn every_split_of_small_texts() {
    let mut texts: Vec<Vec<u8>> = made_files().into_iter().map(|f| f.1).filter(|t| t.len() < 2000).collect();
    texts.push(r#"{"k\u00e9y" : [ -1.5e10, "a\\\"b", true,false ,null, {"x":"\ud83d\ude00"}, "漢" ] }"#.as_bytes().to_vec());
    if let Some(folder) = data() {
        for entry in std::fs::read_dir(folder.join("JSONTestSuite/test_parsing")).unwrap() {
            let text = std::fs::read(entry.unwrap().path()).unwrap();
            if text.len() < 2000 {
                texts.push(text);
            }
        }
    }
    for text in texts {
        let whole = read_whole(&text, &ReadOptions::default());
        for at in 0..=text.len() {
            split_agrees(&text, at, &whole);
        }
    }
}

#[test]
fn what_is_wrong_behind_a_split_is_shown_where_it_stands() {
    for text in [r#"["abcd\q", 1]"#, r#"["ab\u00e9cd\ud800ef"]"#, "[12345x]", "[nulx]"] {
        let (_, whole) = read_whole(text.as_bytes(), &ReadOptions::default());
        let whole = whole.unwrap();
        for at in 0..=whole.offset as usize {
            let (first, second) = text.as_bytes().split_at(at);
            let (_, error) = read_in_chunks([first, second].into_iter(), &ReadOptions::default());
            assert_eq!(error.as_ref(), Some(&whole), "{text} {at}");
        }
    }
}

/// Every event of a chunk, mixed into one number.
fn mix(feed: &mut Feed<'_, '_>, sum: &mut u64) -> bool {
    loop {
        let (tag, text) = match feed.next() {
            Ok(Some(Event::BeginObject)) => (1, ""),
            Ok(Some(Event::EndObject)) => (2, ""),
            Ok(Some(Event::BeginArray)) => (3, ""),
            Ok(Some(Event::EndArray)) => (4, ""),
            Ok(Some(Event::Key(text))) => (5 + text.is_escaped() as u64, text.raw()),
            Ok(Some(Event::String(text))) => (7 + text.is_escaped() as u64, text.raw()),
            Ok(Some(Event::Number(text))) => (9, text.text()),
            Ok(Some(Event::Bool(value))) => (10 + value as u64, ""),
            Ok(Some(Event::Null)) => (12, ""),
            Ok(None) => return true,
            Err(error) => {
                for part in [error.offset, error.line, error.column, error.kind as u64] {
                    *sum = (*sum ^ part).wrapping_mul(0x100_0000_01B3);
                }
                return false;
            }
        };
        *sum = (*sum ^ tag).wrapping_mul(0x100_0000_01B3);
        for piece in text.as_bytes().chunks(8) {
            let mut bytes = [0; 8];
            bytes[..piece.len()].copy_from_slice(piece);
            *sum = (*sum ^ u64::from_le_bytes(bytes)).wrapping_mul(0x100_0000_01B3).rotate_left(7);
        }
    }
}

/// Every split of every file into two chunks. Not each through the whole file, which takes as many steps as
/// the square of its length: a window at a time is read whole and, from the same state, split at each of its
/// bytes. The events must be the same, and so must the state behind the window, from which all that follows
/// then is too. `PURLIN_JSON_WINDOW` sets how long a window is.
#[test]
fn every_split_of_every_file() {
    let size = std::env::var("PURLIN_JSON_WINDOW").ok().and_then(|n| n.parse().ok()).unwrap_or(48);
    let mut splits = 0u64;
    for (name, text) in all_files() {
        let mut at_start = Reader::new(ReadOptions::default());
        for (i, window) in text.chunks(size).enumerate() {
            let mut whole = at_start.clone();
            let mut said = 0;
            let goes_on = mix(&mut whole.feed(window), &mut said);
            for at in 0..=window.len() {
                let mut split = at_start.clone();
                let mut sum = 0;
                let still = mix(&mut split.feed(&window[..at]), &mut sum)
                    && mix(&mut split.feed(&window[at..]), &mut sum);
                let same = still == goes_on && sum == said && split.is_in_the_state_of(&whole);
                assert!(same, "{name}, split at {}", i * size + at);
                splits += 1;
            }
            at_start = whole;
        }
        let mut end = 0;
        assert!(mix(&mut at_start.finish(&[]), &mut end), "{name}");
        // In windows it says what it says of the whole.
        let in_windows = read_in_chunks(text.chunks(size), &ReadOptions::default());
        assert!(in_windows == read_whole(&text, &ReadOptions::default()), "{name}");
    }
    println!("{splits} splits");
}

#[test]
fn values_that_follow_each_other() {
    let text = b"{\"a\":1}\n[2,\n3]\n\n\"x\" 4 5\n";
    let all: Vec<String> =
        documents(text, &ReadOptions::default()).map(|d| d.unwrap().to_text().unwrap()).collect();
    assert_eq!(all, ["{\"a\":1}", "[2,3]", "\"x\"", "4", "5"]);
    let mut some = documents(b"1\n[2,\n  x]\n3", &ReadOptions::default());
    assert!(some.next().unwrap().is_ok());
    let error = some.next().unwrap().err().unwrap();
    assert_eq!((error.kind, error.offset, error.line, error.column), (ErrorKind::UnknownWord, 8, 3, 3));
    assert!(some.next().is_none());
}

#[derive(Default)]
struct Sum(u64, usize);

impl Handler for Sum {
    fn begin_object(&mut self) {
        self.1 += 1;
    }
    fn end_object(&mut self) {}
    fn begin_array(&mut self) {
        self.1 += 1;
    }
    fn end_array(&mut self) {}
    fn key(&mut self, key: &str) {
        self.0 += key.bytes().map(u64::from).sum::<u64>();
    }
    fn string(&mut self, text: &str) {
        self.key(text);
    }
    fn number(&mut self, _: Number<'_>) {
        self.1 += 1;
    }
    fn bool(&mut self, _: bool) {}
    fn null(&mut self) {}
    fn restart(&mut self) {
        *self = Sum::default();
    }
}

#[test]
fn a_handler_sees_the_same_at_each_level() {
    for (name, text) in all_files() {
        let mut first = None;
        at_each_level(|level| {
            let mut sum = Sum::default();
            read(&text, &ReadOptions::default(), &mut sum).unwrap();
            let seen = (sum.0, sum.1);
            assert_eq!(*first.get_or_insert(seen), seen, "{name} {level:?}");
        });
    }
}

#[test]
fn squeezed_values_have_a_line_each() {
    let text = b" {\"a b\" : [1, \"\\\" x \\\\\" ]}\n\n[ ]  \"q r\"\r\n{} ";
    // The last value must end in a bracket or quote, as lines of objects do.
    let text = &text[..text.len() - 1];
    at_each_level(|_| {
        let mut out = b"before\n".to_vec();
        assert_eq!(squeeze(text, &mut out, 10), Some(4));
        assert_eq!(String::from_utf8_lossy(&out), "before\n{\"a b\":[1,\"\\\" x \\\\\"]}\n[]\n\"q r\"\n{}\n");
        let length = out.len();
        for bad in ["[1] [", "[1] x []", "{} \"", "[[[]]]", "1 2", "[1,]\n[]"] {
            assert_eq!(squeeze(bad.as_bytes(), &mut out, 2), None, "{bad}");
        }
        assert_eq!(out.len(), length);
    });
    for (name, text) in files_for_serde().into_iter().filter(|f| f.0 != "number") {
        let lines = [&text[..], b"\n", &text[..]].concat();
        let value = Document::parse(&text).unwrap();
        at_each_level(|_| {
            let mut out = Vec::new();
            assert_eq!(squeeze(&lines, &mut out, 512), Some(2), "{name}");
            let half = &out[..out.len() / 2];
            assert!(
                half == &out[out.len() / 2..] && half.iter().filter(|b| **b == b'\n').count() == 1,
                "{name}"
            );
            assert!(Document::parse(half).unwrap().to_text().unwrap() == value.to_text().unwrap(), "{name}");
        });
    }
}
