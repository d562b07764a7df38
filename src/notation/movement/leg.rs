//! What the letters of one leg mean together with its atom, and what is wrong with them.

use super::atoms::Steps;
use super::betza::{AtomAst, AtomName};
use super::directions::{self, Geometry, Unit};
use super::modifiers::{self, Modifiers};
use super::term::{Bend, Between, Hop, Leg, Modality, Onward, Over, Range, Step, Turn, Victims};
use super::turn;
use crate::notation::findings::NotationFinding;

type Findings = Vec<NotationFinding>;

/// Where a leg stands in its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::notation) struct Place {
    /// Nothing comes before it.
    pub(in crate::notation) first: bool,
    /// Nothing comes behind it.
    pub(in crate::notation) last: bool,
    /// It has an atom of its own, in brackets.
    pub(in crate::notation) own_atom: bool,
}

impl Place {
    fn alone(self) -> bool {
        self.first && self.last
    }
}

/// A leg's atom: as written and what it means; nothing for `U`.
pub(in crate::notation) struct LegAtom<'a> {
    pub(in crate::notation) written: &'a AtomAst,
    pub(in crate::notation) steps: Option<Steps>,
}

/// The leg, unless something is wrong with it. The letter `i` of a first leg is for the whole term.
pub(in crate::notation) fn leg(
    atom: &LegAtom<'_>,
    modifiers: &Modifiers,
    place: Place,
    findings: &mut Findings,
) -> Option<Leg> {
    let before = findings.len();
    let leg = match &atom.steps {
        Some(steps) => stepping(atom.written, steps, modifiers, place, findings),
        None => universal(modifiers, place, findings),
    };
    let fine = findings[before..]
        .iter()
        .all(|f| f.severity != crate::diagnostics::Severity::Error);
    let leg = leg.filter(|_| fine)?;
    modifiers::warn_repeated(modifiers, findings);
    Some(leg)
}

fn stepping(
    ast: &AtomAst,
    steps: &Steps,
    modifiers: &Modifiers,
    place: Place,
    findings: &mut Findings,
) -> Option<Leg> {
    check_lame(steps, modifiers, findings);
    check_conflicts(steps, modifiers, place, findings);
    if place.last {
        check_never(ast, steps, modifiers, place, findings);
    }
    let all = directions::all_steps(steps.geometry, steps.short, steps.long);
    let (mut bend, mut turn) = (Bend::None, None);
    let chosen = if place.first {
        bend = self::bend(ast, steps, modifiers, place, findings)?;
        let letters = modifiers.directions.iter().copied();
        let letters: Vec<_> = letters.filter(|l| !"zq".contains(l.letter)).collect();
        let units = directions::read(steps.geometry, &letters, findings)?;
        let chosen: Vec<Step> = all
            .iter()
            .copied()
            .filter(|&s| units.is_empty() || units.iter().any(|u| u.choice.takes(s)))
            .collect();
        directions::warn_redundant(&units, &all, findings);
        warn_compound(ast, steps, &units, &chosen, findings);
        chosen
    } else {
        turn = Some(self::turn(steps, modifiers, place, findings)?);
        all
    };
    let leaps = steps.long > 1;
    let between = match (modifiers.has('n'), modifiers.has('j')) {
        (true, _) if leaps => Between::Empty,
        (_, true) if leaps => Between::Occupied,
        _ => Between::Any,
    };
    let mut leg = Leg::new(chosen);
    leg.turn = turn;
    leg.bend = bend;
    leg.range = match (bend, steps.range) {
        (Bend::Circular, Range::UpTo(1)) if ast.range.is_none() => Range::Unlimited,
        (_, range) => range,
    };
    leg.between = between;
    leg.skip = if leaps {
        0
    } else {
        u8::try_from(modifiers.count('j')).unwrap_or(u8::MAX)
    };
    leg.same_length = !place.first && modifiers.has('i');
    leg.wraps = modifiers.has('o');
    say_what_happens(&mut leg, modifiers, place);
    leg.leaves_passed = leg.modality.quiet && leaves_passed(&leg, modifiers, place, leaps);
    if place.last {
        leg.hop = match (modifiers.has('p'), modifiers.has('g')) {
            (_, true) => Hop::Beside,
            (true, false) => Hop::Over,
            (false, false) => Hop::None,
        };
    }
    warn_useless(&leg, modifiers, place, leaps, findings);
    Some(leg)
}

/// Whether a quiet leg leaves what it passes to be taken en passant.
fn leaves_passed(leg: &Leg, modifiers: &Modifiers, place: Place, leaps: bool) -> bool {
    let lame = modifiers.has('n');
    let initial = place.first && modifiers.has('i');
    leg.range == Range::Half
        || if place.last {
            lame && (leaps || initial || modifiers.count('n') > 1)
        } else {
            lame && !leaps
        }
}

