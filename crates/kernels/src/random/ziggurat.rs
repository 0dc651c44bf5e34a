//! The tables of the ziggurat method (Marsaglia and Tsang, "The ziggurat method for generating random
//! variables", 2000).

use std::sync::LazyLock;

use crate::math::{exp, log};

/// The tables of the ziggurat method: layers of equal area under a density.
pub struct Ziggurat {
    /// The random integers of each layer below this one surely lie under the density.
    pub inside: Vec<u32>,
    /// The widths of the layers, by one step of the random integers.
    pub width: Vec<f32>,
    /// The density at the edges of the layers.
    pub density: Vec<f32>,
}

impl Ziggurat {
    /// `edge` is where the tail begins, `area` is the area of a layer, `scale` the range of the random
    /// integers.
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

/// The normal distribution, 128 layers, for integers of 31 bits and a sign.
pub static NORMAL: LazyLock<Ziggurat> = LazyLock::new(|| {
    let density = |x: f64| exp(-0.5 * x * x);
    let inverse = |y: f64| (-2.0 * log(y)).sqrt();
    Ziggurat::new(128, 3.442619855899, 9.91256303526217e-3, (1u64 << 31) as f64, density, inverse)
});

/// The exponential distribution, 256 layers, for integers of 32 bits.
pub static EXPONENTIAL: LazyLock<Ziggurat> = LazyLock::new(|| {
    let edge = 7.697_117_470_131_05;
    Ziggurat::new(256, edge, 3.949659822581572e-3, (1u64 << 32) as f64, |x| exp(-x), |y| -log(y))
});

#[cfg(test)]
mod tests {
    use super::*;

    /// The first words of the tables in Go's `math/rand`.
    #[test]
    fn tables_are_gos() {
        assert_eq!(NORMAL.inside[..3], [0x76ad2212, 0x0, 0x600f1b53]);
        assert_eq!(EXPONENTIAL.inside[..3], [0xe290a139, 0x0, 0x9beadebc]);
        assert_eq!((NORMAL.width.len(), EXPONENTIAL.density.len()), (128, 256));
        assert_eq!(NORMAL.density[0], 1.0);
    }
}
