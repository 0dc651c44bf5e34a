//! The form of a traceback: each frame as `name(...)`, and on the next line a tab, its file and its line.
//! Knows nothing of how frames are found, nor of the line that a guest puts above them.

use std::fmt::Write as _;
use std::ops::Range;

use crate::source::LineCol;

/// Appends one frame to `out`; the second line only if the frame has a place.
pub fn push_frame(out: &mut String, function: &str, at: Option<&LineCol>) {
    push_line(out, &format!("{function}(...)"), at);
}

/// Appends a line to `out`, and the place that it speaks of below it.
pub fn push_line(out: &mut String, line: &str, at: Option<&LineCol>) {
    let _ = writeln!(out, "{line}");
    if let Some(at) = at {
        let _ = writeln!(out, "\t{}:{}", at.file, at.line);
    }
}

/// The longest cycle of calls that is folded.
const CYCLE: usize = 8;
/// Fewer repetitions in a row than these are shown in full.
const REPETITIONS: usize = 5;

/// Frames that are shown, and how many frames after them repeat them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The frames that are shown, by their places in the list.
    pub shown: Range<usize>,
    /// How many frames after those repeat them.
    pub repeating: usize,
}

impl Piece {
    /// The line that stands for the frames that are not shown; empty if there are none.
    pub fn rest(&self) -> String {
        match (self.repeating, self.shown.len()) {
            (0, _) => String::new(),
            (n, 1) => format!("... {n} more frames like the one above\n"),
            (n, cycle) => format!("... {n} more frames like the {cycle} above\n"),
        }
    }
}

/// Divides frames into pieces, in each of which a cycle of calls that recurs at once many times is shown
/// once.
pub fn fold<T: PartialEq>(frames: &[T]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < frames.len() {
        let rest = &frames[at..];
        let repetitions = |cycle: usize| {
            let first = &rest[..cycle.min(rest.len())];
            rest.chunks(cycle).take_while(|chunk| *chunk == first).count()
        };
        let found = (1..=CYCLE).map(|cycle| (cycle, repetitions(cycle))).find(|(_, n)| *n >= REPETITIONS);
        let (cycle, n) = found.unwrap_or((1, 1));
        match pieces.last_mut().filter(|last| last.repeating == 0) {
            Some(last) if n == 1 => last.shown.end += 1,
            _ => pieces.push(Piece { shown: at..at + cycle, repeating: cycle * (n - 1) }),
        }
        at += cycle * n;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_folded_and_what_is_short_is_not() {
        let text = |frames: &str| -> String {
            let frames: Vec<char> = frames.chars().collect();
            let shown = |p: Piece| {
                let names: String = frames[p.shown.clone()].iter().collect();
                if p.repeating == 0 { names } else { format!("({names}+{})", p.repeating) }
            };
            fold(&frames).into_iter().map(shown).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(""), "");
        assert_eq!(text("aaaab"), "aaaab");
        assert_eq!(text("aaaaab"), "(a+4) b");
        assert_eq!(text("xyababababababz"), "xy (ab+10) z");
        assert_eq!(text("aaaaaabbbbb"), "(a+5) (b+4)");
        assert_eq!(text("abcabcabcabcabca"), "(abc+12) a");
        let one = Piece { shown: 0..1, repeating: 4 };
        assert_eq!(one.rest(), "... 4 more frames like the one above\n");
        assert_eq!(Piece { shown: 0..2, repeating: 8 }.rest(), "... 8 more frames like the 2 above\n");
        assert_eq!(Piece { shown: 0..2, repeating: 0 }.rest(), "");
    }

    #[test]
    fn frames_with_and_without_a_place() {
        let mut out = String::new();
        push_frame(&mut out, "main.f", Some(&LineCol { file: "a.go".into(), line: 3, col: 7 }));
        push_frame(&mut out, "start", None);
        assert_eq!(out, "main.f(...)\n\ta.go:3\nstart(...)\n");
    }
}
