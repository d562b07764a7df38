//! `ferz explain`: a notation string, or a piece of a game, in words and as a diagram.

pub(super) mod code;
mod game;
mod lines;
mod scene;
mod suite;

use super::diagram::{self, Diagram, Entries, Holds, Use};
use super::draw::bullet;
use super::failure::{Failure, Status};
use super::findings::{plural, render};
use super::json;
use super::session::Session;
use clap::ValueEnum;
use ferz::betza::{Move, Piece, Scene};
use ferz::board::{Side, Square};
use ferz::diagnostics::{Diagnostic, Severity};
use ferz::notation::{Action, Content, Found, NotationFinding, Term, notes};
use ferz::source::{Location, Sources};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Lines of text are broken here.
const WIDTH: usize = 100;
/// How far diagrams stand from the margin.
const INDENT: usize = 2;
/// The letter of the piece in its diagram.
const MOVER: &str = "M";
/// How many findings are shown as text.
const MAX_SHOWN: usize = 40;

/// The name under which findings show the string.
const STRING: &str = "<string>";

const EXAMPLES: &str = "\
Examples:
  ferz explain mRcpR                                 a cannon in words and as a diagram
  ferz explain fmFfcafmF --at c3 --enemy d4          what it can do there
  ferz explain KisO2 --at e1 --own a1,h1 --format json
  ferz explain '[F?R]' --svg griffon.svg
  ferz explain --in chess knight                     a piece of a game
  ferz explain --in chess --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --at e2
  ferz explain --suite corpus.json
  ferz explain --code duplicate-letter               what a finding means
  ferz explain --list                                all findings there are

Without --own and --enemy the diagram shows what the piece could do, and the moves in JSON are those on an empty board.
In the JSON of a board the squares of `diagram` have names; with --in and no --at they are [right, forward], counted from the piece.";

/// Explain a notation string: its moves in words and as a diagram
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The notation string; with --in the name or letter of a piece of the game
    #[arg(required_unless_present_any = ["suite", "game", "code", "list"])]
    string: Option<String>,

    /// Explain a piece of a game, or with --at the man on a square of it
    #[arg(long = "in", value_name = "GAME", conflicts_with = "suite")]
    game: Option<String>,

    /// With --in: the position; the start position if left out
    #[arg(long, requires_all = ["game", "at"])]
    fen: Option<String>,

    /// Where the piece stands; the middle of the board if left out
    #[arg(long, value_name = "SQUARE")]
    at: Option<String>,

    /// Compare with the moves that a file of entries such as corpus.json expects
    #[arg(long, value_name = "FILE", conflicts_with_all = ["string", "at", "svg"])]
    suite: Option<PathBuf>,

    /// Tell what a finding means: the word in its first line, such as `duplicate-letter`
    #[arg(long, value_name = "CODE", conflicts_with_all = ["string", "game", "suite", "at", "svg"])]
    code: Option<String>,

    /// List the codes of all findings, each with a sentence
    #[arg(long, conflicts_with_all = ["string", "game", "suite", "at", "svg", "code"])]
    list: bool,

    #[command(flatten)]
    board: scene::Options,

    /// Also draw the diagram into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What the result is written as: text for people, an SVG picture, or one JSON object for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Svg,
    Json,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    if args.list {
        return code::list(args.format, session);
    }
    if let Some(word) = &args.code {
        return code::run(word, args.format, session);
    }
    if let Some(file) = &args.suite {
        return suite::run(file, args.format, session);
    }
    if let Some(game) = &args.game {
        return game::run(args, game, session);
    }
    let string = args.string.as_deref().unwrap_or_default();
    let piece = Piece::parse(string);
    let only_drops = piece.as_ref().is_ok_and(Piece::only_drops);
    let scene = args.board.scene(args.at.as_deref(), only_drops)?;
    let mut told = Told {
        string,
        scene: &scene,
        findings: match &piece {
            Ok(piece) => piece.findings().to_vec(),
            Err(error) => error.findings.clone(),
        },
        piece: piece.ok(),
        moves: Vec::new(),
        diagram: None,
    };
    told.try_out(&args.board);
    told.write(args, session)
}

