//! Lowered functions as bytes ([`purlin_base::wire`]).

use purlin_base::wire::{Malformed, Reader, Wire, Writer, take_bytes};
use purlin_base::wire_structs;

use crate::func::{Func, FuncLoc, State};

wire_structs! {
    FuncLoc { func, pos, wrapper, inlined_at }
    State { pc, slots, constants }
}

impl Wire for Func {
    fn put(&self, out: &mut Writer) {
        let Func { id, name, wrapper, code, frame_slots, params, results, memory, handler, .. } = self;
        let Func { positions, locs, states, polls, .. } = self;
        id.put(out);
        name.put(out);
        wrapper.put(out);
        // As they are: the first run of a function waits for them.
        out.number(8 * code.len() as u64);
        code.iter().for_each(|word| out.raw(&word.to_le_bytes()));
        frame_slots.put(out);
        params.put(out);
        results.put(out);
        memory.put(out);
        handler.put(out);
        positions.put(out);
        locs.put(out);
        states.put(out);
        polls.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Func, Malformed> {
        let (id, name, wrapper) = (Wire::take(from)?, Wire::take(from)?, Wire::take(from)?);
        let (words, rest) = take_bytes(from)?.as_chunks::<8>();
        if !rest.is_empty() || words.is_empty() {
            return Err(Malformed);
        }
        Ok(Func {
            id,
            name,
            wrapper,
            code: words.iter().map(|word| u64::from_le_bytes(*word)).collect(),
            frame_slots: Wire::take(from)?,
            params: Wire::take(from)?,
            results: Wire::take(from)?,
            memory: Wire::take(from)?,
            handler: Wire::take(from)?,
            positions: Wire::take(from)?,
            locs: Wire::take(from)?,
            states: Wire::take(from)?,
            polls: Wire::take(from)?,
        })
    }
}
