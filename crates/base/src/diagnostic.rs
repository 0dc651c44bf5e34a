//! Diagnostics: what is wrong with a source, where, and the line it stands on.

use std::fmt::Write as _;

use crate::source::{Pos, SourceMap};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
    /// Belongs to the diagnostic before it.
    Note,
}

/// One complaint about a source. `message` starts in lower case and has no full stop, in the manner of Go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub pos: Pos,
    pub message: String,
}

impl Diagnostic {
    pub fn error(pos: Pos, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, pos, message: message.into() }
    }

    /// `file:line:col: message`, the source line, and a caret under the column.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut out = String::new();
        match sources.line_col(self.pos) {
            Some(at) => {
                let _ = writeln!(out, "{at}: {}", self.message);
                if let Some(line) = sources.line_text(self.pos) {
                    push_excerpt(&mut out, line, at.col as usize);
                }
            }
            None => {
                let _ = writeln!(out, "{}", self.message);
            }
        }
        out
    }
}

/// The widest part of a line that is shown, in bytes; generated source can have lines of megabytes.
const EXCERPT: usize = 160;

fn push_excerpt(out: &mut String, line: &str, col: usize) {
    let at = (col - 1).min(line.len());
    let mut start = at.saturating_sub(EXCERPT / 2);
    while !line.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (start + EXCERPT).min(line.len());
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    let shown = &line[start..end];
    // Tabs stay tabs under tabs, so that the caret stands where the terminal puts the column.
    let mut before = at.saturating_sub(start).min(shown.len());
    while !shown.is_char_boundary(before) {
        before -= 1;
    }
    let pad: String = shown[..before].chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let _ = writeln!(out, "    {shown}\n    {pad}^");
}

/// Of what is wrong, so much is kept: a source can have an error a byte.
const KEPT: usize = 10_000;

/// The diagnostics of one compilation, in the order of their positions once [`Diagnostics::finish`]ed.
#[derive(Default, Debug)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// As many errors as Go's compiler shows before it gives up.
    pub const MAX_ERRORS: usize = 10;

    pub fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.push(Diagnostic::error(pos, message));
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        if self.all.len() < KEPT {
            self.all.push(diagnostic);
        }
    }

    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors there are so far.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// All of them, sorted by position; an error that repeats another on the same line is dropped.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.all.sort_by_key(|d| d.pos);
        self.all.dedup_by(|b, a| a.pos == b.pos && a.message == b.message);
        self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renders_line_and_caret() {
        let mut map = SourceMap::new();
        let file = map.add("a.go", "a\n\tb := c\n").unwrap();
        let d = Diagnostic::error(map.pos(file, 8), "undefined: c");
        assert_eq!(d.render(&map), "a.go:2:7: undefined: c\n    \tb := c\n    \t     ^\n");
    }

    #[test]
    fn long_lines_are_cut_at_character_boundaries() {
        let mut map = SourceMap::new();
        let file = map.add("a.go", "é".repeat(10_000)).unwrap();
        let text = Diagnostic::error(map.pos(file, 9_999), "x").render(&map);
        assert!(text.len() < 1000, "{}", text.len());
    }
}
