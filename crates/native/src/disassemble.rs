//! Machine code as text, with the source positions it comes from.

use std::fmt::Write as _;

use iced_x86::{Decoder, DecoderOptions, Formatter as _, Instruction, NasmFormatter};
use purlin_base::Pos;
use purlin_ir::{FuncId, LazyModule};

use crate::arch::Stub;
use crate::code_map::frames;
use crate::link::{Made, Symbol};
use crate::lower::loc_of;

/// One line an instruction: offset, text, what it refers to. A comment line wherever the position changes.
pub fn listing(module: &LazyModule, func: FuncId, made: &Made, describe: &dyn Fn(Pos) -> String) -> String {
    let mut out = String::new();
    let mut formatter = NasmFormatter::new();
    formatter.options_mut().set_first_operand_char_index(8);
    let mut decoder = Decoder::with_ip(64, &made.bytes, 0, DecoderOptions::NONE);
    let mut inst = Instruction::default();
    let mut locs = made.locs.iter().peekable();
    let mut last = None;
    let mut text = String::new();
    while decoder.can_decode() {
        decoder.decode_out(&mut inst);
        let at = inst.ip() as u32;
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
        text.clear();
        formatter.format(&inst, &mut text);
        let _ = write!(out, "{at:6x}  {text}");
        let inside = at..at + inst.len() as u32;
        for fixup in made.fixups.iter().filter(|f| inside.contains(&f.at)) {
            let _ = write!(out, "  ; {}", name(fixup.symbol));
        }
        out.push('\n');
    }
    out
}

fn place(module: &LazyModule, func: FuncId, pos: Pos, describe: &dyn Fn(Pos) -> String) -> String {
    let name = &module.funcs[func].name;
    if pos.is_some() { format!("{name} {}", describe(pos)) } else { name.clone() }
}

fn name(symbol: Symbol) -> String {
    match symbol {
        Symbol::Here(at) => format!("{at:x}"),
        Symbol::Func(n) => FuncId::from_u32(n).to_string(),
        Symbol::Stub(n) => Stub::ALL.get(n as usize).map_or("?", |s| s.name()).to_string(),
        Symbol::LibCall(call) => call.to_string(),
    }
}
