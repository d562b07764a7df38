//! The opponent: which move is good.
//!
//! Alpha-beta with iterative deepening over any game that the rules describe. Values come from mobility unless the rule
//! file gives them ([`Values`]); ends of the game come from the rules. Knows no variant, no piece and no width: it
//! plays through `World`, which the hot path and the general path provide.

mod ends;
mod limits;
mod sampled;
mod slow;
mod table;
mod tree;
mod values;
mod world;

pub use limits::{Limits, Score, Thought};
pub use values::Values;
pub(crate) use world::{Visitor, World};

use crate::game::Game;
use crate::movegen::hot;
use crate::position::{Move, State};
use crate::rules::{Condition, Rules};
use crate::variant::Variant;
use slow::Slow;
use table::Table;
use tree::Tree;

/// Thinks about positions of one game and remembers what it found from one move to the next.
///
/// ```
/// use ferz::{Game, Variant, search::{Limits, Score, Searcher}};
/// let chess = Variant::named("chess")?;
/// let game = Game::from_position(chess.position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")?);
/// let thought = Searcher::new(&chess).think(&game, &Limits::nodes(5_000), |_| ());
/// assert_eq!(thought.score, Score::Wins(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    variant: Variant,
    values: Values,
    table: Table,
}

impl Searcher {
    /// A searcher that knows nothing yet.
    pub fn new(variant: &Variant) -> Self {
        Self {
            variant: variant.clone(),
            values: Values::new(variant.rules()),
            table: Table::new(),
        }
    }

    /// What the men are worth to it.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Looks for the best move of the player to move. `progress` is told what is known after each depth.
    ///
    /// The answer has no move exactly if there is no legal one. With a limit on nodes alone it is the same every time
    /// for a new searcher.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        mut progress: impl FnMut(&Thought),
    ) -> Thought {
        let rules = self.variant.rules();
        let state = game.position().state();
        let root: Vec<Move> = game.position().legal_moves();
        let tree = Tree::new(
            rules,
            &self.values,
            &mut self.table,
            limits,
            game.keys(),
            state.quiet,
        );
        let job = Job {
            tree,
            root,
            progress: &mut progress,
        };
        match self.variant.compiled() {
            Some(tables) if !must_count(rules, state) => hot::visit(tables, rules, state, job),
            _ => job.visit(Slow::new(rules, state.clone())),
        }
    }

    /// The worth of a position for the player to move, in hundredths of a pawn, without looking ahead.
    pub fn evaluate(&self, game: &Game) -> i32 {
        let world = Slow::new(self.variant.rules(), game.position().state().clone());
        world.score(&self.values)
    }
}

/// Whether counters matter for what is looked ahead, which only the general path follows: one of them runs, or whether a
/// mate counts depends on one.
fn must_count(rules: &Rules, state: &State) -> bool {
    let counts =
        |fact: &Condition| matches!(fact, Condition::Counter { .. } | Condition::Counters(..));
    let moves = |fact: &Condition| matches!(fact, Condition::NoMove { .. } | Condition::Can(_));
    let mut now = rules.counters.iter().zip(&state.counters);
    let mut ends = rules.ends.iter().map(|end| &end.condition);
    now.any(|(rule, now)| *now != rule.first(&state.men))
        || ends.any(|condition| condition.has(&counts) && condition.has(&moves))
}

/// A search waiting for its world.
struct Job<'a> {
    tree: Tree<'a>,
    root: Vec<Move>,
    progress: &'a mut dyn FnMut(&Thought),
}

impl Visitor for Job<'_> {
    type Output = Thought;

    fn visit<W: World>(mut self, mut world: W) -> Thought {
        self.tree.deepen(&mut world, self.root, self.progress)
    }
}
