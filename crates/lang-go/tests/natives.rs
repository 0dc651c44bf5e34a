//! The list of natives in the documents is the tables': `docs/natives.md` is made from the rows, and compared
//! with them here. With `PURLIN_BLESS=1` it is written anew.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use purlin_runtime::native::{Row, Weight};

const HEAD: &str = "# Natives

Functions of Rust that guest code calls. This page is made from the rows of the tables of natives (`natives!`, in
`crates/runtime/src/native/row.rs`): `PURLIN_BLESS=1 cargo test -p purlin-lang-go --test natives` writes it anew. What each costs is
besides the price of a call (`purlin_base::gas::NATIVE`). *Light* natives run on the fiber's stack, *register* ones too, with words in
registers where compiled code calls them; *heavy* ones run on the host's stack.
";

fn rows() -> impl Iterator<Item = &'static Row> {
    purlin_runtime::natives::all().chain(purlin_lang_go::natives())
}

fn how(row: &Row) -> &'static str {
    match row.weight() {
        Weight::Light if row.has_register_form() => "register",
        Weight::Light => "light",
        Weight::Heavy => "heavy",
    }
}

fn page() -> String {
    let mut packages: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows() {
        let (package, _) = row.name().rsplit_once('.').expect("names have a package");
        packages.entry(package).or_default().push(row);
    }
    let mut out = HEAD.to_string();
    for (package, rows) in packages {
        let _ = write!(
            out,
            "\n## {package}\n\n| native | signature | | effects | costs | |\n|---|---|---|---|---|---|\n"
        );
        for row in rows {
            let name = &row.name()[package.len() + 1..];
            let doc = row.doc().replace('\n', "").replace("  ", " ");
            let (effects, gas) = (row.effects(), row.gas());
            let _ = writeln!(
                out,
                "| {name} | `{}` | {} | {effects} | {gas} | {} |",
                row.signature(),
                how(row),
                doc.trim()
            );
        }
    }
    out
}

#[test]
fn the_documents_list_the_natives() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/natives.md");
    let page = page();
    if std::env::var_os("PURLIN_BLESS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/natives.md is not what the tables say: run this test with PURLIN_BLESS=1");
}

#[test]
fn each_native_has_one_row_that_says_what_it_does() {
    let mut seen = HashSet::new();
    for row in rows() {
        assert!(seen.insert(row.name()), "{} has two rows", row.name());
        assert!(row.doc().ends_with(['.', ':']) || row.doc().contains('.'), "{} has no sentence", row.name());
        assert!(!row.gas().is_empty(), "{} says no price", row.name());
    }
}
