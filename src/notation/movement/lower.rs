//! From the syntax tree of a movement to terms: meaning, and what is wrong with it.

use super::atoms::{self, Atom};
use super::betza::{AtomAst, DropAst, Head, Item, PrefixKind, TermAst};
use super::chain;
use super::directions::Letter;
use super::leg::{self, LegAtom, Place};
use super::legs::{Legs, MAX_NODES};
use super::modifiers::{self, Letters, Modifiers};
use super::segments::{self, Paths};
use super::term::{Action, Castle, Drop, Leg, Movement, Term, When};
use crate::diagnostics::Severity;
use crate::notation::findings::{MAX_PATHS, NotationFinding};
use std::sync::Arc;

type Findings = Vec<NotationFinding>;

/// Lowers a text's items. Terms with errors are left out.
pub(in crate::notation) fn movement(text: &str, items: &[Item]) -> (Movement, Findings) {
    let mut findings = Findings::new();
    let mut movement = Movement::default();
    if !items.iter().any(|i| matches!(i, Item::Term(_))) {
        findings.push(
            NotationFinding::error("empty", 0..text.len(), "the move text is empty")
                .help("write at least one atom, such as `W`"),
        );
        return (movement, findings);
    }
    let mut budget = Budget::new();
    for (i, item) in items.iter().enumerate() {
        match item {
            Item::Gap(span) if i == 0 => {
                findings.push(
                    NotationFinding::error(
                        "stray-space",
                        span.clone(),
                        "a blank stands before the first move",
                    )
                    .help("take it out")
                    .out(),
                );
            }
            Item::Gap(span) if i + 1 == items.len() => {
                findings.push(
                    NotationFinding::error(
                        "trailing-space",
                        span.clone(),
                        "a blank stands behind the last move",
                    )
                    .help("take it out")
                    .out(),
                );
            }
            Item::Gap(_) => {}
            Item::Term(ast) => match &ast.head {
                Some(head) => {
                    note_two_moves(items, i, &mut findings);
                    let term = term(
                        text,
                        ast,
                        head,
                        followed(items, i),
                        &mut budget,
                        &mut findings,
                    );
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

/// A note about `b` behind a move of several legs: people mean a third leg by it.
fn note_two_moves(items: &[Item], i: usize, findings: &mut Findings) {
    let is = |ast: &TermAst, letter| {
        ast.prefixes
            .iter()
            .any(|p| p.kind == PrefixKind::Letter(letter))
    };
    let Some(Item::Term(before)) = i.checked_sub(1).and_then(|i| items.get(i)) else {
        return;
    };
    let Some(Item::Term(ast)) = items.get(i) else {
        return;
    };
    let Some(first) = ast
        .prefixes
        .first()
        .filter(|p| p.kind == PrefixKind::Letter('b'))
    else {
        return;
    };
    if is(before, 'a') && !is(ast, 'a') {
        findings.push(
            NotationFinding::note(
                "note-two-moves",
                first.span.clone(),
                "a new move starts here; it is no further leg of the move before",
            )
            .help("legs stand before the one atom, such as `cabK` for a capture and the way back"),
        );
    }
}

/// Modifiers without an atom.
fn dangling(text: &str, ast: &TermAst, rest: &[Item], findings: &mut Findings) {
    let unknown = findings.len();
    modifiers::read(text, &ast.prefixes, None, findings);
    let codes: Vec<_> = findings[unknown..].iter().map(|f| f.code).collect();
    let letters = ast
        .prefixes
        .iter()
        .filter(|p| matches!(p.kind, PrefixKind::Letter(_) | PrefixKind::Repeat))
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
        .help("write modifiers and their atom together; blanks stand only between whole moves")
        .out(),
        _ => NotationFinding::error(
            "missing-atom",
            ast.span.end..ast.span.end,
            format!("no atom stands behind `{written}`"),
        )
        .help(atom_help(written)),
    });
}

/// How letters without an atom could go on.
fn atom_help(written: &str) -> String {
    let fine = |text: &String| {
        let findings = super::betza::parse(text).findings;
        findings.iter().all(|f| f.severity == Severity::Note)
    };
    // The atom may be there, but small: `mabk`.
    let meant = written.char_indices().next_back().map(|(at, last)| {
        let capital = last.to_ascii_uppercase();
        format!("{}{capital}", &written[..at])
    });
    let meant = meant.filter(|text| written.len() > 1 && fine(text));
    let names = written.len() > 4 && written.bytes().all(|b| b.is_ascii_lowercase());
    if names && meant.is_none() {
        return "names are no notation; write atoms, which are capitals, such as `B` for any number of squares diagonally".to_owned();
    }
    let examples = ["W", "N", "R", "D"].map(|atom| format!("{written}{atom}"));
    let help = match examples.iter().find(|text| fine(text)) {
        Some(example) => format!("modifiers need an atom, for example `{example}`"),
        None => "modifiers need an atom, a capital, right behind them".to_owned(),
    };
    match meant {
        Some(meant) => format!("{help}; or did you mean `{meant}`?"),
        None => help,
    }
}

fn term(
    text: &str,
    ast: &TermAst,
    head: &Head,
    followed: bool,
    budget: &mut Budget,
    findings: &mut Findings,
) -> Option<Term> {
    let atom_text = match head {
        Head::Atom(atom) => {
            text.get(atom.span.start..atom.range.as_ref().map_or(atom.span.end, |r| r.start))
        }
        _ => None,
    };
    let letters = modifiers::read(text, &ast.prefixes, atom_text, findings);
    let action = match head {
        Head::Atom(written) => {
            let atom = atoms::read(text, written, followed, findings)?;
            if letters.broken {
                return None;
            }
            let steps = match atom {
                Atom::Castling(squares) => {
                    let modifiers = alone(&letters, "castling", findings)?;
                    let action = Action::Castle(castle(written, squares, &modifiers, findings)?);
                    return Some(finished(ast, action, &modifiers));
                }
                Atom::Steps(steps) => Some(steps),
                Atom::Universal => None,
            };
            let atom = LegAtom { written, steps };
            return legs(text, ast, &atom, &letters, budget, findings);
        }
        Head::BrokenVector(span) => {
            findings.push(atoms::broken_vector(text, span));
            return None;
        }
        Head::Drop(drop) => {
            let depth = atoms::drop_depth(text, drop.range.as_ref(), findings);
            let modifiers = alone(&letters, "a drop", findings)?;
            Action::Drop(self::drop(drop, depth?, &modifiers, findings)?)
        }
        Head::Chain(chain) => {
            if letters.broken {
                return None;
            }
            return chain::term(text, ast, chain, &letters, budget, findings);
        }
    };
    (!letters.broken).then(|| finished(ast, action, &Modifiers::default()))
}

/// The modifiers of what has one leg only.
fn alone(letters: &Letters, what: &str, findings: &mut Findings) -> Option<Modifiers> {
    let separator = letters.all.iter().find(|l| l.letter == 'a');
    if let Some(letter) = separator.or(letters.groups.first().and(letters.all.first())) {
        let message = format!("{what} has no legs, so that `a` means nothing for it");
        findings.push(
            NotationFinding::error("bad-leg", letter.at..letter.at + 1, message)
                .help("write it as a move of its own"),
        );
        return None;
    }
    Some(Modifiers::of(&letters.all))
}

/// The term, with what its first letters say about when it may be used.
pub(in crate::notation) fn finished(ast: &TermAst, action: Action, first: &Modifiers) -> Term {
    Term {
        span: ast.span.clone(),
        when: match first.count('i') {
            0 => When::Always,
            1 => When::Unmoved,
            _ => When::Advanced,
        },
        action,
    }
}

/// The text of a term as it is written, with the atom's modern letter and without `i` before it.
fn term_text(text: &str, ast: &TermAst, atom: &AtomAst) -> String {
    let letters = text
        .get(ast.span.start..atom.span.start)
        .unwrap_or_default();
    let first = letters.find(['a', '(']).unwrap_or(letters.len());
    let (first, later) = letters.split_at(first);
    let atom = text.get(atom.span.clone()).unwrap_or_default();
    format!("{}{later}{}", first.replace('i', ""), atoms::modern(atom))
}

/// A move of legs that share an atom.
fn legs(
    text: &str,
    ast: &TermAst,
    atom: &LegAtom<'_>,
    letters: &Letters,
    budget: &mut Budget,
    findings: &mut Findings,
) -> Option<Term> {
    let Paths { segments, paths } = match segments::paths(letters, budget.paths) {
        Ok(paths) => paths,
        Err(finding) => {
            budget.refuse(finding, findings);
            return None;
        }
    };
    budget.spend(paths.len(), ast.span.clone(), findings)?;
    // A leg reads the same wherever it stands, but as first and as last leg.
    let mut known: Vec<[Option<Option<Arc<Leg>>>; 4]> = vec![[const { None }; 4]; segments.len()];
    let mut lowered = Vec::new();
    for path in &paths {
        let legs = path.iter().enumerate().map(|(n, &segment)| {
            let place = Place {
                first: n == 0,
                last: n + 1 == path.len(),
                own_atom: false,
            };
            let slot = usize::from(place.first) * 2 + usize::from(place.last);
            let lower = || leg::leg(atom, &segments[segment], place, findings).map(Arc::new);
            known[segment][slot].get_or_insert_with(lower).clone()
        });
        lowered.push(legs.collect::<Vec<_>>());
    }
    let mut paths = lowered
        .into_iter()
        .map(|path| path.into_iter().collect())
        .collect::<Option<Vec<Vec<Arc<Leg>>>>>()?;
    share_cylinder(&mut paths);
    check_borrowing(&paths, letters, findings)?;
    warn_nothing_to_put_back(&paths, letters, findings);
    note_legs(text, letters, findings);
    let first = Modifiers::of(
        letters
            .all
            .split(|l| l.letter == 'a')
            .next()
            .unwrap_or_default(),
    );
    let spelled = (!letters.groups.is_empty()).then(|| term_text(text, ast, atom.written));
    let legs = budget.compiled(paths, spelled, ast.span.clone(), findings)?;
    Some(finished(ast, Action::Legs(legs), &first))
}

/// `o` stands with the last leg and is for all.
fn share_cylinder(paths: &mut [Vec<Arc<Leg>>]) {
    for path in paths {
        if path.last().is_some_and(|leg| leg.wraps) {
            for leg in path {
                Arc::make_mut(leg).wraps = true;
            }
        }
    }
}

/// A move that borrows the moves of another man (`x` on the last leg) can do nothing before it does.
fn check_borrowing(
    paths: &[Vec<Arc<Leg>>],
    letters: &Letters,
    findings: &mut Findings,
) -> Option<()> {
    let acts = |leg: &Leg| {
        let m = leg.modality;
        m.capture || m.destroy || m.en_passant || leg.lends || leg.unload
    };
    for path in paths {
        let Some((last, before)) = path.split_last() else {
            continue;
        };
        if last.lends && before.iter().any(|leg| acts(leg)) {
            let at = letters
                .all
                .iter()
                .rfind(|l| l.letter == 'x')
                .map_or(0, |l| l.at);
            findings.push(
                NotationFinding::error(
                    "borrowing-behind-effect",
                    at..at + 1,
                    "a man that borrows a move with `x` cannot take or lend anything on the way there",
                )
                .help("make the legs before it quiet, or put the `x` on a leg before the last to lend the move"),
            );
            return None;
        }
    }
    Some(())
}

/// Warns of `u` in a move of several legs that takes nobody before or on the leg with it.
fn warn_nothing_to_put_back(paths: &[Vec<Arc<Leg>>], letters: &Letters, findings: &mut Findings) {
    let acts = |leg: &Leg| leg.modality.capture || leg.modality.destroy || leg.modality.en_passant;
    let in_vain = |path: &Vec<Arc<Leg>>| {
        let with = path.iter().rposition(|leg| leg.unload);
        path.len() > 1 && with.is_some_and(|n| !path[..=n].iter().any(|leg| acts(leg)))
    };
    if let Some(letter) = letters.all.iter().find(|l| l.letter == 'u')
        && paths.iter().all(in_vain)
    {
        let message = "`u` puts a captured man elsewhere, but nobody is captured until then";
        findings.push(
            NotationFinding::warning("useless-modifier", letter.at..letter.at + 1, message)
                .help("add `c` or `d` to the leg that takes"),
        );
    }
}

/// Notes about legs that people often do not mean. Who writes a way back somewhere knows how legs turn.
fn note_legs(text: &str, letters: &Letters, findings: &mut Findings) {
    if !letters.groups.is_empty() {
        return;
    }
    let segments: Vec<&[Letter]> = letters.all.split(|l| l.letter == 'a').collect();
    let Some(separator) = letters.all.iter().find(|l| l.letter == 'a') else {
        return;
    };
    let at = separator.at..separator.at + 1;
    if segments.iter().all(|s| s.is_empty()) {
        findings.push(
            NotationFinding::warning(
                "empty-leg",
                at,
                "no letter says what the first leg does, so it goes to an empty square and on",
            )
            .help("write `m` before the `a` if that is meant"),
        );
    } else if segments[1..].iter().all(|s| s.is_empty()) && !text.contains("ab") {
        findings.push(
            NotationFinding::note(
                "leg-default",
                at.end..at.end + 1,
                "the next leg turns as it likes, but not straight back",
            )
            .help("add `f` behind the `a` for straight on, `b` for back"),
        );
    }
}

/// What a text may still cost. Its bounds are told once.
pub(in crate::notation) struct Budget {
    /// How many moves its groups and brackets may stand for.
    paths: usize,
    /// How many nodes its programs may have.
    nodes: usize,
    refused: bool,
}

impl Budget {
    fn new() -> Self {
        Self {
            paths: MAX_PATHS,
            nodes: MAX_NODES,
            refused: false,
        }
    }

    /// Takes some paths; nothing and a message if there are not so many left.
    pub(in crate::notation) fn spend(
        &mut self,
        paths: usize,
        span: std::ops::Range<usize>,
        findings: &mut Findings,
    ) -> Option<()> {
        let Some(left) = self.paths.checked_sub(paths) else {
            self.refuse(segments::too_many_paths(span), findings);
            return None;
        };
        self.paths = left;
        Some(())
    }

    /// The program of some paths; nothing and a message if it is too large.
    pub(in crate::notation) fn compiled(
        &mut self,
        paths: Vec<Vec<Arc<Leg>>>,
        spelled: Option<String>,
        span: std::ops::Range<usize>,
        findings: &mut Findings,
    ) -> Option<Legs> {
        let legs = Legs::new(paths, spelled, self.nodes);
        if let Some(legs) = &legs {
            self.nodes -= legs.program().nodes.len();
        } else {
            let message = format!("the legs of this text can turn in more than {MAX_NODES} ways");
            let finding = NotationFinding::error("too-many-ways", span, message);
            let help = "use fewer legs or directions, or fewer moves";
            self.refuse(finding.help(help), findings);
        }
        legs
    }

    fn refuse(&mut self, finding: NotationFinding, findings: &mut Findings) {
        let bound = matches!(finding.code, "too-many-terms" | "too-many-ways");
        if !(bound && self.refused) {
            findings.push(finding);
        }
        self.refused |= bound;
    }
}

/// A drop from the hand.
fn drop(ast: &DropAst, depth: u16, modifiers: &Modifiers, findings: &mut Findings) -> Option<Drop> {
    let mut fine = true;
    let strays = modifiers
        .directions
        .iter()
        .filter(|l| !"fsb".contains(l.letter));
    let strays: Vec<Letter> = strays.chain(&modifiers.others).copied().collect();
    for letter in strays.iter().filter(|l| l.letter != 'j') {
        fine = false;
        let message = format!("`{}` means nothing for a drop", letter.letter);
        findings.push(
            NotationFinding::error("bad-drop-modifier", letter.at..letter.at + 1, message)
                .help("before `@` stand only `j` (not on the back rank), `f` (not on a file with another one), `s` (not on the same colour as another one) and `b` (only one on the board)"),
        );
    }
    let count = |name| {
        modifiers
            .directions
            .iter()
            .filter(|l| l.letter == name)
            .count()
    };
    if count('f') > 2 {
        fine = false;
        findings.push(
            NotationFinding::error(
                "bad-drop-modifier",
                ast.span.clone(),
                "`f` stands here more than twice",
            )
            .help("`f` allows one on a file, `ff` two"),
        );
    }
    if modifiers.has('j') && depth == 1 {
        fine = false;
        findings.push(
            NotationFinding::error(
                "never-moves",
                modifiers.span('j'),
                "without its back rank the zone is empty",
            )
            .help("write a larger zone, such as `j@7`"),
        );
    }
    fine.then(|| Drop {
        depth,
        spares_back_rank: modifiers.has('j'),
        per_file: u8::try_from(count('f')).ok().filter(|&n| n > 0),
        other_colour: count('s') > 0,
        only_one: count('b') > 0,
    })
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
            .help(format!("write `sO{squares}`, usually `isO{squares}`"))
            .offer(ast.span.start..ast.span.start, "is"),
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
