//! Classes for packages of a host's functions, as source: each function is a method on the class side, which
//! packs its arguments, calls the function, and unpacks the answer (`lib/14-Host.st`).
//!
//! Knows nothing of types: what crosses says what it is, and the host compares.

use std::fmt::Write as _;

use crate::ast::arity;

/// A package of functions, which becomes a class.
///
/// ```
/// use purlin_lang_smalltalk::{HostClass, HostFunction};
///
/// let record = HostFunction {
///     native: "host/ledger.Record".into(),
///     name: "Record".into(),
///     parameters: vec!["who".into(), "unit_price".into()],
///     comment: String::new(),
/// };
/// let (path, comment) = ("host/ledger".into(), "It counts.".into());
/// let ledger = HostClass { path, comment, functions: vec![record] };
/// assert_eq!(ledger.name(|_| false), "Ledger");
/// assert_eq!(ledger.name(|name| name == "Ledger"), "HostLedger");
/// let declared = ledger.declarations();
/// assert!(declared.starts_with("\"It counts.\"\nObject subclass: Ledger [\n"), "{declared}");
/// assert!(declared.contains("    Ledger class >> record: who unitPrice: unitPrice [ ]\n"), "{declared}");
/// ```
pub struct HostClass {
    /// The path of the package, whose last part names the class.
    pub path: String,
    /// What documents it; empty if nothing does.
    pub comment: String,
    /// What it has.
    pub functions: Vec<HostFunction>,
}

/// A function of a host's package, which becomes a method.
///
/// The example of [`HostClass`] has one.
pub struct HostFunction {
    /// The name of the native that calls it.
    pub native: String,
    /// The name in the package.
    pub name: String,
    /// A name for each parameter, which may be empty.
    pub parameters: Vec<String>,
    /// What documents it; empty if nothing does.
    pub comment: String,
}

/// The words of a name, `unit_price` or `UnitPrice` or `unit-price`, as one: `unitPrice`.
fn joined(name: &str) -> String {
    let mut out = String::new();
    let mut upper = false;
    for c in name.chars() {
        match c {
            c if !c.is_ascii_alphanumeric() => upper = !out.is_empty(),
            c if upper => {
                out.push(c.to_ascii_uppercase());
                upper = false;
            }
            c if out.is_empty() => out.push(c.to_ascii_lowercase()),
            c => out.push(c),
        }
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) || out.is_empty() {
        out.insert(0, 'x');
    }
    out
}

fn capital(name: &str) -> String {
    let mut all = joined(name);
    all[..1].make_ascii_uppercase();
    all
}

/// Words that no variable can have as its name.
const RESERVED: [&str; 6] = ["self", "super", "nil", "true", "false", "thisContext"];

impl HostFunction {
    /// The selector, and the names of the arguments.
    fn selector(&self) -> (String, Vec<String>) {
        let mut arguments: Vec<String> = Vec::new();
        for (n, name) in self.parameters.iter().enumerate() {
            let name = joined(name);
            let is_usable = !RESERVED.contains(&&*name) && !arguments.contains(&name);
            arguments.push(if is_usable && name != "x" { name } else { format!("argument{}", n + 1) });
        }
        let mut selector = joined(&self.name);
        for (n, name) in self.parameters.iter().enumerate() {
            match n {
                0 => selector.push(':'),
                _ if name.is_empty() => selector.push_str("with:"),
                _ => {
                    let _ = write!(selector, "{}:", joined(name));
                }
            }
        }
        (selector, arguments)
    }

    /// The head of the method: parts of the selector, each with its argument.
    fn head(&self) -> String {
        head(&self.selector().0, &self.selector().1)
    }
}

fn head(selector: &str, arguments: &[String]) -> String {
    if arguments.is_empty() {
        return selector.to_owned();
    }
    let parts = selector.split_inclusive(':').zip(arguments);
    parts.map(|(part, argument)| format!("{part} {argument}")).collect::<Vec<_>>().join(" ")
}

fn comment(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\"{}\"\n", text.replace('"', "'")) }
}

impl HostClass {
    /// The name of its class: `Host` stands before it, where `is_taken` says that there is a class of the
    /// name without.
    pub fn name(&self, is_taken: impl Fn(&str) -> bool) -> String {
        let name = capital(self.path.rsplit('/').next().unwrap_or(&self.path));
        if is_taken(&name) { format!("Host{name}") } else { name }
    }

    /// Declarations for people: methods without bodies.
    pub fn declarations(&self) -> String {
        let name = self.name(|_| false);
        let mut out = format!("{}Object subclass: {name} [\n", comment(&self.comment));
        for function in &self.functions {
            for line in comment(&function.comment).lines() {
                let _ = writeln!(out, "    {line}");
            }
            let _ = writeln!(out, "    {name} class >> {} [ ]", function.head());
        }
        out + "]\n"
    }

    /// The source, where `first` is the number of its first function among those of all packages.
    pub(crate) fn source(&self, name: &str, first: usize) -> String {
        let text = self.comment.replace('\'', "''");
        let mut out = format!("Object subclass: {name} [\n    <comment: '{text}'>\n");
        for (n, function) in (first..).zip(&self.functions) {
            let (selector, arguments) = function.selector();
            let call = match arguments.len() {
                0 => format!("hostCall{n}"),
                count => format!("hostCall{n}:{}", "with:".repeat(count - 1)),
            };
            debug_assert_eq!(arity(&call), arguments.len());
            let packed: Vec<String> =
                arguments.iter().map(|name| format!("(HostBorder pack: {name})")).collect();
            let _ = writeln!(out, "    {name} class >> {} [", head(&selector, &arguments));
            let _ = writeln!(out, "        ^HostBorder unpack: (self {})\n    ]", head(&call, &packed));
            let _ = writeln!(out, "    {name} class >> {} [", head(&call, &arguments));
            let _ = writeln!(out, "        <primitive: hostCall{n}>\n        ^'n'\n    ]");
        }
        out + "]\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str, parameters: &[&str]) -> HostFunction {
        let parameters = parameters.iter().map(|p| p.to_string()).collect();
        HostFunction {
            native: format!("host/x.{name}"),
            name: name.into(),
            parameters,
            comment: String::new(),
        }
    }

    #[test]
    fn names_become_selectors() {
        assert_eq!(function("Now", &[]).head(), "now");
        assert_eq!(function("Double", &[""]).head(), "double: argument1");
        assert_eq!(function("Record", &["who", "unit_price"]).head(), "record: who unitPrice: unitPrice");
        assert_eq!(function("F", &["", "", "self", "self"]).selector().0, "f:with:self:self:");
        assert_eq!(function("F", &["a", "a"]).head(), "f: a a: argument2");
        let class = HostClass { path: "a/unit-price".into(), comment: String::new(), functions: vec![] };
        assert_eq!(class.name(|_| false), "UnitPrice");
        assert_eq!([joined("9lives"), joined("__"), joined("A_b")], ["x9lives", "x", "aB"]);
    }

    #[test]
    fn a_class_packs_and_unpacks() {
        let functions = vec![function("Now", &[]), function("Put", &["a", "b"])];
        let class = HostClass { path: "host/it".into(), comment: "It's it.".into(), functions };
        let source = class.source("It", 4);
        for part in [
            "<comment: 'It''s it.'>",
            "It class >> now [\n        ^HostBorder unpack: (self hostCall4)",
            "^HostBorder unpack: (self hostCall5: (HostBorder pack: a) with: (HostBorder pack: b))",
            "It class >> hostCall5: a with: b [\n        <primitive: hostCall5>",
        ] {
            assert!(source.contains(part), "{source}");
        }
    }
}
