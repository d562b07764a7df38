//! The manual says what the program does.

// A failed step of a helper is a failed test.
#![allow(clippy::unwrap_used)]

#[test]
fn the_rule_files_page_has_the_tables_of_the_program() {
    let page = std::fs::read_to_string("docs/rule-file.md").unwrap();
    for section in ferz::rules::reference().split("\n### ") {
        assert!(
            page.contains(section.trim()),
            "docs/rule-file.md lacks:\n{section}"
        );
    }
}

#[test]
fn the_rule_files_of_the_manual_load() {
    let page = std::fs::read_to_string("docs/rule-file.md").unwrap();
    let mut files = 0;
    for block in page.split("```toml\n").skip(1) {
        let text = block.split("```").next().unwrap();
        let loaded = ferz::Library::new().load_bytes("manual.toml", text.as_bytes());
        assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
        files += 1;
    }
    assert!(files > 0);
}

/// The examples of movements with what they mean, as the manual has them.
fn movement_examples() -> Vec<(String, String)> {
    let page = std::fs::read_to_string("docs/notation.md").unwrap();
    let blocks = page.split("```betza\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
    let examples = lines.filter_map(|line| line.split_once(": "));
    examples
        .map(|(text, meaning)| (text.to_owned(), meaning.to_owned()))
        .collect()
}

#[test]
fn the_movements_of_the_manual_mean_what_it_says() {
    let examples = movement_examples();
    assert!(examples.len() > 20, "{examples:?}");
    for (text, meaning) in examples {
        let parsed = ferz::notation::parse(&text);
        let errors = parsed.findings.iter().filter(|f| f.code != "leg-default");
        assert_eq!(errors.count(), 0, "{text}: {:?}", parsed.findings);
        let told = ferz::notation::sentences(&parsed.movement).join("; ");
        assert_eq!(told, meaning, "{text}");
    }
}

/// The cookbook's pieces are those of the games that it names, and its move texts stand in their tests.
#[test]
fn the_cookbook_is_taken_from_games() {
    let page = std::fs::read_to_string("docs/cookbook.md").unwrap();
    let games: Vec<String> = std::fs::read_dir("tests/data/legs")
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    let (mut pieces, mut texts) = (0, 0);
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let code = |cell: &str| cell.trim_matches('`').to_owned();
        match cells[..] {
            [_, moves, _, game] if game.ends_with(".toml`") => {
                let path = format!("tests/data/legs/{}", code(game));
                let text = std::fs::read_to_string(&path).unwrap();
                let quoted = format!("\"{}\"", code(moves));
                assert!(text.contains(&quoted), "{path} lacks {quoted}");
                pieces += 1;
            }
            [_, text] if text.starts_with('`') => {
                let known = |game: &String| {
                    game.split(|c: char| c.is_whitespace() || c == '"')
                        .any(|word| word == code(text))
                };
                assert!(games.iter().any(known), "{text}");
                texts += 1;
            }
            _ => {}
        }
    }
    assert!(pieces > 15 && texts > 5, "{pieces} {texts}");
}
