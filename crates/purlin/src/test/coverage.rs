//! What has run of the statements that coverage counts, and the formats in which that is told.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use purlin_runtime::tests_host::{CoverMode, Coverage, CoveredBlock, CoveredFile};

/// What has run of some packages.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::guest::{Build, Coverage};
/// use purlin::test::{CoverMode, CoverageReport, Event, Options, Suite};
/// use purlin::{Config, Engine, MemoryTree};
///
/// let source = "package m\n\nfunc Abs(n int) int {\n\tif n < 0 {\n\t\treturn -n\n\t}\n\treturn n\n}\n";
/// let tests = "package m\nimport \"testing\"\nfunc TestAbs(t *testing.T) { Abs(1); Abs(2) }";
/// let tree = MemoryTree::new().with("go.mod", "module m\n").with("m.go", source).with("m_test.go", tests);
/// let engine = Engine::new(Config::default());
/// let coverage = Coverage { mode: CoverMode::Count, packages: Vec::new(), note: String::new() };
/// let build = Build { coverage: Some(coverage.clone()), ..Build::default() };
/// let suite = Suite::in_tree(&engine, &tree).built_as(build);
/// let mut all = CoverageReport::new(&coverage, Vec::new());
/// suite.run(&suite.packages("", &["./..."])?, &Options::default(), |event| {
///     if let Event::PackageDone(report) = event {
///         all.merge(report.coverage.as_ref().expect("it was counted"));
///     }
/// });
/// assert_eq!(all.statements(), (2, 3));
/// assert_eq!(all.line(), "coverage: 66.7% of statements\n");
/// assert!(all.profile().starts_with("mode: count\nm/m.go:3.21,4.11 1 2\n"));
/// assert!(all.lcov().contains("DA:5,0\n"));
/// assert!(all.html(|file| (file == "m.go").then(|| source.to_string())).contains("return -n"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageReport {
    /// How it was counted.
    pub mode: CoverMode,
    /// What is said of the packages where a share is told, as ` in ./...`.
    pub note: String,
    /// The files in the order of their names, each with its blocks in the order of their positions.
    pub files: Vec<CoveredFile>,
}

/// Adds counts to those of the same files that were there before.
pub(super) fn add(to: &mut Vec<CoveredFile>, files: Vec<CoveredFile>) {
    for file in files {
        let Some(known) = to.iter_mut().find(|known| known.name == file.name) else {
            to.push(file);
            continue;
        };
        let extent = |block: &CoveredBlock| (block.from, block.to, block.statements);
        let counts: BTreeMap<_, u32> = file.blocks.iter().map(|block| (extent(block), block.count)).collect();
        for block in &mut known.blocks {
            let more = counts.get(&extent(block)).copied().unwrap_or(0);
            block.count = block.count.saturating_add(more);
        }
    }
}

impl CoverageReport {
    /// The report on some files; those without statements are left out.
    ///
    /// The example of [`CoverageReport`] makes one.
    pub fn new(coverage: &Coverage, mut files: Vec<CoveredFile>) -> CoverageReport {
        let (mode, note) = (coverage.mode, coverage.note.clone());
        files.retain(|file| !file.blocks.is_empty());
        for file in &mut files {
            file.blocks.sort_by_key(|block| (block.from, block.to));
            if mode == CoverMode::Set {
                file.blocks.iter_mut().for_each(|block| block.count = block.count.min(1));
            }
        }
        files.sort_by(|a, b| a.name.rsplit_once('/').cmp(&b.name.rsplit_once('/')));
        CoverageReport { mode, note, files }
    }

    /// Adds what has run in other tests.
    ///
    /// The example of [`CoverageReport`] does so.
    pub fn merge(&mut self, other: &CoverageReport) {
        let mut files = std::mem::take(&mut self.files);
        add(&mut files, other.files.clone());
        let (mode, note) = (self.mode, std::mem::take(&mut self.note));
        *self = CoverageReport::new(&Coverage { mode, packages: Vec::new(), note }, files);
    }

    /// How many statements have run, and how many there are.
    ///
    /// The example of [`CoverageReport`] asks for them.
    pub fn statements(&self) -> (u64, u64) {
        let blocks = || self.files.iter().flat_map(|file| &file.blocks);
        let sum =
            |blocks: &mut dyn Iterator<Item = &CoveredBlock>| blocks.map(|b| u64::from(b.statements)).sum();
        (sum(&mut blocks().filter(|block| block.count > 0)), sum(&mut blocks()))
    }

    /// The share of statements that have run, as tests print it.
    ///
    /// The example of [`CoverageReport`] prints it.
    pub fn line(&self) -> String {
        let note = &self.note;
        match self.statements() {
            (_, 0) => "coverage: [no statements]\n".to_string(),
            (run, all) => {
                format!("coverage: {:.1}% of statements{note}\n", 100.0 * run as f64 / all as f64)
            }
        }
    }

    /// A profile in Go's format, as `go tool cover` and others read it: a line a block.
    ///
    /// The example of [`CoverageReport`] makes one.
    pub fn profile(&self) -> String {
        format!("mode: {}\n{}", self.mode.name(), self.profile_lines())
    }

    /// The lines of a profile after the first.
    ///
    /// ```
    /// use purlin::guest::Coverage;
    /// use purlin::test::{CoverMode, CoverageReport, CoveredBlock, CoveredFile};
    ///
    /// let coverage = Coverage { mode: CoverMode::Count, packages: Vec::new(), note: String::new() };
    /// let block = CoveredBlock { from: (3, 12), to: (5, 2), statements: 1, count: 7 };
    /// let (name, source) = ("m/a.go".to_string(), "a.go".to_string());
    /// let report = CoverageReport::new(&coverage, vec![CoveredFile { name, source, blocks: vec![block] }]);
    /// assert_eq!(report.profile_lines(), "m/a.go:3.12,5.2 1 7\n");
    /// ```
    pub fn profile_lines(&self) -> String {
        let mut out = String::new();
        for file in &self.files {
            for CoveredBlock { from, to, statements, count } in &file.blocks {
                let name = &file.name;
                let place = format!("{}.{},{}.{}", from.0, from.1, to.0, to.1);
                _ = writeln!(out, "{name}:{place} {statements} {count}");
            }
        }
        out
    }

    /// What has run in the format of lcov, with the files under the names by which they were read. A line
    /// counts as often as the block on it that has run most often.
    ///
    /// The example of [`CoverageReport`] makes one.
    pub fn lcov(&self) -> String {
        let mut out = String::new();
        for file in &self.files {
            let lines = lines(file);
            let hit = lines.values().filter(|count| **count > 0).count();
            _ = writeln!(out, "TN:\nSF:{}", file.source);
            lines.iter().for_each(|(line, count)| _ = writeln!(out, "DA:{line},{count}"));
            _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
        }
        out
    }
}

/// How often each line with statements has run.
fn lines(file: &CoveredFile) -> BTreeMap<u32, u32> {
    let mut lines = BTreeMap::new();
    for block in file.blocks.iter().filter(|block| block.statements > 0) {
        // A block that ends before anything else on a line is not of that line.
        let last = if block.to.1 <= 1 { block.to.0 - 1 } else { block.to.0 };
        for line in block.from.0..=last {
            let count = lines.entry(line).or_insert(0);
            *count = block.count.max(*count);
        }
    }
    lines
}
