//! What is doubtful about what a search has found.

use super::{Ending, Endings, Opening};
use crate::board::Side;
use crate::diagnostics::{Diagnostic, Subject};
use crate::lint::Places;
use crate::rules::{End, Rules};
use crate::search::Score;
use crate::source::Location;

/// The codes of findings that only a search makes.
pub(crate) const CODES: [&str; 5] = [
    "dead-too-early",
    "losing-first-move",
    "lost-at-start",
    "man-won-at-start",
    "nobody-can-win",
];

/// The findings about the first plies.
pub(crate) fn of_openings(openings: &[Opening], places: Places<'_>) -> Vec<Diagnostic> {
    let place = places.setup();
    openings
        .iter()
        .flat_map(|opening| of_opening(opening, &place))
        .map(|finding| finding.about(Subject::section("setup")))
        .collect()
}

fn of_opening(opening: &Opening, place: &Location) -> Vec<Diagnostic> {
    let side = opening.side;
    let line = opening.line.join(" ");
    let mut found = Vec::new();
    let decided = |winner: Side, moves: u32| {
        let message = format!(
            "{winner} wins by force in {} if {side} begins: {line}",
            moves_text(moves)
        );
        Diagnostic::warning("lost-at-start", place.clone(), message)
            .help("change the array or the moves; a game that is decided before it begins is none")
    };
    match opening.score {
        Score::Wins(moves) => found.push(decided(side, moves)),
        Score::Loses(moves) => found.push(decided(side.other(), moves)),
        Score::Even(_) if opening.wins_a_man() => {
            let message = format!("{side} wins a man or more by force if {side} begins: {line}");
            let finding = Diagnostic::warning("man-won-at-start", place.clone(), message);
            found.push(finding.help("guard the man in the array, or move it out of reach"));
        }
        Score::Even(_) => {}
    }
    if !opening.dead.is_empty() && opening.dead.len() < opening.moves {
        let lines: Vec<String> = opening
            .dead
            .iter()
            .take(3)
            .map(|line| line.join(" "))
            .collect();
        let message = format!(
            "{} of {side}'s {} first moves lose by force at once, such as {}",
            opening.dead.len(),
            opening.moves,
            lines.join("; ")
        );
        let finding = Diagnostic::note("losing-first-move", place.clone(), message);
        found.push(
            finding.help(
                "that may be meant; a beginner should not be able to lose with the first move",
            ),
        );
    }
    found
}

fn moves_text(moves: u32) -> String {
    if moves == 1 {
        "1 move".to_owned()
    } else {
        format!("{moves} moves")
    }
}

/// The findings about endings.
pub(crate) fn of_endings(endings: &Endings, rules: &Rules, places: Places<'_>) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = rules
        .ends
        .iter()
        .filter_map(|end| {
            let drawn = endings.examined.iter();
            let drawn = drawn.filter(|ending| ending.drawn_by.as_ref() == Some(&end.id));
            too_early(end, &drawn.collect::<Vec<_>>(), places)
        })
        .collect();
    let undecided: Vec<&str> = endings
        .examined
        .iter()
        .filter(|ending| !ending.has_mates && ending.men.len() == 1 && !ending.is_drawn)
        .map(|ending| rules.kind(ending.men[0]).id.as_str())
        .collect();
    if let (Some(line), false) = (&endings.line, undecided.is_empty()) {
        let message = format!(
            "with {} beside a royal nobody can win any more, and no end says so",
            undecided.join(" or ")
        );
        let section = places.of(&["end"]).unwrap_or_else(|| places.nowhere());
        let finding = Diagnostic::note("nobody-can-win", section, message);
        found.push(
            finding
                .help(format!("write `{line}`"))
                .about(Subject::section("end")),
        );
    }
    found
}

/// A draw for want of men where somebody can win, with the first of the endings in which that is so.
fn too_early(end: &End, drawn: &[&Ending], places: Places<'_>) -> Option<Diagnostic> {
    let ending = drawn.first()?;
    let (by, fen) = (&end.id, ending.example.as_ref()?);
    let place = places
        .of(&["end", by, "if"])
        .or_else(|| end.place.clone())?;
    let others = match drawn.len() - 1 {
        0 => String::new(),
        1 => "; so it is with other men in one more ending".to_owned(),
        more => format!("; so it is with other men in {more} more endings"),
    };
    let message = format!(
        "`{by}` calls a position a draw that is won in {}: {fen}{others}",
        moves_text(ending.longest)
    );
    let finding = Diagnostic::warning("dead-too-early", place, message);
    Some(
        finding
            .help("count the men that can still win among those that must be gone")
            .about(Subject::thing("end", by)),
    )
}
