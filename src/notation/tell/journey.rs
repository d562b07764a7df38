//! Says in plain English what moves of several legs do.
//!
//! A path is told leg by leg: how far and whereto, what must stand on the square where the leg ends, and what happens to
//! it. Three shapes have words of their own: going back to the start square, jumping over an enemy man, and several
//! paths that begin alike (chains that may stop, repetition groups).

use super::sentence::{Voice, count, directions_of, either, far, list, path_notes};
use crate::notation::movement::directions::{self, Geometry};
use crate::notation::movement::legs::Legs;
use crate::notation::movement::term::{
    Between, Leg, Modality, Onward, Over, Range, Step, Turn, Victims,
};
use crate::notation::movement::turn::{self, Hand};
use std::sync::Arc;

/// So many paths that have nothing to do with each other are told.
const TOLD: usize = 3;

/// Of so many places it is looked whether they are the start square.
const MOST_PLACES: usize = 256;

/// What the legs of a term do, as a phrase without a subject.
pub(in crate::notation) fn journey(legs: &Legs) -> String {
    let paths = legs.paths();
    if let [path] = paths {
        return alone(path);
    }
    let mut sorted: Vec<&[Arc<Leg>]> = paths.iter().map(Vec::as_slice).collect();
    sorted.sort_by_key(|p| p.len());
    let chain = legs.spelled().is_some_and(|s| s.contains('['));
    let together = if chain {
        stops(&sorted)
    } else {
        group(&sorted)
    };
    together.unwrap_or_else(|| {
        let told = sorted.iter().take(TOLD).map(|p| alone(p));
        let mut told: Vec<String> = told.collect();
        if sorted.len() > TOLD {
            told.push(format!(
                "goes on in the same manner, with at most {} legs in all",
                sorted.last().map_or(0, |p| p.len())
            ));
        }
        told.join("; or ")
    })
}

/// One path.
fn alone(path: &[Arc<Leg>]) -> String {
    if let Some(text) = jump(path) {
        return text;
    }
    let mut teller = Teller::default();
    let mut parts: Vec<String> = Vec::new();
    for (n, leg) in path.iter().enumerate() {
        parts.push(teller.tell(leg, n + 1 == path.len()));
    }
    let pass = teller.returned
        && path[..path.len() - 1]
            .iter()
            .all(|l| l.modality == Modality::QUIET || l.modality == Modality::default())
        && !path.iter().any(|l| l.lends);
    let mut text = joined(&parts);
    if pass {
        text += ", which changes nothing but whose turn it is";
    }
    text
}

/// `X and from there Y`, `X, then Y, then Z`.
fn joined(parts: &[String]) -> String {
    let mut text = String::new();
    for (n, part) in parts.iter().enumerate() {
        let second = n == 1 && parts.len() == 2;
        text += match n {
            0 => "",
            _ if text.ends_with(LENT) => " ",
            _ if n + 1 == parts.len() && part.starts_with("returns") => {
                if text.contains(", taking") || text.contains(", removing") {
                    ", and "
                } else {
                    " and "
                }
            }
            _ if second && (text.contains(',') || text.contains(" or ")) => ", and from there ",
            _ if second => " and from there ",
            _ => ", then ",
        };
        if n > 0
            && text.ends_with(' ')
            && (part.starts_with("turning") || part.starts_with(STRAIGHT))
        {
            text.pop();
            text += ", ";
        }
        text += part;
    }
    text
}

/// The end of a leg that lends the rest of the move.
const LENT: &str = ": it";

