//! What else decides which moves are legal: promotions, drops, passes, laws and ends.

use super::letters::{base_of_promoted, pawn_again};
use super::men::{id_of_pawn, letter, squares};
use super::{Draft, Letters};
use crate::board::{BySide, PieceId, Side, SquareSet};
use crate::rules::{
    Captured, Compare, Condition, Law, Owner, Pick, Place, Promotion, Region, Rules, SquareState,
};

pub(super) fn tell(rules: &Rules, letters: &Letters, draft: &mut Draft) {
    start(rules, letters, draft);
    promotions(rules, letters, draft);
    hands(rules, letters, draft);
    turn(rules, draft);
    laws(rules, draft);
}

fn start(rules: &Rules, letters: &Letters, draft: &mut Draft) {
    let fields = rules.start.split(' ').filter(|field| !field.contains('='));
    let mut fields: Vec<String> = fields.map(str::to_owned).collect();
    if let Some(men) = fields.first_mut() {
        *men = letters.men(men);
    }
    draft.say("startFen", fields.join(" "));
    if rules.shuffle.is_some() {
        draft
            .lost
            .push("that the array is drawn by lot is not told".to_owned());
    }
}

/// The letters of kinds, small.
fn list(rules: &Rules, letters: &Letters, kinds: impl IntoIterator<Item = PieceId>) -> String {
    let mut out = String::new();
    for id in kinds {
        let letter = letter(rules, letters, id).to_ascii_lowercase();
        if !out.contains(letter) {
            out.push(letter);
        }
    }
    if out.is_empty() { "-".to_owned() } else { out }
}

/// Whether a promotion gives each kind its own promoted form.
fn is_own_form(rules: &Rules, rule: &Promotion) -> bool {
    let mut all = rule.choices.white.iter().chain(&rule.choices.black);
    all.all(|(from, to)| matches!(to[..], [to] if base_of_promoted(rules, to) == Some(*from)))
}

fn promotions(rules: &Rules, letters: &Letters, draft: &mut Draft) {
    let (forms, choices): (Vec<&Promotion>, Vec<&Promotion>) = rules
        .promotions
        .iter()
        .partition(|rule| is_own_form(rules, rule));
    if forms.len() > 1 || choices.len() > 1 {
        draft.beyond("several rules of promotion");
        return;
    }
    for rule in &rules.promotions {
        if rule.stay || rule.condition != Condition::Always {
            draft.beyond(format!(
                "the promotion `{}` has a condition, or happens where a man stands",
                rule.id
            ));
        }
    }
    let zones: Vec<BySide<SquareSet>> = rules.promotions.iter().map(|rule| rule.zone).collect();
    if zones.windows(2).any(|pair| pair[0] != pair[1]) {
        draft.beyond("promotions in different zones");
    }
    let zone = zones.first().copied().unwrap_or_default();
    draft.say("promotionRegionWhite", squares(rules, zone.white));
    draft.say("promotionRegionBlack", squares(rules, zone.black));
    if let Some(rule) = choices.first() {
        chosen(rules, letters, rule, draft);
    } else {
        draft.say("promotionPawnTypes", "-");
        draft.say("promotionPieceTypes", "-");
    }
    if let Some(rule) = forms.first() {
        own_forms(rules, letters, rule, draft);
    }
}

