//! Sizes, alignments and field offsets as Go's compiler lays types out on 64-bit machines.
//!
//! Says what `unsafe.Sizeof` answers; the runtime's own layouts may differ.

use purlin_base::map::{HashMap, HashSet};

use super::{Basic, Type, TypeId, TypeTable};

/// A type has 2^50 bytes or more, which no machine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge;

const LIMIT: u64 = 1 << 50;

/// Deeper nesting than this is taken for infinite.
const DEPTH: u32 = 1_000;

#[derive(Clone, Copy)]
struct Layout {
    size: u64,
    align: u64,
}

/// Types share parts, so that walking a small one may visit a part exponentially often; each is laid out
/// once.
type Layouts = HashMap<TypeId, Result<Layout, TooLarge>>;

fn align_up(offset: u64, align: u64) -> u64 {
    offset.div_ceil(align) * align
}

fn word(n: u64) -> Result<Layout, TooLarge> {
    Ok(Layout { size: 8 * n, align: 8 })
}

fn basic_layout(basic: Basic) -> Result<Layout, TooLarge> {
    let scalar = |size| Ok(Layout { size, align: size });
    match basic {
        Basic::Invalid => Ok(Layout { size: 0, align: 1 }),
        Basic::Bool | Basic::Int8 | Basic::Uint8 | Basic::UntypedBool => scalar(1),
        Basic::Int16 | Basic::Uint16 => scalar(2),
        Basic::Int32 | Basic::Uint32 | Basic::Float32 | Basic::UntypedRune => scalar(4),
        Basic::Complex64 => Ok(Layout { size: 8, align: 4 }),
        Basic::String | Basic::UntypedString | Basic::Complex128 | Basic::UntypedComplex => word(2),
        Basic::Int
        | Basic::Int64
        | Basic::Uint
        | Basic::Uint64
        | Basic::Uintptr
        | Basic::Float64
        | Basic::UnsafePointer
        | Basic::UntypedInt
        | Basic::UntypedFloat
        | Basic::UntypedNil => word(1),
    }
}

impl TypeTable {
    /// Alignment in bytes.
    pub(crate) fn align_of(&self, ty: TypeId) -> u64 {
        self.layout(ty, &mut Layouts::default(), 0).map_or(8, |l| l.align)
    }

    /// Size in bytes.
    pub(crate) fn size_of(&self, ty: TypeId) -> Result<u64, TooLarge> {
        self.layout(ty, &mut Layouts::default(), 0).map(|l| l.size)
    }

    /// Whether the size of `ty` depends on a type argument.
    pub(crate) fn has_variable_size(&self, ty: TypeId) -> bool {
        self.is_parameterized(ty) && self.varies(ty, &mut HashSet::default(), 0)
    }

    /// `seen` are types that do not vary, or that are being looked at.
    fn varies(&self, ty: TypeId, seen: &mut HashSet<TypeId>, depth: u32) -> bool {
        if self.is_param(ty) || depth > DEPTH {
            return true;
        }
        if !seen.insert(ty) {
            return false;
        }
        match self.under(ty) {
            Type::Array { elem, .. } => self.varies(*elem, seen, depth + 1),
            Type::Struct(fields) => fields.iter().any(|f| self.varies(f.ty, seen, depth + 1)),
            Type::Basic(_)
            | Type::Slice(_)
            | Type::Pointer(_)
            | Type::Signature(_)
            | Type::Interface(_)
            | Type::Map { .. }
            | Type::Chan { .. }
            | Type::Tuple(_)
            | Type::Named(_)
            | Type::TypeParam(_)
            | Type::Generic { .. } => false,
        }
    }

    /// The offset in bytes of each field of the struct type `ty`; empty if it is none.
    pub(crate) fn field_offsets(&self, ty: TypeId) -> Result<Vec<u64>, TooLarge> {
        let mut layouts = Layouts::default();
        let mut end = 0u64;
        let mut offsets = Vec::new();
        for field in self.fields(ty).unwrap_or_default() {
            let layout = self.layout(field.ty, &mut layouts, 0)?;
            let at = align_up(end, layout.align);
            end = at + layout.size;
            if end >= LIMIT {
                return Err(TooLarge);
            }
            offsets.push(at);
        }
        Ok(offsets)
    }

    fn layout(&self, ty: TypeId, layouts: &mut Layouts, depth: u32) -> Result<Layout, TooLarge> {
        if let Some(layout) = layouts.get(&ty) {
            return *layout;
        }
        if depth > DEPTH {
            return Err(TooLarge);
        }
        let layout = self.lay_out(ty, layouts, depth + 1);
        layouts.insert(ty, layout);
        layout
    }

    fn lay_out(&self, ty: TypeId, layouts: &mut Layouts, depth: u32) -> Result<Layout, TooLarge> {
        match self.under(ty) {
            Type::Basic(b) => basic_layout(*b),
            Type::Array { elem, len } => {
                let elem = self.layout(*elem, layouts, depth)?;
                let size = elem.size.checked_mul(*len).filter(|n| *n < LIMIT).ok_or(TooLarge)?;
                Ok(Layout { size, ..elem })
            }
            Type::Struct(fields) => {
                let (mut end, mut align, mut last) = (0u64, 1, 1);
                for field in fields {
                    let layout = self.layout(field.ty, layouts, depth)?;
                    last = layout.size;
                    end = align_up(end, layout.align) + layout.size;
                    align = align.max(layout.align);
                    if end >= LIMIT {
                        return Err(TooLarge);
                    }
                }
                // A pointer to a last field of no size must not point past the object.
                if end > 0 && last == 0 {
                    end += 1;
                }
                Ok(Layout { size: align_up(end, align), align })
            }
            Type::Slice(_) => word(3),
            Type::Interface(_) => word(2),
            Type::Tuple(_) => Ok(Layout { size: 0, align: 1 }),
            Type::Pointer(_)
            | Type::Signature(_)
            | Type::Map { .. }
            | Type::Chan { .. }
            | Type::Named(_)
            | Type::TypeParam(_)
            | Type::Generic { .. } => word(1),
        }
    }
}
