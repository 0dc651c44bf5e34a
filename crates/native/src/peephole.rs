//! Peephole optimisations of Cranelift's code for x86-64, in place: epilogues, and polls after charges.
//!
//! A charge and a poll read `sub gas, N; test gas, gas; jl`. The difference sets the flags by itself, and
//! processors run it and the branch as one. So the difference is encoded in the bytes of both, with a wider
//! constant. It would say something else where it overflows, which gas never does: what is left is far from
//! the least number.
//!
//! Epilogues read `add rsp, N; mov rsp, rbp; pop rbp; ret`. The `mov` is superfluous, as `rsp` equals `rbp`
//! already, but it makes the stack pointer of all that follows wait for `rbp`, which every frame loads from
//! memory: calls in a row run at the speed of that chain. So it becomes a nop of the same length, where
//! decoding shows it to be superfluous: the frame's size is known from the prologue, nothing else in the
//! function changes `rsp`, and the instruction before gives all of it back. Decoding begins at block starts
//! only, so that tables and constants among the code are never taken for instructions.

use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, OpKind, Register};

/// A nop as long as `mov rsp, rbp`.
const NOP3: [u8; 3] = [0x0f, 0x1f, 0x00];

/// A pattern that has a shorter or faster form of the same length, and its offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pattern {
    /// A move that does nothing.
    Move(usize),
    /// A difference of a register and a byte, and a test of the same register.
    Test(usize),
}

/// What was found in a function.
#[derive(Debug, Default)]
pub(crate) struct Found {
    patterns: Vec<Pattern>,
    /// For each backward branch, the offset of its target and the offset after the branch: the loops, and
    /// what else lies between.
    pub loops: Vec<(u32, u32)>,
}

/// Rewrites all patterns of a function. `blocks` are the offsets where basic blocks begin.
pub(crate) fn function(code: &mut [u8], blocks: &[u32]) -> Found {
    let mut found = Found::default();
    let Some(frame) = frame_size(code) else { return found };
    for (n, start) in blocks.iter().enumerate() {
        let end = blocks.get(n + 1).map_or(code.len(), |b| *b as usize);
        if !scan(&code[..end], *start as usize, frame, &mut found) {
            found.patterns.clear();
            return found;
        }
    }
    for pattern in &found.patterns {
        match *pattern {
            Pattern::Move(at) => code[at..at + NOP3.len()].copy_from_slice(&NOP3),
            Pattern::Test(at) => {
                let constant = i32::from(code[at + 3] as i8);
                code[at + 1] = SUB_WIDE;
                code[at + 3..at + 7].copy_from_slice(&constant.to_le_bytes());
            }
        }
    }
    found
}

/// The opcode byte of a sum or difference with a constant of four bytes; a byte's is 0x83, what follows is
/// the same.
const SUB_WIDE: u8 = 0x81;

/// Whether these are `sub r, N; test r, r; jl`, seven bytes before the branch.
fn is_poll(sub: &Instruction, test: &Instruction, branch: &Instruction) -> bool {
    let register = sub.op0_register();
    branch.mnemonic() == Mnemonic::Jl
        && (sub.mnemonic(), test.mnemonic()) == (Mnemonic::Sub, Mnemonic::Test)
        && (sub.len(), test.len()) == (4, 3)
        && sub.op0_kind() == OpKind::Register
        && sub.op1_kind() == OpKind::Immediate8to64
        && register.is_gpr64()
        && [test.op0_kind(), test.op1_kind()] == [OpKind::Register; 2]
        && [test.op0_register(), test.op1_register()] == [register; 2]
}

/// Bytes below `rbp` that the prologue `push rbp; mov rbp, rsp; sub rsp, N` makes; `None` for another
/// prologue.
fn frame_size(code: &[u8]) -> Option<u64> {
    let mut decoder = Decoder::with_ip(64, code, 0, DecoderOptions::NONE);
    let push = decoder.decode();
    if push.mnemonic() != Mnemonic::Push || push.op0_register() != Register::RBP {
        return None;
    }
    if !is_move(&decoder.decode(), Register::RBP, Register::RSP) {
        return None;
    }
    Some(adjustment(&decoder.decode(), Mnemonic::Sub).unwrap_or(0))
}

