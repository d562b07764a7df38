//! Moves of several legs: the paths of a term, and the small program that they are compiled to.
//!
//! A term has more than one path if it has a repetition group or a chain that may stop early. Paths that begin alike
//! share the beginning. A program is a graph: a node is one leg in one direction, its edges are the nodes of the leg
//! behind it that a turn leads to. What depends only on the notation (turns, the last hand, a changed range) is thereby
//! decided before a move is made; `run` runs the program.

use super::term::{Bend, Leg, Over, Range, Step, Victims};
use super::turn::{self, Hand};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// How many nodes the programs of a text may have.
pub(in crate::notation) const MAX_NODES: usize = 40_000;

/// The legs of a term.
#[derive(Clone, Debug)]
pub struct Legs {
    paths: Vec<Vec<Arc<Leg>>>,
    spelled: Option<String>,
    /// Compiled from the paths. Of one leg only when it is first asked for: most are walked and put into tables.
    program: OnceLock<Program>,
}

impl PartialEq for Legs {
    fn eq(&self, other: &Self) -> bool {
        (&self.paths, &self.spelled) == (&other.paths, &other.spelled)
    }
}

impl Eq for Legs {}

impl Hash for Legs {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.paths, &self.spelled).hash(state);
    }
}

impl Legs {
    /// One leg.
    #[must_use]
    pub fn one(leg: Leg) -> Self {
        Self {
            paths: vec![vec![Arc::new(leg)]],
            spelled: None,
            program: OnceLock::new(),
        }
    }

    /// Paths of legs; nothing if their program would have more than `most` nodes. `spelled` is how the whole term is written if not
    /// as modifiers joined with `a`.
    pub(in crate::notation) fn new(
        paths: Vec<Vec<Arc<Leg>>>,
        spelled: Option<String>,
        most: usize,
    ) -> Option<Self> {
        let program = Program::new(&paths, most)?;
        Some(Self {
            paths,
            spelled,
            program: OnceLock::from(program),
        })
    }

    /// The ways of a move, each a list of legs. One, unless the term has a repetition group or a chain that may stop.
    #[must_use]
    pub fn paths(&self) -> &[Vec<Arc<Leg>>] {
        &self.paths
    }

    /// The canonical text of a term with a repetition group or brackets.
    pub(in crate::notation) fn spelled(&self) -> Option<&str> {
        self.spelled.as_deref()
    }

    /// The same legs on a board whose files form no ring, whatever `o` says.
    #[must_use]
    pub fn flat(&self) -> Self {
        let legs = || self.paths.iter().flatten();
        if !legs().any(|leg| leg.wraps) {
            return self.clone();
        }
        let mut flat = self.clone();
        let straight = |leg: &mut Arc<Leg>| Arc::make_mut(leg).wraps = false;
        flat.paths.iter_mut().flatten().for_each(straight);
        flat.program = OnceLock::new();
        flat
    }

    pub(in crate::notation) fn program(&self) -> &Program {
        let compile = || Program::new(&self.paths, MAX_NODES).unwrap_or_default();
        self.program.get_or_init(compile)
    }

    /// Whether the last leg may borrow the moves of an own man (`x`).
    #[must_use]
    pub fn borrows(&self) -> bool {
        let mut last = self.paths.iter().filter_map(|path| path.last());
        last.any(|leg| leg.lends)
    }

    /// The leg, if there is one and it needs nothing but the squares' contents.
    #[must_use]
    pub fn plain(&self) -> Option<&Leg> {
        let [path] = &self.paths[..] else { return None };
        let [leg] = &path[..] else { return None };
        let plain = !leg.is_universal()
            && leg.bend == Bend::None
            && leg.victims == Victims::Any
            && !leg.lends
            && leg.range != Range::Half;
        plain.then_some(leg)
    }
}

/// Legs compiled.
#[derive(Clone, Debug, Default)]
pub(in crate::notation) struct Program {
    /// The legs that nodes refer to.
    pub(in crate::notation) legs: Vec<Arc<Leg>>,
    pub(in crate::notation) nodes: Vec<Node>,
    /// The nodes that a move can begin with.
    pub(in crate::notation) starts: Vec<u32>,
    /// The most legs on a path.
    pub(in crate::notation) longest: usize,
    /// Whether a leg asks how long the one before it was.
    pub(in crate::notation) counts_steps: bool,
}

/// One leg in one direction.
#[derive(Clone, Debug)]
pub(in crate::notation) struct Node {
    pub(in crate::notation) leg: u32,
    /// Whether the move ends with it.
    pub(in crate::notation) last: bool,
    /// The first step of its ride; nothing for a leap to any square.
    pub(in crate::notation) step: Option<Step>,
    /// To which hand a bent ride bends.
    pub(in crate::notation) hand: Hand,
    pub(in crate::notation) range: Range,
    /// By how many eighths a circular ride turns.
    pub(in crate::notation) circle: i32,
    /// What comes behind it.
    pub(in crate::notation) next: Vec<u32>,
    /// What comes behind it if the range changes.
    pub(in crate::notation) next_switched: Vec<u32>,
}

/// A leg in the tree of paths, with the legs that may come behind it.
struct Branch<'a> {
    leg: &'a Arc<Leg>,
    last: bool,
    children: Vec<usize>,
}

