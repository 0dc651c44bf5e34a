//! `cargo xtask conformance smalltalk FOLDER`: SOM's TestSuite from a copy of its public repository, with its
//! own library and with ours, the programs of Are We Fast Yet in SOM where `--awfy` names a copy of them, and
//! the tests of ANSI's standard where `--ansi` does, in every tier. What is counted passes in all tiers. The
//! scoreboard `docs/conformance/smalltalk.json` only goes up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::Outcome;
use crate::release;

const TIERS: [&str; 3] = ["interp", "native", "auto"];

/// Programs of Are We Fast Yet, and the sizes at which each knows its result.
const PROGRAMS: [(&str, &str); 14] = [
    ("Bounce", "1"),
    ("CD", "10"),
    ("DeltaBlue", "10"),
    ("Havlak", "1"),
    ("Json", "1"),
    ("List", "1"),
    ("Mandelbrot", "500"),
    ("NBody", "250000"),
    ("Permute", "1"),
    ("Queens", "1"),
    ("Richards", "1"),
    ("Sieve", "1"),
    ("Storage", "1"),
    ("Towers", "1"),
];

#[derive(Default)]
struct Options {
    som: Option<PathBuf>,
    awfy: Option<PathBuf>,
    ansi: Option<PathBuf>,
    purlin: Option<PathBuf>,
    reason: Option<String>,
    dry: bool,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--awfy" => o.awfy = Some(value()?.into()),
            "--ansi" => o.ansi = Some(value()?.into()),
            "--purlin" => o.purlin = Some(value()?.into()),
            "--reason" => o.reason = Some(value()?),
            "--dry-run" => o.dry = true,
            other if other.starts_with('-') => return Err(format!("conformance: unknown option `{other}`")),
            folder => o.som = Some(folder.into()),
        }
    }
    Ok(o)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let Some(som) = &options.som else {
        println!("SKIPPED: conformance smalltalk: no folder with a copy of SOM's repository was named");
        return Ok(());
    };
    let purlin = release::purlin(root, options.purlin.as_deref())?;
    let mut packages = serde_json::Map::new();
    let suite = som.join("TestSuite");
    for (name, path) in [
        ("TestSuite with SOM's library", vec![suite.clone(), som.join("Smalltalk")]),
        ("TestSuite with ours", vec![suite]),
    ] {
        packages.insert(name.into(), test_suite(&purlin, &path)?);
    }
    if let Some(awfy) = &options.awfy {
        packages.insert("Are We Fast Yet".into(), programs(&purlin, awfy, &som.join("Smalltalk")));
    }
    if let Some(ansi) = &options.ansi {
        packages.insert("ANSI".into(), super::ansi::tests(&purlin, ansi)?);
    }
    for (name, row) in &packages {
        println!("{name}: {} of {}", row["passed"], row["counted"]);
    }
    if options.dry {
        return Ok(());
    }
    keep(&root.join("docs/conformance/smalltalk.json"), packages, options.reason.as_deref())
}

/// What a program prints in a tier.
fn output(purlin: &Path, tier: &str, path: &[PathBuf], words: &[&str]) -> String {
    let path: Vec<String> = path.iter().map(|folder| folder.display().to_string()).collect();
    let mut command = Command::new(purlin);
    command.args(["run", "--gas=20G", "--tier", tier, "-cp", &path.join(":")]).args(words);
    match command.output() {
        Ok(output) => String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
        Err(error) => format!("error: {error}"),
    }
}

/// The suite in the tier in which the fewest tests pass.
fn test_suite(purlin: &Path, path: &[PathBuf]) -> Result<Value, String> {
    let mut worst: Option<(u64, u64, &str)> = None;
    for tier in TIERS {
        let text = output(purlin, tier, path, &["TestHarness"]);
        let number = |start: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(start));
            line.and_then(|rest| rest.trim().parse::<u64>().ok())
        };
        let counts = number("Number of successful tests:").zip(number("Total number of tests:"));
        let Some((passed, of)) = counts else {
            return Err(format!("the suite gives no result in tier {tier}: {text}"));
        };
        if worst.is_none_or(|(least, ..)| passed < least) {
            worst = Some((passed, of, tier));
        }
    }
    let (passed, of, tier) = worst.unwrap_or_default();
    let fail: serde_json::Map<String, Value> =
        (passed..of).map(|n| (format!("test {n}"), format!("fails in tier {tier}").into())).collect();
    Ok(json!({ "passed": passed, "counted": of, "fail": fail }))
}

/// The programs that know their result, in every tier.
fn programs(purlin: &Path, awfy: &Path, library: &Path) -> Value {
    let folders = ["", "Core", "CD", "DeltaBlue", "Havlak", "Json", "NBody", "Richards"];
    let mut path: Vec<PathBuf> = folders.iter().map(|folder| awfy.join(folder)).collect();
    path.push(library.to_path_buf());
    let mut fail = serde_json::Map::new();
    for (name, size) in PROGRAMS {
        let failed = TIERS.iter().find(|tier| {
            let text = output(purlin, tier, &path, &["Harness", name, "1", size]);
            !text.contains("Total Runtime") || text.contains("ERROR")
        });
        if let Some(tier) = failed {
            fail.insert(name.into(), format!("fails in tier {tier}").into());
        }
    }
    json!({ "passed": PROGRAMS.len() - fail.len(), "counted": PROGRAMS.len(), "fail": fail })
}

/// Writes the scoreboard, unless fewer tests pass than before, for no reason.
fn keep(file: &Path, packages: serde_json::Map<String, Value>, reason: Option<&str>) -> Outcome {
    let old: Value =
        fs::read_to_string(file).ok().and_then(|t| serde_json::from_str(&t).ok()).unwrap_or_default();
    let mut lost: Vec<Value> = old["lost"].as_array().cloned().unwrap_or_default();
    for (name, row) in &packages {
        let (before, now) = (old["packages"][name]["passed"].as_u64().unwrap_or(0), row["passed"].as_u64());
        if now.is_some_and(|now| now < before) {
            let Some(reason) = reason else {
                return Err(format!(
                    "{name}: {before} passed, now {}; nothing is written (--reason)",
                    row["passed"]
                ));
            };
            lost.push(format!("{name}: {before} passed, now {}: {reason}", row["passed"]).into());
        }
    }
    let mut text =
        serde_json::to_string_pretty(&json!({ "lost": lost, "packages": packages })).unwrap_or_default();
    text.push('\n');
    fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("{} is written", file.display());
    Ok(())
}