/// The capture of a man on the next square by a jump over it.
fn jump(path: &[Arc<Leg>]) -> Option<String> {
    let [first, last] = path else { return None };
    let straight_on = Turn {
        eighths: 1,
        ..Turn::default()
    };
    let stepping = |leg: &Leg| {
        leg.range == Range::UpTo(1)
            && !leg.same_length
            && !leg.unload
            && !leg.lends
            && !leg.is_universal()
            && long(leg) == 1
    };
    let captures = first.onward == Onward::default() && first.modality == only_capture();
    let turn = last.turn?;
    if !captures || !stepping(first) || !stepping(last) || turn != straight_on {
        return None;
    }
    let teller = Teller::default();
    let way = teller.directions(first);
    Some(format!(
        "jumps over {} one square {}{}, taking it, and lands on the square right behind it{}",
        victim(first.victims),
        away(&way),
        notes(first),
        aims(last)
    ))
}

fn only_capture() -> Modality {
    Modality {
        capture: true,
        ..Modality::default()
    }
}

/// Paths of which each begins the next: a chain that may stop.
fn stops(paths: &[&[Arc<Leg>]]) -> Option<String> {
    let longest = paths.last()?;
    let alike = |path: &[Arc<Leg>]| {
        let legs = path.iter().enumerate();
        legs.zip(*longest).all(|((n, leg), other)| {
            let last = n + 1 == path.len();
            plain(leg, last) == plain(other, n + 1 == longest.len())
                || last && bare(leg) == bare(other)
        })
    };
    let lengths: Vec<usize> = paths.iter().map(|p| p.len()).collect();
    if !lengths.windows(2).all(|w| w[0] < w[1]) || !paths.iter().all(|p| alike(p)) {
        return None;
    }
    let aim = aims(longest.last()?);
    let one_aim = paths
        .iter()
        .all(|p| p.last().is_some_and(|l| aims(l) == aim));
    let mut teller = Teller::default();
    let (mut text, mut at) = (String::new(), 0);
    for (n, path) in paths.iter().enumerate() {
        let mut parts = Vec::new();
        for leg in &path[at..path.len() - 1] {
            parts.push(teller.tell(leg, false));
        }
        let last = path.last()?;
        let onward = paths.get(n + 1).map_or(last, |next| &next[path.len() - 1]);
        parts.push(teller.way(onward) + &if one_aim { String::new() } else { aims(last) });
        teller.passed(onward);
        if n > 0 {
            text += &format!("; or, {}, ", condition(&path[at - 1]));
        }
        text += &joined(&parts);
        at = path.len();
    }
    if one_aim {
        text += &each(&aim);
    }
    Some(text)
}

/// What several ways may end on.
fn each(aim: &str) -> String {
    match aim.strip_prefix(", ") {
        Some(aim) => format!("; each of these {aim}"),
        None => aim.to_owned(),
    }
}

/// Paths that differ in how often a part is repeated.
fn group(paths: &[&[Arc<Leg>]]) -> Option<String> {
    let [none, once, twice, ..] = paths else {
        return None;
    };
    let normal = |path: &[Arc<Leg>]| -> Vec<(Leg, bool)> {
        let legs = path.iter().enumerate();
        legs.map(|(n, leg)| plain(leg, n + 1 == path.len()))
            .collect()
    };
    let (none_n, once_n) = (normal(none), normal(once));
    let more = once.len().checked_sub(none.len()).filter(|&m| m > 0)?;
    let at = (1..=none.len()).rev().find(|&at| {
        let unit = &once_n[at..at + more];
        paths.iter().enumerate().all(|(k, path)| {
            let mut wanted = none_n[..at].to_vec();
            (0..k).for_each(|_| wanted.extend_from_slice(unit));
            wanted.extend_from_slice(&none_n[at..]);
            normal(path) == wanted
        })
    })?;
    let mut teller = Teller::default();
    if at == none.len() {
        // The part stands at the end, so that the move may stop before it and behind each turn of it.
        let mut first: Vec<String> = Vec::new();
        for leg in &once[..at - 1] {
            first.push(teller.tell(leg, false));
        }
        first.push(teller.way(&once[at - 1]));
        teller.passed(&once[at - 1]);
        let from = condition(&once[at - 1]);
        let again = teller.unit(&twice[at..at + more], true);
        return Some(format!(
            "{}; or goes on any number of times, each time {from}: {again}{}",
            joined(&first),
            each(&aims(none.last()?)),
        ));
    }
    let mut first: Vec<String> = Vec::new();
    for leg in &once[..at] {
        first.push(teller.tell(leg, false));
    }
    let again = teller.unit(&once[at..at + more], false);
    first.push(format!("any number of times, or not at all, {again}"));
    for (n, leg) in none.iter().enumerate().skip(at) {
        first.push(teller.tell(leg, n + 1 == none.len()));
    }
    Some(first.join(", then "))
}

