//! What `ferz check --deep` shows besides findings: how far was looked, and what small endings are worth.

use super::findings::plural;
use super::session::Session;
use ferz::Loaded;
use ferz::board::Side;
use ferz::deep::{Depth, Ending, Endings, Opening, Report, search};
use ferz::rules::Rules;
use ferz::search::Score;
use serde_json::{Value, json};
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// A time in seconds, 0.1 to a day.
pub(super) fn read_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "write a number of seconds".to_owned())?;
    if (0.1..=86_400.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("write 0.1 to 86400 seconds".to_owned())
    }
}

/// Searches a file for at most so many seconds; what is worked on is shown on a terminal.
pub(super) fn report(
    loaded: &Loaded,
    plies: u32,
    seconds: f64,
    session: &mut Session,
) -> io::Result<Option<Report>> {
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let shows = io::stderr().is_terminal();
    let mut shown = String::new();
    let report = search(loaded, Depth::new(plies, until), |what| {
        if shows && shown != what {
            what.clone_into(&mut shown);
            // A line that cannot be written is no reason to stop.
            let _ = write!(session.err, "\r\x1b[Ksearching {what}");
        }
    });
    if shows {
        write!(session.err, "\r\x1b[K")?;
    }
    Ok(report)
}

/// The report in words.
pub(super) fn text(report: &Report, rules: &Rules) -> String {
    let mut lines: Vec<String> = report.openings.iter().map(opening).collect();
    lines.extend(
        report
            .unsearched
            .iter()
            .map(|(side, why)| format!("What comes if {side} begins was not searched: {why}.")),
    );
    match &report.endings {
        Err(why) => lines.push(format!("Small endings are not examined: {why}.")),
        Ok(endings) => lines.extend(endings_text(endings, rules)),
    }
    lines.join("\n") + "\n"
}

fn opening(opening: &Opening) -> String {
    let what = match opening.score {
        Score::Wins(moves) => format!(
            "{} wins in {}",
            opening.side,
            plural(moves as usize, "move")
        ),
        Score::Loses(moves) => format!(
            "{} loses in {}",
            opening.side,
            plural(moves as usize, "move")
        ),
        _ if opening.wins_a_man() => format!("{} wins a man or more", opening.side),
        _ => "nothing is decided".to_owned(),
    };
    let line = if opening.line.is_empty() {
        String::new()
    } else {
        format!(" (best: {})", opening.line.join(" "))
    };
    format!(
        "If {} begins, {what} within {}{line}.",
        opening.side,
        plies(opening.depth)
    )
}

fn plies(depth: u32) -> String {
    if depth == 1 {
        "1 ply".to_owned()
    } else {
        format!("{depth} plies")
    }
}

fn endings_text(endings: &Endings, rules: &Rules) -> Vec<String> {
    let mut lines = Vec::new();
    if endings.are_alike {
        lines.push(
            "Small endings, a royal and these men against a royal alone, the stronger side to move:"
                .to_owned(),
        );
        lines.extend(endings_of(endings, rules, None));
    } else {
        let without = endings.without.as_ref().map(|(side, _)| *side);
        for side in Side::ALL.into_iter().filter(|side| without != Some(*side)) {
            let other = side.other();
            lines.push(format!(
                "Small endings, {side}'s royal and these men against {other}'s royal alone, {side} to move:"
            ));
            lines.extend(endings_of(endings, rules, Some(side)));
        }
    }
    if let Some((side, why)) = &endings.without {
        lines.push(format!(
            "Small endings of {side}'s men are not examined: {why}."
        ));
    }
    if endings.unfinished > 0 {
        lines.push(format!(
            "  {} not examined: the time was over",
            plural(endings.unfinished, "ending")
        ));
    }
    if let Some(line) = &endings.line {
        lines.push(format!("Nobody can win any more where this holds: {line}"));
    }
    lines
}

/// A line for each ending that was worked out, and for each man that was left out, of one side if one is named.
fn endings_of(endings: &Endings, rules: &Rules, side: Option<Side>) -> Vec<String> {
    let name = |ending: &Ending| {
        let names: Vec<&str> = ending
            .men
            .iter()
            .map(|kind| rules.kind(*kind).id.as_str())
            .collect();
        names.join(" + ")
    };
    let is_wanted = |other: Side| side.is_none_or(|side| side == other);
    let examined = endings.examined.iter().filter(|e| is_wanted(e.side));
    let width = examined.clone().map(|e| name(e).chars().count()).max();
    let width = width.unwrap_or(0);
    let lines = examined.map(|ending| format!("  {:width$}  {}", name(ending), worth(ending)));
    let left_out = endings
        .left_out
        .iter()
        .filter(|(man, _)| is_wanted(man.side));
    let left_out =
        left_out.map(|(man, why)| format!("  {} is not examined: {why}", rules.kind(man.kind).id));
    lines.chain(left_out).collect()
}

/// What an ending is worth.
fn worth(ending: &Ending) -> String {
    if ending.won == 0 && !ending.has_mates {
        return "nobody can win".to_owned();
    }
    if ending.won == 0 {
        return "drawn; mate cannot be forced".to_owned();
    }
    // In tenths of a percent, rounded down.
    let share = ending.won * 1000 / ending.positions.max(1);
    let share = match share {
        0 => "less than 0.1 %".to_owned(),
        _ => format!("{}.{} %", share / 10, share % 10),
    };
    let moves = plural(ending.longest as usize, "move");
    format!("won from {share} of the positions, in at most {moves}")
}

/// The report for programs.
pub(super) fn object(report: &Report, rules: &Rules) -> Value {
    let openings: Vec<Value> = report
        .openings
        .iter()
        .map(|opening| {
            let (wins, loses) = match opening.score {
                Score::Wins(moves) => (Some(moves), None),
                Score::Loses(moves) => (None, Some(moves)),
                _ => (None, None),
            };
            json!({
                "side": side_word(opening.side),
                "depth": opening.depth,
                "wins_in": wins,
                "loses_in": loses,
                "gain": opening.gain,
                "line": opening.line,
                "losing_first_moves": opening.dead,
            })
        })
        .collect();
    let endings = match &report.endings {
        Err(why) => json!({ "not_examined": why.to_string() }),
        Ok(endings) => json!({
            "examined": endings.examined.iter().map(|e| ending(e, rules)).collect::<Vec<_>>(),
            "left_out": endings.left_out.iter().map(|(man, why)| json!({ "side": side_word(man.side), "piece": rules.kind(man.kind).id, "why": why.to_string() })).collect::<Vec<_>>(),
            "without": endings.without.as_ref().map(|(side, why)| json!({ "side": side_word(*side), "why": why.to_string() })),
            "alike": endings.are_alike,
            "unfinished": endings.unfinished,
            "line": endings.line,
        }),
    };
    let unsearched: Vec<Value> = report
        .unsearched
        .iter()
        .map(|(side, why)| json!({ "side": side_word(*side), "why": why.to_string() }))
        .collect();
    json!({ "openings": openings, "unsearched": unsearched, "endings": endings })
}

/// `white` or `black`.
fn side_word(side: Side) -> String {
    side.to_string().to_lowercase()
}

fn ending(ending: &Ending, rules: &Rules) -> Value {
    let men: Vec<&str> = ending
        .men
        .iter()
        .map(|kind| rules.kind(*kind).id.as_str())
        .collect();
    json!({
        "side": side_word(ending.side),
        "men": men,
        "positions": ending.positions,
        "won": ending.won,
        "longest": ending.longest,
        "example": ending.example,
        "has_mates": ending.has_mates,
        "drawn_by": ending.drawn_by,
    })
}
