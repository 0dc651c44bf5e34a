//! Mends Cranelift's epilogues on x86-64.
//!
//! They read `add rsp, N; mov rsp, rbp; pop rbp; ret`. The `mov` is superfluous, as `rsp` equals `rbp` already, but it
//! makes the stack pointer of all that follows wait for `rbp`, which every frame loads from memory: calls in a row
//! run at the speed of that chain. So it becomes a nop of the same length, where decoding shows it to be
//! superfluous: the frame's size is known from the prologue, nothing else in the function changes `rsp`, and
//! the instruction before gives all of it back. Decoding begins at block starts only, so that tables and
//! constants among the code are never taken for instructions.

use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, OpKind, Register};

/// A nop as long as `mov rsp, rbp`.
const NOP3: [u8; 3] = [0x0f, 0x1f, 0x00];

/// Mends all epilogues of a function in place; how many. `blocks` are the offsets where basic blocks begin.
pub fn epilogues(code: &mut [u8], blocks: &[u32]) -> usize {
    let Some(frame) = frame_size(code) else { return 0 };
    let mut found = Vec::new();
    for (n, start) in blocks.iter().enumerate() {
        let end = blocks.get(n + 1).map_or(code.len(), |b| *b as usize);
        if !scan(&code[..end], *start as usize, frame, &mut found) {
            return 0;
        }
    }
    for at in &found {
        code[*at..*at + NOP3.len()].copy_from_slice(&NOP3);
    }
    found.len()
}

/// Bytes below `rbp` that the prologue `push rbp; mov rbp, rsp; sub rsp, N` makes; `None` for another prologue.
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

/// Looks through one block for superfluous moves. False if something else changes `rsp`.
fn scan(code: &[u8], start: usize, frame: u64, found: &mut Vec<usize>) -> bool {
    let mut decoder = Decoder::with_ip(64, code, 0, DecoderOptions::NONE);
    if decoder.set_position(start).is_err() {
        return false;
    }
    decoder.set_ip(start as u64);
    // Whether the frame is given back, as of the instruction before.
    let mut given_back = false;
    while decoder.can_decode() {
        let inst = decoder.decode();
        let at = inst.ip() as usize;
        if inst.is_invalid() {
            return false;
        }
        if is_move(&inst, Register::RSP, Register::RBP) && inst.len() == NOP3.len() {
            if given_back || frame == 0 {
                found.push(at);
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

    fn mended(code: &[&[u8]], blocks: &[u32]) -> (usize, Vec<u8>) {
        let mut code = code.concat();
        (epilogues(&mut code, blocks), code)
    }

    #[test]
    fn a_superfluous_move_goes() {
        let (n, code) = mended(&[&PROLOGUE, &EPILOGUE], &[0]);
        assert_eq!(n, 1);
        assert_eq!(code[12..15], NOP3);
        let (n, _) = mended(&[&PROLOGUE[..4], &EPILOGUE[4..]], &[0]);
        assert_eq!(n, 1);
    }

    #[test]
    fn a_needed_move_stays() {
        // Nothing gives the frame back.
        assert_eq!(mended(&[&PROLOGUE, &EPILOGUE[4..]], &[0]).0, 0);
        // It gives back something else.
        assert_eq!(mended(&[&PROLOGUE, &[0x48, 0x83, 0xc4, 0x08], &EPILOGUE[4..]], &[0]).0, 0);
        // Something else moved the stack pointer: `sub rsp, rax`, `push rax`.
        assert_eq!(mended(&[&PROLOGUE, &[0x48, 0x29, 0xc4], &EPILOGUE], &[0]).0, 0);
        assert_eq!(mended(&[&PROLOGUE, &[0x50], &EPILOGUE], &[0]).0, 0);
    }

    #[test]
    fn data_behind_a_jump_is_not_code() {
        // A table behind `jmp rax` that happens to read like an epilogue, then a real block.
        let table = [0x48, 0x89, 0xec, 0x5d];
        let (n, code) = mended(&[&PROLOGUE, &[0xff, 0xe0], &table, &EPILOGUE], &[0, 14]);
        assert_eq!(n, 1);
        assert_eq!(code[10..14], table);
    }
}
