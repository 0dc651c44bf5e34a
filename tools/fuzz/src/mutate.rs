//! `mutate`: damaged programs from a corpus, and hostile sources. Every input must end in a diagnostic, a
//! trap or a normal exit, and never in a signal, a Rust panic, a hang, or with the process larger than its
//! memory limit allows. This module does not check what a damaged program computes, only how it ends.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::child::{self, Ending, Outcome, say};
use crate::hostile;
use crate::rng::Rng;

pub struct Mutation {
    pub purlin: PathBuf,
    pub corpus: Vec<PathBuf>,
    pub seed: u64,
    pub mutants: usize,
    pub jobs: usize,
    /// The arguments before the file, without `--memory`.
    pub arguments: Vec<String>,
    /// The memory limits in MiB: each hostile source runs under all of them, each mutant under one,
    /// alternating.
    pub memories: Vec<u64>,
    /// Wall time after which a program counts as hanging.
    pub limit: Duration,
    /// What the process may take above its memory limit and above a program that prints hello, in bytes.
    pub slack: u64,
    /// Whether to run the hostile sources, and which: those whose name contains this.
    pub hostile: Option<String>,
    /// So many files of the corpus must yield a mutant that compiles and runs.
    pub least_files: usize,
    pub out: PathBuf,
}

const HELLO: &str = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"hello\")\n}\n";
/// Of a program's output, so much is looked at: this process has to stay small.
const KEPT: usize = 64 << 10;

/// A program with a small injury is run so often, each time without the lines that the compiler complained
/// of: so that the programs run which were written not to compile.
const ROUNDS: usize = 5;

/// What all programs together came to.
#[derive(Default)]
struct Tally {
    endings: BTreeMap<String, usize>,
    /// Files of the corpus of which a mutant ran.
    ran: BTreeSet<usize>,
    runs: usize,
    broken: usize,
    /// The largest peak above hello, for each limit: bytes, and whose it was.
    peaks: BTreeMap<u64, (u64, String)>,
}

impl Mutation {
    /// Runs everything; answers how many broke a rule.
    pub fn run(&self) -> std::io::Result<usize> {
        fs::create_dir_all(&self.out)?;
        let bases: Vec<u64> = self.memories.iter().map(|m| self.base_memory(*m)).collect::<Result<_, _>>()?;
        let tally = Mutex::new(Tally::default());
        if let Some(filter) = &self.hostile {
            self.run_hostile(filter, &bases, &tally)?;
        }
        let files = if self.mutants > 0 { self.run_mutants(&bases, &tally)? } else { 0 };
        let tally = tally.into_inner().unwrap_or_default();
        for (ending, count) in &tally.endings {
            say(&format!("{count:7}  {ending}"));
        }
        for ((memory, base), (_, (peak, name))) in self.memories.iter().zip(&bases).zip(&tally.peaks) {
            let (peak, base) = (peak >> 10, base >> 10);
            say(&format!("--memory={memory}M: hello {base} KiB; at most {peak} KiB above it ({name})"));
        }
        let mut broken = tally.broken;
        if self.mutants > 0 {
            say(&format!("mutants of {} of {files} files compiled and ran", tally.ran.len()));
            if tally.ran.len() < self.least_files {
                say(&format!("fewer than {}: more mutants, or a larger corpus", self.least_files));
                broken += 1;
            }
        }
        say(&format!("{} runs, {broken} broke a rule", tally.runs));
        Ok(broken)
    }

