//! The tables of calls. A line of a table is one of
//!
//! - `# comment`
//! - `package PATH`: the package that the table is held against, so that no exported function is missing
//! - `import PATH`
//! - `except NAME: reason`: a function that cannot be called so
//! - `portable PATH`: Go's answers come from the portable sources of this package, not from assembly
//! - `stdin KIND`: the standard input is made of arguments of that kind
//! - `---`: what follows up to the next such line is Go source, declarations that the calls use
//! - an expression, whose values are printed: `strings.Split({s}, {sub})`
//! - `! ` and statements, which print with `show(…)`
//!
//! `{name}` is a random argument of that kind (`values.rs`); `{T|a|b|c}` one of these expressions, of type T.

/// The contents of a table.
pub struct Table {
    /// Empty if the table is held against none.
    pub package: String,
    /// Functions without a line, and why.
    pub except: Vec<(String, String)>,
    pub portable: Option<String>,
    pub stdin: Option<String>,
    pub imports: Vec<String>,
    pub declarations: Vec<String>,
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
    "bufio", "bytes", "fmt", "math", "regexp", "slices", "sort", "strconv", "strings", "time", "unicode",
    "utf8"
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
            portable: None,
            stdin: None,
            imports: ALWAYS.map(str::to_string).to_vec(),
            declarations: vec![],
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
            } else if let Some(path) = line.strip_prefix("portable ") {
                table.portable = Some(path.to_string());
            } else if let Some(kind) = line.strip_prefix("stdin ") {
                table.stdin = Some(kind.to_string());
            } else if let Some((name, reason)) = line.strip_prefix("except ").and_then(|l| l.split_once(": "))
            {
                table.except.push((name.to_string(), reason.to_string()));
            } else if let Some(path) = line.strip_prefix("import ") {
                if !table.imports.iter().any(|i| i == path) {
                    table.imports.push(path.to_string());
                }
            } else if !line.is_empty() && !line.starts_with('#') {
                let (statements, code) = match line.strip_prefix("! ") {
                    Some(code) => (true, code),
                    None => (false, line),
                };
                let pieces = pieces(code).ok_or_else(|| format!("line {number}: a brace is open"))?;
                table.lines.push(Line { number, text: code.to_string(), pieces, statements });
            }
        }
        Ok(table)
    }
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
