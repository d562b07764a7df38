//! Men in the peer's words: their moves, where they stay, who is royal, and how the king castles.

use super::letters::{base_of_promoted, pawn_again};
use super::{Draft, Letters};
use crate::board::{BySide, Man, PieceId, Side, Square, SquareSet};
use crate::notation::{Action, Castle, Leg, Legs, Term, When, canonical_term, fairy_stockfish};
use crate::rules::{BlackView, Condition, Entry, Kind, Place, Rules};

/// The peer's kinds whose moves are told.
const MOST_KINDS: usize = 24;
/// The terms of a pawn of chess, in canonical form.
const PAWN: [&str; 3] = ["fmW", "fceF", "ifmnD"];
/// The pawn's captures in a game without en passant.
const PAWN_TAKES: &str = "fcF";

pub(super) fn tell(rules: &Rules, letters: &Letters, draft: &mut Draft) {
    let royal = the_royal(rules, draft);
    let mut number = 0;
    let mut beginners: Vec<PieceId> = Vec::new();
    let mut passed_over: Vec<char> = Vec::new();
    for (id, kind) in rules.kinds() {
        if pawn_again(rules, id).is_some() {
            continue;
        }
        let is_pawn = id_of_pawn(rules) == Some(id);
        let moves = if is_pawn {
            Some(String::new())
        } else {
            moves(rules, kind, draft)
        };
        let Some(moves) = moves else { continue };
        let letter = letter(rules, letters, id).to_ascii_lowercase();
        if terms(kind).any(|term| term.when == When::Unmoved && term.legs().is_some()) {
            beginners.push(id);
        }
        if !is_pawn && kind_takes_passing(kind) {
            passed_over.push(letter);
        }
        let line = if royal == Some(id) {
            format!("king = {letter}:{moves}")
        } else if is_pawn {
            format!("pawn = {letter}")
        } else {
            number += 1;
            format!("customPiece{number} = {letter}:{moves}")
        };
        let key = line.split(' ').next().unwrap_or_default();
        let key = key[..1].to_uppercase() + &key[1..];
        draft.lines.push(line);
        if let Some(region) = region(rules, kind, draft) {
            draft.say(
                format!("mobilityRegionWhite{key}"),
                squares(rules, region.white),
            );
            draft.say(
                format!("mobilityRegionBlack{key}"),
                squares(rules, region.black),
            );
        }
    }
    if number > MOST_KINDS {
        draft.beyond(format!(
            "there are more than {MOST_KINDS} kinds of men of its own"
        ));
    }
    first_moves(rules, &beginners, draft);
    if id_of_pawn(rules).is_some_and(|id| kind_takes_passing(rules.kind(id))) {
        passed_over.push(letter(
            rules,
            letters,
            id_of_pawn(rules).unwrap_or(PieceId::new(0)),
        ));
    }
    let passed_over: String = passed_over.iter().collect();
    let none = passed_over.is_empty();
    draft.say(
        "enPassantTypes",
        if none {
            "-".to_owned()
        } else {
            passed_over.to_lowercase()
        },
    );
    castling(rules, letters, royal, draft);
}

/// The letter under which a man's moves are told: a promoted form has one of its own beside the sign.
pub(super) fn letter(rules: &Rules, letters: &Letters, id: PieceId) -> char {
    if base_of_promoted(rules, id).is_none() {
        return letters.of(rules, id).capital;
    }
    let forms = rules.kinds().map(|(id, _)| id);
    let forms = forms.filter(|&form| base_of_promoted(rules, form).is_some());
    let at = forms.take_while(|&form| form != id).count();
    let taken = |letter: char| {
        rules
            .kinds()
            .any(|(id, _)| letters.of(rules, id).capital == letter)
    };
    ('A'..='Z').filter(|&l| !taken(l)).nth(at).unwrap_or('?')
}