    /// Calls `work` with each number below `n`, on all workers.
    fn share(&self, n: usize, work: impl Fn(usize, usize) -> std::io::Result<()> + Sync) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for worker in 0..self.jobs.max(1) {
                let (next, work) = (&next, &work);
                scope.spawn(move || {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        if i >= n {
                            break;
                        }
                        if let Err(error) = work(i, worker) {
                            say(&format!("{i}: cannot run: {error}"));
                        }
                    }
                });
            }
        });
    }

    fn run_mutants(&self, bases: &[u64], tally: &Mutex<Tally>) -> std::io::Result<usize> {
        let mut files = Vec::new();
        for path in &self.corpus {
            collect(path, &mut files)?;
        }
        files.sort();
        let texts: Vec<Vec<u8>> = files.iter().filter_map(|f| fs::read(f).ok()).collect();
        if texts.is_empty() {
            say("no .go file in the corpus: using a hello program and generated ones");
        }
        let texts = if texts.is_empty() { generated(self.seed) } else { texts };
        self.share(self.mutants, |i, worker| {
            let mut rng = Rng::part(self.seed, i as u64);
            // Each file is damaged in order, once with small injuries and once with large ones.
            let from = i / 2 % texts.len();
            let small = i % 2 == 0;
            let mut mutant =
                if small { gentle(&mut rng, &texts[from]) } else { mutant(&mut rng, &texts[from], &texts) };
            let limit = i / 2 / texts.len() % self.memories.len();
            let path = self.out.join(format!("mutant-{worker}.go"));
            let mut name = format!("mutant {i}");
            for _ in 0..if small { ROUNDS } else { 1 } {
                fs::write(&path, &mutant)?;
                let (outcome, fault) = self.judge(&path, limit, bases)?;
                let changed = (mutant != texts[from]).then_some(from);
                self.count(tally, &name, &outcome, fault.as_deref(), limit, bases, changed);
                if let Some(fault) = &fault {
                    let kept = self.out.join(format!("seed{}-{}.go", self.seed, name.replace(' ', "")));
                    fs::write(&kept, &mutant)?;
                    let note = format!("{fault}\n{:?}\n{}", outcome.ending, outcome.stderr_text());
                    fs::write(kept.with_extension("txt"), note)?;
                }
                if outcome.ending != Ending::Exit(1) {
                    break;
                }
                match without_errors(&mutant, &outcome.stderr_text(), &path) {
                    Some(next) => mutant = next,
                    None => break,
                }
                name.push_str(" mended");
            }
            Ok(())
        });
        Ok(texts.len())
    }

    /// The sources are written by another process: they are large, and this one has to stay small.
    fn run_hostile(&self, filter: &str, bases: &[u64], tally: &Mutex<Tally>) -> std::io::Result<()> {
        let dir = self.out.join("hostile");
        let written = Command::new(std::env::current_exe()?).arg("hostile").arg(&dir).arg(filter).output()?;
        if !written.status.success() {
            return Err(std::io::Error::other(String::from_utf8_lossy(&written.stderr).into_owned()));
        }
        let names: Vec<String> =
            String::from_utf8_lossy(&written.stdout).lines().map(str::to_string).collect();
        say(&format!("{} hostile sources", names.len()));
        self.share(names.len() * self.memories.len(), |i, _| {
            let (name, limit) = (&names[i / self.memories.len()], i % self.memories.len());
            let folder = dir.join(name);
            let whole = folder.join("go.mod").exists();
            let path = if whole { folder } else { folder.join("main.go") };
            let (outcome, fault) = self.judge(&path, limit, bases)?;
            self.count(tally, name, &outcome, fault.as_deref(), limit, bases, None);
            Ok(())
        });
        Ok(())
    }

    fn base_memory(&self, memory: u64) -> std::io::Result<u64> {
        let path = self.out.join("hello.go");
        fs::write(&path, HELLO)?;
        let outcome = self.execute(&path, memory)?;
        if outcome.ending != Ending::Exit(0) {
            say(&format!("hello itself fails: {:?} {}", outcome.ending, outcome.stderr_text()));
        }
        Ok(outcome.peak)
    }

    fn execute(&self, file: &Path, memory: u64) -> std::io::Result<Outcome> {
        let mut command = Command::new(&self.purlin);
        command.args(&self.arguments).arg(format!("--memory={memory}M")).arg(file);
        child::run_keeping(&mut command, self.limit, KEPT)
    }

    /// Runs a program under one of the limits: how it ended, and the rule that it broke.
    fn judge(&self, file: &Path, limit: usize, bases: &[u64]) -> std::io::Result<(Outcome, Option<String>)> {
        let outcome = self.execute(file, self.memories[limit])?;
        let above = outcome.peak.saturating_sub(bases[limit]);
        let fault = match outcome.ending {
            Ending::Signal(n) => Some(format!("signal {n}")),
            Ending::TimedOut => Some("hangs".to_string()),
            Ending::Exit(70) => Some("a defect".to_string()),
            Ending::Exit(_) if outcome.stderr_text().contains("panicked at") => {
                Some("a Rust panic".to_string())
            }
            Ending::Exit(_) if above > (self.memories[limit] << 20) + self.slack => {
                Some(format!("{} MiB above hello", above >> 20))
            }
            Ending::Exit(_) => None,
        };
        Ok((outcome, fault))
    }

    #[expect(clippy::too_many_arguments, reason = "what there is to count of one run")]
    fn count(
        &self,
        tally: &Mutex<Tally>,
        name: &str,
        outcome: &Outcome,
        fault: Option<&str>,
        limit: usize,
        bases: &[u64],
        from: Option<usize>,
    ) {
        let memory = self.memories[limit];
        if let Some(fault) = fault {
            let first = outcome
                .stderr_text()
                .lines()
                .next()
                .unwrap_or_default()
                .chars()
                .take(150)
                .collect::<String>();
            say(&format!("{name}, --memory={memory}M: {:?}: {fault}: {first}", outcome.ending));
        }
        let Ok(mut tally) = tally.lock() else { return };
        tally.runs += 1;
        tally.broken += usize::from(fault.is_some());
        *tally.endings.entry(format!("{:?}", outcome.ending)).or_insert(0) += 1;
        let above = outcome.peak.saturating_sub(bases[limit]);
        let peak = tally.peaks.entry(memory).or_default();
        if above >= peak.0 {
            *peak = (above, name.to_string());
        }
        // 1 is for what does not compile; a program that itself exits with 1 goes uncounted.
        if outcome.ending != Ending::Exit(1) && fault.is_none() {
            tally.ran.extend(from);
        }
    }
}

