//! Interesting inputs that are kept from one run to the next: an entry of the cache for each fuzz test. What
//! does not fit, for whatever reason, is as if it were not there. Knows nothing of what an input is run on.

use purlin_base::wire;
use sha2::{Digest as _, Sha256};

use super::value::{Input, InputKind, packed, seeds};
use crate::cache::Cache;

const MAGIC: &[u8; 8] = b"purlin\0f";
/// Bytes that the inputs of one test may have.
const MOST_BYTES: usize = 16 << 20;

/// Where the inputs of the fuzz tests of one package are kept.
pub(in crate::test) struct Kept {
    cache: Cache,
    package: String,
}

impl Kept {
    pub(in crate::test) fn new(cache: Cache, package: &str) -> Kept {
        Kept { cache, package: package.to_string() }
    }

    /// The name of the entry of a test. Inputs of other kinds are those of another test.
    fn name(&self, test: &str, kinds: &[InputKind]) -> String {
        let mut sum = Sha256::new();
        for part in [&*self.package, test, &format!("{kinds:?}")] {
            sum.update((part.len() as u64).to_le_bytes());
            sum.update(part);
        }
        sum.finalize().iter().take(20).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The inputs that were kept of a test, in the order in which they were found.
    pub(super) fn load(&self, test: &str, kinds: &[InputKind]) -> Vec<Input> {
        let Some(entry) = self.cache.folder().load(&self.name(test, kinds)) else { return Vec::new() };
        unpacked(entry.bytes(), kinds).unwrap_or_default()
    }

    /// Keeps the inputs of a test, in place of those that were kept before.
    pub(super) fn store<'i>(&self, test: &str, kinds: &[InputKind], inputs: impl Iterator<Item = &'i Input>) {
        // The next run finds again what could not be kept.
        let _ = self.cache.folder().store(&self.name(test, kinds), &entry(inputs));
    }
}

/// An entry with some inputs.
fn entry<'i>(inputs: impl Iterator<Item = &'i Input>) -> Vec<u8> {
    let mut body = Vec::new();
    for input in inputs {
        let bytes = packed(input);
        if body.len() + bytes.len() > MOST_BYTES {
            break;
        }
        // As a seed without a name.
        body.extend_from_slice(&[0; 4]);
        body.extend_from_slice(&bytes);
    }
    [MAGIC.as_slice(), &wire::digest(&body).to_le_bytes(), &body].concat()
}

fn unpacked(entry: &[u8], kinds: &[InputKind]) -> Option<Vec<Input>> {
    let (magic, rest) = entry.split_first_chunk::<8>()?;
    let (digest, body) = rest.split_first_chunk::<8>()?;
    let is_whole = magic == MAGIC && wire::digest(body) == u64::from_le_bytes(*digest);
    is_whole.then(|| seeds(kinds, body).into_iter().map(|(_, input)| input).collect())
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;

    #[test]
    fn inputs_come_back_and_damage_is_noticed() {
        let kinds = [InputKind::Text, InputKind::Bool];
        let inputs: Vec<Input> =
            (0..9).map(|n| vec![Value::Bytes(vec![b'a'; n]), Value::Word(n as u64 & 1)]).collect();
        let mut bytes = entry(inputs.iter());
        assert_eq!(unpacked(&bytes, &kinds), Some(inputs));
        for at in [0, 9, 30] {
            bytes[at] ^= 1;
            assert_eq!(unpacked(&bytes, &kinds), None);
            bytes[at] ^= 1;
        }
    }
}
