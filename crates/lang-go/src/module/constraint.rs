//! Which files of a folder belong to a program: file names (`x_linux.go`), `//go:build` lines and the older
//! `// +build` lines. Programs see linux on amd64, with those tags set by which libraries choose their
//! variants without assembly and without package unsafe, and without a compiler's tag (neither `gc` nor
//! `gccgo`). Knows nothing of modules.

use crate::language::NEWEST;

/// Expressions nest at most so deep.
const MAX_DEPTH: u32 = 100;

const SYSTEMS: &[&str] = &[
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "js",
    "linux",
    "nacl",
    "netbsd",
    "openbsd",
    "plan9",
    "solaris",
    "wasip1",
    "windows",
    "zos",
];
const MACHINES: &[&str] = &[
    "386",
    "amd64",
    "amd64p32",
    "arm",
    "armbe",
    "arm64",
    "arm64be",
    "loong64",
    "mips",
    "mipsle",
    "mips64",
    "mips64le",
    "mips64p32",
    "mips64p32le",
    "ppc",
    "ppc64",
    "ppc64le",
    "riscv",
    "riscv64",
    "s390",
    "s390x",
    "sparc",
    "sparc64",
    "wasm",
];

/// Whether a build tag is set.
pub(crate) fn tag(name: &str) -> bool {
    matches!(name, "linux" | "amd64" | "unix" | "purlin")
        || matches!(name, "purego" | "noasm" | "appengine" | "disableunsafe" | "safe")
        // The tags `go1.1` to `go1.N` of the versions so far.
        || version(name).is_some_and(|n| (1..=NEWEST).contains(&n))
}

/// The N of a tag `go1.N`.
fn version(tag: &str) -> Option<u32> {
    tag.strip_prefix("go1.").and_then(|n| n.parse().ok())
}

/// Whether a file is of the program, by its name.
pub(crate) fn name_fits(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".go") else { return false };
    if name.starts_with(['_', '.']) || stem.ends_with("_test") {
        return false;
    }
    // What stands before the first underscore is never a system or a machine.
    let Some((_, rest)) = stem.split_once('_') else { return true };
    let parts: Vec<&str> = rest.rsplit('_').collect();
    match parts[..] {
        [machine, system, ..] if MACHINES.contains(&machine) && SYSTEMS.contains(&system) => {
            tag(machine) && tag(system)
        }
        [last, ..] if MACHINES.contains(&last) || SYSTEMS.contains(&last) => tag(last),
        _ => true,
    }
}

/// Whether a file is of the program's tests, by its name.
pub(crate) fn test_name_fits(name: &str) -> bool {
    name.strip_suffix("_test.go").is_some_and(|stem| name_fits(&format!("{stem}.go")))
}

/// Whether a file is of the program, by the comments before its package clause, and by not needing C. `more`
/// are tags that are set besides.
pub(crate) fn text_fits(text: &str, more: &[String]) -> bool {
    let (header, rest) = header(text);
    let is_set = |name: &str| tag(name) || more.iter().any(|tag| tag == name);
    let fits = match build_line(&header) {
        // A line that cannot be read excludes nothing: the parser will not see it either.
        Some(expression) => Expression::new(expression, &is_set).evaluate().unwrap_or(true),
        None => old_lines_fit(text, &header, &is_set),
    };
    fits && !imports_c(rest)
}

fn build_line<'t>(header: &[&'t str]) -> Option<&'t str> {
    header.iter().find_map(|l| l.strip_prefix("//go:build"))
}

/// The oldest version of Go, `go1.N`, for which the `//go:build` line of a file can hold, if it names any.
pub(crate) fn version_of(text: &str) -> Option<u32> {
    let (header, _) = header(text);
    let since = |tag: &str| Since { held: version(tag), not_held: None };
    Expression::new(build_line(&header)?, &since).evaluate()?.held
}

/// The line comments before the package clause, and what follows them.
fn header(text: &str) -> (Vec<&str>, &str) {
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            lines.push(rest[..end].trim_end());
            rest = &rest[end..];
        } else if let Some(inside) = rest.strip_prefix("/*") {
            rest = inside.find("*/").map_or("", |end| &inside[end + 2..]);
        } else {
            return (lines, rest);
        }
    }
}

/// `// +build a,!b c` lines: all must hold, one of the words of each, all tags of that word.
fn old_lines_fit(text: &str, header: &[&str], is_set: &dyn Fn(&str) -> bool) -> bool {
    let tag_holds = |t: &str| t.strip_prefix('!').map_or_else(|| is_set(t), |t| !is_set(t));
    let holds = |word: &str| word.split(',').all(tag_holds);
    // As in Go they count only if a blank line stands between them and the package clause.
    let blank = text
        .find("+build")
        .is_some_and(|at| text[at..].split("package ").next().is_some_and(|t| t.contains("\n\n")));
    let old = header.iter().filter_map(|l| l.trim_start_matches('/').trim_start().strip_prefix("+build "));
    !blank || old.into_iter().all(|words| words.split_whitespace().any(holds))
}

