//! Why there is no module.

use std::fmt;

use purlin_base::{Diagnostic, Severity, SourceMap};

/// Compilation failed.
pub struct CompileError {
    /// Sorted by position.
    pub diagnostics: Vec<Diagnostic>,
    pub sources: SourceMap,
}

impl CompileError {
    pub(crate) fn new(sources: SourceMap, diagnostics: Vec<Diagnostic>) -> CompileError {
        CompileError { diagnostics, sources }
    }

    pub(crate) fn message(text: impl Into<String>) -> CompileError {
        let diagnostic = Diagnostic::error(purlin_base::Pos::NONE, text);
        CompileError { diagnostics: vec![diagnostic], sources: SourceMap::new() }
    }

    /// One line a diagnostic, without excerpts.
    pub fn lines(&self) -> Vec<String> {
        let line = |d: &Diagnostic| match self.sources.line_col(d.pos) {
            Some(at) => format!("{at}: {}", d.message),
            None => d.message.clone(),
        };
        self.diagnostics.iter().map(line).collect()
    }
}

impl fmt::Display for CompileError {
    /// Up to ten errors, each with its line and a caret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut errors = 0;
        for d in &self.diagnostics {
            if d.severity == Severity::Error {
                errors += 1;
                if errors > purlin_base::Diagnostics::MAX_ERRORS {
                    return writeln!(f, "too many errors");
                }
            }
            f.write_str(&d.render(&self.sources))?;
        }
        Ok(())
    }
}

impl fmt::Debug for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for CompileError {}
