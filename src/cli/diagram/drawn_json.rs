//! A diagram as JSON.

use super::legend::{legend, meanings, told};
use super::{At, Cell, Diagram, Holds, Needs, Part};
use serde_json::{Value, json};

/// A diagram with its legend: the squares on which there is something to see, by rank and file.
pub(crate) fn json(diagram: &Diagram) -> Value {
    let mut cells: Vec<(&At, &Cell)> = diagram.cells.iter().collect();
    cells.sort_by_key(|&(&(column, row), _)| (row, column));
    let cells: Vec<Value> = cells
        .into_iter()
        .map(|(&at, cell)| {
            let mut object = square(diagram, cell);
            object["square"] = if diagram.named {
                format!("{}{}", (b'a' + at.0 as u8) as char, at.1 + 1).into()
            } else {
                json!([at.0 - diagram.columns / 2, at.1 - diagram.rows / 2])
            };
            object
        })
        .collect();
    let legend: Vec<Value> = legend(diagram, false)
        .into_iter()
        .map(|entry| json!({ "sign": entry.sign, "meaning": entry.meaning }))
        .collect();
    json!({
        "files": diagram.columns,
        "ranks": diagram.rows,
        "squares": cells,
        "legend": legend,
        "remarks": diagram.remarks,
    })
}

fn square(diagram: &Diagram, cell: &Cell) -> Value {
    let (who, letter) = match &cell.holds {
        None => (None, None),
        Some(Holds::Mover(letter)) => (Some("mover"), Some(letter.clone())),
        Some(Holds::Own(letter)) => (Some("own"), letter.clone()),
        Some(Holds::Enemy(letter)) => (Some("enemy"), letter.clone()),
        Some(Holds::Hole) => (Some("hole"), None),
        Some(Holds::Wall) => (Some("wall"), None),
    };
    let part = |part: &Part| {
        let needs = needs(part.needs);
        let one = move |(sign, meaning)| json!({ "sign": sign, "meaning": meaning, "needs": needs.clone() });
        meanings(diagram, part)
            .into_iter()
            .map(one)
            .collect::<Vec<_>>()
    };
    json!({
        "holds": who,
        "letter": letter,
        "signs": cell.parts.iter().flat_map(part).collect::<Vec<_>>(),
        "goes_on": cell.open.is_some(),
    })
}

fn needs(needs: Needs) -> Value {
    match needs {
        Needs::NOTHING => Value::Null,
        needs => told(needs).into(),
    }
}
