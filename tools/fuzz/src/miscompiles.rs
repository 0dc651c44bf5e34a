//! `miscompiles`: puts known errors into the VM, one after the other, and checks whether the tests and the
//! generated programs detect them. The errors are data (`tools/fuzz/miscompiles/list.txt`): a file, a text to
//! search, and its replacement. The command works in a git worktree of its own and never changes the one in
//! which it is started.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::campaign::Campaign;
use crate::child::{self, Ending, say};

pub struct Miscompiles {
    pub repository: PathBuf,
    pub list: PathBuf,
    /// Only the entry of this name.
    pub only: Option<String>,
    /// A folder for the worktree and its target folder.
    pub scratch: PathBuf,
    pub build: String,
    /// A shell command that runs the tests in the worktree; it fails if they detect the error.
    pub corpus: String,
    pub limit: Duration,
    /// Only check that each entry's text is found exactly once.
    pub check_only: bool,
}

const MISSED: &str = "MISSED";

/// One error: a text of the VM and its wrong replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub file: String,
    pub why: String,
    pub search: String,
    pub replace: String,
}

/// Parses the list; the error names the line.
pub fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let name =
            line.strip_prefix("== ").ok_or_else(|| format!("line {}: expected `== name`", number + 1))?;
        let mut entry = Entry {
            name: name.trim().to_string(),
            file: String::new(),
            why: String::new(),
            search: String::new(),
            replace: String::new(),
        };
        let mut part = 0;
        let mut ended = false;
        for (_, line) in lines.by_ref() {
            match line {
                "-- search" => part = 1,
                "-- replace" => part = 2,
                "-- end" => {
                    ended = true;
                    break;
                }
                _ if part == 1 => entry.search.push_str(&format!("{line}\n")),
                _ if part == 2 => entry.replace.push_str(&format!("{line}\n")),
                _ => match line.split_once(':') {
                    Some(("file", value)) => entry.file = value.trim().to_string(),
                    Some(("why", value)) => entry.why = value.trim().to_string(),
                    _ => {
                        return Err(format!(
                            "entry {}: `file:`, `why:` or `-- search` expected: {line}",
                            entry.name
                        ));
                    }
                },
            }
        }
        if !ended || entry.search.is_empty() || entry.file.is_empty() {
            return Err(format!("entry {}: it needs a file, a search text and `-- end`", entry.name));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// The text with the entry applied, or why that is not possible. Indentation of the search text counts.
fn apply(text: &str, entry: &Entry) -> Result<String, String> {
    // A search text may be a part of a line: then it is one line and stands for itself.
    let (search, replace) = (entry.search.trim_end_matches('\n'), entry.replace.trim_end_matches('\n'));
    match text.matches(search).count() {
        1 => Ok(text.replacen(search, replace, 1)),
        n => Err(format!("its text is found {n} times in {}, not once", entry.file)),
    }
}

impl Miscompiles {
    /// Tries all entries; returns how many were missed or could not be tried.
    pub fn run(&self, campaign: impl Fn(&Path) -> Campaign) -> std::io::Result<usize> {
        let text = fs::read_to_string(&self.list)?;
        let entries = parse(&text).map_err(std::io::Error::other)?;
        let chosen: Vec<&Entry> =
            entries.iter().filter(|e| self.only.as_ref().is_none_or(|only| *only == e.name)).collect();
        if self.check_only {
            return Ok(self.check(&chosen));
        }
        let tree = self.scratch.join("tree");
        self.checkout(&tree)?;
        // Tests that fail on the unbroken VM would count every entry as caught.
        let unbroken = self.verdict(&tree, &campaign)?;
        if unbroken != MISSED {
            return Err(std::io::Error::other(format!("the unbroken VM: {unbroken}")));
        }
        let mut rows = Vec::new();
        let mut bad = 0;
        for entry in chosen {
            let row = self.one(entry, &tree, &campaign)?;
            bad += usize::from(!row.starts_with("caught"));
            say(&format!("{:32} {row}", entry.name));
            rows.push((entry.name.clone(), row));
        }
        println!("{} entries, {bad} missed or not tried", rows.len());
        for (name, row) in rows {
            println!("{name:32} {row}");
        }
        Ok(bad)
    }

    fn check(&self, entries: &[&Entry]) -> usize {
        let mut bad = 0;
        for entry in entries {
            let applied = fs::read_to_string(self.repository.join(&entry.file))
                .map_err(|e| e.to_string())
                .and_then(|text| apply(&text, entry));
            if let Err(error) = applied {
                bad += 1;
                println!("{:32} {error}", entry.name);
            }
        }
        println!("{} entries, {bad} do not apply", entries.len());
        bad
    }

    fn checkout(&self, tree: &Path) -> std::io::Result<()> {
        fs::create_dir_all(&self.scratch)?;
        let git = |arguments: &[&str], at: &Path| {
            let mut command = Command::new("git");
            child::run(command.arg("-C").arg(at).args(arguments), Duration::from_secs(120))
        };
        let path = tree.to_string_lossy().into_owned();
        let done = if tree.join(".git").exists() {
            let head = git(&["rev-parse", "HEAD"], &self.repository)?;
            let commit = String::from_utf8_lossy(&head.stdout).trim().to_string();
            git(&["checkout", "--quiet", "--force", "--detach", &commit], tree)?
        } else {
            git(&["worktree", "add", "--quiet", "--detach", &path, "HEAD"], &self.repository)?
        };
        if done.ending == Ending::Exit(0) {
            return Ok(());
        }
        Err(std::io::Error::other(format!("git worktree: {}", done.stderr_text())))
    }

    fn one(
        &self,
        entry: &Entry,
        tree: &Path,
        campaign: &impl Fn(&Path) -> Campaign,
    ) -> std::io::Result<String> {
        let path = tree.join(&entry.file);
        let Ok(original) = fs::read_to_string(&path) else {
            return Ok(format!("NOT TRIED: there is no {}", entry.file));
        };
        let changed = match apply(&original, entry) {
            Ok(changed) => changed,
            Err(error) => return Ok(format!("NOT TRIED: {error}")),
        };
        fs::write(&path, changed)?;
        let row = self.verdict(tree, campaign);
        fs::write(&path, original)?;
        row
    }

    fn shell(&self, script: &str, tree: &Path) -> std::io::Result<child::Outcome> {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(tree).env("CARGO_TARGET_DIR", self.target());
        child::run(&mut command, self.limit)
    }

    fn target(&self) -> PathBuf {
        self.scratch.join("target")
    }

    fn verdict(&self, tree: &Path, campaign: &impl Fn(&Path) -> Campaign) -> std::io::Result<String> {
        let built = self.shell(&self.build, tree)?;
        if built.ending != Ending::Exit(0) {
            let text = built.stderr_text();
            let error = text.lines().find(|l| l.starts_with("error")).unwrap_or("it does not build");
            return Ok(format!("NOT TRIED: {error}"));
        }
        if self.shell(&self.corpus, tree)?.ending != Ending::Exit(0) {
            return Ok("caught by the tests".to_string());
        }
        // The generated programs are slow, so they run only where the tests pass.
        let caught = campaign(&self.target().join("release/purlin")).run()? > 0;
        Ok(if caught { "caught by the generator" } else { MISSED }.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# A comment.\n== swapped compare\nfile: crates/x.rs\nwhy: less is not more\n\
                        -- search\n    a < b\n-- replace\n    a > b\n-- end\n";

    #[test]
    fn entries_are_parsed_and_applied_once() {
        let entries = parse(LIST).expect("a list");
        assert_eq!((entries.len(), entries[0].file.as_str()), (1, "crates/x.rs"));
        assert_eq!(apply("if\n    a < b\n{}", &entries[0]).as_deref(), Ok("if\n    a > b\n{}"));
        assert!(apply("    a < b    a < b", &entries[0]).is_err());
        assert!(apply("nothing", &entries[0]).is_err());
        assert!(parse("== x\nfile: y\n-- search\na\n").is_err());
        assert!(parse("nonsense").is_err());
    }

    #[test]
    fn the_lists_in_the_repository_parse() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let lists = ["list.txt", "passes.txt"].map(|name| root.join("tools/fuzz/miscompiles").join(name));
        let entries = lists.iter().flat_map(|path| {
            let text = fs::read_to_string(path).expect("the list is there");
            parse(&text).expect("it parses")
        });
        for entry in entries {
            let file = fs::read_to_string(root.join(&entry.file)).expect("the file is there");
            assert_eq!(apply(&file, &entry).err(), None, "{}", entry.name);
        }
    }
}
