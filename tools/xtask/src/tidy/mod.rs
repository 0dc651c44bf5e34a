//! `cargo xtask tidy`: the rules of the workspace that the compiler cannot hold. Each rule is one function
//! over the text of the repository that answers what is broken; none of them knows what the code means. Rules
//! that the code does not keep everywhere yet have baselines, which only go down.

mod baseline;
mod comments;
mod doors;
mod examples;
mod files;
mod form;
mod functions;
mod gofmt;
mod imports;
mod locks;
mod ops;
mod tables;
mod text;
mod unsafety;

use std::path::Path;

use crate::Outcome;
use baseline::Finding;
pub use files::SourceFile;

pub use files::names as file_names;

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let update = match args {
        [] => false,
        [only] if only == "--update-baseline" => true,
        [extra, ..] => return Err(format!("tidy takes no `{extra}`")),
    };
    let files = files::tracked(root)?;
    let findings = with_baselines(&files)?;
    if update {
        let refused: Vec<String> =
            findings.iter().filter_map(|(rule, found)| baseline::update(root, rule, found).err()).collect();
        return if refused.is_empty() { Ok(()) } else { Err(refused.join("\n")) };
    }
    let mut broken = strict(root, &files)?;
    for (rule, found) in &findings {
        let allowed = baseline::read(root, rule)?.unwrap_or_default();
        broken.extend(baseline::compare(rule, found, &allowed));
    }
    if broken.is_empty() {
        let excused: usize = findings.iter().map(|(_, found)| found.len()).sum();
        println!("tidy: {} files, {excused} places excused by baselines", files.len());
        return Ok(());
    }
    Err(format!("{} rules broken\n{}", broken.len(), broken.join("\n")))
}

/// Rules that hold everywhere.
fn strict(root: &Path, files: &[SourceFile]) -> Result<Vec<String>, String> {
    let mut broken = Vec::new();
    for file in files {
        if file.is_rust() {
            broken.extend(form::header(file));
            broken.extend(unsafety::policy(file));
            broken.extend(form::unfinished(file));
            broken.extend(form::length(file));
        }
        broken.extend(form::forbidden(file));
    }
    broken.extend(examples::missing(files));
    broken.extend(form::stale_exceptions(files));
    broken.extend(functions::stale_exceptions(files));
    broken.extend(imports::stale_exceptions(files));
    broken.extend(crate::perf::missing(files));
    broken.extend(locks::stale(files));
    broken.extend(gofmt::check(root, files)?);
    Ok(broken)
}

/// Rules with baselines, by the names of those.
fn with_baselines(files: &[SourceFile]) -> Result<Vec<(&'static str, Vec<Finding>)>, String> {
    let phrases = comments::phrases()?;
    let width = comments::max_width(files)?;
    let rust = || files.iter().filter(|f| f.is_rust());
    let manifests = files.iter().filter(|f| f.name.ends_with("Cargo.toml"));
    let roots = rust().flat_map(|f| [doors::forbids_unsafe(f), doors::finds_unreachable(f)].concat());
    let doors = manifests.flat_map(doors::check).chain(doors::picture(files)).chain(roots);
    Ok(vec![
        ("doors", doors.collect()),
        ("wildcards", rust().flat_map(ops::wildcards).collect()),
        ("functions", rust().flat_map(functions::long).collect()),
        ("widths", rust().flat_map(|f| comments::wide(f, width)).collect()),
        ("words", files.iter().flat_map(|f| comments::words(f, &phrases)).collect()),
        ("circles", imports::circles(files)),
        ("references", rust().flat_map(unsafety::isolate_references).collect()),
        ("reasons", rust().flat_map(unsafety::borrowed_reasons).collect()),
    ])
}

#[cfg(test)]
fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.to_owned(), text: text.to_owned() }
}