/// A leg without what depends on whether another one comes behind it, and whether it has only that.
fn plain(leg: &Leg, last: bool) -> (Leg, bool) {
    let usual = if last {
        leg.modality == Modality::USUAL
    } else {
        leg.modality == Modality::QUIET && leg.onward == Onward::default()
    };
    if usual {
        (bare(leg), true)
    } else {
        (leg.clone(), false)
    }
}

/// A leg without what it ends on.
fn bare(leg: &Leg) -> Leg {
    Leg {
        modality: Modality::default(),
        onward: Onward::default(),
        leaves_passed: false,
        ..leg.clone()
    }
}

/// From which squares a move goes on that could have ended there.
fn condition(leg: &Leg) -> String {
    let over = over(leg);
    if quiet(leg) && over == Over::Anybody && !leg.modality.capture {
        return "whatever stands there".to_owned();
    }
    let Modality {
        capture,
        destroy,
        en_passant,
        ..
    } = leg.modality;
    let mut from = Vec::new();
    if quiet(leg) {
        from.push("from an empty square there".to_owned());
    }
    if capture {
        from.push(format!("having taken {}", victim(leg.victims)));
    }
    if en_passant {
        from.push("having taken a man en passant".to_owned());
    }
    if destroy {
        from.push("having removed a man of its own side".to_owned());
    }
    match over {
        Over::Nobody => {}
        Over::Own => from.push("past a man of its own side that stands there".to_owned()),
        Over::Anybody => from.push("past a man that stands there".to_owned()),
    }
    if leg.lends {
        from.push("with a man of its own side there making the rest of the move".to_owned());
    }
    either(from)
}

fn quiet(leg: &Leg) -> bool {
    leg.modality.quiet || leg.onward.quiet_switching
}

/// Over whom a leg goes on, whether the range changes or not.
fn over(leg: &Leg) -> Over {
    let Onward {
        over,
        over_switching,
        ..
    } = leg.onward;
    match (over, over_switching) {
        (Over::Anybody, _) | (_, Over::Anybody) => Over::Anybody,
        (Over::Own, _) | (_, Over::Own) => Over::Own,
        _ => Over::Nobody,
    }
}

fn long(leg: &Leg) -> i32 {
    leg.steps.first().map_or(1, |&s| turn::sides(s).1)
}

/// What the squares on the way have to do with a leg; joined edges are told at the end of the move.
fn notes(leg: &Leg) -> String {
    path_notes(&Leg {
        wraps: false,
        ..leg.clone()
    })
}

fn victim(victims: Victims) -> &'static str {
    match victims {
        Victims::Any => "an enemy man",
        Victims::Royal => "a royal enemy man",
        Victims::Common => "an enemy man that is not royal",
    }
}

fn away(directions: &str) -> String {
    if directions.starts_with("in any") {
        format!("away {directions}")
    } else {
        directions.to_owned()
    }
}

