//! Types by serde: the same text and the same values as serde_json's, and errors with their place. Needs the
//! feature `serde`.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use purlin_json::{BigNumbers, ErrorKind, NonFinite, ReadOptions, WriteError, WriteOptions, Writer, typed};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct Inner {
    id: u64,
    name: String,
    tags: Vec<String>,
    #[serde(default)]
    note: Option<Box<Inner>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Wrapped(i32);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Pair(i8, f32);

#[derive(Serialize, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Clone)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Point,
    Circle(i64),
    Line(i64, i64),
    Box { width: u8, height: Option<u8> },
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "kind")]
enum Tagged {
    A { x: i32 },
    B { y: String },
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Float(f64),
    Text(String),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Flat {
    a: i32,
    #[serde(flatten)]
    rest: BTreeMap<String, Untagged>,
}

/// Written and read like serde_json, compact and pretty.
#[track_caller]
fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) {
    let text = typed::to_text(&value).unwrap();
    assert_eq!(text, serde_json::to_string(&value).unwrap());
    assert_eq!(typed::from_text::<T>(text.as_bytes()).unwrap(), value, "{text}");
    let pretty = typed::to_text_with(&value, WriteOptions::pretty()).unwrap();
    assert_eq!(pretty, serde_json::to_string_pretty(&value).unwrap());
    assert_eq!(typed::from_text::<T>(pretty.as_bytes()).unwrap(), value, "{pretty}");
}

/// Taken or refused like serde_json.
#[track_caller]
fn agrees<T: DeserializeOwned + PartialEq + Debug>(text: &str) {
    let ours = typed::from_text::<T>(text.as_bytes());
    let theirs = serde_json::from_str::<T>(text);
    match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{text}"),
        (Err(_), Err(_)) => {}
        _ => panic!("{text}: {ours:?}, but serde_json {theirs:?}"),
    }
}

fn inner() -> Inner {
    let leaf = Inner { id: 7, name: "x\n\"y\" 漢 😀".to_owned(), ..Inner::default() };
    Inner {
        id: u64::MAX,
        name: String::new(),
        tags: vec!["a".to_owned(), "\u{1}".to_owned()],
        note: Some(Box::new(leaf)),
    }
}

#[test]
fn plain_types() {
    same(true);
    same((i8::MIN, i16::MIN, i32::MIN, i64::MIN));
    same((u8::MAX, u16::MAX, u32::MAX, u64::MAX));
    same((0.1f64, -0.0f64, 1e300, 5e-324, 1.0, 123456789.125));
    same([0.1f32, 1.0, 16_777_216.0, f32::MAX, f32::MIN_POSITIVE, 3.4e-20, -0.3]);
    same('é');
    same("text \\ \u{2028}".to_owned());
    same(());
    same(Some(5));
    same(None::<i32>);
    same(vec![None, Some("a".to_owned())]);
    same(Unit);
    same(Wrapped(-4));
    same(Pair(1, 2.5));
    same(vec![inner(), Inner::default()]);
    same([1, 2, 3]);
    same(Vec::<i32>::new());
}

#[test]
fn enums() {
    let shapes = vec![
        Shape::Point,
        Shape::Circle(-1),
        Shape::Line(1, 2),
        Shape::Box { width: 1, height: None },
        Shape::Box { width: 1, height: Some(9) },
    ];
    same(shapes);
    same(vec![Tagged::A { x: 1 }, Tagged::B { y: "z".to_owned() }]);
    same(Untagged::List(vec![
        Untagged::Number(-1),
        Untagged::Float(1.5),
        Untagged::Text("t".to_owned()),
        Untagged::Map(BTreeMap::from([("k".to_owned(), Untagged::Number(i64::MAX))])),
    ]));
    same(Flat { a: 1, rest: BTreeMap::from([("b".to_owned(), Untagged::Float(0.5))]) });
    for text in [
        r#""point""#,
        r#"{"point":null}"#,
        r#"{"circle":3}"#,
        r#"{"circle":3,"line":[1,2]}"#,
        r#"{"line":[1]}"#,
        r#"{"line":[1,2,3]}"#,
        r#"{"box":{"height":null,"width":3}}"#,
        r#"{"box":[3,4]}"#,
        r#"{}"#,
        r#""circle""#,
        r#""nothing""#,
        "5",
        "[]",
        "null",
    ] {
        agrees::<Shape>(text);
    }
}

