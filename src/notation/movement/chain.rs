//! Chains in brackets: legs that each have an atom of their own.
//!
//! `[A-B]` must go on, `[A?B]` may stop after `A`.

use super::atoms::{self, Atom};
use super::betza::{AtomAst, ChainAst, ChainPart, TermAst};
use super::directions::Letter;
use super::leg::{self, LegAtom, Place};
use super::lower::{Budget, finished};
use super::modifiers::{Letters, Modifiers};
use super::print;
use super::term::{Action, Leg, Term};
use crate::notation::findings::{MAX_LEGS, NotationFinding};
use std::sync::Arc;

type Findings = Vec<NotationFinding>;

/// A leg of the chain with what stands before it.
struct Link<'a> {
    may_stop_before: bool,
    letters: &'a [Letter],
    atom: &'a AtomAst,
}

/// The term of a chain.
pub(in crate::notation) fn term(
    text: &str,
    ast: &TermAst,
    chain: &ChainAst,
    letters: &Letters,
    budget: &mut Budget,
    findings: &mut Findings,
) -> Option<Term> {
    let outside = check_outside(chain, letters, findings);
    if let Some(finding) = misshapen(chain) {
        findings.push(finding);
        return None;
    }
    outside?;
    let links = links(text, chain, findings)?;
    budget.spend(links.len(), ast.span.clone(), findings)?;
    let mut ways = Ways::default();
    let mut fine = true;
    for (n, link) in links.iter().enumerate() {
        let next = links.get(n + 1);
        let lowered = steps(text, link.atom, findings).and_then(|steps| {
            let atom = LegAtom {
                written: link.atom,
                steps,
            };
            ways.add(link, &atom, next, findings)
        });
        fine &= lowered.is_some();
    }
    if !fine {
        return None;
    }
    let spelled = format!("[{}]", ways.spelled);
    let span = ast.span.clone();
    let legs = budget.compiled(ways.paths, Some(spelled), span, findings)?;
    let initial = Modifiers::of(&letters.all);
    Some(finished(ast, Action::Legs(legs), &initial))
}

/// The ways of a chain, made leg by leg.
#[derive(Default)]
struct Ways {
    /// The legs so far, as legs with another one behind them.
    going_on: Vec<Arc<Leg>>,
    /// The ways that have come to their end.
    paths: Vec<Vec<Arc<Leg>>>,
    spelled: String,
}

impl Ways {
    /// Adds a leg; nothing if something is wrong with it.
    fn add(
        &mut self,
        link: &Link<'_>,
        atom: &LegAtom<'_>,
        next: Option<&Link<'_>>,
        findings: &mut Findings,
    ) -> Option<()> {
        let modifiers = Modifiers::of(link.letters);
        let first = self.spelled.is_empty();
        let lower = |last: bool, findings: &mut Findings| {
            let place = Place {
                first,
                last,
                own_atom: true,
            };
            leg::leg(atom, &modifiers, place, findings).map(Arc::new)
        };
        let last = next.is_none();
        let leg = lower(last, findings)?;
        if !first {
            self.spelled
                .push(if link.may_stop_before { '?' } else { '-' });
        }
        let spelled = print::chain_leg(&leg, last);
        if last {
            self.spelled += &spelled;
            self.stop(Arc::clone(&leg));
        } else if next.is_some_and(|link| link.may_stop_before) {
            // The same letters have been read as those of a leg with another one behind it.
            let Some(end) = lower(true, &mut Findings::new()) else {
                let message =
                    "the move can stop behind this leg, but as a last leg it means nothing";
                findings.push(
                    NotationFinding::error("bad-last-leg", link.atom.span.clone(), message)
                        .help("put `-` behind it if it must go on"),
                );
                return None;
            };
            // A leg that may stop reads its letters in two ways, which only they may be able to say.
            self.spelled += &if print::chain_leg(&end, true) == spelled {
                spelled
            } else {
                let letters: String = link.letters.iter().map(|l| l.letter).collect();
                letters + &print::chain_atom(&leg)
            };
            self.stop(end);
        } else {
            self.spelled += &spelled;
        }
        self.going_on.push(leg);
        Some(())
    }

    fn stop(&mut self, end: Arc<Leg>) {
        let mut path = self.going_on.clone();
        path.push(end);
        self.paths.push(path);
    }
}

