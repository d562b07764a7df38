//! Random numbers for tests: a seed means the same games everywhere.

/// A small generator (xorshift). The seed may not be 0.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below a bound, which may not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}
