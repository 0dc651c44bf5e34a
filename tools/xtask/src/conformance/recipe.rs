//! What a file of Go's test folder asks for: its first comment (`// run`, `// errorcheck -0 -m`, …), whether
//! its build constraints hold here, and the `// ERROR` comments. Knows nothing of Purlin.

use std::path::Path;

use regex_lite::Regex;

/// The first comment of a test, cut up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub kind: String,
    /// Switches for Go's compiler or for its test driver.
    pub flags: Vec<String>,
    /// Arguments of the program.
    pub args: Vec<String>,
}

/// Words, with quotes as a shell has them.
fn words(line: &str) -> Vec<String> {
    let (mut all, mut word, mut quote) = (Vec::new(), String::new(), None);
    let mut open = false;
    for c in line.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => (quote, open) = (Some(c), true),
            (None, c) if c.is_whitespace() => {
                if open || !word.is_empty() {
                    all.push(std::mem::take(&mut word));
                }
                open = false;
            }
            _ => word.push(c),
        }
    }
    if open || !word.is_empty() {
        all.push(word);
    }
    all
}

const KINDS: &[&str] = &[
    "run",
    "errorcheck",
    "errorcheckwithauto",
    "errorcheckdir",
    "errorcheckandrundir",
    "errorcheckoutput",
    "compile",
    "compiledir",
    "build",
    "builddir",
    "buildrun",
    "buildrundir",
    "rundir",
    "runindir",
    "runoutput",
    "asmcheck",
    "skip",
];

/// The recipe of a test, or nothing if the file is none (a program that a test prints or includes).
pub fn recipe(text: &str) -> Option<Recipe> {
    let is_constraint =
        |l: &&str| l.starts_with("//go:build") || l.trim_start_matches("// ").starts_with("+build");
    let first = text.lines().find(|l| !is_constraint(l))?;
    let mut rest = words(first.strip_prefix("//")?).into_iter();
    let kind = rest.next().filter(|k| KINDS.contains(&k.as_str()))?;
    let (mut flags, mut args) = (Vec::new(), Vec::new());
    while let Some(word) = rest.next() {
        if !args.is_empty() || !word.starts_with('-') {
            args.push(word);
        } else if matches!(word.as_str(), "-t" | "-goexperiment" | "-godebug" | "-gomodversion" | "-gcflags")
        {
            let value = rest.next().unwrap_or_default();
            flags.push(format!("{word} {value}"));
        } else {
            flags.push(word);
        }
    }
    Some(Recipe { kind, flags, args })
}

/// Whether the constraints before the package clause hold for the platform linux/amd64, as Go's driver
/// evaluates them.
pub fn constraints_hold(text: &str) -> bool {
    let header = text.split("\npackage").next().unwrap_or(text);
    let holds = |l: &str| l.strip_prefix("//go:build ").is_none_or(|e| Constraint::new(e).either());
    header.lines().all(holds)
}

/// `//go:build` expressions: `!`, `&&`, `||`, parentheses, tags.
struct Constraint<'a> {
    tokens: Vec<&'a str>,
    at: usize,
}

impl<'a> Constraint<'a> {
    fn new(text: &'a str) -> Constraint<'a> {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let len = match first {
                '(' | ')' | '!' => 1,
                '&' | '|' => 2.min(rest.len()),
                _ => rest.find(|c: char| c.is_whitespace() || "()!&|".contains(c)).unwrap_or(rest.len()),
            };
            tokens.push(&rest[..len]);
            rest = rest[len..].trim_start();
        }
        Constraint { tokens, at: 0 }
    }

