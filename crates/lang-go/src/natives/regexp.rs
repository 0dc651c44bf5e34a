//! Package `regexp`: patterns compiled and searched for. Programs and paused searches are words in the guest's heap;
//! what a call may do is bounded, and charged by steps.

mod class;
mod parse;
mod program;
mod search;

use purlin_runtime::native::{Answer, Call, Native};
use smallvec::SmallVec;

use search::{Outcome, Program, Scratch, Search};

pub const NATIVES: super::Table =
    &[("regexp.compile", Native::Heavy(compile)), ("regexp.find", Native::Heavy(find))];

/// Bytes that a pattern may have.
const MAX_PATTERN: usize = 1 << 20;

/// A fresh slice of integers in results `n` to `n + 2`.
fn ret_words(call: &mut Call<'_>, n: usize, bytes: &[u8], width: usize) -> Answer {
    call.ret_string(n, bytes)?;
    let len = (bytes.len() / width) as i64;
    call.ret_int(n + 1, len);
    call.ret_int(n + 2, len);
    Ok(())
}

/// Gas for a range of a class, or for a code point that is looked at because case does not matter.
const CLASS_WORK: usize = 6;

/// `(pattern string, perl bool) (code int, program []uint32, names, prefix string, complete bool, from, to int)`. Names
/// are separated by commas.
fn compile(call: &mut Call<'_>) -> Answer {
    let (text, perl) = (call.bytes(0), call.bool(2));
    let (parsed, work) = match text.len() {
        0..=MAX_PATTERN => parse::parse(text, perl),
        len => (Err(parse::Error { code: parse::Code::Large, from: 0, to: len }), 0),
    };
    call.vm.charge((8 * text.len() + CLASS_WORK * work) as i64);
    for n in 0..11 {
        call.ret(n, 0);
    }
    match parsed {
        Err(error) => {
            call.ret_int(0, error.code as i64);
            call.ret_int(9, error.from as i64);
            call.ret_int(10, error.to as i64);
        }
        Ok(parsed) => {
            let compiled = program::compile(&parsed.root, parsed.names.len());
            call.vm.charge(4 * compiled.words.len() as i64);
            let words: Vec<u8> = compiled.words.iter().flat_map(|w| w.to_le_bytes()).collect();
            // Allocating may collect, and results are no roots until the call returns: the handles are.
            let handles = call.vm.handles.len();
            ret_words(call, 1, &words, 4)?;
            let program = call.word(1);
            call.vm.handles.push(program);
            call.ret_string(4, parsed.names.join(",").as_bytes())?;
            let names = call.word(4);
            call.vm.handles.push(names);
            call.ret_string(6, compiled.prefix.as_bytes())?;
            call.vm.handles.truncate(handles);
            call.ret_bool(8, compiled.complete);
        }
    }
    Ok(())
}

