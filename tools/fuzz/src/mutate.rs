//! `mutate`: damaged programs from a corpus, to see that whatever is fed in ends in a diagnostic, a trap or a
//! normal exit: never in a signal, a Rust panic, a hang, or memory beyond the limit. It does not ask whether
//! a damaged program means anything.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::child::{self, Ending, Outcome, say};
use crate::rng::Rng;

pub struct Mutation {
    pub purlin: PathBuf,
    pub corpus: Vec<PathBuf>,
    pub seed: u64,
    pub mutants: usize,
    pub jobs: usize,
    /// The arguments before the file.
    pub arguments: Vec<String>,
    /// Wall time after which a mutant counts as hanging.
    pub limit: Duration,
    /// Peak memory above that of a program that prints hello, in bytes.
    pub memory: u64,
    pub out: PathBuf,
}

const HELLO: &str = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"hello\")\n}\n";

impl Mutation {
    /// Runs all mutants; answers how many broke a rule.
    pub fn run(&self) -> std::io::Result<usize> {
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
        fs::create_dir_all(&self.out)?;
        let base = self.base_memory()?;
        say(&format!("{} files; hello takes {} KiB", texts.len(), base >> 10));
        let (next, broken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let endings: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());
        std::thread::scope(|scope| {
            for worker in 0..self.jobs.max(1) {
                let (next, broken, endings, texts) = (&next, &broken, &endings, &texts);
                scope.spawn(move || {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        if i >= self.mutants {
                            break;
                        }
                        match self.one(i, worker, texts, base) {
                            Ok((ending, None)) => {
                                if let Ok(mut all) = endings.lock() {
                                    *all.entry(ending).or_insert(0) += 1;
                                }
                            }
                            Ok((ending, Some(fault))) => {
                                broken.fetch_add(1, Ordering::Relaxed);
                                say(&format!("mutant {i}: {ending}: {fault}"));
                            }
                            Err(error) => say(&format!("mutant {i}: cannot run: {error}")),
                        }
                    }
                });
            }
        });
        let broken = broken.into_inner();
        for (ending, count) in endings.into_inner().unwrap_or_default() {
            say(&format!("{count:7}  {ending}"));
        }
        say(&format!("{} mutants, {broken} broke a rule", self.mutants));
        Ok(broken)
    }

    fn base_memory(&self) -> std::io::Result<u64> {
        let path = self.out.join("hello.go");
        fs::write(&path, HELLO)?;
        let outcome = self.execute(&path)?;
        if outcome.ending != Ending::Exit(0) {
            say(&format!("hello itself fails: {:?} {}", outcome.ending, outcome.stderr_text()));
        }
        Ok(outcome.peak)
    }

    fn execute(&self, file: &Path) -> std::io::Result<Outcome> {
        child::run(Command::new(&self.purlin).args(&self.arguments).arg(file), self.limit)
    }

    /// Makes and runs mutant `i`: how it ended, and the rule that it broke.
    fn one(
        &self,
        i: usize,
        worker: usize,
        texts: &[Vec<u8>],
        base: u64,
    ) -> std::io::Result<(String, Option<String>)> {
        let mut rng = Rng::part(self.seed, i as u64);
        let mutant = mutant(&mut rng, texts);
        let path = self.out.join(format!("mutant-{worker}.go"));
        fs::write(&path, &mutant)?;
        let outcome = self.execute(&path)?;
        let stderr = outcome.stderr_text();
        let fault = match outcome.ending {
            Ending::Signal(n) => Some(format!("signal {n}")),
            Ending::TimedOut => Some("hangs".to_string()),
            Ending::Exit(_) if stderr.contains("panicked at") => Some("a Rust panic".to_string()),
            Ending::Exit(_) if outcome.peak > base + self.memory => {
                Some(format!("{} MiB above hello", (outcome.peak - base) >> 20))
            }
            Ending::Exit(_) => None,
        };
        if let Some(fault) = &fault {
            let kept = self.out.join(format!("seed{}-mutant{i}.go", self.seed));
            fs::write(&kept, &mutant)?;
            let note = format!("{fault}\n{:?}\n{stderr}", outcome.ending);
            fs::write(kept.with_extension("txt"), note)?;
        }
        Ok((format!("{:?}", outcome.ending), fault))
    }
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

/// A program of the corpus with one to six injuries.
pub fn mutant(rng: &mut Rng, texts: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = rng.pick(texts).clone();
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
            && matches!((b, bytes[at]), (b':' | b'=' | b'!' | b'<' | b'>' | b'+' | b'-', b'='))
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
            let (a, b) = (mutant(&mut Rng::part(1, i), &texts), mutant(&mut Rng::part(1, i), &texts));
            assert_eq!(a, b);
            assert!(a.len() <= 1 << 20);
        }
        assert!(mutant(&mut Rng::part(1, 1), &[Vec::new()]).len() <= 1 << 20);
    }

    #[test]
    fn tokens_are_cut_where_go_cuts() {
        let text = b"x := a1 + \"b c\"";
        let cut: Vec<&[u8]> = tokens(text).iter().map(|(a, b)| &text[*a..*b]).collect();
        assert_eq!(cut, [&b"x"[..], b":=", b"a1", b"+", b"\"b c\""]);
    }
}
