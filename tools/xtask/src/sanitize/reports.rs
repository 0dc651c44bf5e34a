//! What the sanitizers report: one file a process, in a folder. Knows how a report looks, not what ran.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder for the reports of one run.
pub struct Reports {
    folder: PathBuf,
}

/// One report: from its heading to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// `AddressSanitizer: use-after-poison`, `ThreadSanitizer: data race`.
    pub kind: String,
    pub text: String,
}

impl Reports {
    /// Begins with an empty folder.
    pub fn begin(folder: &Path) -> Result<Reports, String> {
        let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(failed)?;
        }
        fs::create_dir_all(folder).map_err(failed)?;
        Ok(Reports { folder: folder.to_path_buf() })
    }

    /// For `log_path`; each process adds its number.
    pub fn path(&self) -> PathBuf {
        self.folder.join("report")
    }

    pub fn read(&self) -> Result<Vec<Report>, String> {
        let failed = |e: std::io::Error| format!("{}: {e}", self.folder.display());
        let mut reports = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let bytes = fs::read(entry.map_err(failed)?.path()).map_err(failed)?;
            reports.extend(parse(&String::from_utf8_lossy(&bytes)));
        }
        Ok(reports)
    }
}

/// The reports in a process's output. Text before the first heading (warnings of the run-time library) is
/// one, too.
fn parse(text: &str) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    for line in text.lines() {
        let heading = ["ERROR: ", "WARNING: "].iter().find_map(|mark| {
            let (_, rest) = line.split_once(mark)?;
            let named = rest.starts_with("AddressSanitizer") || rest.starts_with("ThreadSanitizer");
            let kind = rest.split(" on ").next()?.split(" (pid").next()?;
            named.then(|| kind.trim().to_owned())
        });
        if let Some(kind) = heading {
            reports.push(Report { kind, text: String::new() });
        }
        if let Some(report) = reports.last_mut() {
            report.text.push_str(line);
            report.text.push('\n');
        }
    }
    if reports.is_empty() && !text.trim().is_empty() {
        reports.push(Report { kind: "a message".into(), text: text.to_owned() });
    }
    reports
}

/// The reports for people: how many of each kind, and the first few in part.
pub fn shown(reports: &[Report]) -> String {
    let mut text = format!("    {} reports\n", reports.len());
    for report in reports.iter().take(5) {
        let lines = report.text.lines().take(30);
        text.push_str(&lines.map(|line| format!("    {line}\n")).collect::<String>());
        text.push('\n');
    }
    text
}

impl Report {
    /// Whether a line of its first stack trace, down to `depth`, holds a text.
    pub fn names(&self, place: &str, depth: usize) -> bool {
        let frames = self.text.lines().filter(|line| line.trim_start().starts_with('#'));
        frames.take(depth).any(|line| line.contains(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: &str = "=====\n==1==ERROR: AddressSanitizer: use-after-poison on address 0x1 at pc 0x2\n\
                           READ of size 1\n    #0 0x1 in a::b src/x.rs:3\n    #1 0x1 in c::d src/y.rs:4\n";

    #[test]
    fn reports_are_told_apart() {
        let reports = parse(ADDRESS);
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].kind, "AddressSanitizer: use-after-poison");
        assert!(reports[0].names("x.rs:3", 1) && !reports[0].names("y.rs", 1) && reports[0].names("y.rs", 2));
        let races = "WARNING: ThreadSanitizer: data race (pid=3)\n  #0 f a.rs\n\n\
                     WARNING: ThreadSanitizer: data race (pid=3)\n  #0 g b.rs\n";
        let kinds: Vec<String> = parse(races).into_iter().map(|r| r.kind).collect();
        assert_eq!(kinds, ["ThreadSanitizer: data race", "ThreadSanitizer: data race"]);
    }

    #[test]
    fn other_messages_count() {
        assert!(parse("").is_empty());
        assert_eq!(parse("CHECK failed: asan_x.cpp\n").len(), 1);
    }
}