/// The kind that is the pawn of chess.
pub(super) fn id_of_pawn(rules: &Rules) -> Option<PieceId> {
    let is_pawn = |kind: &Kind| {
        let texts: Vec<String> = terms(kind).map(canonical_term).collect();
        let known = texts
            .iter()
            .all(|t| PAWN.contains(&t.as_str()) || t == PAWN_TAKES);
        let is_one = |text: &str| texts.iter().any(|t| t == text);
        let always = |side| {
            kind.entries[side]
                .iter()
                .all(|e: &Entry| e.condition == Condition::Always && e.becomes.is_empty())
        };
        Side::ALL.into_iter().all(always)
            && known
            && is_one(PAWN[0])
            && (is_one(PAWN[1]) || is_one(PAWN_TAKES))
    };
    rules
        .kinds()
        .find(|(_, kind)| is_pawn(kind))
        .map(|(id, _)| id)
}

fn terms(kind: &Kind) -> impl Iterator<Item = &Term> {
    kind.entries
        .white
        .iter()
        .flat_map(|entry| &entry.movement.terms)
}

fn kind_takes_passing(kind: &Kind) -> bool {
    let mut legs = terms(kind).filter_map(Term::legs).flat_map(Legs::paths);
    legs.any(|path| path.iter().any(|leg| leg.modality.en_passant))
}

/// The one royal kind; several, or royals of one side alone that the other has too, are beyond the peer.
fn the_royal(rules: &Rules, draft: &mut Draft) -> Option<PieceId> {
    let mut royals = rules
        .royals(Side::White)
        .iter()
        .chain(rules.royals(Side::Black).iter());
    let royal = royals.next()?;
    let kind = rules.kind(royal);
    let many = |side| {
        let man = Man { side, kind: royal };
        rules
            .array
            .iter()
            .filter(|found| **found == Some(man))
            .count()
            > 1
    };
    if royals.any(|other| other != royal) || kind.royal.white != kind.royal.black {
        draft.beyond("several kinds of men are royal, or a kind is royal for one player alone");
    } else if Side::ALL.into_iter().any(many) {
        draft.beyond("a player has more than one royal");
    }
    let made = rules
        .promotions
        .iter()
        .flat_map(|r| r.choices.white.iter().chain(&r.choices.black));
    if made.into_iter().any(|(_, all)| all.contains(&royal)) {
        draft.beyond("a man can become royal");
    }
    Some(royal)
}

/// A kind's moves in the peer's letters, castling left out.
fn moves(rules: &Rules, kind: &Kind, draft: &mut Draft) -> Option<String> {
    let (white, black) = (&kind.entries.white, &kind.entries.black);
    if white
        .iter()
        .map(|e| &e.text)
        .ne(black.iter().map(|e| &e.text))
    {
        draft.beyond(format!(
            "`{}` has other moves for White than for Black",
            kind.id
        ));
        return None;
    }
    let takes_passing = rules.kinds.iter().any(kind_takes_passing);
    let mut texts: Vec<String> = Vec::new();
    for entry in white {
        if !entry.becomes.is_empty() {
            draft.beyond(format!(
                "`{}` becomes another man by some of its moves",
                kind.id
            ));
        }
        for term in entry
            .movement
            .terms
            .iter()
            .filter(|t| !matches!(t.action, Action::Castle(_)))
        {
            if rules.view != BlackView::Turn && !is_even(term) {
                draft.beyond(format!(
                    "`{}` of `{}` is another move to the left than to the right, which Black has turned there and here not",
                    canonical_term(term), kind.id
                ));
            }
            if leaves_passed(term) && term.when == When::Always && takes_passing {
                draft.beyond(format!(
                    "what `{}` of `{}` passes could be taken there only behind a first move",
                    canonical_term(term),
                    kind.id
                ));
            }
            match fairy_stockfish(&without_passing(term)) {
                Ok(text) => texts.push(text),
                Err(why) => draft.beyond(format!(
                    "`{}` of `{}`: {why}",
                    canonical_term(term),
                    kind.id
                )),
            }
        }
    }
    // An atom behind the same atom would double it.
    let mut all = String::new();
    for text in texts {
        let doubles = all.chars().last().is_some_and(|c| text.starts_with(c));
        if doubles {
            all.insert_str(0, &text);
        } else {
            all += &text;
        }
    }
    Some(all)
}

