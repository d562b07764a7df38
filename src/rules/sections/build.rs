//! Lowering: from a document to rules, pass by pass, and what the sections share for it.

use super::inherited;
use super::shape::{self, removed};
use super::{Pass, SECTIONS};
use crate::board::{BySide, PieceSet, Side, SquareSet};
use crate::diagnostics::{Diagnostic, Findings, Severity};
use crate::document::Document;
use crate::notation::{
    CondAst, CondKind, EntryAst, NotationFinding, Read, parse_condition, parse_entry, parse_pieces,
    parse_zone,
};
use crate::rules::condition::{self as lower, Lowered, Names, Site};
use crate::rules::{Clause, Condition, Rules};
use crate::source::{Key, Location, Node, Table, Text};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range as Span;
use std::sync::OnceLock;

/// Makes rules from a document. `id` is the file's name without `.toml`. `None` if there are errors, which are all among
/// the findings.
pub(crate) fn build(document: &Document, id: &str, findings: &mut Findings) -> Option<Rules> {
    findings.step();
    let checked = shape::check(document, findings)?;
    let document = checked.mended.as_ref().unwrap_or(document);
    let mut build = Build::new(document, id, findings);
    build.no_names = checked.names;
    build.rules.defaults.extend(checked.defaults);
    for pass in Pass::ALL {
        if pass.needs_all() && build.findings.has_errors() {
            return None;
        }
        build.findings.step();
        let mut go_on = true;
        for section in SECTIONS {
            for (_, step) in section.steps.iter().filter(|(p, _)| *p == pass) {
                let harmful =
                    |build: &Build<'_>| build.findings.errors() - build.bad_letters - build.covered;
                let before = harmful(&build);
                step(&mut build);
                go_on &= section.names_only() || harmful(&build) == before;
            }
        }
        if !go_on {
            return None;
        }
    }
    build.rules.mark_counters();
    (!build.findings.has_errors()).then_some(build.rules)
}

/// What the steps of all sections work on.
pub(super) struct Build<'a> {
    pub(super) document: &'a Document,
    pub(super) findings: &'a mut Findings,
    /// What the names of the file mean so far.
    pub(super) names: Names,
    /// The rules so far.
    pub(super) rules: Rules,
    /// Where the letters of the kinds stand, in the order of the kinds.
    pub(super) letters: Vec<Location>,
    /// Words with a mistake, which has been told.
    pub(super) unsound: BTreeSet<String>,
    /// Where the names of pieces, groups, derivations and words stand.
    pub(super) declared: BTreeMap<String, Location>,
    /// Names that can be none, which has been told: what a text with one of them means is not asked.
    no_names: BTreeSet<String>,
    /// Lines of moves that were parsed: most are asked for both sides.
    entries: HashMap<String, Read<EntryAst>>,
    /// How many mistakes in letters have been told. They only spoil what is written with letters.
    pub(super) bad_letters: usize,
    /// How many mistakes have been told that only spoil what names one thing, of which nothing is said any more.
    covered: usize,
}

impl<'a> Build<'a> {
    fn new(document: &'a Document, id: &str, findings: &'a mut Findings) -> Self {
        let rules = Rules::new(id);
        Self {
            document,
            findings,
            names: Names::new(rules.shape, rules.view),
            rules,
            letters: Vec::new(),
            unsound: BTreeSet::new(),
            declared: BTreeMap::new(),
            no_names: BTreeSet::new(),
            entries: HashMap::new(),
            bad_letters: 0,
            covered: 0,
        }
    }

    pub(super) fn error(
        &mut self,
        code: &'static str,
        place: Location,
        message: impl Into<String>,
        help: &str,
    ) {
        self.findings
            .push(Diagnostic::error(code, place, message).help(help));
    }

    /// Goes on in spite of the mistakes that have been told since there were so many errors. They are about one thing,
    /// and what a text with its name means is not asked.
    pub(super) fn cover(&mut self, name: &str, errors: usize) {
        let more = self.findings.errors().saturating_sub(errors);
        if more > 0 {
            self.covered += more;
            self.no_names.insert(name.to_owned());
        }
    }

