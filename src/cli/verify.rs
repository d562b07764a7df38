//! `ferz verify`: a game compared with what another program knows of it.

use super::args::{self, Format};
use super::failure::{self, Failure, Status};
use super::findings::{self, plural};
use super::session::Session;
use super::suite::in_order;
use super::{draw, json};
use ferz::board::{Shape, SquareSet};
use ferz::diagnostics::Severity;
use ferz::witness::{self, Difference, Launch, Peer, PeerError, Plan, Report, Told, XboardLine};
use ferz::{FenError, Position, Variant};
use serde_json::{Value, json};
use std::io::{IsTerminal as _, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  ferz verify my-game.toml
  ferz verify chess --positions 200 --peer ./fairy-stockfish
  ferz verify --all --positions 200
  ferz verify my-game.toml --export > variants.ini
  ferz verify my-game.toml --with xboard

Another program is asked for its moves in positions of random games: a `fairy-stockfish` on the path, or the package \
pyffish of a `python3` there. A game that it does not have is told to it, as far as it has words. The first position \
with other moves is shown. The exit status is 1 for a difference that nobody has explained; what cannot be compared is \
said and does not change it, unless --require is there.";

/// The longest line of a report.
const WIDTH: usize = 100;
/// So many moves of a difference are named.
const NAMED: usize = 12;

/// Compare the moves with those of another program
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(crate) struct Args {
    /// Rule files; also names of games, and `-` for standard input
    #[arg(required_unless_present = "all", value_name = "FILE")]
    files: Vec<String>,

    /// All games that `ferz list` shows
    #[arg(long, conflicts_with = "files")]
    all: bool,

    /// Who is asked; `xboard` cannot be, so what it would read of each piece is shown
    #[arg(long, value_enum, default_value_t = With::FairyStockfish)]
    with: With,

    /// At least so many random games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = args::whole::<usize>)]
    games: usize,

    /// So many positions of them
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = read_positions)]
    positions: usize,

    /// Compare the counts of so many half-moves from each position, 1 to 5; the moves themselves are always compared
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = read_depth)]
    depth: u32,

    /// Follow at most so many moves of a position: all if left out, 20 with pyffish, which is slow
    #[arg(long, value_name = "N", value_parser = args::whole::<usize>)]
    follow: Option<usize>,

    /// The same number means the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = args::whole::<u64>)]
    seed: u64,

    /// Compare this position as well (may be repeated)
    #[arg(long)]
    fen: Vec<String>,

    /// The other program: an engine, a Python interpreter, or the folder of a Python environment
    #[arg(long, value_name = "PATH")]
    peer: Option<PathBuf>,

    /// How long one answer may take, in seconds
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = args::whole::<u64>)]
    timeout: u64,

    /// The name of the game there, instead of the file's own
    #[arg(long = "as", value_name = "NAME", conflicts_with_all = ["all", "told"])]
    as_game: Option<String>,

    /// Tell the game in the other program's words even if it has one of that name
    #[arg(long)]
    told: bool,

    /// Write the game in the other program's words, and what is lost, without asking anybody
    #[arg(long, conflicts_with_all = ["fen", "peer", "as_game", "told"])]
    export: bool,

    /// The exit status is 1 if a game could not be compared
    #[arg(long)]
    require: bool,

    /// How many games are compared at a time: as many as there are processors if left out
    #[arg(long, value_name = "N", value_parser = args::whole::<NonZeroUsize>)]
    threads: Option<NonZeroUsize>,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The other program.
// Comments of the single values would make the help one of many paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum With {
    FairyStockfish,
    Xboard,
}

fn read_positions(text: &str) -> Result<usize, String> {
    const MOST: usize = 100_000;
    match args::whole(text)? {
        positions if positions > MOST => Err(format!("it takes at most {MOST} positions")),
        positions => Ok(positions),
    }
}

