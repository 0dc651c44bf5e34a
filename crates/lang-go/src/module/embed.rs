//! The files that `//go:embed` patterns name: matched below a package's folder by Go's rules. Knows nothing
//! of comments and variables.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use purlin_base::SourceTree;

use super::join;

/// The files of one variable, by their paths below the package's folder.
pub(crate) type Files = BTreeMap<String, Arc<[u8]>>;

/// Folders that belong to a system of version control are never embedded.
const NEVER: &[&str] = &["", ".bzr", ".hg", ".git", ".svn"];
/// More files than this match no pattern.
const MAX_FILES: usize = 100_000;

/// The folder of a package.
pub(super) struct Folder<'a> {
    pub tree: &'a dyn SourceTree,
    pub dir: &'a str,
}

impl Folder<'_> {
    /// Adds the files that a pattern matches.
    pub(super) fn add(&self, pattern: &str, files: &mut Files) -> Result<(), String> {
        let (glob, all) = match pattern.strip_prefix("all:") {
            Some(rest) => (rest, true),
            None => (pattern, false),
        };
        let parts: Vec<&str> = glob.split('/').collect();
        if parts.iter().any(|part| matches!(*part, "" | "." | "..") || !is_well_formed(part)) {
            return Err("invalid pattern syntax".into());
        }
        let found = self.matching(&parts);
        if found.is_empty() {
            return Err("no matching files found".into());
        }
        for (path, is_folder) in found {
            let what = if is_folder { "directory" } else { "file" };
            let fail = |why: &str| Err(format!("cannot embed {what} {path}: {why}"));
            if self.is_in_other_module(&path, is_folder) {
                return fail("in different module");
            }
            if let Some(bad) = path.split('/').find(|part| NEVER.contains(part)) {
                return fail(&format!("invalid name {bad}"));
            }
            if !is_folder {
                self.read(path, files)?;
                continue;
            }
            let mut inside = BTreeSet::new();
            self.walk(&path, all, &mut inside)?;
            if inside.is_empty() {
                return fail("contains no embeddable files");
            }
            for file in inside {
                self.read(file, files)?;
            }
        }
        Ok(())
    }

    fn read(&self, path: String, files: &mut Files) -> Result<(), String> {
        if let Entry::Vacant(place) = files.entry(path) {
            let path = place.key();
            let bytes = self.tree.bytes(&join(self.dir, path)).map_err(|e| format!("{path}: {e}"))?;
            place.insert(bytes);
        }
        Ok(())
    }

    /// The paths that match, in order, and whether each is a folder.
    fn matching(&self, parts: &[&str]) -> Vec<(String, bool)> {
        let Some((last, above)) = parts.split_last() else { return Vec::new() };
        let mut folders = vec![String::new()];
        for part in above {
            let below = folders.iter().flat_map(|folder| {
                let names = self.tree.folders(&join(self.dir, folder));
                let fitting = names.into_iter().filter(|name| matches(part, name));
                fitting.map(|name| join(folder, &name)).collect::<Vec<_>>()
            });
            folders = below.collect();
        }
        let mut found = Vec::new();
        for folder in folders {
            let at = join(self.dir, &folder);
            let files = self.tree.files(&at).unwrap_or_default().into_iter().map(|name| (name, false));
            let all = files.chain(self.tree.folders(&at).into_iter().map(|name| (name, true)));
            let fitting = all.filter(|(name, _)| matches(last, name));
            found.extend(fitting.map(|(name, is_folder)| (join(&folder, &name), is_folder)));
        }
        found.sort();
        found
    }

    fn is_module(&self, folder: &str) -> bool {
        let names = self.tree.files(&join(self.dir, folder));
        names.is_some_and(|names| names.iter().any(|name| name == "go.mod"))
    }

    fn is_in_other_module(&self, path: &str, is_folder: bool) -> bool {
        let above = path.match_indices('/').map(|(at, _)| &path[..at]);
        above.chain(is_folder.then_some(path)).any(|folder| self.is_module(folder))
    }

    /// The files in a folder and below. Without `all`, names that begin with a dot or an underscore are left
    /// out.
    fn walk(&self, folder: &str, all: bool, files: &mut BTreeSet<String>) -> Result<(), String> {
        let at = join(self.dir, folder);
        let wanted =
            |name: &String| (all || !name.starts_with(['.', '_'])) && !NEVER.contains(&name.as_str());
        let names = self.tree.files(&at).unwrap_or_default();
        files.extend(names.into_iter().filter(wanted).map(|name| join(folder, &name)));
        if files.len() > MAX_FILES || folder.len() > 4096 {
            return Err("too many files".into());
        }
        for name in self.tree.folders(&at).into_iter().filter(wanted) {
            let below = join(folder, &name);
            if !self.is_module(&below) {
                self.walk(&below, all, files)?;
            }
        }
        Ok(())
    }
}

