//! The reasons why a move is not legal, each with its data and its code.

use crate::board::{Man, PieceId, Square};
use crate::position::{Move, MoveKind};
use crate::rules::Condition;
use crate::source::Location;
use std::fmt;

/// Why a text names no legal move. Prints as a sentence for people.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Refusal {
    /// The reason with its data.
    pub reason: Reason,
    /// The squares that have to do with it, each once, in the order of the sentence.
    pub squares: Vec<Square>,
    /// The places of the rule file that have to do with it: the term that comes nearest to the move, the condition that
    /// does not hold.
    pub places: Vec<Location>,
    /// The sentence.
    pub(super) text: String,
}

impl Refusal {
    /// A stable word for the kind of reason, such as `blocked`.
    pub const fn code(&self) -> &'static str {
        self.reason.code()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A reason why a move is not legal. Each has a code, a stable word.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// `unreadable`: the text cannot be a move.
    Unreadable,
    /// `spelling`: it seems to mean legal moves, which are written in another way.
    Spelling(Vec<Move>),
    /// `ambiguous`: it can mean several legal moves.
    Ambiguous(Vec<Move>),
    /// `no-square`: squares with these names are not on the board.
    NoSquare(Vec<String>),
    /// `no-letter`: no piece of the game has this letter.
    NoLetter(String),
    /// `empty-square`: nothing stands where the move should start.
    EmptySquare(Square),
    /// `not-yours`: what stands there is the other side's.
    NotYours(Square, Man),
    /// `other-man`: on the square stands another man than the text says.
    OtherMan(Square, PieceId),
    /// `no-such-man`: the player has no man of this kind, or none that stands where the text says.
    NoSuchMan {
        /// The kind.
        kind: PieceId,
        /// The file that the text names, from 0.
        file: Option<i32>,
        /// The rank that the text names, from 0.
        rank: Option<i32>,
    },
    /// `none-reaches`: several men are of that kind, and none of them ever moves so.
    NoneReaches(Vec<Square>, Square),
    /// `never-moves`: nothing in the man's notation goes from the one square to the other.
    NeverMoves(Square, Square),
    /// `blocked`: men stand in the way.
    Blocked {
        /// Where the move starts.
        from: Square,
        /// Where it should end.
        to: Square,
        /// Where the men stand that block it.
        by: Vec<Square>,
    },
    /// `goes-on`: the man takes there only by going on, and men stand on the squares where it would end.
    GoesOn {
        /// Where the move starts.
        from: Square,
        /// Where the enemy man stands.
        over: Square,
        /// Where the move could end, and men stand.
        by: Vec<Square>,
    },
    /// `broken-way`: a leg of the text starts elsewhere than where the one before it ends.
    BrokenWay {
        /// The number of the leg, from 1.
        leg: usize,
        /// Where it starts.
        starts: Square,
        /// Where the one before it ends.
        ended: Square,
    },
    /// `no-pass`: nobody can leave everything as it is.
    NoPass,
    /// `pass-condition`: a player may pass only if something holds, and it does not.
    PassCondition {
        /// The part of the condition that should hold.
        part: Condition,
        /// The squares that this part is about.
        about: Vec<Square>,
    },
    /// `stays`: the man may end its moves only in a zone.
    Stays(Square, Square),
    /// `over`: the game is over by the end of this name, and no move is legal any more.
    Over(String),
    /// `nothing-to-jump`: there is nothing to jump over.
    NothingToJump {
        /// Where the move starts.
        from: Square,
        /// Where it should end.
        to: Square,
        /// Where a man would do, or all of which must be occupied.
        over: Vec<Square>,
    },
    /// `own-man`: an own man stands on the target.
    OwnMan(Square, Square),
    /// `missing-man`: the move needs a man of a side, or of any, on one of these squares.
    MissingMan {
        /// Where the move starts.
        from: Square,
        /// Where it should end.
        to: Square,
        /// Where such a man would do.
        on: Vec<Square>,
        /// Whose man it has to be for the mover; nothing if either side's would do.
        own: Option<bool>,
    },
    /// `not-now`: the man may get there with other men around it, but not as they stand.
    NotNow(Square, Square),
    /// `only-captures`: the man moves so only to capture, and there is nothing to take.
    OnlyCaptures(Square, Square),
    /// `only-quiet`: the man moves so only without capturing, and an enemy stands there.
    OnlyQuiet(Square, Square),
    /// `only-own`: the man moves so only onto a man of its own side.
    OnlyOwn(Square, Square),
    /// `first-move`: only as its first move, and it has moved.
    FirstMove(Square, Square),
    /// `not-advanced`: only from one rank ahead of where such men start.
    NotAdvanced(Square, Square),
    /// `condition`: something that the rule file demands does not hold.
    Condition {
        /// Where the move starts.
        from: Square,
        /// Where it should end.
        to: Square,
        /// The part of the condition that should hold.
        part: Condition,
        /// The squares that this part is about: those that are not as they should be, the men counted, or those that
        /// give check.
        about: Vec<Square>,
        /// Whether it is a castling.
        castling: bool,
    },
    /// `en-passant`: the man could take there only what has just passed, and nothing has.
    EnPassant {
        /// Where the move starts.
        from: Square,
        /// Where it should end.
        to: Square,
        /// The enemy men that could have passed that square, but not just now.
        passers: Vec<Square>,
    },
    /// `no-castling`: the player has no man that castles.
    NoCastling,
    /// `castling-moved`: the man castles only from where it starts.
    CastlingMoved(Square),
    /// `castling-right`: one of the two has moved already.
    CastlingRight {
        /// The man that castles.
        from: Square,
        /// Its partner.
        partner: Square,
    },
    /// `castling-partner`: no partner stands where it should.
    CastlingPartner {
        /// The man that castles.
        from: Square,
        /// Where the partner should stand.
        partner: Square,
    },
    /// `castling-blocked`: men stand on squares that must be empty.
    CastlingBlocked {
        /// The man that castles.
        from: Square,
        /// Where it should end.
        to: Square,
        /// Where the men stand.
        by: Vec<Square>,
    },
    /// `castling-check`: no castling out of check.
    CastlingCheck {
        /// The man that castles.
        from: Square,
        /// The men that give check.
        attackers: Vec<Square>,
    },
    /// `castling-attack`: the castling man would cross or reach an attacked square.
    CastlingAttack {
        /// The man that castles.
        from: Square,
        /// Where it should end.
        to: Square,
        /// The attacked squares, and for each who attacks it.
        attacked: Vec<(Square, Vec<Square>)>,
    },
    /// `into-attack`: a royal would go where it is attacked.
    IntoAttack(Danger),
    /// `check-stays`: a royal is in check and would stay so.
    CheckStays(Danger),
    /// `exposes`: a royal would be open to an attack that the mover keeps away now.
    Exposes(Danger),
    /// `removes-royal`: the move would take an own royal off the board.
    RemovesRoyal(Square),
    /// `forbidden`: a law of the game forbids the move.
    Forbidden {
        /// The move.
        mv: Move,
        /// The law's name.
        law: String,
        /// What it says, which holds of the move.
        part: Condition,
        /// The squares that it is about, as far as they can be named, without those of the move.
        about: Vec<Square>,
    },
    /// `forced`: other moves have to be made.
    Forced {
        /// The move.
        mv: Move,
        /// The law's name.
        law: String,
        /// What it says, which does not hold of the move.
        part: Condition,
        /// The moves that are legal.
        moves: Vec<Move>,
    },
    /// `must-promote`: the man may not stay what it is.
    MustPromote {
        /// Where the move ends.
        to: Square,
        /// What it can become.
        choices: Vec<PieceId>,
        /// The moves that do so.
        moves: Vec<Move>,
    },
    /// `cannot-become`: the man promotes there, but not to that.
    CannotBecome {
        /// What the text asks for, in words: the piece, or a letter that is no piece's.
        wanted: String,
        /// Where the move ends.
        to: Square,
        /// What it can become.
        choices: Vec<PieceId>,
    },
    /// `no-promotion`: the man does not promote with this move.
    NoPromotion(Square, Square),
    /// `promotion-limit`: the player has as many of a kind on the board as promotion may make.
    PromotionLimit {
        /// Where the move ends.
        to: Square,
        /// The kind that the text asks for.
        kind: PieceId,
        /// How many there may be.
        limit: u32,
    },
    /// `no-choice-left`: the man would have to promote there, and of all that it may become there are as many as there
    /// may be.
    NoChoiceLeft(Square, Vec<PieceId>),
    /// `never-dropped`: no rule lets the player put down such a man.
    NeverDropped(PieceId),
    /// `not-in-hand`: the player has no such man in hand.
    NotInHand(PieceId),
    /// `drop-occupied`: the square is not empty, or nothing can stand there.
    DropOccupied(PieceId, Square),
    /// `not-dropped-there`: no rule lets such a man be put down on this square.
    NotDroppedThere(PieceId, Square),
    /// `drop-condition`: something that a drop rule demands does not hold.
    DropCondition {
        /// The man as it would be put down.
        kind: PieceId,
        /// The square.
        square: Square,
        /// The part of the condition that should hold.
        part: Condition,
        /// The squares that this part is about.
        about: Vec<Square>,
    },
    /// `no-second-part`: the turn would have to go on with a second part, and there is no square for it.
    NoSecondPart(Square, Square),
    /// `part-missing`: the move is right, and the text lacks what has to follow it.
    PartMissing {
        /// Where the move starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// The legal moves that begin so.
        moves: Vec<Move>,
    },
    /// `part-other`: what the text says is not what follows a move in this game.
    PartOther(Square, Square),
    /// `part-condition`: something may follow the move only if something holds, and it does not.
    PartCondition {
        /// Where the move starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// The part of the condition that should hold.
        part: Condition,
        /// The squares that this part is about.
        about: Vec<Square>,
    },
    /// `part-occupied`: after the move the square for its second part is not empty: this man stands there, or a wall.
    PartOccupied(Square, Option<Man>),
    /// `part-outside`: the second part of a turn is never done on this square.
    PartOutside(Square),
    /// `part-unreached`: the pattern of the second part does not reach the square.
    PartUnreached {
        /// The square.
        square: Square,
        /// The squares that the move is about, from which the pattern starts.
        from: Vec<Square>,
    },
    /// `part-not-left`: men are put down behind a move only where it has left a square.
    PartNotLeft(Square, Vec<Square>),
}

