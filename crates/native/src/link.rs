//! Makes machine code of CLIF, and puts it where it will run: relocations, call sites.

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::{ExternalName, LibCall};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::{
    CodegenResult, CompiledCode, Context, FinalizedMachExceptionHandler, FinalizedRelocTarget,
};

use crate::arch::Target;
use crate::code_map::Site;
use crate::error::CompileError;
use crate::{lower, peephole, schedule, split};

/// What code refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A place in the code itself.
    Here(u32),
    /// A function of the module; only itself, so far.
    Func(u32),
    /// A [`crate::arch::Stub`] by number.
    Stub(u32),
    LibCall(LibCall),
}

/// How an address is written into code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patch {
    /// Eight bytes.
    Absolute,
    /// The distance in four bytes.
    Distance,
    /// AArch64: the distance of `b` and `bl`, in instructions.
    Branch26,
    /// AArch64: the distance of `adrp`, in pages.
    Page21,
    /// AArch64: the offset in its page, of `add`.
    InPage12,
}

/// A place in the code to fill in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixup {
    pub at: u32,
    pub patch: Patch,
    pub symbol: Symbol,
    pub addend: i64,
}

/// A function's code, not placed yet.
#[derive(Debug)]
pub(crate) struct MachineCode {
    pub bytes: Vec<u8>,
    pub align: usize,
    /// So many bytes after the beginning of a line the code runs best.
    pub offset_in_line: usize,
    pub fixups: Vec<Fixup>,
    pub sites: Box<[Site]>,
    /// Offset and source location where each range of code begins.
    pub locs: Vec<(u32, u32)>,
}

/// Spills may stand before the check of the stack, so a frame must fit into what the limit leaves below
/// itself.
const MAX_FRAME: u32 = 16 << 10;

/// Compiles what was lowered into `context`; `has_words` says whether it asks what words of a dynamic guest
/// are.
pub(crate) fn make(
    context: &mut Context,
    registers: &mut regalloc2::Ctx,
    isa: &dyn TargetIsa,
    target: Target,
    has_words: bool,
) -> Result<MachineCode, CompileError> {
    let code = compile(context, registers, isa, has_words)
        .map_err(|error| CompileError::Codegen(format!("{error:?}")))?;
    let mut bytes = code.buffer.data().to_vec();
    if code.buffer.frame_layout().is_some_and(|frame| frame.frame_to_fp_offset > MAX_FRAME) {
        return Err(CompileError::TooLarge);
    }
    let loops = match target {
        Target::X86_64 => peephole::function(&mut bytes, &code.bb_starts).loops,
        // Its epilogues take nothing from the frame pointer.
        Target::Aarch64 => Vec::new(),
    };
    let mut fixups = Vec::new();
    for reloc in code.buffer.relocs() {
        fixups.push(Fixup {
            at: reloc.offset,
            patch: patch(reloc.kind)?,
            symbol: symbol(&context.func, &reloc.target)?,
            addend: reloc.addend,
        });
    }
    let locs: Vec<_> =
        code.buffer.get_srclocs_sorted().iter().map(|l| (l.start, l.end, l.loc.bits())).collect();
    let mut sites = Vec::new();
    for call in code.buffer.call_sites() {
        let landing = call.exception_handlers.iter().find_map(|handler| match handler {
            FinalizedMachExceptionHandler::Tag(_, at) | FinalizedMachExceptionHandler::Default(at) => {
                Some(*at)
            }
            FinalizedMachExceptionHandler::Context(_) => None,
        });
        let landing = match landing {
            Some(at) => Some((at, call.frame_offset.ok_or(CompileError::Unsupported)?)),
            None => None,
        };
        let after = locs.partition_point(|l| l.0 < call.ret_addr);
        let loc = after.checked_sub(1).map(|n| locs[n]).filter(|l| call.ret_addr <= l.1);
        sites.push(Site { ret: call.ret_addr, loc: loc.and_then(|l| lower::loc_of(l.2)), landing });
    }
    sites.sort_unstable_by_key(|s| s.ret);
    Ok(MachineCode {
        bytes,
        align: code.buffer.alignment as usize,
        offset_in_line: best_place(&loops),
        fixups,
        sites: sites.into(),
        locs: locs.into_iter().map(|l| (l.0, l.2)).collect(),
    })
}