/// One element of a pattern's class: the characters from one to another, and what follows.
fn class_range(rest: &[char]) -> Option<(char, char, &[char])> {
    let one = |rest: &'_ [char]| -> Option<(char, usize)> {
        match rest {
            ['\\', c, ..] => Some((*c, 2)),
            ['\\' | '-' | ']', ..] | [] => None,
            [c, ..] => Some((*c, 1)),
        }
    };
    let (low, used) = one(rest)?;
    let rest = &rest[used..];
    match rest {
        ['-', after @ ..] => one(after).map(|(high, used)| (low, high, &after[used..])),
        _ => Some((low, low, rest)),
    }
}

/// Whether a character is in the class that `rest` begins with, after its bracket, and what follows it;
/// `None` if it is malformed.
fn class(rest: &[char], c: char) -> Option<(bool, &[char])> {
    let (negated, mut rest) = match rest {
        ['^', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (mut found, mut first) = (false, true);
    loop {
        match rest {
            [']', after @ ..] if !first => return Some((found != negated, after)),
            _ => {}
        }
        let (low, high, after) = class_range(rest)?;
        found |= (low..=high).contains(&c);
        (rest, first) = (after, false);
    }
}

fn is_well_formed(pattern: &str) -> bool {
    let chars: Vec<char> = pattern.chars().collect();
    let mut rest = chars.as_slice();
    loop {
        rest = match rest {
            [] => return true,
            ['\\'] => return false,
            ['\\', _, rest @ ..] => rest,
            ['[', inside @ ..] => match class(inside, '\0') {
                Some((_, rest)) => rest,
                None => return false,
            },
            [_, rest @ ..] => rest,
        };
    }
}

/// Whether a name matches a well-formed element of a pattern.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (pattern.as_slice(), name.as_slice());
    // Where the last star was, and what it has taken so far.
    let mut star: Option<(&[char], &[char])> = None;
    loop {
        let next = match (p, n) {
            ([], []) => return true,
            (['*', rest @ ..], _) => {
                star = Some((rest, n));
                p = rest;
                continue;
            }
            (['?', p @ ..], [_, n @ ..]) => Some((p, n)),
            (['[', inside @ ..], [c, n @ ..]) => {
                class(inside, *c).filter(|(found, _)| *found).map(|(_, p)| (p, n))
            }
            (['\\', want, p @ ..], [c, n @ ..]) if want == c => Some((p, n)),
            ([want, p @ ..], [c, n @ ..]) if want == c && *want != '\\' => Some((p, n)),
            _ => None,
        };
        match (next, star) {
            (Some(next), _) => (p, n) = next,
            (None, Some((after, [_, rest @ ..]))) => {
                star = Some((after, rest));
                (p, n) = (after, rest);
            }
            (None, _) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use purlin_base::MemoryTree;

    use super::*;

    #[test]
    fn names_match_patterns() {
        for (pattern, name) in [
            ("*", ""),
            ("a*c", "abbc"),
            ("*.txt", "x.txt"),
            ("[a-c]?", "bz"),
            ("[^a]", "b"),
            (r"\*", "*"),
            ("*a*b", "xaab"),
        ] {
            assert!(is_well_formed(pattern) && matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("a*c", "abb"), ("[^a]", "a"), ("?", ""), (r"\*", "a"), ("", "a"), ("*.txt", "x.txt.gz")]
        {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
        for bad in ["[", "[]", "[]a]", "[a-", "[-]", "\\", "[a\\"] {
            assert!(!is_well_formed(bad), "{bad}");
        }
    }

    #[test]
    fn hidden_files_are_asked_for() {
        let tree = MemoryTree::new()
            .with("p/a/x", "1")
            .with("p/a/_y", "2")
            .with("p/a/.h/z", "3")
            .with("p/m/go.mod", "module m\n")
            .with("p/e/.only", "4");
        let names = |pattern: &str| {
            let mut files = Files::new();
            Folder { tree: &tree, dir: "p" }
                .add(pattern, &mut files)
                .map(|()| files.into_keys().collect::<Vec<_>>())
        };
        assert_eq!(names("a"), Ok(vec!["a/x".to_string()]));
        assert_eq!(names("all:a").map(|n| n.len()), Ok(3));
        assert_eq!(names("a/*").map(|n| n.len()), Ok(3));
        assert_eq!(names("m"), Err("cannot embed directory m: in different module".into()));
        assert_eq!(names("e"), Err("cannot embed directory e: contains no embeddable files".into()));
        assert_eq!(names("nothing"), Err("no matching files found".into()));
        assert_eq!(names("../p"), Err("invalid pattern syntax".into()));
    }
}
