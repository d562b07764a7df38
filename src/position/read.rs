//! Reading the text of a move.
//!
//! Everything that `text` writes is read back as the move it names. Beyond that, people's spellings are taken: more of
//! the start square than needed, without `x` or `=`, with `-`, `0-0`, check marks and comments such as `!?`.

use super::text::Texts;
use super::{Move, MoveNotation};
use crate::variant::Position;

/// A text that does not name one legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// No legal move is written so.
    #[error("{text:?} is not a legal move here")]
    Unknown {
        /// The text.
        text: String,
    },
    /// Several legal moves can be meant.
    #[error("{text:?} can mean {}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that can be meant, in long form.
        candidates: Vec<String>,
    },
}

impl Position {
    /// The legal move that a text names, in long form, UCI or SAN.
    ///
    /// ```
    /// use ferz::{Library, Variant};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rules = Library::new().load("chess")?.rules.ok_or("the file has errors")?;
    /// let start = Variant::new(rules).start();
    /// assert_eq!(start.parse_move("e4")?, start.parse_move("e2e4")?);
    /// assert!(start.parse_move("e5").is_err());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If it names none or more than one.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let text = text.trim();
        let moves = self.legal_moves();
        let texts = Texts::new(self, &moves);
        let bare = bare(text);
        for notation in [MoveNotation::Long, MoveNotation::Uci, MoveNotation::San] {
            let exact = if notation == MoveNotation::San {
                bare
            } else {
                text
            };
            if let Some(index) = texts.all(notation).iter().position(|t| t == exact) {
                return Ok(moves[index]);
            }
        }
        let wanted = normal(bare);
        let found: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&m| self.can_be_written(&texts, m, &wanted))
            .collect();
        match found[..] {
            [] => Err(MoveTextError::Unknown {
                text: text.to_owned(),
            }),
            [mv] => Ok(mv),
            _ => {
                let candidates = found
                    .iter()
                    .map(|&m| self.move_text(m, MoveNotation::Long))
                    .collect();
                Err(MoveTextError::Ambiguous {
                    text: text.to_owned(),
                    candidates,
                })
            }
        }
    }

    fn can_be_written(&self, texts: &Texts<'_>, mv: Move, wanted: &str) -> bool {
        if texts
            .castling(mv)
            .is_some_and(|castling| normal(castling) == wanted)
        {
            return true;
        }
        let shape = self.variant().rules().shape;
        let from = shape.name(mv.from).to_string();
        let (file, rank) = from.split_at(1);
        let letter = texts.letter(mv);
        let target = shape.name(mv.to).to_string();
        let promotion = texts.promotion(mv).unwrap_or_default();
        // A castling is no step of the king: it needs both squares, or its own sign.
        let origins = match texts.castling(mv) {
            Some(_) => vec![from.as_str()],
            None => vec!["", file, rank, from.as_str()],
        };
        let starts: Vec<String> = origins
            .iter()
            .map(|origin| format!("{letter}{origin}"))
            .collect();
        starts.iter().chain([&from]).any(|start| {
            let plain = format!("{start}{target}");
            wanted
                .strip_prefix(&plain)
                .is_some_and(|rest| rest == promotion || rest == promotion.to_lowercase())
        })
    }
}

/// The text without check marks and comments.
fn bare(text: &str) -> &str {
    let text = text.strip_suffix("e.p.").map_or(text, str::trim_end);
    text.trim_end_matches(['+', '#', '!', '?'])
}

/// The text without signs that only help reading.
fn normal(text: &str) -> String {
    let text = if text.starts_with("0-0") {
        text.replace('0', "O")
    } else {
        text.to_owned()
    };
    text.chars()
        .filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '~' | ' '))
        .collect()
}
