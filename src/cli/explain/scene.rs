//! The board around the piece, as it is typed.

use super::Failure;
use clap::ValueEnum;
use ferz::betza::{Piece, Scene};
use ferz::board::{Shape, Side, Square};

/// The board and the men around the piece.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "The board around the piece")]
pub(crate) struct Options {
    /// The board's files and ranks
    #[arg(long, value_name = "FILESxRANKS", conflicts_with_all = ["game", "suite"])]
    board: Option<String>,

    /// Whose piece it is
    #[arg(long, value_enum, conflicts_with_all = ["game", "suite"])]
    side: Option<SideWord>,

    /// Where other men of its side stand
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', conflicts_with_all = ["game", "suite"])]
    own: Vec<String>,

    /// Where men of the other side stand
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', conflicts_with_all = ["game", "suite"])]
    enemy: Vec<String>,

    /// Which of these men are royal (`k`, `t`)
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', conflicts_with_all = ["game", "suite"])]
    kings: Vec<String>,

    /// Which own men are of the piece's kind (`@`, `x`)
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', conflicts_with_all = ["game", "suite"])]
    same: Vec<String>,

    /// Squares that the board lacks
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', conflicts_with_all = ["game", "suite"])]
    holes: Vec<String>,

    /// Which own men have not moved (`O`); all of them if left out
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', conflicts_with_all = ["game", "suite"])]
    unmoved: Option<Vec<String>>,

    /// The piece has moved (`i`)
    #[arg(long, conflicts_with_all = ["game", "suite"])]
    moved: bool,

    /// The piece stands one rank ahead of its start (`ii`)
    #[arg(long, conflicts_with_all = ["game", "suite"])]
    one_rank_ahead: bool,

    /// The piece is in the hand (`@`)
    #[arg(long, conflicts_with_all = ["game", "suite", "at"])]
    hand: bool,

    /// The enemy man on VICTIM has just passed TARGET (`e`)
    #[arg(long, value_name = "TARGET:VICTIM", conflicts_with_all = ["game", "suite"])]
    en_passant: Option<String>,

    /// How the own man on a square moves (`x`; may be repeated)
    #[arg(long, value_name = "SQUARE:STRING", conflicts_with_all = ["game", "suite"])]
    like: Vec<String>,
}

/// Puts something on a square.
pub(super) type Put = fn(Scene, Square) -> Scene;

/// A side as it is typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum SideWord {
    White,
    Black,
}

/// Reads the name of a square.
pub(super) fn square(shape: Shape, name: &str) -> Result<Square, Failure> {
    let written = name.trim().to_ascii_lowercase();
    shape.parse(&written).ok_or_else(|| {
        let last = shape.squares().next_back();
        let last = last.map(|s| shape.name(s).to_string()).unwrap_or_default();
        Failure::Usage {
            message: format!("{name:?} is not a square of this board"),
            help: Some(format!("its squares are a1 to {last}")),
        }
    })
}

/// The square in the middle, or to the right and below of the middle: e4 of eight by eight.
fn middle(shape: Shape) -> Option<Square> {
    let (files, ranks) = (i32::from(shape.files()), i32::from(shape.ranks()));
    shape.square(files / 2, (ranks - 1) / 2)
}

/// Reads `8x8`.
fn shape(text: &str) -> Result<Shape, Failure> {
    let wrong = |why: String| Failure::Usage {
        message: format!("{text:?} is no board: {why}"),
        help: Some("write files and ranks, such as 8x8 or 10x8".to_owned()),
    };
    let number = |text: &str| super::super::args::whole::<i64>(text.trim());
    let (files, ranks) = text
        .split_once(['x', 'X', '×'])
        .ok_or_else(|| wrong("there is no x between two numbers".to_owned()))?;
    let files = number(files).map_err(&wrong)?;
    let ranks = number(ranks).map_err(&wrong)?;
    Shape::new(files, ranks).map_err(|error| wrong(error.to_string()))
}

impl Options {
    /// Whether the diagram is to show a position.
    pub(super) fn has_men(&self) -> bool {
        let squares = [&self.own, &self.enemy, &self.same, &self.holes, &self.like];
        squares.iter().any(|list| !list.is_empty()) || self.en_passant.is_some()
    }

    /// The board that was typed, with the piece on a square, or in the hand if it can only be dropped.
    pub(super) fn scene(&self, at: Option<&str>, only_drops: bool) -> Result<Scene, Failure> {
        let shape = self.board.as_deref().map_or_else(|| shape("8x8"), shape)?;
        let side = match self.side {
            Some(SideWord::Black) => Side::Black,
            _ => Side::White,
        };
        let mut scene = Scene::new(shape, side)
            .moved(self.moved)
            .one_rank_ahead(self.one_rank_ahead);
        if let Some(name) = at {
            scene = scene.at(square(shape, name)?);
        } else if !self.hand
            && !only_drops
            && let Some(middle) = middle(shape)
        {
            scene = scene.at(middle);
        }
        let men = self.men(shape)?;
        Self::check(&scene, &men, at.is_some())?;
        let unmoved = if self.unmoved.is_some() {
            &men.unmoved
        } else {
            &men.own
        };
        let lists: [(&[Square], Put); 6] = [
            (&men.own, Scene::own),
            (&men.enemy, Scene::enemy),
            (&men.kings, Scene::royal),
            (&men.same, |scene, square| {
                scene.own(square).same_kind(square)
            }),
            (&men.holes, Scene::hole),
            (unmoved, Scene::unmoved),
        ];
        for (list, set) in lists {
            scene = list.iter().fold(scene, |scene, &at| set(scene, at));
        }
        if let Some((target, victim)) = men.passed {
            scene = scene.en_passant(target, victim);
        }
        for (at, piece) in men.like {
            scene = scene.own(at).moves_like(at, piece);
        }
        Ok(scene)
    }

