//! `cargo xtask tidy`: the rules of the house that the compiler cannot hold. Each rule is one function over the
//! text of the repository that returns what is broken; none of them knows what the code means.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;

/// What each crate of the workspace may depend on. A crate without a row may not be depended on by a crate of
/// the house, and may itself use whatever is public.
const DOORS: &[(&str, &[&str])] = &[
    ("purlin-base", &[]),
    ("purlin-ir", &["purlin-base"]),
    ("purlin-opt", &["purlin-ir", "purlin-base"]),
    ("purlin-bytecode", &["purlin-ir", "purlin-base"]),
    ("purlin-runtime", &["purlin-base"]),
    ("purlin-interp", &["purlin-bytecode", "purlin-runtime", "purlin-base"]),
    ("purlin-native", &["purlin-ir", "purlin-runtime", "purlin-base"]),
    ("purlin-kernels", &[]),
    ("purlin-json", &["purlin-kernels"]),
    ("purlin-lang-go", &["purlin-ir", "purlin-runtime", "purlin-json", "purlin-kernels", "purlin-base"]),
    ("purlin-lang-smalltalk", &["purlin-ir", "purlin-runtime", "purlin-base"]),
    (
        "purlin",
        &[
            "purlin-base",
            "purlin-ir",
            "purlin-opt",
            "purlin-bytecode",
            "purlin-runtime",
            "purlin-interp",
            "purlin-native",
            "purlin-kernels",
            "purlin-json",
            "purlin-lang-go",
            "purlin-lang-smalltalk",
        ],
    ),
    ("purlin-cli", &["purlin"]),
];

/// The directories whose code may say `unsafe`.
const UNSAFE_ROOMS: &[&str] = &["crates/runtime/", "crates/interp/", "crates/native/", "crates/json/"];

const LONGEST_FILE: usize = 1500;

/// Files that are longer with a reason: the reason stands beside the name.
const LONG_FILES: &[(&str, &str)] = &[];

/// Programs that are not in gofmt's form on purpose: they are there to be hard to parse.
const UNFORMATTED: &[&str] = &["tests/go/syntax_odd_forms.go"];

/// Words that no tracked text file may hold. Written in halves so that this file may be checked too.
const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("..", "/shared"), "points outside the repository"),
    (concat!("/work", "/"), "names a directory of one machine"),
    (concat!("/home", "/"), "names a directory of one machine"),
    (concat!("<<<<", "<<< "), "is a merge conflict"),
    (concat!(">>>>", ">>> "), "is a merge conflict"),
];

