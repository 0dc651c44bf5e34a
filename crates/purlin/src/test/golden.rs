//! Golden files: programs that say in comments what they print and how they end. Reads and rewrites the
//! directives, and compares them with a run; runs nothing.
//!
//! A directive begins on a comment line after a line that is none (an empty line is none), as `// Name:` with
//! its content on the comment lines below, or as `// Name: value`, after which another directive may follow
//! at once. Comparison is exact, but for blank lines at the end and spaces at the end of each line.

use std::ops::Range;

use similar::TextDiff;

/// The most bytes of a difference that are shown.
const MOST_SHOWN: usize = 16 << 10;

/// What a directive is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    /// Standard output.
    Output,
    /// What ended the program, without the word that the language puts before it.
    Error,
    /// Why the program does not compile, a line each.
    TypeCheckError,
    /// Each line is a part of a line of standard error.
    Stderr,
    /// Both streams, as they were printed.
    Printed,
    /// Standard input.
    Stdin,
    /// Units of gas of the run.
    Gas,
    /// The code that the program ends with.
    Exit,
    /// The kind of limit that ends it.
    Trap,
    /// The program's arguments.
    Args,
    /// Limits, as switches of `purlin run`.
    Flags,
    /// Units of gas that it may use.
    GasLimit,
    /// Bytes that it may allocate in all.
    MaxAlloc,
}

const NAMES: [(&str, Name); 14] = [
    ("Output", Name::Output),
    ("Error", Name::Error),
    ("TypeCheckError", Name::TypeCheckError),
    ("Stderr", Name::Stderr),
    ("Printed", Name::Printed),
    ("Stdin", Name::Stdin),
    ("Gas", Name::Gas),
    ("Exit", Name::Exit),
    ("Trap", Name::Trap),
    ("Args", Name::Args),
    ("ARGS", Name::Args),
    ("Flags", Name::Flags),
    ("GASLIMIT", Name::GasLimit),
    ("MAXALLOC", Name::MaxAlloc),
];

impl Name {
    /// Whether the content is on the lines below.
    fn is_list(self) -> bool {
        match self {
            Name::Output | Name::Error | Name::TypeCheckError => true,
            Name::Stderr | Name::Printed | Name::Stdin => true,
            Name::Gas | Name::Exit | Name::Trap | Name::Args => false,
            Name::Flags | Name::GasLimit | Name::MaxAlloc => false,
        }
    }

    /// Whether it says what is expected, so that a file with it is a test.
    fn is_expectation(self) -> bool {
        match self {
            Name::Output | Name::Error | Name::TypeCheckError | Name::Stderr | Name::Printed => true,
            Name::Gas | Name::Exit | Name::Trap => true,
            Name::Stdin | Name::Args | Name::Flags | Name::GasLimit | Name::MaxAlloc => false,
        }
    }

    fn text(self) -> &'static str {
        NAMES.iter().find(|(_, name)| *name == self).map_or("", |(text, _)| text)
    }
}

/// A directive of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    pub name: Name,
    /// The value, or the lines without their comment marks.
    pub content: String,
    /// The lines where it stands.
    lines: Range<usize>,
}

/// A line without the mark of a comment and one space after it, if it is one.
fn comment<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(mark)?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// The directive that a comment begins, and its value.
fn header(text: &str) -> Option<(Name, &str)> {
    let (word, value) = text.split_once(':')?;
    let (_, name) = NAMES.iter().find(|(known, _)| *known == word)?;
    let value = value.trim();
    (name.is_list() == value.is_empty()).then_some((*name, value))
}

/// The directives of a program whose line comments begin with `mark`, in the order in which they stand.
pub(super) fn directives(text: &str, mark: &str) -> Vec<Directive> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut found, mut at, mut may_begin) = (Vec::new(), 0, true);
    while let Some(line) = lines.get(at) {
        let Some(text) = comment(line, mark) else {
            (may_begin, at) = (true, at + 1);
            continue;
        };
        let Some((name, value)) = header(text).filter(|_| may_begin) else {
            (may_begin, at) = (false, at + 1);
            continue;
        };
        let begin = at;
        at += 1;
        let mut content = value.to_string();
        if name.is_list() {
            while let Some(text) = lines.get(at).and_then(|line| comment(line, mark)) {
                content.push_str(text);
                content.push('\n');
                at += 1;
            }
        }
        may_begin = !name.is_list();
        found.push(Directive { name, content, lines: begin..at });
    }
    found
}

