//! From the syntax tree of a movement to terms: meaning, and what is wrong with it.

use super::atoms::{self, Atom, Steps};
use super::betza::{AtomAst, AtomName, ChainAst, ChainPart, Head, Item, PrefixKind, TermAst};
use super::directions::{self, Geometry, Unit};
use super::findings::NotationFinding;
use super::legs::Legs;
use super::modifiers::{self, Modifiers, not_yet};
use super::term::{Action, Between, Castle, Hop, Leg, Modality, Movement, Range, Step, Term, When};

type Findings = Vec<NotationFinding>;

/// Lowers a text's items. Terms with errors are left out.
pub(super) fn movement(text: &str, items: &[Item]) -> (Movement, Findings) {
    let mut findings = Findings::new();
    let mut movement = Movement::default();
    if !items.iter().any(|i| matches!(i, Item::Term(_))) {
        findings.push(
            NotationFinding::error("empty", 0..text.len(), "the move text is empty")
                .help("write at least one atom, such as `W`"),
        );
        return (movement, findings);
    }
    for (i, item) in items.iter().enumerate() {
        match item {
            Item::Gap(span) if i == 0 => {
                findings.push(
                    NotationFinding::error(
                        "stray-space",
                        span.clone(),
                        "a blank stands before the first move",
                    )
                    .help("take it out"),
                );
            }
            Item::Gap(span) if i + 1 == items.len() => {
                findings.push(
                    NotationFinding::error(
                        "trailing-space",
                        span.clone(),
                        "a blank stands behind the last move",
                    )
                    .help("take it out"),
                );
            }
            Item::Gap(_) => {}
            Item::Term(ast) => match &ast.head {
                Some(head) => {
                    let term = term(text, ast, head, followed(items, i), &mut findings);
                    movement.terms.extend(term);
                }
                None => dangling(text, ast, &items[i + 1..], &mut findings),
            },
        }
    }
    (movement, findings)
}

/// Whether an atom without modifiers stands right behind an item.
fn followed(items: &[Item], i: usize) -> bool {
    matches!(items.get(i + 1), Some(Item::Term(next)) if next.prefixes.is_empty() && matches!(next.head, Some(Head::Atom(_))))
}

/// Modifiers without an atom.
fn dangling(text: &str, ast: &TermAst, rest: &[Item], findings: &mut Findings) {
    let unknown = findings.len();
    modifiers::read(text, &ast.prefixes, None, findings);
    let codes: Vec<_> = findings[unknown..].iter().map(|f| f.code).collect();
    let letters = ast
        .prefixes
        .iter()
        .filter(|p| matches!(p.kind, PrefixKind::Letter(_)))
        .count();
    let broken = ast.prefixes.iter().any(|p| {
        !matches!(
            p.kind,
            PrefixKind::Letter(_)
                | PrefixKind::Repeat
                | PrefixKind::OpenGroup
                | PrefixKind::MisplacedRange
        )
    });
    if letters == 0
        || broken
        || codes.iter().filter(|&&c| c == "unknown-modifier").count() == letters
    {
        return; // everything here has its message
    }
    let written = text.get(ast.span.clone()).unwrap_or_default();
    findings.push(match rest {
        [Item::Gap(span), Item::Term(_), ..] => NotationFinding::error(
            "stray-space",
            span.clone(),
            format!("`{written}` is cut off from its atom by a blank"),
        )
        .help("write modifiers and their atom together; blanks stand only between whole moves"),
        _ => NotationFinding::error(
            "missing-atom",
            ast.span.end..ast.span.end,
            format!("no atom stands behind `{written}`"),
        )
        .help(format!("modifiers need an atom, for example `{written}W`")),
    });
}

fn term(
    text: &str,
    ast: &TermAst,
    head: &Head,
    followed: bool,
    findings: &mut Findings,
) -> Option<Term> {
    let atom_text = match head {
        Head::Atom(atom) => {
            text.get(atom.span.start..atom.range.as_ref().map_or(atom.span.end, |r| r.start))
        }
        _ => None,
    };
    let modifiers = modifiers::read(text, &ast.prefixes, atom_text, findings);
    let atom = match head {
        Head::Atom(atom) => (atom, atoms::read(text, atom, followed, findings)?),
        Head::BrokenVector(span) => {
            findings.push(atoms::broken_vector(text, span));
            return None;
        }
        Head::Drop(span) => {
            findings.push(not_yet(
                span.clone(),
                "`@` drops a piece from the hand; drops are",
            ));
            return None;
        }
        Head::Chain(chain) => {
            findings.push(self::chain(chain));
            return None;
        }
    };
    if modifiers.broken {
        return None;
    }
    let action = match atom {
        (written, Atom::Castling(squares)) => {
            Action::Castle(castle(written, squares, &modifiers, findings)?)
        }
        (written, Atom::Steps(steps)) => {
            Action::Legs(Legs::one(leg(written, &steps, &modifiers, findings)?))
        }
    };
    Some(Term {
        span: ast.span.clone(),
        when: if modifiers.has('i') {
            When::Unmoved
        } else {
            When::Always
        },
        action,
    })
}