/// Marks of unfinished Rust. Matched as whole words.
const UNFINISHED: &[&str] = &[
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("dbg", "!"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
];

/// A tracked text file.
struct SourceFile {
    /// From the root of the repository, with forward slashes.
    name: String,
    text: String,
}

impl SourceFile {
    fn is_rust(&self) -> bool {
        self.name.ends_with(".rs")
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    if let Some(extra) = args.first() {
        return Err(format!("tidy takes no `{extra}`"));
    }
    let files = tracked_files(root)?;
    let mut broken = Vec::new();
    for file in &files {
        if file.name.ends_with("Cargo.toml") {
            broken.extend(doors(file));
        }
        if file.is_rust() {
            broken.extend(header(file));
            broken.extend(unsafe_policy(file));
            broken.extend(unfinished(file));
            broken.extend(length(file));
        }
        broken.extend(forbidden(file));
    }
    broken.extend(stale_exceptions(&files));
    broken.extend(gofmt(root, &files)?);
    if broken.is_empty() {
        println!("tidy: {} files", files.len());
        return Ok(());
    }
    Err(format!("{} rules broken\n{}", broken.len(), broken.join("\n")))
}

/// Everything that belongs to the repository, but for files that are not UTF-8 text: what git tracks, or, where git
/// cannot tell (an exported tree, a checkout that is somebody else's), every file below the root.
fn tracked_files(root: &Path) -> Result<Vec<SourceFile>, String> {
    let names = match names_from_git(root) {
        Some(names) => names,
        None => {
            println!("tidy: git does not list this tree: every file below its root is checked");
            let mut names = Vec::new();
            walk(root, root, &mut names).map_err(|e| format!("cannot list {}: {e}", root.display()))?;
            names
        }
    };
    let mut files = Vec::new();
    for name in names {
        // A deleted file is still listed until its deletion is staged.
        let Ok(bytes) = std::fs::read(root.join(&name)) else { continue };
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(SourceFile { name, text });
        }
    }
    Ok(files)
}

fn names_from_git(root: &Path) -> Option<Vec<String>> {
    // Listing runs no hook and trusts no configuration of the tree, so whose checkout it is does not matter.
    let output = Command::new("git")
        .args(["-c", "safe.directory=*", "ls-files", "-z", "--cached"])
        .current_dir(root)
        .output()
        .ok()
        .filter(|o| o.status.success())?;
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(names.split('\0').filter(|n| !n.is_empty()).map(str::to_owned).collect())
}

/// The files below `dir`, named from `root`, without what builds and runs leave and what hides behind a dot.
fn walk(root: &Path, dir: &Path, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        let kind = entry.file_type()?;
        if kind.is_dir() {
            if name != "target" && !name.to_string_lossy().starts_with('.') {
                walk(root, &entry.path(), names)?;
            }
        } else if kind.is_file()
            && !name.to_string_lossy().ends_with(".log")
            && let Ok(path) = entry.path().strip_prefix(root)
        {
            names.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

/// One-way doors: the dependencies on crates of the house, from the manifest's own text.
fn doors(file: &SourceFile) -> Vec<String> {
    let mut name = String::new();
    let mut section = String::new();
    let mut uses: BTreeMap<String, bool> = BTreeMap::new();
    for line in file.text.lines().map(str::trim) {
        if let Some(inner) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            section = inner.to_owned();
            // `[dependencies.purlin-ir]`, also below a `[target.…]`.
            if let Some((kind, dependency)) = section.rsplit_once('.')
                && kind.ends_with("dependencies")
            {
                uses.insert(dependency.to_owned(), kind.ends_with("dev-dependencies"));
            }
        } else if let Some((key, value)) = line.split_once('=') {
            let key = key.trim().split('.').next().unwrap_or("").trim_matches('"');
            if section == "package" && key == "name" {
                name = value.trim().trim_matches('"').to_owned();
            }
            if section.ends_with("dependencies") && !section.starts_with("workspace") {
                uses.insert(key.to_owned(), section.ends_with("dev-dependencies"));
            }
        }
    }
    let Some((_, allowed)) = DOORS.iter().find(|(krate, _)| *krate == name) else {
        return vec![];
    };
    let of_the_house = |krate: &str| krate == "purlin" || krate.starts_with("purlin-");
    uses.iter()
        // Tests may look through any door but one back to themselves, which cargo forbids anyway.
        .filter(|(krate, dev)| of_the_house(krate) && !**dev && !allowed.contains(&krate.as_str()))
        .map(|(krate, _)| format!("{}: {name} must not depend on {krate}", file.name))
        .collect()
}

fn header(file: &SourceFile) -> Vec<String> {
    let first = file.text.lines().next().unwrap_or("");
    let says = first.strip_prefix("//!").is_some_and(|rest| rest.trim().len() > 10);
    if says {
        vec![]
    } else {
        vec![format!("{}:1: opens with no `//!` line that says what it is for", file.name)]
    }
}

/// `unsafe` only in the rooms that may, and each block with its invariant within the lines above it.
fn unsafe_policy(file: &SourceFile) -> Vec<String> {
    let mut broken = Vec::new();
    let code: Vec<String> = code_lines(&file.text);
    let lines: Vec<&str> = file.text.lines().collect();
    let allowed = UNSAFE_ROOMS.iter().any(|room| file.name.starts_with(room));
    for (i, line) in code.iter().enumerate() {
        if !has_word(line, "unsafe") {
            continue;
        }
        if !allowed {
            broken.push(format!("{}:{}: unsafe outside runtime, interp, native and json", file.name, i + 1));
        } else if (line.contains("unsafe {") || line.contains("unsafe impl")) && !explained(&lines, i) {
            broken.push(format!("{}:{}: unsafe without a `// SAFETY:` comment", file.name, i + 1));
        }
    }
    broken
}

/// Whether a SAFETY comment stands on the line, at the head of a statement that reaches it, or directly above.
fn explained(lines: &[&str], at: usize) -> bool {
    if lines[at].contains("SAFETY:") {
        return true;
    }
    let mut comment = false;
    for line in lines[..at].iter().rev().take(20) {
        let line = line.trim();
        if line.contains("SAFETY:") {
            return true;
        }
        let is_comment = line.starts_with("//") || line.starts_with("#[");
        // Above the comment, or above the statement that holds the block, the search ends.
        if !is_comment && (comment || line.ends_with([';', '}'])) {
            return false;
        }
        comment |= is_comment;
    }
    false
}

fn unfinished(file: &SourceFile) -> Vec<String> {
    let mut broken = Vec::new();
    for (i, line) in file.text.lines().enumerate() {
        for mark in UNFINISHED {
            if has_word(line, mark) {
                broken.push(format!("{}:{}: `{mark}` stays in no finished file", file.name, i + 1));
            }
        }
    }
    broken
}

fn length(file: &SourceFile) -> Vec<String> {
    let lines = file.text.lines().count();
    let excused = LONG_FILES.iter().any(|(name, _)| *name == file.name);
    if lines > LONGEST_FILE && !excused {
        return vec![format!("{}: {lines} lines, more than {LONGEST_FILE}", file.name)];
    }
    vec![]
}

fn stale_exceptions(files: &[SourceFile]) -> Vec<String> {
    let needed = |name: &str| files.iter().any(|f| f.name == name && f.text.lines().count() > LONGEST_FILE);
    let stale = LONG_FILES.iter().filter(|(name, _)| !needed(name));
    stale.map(|(name, _)| format!("{name}: is excused for its length but no longer needs it")).collect()
}

fn forbidden(file: &SourceFile) -> Vec<String> {
    let mut broken = Vec::new();
    for (i, line) in file.text.lines().enumerate() {
        for (word, why) in FORBIDDEN {
            if line.contains(word) {
                broken.push(format!("{}:{}: `{word}` {why}", file.name, i + 1));
            }
        }
    }
    broken
}

/// Go programs are written as Go's own tool would. Skipped, loudly, where Go is not installed.
fn gofmt(root: &Path, files: &[SourceFile]) -> Result<Vec<String>, String> {
    let of_ours = |f: &&SourceFile| {
        let place =
            f.name.starts_with("bench/") || f.name.starts_with("tests/") || f.name.starts_with("examples/");
        // What must not compile need not parse either.
        place
            && f.name.ends_with(".go")
            && !f.name.starts_with("tests/go/errors/")
            && !UNFORMATTED.contains(&f.name.as_str())
    };
    let paths: Vec<PathBuf> = files.iter().filter(of_ours).map(|f| root.join(&f.name)).collect();
    if paths.is_empty() {
        return Ok(vec![]);
    }
    let Ok(output) = Command::new("gofmt").arg("-l").args(&paths).output() else {
        println!("tidy: NO gofmt ON THE PATH: the form of {} Go programs was not checked", paths.len());
        return Ok(vec![]);
    };
    let mut broken: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|path| {
            let name = Path::new(path).strip_prefix(root).unwrap_or(Path::new(path));
            format!("{}: not as gofmt writes it", name.display())
        })
        .collect();
    broken.extend(String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned));
    Ok(broken)
}

fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(is_part);
        let after = line[at + word.len()..].chars().next().is_some_and(is_part);
        !before && !after
    })
}

/// The lines of a Rust file without comments and without what stands in string literals. It knows nested block
/// comments, raw strings and character literals, and nothing else of the language.
fn code_lines(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut lines = vec![String::new()];
    let mut i = 0;
    while i < chars.len() {
        let end = literal_end(&chars, i);
        if end == i {
            match chars[i] {
                '\n' => lines.push(String::new()),
                c => lines.last_mut().expect("one line at least").push(c),
            }
            i += 1;
            continue;
        }
        for c in &chars[i..end] {
            if *c == '\n' {
                lines.push(String::new());
            }
        }
        lines.last_mut().expect("one line at least").push(' ');
        i = end;
    }
    lines
}

/// Where the comment or literal that starts at `i` ends; `i` itself if none starts there.
fn literal_end(chars: &[char], i: usize) -> usize {
    let at = |k: usize| chars.get(k).copied().unwrap_or('\0');
    let find =
        |from: usize, f: &dyn Fn(usize) -> bool| (from..chars.len()).find(|k| f(*k)).unwrap_or(chars.len());
    let part_of_name = i > 0 && (at(i - 1).is_alphanumeric() || at(i - 1) == '_');
    match (at(i), at(i + 1)) {
        ('/', '/') => find(i, &|k| at(k) == '\n'),
        ('/', '*') => block_comment_end(chars, i),
        ('"', _) => quoted_end(chars, i + 1),
        ('r', '"' | '#') if !part_of_name || at(i - 1) == 'b' => {
            let hashes = chars[i + 1..].iter().take_while(|c| **c == '#').count();
            if at(i + 1 + hashes) != '"' {
                return i;
            }
            let closes = |k: usize| at(k) == '"' && (1..=hashes).all(|h| at(k + h) == '#');
            (find(i + 2 + hashes, &closes) + 1 + hashes).min(chars.len())
        }
        ('\'', '\\') => (find(i + 3, &|k| at(k) == '\'') + 1).min(chars.len()),
        ('\'', _) if at(i + 2) == '\'' => i + 3,
        _ => i,
    }
}