/// Longer loops lie in several lines wherever they begin.
const LONG_LOOP: u32 = 256;

/// The most loops of a function that are looked at.
const MAX_LOOPS: usize = 100;

/// Where in a line a function should begin, so that its loops lie in as few lines as can be: a processor
/// fetches what it has decoded line by line, and a small loop that crosses from one to the next takes longer.
/// Inner loops count more.
fn best_place(loops: &[(u32, u32)]) -> usize {
    let loops = &loops[..loops.len().min(MAX_LOOPS)];
    let short: Vec<_> = loops.iter().filter(|(from, to)| to - from <= LONG_LOOP).collect();
    let weight = |(from, to): (u32, u32)| {
        let around = loops.iter().filter(|l| l.0 <= from && to <= l.1).count();
        1_u64 << (3 * around.min(8))
    };
    let line = crate::arena::LINE as u32;
    let lines = |at: u32| -> u64 {
        let crossed = |(from, to): (u32, u32)| u64::from((to - 1 + at) / line - (from + at) / line);
        short.iter().map(|l| weight(**l) * crossed(**l)).sum()
    };
    let places = (0..line).step_by(crate::arena::ALIGN);
    places.min_by_key(|at| lines(*at)).unwrap_or(0) as usize
}

/// As `Context::compile` at level `none`, with our own order of instructions before the selection.
/// `Context::optimize` is not called, as all of Cranelift's rewrites would be linked with it: half a megabyte
/// that nothing uses.
fn compile(
    context: &mut Context,
    registers: &mut regalloc2::Ctx,
    isa: &dyn TargetIsa,
    has_words: bool,
) -> CodegenResult<CompiledCode> {
    let mut control = ControlPlane::default();
    context.verify_if(isa)?;
    context.flowgraph();
    context.eliminate_unreachable_code(isa)?;
    context.remove_constant_phis(isa)?;
    context.func.dfg.resolve_all_aliases();
    schedule::steps_last(&mut context.func);
    split::at_loops(context, has_words);
    context.verify_if(isa)?;
    let stencil = isa.compile_function(&context.func, &context.domtree, registers, false, &mut control)?;
    Ok(stencil.apply_params(&context.func.params))
}

fn patch(kind: Reloc) -> Result<Patch, CompileError> {
    match kind {
        Reloc::Abs8 => Ok(Patch::Absolute),
        Reloc::X86PCRel4 | Reloc::X86CallPCRel4 => Ok(Patch::Distance),
        Reloc::Arm64Call => Ok(Patch::Branch26),
        Reloc::Aarch64AdrPrelPgHi21 => Ok(Patch::Page21),
        Reloc::Aarch64AddAbsLo12Nc => Ok(Patch::InPage12),
        other => Err(CompileError::Codegen(format!("a relocation of an unexpected kind: {other}"))),
    }
}

fn symbol(func: &cl::Function, target: &FinalizedRelocTarget) -> Result<Symbol, CompileError> {
    match target {
        FinalizedRelocTarget::Func(offset) => Ok(Symbol::Here(*offset)),
        FinalizedRelocTarget::ExternalName(ExternalName::User(name)) => {
            let name = &func.params.user_named_funcs()[*name];
            Ok(match name.namespace {
                lower::STUBS => Symbol::Stub(name.index),
                _ => Symbol::Func(name.index),
            })
        }
        FinalizedRelocTarget::ExternalName(ExternalName::LibCall(call)) => Ok(Symbol::LibCall(*call)),
        FinalizedRelocTarget::ExternalName(ExternalName::TestCase(_) | ExternalName::KnownSymbol(_)) => {
            Err(CompileError::Unsupported)
        }
    }
}

