//! The form of a traceback: each frame as `name(...)`, and on the next line a tab, its file and its line.
//! Knows nothing of how frames are found, nor of the line that a guest puts above them.

use std::fmt::Write as _;

use crate::source::LineCol;

/// Appends one frame to `out`; the second line only if the frame has a place.
pub fn push_frame(out: &mut String, function: &str, at: Option<&LineCol>) {
    let _ = writeln!(out, "{function}(...)");
    if let Some(at) = at {
        let _ = writeln!(out, "\t{}:{}", at.file, at.line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_with_and_without_a_place() {
        let mut out = String::new();
        push_frame(&mut out, "main.f", Some(&LineCol { file: "a.go".into(), line: 3, col: 7 }));
        push_frame(&mut out, "start", None);
        assert_eq!(out, "main.f(...)\n\ta.go:3\nstart(...)\n");
    }
}
