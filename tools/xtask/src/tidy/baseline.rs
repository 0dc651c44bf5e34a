//! What is broken today and may only become less: for each rule that was made stricter than the code is, a
//! file of `FILE<TAB>COUNT`. More than stands there is an error, and so is less: the number is to be lowered
//! then.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::files::SourceFile;

/// Where the baselines lie, from the root.
pub const FOLDER: &str = "tools/xtask/src/tidy/baseline";

/// One place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub file: String,
    pub line: usize,
    pub what: String,
}

impl Finding {
    pub fn new(file: &SourceFile, line: usize, what: impl Into<String>) -> Finding {
        Finding { file: file.name.clone(), line, what: what.into() }
    }
}

/// How many findings a file may have.
pub type Counts = BTreeMap<String, usize>;

pub fn parse(text: &str) -> Result<Counts, String> {
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let row = |line: &str| {
        let (file, count) = line.split_once('\t')?;
        Some((file.to_owned(), count.trim().parse().ok()?))
    };
    rows.map(|line| row(line).ok_or(format!("`{line}`: not FILE, TAB, COUNT"))).collect()
}

fn count(findings: &[Finding]) -> Counts {
    let mut counts = Counts::new();
    for finding in findings {
        *counts.entry(finding.file.clone()).or_default() += 1;
    }
    counts
}

/// What is broken beyond the baseline, and what the baseline excuses in vain.
pub fn compare(rule: &str, findings: &[Finding], allowed: &Counts) -> Vec<String> {
    let found = count(findings);
    let mut broken = Vec::new();
    for (file, n) in &found {
        let allowed = allowed.get(file).copied().unwrap_or(0);
        if *n > allowed {
            let more = findings.iter().filter(|f| f.file == *file);
            broken.extend(more.map(|f| format!("{}:{}: {}", f.file, f.line, f.what)));
            broken.push(format!("{file}: {n} of rule `{rule}`, its baseline has {allowed}"));
        }
    }
    for (file, allowed) in allowed {
        let n = found.get(file).copied().unwrap_or(0);
        if n < *allowed {
            let help = "lower it with cargo xtask tidy --update-baseline";
            broken.push(format!("{file}: {n} of rule `{rule}`, its baseline has {allowed}: {help}"));
        }
    }
    broken
}

/// The baseline that holds what is found now; it never grows. Without an old one it is what is found.
fn lowered(rule: &str, findings: &[Finding], old: Option<&Counts>) -> Result<Counts, String> {
    let found = count(findings);
    if let Some(old) = old {
        let grown = |file: &String, n: usize| n > old.get(file).copied().unwrap_or(0);
        let grown: Vec<&str> = found.iter().filter(|(f, n)| grown(f, **n)).map(|(f, _)| f.as_str()).collect();
        if !grown.is_empty() {
            return Err(format!("the baseline of `{rule}` does not grow: {}", grown.join(", ")));
        }
    }
    Ok(found)
}

fn path(root: &Path, rule: &str) -> std::path::PathBuf {
    root.join(FOLDER).join(format!("{rule}.txt"))
}

/// The baseline of a rule; empty where there is none.
pub fn read(root: &Path, rule: &str) -> Result<Option<Counts>, String> {
    match fs::read_to_string(path(root, rule)) {
        Ok(text) => parse(&text).map(Some).map_err(|e| format!("baseline of {rule}: {e}")),
        Err(_) => Ok(None),
    }
}

/// Writes what is found now, unless that is more. A baseline without findings is no file.
pub fn update(root: &Path, rule: &str, findings: &[Finding]) -> Result<(), String> {
    let old = read(root, rule)?;
    let new = lowered(rule, findings, old.as_ref())?;
    let path = path(root, rule);
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    let mut text =
        format!("# What rule `{rule}` of cargo xtask tidy still finds: file, count. Only goes down.\n");
    for (file, n) in &new {
        text.push_str(&format!("{file}\t{n}\n"));
    }
    fs::write(&path, text).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(files: &[&str]) -> Vec<Finding> {
        files.iter().map(|f| Finding { file: f.to_string(), line: 1, what: "is long".into() }).collect()
    }

    #[test]
    fn more_and_less_than_the_baseline_are_errors() {
        let allowed = parse("# A comment.\na.rs\t2\nb.rs\t1\n").expect("a baseline");
        assert_eq!(compare("x", &findings(&["a.rs", "a.rs", "b.rs"]), &allowed), Vec::<String>::new());
        assert_eq!(compare("x", &findings(&["a.rs", "a.rs", "b.rs", "c.rs"]), &allowed).len(), 2);
        assert_eq!(compare("x", &findings(&["a.rs", "b.rs"]), &allowed).len(), 1);
        assert!(parse("a.rs 2\n").is_err());
    }

    #[test]
    fn baselines_never_grow() {
        let old = parse("a.rs\t2\n").expect("a baseline");
        assert_eq!(lowered("x", &findings(&["a.rs"]), Some(&old)), parse("a.rs\t1\n"));
        assert!(lowered("x", &findings(&["a.rs", "a.rs", "a.rs"]), Some(&old)).is_err());
        assert!(lowered("x", &findings(&["b.rs"]), Some(&old)).is_err());
        assert!(lowered("x", &findings(&["b.rs"]), None).is_ok());
    }

    #[test]
    fn the_baselines_of_the_repository_parse() {
        for entry in fs::read_dir(crate::root().join(FOLDER)).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("text");
            assert!(parse(&text).is_ok(), "{}", path.display());
        }
    }
}