/// Fills in the places of code that will run at `address`; `resolve` knows where symbols are.
pub(crate) fn fix(bytes: &mut [u8], address: usize, fixups: &[Fixup], resolve: impl Fn(Symbol) -> usize) {
    for fixup in fixups {
        let at = fixup.at as usize;
        let value = (resolve(fixup.symbol) as i64).wrapping_add(fixup.addend);
        let here = (address + at) as i64;
        // The arena is no larger than what the narrow ones reach.
        match fixup.patch {
            Patch::Absolute => bytes[at..at + 8].copy_from_slice(&value.to_le_bytes()),
            Patch::Distance => {
                bytes[at..at + 4].copy_from_slice(&((value - here) as i32).to_le_bytes());
            }
            Patch::Branch26 => insert(bytes, at, 0x03ff_ffff, (value - here) >> 2),
            Patch::Page21 => {
                let pages = (value >> 12) - (here >> 12);
                insert(bytes, at, 0x6000_0000, pages << 29);
                insert(bytes, at, 0x00ff_ffe0, pages >> 2 << 5);
            }
            Patch::InPage12 => insert(bytes, at, 0x003f_fc00, (value & 0xfff) << 10),
        }
    }
}

/// Replaces the bits under `mask` of the instruction at `at`.
fn insert(bytes: &mut [u8], at: usize, mask: u32, bits: i64) {
    let old = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let new = (old & !mask) | (bits as u32 & mask);
    bytes[at..at + 4].copy_from_slice(&new.to_le_bytes());
}

/// What Cranelift calls on machines without the instructions for it.
pub(crate) const LIB_CALLS: [LibCall; 8] = [
    LibCall::CeilF32,
    LibCall::CeilF64,
    LibCall::FloorF32,
    LibCall::FloorF64,
    LibCall::TruncF32,
    LibCall::TruncF64,
    LibCall::NearestF32,
    LibCall::NearestF64,
];

/// The function that one of [`LIB_CALLS`] names.
pub(crate) fn lib_call(call: LibCall) -> Option<usize> {
    macro_rules! rounding {
        ($float:ty, $round:ident) => {{
            extern "C" fn round(x: $float) -> $float {
                x.$round()
            }
            Some(round as *const () as usize)
        }};
    }
    match call {
        LibCall::CeilF32 => rounding!(f32, ceil),
        LibCall::CeilF64 => rounding!(f64, ceil),
        LibCall::FloorF32 => rounding!(f32, floor),
        LibCall::FloorF64 => rounding!(f64, floor),
        LibCall::TruncF32 => rounding!(f32, trunc),
        LibCall::TruncF64 => rounding!(f64, trunc),
        LibCall::NearestF32 => rounding!(f32, round_ties_even),
        LibCall::NearestF64 => rounding!(f64, round_ties_even),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(patch: Patch, code: u32, to: usize) -> u32 {
        let mut bytes = code.to_le_bytes();
        let fixup = Fixup { at: 0, patch, symbol: Symbol::Here(0), addend: 0 };
        fix(&mut bytes, 0x1_0008, &[fixup], |_| to);
        u32::from_le_bytes(bytes)
    }

    #[test]
    fn functions_begin_where_loops_cross_few_lines() {
        assert_eq!(best_place(&[]), 0);
        assert_eq!(best_place(&[(0x10, 0x30)]), 0);
        // It crosses a line from its own place, and from 16 on it does not.
        assert_eq!(best_place(&[(0x3c, 0x50)]), 16);
        // The loop in the loop decides: the outer one crosses a line wherever it begins.
        assert_eq!(best_place(&[(0x10, 0x60), (0x30, 0x48)]), 16);
        // Long loops do not count.
        assert_eq!(best_place(&[(0x3c, 0x200)]), 0);
    }

    #[test]
    fn addresses_go_into_instructions() {
        assert_eq!(fixed(Patch::Distance, 0, 0x1_0000), -8i32 as u32);
        // `bl .+8`, `bl .-8`
        assert_eq!(fixed(Patch::Branch26, 0x9400_0000, 0x1_0010), 0x9400_0002);
        assert_eq!(fixed(Patch::Branch26, 0x9400_0000, 0x1_0000), 0x97ff_fffe);
        // `adrp x1, .+0x5000`, `adrp x1, .-0x1000`, `add x1, x1, 0xabc`
        assert_eq!(fixed(Patch::Page21, 0x9000_0001, 0x1_5fff), 0xb000_0021);
        assert_eq!(fixed(Patch::Page21, 0x9000_0001, 0x0_f000), 0xf0ff_ffe1);
        assert_eq!(fixed(Patch::InPage12, 0x9100_0021, 0x1_2abc), 0x912a_f021);
    }
}
