//! Where two games differ, with as few men and plies as it takes.

use super::act::{Act, find};
use super::kept::{does, words};
use super::parts;
use super::reduce::shrink;
use super::test::{Expectation, Reduced};
use super::{Budget, Case, MOST, Shrinking};
use crate::board::{PieceId, Side};
use crate::diff::{Sampled, Sampler, Sampling, sample};
use crate::game::Game;
use crate::position::{Move, MoveKind, MoveNotation, State, apply};
use crate::rules::{Rules, TestCase};
use crate::trial::{self, Difference};
use crate::variant::{Outcome, Position, Variant};

/// Two games that are asked the same.
///
/// Tests that come out of it say what the second game has, so that they fail in the first one; where the first has no
/// words for that, it is the other way round ([`Reduced::for_other`]).
///
/// ```
/// use ferz::{Variant, shrink};
/// let text = "format = 1\nbase = 'chess'\npieces.queen.moves = 'QN'\n";
/// let (mine, chess) = (Variant::from_text("mine.toml", text)?, Variant::named("chess")?);
/// let rival = shrink::Rival::new([(&mine, "mine"), (&chess, "chess")]);
/// let case = shrink::Case::of(&mine.start()).ok_or("it has a FEN")?;
/// let shrinking = rival.at(&case, shrink::Budget::default())?;
/// let reduced = &shrinking.reduced[0];
/// assert_eq!(reduced.expects, shrink::Expectation::Forbids("d1c3".to_owned()));
/// assert_eq!(reduced.after.men, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rival<'a> {
    first: &'a Variant,
    second: &'a Variant,
    /// What people call them.
    names: [&'a str; 2],
    sampler: Sampler<'a>,
}

/// Why two games cannot be asked the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position cannot be set up in the other game: {0}")]
pub struct Unshared(String);

/// One thing in which the games differ.
#[derive(Clone, Debug)]
enum Odd {
    /// A move that one game has alone, with the code of the other one's reason.
    Alone {
        is_first: bool,
        text: String,
        act: Act,
        code: &'static str,
    },
    /// A move of both that leads to something else.
    Otherwise { text: String, act: Act },
    /// The results.
    Ends([Option<Outcome>; 2]),
    /// Whether the player to move is in check.
    Check([bool; 2]),
}

impl Odd {
    /// Whether it is about a move.
    const fn is_move(&self) -> bool {
        matches!(self, Self::Alone { .. } | Self::Otherwise { .. })
    }
}

