//! What other programs make of a movement, and what else is worth knowing about it.

pub(in crate::notation) mod compare;
pub(in crate::notation) mod fairy;
pub(in crate::notation) mod futile;
pub(in crate::notation) mod notes;
pub(in crate::notation) mod reading;
pub(in crate::notation) mod xboard;