/// Writes the hostile sources whose names contain `filter`, each into a folder of its own, and prints the
/// folders' names.
pub fn write_hostile(dir: &Path, filter: &str) -> std::io::Result<()> {
    for program in hostile::all().into_iter().filter(|p| p.name.contains(filter)) {
        let name = program.name.replace([' ', '/'], "-");
        for (file, text) in &program.files {
            let path = dir.join(&name).join(file);
            fs::create_dir_all(path.parent().unwrap_or(dir))?;
            fs::write(path, text)?;
        }
        println!("{name}");
    }
    Ok(())
}

fn generated(seed: u64) -> Vec<Vec<u8>> {
    let mut texts = vec![HELLO.as_bytes().to_vec()];
    for i in 0..20 {
        let config = crate::generator::Config {
            seed: seed.wrapping_add(i),
            functions: 1,
            only: None,
            size: 6,
            steps: 5_000,
            without: Default::default(),
            instrument: false,
            small: false,
        };
        texts.push(crate::generator::program(&config).text.into_bytes());
    }
    texts
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else if path.extension().is_some_and(|e| e == "go") {
        files.push(path.to_path_buf());
    }
    Ok(())
}

/// The program without the lines that the messages name, if they name any.
fn without_errors(text: &[u8], messages: &str, path: &Path) -> Option<Vec<u8>> {
    let place = format!("{}:", path.display());
    let named = messages.lines().filter_map(|l| l.strip_prefix(&place)?.split(':').next()?.parse().ok());
    let lines: BTreeSet<usize> = named.collect();
    let kept = text.split_inclusive(|b| *b == b'\n').enumerate().filter(|(n, _)| !lines.contains(&(n + 1)));
    (!lines.is_empty()).then(|| kept.flat_map(|(_, line)| line).copied().collect())
}

/// A program with one to three injuries that often leave it legal: other numbers, other operators, a line too
/// many.
fn gentle(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..1 + rng.below(3) {
        let all = tokens(&bytes);
        let change = match rng.below(8) {
            0 => line_again(rng, &bytes),
            _ => small_change(rng, &bytes, &all),
        };
        if let Some((from, to, put)) = change {
            bytes.splice(from..to, put);
        }
    }
    bytes
}

/// A change of bytes: from, to, and what comes there instead.
type Change = (usize, usize, Vec<u8>);

/// A statement that is a call or an assignment, twice.
fn line_again(rng: &mut Rng, bytes: &[u8]) -> Option<Change> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        let plain = (text.ends_with(')') || text.contains(" = ")) && !text.contains(":=") && line[0] == b'\t';
        if plain && !text.starts_with("func") && !text.starts_with("type") && !text.contains('"') {
            lines.push((start, line.to_vec()));
        }
        start += line.len();
    }
    if lines.is_empty() {
        return None;
    }
    let (at, line) = rng.pick(&lines).clone();
    Some((at, at, line))
}

const ALIKE: &[&[&str]] = &[
    &["+", "-", "*", "/", "%", "&", "|", "^", "&^"],
    &["<", ">", "<=", ">=", "==", "!="],
    &["+=", "-=", "*=", "|=", "&=", "^="],
    &["&&", "||"],
    &["++", "--"],
    &["true", "false"],
    &["break", "continue"],
    &["int", "int8", "uint8", "int32", "uint64", "float64", "uintptr"],
    &["Println", "Print", "Sprintln"],
];
const NUMBERS: &[&str] = &[
    "0", "1", "2", "3", "7", "8", "63", "64", "100", "255", "256", "1000", "65536", "1000000", "1<<31",
    "1<<40", "1<<62", "-1",
];

