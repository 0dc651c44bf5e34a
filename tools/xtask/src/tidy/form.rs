//! The form of single files: their headers, their length, marks of unfinished work, words that no file may
//! hold.

use super::files::SourceFile;
use super::tables::{FORBIDDEN, LONG_FILES, LONGEST_FILE, UNFINISHED};
use super::text::has_word;

/// Every Rust file opens with what it is for.
pub fn header(file: &SourceFile) -> Vec<String> {
    let first = file.text.lines().next().unwrap_or("");
    let says = first.strip_prefix("//!").is_some_and(|rest| rest.trim().len() > 10);
    if says {
        vec![]
    } else {
        vec![format!("{}:1: opens with no `//!` line that says what it is for", file.name)]
    }
}

pub fn unfinished(file: &SourceFile) -> Vec<String> {
    let mut broken = Vec::new();
    for (i, line) in file.text.lines().enumerate() {
        for mark in UNFINISHED {
            if has_word(line, mark) {
                broken.push(format!("{}:{}: `{mark}` stays in no finished file", file.name, i + 1));
            }
        }
    }
    broken
}

pub fn length(file: &SourceFile) -> Vec<String> {
    let lines = file.text.lines().count();
    let excused = LONG_FILES.iter().any(|(name, _)| *name == file.name);
    if lines > LONGEST_FILE && !excused {
        return vec![format!("{}: {lines} lines, more than {LONGEST_FILE}", file.name)];
    }
    vec![]
}

/// Files that are excused for their length and need not be.
pub fn stale_exceptions(files: &[SourceFile]) -> Vec<String> {
    let needed = |name: &str| files.iter().any(|f| f.name == name && f.text.lines().count() > LONGEST_FILE);
    let stale = LONG_FILES.iter().filter(|(name, _)| !needed(name));
    stale.map(|(name, _)| format!("{name}: is excused for its length but no longer needs it")).collect()
}

pub fn forbidden(file: &SourceFile) -> Vec<String> {
    let mut broken = Vec::new();
    for (i, line) in file.text.lines().enumerate() {
        for (word, why) in FORBIDDEN {
            if line.contains(word) {
                broken.push(format!("{}:{}: `{word}` {why}", file.name, i + 1));
            }
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    #[test]
    fn files_open_with_what_they_are_for() {
        assert!(header(&file("a.rs", "//! Typed ids and maps keyed by them.\n")).is_empty());
        assert_eq!(header(&file("a.rs", "//!\nuse x;\n")).len(), 1);
        assert_eq!(header(&file("a.rs", "use x;\n")).len(), 1);
    }

    #[test]
    fn unfinished_work_is_found() {
        let mark = UNFINISHED[0];
        assert_eq!(unfinished(&file("a.rs", &format!("fn f() {{ {mark}() }}\n"))).len(), 1);
        // Words that only begin like a mark.
        let longer = format!("let {}s = 1; // {}X\n", mark.trim_end_matches('!'), UNFINISHED[4]);
        assert!(unfinished(&file("a.rs", &longer)).is_empty());
    }

    #[test]
    fn long_files_and_foreign_words_are_found() {
        assert_eq!(length(&file("a.rs", &"x\n".repeat(LONGEST_FILE + 1))).len(), 1);
        assert!(length(&file("a.rs", &"x\n".repeat(LONGEST_FILE))).is_empty());
        let word = FORBIDDEN[0].0;
        assert_eq!(forbidden(&file("docs/a.md", &format!("see {word}/x\n"))).len(), 1);
    }
}
