//! How the IR's types, signatures and memory look to Cranelift.

use std::rc::Rc;

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::types as clt;
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;
use purlin_ir::{Signature, Type, region};
use purlin_runtime::abi::{self, Class, Location, Shape};

use crate::arch::Target;

/// The name space of guest functions.
pub(super) const FUNCS: u32 = 0;
/// The name space of [`crate::arch::Stub`]s.
pub(crate) const STUBS: u32 = 1;

pub(super) fn clif(ty: Type) -> cl::Type {
    match ty {
        Type::I8 => clt::I8,
        Type::I16 => clt::I16,
        Type::I32 => clt::I32,
        Type::I64 | Type::Ref | Type::Dyn => clt::I64,
        Type::F32 => clt::F32,
        Type::F64 => clt::F64,
    }
}

pub(super) fn class(ty: Type) -> Class {
    match ty {
        Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::Ref | Type::Dyn => Class::Int(ty.bytes() as u8),
        Type::F32 => Class::F32,
        Type::F64 => Class::F64,
    }
}

/// The classes of a signature, as the runtime passes them.
pub fn shape(sig: &Signature) -> Shape {
    let classes = |list: &[Type]| list.iter().map(|t| class(*t)).collect();
    Shape::new(classes(&sig.params), classes(&sig.results))
}

/// What a guest function takes and gives in registers: the context and the gas, then its arguments; the gas,
/// then its results.
pub(super) fn signature(target: Target, sig: &Signature) -> cl::Signature {
    let shape = shape(sig);
    let in_registers = |p: &(Location, &Type)| !matches!(p.0, Location::Spill(_));
    let params = abi::param_places(&shape.params).zip(&sig.params).filter(in_registers);
    let results = result_places(target, &shape).zip(&sig.results).filter(in_registers);
    let mut made = cl::Signature::new(CallConv::Tail);
    made.params.extend([cl::AbiParam::new(clt::I64); 2]);
    made.returns.push(cl::AbiParam::new(clt::I64));
    made.params.extend(params.map(|p| cl::AbiParam::new(clif(*p.1))));
    made.returns.extend(results.map(|p| cl::AbiParam::new(clif(*p.1))));
    made
}

/// A signature of guest functions, as the function being made knows it.
#[derive(Clone)]
pub(super) struct CallSignature {
    /// Where it is imported.
    pub sig: cl::SigRef,
    pub params: Rc<[Location]>,
    pub results: Rc<[Location]>,
    /// What comes back in registers: the gas first.
    pub returned: Rc<[cl::Type]>,
}

impl CallSignature {
    pub(super) fn new(b: &mut FunctionBuilder<'_>, target: Target, sig: &Signature) -> CallSignature {
        let shape = shape(sig);
        let made = signature(target, sig);
        CallSignature {
            params: abi::param_places(&shape.params).collect(),
            results: result_places(target, &shape).collect(),
            returned: made.returns.iter().map(|p| p.value_type).collect(),
            sig: b.import_signature(made),
        }
    }
}

/// The places of results.
pub(super) fn result_places(target: Target, shape: &Shape) -> impl Iterator<Item = Location> + '_ {
    abi::places(&shape.results, target.int_results(), abi::FLOAT_RESULTS)
}

/// `osr(ctx, slots, mem_base) -> status`
pub(super) fn osr_signature() -> cl::Signature {
    plain(CallConv::Tail, &[clt::I64; 3], &[clt::I64])
}

pub(super) fn plain(convention: CallConv, params: &[cl::Type], results: &[cl::Type]) -> cl::Signature {
    let mut sig = cl::Signature::new(convention);
    sig.params.extend(params.iter().map(|t| cl::AbiParam::new(*t)));
    sig.returns.extend(results.iter().map(|t| cl::AbiParam::new(*t)));
    sig
}

/// Which parts of memory never overlap. Guest memory is divided by scalar kind, or by the region an access
/// names.
#[derive(Default)]
pub(super) struct Regions {
    /// The regions without a name of the guest's, by user id.
    known: [Option<cl::AliasRegion>; KINDS as usize],
}

/// User ids of the regions that guest accesses name come after these.
const KINDS: u32 = 16;

impl Regions {
    fn flags(&mut self, b: &mut FunctionBuilder<'_>, id: u32, name: &'static str) -> cl::MemFlagsData {
        let region = match self.known.get_mut(id as usize) {
            Some(known) => *known.get_or_insert_with(|| alias_region(b, id, name)),
            None => alias_region(b, id, name),
        };
        cl::MemFlagsData::trusted().with_alias_region(Some(region))
    }

    pub(super) fn gas(&mut self, b: &mut FunctionBuilder<'_>) -> cl::MemFlagsData {
        self.flags(b, 0, "gas")
    }

    pub(super) fn context(&mut self, b: &mut FunctionBuilder<'_>) -> cl::MemFlagsData {
        self.flags(b, 1, "context")
    }

    pub(super) fn bumps(&mut self, b: &mut FunctionBuilder<'_>) -> cl::MemFlagsData {
        self.flags(b, 2, "bump intervals")
    }

    /// Buffers for natives, and the interpreter's slots.
    pub(super) fn buffer(&mut self, b: &mut FunctionBuilder<'_>) -> cl::MemFlagsData {
        self.flags(b, 3, "slots")
    }

    /// Guest memory, accessed as `ty`, in the named region or (0) that of its kind.
    pub(super) fn guest(&mut self, b: &mut FunctionBuilder<'_>, ty: Type, named: u32) -> cl::MemFlagsData {
        // Words of bytes lie anywhere, and stores of any type may write them. Cranelift's alias analysis
        // takes accesses without a region for disjoint from all others; it does not run at the optimisation
        // level that is used here.
        if named == region::BYTES {
            return cl::MemFlagsData::new().with_notrap();
        }
        let (id, name) = match ty {
            _ if named != 0 && named != region::SHARED => (KINDS.saturating_add(named), "named"),
            Type::I8 => (4, "i8"),
            Type::I16 => (5, "i16"),
            Type::I32 => (6, "i32"),
            Type::I64 | Type::Ref | Type::Dyn => (7, "word"),
            Type::F32 => (8, "f32"),
            Type::F64 => (9, "f64"),
        };
        self.flags(b, id, name)
    }
}

fn alias_region(b: &mut FunctionBuilder<'_>, id: u32, name: &'static str) -> cl::AliasRegion {
    b.func.dfg.alias_regions.insert(cl::AliasRegionData { user_id: id, description: name.into() })
}
