//! Functions fit on a screen, unless they are tables or the dispatch loop, which are excused by name.

use super::baseline::Finding;
use super::files::SourceFile;
use super::tables::{LONG_FUNCTIONS, LONGEST_FUNCTION};
use super::text::Code;

pub fn long(file: &SourceFile) -> Vec<Finding> {
    let is_excused = |name: &str| LONG_FUNCTIONS.iter().any(|(f, n, _)| *f == file.name && *n == name);
    all_long(file)
        .into_iter()
        .filter(|(name, ..)| !is_excused(name))
        .map(|(name, line, lines)| {
            Finding::new(file, line, format!("`{name}` has {lines} lines, more than {LONGEST_FUNCTION}"))
        })
        .collect()
}

/// Excuses that name no long function.
pub fn stale_exceptions(files: &[SourceFile]) -> Vec<String> {
    let needed = |file: &str, name: &str| {
        files.iter().any(|f| f.name == file && all_long(f).iter().any(|(n, ..)| n == name))
    };
    let stale = LONG_FUNCTIONS.iter().filter(|(file, name, _)| !needed(file, name));
    stale
        .map(|(file, name, _)| format!("{file}: `{name}` is excused for its length but no longer needs it"))
        .collect()
}

/// Name, line and length of each function that is too long.
fn all_long(file: &SourceFile) -> Vec<(String, usize, usize)> {
    if !file.name.starts_with("crates/") && !file.name.starts_with("tools/") {
        return Vec::new();
    }
    let code = Code::of(&file.text);
    let mut found = Vec::new();
    for at in code.words("fn") {
        let rest = code.text[at + 2..].trim_start();
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let Some(end) = body_end(&code, at).filter(|_| !name.is_empty()) else { continue };
        let lines = code.line(end) - code.line(at) + 1;
        if lines > LONGEST_FUNCTION {
            found.push((name, code.line(at), lines));
        }
    }
    found
}

/// Where a function's body ends; none if it has no body.
fn body_end(code: &Code, at: usize) -> Option<usize> {
    let bytes = code.text.as_bytes();
    let mut k = at;
    while k < bytes.len() {
        match bytes[k] {
            b';' | b')' | b']' | b'}' => return None,
            b'{' => return code.closing(k),
            b'(' | b'[' => k = code.closing(k)? + 1,
            _ => k += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    #[test]
    fn long_functions_are_found() {
        let function =
            |lines: usize| format!("fn f(x: [u8; 2]) -> u8 {{\n{}}}\n", "    g();\n".repeat(lines - 2));
        let found = |lines: usize| long(&file("crates/ir/src/a.rs", &function(lines))).len();
        assert_eq!((found(LONGEST_FUNCTION), found(LONGEST_FUNCTION + 1)), (0, 1));
        let declared = format!("trait T {{\n    fn f(&self);\n}}\n{}", function(10));
        assert!(long(&file("crates/ir/src/a.rs", &declared)).is_empty());
        let of_type = format!("type F = fn(u8);\nconst X: u8 = {{\n{}0 }};\n", "\n".repeat(80));
        assert!(long(&file("crates/ir/src/a.rs", &of_type)).is_empty());
    }

    #[test]
    fn excuses_must_be_needed() {
        let (name, function, _) = LONG_FUNCTIONS[0];
        let short = file(name, &format!("fn {function}() {{}}\n"));
        assert!(!stale_exceptions(&[short]).is_empty());
    }
}