/// Whether the import declarations name the package "C".
fn imports_c(text: &str) -> bool {
    let imports = text
        .lines()
        .skip(1)
        .take_while(|l| !["func ", "type ", "var ", "const "].iter().any(|word| l.starts_with(word)));
    imports.map(str::trim).any(|l| matches!(l, "import \"C\"" | "\"C\""))
}

/// What an expression of tags is evaluated to.
trait Value: Sized {
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn not(self) -> Self;
}

impl Value for bool {
    fn and(self, other: bool) -> bool {
        self && other
    }

    fn or(self, other: bool) -> bool {
        self || other
    }

    fn not(self) -> bool {
        !self
    }
}

/// The oldest version for which an expression can hold, and for which it can fail to; none is older than any.
struct Since {
    held: Option<u32>,
    not_held: Option<u32>,
}

impl Value for Since {
    fn and(self, other: Since) -> Since {
        Since { held: self.held.max(other.held), not_held: self.not_held.min(other.not_held) }
    }

    fn or(self, other: Since) -> Since {
        Since { held: self.held.min(other.held), not_held: self.not_held.max(other.not_held) }
    }

    fn not(self) -> Since {
        Since { held: self.not_held, not_held: self.held }
    }
}

/// `!`, `&&`, `||`, parentheses and tags.
struct Expression<'a, V> {
    rest: &'a str,
    depth: u32,
    tag: &'a dyn Fn(&str) -> V,
}

impl<'a, V: Value> Expression<'a, V> {
    fn new(text: &'a str, tag: &'a dyn Fn(&str) -> V) -> Expression<'a, V> {
        Expression { rest: text.trim(), depth: 0, tag }
    }

    /// The value; nothing if it is not well formed.
    fn evaluate(mut self) -> Option<V> {
        let value = self.either()?;
        self.rest.is_empty().then_some(value)
    }

    fn take(&mut self, token: &str) -> bool {
        let after = self.rest.strip_prefix(token);
        self.rest = after.map_or(self.rest, str::trim_start);
        after.is_some()
    }

    fn either(&mut self) -> Option<V> {
        let mut value = self.both()?;
        while self.take("||") {
            value = value.or(self.both()?);
        }
        Some(value)
    }

    fn both(&mut self) -> Option<V> {
        let mut value = self.one()?;
        while self.take("&&") {
            value = value.and(self.one()?);
        }
        Some(value)
    }

    fn one(&mut self) -> Option<V> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = if self.take("!") {
            self.one()?.not()
        } else if self.take("(") {
            let value = self.either()?;
            self.take(")").then_some(value)?
        } else {
            let is_tag = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
            let end = self.rest.find(|c| !is_tag(c)).unwrap_or(self.rest.len());
            let (name, rest) = self.rest.split_at(end);
            self.rest = rest.trim_start();
            (!name.is_empty()).then(|| (self.tag)(name))?
        };
        self.depth -= 1;
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for fits in
            ["a.go", "linux.go", "x_linux.go", "x_amd64.go", "x_linux_amd64.go", "x_unix.go", "a_b.go"]
        {
            assert!(name_fits(fits), "{fits}");
        }
        for not in ["a_test.go", "_a.go", ".a.go", "a.s", "x_windows.go", "x_arm64.go", "x_linux_arm64.go"] {
            assert!(!name_fits(not), "{not}");
        }
    }

    #[test]
    fn versions() {
        let since = |line: &str| version_of(&format!("// Copyright\n\n//go:build {line}\n\npackage p\n"));
        assert_eq!(since("go1.21"), Some(21));
        assert_eq!(since("linux && go1.18 || go1.22"), Some(18));
        assert_eq!(since("go1.18 || linux"), None);
        assert_eq!(since("!go1.18"), None);
        assert_eq!(since("!(!go1.18 || !go1.20)"), Some(20));
        assert_eq!(version_of("package p\n//go:build go1.21\n"), None);
    }

    #[test]
    fn lines() {
        let fits = |line: &str| text_fits(&format!("// Copyright\n\n{line}\n\npackage p\n"), &[]);
        assert!(fits("//go:build linux && !(arm64 || cgo)"));
        assert!(fits("//go:build go1.26 && purego && noasm && !gc"));
        assert!(fits("//go:build appengine && safe && disableunsafe"));
        assert!(!fits("//go:build !safe || !appengine"));
        assert!(!fits("//go:build go1.27"));
        assert!(!fits("//go:build ignore"));
        let tags = ["ignore".to_string(), "slow".to_string()];
        assert!(text_fits("//go:build ignore && slow && !gc\n\npackage p\n", &tags));
        assert!(text_fits("// +build slow\n\npackage p\n", &tags));
        assert!(!fits("// +build windows darwin"));
        assert!(fits("// +build windows linux,!cgo"));
        assert!(!fits("/* a\n comment */\n//go:build windows"));
        assert!(fits(&format!("//go:build {}linux", "!".repeat(100_000))));
        assert!(text_fits("package p\n//go:build windows\n", &[]));
        assert!(!text_fits("package p\n\nimport \"C\"\n", &[]));
        assert!(!text_fits("package p\n\nimport (\n\t\"C\"\n)\n", &[]));
        assert!(text_fits("package p\n\nvar a = []string{\n\t\"C\"\n}\n", &[]));
    }
}
