//! Every public item of the crates that hosts read about has an example that runs as a test: in its own
//! documentation, or in that of another item, which uses it. It reads text, so it knows no types: a method
//! counts as used where its name is called in an example of its file, or in any example of its crate if its
//! documentation says whose example shows it. A type counts as used where its documentation says so: the
//! example has values of it, and need not name it.

use std::collections::BTreeSet;

use super::files::SourceFile;
use super::text::has_word;

/// The crates that are looked at.
const CRATES: &[&str] = &["crates/purlin/src/", "crates/json/src/"];
/// Where types are whose documentation is read through the crate `purlin`: their methods are looked at too.
const SHOWN: &[&str] = &[
    "crates/runtime/src/border/",
    "crates/runtime/src/vm/canceller.rs",
    "crates/runtime/src/grants.rs",
    "crates/runtime/src/trap.rs",
    "crates/runtime/src/trusted.rs",
    "crates/runtime/src/hooks.rs",
];
/// How documentation says that another item's example shows this one.
const POINTER: &str = "example of [`";

/// Items without an example: the file and the name, and why.
const EXEMPT: &[(&str, &str, &str)] = &[
    ("crates/purlin/src/extend.rs", "", "the module is hidden"),
    ("crates/purlin/src/lib.rs", "json", "a crate with examples of its own"),
    ("crates/json/src/read/index.rs", "", "the module is private"),
    ("crates/json/src/write/escape.rs", "", "the module is private"),
    ("crates/json/src/typed/to.rs", "Elements", "the module is private"),
    ("crates/json/src/typed/to.rs", "Members", "the module is private"),
    ("crates/json/src/write/variants.rs", "", "of measurements alone, and of no feature that hosts turn on"),
    ("crates/runtime/src/trap.rs", "raise", "a mark among frames, for the text of tracebacks"),
    ("crates/runtime/src/trap.rs", "join", "of the runtime alone"),
];

/// A public item of a file.
struct Item<'t> {
    line: usize,
    name: &'t str,
    /// The type that it is a function of.
    of: Option<&'t str>,
    docs: String,
    reexport: bool,
}

impl Item<'_> {
    /// Whether it is a type: an example that has values of it need not name it.
    fn is_type(&self) -> bool {
        self.of.is_none() && self.name.starts_with(|c: char| c.is_uppercase())
    }
}

/// The items without an example.
pub fn missing(files: &[SourceFile]) -> Vec<String> {
    let of_crate = |name: &str| CRATES.iter().copied().find(|folder| name.starts_with(folder));
    let all = |folder: &str| -> String {
        files.iter().filter(|f| f.name.starts_with(folder)).map(|f| examples(&f.text)).collect()
    };
    let (ours, json) = (all(CRATES[0]), all(CRATES[1]));
    let facade = files.iter().filter(|f| f.name.starts_with(CRATES[0]));
    let shown: BTreeSet<&str> =
        facade.flat_map(|f| items(&f.text)).filter(|item| item.reexport).map(|item| item.name).collect();
    let mut broken = Vec::new();
    for file in files.iter().filter(|f| f.is_rust()) {
        let own = of_crate(&file.name);
        if own.is_none() && !SHOWN.iter().any(|place| file.name.starts_with(place)) {
            continue;
        }
        let near = examples(&file.text);
        let far = if own == Some(CRATES[1]) { &json } else { &ours };
        for item in items(&file.text) {
            let excused = EXEMPT.iter().any(|(f, n, _)| *f == file.name && (n.is_empty() || *n == item.name));
            let has = match own {
                Some(_) => {
                    item.docs.contains("```")
                        || uses(&near, &item)
                        || item.docs.contains(POINTER) && (item.is_type() || uses(far, &item))
                        || item.reexport && uses(far, &item)
                }
                None => item.of.is_none_or(|of| !shown.contains(of)) || uses(far, &item),
            };
            if !has && !excused {
                broken.push(format!("{}:{}: no example shows `{}`", file.name, item.line, item.name));
            }
        }
    }
    broken
}

/// Whether an example uses an item.
fn uses(examples: &str, item: &Item<'_>) -> bool {
    let called = |before: &str| {
        examples.match_indices(&format!("{before}{}", item.name)).any(|(at, found)| {
            let rest = &examples[at + found.len()..];
            rest.starts_with('(') || rest.starts_with("::<")
        })
    };
    match item.of {
        Some(_) => called(".") || called("::"),
        None => has_word(examples, item.name),
    }
}

/// The code of the examples in a file's documentation.
fn examples(text: &str) -> String {
    // Whether a block is open, and if it is an example.
    let (mut block, mut code) = (None, String::new());
    for line in text.lines().map(str::trim_start) {
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim_start);
        let fence = doc.filter(|doc| doc.starts_with("```"));
        if fence.is_some() || is_gate(line) {
            block = if block.is_none() { Some(fence != Some("```text")) } else { None };
        } else if let (Some(true), Some(doc)) = (block, doc) {
            code.push_str(doc);
            code.push('\n');
        }
    }
    code
}

