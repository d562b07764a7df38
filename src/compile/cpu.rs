//! The processor's own instructions for a few bit tricks. The only module with `unsafe` code.
//!
//! Written as inline assembly, so that the instructions can be used in functions that are compiled for any x86-64
//! processor and inlined there; whether the processor has them is asked once, at load time ([`available`]).
#![allow(unsafe_code)]

/// Whether this processor has the instructions of this module, and has them in hardware.
pub(crate) fn available() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// The bits of `value` where `mask` has bits, moved together at the low end.
///
/// Correct everywhere; must be called only where [`available`] is true, since elsewhere it is slow.
#[inline(always)]
pub(crate) fn extract(value: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        let out: u64;
        // SAFETY: the instruction reads and writes registers only. Callers have asked `available` at load time.
        unsafe {
            std::arch::asm!("pext {}, {}, {}", out(reg) out, in(reg) value, in(reg) mask,
                options(pure, nomem, nostack, preserves_flags));
        }
        out
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        extract_slowly(value, mask)
    }
}

/// The number of bits set.
#[inline(always)]
pub(crate) fn count(value: u64) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        let out: u64;
        // SAFETY: the instruction reads and writes registers and flags only. Callers have asked `available` at load
        // time.
        unsafe {
            std::arch::asm!("popcnt {}, {}", out(reg) out, in(reg) value, options(pure, nomem, nostack));
        }
        out as u32
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        value.count_ones()
    }
}

/// The number of the highest bit of a value that is not 0.
#[inline(always)]
pub(crate) fn highest(value: u64) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        let above: u64;
        // SAFETY: the instruction reads and writes registers and flags only. Callers have asked `available` at load
        // time.
        unsafe {
            std::arch::asm!("lzcnt {}, {}", out(reg) above, in(reg) value, options(pure, nomem, nostack));
        }
        63 ^ above as u32
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        value.ilog2()
    }
}

/// What [`extract`] gives, one bit at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn extract_slowly(value: u64, mut mask: u64) -> u64 {
    let (mut out, mut at) = (0, 0);
    while mask != 0 {
        out |= (value >> mask.trailing_zeros() & 1) << at;
        mask &= mask - 1;
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instructions_agree_with_plain_code() {
        if !available() {
            return;
        }
        let mut x = 0x1234_5678_9ABC_DEF1_u64;
        let mut next = || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        };
        for _ in 0..10_000 {
            let (value, mask) = (next(), next() & next());
            assert_eq!(extract(value, mask), extract_slowly(value, mask));
            assert_eq!(count(value), value.count_ones());
            assert_eq!(highest(value | 1), (value | 1).ilog2());
        }
        assert_eq!(
            (extract(5, 0), extract(u64::MAX, u64::MAX), count(0)),
            (0, u64::MAX, 0)
        );
    }
}