/// What a last leg of several may end on, as the end of a phrase.
fn aims(leg: &Leg) -> String {
    let Modality {
        quiet,
        capture,
        en_passant,
        destroy,
    } = leg.modality;
    let mut aims = Vec::new();
    if quiet {
        aims.push("to an empty square".to_owned());
    }
    if capture {
        aims.push(match leg.victims {
            Victims::Any if quiet => "capturing".to_owned(),
            Victims::Any => "to capture".to_owned(),
            victims => format!("taking {}", victim(victims)),
        });
    }
    if en_passant {
        aims.push("capturing en passant".to_owned());
    }
    if destroy {
        aims.push(if leg.unload {
            "onto a man of its own side".to_owned()
        } else {
            "removing a man of its own side".to_owned()
        });
    }
    if leg.lends {
        aims.push("to move on as a man of its own side there would".to_owned());
    }
    let mut text = if aims.is_empty() {
        String::new()
    } else {
        format!(", {}", either(aims))
    };
    if leg.unload {
        text += if capture || en_passant || destroy {
            ", which reappears where that leg began"
        } else {
            "; the man taken before reappears where that leg began"
        };
    }
    if leg.wraps {
        text += "; the left and the right edge of the board are joined";
    }
    if leg.leaves_passed && leg.between == Between::Any {
        text += "; what it passes there can then be taken en passant";
    }
    text
}

/// Where a path can have come: its last step, to which hand it turned, and how far it is from the start if that is sure.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    step: Step,
    hand: Hand,
    from_start: Option<(i32, i32)>,
}

/// Tells the legs of a path one after the other.
#[derive(Default)]
struct Teller {
    places: Vec<Place>,
    /// How many legs were told.
    legs: usize,
    /// Which of the two ranges the next leg can have: the written one, the changed one.
    ranges: Option<[bool; 2]>,
    /// When the range of the next leg is the changed one, if it can also be the other one.
    changed_if: &'static str,
    /// Whether only a leg that goes on with its range has left its square to be taken en passant.
    or_rights: bool,
    /// Whether the last leg came back to the start square.
    returned: bool,
}

impl Teller {
    /// A leg with all that happens at its end.
    fn tell(&mut self, leg: &Leg, last: bool) -> String {
        if !last {
            let text = self.halt(leg);
            self.passed(leg);
            return text;
        }
        if self.comes_back(leg) {
            self.returned = true;
            return "returns to where it began".to_owned();
        }
        self.way(leg) + &aims(leg)
    }

    /// The legs of a repeated part.
    fn unit(&mut self, legs: &[Arc<Leg>], stops: bool) -> String {
        let mut parts = Vec::new();
        for (n, leg) in legs.iter().enumerate() {
            let last = n + 1 == legs.len();
            parts.push(if last && stops {
                self.way(leg)
            } else {
                self.halt(leg)
            });
            self.passed(leg);
        }
        parts
            .join(", then ")
            .replace("then turning", "then, turning")
    }

    /// Whether a leg can only end where the move began.
    fn comes_back(&self, leg: &Leg) -> bool {
        let back = |n: u8| {
            leg.turn.is_some_and(|t| {
                t.eighths == 1 << n && t.against == 0 && t.along == 0 && !t.own_atom
            })
        };
        if self.legs == 1 && leg.same_length {
            return back(4);
        }
        if self.range(leg) != [Some(Range::UpTo(1)), None] || leg.is_universal() {
            return false;
        }
        let ends = self.following(leg);
        !ends.is_empty() && ends.iter().all(|p| p.from_start == Some((0, 0)))
    }

    /// The ranges that a leg can have: one, or with the second the other one as well.
    fn range(&self, leg: &Leg) -> [Option<Range>; 2] {
        match self.ranges {
            None | Some([_, false]) => [Some(leg.range), None],
            Some([false, true]) => [Some(leg.range.switched()), None],
            Some([true, true]) => [Some(leg.range), Some(leg.range.switched())],
        }
    }

    fn following(&self, leg: &Leg) -> Vec<Place> {
        let sure = self.range(leg) == [Some(Range::UpTo(1)), None] && !leg.same_length;
        self.places_behind(leg, sure)
            .or_else(|| self.places_behind(leg, false))
            .unwrap_or_default()
    }

