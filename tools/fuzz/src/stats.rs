//! `stats`: how often each construct is emitted, and, counted inside the running programs, executed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::child::{self, Ending, say};
use crate::generator::{self, Config};
use crate::oracle;

/// Generates programs, runs them instrumented if there is Go, and prints the table.
pub fn print(config: &Config, programs: u64, go: Option<&str>, scratch: &Path) -> std::io::Result<()> {
    let mut emitted: BTreeMap<String, u64> = BTreeMap::new();
    let mut executed: BTreeMap<String, u64> = BTreeMap::new();
    let mut lines = 0;
    std::fs::create_dir_all(scratch)?;
    for seed in config.seed..config.seed + programs {
        let plain = Config { seed, instrument: false, ..config.clone() };
        let program = generator::program(&plain);
        lines += program.text.lines().count();
        for (name, count) in &program.emitted {
            *emitted.entry((*name).to_string()).or_insert(0) += count;
        }
        if let Some(go) = go {
            let text = generator::program(&Config { instrument: true, ..plain }).text;
            execute(go, &text, scratch, &mut executed)?;
        }
    }
    let functions = programs * config.functions as u64;
    println!("{programs} programs, {functions} functions, {lines} lines");
    println!("{:32} {:>12} {:>14}", "construct", "emitted", "executed");
    for (name, count) in &emitted {
        let ran = executed.get(name).map_or("-".to_string(), u64::to_string);
        println!("{name:32} {count:>12} {ran:>14}");
    }
    Ok(())
}

fn execute(
    go: &str,
    text: &str,
    scratch: &Path,
    executed: &mut BTreeMap<String, u64>,
) -> std::io::Result<()> {
    let binary = scratch.join("stats.bin");
    let source = oracle::lay_out(scratch, text)?;
    let (folder, what) =
        if source.is_dir() { (source.as_path(), Path::new(".")) } else { (scratch, source.as_path()) };
    std::fs::write(folder.join("go.mod"), oracle::MODULE)?;
    let mut build = Command::new(go);
    build
        .args(["build", oracle::TAGS, "-o"])
        .arg(&binary)
        .arg(what)
        .current_dir(folder)
        .env("GO111MODULE", "on")
        .env("GOWORK", "off")
        .env("GOTOOLCHAIN", "local");
    let built = child::run(&mut build, Duration::from_secs(600))?;
    if built.ending != Ending::Exit(0) {
        say(&built.stderr_text());
        return Ok(());
    }
    let ran = child::run(Command::new(&binary).env("GOMAXPROCS", "1"), Duration::from_secs(60))?;
    for line in ran.stderr_text().lines() {
        if let Some((name, count)) = line.split_once(' ') {
            *executed.entry(name.to_string()).or_insert(0) += count.parse::<u64>().unwrap_or(0);
        }
    }
    Ok(())
}
