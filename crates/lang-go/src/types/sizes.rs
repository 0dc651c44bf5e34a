//! Sizes, alignments and field offsets as Go's compiler lays types out on 64-bit machines.
//!
//! Says what `unsafe.Sizeof` answers; the runtime's own layouts may differ.

use super::{Basic, Type, TypeId, TypeTable};

/// A type has more than 2^50 bytes, which no machine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

const LIMIT: u64 = 1 << 50;

/// Deeper nesting than this cannot be written without running into the parser's limit.
const DEPTH: u32 = 10_000;

fn align_up(offset: u64, align: u64) -> u64 {
    offset.div_ceil(align) * align
}

impl TypeTable {
    /// Alignment in bytes.
    pub fn align_of(&self, ty: TypeId) -> u64 {
        self.align_at(ty, 0)
    }

    fn align_at(&self, ty: TypeId, depth: u32) -> u64 {
        if depth > DEPTH {
            return 8;
        }
        match self.under(ty) {
            Type::Basic(b) => match b {
                Basic::Bool | Basic::Int8 | Basic::Uint8 | Basic::UntypedBool | Basic::Invalid => 1,
                Basic::Int16 | Basic::Uint16 => 2,
                Basic::Int32 | Basic::Uint32 | Basic::Float32 | Basic::Complex64 | Basic::UntypedRune => 4,
                _ => 8,
            },
            Type::Array { elem, .. } => self.align_at(*elem, depth + 1),
            Type::Struct(fields) => fields.iter().map(|f| self.align_at(f.ty, depth + 1)).max().unwrap_or(1),
            _ => 8,
        }
    }

    /// Size in bytes.
    pub fn size_of(&self, ty: TypeId) -> Result<u64, TooLarge> {
        self.size_at(ty, 0)
    }

    fn size_at(&self, ty: TypeId, depth: u32) -> Result<u64, TooLarge> {
        if depth > DEPTH {
            return Err(TooLarge);
        }
        match self.under(ty) {
            Type::Basic(b) => Ok(match b {
                Basic::Bool | Basic::Int8 | Basic::Uint8 | Basic::UntypedBool => 1,
                Basic::Int16 | Basic::Uint16 => 2,
                Basic::Int32 | Basic::Uint32 | Basic::Float32 | Basic::UntypedRune => 4,
                Basic::String | Basic::UntypedString | Basic::Complex128 | Basic::UntypedComplex => 16,
                Basic::Invalid => 0,
                _ => 8,
            }),
            Type::Array { elem, len } => {
                let size = self.size_at(*elem, depth + 1)?;
                size.checked_mul(*len).filter(|n| *n < LIMIT).ok_or(TooLarge)
            }
            Type::Struct(fields) => {
                let (mut end, mut align, mut last) = (0u64, 1, 1);
                for field in fields {
                    let a = self.align_at(field.ty, depth + 1);
                    last = self.size_at(field.ty, depth + 1)?;
                    end = align_up(end, a) + last;
                    align = align.max(a);
                    if end >= LIMIT {
                        return Err(TooLarge);
                    }
                }
                // A pointer to a last field of no size must not point past the object.
                if end > 0 && last == 0 {
                    end += 1;
                }
                Ok(align_up(end, align))
            }
            Type::Slice(_) => Ok(24),
            Type::Interface(_) => Ok(16),
            Type::Tuple(_) => Ok(0),
            Type::Pointer(_)
            | Type::Signature(_)
            | Type::Map { .. }
            | Type::Chan { .. }
            | Type::Named(_)
            | Type::TypeParam { .. } => Ok(8),
        }
    }

    /// The offset in bytes of each field of the struct type `ty`; empty if it is none.
    pub fn field_offsets(&self, ty: TypeId) -> Result<Vec<u64>, TooLarge> {
        let mut end = 0u64;
        let mut offsets = Vec::new();
        for field in self.fields(ty).unwrap_or_default() {
            let at = align_up(end, self.align_of(field.ty));
            end = at + self.size_of(field.ty)?;
            if end >= LIMIT {
                return Err(TooLarge);
            }
            offsets.push(at);
        }
        Ok(offsets)
    }
}
