//! `ferz show --unsaid`: what a file does not say, and the lines that would say it.

use super::WIDTH;
use crate::cli::args::Format;
use crate::cli::draw::bullet;
use crate::cli::failure::{Failure, Status};
use crate::cli::json;
use crate::cli::session::Session;
use ferz::rules::Rules;
use ferz::unsaid::{Answer, Offer, PlacedLine, Spot, Unsaid};
use serde_json::{Value, json};
use std::io::Write;

/// Writes what a file does not say.
pub(super) fn run(
    rules: &Rules,
    unsaid: &Unsaid,
    format: Format,
    session: &mut Session,
) -> Result<Status, Failure> {
    match format {
        Format::Text => session.out.write_all(page(rules, unsaid).as_bytes())?,
        Format::Json => json::write(&mut session.out, object(rules, unsaid))?,
    }
    Ok(Status::Fine)
}

fn page(rules: &Rules, unsaid: &Unsaid) -> String {
    let mut text = format!(
        "{} ({}): what the file does not say, the most often disputed first\n",
        rules.title, rules.id
    );
    let defaults = unsaid.answers.iter().filter(|a| a.base.is_none());
    let defaults: String = defaults.map(answer).collect();
    if !defaults.is_empty() {
        text += &format!("\nSO BY DEFAULT\n\n{defaults}");
    }
    let mut bases: Vec<&str> = Vec::new();
    for base in unsaid.answers.iter().filter_map(|a| a.base.as_deref()) {
        if !bases.contains(&base) {
            bases.push(base);
        }
    }
    for base in bases {
        text += &format!("\nAS {base} SAYS\n\n");
        let taken = unsaid.answers.iter();
        let taken = taken.filter(|a| a.base.as_deref() == Some(base));
        text.extend(taken.map(|a| bullet(&a.sentence, WIDTH)));
    }
    text
}

/// A rule with the lines that would say otherwise.
fn answer(answer: &Answer) -> String {
    let mut text = bullet(&answer.sentence, WIDTH);
    for (at, offer) in answer.offers.iter().enumerate() {
        let word = if at == 0 { "otherwise:" } else { "or:" };
        text += &format!("      {word:10} {}\n", told(offer));
    }
    if let Some(advice) = &answer.advice {
        text += &format!("      {:10} {advice}\n", "otherwise:");
    }
    text
}

/// The lines of an offer with their places.
fn told(offer: &Offer) -> String {
    let line = |placed: &PlacedLine| format!("{}    ({})", placed.line, spot(&placed.spot));
    let lines: Vec<String> = offer.lines.iter().map(line).collect();
    lines.join("\n             and ")
}

fn spot(spot: &Spot) -> String {
    match spot {
        Spot::Below(heading, line) => format!("below {heading}, line {line}"),
        Spot::Braces(key, line) => format!("in the braces of {key}, line {line}"),
        Spot::Instead(line) => format!("instead of line {line}"),
        _ => "above all headings".to_owned(),
    }
}

fn object(rules: &Rules, unsaid: &Unsaid) -> Value {
    let line = |placed: &PlacedLine| json!({ "line": placed.line, "where": spot(&placed.spot) });
    let offer = |offer: &Offer| offer.lines.iter().map(line).collect::<Vec<_>>();
    let answers = unsaid.answers.iter().map(|answer| {
        json!({
            "code": answer.code,
            "keys": answer.keys,
            "sentence": answer.sentence,
            "base": answer.base,
            "otherwise": answer.offers.iter().map(offer).collect::<Vec<_>>(),
            "advice": answer.advice,
        })
    });
    json!({ "game": rules.id, "unsaid": answers.collect::<Vec<_>>() })
}
