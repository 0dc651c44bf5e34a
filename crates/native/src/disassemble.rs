//! Machine code as text, with the source positions it comes from.

use std::fmt::Write as _;

use iced_x86::{Decoder, DecoderOptions, Formatter as _, NasmFormatter};
use purlin_base::Pos;
use purlin_ir::{FuncId, LazyModule};

use crate::arch::{Stub, Target};
use crate::code_map::frames;
use crate::link::{MachineCode, Symbol};
use crate::lower::loc_of;

/// One line an instruction: offset, text, what it refers to. A comment line wherever the position changes.
pub(crate) fn listing(
    module: &LazyModule,
    func: FuncId,
    target: Target,
    made: &MachineCode,
    describe: &dyn Fn(Pos) -> String,
) -> String {
    let mut out = String::new();
    let mut locs = made.locs.iter().peekable();
    let mut last = None;
    for (at, len, text) in instructions(target, &made.bytes) {
        while let Some((_, loc)) = locs.next_if(|l| l.0 <= at) {
            if last.replace(*loc) == Some(*loc) {
                continue;
            }
            let places = frames(module, func, loc_of(*loc));
            let places: Vec<_> =
                places.iter().map(|f| place(module, FuncId::from_u32(f.func), f.pos, describe)).collect();
            if !places.is_empty() {
                let _ = writeln!(out, "; {}", places.join(", inlined into "));
            }
        }
        let _ = write!(out, "{at:6x}  {text}");
        for fixup in made.fixups.iter().filter(|f| (at..at + len).contains(&f.at)) {
            let _ = write!(out, "  ; {}", name(fixup.symbol));
        }
        out.push('\n');
    }
    out
}

/// Offset, bytes and text of each instruction.
fn instructions(target: Target, code: &[u8]) -> Vec<(u32, u32, String)> {
    match target {
        Target::X86_64 => instructions_x86_64(code),
        Target::Aarch64 => instructions_aarch64(code),
    }
}

fn instructions_x86_64(code: &[u8]) -> Vec<(u32, u32, String)> {
    let mut formatter = NasmFormatter::new();
    formatter.options_mut().set_first_operand_char_index(8);
    let mut decoder = Decoder::with_ip(64, code, 0, DecoderOptions::NONE);
    let mut found = Vec::new();
    while decoder.can_decode() {
        let inst = decoder.decode();
        let mut text = String::new();
        formatter.format(&inst, &mut text);
        found.push((inst.ip() as u32, inst.len() as u32, text));
    }
    found
}

fn instructions_aarch64(code: &[u8]) -> Vec<(u32, u32, String)> {
    let mut found = Vec::new();
    for (n, word) in code.chunks_exact(4).enumerate() {
        // Tables and constants stand among the code.
        let data = || format!(".word 0x{:08x}", u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        found.push((4 * n as u32, 4, instruction_aarch64(word).unwrap_or_else(data)));
    }
    found
}

#[cfg(any(feature = "all-targets", target_arch = "aarch64"))]
fn instruction_aarch64(word: &[u8]) -> Option<String> {
    use yaxpeax_arch::Decoder as _;
    let decoder = yaxpeax_arm::armv8::a64::InstDecoder::default();
    let inst = decoder.decode(&mut yaxpeax_arch::U8Reader::new(word)).ok()?;
    Some(inst.to_string())
}

/// This build makes no code for AArch64.
#[cfg(not(any(feature = "all-targets", target_arch = "aarch64")))]
fn instruction_aarch64(_: &[u8]) -> Option<String> {
    None
}

fn place(module: &LazyModule, func: FuncId, pos: Pos, describe: &dyn Fn(Pos) -> String) -> String {
    let name = &module.funcs[func].name;
    if pos.is_some() { format!("{name} {}", describe(pos)) } else { name.to_string() }
}

pub(crate) fn name(symbol: Symbol) -> String {
    match symbol {
        Symbol::Here(at) => format!("{at:x}"),
        Symbol::Func(n) => FuncId::from_u32(n).to_string(),
        Symbol::Stub(n) => Stub::ALL.get(n as usize).map_or("?", |s| s.name()).to_string(),
        Symbol::LibCall(call) => call.to_string(),
    }
}
