//! The rules besides the pieces' moves, in words: promotion, castling, ends, the counts.

use super::{WIDTH, capital};
use crate::cli::draw::bullet;
use ferz::rules::Rules;
use ferz::rules::told::Told;

/// Of whom an end is asked, and in which order.
const ORDER_OF_ENDS: &str = "After each move these are asked in this order, each of the player who has moved and then \
                             of the opponent. The first that holds counts.";

/// What stands behind the name of a rule that no file says.
const DEFAULT: &str = " (default)";

/// All rules besides the moves, section by section.
pub(super) fn laws(rules: &Rules) -> String {
    let told = Told::new(rules).for_page();
    let counters = rules.counters.iter();
    let counters: Vec<String> = counters.map(|c| named(&c.id, &told.counter(c))).collect();
    let zones = told.zones().into_iter();
    let zones: Vec<String> = zones
        .map(|(name, zone)| format!("`{name}`: {zone}."))
        .collect();
    [
        section("ROYAL PIECES", &bullets(&told.royals())),
        section("FORBIDDEN AND FORCED", &bullets(&obligations(rules, told))),
        section("PROMOTION", &promotions(rules, told)),
        section("CASTLING", &bullets(&told.castling())),
        section("HANDS AND DROPS", &bullets(&hands(rules, told))),
        section("TURN", &bullets(&told.turn())),
        section("WHAT ELSE A MOVE DOES", &bullets(&effects(rules, told))),
        section("COUNTERS", &bullets(&counters)),
        section("END OF THE GAME", &bullets(&ends(rules, told))),
        section(
            "COUNTS AND VIEWS",
            &bullets(&[told.progress(), told.view()]),
        ),
        section("ZONES", &bullets(&zones)),
    ]
    .concat()
}

/// A text under its title, if there is one.
fn section(title: &str, text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("\n{title}\n\n{text}")
    }
}

fn bullets(lines: &[String]) -> String {
    lines.iter().map(|line| bullet(line, WIDTH)).collect()
}

/// A sentence behind the name of its rule.
fn named(name: &str, sentence: &str) -> String {
    format!("{}: {sentence}", capital(name))
}

/// The laws, but for the one that the royals' line tells.
fn obligations(rules: &Rules, told: Told<'_>) -> Vec<String> {
    let forbidden = rules.forbidden.iter();
    let forbidden = forbidden.filter(|law| !told.is_told_of_royals(law));
    let forbidden = forbidden.map(|law| {
        let mark = if law.place.is_none() { DEFAULT } else { "" };
        named(&format!("{}{mark}", law.id), &told.forbidden(law))
    });
    let forced = rules.forced.iter().enumerate();
    let forced = forced.map(|(at, law)| named(&law.id, &told.forced(law, at == 0)));
    forbidden.chain(forced).collect()
}

/// The effects in their order.
fn effects(rules: &Rules, told: Told<'_>) -> Vec<String> {
    let effects = rules.effects.iter();
    let mut lines: Vec<String> = effects.map(|e| named(&e.id, &told.effect(e))).collect();
    if lines.len() > 1 {
        lines.push("They happen in this order, after the men have moved and promoted.".to_owned());
    }
    lines
}

/// The promotions; if there are several, each under its name.
fn promotions(rules: &Rules, told: Told<'_>) -> String {
    match rules.promotions.as_slice() {
        [only] => bullets(&told.promotion(only)),
        several => {
            let parts = several.iter().map(|p| {
                let lines = bullets(&told.promotion(p));
                format!("  {}:\n{lines}", capital(&p.id))
            });
            parts.collect::<Vec<_>>().join("\n")
        }
    }
}

/// Where captured men go, and who is put down where.
fn hands(rules: &Rules, told: Told<'_>) -> Vec<String> {
    let drops = rules.drops.iter().flat_map(|rule| told.drop(rule));
    told.hands().into_iter().chain(drops).collect()
}

fn ends(rules: &Rules, told: Told<'_>) -> Vec<String> {
    let ends = rules.ends.iter();
    let mut lines: Vec<String> = ends
        .map(|end| {
            let mark = if end.default { DEFAULT } else { "" };
            named(&format!("{}{mark}", end.id), &told.end(end))
        })
        .collect();
    if lines.len() > 1 {
        lines.push(ORDER_OF_ENDS.to_owned());
    }
    lines
}
