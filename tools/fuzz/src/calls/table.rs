//! The tables of calls. A line of a table is one of
//!
//! - `# comment`
//! - `package PATH`: the package that the table is held against, so that no exported function is missing
//! - `import PATH`
//! - `except NAME: reason`: a function that cannot be called so
//! - `stdin KIND`: the standard input is made of arguments of that kind
//! - `values`: the program declares the types of the arguments `{any}`
//! - `sample NAME TEXT`: data of a format, with `\n`, `\r`, `\t`, `\xNN`, `\s` for a space, and `\\` in it
//! - `token NAME TEXT`: what means something in that format
//! - `---`: what follows up to the next such line is Go source, declarations that the calls use
//! - an expression, whose values are printed: `strings.Split({s}, {sub})`
//! - `! ` and statements, which print with `show(…)`
//!
//! `{name}` is a random argument of that kind (`values.rs`); `{T|a|b|c}` one of these expressions, of type T.
//! `{:name}` is a string with a sample of that name, often damaged, and `{:name:bytes}` the same as `[]byte`.

use std::collections::BTreeMap;

use crate::damage::Samples;

/// The contents of a table.
pub struct Table {
    /// Empty if the table is held against none.
    pub package: String,
    /// Functions without a line, and why.
    pub except: Vec<(String, String)>,
    pub stdin: Option<String>,
    pub imports: Vec<String>,
    pub declarations: Vec<String>,
    pub samples: BTreeMap<String, Samples>,
    pub lines: Vec<Line>,
}

/// A kind of call.
pub struct Line {
    /// In the file, from 1.
    pub number: usize,
    pub text: String,
    pub pieces: Vec<Piece>,
    /// Statements rather than an expression.
    pub statements: bool,
}

pub enum Piece {
    Text(String),
    Argument(String),
}

macro_rules! tables {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!($name, ".txt")))),*]
    };
}

const TABLES: &[(&str, &str)] = tables![
    "big",
    "bufio",
    "bytes",
    "compress",
    "csv",
    "fmt",
    "gob",
    "gosource",
    "hashes",
    "htmltemplate",
    "http",
    "json",
    "mail",
    "math",
    "netip",
    "regexp",
    "slices",
    "slog",
    "sort",
    "strconv",
    "strings",
    "syntax",
    "template",
    "time",
    "unicode",
    "url",
    "utf8",
    "xml",
    "zones"
];

pub fn names() -> Vec<&'static str> {
    TABLES.iter().map(|(name, _)| *name).collect()
}

/// The table of a package.
pub fn text(package: &str) -> Option<&'static str> {
    TABLES.iter().find(|(name, _)| *name == package).map(|(_, text)| *text)
}

/// The imports of the prelude itself.
const ALWAYS: [&str; 4] = ["fmt", "math", "runtime", "strconv"];

impl Table {
    pub fn parse(text: &str) -> Result<Table, String> {
        let mut table = Table {
            package: String::new(),
            except: vec![],
            stdin: None,
            imports: ALWAYS.map(str::to_string).to_vec(),
            declarations: vec![],
            samples: BTreeMap::new(),
            lines: vec![],
        };
        let mut in_source = false;
        for (at, line) in text.lines().enumerate() {
            let number = at + 1;
            if line == "---" {
                in_source = !in_source;
            } else if in_source {
                table.declarations.push(line.to_string());
            } else if let Some(path) = line.strip_prefix("package ") {
                table.package = path.to_string();
            } else if line == "values" {
                table.declarations.push(include_str!("values.go.txt").to_string());
                table.imports.push("time".to_string());
            } else if let Some(kind) = line.strip_prefix("stdin ") {
                table.stdin = Some(kind.to_string());
            } else if let Some((name, text)) = line.strip_prefix("sample ").and_then(|l| l.split_once(' ')) {
                table.samples.entry(name.to_string()).or_default().whole.push(bytes_of(text));
            } else if let Some((name, text)) = line.strip_prefix("token ").and_then(|l| l.split_once(' ')) {
                table.samples.entry(name.to_string()).or_default().tokens.push(bytes_of(text));
            } else if let Some((name, reason)) = line.strip_prefix("except ").and_then(|l| l.split_once(": "))
            {
                table.except.push((name.to_string(), reason.to_string()));
            } else if let Some(path) = line.strip_prefix("import ") {
                table.imports.push(path.to_string());
            } else if !line.is_empty() && !line.starts_with('#') {
                let (statements, code) = match line.strip_prefix("! ") {
                    Some(code) => (true, code),
                    None => (false, line),
                };
                let pieces = pieces(code).ok_or_else(|| format!("line {number}: a brace is open"))?;
                table.lines.push(Line { number, text: code.to_string(), pieces, statements });
            }
        }
        table.imports.sort_unstable();
        table.imports.dedup();
        Ok(table)
    }
}

/// What the text of a sample stands for; a backslash before anything else stands for itself.
fn bytes_of(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut after = &rest[c.len_utf8()..];
        let escaped = match (c, after.as_bytes().first()) {
            ('\\', Some(b'n')) => Some(b'\n'),
            ('\\', Some(b'r')) => Some(b'\r'),
            ('\\', Some(b't')) => Some(b'\t'),
            ('\\', Some(b's')) => Some(b' '),
            ('\\', Some(b'\\')) => Some(b'\\'),
            ('\\', Some(b'x')) => {
                let byte = after.get(1..3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
                after = if byte.is_some() { &after[2..] } else { after };
                byte
            }
            _ => None,
        };
        match escaped {
            Some(byte) => {
                bytes.push(byte);
                after = &after[1..];
            }
            None => bytes.extend_from_slice(&rest.as_bytes()[..c.len_utf8()]),
        }
        rest = after;
    }
    bytes
}

/// Splits at `{name}`; `{{` and `}}` are braces of Go.
fn pieces(code: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let (mut text, mut rest) = (String::new(), code);
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("{{").or_else(|| rest.strip_prefix("}}")) {
            text.push(c);
            rest = after;
        } else if let Some(after) = rest.strip_prefix('{') {
            let (name, after) = after.split_once('}')?;
            pieces.push(Piece::Text(std::mem::take(&mut text)));
            pieces.push(Piece::Argument(name.to_string()));
            rest = after;
        } else {
            text.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    pieces.push(Piece::Text(text));
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_unescaped() {
        assert_eq!(bytes_of(r"a\n\x41\xff\\n\s\q\x4"), b"a\nA\xff\\n \\q\\x4");
        let table = Table::parse("sample j [1]\nsample j {}\ntoken j ,\n! _ = {:j}").expect("a table");
        assert_eq!((table.samples["j"].whole.len(), table.samples["j"].tokens.len()), (2, 1));
    }
}