/// Whether a line is the second of two that begin an example where a feature is on.
fn is_gate(line: &str) -> bool {
    line.contains("cfg_attr(not(feature") && line.contains("doc = \"```")
}

/// The public items of a file that are not hidden: functions, types, traits and re-exports.
fn items(text: &str) -> Vec<Item<'_>> {
    let (mut found, mut docs, mut of) = (Vec::new(), String::new(), None);
    let lines: Vec<&str> = text.lines().collect();
    for (n, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        if code.starts_with("///") || code.starts_with("#[") {
            docs.push_str(code);
            docs.push('\n');
            continue;
        }
        if line.starts_with("impl") {
            of = owner(line);
        } else if *line == "}" {
            of = None;
        }
        let docs = std::mem::take(&mut docs);
        if docs.contains("doc(hidden)") {
            continue;
        }
        if let Some(path) = code.strip_prefix("pub use purlin_") {
            let rest: usize = lines[n + 1..].iter().take_while(|_| !path.contains(';')).count();
            let end = lines[n..=n + rest].iter().position(|l| l.contains(';')).map_or(n, |k| n + k);
            let names = lines[n..=end].iter().flat_map(|l| l.split(['{', '}', ',', ';'])).map(str::trim);
            let names = names.filter(|name| !name.is_empty() && !name.ends_with("::"));
            let short = names.map(|name| name.rsplit([':', ' ']).next().unwrap_or(name));
            found.extend(short.map(|name| Item {
                line: n + 1,
                name,
                of: None,
                docs: docs.clone(),
                reexport: true,
            }));
        } else if let Some(name) = name(code) {
            let of = of.filter(|_| line.starts_with(' '));
            found.push(Item { line: n + 1, name, of, docs, reexport: false });
        }
    }
    found
}

/// The type of an `impl` of no trait.
fn owner(line: &str) -> Option<&str> {
    let mut depth = 0;
    let after = line.strip_prefix("impl")?;
    let end = after.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '<') - i32::from(*c == '>');
        depth == 0 && *c != '>'
    })?;
    let ty = after[end.0..].trim_start();
    let name = ty.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| !name.is_empty());
    name.filter(|_| !line.contains(" for "))
}

/// The name of the public item that a line of code begins.
fn name(code: &str) -> Option<&str> {
    let mut rest = code.strip_prefix("pub ")?;
    for word in ["const ", "async ", "unsafe "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let kinds = ["fn ", "struct ", "enum ", "trait ", "type "];
    let named = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    named.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    const TYPE: &str = "/// A pair.\n///\n/// ```\n/// Pair::new(1).swap();\n/// ```\npub struct Pair;\n";

    fn broken(rest: &str) -> Vec<String> {
        missing(&[file("crates/purlin/src/pair.rs", &format!("{TYPE}{rest}"))])
    }

    #[test]
    fn items_have_examples_of_their_own_or_are_called_in_another() {
        let good = "impl<T: Ord<T>> Pair {\n    /// Makes.\n    pub fn new() {}\n    /// Swaps.\n    pub fn swap() {}\n}\n";
        assert!(broken(good).is_empty());
        let bad =
            "impl Pair {\n    /// Turns.\n    pub fn turn() {}\n    #[doc(hidden)]\n    pub fn old() {}\n}\n";
        assert_eq!(broken(bad), ["crates/purlin/src/pair.rs:9: no example shows `turn`"]);
        assert_eq!(broken("/// A pair.\npub enum Other {}\n").len(), 1);
        assert_eq!(broken("pub use purlin_runtime::vm::{Limits, Pair};\n").len(), 1);
    }

    #[test]
    fn examples_of_other_files_count_where_the_documentation_names_them() {
        let far = |docs: &str| {
            let text = format!("impl Pair {{\n    /// {docs}\n    pub fn swap() {{}}\n}}\n");
            missing(&[file("crates/purlin/src/a.rs", TYPE), file("crates/purlin/src/b.rs", &text)])
        };
        assert!(far("Swaps. The example of [`Pair`] does.").is_empty());
        assert_eq!(far("Swaps."), ["crates/purlin/src/b.rs:3: no example shows `swap`"]);
    }

    #[test]
    fn methods_of_types_that_are_shown_elsewhere_count() {
        let shown = file(
            "crates/purlin/src/lib.rs",
            &TYPE.replace("pub struct Pair", "pub use purlin_runtime::Pair"),
        );
        let of = |name: &str| {
            let text = format!(
                "impl Pair {{\n    pub fn {name}() {{}}\n}}\nimpl Own {{\n    pub fn own() {{}}\n}}\n"
            );
            missing(&[
                file("crates/purlin/src/lib.rs", &shown.text),
                file("crates/runtime/src/grants.rs", &text),
            ])
        };
        assert!(of("swap").is_empty());
        assert_eq!(of("turn"), ["crates/runtime/src/grants.rs:2: no example shows `turn`"]);
    }
}