/// What may stand on the last square, and what happens there.
fn say_what_happens(leg: &mut Leg, modifiers: &Modifiers, place: Place) {
    let has = |letter| modifiers.has(letter);
    leg.unload = has('u');
    leg.lends = has('x');
    leg.victims = match (has('k'), has('t')) {
        (true, _) => Victims::Royal,
        (_, true) if place.last || !(has('p') || has('g')) => Victims::Common,
        _ => Victims::Any,
    };
    leg.modality = Modality {
        quiet: has('m'),
        capture: has('c') || has('k'),
        en_passant: has('e'),
        destroy: has('d'),
    };
    if !place.last {
        let over = if has('t') { Over::Own } else { Over::Anybody };
        let when = |letter| if has(letter) { over } else { Over::Nobody };
        leg.onward = Onward {
            quiet_switching: has('y'),
            over: when('p'),
            over_switching: when('g'),
        };
        // A step with `n` is quiet, whatever else the leg may do.
        leg.modality.quiet |= has('n') && leg.between == Between::Any && !leg.is_universal();
    }
    let silent = leg.modality
        == Modality {
            quiet: false,
            capture: false,
            en_passant: false,
            destroy: false,
        };
    if silent && !leg.lends && leg.onward == Onward::default() {
        leg.modality = match (place.last, leg.victims) {
            (true, _) => Modality::USUAL,
            (false, Victims::Common) => Modality {
                quiet: false,
                capture: true,
                ..Modality::QUIET
            },
            (false, _) => Modality::QUIET,
        };
    }
}

/// `U`, the leap to any other square.
fn universal(modifiers: &Modifiers, place: Place, findings: &mut Findings) -> Option<Leg> {
    let direction = modifiers.directions.first().copied();
    if let Some(letter) = direction.or_else(|| modifiers.first_but("mcdiktupx")) {
        let span = letter.at..letter.at + 1;
        let message = format!("`{}` means nothing for a leap to any square", letter.letter);
        findings.push(
            NotationFinding::error("bad-universal-modifier", span, message)
                .help("before `U` stand only m c d i k p t u x"),
        );
        return None;
    }
    if place.last && modifiers.has('p') {
        findings.push(
            NotationFinding::error(
                "never-moves",
                modifiers.span('p'),
                "`p` jumps over a man on the way, but a leap to any square has no way",
            )
            .help("leave it out"),
        );
        return None;
    }
    let mut leg = Leg::new(Vec::new());
    say_what_happens(&mut leg, modifiers, place);
    leg.turn = (!place.first).then(Turn::default);
    Some(leg)
}

/// How a ride bends: `z` and `q` in a move of one leg.
fn bend(
    ast: &AtomAst,
    steps: &Steps,
    modifiers: &Modifiers,
    place: Place,
    findings: &mut Findings,
) -> Option<Bend> {
    let letter = |name| modifiers.directions.iter().find(|l| l.letter == name);
    let (crooked, circular) = (letter('z'), letter('q'));
    let Some(first) = crooked.or(circular) else {
        return Some(Bend::None);
    };
    let span = first.at..first.at + 1;
    let name = first.letter;
    if !place.alone() {
        let message = format!("`{name}` turns from the leg before, but this is the first leg");
        findings.push(
            NotationFinding::error("turn-without-leg", span, message)
                .help("leave it out, or put it behind an `a`"),
        );
        return None;
    }
    if crooked.is_some() && circular.is_some() {
        findings.push(
            NotationFinding::error(
                "conflicting-modifiers",
                span,
                "`z` and `q` contradict each other",
            )
            .help("write two moves, one with each letter"),
        );
        return None;
    }
    if (crooked.is_some() || ast.range.is_some()) && steps.range == Range::UpTo(1) {
        let message = format!("`{name}` turns a ride between its steps, but this is one step");
        findings.push(
            NotationFinding::warning("useless-modifier", span, message)
                .help("give it a range, 0 for an unlimited one"),
        );
        return Some(Bend::None);
    }
    Some(if crooked.is_some() {
        Bend::Crooked
    } else {
        Bend::Circular
    })
}