fn block_comment_end(chars: &[char], start: usize) -> usize {
    let (mut depth, mut k) = (0, start);
    while k < chars.len() {
        match (chars[k], chars.get(k + 1)) {
            ('/', Some('*')) => (depth, k) = (depth + 1, k + 2),
            ('*', Some('/')) => (depth, k) = (depth - 1, k + 2),
            _ => k += 1,
        }
        if depth == 0 {
            return k;
        }
    }
    chars.len()
}

fn quoted_end(chars: &[char], start: usize) -> usize {
    let mut k = start;
    while k < chars.len() {
        match chars[k] {
            '\\' => k += 2,
            '"' => return k + 1,
            _ => k += 1,
        }
    }
    chars.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> SourceFile {
        SourceFile { name: name.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn doors_open_one_way() {
        let manifest = |deps: &str| {
            file("crates/x/Cargo.toml", &format!("[package]\nname = \"purlin-ir\"\n\n[dependencies]\n{deps}"))
        };
        assert!(doors(&manifest("purlin-base.workspace = true\nsmallvec = \"1\"\n")).is_empty());
        assert_eq!(doors(&manifest("purlin-opt = { workspace = true }\n")).len(), 1);
        assert_eq!(doors(&manifest("\n[dependencies.purlin-runtime]\npath = \"..\"\n")).len(), 1);
        assert!(doors(&manifest("\n[dev-dependencies]\npurlin-opt.workspace = true\n")).is_empty());
        let unknown =
            file("tools/x/Cargo.toml", "[package]\nname = \"xtask\"\n[dependencies]\npurlin = \"1\"\n");
        assert!(doors(&unknown).is_empty());
    }

    #[test]
    fn files_open_with_what_they_are_for() {
        assert!(header(&file("a.rs", "//! Typed ids and maps keyed by them.\n")).is_empty());
        assert_eq!(header(&file("a.rs", "//!\nuse x;\n")).len(), 1);
        assert_eq!(header(&file("a.rs", "use x;\n")).len(), 1);
    }

    #[test]
    fn unsafe_lives_in_four_rooms_and_is_explained() {
        let block = "fn f(p: *const u8) -> u8 {\n    unsafe { *p }\n}\n";
        let good =
            "fn f(p: *const u8) -> u8 {\n    // SAFETY: p is valid, by the caller.\n    unsafe { *p }\n}\n";
        assert_eq!(unsafe_policy(&file("crates/ir/src/a.rs", good)).len(), 1);
        assert_eq!(unsafe_policy(&file("crates/runtime/src/a.rs", block)).len(), 1);
        assert!(unsafe_policy(&file("crates/runtime/src/a.rs", good)).is_empty());
        let split = "// SAFETY: in bounds, checked above.\nlet x =\n    unsafe { *p };\n";
        assert!(unsafe_policy(&file("crates/native/src/a.rs", split)).is_empty());
        let far = "// SAFETY: of another block.\nlet x = unsafe { *p };\nlet y = unsafe { *q };\n";
        assert_eq!(unsafe_policy(&file("crates/native/src/a.rs", far)).len(), 1);
        let words =
            "// unsafe in prose\n#![forbid(unsafe_code)]\nlet s = \"unsafe {\"; let c = '\"'; /* unsafe */\n";
        assert!(unsafe_policy(&file("crates/ir/src/a.rs", words)).is_empty());
    }

    #[test]
    fn unfinished_work_is_found() {
        let mark = UNFINISHED[0];
        assert_eq!(unfinished(&file("a.rs", &format!("fn f() {{ {mark}() }}\n"))).len(), 1);
        // Words that only begin like a mark.
        let longer = format!("let {}s = 1; // {}X\n", mark.trim_end_matches('!'), UNFINISHED[4]);
        assert!(unfinished(&file("a.rs", &longer)).is_empty());
    }

    #[test]
    fn long_files_and_foreign_words_are_found() {
        assert_eq!(length(&file("a.rs", &"x\n".repeat(LONGEST_FILE + 1))).len(), 1);
        assert!(length(&file("a.rs", &"x\n".repeat(LONGEST_FILE))).is_empty());
        let word = FORBIDDEN[0].0;
        assert_eq!(forbidden(&file("docs/a.md", &format!("see {word}/x\n"))).len(), 1);
    }

    #[test]
    fn literals_and_comments_are_no_code() {
        let text = "a /* x /* y */ z */ b\nr#\"raw \" // \"# c // d\n'\\'' \"s\\\"t\" 'l: e\n";
        let lines = code_lines(text);
        let words: Vec<Vec<&str>> = lines.iter().map(|l| l.split_whitespace().collect()).collect();
        assert_eq!(words, [vec!["a", "b"], vec!["c"], vec!["'l:", "e"], vec![]]);
    }
}
