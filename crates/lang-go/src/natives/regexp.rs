//! Package `regexp`: patterns compiled and searched for, by the kernels. Programs and paused searches are
//! words in the guest's heap; what a call may do is bounded, and charged by steps.

use purlin_base::gas;
use purlin_kernels::regexp::{self as kernel, Code, Error, Outcome, Program, Scratch, Search};
use purlin_runtime::native::{Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;
use smallvec::SmallVec;

natives! {
    /// Regular expressions.
    pub(super) REGEXP in "regexp" {
        /// A pattern as a program: code, program, names of groups separated by commas, literal prefix,
        /// whether that is all of it, and the place of an error.
        heavy "compile"(pattern: Str, perl: bool) -> (i64, Slice<[u8; 4]>, Str, Str, bool, i64, i64) = compile;
            [READS ALLOCATES] "PATTERN_BYTE a byte, PATTERN_CLASS a range, PATTERN_WORD a word of the program, allocations";
        /// Searches from a place on: 1 if there is a match, whose slots were set, 0 if not, -1 to resume with
        /// the state. The text may have halves of surrogate pairs, encoded as code points, if `surrogates`.
        heavy "find"(program: Slice<[u8; 4]>, text: Str, from: i64, slots: Slice<u64>, longest: bool, surrogates: bool, state: Slice<u64>) -> (i64, Slice<u64>) = find;
            [READS WRITES ALLOCATES] "1 a step";
    }
}

/// Bytes that a pattern may have.
const MAX_PATTERN: usize = 1 << 20;

type Compiled<'c> = (i64, SliceRef<'c, [u8; 4]>, StrRef<'c>, StrRef<'c>, bool, i64, i64);

fn compile<'c>(caller: &mut Caller<'c>, pattern: StrRef<'c>, perl: bool) -> Result<Compiled<'c>, Stop> {
    let (parsed, work) = match pattern.len() {
        0..=MAX_PATTERN => kernel::parse(caller.bytes(pattern), perl),
        len => (Err(Error { code: Code::Large, from: 0, to: len }), 0),
    };
    caller.charge(gas::PATTERN_BYTE * pattern.len() as i64 + gas::PATTERN_CLASS * work as i64);
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            let (code, from, to) = (error.code as i64, error.from as i64, error.to as i64);
            return Ok((code, SliceRef::empty(), StrRef::empty(), StrRef::empty(), false, from, to));
        }
    };
    let compiled = kernel::compile(&parsed);
    caller.charge(gas::PATTERN_WORD * compiled.words.len() as i64);
    let words: Vec<[u8; 4]> = compiled.words.iter().map(|w| w.to_le_bytes()).collect();
    let program = caller.new_slice(&words)?;
    let names = caller.new_string(parsed.names.join(",").as_bytes())?;
    let prefix = caller.new_string(compiled.prefix.as_bytes())?;
    Ok((0, program, names, prefix, compiled.complete, 0, 0))
}

fn find<'c>(
    caller: &mut Caller<'c>,
    program: SliceRef<'c, [u8; 4]>,
    text: StrRef<'c>,
    from: i64,
    slots: SliceRef<'c, u64>,
    longest: bool,
    surrogates: bool,
    state: SliceRef<'c, u64>,
) -> Result<(i64, SliceRef<'c, u64>), Stop> {
    // What threads with many groups may need is looked for in the guest's memory first.
    let insts = Program::new(caller.slice(program)).insts();
    let most = insts.saturating_mul(slots.len() + 1).saturating_mul(16);
    if most > 1 << 20 {
        caller.probe(most)?;
    }
    let mut found: SmallVec<[u64; 16]> = SmallVec::from_elem(u64::MAX, slots.len());
    let mut scratch = std::mem::take(caller.scratch::<Scratch>());
    let program = Program::new(caller.slice(program));
    let text = caller.bytes(text);
    let mut search =
        Search { program, text, longest, surrogates, slots: &mut found, scratch: &mut scratch, steps: 2 };
    let outcome = search.run(from as usize, caller.slice(state));
    let steps = search.steps;
    *caller.scratch::<Scratch>() = scratch;
    caller.charge(steps as i64);
    match outcome {
        Outcome::Match => {
            caller.slice_mut(slots).copy_from_slice(&found);
            Ok((1, SliceRef::empty()))
        }
        Outcome::None => Ok((0, SliceRef::empty())),
        Outcome::Pause(words) if words.is_empty() => Ok((-1, SliceRef::empty())),
        Outcome::Pause(words) => Ok((-1, caller.new_slice(&words)?)),
    }
}
