//! A game as a list of facts: what each rule means, for comparing, and how it is told.

use super::Theme;
use super::canon::Canon;
use crate::board::{BySide, PieceId, Side};
use crate::notation::Action;
use crate::rules::told::Told;
use crate::rules::{Captured, Condition, Entry, Kind, Rules, Verdict, sentence};

/// One rule of a game. Two games have the same rule if theme, name and all parts are the same.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) theme: Theme,
    /// By which the rule is found in the other game.
    pub(super) name: String,
    /// How it is called for people.
    pub(super) title: String,
    /// What it consists of: the meaning for comparing, and the sentences.
    pub(super) parts: Vec<Part>,
}

/// A part of a fact.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) meaning: String,
    pub(super) told: Vec<String>,
    /// Whether it goes without saying of a rule that only one game has.
    pub(super) usual: bool,
}

impl Fact {
    fn new(theme: Theme, name: &str) -> Self {
        Self {
            theme,
            name: name.to_owned(),
            title: name.to_owned(),
            parts: Vec::new(),
        }
    }

    fn part(self, meaning: impl Into<String>, told: Vec<String>) -> Self {
        self.part_if(false, meaning, told)
    }

    /// A part that goes without saying if it is as usual.
    fn part_if(mut self, usual: bool, meaning: impl Into<String>, told: Vec<String>) -> Self {
        self.parts.push(Part {
            meaning: meaning.into(),
            told,
            usual,
        });
        self
    }

    /// All its sentences but those that go without saying.
    pub(super) fn told(&self) -> Vec<String> {
        let parts = self.parts.iter().filter(|part| !part.usual);
        parts.flat_map(|part| part.told.clone()).collect()
    }

    /// Whether it means the same.
    pub(super) fn means(&self, other: &Self) -> bool {
        let meanings =
            |fact: &Self| -> Vec<String> { fact.parts.iter().map(|p| p.meaning.clone()).collect() };
        self.theme == other.theme && meanings(self) == meanings(other)
    }
}

/// All rules of a game but its start position, in the order in which they are told.
pub(super) fn facts(rules: &Rules, names: &[String]) -> Vec<Fact> {
    let lister = Lister {
        rules,
        canon: Canon::new(rules, names),
        told: Told::new(rules),
    };
    let mut facts = vec![lister.board()];
    facts.extend(lister.start());
    facts.extend(rules.kinds().map(|(id, kind)| lister.kind(id, kind)));
    facts.push(lister.check());
    facts.extend(lister.laws());
    facts.extend(lister.promotions());
    facts.push(lister.castling());
    facts.extend(lister.hands());
    facts.push(lister.turn());
    facts.extend(lister.effects());
    facts.extend(lister.counters());
    facts.extend(lister.ends());
    facts.extend(lister.progress());
    facts
}

/// Whether some end asks for quiet half-moves.
pub(super) fn counts_quiet(rules: &Rules) -> bool {
    let is_quiet = |fact: &Condition| matches!(fact, Condition::Quiet(_));
    rules.ends.iter().any(|end| end.condition.has(&is_quiet))
}

/// Whether men are weighed at the end of the game.
pub(super) fn weighs_men(rules: &Rules) -> bool {
    let weighs = |side: &Side| {
        let mut ends = rules.ends.iter();
        ends.any(|end| matches!(end.result[*side], Verdict::More(_)))
    };
    Side::ALL.iter().any(weighs)
}

/// Whether how squares read for Black decides anything besides the zones, which are compared themselves.
pub(super) fn needs_view(rules: &Rules) -> bool {
    let has = |side: Side, id: PieceId| {
        let mut men = rules.array.iter().flatten();
        men.any(|man| man.side == side && man.kind == id)
    };
    let one_sided = rules
        .kinds()
        .any(|(id, _)| has(Side::White, id) != has(Side::Black, id));
    rules.shuffle.is_some() || one_sided
}

struct Lister<'a> {
    rules: &'a Rules,
    canon: Canon<'a>,
    told: Told<'a>,
}

