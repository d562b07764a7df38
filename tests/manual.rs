//! The manual says what the program does.

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