#[test]
fn maps() {
    same(BTreeMap::from([("b".to_owned(), 1), ("a\"".to_owned(), 2)]));
    same(BTreeMap::from([(-5i64, "x".to_owned()), (7, String::new())]));
    same(BTreeMap::from([(u128::MAX, 1)]));
    same(BTreeMap::from([(true, 1), (false, 0)]));
    same(BTreeMap::from([('q', 1)]));
    same(BTreeMap::from([(Shape::Point, 1)]));
    same(HashMap::from([("only".to_owned(), BTreeMap::from([(1u8, vec![Some(1.5)])]))]));
    let keys = BTreeMap::from([(vec![1], 1)]);
    assert!(matches!(typed::to_text(&keys), Err(WriteError::Type(_))));
    assert!(matches!(typed::to_text(&BTreeMap::from([(Shape::Circle(1), 1)])), Err(WriteError::Type(_))));
    agrees::<BTreeMap<u8, i32>>(r#"{"256":1}"#);
    agrees::<BTreeMap<u8, i32>>(r#"{"x":1}"#);
}

#[test]
fn integers_of_128_bits() {
    same((i128::MIN, i128::MAX, u128::MAX, 0i128, -1i128, u64::MAX as u128 + 1));
    agrees::<u128>("-1");
    agrees::<i128>("170141183460469231731687303715884105728");
    agrees::<u64>("18446744073709551616");
    agrees::<f64>("18446744073709551616");
    let wrong = typed::from_text::<u128>(b" 340282366920938463463374607431768211456").unwrap_err();
    assert_eq!((wrong.kind, wrong.line, wrong.column), (ErrorKind::NumberRange, 1, 2));
}

#[test]
fn strings_are_borrowed_where_they_can_be() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Borrowed<'a> {
        plain: &'a str,
        #[serde(borrow)]
        either: Cow<'a, str>,
        bytes: &'a [u8],
    }
    let text = br#"{"plain":"as it is","either":"with\nescape","bytes":"raw"}"#;
    let value: Borrowed<'_> = typed::from_text(text).unwrap();
    assert!(text.as_ptr_range().contains(&value.plain.as_ptr()));
    assert_eq!(value, Borrowed { plain: "as it is", either: "with\nescape".into(), bytes: b"raw" });
    let wrong = typed::from_text::<Borrowed<'_>>(br#"{"plain":"a\n"}"#).unwrap_err();
    assert_eq!((wrong.kind, wrong.column), (ErrorKind::Type, 10));
}

#[test]
fn what_does_not_fit_is_refused_as_serde_json_does() {
    for text in [
        "null",
        "true",
        "1",
        "-1",
        "1.0",
        "1.5",
        "300",
        "\"a\"",
        "\"ab\"",
        "\"\"",
        "[]",
        "[1]",
        "[1,2]",
        "[1,2,3]",
        "[1,\"a\"]",
        "{}",
        "{\"id\":1}",
        "{\"id\":1,\"name\":\"a\",\"tags\":[]}",
        "{\"a\":1,\"a\":2}",
        "1e400",
        "",
        " ",
        "[",
        "[1",
        "{\"a\"",
        "1 2",
        "{\"id\":1,\"name\":\"a\",\"tags\":[],\"other\":{\"x\":[1,{}]}}",
        "{\"id\":1,\"id\":2,\"name\":\"a\",\"tags\":[]}",
    ] {
        agrees::<bool>(text);
        agrees::<u8>(text);
        agrees::<i64>(text);
        agrees::<f64>(text);
        agrees::<char>(text);
        agrees::<String>(text);
        agrees::<()>(text);
        agrees::<Option<u8>>(text);
        agrees::<(u8, u8)>(text);
        agrees::<[i32; 1]>(text);
        agrees::<Vec<i32>>(text);
        agrees::<BTreeMap<String, i32>>(text);
        agrees::<Inner>(text);
        agrees::<Pair>(text);
        agrees::<Wrapped>(text);
        agrees::<Unit>(text);
        agrees::<Untagged>(text);
        agrees::<serde_json::Value>(text);
    }
}