fn small_change(rng: &mut Rng, bytes: &[u8], all: &[(usize, usize)]) -> Option<Change> {
    let code = |t: &(usize, usize)| !String::from_utf8_lossy(&bytes[..t.0]).ends_with("// ");
    for _ in 0..60 {
        if all.is_empty() {
            return None;
        }
        let t = *rng.pick(all);
        let text = String::from_utf8_lossy(&bytes[t.0..t.1]).into_owned();
        if text.bytes().all(|b| b.is_ascii_digit()) && code(&t) {
            return Some((t.0, t.1, rng.pick(NUMBERS).as_bytes().to_vec()));
        }
        if let Some(set) = ALIKE.iter().find(|set| set.contains(&text.as_str())) {
            // An operator is mostly legal where another one of its kind is; types and pointers seldom are.
            return Some((t.0, t.1, rng.pick(set).as_bytes().to_vec()));
        }
    }
    None
}

/// A program of the corpus with one to six injuries.
pub fn mutant(rng: &mut Rng, text: &[u8], texts: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    let rounds = 1 + rng.below(3) * rng.below(3);
    for _ in 0..rounds {
        bytes = match rng.below(16) {
            0 => flip(rng, bytes),
            1 => truncate(rng, bytes),
            2 => repeat(rng, bytes),
            3 => insert_odd_bytes(rng, bytes),
            4 => splice(rng, bytes, texts),
            5 => shuffle_lines(rng, bytes),
            _ => tokens_changed(rng, &bytes),
        };
        bytes.truncate(1 << 20);
    }
    bytes
}

fn flip(rng: &mut Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..1 + rng.below(8) {
        let at = rng.below(bytes.len());
        if let Some(b) = bytes.get_mut(at) {
            *b ^= 1 << rng.below(8);
        }
    }
    bytes
}

fn truncate(rng: &mut Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    let at = rng.below(bytes.len() + 1);
    if rng.chance(70) {
        bytes.truncate(at);
        return bytes;
    }
    bytes.split_off(at)
}

/// Nesting without end: one token many times over.
fn repeat(rng: &mut Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    let texts = [
        "(",
        "{",
        "[",
        "[]",
        "*",
        "-",
        "!",
        "func() ",
        "if true {",
        "x.",
        "map[int]",
        "&",
        "<-",
        "1+",
        "{{",
        "((a,",
        "struct{a ",
        "interface{m() ",
        "for {",
        "switch {case ",
        "else if x {",
        "go ",
        "defer ",
        "chan ",
        "\"a\"+",
        "[1]",
        "[1000000]",
        "f(",
        "a[",
        "\n",
        ";",
        "/*",
        "label: ",
        "case 1: ",
        "var x = ",
    ];
    let text = *rng.pick(&texts);
    let times = *rng.pick(&[3usize, 50, 500, 5_000, 50_000]);
    let at = token_start(rng, &bytes);
    let run = text.repeat(times.min(400_000 / text.len()));
    bytes.splice(at..at, run.into_bytes());
    bytes
}

fn insert_odd_bytes(rng: &mut Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    let odd: [&[u8]; 12] = [
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        "\u{2028}".as_bytes(),
        "é".as_bytes(),
        "\u{202e}".as_bytes(),
        b"`",
        b"\"",
        b"'",
        b"\\",
    ];
    let at = rng.below(bytes.len() + 1);
    let what = *rng.pick(&odd);
    bytes.splice(at..at, what.iter().copied());
    bytes
}

fn splice(rng: &mut Rng, mut bytes: Vec<u8>, texts: &[Vec<u8>]) -> Vec<u8> {
    let other = rng.pick(texts).clone();
    let (a, b) = (rng.below(other.len() + 1), rng.below(other.len() + 1));
    let at = token_start(rng, &bytes);
    bytes.splice(at..at, other[a.min(b)..a.max(b)].iter().copied());
    bytes
}

fn shuffle_lines(rng: &mut Rng, bytes: Vec<u8>) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
    for _ in 0..1 + rng.below(3) {
        let (a, b) = (rng.below(lines.len()), rng.below(lines.len()));
        match rng.below(3) {
            0 => lines.swap(a, b),
            1 => lines.insert(a, lines[b]),
            _ if lines.len() > 1 => {
                lines.remove(a);
            }
            _ => {}
        }
    }
    lines.join(&b'\n')
}

/// The bounds of tokens, roughly as Go has them.
fn tokens(bytes: &[u8]) -> Vec<(usize, usize)> {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let b = bytes[at];
        at += 1;
        if b.is_ascii_whitespace() {
            continue;
        }
        if word(b) {
            while at < bytes.len() && word(bytes[at]) {
                at += 1;
            }
        } else if b == b'"' {
            while at < bytes.len() && bytes[at] != b'"' && bytes[at] != b'\n' {
                at += 1;
            }
            at = (at + 1).min(bytes.len());
        } else if at < bytes.len()
            && (matches!(
                (b, bytes[at]),
                (b':' | b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'|' | b'&' | b'^', b'=')
            ) || b == bytes[at] && matches!(b, b'&' | b'|' | b'+' | b'-' | b'<' | b'>'))
        {
            at += 1;
        }
        found.push((start, at));
    }
    found
}