    /// The squares that were typed.
    fn men(&self, shape: Shape) -> Result<Men, Failure> {
        let squares = |list: &[String]| -> Result<Vec<Square>, Failure> {
            let names = list.iter().filter(|name| !name.trim().is_empty());
            names.map(|name| square(shape, name)).collect()
        };
        let mut men = Men {
            own: squares(&self.own)?,
            enemy: squares(&self.enemy)?,
            kings: squares(&self.kings)?,
            same: squares(&self.same)?,
            holes: squares(&self.holes)?,
            unmoved: squares(self.unmoved.as_deref().unwrap_or_default())?,
            passed: None,
            like: Vec::new(),
        };
        if let Some(text) = &self.en_passant {
            let (target, victim) = pair(text, "en-passant", "d6:d5")?;
            men.passed = Some((square(shape, target)?, square(shape, victim)?));
        }
        for text in &self.like {
            let (name, like) = pair(text, "like", "b2:R")?;
            let piece = Piece::parse(like).map_err(|error| {
                Failure::usage(format!("--like {text}: {like:?} is no piece: {error}"))
            })?;
            men.like.push((square(shape, name)?, piece));
        }
        Ok(men)
    }

    /// Refuses options that contradict each other.
    fn check(scene: &Scene, men: &Men, at_is_said: bool) -> Result<(), Failure> {
        let refuse = |option: &str, at: Square, why: &str, help: String| {
            let at = scene.shape().name(at);
            Err(Failure::Usage {
                message: format!("--{option} {at}: {why}"),
                help: Some(help.replace("{at}", &at.to_string())),
            })
        };
        let like: Vec<Square> = men.like.iter().map(|one| one.0).collect();
        let own = [&men.own[..], &men.same, &like].concat();
        let occupied = [
            ("own", &men.own),
            ("enemy", &men.enemy),
            ("same", &men.same),
            ("like", &like),
        ];
        for (option, list) in occupied.into_iter().chain([("holes", &men.holes)]) {
            if let Some(&at) = list.iter().find(|&&at| Some(at) == scene.square()) {
                let help = if at_is_said {
                    "leave the square out, or put the piece on another one with --at"
                } else {
                    "without --at it stands in the middle: put it on another square with --at, or leave this one out"
                };
                let why = "the piece itself stands there";
                return refuse(option, at, why, help.to_owned());
            }
        }
        for (option, list) in occupied {
            if let Some(&at) = list.iter().find(|at| men.holes.contains(at)) {
                let help = "leave the square out here or in --holes".to_owned();
                return refuse(option, at, "by --holes the board lacks this square", help);
            }
        }
        if let Some(&at) = men.enemy.iter().find(|at| own.contains(at)) {
            let help = "leave the square out in one of them".to_owned();
            return refuse("enemy", at, "an own man stands there already", help);
        }
        let stands = |at: &Square| own.contains(at) || men.enemy.contains(at);
        if let Some(&at) = men.kings.iter().find(|at| !stands(at)) {
            let help = "put a man there with --own {at} or --enemy {at} too".to_owned();
            return refuse("kings", at, "nobody stands there", help);
        }
        if let Some(&at) = men.unmoved.iter().find(|at| !own.contains(at)) {
            let help = "put a man there with --own {at} too".to_owned();
            return refuse("unmoved", at, "no own man stands there", help);
        }
        let Some((target, victim)) = men.passed else {
            return Ok(());
        };
        if Some(victim) == scene.square() {
            let help = "write the square of the enemy man that has just moved behind the `:`";
            return refuse(
                "en-passant",
                victim,
                "that is the piece itself",
                help.to_owned(),
            );
        }
        if !men.enemy.contains(&victim) {
            let help = "put it there with --enemy {at} too".to_owned();
            return refuse("en-passant", victim, "no enemy man stands there", help);
        }
        let empty = !stands(&target) && !men.holes.contains(&target);
        if !empty || Some(target) == scene.square() {
            let help = "write the empty square that the man has just passed before the `:`";
            return refuse(
                "en-passant",
                target,
                "this square is not empty",
                help.to_owned(),
            );
        }
        Ok(())
    }

    /// Whether the piece has moved and whether it is one rank ahead of its start, as was typed.
    pub(super) fn past(&self) -> (bool, bool) {
        (self.moved, self.one_rank_ahead)
    }
}

/// The squares that were typed, by option.
struct Men {
    own: Vec<Square>,
    enemy: Vec<Square>,
    kings: Vec<Square>,
    same: Vec<Square>,
    holes: Vec<Square>,
    unmoved: Vec<Square>,
    passed: Option<(Square, Square)>,
    like: Vec<(Square, Piece)>,
}

fn pair<'a>(text: &'a str, option: &str, example: &str) -> Result<(&'a str, &'a str), Failure> {
    text.split_once(':').ok_or_else(|| Failure::Usage {
        message: format!("--{option} {text:?}: there is no `:` between two parts"),
        help: Some(format!("write it like --{option} {example}")),
    })
}
