//! Packages `math/rand` and `math/rand/v2`: what seeds and refills their generators, and the tables of the
//! ziggurat method, by the kernels. Drawing numbers is Go code in `std/`.

use purlin_base::gas;
use purlin_kernels::random::ziggurat::{EXPONENTIAL, NORMAL, Ziggurat};
use purlin_kernels::random::{LAGGED_WORDS, chacha8_block, seed_lagged};
use purlin_runtime::native::{Answer, Caller, Ptr, PtrRef};
use purlin_runtime::natives;

natives! {
    /// The additive lagged Fibonacci generator.
    pub(super) RAND in "math/rand" {
        /// Sets the state of a generator from a seed.
        light "seed"(state: Ptr<[i64; LAGGED_WORDS]>, seed: i64) = seed; [WRITES RAISES] "607 times 4 units";
    }
}

natives! {
    /// Tables of the ziggurat method: three arrays in a row, of integers, widths and densities.
    pub(super) ZIGGURAT in "math/rand/internal/ziggurat" {
        /// Writes the tables of the normal distribution.
        light "fillNormal"(table: Ptr<[[u32; 128]; 3]>) = fill_normal; [WRITES RAISES] "1 a 16 bytes";
        /// Writes the tables of the exponential distribution.
        light "fillExponential"(table: Ptr<[[u32; 256]; 3]>) = fill_exponential; [WRITES RAISES] "1 a 16 bytes";
    }
}

natives! {
    /// ChaCha8.
    pub(super) RAND_V2 in "math/rand/v2" {
        /// Writes the numbers that a seed and a counter give.
        light "block"(seed: Ptr<[u64; 4]>, numbers: Ptr<[u64; 32]>, counter: u32) = block;
            [READS WRITES RAISES] "four blocks of ChaCha8";
    }
}

fn seed<'c>(caller: &mut Caller<'c>, state: PtrRef<'c, [i64; LAGGED_WORDS]>, seed: i64) -> Answer {
    caller.charge(gas::LAGGED_SEED);
    let Some(state) = caller.get_mut(state) else { return Err(caller.raise_null()) };
    seed_lagged(state, seed);
    Ok(())
}

fn fill_normal<'c>(caller: &mut Caller<'c>, table: PtrRef<'c, [[u32; 128]; 3]>) -> Answer {
    fill(caller, table, &NORMAL)
}

fn fill_exponential<'c>(caller: &mut Caller<'c>, table: PtrRef<'c, [[u32; 256]; 3]>) -> Answer {
    fill(caller, table, &EXPONENTIAL)
}

fn fill<'c, const N: usize>(
    caller: &mut Caller<'c>,
    table: PtrRef<'c, [[u32; N]; 3]>,
    ziggurat: &Ziggurat,
) -> Answer {
    caller.charge_bytes(size_of::<[[u32; N]; 3]>());
    let Some(table) = caller.get_mut(table) else { return Err(caller.raise_null()) };
    let floats = ziggurat.width.iter().chain(&ziggurat.density).map(|x| x.to_bits());
    let words = ziggurat.inside.iter().copied().chain(floats);
    table.as_flattened_mut().iter_mut().zip(words).for_each(|(to, word)| *to = word);
    Ok(())
}

fn block<'c>(
    caller: &mut Caller<'c>,
    seed: PtrRef<'c, [u64; 4]>,
    numbers: PtrRef<'c, [u64; 32]>,
    counter: u32,
) -> Answer {
    caller.charge(gas::CHACHA8_BLOCK);
    let Some(seed) = caller.get(seed) else { return Err(caller.raise_null()) };
    let halves = std::array::from_fn(|i| (seed[i / 2] >> (i % 2 * 32)) as u32);
    let words = chacha8_block(&halves, counter);
    let Some(numbers) = caller.get_mut(numbers) else { return Err(caller.raise_null()) };
    for (to, [low, high]) in numbers.iter_mut().zip(words.as_flattened().as_chunks().0) {
        *to = u64::from(*high) << 32 | u64::from(*low);
    }
    Ok(())
}
