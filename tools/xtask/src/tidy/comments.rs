//! Comments and documents: how wide comment lines are, and which words they use. The words are data
//! (`words.txt`).

use super::baseline::Finding;
use super::files::SourceFile;
use super::text::comment_lines;

/// Comment lines longer than rustfmt's `max_width`.
pub fn wide(file: &SourceFile, max_width: usize) -> Vec<Finding> {
    if !file.is_rust() {
        return Vec::new();
    }
    let lines = file.text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//"));
    lines
        .map(|(n, line)| (n + 1, line.chars().count()))
        .filter(|(_, width)| *width > max_width)
        .map(|(n, width)| {
            Finding::new(file, n, format!("a comment line of {width} columns, more than {max_width}"))
        })
        .collect()
}

/// `max_width` of rustfmt.toml, so that both agree.
pub fn max_width(files: &[SourceFile]) -> Result<usize, String> {
    let file = files.iter().find(|f| f.name == "rustfmt.toml").ok_or("there is no rustfmt.toml")?;
    let value =
        file.text.lines().find_map(|line| line.strip_prefix("max_width")?.split_once('=').map(|(_, v)| v));
    value.and_then(|v| v.trim().parse().ok()).ok_or("rustfmt.toml says no max_width".into())
}

/// A phrase that is not used, and what to say instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    words: Vec<String>,
    instead: String,
}

/// The list: a phrase, a tab, what to say instead. A slash separates the forms of one word.
pub fn phrases() -> Result<Vec<Phrase>, String> {
    parse(include_str!("words.txt"))
}

fn parse(text: &str) -> Result<Vec<Phrase>, String> {
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let row = |line: &str| {
        let (phrase, instead) = line.split_once('\t').ok_or(format!("words.txt: `{line}`: no tab"))?;
        let words = phrase.split(' ').map(str::to_lowercase).collect();
        Ok(Phrase { words, instead: instead.trim().to_owned() })
    };
    rows.map(row).collect()
}

impl Phrase {
    /// How often the phrase occurs in words in a row; each word of it may have several forms.
    fn count(&self, words: &[&str]) -> usize {
        let is = |forms: &str, word: &str| forms.split('/').any(|form| form == word);
        let fits =
            |window: &&[&str]| self.words.iter().zip(window.iter()).all(|(forms, word)| is(forms, word));
        words.windows(self.words.len()).filter(fits).count()
    }
}

/// Words of the list in comments, documents and help texts.
pub fn words(file: &SourceFile, phrases: &[Phrase]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (line, text) in prose(file) {
        let lower = text.to_lowercase();
        let words = split(&lower);
        for phrase in phrases {
            for _ in 0..phrase.count(&words) {
                let (bad, good) = (phrase.words.join(" "), &phrase.instead);
                found.push(Finding::new(file, line, format!("`{bad}`: say {good}")));
            }
        }
    }
    if file.is_rust() {
        found.extend(pronouns(file));
    }
    found
}

/// Words without punctuation; where a sentence or a clause ends, an empty one keeps phrases from crossing it.
fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for piece in text.split_whitespace() {
        let word = piece.trim_matches(|c: char| !(c.is_alphanumeric() || c == '\''));
        words.push(word);
        if piece.ends_with(['.', ';', ':', ',', '!', '?', ')']) {
            words.push("");
        }
    }
    words
}

/// The lines that people read: comments of Rust, documents whole, and the texts of the command's help.
fn prose(file: &SourceFile) -> Vec<(usize, &str)> {
    let is_record =
        ["docs/decisions/", "docs/conformance/", "docs/adr/"].iter().any(|f| file.name.starts_with(f));
    if is_record || file.name == "CHANGELOG.md" || file.name.ends_with("gas-history.md") {
        // What was written at its time stays as it was.
        return Vec::new();
    }
    if file.name.ends_with(".md") {
        return file.text.lines().enumerate().map(|(n, line)| (n + 1, line)).collect();
    }
    if !file.is_rust() {
        return Vec::new();
    }
    let has_help = file.name.starts_with("crates/cli/src/")
        || ["crates/opt/src/passes.rs", "tools/xtask/src/main.rs", "tools/fuzz/src/main.rs"]
            .contains(&file.name.as_str());
    if has_help {
        return file.text.lines().enumerate().map(|(n, line)| (n + 1, line)).collect();
    }
    comment_lines(&file.text).collect()
}

