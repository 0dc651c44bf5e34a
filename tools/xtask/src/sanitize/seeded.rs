//! `sanitize --seeded`: puts one defect after another into a copy of the sources and demands that the
//! sanitizer reports it, at the place that the defect states. The defects are data
//! (`tests/sanitize/*.patch`), in the form of the seeded miscompiles: a file, a text that occurs in it once,
//! and what stands there instead.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::reports::{self, Report, Reports};
use super::{Sanitizer, Tree};
use crate::{Outcome, tidy, toolchain};

const FOLDER: &str = "tests/sanitize";
/// Calls from the top of the stack within which a report must name its place. Inlined ones count, of which a
/// write by a library has some.
const DEPTH: usize = 10;

/// One defect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seed {
    name: String,
    file: String,
    why: String,
    sanitizer: String,
    /// `cargo test ARGUMENTS`, or `purlin run ARGUMENTS`.
    run: String,
    /// What kind of report it must be.
    kind: String,
    /// What its stack trace must name: a function or a file.
    place: String,
    search: String,
    replace: String,
}

impl Seed {
    fn parse(text: &str) -> Result<Seed, String> {
        let mut seed = Seed::default();
        let mut part = 0;
        let mut lines = text.lines();
        for line in lines.by_ref() {
            match line {
                "-- search" => part = 1,
                "-- replace" => part = 2,
                "-- end" => break,
                _ if part == 1 => seed.search.push_str(&format!("{line}\n")),
                _ if part == 2 => seed.replace.push_str(&format!("{line}\n")),
                _ => seed.head(line)?,
            }
        }
        let needed = [&seed.name, &seed.file, &seed.run, &seed.kind, &seed.place, &seed.search];
        if needed.iter().any(|value| value.is_empty()) || Sanitizer::parse(&seed.sanitizer).is_none() {
            return Err(format!(
                "`{}`: name, file, sanitizer, run, kind, place and -- search are needed",
                seed.name
            ));
        }
        Ok(seed)
    }

    fn head(&mut self, line: &str) -> Result<(), String> {
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if let Some(name) = line.strip_prefix("== ") {
            self.name = name.trim().to_owned();
            return Ok(());
        }
        let (key, value) = line.split_once(':').ok_or(format!("`KEY: VALUE` expected: {line}"))?;
        let field = match key {
            "file" => &mut self.file,
            "why" => &mut self.why,
            "sanitizer" => &mut self.sanitizer,
            "run" => &mut self.run,
            "kind" => &mut self.kind,
            "place" => &mut self.place,
            _ => return Err(format!("unknown key `{key}`")),
        };
        *field = value.trim().to_owned();
        Ok(())
    }

    /// The text with the defect in it.
    fn apply(&self, text: &str) -> Result<String, String> {
        let (search, replace) = (self.search.trim_end_matches('\n'), self.replace.trim_end_matches('\n'));
        match text.matches(search).count() {
            1 => Ok(text.replacen(search, replace, 1)),
            n => Err(format!("its text is found {n} times in {}, not once", self.file)),
        }
    }
}

/// All seeds of the repository, by name of their files.
fn seeds(root: &Path) -> Result<Vec<Seed>, String> {
    let folder = root.join(FOLDER);
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "patch"));
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|e| e.to_string());
        text.and_then(|text| Seed::parse(&text)).map_err(|e| format!("{}: {e}", path.display()))
    };
    paths.iter().map(read).collect()
}

pub fn run(root: &Path, filter: &str) -> Outcome {
    let seeds = seeds(root)?;
    let target = toolchain::target_dir(root);
    let copy = target.join("sanitize-seeded");
    let tree = Tree { root: copy, target, triple: super::host_triple()? };
    let mut missed = Vec::new();
    let mut tried = 0;
    for seed in seeds.iter().filter(|seed| seed.name.contains(filter)) {
        tried += 1;
        mirror(root, &tree.root)?;
        match attempt(seed, &tree) {
            Ok(place) => println!("seeded: {}: reported: {place}", seed.name),
            Err(why) => {
                println!("seeded: {}: MISSED: {why}", seed.name);
                missed.push(seed.name.as_str());
            }
        }
    }
    match (tried, missed.is_empty()) {
        (0, _) => Err("no seeded defect has that name".into()),
        (_, true) => Ok(()),
        (_, false) => {
            Err(format!("{} of {tried} seeded defects missed: {}", missed.len(), missed.join(", ")))
        }
    }
}

/// Brings the copy up to date. Files that are equal keep their times, so that little is built again.
fn mirror(from: &Path, to: &Path) -> Outcome {
    for name in tidy::file_names(from)? {
        // A deleted file is still listed until its deletion is staged.
        let Ok(bytes) = fs::read(from.join(&name)) else { continue };
        let path = to.join(&name);
        if fs::read(&path).is_ok_and(|old| old == bytes) {
            continue;
        }
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        fs::write(&path, bytes).map_err(failed)?;
    }
    Ok(())
}

