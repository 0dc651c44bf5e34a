//! Package `regexp`: patterns compiled and searched for, by the kernels. Programs and paused searches are words in the
//! guest's heap; what a call may do is bounded, and charged by steps.

use purlin_kernels::regexp::{self as kernel, Code, Error, Outcome, Program, Scratch, Search};
use purlin_runtime::native::{Answer, Call, Native};
use smallvec::SmallVec;

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
        0..=MAX_PATTERN => kernel::parse(text, perl),
        len => (Err(Error { code: Code::Large, from: 0, to: len }), 0),
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
            let compiled = kernel::compile(&parsed);
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
/// 1 if there is a match, whose slots were set, 0 if not, -1 to resume with the state.
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