/// What an atom of a leg steps by; castling is none.
#[allow(clippy::option_option)] // `U` has no steps, an error no meaning
fn steps(text: &str, atom: &AtomAst, findings: &mut Findings) -> Option<Option<atoms::Steps>> {
    match atoms::read(text, atom, false, findings)? {
        Atom::Steps(steps) => Some(Some(steps)),
        Atom::Universal => Some(None),
        Atom::Castling(_) => {
            findings.push(
                NotationFinding::error(
                    "bad-leg",
                    atom.span.clone(),
                    "castling cannot be a leg of a longer move",
                )
                .help("write it as a move of its own"),
            );
            None
        }
    }
}

/// Before the brackets stands at most `i`, behind them nothing.
fn check_outside(chain: &ChainAst, letters: &Letters, findings: &mut Findings) -> Option<()> {
    let first = chain.span.start;
    if let Some(letter) = letters.all.iter().find(|l| l.letter != 'i') {
        let message = format!(
            "nobody agrees on what `{}` before brackets is for",
            letter.letter
        );
        findings.push(
            NotationFinding::error("modifier-outside-brackets", letter.at..first, message)
                .help("write the letters inside the brackets, before the atom of the leg that they are for"),
        );
        return None;
    }
    if let Some(range) = &chain.range {
        findings.push(
            NotationFinding::error(
                "bad-range",
                range.clone(),
                "a number behind brackets has no meaning",
            )
            .help("write it inside, behind the atom that it is for"),
        );
        return None;
    }
    Some(())
}

/// The legs with their separators.
fn links<'a>(text: &str, chain: &'a ChainAst, findings: &mut Findings) -> Option<Vec<Link<'a>>> {
    let (mut links, mut may_stop_before, mut fine) = (Vec::new(), false, true);
    for (part, span) in &chain.parts {
        match part {
            ChainPart::Separator => {
                may_stop_before = text.get(span.clone()) == Some("?");
            }
            ChainPart::Leg(letters, Some(atom)) => {
                if let Some(letter) = letters.iter().find(|l| l.letter == 'a') {
                    fine = false;
                    let message = "inside brackets legs are joined with `-` and `?`, not with `a`";
                    findings.push(
                        NotationFinding::error("bad-leg", letter.at..letter.at + 1, message)
                            .help("write each leg with its atom: `[W-F]`"),
                    );
                }
                links.push(Link {
                    may_stop_before,
                    letters,
                    atom,
                });
            }
            ChainPart::Leg(_, None) => {
                fine = false;
                findings.push(atoms::broken_vector(text, span));
            }
            ChainPart::Stray => {}
        }
    }
    if links.len() > MAX_LEGS {
        fine = false;
        let message = format!("the move has {} legs; {MAX_LEGS} are the most", links.len());
        findings.push(
            NotationFinding::error("too-many-legs", chain.span.clone(), message)
                .help("split it into several shorter moves"),
        );
    }
    fine.then_some(links)
}

/// What is wrong with the shape of a chain: the first mistake only.
fn misshapen(chain: &ChainAst) -> Option<NotationFinding> {
    let legs = "legs are written like `[F?R]`";
    let wrong = |code, span, message: &str, help: &str| {
        Some(NotationFinding::error(code, span, message).help(help))
    };
    let start = chain.span.start;
    if !chain.closed {
        return wrong(
            "unclosed-bracket",
            start..start + 1,
            "`[` is never closed",
            legs,
        );
    }
    let mut wanted_leg = true;
    for (part, at) in &chain.parts {
        match (part, wanted_leg) {
            (ChainPart::Stray, _) => {
                let message = "this means nothing inside brackets";
                return wrong("unexpected-character", at.clone(), message, legs);
            }
            (ChainPart::Leg(..), false) => {
                let message = "two legs stand side by side";
                let help = "put `-` (must go on) or `?` (may stop) between them";
                return wrong("missing-separator", at.clone(), message, help);
            }
            (ChainPart::Separator, true) => {
                return wrong(
                    "missing-leg",
                    at.start..at.start,
                    "a leg is missing here",
                    legs,
                );
            }
            (ChainPart::Leg(..), true) => wanted_leg = false,
            (ChainPart::Separator, false) => wanted_leg = true,
        }
    }
    match chain.parts.last() {
        None => wrong(
            "empty-group",
            start + 1..start + 1,
            "the brackets contain no leg",
            "take them out",
        ),
        Some((_, last)) if wanted_leg => wrong(
            "missing-leg",
            last.end..last.end,
            "a leg is missing here",
            legs,
        ),
        Some(_) => None,
    }
}