/// All that is told about a string.
struct Told<'a> {
    string: &'a str,
    scene: &'a Scene,
    piece: Option<Piece>,
    findings: Vec<NotationFinding>,
    moves: Vec<Move>,
    diagram: Option<Diagram>,
}

impl Told<'_> {
    /// Finds the moves and draws them.
    fn try_out(&mut self, options: &scene::Options) {
        let Some(piece) = &self.piece else { return };
        match piece.moves(self.scene) {
            Ok(moves) => self.moves = moves,
            Err(error) => {
                let all = 0..self.string.len();
                let finding = NotationFinding::error("too-many-moves", all, error.to_string());
                let help = "a smaller board, fewer men on it or fewer legs leave fewer ways";
                self.findings.push(finding.help(help));
                return;
            }
        }
        let shape = self.scene.shape();
        self.findings
            .extend(notes(self.string, piece.movement(), shape));
        self.findings.sort_by_key(|f| (f.span.start, f.span.end));
        let mut diagram = match self.scene.square() {
            Some(from) if !options.has_men() => {
                let (moved, one_rank_ahead) = options.past();
                let entries = Entries::of_movement(piece.movement());
                let entries = entries.standing(moved, one_rank_ahead);
                diagram::could(&entries, MOVER, shape, from, self.scene.side())
            }
            _ => position(piece, self.scene, &self.moves),
        };
        diagram.remarks.extend(missing(piece, self.scene));
        self.diagram = Some(diagram);
    }

    fn status(&self) -> Status {
        let wrong = self.findings.iter().any(|f| f.severity == Severity::Error);
        if wrong {
            Status::Findings
        } else {
            Status::Fine
        }
    }

    fn write(&self, args: &Args, session: &mut Session) -> Result<Status, Failure> {
        if let (Some(file), Some(diagram)) = (&args.svg, &self.diagram) {
            save(file, &diagram::svg(diagram, self.string))?;
        }
        match args.format {
            Format::Json => json::write(&mut session.out, self.json())?,
            Format::Text => session.out.write_all(self.text(session.ascii).as_bytes())?,
            Format::Svg => match &self.diagram {
                Some(diagram) => {
                    let picture = diagram::svg(diagram, self.string);
                    session.out.write_all(picture.as_bytes())?;
                }
                None => session.err.write_all(self.shown_findings().as_bytes())?,
            },
        }
        Ok(self.status())
    }

    fn text(&self, ascii: bool) -> String {
        let mut text = String::new();
        if let Some(piece) = &self.piece {
            let canonical = piece.canonical();
            let written = if canonical == self.string {
                String::new()
            } else {
                format!(" (written: {})", printable(self.string))
            };
            text += &format!("{canonical}{written}\n");
            for sentence in piece.sentences() {
                text += &bullet(&format!("{}.", super::show::capital(&sentence)), WIDTH);
            }
            text.push('\n');
        }
        if let Some(diagram) = &self.diagram {
            text += &diagram::text(diagram, ascii, INDENT);
            text += &self.counted();
        }
        if !text.is_empty() && !self.findings.is_empty() {
            text.push('\n');
        }
        text + &self.shown_findings()
    }

    /// How many moves the diagram shows, if it is one of a position.
    fn counted(&self) -> String {
        let men = self.scene.shape().squares();
        let mut men = men.filter(|&s| self.scene.look(s) != Content::Empty);
        if men.next().is_none() && self.scene.square().is_some() {
            return String::new();
        }
        format!("\n{}\n", plural(self.moves.len(), "move"))
    }

    /// The findings as text: of very many only the first, the errors among them before the rest.
    fn shown_findings(&self) -> String {
        let mut sources = Sources::new();
        let file = sources.add(STRING, self.string);
        let mut findings: Vec<&NotationFinding> = self.findings.iter().collect();
        let hidden = findings.len().saturating_sub(MAX_SHOWN);
        if hidden > 0 {
            findings.sort_by_key(|f| f.severity != Severity::Error);
            findings.truncate(MAX_SHOWN);
        }
        let shown = findings.into_iter().map(|finding| {
            let place = Location::new(file, finding.span.clone());
            let message = finding.message.as_str();
            let mut diagnostic = Diagnostic::new(finding.severity, finding.code, place, message);
            diagnostic.help.clone_from(&finding.help);
            if let Some(edit) = &finding.edit {
                let place = Location::new(file, edit.span.clone());
                diagnostic = diagnostic.offer(place, edit.text.as_str());
            }
            render(&sources, &diagnostic)
        });
        let shown: String = shown.collect();
        if hidden == 0 {
            return shown;
        }
        let more = plural(hidden, "more finding");
        format!("{shown}{more}; `--format json` has all of them\n")
    }

    fn json(&self) -> Value {
        let (scene, shape) = (self.scene, self.scene.shape());
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|f| finding(self.string, f))
            .collect();
        json!({
            "string": self.string,
            "canonical": self.piece.as_ref().map(Piece::canonical),
            "sentences": self.piece.as_ref().map(Piece::sentences).unwrap_or_default(),
            "board": [shape.files(), shape.ranks()],
            "square": scene.square().map_or_else(|| "hand".to_owned(), |s| shape.name(s).to_string()),
            "side": side_word(scene.side()),
            "moves": lines::lines(scene, &self.moves),
            "findings": findings,
            "diagram": self.diagram.as_ref().map(diagram::json),
        })
    }
}