/// What no doc comment begins with: it would leave open what is described.
const PRONOUNS: &[&str] = &[
    "it",
    "its",
    "they",
    "them",
    "their",
    "he",
    "she",
    "we",
    "those",
    "that of",
    "that is",
    "that which",
    "this is",
    "this was",
    "these are",
    "the same",
    "as above",
    "likewise",
];

/// Doc comments that begin with a pronoun, or are a verb and a pronoun only (`Drops them.`).
fn pronouns(file: &SourceFile) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut last = None;
    for (line, text) in comment_lines(&file.text) {
        let Some(doc) = ["///", "//!"].iter().find_map(|mark| text.strip_prefix(mark)) else { continue };
        let continues = last.replace(line).is_some_and(|last| last + 1 == line);
        if continues || doc.starts_with('/') {
            continue;
        }
        let lower = doc.to_lowercase();
        let words = split(&lower);
        let begins = PRONOUNS.iter().find(|pronoun| {
            let pronoun: Vec<&str> = pronoun.split(' ').collect();
            words.starts_with(&pronoun)
        });
        let verb_only = matches!(words[..], [_, "it" | "them", "", ..]);
        if let Some(pronoun) = begins {
            found.push(Finding::new(
                file,
                line,
                format!("a doc comment begins with `{pronoun}`: say what the thing is"),
            ));
        } else if verb_only {
            found.push(Finding::new(
                file,
                line,
                "a doc comment whose object is a pronoun: say what the thing is",
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    #[test]
    fn wide_comment_lines_are_found() {
        let text =
            format!("// {}\nlet x = \"{}\";\n    // {}\n", "é".repeat(20), "y".repeat(40), "z".repeat(20));
        let lines: Vec<usize> = wide(&file("a.rs", &text), 24).iter().map(|f| f.line).collect();
        assert_eq!(lines, [3]);
        assert_eq!(max_width(&[file("rustfmt.toml", "max_width = 90\n")]), Ok(90));
    }

    #[test]
    fn whole_phrases_are_found() {
        let list = parse("# A comment.\nlaid in\tinlined\nmend/mends\tpeephole\ngoes on\tresumes\n")
            .expect("a list");
        let found = |text: &str| words(&file("crates/ir/src/a.rs", text), &list).len();
        assert_eq!(found("// A callee that is laid in.\n"), 1);
        assert_eq!(found("// It mends and mends; code that goes on.\n"), 3);
        // Across the end of a sentence, in code, and in longer words.
        assert_eq!(found("// An egg is laid. In time it hatches. Mending goes.\nlet mend = 1;\n"), 0);
        assert_eq!(words(&file("docs/a.md", "A fiber goes on.\n"), &list).len(), 1);
        assert_eq!(words(&file("docs/decisions/0001.md", "A fiber goes on.\n"), &list).len(), 0);
        assert_eq!(words(&file("crates/cli/src/a.rs", "const HELP: &str = \"laid in\";\n"), &list).len(), 1);
        assert!(parse("no tab\n").is_err());
    }

    #[test]
    fn docs_say_what_they_are_of() {
        let found = |text: &str| pronouns(&file("a.rs", text)).len();
        assert_eq!(found("/// That of the last call.\nfn f() {}\n/// The same for words.\nfn g() {}\n"), 2);
        assert_eq!(found("/// Drops them.\nfn f() {}\n"), 1);
        assert_eq!(found("/// The heap.\n/// It is mapped.\nfn f() {}\n// It is code.\n"), 0);
        assert_eq!(found("/// Drops them all, and it is late.\nfn f() {}\n"), 0);
    }

    #[test]
    fn the_list_parses() {
        assert!(phrases().expect("it parses").len() > 30);
    }
}
