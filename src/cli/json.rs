//! Results for programs: one object on one line, with the number of its schema.

use super::failure::Failure;
use serde_json::{Map, Value};
use std::io::Write;

/// The version of all JSON objects. A new key does not change it; a key that is renamed, removed or means something
/// else does.
const SCHEMA: u32 = 1;

/// Writes an object.
pub(crate) fn write(out: &mut impl Write, fields: Value) -> Result<(), Failure> {
    let mut object = Map::new();
    object.insert("schema".to_owned(), SCHEMA.into());
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    let text = serde_json::to_string(&Value::Object(object))
        .map_err(|e| Failure::Internal(e.to_string()))?;
    writeln!(out, "{text}")?;
    Ok(())
}
