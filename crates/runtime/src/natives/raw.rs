//! Memory by the number of a type, for what front ends generate or write of reflection.

use std::marker::PhantomData;

use purlin_base::gas;

use crate::heap::LayoutId;
use crate::native::{Caller, Opaque, OpaqueRef, Stop};
use crate::natives;
use crate::types::TypeNo;

natives! {
    /// Memory by the number of a type.
    pub(super) RAW in "rt" {
        /// A zeroed object of a type.
        direct NEW_OF "new_of"(ty: i64) -> (Opaque) = new_of; [ALLOCATES] "an allocation of its size";
        /// So many zeroed values of a type in a row. `n` is not negative.
        light NEW_ARRAY_OF "new_array_of"(ty: i64, n: i64) -> (Opaque) = new_array_of;
            [ALLOCATES] "an allocation of their size";
        /// So many zeroed words, each of which may be a pointer. `n` is not negative.
        direct NEW_WORDS "new_words"(n: i64) -> (Opaque) = new_words; [ALLOCATES] "an allocation of their size";
    }
}

fn new_of<'c>(caller: &mut Caller<'c>, ty: i64) -> Result<OpaqueRef<'c>, Stop> {
    let desc = caller.types().desc(ty as TypeNo);
    caller.charge(gas::ALLOC + gas::bytes_allocated(desc.size));
    let at = caller.new_object(desc.class)?;
    Ok(OpaqueRef { word: at as u64, brand: PhantomData })
}

fn new_array_of<'c>(caller: &mut Caller<'c>, ty: i64, n: i64) -> Result<OpaqueRef<'c>, Stop> {
    let class = caller.types().desc(ty as TypeNo).class;
    caller.charge(gas::ALLOC);
    let at = caller.vm().new_array(class, n.max(0) as usize)?;
    Ok(OpaqueRef { word: at as u64, brand: PhantomData })
}

fn new_words<'c>(caller: &mut Caller<'c>, n: i64) -> Result<OpaqueRef<'c>, Stop> {
    let bytes = (n.max(0) as usize).saturating_mul(8);
    caller.charge(gas::ALLOC + gas::bytes_allocated(bytes as u64));
    let at = caller.allocate(|heap| heap.alloc_sized(LayoutId::ALL, bytes))?;
    Ok(OpaqueRef { word: at as u64, brand: PhantomData })
}
