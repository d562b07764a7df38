//! Only the benches of this package matter.