/// The one finding about a chain in brackets: its mistake, or that such chains come later.
fn chain(chain: &ChainAst) -> NotationFinding {
    let span = chain.span.clone();
    if !chain.closed {
        return NotationFinding::error(
            "unclosed-bracket",
            span.start..span.start + 1,
            "`[` is never closed",
        )
        .help("legs are written like `[F?R]`");
    }
    if let Some((_, at)) = chain
        .parts
        .iter()
        .find(|(part, _)| *part == ChainPart::Stray)
    {
        return NotationFinding::error(
            "unexpected-character",
            at.clone(),
            "this means nothing inside brackets",
        )
        .help("legs are written like `[F?R]`");
    }
    let Some((_, last)) = chain.parts.last() else {
        return NotationFinding::error(
            "empty-group",
            span.start + 1..span.start + 1,
            "the brackets contain no leg",
        )
        .help("take them out");
    };
    let mut wanted_leg = true;
    for (part, at) in &chain.parts {
        match (part, wanted_leg) {
            (ChainPart::Leg, false) => {
                return NotationFinding::error(
                    "missing-separator",
                    at.clone(),
                    "two legs stand side by side",
                )
                .help("put `-` (must go on) or `?` (may stop) between them");
            }
            (ChainPart::Separator, true) => {
                return NotationFinding::error(
                    "missing-leg",
                    at.start..at.start,
                    "a leg is missing here",
                )
                .help("legs are written like `[F?R]`");
            }
            _ => wanted_leg = *part != ChainPart::Leg,
        }
    }
    if wanted_leg {
        return NotationFinding::error("missing-leg", last.end..last.end, "a leg is missing here")
            .help("legs are written like `[F?R]`");
    }
    not_yet(
        span,
        "square brackets join several legs; moves of several legs are",
    )
}

fn castle(
    ast: &AtomAst,
    squares: u8,
    modifiers: &Modifiers,
    findings: &mut Findings,
) -> Option<Castle> {
    let (mut left, mut right, mut fine) = (false, false, true);
    for letter in &modifiers.directions {
        match letter.letter {
            'l' => left = true,
            'r' => right = true,
            's' => (left, right) = (true, true),
            other => {
                fine = false;
                let span = letter.at..letter.at + 1;
                let message = format!("castling goes sideways; `{other}` means nothing for it");
                findings.push(
                    NotationFinding::error("bad-castling-direction", span, message).help(format!(
                        "write `s` for both sides, `l` or `r` for one: `isO{squares}`"
                    )),
                );
            }
        }
    }
    if let Some(letter) = modifiers.first_but("ij") {
        fine = false;
        let span = letter.at..letter.at + 1;
        let message = format!("`{}` means nothing for castling", letter.letter);
        findings.push(
            NotationFinding::error("bad-castling-modifier", span, message).help(format!(
                "only `i`, `j` and directions stand before `O`: `isO{squares}`"
            )),
        );
    }
    if fine && modifiers.directions.is_empty() {
        (left, right) = (true, true);
        findings.push(
            NotationFinding::warning(
                "castling-without-direction",
                ast.span.clone(),
                "castling needs a side; both are taken",
            )
            .help(format!("write `sO{squares}`, usually `isO{squares}`")),
        );
    }
    let inset = u8::try_from(modifiers.count('j')).unwrap_or(u8::MAX);
    fine.then_some(Castle {
        left,
        right,
        squares,
        inset,
    })
}

