//! Zones as they are written: `a1..c3`, `rank 2`, `last 3`.
//!
//! Knows no board: whether a square is on it is known in `rules`.

use super::advice;
use super::findings::{NotationFinding, Read};
use super::set::{self, SetAst};
use super::words::{self, Node, Rule, span};

type Findings = Vec<NotationFinding>;

/// A set of squares as it is written.
pub type ZoneAst = SetAst<ZoneItem>;

/// One item of a zone. Files and ranks are counted from 0, as in [`crate::board::Shape`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZoneItem {
    /// A zone of the file.
    Name(String),
    /// `e4`: one square.
    Square(Corner),
    /// `a1..c3`: a rectangle between two corners.
    Rectangle(Corner, Corner),
    /// `rank 2`, `ranks 2..4`: whole ranks from the first to the last.
    Ranks(i32, i32),
    /// `file c`, `files c..e`: whole files from the first to the last.
    Files(i32, i32),
    /// `first 3`: the ranks nearest to the mover.
    First(i32),
    /// `last 3`: the ranks farthest from the mover.
    Last(i32),
    /// `light`: the squares of the colour of h1 on the usual board.
    Light,
    /// `dark`: the squares of the colour of a1.
    Dark,
    /// `edge`: the outermost files and ranks.
    Edge,
    /// `all`: the whole board.
    All,
    /// A zone in parentheses.
    Set(Box<ZoneAst>),
}

/// A square as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The file, counted from 0.
    pub file: i32,
    /// The rank, counted from 0.
    pub rank: i32,
}

/// Reads a zone.
///
/// ```
/// let zone = ferz::notation::parse_zone("last 3 within files c..f but e6");
/// assert!(zone.findings.is_empty());
/// ```
pub fn parse_zone(text: &str) -> Read<ZoneAst> {
    words::read(text, Rule::zone_text, |tree, findings| {
        tree.into_inner()
            .find(|n| n.as_rule() == Rule::zone)
            .and_then(|n| zone(n, findings))
    })
}

/// Builds a zone.
pub(super) fn zone(node: Node<'_>, findings: &mut Findings) -> Option<ZoneAst> {
    set::build(node, findings, &zone_item)
}

fn zone_item(node: Node<'_>, findings: &mut Findings) -> Option<ZoneItem> {
    match node.as_rule() {
        Rule::all => Some(ZoneItem::All),
        Rule::shade => Some(match node.as_str() {
            "light" => ZoneItem::Light,
            "dark" => ZoneItem::Dark,
            _ => ZoneItem::Edge,
        }),
        Rule::name => Some(ZoneItem::Name(node.as_str().to_owned())),
        Rule::square => corner(&node, findings).map(ZoneItem::Square),
        Rule::rectangle => {
            let corners: Vec<_> = node.into_inner().map(|n| corner(&n, findings)).collect();
            match corners[..] {
                [Some(one), Some(other)] => Some(ZoneItem::Rectangle(one, other)),
                _ => None,
            }
        }
        Rule::ranks => ranks(node, findings),
        Rule::files => files(node, findings),
        Rule::first => count(node, "first 3", findings).map(ZoneItem::First),
        Rule::last => count(node, "last 3", findings).map(ZoneItem::Last),
        Rule::zone_set => set::group(node, findings, zone).map(|s| ZoneItem::Set(Box::new(s))),
        _ => {
            let help = "write a square such as `e4`, `a1..c3`, `rank 2`, `file c`, `first 3`, `last 3`, `edge`, or the name of a zone";
            findings.push(set::bad_item(&node, "a zone", help));
            None
        }
    }
}

/// A rank or a number of ranks. Zero is what nothing has.
fn counted(node: &Node<'_>, example: &str, findings: &mut Findings) -> Option<i32> {
    let number = words::number(node, example, findings)?;
    if number == 0 {
        findings.push(
            NotationFinding::error("bad-number", span(node), "ranks are counted from 1")
                .help("the outermost rank is 1, as in `rank 1`, `first 1` and `last 1`"),
        );
        return None;
    }
    i32::try_from(number).ok()
}

fn count(node: Node<'_>, example: &str, findings: &mut Findings) -> Option<i32> {
    node.into_inner()
        .filter_map(|n| is_value(&n).then(|| counted(&n, example, findings)))
        .last()
        .flatten()
}

/// Whether a node is a number or file, or stands where one is missing.
fn is_value(node: &Node<'_>) -> bool {
    matches!(
        node.as_rule(),
        Rule::number | Rule::missing_number | Rule::file | Rule::missing_file
    )
}

fn ranks(node: Node<'_>, findings: &mut Findings) -> Option<ZoneItem> {
    let ends: Vec<_> = node
        .into_inner()
        .filter(is_value)
        .map(|n| match advice::line_of_place(&n, "rank") {
            Some(finding) if n.as_rule() == Rule::missing_number => {
                findings.push(finding);
                None
            }
            _ => counted(&n, "ranks 2..4", findings).map(|r| r - 1),
        })
        .collect();
    match ends[..] {
        [Some(only)] => Some(ZoneItem::Ranks(only, only)),
        [Some(one), Some(other)] => Some(ZoneItem::Ranks(one.min(other), one.max(other))),
        _ => None,
    }
}

fn files(node: Node<'_>, findings: &mut Findings) -> Option<ZoneItem> {
    let mut file = |node: Node<'_>| {
        let letter = node
            .as_str()
            .chars()
            .next()
            .filter(|_| node.as_rule() == Rule::file);
        if letter.is_none()
            && let Some(finding) = advice::line_of_place(&node, "file")
        {
            findings.push(finding);
            return None;
        }
        if letter.is_none() {
            let message = match node.as_str().trim() {
                "" => "the letter of a file is missing here".to_owned(),
                text => format!("`{text}` is not the letter of a file"),
            };
            findings.push(
                NotationFinding::error("missing-file", span(&node), message)
                    .help(advice::no_file(&node)),
            );
        }
        letter.map(|c| c as i32 - 'a' as i32)
    };
    let ends: Vec<_> = node.into_inner().filter(is_value).map(&mut file).collect();
    match ends[..] {
        [Some(only)] => Some(ZoneItem::Files(only, only)),
        [Some(one), Some(other)] => Some(ZoneItem::Files(one.min(other), one.max(other))),
        _ => None,
    }
}

fn corner(node: &Node<'_>, findings: &mut Findings) -> Option<Corner> {
    let mut chars = node.as_str().chars();
    let file = chars.next()? as i32 - 'a' as i32;
    match chars.as_str().parse::<i32>() {
        Ok(rank) if (1..1000).contains(&rank) && !chars.as_str().starts_with('0') => Some(Corner {
            file,
            rank: rank - 1,
        }),
        _ => {
            let message = format!("`{}` is not a square", words::short(node.as_str()));
            findings.push(
                NotationFinding::error("bad-square", span(node), message)
                    .help("write a file letter and a rank, such as `e4`"),
            );
            None
        }
    }
}