#[test]
fn errors_have_a_place() {
    let of = |text: &str| {
        let error = typed::from_text::<Vec<Inner>>(text.as_bytes()).unwrap_err();
        (error.kind, error.line, error.column, error.to_string())
    };
    let (kind, line, column, text) = of("[\n  {\"id\": 1,\n   \"name\": 5, \"tags\": []}]");
    assert_eq!((kind, line, column), (ErrorKind::Type, 3, 12));
    assert_eq!(
        text,
        "line 3, column 12: invalid type: integer `5`, expected a string\n     \"name\": 5, \"tags\": []}]\n             ^"
    );
    // A missing field is missing where the object ends.
    let (kind, line, column, text) = of("[{\"id\": 1,\n \"name\": \"a\"}]");
    assert_eq!((kind, line, column), (ErrorKind::Type, 2, 13));
    assert!(text.contains("missing field `tags`"), "{text}");
    let (kind, line, column, _) = of("[{\"id\": -1}]");
    assert_eq!((kind, line, column), (ErrorKind::Type, 1, 9));
    // What is no JSON is told as ever.
    let (kind, line, column, _) = of("[{\"id\": 1,}]");
    assert_eq!((kind, line, column), (ErrorKind::TrailingComma, 1, 11));
    let deep = "[".repeat(100_000);
    let error = typed::from_text::<serde_json::Value>(deep.as_bytes()).unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::TooDeep, 512));
}

#[test]
fn options_are_kept() {
    let relaxed = ReadOptions { comments: true, trailing_comma: true, nan: true, ..ReadOptions::default() };
    let value: Vec<f64> = typed::from_text_with(b"[1, /* two */ 2, Infinity,]", &relaxed).unwrap();
    assert_eq!(value, [1.0, 2.0, f64::INFINITY]);
    let infinite = ReadOptions { big_numbers: BigNumbers::Infinity, ..ReadOptions::default() };
    assert_eq!(typed::from_text_with::<f64>(b"-1e999", &infinite).unwrap(), f64::NEG_INFINITY);
    assert_eq!(typed::to_text(&[f64::NAN, 1.0]).unwrap(), "[null,1.0]");
    let strict = WriteOptions { non_finite: NonFinite::Error, ..WriteOptions::compact() };
    assert!(matches!(typed::to_text_with(&f32::NAN, strict), Err(WriteError::NonFinite)));
    // Within a text that is written call by call.
    let mut writer = Writer::new(WriteOptions::compact());
    writer.begin_array().unwrap();
    writer.value(&Shape::Circle(1)).unwrap();
    writer.value(&Some(inner().tags)).unwrap();
    writer.end_array().unwrap();
    assert_eq!(writer.finish().unwrap(), br#"[{"circle":1},["a","\u0001"]]"#);
}

#[test]
fn values_follow_each_other() {
    let text = b"{\"circle\":1}\n\"point\" {\"line\":[1,\n2]}\n";
    let shapes: Result<Vec<Shape>, _> = typed::values(text, &ReadOptions::default()).collect();
    assert_eq!(shapes.unwrap(), [Shape::Circle(1), Shape::Point, Shape::Line(1, 2)]);
    let mut values = typed::values::<i32>(b"1\n2\n \"x\"\n3", &ReadOptions::default());
    assert_eq!(values.next().unwrap().unwrap(), 1);
    assert_eq!(values.next().unwrap().unwrap(), 2);
    let wrong = values.next().unwrap().unwrap_err();
    assert_eq!((wrong.kind, wrong.line, wrong.column, wrong.offset), (ErrorKind::Type, 3, 2, 5));
    assert!(values.next().is_none());
    assert!(typed::values::<i32>(b" \n ", &ReadOptions::default()).next().is_none());
}