fn is_move(inst: &Instruction, to: Register, from: Register) -> bool {
    inst.mnemonic() == Mnemonic::Mov
        && inst.op0_kind() == OpKind::Register
        && inst.op1_kind() == OpKind::Register
        && (inst.op0_register(), inst.op1_register()) == (to, from)
}

/// N of `add rsp, N` or `sub rsp, N`.
fn adjustment(inst: &Instruction, mnemonic: Mnemonic) -> Option<u64> {
    let stack = inst.mnemonic() == mnemonic
        && inst.op0_kind() == OpKind::Register
        && inst.op0_register() == Register::RSP;
    match inst.op1_kind() {
        OpKind::Immediate8to64 | OpKind::Immediate32to64 if stack => Some(inst.immediate(1)),
        _ => None,
    }
}

/// Looks through one block. False if something else changes `rsp`.
fn scan(code: &[u8], start: usize, frame: u64, found: &mut Found) -> bool {
    let mut decoder = Decoder::with_ip(64, code, 0, DecoderOptions::NONE);
    if decoder.set_position(start).is_err() {
        return false;
    }
    decoder.set_ip(start as u64);
    // Whether the frame is given back, as of the instruction before.
    let mut given_back = false;
    // The two instructions before.
    let mut before = [Instruction::default(); 2];
    while decoder.can_decode() {
        let inst = decoder.decode();
        let at = inst.ip() as usize;
        if inst.is_invalid() {
            return false;
        }
        if is_poll(&before[0], &before[1], &inst) {
            found.patterns.push(Pattern::Test(before[0].ip() as usize));
        }
        before = [before[1], inst];
        if matches!(inst.flow_control(), FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch)
            && inst.near_branch_target() < inst.ip()
        {
            found.loops.push((inst.near_branch_target() as u32, inst.next_ip() as u32));
        }
        if is_move(&inst, Register::RSP, Register::RBP) && inst.len() == NOP3.len() {
            if given_back || frame == 0 {
                found.patterns.push(Pattern::Move(at));
            }
        } else if let Some(n) = adjustment(&inst, Mnemonic::Add) {
            given_back = n == frame;
            if !given_back {
                return false;
            }
            continue;
        } else if adjustment(&inst, Mnemonic::Sub).is_some_and(|n| n == frame && start == 0) {
            // The prologue's.
        } else if changes_stack_pointer(&inst) {
            return false;
        }
        given_back = false;
        match inst.flow_control() {
            FlowControl::Return
            | FlowControl::UnconditionalBranch
            | FlowControl::IndirectBranch
            | FlowControl::Exception => return true,
            FlowControl::Next
            | FlowControl::ConditionalBranch
            | FlowControl::Call
            | FlowControl::IndirectCall
            | FlowControl::Interrupt
            | FlowControl::XbeginXabortXend => {}
        }
    }
    true
}

