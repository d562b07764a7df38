//! Reads every rule file of a folder and tells what is wrong: `cargo run --example validate_folder -- variants`.

#![allow(clippy::print_stdout)] // a program that prints

use ferz::Library;
use ferz::diagnostics::Severity;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let folder = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "variants".to_owned());
    let library = Library::new().with_folder(&folder);
    let mut errors = 0;
    for path in rule_files(Path::new(&folder))? {
        let loaded = library.load_path(&path)?;
        for finding in &loaded.findings {
            let file = loaded.sources.file(finding.place.file);
            let (line, column) = file.line_column(finding.place.span.start);
            let word = finding.severity.word();
            println!(
                "{}:{line}:{column}: {word}: {} [{}]",
                file.name(),
                finding.message,
                finding.code
            );
            errors += usize::from(finding.severity == Severity::Error);
        }
    }
    println!("{errors} errors");
    Ok(if errors == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The rule files of a folder, sorted by name.
fn rule_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
