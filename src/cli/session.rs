//! What is used: the streams, the library, and games that are ready to play.

use super::args::{Args, Color};
use super::failure::Failure;
use super::findings;
use super::play::dice::Dice;
use ferz::diagnostics::Severity;
use ferz::{FenError, Library, Loaded, OpenError, Position, Variant};
use std::ffi::OsStr;
use std::io::{self, Read as _, Write};
use std::path::PathBuf;

/// The name shown for standard input.
const STDIN: &str = "<stdin>";
/// No rule file is larger, so no more of standard input is read than shows that it is.
const MAX_FILE: u64 = 1 << 20;

/// One run of the program.
pub(crate) struct Session {
    /// Where games are found.
    pub(crate) library: Library,
    /// Results.
    pub(crate) out: anstream::AutoStream<io::Stdout>,
    /// Messages.
    pub(crate) err: anstream::AutoStream<io::Stderr>,
    /// Whether only ASCII characters may be drawn.
    pub(crate) ascii: bool,
    /// When to colour.
    pub(crate) color: Color,
}

/// The stream's own decision, or the user's.
pub(crate) fn color_choice(color: Color) -> anstream::ColorChoice {
    match color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    }
}

impl Session {
    /// Checks the options that all commands have.
    pub(crate) fn new(args: &Args) -> Result<Self, Failure> {
        let choice = color_choice(args.color);
        Ok(Self {
            library: library(&args.variants, std::env::var_os("FERZ_VARIANTS").as_deref())?,
            out: anstream::AutoStream::new(io::stdout(), choice),
            err: anstream::AutoStream::new(io::stderr(), choice),
            ascii: args.ascii,
            color: args.color,
        })
    }

    /// Loads a game by name, alias, path or `-`, whatever is wrong with it.
    pub(crate) fn load(&self, game: &str) -> Result<Loaded, OpenError> {
        log::debug!("loading {game:?}");
        if game != "-" {
            return self.library.load(game);
        }
        let mut bytes = Vec::new();
        let read = io::stdin()
            .lock()
            .take(MAX_FILE + 1)
            .read_to_end(&mut bytes);
        match read {
            Ok(_) => Ok(self.library.load_bytes(STDIN, &bytes)),
            Err(source) => Err(OpenError::Io {
                path: STDIN.into(),
                source,
            }),
        }
    }

    /// Loads a game that has to be without errors; otherwise they are shown.
    pub(crate) fn open(&mut self, game: &str) -> Result<(Loaded, Variant), Failure> {
        let loaded = self.load(game)?;
        if let Some(rules) = &loaded.rules {
            let warnings = loaded
                .findings
                .iter()
                .filter(|f| f.severity == Severity::Warning)
                .count();
            if warnings > 0 {
                log::warn!("{game}: {warnings} warnings, shown by `ferz check`");
            }
            let variant = Variant::new(rules.clone());
            return Ok((loaded, variant));
        }
        for finding in &loaded.findings {
            self.err
                .write_all(findings::render(&loaded.sources, finding).as_bytes())?;
        }
        Err(Failure::Shown)
    }

    /// Loads a game.
    pub(crate) fn variant(&mut self, game: &str) -> Result<Variant, Failure> {
        Ok(self.open(game)?.1)
    }

    /// Loads games with the armies of `--armies` from now on.
    pub(crate) fn choose(&mut self, armies: Option<&str>) -> Result<(), Failure> {
        let Some(armies) = armies else {
            return Ok(());
        };
        let Some((white, black)) = armies.split_once('/') else {
            return Err(Failure::Usage {
                message: format!("`{armies}` does not name two armies"),
                help: Some("write White's and Black's with a slash between them, twice the same if you like".to_owned()),
            });
        };
        self.library = self.library.clone().with_armies(white, black);
        Ok(())
    }

    /// The number of the start position that `--setup` names or `--seed` draws; which one is drawn is told.
    pub(crate) fn draw(
        &mut self,
        variant: &Variant,
        setup: Option<u64>,
        seed: Option<u64>,
    ) -> Result<Option<u64>, Failure> {
        let Some(seed) = seed.filter(|_| setup.is_none()) else {
            return Ok(setup);
        };
        let count = variant.setups();
        if count == 1 {
            return Err(Failure::Usage {
                message: "this game has only one start position".to_owned(),
                help: Some("leave --seed out".to_owned()),
            });
        }
        let number = Dice::new(Some(seed)).below(count);
        if let Some(number) = number {
            writeln!(
                self.err,
                "start position {number} of {count} (--setup {number})"
            )?;
        }
        Ok(number)
    }

    /// The start position with a number.
    pub(crate) fn setup(variant: &Variant, number: u64) -> Result<Position, Failure> {
        variant.setup(number).ok_or_else(|| Failure::Usage {
            message: match variant.setups() {
                1 => "this game has only one start position".to_owned(),
                many => {
                    format!("this game has {many} start positions, none with the number {number}")
                }
            },
            help: Some(match variant.setups() {
                1 => "leave --setup out".to_owned(),
                many => format!("write a number from 0 to {}", many - 1),
            }),
        })
    }

    /// The position that `--fen`, `--chess960` and `--setup` ask for.
    pub(crate) fn position(
        &mut self,
        variant: &Variant,
        fen: Option<&str>,
        chess960: bool,
        setup: Option<u64>,
    ) -> Result<Position, Failure> {
        if let Some(number) = setup {
            return Self::setup(variant, number);
        }
        let Some(fen) = fen else {
            return if chess960 {
                self.position(variant, Some(&variant.rules().start), true, None)
            } else {
                Ok(variant.start())
            };
        };
        let position = if chess960 {
            variant.position_chess960(fen)
        } else {
            variant.position(fen)
        };
        match position {
            Ok(position) => Ok(position),
            Err(FenError(problems)) => {
                for problem in &problems {
                    self.err
                        .write_all(findings::render_fen(fen, problem).as_bytes())?;
                }
                Err(Failure::Refused)
            }
        }
    }
}

fn library(typed: &[PathBuf], environment: Option<&OsStr>) -> Result<Library, Failure> {
    for folder in typed {
        std::fs::read_dir(folder).map_err(|source| Failure::Read {
            name: format!("the folder {}", folder.display()),
            source,
        })?;
    }
    let environment = environment
        .map(|paths| std::env::split_paths(paths).collect())
        .unwrap_or_default();
    let found: Vec<PathBuf> = environment;
    // The library looks first where it was told last.
    let folders = typed
        .iter()
        .chain(found.iter().filter(|f| !f.as_os_str().is_empty()))
        .rev();
    Ok(folders.fold(Library::new(), |library, folder| {
        library.with_folder(folder)
    }))
}