/// `(program []uint32, text string, from int, slots []int, longest bool, state []uint64) (found int, state []uint64)`:
/// 1 if there is a match, whose slots were set, 0 if not, -1 to go on with the state.
fn find(call: &mut Call<'_>) -> Answer {
    let program = Program::new(call.view(call.word(0), 4 * call.int(1) as usize));
    let (text, from, longest) = (call.bytes(3), call.int(5) as usize, call.bool(9));
    let (slots_at, slots_len) = (call.word(6), call.int(7) as usize);
    let state: SmallVec<[u64; 8]> = match call.int(11) {
        0 => SmallVec::new(),
        len => {
            let (words, _) = call.view(call.word(10), 8 * len as usize).as_chunks();
            words.iter().map(|w| u64::from_le_bytes(*w)).collect()
        }
    };
    // What threads with many groups may need is looked for in the guest's memory first.
    let most = program.insts().saturating_mul(slots_len + 1).saturating_mul(16);
    if most > 1 << 20 {
        call.vm.new_buffer(most)?;
    }
    let mut slots: SmallVec<[u64; 16]> = SmallVec::from_elem(u64::MAX, slots_len);
    let mut scratch = std::mem::take(call.vm.native_state.get::<Scratch>());
    let mut search = Search { program, text, longest, slots: &mut slots, scratch: &mut scratch, steps: 2 };
    let outcome = search.run(from, &state);
    let steps = search.steps;
    *call.vm.native_state.get::<Scratch>() = scratch;
    call.vm.charge(steps as i64);
    let (found, words) = match outcome {
        Outcome::Match => {
            if slots_len > 0 {
                let out = call.view_mut(slots_at, 8 * slots_len);
                let (out, _) = out.as_chunks_mut();
                out.iter_mut().zip(&slots).for_each(|(out, slot)| *out = slot.to_le_bytes());
            }
            (1, vec![])
        }
        Outcome::None => (0, vec![]),
        Outcome::Pause(words) => (-1, words),
    };
    for n in 0..4 {
        call.ret_int(n, 0);
    }
    if !words.is_empty() {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        ret_words(call, 1, &bytes, 8)?;
    }
    call.ret_int(0, found);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slots of the first match, or nothing; `None` if the pattern is wrong.
    fn run(pattern: &str, text: &[u8], longest: bool) -> Option<Vec<i64>> {
        let parsed = parse::parse(pattern.as_bytes(), true).0.ok()?;
        let compiled = program::compile(&parsed.root, parsed.names.len());
        let words: Vec<u8> = compiled.words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let mut slots = vec![0; 2 * parsed.names.len()];
        let mut scratch = Scratch::default();
        let mut state = vec![];
        loop {
            let mut search = Search {
                program: Program::new(&words),
                text,
                longest,
                slots: &mut slots,
                scratch: &mut scratch,
                steps: 0,
            };
            match search.run(0, &state) {
                Outcome::Match => return Some(slots.iter().map(|s| *s as i64).collect()),
                Outcome::None => return Some(vec![]),
                Outcome::Pause(words) => state = words,
            }
        }
    }

    #[test]
    fn matches() {
        assert_eq!(run("a(b*)c", b"xabbc", false), Some(vec![1, 5, 2, 4]));
        assert_eq!(run("a|ab", b"ab", false), Some(vec![0, 1]));
        assert_eq!(run("a|ab", b"ab", true), Some(vec![0, 2]));
        assert_eq!(run("(?i)straSSe", "STRASSE".as_bytes(), false), Some(vec![0, 7]));
        assert_eq!(run(".", b"\xff", false), Some(vec![0, 1]));
        assert_eq!(run("^$", b"", false), Some(vec![0, 0]));
        assert_eq!(run("a**", b"", false), None);
    }

    /// Both machines, and a search that pauses, give the same.
    #[test]
    fn long_texts() {
        let mut text = vec![b'a'; 400_000];
        text.extend(b"b!");
        assert_eq!(run("a*b", &text, false), Some(vec![0, 400_001]));
        assert_eq!(run("(a+)+c", &text, false), Some(vec![]));
        assert_eq!(run("(a+)(b)!", &text, false), Some(vec![0, 400_002, 0, 400_000, 400_000, 400_001]));
        assert_eq!(run("[^a]!", &text, true), Some(vec![400_000, 400_002]));
    }

    #[test]
    fn hostile_patterns_are_errors() {
        for pattern in
            ["(".repeat(100_000), "a*".repeat(400_000), "[^a]{1000}".repeat(1000), "(a{9}){9}".repeat(90_000)]
        {
            let _ = parse::parse(pattern.as_bytes(), true);
        }
        let nested = format!("{}a{}", "(".repeat(2000), ")".repeat(2000));
        assert_eq!(
            parse::parse(nested.as_bytes(), true).0.err().map(|e| e.code),
            Some(parse::Code::NestingDepth)
        );
        assert!(parse::parse("(((((a{100}){100}){100}){100}){100})".as_bytes(), true).0.is_err());
    }
}