fn leg(
    ast: &AtomAst,
    steps: &Steps,
    modifiers: &Modifiers,
    findings: &mut Findings,
) -> Option<Leg> {
    let before = findings.len();
    let all = directions::all_steps(steps.geometry, steps.short, steps.long);
    let units = directions::read(steps.geometry, &modifiers.directions, findings);
    check_lame(steps, modifiers, findings);
    check_never(ast, steps, modifiers, findings);
    check_conflicts(steps, modifiers, findings);
    if findings.len() > before {
        return None;
    }
    let units = units?;
    let chosen: Vec<Step> = all
        .iter()
        .copied()
        .filter(|&s| units.is_empty() || units.iter().any(|u| u.choice.takes(s)))
        .collect();
    directions::warn_redundant(&units, &all, findings);
    warn_compound(ast, steps, &units, &chosen, findings);
    let between = match (modifiers.has('n'), modifiers.has('j')) {
        (true, _) if steps.long > 1 => Between::Empty,
        (_, true) if steps.long > 1 => Between::Occupied,
        _ => Between::Any,
    };
    let skip = if steps.long == 1 {
        modifiers.count('j')
    } else {
        0
    };
    let modality = modality(modifiers);
    warn_useless(steps, modifiers, modality, findings);
    Some(Leg {
        range: steps.range,
        modality,
        hop: match (modifiers.has('p'), modifiers.has('g')) {
            (_, true) => Hop::Beside,
            (true, false) => Hop::Over,
            (false, false) => Hop::None,
        },
        between,
        skip: u8::try_from(skip).unwrap_or(u8::MAX),
        leaves_passed: between == Between::Empty && modality.quiet,
        wraps: modifiers.has('o'),
        unload: modifiers.has('u'),
        ..Leg::new(chosen)
    })
}

fn modality(modifiers: &Modifiers) -> Modality {
    let modality = Modality {
        quiet: modifiers.has('m'),
        capture: modifiers.has('c'),
        en_passant: modifiers.has('e'),
        destroy: modifiers.has('d'),
    };
    if modality == Modality::default() {
        Modality {
            quiet: true,
            capture: true,
            ..modality
        }
    } else {
        modality
    }
}

/// `n` and `j` on leaps where nobody agrees on the squares between.
fn check_lame(steps: &Steps, modifiers: &Modifiers, findings: &mut Findings) {
    let settled = (steps.geometry != Geometry::Oblique || (steps.short, steps.long) == (1, 2))
        && steps.long <= 3;
    for letter in ['n', 'j'] {
        if modifiers.has(letter) && !settled {
            let message = format!(
                "the squares between the ends of a ({},{}) leap are not settled",
                steps.short, steps.long
            );
            findings.push(
                NotationFinding::error("lame-path", modifiers.span(letter), message)
                    .help(format!("`{letter}` stands on D A H G and N; spell the path of others once moves of several legs are there")),
            );
        }
    }
}

/// Moves that can never be made.
fn check_never(ast: &AtomAst, steps: &Steps, modifiers: &Modifiers, findings: &mut Findings) {
    let Range::UpTo(range) = steps.range else {
        return;
    };
    let longer = match (&ast.name, steps.geometry) {
        (_, Geometry::Straight) if steps.long == 1 => "`R`".to_owned(),
        (_, Geometry::Diagonal) if steps.long == 1 => "`B`".to_owned(),
        (_, Geometry::Compound) => "`Q`".to_owned(),
        (AtomName::Letter(letter), _) if ast.extend.is_none() => format!("`{letter}0`"),
        _ => "a 0 behind the atom".to_owned(),
    };
    for letter in ['p', 'g'] {
        if range == 1 && modifiers.has(letter) {
            let message = format!(
                "`{letter}` jumps over a man on the way, but one step has nothing on the way"
            );
            findings.push(
                NotationFinding::error("never-moves", modifiers.span(letter), message).help(
                    format!("give it a longer range, {longer} for an unlimited one"),
                ),
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
fn check_conflicts(steps: &Steps, modifiers: &Modifiers, findings: &mut Findings) {
    let skips = steps.long == 1;
    for (one, other) in [('p', 'g'), ('n', 'j'), ('p', 'j'), ('g', 'j')] {
        let conflict = (one, other) == ('p', 'g') || (one, other) == ('n', 'j') || skips;
        if conflict && modifiers.has(one) && modifiers.has(other) {
            let message = format!("`{one}` and `{other}` contradict each other");
            findings.push(
                NotationFinding::error("conflicting-modifiers", modifiers.span(other), message)
                    .help("write two moves, one with each letter"),
            );
        }
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
fn warn_useless(steps: &Steps, modifiers: &Modifiers, modality: Modality, findings: &mut Findings) {
    let mut warn = |letter, message: &str, help: &str| {
        if modifiers.has(letter) {
            findings.push(
                NotationFinding::warning("useless-modifier", modifiers.span(letter), message)
                    .help(help),
            );
        }
    };
    if steps.long == 1 {
        warn(
            'n',
            "`n` does nothing here: a slide stops at men anyway",
            "leave it out",
        );
    }
    if !modality.capture && !modality.destroy {
        warn(
            'u',
            "`u` puts a captured man elsewhere, but this move captures none",
            "add `c` or `d`",
        );
    }
}
