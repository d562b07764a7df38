//! Direction letters: which of an atom's steps `f`, `lf` or `hr` mean.
//!
//! Straight atoms add letters up, diagonal ones join two letters to one step, oblique ones and the compounds `K` and `Q`
//! have tables of their own. Letters are joined only if they stand side by side, pairs are taken greedily from the left.

use crate::notation::Step;
use crate::notation::findings::NotationFinding;
use std::ops::Range as Span;

/// The family of an atom's steps, which decides how direction letters read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Geometry {
    /// W D H R.
    Straight,
    /// F A G B.
    Diagonal,
    /// N C Z and the like.
    Oblique,
    /// K Q: straight and diagonal steps with one table.
    Compound,
}

/// A choice among the steps of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct Choice {
    forward: i32,
    right: i32,
    form: Form,
}

/// The form of the steps that a choice takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Any,
    /// More forward or back than sideways.
    Steep,
    /// More sideways than forward or back.
    Flat,
    Diagonal,
    /// `hr`: each step lies to the right hand of the main direction next to it.
    RightHand,
    LeftHand,
}

impl Choice {
    fn of(letters: &str, form: Form) -> Self {
        let sign =
            |plus, minus| i32::from(letters.contains(plus)) - i32::from(letters.contains(minus));
        Self {
            forward: sign('f', 'b'),
            right: sign('r', 'l'),
            form,
        }
    }

    /// Whether it takes the step.
    pub(in crate::notation) fn takes(self, step: Step) -> bool {
        let fits = |wanted: i32, there: i32| wanted == 0 || wanted == there.signum();
        let upright = step.forward.abs() > step.right.abs();
        let flat = step.forward.abs() < step.right.abs();
        fits(self.forward, step.forward)
            && fits(self.right, step.right)
            && match self.form {
                Form::Any => true,
                Form::Steep => upright,
                Form::Flat => flat,
                Form::Diagonal => !upright && !flat,
                Form::RightHand => (step.forward * step.right > 0) == upright,
                Form::LeftHand => (step.forward * step.right < 0) == upright,
            }
    }
}

/// A direction letter and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::notation) struct Letter {
    pub(in crate::notation) letter: char,
    pub(in crate::notation) at: usize,
}

/// One or two letters that make a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::notation) struct Unit {
    pub(in crate::notation) text: String,
    pub(in crate::notation) span: Span<usize>,
    pub(in crate::notation) choice: Choice,
}