    /// Whether a thing has a name that can be none, which has been told.
    pub(super) fn is_no_name(&self, name: &str) -> bool {
        self.no_names.contains(name)
    }

    /// A section with fixed keys, empty if the file does not have it.
    pub(super) fn section(&self, name: &str) -> &'a Table {
        static EMPTY: OnceLock<Table> = OnceLock::new();
        self.document
            .table
            .table(name)
            .unwrap_or_else(|| EMPTY.get_or_init(Table::new))
    }

    /// The things of a section with free names; removed ones are left out.
    pub(super) fn things(&self, section: &str) -> Vec<(&'a Key, &'a Node)> {
        self.section(section)
            .iter()
            .filter(|(_, n)| !n.is_false())
            .collect()
    }

    /// Notes that a name is taken. Pieces, groups, derivations and words share their names, as they meet in conditions.
    pub(super) fn declare(&mut self, name: &str, place: &Location) {
        if let Some(first) = self.declared.get(name) {
            let finding = Diagnostic::error(
                "name-taken",
                place.clone(),
                format!("the name `{name}` is taken"),
            )
            .related(first.clone(), "first used here")
            .help("pieces, groups, derivations and words need names of their own");
            self.findings.push(finding);
        } else {
            self.declared.insert(name.to_owned(), place.clone());
        }
    }

    /// Whether a name that is declared at a place was taken before.
    pub(super) fn is_taken(&self, name: &str, place: &Location) -> bool {
        self.declared.get(name).is_some_and(|first| first != place)
    }

    /// Passes on a finding about a text.
    pub(super) fn note(&mut self, text: &Text, finding: NotationFinding) {
        if self
            .no_names
            .iter()
            .any(|name| text.as_str().contains(name.as_str()))
        {
            return;
        }
        let mut out = Diagnostic::new(
            finding.severity,
            finding.code,
            text.at(finding.span),
            finding.message,
        );
        out.help = finding.help;
        out.edits
            .extend(finding.edit.and_then(|edit| text.edit(&edit)));
        let gone = finding.name.as_deref().and_then(|name| {
            removed(
                self.document,
                &["pieces", "groups", "derive", "zones", "words"],
                name,
            )
        });
        let is_error = out.severity == Severity::Error;
        if is_error
            && out.code == "off-board"
            && inherited::off_board(self, text, out.place.clone())
        {
            return;
        }
        if let Some(gone) = gone {
            if is_error && gone.place.file != out.place.file {
                inherited::still_named(self, gone, out.place);
                return;
            }
            out = out.related(gone.place.clone(), "removed here");
        }
        self.findings.push(out);
    }

    /// What was read of a text, if it is without errors.
    pub(super) fn read<T>(&mut self, text: &Text, read: Read<T>) -> Option<T> {
        let fine = read.findings.iter().all(|f| f.severity != Severity::Error);
        read.findings.into_iter().for_each(|f| self.note(text, f));
        read.value.filter(|_| fine)
    }

    pub(super) fn lowered<T>(&mut self, text: &Text, lowered: Lowered<T>) -> T {
        lowered
            .findings
            .into_iter()
            .for_each(|f| self.note(text, f));
        lowered.value
    }

    /// A line of moves as it is written.
    pub(super) fn parsed_entry(&mut self, text: &str) -> Read<EntryAst> {
        if let Some(known) = self.entries.get(text) {
            return known.clone();
        }
        let read = parse_entry(text);
        self.entries.insert(text.to_owned(), read.clone());
        read
    }

    /// A set of pieces for each side's men.
    pub(super) fn pieces(&mut self, node: &Node) -> BySide<PieceSet> {
        let mut half = |text: &Text| {
            let ast = self.read(text, parse_pieces(text.as_str()))?;
            let lowered = lower::pieces(&self.names, &ast);
            Some(self.lowered(text, lowered))
        };
        by_side(node, |node, side| {
            let set = node.text().and_then(&mut half)?;
            Some(set[side])
        })
    }

    /// A zone as each side sees it.
    pub(super) fn zone(&mut self, node: &Node) -> BySide<SquareSet> {
        let split = node.table().is_some();
        by_side(node, |node, side| {
            let text = node.text()?;
            let ast = self.read(text, parse_zone(text.as_str()))?;
            if split {
                let lowered = lower::zone_half(&self.names, &ast, side);
                Some(self.lowered(text, lowered))
            } else {
                let lowered = lower::zone(&self.names, &ast);
                Some(self.lowered(text, lowered)[side])
            }
        })
    }

    /// A condition.
    pub(super) fn condition(&mut self, node: &Node, site: &Site) -> Condition {
        if let Some(text) = node.text() {
            return self.condition_of(text, site);
        }
        let Some(asts) = self.condition_asts(node) else {
            return Condition::Never;
        };
        let halves = lower::condition_by_side(&self.names, &asts, site, &mut self.rules.remembered);
        let texts = halves_of(node);
        let mut take = |lowered: Lowered<Condition>, text: Option<&Text>| match text {
            Some(text) => self.lowered(text, lowered),
            None => lowered.value,
        };
        let white = take(halves.white, texts.white.and_then(Node::text));
        let black = take(halves.black, texts.black.and_then(Node::text));
        lower::by_side(BySide { white, black })
    }

    pub(super) fn condition_of(&mut self, text: &Text, site: &Site) -> Condition {
        let Some(ast) = self.read(text, parse_condition(text.as_str())) else {
            return Condition::Never;
        };
        let lowered = lower::condition(&self.names, &ast, site, &mut self.rules.remembered);
        self.lowered(text, lowered)
    }

    /// The syntax trees of a condition, the same for both sides if it is not given by side.
    pub(super) fn condition_asts(&mut self, node: &Node) -> Option<BySide<CondAst>> {
        let halves = halves_of(node);
        let mut half = |node: Option<&Node>| {
            let text = node?.text()?;
            self.read(text, parse_condition(text.as_str()))
        };
        let (white, black) = (half(halves.white), half(halves.black));
        Some(BySide {
            white: white?,
            black: black?,
        })
    }
}