/// By what differences are told to be of one kind: whose move it is, of which man, and why the other game lacks it.
type Class = (Option<bool>, Option<PieceId>, &'static str);

/// A difference as a test.
struct Told {
    for_other: bool,
    case: Case,
    expects: Expectation,
    said: Vec<String>,
}

impl<'a> Rival<'a> {
    /// Two games with the names by which they are told apart.
    pub fn new([first, second]: [(&'a Variant, &'a str); 2]) -> Self {
        Self {
            sampler: Sampler::new(first.0, second.0),
            first: first.0,
            second: second.0,
            names: [first.1, second.1],
        }
    }

    /// Reduces what differs in a case of the first game: in its last position, or else in the first one on the way there in
    /// which anything does. A few tests for moves of different kinds; none if nothing differs.
    ///
    /// # Errors
    /// If the second game does not have the position.
    pub fn at(&self, case: &Case, budget: Budget) -> Result<Shrinking, Unshared> {
        let (case, odds) = self.search(case)?;
        Ok(self.reduced(&case, one_of_each_kind(odds), budget))
    }

    /// The same for a test of the first game. What makes it fail comes first, if that differs; behind a count the first
    /// position is looked for in which the games have other moves.
    ///
    /// # Errors
    /// If the second game does not have the test's position, or the first one has none for it.
    pub fn of_test(&self, test: &TestCase, budget: Budget) -> Result<Shrinking, Unshared> {
        let start = match &test.fen {
            None => Ok(self.first.start()),
            Some(fen) => self.first.position(fen),
        };
        let start = start.map_err(|error| Unshared(error.to_string()))?;
        let start = Case::of(&start).ok_or_else(|| Unshared("it has no FEN".to_owned()))?;
        let report = trial::run_one(self.first, test);
        for difference in &report.differences {
            let made = match difference {
                Difference::Move { before, .. } => *before,
                Difference::Becomes { after: None, .. }
                | Difference::Value {
                    key: "hands" | "counters",
                    ..
                } => test.moves.len().saturating_sub(1),
                _ => test.moves.len(),
            };
            let case = start.clone().with_moves(test.moves[..made].to_vec());
            let Some((one, two)) = self.both(&case) else {
                continue;
            };
            if let Difference::Perft { depth, .. } = difference
                && let Some(case) = self.behind(&case, &one, &two, *depth)
            {
                return self.at(&case, budget);
            }
            let odds = self.odds(&one, &two).into_iter();
            let odds: Vec<_> = odds
                .filter(|(_, odd)| self.makes(odd, difference, test))
                .collect();
            if !odds.is_empty() {
                return Ok(self.reduced(&case, odds, budget));
            }
        }
        let mut moves = test.moves.clone();
        while start.clone().with_moves(moves.clone()).game().is_none() {
            moves.pop();
        }
        self.at(&start.with_moves(moves), budget)
    }

    /// Whether it is because of this that a test fails.
    fn makes(&self, odd: &Odd, difference: &Difference, test: &TestCase) -> bool {
        let names = |texts: &[String]| match odd {
            Odd::Alone { is_first, text, .. } => {
                let own = if *is_first {
                    text.clone()
                } else {
                    self.over(false, text)
                };
                texts.contains(&own)
            }
            _ => false,
        };
        match difference {
            Difference::Move { text, .. } | Difference::NotLegal { text, .. } => {
                names(std::slice::from_ref(text))
            }
            Difference::Legal { missing, added, .. } => names(missing) || names(added),
            Difference::Allows { missing, .. } => names(missing),
            Difference::Forbids { added, .. } => names(added),
            Difference::Check { .. } => matches!(odd, Odd::Check(_)),
            Difference::Ends { .. } => matches!(odd, Odd::Ends(_)),
            Difference::Becomes { after: None, .. }
            | Difference::Value {
                key: "hands" | "counters",
                ..
            } => {
                matches!(odd, Odd::Otherwise { text, .. } if test.moves.last() == Some(text))
            }
            Difference::Becomes {
                after: Some(of), ..
            }
            | Difference::Value {
                key: "effects",
                of: Some(of),
                ..
            } => matches!(odd, Odd::Otherwise { text, .. } if text == of),
            _ => false,
        }
    }

    /// The first position behind a case in which the games have other moves, where their counts differ.
    fn behind(&self, case: &Case, one: &Game, two: &Game, depth: u32) -> Option<Case> {
        let (mut case, mut one, mut two) = (case.clone(), one.clone(), two.clone());
        for left in (1..depth).rev() {
            if self.odds(&one, &two).iter().any(|(_, odd)| odd.is_move()) {
                return Some(case);
            }
            let moves = one.position().move_texts(MoveNotation::Long);
            let next = moves.into_iter().find_map(|(_, text)| {
                let (mut first, mut second) = (one.clone(), two.clone());
                self.step(&mut first, &mut second, &text)?;
                let counts = [&first, &second].map(|game| game.position().perft(left));
                (counts[0] != counts[1]).then_some((text, first, second))
            });
            let text;
            (text, one, two) = next?;
            case.moves.push(text);
        }
        self.odds(&one, &two)
            .iter()
            .any(|(_, odd)| odd.is_move())
            .then_some(case)
    }

    /// Reduces what differs in positions of random games and of the files' tests: one test for each example that
    /// [`sample`](crate::diff::sample()) gives, as far as they are of different kinds.
    pub fn sampled(&self, how: Sampling, budget: Budget) -> (Sampled, Shrinking) {
        let sampled = sample(self.first, self.second, how);
        let mut shrinking = Shrinking::default();
        let mut shown: Vec<Class> = Vec::new();
        for example in &sampled.examples {
            let Some(case) = Case::of(&example.first) else {
                continue;
            };
            let Ok((case, odds)) = self.search(&case) else {
                continue;
            };
            let mut new = one_of_each_kind(odds).into_iter();
            if let Some((class, odd)) = new.find(|(class, _)| !shown.contains(class)) {
                self.push(&case, &odd, budget, &mut shrinking);
                shown.push(class);
            }
        }
        (sampled, shrinking)
    }

    /// A few differences, reduced.
    fn reduced(&self, case: &Case, odds: Vec<(Class, Odd)>, budget: Budget) -> Shrinking {
        let mut shrinking = Shrinking {
            more: odds.len().saturating_sub(MOST),
            ..Shrinking::default()
        };
        for (_, odd) in odds.into_iter().take(MOST) {
            self.push(case, &odd, budget, &mut shrinking);
        }
        shrinking
    }

    fn push(&self, case: &Case, odd: &Odd, budget: Budget, out: &mut Shrinking) {
        let shrunk = shrink(case.clone(), budget, |case| self.told(odd, case).is_some());
        let reduced = shrunk.and_then(|shrunk| {
            let told = self.told(odd, &shrunk.case)?;
            let more = told.case.moves.len() - shrunk.case.moves.len();
            let mut reduced = Reduced::new(shrunk, told.expects);
            reduced.before.plies += more;
            reduced.after.plies += more;
            reduced.case = told.case;
            reduced.for_other = told.for_other;
            reduced.said = told.said;
            (!reduced.run().passed()).then_some(reduced)
        });
        match reduced {
            Some(reduced)
                if out
                    .reduced
                    .iter()
                    .any(|other| other.expects == reduced.expects) => {}
            Some(reduced) => out.reduced.push(reduced),
            None => out.unreduced.push(self.sentence(odd)),
        }
    }

    /// The case up to a position in which the games differ, and all differences there: the last one, or else the first on the
    /// way.
    fn search(&self, case: &Case) -> Result<(Case, Vec<(Class, Odd)>), Unshared> {
        if let Some((one, two)) = self.both(case) {
            let odds = self.odds(&one, &two);
            if !odds.is_empty() {
                return Ok((case.clone(), odds));
            }
        }
        let other = self.sampler.over.carry(&case.position);
        let mut one = Game::from_position(case.position.clone());
        let mut two = Game::from_position(other.map_err(Unshared)?);
        for (made, text) in case.moves.iter().enumerate() {
            let odds = self.odds(&one, &two);
            if !odds.is_empty() {
                let case = case.clone().with_moves(case.moves[..made].to_vec());
                return Ok((case, odds));
            }
            if self.step(&mut one, &mut two, text).is_none() {
                break;
            }
        }
        Ok((case.clone(), Vec::new()))
    }

    /// Makes a move in both games.
    fn step(&self, one: &mut Game, two: &mut Game, text: &str) -> Option<()> {
        let mv = find(one.position(), text)?;
        let text = one.position().move_text(mv, MoveNotation::Long);
        let other = self
            .sampler
            .counterpart(true, (mv, &text), two.position())?;
        one.play(mv).ok()?;
        two.play(other).ok()
    }

    /// A case in both games.
    fn both(&self, case: &Case) -> Option<(Game, Game)> {
        let other = self.sampler.over.carry(&case.position).ok()?;
        let mut one = Game::from_position(case.position.clone());
        let mut two = Game::from_position(other);
        for text in &case.moves {
            self.step(&mut one, &mut two, text)?;
        }
        Some((one, two))
    }

    /// All that differs: moves, results, checks.
    fn odds(&self, one: &Game, two: &Game) -> Vec<(Class, Odd)> {
        let games = [one, two];
        let [first, second] = games.map(|game| game.position().clone());
        let found = self.sampler.compare((first, second));
        let mut odds: Vec<(Class, Odd)> = Vec::new();
        let alone = [
            (true, &found.only_first, &found.first, &found.second),
            (false, &found.only_second, &found.second, &found.first),
        ];
        for (is_first, moves, own, other) in alone {
            for (mv, text) in moves {
                let code = other.why(&self.over(is_first, text)).code();
                let odd = Odd::Alone {
                    is_first,
                    text: text.clone(),
                    act: Act::of(own, *mv),
                    code,
                };
                odds.push(((Some(is_first), who(own, *mv), code), odd));
            }
        }
        for text in &found.otherwise {
            if let Some(mv) = find(&found.first, text) {
                let odd = Odd::Otherwise {
                    act: Act::of(&found.first, mv),
                    text: text.clone(),
                };
                odds.push(((None, who(&found.first, mv), "otherwise"), odd));
            }
        }
        let results = games.map(Game::outcome);
        let winners = results.each_ref().map(|r| r.as_ref().map(|o| o.winner));
        if winners[0] != winners[1] {
            odds.push(((None, None, "ends"), Odd::Ends(results)));
        }
        let checks = [&found.first, &found.second].map(Position::in_check);
        if checks[0] != checks[1] {
            odds.push(((None, None, "check"), Odd::Check(checks)));
        }
        odds
    }

    /// A text of one game with the letters of the other.
    fn over(&self, is_first: bool, text: &str) -> String {
        let sampler = &self.sampler;
        if is_first {
            sampler.over.text(text)
        } else {
            sampler.back.text(text)
        }
    }

    /// A case as a test that tells a difference; nothing if it does not show it.
    fn told(&self, odd: &Odd, case: &Case) -> Option<Told> {
        let (one, two) = self.both(case)?;
        let (first, second) = (one.position(), two.position());
        match odd {
            Odd::Alone {
                is_first,
                text,
                act,
                code,
            } => {
                let (own, other) = if *is_first {
                    (first, second)
                } else {
                    (second, first)
                };
                let mv = find(own, text).filter(|&mv| Act::of(own, mv) == *act)?;
                if self
                    .sampler
                    .counterpart(*is_first, (mv, text), other)
                    .is_some()
                {
                    return None;
                }
                let there = self.over(*is_first, text);
                let why = other.why(&there);
                if why.code() != *code {
                    return None;
                }
                let [has, lacks] = self.named(*is_first);
                let does = does(own, mv, text);
                let mut said = vec![format!("{has} allows {text}{does}.")];
                if why.is_legal() {
                    said.push(format!("{lacks} does not allow it."));
                } else {
                    said.push(format!("{lacks} does not allow it: {why}."));
                }
                let in_words =
                    !is_first && !why.is_legal() && has_letters(self.first.rules(), &there);
                let (for_other, case, expects) = match (is_first, in_words) {
                    (true, _) => (false, case.clone(), Expectation::Forbids(text.clone())),
                    (_, true) => (false, case.clone(), Expectation::Allows(there)),
                    _ => (
                        true,
                        self.carried(case)?,
                        Expectation::Forbids(text.clone()),
                    ),
                };
                Some(Told {
                    for_other,
                    case,
                    expects,
                    said,
                })
            }
            Odd::Otherwise { text, act } => {
                let mv = find(first, text).filter(|&mv| Act::of(first, mv) == *act)?;
                let other = self.sampler.counterpart(true, (mv, text), second)?;
                if !self.sampler.leads_elsewhere((first, mv), (second, other)) {
                    return None;
                }
                self.told_otherwise(case, (first, mv, text), (second, other))
            }
            Odd::Ends(results) => {
                if [one.outcome(), two.outcome()] != *results {
                    return None;
                }
                self.told_ends(case, results)
            }
            Odd::Check(checks) => {
                let said = |is_first: bool, check: bool| {
                    let [name, _] = self.named(is_first);
                    let verb = if check { "is" } else { "is not" };
                    format!("In {name} {} {verb} in check.", first.side())
                };
                let now = [first.in_check(), second.in_check()];
                (now == *checks).then(|| Told {
                    for_other: false,
                    case: case.clone(),
                    expects: Expectation::Check(checks[1]),
                    said: vec![said(true, checks[0]), said(false, checks[1])],
                })
            }
        }
    }

    /// A move that leads to something else: to what, as the second game has it, or else as the first one does.
    fn told_otherwise(
        &self,
        case: &Case,
        (first, mv, text): (&Position, Move, &str),
        (second, other): (&Position, Move),
    ) -> Option<Told> {
        let after = |position: &Position, mv: Move| {
            let mut state = position.state().clone();
            apply(position.rules(), &mut state, mv);
            state
        };
        let (old, new) = (after(first, mv), after(second, other));
        let with_move = |mut case: Case, text: &str| {
            case.moves.push(text.to_owned());
            case
        };
        let does = [happens(first, mv), happens(second, other)];
        let said = if does[0] == does[1] {
            let mut after = first.clone();
            after.play(mv).ok()?;
            vec![format!("In {} it becomes {}", self.names[0], after.fen())]
        } else {
            let both = self.names.iter().zip(&does);
            both.map(|(name, does)| format!("In {name} {does}."))
                .collect()
        };
        let told = |for_other: bool, case: Case, fen: String| Told {
            for_other,
            case,
            said: said.clone(),
            expects: Expectation::Becomes(fen),
        };
        if let Some(men) = self.sampler.back.men(&new) {
            let mut expected = with_men(&old, men);
            self.sampler.back.take_counts(&new, &mut expected);
            if let Some(expected) = parts::read(self.first, &expected) {
                return Some(told(false, with_move(case.clone(), text), expected.fen()));
            }
        }
        let mut expected = with_men(&new, self.sampler.over.men(&old)?);
        self.sampler.over.take_counts(&old, &mut expected);
        let expected = parts::read(self.second, &expected)?;
        let text = second.move_text(other, MoveNotation::Long);
        Some(told(
            true,
            with_move(self.carried(case)?, &text),
            expected.fen(),
        ))
    }

    /// Results: the second game's if the first has such an end, or else the first one's.
    fn told_ends(&self, case: &Case, results: &[Option<Outcome>; 2]) -> Option<Told> {
        let said = [true, false].map(|is_first| {
            let [name, _] = self.named(is_first);
            match &results[usize::from(!is_first)] {
                Some(outcome) => format!("In {name} the game ends: {}.", words(outcome)),
                None => format!("In {name} the game goes on."),
            }
        });
        let has = |rules: &Rules, outcome: &Outcome| {
            rules.ends.iter().any(|end| end.id == outcome.reason)
        };
        let [own, others] = results;
        let others = others.as_ref().filter(|o| has(self.first.rules(), o));
        let own = own.as_ref().filter(|o| has(self.second.rules(), o));
        let (for_other, case, outcome) = match (others, own) {
            (Some(outcome), _) => (false, case.clone(), outcome),
            (None, Some(outcome)) => (true, self.carried(case)?, outcome),
            (None, None) => return None,
        };
        Some(Told {
            for_other,
            case,
            expects: Expectation::Ends(words(outcome)),
            said: said.to_vec(),
        })
    }

    /// A case of the first game as one of the second.
    fn carried(&self, case: &Case) -> Option<Case> {
        let other = self.sampler.over.carry(&case.position).ok()?;
        let (_, game) = self.both(case)?;
        let texts = game.moves().iter().enumerate().map(|(at, &mv)| {
            let before = game.position_after(at)?;
            Some(before.move_text(mv, MoveNotation::Long))
        });
        Some(Case::of(&other)?.with_moves(texts.collect::<Option<_>>()?))
    }

    /// The names of the games, the asked one first.
    const fn named(&self, is_first: bool) -> [&'a str; 2] {
        let [first, second] = self.names;
        if is_first {
            [first, second]
        } else {
            [second, first]
        }
    }

    /// What is said if a difference cannot be reduced.
    fn sentence(&self, odd: &Odd) -> String {
        let [first, second] = self.names;
        match odd {
            Odd::Alone { is_first, text, .. } => {
                let [has, lacks] = self.named(*is_first);
                format!(
                    "{has} allows {text} and {lacks} does not, which no test of either file can say"
                )
            }
            Odd::Otherwise { text, .. } => format!(
                "{text} leads to something else in {first} than in {second}, which no test of either file can say"
            ),
            Odd::Ends(results) => {
                let result = |at: usize| {
                    results[at]
                        .as_ref()
                        .map_or_else(|| "goes on".to_owned(), |o| format!("ends ({})", words(o)))
                };
                format!(
                    "the game {} in {first} and {} in {second}, which no test of either file can say",
                    result(0),
                    result(1)
                )
            }
            Odd::Check(_) => format!("a check is one only in one of {first} and {second}"),
        }
    }
}

/// What a move does in a game, with all that follows from it.
fn happens(position: &Position, mv: Move) -> String {
    let text = position.move_text(mv, MoveNotation::Long);
    let mut sentence = match position.man(mv.from) {
        Some(man) if !matches!(mv.kind, MoveKind::Pass | MoveKind::Drop) => {
            let rules = position.rules();
            let kind = &rules.kind(man.kind).title;
            let from = rules.shape.name(mv.from);
            format!("the {kind} on {from} {}", position.what_happens(mv))
        }
        _ => format!("{text} is played"),
    };
    let besides = position.side_effects(&[mv]).concat();
    if !besides.is_empty() {
        sentence += &format!(", and the move also {}", besides.join(", "));
    }
    sentence
}

/// One difference of each kind; results and checks only where there are no moves to tell, from which they follow as a rule.
fn one_of_each_kind(odds: Vec<(Class, Odd)>) -> Vec<(Class, Odd)> {
    let has_moves = odds.iter().any(|(_, odd)| odd.is_move());
    let mut chosen: Vec<(Class, Odd)> = Vec::new();
    for (class, odd) in odds {
        let is_new = !chosen.iter().any(|(known, _)| *known == class);
        let follows = !odd.is_move() && (has_moves || !chosen.is_empty());
        if is_new && !follows {
            chosen.push((class, odd));
        }
    }
    chosen
}

/// The man that a move is of: the one that moves, or that is put down.
fn who(position: &Position, mv: Move) -> Option<PieceId> {
    let act = Act::of(position, mv);
    act.mover().map(|man| man.kind).or(mv.promotion)
}

/// A state with other men on the board and in hand, and other walls.
fn with_men(state: &State, (men, hands, walls): crate::diff::Men) -> State {
    let mut new = state.clone();
    let stays: crate::board::SquareSet = new
        .squares(|_| true)
        .iter()
        .filter(|s| men.get(s.index()) == state.men.get(s.index()))
        .collect();
    new.men = men;
    new.walls = walls;
    if state.hands.white.is_empty() && Side::ALL.iter().all(|&s| hands[s].iter().all(|n| *n == 0)) {
        new.hands = state.hands.clone();
    } else {
        new.hands = hands;
    }
    new.rights = new.rights & stays;
    new.unmoved = new.unmoved & stays;
    parts::tidy(&mut new);
    new
}

/// Whether a game has the letters that a move's text names.
pub(super) fn has_letters(rules: &Rules, text: &str) -> bool {
    let plain = text.split('/').next().unwrap_or_default();
    let put = plain.split_once('@').map(|(letter, _)| letter);
    let made = plain.split_once('=').map(|(_, letter)| letter);
    let Some(letter) = put.or(made) else {
        return true;
    };
    let mut kinds = rules.kinds.iter();
    kinds.any(|kind| kind.letter.text(Side::White) == letter)
}