/// An attack on a royal that a move would leave.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Danger {
    /// Where the move starts.
    pub from: Square,
    /// Where it would end.
    pub to: Square,
    /// The royal after the move.
    pub royal: Square,
    /// Where the men stand after the move that would attack it.
    pub attackers: Vec<Square>,
    /// Those men.
    pub men: Vec<Man>,
}

/// Writes down the code of each reason once, for [`Reason::code`] and [`CODES`].
macro_rules! codes {
    ($($reason:pat => $code:literal,)*) => {
        /// The codes of all reasons.
        pub const CODES: &[&str] = &[$($code),*];

        impl Reason {
            /// A stable word for the kind of reason.
            pub const fn code(&self) -> &'static str {
                match self {
                    $($reason => $code,)*
                }
            }
        }
    };
}

codes! {
    Self::Unreadable => "unreadable",
    Self::Spelling(_) => "spelling",
    Self::Ambiguous(_) => "ambiguous",
    Self::NoSquare(_) => "no-square",
    Self::NoLetter(_) => "no-letter",
    Self::EmptySquare(_) => "empty-square",
    Self::NotYours(..) => "not-yours",
    Self::OtherMan(..) => "other-man",
    Self::NoSuchMan { .. } => "no-such-man",
    Self::NoneReaches(..) => "none-reaches",
    Self::NeverMoves(..) => "never-moves",
    Self::Blocked { .. } => "blocked",
    Self::GoesOn { .. } => "goes-on",
    Self::BrokenWay { .. } => "broken-way",
    Self::NoPass => "no-pass",
    Self::PassCondition { .. } => "pass-condition",
    Self::Stays(..) => "stays",
    Self::Over(_) => "over",
    Self::NothingToJump { .. } => "nothing-to-jump",
    Self::OwnMan(..) => "own-man",
    Self::MissingMan { .. } => "missing-man",
    Self::NotNow(..) => "not-now",
    Self::NotAdvanced(..) => "not-advanced",
    Self::OnlyCaptures(..) => "only-captures",
    Self::OnlyQuiet(..) => "only-quiet",
    Self::OnlyOwn(..) => "only-own",
    Self::FirstMove(..) => "first-move",
    Self::Condition { .. } => "condition",
    Self::EnPassant { .. } => "en-passant",
    Self::NoCastling => "no-castling",
    Self::CastlingMoved(_) => "castling-moved",
    Self::CastlingRight { .. } => "castling-right",
    Self::CastlingPartner { .. } => "castling-partner",
    Self::CastlingBlocked { .. } => "castling-blocked",
    Self::CastlingCheck { .. } => "castling-check",
    Self::CastlingAttack { .. } => "castling-attack",
    Self::IntoAttack(_) => "into-attack",
    Self::CheckStays(_) => "check-stays",
    Self::Exposes(_) => "exposes",
    Self::RemovesRoyal(_) => "removes-royal",
    Self::Forbidden { .. } => "forbidden",
    Self::Forced { .. } => "forced",
    Self::MustPromote { .. } => "must-promote",
    Self::CannotBecome { .. } => "cannot-become",
    Self::NoPromotion(..) => "no-promotion",
    Self::PromotionLimit { .. } => "promotion-limit",
    Self::NoChoiceLeft(..) => "no-choice-left",
    Self::NeverDropped(_) => "never-dropped",
    Self::NotInHand(_) => "not-in-hand",
    Self::DropOccupied(..) => "drop-occupied",
    Self::NotDroppedThere(..) => "not-dropped-there",
    Self::DropCondition { .. } => "drop-condition",
    Self::NoSecondPart(..) => "no-second-part",
    Self::PartMissing { .. } => "part-missing",
    Self::PartOther(..) => "part-other",
    Self::PartCondition { .. } => "part-condition",
    Self::PartOccupied(..) => "part-occupied",
    Self::PartOutside(_) => "part-outside",
    Self::PartUnreached { .. } => "part-unreached",
    Self::PartNotLeft(..) => "part-not-left",
}

