//! What the process keeps of the system, as Linux counts it.

use std::fs;

/// Counts of one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) files: usize,
    pub(crate) maps: usize,
    /// Bytes of resident memory.
    pub(crate) resident: u64,
}

impl Kept {
    /// What is kept now; an error where the system does not say.
    pub(crate) fn now() -> Result<Kept, String> {
        let wrong = |e: std::io::Error| format!("/proc/self: {e}");
        let files = fs::read_dir("/proc/self/fd").map_err(wrong)?.count();
        let maps = fs::read_to_string("/proc/self/maps").map_err(wrong)?.lines().count();
        let statm = fs::read_to_string("/proc/self/statm").map_err(wrong)?;
        let pages = statm.split(' ').nth(1).and_then(|word| word.parse::<u64>().ok());
        let resident = pages.ok_or("/proc/self/statm has no second number")? * page_bytes()?;
        if cfg!(purlin_tsan) {
            // ThreadSanitizer has maps and files of its own, more of them with each piece of memory.
            return Ok(Kept { files: 0, maps: 0, resident });
        }
        Ok(Kept { files, maps, resident })
    }
}

/// Bytes of a page: the resident bytes of `smaps_rollup` are in KiB, and `statm` counts pages.
fn page_bytes() -> Result<u64, String> {
    let auxv = fs::read("/proc/self/auxv").map_err(|e| format!("/proc/self/auxv: {e}"))?;
    const PAGE_SIZE: u64 = 6;
    let words: Vec<u64> = auxv
        .chunks_exact(8)
        .map(|bytes| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)))
        .collect();
    let found = words.chunks_exact(2).find(|pair| pair[0] == PAGE_SIZE);
    found.map(|pair| pair[1]).ok_or_else(|| "the system does not tell the size of pages".to_string())
}