/// All steps of an atom with a short and a long side, sorted.
pub(in crate::notation) fn all_steps(geometry: Geometry, short: i32, long: i32) -> Vec<Step> {
    let mut steps = Vec::new();
    for (a, b) in [(short, long), (long, short)] {
        for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            steps.push(Step {
                right: a * x,
                forward: b * y,
            });
        }
    }
    if geometry == Geometry::Compound {
        steps.extend(all_steps(Geometry::Diagonal, long, long));
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// Reads the direction letters of one term. Nothing comes back if one of them is an error.
pub(in crate::notation) fn read(
    geometry: Geometry,
    letters: &[Letter],
    findings: &mut Vec<NotationFinding>,
) -> Option<Vec<Unit>> {
    let (mut units, mut fine, mut at) = (Vec::new(), true, 0);
    while let Some(&first) = letters.get(at) {
        let next = letters.get(at + 1).filter(|n| n.at == first.at + 1);
        let pair = next.map(|n| [first.letter, n.letter].iter().collect::<String>());
        let (text, found) = match pair {
            Some(text) => match joined(geometry, &text) {
                Joined::One(choice) => (text, Ok(choice)),
                Joined::Separate => (
                    first.letter.to_string(),
                    single(geometry, first.letter).ok_or(Mistake::LoneH),
                ),
                Joined::Wrong(mistake) => (text, Err(mistake)),
            },
            None => (
                first.letter.to_string(),
                single(geometry, first.letter).ok_or(Mistake::LoneH),
            ),
        };
        let span = first.at..first.at + text.len();
        at += text.len();
        match found {
            Ok(choice) => units.push(Unit { text, span, choice }),
            Err(mistake) => {
                fine = false;
                findings.push(mistake.finding(geometry, &text, span));
            }
        }
    }
    fine.then_some(units)
}

/// What two letters side by side are.
enum Joined {
    One(Choice),
    Separate,
    Wrong(Mistake),
}

fn joined(geometry: Geometry, pair: &str) -> Joined {
    if geometry == Geometry::Straight {
        return Joined::Separate;
    }
    match geometry {
        Geometry::Straight => Joined::Separate,
        Geometry::Diagonal => match pair {
            // Two letters that cross each other leave the steps that both name.
            "fl" | "lf" | "fr" | "rf" | "bl" | "lb" | "br" | "rb" | "fs" | "sf" | "bs" | "sb"
            | "lv" | "vl" | "rv" | "vr" | "ff" | "bb" | "ll" | "rr" => {
                Joined::One(Choice::of(pair, Form::Any))
            }
            _ => Joined::Separate,
        },
        Geometry::Oblique | Geometry::Compound => eight_fold(geometry, pair),
    }
}

/// The tables of the atoms with eight directions.
fn eight_fold(geometry: Geometry, pair: &str) -> Joined {
    let oblique = geometry == Geometry::Oblique;
    let form = |of_oblique| if oblique { of_oblique } else { Form::Diagonal };
    let choice = match pair {
        "ff" | "bb" => Choice::of(pair, Form::Steep),
        "ll" | "rr" => Choice::of(pair, Form::Flat),
        "lf" | "rf" | "lb" | "rb" | "lv" | "rv" => Choice::of(pair, form(Form::Steep)),
        "fl" | "fr" | "bl" | "br" | "fs" | "bs" => Choice::of(pair, form(Form::Flat)),
        "fh" | "bh" | "lh" | "rh" => Choice::of(pair, Form::Any),
        "hr" if oblique => Choice::of("", Form::RightHand),
        "hl" if oblique => Choice::of("", Form::LeftHand),
        "hr" | "hl" => return Joined::Wrong(Mistake::LoneH),
        "hf" | "hb" | "hv" | "hs" => return Joined::Wrong(Mistake::HPair),
        "sf" | "sb" | "sl" | "sr" | "sv" | "vf" | "vb" | "vl" | "vr" | "vs" => {
            return Joined::Wrong(Mistake::Ambiguous);
        }
        _ => return Joined::Separate,
    };
    Joined::One(choice)
}

/// What a letter alone is; nothing for `h`.
fn single(geometry: Geometry, letter: char) -> Option<Choice> {
    let form = match letter {
        'h' => return None,
        _ if geometry == Geometry::Diagonal => Form::Any,
        'f' | 'b' | 'v' => Form::Steep,
        _ => Form::Flat,
    };
    Some(Choice::of(letter.encode_utf8(&mut [0; 4]), form))
}

/// What can be wrong with direction letters.
enum Mistake {
    LoneH,
    HPair,
    Ambiguous,
}

impl Mistake {
    fn finding(&self, geometry: Geometry, text: &str, span: Span<usize>) -> NotationFinding {
        match self {
            Self::LoneH if geometry == Geometry::Oblique => {
                NotationFinding::error("dangling-h", span, "`h` needs a partner")
                    .help("`fh` `bh` `lh` `rh` are halves of the directions, `hl` and `hr` the left-handed and right-handed ones")
            }
            Self::LoneH if geometry == Geometry::Compound => {
                NotationFinding::error("dangling-h", span, format!("`{text}` has no meaning on K and Q"))
                    .help("there `h` stands only behind `f`, `b`, `l` or `r`: `fhK` is straight ahead and both diagonals beside it")
            }
            Self::LoneH => NotationFinding::error("dangling-h", span, "`h` has no meaning on straight and diagonal moves")
                .help("leave it out; halves are for atoms with eight directions, such as `fhN`"),
            Self::HPair => {
                let partner = text.trim_start_matches('h');
                let place = span.clone();
                NotationFinding::error("bad-h-pair", span, "`h` may only be followed by `l` or `r`")
                    .help(format!("for a half of the directions write `{partner}h`"))
                    .offer(place, format!("{partner}h"))
            }
            Self::Ambiguous => {
                let help = if geometry == Geometry::Oblique {
                    "name the squares: the second letter is the main direction, so `fsN` is the flat pair ahead and `fN` the steep pair"
                } else {
                    "name the directions: `fsK` is the two diagonals ahead, `fK` straight ahead"
                };
                let turned: String = text.chars().rev().collect();
                let message = format!("`{text}` has no agreed meaning on this atom");
                let finding = NotationFinding::error("ambiguous-direction", span.clone(), message);
                match joined(geometry, &turned) {
                    Joined::One(_) => finding
                        .help(format!("did you mean `{turned}`? Otherwise {help}"))
                        .offer(span, turned),
                    _ => finding.help(help),
                }
            }
        }
    }
}

/// Warns of letters that add nothing to those before them. Doubled letters are harmless.
pub(in crate::notation) fn warn_redundant(
    units: &[Unit],
    steps: &[Step],
    findings: &mut Vec<NotationFinding>,
) {
    for (i, unit) in units.iter().enumerate().skip(1) {
        let before = &units[..i];
        let doubled = before[i - 1].text == unit.text;
        let mut taken = steps.iter().filter(|&&s| unit.choice.takes(s));
        if !doubled && taken.all(|&s| before.iter().any(|u| u.choice.takes(s))) {
            let repeated: Vec<_> = before
                .iter()
                .filter(|u| {
                    steps
                        .iter()
                        .any(|&s| u.choice.takes(s) && unit.choice.takes(s))
                })
                .map(|u| format!("`{}`", u.text))
                .collect();
            let message = format!("`{}` repeats {}", unit.text, repeated.join(" and "));
            findings.push(
                NotationFinding::warning("redundant-direction", unit.span.clone(), message)
                    .help(format!("leave out `{}`, or what it repeats", unit.text)),
            );
        }
    }
}

/// The letters for a choice of an atom's steps, empty for all of them, so that reading them gives the same choice.
pub(in crate::notation) fn write(geometry: Geometry, all: &[Step], wanted: &[Step]) -> String {
    if wanted.len() == all.len() {
        return String::new();
    }
    let taken = |text: &str| -> Vec<Step> {
        let letters: Vec<_> = text
            .char_indices()
            .map(|(at, letter)| Letter { letter, at })
            .collect();
        let units = read(geometry, &letters, &mut Vec::new()).unwrap_or_default();
        all.iter()
            .copied()
            .filter(|&s| units.iter().any(|u| u.choice.takes(s)))
            .collect()
    };
    let alone = ["f", "b", "l", "r", "v", "s"];
    if let Some(text) = alone.into_iter().find(|t| taken(t) == wanted) {
        return text.to_owned();
    }
    // Letters that stand alone could be joined with the next ones, so that only pairs are put together.
    let words: &[&str] = match geometry {
        Geometry::Straight => &["v", "s", "f", "b", "l", "r"],
        Geometry::Diagonal => &["ff", "bb", "ll", "rr", "fl", "fr", "bl", "br"],
        Geometry::Oblique | Geometry::Compound => &[
            "fh", "bh", "lh", "rh", "hl", "hr", "ff", "fs", "bb", "bs", "ll", "lv", "rr", "rv",
            "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb",
        ],
    };
    let (mut text, mut left) = (String::new(), wanted.to_vec());
    for word in words {
        let steps = taken(word);
        if !steps.is_empty() && steps.iter().all(|s| left.contains(s)) {
            text += word;
            left.retain(|s| !steps.contains(s));
        }
    }
    // XBoard writes f before v and s; straight letters may stand in any order.
    text
}