    fn next_is(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at) == Some(&token);
        self.at += usize::from(found);
        found
    }

    fn either(&mut self) -> bool {
        let mut holds = self.both();
        while self.next_is("||") {
            holds |= self.both();
        }
        holds
    }

    fn both(&mut self) -> bool {
        let mut holds = self.one();
        while self.next_is("&&") {
            holds &= self.one();
        }
        holds
    }

    fn one(&mut self) -> bool {
        if self.next_is("!") {
            return !self.one();
        }
        if self.next_is("(") {
            let holds = self.either();
            self.next_is(")");
            return holds;
        }
        let tag = self.tokens.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        matches!(tag, "linux" | "amd64" | "unix" | "gc" | "test_run") || tag.starts_with("go1.")
    }
}

/// An error that a test expects.
pub struct Wanted {
    pub line: usize,
    pub pattern: String,
    pub regex: Regex,
}

/// The errors that the comments of a file ask for; `file` is what patterns with LINE in them call it.
pub fn wanted(file: &Path, text: &str) -> Result<Vec<Wanted>, String> {
    let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let comment = regex(r"// (?:GC_)?ERROR (.*)")?;
    let quoted = regex("\"([^\"]*)\"")?;
    let line_word = regex(r"LINE(([+-])(\d+))?")?;
    let mut all = Vec::new();
    for (i, line) in text.lines().enumerate() {
        // A comment in a comment is switched off.
        let Some(found) = comment.captures(line).filter(|_| !line.contains("////")) else { continue };
        for pattern in quoted.captures_iter(&found[1]) {
            let replaced = line_word.replace_all(&pattern[1], |m: &regex_lite::Captures<'_>| {
                let by: usize = m.get(3).and_then(|n| n.as_str().parse().ok()).unwrap_or(0);
                let minus = m.get(2).is_some_and(|s| s.as_str() == "-");
                let line = if minus { (i + 1).saturating_sub(by) } else { i + 1 + by };
                format!("{file}:{line}")
            });
            let regex = regex(&replaced)?;
            all.push(Wanted { line: i + 1, pattern: replaced.into_owned(), regex });
        }
    }
    Ok(all)
}

/// A pattern in Go's dialect, where a brace that begins no repetition stands for itself.
fn regex(pattern: &str) -> Result<Regex, String> {
    let mut rust = String::new();
    let mut escaped = false;
    for (i, c) in pattern.char_indices() {
        let counts = pattern[i + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        let counted =
            c == '}' && pattern[..i].rfind('{').is_some_and(|n| pattern[n + 1..i].parse::<u32>().is_ok());
        if !escaped && ((c == '{' && !counts) || (c == '}' && !counted)) {
            rust.push('\\');
        }
        escaped = c == '\\' && !escaped;
        rust.push(c);
    }
    Regex::new(&rust).map_err(|e| format!("pattern {pattern:?}: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_cut_up() {
        let r = recipe("//go:build linux\n// run -gcflags '-l -m' a \"b c\"\n\npackage main\n").unwrap();
        assert_eq!(
            (r.kind.as_str(), r.flags, r.args),
            ("run", vec!["-gcflags -l -m".to_owned()], vec!["a".to_owned(), "b c".to_owned()])
        );
        assert_eq!(recipe("// Copyright\n\npackage p\n"), None);
    }

    #[test]
    fn constraints_are_those_of_linux() {
        let holds = |e: &str| constraints_hold(&format!("// run\n\n//go:build {e}\n\npackage main\n"));
        assert!(holds("!windows && (linux || darwin)"));
        assert!(holds("!plan9 && !wasm"));
        assert!(!holds("cgo && linux"));
        assert!(!holds("ignore"));
    }

    #[test]
    fn wanted_errors_know_their_lines() {
        let found =
            wanted(Path::new("x.go"), "a\nb // ERROR \"x.*y|LINE-1\" \"z\"\nc // GC_ERROR \"q\"\n").unwrap();
        let seen: Vec<_> = found.iter().map(|w| (w.line, w.pattern.as_str())).collect();
        assert_eq!(seen, [(2, "x.*y|x.go:1"), (2, "z"), (3, "q")]);
    }
}
