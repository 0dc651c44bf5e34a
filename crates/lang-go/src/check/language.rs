//! Features that the version of a file does not have yet: what is said of their use.

use purlin_base::Pos;

use super::Checker;
use crate::ast::{Expr, LitKind, Literal};
use crate::language::Language;

impl<'u> Checker<'u> {
    /// The version of the file that is being checked.
    pub(super) fn language(&self) -> Language {
        let file = self.u.packages[self.env.pkg].files.get(self.env.file);
        file.map_or_else(Language::default, |file| file.language)
    }

    /// Whether that is older than `go1.minor`.
    pub(super) fn is_before(&self, minor: u32) -> bool {
        self.language().minor < minor
    }

    /// Whether the file has what came with `go1.minor`; if not, it is reported that `what` requires that.
    pub(super) fn require(&mut self, minor: u32, pos: Pos, what: impl AsRef<str>) -> bool {
        let language = self.language();
        if language.minor >= minor {
            return true;
        }
        self.error(pos, format!("{} requires go1.{minor} or later {language}", what.as_ref()));
        false
    }

    /// Reports a literal of a number in a form that came with Go 1.13.
    pub(super) fn check_literal_version(&mut self, e: &Expr, lit: &Literal) {
        let text = self.u.names.text(lit.text);
        let prefix = text.get(..2).unwrap_or_default().to_ascii_lowercase();
        let what = match &*prefix {
            _ if text.contains('_') => "underscore in numeric literal",
            "0b" => "binary literal",
            "0o" => "0o/0O-style octal literal",
            "0x" if !matches!(lit.kind, LitKind::Int) => "hexadecimal floating-point literal",
            _ => return,
        };
        self.require(13, e.start, what);
    }
}
