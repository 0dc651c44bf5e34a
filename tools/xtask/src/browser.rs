//! Opening a page in a headless browser, for tests of pages that must work without a network and without
//! errors of scripts. Where no browser is installed, tests say so and check what can be checked without one.
//!
//! Knows nothing of what is on a page.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::toolchain::ScratchDir;

/// Names of browsers that understand the options used here.
const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// How a page is looked at.
#[derive(Clone, Copy)]
pub struct View {
    pub name: &'static str,
    pub width: u32,
    pub height: u32,
    pub dark: bool,
}

/// A desktop in light, and a phone in dark colours.
pub const VIEWS: [View; 2] = [
    View { name: "desktop-light", width: 1280, height: 1600, dark: false },
    View { name: "phone-dark", width: 500, height: 1600, dark: true },
];

/// A browser that is installed.
pub fn find() -> Option<&'static str> {
    PROGRAMS.into_iter().find(|program| {
        let asked =
            Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    })
}

/// Opens a page, and says what it consists of after all scripts have run.
///
/// # Errors
/// What the browser complains of: errors of scripts, and what it could not load.
pub fn open(browser: &str, page: &Path) -> Result<String, String> {
    let output = run(browser, page, &["--dump-dom".to_owned()])?;
    let complaints: Vec<&str> = output.1.lines().filter(|line| is_complaint(line)).collect();
    if !complaints.is_empty() {
        return Err(format!("{}: {}", page.display(), complaints.join("\n")));
    }
    Ok(output.0)
}

/// Writes a picture of a page.
///
/// # Errors
/// The browser ended with an error.
pub fn screenshot(browser: &str, page: &Path, view: View, to: &Path) -> Result<(), String> {
    let mut options = vec![
        format!("--window-size={},{}", view.width, view.height),
        format!("--screenshot={}", to.display()),
    ];
    if view.dark {
        options.push("--blink-settings=preferredColorScheme=0".to_owned());
    }
    run(browser, page, &options).map(drop)
}

/// A line of the browser's log that is about the page and no mere note.
fn is_complaint(line: &str) -> bool {
    let of_page = line.contains(":CONSOLE:") || line.contains(":CONSOLE(");
    of_page && ["Uncaught", "Error", "Failed to load", "Refused"].iter().any(|word| line.contains(word))
}

/// Runs the browser without a network; what it prints, and its log.
fn run(browser: &str, page: &Path, options: &[String]) -> Result<(String, String), String> {
    // Several tests of one process may open pages at once, and a browser shares no folder.
    static OPENED: AtomicUsize = AtomicUsize::new(0);
    let scratch = ScratchDir::new(&format!("browser-{}", OPENED.fetch_add(1, Ordering::Relaxed)))?;
    let page = page.canonicalize().map_err(|e| format!("{}: {e}", page.display()))?;
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"])
        .args(["--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--log-level=0"])
        .arg(format!("--user-data-dir={}", scratch.path().display()))
        .args(options)
        .arg(format!("file://{}", page.display()))
        .output()
        .map_err(|e| format!("cannot run {browser}: {e}"))?;
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    if output.status.success() { Ok((out, err)) } else { Err(format!("{browser}: {}: {err}", output.status)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_script_is_told() {
        let Some(browser) = find() else {
            eprintln!("NO BROWSER: pages are not opened");
            return;
        };
        let scratch = ScratchDir::new("browser-test").unwrap();
        let page = scratch.path().join("page.html");
        std::fs::write(&page, "<!doctype html><b>1</b><script>document.title = 'x'</script>").unwrap();
        assert!(open(browser, &page).unwrap().contains("<title>x</title>"));
        std::fs::write(&page, "<!doctype html><script>throw new Error('boom')</script>").unwrap();
        assert!(open(browser, &page).unwrap_err().contains("boom"));
        std::fs::write(&page, "<!doctype html><script>let 1</script>").unwrap();
        assert!(open(browser, &page).unwrap_err().contains("SyntaxError"));
    }
}