/// Men that become one of several.
fn chosen(rules: &Rules, letters: &Letters, rule: &Promotion, draft: &mut Draft) {
    if !rule.arrive || rule.leave {
        draft.beyond(format!(
            "the promotion `{}` is not made by arriving in its zone",
            rule.id
        ));
    }
    for side in Side::ALL {
        let all = &rule.choices[side];
        let plain = |id: &PieceId| {
            let letter = rules.kind(*id).letter;
            let twin = rules.kinds().find(|(_, k)| {
                k.letter.capital == letter.capital && !k.letter.plus && !k.letter.tilde
            });
            if pawn_again(rules, *id).is_some() {
                twin.map_or(*id, |t| t.0)
            } else {
                *id
            }
        };
        let targets = |to: &[PieceId]| -> Vec<PieceId> { to.iter().map(plain).collect() };
        let first = all.first().map(|(_, to)| targets(to)).unwrap_or_default();
        if all.iter().any(|(_, to)| targets(to) != first) {
            draft.beyond(format!(
                "by `{}` different men become different ones",
                rule.id
            ));
        }
        let from = list(rules, letters, all.iter().map(|(from, _)| *from));
        draft.say(format!("promotionPawnTypes{side}"), from);
        draft.say(
            format!("promotionPieceTypes{side}"),
            list(rules, letters, first),
        );
    }
    match rule.must {
        Condition::Always => draft.say("mandatoryPawnPromotion", "true"),
        Condition::Never => draft.say("mandatoryPawnPromotion", "false"),
        _ => draft.beyond(format!(
            "`{}` has to be made only under a condition",
            rule.id
        )),
    }
    let limits: Vec<String> = rule
        .limits
        .iter()
        .map(|(id, most)| {
            format!(
                "{}:{most}",
                letter(rules, letters, *id).to_ascii_lowercase()
            )
        })
        .collect();
    if !limits.is_empty() {
        draft.say("promotionLimit", limits.join(" "));
    }
}

/// Men that become their own promoted form.
fn own_forms(rules: &Rules, letters: &Letters, rule: &Promotion, draft: &mut Draft) {
    let must = rule.must == Condition::Always;
    // Who has to promote on arriving is never inside as it was.
    if !rule.arrive || !(rule.leave || must) {
        draft.beyond(format!(
            "the promotion `{}` is not made by entering and leaving its zone",
            rule.id
        ));
    }
    if rule.choices.white != rule.choices.black {
        draft.beyond(format!(
            "by `{}` White's men become others than Black's",
            rule.id
        ));
    }
    let pairs: Vec<String> = rule
        .choices
        .white
        .iter()
        .filter_map(|(from, to)| {
            let [from, to] =
                [*from, *to.first()?].map(|id| letter(rules, letters, id).to_ascii_lowercase());
            Some(format!("{from}:{to}"))
        })
        .collect();
    draft.say("promotedPieceType", pairs.join(" "));
    match &rule.must {
        Condition::Always => draft.say("mandatoryPiecePromotion", "true"),
        Condition::Never => {}
        condition if *condition == STUCK => draft.say("immobilityIllegal", "true"),
        _ => draft.beyond(format!(
            "`{}` has to be made only under a condition",
            rule.id
        )),
    }
}

const STUCK: Condition = Condition::State(Place::There, SquareState::Stuck);

/// What a rule about men that are put down says, as far as the peer can be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Limits {
    stuck: bool,
    /// How many own men of the kind there may be on a file, the new one not counted.
    on_file: Option<(PieceId, u32)>,
}

/// What a condition on a drop says; nothing if the peer has no words for it.
fn limits(condition: &Condition) -> Option<Limits> {
    let mut limits = Limits::default();
    let parts = match condition {
        Condition::All(parts) => parts.iter().collect(),
        Condition::Always => Vec::new(),
        one => vec![one],
    };
    for part in parts {
        match part {
            Condition::Not(inner) if **inner == STUCK => limits.stuck = true,
            Condition::Count(pick, compare, number) => {
                let kind = of_file(pick)?;
                let most = match compare {
                    Compare::Less => *number,
                    Compare::Equal if *number == 0 => 1,
                    Compare::AtMost => number.checked_add(1)?,
                    _ => return None,
                };
                limits.on_file = Some((kind, most));
            }
            Condition::Not(inner) => match &**inner {
                Condition::Count(pick, Compare::AtLeast, number) => {
                    limits.on_file = Some((of_file(pick)?, *number));
                }
                _ => return None,
            },
            _ => return None,
        }
    }
    Some(limits)
}