/// Whether a program says what is expected of it.
pub(super) fn is_golden(text: &str, mark: &str) -> bool {
    // Most files have none of the words.
    let may_be = NAMES.iter().any(|(word, name)| name.is_expectation() && text.contains(word));
    may_be && directives(text, mark).iter().any(|d| d.name.is_expectation())
}

/// A text as it is compared: without spaces at the end of lines, and blank lines at its end.
pub(super) fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches([' ', '\t', '\r'])).collect();
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |at| at + 1);
    lines[..end].join("\n")
}

/// What a run came to, as directives say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub output: String,
    /// Standard error, with what is reported of the ending.
    pub errors: String,
    /// Both in the order in which they were printed.
    pub both: String,
    /// What ended the program, or why it does not compile.
    pub error: Option<String>,
    pub compiles: bool,
    pub exit: i32,
    /// The kind of the trap that ended it, if one did.
    pub trap: Option<String>,
    pub gas: u64,
    /// A digest of what was printed, and of the ending.
    pub printed: u64,
}

impl Seen {
    /// What the run says of a directive; `None` for those that say nothing of a run.
    fn of(&self, name: Name) -> Option<String> {
        Some(match name {
            Name::Output => self.output.clone(),
            Name::Printed => self.both.clone(),
            Name::Error => self.error.clone().filter(|_| self.compiles).unwrap_or_default(),
            Name::TypeCheckError => self.error.clone().filter(|_| !self.compiles).unwrap_or_default(),
            Name::Gas => self.gas.to_string(),
            Name::Exit => self.exit.to_string(),
            Name::Trap => self.trap.clone().unwrap_or_default(),
            Name::Stderr | Name::Stdin | Name::Args | Name::Flags => return None,
            Name::GasLimit | Name::MaxAlloc => return None,
        })
    }
}

/// How a run differs from what a file expects: texts for people, none if it does not.
pub(super) fn differences(directives: &[Directive], seen: &Seen) -> Vec<String> {
    let mut all: Vec<String> = directives.iter().filter_map(|d| difference(d, seen)).collect();
    let has = |names: &[Name]| directives.iter().any(|d| names.contains(&d.name));
    if !seen.compiles && !has(&[Name::TypeCheckError]) {
        all.push(format!("it does not compile:\n{}", seen.error.as_deref().unwrap_or_default()));
    } else if seen.exit != 0 && seen.compiles && !has(&[Name::Error, Name::Exit, Name::Trap, Name::Stderr]) {
        all.push(format!("it has ended with code {}:\n{}", seen.exit, seen.errors));
    }
    all
}

fn difference(directive: &Directive, seen: &Seen) -> Option<String> {
    let name = directive.name.text();
    if directive.name == Name::Stderr {
        let is_there = |part: &&str| seen.errors.lines().any(|line| line.contains(part.trim_end()));
        let missing: Vec<&str> = directive.content.lines().filter(|part| !is_there(part)).collect();
        let text = || format!("{name}: no line has\n{}\nbut it has\n{}", missing.join("\n"), seen.errors);
        return (!missing.is_empty()).then(text);
    }
    let (expected, found) = (trimmed(&directive.content), trimmed(&seen.of(directive.name)?));
    if expected == found {
        return None;
    }
    if !directive.name.is_list() {
        return Some(format!("{name}: expected {expected}, found {found}"));
    }
    let with_end = |text: &str| if text.is_empty() { String::new() } else { format!("{text}\n") };
    let (expected, found) = (with_end(&expected), with_end(&found));
    let diff = TextDiff::from_lines(&expected, &found);
    let mut text = diff.unified_diff().header("expected", "found").to_string();
    if text.len() > MOST_SHOWN {
        let end = (0..=MOST_SHOWN).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push_str("\n...\n");
    }
    Some(format!("{name}:\n{text}"))
}

