//! `ferz show --engine`: how the moves of a game are found, and what that costs.

use crate::cli::args::Format;
use crate::cli::failure::{Failure, Status};
use crate::cli::json;
use crate::cli::session::Session;
use ferz::Variant;
use ferz::compile::{Path, Report};
use ferz::rules::{Kind, Rules};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

/// `load` is how long reading the rule file took.
pub(super) fn run(
    variant: &Variant,
    load: Duration,
    format: Format,
    session: &mut Session,
) -> Result<Status, Failure> {
    let report = variant.engine();
    match format {
        Format::Text => session
            .out
            .write_all(page(variant.rules(), &report, load).as_bytes())?,
        Format::Json => json::write(&mut session.out, object(variant.rules(), &report, load))?,
    }
    Ok(Status::Fine)
}

fn page(rules: &Rules, report: &Report, load: Duration) -> String {
    let mut text = format!("{}\n", rules.title);
    if report.reasons.is_empty() {
        let how = if report.extracts {
            "tables by occupied squares"
        } else {
            "rays"
        };
        text += &format!(
            "Path: hot, sets of {} bits, {how} for what can be blocked\n",
            report.width
        );
        text += &format!(
            "Tables: {} bytes, made in {}\n",
            report.bytes,
            time(report.time)
        );
    } else {
        text += "Path: general, every rule followed word by word, because the game has\n";
        for reason in &report.reasons {
            text += &format!("  - {reason}\n");
        }
        text += "Tables: none\n";
    }
    text += &format!("Rule file: read in {}\n\n", time(load));
    for (id, kind) in rules.kinds() {
        let paths = report.paths(id);
        for (side, path) in &paths {
            let whose = if paths.len() == 1 {
                String::new()
            } else {
                format!(" of {side}")
            };
            text += &format!("{}{whose}: {}\n", name(kind), told(path, report));
        }
    }
    text
}

fn name(kind: &Kind) -> String {
    format!(
        "{} ({})",
        kind.title,
        kind.letter.text(ferz::board::Side::White)
    )
}

fn told(path: &Path, report: &Report) -> String {
    match path {
        Path::General(reason) => format!("general, it has {reason}"),
        Path::Hot(lanes) => {
            let lanes: Vec<String> = lanes.iter().map(ToString::to_string).collect();
            let lanes = if lanes.is_empty() {
                "no moves".to_owned()
            } else {
                lanes.join(", ")
            };
            if report.reasons.is_empty() {
                lanes
            } else {
                format!("general like the game, by itself {lanes}")
            }
        }
        _ => String::new(),
    }
}

fn time(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

fn object(rules: &Rules, report: &Report, load: Duration) -> Value {
    let pieces = rules.kinds().flat_map(|(id, kind)| {
        report.paths(id).into_iter().map(move |(side, path)| {
            let (lanes, reason) = match path {
                Path::Hot(lanes) => (lanes.iter().map(ToString::to_string).collect(), None),
                Path::General(reason) => (Vec::new(), Some(*reason)),
                _ => (Vec::new(), None),
            };
            let on_hot = reason.is_none() && report.reasons.is_empty();
            json!({
                "piece": kind.id,
                "side": if report.paths(id).len() == 1 { Value::Null } else { side.to_string().to_lowercase().into() },
                "path": if on_hot { "hot" } else { "general" },
                "lanes": lanes,
                "reason": reason,
            })
        })
    });
    json!({
        "game": rules.id,
        "path": if report.reasons.is_empty() { "hot" } else { "general" },
        "reasons": report.reasons,
        "bits": report.width,
        "extracts": report.extracts,
        "table_bytes": report.bytes,
        "compile_microseconds": report.time.as_micros() as u64,
        "load_microseconds": load.as_micros() as u64,
        "pieces": pieces.collect::<Vec<_>>(),
    })
}
