//! Neighbours that become one instruction, once slots are known. Each row is there because programs gain by
//! it; what they gain is in docs/decisions/0020.
//!
//! Knows nothing of labels: the emitter says which neighbours have none between them.

use crate::table::{Op, a, b, c, encode, imm};

/// Whether the instruction at `at` is the last that was written.
pub(super) fn is_last(words: &[u64], at: u32) -> bool {
    let word = words.get(at as usize).copied();
    word.and_then(|word| Some(Op::decode(word)?.format().words(word))) == Some(words.len() - at as usize)
}

/// Makes one instruction of the last one, which begins at `at`, and `next`, if there is one that does both.
pub(super) fn join(words: &mut Vec<u64>, at: u32, next: u64) -> bool {
    let last = words[at as usize];
    let (Some(first), Some(second)) = (Op::decode(last), Op::decode(next)) else { return false };
    let adjacent = |x: u64, y: u64| b(x) == b(y) && i32::from(c(y) as i16) == i32::from(c(x) as i16) + 8;
    let (joined, more) = match (first, second) {
        (Op::Mov, Op::Mov) => (encode(Op::Mov2, a(last), b(last), a(next)), Some(u64::from(b(next)))),
        (Op::Mov2, Op::Mov) => {
            let fields = u64::from(a(next)) << 16 | u64::from(b(next)) << 32;
            words[at as usize + 1] |= fields;
            (encode(Op::Mov3, a(last), b(last), c(last)), None)
        }
        (Op::NilCheck, Op::Ld64) if a(last) == b(next) => {
            (encode(Op::LdN64, a(next), b(next), c(next)), None)
        }
        (Op::Ld64, Op::Ld64) if adjacent(last, next) && a(last) != b(last) => {
            (encode(Op::Ld128, a(last), b(last), c(last)), Some(u64::from(a(next))))
        }
        (Op::St64, Op::St64) if adjacent(last, next) => {
            (encode(Op::St128, a(last), b(last), c(last)), Some(u64::from(a(next))))
        }
        (Op::AddI64, Op::Call) if a(last) == a(next) => {
            (encode(Op::CallAddI, a(last), b(last), c(last)), Some(imm(next) as u32 as u64))
        }
        (Op::Ld64, Op::Call) if a(last) == a(next) => {
            (encode(Op::CallLd64, a(last), b(last), c(last)), Some(imm(next) as u32 as u64))
        }
        (Op::Add64, Op::Return1) if a(last) == a(next) => {
            (encode(Op::ReturnAdd64, b(last), c(last), 0), None)
        }
        // wildcard: fusing is an exception: most pairs stay two instructions.
        _ => return false,
    };
    words[at as usize] = joined;
    words.extend(more);
    true
}

/// What the instruction at `at` adds to `slot`, if that is all that it does and it is the last one.
pub(super) fn step(words: &[u64], at: u32, slot: u16) -> Option<i16> {
    let word = words[at as usize];
    let adds = Op::decode(word) == Some(Op::AddI64) && is_last(words, at);
    (adds && a(word) == slot && b(word) == slot).then_some(c(word) as i16)
}

/// The branch that is also the end of a loop.
pub(super) fn end_of_loop(op: Op) -> Option<Op> {
    const ROWS: [(Op, Op); 4] = [
        (Op::JSlt, Op::LoopSlt),
        (Op::JSle, Op::LoopSle),
        (Op::JSltI, Op::LoopSltI),
        (Op::JNeI, Op::LoopNeI),
    ];
    ROWS.iter().find(|row| row.0 == op).map(|row| row.1)
}

/// The branch that also takes gas.
pub(super) fn with_gas(op: Op) -> Op {
    const ROWS: [(Op, Op); 36] = [
        (Op::Jnz, Op::TJnz),
        (Op::Jz, Op::TJz),
        (Op::JEq, Op::TJEq),
        (Op::JNe, Op::TJNe),
        (Op::JSlt, Op::TJSlt),
        (Op::JSle, Op::TJSle),
        (Op::JUlt, Op::TJUlt),
        (Op::JUle, Op::TJUle),
        (Op::JEqI, Op::TJEqI),
        (Op::JNeI, Op::TJNeI),
        (Op::JSltI, Op::TJSltI),
        (Op::JSleI, Op::TJSleI),
        (Op::JSgtI, Op::TJSgtI),
        (Op::JSgeI, Op::TJSgeI),
        (Op::JFeq, Op::TJFeq),
        (Op::JFne, Op::TJFne),
        (Op::JFlt, Op::TJFlt),
        (Op::JFle, Op::TJFle),
        (Op::JFnlt, Op::TJFnlt),
        (Op::JFnle, Op::TJFnle),
        (Op::JInts, Op::TJInts),
        (Op::JNotInts, Op::TJNotInts),
        (Op::JFloats, Op::TJFloats),
        (Op::JNotFloats, Op::TJNotFloats),
        (Op::FindIsJ, Op::TFindIsJ),
        (Op::FindAnyJ, Op::TFindAnyJ),
        (Op::FindOfIsJ, Op::TFindOfIsJ),
        (Op::FindOfAnyJ, Op::TFindOfAnyJ),
        (Op::DynAddJ, Op::TDynAddJ),
        (Op::DynAddIJ, Op::TDynAddIJ),
        (Op::DynSubJ, Op::TDynSubJ),
        (Op::DynMulJ, Op::TDynMulJ),
        (Op::DynFaddJ, Op::TDynFaddJ),
        (Op::DynFsubJ, Op::TDynFsubJ),
        (Op::DynFmulJ, Op::TDynFmulJ),
        (Op::DynFdivJ, Op::TDynFdivJ),
    ];
    ROWS.iter().find(|row| row.0 == op).map_or(op, |row| row.1)
}
