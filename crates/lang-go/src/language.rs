//! The version of Go that a file is written in, which `go.mod` says, or the file itself. Features that came
//! later are errors in it, and its loops have the variables of that time. Knows nothing of syntax.

use std::fmt;

/// The newest version, `go1.N`, which programs have that say nothing.
pub(crate) const NEWEST: u32 = 26;
/// The version of a module that is used by another one and says nothing.
pub(crate) const UNSAID: u32 = 16;
/// A file cannot say that it is older than this.
const OLDEST_OF_FILES: u32 = 21;
/// Since this version each iteration of a loop has variables of its own.
pub(crate) const OWN_VARIABLES: u32 = 22;

/// The version of one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Language {
    /// What `go1.N` has may be used.
    pub minor: u32,
    /// The version of its package.
    of_package: u32,
    /// What the file's `//go:build` line says.
    line: Option<u32>,
}

impl Default for Language {
    fn default() -> Language {
        Language { minor: NEWEST, of_package: NEWEST, line: None }
    }
}

impl Language {
    /// The version of a file in a package of version `of_package`, with what its own line says.
    pub(crate) fn new(of_package: u32, line: Option<u32>) -> Language {
        let minor = line.map_or(of_package, |line| line.max(OLDEST_OF_FILES)).min(NEWEST);
        Language { minor, of_package: of_package.min(NEWEST), line }
    }
}

/// Why the version is what it is, as messages say it.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) if line == self.minor => write!(f, "(file declares //go:build go1.{line})"),
            Some(_) | None => write!(f, "(-lang was set to go1.{}; check go.mod)", self.of_package),
        }
    }
}

/// The number N in `1.N`, `1.N.3` or `1.Nrc1`, as `go` directives have it.
pub(crate) fn minor_of(version: &str) -> Option<u32> {
    let rest = version.strip_prefix("1.")?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        assert_eq!(minor_of("1.17"), Some(17));
        assert_eq!(minor_of("1.21.3"), Some(21));
        assert_eq!(minor_of("1.22rc1"), Some(22));
        assert_eq!(minor_of("2.1"), None);
        let text = |of, line| Language::new(of, line).to_string();
        assert_eq!(text(17, None), "(-lang was set to go1.17; check go.mod)");
        assert_eq!(text(26, Some(21)), "(file declares //go:build go1.21)");
        assert_eq!(Language::new(26, Some(17)).minor, 21);
        assert_eq!(Language::new(40, None), Language::default());
    }
}
