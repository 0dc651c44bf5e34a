//! What each line of a program took, beside its source: as text for a terminal, and as a page. Knows nothing
//! of how it was measured.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::text::{html, noun, percent, shown};
use super::{Measure, Profile};

/// Shares from which a line is marked, in percent of the whole: warm and hot.
const MARKS: (f64, f64) = (1.0, 10.0);

/// One file of the program with what its lines took.
pub(super) struct Annotated {
    pub name: Arc<str>,
    pub text: Arc<str>,
    /// By line, from 1.
    pub lines: BTreeMap<u32, i64>,
    pub total: i64,
}

impl Profile {
    /// The files of the program that took something, those first that took most; not those of libraries. With
    /// it what all else took: libraries, and what belongs to no line.
    pub(super) fn files(&self) -> (Vec<Annotated>, i64) {
        let mut files: BTreeMap<Arc<str>, Annotated> = BTreeMap::new();
        for ((name, line), value) in self.lines() {
            match self.texts.get(&name) {
                Some(text) if line > 0 && !name.starts_with('$') => {
                    let file = files.entry(name.clone()).or_insert_with(|| Annotated {
                        name,
                        text: text.clone(),
                        lines: BTreeMap::new(),
                        total: 0,
                    });
                    *file.lines.entry(line).or_insert(0) += value;
                    file.total += value;
                }
                Some(_) | None => {}
            }
        }
        let mut files: Vec<Annotated> = files.into_values().collect();
        files.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.name.cmp(&b.name)));
        let rest = self.total() - files.iter().map(|file| file.total).sum::<i64>();
        (files, rest)
    }

    /// The source of the program's own files with what each line took and its share of the run, for a
    /// terminal. `colours` marks lines that took much.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::profile::Profiling;
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = "package main\nfunc main() {\n\tfor i := 0; i < 1000; i++ {\n\t}\n}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// // 0 counts every unit.
    /// let profiling = Profiling { units: 0, ..Profiling::default() };
    /// let mut isolate = module.profiled_isolate(profiling, (), Limits::default(), Streams::default())?;
    /// isolate.run()?;
    /// let profile = isolate.profile().expect("it was profiled");
    /// assert!(profile.annotated(false).contains("for i := 0; i < 1000; i++ {"));
    /// assert!(profile.annotated_page().starts_with("<!doctype html>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn annotated(&self, colours: bool) -> String {
        let (files, rest) = self.files();
        let (measure, total) = (self.profiling.measure, self.total());
        let mut out = format!("{}: {} in all\n", noun(measure), value(measure, total));
        for file in &files {
            let (name, share) = (&file.name, percent(file.total, total));
            let _ = writeln!(out, "\n{name}: {} ({share})", value(measure, file.total));
            for (n, text) in (1..).zip(file.text.lines()) {
                out.push_str(&line(measure, file.lines.get(&n).copied(), total, n, text, colours));
            }
        }
        if rest != 0 {
            let share = percent(rest, total);
            let _ =
                writeln!(out, "\nlibraries, and what belongs to no line: {} ({share})", value(measure, rest));
        }
        out
    }
}

/// Gas is shown to the unit; what is measured is not so exact.
pub(super) fn value(measure: Measure, value: i64) -> String {
    match measure {
        Measure::Gas => value.to_string(),
        Measure::Time | Measure::Memory => shown(measure, value),
    }
}

/// How much a line stands out: 0, 1 or 2.
pub(super) fn heat(value: i64, total: i64) -> u8 {
    let share = if total == 0 { 0.0 } else { value as f64 * 100.0 / total as f64 };
    u8::from(share >= MARKS.0) + u8::from(share >= MARKS.1)
}

fn line(measure: Measure, took: Option<i64>, total: i64, n: u32, text: &str, colours: bool) -> String {
    let (took_text, share) = match took {
        Some(took) => (value(measure, took), percent(took, total)),
        None => (String::new(), String::new()),
    };
    let start = match took.map_or(0, |took| heat(took, total)) {
        2 if colours => "\x1b[31m",
        1 if colours => "\x1b[33m",
        _ => "",
    };
    let end = if start.is_empty() { "" } else { "\x1b[0m" };
    let line = format!("{start}{took_text:>14} {share:>6}{end} {n:>5}  {text}");
    format!("{}\n", line.trim_end())
}

/// The rows of a file for a page.
pub(super) fn rows(measure: Measure, file: &Annotated, total: i64, out: &mut String) {
    out.push_str("<table class=\"source\"><tbody>\n");
    for (n, text) in (1..).zip(file.text.lines()) {
        let (took, share, class) = match file.lines.get(&n) {
            Some(took) => (value(measure, *took), percent(*took, total), heat(*took, total)),
            None => Default::default(),
        };
        let _ = writeln!(
            out,
            "<tr class=\"w{class}\"><td>{took}</td><td>{share}</td><td>{n}</td><td><code>{}</code></td></tr>",
            html(text),
        );
    }
    out.push_str("</tbody></table>\n");
}
