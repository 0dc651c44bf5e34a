//! What a compiled Go program needs at run time besides what every guest's has, as bytes.

use std::any::Any;
use std::sync::Arc;

use purlin_base::SourceMap;
use purlin_base::map::HashSet;
use purlin_base::wire::{Malformed, Packed, Wire as _, Writer};
use purlin_ir::Module;
use purlin_runtime::native::Row;

use crate::cover::Covered;
use crate::natives;
use crate::rt::{ErrorTypes, GoData};

/// What [`crate::Output::guest`] has, to be read by [`restore`]. `None` if that is not Go's.
pub fn save(guest: &(dyn Any + Send + Sync)) -> Option<Vec<u8>> {
    let GoData { errors, covered, symbols: _ } = guest.downcast_ref()?;
    let (mut errors, mut out) = (*errors, Writer::new());
    errors.each().into_iter().for_each(|ty| ty.put(&mut out));
    covered.is_some().put(&mut out);
    covered.iter().for_each(|covered| covered.put(&mut out));
    Some(out.into_bytes())
}

/// [`crate::Output::natives`] and [`crate::Output::guest`] of a module that was read.
pub fn restore(
    saved: Vec<u8>,
    module: &Module,
    sources: &SourceMap,
) -> Result<(Vec<&'static Row>, Arc<dyn Any + Send + Sync>), Malformed> {
    let saved = Packed::all(Arc::new(saved), 0);
    let from = &mut saved.reader();
    let wanted: HashSet<&str> = module.natives.values().map(|native| native.name.as_str()).collect();
    let rows = natives::all().filter(|row| wanted.contains(row.name())).collect();
    let mut errors = ErrorTypes::default();
    for ty in errors.each() {
        *ty = u32::take(from)?;
    }
    let data = GoData {
        errors,
        covered: if bool::take(from)? { Some(Covered::take(from)?) } else { None },
        symbols: natives::symbols_wanted_by(module, sources),
    };
    Ok((rows, Arc::new(data)))
}