    /// Where a leg leads to, with the distance from the start if every leg is a single step. Nothing if these are too
    /// many.
    fn places_behind(&self, leg: &Leg, sure: bool) -> Option<Vec<Place>> {
        let mut found: Vec<Place> = Vec::new();
        let mut add = |step: Step, hand: Hand, from: Option<(i32, i32)>| {
            let from_start = from
                .filter(|_| sure)
                .map(|(right, forward)| (right + step.right, forward + step.forward));
            let place = Place {
                step,
                hand,
                from_start,
            };
            if !found.contains(&place) {
                found.push(place);
            }
            found.len() <= MOST_PLACES
        };
        if self.legs == 0 {
            for &step in &leg.steps {
                add(step, turn::first_hand(step), Some((0, 0)));
            }
        }
        let turn = leg.turn.unwrap_or_default();
        for place in &self.places {
            for (step, hand) in turn::following(leg, turn, place.step, place.hand) {
                if !add(step, hand, place.from_start) {
                    return None;
                }
            }
        }
        Some(found)
    }

    /// Notes that a leg was told that goes on.
    fn passed(&mut self, leg: &Leg) {
        self.places = if leg.is_universal() {
            vec![Place {
                step: Step {
                    right: 0,
                    forward: 1,
                },
                hand: 0,
                from_start: None,
            }]
        } else {
            self.following(leg)
        };
        self.legs += 1;
        let [plain, changed] = self.ranges.unwrap_or([true, false]);
        let stays =
            leg.modality != Modality::default() || leg.onward.over != Over::Nobody || leg.lends;
        let switches = leg.onward.quiet_switching || leg.onward.over_switching != Over::Nobody;
        self.changed_if = match (stays && switches, leg.onward.quiet_switching) {
            (true, true) if leg.onward.over_switching == Over::Nobody => "if that square was empty",
            (true, false) => "if a man stood there",
            _ => "if the range has changed",
        };
        self.or_rights = leg.leaves_passed && switches;
        self.ranges = Some([
            plain && stays || changed && switches,
            changed && stays || plain && switches,
        ]);
    }

    /// How far a leg goes, and whereto.
    fn way(&self, leg: &Leg) -> String {
        if leg.is_universal() {
            return "leaps to any other square".to_owned();
        }
        let directions = self.directions(leg);
        let family = self.family(leg);
        let [range, other] = self.range(leg);
        let range = range.unwrap_or(leg.range);
        let on_its_own = self.legs == 0
            || ["straight", "in any", "outward", "in the", "in its"]
                .iter()
                .any(|start| directions.starts_with(start) && !directions.contains(" or turning"));
        let told = if on_its_own {
            far(leg, range, family, &directions, Voice::Move)
        } else {
            let told = far(leg, range, family, "", Voice::Move);
            format!("{directions}, {}", told.replace(" ,", ",").trim_end())
        };
        let changed = match other {
            Some(Range::UpTo(1)) if family.2 == 1 => "one square",
            Some(Range::UpTo(1)) => "once",
            Some(_) if family.2 == 1 => "any number of squares",
            Some(_) => "any number of times",
            None => "",
        };
        let changed = match changed {
            "" => String::new(),
            amount if self.or_rights => format!(
                " (or {amount} {}, and then nothing can be taken there)",
                self.changed_if
            ),
            amount => format!(" (or {amount} {})", self.changed_if),
        };
        format!("{told}{changed}{}", notes(leg))
    }

