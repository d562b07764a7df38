//! Pseudo-random numbers that are the same every time and on every machine.

/// The number of a fact: the finaliser of the splitmix64 generator (Steele, Lea, Flood 2014).
pub(crate) const fn mix(fact: u64) -> u64 {
    let x = fact.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
