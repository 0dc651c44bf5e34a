//! `cargo xtask bench library`: programs of bench/library, which do what ordinary programs use Go's library
//! for, under `purlin run` and as compiled Go. Measured as the kernels are: alternating runs, CPU time, the
//! least of several, results compared before any time counts. Knows nothing of Purlin but its command line.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bench::{Side, same_bytes, words};
use crate::toolchain::{self, ScratchDir};
use crate::{Outcome, bars, bench_json, release};

/// Something that programs use the library for.
struct Use {
    name: &'static str,
    /// The program's file, without its ending.
    program: &'static str,
    /// Arguments: so many that compiled Go takes about a second, or some where Purlin would take as long to
    /// start
    /// as to run: `bench hello` is about starting.
    args: &'static str,
    /// Standard input: one of the JSON files that `bench json` takes.
    input: Option<&'static str>,
    /// The largest ratio of our CPU time to compiled Go's.
    bar: f64,
}

const fn plain(program: &'static str, args: &'static str) -> Use {
    Use { name: program, program, args, input: None, bar: bars::LIBRARY }
}

const fn structs(name: &'static str, input: &'static str, args: &'static str) -> Use {
    Use { name, program: "json", args, input: Some(input), bar: bars::JSON_STRUCTS }
}

const fn any(name: &'static str, input: &'static str, args: &'static str) -> Use {
    Use { name, program: "json", args, input: Some(input), bar: bars::JSON_ANY }
}

const USES: &[Use] = &[
    plain("template", "4000"),
    plain("slog", "150000"),
    plain("logging", "300000"),
    plain("gzip", "10"),
    plain("sha256", "6000"),
    plain("xml", "7000"),
    plain("deepequal", "4000"),
    plain("call", "1000000"),
    plain("timeformat", "1500000"),
    structs("unmarshal twitter", "twitter", "twitter structs unmarshal 150"),
    structs("unmarshal citm", "citm_catalog", "citm structs unmarshal 70"),
    structs("unmarshal canada", "canada", "canada structs unmarshal 30"),
    structs("marshal twitter", "twitter", "twitter structs marshal 5000"),
    structs("marshal citm", "citm_catalog", "citm structs marshal 4000"),
    structs("marshal canada", "canada", "canada structs marshal 400"),
    any("unmarshal twitter, any", "twitter", "twitter any unmarshal 150"),
    any("unmarshal citm, any", "citm_catalog", "citm any unmarshal 60"),
    any("unmarshal canada, any", "canada", "canada any unmarshal 30"),
    any("marshal twitter, any", "twitter", "twitter any marshal 200"),
    any("marshal citm, any", "citm_catalog", "citm any marshal 100"),
    any("marshal canada, any", "canada", "canada any marshal 40"),
];

