//! The letters of men, which are single ones at the peer.

use super::Draft;
use crate::board::PieceId;
use crate::rules::{Captured, Kind, Letter, Rules};

/// How the peer writes men and moves.
#[derive(Clone, Debug, Default)]
pub(in crate::witness) struct Letters {
    /// Whether a move says where its wall goes; otherwise the rules do.
    pub(in crate::witness) walls_are_chosen: bool,
    /// The peer's letters of the kinds in their order, as men of White; empty where they are the same.
    theirs: Vec<Letter>,
    /// Ferz's letters in the same order.
    ours: Vec<Letter>,
}

impl Letters {
    /// The letters of a game that the peer has built in.
    pub(in crate::witness) fn usual(rules: &Rules) -> Self {
        Self {
            walls_are_chosen: rules.turn.then.is_some(),
            ..Self::default()
        }
    }

    /// The letters of a game that the peer is told: where a letter has a `+` and the man is no promoted form, or a `~` and
    /// is none of a captured man's, a free one is taken.
    pub(super) fn of_game(rules: &Rules, draft: &mut Draft) -> Self {
        let mut free = free_letters(rules);
        let mut letters = Self::usual(rules);
        for (id, kind) in rules.kinds() {
            letters.ours.push(kind.letter);
            let keeps = !kind.letter.plus && !kind.letter.tilde
                || base_of_promoted(rules, id).is_some()
                || pawn_again(rules, id).is_some();
            let theirs = if keeps {
                Some(kind.letter)
            } else {
                free.pop().map(plain)
            };
            if theirs.is_none() {
                draft.beyond("there are more kinds of men than letters");
            }
            let theirs = theirs.unwrap_or(kind.letter);
            if theirs != kind.letter {
                draft.lost.push(format!(
                    "`{}` has the letter `{}` there",
                    kind.id, theirs.capital
                ));
            }
            letters.theirs.push(theirs);
        }
        letters
    }

    /// The peer's letter of a kind.
    pub(in crate::witness) fn of(&self, rules: &Rules, kind: PieceId) -> Letter {
        let own = rules.kind(kind).letter;
        self.theirs.get(kind.index()).copied().unwrap_or(own)
    }

    /// The men of a FEN's first field, or of a hand, in the peer's letters.
    pub(in crate::witness) fn men(&self, text: &str) -> String {
        if self.theirs.is_empty() {
            return text.to_owned();
        }
        let mut out = String::new();
        let mut rest = text.chars().peekable();
        while let Some(sign) = rest.next() {
            let plus = sign == '+';
            let letter = if plus { rest.next() } else { Some(sign) };
            let Some(letter) = letter.filter(char::is_ascii_alphabetic) else {
                out.push(sign);
                out.extend(letter.filter(|_| plus));
                continue;
            };
            let tilde = rest.next_if_eq(&'~').is_some();
            let read = Letter {
                plus,
                capital: letter.to_ascii_uppercase(),
                tilde,
            };
            let at = self.ours.iter().position(|ours| *ours == read);
            let theirs = at
                .and_then(|at| self.theirs.get(at))
                .copied()
                .unwrap_or(read);
            let side = if letter.is_ascii_uppercase() {
                crate::board::Side::White
            } else {
                crate::board::Side::Black
            };
            out += &theirs.text(side);
        }
        out
    }
}

fn plain(capital: char) -> Letter {
    Letter {
        plus: false,
        capital,
        tilde: false,
    }
}

/// Letters that no kind has, the last first.
pub(super) fn free_letters(rules: &Rules) -> Vec<char> {
    let used = |letter: &char| {
        rules
            .kinds
            .iter()
            .any(|kind| kind.letter.capital == *letter)
    };
    ('A'..='Z').filter(|letter| !used(letter)).collect()
}

/// The kind whose own promoted form a kind is: it has the same capital, no sign, and becomes this by a promotion.
pub(super) fn base_of_promoted(rules: &Rules, id: PieceId) -> Option<PieceId> {
    let kind = rules.kind(id);
    let is_base = |base: &(PieceId, &Kind)| {
        let letter = base.1.letter;
        letter.capital == kind.letter.capital
            && !letter.plus
            && !letter.tilde
            && kind.letter.plus
            && !kind.letter.tilde
            && becomes(rules, base.0, id)
    };
    rules.kinds().find(is_base).map(|(base, _)| base)
}

/// The kind that a man with a `~` is in the hand of its captor, where men go there and the kind without the sign is there.
pub(super) fn pawn_again(rules: &Rules, id: PieceId) -> Option<PieceId> {
    let kind = rules.kind(id);
    let twin = |other: &&Kind| {
        other.letter
            == Letter {
                tilde: false,
                ..kind.letter
            }
            && other.entries.white.iter().map(|e| &e.text).eq(kind
                .entries
                .white
                .iter()
                .map(|e| &e.text))
    };
    let is_so = kind.letter.tilde && !kind.letter.plus && rules.captured == Captured::Hand;
    (is_so && rules.kinds.iter().any(|other| twin(&other))).then_some(kind.in_hand)
}

fn becomes(rules: &Rules, from: PieceId, to: PieceId) -> bool {
    let mut choices = rules
        .promotions
        .iter()
        .flat_map(|rule| rule.choices.white.iter().chain(&rule.choices.black));
    choices.any(|(kind, all)| *kind == from && all.contains(&to))
}
