//! Packages `math/rand` and `math/rand/v2`: what seeds and refills their generators, and the tables of the ziggurat
//! method, by the kernels. Drawing numbers is Go code in `std/`.

use purlin_kernels::random::ziggurat::{EXPONENTIAL, NORMAL, Ziggurat};
use purlin_kernels::random::{LAGGED_WORDS, chacha8_block, seed_lagged};
use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("math/rand.seed", Native::Light(seed)),
    ("math/rand/internal/ziggurat.fillNormal", Native::Light(|call| fill(call, &NORMAL))),
    ("math/rand/internal/ziggurat.fillExponential", Native::Light(|call| fill(call, &EXPONENTIAL))),
    ("math/rand/v2.block", Native::Light(block)),
];

/// `(state *[607]int64, seed int64)`
fn seed(call: &mut Call<'_>) -> Answer {
    let (state, seed) = (call.word(0), call.int(1));
    call.vm.charge(607 * 4);
    let (words, _) = call.view_mut(state, 8 * LAGGED_WORDS).as_chunks_mut::<8>();
    for (to, word) in words.iter_mut().zip(seed_lagged(seed)) {
        *to = word.to_le_bytes();
    }
    Ok(())
}

/// `(t *Table)`: three arrays one after the other, whose elements have 4 bytes.
fn fill(call: &mut Call<'_>, z: &Ziggurat) -> Answer {
    let n = z.inside.len();
    call.charge_bytes(12 * n);
    let words = z.inside.iter().copied().chain(z.width.iter().chain(&z.density).map(|x| x.to_bits()));
    let at = call.word(0);
    for (to, word) in call.view_mut(at, 12 * n).as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *to = word.to_le_bytes();
    }
    Ok(())
}

/// `(seed *[4]uint64, buf *[32]uint64, counter uint32)`
fn block(call: &mut Call<'_>) -> Answer {
    let (counter, at) = (call.word(2) as u32, call.word(1));
    let (seed, _) = call.view(call.word(0), 32).as_chunks::<4>();
    call.vm.charge(100);
    let out = chacha8_block(&std::array::from_fn(|i| u32::from_le_bytes(seed[i])), counter);
    for (to, word) in call.view_mut(at, 256).as_chunks_mut::<4>().0.iter_mut().zip(out.as_flattened()) {
        *to = word.to_le_bytes();
    }
    Ok(())
}