fn read_depth(text: &str) -> Result<u32, String> {
    match args::whole(text)? {
        depth @ 1..=5 => Ok(depth),
        _ => Err("the depth is 1 to 5".to_owned()),
    }
}

/// A game to compare.
struct Task {
    name: String,
    variant: Variant,
    first: Vec<Position>,
}

/// What came out for a game.
struct Verdict {
    game: String,
    /// The peer's name, how it was told, and what it answered.
    compared: Option<(String, Told, Result<Report, PeerError>)>,
    /// Which peers it is beyond, and why.
    beyond: Vec<(String, Vec<String>)>,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let mut status = Status::Fine;
    let tasks = tasks(args, session, &mut status)?;
    if args.export {
        return export(&tasks, args.format, session).map(|found| worse(found, status));
    }
    if args.with == With::Xboard {
        return xboard(&tasks, args.format, session).map(|found| worse(found, status));
    }
    let peers = match peers(args.peer.as_deref(), args.timeout)? {
        Ok(peers) => peers,
        Err(missing) => return absent(&missing, args, session).map(|found| worse(found, status)),
    };
    let progress = Progress::new();
    let mut tally = Tally::default();
    let threads = args
        .threads
        .or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.unwrap_or(NonZeroUsize::MIN);
    // Each thread has peers of its own.
    let twins = |_| peers.iter().map(Peer::twin).collect::<Vec<Peer>>();
    let pool = Mutex::new(
        (0..threads.get().min(tasks.len()))
            .map(twins)
            .collect::<Vec<_>>(),
    );
    let lock = || pool.lock().unwrap_or_else(PoisonError::into_inner);
    let work = |task: &Task| {
        let mut mine = lock().pop().unwrap_or_default();
        let verdict = judge(task, &mut mine, args, &progress);
        lock().push(mine);
        verdict
    };
    in_order(&tasks, threads, work, |verdict| {
        progress.clear();
        tally.add(&verdict);
        match args.format {
            Format::Text => session
                .out
                .write_all(text(&verdict, session.ascii).as_bytes())?,
            Format::Json => tally.objects.push(object(&verdict)),
        }
        Ok::<(), Failure>(())
    })?;
    match args.format {
        Format::Text if tasks.len() > 1 => writeln!(session.out, "{}", tally.sentence())?,
        Format::Text => {}
        Format::Json => {
            let names: Vec<&str> = peers.iter().map(Peer::name).collect();
            let games = std::mem::take(&mut tally.objects);
            json::write(&mut session.out, json!({ "peers": names, "games": games }))?;
        }
    }
    Ok(worse(tally.status(args.require), status))
}

/// Of two exit statuses the one that says more.
fn worse(one: Status, other: Status) -> Status {
    match (one, other) {
        (Status::Unopened, _) | (_, Status::Unopened) => Status::Unopened,
        (Status::Findings, _) | (_, Status::Findings) => Status::Findings,
        _ => Status::Fine,
    }
}

/// Loads the games; what is wrong with them is told.
fn tasks(args: &Args, session: &mut Session, status: &mut Status) -> Result<Vec<Task>, Failure> {
    let mut files = args.files.clone();
    if args.all {
        files.extend(session.library.games().iter().map(|game| game.id.clone()));
    }
    let mut tasks = Vec::new();
    for file in files {
        let loaded = match session.load(&file) {
            Ok(loaded) => loaded,
            Err(error) => {
                failure::say(&error.into(), session.color);
                *status = Status::Unopened;
                continue;
            }
        };
        let Some(rules) = loaded.rules.clone() else {
            for finding in loaded
                .findings
                .iter()
                .filter(|f| f.severity == Severity::Error)
            {
                let text = findings::render(&loaded.sources, finding);
                session.err.write_all(text.as_bytes())?;
            }
            *status = worse(Status::Findings, *status);
            continue;
        };
        let variant = Variant::new(rules);
        let mut first = Vec::new();
        for fen in &args.fen {
            match variant.position(fen) {
                Ok(position) => first.push(position),
                Err(FenError(problems)) => {
                    for problem in &problems {
                        let text = findings::render_fen(fen, problem);
                        session.err.write_all(text.as_bytes())?;
                    }
                    return Err(Failure::Refused);
                }
            }
        }
        let name = variant.rules().id.clone();
        tasks.push(Task {
            name,
            variant,
            first,
        });
    }
    Ok(tasks)
}