/// A term without its captures in passing, which are told apart.
fn without_passing(term: &Term) -> Term {
    let Some([path]) = term.legs().map(Legs::paths) else {
        return term.clone();
    };
    match &path[..] {
        [leg] if leg.modality.en_passant && leg.modality.capture => {
            let mut leg = Leg::clone(leg);
            leg.modality.en_passant = false;
            Term {
                action: Action::Legs(Legs::one(leg)),
                ..term.clone()
            }
        }
        _ => term.clone(),
    }
}

fn leaves_passed(term: &Term) -> bool {
    let mut legs = term.legs().into_iter().flat_map(Legs::paths).flatten();
    legs.any(|leg| leg.leaves_passed)
}

/// Whether a term has the same steps to the left as to the right.
fn is_even(term: &Term) -> bool {
    let legs = term.legs().into_iter().flat_map(Legs::paths).flatten();
    let mut all = legs.map(|leg| &leg.steps);
    all.all(|steps| {
        steps.iter().all(|s| {
            steps
                .iter()
                .any(|o| o.right == -s.right && o.forward == s.forward)
        })
    })
}

/// The squares that a kind keeps to: what it may stand on, or the zone that all of its lines ask for.
fn region(rules: &Rules, kind: &Kind, draft: &mut Draft) -> Option<BySide<SquareSet>> {
    let board: SquareSet = rules.shape.squares().collect();
    let zone = |entry: &Entry| match &entry.condition {
        Condition::Always => Ok(BySide::both(board)),
        Condition::In(Place::There, zone) => Ok(*zone),
        _ => Err(()),
    };
    let moving = kind.entries.white.iter().filter(|e| {
        e.movement
            .terms
            .iter()
            .any(|t| !matches!(t.action, Action::Castle(_)))
    });
    let mut zones = Vec::new();
    for entry in moving {
        match zone(entry) {
            Ok(zone) => zones.push(zone),
            Err(()) => {
                draft.beyond(format!(
                    "`{}` moves by `{}` only under a condition",
                    kind.id, entry.text
                ));
            }
        }
    }
    if zones.windows(2).any(|pair| pair[0] != pair[1]) {
        draft.beyond(format!(
            "`{}` has moves that keep to a part of the board, and others that do not",
            kind.id
        ));
    }
    let zone = zones.first().copied().unwrap_or(BySide::both(board));
    let stays = BySide::from_fn(|side| kind.stays[side].unwrap_or(board) & zone[side]);
    (stays != BySide::both(board)).then_some(stays)
}

/// Squares as the peer writes them.
pub(super) fn squares(rules: &Rules, set: SquareSet) -> String {
    let names: Vec<String> = set
        .iter()
        .map(|s| rules.shape.name(s).to_string())
        .collect();
    if names.is_empty() {
        "-".to_owned()
    } else {
        names.join(" ")
    }
}

/// First moves belong to squares there, the same for all men that have some.
fn first_moves(rules: &Rules, beginners: &[PieceId], draft: &mut Draft) {
    let starts = |id: PieceId, side| -> SquareSet {
        let man = Man { side, kind: id };
        rules
            .shape
            .squares()
            .filter(|&s| rules.starts_on(s, man))
            .collect()
    };
    draft.say("doubleStep", (!beginners.is_empty()).to_string());
    match beginners {
        [] => {}
        [one] if !rules.unmoved.contains(*one) => {
            draft.say(
                "doubleStepRegionWhite",
                squares(rules, starts(*one, Side::White)),
            );
            draft.say(
                "doubleStepRegionBlack",
                squares(rules, starts(*one, Side::Black)),
            );
        }
        [_] => draft.beyond("it is remembered which men have not moved"),
        _ => draft.beyond("several kinds of men have first moves, each from squares of its own"),
    }
}