    /// A leg with another one behind it.
    fn halt(&self, leg: &Leg) -> String {
        let way = self.way(leg);
        if leg.is_universal() {
            return format!("leaps to any other square{}", Self::ends(leg, false))
                .replace("other square to an empty square", "other empty square");
        }
        let far = self.range(leg) != [Some(Range::UpTo(1)), None] || leg.same_length;
        let slides = far && self.family(leg).2 == 1;
        let Modality {
            quiet: _,
            capture,
            en_passant,
            destroy,
        } = leg.modality;
        let (quiet, over) = (quiet(leg), over(leg));
        let mut after = String::new();
        if leg.unload {
            after += if capture || en_passant || destroy {
                ", which reappears where that leg began"
            } else {
                ", and the man taken before reappears where that leg began"
            };
        }
        if leg.leaves_passed {
            after += ", where it can then be taken en passant";
        }
        let alone = [
            quiet,
            capture,
            en_passant,
            destroy,
            over != Over::Nobody,
            leg.lends,
        ];
        let told = match alone {
            [true, false, false, false, false, false] => format!("{way} to an empty square"),
            [true, false, false, false, true, false] if over == Over::Anybody && !slides => {
                format!("{way}, whatever stands there")
            }
            [false, true, false, false, false, false] if slides => {
                format!(
                    "{way}, takes {} it meets",
                    victim(leg.victims)
                        .replacen("an ", "the ", 1)
                        .replacen("a ", "the ", 1)
                )
            }
            [false, true, false, false, false, false] if !far => {
                let (amount, directions) = self.amount(leg);
                format!(
                    "takes {} {amount} {directions}{}",
                    victim(leg.victims),
                    notes(leg)
                )
            }
            [false, false, false, false, true, false] if slides => format!(
                "{way} up to the first man in its way, {}which stays",
                if over == Over::Own {
                    "one of its own side, "
                } else {
                    ""
                }
            ),
            [false, false, false, false, true, false] if !far => {
                let (amount, directions) = self.amount(leg);
                let whose = if over == Over::Own {
                    " of its own side"
                } else {
                    ""
                };
                format!(
                    "passes over a man{whose} {amount} {directions}{}",
                    notes(leg)
                )
            }
            [false, false, false, false, false, true] => {
                format!(
                    "{way} to a man of its own side, which makes the rest of the move instead{LENT}"
                )
            }
            _ => format!("{way}{}", Self::ends(leg, slides)),
        };
        told + &after
    }

    /// The several things that a leg may end on which goes on.
    fn ends(leg: &Leg, slides: bool) -> String {
        let mut ends = Vec::new();
        if quiet(leg) {
            ends.push("to an empty square".to_owned());
        }
        if leg.modality.capture {
            ends.push(format!("taking {}", victim(leg.victims)));
        }
        if leg.modality.en_passant {
            ends.push("taking a man en passant".to_owned());
        }
        if leg.modality.destroy {
            ends.push("removing a man of its own side".to_owned());
        }
        let onto = if slides { "up to" } else { "passing over" };
        match over(leg) {
            Over::Nobody => {}
            Over::Own => ends.push(format!("{onto} a man of its own side, which stays")),
            Over::Anybody => ends.push(format!("{onto} a man, which stays")),
        }
        if leg.lends {
            ends.push(
                "to a man of its own side, which makes the rest of the move instead".to_owned(),
            );
        }
        match ends.first() {
            None => String::new(),
            Some(first) if first.starts_with("to ") || first.starts_with("up to ") => {
                format!(" {}", either(ends))
            }
            Some(_) => format!(", {}", either(ends)),
        }
    }

    /// The size of a leg's one step and its directions, behind a man.
    fn amount(&self, leg: &Leg) -> (String, String) {
        let (geometry, short, long) = self.family(leg);
        let directions = self.directions(leg);
        if geometry == Geometry::Oblique {
            let size = if directions.contains(" and ") && self.legs == 0 {
                "a leap away,".to_owned()
            } else {
                format!("a ({short},{long}) leap away")
            };
            return (size, directions);
        }
        (count(long, "square"), away(&directions))
    }