/// The peers that there are, engines first; otherwise why there are none.
pub(super) fn peers(
    path: Option<&Path>,
    seconds: u64,
) -> Result<Result<Vec<Peer>, Vec<PeerError>>, Failure> {
    let timeout = Duration::from_secs(seconds.max(1));
    if let Some(path) = path {
        let peer = Peer::start(Launch::of(path), timeout);
        let peer = peer.map_err(|error| Failure::Usage {
            message: error.to_string(),
            help: Some("--peer is an engine that speaks UCI, a Python interpreter with the package pyffish, or a folder with such".to_owned()),
        })?;
        return Ok(Ok(vec![peer]));
    }
    let (mut peers, mut missing) = (Vec::new(), Vec::new());
    for launch in witness::candidates(std::env::var_os("PATH")) {
        match Peer::start(launch, timeout) {
            Ok(peer) => peers.push(peer),
            Err(error) => missing.push(error),
        }
    }
    Ok(if peers.is_empty() {
        Err(missing)
    } else {
        Ok(peers)
    })
}

/// That nobody can be asked.
pub(super) const ABSENT: &str =
    "there is no `fairy-stockfish` on the path, and no `python3` with the package pyffish";

/// Says that nobody can be asked.
fn absent(missing: &[PeerError], args: &Args, session: &mut Session) -> Result<Status, Failure> {
    let sentence = format!("nothing was compared: {ABSENT}");
    match args.format {
        Format::Text => {
            writeln!(session.out, "{sentence}")?;
            for error in missing {
                session
                    .out
                    .write_all(draw::bullet(&error.to_string(), WIDTH).as_bytes())?;
            }
        }
        Format::Json => {
            let why: Vec<String> = missing.iter().map(ToString::to_string).collect();
            let object = json!({ "peers": [], "games": [], "message": sentence, "missing": why });
            json::write(&mut session.out, object)?;
        }
    }
    Ok(if args.require {
        Status::Findings
    } else {
        Status::Fine
    })
}

/// Compares a game with the first peer that can be told it.
fn judge(task: &Task, peers: &mut [Peer], args: &Args, progress: &Progress) -> Verdict {
    let mut verdict = Verdict {
        game: task.name.clone(),
        compared: None,
        beyond: Vec::new(),
    };
    let mut plan = Plan::default();
    plan.games = args.games;
    plan.positions = args.positions;
    plan.depth = args.depth;
    plan.follow = args.follow;
    plan.seed = args.seed;
    plan.first.clone_from(&task.first);
    for peer in peers {
        match Told::to(&task.variant, peer, args.as_game.as_deref(), args.told) {
            Ok(told) => {
                let tell = |done, all| progress.tell(&task.name, done, all);
                let report = witness::compare(&task.variant, &told, peer, &plan, tell);
                verdict.compared = Some((peer.name().to_owned(), told, report));
                break;
            }
            Err(why) => verdict.beyond.push((peer.name().to_owned(), why)),
        }
    }
    verdict
}

/// How far the work is, on a line of standard error that is written again and again; nothing where that is no terminal.
struct Progress(bool);

impl Progress {
    fn new() -> Self {
        Self(std::io::stderr().is_terminal())
    }

    fn tell(&self, game: &str, done: usize, all: usize) {
        if self.0 {
            // If standard error is closed, nobody can be told.
            let _ = write!(
                std::io::stderr(),
                "\r\x1b[K{game}: {done} of {}",
                plural(all, "position")
            );
        }
    }

