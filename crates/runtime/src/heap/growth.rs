//! How much a slice grows when `append` outgrows it: the capacities that Go 1.26 reports on 64-bit systems.
//!
//! Programs print `cap()`, so the rule is part of what a program can see. Knows nothing of our own cells.

/// Go's malloc size classes (its `sizeclasses.go` is generated; these are facts about cap()).
#[rustfmt::skip]
const GO_CLASSES: [u32; 67] = [
    8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448,
    480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456, 4096,
    4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240, 10880, 12288, 13568, 14336, 16384, 18432, 19072,
    20480, 21760, 24576, 27264, 28672, 32768,
];

const GO_MAX_SMALL: u64 = 32768;
const GO_HEADER: u64 = 8;
/// Objects with pointers above this size carry Go's malloc header.
const GO_HEADER_ABOVE: u64 = 512;
const GO_PAGE: u64 = 8192;
/// Go's address space: longer slices panic with "len out of range".
const GO_MAX_ALLOC: u64 = 1 << 48;

/// The bytes that are usable in what Go's allocator returns for `size` bytes.
fn round_up_size(size: u64, has_pointers: bool) -> u64 {
    if size > GO_MAX_SMALL - GO_HEADER {
        return size.div_ceil(GO_PAGE) * GO_PAGE;
    }
    let header = if has_pointers && size > GO_HEADER_ABOVE { GO_HEADER } else { 0 };
    let class = GO_CLASSES.partition_point(|class| u64::from(*class) < size + header);
    u64::from(GO_CLASSES[class]) - header
}

/// The capacity that `append` gives a slice of capacity `old_cap` which must hold `needed` elements of
/// `elem_size` bytes, in elements. `None` where Go panics with "growslice: len out of range".
///
/// The caller has found that `needed > old_cap`.
pub fn grow_array_capacity(
    elem_size: usize,
    has_pointers: bool,
    old_cap: usize,
    needed: usize,
) -> Option<usize> {
    if needed > isize::MAX as usize {
        return None;
    }
    if elem_size == 0 {
        return Some(needed);
    }
    let bytes = (next_capacity(old_cap, needed) as u64).checked_mul(elem_size as u64)?;
    if bytes > GO_MAX_ALLOC {
        return None;
    }
    let bytes = round_up_size(bytes, has_pointers);
    if bytes > GO_MAX_ALLOC { None } else { Some((bytes / elem_size as u64) as usize) }
}

/// Doubles short slices and lets long ones grow by a quarter, smoothly in between.
fn next_capacity(old_cap: usize, needed: usize) -> usize {
    const THRESHOLD: usize = 256;
    match old_cap.checked_mul(2) {
        Some(double) if needed <= double => {
            if old_cap < THRESHOLD {
                return double;
            }
        }
        _ => return needed,
    }
    let mut cap = old_cap;
    while cap < needed {
        match cap.checked_add((cap + 3 * THRESHOLD) >> 2) {
            Some(next) => cap = next,
            None => return needed,
        }
    }
    cap
}
