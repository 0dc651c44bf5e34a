//! Coverage as a page: the files with the shares that have run, and their sources, coloured.

use std::fmt::Write as _;

use purlin_runtime::tests_host::{CoverMode, CoveredBlock, CoveredFile};

use super::CoverageReport;

/// What stands before the files. It needs nothing from elsewhere, and follows the colours of the system.
const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Coverage</title>\n<style>\n\
:root { color-scheme: light dark; --back: #fff; --text: #222; --dim: #777; --line: #ddd;\n\
  --run: #0a6b2d; --run-back: #e2f5e8; --not: #a31515; --not-back: #fbe3e3; }\n\
@media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #d8dadf; --dim: #888; --line: #333;\n\
  --run: #7fd89b; --run-back: #16301f; --not: #ff9a9a; --not-back: #3a1c1c; } }\n\
body { background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; margin: 1rem auto;\n\
  max-width: 75rem; padding: 0 1rem; }\n\
h1 { font-size: 1.4rem; }\n\
table { border-collapse: collapse; width: 100%; }\n\
td { border-top: 1px solid var(--line); padding: .25rem .5rem .25rem 0; }\n\
td:not(:first-child) { text-align: right; white-space: nowrap; }\n\
td:first-child { overflow-wrap: anywhere; }\n\
meter { width: 6rem; }\n\
@media (max-width: 40rem) { meter { display: none; } }\n\
a { color: inherit; }\n\
summary { cursor: pointer; font-weight: 600; padding: .5rem 0; overflow-wrap: anywhere; }\n\
pre { font: 13px/1.45 ui-monospace, monospace; margin: 0; overflow-x: auto; tab-size: 4; }\n\
.n { color: var(--dim); display: inline-block; min-width: 3.5em; padding-right: 1em; text-align: right;\n\
  user-select: none; }\n\
.c { display: inline-block; }\n\
.r { background: var(--run-back); color: var(--run); }\n\
.m { background: var(--not-back); color: var(--not); }\n\
</style>\n</head>\n<body>\n";

/// A share in percent.
fn percent((run, all): (u64, u64)) -> f64 {
    if all == 0 { 100.0 } else { 100.0 * run as f64 / all as f64 }
}

/// A text that means nothing to a browser.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn page(report: &CoverageReport, mut read: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = HEAD.to_string();
    let all = report.statements();
    _ = writeln!(
        out,
        "<h1>{:.1}% of {} statements have run</h1>\n<table>",
        (percent(all) * 10.0).floor() / 10.0,
        all.1
    );
    for (i, file) in report.files.iter().enumerate() {
        let one = CoverageReport { mode: report.mode, note: String::new(), files: vec![file.clone()] };
        let (share, (run, all)) = (percent(one.statements()), one.statements());
        let name = plain(&file.name);
        let meter = format!("<meter min=\"0\" max=\"100\" value=\"{share:.1}\"></meter>");
        _ = writeln!(
            out,
            "<tr><td><a href=\"#f{i}\">{name}</a></td><td>{meter}</td><td>{share:.1}%</td><td>{run} of {all}</td></tr>"
        );
    }
    out += "</table>\n";
    for (i, file) in report.files.iter().enumerate() {
        _ = writeln!(out, "<details id=\"f{i}\" open><summary>{}</summary>", plain(&file.name));
        match read(&file.source) {
            Some(text) => source(&mut out, report.mode, file, &text),
            None => out += "<p>Its source is not there any more.</p>\n",
        }
        out += "</details>\n";
    }
    out + "</body>\n</html>\n"
}

/// The text of a file, each block in its colour.
fn source(out: &mut String, mode: CoverMode, file: &CoveredFile, text: &str) {
    out.push_str("<pre>");
    for (line, text) in (1..).zip(text.lines()) {
        // Tabs are counted from where the text begins.
        _ = write!(out, "<span class=\"n\">{line}</span><span class=\"c\">");
        let indent = text.len() - text.trim_start().len();
        let mut at = 0;
        for block in file.blocks.iter().filter(|b| (b.from.0..=b.to.0).contains(&line)) {
            let column = |(on, column): (u32, u32), other: usize| {
                if on == line { text.floor_char_boundary((column.max(1) - 1) as usize) } else { other }
            };
            let (from, to) = (column(block.from, indent).max(at), column(block.to, text.len()));
            if from < to {
                out.push_str(&plain(&text[at..from]));
                piece(out, mode, block, &text[from..to]);
                at = to;
            }
        }
        out.push_str(&plain(&text[at..]));
        out.push_str("</span>\n");
    }
    out.push_str("</pre>\n");
}

fn piece(out: &mut String, mode: CoverMode, block: &CoveredBlock, text: &str) {
    let class = if block.count > 0 { "r" } else { "m" };
    let title = match (mode, block.count) {
        (_, 0) => "has not run".to_string(),
        (CoverMode::Set, _) => "has run".to_string(),
        (CoverMode::Count | CoverMode::Atomic | CoverMode::Guide, 1) => "has run once".to_string(),
        (CoverMode::Count | CoverMode::Atomic | CoverMode::Guide, n) => format!("has run {n} times"),
    };
    _ = write!(out, "<span class=\"{class}\" title=\"{title}\">{}</span>", plain(text));
}

impl CoverageReport {
    /// A page that shows the sources, and what of them has run. `read` gives the text of a file, which is
    /// named as [`CoveredFile::source`].
    ///
    /// The example of [`CoverageReport`] makes one.
    pub fn html(&self, read: impl FnMut(&str) -> Option<String>) -> String {
        page(self, read)
    }
}