    fn clear(&self) {
        if self.0 {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// What was counted over all games.
#[derive(Default)]
struct Tally {
    same: usize,
    named: usize,
    different: usize,
    not_compared: usize,
    objects: Vec<Value>,
}

impl Tally {
    fn add(&mut self, verdict: &Verdict) {
        match verdict.word() {
            "same" => self.same += 1,
            "named" => self.named += 1,
            "different" => self.different += 1,
            _ => self.not_compared += 1,
        }
    }

    fn sentence(&self) -> String {
        let compared = self.same + self.named + self.different;
        let mut parts = Vec::new();
        if self.same > 0 || compared == 0 {
            parts.push(format!("{} the same moves", self.same));
        }
        if self.named > 0 {
            parts.push(format!("{} the same but for known differences", self.named));
        }
        if self.different > 0 {
            parts.push(format!("{} other moves", self.different));
        }
        let mut text = format!(
            "{} compared: {}",
            plural(compared, "game"),
            parts.join(", ")
        );
        if self.not_compared > 0 {
            text += &format!("; {} not compared", self.not_compared);
        }
        text
    }

    fn status(&self, require: bool) -> Status {
        if self.different > 0 || require && self.not_compared > 0 {
            Status::Findings
        } else {
            Status::Fine
        }
    }
}

impl Verdict {
    /// What came out, in a word.
    fn word(&self) -> &'static str {
        match &self.compared {
            None => "beyond",
            Some((_, _, Err(_))) => "unanswered",
            Some((_, _, Ok(report))) => match report.unexplained() {
                Some(_) => "different",
                None if report.positions == 0 => "unanswered",
                None if report.differences.is_empty() => "same",
                None => "named",
            },
        }
    }
}

/// A result for people.
fn text(verdict: &Verdict, ascii: bool) -> String {
    let game = &verdict.game;
    let Some((peer, told, report)) = &verdict.compared else {
        let mut text = String::new();
        for (peer, why) in &verdict.beyond {
            text += &format!("{game}: not compared, beyond {peer}\n");
            text.extend(why.iter().map(|why| draw::bullet(why, WIDTH)));
        }
        return text;
    };
    let report = match report {
        Ok(report) => report,
        Err(error) => return format!("{game}: not compared with {peer}: {error}\n"),
    };
    let there = match told {
        Told::BuiltIn(name) if name == game => String::new(),
        Told::BuiltIn(name) => format!(" (there `{name}`)"),
        _ => " (told in its words)".to_owned(),
    };
    let head = match verdict.word() {
        "same" => "the same moves as",
        "named" => "the same moves, but for known differences, as",
        "different" => "other moves than",
        _ => "not compared with",
    };
    let mut text = format!(
        "{game}: {head} {peer}{there}: {}, {}\n",
        plural(report.positions, "position"),
        plural(usize::try_from(report.moves).unwrap_or(usize::MAX), "move"),
    );
    if report.sampled > 0 {
        let count = plural(report.sampled, "position");
        text += &draw::bullet(
            &format!("of {count} with many moves only some were followed"),
            WIDTH,
        );
    }
    if let Told::Export(export) = told {
        text.extend(export.lost.iter().map(|lost| draw::bullet(lost, WIDTH)));
    }
    for (known, times) in report.reasons() {
        let times = if times == 1 {
            "once".to_owned()
        } else {
            format!("{times} times")
        };
        text += &draw::bullet(
            &format!("`{}`, {times}: {}", known.name, known.reason),
            WIDTH,
        );
    }
    if let Some((fen, error)) = report.unanswered.first() {
        let count = plural(report.unanswered.len(), "position");
        text += &draw::bullet(
            &format!("{count} without an answer, the first `{fen}`: {error}"),
            WIDTH,
        );
    }
    if let Some(difference) = report.unexplained() {
        text += &shown(difference, peer, ascii);
    }
    text
}

/// The position of a difference, the moves, and who has them.
fn shown(difference: &Difference, peer: &str, ascii: bool) -> String {
    let position = &difference.position;
    let rules = position.rules();
    let man = |square| draw::content(rules, position.state(), square);
    let board = draw::board(rules.shape, ascii, man) + &draw::aside(rules, position.state());
    let mut text = String::from("\n");
    for row in board.lines() {
        text += format!("  {row}").trim_end();
        text.push('\n');
    }
    text += &format!("  {}\n\n", position.fen());
    let mut row = |label: &str, body: &str| {
        text += &format!("  {label}\n{}", draw::paragraph(body, 4, WIDTH));
    };
    if !difference.ours.is_empty() {
        row("only Ferz has:", &moves(&difference.ours));
    }
    if let Some(first) = difference.theirs.first() {
        row(&format!("only {peer} has:"), &moves(&difference.theirs));
        let why = position.why(first);
        if !why.is_legal() {
            row(&format!("Ferz on {first}:"), &why.to_string());
        }
    }
    if let Some((ours, theirs)) = difference.counts {
        row(
            "the counts differ, although the moves behind do not:",
            &format!("Ferz {ours}, {peer} {theirs}"),
        );
    }
    let told = match &difference.moves[..] {
        [] => format!("position fen {}", difference.told),
        moves => format!("position fen {} moves {}", difference.told, moves.join(" ")),
    };
    text += &format!("  {peer} was asked:\n    {told}\n\n");
    text
}

fn moves(list: &[String]) -> String {
    let mut text = list[..list.len().min(NAMED)].join(" ");
    if list.len() > NAMED {
        text += &format!(" and {} more", list.len() - NAMED);
    }
    text
}

/// A result for programs.
fn object(verdict: &Verdict) -> Value {
    let beyond: Vec<Value> = verdict
        .beyond
        .iter()
        .map(|(peer, why)| json!({ "peer": peer, "why": why }))
        .collect();
    let mut object = json!({ "variant": verdict.game, "result": verdict.word(), "beyond": beyond });
    let Some((peer, told, report)) = &verdict.compared else {
        return object;
    };
    object["peer"] = peer.as_str().into();
    match told {
        Told::BuiltIn(name) => object["there"] = name.as_str().into(),
        Told::Export(export) => {
            object["there"] = export.game.as_str().into();
            object["lost"] = export.lost.clone().into();
        }
        _ => {}
    }
    let report = match report {
        Ok(report) => report,
        Err(error) => {
            object["message"] = error.to_string().into();
            return object;
        }
    };
    object["positions"] = report.positions.into();
    object["sampled"] = report.sampled.into();
    object["moves"] = report.moves.into();
    let reasons = report.reasons().into_iter();
    let reasons: Vec<Value> = reasons
        .map(|(known, times)| json!({ "name": known.name, "reason": known.reason, "times": times }))
        .collect();
    object["known"] = reasons.into();
    let unanswered: Vec<Value> = report
        .unanswered
        .iter()
        .map(|(fen, error)| json!({ "fen": fen, "message": error.to_string() }))
        .collect();
    object["unanswered"] = unanswered.into();
    object["difference"] = report.unexplained().map_or(Value::Null, |difference| {
        json!({
            "fen": difference.position.fen(),
            "asked": { "fen": difference.told, "moves": difference.moves },
            "only_ferz": difference.ours,
            "only_peer": difference.theirs,
            "counts": difference.counts.map(|(ours, theirs)| json!({ "ferz": ours, "peer": theirs })),
        })
    });
    object
}

/// Writes games in the peer's words.
fn export(tasks: &[Task], format: Format, session: &mut Session) -> Result<Status, Failure> {
    let mut status = Status::Fine;
    let mut objects = Vec::new();
    for task in tasks {
        let exported = witness::export(task.variant.rules());
        let (ini, lost, beyond) = match exported {
            Ok(export) => (Some(export.text), export.lost, Vec::new()),
            Err(beyond) => {
                status = Status::Findings;
                (None, Vec::new(), beyond)
            }
        };
        if format == Format::Json {
            objects
                .push(json!({ "variant": task.name, "ini": ini, "lost": lost, "beyond": beyond }));
            continue;
        }
        let Some(ini) = ini else {
            writeln!(session.err, "{}: beyond Fairy-Stockfish", task.name)?;
            for why in &beyond {
                session.err.write_all(draw::bullet(why, WIDTH).as_bytes())?;
            }
            continue;
        };
        let comments = lost.iter().map(|line| format!("# {line}\n"));
        writeln!(session.out, "{}{ini}", comments.collect::<String>())?;
    }
    if format == Format::Json {
        json::write(&mut session.out, json!({ "games": objects }))?;
    }
    Ok(status)
}

/// Shows what `XBoard` would read of the pieces.
fn xboard(tasks: &[Task], format: Format, session: &mut Session) -> Result<Status, Failure> {
    let mut status = Status::Fine;
    let mut objects = Vec::new();
    for task in tasks {
        let rules = task.variant.rules();
        let lines = witness::xboard_lines(rules);
        if lines.iter().any(|line| line.reading.is_some()) {
            status = Status::Findings;
        }
        let names = |squares: SquareSet| -> Vec<String> {
            squares
                .iter()
                .map(|s| rules.shape.name(s).to_string())
                .collect()
        };
        if format == Format::Json {
            let lines = lines.iter().map(|line| xboard_object(line, &names));
            objects.push(json!({ "variant": task.name, "lines": lines.collect::<Vec<_>>() }));
            continue;
        }
        let head = match lines.len() {
            0 => "XBoard would read all pieces as they are meant".to_owned(),
            _ => "XBoard cannot be asked for its moves; by its rules of spelling it would read"
                .to_owned(),
        };
        writeln!(session.out, "{}: {head}", task.name)?;
        for line in &lines {
            let text = xboard_sentence(line, rules.shape, &names);
            session
                .out
                .write_all(draw::bullet(&text, WIDTH).as_bytes())?;
        }
    }
    if format == Format::Json {
        json::write(&mut session.out, json!({ "games": objects }))?;
    }
    Ok(status)
}

/// What `XBoard` would read of a line, as a sentence.
fn xboard_sentence(
    line: &XboardLine,
    shape: Shape,
    names: &impl Fn(SquareSet) -> Vec<String>,
) -> String {
    let mut text = format!("{}: `{}` ", line.piece, line.text);
    match &line.reading {
        None => text += "as it is meant",
        Some(reading) if reading.read.is_empty() => text += "not at all",
        Some(reading) => text += &format!("as `{}`", reading.read),
    }
    if let Some(reading) = &line.reading {
        let from = shape.name(reading.from).to_string();
        for (squares, what) in [(reading.only_meant, "without"), (reading.only_read, "with")] {
            let squares = names(squares);
            if !squares.is_empty() {
                text += &format!(", from {from} {what} moves to {}", squares.join(" "));
            }
        }
        match &reading.needed {
            Ok(needed) => text += &format!("; write `{needed}` there"),
            Err(why) => text += &format!("; {why}"),
        }
    }
    if line.conditional {
        text += "; it has no conditions on moves";
    }
    text
}

fn xboard_object(line: &XboardLine, names: &impl Fn(SquareSet) -> Vec<String>) -> Value {
    let reading = line.reading.as_ref();
    json!({
        "piece": line.piece,
        "text": line.text,
        "conditional": line.conditional,
        "read": reading.map_or(line.text.as_str(), |r| r.read.as_str()),
        "needed": reading.and_then(|r| r.needed.as_ref().ok()),
        "only_meant": reading.map_or_else(Vec::new, |r| names(r.only_meant)),
        "only_read": reading.map_or_else(Vec::new, |r| names(r.only_read)),
    })
}
