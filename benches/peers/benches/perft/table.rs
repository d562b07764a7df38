//! The table that is printed.

/// A row: what was done, beside whom, and how fast.
#[derive(Clone, Debug)]
pub struct Row {
    pub work: String,
    pub peer: String,
    pub ours: f64,
    pub theirs: f64,
    pub wanted: f64,
    /// Anything to be said, such as counts that differ.
    pub note: String,
}

/// Counts what was reached.
#[derive(Debug, Default)]
pub struct Table {
    reached: usize,
    missed: usize,
    skipped: usize,
}

impl Table {
    /// Prints the head.
    pub fn begin() -> Self {
        println!("| work | peer | ours | peer's | ratio | wanted | reached |");
        println!("|---|---|---:|---:|---:|---:|---|");
        Self::default()
    }

    /// Prints a row.
    pub fn row(&mut self, row: &Row) {
        let ratio = row.ours / row.theirs;
        let is_reached = ratio >= row.wanted && row.note.is_empty();
        let word = match (is_reached, &row.note[..]) {
            (true, _) => "yes",
            (false, "") => "no",
            (false, note) => note,
        };
        let Row {
            work,
            peer,
            ours,
            theirs,
            wanted,
            ..
        } = row;
        println!("| {work} | {peer} | {ours:.1} | {theirs:.1} | {ratio:.2} | {wanted} | {word} |");
        if is_reached {
            self.reached += 1;
        } else {
            self.missed += 1;
        }
    }

    /// Prints a row that is not measured, and why.
    pub fn skip(&mut self, work: &str, peer: &str, why: &str) {
        println!("| {work} | {peer} | | | | | skipped: {why} |");
        self.skipped += 1;
    }

    /// Prints a row of something that should be small.
    pub fn at_most(&mut self, work: &str, unit: &str, ours: f64, wanted: f64) {
        let is_reached = ours <= wanted;
        let word = if is_reached { "yes" } else { "no" };
        println!("| {work} | | {ours:.2} {unit} | | | at most {wanted} {unit} | {word} |");
        if is_reached {
            self.reached += 1;
        } else {
            self.missed += 1;
        }
    }

    /// Prints how much was reached.
    pub fn end(&self) {
        println!(
            "\n{} reached, {} not reached, {} skipped",
            self.reached, self.missed, self.skipped
        );
    }
}
