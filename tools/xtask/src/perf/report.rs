//! `cargo xtask perf --report DIR`: one page of the references, DIR/index.html. It has its style inside, no
//! script and no address of the network, so it opens anywhere; it is readable on a phone, in dark and light.
//! Each figure stands in an attribute `data-value` as the JSON has it, for the test that compares them.
//!
//! Knows nothing of how anything was measured.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use super::change_points::change_points;
use super::harness::TIERS;
use super::reference::{self, Reference, Row};
use super::registry::BENCHMARKS;
use super::{history, thresholds};
use crate::Outcome;

/// What `cargo xtask bench --json` wrote, if it is there.
const RATIOS: &str = "bench/perf/ratios.json";

const STYLE: &str = "\
:root{color-scheme:light dark;--bg:#fff;--fg:#1a1d21;--soft:#667;--line:#dde;--a:#2563c9;--b:#0a7d55;--c:#b45309}\
@media(prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e8ea;--soft:#9aa;--line:#30363c;--a:#7aa7f5;--b:#57c99a;--c:#f0a860}}\
body{background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}p{color:var(--soft)}\
.rows{display:grid;gap:.9rem}.row{border-top:1px solid var(--line);padding-top:.5rem}\
.name{font-weight:600}.why{color:var(--soft);font-size:.85rem}\
.bar{display:grid;grid-template-columns:4rem 1fr 8.5rem;gap:.5rem;align-items:center;font-size:.85rem}\
.bar i{display:block;height:.6rem;border-radius:.3rem;background:var(--a);min-width:2px}\
.bar.interp i{background:var(--c)}.bar.auto i{background:var(--b)}\
.bar b{font-weight:400;text-align:right;font-variant-numeric:tabular-nums}\
svg{width:100%;height:3rem}polyline{fill:none;stroke:var(--a);stroke-width:2}circle{fill:var(--c)}";

pub fn write(root: &Path, folder: &Path) -> Outcome {
    let toolchain = reference::toolchain();
    let (_, reference) = reference::read(root, &toolchain)?.ok_or("there are no references to show")?;
    let ratios = std::fs::read_to_string(root.join(RATIOS)).ok().and_then(|t| serde_json::from_str(&t).ok());
    let history = history::slopes(root, &toolchain)?;
    let text = page(&toolchain, &reference, &history, ratios.as_ref())?;
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let path = folder.join("index.html");
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    println!("perf: {} is written", path.display());
    Ok(())
}

type History = std::collections::BTreeMap<String, Vec<f64>>;

fn page(
    toolchain: &str,
    reference: &Reference,
    history: &History,
    ratios: Option<&Value>,
) -> Result<String, String> {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>Purlin: the alarm's references</title>\
         <style>{STYLE}</style></head><body>\n<h1>What Purlin takes</h1>\n<p>References of commit {}, {}.</p>\n",
        escape(&reference.commit),
        escape(toolchain)
    );
    section(
        &mut html,
        "Steady state",
        "Instructions for each unit of a benchmark's size.",
        reference,
        Row::slope,
    );
    section(
        &mut html,
        "Start and compilation",
        "Instructions that do not depend on the size.",
        reference,
        Row::intercept,
    );
    section(&mut html, "Memory", "Bytes that the larger size allocates.", reference, |row| {
        row.counters.get("alloc_bytes").map(|n| *n as f64)
    });
    section(&mut html, "Machine code", "Bytes of code of the larger size.", reference, |row| {
        row.counters.get("code_bytes").map(|n| *n as f64)
    });
    past(&mut html, history)?;
    peers(&mut html, ratios);
    html.push_str("</body></html>\n");
    Ok(html)
}

