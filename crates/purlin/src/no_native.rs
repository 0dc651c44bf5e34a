//! The functions of `native_tier.rs` where the native tier is not built in. The constructor gives no tier, so
//! no other function here is ever reached.

use std::sync::Arc;

use purlin_base::wire::{Packed, Writer};
use purlin_bytecode::program::Program;
use purlin_ir as ir;
use purlin_runtime::hooks::CodeSite;
use purlin_runtime::vm::Vm;

use crate::config::Config;
use crate::link::LinkParts;
use crate::measure::{CodeStats, Compilation, Ledger};
use crate::stage::{Stage, Target};

pub(crate) use purlin_runtime::hooks::no_enter as enter;

pub(crate) fn mark(_: &std::fs::File) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

pub(crate) fn now() -> std::time::Duration {
    std::time::Duration::ZERO
}

/// No value of this type exists.
pub(crate) enum NativeTier {}

impl NativeTier {
    pub(crate) fn new(
        _: &Config,
        _: &Arc<ir::LazyModule>,
        _: &ir::layout::Layout,
        _: &LinkParts,
        _: &Arc<Program>,
    ) -> Option<NativeTier> {
        None
    }

    pub(crate) fn restore(&self, _: &Packed) -> Result<(), String> {
        match *self {}
    }

    pub(crate) fn put_code(&self, _: &mut Writer) {
        match *self {}
    }

    pub(crate) fn code_count(&self) -> usize {
        match *self {}
    }

    pub(crate) fn compile_all(&self, _: &ir::Module) {
        match *self {}
    }

    pub(crate) fn grow(&self, _: &ir::Module, _: &[usize]) -> Result<(), String> {
        match *self {}
    }

    pub(crate) fn tables(&self) -> (*const usize, *const usize) {
        match *self {}
    }

    pub(crate) fn stats(&self) -> CodeStats {
        match *self {}
    }

    pub(crate) fn code(&self) -> Vec<Vec<u8>> {
        match *self {}
    }

    pub(crate) fn compilation(&self, _: &ir::Module, _: &Ledger) -> Compilation {
        match *self {}
    }

    pub(crate) fn code_now(&self, _: &mut Vm, _: ir::FuncId) -> usize {
        match *self {}
    }

    pub(crate) fn sampled(&self, _: &mut Vm, _: ir::FuncId) -> usize {
        match *self {}
    }

    pub(crate) fn entered_cold(&self, _: &mut Vm, _: ir::FuncId) -> usize {
        match *self {}
    }

    pub(crate) fn loop_now(&self, _: &mut Vm, _: ir::FuncId, _: ir::FrameStateId) -> usize {
        match *self {}
    }

    pub(crate) fn loop_soon(&self, _: &mut Vm, _: ir::FuncId, _: ir::FrameStateId) -> usize {
        match *self {}
    }

    pub(crate) fn guard_failed(&self, _: &mut Vm, _: ir::FuncId, _now: bool) {
        match *self {}
    }

    pub(crate) fn find_code(&self, _pc: usize) -> CodeSite {
        match *self {}
    }
}

pub(crate) fn print_function(
    _: &Arc<ir::LazyModule>,
    _: &ir::layout::Layout,
    _: &[purlin_runtime::native::Native],
    _: ir::FuncId,
    _: Stage,
    _: Target,
) -> Result<String, String> {
    Err("this Purlin was built without its native tier".into())
}
