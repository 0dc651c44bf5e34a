//! How Go types lie in IR values and in memory: components, offsets, allocation classes.
//!
//! Offsets and sizes are those of `types::sizes`. Knows nothing of functions or statements.

use std::rc::Rc;

use purlin_ir::{ClassDecl, ClassId, Module, Pointers, Signature, Type as Ir};
use smallvec::{SmallVec, smallvec};

use super::state::{Comp, Cx, FieldAt, Layout};
use crate::types::{Basic, Type, TypeId};

/// A struct with more components than this is kept in memory.
pub(super) const MAX_COMPONENTS: usize = 8;
/// Values of more leaves than this are copied as bytes.
const MAX_LEAVES: usize = 8;
/// Types above this size are rejected: no isolate could hold a value.
const MAX_SIZE: u64 = 1 << 31;

fn scalar(basic: Basic) -> Option<Ir> {
    Some(match basic {
        Basic::Bool | Basic::Int8 | Basic::Uint8 | Basic::UntypedBool => Ir::I8,
        Basic::Int16 | Basic::Uint16 => Ir::I16,
        Basic::Int32 | Basic::Uint32 | Basic::UntypedRune => Ir::I32,
        Basic::Int | Basic::Int64 | Basic::Uint | Basic::Uint64 | Basic::Uintptr | Basic::UntypedInt => {
            Ir::I64
        }
        Basic::Float32 => Ir::F32,
        Basic::Float64 | Basic::UntypedFloat => Ir::F64,
        Basic::UnsafePointer | Basic::UntypedNil => Ir::Ref,
        Basic::Invalid | Basic::Complex64 | Basic::Complex128 | Basic::String => return None,
        Basic::UntypedString | Basic::UntypedComplex => return None,
    })
}