/// The kind, if own men of one kind on the file of the square are meant.
fn of_file(pick: &Pick) -> Option<PieceId> {
    let is_file = pick.region == Region::FileOf(Place::There) && pick.owner == Owner::Own;
    let mut kinds = pick.kinds.iter();
    let kind = kinds.next().filter(|_| is_file)?;
    kinds.next().is_none().then_some(kind)
}

fn hands(rules: &Rules, letters: &Letters, draft: &mut Draft) {
    if !rules.uses_hands() {
        return;
    }
    draft.say("pieceDrops", "true");
    draft.say(
        "capturesToHand",
        (rules.captured == Captured::Hand).to_string(),
    );
    for (id, kind) in rules.kinds() {
        let wanted = base_of_promoted(rules, id)
            .or(pawn_again(rules, id))
            .unwrap_or(id);
        if rules.captured == Captured::Hand && kind.in_hand != wanted {
            draft.beyond(format!(
                "`{}` is another man in the hand of its captor",
                kind.id
            ));
        }
    }
    let pawn = id_of_pawn(rules);
    let board: SquareSet = rules.shape.squares().collect();
    let mut zones: Vec<(PieceId, BySide<SquareSet>)> = Vec::new();
    let mut stuck = Vec::new();
    // Men that are put down by rules for which there are no words.
    let mut unsaid: Vec<PieceId> = Vec::new();
    for rule in &rules.drops {
        let limits = limits(&rule.condition);
        let plain = |(from, to): &(PieceId, Vec<PieceId>)| to[..] == [*from];
        let Some(limits) = limits.filter(|_| {
            !rule.free
                && rule
                    .choices
                    .white
                    .iter()
                    .chain(&rule.choices.black)
                    .all(plain)
        }) else {
            draft.beyond(format!(
                "men are put down by `{}` in a way that it has no words for",
                rule.id
            ));
            unsaid.extend(rule.choices.white.iter().map(|(from, _)| *from));
            continue;
        };
        let men: Vec<PieceId> = rule.choices.white.iter().map(|(from, _)| *from).collect();
        if let Some((kind, most)) = limits.on_file {
            if men != [kind] {
                draft.beyond(format!(
                    "`{}` counts other men than those that are put down",
                    rule.id
                ));
            }
            let letter = letter(rules, letters, kind).to_ascii_lowercase();
            draft.say("dropNoDoubled", letter);
            draft.say("dropNoDoubledCount", most.to_string());
        }
        stuck.extend(men.iter().map(|&man| (man, limits.stuck)));
        zones.extend(men.iter().map(|&man| (man, rule.zone)));
    }
    let comes = rules.captured == Captured::Hand;
    let held = |id: &PieceId| {
        comes
            && rules
                .kinds
                .iter()
                .any(|kind| kind.in_hand == *id && !kind.royal.white)
    };
    let missing = rules.kinds().map(|(id, _)| id).filter(held);
    if missing
        .into_iter()
        .any(|id| !zones.iter().any(|(man, _)| *man == id) && !unsaid.contains(&id))
    {
        draft.beyond("some men in hand are never put down");
    }
    immobile(rules, &stuck, draft);
    drop_zones(rules, pawn, &zones, board, draft);
}

/// That nobody may be put down where he could never move is one word for all men there.
fn immobile(rules: &Rules, stuck: &[(PieceId, bool)], draft: &mut Draft) {
    let can_be_stuck = |id: PieceId| {
        Side::ALL.into_iter().any(|side| {
            let man = crate::board::Man { side, kind: id };
            !rules.stuck_squares(man).is_empty()
        })
    };
    let asked: Vec<bool> = stuck
        .iter()
        .filter(|(id, _)| can_be_stuck(*id))
        .map(|(_, s)| *s)
        .collect();
    let told = draft.says("immobilityIllegal");
    match (asked.contains(&true), asked.contains(&false)) {
        (true, true) => {
            draft.beyond("some men may be put down where they could never move, and others not");
        }
        (false, true) if told => {
            draft.beyond("men must promote where they could not move, but may be put down there");
        }
        (true, _) if !told => draft.say("immobilityIllegal", "true"),
        _ => {}
    }
}

