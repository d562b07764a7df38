//! Conditions without the parts that change nothing.

use crate::rules::Condition;

/// The condition without the parts that always or never hold.
pub fn simple(condition: &Condition) -> Condition {
    match condition {
        Condition::Not(part) => match simple(part) {
            Condition::Always => Condition::Never,
            Condition::Never => Condition::Always,
            part => Condition::Not(Box::new(part)),
        },
        Condition::After(part) => match simple(part) {
            part @ (Condition::Always | Condition::Never) => part,
            part => Condition::After(Box::new(part)),
        },
        Condition::All(parts) => {
            joined(parts, &Condition::Always, &Condition::Never, Condition::All)
        }
        Condition::Any(parts) => {
            joined(parts, &Condition::Never, &Condition::Always, Condition::Any)
        }
        other => other.clone(),
    }
}

/// A list without the parts that change nothing; `decides` alone if one part is that.
fn joined(
    parts: &[Condition],
    idle: &Condition,
    decides: &Condition,
    list: fn(Vec<Condition>) -> Condition,
) -> Condition {
    // A list inside one of its own kind is part of it.
    let inside = |part: &Condition| match (simple(part), decides) {
        (Condition::All(parts), Condition::Never) | (Condition::Any(parts), Condition::Always) => {
            parts
        }
        (part, _) => vec![part],
    };
    let mut parts: Vec<Condition> = parts
        .iter()
        .flat_map(inside)
        .filter(|p| p != idle)
        .collect();
    if parts.contains(decides) {
        return decides.clone();
    }
    match parts.len() {
        0 => idle.clone(),
        1 => parts.remove(0),
        _ => list(parts),
    }
}