/// The parts of a value's condition that all have to hold, each with its place.
pub(super) fn clauses_of(node: &Node, condition: &Condition) -> Vec<Clause> {
    let read = node
        .text()
        .and_then(|text| Some((text, parse_condition(text.as_str()).value?)));
    match read {
        Some((text, ast)) => clauses(&ast, condition, &|part| Some(text.at(part))),
        None => vec![Clause {
            condition: condition.clone(),
            place: Some(node.place.clone()),
        }],
    }
}

/// The parts of a condition that all have to hold. `place` says where a part of its text stands.
pub(super) fn clauses(
    ast: &CondAst,
    condition: &Condition,
    place: &impl Fn(Span<usize>) -> Option<Location>,
) -> Vec<Clause> {
    match (&ast.kind, condition) {
        (CondKind::All(asts), Condition::All(parts)) if asts.len() == parts.len() => {
            let both = asts.iter().zip(parts);
            both.flat_map(|(ast, part)| clauses(ast, part, place))
                .collect()
        }
        _ => vec![Clause {
            condition: condition.clone(),
            place: place(ast.span.clone()),
        }],
    }
}

/// The halves of a value; a value that is not given by side is both.
pub(super) fn halves_of(node: &Node) -> BySide<Option<&Node>> {
    match node.table() {
        Some(table) => BySide {
            white: table.get("white"),
            black: table.get("black"),
        },
        None => BySide::both(Some(node)),
    }
}

/// Reads a value that may be given by side. What cannot be read leaves the type's nothing, and a finding.
pub(super) fn by_side<T: Default>(
    node: &Node,
    mut read: impl FnMut(&Node, Side) -> Option<T>,
) -> BySide<T> {
    let halves = halves_of(node);
    BySide::from_fn(|side| halves[side].and_then(|n| read(n, side)).unwrap_or_default())
}
