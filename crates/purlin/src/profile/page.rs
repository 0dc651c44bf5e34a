//! Pages about one run: its figures, flame graph, functions, source and compiled functions, in one file that
//! needs neither a script nor a network, follows the system's light or dark theme, and is readable on a
//! phone.

use std::fmt::Write as _;

use super::annotate::{rows, value};
use super::text::{html, json, noun, percent, shown};
use super::{Measure, Profile, flame};
use crate::isolate::Stats;
use crate::measure::Compilation;

const STYLE: &str = "\
:root{color-scheme:light dark;--back:#fcfcfb;--text:#1c1b19;--dim:#6d6a64;--line:#e2dfd8;--bar:#f4a259;\
--warm:#fdf1de;--hot:#fbdcc6}\
@media(prefers-color-scheme:dark){:root{--back:#191817;--text:#f3f1ec;--dim:#a39f97;--line:#37342f;\
--bar:#a85e28;--warm:#33291a;--hot:#4a2a18}}\
*{box-sizing:border-box}body{background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif;\
margin:0 auto;max-width:78rem;padding:1rem}\
h1{font-size:1.5rem;margin:.2rem 0;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:2rem 0 .5rem}\
p{color:var(--dim);margin:.3rem 0}\
dl{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));margin:1rem 0}\
dl div{border:1px solid var(--line);border-radius:.5rem;padding:.5rem .7rem}\
dt{color:var(--dim);font-size:.8rem}dd{font-size:1.15rem;font-variant-numeric:tabular-nums;margin:0}\
.wide{overflow-x:auto}.wide>svg{min-width:44rem}\
table{border-collapse:collapse;width:100%}th{color:var(--dim);font-weight:500;text-align:left}\
td,th{border-bottom:1px solid var(--line);padding:.2rem .5rem .2rem 0;vertical-align:top}\
td.n,th.n{font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap}td.name{overflow-wrap:anywhere}\
.bar{background:var(--bar);border-radius:2px;display:block;height:.5rem;min-width:1px}\
td.share{width:24%}\
.source{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}.source td{border:0;padding:0 .6rem 0 0}\
.source td:nth-child(-n+3){color:var(--dim);text-align:right;white-space:nowrap}\
.source code{font:inherit;white-space:pre;tab-size:4}.w1{background:var(--warm)}.w2{background:var(--hot)}\
summary{cursor:pointer;font-weight:600;padding:.3rem 0;overflow-wrap:anywhere}\
@media(max-width:40rem){.source td:first-child{display:none}td.share{display:none}}";

/// Functions that are listed.
const MOST_FUNCTIONS: usize = 40;
/// Compiled functions that are listed.
const MOST_COMPILED: usize = 40;

/// What a page about a run tells besides its profile.
///
/// The example of [`Profile::report`] has one.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// What was run, as people call it.
    pub title: &'a str,
    /// How it ended, as people call it.
    pub ending: &'a str,
    /// The isolate's counters.
    pub stats: &'a Stats,
    /// Nanoseconds of CPU that the run took; 0 where the system does not tell.
    pub cpu: u64,
    /// What was compiled to machine code.
    pub compilation: &'a Compilation,
    /// [`Isolate::timeline_picture`](crate::Isolate::timeline_picture), if a timeline was kept.
    pub timeline: Option<&'a str>,
}

/// A page with that title and body.
fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{}</title><style>{STYLE}</style></head>\n<body>\n\
         {body}</body></html>\n",
        html(title),
    )
}

impl Profile {
    /// [`Profile::annotated`] as one page of HTML that needs nothing else: for light and dark, wide and
    /// narrow. The example of [`Profile::annotated`] makes one.
    pub fn annotated_page(&self) -> String {
        let mut body = String::new();
        sources(self, &mut body);
        document("Costs by line", &body)
    }

    /// One page about a run: its figures, where its gas (or what else was measured) went, a flame graph, the
    /// source with what each line took, and the functions that were compiled. The figures are also there as
    /// JSON, in the element with the id `figures`.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::profile::{Measure, Profiling, Run};
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = "package main\nfunc main() {\n\tfor i := 0; i < 1000; i++ {\n\t}\n}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let profiling = Profiling { measure: Measure::Gas, units: 100, ..Profiling::default() };
    /// let mut isolate = module.profiled_isolate(profiling, (), Limits::default(), Streams::default())?;
    /// isolate.run()?;
    /// let (stats, compilation) = (isolate.stats(), isolate.compilation());
    /// let (title, ending) = ("main.go", "It ended well.");
    /// let run = Run { title, ending, stats: &stats, cpu: 0, compilation: &compilation, timeline: None };
    /// let page = isolate.profile().expect("it was profiled").report(&run);
    /// assert!(page.starts_with("<!doctype html>") && page.contains("id=\"figures\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn report(&self, run: &Run<'_>) -> String {
        let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", html(run.title), html(run.ending));
        figures(self, run, &mut body);
        let measure = self.profiling.measure;
        let _ = write!(
            body,
            "<h2>Flame graph: {}</h2>\n<p>Each box is a function in the calls that led to it, as wide as its share. \
             Rest on a box, or hold it, for its name.</p>\n<div class=\"wide\">{}</div>\n",
            noun(measure),
            flame::svg(self),
        );
        functions(self, &mut body);
        if let Some(picture) = run.timeline {
            let _ = write!(
                body,
                "<h2>Timeline</h2>\n<p>Gas used (line) and heap (area) by the clock; marks are collections.</p>\n\
                 <div class=\"wide\">{picture}</div>\n",
            );
        }
        compiled(run.compilation, &mut body);
        sources(self, &mut body);
        data(self, run, &mut body);
        document(run.title, &body)
    }
}

