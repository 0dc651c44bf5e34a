//! No wildcard in a match on ops: the compiler is the checklist of what a new op needs. Excused by `wildcard:
//! REASON` in a comment on the line of the arm or on the one above.

use super::baseline::Finding;
use super::files::SourceFile;
use super::tables::OP_FOLDERS;
use super::text::{Code, has_word};

pub fn wildcards(file: &SourceFile) -> Vec<Finding> {
    let is_test = file.name.ends_with("/tests.rs") || file.name.contains("/tests/");
    if is_test || !OP_FOLDERS.iter().any(|folder| file.name.starts_with(folder)) {
        return Vec::new();
    }
    let code = Code::of(&file.text);
    let lines: Vec<&str> = file.text.lines().collect();
    let explains = |line: usize| line > 0 && lines.get(line - 1).is_some_and(|l| l.contains("wildcard: "));
    let mut found = Vec::new();
    for at in code.words("match").filter(|at| !code.is_test(*at)) {
        let arms = arms(&code, at);
        if !arms.iter().any(|(_, pattern)| names_op(pattern)) {
            continue;
        }
        for (at, _) in arms.iter().filter(|(_, pattern)| matches_anything(pattern)) {
            let line = code.line(*at);
            if !explains(line) && !explains(line - 1) {
                found.push(Finding::new(
                    file,
                    line,
                    "a match on ops has a wildcard arm without `wildcard: REASON`",
                ));
            }
        }
    }
    found
}

/// Where each arm of the match begins, and its pattern with its guard.
fn arms(code: &Code, at: usize) -> Vec<(usize, &str)> {
    let bytes = code.text.as_bytes();
    let Some(open) = body(code, at) else { return Vec::new() };
    let Some(close) = code.closing(open) else { return Vec::new() };
    let mut arms = Vec::new();
    let mut k = open + 1;
    while k < close {
        let begin =
            k + code.text[k..close].bytes().take_while(|b| b.is_ascii_whitespace() || *b == b',').count();
        let Some(arrow) = find_outside(code, begin, close, b"=>") else { break };
        arms.push((begin, code.text[begin..arrow].trim()));
        let value =
            arrow + 2 + code.text[arrow + 2..close].bytes().take_while(u8::is_ascii_whitespace).count();
        k = if bytes[value] == b'{' {
            // A block ends its arm, unless an operator follows, which no formatted arm has.
            code.closing(value).map_or(close, |end| end + 1)
        } else {
            find_outside(code, value, close, b",").map_or(close, |end| end + 1)
        };
    }
    arms
}

/// The brace that opens the arms of a `match`, after what is matched.
fn body(code: &Code, at: usize) -> Option<usize> {
    find_outside(code, at, code.text.len(), b"{")
}

/// The first place of `what` that is inside no bracket.
fn find_outside(code: &Code, from: usize, to: usize, what: &[u8]) -> Option<usize> {
    let bytes = code.text.as_bytes();
    let mut k = from;
    while k < to {
        if bytes[k..to].starts_with(what) {
            return Some(k);
        }
        match bytes[k] {
            b'(' | b'[' | b'{' => k = code.closing(k)? + 1,
            b')' | b']' | b'}' => return None,
            _ => k += 1,
        }
    }
    None
}

fn names_op(pattern: &str) -> bool {
    ["Opcode::", "Op::"].iter().any(|name| {
        pattern.match_indices(name).any(|(at, _)| {
            !pattern[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
        })
    })
}

/// Whether a pattern, but for its guard, is met by everything: underscores alone, or a name alone.
fn matches_anything(pattern: &str) -> bool {
    let end = pattern.match_indices(" if ").map(|(at, _)| at).next().unwrap_or(pattern.len());
    let pattern = pattern[..end].trim();
    if has_word(pattern, "true") || has_word(pattern, "false") {
        return false;
    }
    let only = |f: fn(char) -> bool| !pattern.is_empty() && pattern.chars().all(f);
    only(|c| "_(), .".contains(c)) || only(|c| c.is_ascii_lowercase() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        wildcards(&file("crates/opt/src/a.rs", text)).iter().map(|f| f.line).collect()
    }

    #[test]
    fn wildcards_over_ops_are_found() {
        assert_eq!(lines("fn f() {\n match op {\n  Opcode::A => 1,\n  _ => 2,\n }\n}\n"), [4]);
        assert_eq!(
            lines(
                "fn f() {\n match op {\n  Op::A | Op::B => { g(|_| 1) }\n  _ if x => 2,\n  other => 3,\n }\n}\n"
            ),
            [4, 5]
        );
        assert_eq!(lines("match (op, x) {\n (Opcode::A, _) => 1,\n (_, _) => 2,\n}\n"), [3]);
        // Nested in an arm, and beside a match on something else.
        assert_eq!(
            lines("match x {\n Some(op) => match op {\n  Opcode::A => 1,\n  _ => 2,\n },\n _ => 3,\n}\n"),
            [4]
        );
    }

    #[test]
    fn reasons_and_tests_excuse_them() {
        assert!(
            lines("match op {\n Opcode::A => 1,\n // wildcard: any other has no slot.\n _ => 2,\n}\n")
                .is_empty()
        );
        assert!(lines("match op {\n Opcode::A => 1,\n _ => 2, // wildcard: no slot\n}\n").is_empty());
        assert!(lines("match kind {\n Kind::A => 1,\n _ => 2,\n}\n").is_empty());
        assert!(
            lines("#[cfg(test)]\nmod tests {\n fn f() { match op { Opcode::A => 1, _ => 2 } }\n}\n")
                .is_empty()
        );
        assert!(wildcards(&file("crates/cli/src/a.rs", "match op { Op::A => 1, _ => 2 }\n")).is_empty());
    }
}