/// How a later leg turns.
fn turn(
    steps: &Steps,
    modifiers: &Modifiers,
    place: Place,
    findings: &mut Findings,
) -> Option<Turn> {
    let mut turn = Turn {
        own_atom: place.own_atom,
        ..Turn::default()
    };
    let mut plain = Vec::new();
    let letters = &modifiers.directions;
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let next = letters.get(at + 1).filter(|n| n.at == letter.at + 1);
        let amount = match letter.letter {
            'f' => 1,
            's' => 2,
            'b' => 3,
            _ => 0,
        };
        match (letter.letter, next.map(|n| n.letter)) {
            ('z', _) => turn.against |= 1 << 2,
            ('q', _) => turn.along |= 1 << 2,
            (_, Some('z')) if amount > 0 => {
                turn.against |= 1 << amount;
                at += 1;
            }
            (_, Some('q')) if amount > 0 => {
                turn.along |= 1 << amount;
                at += 1;
            }
            _ => plain.push(letter),
        }
        at += 1;
    }
    let units = directions::read(Geometry::Compound, &plain, findings)?;
    let ring = ring();
    for (n, &step) in ring.iter().enumerate() {
        if units.iter().any(|u| u.choice.takes(step)) {
            turn.eighths |= 1 << n;
        }
    }
    directions::warn_redundant(&units, &ring, findings);
    if letters.is_empty() {
        turn.eighths = usual_turn(steps.geometry, place.own_atom);
    }
    Some(turn)
}

/// The eight single steps, clockwise from straight ahead.
pub(in crate::notation) fn ring() -> [Step; 8] {
    let ahead = Step {
        right: 0,
        forward: 1,
    };
    std::array::from_fn(|n| turn::turned(ahead, n as i32))
}

/// How a later leg without letters turns: straight on in brackets, else any way but back, and atoms with four
/// directions by quarters only.
pub(in crate::notation) fn usual_turn(geometry: Geometry, own_atom: bool) -> u8 {
    match geometry {
        _ if own_atom => 1,
        Geometry::Straight | Geometry::Diagonal => 0b0100_0101,
        Geometry::Oblique | Geometry::Compound => 0b1110_1111,
    }
}

/// `n` and `j` on leaps where nobody agrees on the squares between.
fn check_lame(steps: &Steps, modifiers: &Modifiers, findings: &mut Findings) {
    let settled = is_settled(steps);
    let spelled = match (steps.short, steps.long) {
        (1, 3) => "; spell the path, such as `afafsW` for two steps straight and one diagonally",
        (2, 3) => "; spell the path, such as `afsafW` for a step straight and two diagonally",
        _ => {
            "; spell the path of others with `a`, such as `afsW` for a step straight and one diagonally"
        }
    };
    for letter in ['n', 'j'] {
        if modifiers.has(letter) && !settled {
            let message = format!(
                "the squares between the ends of a ({},{}) leap are not settled",
                steps.short, steps.long
            );
            findings.push(
                NotationFinding::error("lame-path", modifiers.span(letter), message)
                    .help(format!("`{letter}` stands on D A H G and N{spelled}")),
            );
        }
    }
}

/// Whether it is settled which squares lie between the ends of a leap.
fn is_settled(steps: &Steps) -> bool {
    (steps.geometry != Geometry::Oblique || (steps.short, steps.long) == (1, 2)) && steps.long <= 3
}

/// Moves that can never be made.
fn check_never(
    ast: &AtomAst,
    steps: &Steps,
    modifiers: &Modifiers,
    place: Place,
    findings: &mut Findings,
) {
    let Range::UpTo(range) = steps.range else {
        return;
    };
    // Behind other legs the range can have changed.
    if !place.first && !place.own_atom {
        return;
    }
    let longer = match (&ast.name, steps.geometry) {
        (_, Geometry::Straight) if steps.long == 1 => "`R`".to_owned(),
        (_, Geometry::Diagonal) if steps.long == 1 => "`B`".to_owned(),
        (_, Geometry::Compound) => "`Q`".to_owned(),
        (AtomName::Letter(letter), _) if ast.extend.is_none() => format!("`{letter}0`"),
        _ => "a 0 behind the atom".to_owned(),
    };
    for letter in ['p', 'g'] {
        if range == 1 && modifiers.has(letter) {
            let what = if steps.long == 1 { "step" } else { "leap" };
            let message = format!(
                "`{letter}` jumps over a man where a ride sets foot, but one {what} sets foot nowhere on the way"
            );
            let range = format!("give it a longer range, {longer} for an unlimited one");
            let help = if steps.long > 1 && is_settled(steps) {
                format!("for a leap over a man right between write `j`; or {range}")
            } else {
                range
            };
            findings.push(
                NotationFinding::error("never-moves", modifiers.span(letter), message).help(help),
            );
        }
    }
    let skipped = modifiers.count('j');
    if steps.long == 1 && skipped > 0 && skipped >= usize::from(range) {
        let message = format!(
            "the skipped squares count in the range, so that a range of {range} never moves"
        );
        findings.push(
            NotationFinding::error("never-moves", modifiers.span('j'), message).help(format!(
                "give it a longer range, {longer} for an unlimited one"
            )),
        );
    }
}

