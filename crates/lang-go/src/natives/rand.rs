//! Packages `math/rand` and `math/rand/v2`: what seeds and refills their generators, and the tables of the ziggurat
//! method (Marsaglia and Tsang, 2000). Drawing numbers is Go code in `std/`.

mod cooked;

use std::sync::LazyLock;

use purlin_runtime::native::{Answer, Call, Native};

use super::math::functions as f;

pub const NATIVES: super::Table = &[
    ("math/rand.seed", Native::Light(seed)),
    ("math/rand/internal/ziggurat.fillNormal", Native::Light(|call| fill(call, &NORMAL))),
    ("math/rand/internal/ziggurat.fillExponential", Native::Light(|call| fill(call, &EXPONENTIAL))),
    ("math/rand/v2.block", Native::Light(block)),
];

/// Park and Miller's generator, by Schrage's method: 48271 x modulo 2^31 - 1.
fn park_miller(x: i32) -> i32 {
    let next = 48271 * (x % 44488) - 3399 * (x / 44488);
    if next < 0 { next + i32::MAX } else { next }
}

/// `(state *[607]int64, seed int64)`
fn seed(call: &mut Call<'_>) -> Answer {
    let (state, seed) = (call.word(0), call.int(1));
    call.vm.charge(607 * 4);
    let mut x = match seed.rem_euclid(i64::from(i32::MAX)) as i32 {
        0 => 89_482_311,
        x => x,
    };
    (0..20).for_each(|_| x = park_miller(x));
    let (words, _) = call.view_mut(state, 607 * 8).as_chunks_mut::<8>();
    for (word, cooked) in words.iter_mut().zip(&cooked::COOKED) {
        let mut value = 0;
        for shift in [40, 20, 0] {
            x = park_miller(x);
            value ^= i64::from(x) << shift;
        }
        *word = (value ^ cooked).to_le_bytes();
    }
    Ok(())
}

/// Of layers of equal area under a density: what lies surely inside, their widths, the density at their edges.
struct Ziggurat {
    inside: Vec<u32>,
    width: Vec<f32>,
    density: Vec<f32>,
}

impl Ziggurat {
    /// `edge` is where the tail begins, `area` that of a layer, `scale` the range of the random integers.
    fn new(
        layers: usize,
        edge: f64,
        area: f64,
        scale: f64,
        density: fn(f64) -> f64,
        inverse: fn(f64) -> f64,
    ) -> Self {
        let mut z =
            Ziggurat { inside: vec![0; layers], width: vec![0.0; layers], density: vec![1.0; layers] };
        let base = area / density(edge);
        z.inside[0] = (edge / base * scale) as u32;
        z.width[0] = (base / scale) as f32;
        let mut at = edge;
        for i in (1..layers).rev() {
            z.width[i] = (at / scale) as f32;
            z.density[i] = density(at) as f32;
            if i > 1 {
                let next = inverse(area / at + density(at));
                z.inside[i] = (next / at * scale) as u32;
                at = next;
            }
        }
        z
    }
}

static NORMAL: LazyLock<Ziggurat> = LazyLock::new(|| {
    let density = |x: f64| f::exp(-0.5 * x * x);
    let inverse = |y: f64| (-2.0 * f::log(y)).sqrt();
    Ziggurat::new(128, 3.442619855899, 9.91256303526217e-3, (1u64 << 31) as f64, density, inverse)
});

static EXPONENTIAL: LazyLock<Ziggurat> = LazyLock::new(|| {
    let edge = 7.697_117_470_131_05;
    Ziggurat::new(256, edge, 3.949659822581572e-3, (1u64 << 32) as f64, |x| f::exp(-x), |y| -f::log(y))
});

/// `(t *Table)`: three arrays in a row, of 4 bytes each element.
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

/// `(seed *[4]uint64, buf *[32]uint64, counter uint32)`: four interlaced blocks of ChaCha8 (c2sp.org/chacha8rand).
fn block(call: &mut Call<'_>) -> Answer {
    let (counter, at) = (call.word(2) as u32, call.word(1));
    let (seed, _) = call.view(call.word(0), 32).as_chunks::<4>();
    call.vm.charge(100);
    let mut out = [[0u32; 4]; 16];
    for lane in 0..4u32 {
        let mut b = [0u32; 16];
        b[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
        b[4..12].iter_mut().zip(seed).for_each(|(w, s)| *w = u32::from_le_bytes(*s));
        b[12] = counter.wrapping_add(lane);
        let key = b;
        for _ in 0..4 {
            for i in 0..4 {
                quarter(&mut b, [i, 4 + i, 8 + i, 12 + i]);
            }
            for i in 0..4 {
                quarter(&mut b, [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4]);
            }
        }
        for (i, row) in out.iter_mut().enumerate() {
            row[lane as usize] = if (4..12).contains(&i) { b[i].wrapping_add(key[i]) } else { b[i] };
        }
    }
    for (to, word) in call.view_mut(at, 256).as_chunks_mut::<4>().0.iter_mut().zip(out.as_flattened()) {
        *to = word.to_le_bytes();
    }
    Ok(())
}

fn quarter(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    for (left, right) in [(16, 12), (8, 7)] {
        x[a] = x[a].wrapping_add(x[b]);
        x[d] = (x[d] ^ x[a]).rotate_left(left);
        x[c] = x[c].wrapping_add(x[d]);
        x[b] = (x[b] ^ x[c]).rotate_left(right);
    }
}
