//! Checksums: CRC of 32 and 64 bits by any polynomial, with the tables of both made in one place, and
//! Adler-32.

/// What remains of a byte after division by a reversed polynomial.
fn remainder(polynomial: u64, byte: u64) -> u64 {
    (0..8).fold(byte, |r, _| r >> 1 ^ if r & 1 == 1 { polynomial } else { 0 })
}

/// The remainder of each byte by a reversed polynomial of 32 bits.
pub fn crc32_table(polynomial: u32) -> [u32; 256] {
    std::array::from_fn(|byte| remainder(u64::from(polynomial), byte as u64) as u32)
}

/// The remainder of each byte by a reversed polynomial of 64 bits.
pub fn crc64_table(polynomial: u64) -> [u64; 256] {
    std::array::from_fn(|byte| remainder(polynomial, byte as u64))
}

/// The CRC of what `crc` is of, followed by `bytes`; by a table as [`crc32_table`] makes it.
#[inline]
pub fn crc32(crc: u32, table: &[u32; 256], bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!crc, |c, b| table[usize::from(c as u8 ^ b)] ^ c >> 8)
}

/// The CRC by the polynomial of zip and gzip (0xedb88320, IEEE 802.3), with the machine's instructions.
pub fn crc32_ieee(crc: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(crc);
    hasher.update(bytes);
    hasher.finalize()
}

/// The CRC of what `crc` is of, followed by `bytes`; by a table as [`crc64_table`] makes it.
#[inline]
pub fn crc64(crc: u64, table: &[u64; 256], bytes: &[u8]) -> u64 {
    !bytes.iter().fold(!crc, |c, b| table[usize::from(c as u8 ^ b)] ^ c >> 8)
}

/// The Adler-32 (RFC 1950) of what `sum` is of, followed by `bytes`: two sums modulo 65521, one of the other.
/// Of nothing it is 1.
pub fn adler32(sum: u32, bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65521;
    /// So many bytes cannot overflow 32 bits.
    const CHUNK: usize = 5552;
    let (mut a, mut b) = (sum & 0xffff, sum >> 16);
    for chunk in bytes.chunks(CHUNK) {
        for byte in chunk {
            a += u32::from(*byte);
            b += a;
        }
        (a, b) = (a % MODULUS, b % MODULUS);
    }
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check values of the catalogue of CRC algorithms.
    #[test]
    fn check_values() {
        let text = b"123456789";
        assert_eq!(crc32(0, &crc32_table(0xedb8_8320), text), 0xcbf4_3926);
        assert_eq!(crc32_ieee(0, text), 0xcbf4_3926);
        assert_eq!(crc32_ieee(crc32_ieee(0, &text[..4]), &text[4..]), 0xcbf4_3926);
        assert_eq!(crc32(0, &crc32_table(0x82f6_3b78), text), 0xe306_9283);
        assert_eq!(crc64(0, &crc64_table(0xc96c_5795_d787_0f42), text), 0x995d_c9bb_df19_39fa);
        assert_eq!(adler32(1, text), 0x091e_01de);
        assert_eq!(adler32(adler32(1, &[0xff; 6000]), text), adler32(1, &[&[0xff; 6000][..], text].concat()));
    }
}
