//! Source texts and places in them.
//!
//! Knows files, spans, lines and columns, and how to read TOML with a span on every key and value. Knows no key.

mod files;
mod read;
mod text;
mod tree;

pub use files::{FileId, Location, SourceFile, Sources};
pub(crate) use read::{MAX_BYTES, add_bytes, read};
pub(crate) use text::Text;
pub(crate) use tree::{Key, Node, Table, Value};
