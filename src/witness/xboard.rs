//! What `XBoard` would read of a game's pieces. It has no way to be asked for moves without a window, so that this is told
//! by our own reading of its rules of spelling, square by square.

use crate::notation::{Reading, xboard_reading};
use crate::rules::{Condition, Rules};

/// A line of a piece that `XBoard` would read otherwise, or of which it would not know the condition.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct XboardLine {
    /// The piece's name in the rule file.
    pub piece: String,
    /// The notation string.
    pub text: String,
    /// Whether it has a condition, which `XBoard` would not know.
    pub conditional: bool,
    /// How it would be read; nothing if as it is meant.
    pub reading: Option<Reading>,
}

/// The lines of all pieces that `XBoard` would read otherwise, each once.
///
/// ```
/// let lines = ferz::witness::xboard_lines(ferz::Variant::named("chess")?.rules());
/// assert_eq!(lines[0].text, "mfW cefF ifmnD");
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn xboard_lines(rules: &Rules) -> Vec<XboardLine> {
    let mut lines: Vec<XboardLine> = Vec::new();
    for kind in &rules.kinds {
        for entry in kind.entries.white.iter().chain(&kind.entries.black) {
            let is_known = |line: &XboardLine| line.piece == kind.id && line.text == entry.text;
            if lines.iter().any(is_known) {
                continue;
            }
            let reading = xboard_reading(&entry.text, &entry.movement, rules.shape);
            let conditional = entry.condition != Condition::Always;
            if reading.is_some() || conditional {
                lines.push(XboardLine {
                    piece: kind.id.clone(),
                    text: entry.text.clone(),
                    conditional,
                    reading,
                });
            }
        }
    }
    lines
}
