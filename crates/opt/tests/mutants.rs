//! Whatever verifies can be optimised, and verifies after each pass: the test texts with their tokens
//! shuffled.

use std::fs;
use std::path::Path;

use purlin_ir::{parse, print, verify};
use purlin_opt::{Options, optimise};

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

/// Texts before any pass.
fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("../ir/tests/everything.ir"));
    let before = |text: String| text.split("; --------").next().unwrap_or_default().to_string();
    paths.iter().map(|p| before(fs::read_to_string(p).unwrap())).collect()
}

#[test]
fn what_verifies_can_be_optimised() {
    let mut options = Options::default();
    options.verify_each = true;
    let mut rng = Rng(0x1234_5678_9abc_def1);
    let mut verified = 0;
    for text in texts() {
        let tokens: Vec<&str> = text.split_inclusive([' ', '\n', ',', '(', ')']).collect();
        for _ in 0..4000 {
            let mut parts = tokens.clone();
            for _ in 0..rng.below(5) {
                let (a, b) = (rng.below(parts.len()), rng.below(parts.len()));
                // Like for like, so that more mutants verify.
                let same = parts[a].as_bytes()[0] == parts[b].as_bytes()[0];
                match rng.below(8) {
                    0 => drop(parts.remove(a)),
                    1 => parts.insert(a, parts[b]),
                    _ if same => parts[a] = parts[b],
                    _ => {}
                }
            }
            let text = parts.concat();
            let Ok(mut module) = parse::module(&text) else { continue };
            if verify::module(&module).is_err() {
                continue;
            }
            verified += 1;
            let before = print::module(&module);
            optimise(&mut module, &options).unwrap_or_else(|e| panic!("{e}\n{before}"));
            let once = print::module(&module);
            let mut again = parse::module(&once).unwrap_or_else(|e| panic!("{e}\n{once}"));
            optimise(&mut again, &options).unwrap_or_else(|e| panic!("again: {e}\n{once}"));
        }
    }
    assert!(verified > 4000, "too few mutants verify: {verified}");
}
