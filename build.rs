//! Finds the rule files that are shipped inside the program.
//!
//! Writes `embedded.rs` with one `(name, text)` pair for each `variants/*.toml`, sorted by name, so
//! that no list of games stands in the sources.

use std::{env, error::Error, fmt::Write, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=variants");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("variants");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            let stem = path
                .file_stem()
                .and_then(|s| s.to_str())
                .ok_or("a rule file's name is not UTF-8")?;
            names.push((stem.to_owned(), path.clone()));
        }
    }
    names.sort();
    let mut out = String::from("&[\n");
    for (name, path) in names {
        let path = path.to_str().ok_or("the path of variants/ is not UTF-8")?;
        writeln!(out, "    ({name:?}, include_str!({path:?})),")?;
    }
    out += "]\n";
    fs::write(Path::new(&env::var("OUT_DIR")?).join("embedded.rs"), out)?;
    Ok(())
}
