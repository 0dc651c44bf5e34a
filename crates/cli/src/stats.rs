//! `purlin run --stats`: the numbers of a run, as a table for people or as one line of JSON for tools.

use std::time::Duration;

use purlin::json::{Memory, WriteError, Writer};
use purlin::{Compilation, CompiledFunction, Counts, SendCounts, Stats};

use crate::terminal;

/// What is printed of a run.
pub(crate) struct Report<'a> {
    pub(crate) stats: &'a Stats,
    pub(crate) sends: SendCounts,
    /// Nanoseconds of CPU of the running thread.
    pub(crate) cpu: u64,
    pub(crate) compiled: &'a Compilation,
    /// How often rewrites were made and ops lowered, and each compiled function, if that was asked for.
    pub(crate) counts: Option<&'a Counts>,
    /// The kind of the ending.
    pub(crate) ending: &'a str,
}

type Rows<'a> = &'a [(&'static str, u64)];

impl Report<'_> {
    /// The numbers in the order in which they are printed.
    fn rows(&self) -> Vec<(&'static str, u64)> {
        let nanos = |time: Duration| time.as_nanos() as u64;
        let Report { stats, compiled, .. } = self;
        let executed =
            [("bytecodes", stats.bytecodes), ("polls", stats.polls), ("native_calls", stats.native_calls)];
        let executed = executed.into_iter().filter(|_| self.counts.is_some());
        [
            ("gas", stats.gas),
            ("cpu_ns", self.cpu),
            ("prepare_ns", nanos(compiled.preparing)),
            ("alloc_bytes", stats.alloc_bytes),
            ("fibers", stats.fibers),
            ("output_bytes", stats.output_bytes),
            ("collections", stats.collections),
            ("live_bytes", stats.live_bytes),
            ("switches", stats.switches),
            ("compiled", stats.compiled),
            ("compile_failures", stats.compile_failures),
            ("compiled_twice", compiled.repeated),
            ("compiled_ops", compiled.ops()),
            ("compile_ns", nanos(compiled.time())),
            ("optimise_ns", nanos(compiled.optimising())),
            ("compile_p95_ns", nanos(compiled.p95())),
            ("compile_most_ns", compiled.slowest().map_or(0, |f| nanos(f.time()))),
            ("code_bytes", stats.code_bytes),
            ("osr_entries", stats.osr_entries),
            ("deopts", stats.deopts),
        ]
        .into_iter()
        .chain(executed)
        .chain(self.sends())
        .collect()
    }

    /// The numbers of a dynamic guest's sends. Those that a site has an answer for are seen by all rungs only
    /// where they are counted.
    fn sends(&self) -> Vec<(&'static str, u64)> {
        let sends = &self.sends;
        if *sends == SendCounts::default() {
            return Vec::new();
        }
        vec![
            ("send_hits", sends.hits),
            ("send_misses", sends.misses),
            ("table_hits", sends.table_hits),
            ("lookups", sends.lookups),
            ("site_transitions", sends.transitions),
            ("sites_emptied", sends.invalidated),
        ]
    }

    fn slowest(&self) -> &str {
        self.compiled.slowest().map_or("", |f| f.name.as_str())
    }

    /// The tables of counts that are not empty, with their names.
    fn tables(&self) -> impl Iterator<Item = (&'static str, Rows<'_>)> {
        let tables = self.counts.map(|counts| {
            [
                ("rewrites", &counts.rewrites[..]),
                ("ir_ops", &counts.ir_ops[..]),
                ("bytecode_ops", &counts.bytecode_ops[..]),
            ]
        });
        tables.into_iter().flatten().filter(|(_, rows)| !rows.is_empty())
    }

    /// One line of JSON.
    pub(crate) fn json(&self) -> String {
        terminal::json(|w| {
            w.begin_object()?;
            fields(w, &self.rows())?;
            w.key("compile_slowest")?;
            w.string(self.slowest())?;
            let functions = &self.compiled.functions[..];
            if self.counts.is_some() && !functions.is_empty() {
                w.key("functions")?;
                w.begin_array()?;
                functions.iter().try_for_each(|f| function(w, f))?;
                w.end_array()?;
            }
            for (name, rows) in self.tables() {
                w.key(name)?;
                w.begin_object()?;
                fields(w, rows)?;
                w.end_object()?;
            }
            w.key("ending")?;
            w.string(self.ending)?;
            w.end_object()
        })
    }

    /// A table.
    pub(crate) fn text(&self) -> String {
        let mut lines: Vec<String> = self.rows().iter().map(|(k, v)| format!("{k:16} {v:>16}\n")).collect();
        if !self.slowest().is_empty() {
            lines.push(format!("{:16} {:>16}\n", "compile_slowest", self.slowest()));
        }
        lines.push(format!("{:16} {:>16}\n", "ending", self.ending));
        for (name, rows) in self.tables() {
            lines.push(format!("{name}:\n"));
            lines.extend(rows.iter().map(|(k, v)| format!("  {k:24} {v:>12}\n")));
        }
        lines.concat()
    }
}

fn fields(w: &mut Writer<Memory>, rows: Rows<'_>) -> Result<(), WriteError> {
    rows.iter().try_for_each(|(name, number)| {
        w.key(name)?;
        w.u64(*number)
    })
}

/// A compiled function as an array: name, ops, nanoseconds of optimising and of generating.
fn function(w: &mut Writer<Memory>, f: &CompiledFunction) -> Result<(), WriteError> {
    w.begin_array()?;
    w.string(&f.name)?;
    w.u64(f.ops)?;
    w.u64(f.optimising.as_nanos() as u64)?;
    w.u64(f.generating.as_nanos() as u64)?;
    w.end_array()
}
