//! From return addresses to what is there: source positions with their inline chain, and landing pads.
//!
//! Code is added while other threads run and look up. Knows nothing of how code is made.

use std::sync::{OnceLock, PoisonError, RwLock};

use purlin_base::wire::{Malformed, Packed, Reader, Wire, Writer};
use purlin_base::wire_structs;
use purlin_ir::{FuncId, LazyModule, LocId};
use purlin_runtime::hooks::CodeSite;
use purlin_runtime::trap::Frame;

use crate::arch::ReturnAddresses;

/// One call in compiled code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// Where the call returns to, from the start of the code.
    pub ret: u32,
    /// `None` for calls that continue this very frame elsewhere, so that it does not count twice.
    pub loc: Option<LocId>,
    /// Landing pad, from the start of the code, and bytes from frame pointer to stack pointer there.
    pub landing: Option<(u32, u32)>,
}

/// The code of one function.
#[derive(Debug)]
pub(crate) struct Piece {
    pub func: FuncId,
    pub start: usize,
    pub len: usize,
    /// Sorted by `ret`.
    pub sites: Sites,
}

/// The call sites of a piece of code; those that were read with a compiled module are decoded when one is
/// first looked for.
#[derive(Debug)]
pub(crate) struct Sites {
    made: OnceLock<Box<[Site]>>,
    packed: Option<Packed>,
}

impl Sites {
    fn get(&self) -> &[Site] {
        self.made.get_or_init(|| {
            let sites = self.packed.as_ref().and_then(|packed| packed.decode::<Vec<Site>>().ok());
            sites.unwrap_or_default().into()
        })
    }
}

impl From<Box<[Site]>> for Sites {
    fn from(sites: Box<[Site]>) -> Sites {
        Sites { made: OnceLock::from(sites), packed: None }
    }
}

wire_structs! { Site { ret, loc, landing } }

impl Wire for Sites {
    fn put(&self, out: &mut Writer) {
        out.packed(|out| match &self.packed {
            Some(packed) => out.raw(packed.bytes()),
            None => self.get().to_vec().put(out),
        });
    }

    fn take(from: &mut Reader<'_>) -> Result<Sites, Malformed> {
        Ok(Sites { made: OnceLock::new(), packed: Some(from.packed()?) })
    }
}

/// All code of a module.
#[derive(Default)]
pub(crate) struct CodeMap {
    /// Sorted by `start`, as the arena hands out rising addresses.
    pieces: RwLock<Vec<Piece>>,
}

impl CodeMap {
    pub(crate) fn add(&self, piece: Piece) {
        let mut pieces = self.pieces.write().unwrap_or_else(PoisonError::into_inner);
        debug_assert!(pieces.last().is_none_or(|last| last.start < piece.start));
        pieces.push(piece);
    }

    /// All pieces, by rising addresses.
    pub(crate) fn for_each(&self, visit: impl FnMut(&Piece)) {
        self.pieces.read().unwrap_or_else(PoisonError::into_inner).iter().for_each(visit);
    }

    /// What is at `pc`, a return address.
    pub(crate) fn find(&self, module: &LazyModule, known: &ReturnAddresses, pc: usize) -> CodeSite {
        if pc == known.enter {
            return CodeSite::Enter { pc: known.enter_raised, frame_offset: known.enter_frame };
        }
        if pc == known.leave || pc == known.leave_deopt {
            return CodeSite::Leave;
        }
        if known.more_stack.contains(&pc) {
            return CodeSite::MoreStack;
        }
        let pieces = self.pieces.read().unwrap_or_else(PoisonError::into_inner);
        let after = pieces.partition_point(|p| p.start < pc);
        let Some(piece) = after.checked_sub(1).map(|n| &pieces[n]).filter(|p| pc <= p.start + p.len) else {
            return CodeSite::Unknown;
        };
        let offset = (pc - piece.start) as u32;
        let sites = piece.sites.get();
        let Ok(n) = sites.binary_search_by_key(&offset, |s| s.ret) else { return CodeSite::Unknown };
        let site = sites[n];
        CodeSite::Guest {
            frames: frames(module, piece.func, site.loc),
            landing: site.landing.map(|(at, frame)| (piece.start + at as usize, frame)),
        }
    }
}

/// The frames of a position, innermost first; generated functions are left out.
pub(crate) fn frames(module: &LazyModule, func: FuncId, mut loc: Option<LocId>) -> Vec<Frame> {
    let mut frames = Vec::new();
    let Ok(body) = module.body(func) else { return frames };
    while let Some(here) = loc.and_then(|l| body.locs.get(l)) {
        if !module.funcs[here.func].wrapper {
            frames.push(Frame { func: here.func.as_u32(), pos: here.pos });
        }
        loc = here.inlined_at;
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_return_addresses_only() {
        let known = ReturnAddresses {
            enter: 1,
            enter_raised: 2,
            enter_frame: 64,
            leave: 3,
            leave_deopt: 4,
            more_stack: [5, 6],
        };
        let map = CodeMap::default();
        let mut module = purlin_ir::Module::new();
        let func = module.declare("f", &purlin_ir::Signature::default());
        let module = LazyModule::from(module);
        let site = |ret, landing| Site { ret, loc: None, landing };
        for start in [0x1000, 0x2000] {
            let sites: Box<[Site]> = Box::new([site(8, None), site(32, Some((40, 16)))]);
            map.add(Piece { func, start, len: 64, sites: sites.into() });
        }
        assert!(matches!(map.find(&module, &known, 1), CodeSite::Enter { pc: 2, frame_offset: 64 }));
        assert!(matches!(map.find(&module, &known, 4), CodeSite::Leave));
        assert!(matches!(map.find(&module, &known, 6), CodeSite::MoreStack));
        assert!(matches!(map.find(&module, &known, 0x1008), CodeSite::Guest { landing: None, .. }));
        assert!(matches!(
            map.find(&module, &known, 0x2020),
            CodeSite::Guest { landing: Some((0x2028, 16)), .. }
        ));
        assert!(matches!(map.find(&module, &known, 0x2010), CodeSite::Unknown));
        assert!(matches!(map.find(&module, &known, 0x3000), CodeSite::Unknown));
        assert!(matches!(map.find(&module, &known, 0xfff), CodeSite::Unknown));
    }
}
