//! AES (FIPS 197) over many blocks at once. A key of another length than 16, 24 or 32 bytes changes nothing.

use ::aes::cipher::generic_array::GenericArray;
use ::aes::cipher::{BlockDecrypt, BlockEncrypt, KeyInit};
use ::aes::{Aes128, Aes192, Aes256};

/// A block.
pub type Block = [u8; 16];

/// Blocks that are worked on together, as many as the processor's units overlap.
const TOGETHER: usize = 8;

/// Something to do with a cipher of any key size.
trait Work {
    fn run(self, cipher: &(impl BlockEncrypt<BlockSize = Sixteen> + BlockDecrypt<BlockSize = Sixteen>));
}

type Sixteen = ::aes::cipher::consts::U16;

fn with(key: &[u8], work: impl Work) {
    match key.len() {
        16 => work.run(&Aes128::new(GenericArray::from_slice(key))),
        24 => work.run(&Aes192::new(GenericArray::from_slice(key))),
        32 => work.run(&Aes256::new(GenericArray::from_slice(key))),
        _ => {}
    }
}

/// Each block by itself.
struct Each<'a>(&'a mut [Block], bool);

impl Work for Each<'_> {
    fn run(self, cipher: &(impl BlockEncrypt<BlockSize = Sixteen> + BlockDecrypt<BlockSize = Sixteen>)) {
        let Each(blocks, decrypt) = self;
        for block in blocks {
            let block = GenericArray::from_mut_slice(block);
            if decrypt { cipher.decrypt_block(block) } else { cipher.encrypt_block(block) }
        }
    }
}

/// Encrypts or decrypts each block by itself, in place.
pub fn blocks(key: &[u8], data: &mut [Block], decrypt: bool) {
    with(key, Each(data, decrypt));
}

struct Chain<'a>(&'a mut [Block], Block, bool);

impl Work for Chain<'_> {
    fn run(self, cipher: &(impl BlockEncrypt<BlockSize = Sixteen> + BlockDecrypt<BlockSize = Sixteen>)) {
        let Chain(blocks, mut before, decrypt) = self;
        if !decrypt {
            for block in blocks {
                block.iter_mut().zip(&before).for_each(|(b, v)| *b ^= v);
                cipher.encrypt_block(GenericArray::from_mut_slice(block));
                before = *block;
            }
            return;
        }
        for some in blocks.chunks_mut(TOGETHER) {
            let mut plain = [GenericArray::from([0; 16]); TOGETHER];
            plain.iter_mut().zip(&*some).for_each(|(p, b)| *p = GenericArray::from(*b));
            cipher.decrypt_blocks(&mut plain[..some.len()]);
            for (block, plain) in some.iter_mut().zip(&plain) {
                let next = *block;
                block.iter_mut().zip(plain).zip(&before).for_each(|((b, p), v)| *b = p ^ v);
                before = next;
            }
        }
    }
}

/// Cipher block chaining in place, from the block before the first.
pub fn chained(key: &[u8], before: Block, data: &mut [Block], decrypt: bool) {
    with(key, Chain(data, before, decrypt));
}

struct Counter<'a> {
    data: &'a mut [u8],
    counter: u128,
    skip: usize,
    /// Whether only the last 32 bits count.
    short: bool,
}

impl Counter<'_> {
    fn next(&mut self) -> Block {
        let now = self.counter;
        let low = u128::from((now as u32).wrapping_add(1));
        self.counter = if self.short { now >> 32 << 32 | low } else { now.wrapping_add(1) };
        now.to_be_bytes()
    }
}

impl Work for Counter<'_> {
    fn run(mut self, cipher: &(impl BlockEncrypt<BlockSize = Sixteen> + BlockDecrypt<BlockSize = Sixteen>)) {
        let data = std::mem::take(&mut self.data);
        let (head, rest) = data.split_at_mut(((16 - self.skip) % 16).min(data.len()));
        if !head.is_empty() {
            let mut key = GenericArray::from(self.next());
            cipher.encrypt_block(&mut key);
            head.iter_mut().zip(&key[self.skip..]).for_each(|(b, k)| *b ^= k);
        }
        for some in rest.chunks_mut(16 * TOGETHER) {
            let mut keys = [GenericArray::from([0; 16]); TOGETHER];
            let n = some.len().div_ceil(16);
            keys[..n].iter_mut().for_each(|k| *k = GenericArray::from(self.next()));
            cipher.encrypt_blocks(&mut keys[..n]);
            some.iter_mut().zip(keys.as_flattened_bytes()).for_each(|(b, k)| *b ^= k);
        }
    }
}

/// The bytes of blocks in a row.
trait Flat {
    fn as_flattened_bytes(&self) -> impl Iterator<Item = &u8>;
}

impl Flat for [GenericArray<u8, Sixteen>; TOGETHER] {
    fn as_flattened_bytes(&self) -> impl Iterator<Item = &u8> {
        self.iter().flatten()
    }
}

/// Adds the key stream of counter mode to data in place: that of the blocks from `counter` on, without their
/// first `skip` bytes, fewer than 16. With `short` only the last 32 bits count, as in Galois/Counter Mode.
pub fn counted(key: &[u8], counter: u128, skip: usize, short: bool, data: &mut [u8]) {
    with(key, Counter { data, counter, skip: skip % 16, short });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 197, appendix C.
    #[test]
    fn standard() {
        let key: Vec<u8> = (0..32).collect();
        let plain: Block = std::array::from_fn(|i| i as u8 * 0x11);
        for (size, first) in [(16, 0x69), (24, 0xdd), (32, 0x8e)] {
            let mut data = [plain];
            blocks(&key[..size], &mut data, false);
            assert_eq!(data[0][0], first);
            blocks(&key[..size], &mut data, true);
            assert_eq!(data[0], plain);
        }
    }

    #[test]
    fn chains_and_counters_meet_themselves() {
        let key = [7; 16];
        let mut data: Vec<Block> = (0..21).map(|i| [i; 16]).collect();
        let plain = data.clone();
        chained(&key, [1; 16], &mut data, false);
        let (a, b) = data.split_at_mut(9);
        let before = a[8];
        chained(&key, [1; 16], a, true);
        chained(&key, before, b, true);
        assert_eq!(data, plain);
        let (mut whole, mut parts) = ([0; 300], [0; 300]);
        let start = u128::MAX - 3;
        counted(&key, start, 0, false, &mut whole);
        counted(&key, start, 0, false, &mut parts[..37]);
        counted(&key, start + 2, 5, false, &mut parts[37..]);
        assert_eq!(whole, parts);
        counted(&key, start, 0, true, &mut parts);
        assert_ne!(whole, parts);
    }
}