    /// The family of a leg's steps with their two sides. A later leg has the size of the one before, not its directions.
    fn family(&self, leg: &Leg) -> (Geometry, i32, i32) {
        if self.legs == 0 || leg.turn.is_some_and(|t| t.own_atom) {
            return crate::notation::movement::print::family(leg);
        }
        let (short, long) = self.following(leg).first().map_or_else(
            || leg.steps.first().map_or((0, 1), |&s| turn::sides(s)),
            |p| turn::sides(p.step),
        );
        (
            crate::notation::movement::atoms::geometry(short, long),
            short,
            long,
        )
    }

    /// The directions of a leg in words: those of the board for the first one, turns for the others.
    fn directions(&self, leg: &Leg) -> String {
        let turn = leg.turn.unwrap_or_default();
        if self.legs == 0 {
            let (geometry, short, long) = crate::notation::movement::print::family(leg);
            let all = directions::all_steps(geometry, short, long);
            return directions_of(geometry, &all, &leg.steps);
        }
        if turn.own_atom {
            return self.own_directions(leg, turn);
        }
        let oblique = self.places.iter().any(|p| is_oblique(p.step));
        self.turns(turn, oblique)
    }

    /// A turn in words.
    fn turns(&self, turn: Turn, oblique: bool) -> String {
        match turn.eighths {
            0b1111_1111 => return "in any direction".to_owned(),
            0b1110_1111 => return "in any direction but straight back".to_owned(),
            _ => {}
        }
        if turn.eighths == 0b1000_0010 && turn.against == 0 && turn.along == 0 && !oblique {
            return OUTWARD.to_owned();
        }
        let mut parts = absolute(turn.eighths, oblique);
        let unbent = self.places.iter().any(|p| p.hand == 0);
        let bent = self.places.iter().any(|p| p.hand != 0);
        let relative = [
            (turn.against, "the other way than before"),
            (turn.along, "the same way as before"),
        ];
        for (mask, how) in relative {
            for n in (1..=3).filter(|n| mask & (1 << n) != 0) {
                let angle = angle(n, oblique);
                parts.push(match (bent, unbent) {
                    (false, _) => format!("turning {angle} either way"),
                    (true, false) if self.legs == 1 => format!(
                        "turning {angle} {how} (the first leap counts as a turn toward its short side)"
                    ),
                    (true, false) => format!("turning {angle} {how}"),
                    (true, true) => {
                        format!("turning {angle} {how} (either way if it has not turned yet)")
                    }
                });
            }
            if mask & 1 != 0 && !parts.iter().any(|p| p == STRAIGHT) {
                parts.insert(0, STRAIGHT.to_owned());
            }
            if mask & 0b1_0000 != 0 && !parts.iter().any(|p| p == BACK) {
                parts.push(BACK.to_owned());
            }
        }
        either(parts)
    }

    /// The directions of a leg with an atom of its own, seen from the step before it.
    fn own_directions(&self, leg: &Leg, turn: Turn) -> String {
        let mut masks: Vec<Option<u8>> = Vec::new();
        for place in &self.places {
            let steps = turn::following(leg, turn, place.step, place.hand);
            let mask = steps.iter().try_fold(0_u8, |mask, (step, _)| {
                eighths_between(place.step, *step).map(|n| mask | 1 << n)
            });
            if !masks.contains(&mask) {
                masks.push(mask);
            }
        }
        if let [Some(mask)] = masks[..]
            && turn.against == 0
            && turn.along == 0
        {
            return match mask {
                0b1000_0010 => OUTWARD.to_owned(),
                0b1111_1111 => "in any direction".to_owned(),
                0b1110_1111 => "in any direction but straight back".to_owned(),
                _ => either(absolute(mask, false)),
            };
        }
        if let Some(text) = self.seen_from_before(leg, turn) {
            return text;
        }
        let own = match crate::notation::movement::print::family(leg).0 {
            Geometry::Straight => "in the straight direction",
            Geometry::Diagonal => "in the diagonal direction",
            Geometry::Oblique | Geometry::Compound => "in its direction",
        };
        if turn.eighths == 1 && turn.against == 0 && turn.along == 0 {
            return format!("{own} nearest to the one before");
        }
        format!(
            "{own} nearest to {}",
            self.turns(turn, false).replace("turning", "a turn of")
        )
    }