struct Options {
    tier: String,
    filter: String,
    runs: u32,
    strict: bool,
    purlin: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o =
        Options { tier: "native".into(), filter: String::new(), runs: 5, strict: false, purlin: None };
    let mut words = args.iter().flat_map(|a| match a.split_once('=') {
        Some((name, value)) if name.starts_with("--") => vec![name.to_owned(), value.to_owned()],
        _ => vec![a.clone()],
    });
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--tier" => o.tier = value()?,
            "--filter" => o.filter = value()?,
            "--runs" => o.runs = value()?.parse().map_err(|_| "--runs needs a number")?,
            "--purlin" => o.purlin = Some(value()?.into()),
            "--strict" => o.strict = true,
            other => return Err(format!("bench library does not know `{other}`")),
        }
    }
    o.runs = o.runs.max(1);
    Ok(o)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let Some(go) = toolchain::go_version() else {
        println!("bench library: SKIPPED: no Go on the path, nothing to compare with");
        return Ok(());
    };
    println!("peer: {go}, GOMAXPROCS=1; tier {}", options.tier);
    let scratch = ScratchDir::new("bench-library")?;
    let purlin = match &options.purlin {
        Some(path) => path.clone(),
        None => release::program(root, "purlin")?,
    };
    let data = bench_json::data(root);
    if data.is_none() {
        println!("bench library: no folder of JSON files (set PURLIN_JSON_DATA): encoding/json is SKIPPED");
    }
    println!("{:<24} {:>7} {:>7} {:>6}", "use", "cpu s", "Go s", "ratio");
    let (mut plain, mut missed) = (Vec::new(), Vec::new());
    for used in USES.iter().filter(|u| u.name.contains(&options.filter)) {
        let input = match (used.input, &data) {
            (Some(_), None) => continue,
            (Some(file), Some(folder)) => Some(folder.join(file).with_extension("json")),
            (None, _) => None,
        };
        let ratio = compare(root, &purlin, &options, used, input.as_deref(), scratch.path())
            .map_err(|e| format!("{}: {e}", used.name))?;
        if used.input.is_none() {
            plain.push(ratio);
        }
        if ratio > used.bar {
            missed.push(format!("{} {ratio:.2}, asked {:.2}", used.name, used.bar));
        }
    }
    if plain.len() == USES.iter().filter(|u| u.input.is_none()).count() {
        let mean = (plain.iter().map(|r| r.ln()).sum::<f64>() / plain.len() as f64).exp();
        println!("geomean without JSON {mean:.3}  {}", bars::verdict(mean, bars::LIBRARY_MEAN));
        if mean > bars::LIBRARY_MEAN {
            missed.push(format!("geomean {mean:.3}, asked {:.2}", bars::LIBRARY_MEAN));
        }
    }
    missed.iter().for_each(|m| println!("  MISSED {m}"));
    if options.strict && !missed.is_empty() {
        return Err(format!("{} bars are missed", missed.len()));
    }
    Ok(())
}

/// Runs one of the uses on both sides, prints a line, and gives the ratio.
fn compare(
    root: &Path,
    purlin: &Path,
    options: &Options,
    used: &Use,
    input: Option<&Path>,
    dir: &Path,
) -> Result<f64, String> {
    let source = root.join("bench/library").join(used.program).with_extension("go");
    let binary = dir.join(used.program);
    if !binary.exists() {
        let mut go = Command::new("go");
        go.args(["build", "-o"]).arg(&binary).arg(&source).env("GOAMD64", "v1").current_dir(dir);
        let output = go.output().map_err(|e| format!("cannot run go: {e}"))?;
        if !output.status.success() {
            return Err(format!("Go does not compile it: {}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    // Go's programs are compiled before they are measured, and so are ours: the least of several runs is one
    // that finds its machine code in the folder.
    let cache = format!("--cache={}", dir.join("cache").display());
    let before = ["run".into(), cache, format!("--tier={}", options.tier), source.display().to_string()];
    let mut ours = Side::new("purlin", purlin.to_owned(), before.to_vec());
    let mut peer = Side::new("go", binary, Vec::new());
    let args = words(used.args);
    for _ in 0..options.runs {
        let theirs = peer.run(&args, input, dir)?;
        let mine = ours.run(&args, input, dir)?;
        same_bytes(&mine, &theirs)?;
    }
    let cpu = |side: &Side| side.best().map(|u| u.cpu.as_secs_f64()).ok_or("no run");
    let (mine, theirs) = (cpu(&ours)?, cpu(&peer)?);
    let ratio = mine / theirs.max(1e-9);
    println!("{:<24} {mine:>7.3} {theirs:>7.3} {ratio:>6.2}  {}", used.name, bars::verdict(ratio, used.bar));
    Ok(ratio)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_use_has_its_program_and_every_program_a_use() {
        let files: BTreeSet<String> = std::fs::read_dir(crate::root().join("bench/library"))
            .unwrap()
            .map(|e| e.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(files, USES.iter().map(|u| u.program.to_owned()).collect());
    }

    #[test]
    fn options_take_both_spellings() {
        let o = options(&words("--tier=auto --runs 3 --filter json --strict")).unwrap();
        assert_eq!((o.tier.as_str(), o.runs, o.filter.as_str(), o.strict), ("auto", 3, "json", true));
        assert!(options(&words("--runs")).is_err());
        assert!(options(&words("--warp")).is_err());
    }
}
