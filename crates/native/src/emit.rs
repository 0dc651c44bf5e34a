//! A function's code as text that a GNU assembler turns into an object again: for running code of another
//! architecture in a program of one's own. What the code calls in the runtime are undefined symbols.

use std::fmt::Write as _;

use crate::disassemble;
use crate::link::{Fixup, MachineCode, Patch, Symbol};

/// The assembler's text: a global symbol `label`, the bytes, and relocations where they refer to
/// `purlin_STUB`.
pub(crate) fn assembler(made: &MachineCode, label: &str) -> String {
    let mut out = String::new();
    let align = made.align.max(16);
    let _ = write!(out, ".text\n.balign {align}\n.globl {label}\n.type {label}, %function\n{label}:\n");
    for fixup in &made.fixups {
        let _ = writeln!(out, ".reloc {label} + {}, {}", fixup.at, relocation(fixup, label));
    }
    for bytes in made.bytes.chunks(16) {
        let bytes: Vec<_> = bytes.iter().map(|b| format!("0x{b:02x}")).collect();
        let _ = writeln!(out, ".byte {}", bytes.join(","));
    }
    let _ = writeln!(out, ".size {label}, . - {label}");
    out
}

/// The relocation's ELF name and what it refers to.
fn relocation(fixup: &Fixup, label: &str) -> String {
    let kind = match fixup.patch {
        // The two names differ by architecture; nothing that code is generated for here has both.
        Patch::Absolute => "BFD_RELOC_64",
        Patch::Distance => "R_X86_64_PC32",
        Patch::Branch26 => "R_AARCH64_CALL26",
        Patch::Page21 => "R_AARCH64_ADR_PREL_PG_HI21",
        Patch::InPage12 => "R_AARCH64_ADD_ABS_LO12_NC",
    };
    let symbol = match fixup.symbol {
        Symbol::Here(at) => format!("{label} + {at}"),
        // Functions name themselves only.
        Symbol::Func(_) => label.to_string(),
        Symbol::Stub(_) | Symbol::LibCall(_) => format!("purlin_{}", disassemble::name(fixup.symbol)),
    };
    format!("{kind}, {symbol} + {}", fixup.addend)
}