/// Letters that contradict each other.
fn check_conflicts(steps: &Steps, modifiers: &Modifiers, place: Place, findings: &mut Findings) {
    let skips = steps.long == 1;
    let hops = place.last;
    for (one, other, conflict) in [
        ('p', 'g', hops),
        ('n', 'j', true),
        ('p', 'j', hops && skips),
        ('g', 'j', hops && skips),
        ('k', 't', true),
    ] {
        if conflict && modifiers.has(one) && modifiers.has(other) {
            let message = format!("`{one}` and `{other}` contradict each other");
            findings.push(
                NotationFinding::error("conflicting-modifiers", modifiers.span(other), message)
                    .help("write two moves, one with each letter"),
            );
        }
    }
    if modifiers.has('c') && modifiers.has('k') {
        findings.push(
            NotationFinding::error(
                "conflicting-modifiers",
                modifiers.span('k'),
                "`c` takes royal men already",
            )
            .help("leave out `c` if only royal men are taken, else `k`"),
        );
    }
    if hops && modifiers.has('t') && (modifiers.has('p') || modifiers.has('g')) {
        findings.push(
            NotationFinding::error(
                "conflicting-modifiers",
                modifiers.span('t'),
                "`t` could limit what is jumped over or what is taken",
            )
            .help("to jump over own men only, make the jump a leg of its own, such as `tpafR`"),
        );
    }
    if place.last && modifiers.has('y') {
        findings.push(
            NotationFinding::error(
                "useless-range-change",
                modifiers.span('y'),
                "`y` changes the range of the legs behind it, but none is behind it",
            )
            .help("put it before an `a`, such as `yafsF`"),
        );
    }
    if !place.last && modifiers.has('o') {
        findings.push(
            NotationFinding::error(
                "misplaced-cylinder",
                modifiers.span('o'),
                "`o` stands with the last leg and is for the whole move",
            )
            .help("put it right before the atom, behind the last `a`"),
        );
    }
    if modifiers.count('i') > 2 || (!place.first && modifiers.count('i') > 1) {
        findings.push(
            NotationFinding::error(
                "conflicting-modifiers",
                modifiers.span('i'),
                "`i` stands here too often",
            )
            .help("`i` is for men that have not moved, `ii` for those one rank ahead of their start; on a later leg `i` asks for the length of the leg before"),
        );
    }
    if !skips && modifiers.count('j') > 1 {
        findings.push(
            NotationFinding::error(
                "conflicting-modifiers",
                modifiers.span('j'),
                "only slides can skip more than one square",
            )
            .help("write `j` once"),
        );
    }
}

/// Warns that directions on `K` and `Q` read differently elsewhere, and shows a spelling that does not.
fn warn_compound(
    ast: &AtomAst,
    steps: &Steps,
    units: &[Unit],
    chosen: &[Step],
    findings: &mut Findings,
) {
    let (Some(first), Some(last), Geometry::Compound) =
        (units.first(), units.last(), steps.geometry)
    else {
        return;
    };
    let letter = if let AtomName::Letter(letter) = ast.name {
        letter
    } else {
        'K'
    };
    let plain = |geometry, short, names: [&str; 2]| {
        let all = directions::all_steps(geometry, short, 1);
        let part: Vec<_> = all.iter().copied().filter(|s| chosen.contains(s)).collect();
        let name = if letter == 'Q' { names[1] } else { names[0] };
        if part.is_empty() {
            String::new()
        } else {
            directions::write(geometry, &all, &part) + name
        }
    };
    let spelled =
        plain(Geometry::Straight, 0, ["W", "R"]) + &plain(Geometry::Diagonal, 1, ["F", "B"]);
    let message = format!(
        "programs disagree about directions on `{letter}`; here it means {} of its 8 directions",
        chosen.len()
    );
    findings.push(
        NotationFinding::warning(
            "direction-on-compound",
            first.span.start..last.span.end,
            message,
        )
        .help(format!(
            "spell it out: `{spelled}`, each part with the same other letters and number"
        )),
    );
}

/// Warns of letters without effect.
fn warn_useless(
    leg: &Leg,
    modifiers: &Modifiers,
    place: Place,
    leaps: bool,
    findings: &mut Findings,
) {
    if !leaps && place.last && modifiers.has('n') && !leg.leaves_passed {
        let message = "`n` does nothing here: a slide stops at men anyway";
        findings.push(
            NotationFinding::warning("useless-modifier", modifiers.span('n'), message)
                .help("leave it out, or write `nn` if what it passes can be taken en passant"),
        );
    }
    if place.alone() && modifiers.has('u') && !leg.modality.capture && !leg.modality.destroy {
        let message = "`u` puts a captured man elsewhere, but this move captures none";
        findings.push(
            NotationFinding::warning("useless-modifier", modifiers.span('u'), message)
                .help("add `c` or `d`"),
        );
    }
}