/// A bar a tier for each benchmark, whose lengths compare tiers.
fn section(
    html: &mut String,
    title: &str,
    what: &str,
    reference: &Reference,
    number: impl Fn(&Row) -> Option<f64>,
) {
    let _ = write!(html, "<h2>{title}</h2>\n<p>{what}</p>\n<div class=\"rows\">\n");
    for benchmark in BENCHMARKS {
        let name = benchmark.key();
        let values: Vec<(&str, f64)> = TIERS
            .into_iter()
            .filter_map(|tier| Some((tier, number(reference.rows.get(&(name.clone(), tier.to_owned()))?)?)))
            .filter(|(_, value)| *value > 0.0)
            .collect();
        let most = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        if most == 0.0 {
            continue;
        }
        let _ = writeln!(
            html,
            "<div class=\"row\"><span class=\"name\">{name}</span> <span class=\"why\">{}</span>",
            escape(benchmark.failure)
        );
        for (tier, value) in values {
            let _ = writeln!(
                html,
                "<div class=\"bar {tier}\"><span>{tier}</span><i style=\"width:{:.1}%\"></i>\
                 <b data-section=\"{title}\" data-name=\"{name} {tier}\" data-value=\"{value}\">{}</b></div>",
                100.0 * value / most,
                shown(value)
            );
        }
        html.push_str("</div>\n");
    }
    html.push_str("</div>\n");
}

/// The slopes of tier native over the history, change points marked.
fn past(html: &mut String, history: &History) -> Outcome {
    let (significance, least) =
        (thresholds::number("change_points", "significance")?, thresholds::number("change_points", "least")?);
    html.push_str("<h2>History</h2>\n<p>Slopes in tier native at each update of the references; circles are change points.</p>\n<div class=\"rows\">\n");
    for (name, series) in
        history.iter().filter(|(name, series)| name.ends_with(" native") && series.len() > 1)
    {
        let (low, high) = series.iter().fold((f64::MAX, 0.0f64), |(l, h), v| (l.min(*v), h.max(*v)));
        let x = |n: usize| 100.0 * n as f64 / (series.len() - 1) as f64;
        let y = |v: f64| if high > low { 28.0 - 26.0 * (v - low) / (high - low) } else { 15.0 };
        let points: Vec<String> =
            series.iter().enumerate().map(|(n, v)| format!("{:.1},{:.1}", x(n), y(*v))).collect();
        let circles: String = change_points(series, significance, least)
            .iter()
            .map(|c| format!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"1.5\"/>", x(c.at), y(series[c.at])))
            .collect();
        let _ = writeln!(
            html,
            "<div class=\"row\"><span class=\"name\">{}</span><svg viewBox=\"0 0 100 30\" \
             preserveAspectRatio=\"none\"><polyline vector-effect=\"non-scaling-stroke\" points=\"{}\"/>{circles}</svg></div>",
            escape(name),
            points.join(" ")
        );
    }
    html.push_str("</div>\n");
    Ok(())
}

/// Ratios to compiled Go, as `cargo xtask bench --json` measured them.
fn peers(html: &mut String, ratios: Option<&Value>) {
    html.push_str("<h2>Peers</h2>\n");
    let rows = ratios.and_then(|r| r["rows"].as_array()).map_or(&[][..], Vec::as_slice);
    if rows.is_empty() {
        let _ =
            writeln!(html, "<p>No ratios were measured: <code>cargo xtask bench --json {RATIOS}</code>.</p>");
        return;
    }
    html.push_str("<p>CPU time over that of compiled Go; shorter is better.</p>\n<div class=\"rows\">\n");
    for row in rows {
        let (Some(program), Some(tier), Some(ratio)) =
            (row["program"].as_str(), row["tier"].as_str(), row["ratio"].as_f64())
        else {
            continue;
        };
        let _ = writeln!(
            html,
            "<div class=\"bar {}\"><span>{}</span><i style=\"width:{:.1}%\"></i>\
             <b data-section=\"Peers\" data-name=\"{} {}\" data-value=\"{ratio}\">{ratio:.2}</b></div>",
            escape(tier),
            escape(program),
            (50.0 * ratio).min(100.0),
            escape(program),
            escape(tier)
        );
    }
    html.push_str("</div>\n");
}

