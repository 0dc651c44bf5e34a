//! `cargo xtask perf pages [--screenshots DIR]`: the pages that Purlin writes, of the references, of a run
//! and of a program's lines, are made and opened in a headless browser without a network. Their figures are
//! compared with the JSON that each has inside, also where no browser is installed.
//!
//! Knows nothing of how a page looks.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::report;
use crate::Outcome;
use crate::browser;
use crate::toolchain::{self, ScratchDir};

/// The program whose run and lines are shown.
const PROGRAM: &str = "bench/go/fannkuch_redux.go";
const SIZE: &str = "7";

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let screenshots = match args {
        [] => None,
        [flag, folder] if flag == "--screenshots" => Some(PathBuf::from(folder)),
        _ => return Err("perf pages takes --screenshots DIR and nothing else".into()),
    };
    let scratch = ScratchDir::new("pages")?;
    let pages = written(root, scratch.path())?;
    let Some(browser) = browser::find() else {
        println!("NO BROWSER: {} pages are written and their figures compared, but not opened", pages.len());
        return Ok(());
    };
    for page in &pages {
        let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let shown = browser::open(browser, page)?;
        let text = std::fs::read_to_string(page).map_err(|e| format!("{}: {e}", page.display()))?;
        if figures(&shown)? != figures(&text)? {
            return Err(format!("{name}: the browser shows other figures than the page has"));
        }
        for view in browser::VIEWS.into_iter().filter(|_| screenshots.is_some()) {
            let folder = screenshots.as_deref().unwrap_or(Path::new("."));
            std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
            let picture = folder.join(format!("{name}-{}.png", view.name));
            browser::screenshot(browser, page, view, &picture)?;
        }
        println!("perf: {name} opens without errors, {} figures", figures(&text)?.len());
    }
    Ok(())
}

/// Writes all pages into a folder, and compares the figures of those that have them as JSON too.
fn written(root: &Path, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let path = |name: &str| folder.join(name);
    report::write(root, folder)?;
    let purlin = toolchain::target_dir(root).join("release/purlin");
    let run = |args: &[&str]| {
        let output = Command::new(&purlin).args(args).current_dir(root).output();
        let output = output.map_err(|e| format!("cannot run {}: {e}", purlin.display()))?;
        match output.status.success() {
            true => Ok(()),
            false => {
                Err(format!("purlin {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
            }
        }
    };
    let (of_run, of_lines) = (path("run.html"), path("lines.html"));
    run(&["run", "--tier=native", &format!("--report={}", of_run.display()), PROGRAM, SIZE])?;
    run(&["annotate", &format!("--html={}", of_lines.display()), PROGRAM, SIZE])?;
    let text = std::fs::read_to_string(&of_run).map_err(|e| e.to_string())?;
    compare(&text)?;
    Ok(vec![path("index.html"), of_run, of_lines])
}

/// The figures that a page has as attributes or as JSON: names and numbers in the order of the page.
fn figures(html: &str) -> Result<Vec<String>, String> {
    let values = html.split("data-value=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    let mut all: Vec<String> = values.map(|(value, _)| value.to_owned()).collect();
    if let Some(json) = json(html)? {
        all.extend(json.as_object().into_iter().flatten().map(|(name, value)| format!("{name}={value}")));
    }
    Ok(all)
}

/// The JSON that a page has inside.
fn json(html: &str) -> Result<Option<Value>, String> {
    let Some((_, rest)) = html.split_once("id=\"figures\">") else { return Ok(None) };
    let (text, _) = rest.split_once("</script>").ok_or("the page's JSON does not end")?;
    serde_json::from_str(text).map(Some).map_err(|e| format!("the page's JSON: {e}"))
}

/// Whether the page of a run shows the figures of its JSON, to the digits that people read.
fn compare(html: &str) -> Outcome {
    let json = json(html)?.ok_or("the page of a run has no JSON")?;
    let total = json["total"].as_f64().ok_or("the page's JSON has no total")?;
    let functions = json["functions"].as_array().ok_or("the page's JSON has no functions")?;
    for function in functions.iter().take(10) {
        let (name, own) = (function["name"].as_str(), function["own"].as_f64());
        let (name, own) = name.zip(own).ok_or("a function of the page's JSON has no name or value")?;
        let share = format!("{:.1}%", own * 100.0 / total);
        if !html.contains(&share) || !html.contains(name) {
            return Err(format!("the page of a run does not show {name} with {share}, as its JSON says"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_from_attributes_and_json() {
        let page = "<b data-value=\"1.5\"></b><script type=\"application/json\" id=\"figures\">\
                    {\"total\":200,\"functions\":[{\"name\":\"f\",\"own\":50}]}</script><i>f 25.0%</i>";
        assert_eq!(figures(page).unwrap()[0], "1.5");
        assert_eq!(figures(page).unwrap().len(), 3);
        assert_eq!(compare(page), Ok(()));
        assert!(compare(&page.replace("25.0%", "24.0%")).is_err());
        assert!(compare("<p>").is_err());
    }
}