fn figures(profile: &Profile, run: &Run<'_>, out: &mut String) {
    let stats = run.stats;
    let bytes = |bytes: u64| shown(Measure::Memory, bytes as i64);
    let all = [
        ("Gas", shown(Measure::Gas, stats.gas as i64)),
        ("CPU time", shown(Measure::Time, run.cpu as i64)),
        ("Allocated", bytes(stats.alloc_bytes)),
        ("In use after the last collection", bytes(stats.live_bytes)),
        ("Collections", stats.collections.to_string()),
        ("Fibers", stats.fibers.to_string()),
        ("Switches", stats.switches.to_string()),
        ("Compiled functions", stats.compiled.to_string()),
        ("Machine code", bytes(stats.code_bytes)),
        ("Loops entered in machine code", stats.osr_entries.to_string()),
        ("Left machine code", stats.deopts.to_string()),
        ("Attributed to lines", format!("{:.1}%", profile.attributed() * 100.0)),
    ];
    out.push_str("<dl>\n");
    for (name, value) in all {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    out.push_str("</dl>\n");
}

fn functions(profile: &Profile, out: &mut String) {
    let (all, total) = (profile.functions(), profile.total());
    let totals = profile.totals();
    let most = all.first().map_or(1, |(_, value)| (*value).max(1));
    let _ = write!(
        out,
        "<h2>Functions</h2>\n<table><thead><tr><th>Function</th><th class=\"n\">Itself</th><th class=\"n\">Share</th>\
         <th class=\"n\">With calls</th><th class=\"share\"></th></tr></thead><tbody>\n",
    );
    for (name, own) in all.iter().take(MOST_FUNCTIONS) {
        let with_calls = totals.get(name).copied().unwrap_or(0);
        let _ = writeln!(
            out,
            "<tr><td class=\"name\"><code>{}</code></td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"share\"><span class=\"bar\" style=\"width:{:.1}%\"></span></td></tr>",
            html(name),
            shown(profile.profiling.measure, *own),
            percent(*own, total),
            percent(with_calls, total),
            (*own).max(0) as f64 * 100.0 / most as f64,
        );
    }
    out.push_str("</tbody></table>\n");
    if all.len() > MOST_FUNCTIONS {
        let _ = writeln!(out, "<p>and {} more</p>", all.len() - MOST_FUNCTIONS);
    }
}

fn compiled(compilation: &Compilation, out: &mut String) {
    if compilation.functions.is_empty() {
        out.push_str(
            "<h2>Tiers</h2>\n<p>Nothing was compiled to machine code: all of it was interpreted.</p>\n",
        );
        return;
    }
    let _ = write!(
        out,
        "<h2>Tiers</h2>\n<p>What was compiled to machine code; all else was interpreted.</p>\n<table><thead><tr>\
         <th>Function</th><th class=\"n\">Ops</th><th class=\"n\">Optimising</th><th class=\"n\">Generating</th></tr>\
         </thead><tbody>\n",
    );
    let mut functions: Vec<_> = compilation.functions.iter().collect();
    functions.sort_by(|a, b| b.generating.cmp(&a.generating).then_with(|| a.name.cmp(&b.name)));
    for function in functions.iter().take(MOST_COMPILED) {
        let took = |time: std::time::Duration| shown(Measure::Time, time.as_nanos() as i64);
        let _ = writeln!(
            out,
            "<tr><td class=\"name\"><code>{}</code></td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td></tr>",
            html(&function.name),
            function.ops,
            took(function.optimising),
            took(function.generating),
        );
    }
    out.push_str("</tbody></table>\n");
    if functions.len() > MOST_COMPILED {
        let _ = writeln!(out, "<p>and {} more</p>", functions.len() - MOST_COMPILED);
    }
}

/// The program's files with what each line took.
fn sources(profile: &Profile, out: &mut String) {
    let (files, rest) = profile.files();
    let (measure, total) = (profile.profiling.measure, profile.total());
    let _ = writeln!(out, "<h2>Source</h2>\n<p>{}: {} in all.</p>", noun(measure), value(measure, total));
    for (n, file) in files.iter().enumerate() {
        let open = if n == 0 { " open" } else { "" };
        let _ = write!(
            out,
            "<details{open}><summary>{}: {}</summary>\n<div class=\"wide\">",
            html(&file.name),
            percent(file.total, total),
        );
        rows(measure, file, total, out);
        out.push_str("</div></details>\n");
    }
    if rest != 0 {
        let _ = writeln!(out, "<p>Libraries, and what belongs to no line: {}.</p>", percent(rest, total));
    }
}

/// The figures of the page as JSON, for programs.
fn data(profile: &Profile, run: &Run<'_>, out: &mut String) {
    let stats = run.stats;
    let _ = write!(
        out,
        "<script type=\"application/json\" id=\"figures\">{{\"title\":{},\"measure\":{},\"total\":{},\"gas\":{},\
         \"cpu\":{},\"alloc_bytes\":{},\"live_bytes\":{},\"collections\":{},\"compiled\":{},\"functions\":[",
        json(run.title),
        json(noun(profile.profiling.measure)),
        profile.total(),
        stats.gas,
        run.cpu,
        stats.alloc_bytes,
        stats.live_bytes,
        stats.collections,
        stats.compiled,
    );
    for (n, (name, own)) in profile.functions().iter().enumerate() {
        let comma = if n == 0 { "" } else { "," };
        let _ = write!(out, "{comma}{{\"name\":{},\"own\":{own}}}", json(name));
    }
    out.push_str("]}</script>\n");
}
