//! Movement told in plain English.

pub(in crate::notation) mod journey;
pub(in crate::notation) mod sentence;
