//! Why there is no module.

use std::fmt;

use purlin_base::{Diagnostic, SourceMap};

/// Compilation failed. As text it is up to ten errors, each as `file:line:col: message`, the line, and a
/// caret.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, SourceFile};
///
/// let text = "package main\n\nfunc main() { missing() }\n";
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let error = Engine::new(Config::default()).compile(&[source]).err().unwrap();
/// assert_eq!(error.lines(), ["main.go:3:15: undefined: missing"]);
/// assert_eq!(
///     error.to_string(),
///     "main.go:3:15: undefined: missing\n    func main() { missing() }\n                  ^\n"
/// );
/// ```
pub struct CompileError {
    /// Sorted by position.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that positions refer to.
    pub sources: SourceMap,
}

/// What is wrong with a program that compiles: see [`Engine::vet`](crate::Engine::vet).
///
/// The example of [`Engine::vet`](crate::Engine::vet) shows it.
#[derive(Default)]
pub struct Findings {
    /// Sorted by position.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that positions refer to.
    pub sources: SourceMap,
}

impl Findings {
    /// All findings, each with its line and a caret.
    pub fn render(&self) -> String {
        self.diagnostics.iter().map(|d| d.render(&self.sources)).collect()
    }
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

impl CompileError {
    /// Up to `max` errors, each with its line and a caret.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, SourceFile};
    ///
    /// let text = "package main\nfunc main() { one(); two() }";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let error = Engine::new(Config::default()).compile(&[source]).err().unwrap();
    /// assert!(error.render(1).ends_with("too many errors\n"));
    /// assert_eq!(error.lines().len(), error.diagnostics.len());
    /// ```
    pub fn render(&self, max: usize) -> String {
        let (shown, more) = Diagnostic::select(&self.diagnostics, max);
        let mut out: String = shown.iter().map(|d| d.render(&self.sources)).collect();
        if more {
            out.push_str("too many errors\n");
        }
        out
    }
}

impl fmt::Display for CompileError {
    /// Up to ten errors, each with its line and a caret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(purlin_base::Diagnostics::MAX_ERRORS))
    }
}

impl fmt::Debug for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for CompileError {}
