//! Many turns of a loop at once (`purlin_ir::natives` says when): as many as the slice's gas pays for, so that the loop itself comes
//! to each poll that has something to do.

use super::{DirectEntry, Entry};
use crate::native::{Answer, Call, direct};
use crate::translate;

/// With more arguments than there are registers for.
pub const NATIVES: &[Entry] = &[("rt.bulk_translate", translate)];

pub const DIRECT: &[DirectEntry] = &[
    ("rt.bulk_fill1", fill::<1>, direct(fill::<1>)),
    ("rt.bulk_fill2", fill::<2>, direct(fill::<2>)),
    ("rt.bulk_fill4", fill::<4>, direct(fill::<4>)),
    ("rt.bulk_fill8", fill::<8>, direct(fill::<8>)),
    ("rt.bulk_find", find, direct(find)),
    ("rt.bulk_skip", skip, direct(skip)),
];

/// How many turns can be done if one costs so much.
fn turns(call: &Call<'_>, units: i64) -> usize {
    let paid = call.vm.slice_left().max(0) / units.max(1);
    call.word(1).min(paid as u64) as usize
}

/// So many were.
fn done(call: &mut Call<'_>, turns: usize, units: i64) -> Answer {
    call.vm.charge(turns as i64 * units);
    call.ret_int(0, turns as i64);
    Ok(())
}

fn translate(call: &mut Call<'_>) -> Answer {
    let units = call.int(4);
    let turns = turns(call, units);
    let [to, from, table] = [0, 2, 3].map(|n| call.word(n) as usize);
    // SAFETY: the areas are the guest's, as far as the loop would have gone, and the table is a whole one; no view of them is held.
    unsafe { translate::translate(to as *mut u8, from as *const u8, turns, table as *const u8) };
    done(call, turns, units)
}

fn fill<const SIZE: usize>(call: &mut Call<'_>) -> Answer {
    let (units, word) = (call.int(3), call.word(2).to_le_bytes());
    let turns = turns(call, units);
    let elements = call.view_mut(call.word(0), turns * SIZE);
    match SIZE {
        1 => elements.fill(word[0]),
        _ => elements.chunks_exact_mut(SIZE).for_each(|element| element.copy_from_slice(&word[..SIZE])),
    }
    done(call, turns, units)
}

fn find(call: &mut Call<'_>) -> Answer {
    let units = call.int(3);
    let turns = turns(call, units);
    let bytes = call.view(call.word(0), turns);
    let passed = memchr::memchr(call.word(2) as u8, bytes).unwrap_or(turns);
    done(call, passed, units)
}

fn skip(call: &mut Call<'_>) -> Answer {
    let units = call.int(3);
    let turns = turns(call, units);
    let passed = leading(call.view(call.word(0), turns), call.word(2) as u8);
    done(call, passed, units)
}

/// How many bytes in front are that one.
fn leading(bytes: &[u8], byte: u8) -> usize {
    const STEP: usize = 32;
    let equal =
        bytes.chunks_exact(STEP).take_while(|chunk| chunk.iter().fold(0, |all, b| all | (b ^ byte)) == 0);
    let from = equal.count() * STEP;
    from + bytes[from..].iter().take_while(|b| **b == byte).count()
}

#[cfg(test)]
mod tests {
    use super::leading;

    #[test]
    fn bytes_in_front() {
        for len in 0..100 {
            for other in 0..=len {
                let mut bytes = vec![7; len];
                bytes.iter_mut().skip(other).for_each(|b| *b = 8);
                assert_eq!(leading(&bytes, 7), other);
            }
        }
    }
}