/// Builds with the defect and runs what its seed says; the line of the report that names the place.
fn attempt(seed: &Seed, tree: &Tree) -> Result<String, String> {
    let path = tree.root.join(&seed.file);
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    fs::write(&path, seed.apply(&text)?).map_err(|e| format!("{}: {e}", path.display()))?;
    let sanitizer = Sanitizer::parse(&seed.sanitizer).ok_or("no such sanitizer")?;
    let reports = Reports::begin(&tree.target(sanitizer).join("reports-seeded"))?;
    let (variable, options) = sanitizer.options(&tree.root);
    let options = format!("{options}:log_path={}", reports.path().display());
    let ended = start(seed, tree, sanitizer, variable, &options);
    forget(seed, tree, sanitizer)?;
    let found = reports.read()?;
    judge(seed, &found)
        .map_err(|why| format!("{why}\n{}{}", reports::shown(&found), ended.unwrap_or_default()))
}

/// Removes what was built with the defect. The copy and the repository share what is built, which cargo takes
/// for up to date by times alone: the next run would be of the defect.
fn forget(seed: &Seed, tree: &Tree, sanitizer: Sanitizer) -> Outcome {
    let folder = seed.file.strip_prefix("crates/").and_then(|rest| rest.split('/').next());
    let package = folder.ok_or_else(|| format!("{} is in no crate", seed.file))?;
    let mut command = tree.cargo(sanitizer)?;
    command.args(["clean", "--quiet", "--target", &tree.triple, "--package", &format!("purlin-{package}")]);
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("what was built of purlin-{package} cannot be removed"))
    }
}

/// Runs what the seed says; the end of what it printed.
fn start(
    seed: &Seed,
    tree: &Tree,
    sanitizer: Sanitizer,
    variable: &str,
    options: &str,
) -> Result<String, String> {
    let words: Vec<&str> = seed.run.split_whitespace().collect();
    let mut command = tree.cargo(sanitizer)?;
    match words[..] {
        ["cargo", "test", ref rest @ ..] => {
            command.args(["test", "--target", &tree.triple]).args(rest).env(variable, options);
        }
        ["purlin", "run", ref rest @ ..] => {
            tree.programs(sanitizer)?;
            command = Command::new(tree.program(sanitizer, "purlin"));
            command.arg("run").args(rest).current_dir(&tree.root).env(variable, options);
        }
        _ => return Err(format!("`{}`: neither `cargo test` nor `purlin run`", seed.run)),
    }
    let output = command.output().map_err(|e| format!("cannot run cargo: {e}"))?;
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(text.map(|text| super::tail(&text)).concat())
}

fn judge(seed: &Seed, found: &[Report]) -> Result<String, String> {
    let right = found.iter().find(|r| r.kind.contains(&seed.kind) && r.names(&seed.place, DEPTH));
    match right {
        Some(report) => Ok(format!("{} at {}", report.kind, seed.place)),
        None if found.is_empty() => Err("no report".into()),
        None => Err(format!("no report of {} that names {}", seed.kind, seed.place)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: &str = "== a fault\nfile: crates/x.rs\nwhy: less is not more\nsanitizer: address\n\
                        run: cargo test -p x\nkind: use-after-poison\nplace: x::y\n\
                        -- search\n    a < b\n-- replace\n    a > b\n-- end\n";

    #[test]
    fn seeds_are_parsed_applied_and_judged() {
        let seed = Seed::parse(SEED).expect("a seed");
        assert_eq!(seed.apply("if\n    a < b\n{}").as_deref(), Ok("if\n    a > b\n{}"));
        assert!(seed.apply("    a < b    a < b").is_err() && seed.apply("nothing").is_err());
        let report = |kind: &str, text: &str| Report { kind: kind.into(), text: text.into() };
        let right = report("AddressSanitizer: use-after-poison", "    #0 0x1 in x::y src/x.rs:1\n");
        assert!(judge(&seed, std::slice::from_ref(&right)).is_ok());
        assert!(judge(&seed, &[]).is_err());
        assert!(judge(&seed, &[report("AddressSanitizer: use-after-poison", "    #0 0x1 in z\n")]).is_err());
        assert!(judge(&seed, &[report("AddressSanitizer: SEGV", &right.text)]).is_err());
    }

    #[test]
    fn incomplete_seeds_are_refused() {
        assert!(Seed::parse(&SEED.replace("place: x::y\n", "")).is_err());
        assert!(Seed::parse(&SEED.replace("address", "memory")).is_err());
        assert!(Seed::parse(&SEED.replace("why", "because")).is_err());
    }

    #[test]
    fn the_seeds_of_the_repository_apply() {
        let root = crate::root();
        let seeds = seeds(&root).expect("they parse");
        assert!(seeds.len() >= 6);
        for seed in seeds {
            let text = fs::read_to_string(root.join(&seed.file)).expect("the file is there");
            assert_eq!(seed.apply(&text).err(), None, "{}", seed.name);
        }
    }
}