impl Reason {
    /// Whether the text alone keeps the move from being one, or what it starts from: it is not the rules for the mover
    /// that forbid it.
    pub const fn is_slip(&self) -> bool {
        matches!(
            self,
            Self::Unreadable
                | Self::Spelling(_)
                | Self::Ambiguous(_)
                | Self::NoSquare(_)
                | Self::NoLetter(_)
                | Self::EmptySquare(_)
                | Self::NotYours(..)
                | Self::OtherMan(..)
                | Self::NoSuchMan { .. }
                | Self::BrokenWay { .. }
                | Self::Over(_)
        )
    }

    /// The squares that have to do with it, as they come.
    pub(super) fn squares(&self) -> Vec<Square> {
        match self {
            Self::EmptySquare(square)
            | Self::NotYours(square, _)
            | Self::OtherMan(square, _)
            | Self::CastlingMoved(square)
            | Self::RemovesRoyal(square)
            | Self::MustPromote { to: square, .. }
            | Self::CannotBecome { to: square, .. }
            | Self::PromotionLimit { to: square, .. }
            | Self::NoChoiceLeft(square, _)
            | Self::DropOccupied(_, square)
            | Self::PartOccupied(square, _)
            | Self::PartOutside(square)
            | Self::NotDroppedThere(_, square) => vec![*square],
            Self::DropCondition { square, about, .. } => [&[*square], about.as_slice()].concat(),
            Self::NeverMoves(from, to)
            | Self::OwnMan(from, to)
            | Self::NotNow(from, to)
            | Self::NotAdvanced(from, to)
            | Self::OnlyCaptures(from, to)
            | Self::OnlyQuiet(from, to)
            | Self::OnlyOwn(from, to)
            | Self::FirstMove(from, to)
            | Self::Stays(from, to)
            | Self::NoSecondPart(from, to)
            | Self::PartMissing { from, to, .. }
            | Self::PartOther(from, to)
            | Self::NoPromotion(from, to) => vec![*from, *to],
            Self::NoneReaches(men, to) => [men.as_slice(), &[*to]].concat(),
            Self::Blocked { from, to, by } | Self::CastlingBlocked { from, to, by } => {
                [&[*from, *to], by.as_slice()].concat()
            }
            Self::GoesOn { from, over, by } => [&[*from, *over], by.as_slice()].concat(),
            Self::PartUnreached { square, from } | Self::PartNotLeft(square, from) => {
                [&[*square], from.as_slice()].concat()
            }
            Self::BrokenWay { starts, ended, .. } => vec![*ended, *starts],
            Self::MissingMan { from, to, on, .. } => [&[*from, *to], on.as_slice()].concat(),
            Self::PassCondition { about, .. } => about.clone(),
            Self::NothingToJump { from, to, over } => [&[*from, *to], over.as_slice()].concat(),
            Self::Condition {
                from, to, about, ..
            }
            | Self::PartCondition {
                from, to, about, ..
            } => [&[*from, *to], about.as_slice()].concat(),
            Self::Forbidden { mv, about, .. } => [ends(*mv), about.clone()].concat(),
            Self::Forced { mv, moves, .. } => {
                let men = moves.iter().filter(|m| m.kind != MoveKind::Pass);
                ends(*mv).into_iter().chain(men.map(|m| m.from)).collect()
            }
            Self::EnPassant { from, to, passers } => [&[*from, *to], passers.as_slice()].concat(),
            Self::CastlingRight { from, partner } | Self::CastlingPartner { from, partner } => {
                vec![*from, *partner]
            }
            Self::CastlingCheck { from, attackers } => [&[*from], attackers.as_slice()].concat(),
            Self::CastlingAttack { from, to, attacked } => {
                let all = attacked
                    .iter()
                    .flat_map(|(s, by)| [&[*s], by.as_slice()].concat());
                [*from, *to].into_iter().chain(all).collect()
            }
            Self::IntoAttack(danger) | Self::CheckStays(danger) | Self::Exposes(danger) => [
                &[danger.from, danger.to, danger.royal],
                danger.attackers.as_slice(),
            ]
            .concat(),
            Self::Spelling(moves) | Self::Ambiguous(moves) => {
                moves.iter().flat_map(|&m| ends(m)).collect()
            }
            Self::Unreadable
            | Self::NoSquare(_)
            | Self::NoLetter(_)
            | Self::NoSuchMan { .. }
            | Self::NoPass
            | Self::NeverDropped(_)
            | Self::NotInHand(_)
            | Self::Over(_)
            | Self::NoCastling => Vec::new(),
        }
    }
}

/// Where a move starts and ends; a pass does neither.
pub(super) fn ends(mv: Move) -> Vec<Square> {
    match mv.kind {
        MoveKind::Pass => Vec::new(),
        MoveKind::Drop | MoveKind::Stay => vec![mv.to],
        _ => vec![mv.from, mv.to],
    }
}
