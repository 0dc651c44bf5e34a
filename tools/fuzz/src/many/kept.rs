//! What a worker of `many` says on standard output, and the programs that it keeps where they can be looked
//! at. Knows nothing of how they are run.

use std::io::Write as _;
use std::path::Path;

use super::{Language, smalltalk};

/// A line for the process that started this one.
pub(super) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    if out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
        // The process that started this one is gone, and no one reads the rest.
        std::process::exit(1);
    }
}

/// Reports the program of a seed that differs.
pub(super) fn report(out: &Path, seed: u64, language: Language, how: &str) {
    let kept = keep(out, seed, language);
    say(&format!("differs {seed}: {} ({kept})", how.replace('\n', " / ")));
}

/// Reports what differs only as one source.
pub(super) fn report_together(out: &Path, seeds: &[u64], how: &str) {
    let (kept, range) = (keep_together(out, seeds), range_of(seeds));
    say(&format!("differs {range}, together: {} ({kept})", how.replace('\n', " / ")));
}

/// Writes the program of a seed where it can be looked at, and says where.
pub(super) fn keep(out: &Path, seed: u64, language: Language) -> String {
    let (text, extension) = language.text(seed);
    written(out, &format!("many{seed}.{extension}"), &text)
}

/// Writes programs that are one source.
pub(super) fn keep_together(out: &Path, seeds: &[u64]) -> String {
    written(out, &format!("many{}.st", range_of(seeds)), &smalltalk::together(seeds))
}

/// The first and the last of some seeds.
pub(super) fn range_of(seeds: &[u64]) -> String {
    let end = |seed: Option<&u64>| seed.copied().unwrap_or_default();
    format!("{}-{}", end(seeds.first()), end(seeds.last()))
}

fn written(out: &Path, name: &str, text: &str) -> String {
    let path = out.join(name);
    let done = std::fs::create_dir_all(out).and_then(|()| std::fs::write(&path, text));
    done.map_or_else(|e| format!("not kept: {e}"), |()| path.display().to_string())
}