fn drop_zones(
    rules: &Rules,
    pawn: Option<PieceId>,
    zones: &[(PieceId, BySide<SquareSet>)],
    board: SquareSet,
    draft: &mut Draft,
) {
    let mut others = zones
        .iter()
        .filter(|(id, _)| Some(*id) != pawn)
        .map(|(_, zone)| *zone);
    let zone = others.next().unwrap_or(BySide::both(board));
    if others.any(|other| other != zone) {
        draft.beyond("different men are put down in different zones");
    }
    if zone != BySide::both(board) {
        draft.say("dropRegionWhite", squares(rules, zone.white));
        draft.say("dropRegionBlack", squares(rules, zone.black));
    }
    let Some((_, of_pawn)) = zones.iter().find(|(id, _)| Some(*id) == pawn) else {
        return;
    };
    let promotes = rules
        .promotions
        .first()
        .map(|rule| rule.zone)
        .unwrap_or_default();
    let rank = |at: i32| -> SquareSet {
        rules
            .shape
            .squares()
            .filter(|&s| rules.shape.rank(s) == at)
            .collect()
    };
    let first = BySide {
        white: rank(0),
        black: rank(i32::from(rules.shape.ranks()) - 1),
    };
    let ways = [false, true]
        .into_iter()
        .flat_map(|a| [false, true].map(|b| (a, b)));
    let fits = |&(on_first, on_last): &(bool, bool)| {
        Side::ALL.into_iter().all(|side| {
            let without = (if on_first {
                SquareSet::EMPTY
            } else {
                first[side]
            }) | (if on_last {
                SquareSet::EMPTY
            } else {
                promotes[side]
            });
            of_pawn[side] == zone[side] - without
        })
    };
    match ways.into_iter().find(fits) {
        Some((on_first, on_last)) => {
            draft.say("firstRankPawnDrops", on_first.to_string());
            draft.say("promotionZonePawnDrops", on_last.to_string());
        }
        None => draft.beyond("pawns are put down in a zone of their own"),
    }
}

fn turn(rules: &Rules, draft: &mut Draft) {
    if rules.turn.then.is_some() {
        draft.beyond("a turn has a second part");
    }
    match &rules.turn.pass {
        Condition::Never => {}
        Condition::Always => draft.say("pass", "true"),
        Condition::NoMove { enemy: false } => draft.say("passOnStalemate", "true"),
        _ => draft.beyond("a player may pass only under a condition"),
    }
    if let Some(effect) = rules.effects.iter().find(|effect| {
        let counts = |verb: &crate::rules::Verb| match verb {
            crate::rules::Verb::Add { counter, .. } => !rules.counters[*counter].decides,
            _ => false,
        };
        !effect.verbs.iter().all(counts)
    }) {
        draft.beyond(format!("moves have effects (`{}`)", effect.id));
    }
    if rules.check.is_some() {
        draft.beyond("check is something of its own");
    }
    if !rules.unmoved.is_empty() {
        draft.beyond("it is remembered which men have not moved");
    }
}

fn laws(rules: &Rules, draft: &mut Draft) {
    let usual = Condition::After(Box::new(Condition::Check { enemy: false }));
    let has_royals = !rules.royals(Side::White).is_empty() || !rules.royals(Side::Black).is_empty();
    if has_royals && !rules.forbidden.iter().any(|law| law.condition == usual) {
        draft.beyond("royals may be left attacked");
    }
    for Law { id, condition, .. } in &rules.forbidden {
        if *condition != usual {
            draft.unsaid("forbid", id);
        }
    }
    for Law { id, condition, .. } in &rules.forced {
        if *condition == Condition::Capture && rules.forced.len() == 1 {
            draft.say("mustCapture", "true");
        } else {
            draft.unsaid("forced", id);
        }
    }
    for end in rules.ends.iter().filter(|end| end.stops) {
        draft.unsaid("end", &end.id);
    }
}