/// The file with what the run has shown in its directives, if that changes anything.
pub(super) fn updated(text: &str, mark: &str, seen: &Seen) -> Option<String> {
    let directives = directives(text, mark);
    let lines: Vec<&str> = text.lines().collect();
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for directive in &directives {
        lines[at..directive.lines.start].iter().for_each(|line| push(&mut out, line));
        at = directive.lines.end;
        let found = seen.of(directive.name).map(|found| trimmed(&found));
        match found.filter(|found| *found != trimmed(&directive.content)) {
            None => lines[directive.lines.clone()].iter().for_each(|line| push(&mut out, line)),
            Some(found) if directive.name.is_list() => {
                push(&mut out, lines[directive.lines.start]);
                for line in found.lines() {
                    push(&mut out, format!("{mark} {line}").trim_end());
                }
            }
            Some(found) => push(&mut out, &format!("{mark} {}: {found}", directive.name.text())),
        }
    }
    lines[at..].iter().for_each(|line| push(&mut out, line));
    if !text.ends_with('\n') {
        out.pop();
    }
    (out != text).then_some(out)
}

fn push(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// A program.\npackage main\n\nfunc main() {\n\t// Output: no\n}\n\n// Args: a b\n// Output:\n// one\n//\n//   two  \n\n// Exit: 2\n";

    fn seen(output: &str) -> Seen {
        Seen { output: output.into(), exit: 2, compiles: true, ..Seen::default() }
    }

    #[test]
    fn directives_stand_after_lines_that_are_no_comments() {
        let found = directives(TEXT, "//");
        let shown: Vec<_> = found.iter().map(|d| (d.name, &*d.content)).collect();
        assert_eq!(shown, [(Name::Args, "a b"), (Name::Output, "one\n\n  two  \n"), (Name::Exit, "2")]);
        assert!(directives("// a\n// Output:\n// x\n", "//").is_empty());
        assert_eq!(directives("x\n// Output:\n", "//")[0].content, "");
        assert_eq!(directives("x\n// Output:\n// a\n// Exit: 1\n", "//")[0].content, "a\nExit: 1\n");
        assert!(is_golden(TEXT, "//") && !is_golden("package main // Output\n", "//"));
        assert_eq!(directives("f\n; Output:\n; x\n", ";").len(), 1);
    }

    #[test]
    fn what_differs_is_shown() {
        let found = directives(TEXT, "//");
        assert!(differences(&found, &seen("one\n\n  two\n\n\n")).is_empty());
        let all = differences(&found, &seen("one\n\n  three\n"));
        assert_eq!(all, ["Output:\n--- expected\n+++ found\n@@ -1,3 +1,3 @@\n one\n \n-  two\n+  three\n"]);
        let ended = Seen { exit: 3, ..seen("one\n\n  two") };
        assert_eq!(differences(&found, &ended), ["Exit: expected 2, found 3"]);
        let empty = directives("x\n// Output:\n", "//");
        assert!(differences(&empty, &Seen { compiles: true, ..Seen::default() }).is_empty());
        assert_eq!(
            differences(&empty, &Seen { output: "a".into(), compiles: true, ..Seen::default() }).len(),
            1
        );
        assert_eq!(differences(&[], &seen("")).len(), 1, "an ending that nothing expects");
    }

    #[test]
    fn an_update_changes_what_differs_and_nothing_else() {
        assert_eq!(updated(TEXT, "//", &seen("one\n\n  two")), None);
        let new = updated(TEXT, "//", &Seen { exit: 1, ..seen("three\n\nfour\n") });
        let expected = TEXT.replace("// one\n//\n//   two  \n", "// three\n//\n// four\n");
        assert_eq!(new, Some(expected.replace("Exit: 2", "Exit: 1")));
        assert_eq!(updated("x\n// Output:", "//", &seen("a")), Some("x\n// Output:\n// a".into()));
    }
}