fn changes_stack_pointer(inst: &Instruction) -> bool {
    match inst.mnemonic() {
        Mnemonic::Push | Mnemonic::Pop => inst.op0_register() != Register::RBP,
        // Compares read; everything else that names rsp first writes it.
        Mnemonic::Cmp | Mnemonic::Test => false,
        _ => {
            inst.op_count() > 0
                && inst.op0_kind() == OpKind::Register
                && inst.op0_register().full_register() == Register::RSP
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROLOGUE: [u8; 8] = [0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x10];
    const EPILOGUE: [u8; 9] = [0x48, 0x83, 0xc4, 0x10, 0x48, 0x89, 0xec, 0x5d, 0xc3];

    fn rewritten(code: &[&[u8]], blocks: &[u32]) -> (usize, Vec<u8>) {
        let mut code = code.concat();
        (function(&mut code, blocks).patterns.len(), code)
    }

    #[test]
    fn a_superfluous_move_goes() {
        let (n, code) = rewritten(&[&PROLOGUE, &EPILOGUE], &[0]);
        assert_eq!(n, 1);
        assert_eq!(code[12..15], NOP3);
        let (n, _) = rewritten(&[&PROLOGUE[..4], &EPILOGUE[4..]], &[0]);
        assert_eq!(n, 1);
    }

    #[test]
    fn a_needed_move_stays() {
        // Nothing gives the frame back.
        assert_eq!(rewritten(&[&PROLOGUE, &EPILOGUE[4..]], &[0]).0, 0);
        // It gives back something else.
        assert_eq!(rewritten(&[&PROLOGUE, &[0x48, 0x83, 0xc4, 0x08], &EPILOGUE[4..]], &[0]).0, 0);
        // Something else moved the stack pointer: `sub rsp, rax`, `push rax`.
        assert_eq!(rewritten(&[&PROLOGUE, &[0x48, 0x29, 0xc4], &EPILOGUE], &[0]).0, 0);
        assert_eq!(rewritten(&[&PROLOGUE, &[0x50], &EPILOGUE], &[0]).0, 0);
    }

    #[test]
    fn ways_back_are_loops() {
        // `dec rax; jnz` to itself, in the short and the long form.
        let mut code = [&PROLOGUE[..], &[0x48, 0xff, 0xc8, 0x75, 0xfb], &EPILOGUE].concat();
        assert_eq!(function(&mut code, &[0, 8, 13]).loops, [(8, 13)]);
        let long = [0x48, 0xff, 0xc8, 0x0f, 0x85, 0xf7, 0xff, 0xff, 0xff];
        let mut code = [&PROLOGUE[..], &long, &EPILOGUE].concat();
        assert_eq!(function(&mut code, &[0, 8, 17]).loops, [(8, 17)]);
    }

    #[test]
    fn data_after_a_jump_is_not_code() {
        // A table after `jmp rax` that happens to read like an epilogue, then a real block.
        let table = [0x48, 0x89, 0xec, 0x5d];
        let (n, code) = rewritten(&[&PROLOGUE, &[0xff, 0xe0], &table, &EPILOGUE], &[0, 14]);
        assert_eq!(n, 1);
        assert_eq!(code[10..14], table);
    }

    #[test]
    fn a_charge_tests_for_its_poll() {
        // `sub r9, 6; test r9, r9; jl`.
        let poll = [0x49, 0x83, 0xe9, 0x06, 0x4d, 0x85, 0xc9, 0x0f, 0x8c, 0, 0, 0, 0];
        let (n, code) = rewritten(&[&PROLOGUE, &poll, &EPILOGUE], &[0]);
        assert_eq!(n, 2);
        assert_eq!(code[8..15], [0x49, 0x81, 0xe9, 0x06, 0, 0, 0]);
        // A refund: the constant keeps its sign.
        let refund = [0x48, 0x83, 0xe8, 0xfa, 0x48, 0x85, 0xc0, 0x0f, 0x8c, 0, 0, 0, 0];
        let (_, code) = rewritten(&[&PROLOGUE, &refund, &EPILOGUE], &[0]);
        assert_eq!(code[8..15], [0x48, 0x81, 0xe8, 0xfa, 0xff, 0xff, 0xff]);
    }

    #[test]
    fn other_tests_stay() {
        // Of another register; for another condition; a sum.
        let other = [0x49, 0x83, 0xe9, 0x06, 0x4d, 0x85, 0xd2, 0x0f, 0x8c, 0, 0, 0, 0];
        let zero = [0x49, 0x83, 0xe9, 0x06, 0x4d, 0x85, 0xc9, 0x0f, 0x84, 0, 0, 0, 0];
        let sum = [0x49, 0x83, 0xc1, 0x06, 0x4d, 0x85, 0xc9, 0x0f, 0x8c, 0, 0, 0, 0];
        for code in [other, zero, sum] {
            assert_eq!(rewritten(&[&PROLOGUE, &code, &EPILOGUE], &[0]).0, 1);
        }
        // A block that begins with the test can be reached without the difference.
        let poll = [0x49, 0x83, 0xe9, 0x06, 0x4d, 0x85, 0xc9, 0x0f, 0x8c, 0, 0, 0, 0];
        assert_eq!(rewritten(&[&PROLOGUE, &poll, &EPILOGUE], &[0, 12]).0, 1);
    }
}