impl Cx<'_> {
    /// The layout of a type. Types that are too large have been reported.
    pub(super) fn layout(&mut self, ty: TypeId) -> Rc<Layout> {
        if let Some(layout) = self.layouts.get(&ty) {
            return layout.clone();
        }
        let layout = Rc::new(self.make_layout(ty));
        self.layouts.insert(ty, layout.clone());
        layout
    }

    fn make_layout(&mut self, ty: TypeId) -> Layout {
        let size = match self.u.types.size_of(ty) {
            Ok(size) if size <= MAX_SIZE => size,
            _ => {
                let name = self.u.type_string(ty);
                self.error(self.pos, format!("type {name} larger than address space"));
                // Something to continue with.
                let fields = self.u.types.fields(ty).unwrap_or_default().iter();
                let fields = fields.map(|f| FieldAt { ty: f.ty, off: 0, first: 0 }).collect();
                return Layout { comps: smallvec![Comp { ty: Ir::Ref, off: 0 }], size: 8, mem: true, fields };
            }
        };
        let plain = |comps: &[(Ir, i64)]| Layout {
            comps: comps.iter().map(|(ty, off)| Comp { ty: *ty, off: *off }).collect(),
            size,
            mem: false,
            fields: Vec::new(),
        };
        match self.u.types.under(ty).clone() {
            Type::Basic(Basic::String | Basic::UntypedString) => plain(&[(Ir::Ref, 0), (Ir::I64, 8)]),
            Type::Basic(b) => match scalar(b) {
                Some(ir) => plain(&[(ir, 0)]),
                None if b == Basic::Complex64 => plain(&[(Ir::F32, 0), (Ir::F32, 4)]),
                // Complex numbers; or something to continue with after an error.
                None => plain(&[(Ir::F64, 0), (Ir::F64, 8)]),
            },
            Type::Slice(_) => plain(&[(Ir::Ref, 0), (Ir::I64, 8), (Ir::I64, 16)]),
            Type::Interface(_) => plain(&[(Ir::I64, 0), (Ir::Ref, 8)]),
            Type::Pointer(_) | Type::Map { .. } | Type::Chan { .. } | Type::Signature(_) => {
                plain(&[(Ir::Ref, 0)])
            }
            Type::Array { .. } if size == 0 => plain(&[]),
            Type::Array { .. } => Layout { mem: true, ..plain(&[(Ir::Ref, 0)]) },
            Type::Struct(fields) => {
                let tys: Vec<TypeId> = fields.iter().map(|f| f.ty).collect();
                self.struct_layout(ty, &tys, size)
            }
            Type::TypeParam(_) | Type::Generic { .. } => {
                self.error(self.pos, "internal error: a type parameter is left");
                plain(&[])
            }
            Type::Tuple(_) | Type::Named(_) => plain(&[]),
        }
    }

    fn struct_layout(&mut self, ty: TypeId, tys: &[TypeId], size: u64) -> Layout {
        let offsets = self.u.types.field_offsets(ty).unwrap_or_default();
        let mut comps: SmallVec<[Comp; 4]> = SmallVec::new();
        let mut fields = Vec::new();
        let mut mem = false;
        for (ty, off) in tys.iter().zip(offsets) {
            let layout = self.layout(*ty);
            fields.push(FieldAt { ty: *ty, off: off as i64, first: comps.len() });
            mem |= layout.mem;
            comps.extend(layout.comps.iter().map(|c| Comp { ty: c.ty, off: c.off + off as i64 }));
            mem |= comps.len() > MAX_COMPONENTS;
            if mem {
                comps.truncate(0);
            }
        }
        if mem {
            comps = smallvec![Comp { ty: Ir::Ref, off: 0 }];
        }
        Layout { comps, size, mem, fields }
    }

    /// The scalars of a value in memory; `None` if there are more than are worth moving one by one.
    pub(super) fn leaves(&mut self, ty: TypeId) -> Option<SmallVec<[Comp; 8]>> {
        let mut out = SmallVec::new();
        self.push_leaves(ty, 0, &mut out).then_some(out)
    }

    fn push_leaves(&mut self, ty: TypeId, at: i64, out: &mut SmallVec<[Comp; 8]>) -> bool {
        let layout = self.layout(ty);
        if !layout.mem {
            out.extend(layout.comps.iter().map(|c| Comp { ty: c.ty, off: c.off + at }));
            return out.len() <= MAX_LEAVES;
        }
        if let Type::Array { elem, len } = *self.u.types.under(ty) {
            let step = self.layout(elem).size as i64;
            return len <= MAX_LEAVES as u64
                && (0..len as i64).all(|i| self.push_leaves(elem, at + i * step, out));
        }
        layout.fields.iter().all(|f| self.push_leaves(f.ty, at + f.off, out))
    }

    /// Which words of a value may hold pointers, as far as the first 64.
    fn pointer_words(&mut self, ty: TypeId, at: u64, words: &mut u64, beyond: &mut bool) {
        let layout = self.layout(ty);
        if !layout.mem {
            for c in layout.comps.iter().filter(|c| c.ty == Ir::Ref) {
                let word = (at + c.off as u64) / 8;
                if word < 64 { *words |= 1 << word } else { *beyond = true }
            }
            return;
        }
        if let Type::Array { elem, len } = *self.u.types.under(ty) {
            let step = self.layout(elem).size;
            for i in 0..len {
                if *beyond || (at + i * step) / 8 >= 64 && *words != 0 {
                    *beyond |= *words != 0;
                    return;
                }
                let before = (*words, *beyond);
                self.pointer_words(elem, at + i * step, words, beyond);
                if (*words, *beyond) == before {
                    // Elements without pointers.
                    return;
                }
            }
            return;
        }
        for f in &layout.fields {
            self.pointer_words(f.ty, at + f.off as u64, words, beyond);
        }
    }

    pub(crate) fn has_pointers(&mut self, ty: TypeId) -> bool {
        let (mut words, mut beyond) = (0, false);
        self.pointer_words(ty, 0, &mut words, &mut beyond);
        words != 0 || beyond
    }

    /// The allocation class of a value of this type.
    pub(crate) fn class(&mut self, module: &mut Module, ty: TypeId) -> ClassId {
        let size = self.layout(ty).size;
        let (mut words, mut beyond) = (0, false);
        self.pointer_words(ty, 0, &mut words, &mut beyond);
        let pointers = match (words, beyond || size > 512 && words != 0) {
            (_, true) => Pointers::All,
            (0, false) => Pointers::None,
            (words, false) => Pointers::Words(words),
        };
        module.class(ClassDecl { size: size as u32, pointers })
    }

    /// The IR types of values of these types in a row.
    pub(crate) fn irs(&mut self, tys: &[TypeId]) -> Vec<Ir> {
        tys.iter().flat_map(|ty| self.layout(*ty).irs().collect::<SmallVec<[Ir; 4]>>()).collect()
    }

    /// The IR signature of a function type, `first` being parameters before its own.
    pub(crate) fn signature(&mut self, first: &[Ir], sig: TypeId) -> Signature {
        let sig = self.u.types.signature(sig).cloned().unwrap_or_default();
        let mut params = first.to_vec();
        params.extend(self.irs(&sig.params));
        Signature::new(params, self.irs(&sig.results))
    }
}
