//! Package `crypto/internal/entropy`: the key that all of an isolate's keys follow from. Knows nothing of the
//! generator that it is the key of, which is Go code in `std/`.

use purlin_runtime::native::{Answer, Caller, Ptr, PtrRef};
use purlin_runtime::natives;

/// Without a grant every isolate has this key: its programs do the same in every run, and keep no secrets.
const KNOWN: &[u8; 32] = b"crypto/rand of a Purlin isolate.";

natives! {
    /// What `crypto/rand` begins with.
    pub(super) ENTROPY in "crypto/internal/entropy" {
        /// Writes the key: that of the host's grant, or one that everyone knows.
        light "key"(to: Ptr<[u8; 32]>) = key; [WRITES RAISES] "1 a 16 bytes read and written";
    }
}

fn key<'c>(caller: &mut Caller<'c>, to: PtrRef<'c, [u8; 32]>) -> Answer {
    caller.charge_bytes(2 * KNOWN.len());
    let key = *caller.grants().entropy().unwrap_or(KNOWN);
    let Some(to) = caller.get_mut(to) else { return Err(caller.raise_null()) };
    *to = key;
    Ok(())
}