impl Program {
    fn new(paths: &[Vec<Arc<Leg>>], most: usize) -> Option<Self> {
        let mut branches: Vec<Branch<'_>> = Vec::new();
        let mut roots: Vec<usize> = Vec::new();
        for path in paths {
            let mut parent: Option<usize> = None;
            for (n, leg) in path.iter().enumerate() {
                let last = n + 1 == path.len();
                let siblings = parent.map_or(&roots, |p| &branches[p].children);
                let known = siblings
                    .iter()
                    .copied()
                    .find(|&b| same(branches[b].leg, leg) && branches[b].last == last);
                let branch = known.unwrap_or(branches.len());
                if known.is_none() {
                    branches.push(Branch {
                        leg,
                        last,
                        children: Vec::new(),
                    });
                    match parent {
                        Some(p) => branches[p].children.push(branch),
                        None => roots.push(branch),
                    }
                }
                if branches.len() > most {
                    return None;
                }
                parent = Some(branch);
            }
        }
        let mut builder = Builder {
            branches: &branches,
            nodes: Vec::new(),
            most,
            known: HashMap::new(),
        };
        let mut starts = Vec::new();
        for &root in &roots {
            let leg = branches[root].leg;
            if leg.is_universal() {
                starts.push(builder.node(root, None, 0, 0, 0)?);
            }
            for &step in &leg.steps {
                let hand = turn::first_hand(step);
                for bend in bends(leg.bend) {
                    starts.push(builder.node(root, Some(step), hand, *bend, 0)?);
                }
            }
        }
        builder.connect()?;
        Some(Self {
            nodes: builder.nodes,
            starts,
            longest: paths.iter().map(Vec::len).max().unwrap_or(0),
            counts_steps: paths.iter().flatten().any(|leg| leg.same_length),
            legs: branches.iter().map(|b| Arc::clone(b.leg)).collect(),
        })
    }
}

/// Legs that are the same are often one in memory.
fn same(one: &Arc<Leg>, two: &Arc<Leg>) -> bool {
    Arc::ptr_eq(one, two) || one == two
}

/// The hands to which a ride bends.
fn bends(bend: Bend) -> &'static [Hand] {
    match bend {
        Bend::None => &[0],
        Bend::Crooked | Bend::Circular => &[-1, 1],
    }
}

/// What tells a node from others: its leg in the tree, its step, the last turn's hand, the bend's hand, and how often the
/// range has changed: not, once, or twice, behind which comes once again.
type Key = (usize, Option<Step>, Hand, Hand, u8);

struct Builder<'a> {
    branches: &'a [Branch<'a>],
    nodes: Vec<Node>,
    most: usize,
    known: HashMap<Key, u32>,
}

impl Builder<'_> {
    fn node(
        &mut self,
        branch: usize,
        step: Option<Step>,
        hand: Hand,
        bend: Hand,
        switched: u8,
    ) -> Option<u32> {
        let key = (branch, step, hand, bend, switched);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let number = u32::try_from(self.nodes.len()).ok()?;
        if self.nodes.len() >= self.most {
            return None;
        }
        let Branch { leg, last, .. } = self.branches[branch];
        self.known.insert(key, number);
        self.nodes.push(Node {
            leg: branch as u32,
            last,
            step,
            hand: bend,
            range: (0..switched).fold(leg.range, |range, _| range.switched()),
            circle: turn::circle(&leg.steps),
            next: Vec::new(),
            next_switched: Vec::new(),
        });
        Some(number)
    }

    /// Makes the nodes behind all nodes.
    fn connect(&mut self) -> Option<()> {
        let mut todo: Vec<(Key, u32)> = self.known.iter().map(|(k, n)| (*k, *n)).collect();
        todo.sort_unstable_by_key(|&(_, n)| n);
        let mut at = 0;
        while let Some(&((branch, step, hand, _, switched), number)) = todo.get(at) {
            at += 1;
            let leg = self.branches[branch].leg;
            let switches = leg.onward.quiet_switching || leg.onward.over_switching != Over::Nobody;
            let (mut next, mut next_switched) = (Vec::new(), Vec::new());
            for &child in &self.branches[branch].children {
                let behind = self.branches[child].leg;
                let from = step.unwrap_or(Step {
                    right: 0,
                    forward: 1,
                });
                let following: Vec<(Option<Step>, Hand)> = if behind.is_universal() {
                    vec![(None, hand)]
                } else {
                    let turn = behind.turn.unwrap_or_default();
                    let following = turn::following(behind, turn, from, hand).into_iter();
                    following.map(|(step, hand)| (Some(step), hand)).collect()
                };
                for (step, hand) in following {
                    for bend in bends(behind.bend) {
                        let mut reach = |list: &mut Vec<u32>, switched| {
                            let before = self.nodes.len();
                            let node = self.node(child, step, hand, *bend, switched)?;
                            if self.nodes.len() > before {
                                todo.push(((child, step, hand, *bend, switched), node));
                            }
                            list.push(node);
                            Some(())
                        };
                        reach(&mut next, switched)?;
                        if switches {
                            reach(&mut next_switched, if switched == 1 { 2 } else { 1 })?;
                        }
                    }
                }
            }
            let node = &mut self.nodes[number as usize];
            node.next = next;
            node.next_switched = next_switched;
        }
        Some(())
    }
}