/// What a scene does not tell that the piece would need.
fn missing(piece: &Piece, scene: &Scene) -> Vec<String> {
    let terms = &piece.movement().terms;
    let Some(from) = scene.square() else {
        let drops = terms.iter().any(|t| matches!(t.action, Action::Drop(_)));
        let remark = "it cannot be dropped: no part of the string has an `@`";
        return if drops {
            Vec::new()
        } else {
            vec![remark.to_owned()]
        };
    };
    let mut lenders: BTreeSet<Square> = BTreeSet::new();
    for legs in terms.iter().filter_map(Term::legs) {
        // The moves have been found, so that the bound is not met; if it is, nothing is remarked.
        let _ = ferz::notation::run(scene.shape(), legs, from, scene.side(), scene, |found| {
            if let Found::Borrow(square) = found {
                lenders.insert(square);
            }
        });
    }
    let unknown = lenders.into_iter().filter(|&at| scene.is_unknown(at));
    unknown
        .map(|at| {
            let at = scene.shape().name(at);
            format!("nothing is known of how the man on {at} moves: say it with --like {at}:STRING")
        })
        .collect()
}

/// The men of a scene and what the moves do.
fn position(piece: &Piece, scene: &Scene, moves: &[Move]) -> Diagram {
    let terms = &piece.movement().terms;
    let ring = terms.iter().filter_map(Term::legs).any(diagram::wraps);
    let shape = scene.shape();
    let mut men = std::collections::BTreeMap::new();
    for square in shape.squares() {
        let holds = match scene.look(square) {
            _ if scene.square() == Some(square) => Holds::Mover(MOVER.to_owned()),
            Content::Hole => Holds::Hole,
            Content::Own => Holds::Own(None),
            Content::Enemy => Holds::Enemy(None),
            Content::Empty => continue,
        };
        men.insert(square, holds);
    }
    let from = scene.square();
    let happens: Vec<(Square, Use, bool)> = moves
        .iter()
        .flat_map(|mv| {
            let uses = diagram::uses(mv);
            let passes = mv.ways.iter().all(|way| !way.path.is_empty());
            uses.into_iter().map(move |(at, purpose)| {
                let far = from.is_some_and(|from| diagram::apart(shape, ring, from, at) > 1);
                let plain = matches!(purpose, Use::Quiet | Use::Capture);
                (at, purpose, plain && far && !passes)
            })
        })
        .collect();
    diagram::has(
        &diagram::Standing {
            shape,
            men,
            hands: Vec::new(),
        },
        &happens,
    )
}

/// A finding for programs: its place counted in characters of the string.
fn finding(string: &str, finding: &NotationFinding) -> Value {
    let characters = |end: usize| string.get(..end).unwrap_or(string).chars().count();
    let offset = characters(finding.span.start);
    json!({
        "severity": finding.severity.word(),
        "code": finding.code,
        "offset": offset,
        "length": characters(finding.span.end) - offset,
        "message": finding.message,
        "help": finding.help,
    })
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// The string on one line.
fn printable(string: &str) -> String {
    string
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

fn save(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|source| Failure::Save {
        name: file.display().to_string(),
        source,
    })
}
