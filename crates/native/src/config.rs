//! What compilation is told: the tables of the isolates that the code will run in, and the limits.

use std::sync::Arc;

use purlin_base::grow::GrowingList;
use purlin_ir::Module;
use purlin_ir::layout::Layout;
use purlin_runtime::heap::LayoutTable;

/// What compiled code takes for granted about the isolates it will run in, and how it is made.
#[derive(Clone)]
pub struct Config {
    /// The allocation classes, numbered as the module's.
    pub layouts: Arc<LayoutTable>,
    /// Where each piece of read-only bytes begins after `VmCtx::data`.
    pub data_offsets: Vec<u32>,
    /// Where each global begins after `VmCtx::globals`.
    pub global_offsets: Vec<u32>,
    /// Where each selector's row begins in `VmCtx::dispatch`.
    pub dispatch_rows: Vec<u32>,
    /// Which natives have a form for registers ([`purlin_runtime::native::Direct`]); others have none. It
    /// grows with the module.
    pub direct: Arc<GrowingList<bool>>,
    /// Bytes of machine code, at most.
    pub code_bytes: usize,
    /// Instructions (or values) of a function, at most.
    pub max_insts: usize,
    /// Bytes of frame slots of a function, at most.
    pub max_frame: u32,
    /// Leave native code at every seventh poll. (Guards are left whenever they fail.)
    pub stress_deopt: bool,
    /// Let Cranelift check what it is given: for tests.
    pub verify: bool,
    /// Note the processor time of each compilation.
    pub measure: bool,
    /// The module's code has probes, and polls say which they are.
    pub profiled: bool,
}

impl Config {
    /// For isolates whose tables lie as `purlin_ir::layout` says.
    pub fn new(module: &Module, layouts: Arc<LayoutTable>) -> Config {
        Config::laid_out(module, &Layout::new(module), layouts)
    }

    /// For isolates whose tables lie as `layout` says, which is the module's.
    pub fn laid_out(module: &Module, layout: &Layout, layouts: Arc<LayoutTable>) -> Config {
        Config {
            layouts,
            data_offsets: module.data.keys().map(|d| layout.data[d] as u32).collect(),
            global_offsets: module.globals.keys().map(|g| layout.globals[g] as u32).collect(),
            dispatch_rows: module.selectors.keys().map(|s| layout.rows[s]).collect(),
            direct: Arc::default(),
            code_bytes: 64 << 20,
            max_insts: 50_000,
            max_frame: 64 << 10,
            stress_deopt: false,
            verify: false,
            measure: false,
            profiled: module.counted.gas,
        }
    }
}
