//! Charges and polls, and the joining of charges whose difference cannot be observed.

use purlin_ir::InstData;

use super::{Role, Selector, VInst};
use crate::table::{Format, Op};

impl Selector<'_> {
    pub(super) fn charge(&mut self, data: &InstData) {
        if i32::try_from(data.units()).is_ok() {
            self.push_imm(Op::Charge, None, &[], data.units());
        } else {
            self.push(Op::ChargeWide, None, &[]).word = data.units() as u64;
        }
    }

    pub(super) fn poll(&mut self, data: &InstData) {
        let keeps = self.regs(&data.args);
        let inst = self.push(Op::Poll, None, &[]);
        inst.keeps = keeps;
        inst.kind = Role::Poll { state: data.state() };
    }
}

/// Joins charges whose difference cannot be observed: with no poll, call or trap between them.
pub(super) fn merge_charges(mut code: Vec<VInst>) -> Vec<VInst> {
    // What is kept moves down over what is not.
    let mut kept = 0;
    // Where the charge is that a later one may join.
    let mut open: Option<usize> = None;
    for n in 0..code.len() {
        if code[n].op == Op::Poll {
            // A charge right before is part of the poll.
            if kept > 0 && code[kept - 1].op == Op::Charge {
                kept -= 1;
                code[n].imm = code[kept].imm;
            }
            open = None;
        } else if code[n].op == Op::Charge {
            let imm = code[n].imm;
            if let Some(last) =
                open.map(|n| &mut code[n]).filter(|last| i32::try_from(last.imm + imm).is_ok())
            {
                last.imm += imm;
                continue;
            }
            open = Some(kept);
        } else if !is_quiet(code[n].op) {
            open = None;
        }
        code.swap(kept, n);
        kept += 1;
    }
    code.truncate(kept);
    code
}

/// Whether an instruction neither looks at gas nor ends, traps or calls anything.
pub(crate) fn is_quiet(op: Op) -> bool {
    match op.format() {
        Format::Abcd => !(Op::LdC8 as u16..=Op::StC64 as u16).contains(&(op as u16)),
        Format::Abc => !(Op::Sdiv64 as u16..=Op::Urem8 as u16).contains(&(op as u16)) && op != Op::Copy,
        Format::Abi => op != Op::LdN64,
        Format::Abcs | Format::Aw | Format::Ag | Format::Abcdef | Format::Abid => true,
        Format::Ab => !matches!(op, Op::Bounds | Op::Zero | Op::CallIndirect | Op::ReturnAdd64),
        Format::Ai => !matches!(op, Op::TrapIf | Op::Alloc | Op::Call | Op::CallNative),
        Format::Abw => matches!(op, Op::Method | Op::Implements),
        Format::N
        | Format::A
        | Format::I
        | Format::Abg
        | Format::Abj
        | Format::Aij
        | Format::Aj
        | Format::J => false,
        Format::Uj | Format::W | Format::Abiw | Format::Abjt | Format::Aijt | Format::Ajt => false,
        Format::Abcjt | Format::Abijt | Format::Absjt | Format::Dense | Format::Sparse => false,
    }
}