/// Three digits and a unit.
fn shown(value: f64) -> String {
    let (scaled, unit) = match value {
        v if v >= 1e9 => (v / 1e9, " G"),
        v if v >= 1e6 => (v / 1e6, " M"),
        v if v >= 1e4 => (v / 1e3, " k"),
        v => (v, ""),
    };
    if scaled >= 100.0 { format!("{scaled:.0}{unit}") } else { format!("{scaled:.1}{unit}") }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that the page shows, by section and name.
    fn figures(html: &str) -> Vec<(String, String, f64)> {
        let attribute = |text: &str, name: &str| {
            let rest = text.split_once(&format!("{name}=\""))?.1;
            Some(rest.split_once('"')?.0.to_owned())
        };
        let rows = html.split("<b ").skip(1);
        rows.filter_map(|row| {
            Some((
                attribute(row, "data-section")?,
                attribute(row, "data-name")?,
                attribute(row, "data-value")?.parse().ok()?,
            ))
        })
        .collect()
    }

    #[test]
    fn the_figures_are_those_of_the_references_and_the_page_is_self_contained() {
        let root = crate::root();
        let (_, reference) = reference::read(&root, &reference::toolchain()).unwrap().unwrap();
        let ratios = serde_json::json!({ "rows": [{ "program": "fib", "tier": "native", "ratio": 0.5 }] });
        let html = page("t<x>", &reference, &History::new(), Some(&ratios)).unwrap();
        let figures = figures(&html);
        let mut slopes = 0;
        for (section, name, value) in &figures {
            let (benchmark, tier) = name.split_once(' ').unwrap();
            let row = reference.rows.get(&(benchmark.to_owned(), tier.to_owned()));
            let expected = match section.as_str() {
                "Steady state" => row.unwrap().slope().unwrap(),
                "Start and compilation" => row.unwrap().intercept().unwrap(),
                "Memory" => row.unwrap().counters["alloc_bytes"] as f64,
                "Machine code" => row.unwrap().counters["code_bytes"] as f64,
                _ => 0.5,
            };
            assert_eq!(*value, expected, "{section} {name}");
            slopes += usize::from(section == "Steady state");
        }
        assert_eq!(slopes, reference.rows.values().filter(|r| r.slope().is_some_and(|s| s > 0.0)).count());
        assert!(!html.contains("http") && !html.contains("<script") && !html.contains("@import"));
        assert!(html.contains("t&lt;x&gt;") && html.contains("prefers-color-scheme:dark"));
        for tag in ["div", "span", "p", "h2", "svg", "i", "b", "body", "html"] {
            let (open, close) = (
                html.matches(&format!("<{tag} ")).count() + html.matches(&format!("<{tag}>")).count(),
                html.matches(&format!("</{tag}>")).count(),
            );
            assert_eq!(open, close, "<{tag}>");
        }
    }

    #[test]
    fn the_page_opens_in_a_browser_without_errors() {
        let Some(browser) = crate::browser::find() else {
            eprintln!("NO BROWSER: the page of the references is not opened");
            return;
        };
        let root = crate::root();
        let (_, reference) = reference::read(&root, &reference::toolchain()).unwrap().unwrap();
        let html = page("t", &reference, &History::new(), None).unwrap();
        let scratch = crate::toolchain::ScratchDir::new("report-page").unwrap();
        let path = scratch.path().join("index.html");
        std::fs::write(&path, &html).unwrap();
        let shown = crate::browser::open(browser, &path).unwrap();
        assert_eq!(figures(&shown), figures(&html));
    }

    #[test]
    fn a_history_is_drawn_with_its_change_points() {
        let series: Vec<f64> = [100.0; 8].into_iter().chain([130.0; 8]).collect();
        let mut html = String::new();
        past(
            &mut html,
            &[("go/a native".to_owned(), series), ("go/a interp".to_owned(), vec![1.0, 2.0])].into(),
        )
        .unwrap();
        assert_eq!((html.matches("<polyline").count(), html.matches("<circle").count()), (1, 1));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [shown(3.25), shown(12_345.0), shown(2.5e6), shown(7e9)],
            ["3.2", "12.3 k", "2.5 M", "7.0 G"]
        );
    }
}
