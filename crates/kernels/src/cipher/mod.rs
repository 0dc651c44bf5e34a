//! Ciphers, sponges and curves: the parts of cryptography over fixed buffers, on RustCrypto's and dalek's
//! crates, whose time does not depend on secrets. Modes that chain blocks by hand, padding, tags and all
//! errors are the caller's; keys are given with each call, so nothing secret stays here.

pub mod aes;
pub mod edwards;
pub mod ghash;
pub mod keccak;