    /// The directions of an oblique leg behind a straight step, as they are if that went straight forward.
    fn seen_from_before(&self, leg: &Leg, turn: Turn) -> Option<String> {
        let (geometry, short, long) = crate::notation::movement::print::family(leg);
        let straight = self.places.iter().all(|p| turn::sides(p.step).0 == 0);
        if geometry != Geometry::Oblique || !straight {
            return None;
        }
        let mut seen: Vec<Vec<Step>> = Vec::new();
        for place in &self.places {
            let steps = turn::following(leg, turn, place.step, place.hand);
            let back = eighths_between(
                place.step,
                Step {
                    right: 0,
                    forward: 1,
                },
            )?;
            let mut steps: Vec<Step> = steps
                .into_iter()
                .map(|(s, _)| turn::turned(s, i32::from(back)))
                .collect();
            steps.sort_unstable();
            if !seen.contains(&steps) {
                seen.push(steps);
            }
        }
        let [steps] = &seen[..] else { return None };
        let all = directions::all_steps(geometry, short, long);
        Some(format!(
            "{}, seen along the way before",
            directions_of(geometry, &all, steps)
        ))
    }
}

const OUTWARD: &str = "outward (turning 45 degrees either way)";
const STRAIGHT: &str = "straight on";
const BACK: &str = "straight back";

fn is_oblique(step: Step) -> bool {
    let (short, long) = turn::sides(step);
    short != 0 && short != long
}

/// By how many eighths one direction is turned from another, if by eighths.
fn eighths_between(before: Step, after: Step) -> Option<u8> {
    let at = |s: Step| {
        let (x, y) = (s.right, s.forward);
        match (x.abs().cmp(&y.abs()), x.signum(), y.signum()) {
            (std::cmp::Ordering::Equal, 1, 1) => Some(1),
            (std::cmp::Ordering::Equal, 1, -1) => Some(3),
            (std::cmp::Ordering::Equal, -1, -1) => Some(5),
            (std::cmp::Ordering::Equal, -1, 1) => Some(7),
            (_, 0, 1) => Some(0),
            (_, 1, 0) => Some(2),
            (_, 0, -1) => Some(4),
            (_, -1, 0) => Some(6),
            _ => None,
        }
    };
    let turned: i32 = at(after)? - at(before)?;
    u8::try_from(turned.rem_euclid(8)).ok()
}

/// An angle of one to three eighths; oblique leaps turn to a neighbouring direction, which is not at 45 degrees.
fn angle(eighths: u8, oblique: bool) -> &'static str {
    match (eighths, oblique) {
        (1, false) => "45 degrees",
        (1, true) => "to the next direction",
        (2, _) => "90 degrees",
        (_, false) => "135 degrees",
        (_, true) => "to the third direction",
    }
}

/// Turns of so many eighths to the right in words.
fn absolute(mask: u8, oblique: bool) -> Vec<String> {
    let has = |n: u8| mask & (1 << n) != 0;
    let mut parts = Vec::new();
    if has(0) {
        parts.push(STRAIGHT.to_owned());
    }
    for group in [[true, true], [true, false], [false, true]] {
        let angles: Vec<String> = (1..=3)
            .filter(|&n| [has(8 - n), has(n)] == group)
            .map(|n| angle(n, oblique).to_owned())
            .collect();
        let way = match group {
            [true, true] => "either way",
            [true, false] => "to the left",
            _ => "to the right",
        };
        if !angles.is_empty() {
            parts.push(format!(
                "turning {} {way}",
                list(angles, "or").replace(" degrees or", " or")
            ));
        }
    }
    if has(4) {
        parts.push(BACK.to_owned());
    }
    parts
}
