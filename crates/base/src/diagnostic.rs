//! Diagnostics: what is wrong with a source, where, and the line it stands on.

use std::fmt;

use crate::source::{Pos, SourceMap};

/// How bad what a diagnostic says is.
///
/// The example of [`Diagnostic`] shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The program is refused.
    Error,
    /// The program is refused and was not compiled: a part of it is not there, or could not be read.
    Unread,
    /// An error that says nothing of what the rest means, such as a variable that is not used: where there is
    /// no room for all, the others are shown first.
    Minor,
    /// The program is accepted, and something in it is wrong.
    Warning,
    /// Belongs to the diagnostic before it.
    Note,
}

impl Severity {
    /// Whether nothing comes of a source that has such a diagnostic.
    pub fn is_error(self) -> bool {
        matches!(self, Severity::Error | Severity::Unread | Severity::Minor)
    }
}

/// One complaint about a source. `message` starts in lower case and has no full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// Where in the source it is; [`Pos::NONE`] if nowhere.
    pub pos: Pos,
    /// What is wrong, for people: without the position, and without a full stop.
    pub message: String,
}

impl Diagnostic {
    /// An error at a position.
    pub fn error(pos: Pos, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, pos, message: message.into() }
    }

    /// An error of severity [`Severity::Unread`].
    pub fn unread(pos: Pos, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Unread, pos, message: message.into() }
    }

    /// An error of severity [`Severity::Minor`].
    pub fn minor(pos: Pos, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Minor, pos, message: message.into() }
    }

    /// What to show of diagnostics that are sorted by position, if it may be `max` errors: in their order,
    /// and whether there are more. Of minor errors only so many are shown as there is room for beside the
    /// others.
    pub fn select(all: &[Diagnostic], max: usize) -> (Vec<&Diagnostic>, bool) {
        let minor = all.iter().filter(|d| d.severity == Severity::Minor).count();
        let errors = all.iter().filter(|d| d.severity.is_error()).count() - minor;
        let (mut errors_left, mut minor_left) = (max, max.saturating_sub(errors));
        let mut shown = Vec::new();
        let mut last_is_shown = true;
        for d in all {
            let left = match d.severity {
                Severity::Error | Severity::Unread => Some(&mut errors_left),
                Severity::Minor => Some(&mut minor_left),
                Severity::Warning | Severity::Note => None,
            };
            if let Some(left) = left {
                last_is_shown = *left > 0;
                *left = left.saturating_sub(1);
            }
            // Warnings and notes belong to what is before them.
            if last_is_shown {
                shown.push(d);
            }
        }
        (shown, errors + minor > max)
    }

    /// `file:line:col: message`, the source line, and a caret under the column.
    pub fn render(&self, sources: &SourceMap) -> String {
        self.parts(sources).to_string()
    }

    /// The pieces of [`Diagnostic::render`], for a caller that marks them up.
    pub fn parts(&self, sources: &SourceMap) -> Parts<'_> {
        let place = sources.line_col(self.pos).map(|at| at.to_string());
        Parts { place, message: &self.message, excerpt: Excerpt::at(sources, self.pos) }
    }
}

/// What [`Diagnostic::render`] consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// `file:line:col`, if the diagnostic has a place.
    pub place: Option<String>,
    /// What is wrong, without its place.
    pub message: &'a str,
    /// The line of source and a caret below the position, if it has one.
    pub excerpt: Option<Excerpt>,
}

impl fmt::Display for Parts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        writeln!(f, "{}", self.message)?;
        match &self.excerpt {
            Some(excerpt) => writeln!(f, "{excerpt}^"),
            None => Ok(()),
        }
    }
}

/// The line of a position, and what stands before the caret on the next line.
///
/// The example of [`Diagnostic`] shows one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, cut at both ends if it is long.
    pub line: String,
    /// White space as wide as what comes before the position in `line`.
    pub pad: String,
}

impl Excerpt {
    /// The most of a line that is shown, in bytes; generated source can have lines of megabytes.
    const WIDTH: usize = 160;

    /// The excerpt at `pos`, if that lies in a file.
    pub fn at(sources: &SourceMap, pos: Pos) -> Option<Excerpt> {
        let (line, at) = sources.line_around(pos)?;
        let at = at.min(line.len());
        let start = floor_char_boundary(line, at.saturating_sub(Excerpt::WIDTH / 2));
        let end = floor_char_boundary(line, start.saturating_add(Excerpt::WIDTH));
        let shown = &line[start..end];
        let before = floor_char_boundary(shown, at.saturating_sub(start));
        // Tabs stay tabs under tabs, so that the caret stands where the terminal puts the column.
        let pad = shown[..before].chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        // What would move the cursor or change colours is shown as a character that it is not.
        let visible = |c: char| if c.is_control() && c != '\t' { '\u{fffd}' } else { c };
        Some(Excerpt { line: shown.chars().map(visible).collect(), pad })
    }
}

impl fmt::Display for Excerpt {
    /// Both lines, up to the place of the caret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "    {}\n    {}", self.line, self.pad)
    }
}

/// The last boundary of a character at or before `at`.
fn floor_char_boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|n| text.is_char_boundary(*n)).unwrap_or(0)
}

/// Diagnostics that one compilation keeps: a source can have an error a byte.
const MAX_KEPT: usize = 10_000;

/// The diagnostics of one compilation, in the order of their positions once [`Diagnostics::finish`]ed.
#[derive(Default, Debug)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// Errors that are shown before the rest is left out.
    pub const MAX_ERRORS: usize = 10;

    /// Adds an error.
    pub fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.push(Diagnostic::error(pos, message));
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity.is_error());
        if self.all.len() < MAX_KEPT {
            self.all.push(diagnostic);
        }
    }

    /// Whether one of the diagnostics is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors there are so far.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// All diagnostics, sorted by position; one that repeats another is dropped.
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
    fn minor_errors_make_way_for_others() {
        let all: Vec<Diagnostic> = "mmmemeem"
            .chars()
            .zip(1..)
            .map(|(kind, at)| match kind {
                'e' => Diagnostic::error(Pos(at), "wrong"),
                _ => Diagnostic::minor(Pos(at), "not used"),
            })
            .collect();
        let shown = |max| {
            let (shown, more) = Diagnostic::select(&all, max);
            (shown.iter().map(|d| d.pos.0).collect::<Vec<_>>(), more)
        };
        assert_eq!(shown(8), (vec![1, 2, 3, 4, 5, 6, 7, 8], false));
        assert_eq!(shown(5), (vec![1, 2, 4, 6, 7], true));
        assert_eq!(shown(3), (vec![4, 6, 7], true));
        assert_eq!(shown(2), (vec![4, 6], true));
        assert_eq!(shown(0), (vec![], true));
    }

    #[test]
    fn control_characters_are_not_shown() {
        let mut map = SourceMap::new();
        let file = map.add("a.go", "x\t\x1b[31m\x07 y").unwrap();
        let d = Diagnostic::error(map.pos(file, 9), "wrong");
        assert_eq!(d.render(&map), "a.go:1:10: wrong\n    x\t\u{fffd}[31m\u{fffd} y\n     \t       ^\n");
    }

    #[test]
    fn long_lines_are_cut_at_character_boundaries() {
        let mut map = SourceMap::new();
        let file = map.add("a.go", "é".repeat(10_000)).unwrap();
        let text = Diagnostic::error(map.pos(file, 9_999), "x").render(&map);
        assert!(text.len() < 1000, "{}", text.len());
    }
}
