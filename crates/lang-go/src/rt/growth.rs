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
pub(crate) fn grow_array_capacity(
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

#[cfg(test)]
mod tests {
    use super::*;

    /// cap() after each growth while elements are appended one by one, as compiled Go 1.26.8 printed it for
    /// slices that escape: (element size, pointers, capacities).
    #[rustfmt::skip]
    const ONE_BY_ONE: &[(usize, bool, &[usize])] = &[
        (1, false, &[8, 16, 32, 64, 128, 256, 512, 896, 1408, 2048, 3072, 4096, 5376, 6912, 9472, 12288,
            16384, 21760, 28672, 40960, 57344, 73728, 98304, 131072, 172032, 221184]),
        (3, false, &[2, 5, 10, 21, 42, 85, 170, 341, 682, 1066, 1621, 2261, 3157, 4522, 6144, 8192, 10922,
            16384, 21845, 30037, 38229, 49152, 62805, 79189, 101034, 128341, 161109, 202069]),
        (4, false, &[2, 4, 8, 16, 32, 64, 128, 256, 512, 864, 1344, 2048, 3072, 4096, 5440, 7168, 10240,
            14336, 18432, 24576, 32768, 43008, 55296, 69632, 88064, 110592, 139264, 176128, 221184]),
        (8, false, &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 848, 1280, 1792, 2560, 3408, 5120, 7168, 9216,
            12288, 16384, 21504, 27648, 34816, 44032, 55296, 69632, 88064, 110592, 139264, 175104, 219136]),
        (8, true, &[1, 2, 4, 8, 16, 32, 64, 143, 287, 607, 1023, 1535, 2303, 3071, 4095, 6144, 8192, 11264,
            14336, 18432, 23552, 29696, 37888, 48128, 60416, 75776, 95232, 119808, 150528, 188416, 236544]),
        (16, false, &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 848, 1280, 1792, 2560, 3584, 5120, 6656, 8704,
            11264, 14336, 18432, 23552, 29696, 37376, 47104, 59392, 74752, 93696, 117760, 147456, 184832,
            231424]),
        (16, true, &[1, 2, 4, 8, 16, 32, 71, 143, 303, 591, 1023, 1535, 2560, 3584, 5120, 6656, 8704, 11264,
            14336, 18432, 23552, 29696, 37376, 47104, 59392, 74752, 93696, 117760, 147456, 184832, 231424]),
        (24, false, &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 853, 1365, 2048, 3072, 4096, 5461, 7168, 9216,
            11946, 15360, 19456, 24576, 31061, 39253, 49493, 62122, 78165, 97962, 122880, 153941, 192853,
            241322]),
        (24, true, &[1, 2, 4, 8, 16, 37, 74, 170, 341, 682, 1135, 1706, 2389, 3413, 4778, 6485, 8533, 10922,
            13994, 17749, 22528, 28672, 36181, 45738, 57685, 72362, 90794, 114005, 143018, 179200, 224256]),
        (40, true, &[1, 2, 4, 8, 17, 35, 76, 153, 307, 614, 1024, 1638, 2252, 3072, 4096, 5324, 6963, 9011,
            11468, 14540, 18432, 23347, 29491, 37068, 46694, 58572, 73523, 92160, 115507, 144588, 181043,
            226508]),
        (100, false, &[1, 2, 4, 8, 17, 34, 69, 143, 286, 573, 983, 1474, 2048, 2785, 3686, 4833, 6307, 8110,
            10403, 13271, 16793, 21217, 26787, 33751, 42434, 53248, 66764, 83722, 104857, 131317, 164413,
            205783]),
    ];

    /// Capacity, needed, new capacity.
    type Growth = (usize, usize, usize);

    /// Appending several at once, from the same program.
    #[rustfmt::skip]
    const AT_ONCE: &[(usize, bool, &[Growth])] = &[
        (1, false, &[(0, 3, 8), (0, 5, 8), (1, 4, 8), (3, 7, 8), (5, 11, 16), (10, 100, 112), (255, 256,
            512), (256, 257, 512), (300, 601, 640), (511, 512, 896), (600, 900, 1024), (1000, 1001, 1536),
            (1000, 5000, 5376), (4000, 4001, 5376), (10000, 10001, 13568)]),
        (3, false, &[(0, 3, 5), (0, 5, 5), (1, 4, 5), (3, 7, 8), (5, 11, 16), (10, 100, 106), (255, 256,
            512), (256, 257, 512), (300, 601, 682), (511, 512, 896), (600, 900, 1024), (1000, 1001, 1621),
            (1000, 5000, 5461), (4000, 4001, 5461), (10000, 10001, 13653)]),
        (8, false, &[(0, 3, 3), (0, 5, 6), (1, 4, 4), (3, 7, 8), (5, 11, 12), (10, 100, 112), (255, 256,
            512), (256, 257, 512), (300, 601, 608), (511, 512, 848), (600, 900, 1024), (1000, 1001, 1536),
            (1000, 5000, 5120), (4000, 4001, 6144), (10000, 10001, 13312)]),
        (8, true, &[(0, 3, 3), (0, 5, 6), (1, 4, 4), (3, 7, 8), (5, 11, 12), (10, 100, 111), (255, 256,
            511), (256, 257, 607), (300, 601, 607), (511, 512, 847), (600, 900, 1023), (1000, 1001, 1535),
            (1000, 5000, 5120), (4000, 4001, 6144), (10000, 10001, 13312)]),
        (16, true, &[(0, 3, 3), (0, 5, 5), (1, 4, 4), (3, 7, 7), (5, 11, 11), (10, 100, 111), (255, 256,
            511), (256, 257, 591), (300, 601, 607), (511, 512, 847), (600, 900, 1023), (1000, 1001, 1535),
            (1000, 5000, 5120), (4000, 4001, 5632), (10000, 10001, 12800)]),
        (24, true, &[(0, 3, 3), (0, 5, 5), (1, 4, 4), (3, 7, 7), (5, 11, 12), (10, 100, 111), (255, 256,
            511), (256, 257, 565), (300, 601, 682), (511, 512, 853), (600, 900, 1023), (1000, 1001, 1706),
            (1000, 5000, 5120), (4000, 4001, 5461), (10000, 10001, 12970)]),
        (100, false, &[(0, 3, 3), (0, 5, 5), (1, 4, 4), (3, 7, 7), (5, 11, 11), (10, 100, 102), (255, 256,
            573), (256, 257, 573), (300, 601, 655), (511, 512, 901), (600, 900, 983), (1000, 1001, 1474),
            (1000, 5000, 5079), (4000, 4001, 5242), (10000, 10001, 12697)]),
    ];

    #[test]
    fn capacities_are_those_of_compiled_go() {
        for (elem_size, pointers, capacities) in ONE_BY_ONE {
            let mut cap = 0;
            for expected in *capacities {
                cap = grow_array_capacity(*elem_size, *pointers, cap, cap + 1).expect("a small slice");
                assert_eq!(cap, *expected, "elements of {elem_size} bytes, pointers: {pointers}");
            }
        }
        for (elem_size, pointers, cases) in AT_ONCE {
            for (old, needed, expected) in *cases {
                let cap = grow_array_capacity(*elem_size, *pointers, *old, *needed);
                assert_eq!(
                    cap,
                    Some(*expected),
                    "{elem_size} bytes, pointers: {pointers}, {old} to {needed}"
                );
            }
        }
    }

    #[test]
    fn impossible_lengths_are_refused() {
        assert_eq!(grow_array_capacity(0, false, 5, 9), Some(9));
        assert_eq!(grow_array_capacity(8, false, 5, usize::MAX), None);
        assert_eq!(grow_array_capacity(8, false, isize::MAX as usize / 2 + 1, isize::MAX as usize), None);
        assert_eq!(grow_array_capacity(usize::MAX, true, 1, 2), None);
        assert_eq!(grow_array_capacity(1, false, 0, 1 << 49), None);
    }
}