impl Lister<'_> {
    fn board(&self) -> Fact {
        let rules = self.rules;
        let mut told = vec![format!("The board has {}.", size(rules))];
        if !rules.holes.is_empty() {
            let holes = sentence::squares(rules.shape, rules.holes);
            told.push(format!("These squares are not part of it: {holes}."));
        }
        let ring = if rules.shape.wraps() {
            "The first file stands beside the last, as on a cylinder."
        } else {
            "The first and the last file are edges."
        };
        Fact::new(Theme::Board, "board")
            .part(format!("{} {:?}", size(rules), rules.holes), told)
            .part(rules.shape.wraps().to_string(), vec![ring.to_owned()])
    }

    /// What belongs to the start position besides the men on their squares.
    fn start(&self) -> Vec<Fact> {
        let rules = self.rules;
        let mut facts = Vec::new();
        if let Some(shuffle) = &rules.shuffle {
            let lines = shuffle.lines.iter().map(|line| {
                let men: Vec<&str> = line.men.iter().map(|k| self.canon.kind(*k)).collect();
                format!("{men:?} {:?}", line.zone)
            });
            let lines: Vec<String> = lines.collect();
            let condition = self.canon.condition(&shuffle.condition);
            let meaning = format!("{:?} {lines:?} {} {condition}", shuffle.zone, shuffle.alike);
            let told = format!("Drawn by lot. {}", self.told.shuffle(shuffle));
            facts.push(Fact::new(Theme::Start, "shuffle").part(meaning, vec![told]));
        }
        for army in &rules.armies {
            let told = format!(
                "{} can be chosen: {}.",
                army.title,
                sentence::kinds(rules, army.kinds)
            );
            let name = format!("army {}", army.id);
            facts.push(
                Fact::new(Theme::Start, &name).part(self.canon.kinds(army.kinds), vec![told]),
            );
        }
        if needs_view(rules) {
            let meaning = format!("{:?}", rules.view);
            facts.push(Fact::new(Theme::Start, "view").part(meaning, vec![self.told.view()]));
        }
        facts
    }

    fn kind(&self, id: PieceId, kind: &Kind) -> Fact {
        let rules = self.rules;
        let letter = kind.letter.text(Side::White);
        let mut fact = Fact::new(Theme::Pieces, self.canon.kind(id));
        fact.title = format!("{} ({letter})", kind.title);
        let [white, black] = Side::ALL.map(|side| self.canon.moves(&kind.entries[side]));
        let (same, meaning) = (white == black, format!("{white} {black}"));
        let everywhere = self.told.stays(kind).is_none();
        let stays = self.told.stays(kind);
        let stays = stays.unwrap_or_else(|| "May end its moves anywhere.".to_owned());
        let remembered = rules.unmoved.contains(id);
        let moved = if remembered {
            "It is remembered of each whether it has moved."
        } else {
            "Whether it has moved is told by its square alone."
        };
        let (hand, in_hand) = if rules.captured != Captured::Hand || kind.in_hand == id {
            (
                "",
                "In the hand of whoever captures it, it stays what it is.".to_owned(),
            )
        } else {
            let hand = sentence::title(rules, kind.in_hand);
            let told = format!("In the hand of whoever captures it, it is {hand}.");
            (self.canon.kind(kind.in_hand), told)
        };
        let (value, worth) = if weighs_men(rules) {
            (format!("{:?}", kind.value), vec![worth(kind)])
        } else {
            (String::new(), Vec::new())
        };
        fact.part_if(
            true,
            letter.as_str(),
            vec![format!("Its letter is {letter}.")],
        )
        .part_if(
            kind.royal == BySide::both(false),
            format!("{:?}", kind.royal),
            vec![royal(kind)],
        )
        .part(meaning, self.moves(kind, same))
        .part_if(everywhere, format!("{:?}", kind.stays), vec![stays])
        .part_if(!remembered, remembered.to_string(), vec![moved.to_owned()])
        .part_if(hand.is_empty(), hand, vec![in_hand])
        .part(value, worth)
    }

    /// A piece's moves in sentences; the player is named if the players have different ones.
    fn moves(&self, kind: &Kind, same: bool) -> Vec<String> {
        let lines = |entries: &[Entry]| -> Vec<String> {
            let told: Vec<String> = entries.iter().flat_map(|e| self.told.moves(e)).collect();
            if told.is_empty() {
                vec!["Never moves.".to_owned()]
            } else {
                told
            }
        };
        if same {
            return lines(&kind.entries.white);
        }
        let of = |side: Side| {
            lines(&kind.entries[side])
                .into_iter()
                .map(move |l| format!("{side}: {l}"))
        };
        Side::ALL.into_iter().flat_map(of).collect()
    }

    fn check(&self) -> Fact {
        let usual = Condition::Check { enemy: false };
        let told = match &self.rules.check {
            None => {
                "A player is in check if a royal piece of that player is under attack.".to_owned()
            }
            Some(Condition::Never) => "Nobody is ever in check.".to_owned(),
            Some(check) => format!(
                "A player is in check if {}.",
                sentence::condition(self.rules, check)
            ),
        };
        let check = self.rules.check.as_ref().unwrap_or(&usual);
        Fact::new(Theme::Laws, "check").part(self.canon.condition(check), vec![told])
    }

    fn laws(&self) -> Vec<Fact> {
        let forbidden = self.rules.forbidden.iter().map(|law| {
            let told = sentence::capital(&self.told.forbidden(law));
            let mut fact = Fact::new(Theme::Laws, &format!("forbid {}", law.id))
                .part(self.canon.condition(&law.condition), vec![told]);
            fact.title = format!("forbidden: {}", law.id);
            fact
        });
        let forced = self.rules.forced.iter().map(|law| {
            let told = sentence::capital(&self.told.forced(law, true));
            let mut fact = Fact::new(Theme::Laws, &format!("forced {}", law.id)).part(
                format!("forced {}", self.canon.condition(&law.condition)),
                vec![told],
            );
            fact.title = format!("forced: {}", law.id);
            fact
        });
        forbidden.chain(forced).collect()
    }

    fn promotions(&self) -> Vec<Fact> {
        let rules = self.rules.promotions.iter();
        rules
            .map(|rule| {
                let told = self.told.promotion(rule);
                Fact::new(Theme::Promotion, &rule.id).part(self.canon.promotion(rule), told)
            })
            .collect()
    }

    fn castling(&self) -> Fact {
        let fact = Fact::new(Theme::Castling, "castling");
        let mut terms = self.rules.men().flat_map(|man| self.rules.terms(man));
        if !terms.any(|term| matches!(term.action, Action::Castle(_))) {
            return fact.part("", vec!["Nobody castles.".to_owned()]);
        }
        let castling = &self.rules.castling;
        let who = Side::ALL.map(|side| {
            let kinds = self.rules.kinds().filter(|(id, _)| {
                let man = crate::board::Man { side, kind: *id };
                let mut terms = self.rules.terms(man);
                terms.any(|term| matches!(term.action, Action::Castle(_)))
            });
            self.canon.kinds(kinds.map(|(id, _)| id).collect())
        });
        let with = Side::ALL.map(|side| self.canon.kinds(castling.with[side]));
        let meaning = format!(
            "{who:?} {with:?} {} {} {}",
            castling.free,
            castling.dropped,
            self.canon.condition(&castling.condition)
        );
        fact.part(meaning, self.told.castling())
    }

    fn hands(&self) -> Vec<Fact> {
        let captured = match self.rules.captured {
            Captured::Hand => "A captured man goes into the hand of the player who took it.",
            Captured::Gone => "Captured men leave the game.",
        };
        let mut facts = vec![Fact::new(Theme::Hands, "captured men").part(
            format!("{:?}", self.rules.captured),
            vec![captured.to_owned()],
        )];
        facts.extend(self.rules.drops.iter().map(|rule| {
            Fact::new(Theme::Hands, &rule.id).part(self.canon.drop(rule), self.told.drop(rule))
        }));
        facts
    }

    fn turn(&self) -> Fact {
        let turn = &self.rules.turn;
        let pass = match sentence::simple(&turn.pass) {
            Condition::Never => "Nobody may pass.".to_owned(),
            Condition::Always => "A player may pass.".to_owned(),
            condition => format!(
                "A player may pass if {}.",
                sentence::condition(self.rules, &condition)
            ),
        };
        let (then, told) = match &turn.then {
            None => (String::new(), vec!["Nothing follows a move.".to_owned()]),
            Some(part) => {
                let mut told = self.told.turn();
                if turn.pass != Condition::Never {
                    told.pop();
                }
                (
                    format!("{} {}", self.canon.part(part), turn.each_part),
                    told,
                )
            }
        };
        Fact::new(Theme::Turn, "turn")
            .part(then, told)
            .part(self.canon.condition(&turn.pass), vec![pass])
    }

    fn effects(&self) -> Vec<Fact> {
        let effects = self.rules.effects.iter();
        effects
            .map(|effect| {
                let told = sentence::capital(&self.told.effect(effect));
                Fact::new(Theme::Effects, &effect.id).part(self.canon.effect(effect), vec![told])
            })
            .collect()
    }

    fn counters(&self) -> Vec<Fact> {
        let counters = self.rules.counters.iter();
        counters
            .map(|counter| {
                let told = sentence::capital(&self.told.counter(counter));
                Fact::new(Theme::Counters, &counter.id)
                    .part(self.canon.counter(counter), vec![told])
            })
            .collect()
    }

    fn ends(&self) -> Vec<Fact> {
        let ends = self.rules.ends.iter();
        ends.map(|end| {
            let told = sentence::capital(&self.told.end(end));
            Fact::new(Theme::Ends, &end.id).part(self.canon.end(end), vec![told])
        })
        .collect()
    }

    /// What sets the count of quiet half-moves back, where anything asks for it.
    fn progress(&self) -> Option<Fact> {
        counts_quiet(self.rules).then(|| {
            let meaning = self.canon.condition(&self.rules.progress);
            Fact::new(Theme::Ends, "progress").part(meaning, vec![self.told.progress()])
        })
    }
}

fn size(rules: &Rules) -> String {
    format!(
        "{} files and {} ranks",
        rules.shape.files(),
        rules.shape.ranks()
    )
}

fn royal(kind: &Kind) -> String {
    match (kind.royal.white, kind.royal.black) {
        (true, true) => "It is royal.",
        (true, false) => "It is royal for White.",
        (false, true) => "It is royal for Black.",
        (false, false) => "It is not royal.",
    }
    .to_owned()
}

/// What a piece is worth where men are weighed.
pub(super) fn worth(kind: &Kind) -> String {
    let worth = |value: Option<i32>| {
        value.map_or_else(
            || "has no value of its own".to_owned(),
            |v| format!("is worth {} pawns", f64::from(v) / 100.0),
        )
    };
    let told = sentence::by_side(kind.value.white, kind.value.black, worth);
    format!("It {told}.")
}
