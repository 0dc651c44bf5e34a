//! The string kernel's vectors on 64-bit Arm. See `escape` for the loop and its contract.

use std::arch::aarch64::*;

use super::escape::{Dialect, Kernels, Vector, kernels_of, two_registers};

pub(super) fn kernels(standard: bool) -> Kernels {
    if standard {
        Kernels { inside: neon::kernel::<false>, quote: neon::quote::<false, 0, 1> }
    } else {
        Kernels { inside: neon::kernel::<true>, quote: neon::quote::<true, 0, 1> }
    }
}

kernels_of!(neon, two_registers::<uint8x16_t, EXTRA>, 32, [uint8x16_t]);

impl Vector for uint8x16_t {
    const WIDTH: usize = 16;
    const MASK_SHIFT: u32 = 2;
    const MASKED: bool = false;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> uint8x16_t {
        // SAFETY: readable, by the caller.
        unsafe { vld1q_u8(src) }
    }

    /// From loads that overlap within the `n` bytes, joined in a register.
    #[inline(always)]
    unsafe fn load_part(src: *const u8, n: usize) -> uint8x16_t {
        // SAFETY: each load ends within the `n >= 1` bytes.
        unsafe {
            let (low, high) = if n >= 8 {
                let tail = src.add(n - 8).cast::<u64>().read_unaligned();
                (src.cast::<u64>().read_unaligned(), (tail >> 8) >> (8 * (15 - n)))
            } else if n >= 4 {
                let head = src.cast::<u32>().read_unaligned() as u64;
                let tail = src.add(n - 4).cast::<u32>().read_unaligned() as u64;
                (head | tail << (8 * (n - 4)), 0)
            } else {
                let middle = (*src.add(n / 2) as u64) << (8 * (n / 2));
                (*src as u64 | middle | (*src.add(n - 1) as u64) << (8 * (n - 1)), 0)
            };
            vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(low), vcreate_u64(high)))
        }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: writable, by the caller.
        unsafe { vst1q_u8(dst, self) }
    }

    #[inline(always)]
    unsafe fn marked<const EXTRA: bool>(self, dialect: &Dialect) -> u64 {
        // SAFETY: every 64-bit Arm has NEON.
        unsafe {
            let low = vcleq_u8(veorq_u8(self, vdupq_n_u8(2)), vdupq_n_u8(0x20));
            let mut marks = vorrq_u8(low, vceqq_u8(self, vdupq_n_u8(b'\\')));
            if EXTRA {
                for byte in dialect.looked_at {
                    marks = vorrq_u8(marks, vceqq_u8(self, vdupq_n_u8(byte)));
                }
                if dialect.ascii_only {
                    marks = vorrq_u8(marks, vcgeq_u8(self, vdupq_n_u8(0x80)));
                }
            }
            let nibbles = vshrn_n_u16::<4>(vreinterpretq_u16_u8(marks));
            vget_lane_u64::<0>(vreinterpret_u64_u8(nibbles))
        }
    }
}