fn token_start(rng: &mut Rng, bytes: &[u8]) -> usize {
    let all = tokens(bytes);
    if all.is_empty() { 0 } else { rng.pick(&all).0 }
}

const TOKENS: &[&str] = &[
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1e400",
    "0x",
    "1<<62",
    "1<<100000",
    "1<<1000000000",
    "0b2",
    "1_",
    "'a'",
    "''",
    "\"\"",
    "`",
    "nil",
    "true",
    "iota",
    "_",
    "int",
    "int8",
    "uint64",
    "float64",
    "string",
    "any",
    "error",
    "len",
    "cap",
    "append",
    "make",
    "new",
    "panic",
    "recover",
    "copy",
    "delete",
    "close",
    "func",
    "return",
    "break",
    "continue",
    "goto",
    "fallthrough",
    "switch",
    "case",
    "default",
    "select",
    "for",
    "range",
    "if",
    "else",
    "go",
    "defer",
    "chan",
    "map",
    "struct",
    "interface",
    "type",
    "var",
    "const",
    "import",
    "package",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    ":=",
    "=",
    "==",
    "!=",
    "<",
    ">",
    "<=",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "&^",
    "<<",
    ">>",
    "&&",
    "||",
    "!",
    "<-",
    "...",
    ".",
    "~",
    "#",
    "?",
    "1000000000",
    "make([]int, 1<<40)",
    "make([]byte, 1<<62)",
    "[1<<40]int{}",
    "for {}",
    "main()",
    "1i",
    "0.1e-400",
];

fn tokens_changed(rng: &mut Rng, bytes: &[u8]) -> Vec<u8> {
    let all = tokens(bytes);
    if all.is_empty() {
        return bytes.to_vec();
    }
    let (a, b) = (*rng.pick(&all), *rng.pick(&all));
    let near = all[(all.iter().position(|t| *t == a).unwrap_or(0) + 1).min(all.len() - 1)];
    let text = |t: (usize, usize)| bytes[t.0..t.1].to_vec();
    let (from, to, put) = match rng.below(7) {
        0 => (a.0, a.1, Vec::new()),
        1 => (a.0, a.1, [text(a), b" ".to_vec(), text(a)].concat()),
        2 => (a.0, a.1, text(b)),
        3 => (a.0, near.1, [text(near), b" ".to_vec(), text(a)].concat()),
        4 => (a.0.min(b.0), a.0.max(b.0).min(a.0.min(b.0) + 400), Vec::new()),
        5 => (a.0, a.0, [rng.pick(TOKENS).as_bytes(), b" "].concat()),
        _ => (a.0, a.1, rng.pick(TOKENS).as_bytes().to_vec()),
    };
    if from > to {
        return bytes.to_vec();
    }
    [&bytes[..from], &put, &bytes[to..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_are_deterministic_and_bounded() {
        let texts = generated(3);
        for i in 0..300 {
            let text = &texts[i as usize % texts.len()];
            let made = || (mutant(&mut Rng::part(1, i), text, &texts), gentle(&mut Rng::part(1, i), text));
            let (a, b) = (made(), made());
            assert_eq!(a, b);
            assert!(a.0.len() <= 1 << 20 && a.1.len() <= 1 << 20);
        }
        assert!(mutant(&mut Rng::part(1, 1), b"", &[Vec::new()]).len() <= 1 << 20);
    }

    #[test]
    fn lines_with_errors_are_taken_out() {
        let path = Path::new("out/m.go");
        let messages = "out/m.go:2:5: undefined: x\n    x = 1\n    ^\nout/m.go:4:1: y\n";
        let left = without_errors(b"a\nb\nc\nd", messages, path);
        assert_eq!(left.as_deref(), Some(&b"a\nc\n"[..]));
        assert_eq!(without_errors(b"a\n", "purlin: out of gas", path), None);
    }

    #[test]
    fn tokens_are_cut_where_go_cuts() {
        let text = b"x := a1 + \"b c\"";
        let cut: Vec<&[u8]> = tokens(text).iter().map(|(a, b)| &text[*a..*b]).collect();
        assert_eq!(cut, [&b"x"[..], b":=", b"a1", b"+", b"\"b c\""]);
    }
}
