//! Source texts and places in them.
//!
//! Knows files, spans, lines and columns, and how to read TOML with a span on every key and value. Knows no key.

mod files;

pub use files::{FileId, Location, SourceFile, Sources};