/// The castling moves of a kind.
fn castles(kind: &Kind) -> Vec<(&Castle, When, bool)> {
    let entries = kind.entries.white.iter();
    let all = entries.flat_map(|e| e.movement.terms.iter().map(move |t| (e, t)));
    let castling = all.filter_map(|(entry, term)| match &term.action {
        Action::Castle(castle) => Some((castle, term.when, entry.condition == Condition::Always)),
        _ => None,
    });
    castling.collect()
}

fn castling(rules: &Rules, letters: &Letters, royal: Option<PieceId>, draft: &mut Draft) {
    let mut castlers = rules.kinds().filter(|(_, kind)| !castles(kind).is_empty());
    let Some((id, kind)) = castlers.next() else {
        draft.say("castling", "false");
        return;
    };
    let ways = castles(kind);
    let (castle, when, plain) = ways[0];
    if castlers.next().is_some() {
        draft.beyond("several kinds of men castle");
    }
    if ways.len() > 1 || !plain || when != When::Unmoved || castle.left != castle.right {
        draft.beyond(format!(
            "`{}` castles in several ways, or not as in chess",
            kind.id
        ));
    }
    let is_usual = rules.defaults.iter().any(|key| key == "castling.if");
    let fits = if royal == Some(id) {
        is_usual
    } else {
        rules.castling.condition == Condition::Always
    };
    if !fits {
        draft.beyond("castling has a condition of its own");
    }
    if rules.castling.dropped {
        draft.beyond("men that are put down may castle");
    }
    let Some(home) = home(rules, id) else {
        draft.beyond("the men that castle do not stand on one file, each on its first rank");
        return;
    };
    let (file, rank) = (rules.shape.file(home), rules.shape.rank(home));
    let files = i32::from(rules.shape.files());
    let name = |file: i32| u8::try_from(file).map_or('?', |f| char::from(b'a' + f.min(25)));
    let step = i32::from(castle.squares);
    let inset = i32::from(castle.inset);
    if file - step < 0 || file + step >= files {
        draft.beyond("a castling man would leave the board there");
        return;
    }
    draft.say("castling", "true");
    draft.say("castlingRank", (rank + 1).to_string());
    draft.say("castlingKingFile", name(file));
    draft.say("castlingKingsideFile", name(file + step));
    draft.say("castlingQueensideFile", name(file - step));
    draft.say("castlingRookKingsideFile", name(files - 1 - inset));
    draft.say("castlingRookQueensideFile", name(inset));
    draft.say(
        "castlingKingPiece",
        letter(rules, letters, id).to_ascii_lowercase(),
    );
    for side in Side::ALL {
        let with = rules.castling.with[side].iter();
        let with: String = with
            .map(|id| letter(rules, letters, id).to_ascii_lowercase())
            .collect();
        draft.say(format!("castlingRookPieces{side}"), with);
    }
    if rules.castling.free {
        draft.say("chess960", "true");
    }
}

/// Where White's castling man starts, if Black's starts opposite.
fn home(rules: &Rules, id: PieceId) -> Option<Square> {
    let at = |side| {
        let man = Some(Man { side, kind: id });
        let mut squares = rules
            .shape
            .squares()
            .filter(|s| rules.array.get(s.index()) == Some(&man));
        squares.next().filter(|_| squares.next().is_none())
    };
    match (at(Side::White), at(Side::Black)) {
        (Some(white), None) => Some(white),
        (Some(white), Some(black)) => {
            let opposite = BlackView::Mirror.turned(rules.shape, black) == Some(white);
            opposite.then_some(white)
        }
        _ => None,
    }
}
